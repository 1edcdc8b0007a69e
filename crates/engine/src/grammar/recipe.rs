//! The recipe, which decides which rules run when, and the limits of derivations.

use std::fmt;

use serde::de::{self, EnumAccess, SeqAccess, VariantAccess};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Requirement, UnmetAction};
use crate::base::{Ceilings, Described, Number, Unit, parameters};

/// One step of a recipe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub enum RecipeStep {
    /// Applies some of the given rules, by default once.
    ///
    /// Each time, it draws a rule by weight among those that match, then one of its matches.
    Apply {
        /// The author's remarks.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        notes: String,
        /// The rules that it may apply.
        rules: RuleChoice,
        /// See [`Times::NUMBER`].
        #[described(offers = Times::NUMBER)]
        #[serde(default, skip_serializing_if = "Times::is_once")]
        times: Times,
    },
    /// Applies all given rules at all their matches at once, like an L-system.
    ///
    /// The matches are listed once, in the mission before the step.
    /// They are sorted by rule in the order of the grammar, then in canonical order.
    /// A match that earlier ones have invalidated is skipped and counted.
    /// Rules with weight 0 are left out. A rule stops when it reaches its limit.
    ApplyAll {
        /// The author's remarks.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        notes: String,
        /// The rules that it applies.
        rules: RuleChoice,
    },
    /// Repeats its steps. With `UntilNone`, it stops after a repetition that applies no rule.
    Repeat {
        /// The author's remarks.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        notes: String,
        /// The number of repetitions.
        times: Times,
        /// The steps that are repeated.
        steps: Vec<RecipeStep>,
    },
    /// Runs one of several blocks, drawn by weight. The notes are in the blocks.
    Choose(Vec<WeightedBlock>),
    /// Runs its steps with the given chance.
    Chance {
        /// The author's remarks.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        notes: String,
        /// See [`RecipeStep::CHANCE`].
        #[described(facts = RecipeStep::CHANCE)]
        percent: u32,
        /// The steps that may be run.
        steps: Vec<RecipeStep>,
    },
    /// Runs its steps. A failed requirement inside can undo and repeat only the steps of the block.
    Block {
        /// The author's remarks.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        notes: String,
        /// The steps of the block.
        steps: Vec<RecipeStep>,
    },
    /// Continues if the mission meets the condition. If not, `otherwise` decides.
    Require {
        /// The author's remarks.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        notes: String,
        /// The requirement on the mission.
        condition: Requirement,
        /// The reaction if the requirement is not met.
        #[serde(default, skip_serializing_if = "UnmetAction::is_stop")]
        otherwise: UnmetAction,
    },
}

impl RecipeStep {
    /// Percentage of cases in which the steps of a chance run.
    pub const CHANCE: Number =
        Number::new("percent", "chance", "The chance that its steps are run.", Unit::Percent, 0..=100);

    /// Returns a step that applies rules of a choice, without notes.
    pub fn apply(rules: RuleChoice, times: Times) -> Self {
        Self::Apply { notes: String::new(), rules, times }
    }

    /// Returns the rules that it applies, if its kind applies rules.
    pub fn rules(&self) -> Option<&RuleChoice> {
        match self {
            Self::Apply { rules, .. } | Self::ApplyAll { rules, .. } => Some(rules),
            Self::Repeat { .. }
            | Self::Choose(_)
            | Self::Chance { .. }
            | Self::Block { .. }
            | Self::Require { .. } => None,
        }
    }

    /// Returns the rules that it applies, for writing.
    pub fn rules_mut(&mut self) -> Option<&mut RuleChoice> {
        match self {
            Self::Apply { rules, .. } | Self::ApplyAll { rules, .. } => Some(rules),
            Self::Repeat { .. }
            | Self::Choose(_)
            | Self::Chance { .. }
            | Self::Block { .. }
            | Self::Require { .. } => None,
        }
    }

    /// Returns the notes, if its kind has some.
    pub fn notes(&self) -> Option<&str> {
        match self {
            Self::Apply { notes, .. }
            | Self::ApplyAll { notes, .. }
            | Self::Repeat { notes, .. }
            | Self::Chance { notes, .. }
            | Self::Block { notes, .. }
            | Self::Require { notes, .. } => Some(notes),
            Self::Choose(_) => None,
        }
    }

    /// Returns the notes, for writing.
    pub fn notes_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Apply { notes, .. }
            | Self::ApplyAll { notes, .. }
            | Self::Repeat { notes, .. }
            | Self::Chance { notes, .. }
            | Self::Block { notes, .. }
            | Self::Require { notes, .. } => Some(notes),
            Self::Choose(_) => None,
        }
    }
}

/// A block that a recipe may choose; written `(weight: 2, steps: [..])`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub struct WeightedBlock {
    /// The author's remarks.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// See [`WeightedBlock::WEIGHT`].
    #[described(offers = WeightedBlock::WEIGHT)]
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub weight: u32,
    /// The steps of the block. There may be none.
    #[serde(default)]
    pub steps: Vec<RecipeStep>,
}

impl WeightedBlock {
    /// The weights that the window offers; a file may have larger ones.
    pub const WEIGHT: Number = Number::new(
        "weight",
        "weight",
        "The share of this block in the random choice. With 0 it is never chosen.",
        Unit::None,
        0..=20,
    );
}

fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_one(weight: &u32) -> bool {
    *weight == 1
}

/// The rules that a step of a recipe may apply.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub enum RuleChoice {
    /// All rules of the grammar.
    All,
    /// The rules with this tag.
    Tag(String),
    /// The rules with these names.
    Named(Vec<String>),
}

/// A number of repetitions; written `4`, `(6, 9)` or `UntilNone`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Described)]
pub enum Times {
    /// This number of times, or fewer if nothing matches any more.
    #[described(bare)]
    Exactly(u32),
    /// A number of times drawn from this range, both ends included.
    #[described(bare)]
    Between(u32, u32),
    /// Until no rule matches.
    UntilNone,
}

impl Times {
    /// The numbers of times that the window offers; a file may have larger ones.
    pub const NUMBER: Number = Number::new(
        "times",
        "times",
        "The number of times. `UntilNone` goes on until nothing matches.",
        Unit::Times,
        0..=50,
    );
    /// The ranges that the window offers; a file may have larger ones.
    pub const RANGE: Number =
        Number::new("times", "times", "The number of times is drawn from this range.", Unit::Times, 0..=1000);

    /// Returns `true` if this is one repetition.
    pub fn is_once(&self) -> bool {
        *self == Self::default()
    }
}

impl Default for Times {
    fn default() -> Self {
        Self::Exactly(1)
    }
}

impl Serialize for Times {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Exactly(times) => serializer.serialize_u32(*times),
            Self::Between(least, most) => (least, most).serialize(serializer),
            Self::UntilNone => serializer.serialize_unit_variant("Times", 2, "UntilNone"),
        }
    }
}

impl<'de> Deserialize<'de> for Times {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        enum Variant {
            UntilNone,
        }

        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Times;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number like 4, a range like (6, 9), or UntilNone")
            }

            fn visit_u64<E: de::Error>(self, times: u64) -> Result<Times, E> {
                u32::try_from(times).map(Times::Exactly).map_err(|_| E::custom("the number is too large"))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Times, A::Error> {
                let short = |count| de::Error::invalid_length(count, &self);
                let least = seq.next_element()?.ok_or_else(|| short(0))?;
                let most = seq.next_element()?.ok_or_else(|| short(1))?;
                Ok(Times::Between(least, most))
            }

            fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Times, A::Error> {
                let (Variant::UntilNone, rest) = data.variant()?;
                rest.unit_variant().map(|()| Times::UntilNone)
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

parameters! {
    /// The limits of a derivation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Limits {
        /// A derivation stops after this number of applied rules.
        steps: u32 = 10_000, "maximum steps", None, 1..=1_000_000;
        /// A derivation stops when the mission has this number of nodes.
        nodes: u32 = 5_000, "maximum nodes", None, 1..=1_000_000;
        /// A derivation stops when the mission has this number of edges.
        edges: u32 = 20_000, "maximum edges", None, 1..=1_000_000;
    }
}

impl Limits {
    /// Returns `true` if these are the default limits.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the limits, capped by the ceilings.
    pub fn within(self, ceilings: Ceilings) -> Self {
        let most = ceilings.limit();
        Self { steps: self.steps.min(most), nodes: self.nodes.min(most), edges: self.edges.min(most) }
    }
}
