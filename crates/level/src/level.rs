//! The finished level as a value. Delvewright fills and exports it, games read it, and `verify` proves it.
//!
//! The fields are those of the file format; docs/reference/level.md of Delvewright specifies them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::color::Color;
use crate::grid::{Cell, Grid, Rect, Size};
use crate::grids;
use crate::ids::{EdgeId, EntityId, Keys, NodeId, Owner, PassageId, PlaceId};
use crate::kinds::{Door, Movement, NodeRole, Technique};
use crate::mission::MissionRecord;
use crate::older;
use crate::pass_record::PassRecord;
use crate::report::Report;
use crate::roll::Roll;
use crate::seed::Seed;
use crate::shared_grid::SharedGrid;
use crate::template::Template;
use crate::theme::LevelThemes;
use crate::value::Attributes;

/// A complete level: a game needs nothing else, and neither does the checker.
///
/// [`Level::from_json`] and [`Level::from_ron`] return levels whose fields agree. For a level from another
/// reader, such as an asset loader, call [`Level::brought_up_to_date`] and [`Level::check`]. Nothing in this
/// crate panics on a level whose fields disagree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Level {
    /// The version of the format; see [`Level::FORMAT`].
    pub format: u32,
    /// Program and version that made it.
    pub generator: String,
    /// The name of the grammar.
    pub grammar: String,
    /// The seed of the run.
    pub seed: Seed,
    /// The rolls after that, in their order: each kept some places and made the rest again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Roll>,
    /// The values of the grammar's variables, with which the level was made.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub variables: BTreeMap<String, i64>,
    /// In cells.
    pub width: u32,
    /// In cells.
    pub height: u32,
    /// The steps that a walker can take.
    pub movement: Movement,
    /// The meaning of each character of `tiles` and layers.
    pub legend: BTreeMap<char, Tile>,
    /// `height` rows of `width` characters, top row first.
    #[serde(with = "grids::rows")]
    pub tiles: SharedGrid<char>,
    /// The owner of each cell: 0 nobody, n place n, −n passage n. In files each row is a list of `[owner, run]`.
    #[serde(with = "grids::runs")]
    pub owners: SharedGrid<Owner>,
    /// The decoration over the tiles, from the lowest to the uppermost layer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<Layer>,
    /// The places; the one with id n is at index n − 1.
    pub places: Vec<Place>,
    /// The passages; the one with id n is at index n − 1.
    pub passages: Vec<Passage>,
    /// The things that lie or stand in the level; the one with id n is at index n − 1.
    pub entities: Vec<Entity>,
    /// The rooms and cards that the level uses, as authored, by name.
    pub templates: BTreeMap<String, Template>,
    /// The cells where two passages cross.
    pub bridges: Vec<Bridge>,
    /// The passes of the grammar that have run, in their order, with everything that they placed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub populate: Vec<PassRecord>,
    /// The themes that pictures draw it with.
    #[serde(default, skip_serializing_if = "LevelThemes::is_empty")]
    pub themes: LevelThemes,
    /// The mission that the level realises.
    pub mission: MissionRecord,
    /// The promises, as they were found when the level was made.
    pub report: Report,
}

impl Level {
    /// The version of the format that this version of Delvewright writes. It also reads all versions before.
    pub const FORMAT: u32 = 2;

    /// The generator that this version of Delvewright writes into its levels.
    pub const GENERATOR: &str = concat!("delvewright ", env!("CARGO_PKG_VERSION"));
}

/// Returns `true` if the tile of the cell is walkable by that legend. Cells outside the grid are not.
pub fn is_walkable(tiles: &Grid<char>, legend: &BTreeMap<char, Tile>, cell: Cell) -> bool {
    tiles.get(cell).and_then(|tile| legend.get(tile)).is_some_and(|tile| tile.walkable)
}

/// The content of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Tile {
    /// Such as "wall", "floor", "door".
    pub name: String,
    /// `true` if a player can walk on it.
    pub walkable: bool,
    /// The colour on the canvas and in pictures.
    #[serde(default)]
    pub color: Color,
}

impl Tile {
    /// The name of the tile that walls have; every legend contains it.
    pub const WALL: &str = "wall";
}

/// Decoration over the tiles, such as grass or rubble. It changes neither where one can walk nor what the
/// tiles of a room are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Layer {
    /// No two layers of a level have the same.
    pub name: String,
    /// For each cell of the level a character of its legend, or [`Layer::NOTHING`].
    #[serde(with = "grids::rows")]
    pub tiles: SharedGrid<char>,
    /// Width and height of the things of several cells, by their character. Each cell of such a thing has it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sizes: BTreeMap<char, Size>,
}

impl Layer {
    /// The character of cells where a layer has nothing, so that the tile of the level shows.
    pub const NOTHING: char = ' ';

    /// Returns a layer with nothing in it.
    pub fn empty(name: &str, size: Size) -> Self {
        let tiles = Grid::filled(size, Self::NOTHING).into();
        Self { name: name.to_owned(), tiles, sizes: BTreeMap::new() }
    }

    /// Returns the things of several cells, row by row: their characters, and the rectangles that they cover.
    ///
    /// The first cell of a thing, row by row, is its upper left one. Cells that belong to no whole thing are
    /// left out.
    pub fn large_things(&self) -> Vec<(char, Rect)> {
        self.tiles.blocks(self.drawn(), &self.sizes)
    }

    /// Returns the cells where the layer has something, row by row, with the characters there.
    pub fn drawn(&self) -> impl Iterator<Item = (Cell, char)> {
        // Layers are mostly empty, so whole groups of cells are skipped.
        const GROUP: usize = 16;
        let is_empty = |group: &[char]| {
            group.iter().fold(0, |bits, tile| bits | (*tile as u32 ^ Self::NOTHING as u32)) == 0
        };
        (0..).zip(self.tiles.rows()).flat_map(move |(y, row)| {
            let groups = (0_i32..).step_by(GROUP).zip(row.chunks(GROUP));
            let cells = groups
                .filter(move |(_, group)| !is_empty(group))
                .flat_map(move |(x, group)| (x..).zip(group).map(move |(x, tile)| (Cell::new(x, y), *tile)));
            cells.filter(|(_, tile)| *tile != Self::NOTHING)
        })
    }
}

/// A mission node that became an area of tiles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Place {
    /// From 1.
    pub id: PlaceId,
    /// The mission node.
    pub node: NodeId,
    /// The name of its symbol.
    pub symbol: String,
    /// The meaning for finishing the level, if it has one.
    pub role: Option<NodeRole>,
    /// The technique that formed it.
    pub technique: Technique,
    /// A walkable cell of the place, in its middle if that is walkable.
    pub anchor: Cell,
    /// The smallest rectangle that holds all its cells.
    pub bounds: Rect,
    /// Values of its symbol, handed on to the game.
    pub attributes: Attributes,
    /// For rooms: the name of the template in [`Level::templates`].
    pub template: Option<String>,
    /// For rooms: quarter turns clockwise, 0 to 3, after the flip.
    pub turn: u8,
    /// For rooms: `true` if left and right were swapped.
    pub flip: bool,
    /// For rooms and boards: all sockets, used or not.
    pub sockets: Vec<Socket>,
    /// For places that are laid with cards: the cards and their positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardRecord>,
    /// `true` if it is a plain hall because no room or card could be used for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stand_in: bool,
    /// Number of its cells that passes made wall.
    #[serde(default, skip_serializing_if = "crate::is_zero")]
    pub walled: u32,
}

/// The board of a place: cards within a frame of wall, which is one cell wide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct BoardRecord {
    /// Columns and rows of board cells.
    pub cells: Size,
    /// Width and height of a board cell, in cells of the level.
    pub cell: Size,
    /// The cards that cover it, in the order of the first board cell that each covers, row by row.
    pub cards: Vec<CardRecord>,
    /// The sides between board cells that can be crossed one way only, row by row. Every board cell can be reached
    /// from every other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drops: Vec<DropRecord>,
}

/// An open side between two board cells that can be crossed one way only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DropRecord {
    /// The board cell that one leaves.
    pub from: Cell,
    /// The board cell beside or below it.
    pub to: Cell,
}

/// A card on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CardRecord {
    /// The name of the template in [`Level::templates`].
    pub template: String,
    /// The board cell at the top left corner of its picture, as it was turned.
    pub at: Cell,
    /// Quarter turns clockwise, 0 to 3, after the flip.
    #[serde(default, skip_serializing_if = "is_upright")]
    pub turn: u8,
    /// `true` if left and right were swapped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flip: bool,
}

fn is_upright(turn: &u8) -> bool {
    *turn == 0
}

/// A cell where a room could have a door.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Socket {
    /// The cell in the level.
    pub cell: Cell,
    /// The id of the passage that uses it; none: it is blocked.
    pub passage: Option<PassageId>,
}

/// A mission edge that a player can walk through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Passage {
    /// From 1.
    pub id: PassageId,
    /// The mission edge.
    pub edge: EdgeId,
    /// The name of its symbol.
    pub symbol: String,
    /// The id of the place where it begins.
    pub from: PlaceId,
    /// The id of the place where it ends.
    pub to: PlaceId,
    /// The form in which it was realised.
    pub kind: PassageForm,
    /// The sockets of rooms through which it enters.
    pub doors: Vec<Cell>,
    /// `true` if it can be walked only from `from` to `to`.
    pub one_way: bool,
    /// The kind of its doors.
    #[serde(default, skip_serializing_if = "Door::is_plain")]
    pub door: Door,
    /// The one of two `doors` that is open floor, because the other suffices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<Cell>,
    /// The cells across it on which its door lies, if that is not plain and it enters no room.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub threshold: Vec<Cell>,
    /// The kind of sockets that it uses in rooms that have some of that kind; none: it uses sockets without a kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub socket: Option<String>,
    /// The locks on the way through it: one for each end at which a place with the role Lock lies. A walker
    /// who comes out of such a place holds its key already.
    #[serde(alias = "locked_by", deserialize_with = "older::locks")]
    pub locks: Vec<Lock>,
}

/// The keys that one end of a passage needs before a walker can go through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Lock {
    /// The id of the locked place.
    pub place: PlaceId,
    /// The end of the passage at which it lies.
    pub end: PassageEnd,
    /// The ids of the entities that open it, ascending; empty: nothing does.
    pub keys: Vec<EntityId>,
    /// The number of them that a walker must hold.
    pub needed: u32,
}

impl Lock {
    /// Returns `true` if these keys open it.
    pub fn is_opened_by(&self, keys: &Keys) -> bool {
        let held = self.keys.iter().filter(|key| keys.contains(*key)).count();
        u32::try_from(held).is_ok_and(|held| held >= self.needed)
    }
}

/// One of the two ends of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PassageEnd {
    /// The place where the passage begins.
    From,
    /// The place where the passage ends.
    To,
}

impl Passage {
    /// Returns both ends, each with the id of its place.
    pub fn ends(&self) -> [(PassageEnd, PlaceId); 2] {
        [(PassageEnd::From, self.from), (PassageEnd::To, self.to)]
    }

    /// Returns the cells of its doors: sockets of rooms and the threshold, without gaps.
    pub fn door_cells(&self) -> impl DoubleEndedIterator<Item = Cell> + Clone {
        let has_door = |cell: &Cell| self.door != Door::Gap && self.gap != Some(*cell);
        self.doors.iter().chain(&self.threshold).copied().filter(has_door)
    }

    /// Returns the place at its other end.
    pub fn other_end(&self, place: PlaceId) -> Option<PlaceId> {
        if place == self.from {
            Some(self.to)
        } else if place == self.to {
            Some(self.from)
        } else {
            None
        }
    }
}

/// The form in which a passage was realised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum PassageForm {
    /// By cells of its own.
    Corridor,
    /// By two places that touch.
    Open,
    /// By one cell, the opening in the wall between two places.
    Doorway,
}

impl PassageForm {
    /// Returns `true` if such a passage owns cells.
    pub const fn owns_cells(self) -> bool {
        match self {
            Self::Corridor | Self::Doorway => true,
            Self::Open => false,
        }
    }
}

/// A thing that lies or stands in the level, such as a key, a chest or a foe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Entity {
    /// From 1.
    pub id: EntityId,
    /// The name of its symbol.
    pub kind: String,
    /// The cell where it lies or stands.
    pub at: Cell,
    /// The id of the place in which it lies.
    pub place: PlaceId,
    /// The mission node that it stems from, if there is one.
    pub node: Option<NodeId>,
    /// The ids of the places that it opens.
    pub opens: Vec<PlaceId>,
    /// Values of its symbol, handed on to the game.
    pub properties: Attributes,
    /// `true` if it is a spot for the scripts of the game, which nobody sees.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub marker: bool,
    /// The name of the pass that placed it, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<String>,
    /// `true` if it is in the way, so that nobody can walk on its cell. The promises hold all the same.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub solid: bool,
}

/// A cell where one passage crosses another; a walker on it goes straight on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Bridge {
    /// The cell.
    pub at: Cell,
    /// The id of the passage to which the cell belongs.
    pub over: PassageId,
    /// The id of the passage that goes on under it.
    pub under: PassageId,
}
