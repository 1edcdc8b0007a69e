//! The grammar: rules on a mission, a recipe that decides which rules run when, and the derivation.
//!
//! [`Grammar`], [`Rule`] and [`Pattern`] hold what the author wrote, right or wrong, with names.
//! [`check_grammar`] finds all mistakes. A number may be a [`Formula`] of variables.
//!
//! [`derive()`] runs a grammar. [`find_matches`] reads the mission, the random stream chooses a rule and a
//! match,
//! and [`apply_match`] writes. Each step leaves a [`Delta`] that can be undone and redone.
//! [`Playback`] shows the mission at any step.

mod apply;
mod check;
mod check_settings;
mod check_values;
mod derive;
mod diagnostics;
mod explain;
mod find;
mod foresee;
mod lint;
mod pair;
mod pattern;
mod print;
mod recipe;
mod recipe_walk;
mod record;
mod requirement;
mod resolve;
mod rule;
mod settle;
mod start;
pub mod testing;
mod variables;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

pub use apply::{Delta, EdgeChange, MissionChange, NodeChange, apply_match};
pub use check::{check_grammar, check_shared_theme};
pub(crate) use derive::derive_checked;
pub use derive::{Derivation, DeriveContext, Playback, RecipeCount, RecipeMoment, RuleNames, Step, derive};
pub use diagnostics::{CHECK_DIAGNOSTICS, DERIVE_DIAGNOSTICS, LINT_DIAGNOSTICS};
pub use explain::{
    Absence, AtStep, Explanation, IdleReason, MismatchReason, MissedStepReason, NamedElement, RequiredPlace,
    SymbolAbsence, explain, find_hindrances, why_never, why_no_symbol,
};
pub use find::{MOST_MATCHES, MOST_TRIES, Match, MatchFinder, find_matches};
pub use foresee::{FORESEEN, foresee_failures, lint_checked, note_missing_ends};
pub use lint::{Certainty, LintKind, lint_grammar, named_nodes};
pub use pair::pair_edges;
pub use pattern::{
    AttributeSource, AttributeTest, Change, Condition, Count, DegreeKind, DistanceOrigin, EdgeDirection,
    EdgePattern, EdgeReplacement, ElementId, LocksOnWay, NodePattern, NodeReplacement, Pattern, Replacement,
    SymbolPattern, SymbolReplacement,
};
pub use print::{print_derivation_text, print_mission_dot};
pub use recipe::{Limits, RecipeStep, RuleChoice, Times, WeightedBlock};
pub use recipe_walk::{DEEPEST_LIST, step_labels, step_with_label, steps_that_apply};
pub use record::{DerivationRecord, DerivationView, StepRecord};
pub use requirement::{Requirement, UnmetAction};
pub use rule::{DanglingPolicy, Geometry, MatchPreference, Rule};
pub use settle::{FORMULA_NOTATION, Formulas};
pub use start::{Scatter, Start, StartElement};
pub use variables::{
    FORMULA_NOTATION_OF_PARTS, Formula, FormulaError, FormulaSite, FormulaValue, Variable, VariableValues,
    Variables, check_values, formula_of, is_variable_name, stand_in_for,
};
pub(crate) use variables::{missing_numbers, number_of, part_of};

pub use crate::base::CountBound;

use crate::base::Described;
use crate::mission::{Alphabet, THEME};
use crate::properties::LevelProperty;
use crate::settings::{LayoutSettings, Movement, Pass, PinnedPlace};

/// The content of a grammar file, which begins with `Grammar(`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub struct Grammar {
    /// The version of the file format: 1.
    pub format: u32,
    /// The name of the grammar, for levels and lists.
    pub name: String,
    /// The author's remarks.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// The files of the room sets, as paths from the folder of this file, with `/` between folders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rooms: Vec<String>,
    /// The numbers that can be set from outside, by name.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub variables: Variables,
    /// The symbols of nodes and edges, and the entities and tiles of passes.
    pub alphabet: Alphabet,
    /// The graph with which every derivation begins.
    pub start: Start,
    /// The rules, in the author's order.
    #[serde(default)]
    pub rules: Vec<Rule>,
    /// The recipe: steps that apply rules, in order.
    #[serde(default)]
    pub recipe: Vec<RecipeStep>,
    /// The limits at which a derivation stops.
    #[serde(default, skip_serializing_if = "Limits::is_default")]
    pub limits: Limits,
    /// The settings of the layout of levels.
    #[serde(default)]
    pub layout: LayoutSettings,
    /// The steps that a walker can take in the level.
    #[serde(default)]
    pub movement: Movement,
    /// See [`THEME`].
    #[described(facts = THEME)]
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub theme: String,
    /// The passes that place entities after the places are formed, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub populate: Vec<Pass>,
    /// The properties that every level should have. They never change a level.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<LevelProperty>,
    /// The numbers that are formulas of variables.
    #[serde(skip)]
    pub formulas: Formulas,
}

impl Grammar {
    /// The version of the file format that this program writes.
    pub const FORMAT: u32 = 1;

    /// Returns the layout settings of missions, with pinned nodes numbered as in missions.
    pub fn layout_of_missions(&self) -> LayoutSettings {
        let mut layout = self.layout.clone();
        layout.pins.retain_mut(|pin| match &mut pin.place {
            PinnedPlace::Symbol(_) | PinnedPlace::MissionNode(_) => true,
            PinnedPlace::Node(node) => {
                let id = self.start.node_id(*node);
                pin.place = PinnedPlace::MissionNode(id.map_or(0, |id| id.0));
                id.is_some()
            }
        });
        layout
    }
}
