//! P4, boards: every board is covered with cards, each as drawn and turned as recorded, within a frame of
//! wall.
//!
//! Each board cell belongs to exactly one card. The rest of a card's picture consists of whole empty board
//! cells.
//!
//! Where two cards meet, both sides are closed, or both are open in their middle.
//! At the edge of the board, a side is open if a socket next to it is in use.
//!
//! A drop is between two cards that are open to each other, and leads down or sideways.
//! A ledge in the middle of a side lies only where a drop leads out, a chute only where one leads in.
//! Every cell of the board can be reached from every other without a step against a drop.
//!
//! Sockets are in the frame, listed row by row, each next to the middle of a side of an outer board cell.
//! P5 checks which of them are doors.

use std::collections::BTreeSet;

use super::authored::{DrawnThing, entities};
use super::findings::PromiseBreaks;
use super::names::{self, Name};
use super::templates::{CheckedTemplate, TemplateIndex};
use super::turned::{TemplateTurn, turned};
use super::walk_map::WalkMap;
use crate::base::{Cell, Direction, Grid, Rect, Size};
use crate::level::{BoardRecord, CardRecord, DropRecord, Entity, OwnedBy, Place};

/// Checks a place whose technique is cards.
pub(super) fn check(
    walk_map: &WalkMap,
    templates: &TemplateIndex,
    place: &Place,
    standing: &[&Entity],
    findings: &mut PromiseBreaks,
) {
    let name = names::place(walk_map.level, place.id);
    let Some(record) = &place.board else {
        findings
            .add(Some(place.anchor), format!("{name} is laid with cards, but its board is not recorded."));
        return;
    };
    if (place.turn, place.flip) != (0, false) {
        findings.add(Some(place.anchor), format!("{name} is turned or flipped, but has no template."));
    }
    if !fits(walk_map, place, record) {
        let message = format!("{name} must be as large as its board, with a frame of one cell around it.");
        findings.add(Some(place.anchor), message);
        return;
    }
    let covered = Grid::filled(record.cells, None);
    let mut board = BoardCheck { walk_map, place, record, name, covered, findings };
    board.sockets();
    let wanted = board.cards(templates);
    board.frame();
    board.gaps();
    board.sides();
    board.drops();
    board.drop_ends(templates);
    entities(place, name, wanted, standing, findings);
}

/// Returns `true` if the board has cells, and its size with the frame equals the bounds of its place.
///
/// The bounds must be in the level.
fn fits(walk_map: &WalkMap, place: &Place, record: &BoardRecord) -> bool {
    let Rect { min, size } = place.bounds;
    let along = |cells: u32, cell: u32, from: i32, length: u32, whole: u32| {
        let has_cells = cells > 0 && cell > 0;
        let is_inside = from >= 0 && i64::from(from) + i64::from(length) <= i64::from(whole);
        has_cells && is_inside && u64::from(cells) * u64::from(cell) + 2 == u64::from(length)
    };
    let BoardRecord { cells, cell, .. } = record;
    let level = walk_map.level.tiles.size();
    along(cells.width, cell.width, min.x, size.width, level.width)
        && along(cells.height, cell.height, min.y, size.height, level.height)
}

struct BoardCheck<'a, 'b> {
    walk_map: &'b WalkMap<'a>,
    place: &'b Place,
    record: &'b BoardRecord,
    name: Name<'b>,
    /// The card that covers each board cell, if any.
    covered: Grid<Option<usize>>,
    findings: &'b mut PromiseBreaks,
}

impl<'a> BoardCheck<'a, '_> {
    /// Returns the top left cell of a board cell, in the level. All board cells are in the level.
    fn corner(&self, at: Cell) -> Cell {
        let Size { width, height } = self.record.cell;
        let inside = Cell::new(at.x * width as i32, at.y * height as i32);
        self.place.bounds.min + Cell::new(1, 1) + inside
    }

    /// Returns the cells along a side of a board cell, from the left or from above.
    fn side(&self, at: Cell, side: Direction) -> Vec<Cell> {
        let Size { width, height } = self.record.cell;
        let (right, bottom) = (width as i32 - 1, height as i32 - 1);
        let corner = self.corner(at);
        let cells: Vec<Cell> = match side {
            Direction::North => (0..=right).map(|x| Cell::new(x, 0)).collect(),
            Direction::South => (0..=right).map(|x| Cell::new(x, bottom)).collect(),
            Direction::West => (0..=bottom).map(|y| Cell::new(0, y)).collect(),
            Direction::East => (0..=bottom).map(|y| Cell::new(right, y)).collect(),
        };
        cells.into_iter().map(|cell| corner + cell).collect()
    }

    /// Returns the socket next to a side of an outer board cell; of two middle cells, next to the left or
    /// upper one.
    fn socket_at(&self, at: Cell, side: Direction) -> Option<Cell> {
        let cells = self.side(at, side);
        cells.get((cells.len() - 1) / 2).map(|cell| cell.step(side))
    }

    /// Returns the sides of outer board cells at the edge of the board.
    fn outer_sides(&self) -> Vec<(Cell, Direction)> {
        let all = self.covered.rect().cells();
        let sides = all.flat_map(|at| Direction::ALL.map(|side| (at, side)));
        sides.filter(|(at, side)| self.covered.get(at.step(*side)).is_none()).collect()
    }

    fn sockets(&mut self) {
        let sockets = self.outer_sides().into_iter().filter_map(|(at, side)| self.socket_at(at, side));
        let wanted: BTreeSet<(i32, i32)> = sockets.map(|cell| (cell.y, cell.x)).collect();
        let found = self.place.sockets.iter().map(|socket| (socket.cell.y, socket.cell.x));
        if !found.eq(wanted) {
            let message =
                format!("{} does not list the sockets beside its outer board cells, row by row.", self.name);
            self.findings.add(Some(self.place.anchor), message);
        }
    }

    /// Checks that each card is as drawn, and returns the entities drawn into the cards.
    fn cards(&mut self, templates: &TemplateIndex<'a>) -> BTreeSet<DrawnThing<'a>> {
        let mut wanted = BTreeSet::new();
        let mut before = None;
        let record = self.record;
        for (number, card) in record.cards.iter().enumerate() {
            let drawn = match templates.get(&card.template) {
                Some(Ok(drawn)) if drawn.template.sockets.is_empty() && card.turn <= 3 => drawn,
                Some(Err(wrong)) => {
                    self.wrong_card(card, &format!("whose template {wrong}"));
                    continue;
                }
                found => {
                    self.wrong_card(
                        card,
                        match found {
                            None => "whose template the level lacks",
                            Some(_) => "which has sockets or is turned more than three quarters",
                        },
                    );
                    continue;
                }
            };
            let first = self.card(number, card, drawn, &mut wanted);
            if first.is_some() && first <= before {
                self.wrong_card(card, "which is not listed in the order of its first board cell");
            }
            before = first.or(before);
        }
        wanted
    }

    /// Covers the board cells of a card, and returns row and column of the first.
    fn card(
        &mut self,
        number: usize,
        card: &CardRecord,
        drawn: &CheckedTemplate<'a>,
        wanted: &mut BTreeSet<DrawnThing<'a>>,
    ) -> Option<(i32, i32)> {
        let cell = self.record.cell;
        let size = TemplateTurn::from(card).size(drawn.size);
        if size.area() == 0
            || !size.width.is_multiple_of(cell.width)
            || !size.height.is_multiple_of(cell.height)
        {
            self.wrong_card(card, "whose size is not a whole number of board cells");
            return None;
        }
        let board_cell = |turned: Cell| {
            let at = Cell::new(turned.x / cell.width as i32, turned.y / cell.height as i32);
            Some(Cell::new(card.at.x.checked_add(at.x)?, card.at.y.checked_add(at.y)?))
        };
        let nothing = &drawn.template.nothing;
        let (mut parts, mut left_out) = (BTreeSet::new(), BTreeSet::new());
        for (at, character) in &drawn.cells {
            let Some(at) = board_cell(turned(card, *at, drawn.size)) else {
                self.wrong_card(card, "which lies outside the board");
                return None;
            };
            if nothing.contains(character) {
                left_out.insert(at)
            } else {
                parts.insert((at.y, at.x))
            };
        }
        if parts.iter().any(|(y, x)| left_out.contains(&Cell::new(*x, *y))) {
            self.wrong_card(card, "of which a board cell is only partly empty");
            return None;
        }
        if parts.is_empty() {
            self.wrong_card(card, "which covers no board cell");
            return None;
        }
        for (y, x) in &parts {
            match self.covered.get_mut(Cell::new(*x, *y)) {
                Some(covered @ None) => *covered = Some(number),
                Some(Some(_)) => {
                    self.wrong_card(card, "which covers a board cell that another card covers");
                    return None;
                }
                None => {
                    self.wrong_card(card, "which lies outside the board");
                    return None;
                }
            }
        }
        // Inside the board, so that its cells are those of the level.
        let corner = self.corner(card.at);
        let in_level = |at: Cell| corner + turned(card, at, drawn.size);
        for (at, character) in drawn.cells.iter().filter(|(_, character)| !nothing.contains(character)) {
            if let Some(tile) = drawn.template.legend.get(character) {
                self.tile(in_level(*at), &tile.name, tile.walkable);
            }
        }
        wanted.extend(
            drawn.template.entities.iter().map(|entity| {
                (in_level(entity.cell), entity.kind.as_str(), entity.marker, &entity.properties)
            }),
        );
        parts.first().copied()
    }

    /// Checks that the frame is wall except for its sockets.
    fn frame(&mut self) {
        let bounds = self.place.bounds;
        let sockets: BTreeSet<Cell> = self.place.sockets.iter().map(|socket| socket.cell).collect();
        let (right, bottom) = (bounds.right() - 1, bounds.bottom() - 1);
        let level = (bounds.min.x..=right).flat_map(|x| [bounds.min.y, bottom].map(|y| Cell::new(x, y)));
        let upright = (bounds.min.y..=bottom).flat_map(|y| [bounds.min.x, right].map(|x| Cell::new(x, y)));
        let frame: BTreeSet<Cell> = level.chain(upright).collect();
        for cell in frame {
            if sockets.contains(&cell) {
                self.owner(cell);
            } else {
                self.tile(cell, "wall", false);
            }
        }
    }

    fn gaps(&mut self) {
        let gap = self.covered.iter().find(|(_, card)| card.is_none()).map(|(at, _)| at);
        if let Some(at) = gap {
            let message = format!("no card of {} covers its board cell {}.", self.name, names::cell(at));
            self.findings.add(Some(self.corner(at)), message);
        }
    }

    /// Returns whether a side is open, and whether its middle is, according to the tiles of the level.
    fn opening(&self, at: Cell, side: Direction) -> (bool, bool) {
        let cells = self.side(at, side);
        let is_open = |cell: &Cell| self.walk_map.is_walkable(*cell);
        let (first, last) = ((cells.len() - 1) / 2, cells.len() / 2);
        let middle = [first, last].into_iter().filter_map(|index| cells.get(index));
        (cells.iter().any(is_open), middle.clone().all(is_open))
    }

    /// Checks the sides at which cards meet, and those at the edge of the board.
    fn sides(&mut self) {
        let used: BTreeSet<Cell> =
            self.place.sockets.iter().filter(|socket| socket.passage.is_some()).map(|s| s.cell).collect();
        for at in self.covered.rect().cells() {
            for side in Direction::ALL {
                let next = at.step(side);
                let (open, in_middle) = self.opening(at, side);
                let other = self.covered.get(next).copied();
                // Within a card, authors draw whatever they like.
                if other.is_some_and(|other| Some(&other) == self.covered.get(at)) {
                    continue;
                }
                let wanted = match other {
                    Some(_) => self.opening(next, side.opposite()).0,
                    None => self.socket_at(at, side).is_some_and(|socket| used.contains(&socket)),
                };
                if open != in_middle {
                    self.wrong_side(at, side, "is open, but not in its middle");
                } else if open != wanted {
                    self.wrong_side(at, side, if open { "is open, but closed behind" } else { "is closed" });
                }
            }
        }
    }

    /// Checks the sides that can be crossed one way only.
    fn drops(&mut self) {
        let drops = &self.record.drops;
        if drops.is_empty() {
            return;
        }
        if !drops.is_sorted_by_key(|drop| (drop.from.y, drop.from.x, drop.to.y, drop.to.x)) {
            self.findings
                .add(Some(self.place.anchor), format!("{} does not list its drops row by row.", self.name));
        }
        let mut known = BTreeSet::new();
        for DropRecord { from, to } in drops {
            let (from, to) = (*from, *to);
            let side = Direction::ALL.into_iter().find(|side| {
                self.covered.get(from).is_some() && from.step(*side) == to && *side != Direction::North
            });
            let is_right = side.is_some_and(|side| {
                let cards = [from, to].map(|at| self.covered.get(at).copied().flatten());
                cards[0].is_some()
                    && cards[1].is_some()
                    && cards[0] != cards[1]
                    && self.opening(from, side).1
                    && self.opening(to, side.opposite()).1
            });
            if !is_right || !known.insert((from, to)) || known.contains(&(to, from)) {
                self.wrong("drop", self.place.anchor, |name, _| {
                    let (from, to) = (names::cell(from), names::cell(to));
                    format!("{name} has no drop from the board cell {from} to {to}.")
                });
                return;
            }
        }
        self.leads_everywhere(|drop| (drop.to, drop.from), "cannot be reached from the rest");
        self.leads_everywhere(|drop| (drop.from, drop.to), "has no way back to the rest");
    }

    /// Checks that ledges and chutes lie only at drops.
    fn drop_ends(&mut self, templates: &TemplateIndex<'a>) {
        let drops: BTreeSet<(Cell, Cell)> =
            self.record.drops.iter().map(|drop| (drop.from, drop.to)).collect();
        for at in self.covered.rect().cells() {
            let card = self.covered.get(at).copied().flatten();
            let Some(Some(Ok(drawn))) =
                card.and_then(|card| self.record.cards.get(card)).map(|card| templates.get(&card.template))
            else {
                continue;
            };
            for side in Direction::ALL {
                let next = at.step(side);
                let is_inner = self.covered.get(next).copied().flatten() == card;
                let cells = self.side(at, side);
                let is_all = |name: &str| {
                    let middle = cells.iter().skip((cells.len() - 1) / 2).take(2 - cells.len() % 2);
                    let mut tiles = middle.map(|cell| self.walk_map.tile(*cell));
                    !name.is_empty() && tiles.all(|tile| tile.is_some_and(|tile| tile.name == name))
                };
                let is_wrong = (is_all(&drawn.template.ledge) && !drops.contains(&(at, next)))
                    || (is_all(&drawn.template.chute) && !drops.contains(&(next, at)));
                if is_wrong && !is_inner {
                    self.wrong_side(at, side, "shows a drop, but there is none");
                }
            }
        }
    }

    /// Checks that all cells are reached from the first, if the steps of drops in one direction are left out.
    fn leads_everywhere(&mut self, left_out: fn(&DropRecord) -> (Cell, Cell), otherwise: &str) {
        let drops: BTreeSet<(Cell, Cell)> = self.record.drops.iter().map(left_out).collect();
        let own = OwnedBy::Place(self.place.id);
        let is_own = |cell: Cell| self.walk_map.is_walkable(cell) && self.walk_map.owner(cell) == own;
        let corner = self.place.bounds.min + Cell::new(1, 1);
        let Size { width, height } = self.record.cell;
        let board_cell = |cell: Cell| {
            let at = cell - corner;
            Cell::new(at.x.div_euclid(width as i32), at.y.div_euclid(height as i32))
        };
        let cells: BTreeSet<Cell> = self.place.bounds.cells().filter(|cell| is_own(*cell)).collect();
        let mut left = cells.clone();
        let mut waiting: Vec<Cell> = left.pop_first().into_iter().collect();
        while let Some(at) = waiting.pop() {
            for near in self.walk_map.level.movement.beside(at) {
                if !drops.contains(&(board_cell(at), board_cell(near))) && left.remove(&near) {
                    waiting.push(near);
                }
            }
        }
        if let Some(cell) = left.first() {
            let cell = *cell;
            self.wrong("drops", cell, |name, at| {
                format!("in {name} the cell {at} {otherwise}, because of drops.")
            });
        }
    }

    fn owner(&mut self, cell: Cell) {
        if self.walk_map.owner(cell) != OwnedBy::Place(self.place.id) {
            let owner = names::owner(self.walk_map.level, self.walk_map.owner(cell));
            self.wrong("owner", cell, |name, at| format!("the cell {at} of {name} belongs to {owner}."));
        }
    }

    fn tile(&mut self, cell: Cell, wanted: &str, walkable: bool) {
        self.owner(cell);
        let found = self.walk_map.tile(cell);
        if found.is_none_or(|found| found.name != wanted || found.walkable != walkable) {
            let found = found.map_or("nothing known", |tile| tile.name.as_str());
            self.wrong("tile", cell, |name, at| {
                format!("on the board of {name} there is {found} at {at}, but there should be {wanted}.")
            });
        }
    }

    fn wrong_card(&mut self, card: &CardRecord, what: &str) {
        self.wrong("card", self.place.anchor, |name, _| {
            let at = names::cell(card.at);
            format!("on the board of {name} lies \"{}\" at board cell {at}, {what}.", card.template)
        });
    }

    fn wrong_side(&mut self, at: Cell, side: Direction, what: &str) {
        self.wrong("side", self.corner(at), |name, _| {
            format!("the {} side of the board cell {} of {name} {what}.", side.name(), names::cell(at))
        });
    }

    fn wrong(&mut self, kind: &'static str, cell: Cell, message: impl FnOnce(Name, &str) -> String) {
        let kind = (kind, i64::from(self.place.id.0), 1);
        self.findings.add_one_of_many(kind, Some(cell), || message(self.name, &names::cell(cell)));
    }
}
