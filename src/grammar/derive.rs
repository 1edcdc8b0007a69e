//! The derivation: start graph, recipe, one step after the other.

use std::sync::Arc;

use super::Grammar;
use crate::base::{Outcome, Seed};
use crate::mission::{Alphabet, Mission};

/// A start graph with all the steps that were applied to it.
#[derive(Clone, Debug)]
pub struct Derivation {
    /// The alphabet that the missions' symbols belong to.
    pub alphabet: Arc<Alphabet>,
    /// What it began with.
    pub start: Mission,
    /// What was done, in order; step n of the missions' `made_by` is at index n − 1.
    pub steps: Vec<Step>,
    /// What came out.
    pub mission: Mission,
}

/// One rule applied at one match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The rule's position in the grammar.
    pub rule: usize,
    /// The recipe's step that asked for it, by position.
    pub recipe_step: usize,
}

/// Runs the recipe of a grammar.
pub fn derive(_grammar: &Grammar, _seed: Seed) -> Outcome<Derivation> {
    unimplemented!("stands in until the engine is merged")
}
