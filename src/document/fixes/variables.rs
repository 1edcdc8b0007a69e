//! Fixes for variables.

use super::{Fix, name_of};
use crate::base::Diagnostic;
use crate::document::{Content, Edit, VariablesEdit};
use crate::grammar::Variable;

/// Returns the fixes for a mistake of a variable.
pub(super) fn fixes(diagnostic: &Diagnostic, content: &Content) -> Vec<Fix> {
    fix(diagnostic, content).into_iter().collect()
}

fn fix(diagnostic: &Diagnostic, content: &Content) -> Option<Fix> {
    if diagnostic.code == "unknown-variable" {
        let name = name_of(diagnostic)?.to_owned();
        let variable = Variable { default: 1, range: (1, 10), notes: String::new() };
        let words = format!("Add variable \"{name}\"");
        return Some(Fix::new(words, Edit::Variables(VariablesEdit::Add { name, variable })));
    }
    let name = diagnostic.path.keys().next()?.to_owned();
    let variable = content.grammar.variables.get(&name)?;
    let (least, most) = variable.range;
    let set = |what, variable| VariablesEdit::Set { name: name.clone(), what, variable };
    let (words, edit) = match diagnostic.code {
        "unused-variable" => ("Delete the variable".to_owned(), VariablesEdit::Remove(name.clone())),
        "range-backwards" => {
            let swapped = Variable { range: (most, least), ..variable.clone() };
            ("Swap minimum and maximum".to_owned(), set("range", swapped))
        }
        "default-outside-range" => {
            let default = variable.nearest(variable.default);
            let mended = Variable { default, ..variable.clone() };
            (format!("Set the default to {default}"), set("default", mended))
        }
        _ => return None,
    };
    Some(Fix::new(words, Edit::Variables(edit)))
}
