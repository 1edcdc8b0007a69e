//! Fixes for the numbers of the start.

use super::{Fix, parameters};
use crate::base::{Diagnostic, Remedy, RemedyValue};
use crate::document::{Content, Edit, GraphEdit};

/// Returns the start with the nearest valid number.
pub(super) fn fixes(diagnostic: &Diagnostic, content: &Content) -> Vec<Fix> {
    let mut start = content.grammar.start.clone();
    let mended = match &diagnostic.remedy {
        Some(Remedy::Set { at, to: RemedyValue::Number(most) }) => parameters::lower(&mut start, at, *most),
        _ => parameters::mend(&mut start, diagnostic),
    };
    let fix = |(words, what)| {
        let edit = GraphEdit::SetStart { what: format!("Set {what} of the start"), start: Box::new(start) };
        Fix::new(words, Edit::Graph(edit))
    };
    mended.map(fix).into_iter().collect()
}
