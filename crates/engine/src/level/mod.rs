//! The finished level as a value: what is exported, read by games, and proved by `verify`.
//!
//! The fields are those of the file format; see the README for a table of them.

mod grids;
mod ids;
mod older;
mod record;
mod populated;
mod report;
mod template;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::{Cell, Color, Grid, Rect, Seed, SharedGrid, Size};
use crate::mission::{Attributes, Door, EdgeId, NodeId, NodeRole, Technique};
use crate::settings::{Movement, Roll};

pub use ids::{OwnedBy, Owner, PassageId, PlaceId};
pub use populated::{PassRecord, PlacedKind};
pub use record::{
    EdgeMeaning, EdgeRecord, MissionRecord, NodeLinks, NodeMeaning, NodeRecord, TechniqueChoice,
};
pub use report::{Break, Promise, PromiseResult, Report};
pub use template::{SpecialSocket, Template, TemplateEntity};

/// A level, complete: a game needs nothing else, and neither does the checker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// The version of the format; see [`Level::FORMAT`].
    pub format: u32,
    /// Program and version that made it.
    pub generator: String,
    /// The name of the grammar.
    pub grammar: String,
    /// The seed of the run.
    pub seed: Seed,
    /// What was made anew after that, one roll after the other, with places that were kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Roll>,
    /// In cells.
    pub width: u32,
    /// In cells.
    pub height: u32,
    /// Which steps a walker can take.
    pub movement: Movement,
    /// What each character of `tiles` stands for.
    pub legend: BTreeMap<char, Tile>,
    /// `height` rows of `width` characters, top row first.
    #[serde(with = "grids::rows")]
    pub tiles: SharedGrid<char>,
    /// To whom each cell belongs: 0 nobody, n place n, −n passage n. In files each row is a list of `[owner, run]`.
    #[serde(with = "grids::runs")]
    pub owners: SharedGrid<Owner>,
    /// What is drawn over the tiles, from the lowest to the uppermost layer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<Layer>,
    /// The places; the one with id n is at index n − 1.
    pub places: Vec<Place>,
    /// The passages; the one with id n is at index n − 1.
    pub passages: Vec<Passage>,
    /// What lies or stands in the level.
    pub entities: Vec<Entity>,
    /// The room templates that the level uses, as authored.
    pub templates: BTreeMap<String, Template>,
    /// Where two passages cross.
    pub bridges: Vec<Bridge>,
    /// The passes of the grammar that have run, in their order, with what they placed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub populate: Vec<PassRecord>,
    /// The mission that the level realises.
    pub mission: MissionRecord,
    /// The promises, as they were found when the level was made.
    pub report: Report,
}

impl Level {
    /// The version of the format that this program writes. It reads the versions before it too.
    pub const FORMAT: u32 = 2;

    /// What this program writes as the generator of its levels.
    pub const GENERATOR: &str = concat!("delvewright ", env!("CARGO_PKG_VERSION"));

    /// The place of that id.
    pub fn place(&self, id: PlaceId) -> Option<&Place> {
        self.places.get(id.index())
    }

    /// The passage of that id.
    pub fn passage(&self, id: PassageId) -> Option<&Passage> {
        self.passages.get(id.index())
    }

    /// To whom a cell belongs; outside the level to nobody.
    pub fn owner(&self, cell: Cell) -> Owner {
        self.owners.get(cell).copied().unwrap_or_default()
    }

    /// What lies on a cell; `None` outside the level, and where the legend lacks the character.
    pub fn tile(&self, cell: Cell) -> Option<&Tile> {
        self.tiles.get(cell).and_then(|tile| self.legend.get(tile))
    }

    /// What one sees on a cell: what the uppermost layer that has something there draws, else the tile.
    pub fn seen(&self, cell: Cell) -> Option<&Tile> {
        let drawn = self.layers.iter().rev().filter_map(|layer| layer.tiles.get(cell));
        let drawn = drawn.filter(|tile| **tile != Layer::NOTHING).find_map(|tile| self.legend.get(tile));
        drawn.or_else(|| self.tile(cell))
    }

    /// Can one walk on the cell? Not outside the level.
    pub fn is_walkable(&self, cell: Cell) -> bool {
        is_walkable(&self.tiles, &self.legend, cell)
    }
}

/// Can one walk on the cell, given what each character stands for? Not outside the grid.
pub fn is_walkable(tiles: &Grid<char>, legend: &BTreeMap<char, Tile>, cell: Cell) -> bool {
    tiles.get(cell).and_then(|tile| legend.get(tile)).is_some_and(|tile| tile.walkable)
}

/// What lies on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tile {
    /// Such as "wall", "floor", "door".
    pub name: String,
    /// Can one walk on it?
    pub walkable: bool,
    /// The colour on the canvas and in pictures.
    #[serde(default)]
    pub color: Color,
}

/// Decoration over the tiles, such as grass or rubble. It changes neither where one can walk nor what the tiles of a room are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layer {
    /// No two layers of a level have the same.
    pub name: String,
    /// For each cell of the level a character of its legend, or [`Layer::NOTHING`].
    #[serde(with = "grids::rows")]
    pub tiles: SharedGrid<char>,
}

impl Layer {
    /// Stands where a layer has nothing, and the tile of the level shows.
    pub const NOTHING: char = ' ';

    /// A layer with nothing in it.
    pub fn empty(name: &str, size: Size) -> Self {
        Self { name: name.to_owned(), tiles: Grid::filled(size, Self::NOTHING).into() }
    }
}

/// A mission node that became an area of tiles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// From 1.
    pub id: PlaceId,
    /// The mission node.
    pub node: NodeId,
    /// Its symbol's name.
    pub symbol: String,
    /// What it means for finishing the level, if anything.
    pub role: Option<NodeRole>,
    /// How it was formed.
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
    /// For rooms: were left and right changed?
    pub flip: bool,
    /// For rooms and boards: all sockets, used or not.
    pub sockets: Vec<Socket>,
    /// For places that are laid with cards: which cards lie where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardRecord>,
    /// Is it a plain hall because no room or card could be used for it?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stand_in: bool,
    /// So many of its cells passes made wall.
    #[serde(default, skip_serializing_if = "populated::is_zero")]
    pub walled: u32,
}

/// The board of a place: cards within a frame of wall, which is one cell wide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardRecord {
    /// How many board cells there are from left to right, and from top to bottom.
    pub cells: Size,
    /// Width and height of a board cell, in cells of the level.
    pub cell: Size,
    /// What covers it, in the order of the first board cell that each card covers, row by row.
    pub cards: Vec<CardRecord>,
    /// Where one can go from one board cell to the next, but not back; row by row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drops: Vec<DropRecord>,
}

/// An open side between two board cells that can be crossed one way only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DropRecord {
    /// The board cell that one leaves.
    pub from: Cell,
    /// The board cell beside or below it.
    pub to: Cell,
}

/// A card on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardRecord {
    /// The name of the template in [`Level::templates`].
    pub template: String,
    /// The board cell at the top left corner of its picture, as it was turned.
    pub at: Cell,
    /// Quarter turns clockwise, 0 to 3, after the flip.
    #[serde(default, skip_serializing_if = "is_upright")]
    pub turn: u8,
    /// Were left and right changed?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flip: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_upright(turn: &u8) -> bool {
    *turn == 0
}

/// Where a room could have a door.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Socket {
    /// Its cell in the level.
    pub cell: Cell,
    /// The id of the passage that uses it; none: it is blocked.
    pub passage: Option<PassageId>,
}

/// A mission edge that one can walk through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// From 1.
    pub id: PassageId,
    /// The mission edge.
    pub edge: EdgeId,
    /// Its symbol's name.
    pub symbol: String,
    /// The id of the place where it begins.
    pub from: PlaceId,
    /// The id of the place where it ends.
    pub to: PlaceId,
    /// How it was realised.
    pub kind: PassageForm,
    /// The sockets of rooms through which it enters.
    pub doors: Vec<Cell>,
    /// Can it be walked only from `from` to `to`?
    pub one_way: bool,
    /// What its doors are.
    #[serde(default, skip_serializing_if = "Door::is_plain")]
    pub door: Door,
    /// The cells across it on which its door lies, if that is not plain and it enters no room.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub threshold: Vec<Cell>,
    /// The kind of sockets that it uses in rooms that have some of that kind; none: it uses sockets without a kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub socket: Option<String>,
    /// What must be opened to walk through it: a lock for each end at which a place with the role Lock lies. A walker who comes out of such a place holds its key already.
    #[serde(alias = "locked_by", deserialize_with = "older::locks")]
    pub locks: Vec<Lock>,
}

/// What one end of a passage needs before a walker can go through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lock {
    /// The id of the locked place.
    pub place: PlaceId,
    /// The end of the passage at which it lies.
    pub end: PassageEnd,
    /// The ids of the entities that open it, ascending; empty: nothing does.
    pub keys: Vec<u32>,
    /// How many of them a walker must hold.
    pub needed: u32,
}

/// One of the two ends of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PassageEnd {
    /// Where it begins.
    From,
    /// Where it arrives.
    To,
}

impl Passage {
    /// Both ends, each with the id of its place.
    pub fn ends(&self) -> [(PassageEnd, PlaceId); 2] {
        [(PassageEnd::From, self.from), (PassageEnd::To, self.to)]
    }
}

/// How a passage was realised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PassageForm {
    /// By cells of its own.
    Corridor,
    /// By two places that touch.
    Open,
    /// By one cell, the opening in the wall between two places.
    Doorway,
}

impl PassageForm {
    /// Does such a passage own cells?
    pub const fn owns_cells(self) -> bool {
        match self {
            Self::Corridor | Self::Doorway => true,
            Self::Open => false,
        }
    }
}

/// What lies or stands in the level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entity {
    /// From 1.
    pub id: u32,
    /// Its symbol's name.
    pub kind: String,
    /// Its cell.
    pub at: Cell,
    /// The id of the place in which it lies.
    pub place: PlaceId,
    /// The mission node, where it stems from one.
    pub node: Option<NodeId>,
    /// The ids of the places that it opens.
    pub opens: Vec<PlaceId>,
    /// Values of its symbol, handed on to the game.
    pub properties: Attributes,
    /// Is it a spot for the scripts of the game, which nobody sees?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub marker: bool,
    /// The name of the pass that placed it, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<String>,
    /// Is it in the way, so that nobody can walk on its cell? The promises hold all the same.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub solid: bool,
}

/// A cell where one passage crosses another; a walker crosses it only straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bridge {
    /// The cell.
    pub at: Cell,
    /// The id of the passage to which the cell belongs.
    pub over: PassageId,
    /// The id of the passage that goes on under it.
    pub under: PassageId,
}
