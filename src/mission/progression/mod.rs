//! Progression: can a walker always still reach a goal, whatever way they take before?
//!
//! A walker stands in an area and picks up the keys of every area that they enter. Keys are kept. Reaching any goal ends the walk.
//! In: a [`Map`] of areas, keys and moves, read from a mission by [`check_progression`] and from tiles by `verify`. Out: the nearest way to get stuck, if there is one.
//!
//! The search is exact, and does not try the sets of keys one by one:
//!
//! | | |
//! |---|---|
//! | [`map`] | the areas as a graph; keys that open the same locks are one |
//! | [`facts`] | which keys and open locks are certain in each area; these locks are taken out |
//! | [`reduce`] | areas that cannot matter are taken out |
//! | [`sinks`] | the parts that only locked moves leave: around one of them a walker is stuck |
//! | [`zones`] | grows each sink by what cannot be helped, and asks what a walker must not hold to be stuck there |
//! | [`walks`] | can one get there without those keys? |
//! | [`path`] | the steps into the dead end |
//!
//! The question is hard in general (which of many one-way passages to take can encode any logical formula), so the work is counted.

mod facts;
mod flood;
mod items;
mod map;
mod of_mission;
mod path;
mod reduce;
mod sets;
mod sinks;
mod stuck;
#[cfg(test)]
mod tests;
mod walks;
mod work;
mod zones;

pub(crate) use items::Items;
pub(crate) use map::{Map, MapMove, Need};
pub use of_mission::{GOAL_OUT_OF_REACH, NO_WAY_ON, check_progression};
pub(crate) use stuck::{Stuck, find_stuck};
pub(crate) use work::{MOST_WORK, Work};
