//! Missions and rules for tests: small ones in text, and random ones.
//!
//! The text of a graph is easier to read than its value. For tests only: a wrong text panics.

mod notation;
#[cfg(test)]
pub(super) mod random;

#[cfg(test)]
use super::{Derivation, DeriveContext, Grammar, derive};
#[cfg(test)]
use crate::base::{Ceilings, Outcome, Seed};

/// Derives a mission in the default context.
#[cfg(test)]
pub(super) fn derived(grammar: &Grammar, seed: Seed) -> Outcome<Derivation> {
    derived_within(grammar, seed, Ceilings::default())
}

/// Derives a mission within other ceilings.
#[cfg(test)]
pub(super) fn derived_within(grammar: &Grammar, seed: Seed, ceilings: Ceilings) -> Outcome<Derivation> {
    derive(grammar, seed, DeriveContext { ceilings, ..DeriveContext::default() }).unwrap()
}

pub use notation::{
    alphabet, draw_lattice, grammar, lattice_rule, mission, pattern, print, replacement, rule, start,
};
