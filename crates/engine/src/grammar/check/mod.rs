//! Checks a grammar for mistakes and probable mistakes.
//!
//! Input: a grammar as authored. Output: all diagnostics, in the order of the file.
//! A grammar without errors can be derived. Warnings are always true, but do not prevent a derivation.

mod alphabet;
mod changes;
mod conditions;
mod forbidden;
mod recipe;
mod rules;
mod sides;
mod start;
mod themes;

pub(super) use sides::right_path;
pub use themes::check_shared_theme;

use super::Grammar;
use super::check_settings::{check_layout, check_passes, check_properties};
use super::check_values::is_blank;
use super::variables::{check_formulas, check_variables};
use crate::base::{Ceilings, Diagnostic, Hint, Number, Parameter, Slot, each_parameter};

/// Returns all mistakes of a grammar, in the order of the file.
pub fn check_grammar(grammar: &Grammar) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    check_head(grammar, &mut found);
    alphabet::check_alphabet(&grammar.alphabet, &mut found);
    alphabet::check_tables(&grammar.alphabet, &mut found);
    themes::check_themes(&grammar.theme, &grammar.alphabet, &mut found);
    start::check_start(grammar, &mut found);
    rules::check_rules(grammar, &mut found);
    recipe::check_recipe(grammar, &mut found);
    check_limits(grammar, &mut found);
    check_layout(grammar, &mut found);
    check_passes(grammar, &mut found);
    check_properties(&grammar.properties, &grammar.alphabet, !grammar.rooms.is_empty(), &mut found);
    check_variables(&grammar.variables, &mut found);
    check_formulas(&grammar.variables, grammar.formula_sites(), &mut found);
    found
}

fn check_head(grammar: &Grammar, found: &mut Vec<Diagnostic>) {
    if grammar.format != Grammar::FORMAT {
        let newer = "Open it with the version of the program that wrote it.";
        let older = format!("Set the format to {}.", Grammar::FORMAT);
        let hint = if grammar.format > Grammar::FORMAT { newer.to_owned() } else { older };
        let message = format!(
            "This grammar has format {}, but this version of the program reads format {}.",
            grammar.format,
            Grammar::FORMAT
        );
        found.push(Diagnostic::error("wrong-format", message).at("format").hint(hint));
    }
    if is_blank(&grammar.name) {
        let warning = Diagnostic::warning("unnamed-grammar", "The grammar has no name.");
        found.push(warning.at("name").hint("Give it a name, which its levels get, too."));
    }
}

fn check_limits(grammar: &Grammar, found: &mut Vec<Diagnostic>) {
    let ceiling = Ceilings::default().limit();
    each_parameter(&mut grammar.limits.clone(), &mut |_, slot| {
        let Slot::Number(Number { parameter: Parameter { field, .. }, .. }, &mut limit) = slot else {
            return;
        };
        if limit == 0 {
            let message = format!("The limit of {field} is 0, so the derivation stops at once.");
            let error = Diagnostic::error("zero-limit", message).at(["limits", field]);
            found.push(error.hint("Set a limit of 1 or more."));
        }
        if limit > ceiling {
            let message = format!(
                "The limit of {field} is {limit}, but the derivation stops at the ceiling of {ceiling}."
            );
            let warning = Diagnostic::warning("limit-above-ceiling", message).at(["limits", field]);
            let hint = Hint::new(format!("Set a limit of {ceiling} or less."));
            found.push(warning.hint(hint.with_ceiling(limit.div_ceil(ceiling).into())));
        }
    });
}

#[cfg(test)]
mod tests;
