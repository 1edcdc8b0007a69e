//! Cards: pictures of one or more board cells, placed next to each other on the board of a place.
//!
//! ```text
//! #######|#######     a card of 2 × 1 board cells of 7 × 5 cells each;
//! #..............     an outer side is open if it has floor in its middle, closed if it has no floor;
//! ......#|.......     a side between two cells of the card is open if floor meets floor anywhere
//! #..............
//! #######|###.###
//! ```
//!
//! An outer side with a ledge or a chute in its middle is not open, but an end of a drop.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::{LegendEntry, RoomTemplate};
use crate::base::{Cell, Described, Direction, Directions, Grid, Number, Rect, Size, Symmetry, Unit};

/// The properties that make a template a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
#[serde(rename = "Card")]
pub struct CardSettings {
    /// The width and height of a board cell. The size of the picture is a multiple of it.
    #[described(facts = CardSettings::CELL)]
    pub cell: Size,
    /// See [`CardSettings::AT_MOST_PER_PLACE`].
    #[described(offers = CardSettings::AT_MOST_PER_PLACE)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most_per_place: Option<u32>,
    /// The name of a walkable tile. A side with this tile in its middle is a drop that leads out of the card.
    ///
    /// Such a side only lies where the board has a drop, and meets a chute if there are cards with chutes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub ledge: String,
    /// The name of a walkable tile. A side with this tile in its middle is a drop that leads into the card.
    ///
    /// Such a side only lies where the board has a drop, and meets a ledge if there are cards with ledges.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub chute: String,
}

impl Default for CardSettings {
    fn default() -> Self {
        Self { cell: Size::new(9, 7), at_most_per_place: None, ledge: String::new(), chute: String::new() }
    }
}

impl CardSettings {
    /// Width of a board cell.
    pub const WIDTH: Number = Number::new(
        "width",
        "cell width",
        "The number of cells of the level that a board cell has from left to right.",
        Unit::Cells,
        3..=32,
    );
    /// Height of a board cell.
    pub const HEIGHT: Number = Number::new(
        "height",
        "cell height",
        "The number of cells of the level that a board cell has from top to bottom.",
        Unit::Cells,
        3..=32,
    );
    const CELL: Number = Number::new(
        "cell",
        "cell size",
        "The width and height of a board cell in cells of the level. The size of the picture is a multiple of it.",
        Unit::Cells,
        3..=32,
    );
    /// The limits that the window offers; a file may have larger ones.
    pub const AT_MOST_PER_PLACE: Number = Number::new(
        "at_most_per_place",
        "maximum in a place",
        "The maximum number in one place. Without it there is no limit.",
        Unit::None,
        1..=99,
    );

    /// Returns the end of a drop that a tile marks in the middle of a side.
    fn drop_end(&self, entry: &LegendEntry) -> Option<DropEnd> {
        let LegendEntry::Ground(look) = entry else { return None };
        let ends = [(&self.ledge, DropEnd::Ledge), (&self.chute, DropEnd::Chute)];
        let is_named = |(name, _): &(&String, DropEnd)| !name.is_empty() && **name == look.name;
        ends.into_iter().find(is_named).map(|(_, end)| end)
    }

    /// Returns `true` if the size of the board cells is allowed.
    pub fn has_possible_cell(&self) -> bool {
        Self::WIDTH.range().contains(&self.cell.width) && Self::HEIGHT.range().contains(&self.cell.height)
    }
}

/// A rectangle of board cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardGrid {
    /// Number of board cells from left to right and from top to bottom.
    pub cells: Size,
    /// Width and height of a board cell, in cells of the level.
    pub cell: Size,
}

impl BoardGrid {
    /// Returns width and height in cells of the level.
    pub const fn size(&self) -> Size {
        Size::new(self.cells.width * self.cell.width, self.cells.height * self.cell.height)
    }

    /// Returns all board cells, row by row.
    pub fn all(&self) -> impl Iterator<Item = Cell> + use<> {
        Rect::new(Cell::new(0, 0), self.cells).cells()
    }

    /// Returns `true` if the board has this board cell.
    pub const fn contains(&self, at: Cell) -> bool {
        Rect::new(Cell::new(0, 0), self.cells).contains(at)
    }

    /// Returns the cells of a board cell, relative to the corner of the board.
    pub const fn rect_of(&self, at: Cell) -> Rect {
        let min = Cell::new(at.x * self.cell.width as i32, at.y * self.cell.height as i32);
        Rect::new(min, self.cell)
    }

    /// Returns the cells of a board cell along one of its sides, from the left or from the top.
    pub fn side(&self, at: Cell, side: Direction) -> impl Iterator<Item = Cell> + use<> {
        let rect = self.rect_of(at);
        let (last_x, last_y) = (rect.right() - 1, rect.bottom() - 1);
        let length = if side.is_level() { self.cell.height } else { self.cell.width };
        (0..length as i32).map(move |along| match side {
            Direction::North => Cell::new(rect.min.x + along, rect.min.y),
            Direction::South => Cell::new(rect.min.x + along, last_y),
            Direction::West => Cell::new(rect.min.x, rect.min.y + along),
            Direction::East => Cell::new(last_x, rect.min.y + along),
        })
    }

    /// Returns the cell in the middle of a side.
    ///
    /// If the side has even length, both middle cells count, so that it stays open when the card is flipped.
    pub fn middle(&self, at: Cell, side: Direction) -> impl Iterator<Item = Cell> + use<> {
        let length = if side.is_level() { self.cell.height } else { self.cell.width } as usize;
        self.side(at, side).take(length / 2 + 1).skip(length.saturating_sub(1) / 2)
    }
}

/// A board cell of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardPart {
    /// The position of the board cell in the picture.
    pub at: Cell,
    /// The sides by their kinds.
    pub sides: CardSides,
}

/// The sides of a board cell by their kinds. All others are closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CardSides {
    /// The open sides, including inner ones.
    pub open: Directions,
    /// The sides at which a drop leads out.
    pub ledges: Directions,
    /// The sides at which a drop leads in.
    pub chutes: Directions,
}

impl From<Directions> for CardSides {
    fn from(open: Directions) -> Self {
        Self { open, ..Self::default() }
    }
}

impl CardSides {
    /// Returns the sides after a picture is flipped and turned.
    #[must_use]
    pub fn turned(self, symmetry: Symmetry) -> Self {
        let Self { open, ledges, chutes } = self;
        Self { open: open.turned(symmetry), ledges: ledges.turned(symmetry), chutes: chutes.turned(symmetry) }
    }

    /// Returns the sides with floor in their middle: open ones and both ends of drops.
    pub const fn passable(self) -> Directions {
        self.open.and(self.ledges).and(self.chutes)
    }
}

/// One of the two ends of a drop between two cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DropEnd {
    /// The side of the card from which a player drops.
    Ledge,
    /// The side of the card into which a player drops.
    Chute,
}

/// The picture of a card, cut into board cells.
#[derive(Clone, Debug)]
pub struct CardPicture {
    /// The bounding rectangle of the card, in board cells.
    pub board: BoardGrid,
    /// `true` for floor; `None` outside of the card.
    floor: Grid<Option<bool>>,
    /// The ends of drops that tiles mark.
    drop_ends: Grid<Option<DropEnd>>,
}

impl CardPicture {
    /// Reads a picture.
    ///
    /// Returns `None` if rows differ in length, characters are unknown, or the size is not a multiple of the
    /// board cell.
    pub fn read(
        template: &RoomTemplate,
        card: &CardSettings,
        legend: &IndexMap<char, LegendEntry>,
    ) -> Option<Self> {
        let (size, cell) = (template.size(), card.cell);
        if !card.has_possible_cell()
            || size.area() == 0
            || !size.width.is_multiple_of(cell.width)
            || !size.height.is_multiple_of(cell.height)
        {
            return None;
        }
        let is_even = template.picture.iter().all(|row| row.chars().count() == size.width as usize);
        let floor = template.characters().map(|(_, character)| match legend.get(&character)? {
            LegendEntry::Nothing => Some(None),
            entry => Some(Some(entry.is_floor())),
        });
        let floor = floor.collect::<Option<_>>().filter(|_| is_even)?;
        let cells = Size::new(size.width / cell.width, size.height / cell.height);
        let ends = template.characters().map(|(_, character)| card.drop_end(legend.get(&character)?));
        let drop_ends = Grid::from_values(size, ends.collect())?;
        Some(Self { board: BoardGrid { cells, cell }, floor: Grid::from_values(size, floor)?, drop_ends })
    }

    /// Returns `true` if the cell is floor; `false` outside.
    pub fn is_floor(&self, cell: Cell) -> bool {
        self.floor.get(cell).copied().flatten() == Some(true)
    }

    /// Returns `true` if the cell is not part of the card.
    pub fn is_nothing(&self, cell: Cell) -> bool {
        self.floor.get(cell).copied().flatten().is_none()
    }

    /// Returns `true` if the board cell is part of the card.
    pub fn has_part(&self, at: Cell) -> bool {
        self.board.contains(at) && self.board.rect_of(at).cells().any(|cell| !self.is_nothing(cell))
    }

    /// Returns the end of a drop at a side of a board cell of the card, if it is one.
    pub fn drop_end(&self, at: Cell, side: Direction) -> Option<DropEnd> {
        let end = |cell: Cell| self.drop_ends.get(cell).copied().flatten();
        let mut middle = self.board.middle(at, side).map(end);
        let first = middle.next().flatten().filter(|_| !self.has_part(at.step(side)))?;
        middle.all(|other| other == Some(first)).then_some(first)
    }

    /// Returns `true` if a side of a board cell of the card is open, and no end of a drop.
    pub fn is_open(&self, at: Cell, side: Direction) -> bool {
        if self.has_part(at.step(side)) {
            return self
                .board
                .side(at, side)
                .any(|cell| self.is_floor(cell) && self.is_floor(cell.step(side)));
        }
        self.drop_end(at, side).is_none() && self.board.middle(at, side).all(|cell| self.is_floor(cell))
    }

    /// Returns the board cells of the card, row by row.
    pub fn parts(&self) -> Vec<CardPart> {
        let of_card = self.board.all().filter(|at| self.has_part(*at));
        let ends = |at: Cell, end: DropEnd| {
            Direction::ALL.into_iter().filter(|side| self.drop_end(at, *side) == Some(end)).collect()
        };
        let sides = |at: Cell| CardSides {
            open: Direction::ALL.into_iter().filter(|side| self.is_open(at, *side)).collect(),
            ledges: ends(at, DropEnd::Ledge),
            chutes: ends(at, DropEnd::Chute),
        };
        of_card.map(|at| CardPart { at, sides: sides(at) }).collect()
    }
}

impl RoomTemplate {
    /// Returns the card cut into board cells; `None` if this is no card, or its picture has mistakes.
    pub fn card_picture(&self, legend: &IndexMap<char, LegendEntry>) -> Option<CardPicture> {
        CardPicture::read(self, self.card.as_ref()?, legend)
    }

    /// Returns the allowed symmetries. A card whose board cells are not square only makes half turns.
    pub fn symmetries(&self) -> impl Iterator<Item = Symmetry> + use<> {
        let cell = self.card.as_ref().map(|card| card.cell);
        Symmetry::allowed(self.turns, self.flips)
            .filter(move |symmetry| cell.is_none_or(|cell| symmetry.size(cell) == cell))
    }

    /// Returns `true` if the template can be chosen at all.
    pub fn is_usable(&self) -> bool {
        self.weight > 0
            && self.at_most != Some(0)
            && self.card.as_ref().is_none_or(|card| card.at_most_per_place != Some(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rooms::TileLook;

    fn ground(name: &str) -> LegendEntry {
        LegendEntry::Ground(TileLook { name: name.to_owned(), ..TileLook::default() })
    }

    fn card(cell: (u32, u32), picture: &[&str]) -> (RoomTemplate, IndexMap<char, LegendEntry>) {
        let legend = IndexMap::from([
            ('#', LegendEntry::Wall),
            ('.', LegendEntry::Floor),
            (' ', LegendEntry::Nothing),
            ('v', ground("ledge")),
            ('^', ground("chute")),
        ]);
        let template = RoomTemplate {
            name: "Card".to_owned(),
            notes: String::new(),
            symbol: "Board".to_owned(),
            weight: 1,
            at_most: None,
            turns: true,
            flips: true,
            card: Some(CardSettings {
                cell: cell.into(),
                ledge: "ledge".to_owned(),
                chute: "chute".to_owned(),
                ..CardSettings::default()
            }),
            source: None,
            picture: picture.iter().map(|row| (*row).to_owned()).collect(),
        };
        (template, legend)
    }

    fn parts(cell: (u32, u32), picture: &[&str]) -> Option<Vec<String>> {
        let (template, legend) = card(cell, picture);
        let parts = template.card_picture(&legend)?.parts();
        Some(parts.iter().map(|part| format!("{},{}: {}", part.at.x, part.at.y, part.sides.open)).collect())
    }

    #[test]
    fn sides_with_ledges_and_chutes_are_ends_of_drops_and_turn_with_the_card() {
        let (template, legend) = card((3, 3), &["#^####", ".....v", "#v####"]);
        let parts = template.card_picture(&legend).expect("whole board cells").parts();
        let words = |sides: CardSides| [sides.open, sides.ledges, sides.chutes].map(|some| some.to_string());
        assert_eq!(words(parts[0].sides), ["east and west", "south", "north"]);
        assert_eq!(words(parts[1].sides), ["west", "east", "no side"]);
        assert_eq!(words(parts[1].sides.turned(Symmetry::new(1, false))), ["north", "south", "no side"]);
        assert_eq!(parts[0].sides.passable(), Directions::all_but_none()[14]);
        // Without ledge floor in both middle cells, an even side is no drop.
        let (template, legend) = card((4, 3), &["#v.#", "#..#", "####"]);
        let parts = template.card_picture(&legend).expect("a whole board cell").parts();
        assert_eq!(words(parts[0].sides), ["north", "no side", "no side"]);
    }

    #[test]
    fn open_sides_are_those_with_floor_in_their_middle() {
        let found = parts((5, 3), &["##.##", "#....", "#####"]);
        assert_eq!(found, Some(vec!["0,0: north and east".to_owned()]));
        let even = parts((4, 3), &["#..#", "....", "#.##"]);
        assert_eq!(even, Some(vec!["0,0: north, east and west".to_owned()]));
    }

    #[test]
    fn inner_sides_are_open_where_one_can_step_across() {
        let found = parts((3, 3), &["######", "....##", "#....#", "#.#   ", "#.#   ", "#.#   "]);
        let expected = ["0,0: east, south and west", "1,0: south and west", "0,1: north and south"];
        assert_eq!(found, Some(expected.map(str::to_owned).to_vec()));
        let apart = parts((3, 3), &["###.##", "..##..", "#.####"]);
        assert_eq!(apart, Some(vec!["0,0: south and west".to_owned(), "1,0: east".to_owned()]));
    }

    #[test]
    fn a_picture_that_is_no_whole_board_cells_is_not_cut() {
        for picture in [&["###", "#.#", "###", "###"][..], &["###", "#.#", "##"], &["###", "#?#", "###"], &[]]
        {
            assert_eq!(parts((3, 3), picture), None, "{picture:?}");
        }
        assert_eq!(parts((2, 3), &["##", "##", "##"]), None);
    }

    #[test]
    fn cards_whose_cells_are_not_square_are_turned_by_half_turns() {
        let turns = |cell| card(cell, &["#"]).0.symmetries().count();
        assert_eq!((turns((3, 3)), turns((5, 3))), (8, 4));
    }
}
