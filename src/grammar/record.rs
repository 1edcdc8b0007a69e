//! A derivation as it is written to files: names instead of symbol ids, and no deltas.

use serde::{Deserialize, Serialize};

use super::{Derivation, ElementId, Grammar, RecipeCount, Step};
use crate::base::{Seed, Symmetry};
use crate::level::MissionRecord;
use crate::mission::{EdgeId, NodeId};

/// What a derivation did, and the mission that came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DerivationRecord {
    /// The version of the format; see [`DerivationRecord::FORMAT`].
    pub format: u32,
    /// The name of the grammar.
    pub grammar: String,
    /// The seed of the run.
    pub seed: Seed,
    /// What it began with.
    pub start: MissionRecord,
    /// What was done, in order; step n of the missions' elements is at index n − 1.
    pub steps: Vec<StepRecord>,
    /// What each step of the recipe did, in the order in which they are written, however deep they lie.
    #[serde(default)]
    pub recipe_counts: Vec<RecipeCount>,
    /// What came out.
    pub mission: MissionRecord,
}

/// One rule applied at one match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepRecord {
    /// The name of the rule.
    pub rule: String,
    /// The recipe's step that asked for it, by position in [`DerivationRecord::recipe_counts`]; of a recipe without blocks, by position in the recipe.
    pub recipe_step: usize,
    /// Each node of the rule's left side, by its author's number, with the mission node that it was.
    pub nodes: Vec<(ElementId, NodeId)>,
    /// For each edge of the rule's left side, in order, the mission edge that it was.
    pub edges: Vec<EdgeId>,
    /// How the drawing lay on the lattice.
    pub symmetry: Symmetry,
}

impl DerivationRecord {
    /// The version of the format that this program writes.
    pub const FORMAT: u32 = 1;

    /// The record of a derivation of that grammar from that seed.
    pub fn new(grammar: &Grammar, seed: Seed, derivation: &Derivation) -> Self {
        Self {
            format: Self::FORMAT,
            grammar: grammar.name.clone(),
            seed,
            start: MissionRecord::new(&derivation.alphabet, &derivation.start),
            steps: derivation.steps.iter().map(|step| StepRecord::new(grammar, step)).collect(),
            recipe_counts: derivation.recipe_counts.clone(),
            mission: MissionRecord::new(&derivation.alphabet, &derivation.mission),
        }
    }
}

impl StepRecord {
    fn new(grammar: &Grammar, step: &Step) -> Self {
        Self {
            rule: grammar.rules.get(step.rule).map_or_else(String::new, |rule| rule.name.clone()),
            recipe_step: step.recipe_step,
            nodes: step.matched.nodes.clone(),
            edges: step.matched.edges.clone(),
            symmetry: step.matched.symmetry,
        }
    }
}
