//! The level: tiles, places, passages, entities, and what belongs to them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::{EdgeId, EntityId, Keys, NodeId, Owner, PassageId, PlaceId};
use crate::mission::{Mission, NodeRole, Roll, Technique};
use crate::populate::PassRecord;
use crate::report::Report;
use crate::template::Template;
use crate::values::{Attributes, Cell, Color, Rect, Seed, Size, is_zero};

/// A level as Delvewright exports it in RON and JSON.
///
/// [`Level::from_json`] and [`Level::from_ron`] give levels that agree with themselves. What a reader of its own makes, such as an asset loader, [`Level::check`] can be asked about; nothing here panics on it either way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Level {
    /// The version of the format; see [`Level::FORMAT`].
    pub format: u32,
    /// Program and version that made it.
    pub generator: String,
    /// The name of the grammar.
    pub grammar: String,
    /// The same grammar, seed and version make the same level.
    pub seed: Seed,
    /// What was made anew after that, one roll after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Roll>,
    /// In cells.
    pub width: u32,
    /// In cells.
    pub height: u32,
    /// Which steps a walker can take.
    pub movement: Movement,
    /// What each character of `tiles` and layers stands for.
    pub legend: BTreeMap<char, Tile>,
    /// `height` rows of `width` characters, top row first.
    pub tiles: Vec<String>,
    /// To whom the cells belong: each row as runs of an owner and how many cells.
    pub owners: Vec<Vec<(Owner, u32)>>,
    /// What is drawn over the tiles, from the lowest to the uppermost layer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<Layer>,
    /// The one with id n is at index n − 1; see [`Level::place`].
    pub places: Vec<Place>,
    /// The one with id n is at index n − 1; see [`Level::passage`].
    pub passages: Vec<Passage>,
    /// The one with id n is at index n − 1; see [`Level::entity`].
    pub entities: Vec<Entity>,
    /// The rooms and cards that it uses, as drawn, by name.
    pub templates: BTreeMap<String, Template>,
    /// Where two passages cross.
    pub bridges: Vec<Bridge>,
    /// The passes that have run, in their order, with what they placed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub populate: Vec<PassRecord>,
    /// The graph that the level realises.
    pub mission: Mission,
    /// The promises, as they were found when the level was made.
    pub report: Report,
}

/// Which steps a walker can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Movement {
    /// Up, down, left and right.
    Cardinal,
    /// The diagonals too, even between two walls that touch at a corner.
    EightWay,
}

/// What lies on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tile {
    /// Such as "wall", "floor", "door", "gate", "drop", "secret door", or a name of the author.
    pub name: String,
    /// Can one walk on it?
    pub walkable: bool,
    /// As the author chose it.
    #[serde(default)]
    pub color: Color,
}

/// Decoration over the tiles. It changes nothing of where one can walk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layer {
    /// No two layers of a level have the same.
    pub name: String,
    /// For each cell a character of the legend, or a blank where the layer has nothing.
    pub tiles: Vec<String>,
}

impl Layer {
    /// Stands where a layer has nothing, and what lies below shows.
    pub const NOTHING: char = ' ';
}

/// An area of tiles that a node of the mission became.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// From 1.
    pub id: PlaceId,
    /// The node of the mission.
    pub node: NodeId,
    /// The name of its symbol in the grammar.
    pub symbol: String,
    /// What it means for finishing the level, if anything.
    #[serde(default)]
    pub role: Option<NodeRole>,
    /// How it was formed.
    pub technique: Technique,
    /// A walkable cell of it, in its middle if that is walkable.
    pub anchor: Cell,
    /// The smallest rectangle around its cells, walls and all.
    pub bounds: Rect,
    /// Values of the author.
    pub attributes: Attributes,
    /// Of rooms: their name in [`Level::templates`].
    #[serde(default)]
    pub template: Option<String>,
    /// Of rooms: quarter turns clockwise, 0 to 3, after the flip.
    pub turn: u8,
    /// Of rooms: were left and right changed?
    pub flip: bool,
    /// Of rooms and boards: where there could be doors.
    pub sockets: Vec<Socket>,
    /// Of places that are laid with cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// Is it a plain hall because no room or card could be used?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stand_in: bool,
    /// So many of its cells passes made wall.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub walled: u32,
}

/// Where a room could have a door.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Socket {
    /// Its cell in the level.
    pub cell: Cell,
    /// The passage that uses it; none: it is blocked.
    #[serde(default)]
    pub passage: Option<PassageId>,
}

/// Cards side by side within a frame of wall, which is one cell wide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// Columns and rows of board cells.
    pub cells: Size,
    /// The size of a board cell, in cells of the level.
    pub cell: Size,
    /// What covers it.
    pub cards: Vec<Card>,
    /// Where one can go from one board cell to the next, but not back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drops: Vec<BoardDrop>,
}

/// A card on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// Its name in [`Level::templates`].
    pub template: String,
    /// The board cell at the top left of its picture, as it lies.
    pub at: Cell,
    /// Quarter turns clockwise, 0 to 3, after the flip.
    #[serde(default, skip_serializing_if = "is_upright")]
    pub turn: u8,
    /// Were left and right changed?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flip: bool,
}

fn is_upright(turn: &u8) -> bool {
    *turn == 0
}

/// A side between two board cells that can be crossed one way only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardDrop {
    /// The board cell that one leaves.
    pub from: Cell,
    /// The board cell beside or below it.
    pub to: Cell,
}

/// A way between two places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// From 1.
    pub id: PassageId,
    /// The edge of the mission.
    pub edge: EdgeId,
    /// The name of its symbol in the grammar.
    pub symbol: String,
    /// The place where it begins.
    pub from: PlaceId,
    /// The place where it ends.
    pub to: PlaceId,
    /// How it was realised.
    pub kind: PassageKind,
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
    /// The kind of sockets that it uses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub socket: Option<String>,
    /// What a walker needs to go through: an entry for each locked end.
    pub locks: Vec<Lock>,
}

impl Passage {
    /// The cells of its doors: sockets of rooms, and the threshold.
    pub fn door_cells(&self) -> impl Iterator<Item = Cell> {
        self.doors.iter().chain(&self.threshold).copied()
    }

    /// The place at its other end.
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

/// How a passage was realised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PassageKind {
    /// By cells of its own.
    Corridor,
    /// By two places that touch.
    Open,
    /// By one cell of its own, the opening in the wall between two places.
    Doorway,
}

/// What the doors of a passage are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Door {
    /// A door into a room, and nothing between other places.
    #[default]
    Plain,
    /// Such as one that a key opens.
    Gate,
    /// An edge from which one drops down and does not get back up.
    Drop,
    /// A door that has to be found.
    Secret,
}

impl Door {
    /// Is it what a passage has that does not say it?
    pub fn is_plain(&self) -> bool {
        *self == Self::Plain
    }
}

/// What one end of a passage needs before a walker goes through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lock {
    /// The locked place.
    pub place: PlaceId,
    /// The end of the passage at which it lies.
    pub end: PassageEnd,
    /// The entities that open it; none: nothing does.
    pub keys: Vec<EntityId>,
    /// How many of them it takes.
    pub needed: u32,
}

impl Lock {
    /// Do these keys open it?
    pub fn is_opened_by(&self, keys: &Keys) -> bool {
        let held = self.keys.iter().filter(|key| keys.contains(*key)).count();
        u32::try_from(held).is_ok_and(|held| held >= self.needed)
    }
}

/// One of the two ends of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PassageEnd {
    /// Where it begins.
    From,
    /// Where it ends.
    To,
}

/// What lies or stands in the level: a key, a chest, a foe, a spot for scripts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entity {
    /// From 1.
    pub id: EntityId,
    /// The name of its symbol in the grammar or of its kind in the room set.
    pub kind: String,
    /// Its cell.
    pub at: Cell,
    /// The place in which it lies.
    pub place: PlaceId,
    /// The node of the mission, if it stems from one.
    #[serde(default)]
    pub node: Option<NodeId>,
    /// The places that it opens: it is a key if there are some.
    pub opens: Vec<PlaceId>,
    /// Values of the author.
    pub properties: Attributes,
    /// Is it a spot for scripts, which nobody sees?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub marker: bool,
    /// The pass that placed it, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<String>,
    /// Is it in the way, so that nobody can walk on its cell?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub solid: bool,
}

/// A cell where one passage crosses another; a walker on it goes straight on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bridge {
    /// The cell.
    pub at: Cell,
    /// The passage to which the cell belongs.
    pub over: PassageId,
    /// The passage that goes on under it.
    pub under: PassageId,
}
