//! Progression: keys and other items, the places that hold them, and the places that they open.

mod items;

pub(crate) use items::ItemRelations;

/// The code of the error that the goal cannot be reached from the start.
pub const GOAL_OUT_OF_REACH: &str = "goal-out-of-reach";

/// The code of the error that a walker can reach a place from which no goal can be reached.
pub const NO_WAY_ON: &str = "no-way-on";
