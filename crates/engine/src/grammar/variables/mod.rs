//! Variables: numbers that a game or a designer sets from outside, and formulas that use them.
//!
//! A file declares variables with a default and a range, and has `Var("difficulty * 2")` in place of numbers.
//! Reading such a file gives a grammar of plain numbers, for the default values.
//! [`Grammar::with_values`](super::Grammar::with_values) gives it for others. Stages know no variables.

mod check;
mod formula;
mod settle;
mod sites;
mod stand_in;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::Described;

pub use check::check_values;
pub(super) use check::{check_formulas, check_variables, holds_for_all_values, lint_variables};
pub use formula::{Formula, FormulaError, FormulaValue, is_variable_name};
pub use settle::Formulas;
pub use sites::FormulaSite;
pub use stand_in::{FORMULA_NOTATION, FORMULA_NOTATION_OF_PARTS, formula_of, stand_in_for};

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
