//! Declarations of variables.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::base::Described;

/// The variables of a grammar, by name.
pub type Variables = IndexMap<String, Variable>;

/// Values of variables, by name.
pub type VariableValues = BTreeMap<String, i64>;

/// A number that is set from outside: by a game, by the option `--set`, or with a slider in the editor.
///
/// `Var("difficulty")` uses the variable in place of a number; see the section on `Var`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Described)]
#[serde(deny_unknown_fields)]
pub struct Variable {
    /// The value that is used unless another one is set.
    pub default: i64,
    /// The minimum and maximum of its values.
    pub range: (i64, i64),
    /// The author's remarks. The editor shows them at the slider.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
}

impl Variable {
    /// Returns the nearest value in the range.
    pub fn nearest(&self, value: i64) -> i64 {
        let (least, most) = self.range;
        value.min(most.max(least)).max(least)
    }
}
