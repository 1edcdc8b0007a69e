//! Progression: keys, locks and one-way passages, and the places that they put within reach.
//!
//! # Rules
//! - A *place* is a node with a form. An *item* is a node without one; see [`ItemRelations`].
//! - A *key* is an item with an `Opens` edge to a lock. A walker takes the keys of a place on arrival, and
//!   keeps them.
//! - A *lock* is a place with the role Lock. It needs a number of its keys; see [`keys_needed`].
//! - A passage can be walked if the locks at both of its ends are open; otherwise nobody could leave it there.
//! - A one-way passage leads only from its first to its second end.
//!
//! [`KeyGraph`] holds these facts. It is read from a mission, from a start graph, or from a finished level.
//!
//! # Questions
//!
//! Keys are never lost and locks never shut again: what a walker can do only grows.
//! The table tells how each answer depends on that, for rules under which a walker loses something.
//!
//! | function | answer | users | without that assumption |
//! |---|---|---|---|
//! | [`KeyGraph::reach`] | upper bound | lint, route | still an upper bound |
//! | [`KeyGraph::reach_before`] | upper bound | properties | still an upper bound |
//! | [`KeyGraph::behind`] | exact | insight | unchanged: keys do not matter |
//! | [`KeyGraph::stranded`] | certain | lint | unchanged: no key is used |
//! | [`KeyGraph::sure`] | lower bound | populate | keys that can be lost must not be facts |
//! | [`KeyGraph::route`] | one walk | insight, populate | the walk must count what it spends |
//! | [`KeyGraph::spheres`] | upper bound | metrics | the spheres of a walk would differ from walk to walk |
//! | [`KeyGraph::choices_along`] | of one walk | metrics | the walk must count what it spends |
//!
//! `verify` and the check of missions before the layout decide exactly whether a level can be finished.
//! `verify` reads the tiles with its own code, so that it can find mistakes of this module.

mod facts;
mod items;
mod graph;
mod reach;
mod read;
mod route;
mod spheres;
mod sure;

pub(crate) use graph::{GraphStep, KeyGraph, KeyNeed};
pub(crate) use items::{ItemRelations, keys_needed};
pub(crate) use read::{LevelGraph, MissionGraph};
pub(crate) use route::KeyRoute;

/// The code of the error that the goal cannot be reached from the start.
pub const GOAL_OUT_OF_REACH: &str = "goal-out-of-reach";

/// The code of the error that a walker can reach a place from which no goal can be reached.
pub const NO_WAY_ON: &str = "no-way-on";

#[cfg(test)]
mod tests;
