//! The closed sets of words that a level uses: roles, techniques, doors, movement.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::grid::Cell;

/// The meaning of a node for finishing the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum NodeRole {
    /// The player begins here.
    Start,
    /// The level is finished here.
    Goal,
    /// An item that opens locks.
    Key,
    /// A place that can be entered only with a key that opens it.
    Lock,
}

impl fmt::Display for NodeRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// The meaning of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum EdgeRole {
    /// A player can walk through it: it is carved.
    Passage,
    /// From a key to the lock that it opens; never carved.
    Opens,
    /// From a place to the item that lies in it; never carved.
    Contains,
    /// Any other relation; never carved. Places that it joins stay sealed off from each other.
    Other,
}

impl EdgeRole {
    /// Returns `true` if it is a meaning alone, which is never carved.
    pub const fn is_relation(self) -> bool {
        match self {
            Self::Passage => false,
            Self::Opens | Self::Contains | Self::Other => true,
        }
    }
}

/// The order in which an automaton updates its cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum UpdateOrder {
    /// Every cell sees its neighbours as they were before the step.
    #[default]
    Synchronous,
    /// Cells change row by row. Later ones see the new state of earlier ones.
    GridOrder,
    /// Cells change one after the other, in a random order.
    Random,
}

impl UpdateOrder {
    /// Returns `true` for the order that is used if none is chosen.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// The neighbours that an automaton counts, by radius in cells.
///
/// Half of them is neutral for the thresholds of a rule: 4 for `Moore(1)`, 12 for `Moore(2)`, and 6 for
/// `VonNeumann(2)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Neighbourhood {
    /// The neighbours in a square around the cell, up to this distance: 1 to 5.
    Moore(u32),
    /// The neighbours in a diamond around the cell, up to this distance: 1 to 5.
    VonNeumann(u32),
}

impl Default for Neighbourhood {
    fn default() -> Self {
        Self::Moore(1)
    }
}

impl Neighbourhood {
    /// Returns `true` for the eight neighbours around a cell, which are counted if nothing else is chosen.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// A way to form a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Technique {
    /// A cave, grown by an automaton.
    #[default]
    Cave,
    /// A room, as somebody drew it.
    Room,
    /// A plain rectangle of floor.
    Hall,
    /// Floor that walkers laid.
    Walkers,
    /// Cards side by side on a board.
    Cards,
}

impl Technique {
    /// Returns `true` if passages enter such a place through its sockets and nowhere else.
    pub const fn is_entered_by_sockets(self) -> bool {
        match self {
            Self::Room | Self::Cards => true,
            Self::Cave | Self::Hall | Self::Walkers => false,
        }
    }

    /// Returns `true` if two such places can grow together where an open passage joins them.
    pub const fn joins_openly(self) -> bool {
        match self {
            Self::Cave => true,
            Self::Room | Self::Hall | Self::Walkers | Self::Cards => false,
        }
    }

    /// Returns `true` if such a place is dug into the rock, rather than built.
    pub const fn is_dug(self) -> bool {
        match self {
            Self::Cave | Self::Walkers => true,
            Self::Room | Self::Hall | Self::Cards => false,
        }
    }

    /// Returns `true` if such a place has spots at which passes can place something.
    pub const fn leaves_spots(self) -> bool {
        match self {
            Self::Walkers => true,
            Self::Cave | Self::Room | Self::Hall | Self::Cards => false,
        }
    }

    /// Returns `true` if cells inside such a place can be wall that belongs to nobody.
    pub const fn may_have_walls_inside(self) -> bool {
        match self {
            Self::Cave | Self::Walkers => true,
            // A room is its template, a hall a full rectangle, and a board is covered with cards.
            Self::Room | Self::Hall | Self::Cards => false,
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// The kind of a passage's doors: the tiles where it enters rooms, or across it where it enters none. All
/// can be walked on; the passage says what is locked or leads one way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Door {
    /// A door into a room, and nothing between other places.
    #[default]
    Plain,
    /// A gate, for example one that a key opens.
    Gate,
    /// An edge from which a player drops down and does not get back up; the passage is one way.
    Drop,
    /// A door that has to be found.
    Secret,
    /// No door: the sockets of rooms are open floor.
    Gap,
}

impl Door {
    /// Returns `true` for the door of a passage whose author does not choose one.
    pub fn is_plain(&self) -> bool {
        *self == Self::Plain
    }

    /// Returns `true` if nobody may get through a passage without stepping on such a door.
    pub const fn lies_across(self) -> bool {
        match self {
            Self::Gate | Self::Drop | Self::Secret => true,
            Self::Plain | Self::Gap => false,
        }
    }

    /// Returns the name of its tile.
    pub const fn tile_name(self) -> &'static str {
        match self {
            Self::Plain => "door",
            Self::Gate => "gate",
            Self::Drop => "drop",
            Self::Secret => "secret door",
            Self::Gap => "floor",
        }
    }
}

/// The steps that a walker can take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Movement {
    /// Up, down, left and right.
    #[default]
    Cardinal,
    /// The diagonals too, even between two walls that touch at a corner.
    EightWay,
}

impl Movement {
    /// Returns the cells to which a step may lead, row by row.
    pub fn beside(self, cell: Cell) -> impl Iterator<Item = Cell> {
        let may_step = move |near: &Cell| match self {
            Self::Cardinal => near.x == cell.x || near.y == cell.y,
            Self::EightWay => true,
        };
        cell.around().filter(may_step)
    }
}
