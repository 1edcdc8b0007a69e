//! A number of the grammar with the values that a sweep gives it, and the requests for them.
//!
//! The path is that of `batch --sweep`. A variable is set from outside; any other number is changed in the text of
//! the grammar.

use std::sync::Arc;

use super::JobKind;
use super::jobs::{Job, JobControl};
use crate::base::{Cancelled, Diagnostic, Severity};
use crate::grammar::{Grammar, VariableValues, check_grammar, check_values};
use crate::pipeline::Request;
use crate::text::{SweepNumber, SweepPath, print_grammar, sweep_numbers};

/// Maximum number of values.
const MOST_VALUES: i64 = 11;
/// Smallest distance of the ends from the present value, unless the range of the number is smaller.
const LEAST_SPAN: i64 = 4;

/// A number of the grammar and the ends of its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweptNumber {
    /// Path to the number.
    pub path: String,
    /// Lowest value.
    pub from: i64,
    /// Highest value.
    pub to: i64,
}

impl SweptNumber {
    /// Proposes values around the present one; for a variable, its whole range.
    pub fn of(number: &SweepNumber) -> Self {
        let (least, most) = number.range;
        let path = number.path.clone();
        let value = number.value.unwrap_or(least).clamp(least, most.max(least));
        let span = value.saturating_abs().max(LEAST_SPAN);
        let (from, to) = match path.strip_prefix(VARIABLES) {
            Some(_) => (least, most),
            None => (value.saturating_sub(span).max(least), value.saturating_add(span).min(most)),
        };
        Self { path, from, to: to.max(from) }
    }

    /// Returns the name of the variable, if it is one.
    pub fn variable(&self) -> Option<&str> {
        self.path.strip_prefix(VARIABLES)
    }

    /// Returns some values, evenly from the lowest to the highest.
    pub fn values(&self) -> Vec<i64> {
        let span = self.to.saturating_sub(self.from).max(0);
        let steps = span.min(MOST_VALUES - 1);
        let value = |step: i64| {
            let offset = i128::from(span) * i128::from(step) / i128::from(steps.max(1));
            self.from.saturating_add(i64::try_from(offset).unwrap_or(span))
        };
        (0..=steps).map(value).collect()
    }
}

/// Begin of the paths of variables.
const VARIABLES: &str = "variables/";

/// Returns the request for each value, or the mistake that the grammar has with it.
pub fn swept_requests(base: &Request, number: &SweptNumber) -> Vec<Result<Request, String>> {
    let text = print_grammar(&base.grammar);
    let path = SweepPath::find(&text, &number.path).map_err(|error| error.to_string());
    let request = |value| match &path {
        Ok(path) => request_at(path, value, base, &text),
        Err(why) => Err(why.clone()),
    };
    number.values().into_iter().map(request).collect()
}

fn request_at(path: &SweepPath, value: i64, base: &Request, text: &str) -> Result<Request, String> {
    if let Some(name) = path.variable() {
        let mut variables = base.variables.clone();
        variables.insert(name.to_owned(), value);
        refuse(&check_values(&base.grammar.variables, &variables))?;
        let grammar = sound(&base.grammar, &variables)?;
        return Ok(Request { grammar, variables, ..base.clone() });
    }
    let loaded = path.grammar_with(text, value, None, &base.variables);
    refuse(&loaded.diagnostics)?;
    let grammar = loaded.value.ok_or("the grammar cannot be read with this value")?;
    let grammar = sound(&grammar, &base.variables)?;
    Ok(Request { grammar, ..base.clone() })
}

/// Returns a grammar with the values of its variables, or its first mistake.
fn sound(grammar: &Grammar, variables: &VariableValues) -> Result<Arc<Grammar>, String> {
    let grammar = grammar.with_values(variables);
    refuse(&check_grammar(&grammar))?;
    Ok(Arc::new(grammar))
}

fn refuse(found: &[Diagnostic]) -> Result<(), String> {
    let error = found.iter().find(|found| found.severity == Severity::Error);
    error.map_or(Ok(()), |error| Err(error.message.clone()))
}

/// Lists the numbers of a grammar that can be swept.
pub struct ListNumbers;

impl Job for ListNumbers {
    type Request = Arc<Grammar>;
    type Answer = Arc<[SweepNumber]>;

    const KIND: JobKind = JobKind::Numbers;

    fn work()
    -> impl FnMut(Arc<Grammar>, &JobControl) -> Result<Arc<[SweepNumber]>, Cancelled> + Send + 'static {
        |grammar, _| Ok(sweep_numbers(&print_grammar(&grammar)).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(path: &str, value: i64, range: (i64, i64)) -> SweptNumber {
        SweptNumber::of(&SweepNumber { path: path.to_owned(), value: Some(value), range })
    }

    #[test]
    fn variables_are_swept_over_their_range_and_other_numbers_around_their_value() {
        assert_eq!(number("variables/floors", 2, (1, 4)).values(), [1, 2, 3, 4]);
        assert_eq!(
            number("variables/floors", 2, (0, 100)).values(),
            [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]
        );
        assert_eq!(number("variables/floors", 5, (5, 5)).values(), [5]);
        assert_eq!(number("variables/floors", 0, (i64::MIN, i64::MAX)).values().len(), 11);
        assert_eq!(number("rules/Split/weight", 1, (0, 1000)).values(), [0, 1, 2, 3, 4, 5]);
        assert_eq!(number("a/percent", 40, (0, 100)).values(), [0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80]);
    }
}
