//! Proved: rules that come too late, because an earlier rule needs less and takes all of their matches.
//!
//! - A step runs until a rule matches nowhere. Until another rule has been applied, no rule matches whose
//!   left side contains the left side of that one.
//! - A step applies its rules everywhere at once. An earlier rule destroys each match of a later one if it
//!   matches inside it and removes or renames part of it.

use super::shape::CertainGraph;
use super::{Lint, LintKind, flow::LiveStep};
use crate::base::{Diagnostic, PathRef};
use crate::grammar::check_values::lower;
use crate::grammar::recipe_walk::size;
use crate::grammar::resolve::NodeChangeKind;
use crate::grammar::{RecipeStep, Times};

pub(super) fn lint_shadowed(lint: &Lint<'_>, found: &mut Vec<Diagnostic>) {
    lint_list(lint, &lint.grammar.recipe, 0, found);
    for step in lint.flow.live.values() {
        if matches!(lint.flow.placed[step.number].step, RecipeStep::ApplyAll { .. }) {
            lint_all_at_once(lint, step, found);
        }
    }
}

fn lint_list(lint: &Lint<'_>, steps: &[RecipeStep], first: usize, found: &mut Vec<Diagnostic>) {
    // The last step that ran until none matches, while nothing has been applied since.
    let mut exhausted: Option<&LiveStep> = None;
    let mut number = first;
    for step in steps {
        match step {
            RecipeStep::Apply { times, .. } => {
                if !lint_behind(lint, exhausted, number, found) {
                    exhausted = None;
                }
                if *times == Times::UntilNone {
                    exhausted = lint.flow.live.get(&number);
                }
            }
            RecipeStep::ApplyAll { .. } => {
                if !lint_behind(lint, exhausted, number, found) {
                    exhausted = None;
                }
            }
            RecipeStep::Require { .. } => {}
            RecipeStep::Repeat { steps, .. }
            | RecipeStep::Chance { steps, .. }
            | RecipeStep::Block { steps, .. } => {
                exhausted = None;
                lint_list(lint, steps, number + 1, found);
            }
            RecipeStep::Choose(blocks) => {
                exhausted = None;
                let mut first = number + 1;
                for block in blocks {
                    lint_list(lint, &block.steps, first, found);
                    first += size(&block.steps);
                }
            }
        }
        number += step.size();
    }
}

/// Warns of the rules of a step if none of them can match. Returns `true` if the step applies none.
fn lint_behind(
    lint: &Lint<'_>,
    exhausted: Option<&LiveStep>,
    number: usize,
    found: &mut Vec<Diagnostic>,
) -> bool {
    let Some(step) = lint.flow.live.get(&number) else { return true };
    let Some(before) = exhausted else { return false };
    let takes_all = |first: &usize, second: usize| {
        // The conditions that end a rule also prevent its next application.
        *first == second
            || lint.can_go_on()
                && lint.is_free_of_conditions(*first)
                && lint.is_never_refused(*first)
                && left(lint, *first).is_within(&left(lint, second), &lint.shape_work, |_| true)
    };
    let taker = |second: &usize| before.rules.iter().find(|first| takes_all(first, *second)).copied();
    let Some(takers) = step.rules.iter().map(taker).collect::<Option<Vec<_>>>() else { return false };
    for (&second, first) in step.rules.iter().zip(takers) {
        let what = format!(
            "{} runs until {} matches nowhere, and the rule matches only where that one does",
            lower_step(&lint.flow.title(before.number)),
            lower(&lint.title(first))
        );
        report(lint, number, second, &what, found);
    }
    true
}

fn lint_all_at_once(lint: &Lint<'_>, step: &LiveStep, found: &mut Vec<Diagnostic>) {
    for (place, &second) in step.rules.iter().enumerate() {
        let before = step.rules.get(..place).unwrap_or_default();
        let may_come_back = before.iter().any(|first| may_rename_to(lint, *first, second));
        let taker = before.iter().find(|first| !may_come_back && destroys(lint, **first, second));
        if let Some(&first) = taker {
            let what = format!(
                "{} comes first, matches at the same places, and changes what it needs",
                lower(&lint.title(first))
            );
            report(lint, step.number, second, &what, found);
        }
    }
}

/// Returns `true` if the first rule may make a node fit the second one that did not.
fn may_rename_to(lint: &Lint<'_>, first: usize, second: usize) -> bool {
    let fates = lint.rules[first].sides.iter().flat_map(|side| &side.fates);
    fates.into_iter().any(|fate| match fate {
        NodeChangeKind::Become(symbol) => {
            lint.rules[second].nodes.iter().any(|node| node.fits.contains(*symbol))
        }
        NodeChangeKind::Keep | NodeChangeKind::Erase => false,
    })
}

/// Returns `true` if the first rule matches inside each match of the second, and every right side destroys
/// that.
fn destroys(lint: &Lint<'_>, first: usize, second: usize) -> bool {
    let (one, other) = (&lint.rules[first], &lint.rules[second]);
    let ends = |nodes: &[usize]| {
        one.sides.iter().filter(|side| side.weight > 0).all(|side| {
            let renames = side.fates.iter().zip(nodes).any(|(fate, node)| match fate {
                NodeChangeKind::Erase => true,
                NodeChangeKind::Become(symbol) => !other.nodes[*node].fits.contains(*symbol),
                NodeChangeKind::Keep => false,
            });
            renames || side.keeps_edge.contains(&false)
        })
    };
    lint.can_go_on()
        && lint.is_free_of_conditions(first)
        && lint.is_never_refused(first)
        && left(lint, first).is_within(&left(lint, second), &lint.shape_work, ends)
}

fn left(lint: &Lint<'_>, rule: usize) -> CertainGraph {
    CertainGraph::of_left(&lint.rules[rule])
}

fn report(lint: &Lint<'_>, number: usize, second: usize, what: &str, found: &mut Vec<Diagnostic>) {
    // A rule that never matches at all has its own warning.
    if lint.flow.can_match[second] {
        let message =
            format!("{} can never apply {}: {what}.", lint.flow.title(number), lower(&lint.title(second)));
        let path = PathRef::from(&lint.flow.placed[number].path);
        let hint = "Move the rule that needs more to the front.";
        found.push(LintKind::ShadowedRule.warning(message).at(path.field("rules")).hint(hint));
    }
}

fn lower_step(title: &str) -> String {
    title.replacen("Step", "step", 1)
}
