//! Variables: numbers that a game or a designer sets from outside, and formulas that use them.
//!
//! A file declares variables with a default and a range, and has `Var("difficulty * 2")` in place of numbers.
//! Reading such a file gives a grammar of plain numbers, for the default values.
//! `Grammar::with_values` gives it for others. Stages know no variables, and nothing here knows grammars.

mod check;
mod formula;
mod sites;
mod stand_in;
mod variable;

pub use check::check_values;
pub(super) use check::{check_formulas, check_variables, values_text};
pub use formula::{Formula, FormulaError, FormulaValue, is_variable_name};
pub use sites::FormulaSite;
pub(super) use sites::{formula_sites, site_at};
pub(crate) use sites::{missing_numbers, number_of, part_of};
pub(super) use stand_in::write_formula;
pub use stand_in::{FORMULA_NOTATION_OF_PARTS, formula_of, stand_in_for};
pub use variable::{Variable, VariableValues, Variables};
