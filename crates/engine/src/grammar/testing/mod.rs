//! Missions and rules for tests: small ones in text, and random ones.
//!
//! The text of a graph is easier to read than the value that it stands for.
//! Nothing here is meant for anything but tests: a text that is wrong panics.

mod notation;
#[cfg(test)]
pub(super) mod random;

pub use notation::{
    alphabet, draw_lattice, grammar, lattice_rule, mission, pattern, print, replacement, rule, start,
};
