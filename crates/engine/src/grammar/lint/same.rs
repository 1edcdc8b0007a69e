//! Proved: two rules that do the same and that one step of the recipe may draw.

use super::{Lint, LintKind, can_run};
use crate::base::{Diagnostic, PathRef};
use crate::grammar::Rule;
use crate::grammar::check_values::lower;

pub(super) fn lint_same(lint: &Lint<'_>, found: &mut Vec<Diagnostic>) {
    let rules = &lint.grammar.rules;
    for (second, rule) in rules.iter().enumerate().filter(|(_, rule)| can_run(rule)) {
        let first = (0..second).find(|first| {
            can_run(&rules[*first])
                && is_same(&rules[*first], rule)
                && are_drawn_together(lint, *first, second)
        });
        if let Some(first) = first {
            let message = format!(
                "{} does the same as {}, and both are used in the same step.",
                lint.title(second),
                lower(&lint.title(first))
            );
            let warning = LintKind::SameRule.warning(message).at(PathRef::ROOT.item("rules", second));
            found.push(warning.hint("Delete one of them, and raise the weight of the other."));
        }
    }
}

/// Returns `true` if both rules do the same. With different limits they may be intended.
fn is_same(one: &Rule, other: &Rule) -> bool {
    one.lhs == other.lhs
        && one.forbid == other.forbid
        && one.rhs == other.rhs
        && one.or == other.or
        && one.dangling == other.dangling
        && one.prefer == other.prefer
        && one.limit == other.limit
        && one.geometry == other.geometry
        && (one.geometry.is_free() || one.at == other.at)
}

fn are_drawn_together(lint: &Lint<'_>, first: usize, second: usize) -> bool {
    lint.flow.live.values().any(|step| step.rules.contains(&first) && step.rules.contains(&second))
}
