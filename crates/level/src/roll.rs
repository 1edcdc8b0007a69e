//! Pins and rolls: what a designer held fast when the level was made.

use serde::{Deserialize, Serialize};

use crate::ids::NodeId;
use crate::seed::Seed;

/// Keeps some places of a level as they are, and makes everything else again from another seed. The mission stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Roll {
    /// The nodes of the places that are kept, as levels number them.
    pub keep: Vec<NodeId>,
    /// The seed of the rest.
    pub seed: Seed,
    /// The pins of the level whose places it keeps, if they differ from those in the grammar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pins: Option<Vec<Pin>>,
}

/// A place with a fixed position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Pin {
    /// The place that is pinned.
    pub place: PinnedPlace,
    /// The cell of its middle in the level: column and row, from 0.
    pub at: (u32, u32),
}

impl Pin {
    /// The last column or row at which a place can be pinned, from 0.
    pub const FARTHEST: u32 = 4000;
}

/// The place that a pin holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum PinnedPlace {
    /// Of the places with that symbol, the one whose node has the least number.
    Symbol(String),
    /// The place of that node of the start graph.
    Node(u32),
    /// The place of that node of the mission, as the level numbers it, whatever rule made it. It is meant for one seed.
    MissionNode(u32),
}

impl Default for PinnedPlace {
    fn default() -> Self {
        Self::Symbol(String::new())
    }
}
