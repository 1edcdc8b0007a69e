//! How a node symbol becomes an area of tiles: the parameters of the techniques.
//!
//! The techniques themselves live in `space`; their parameters belong to the alphabet, so they live here.
//! The comment on each parameter is the tooltip that a designer sees.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How a place is formed, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Technique {
    /// Grown by a cellular automaton.
    Cave,
    /// Pre-authored.
    Room,
    /// A plain rectangle.
    Hall,
}

impl Technique {
    /// Every technique, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Cave, Self::Room, Self::Hall];

    /// Its name, as files and the window write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cave => "Cave",
            Self::Room => "Room",
            Self::Hall => "Hall",
        }
    }

    /// Do passages enter such a place through its sockets and nowhere else?
    pub const fn is_entered_by_sockets(self) -> bool {
        match self {
            Self::Room => true,
            Self::Cave | Self::Hall => false,
        }
    }

    /// Can two such places grow together where an open passage joins them?
    pub const fn joins_openly(self) -> bool {
        match self {
            Self::Cave => true,
            Self::Room | Self::Hall => false,
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a place is formed, with its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// An organic area, grown by a cellular automaton.
    Cave(Cave),
    /// A pre-authored room from the grammar's room sets.
    Room(Room),
    /// A plain rectangle of floor.
    Hall(Hall),
}

impl Form {
    /// The technique, without its parameters.
    pub const fn technique(&self) -> Technique {
        match self {
            Self::Cave(_) => Technique::Cave,
            Self::Room(_) => Technique::Room,
            Self::Hall(_) => Technique::Hall,
        }
    }

    /// The form of a technique with the parameters that a new symbol begins with.
    pub fn of(technique: Technique) -> Self {
        match technique {
            Technique::Cave => Self::Cave(Cave::default()),
            Technique::Room => Self::Room(Room::default()),
            Technique::Hall => Self::Hall(Hall::default()),
        }
    }

    /// The parameters of a form that takes rooms from the room sets.
    pub const fn room(&self) -> Option<&Room> {
        match self {
            Self::Room(room) => Some(room),
            Self::Cave(_) | Self::Hall(_) => None,
        }
    }

    /// Does it take rooms from the room sets, whatever the chance?
    pub const fn uses_rooms(&self) -> bool {
        self.room().is_some()
    }

    /// Must there be a room for it in the room sets?
    pub fn wants_room(&self) -> bool {
        self.room().is_some_and(|room| room.chance_percent > 0)
    }
}

/// A cave: random fill within a radius, then smoothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Cave {
    /// How much of the cave is wall before smoothing, 0 to 100 percent. Around 45 gives open caves, over 60 narrow ones.
    pub wall_percent: u32,
    /// How far the cave may reach from its middle, in cells: the least and the most; each cave draws its own. 0 to 64.
    pub radius: (u32, u32),
    /// How often the walls are smoothed, 0 to 50 times.
    pub smoothing: u32,
    /// A cell with more solid neighbours than this becomes solid, 0 to 120.
    pub wall_above: u32,
    /// A cell with fewer solid neighbours than this becomes open, 0 to 120.
    pub open_below: u32,
    /// In which order the cells are smoothed.
    pub order: UpdateOrder,
    /// Which neighbours are counted.
    pub neighbourhood: Neighbourhood,
    /// What happens to parts that came loose from the cave.
    pub detached: Detached,
}

impl Default for Cave {
    fn default() -> Self {
        Self {
            wall_percent: 45,
            radius: (5, 8),
            smoothing: 4,
            wall_above: 4,
            open_below: 4,
            order: UpdateOrder::Synchronous,
            neighbourhood: Neighbourhood::Moore(1),
            detached: Detached::Fill,
        }
    }
}

/// In which order an automaton updates its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UpdateOrder {
    /// All at once: every cell sees its neighbours as they were before.
    Synchronous,
    /// Row by row, from the left: later cells see what became of earlier ones.
    GridOrder,
    /// One after the other, in a random order.
    Random,
}

/// Which neighbours an automaton counts, by radius in cells, 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Neighbourhood {
    /// The square around the cell.
    Moore(u32),
    /// The diamond around the cell.
    VonNeumann(u32),
}

/// What happens to parts of a cave that came loose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Detached {
    /// They are filled in.
    Fill,
    /// A tunnel is dug to them.
    Tunnel,
}

/// A room: a template of the room sets, chosen by symbol and weight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Room {
    /// In how many of 100 cases there is a room, 0 to 100.
    #[serde(skip_serializing_if = "is_always")]
    pub chance_percent: u32,
    /// What the place is in the other cases.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Cave>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_always(percent: &u32) -> bool {
    *percent == 100
}

impl Default for Room {
    fn default() -> Self {
        Self { chance_percent: 100, otherwise: None }
    }
}

/// A hall: a plain rectangle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Hall {
    /// How many cells of floor from left to right, the least and the most, 3 to 64.
    pub width: (u32, u32),
    /// How many cells of floor from top to bottom, the least and the most, 3 to 64.
    pub height: (u32, u32),
}

impl Default for Hall {
    fn default() -> Self {
        Self { width: (5, 9), height: (5, 7) }
    }
}
