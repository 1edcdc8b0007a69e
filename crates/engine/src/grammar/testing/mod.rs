//! Missions and rules for tests: small ones in text, and random ones.
//!
//! The text of a graph is easier to read than its value. For tests only: a wrong text panics.

mod notation;
#[cfg(test)]
pub(super) mod random;

pub use notation::{
    alphabet, draw_lattice, grammar, lattice_rule, mission, pattern, print, replacement, rule, start,
};
