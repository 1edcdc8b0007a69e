//! Steps of the recipe that run until nothing matches, but never end.
//!
//! Some rules of such a step match wherever their symbols occur, without limit.
//! Suppose that every rule of the step either removes nothing or leaves the left side of one of these.
//! Then one of them always matches once one has matched: the endless run is proved.
//!
//! It is likely if the only exceptions are rules with a limit, or edges that would dangle.

use std::collections::BTreeSet;

use super::shape::CertainGraph;
use super::{Lint, LintKind, names};
use crate::base::{Diagnostic, PathRef};
use crate::grammar::recipe_walk::size;
use crate::grammar::resolve::{NodeChangeKind, RightSide};
use crate::grammar::{RecipeStep, Times};

/// Maximum number of rules that a message names.
const MOST_NAMES: usize = 3;

/// A step that runs until nothing matches.
struct Loop {
    number: usize,
    /// All rules that it may draw.
    rules: BTreeSet<usize>,
    /// The rules that are drawn if they match, for any random numbers.
    certain: BTreeSet<usize>,
}

pub(super) fn lint_endless(lint: &Lint<'_>, found: &mut Vec<Diagnostic>) {
    let mut reported: BTreeSet<usize> = BTreeSet::new();
    // From the inside outwards, so that the innermost step is reported.
    for placed in lint.flow.placed.iter().enumerate().rev() {
        let (number, step) = (placed.0, placed.1.step);
        let is_reported = (number..number + step.size()).any(|inner| reported.contains(&inner));
        let Some(turns) = turns_of(lint, number, step).filter(|_| !is_reported) else { continue };
        if let Some(warning) = lint_loop(lint, &turns) {
            reported.insert(number);
            found.push(warning);
        }
    }
}

fn turns_of(lint: &Lint<'_>, number: usize, step: &RecipeStep) -> Option<Loop> {
    match step {
        RecipeStep::Apply { times: Times::UntilNone, .. } => {
            let rules: BTreeSet<usize> = lint.flow.live.get(&number)?.rules.iter().copied().collect();
            Some(Loop { number, certain: rules.clone(), rules })
        }
        RecipeStep::Repeat { times: Times::UntilNone, steps, .. } => {
            let inner = number + 1..number + 1 + size(steps);
            let may_stop =
                inner.clone().any(|inner| matches!(lint.flow.placed[inner].step, RecipeStep::Require { .. }));
            let rules = lint.flow.live.range(inner).flat_map(|(_, step)| &step.rules).copied().collect();
            let mut certain = BTreeSet::new();
            add_certain(lint, steps, number + 1, &mut certain);
            (!may_stop).then_some(Loop { number, rules, certain })
        }
        _ => None,
    }
}

fn add_certain(lint: &Lint<'_>, steps: &[RecipeStep], first: usize, certain: &mut BTreeSet<usize>) {
    let mut number = first;
    for step in steps {
        let is_certain = match step {
            RecipeStep::Apply { times: Times::Exactly(least) | Times::Between(least, _), .. } => *least > 0,
            RecipeStep::Apply { times: Times::UntilNone, .. } | RecipeStep::ApplyAll { .. } => true,
            RecipeStep::Block { steps, .. } => {
                add_certain(lint, steps, number + 1, certain);
                false
            }
            RecipeStep::Repeat { .. }
            | RecipeStep::Choose(_)
            | RecipeStep::Chance { .. }
            | RecipeStep::Require { .. } => false,
        };
        if let Some(live) = lint.flow.live.get(&number).filter(|_| is_certain) {
            certain.extend(&live.rules);
        }
        number += step.size();
    }
}

fn lint_loop(lint: &Lint<'_>, turns: &Loop) -> Option<Diagnostic> {
    let free: Vec<usize> =
        turns.certain.iter().copied().filter(|rule| lint.is_free_of_conditions(*rule)).collect();
    let sure: Vec<usize> = free.iter().copied().filter(|rule| lint.is_never_refused(*rule)).collect();
    let all: Vec<usize> = turns.rules.iter().copied().collect();
    let unlimited: Vec<usize> =
        all.iter().copied().filter(|rule| lint.grammar.rules[*rule].limit.is_none()).collect();
    let is_proved = goes_on(lint, &all, &sure);
    let (kind, rules) = if is_proved {
        (LintKind::EndlessStep, sure)
    } else if goes_on(lint, &unlimited, &free) {
        (LintKind::PerhapsEndlessStep, free)
    } else {
        return None;
    };
    Some(report(lint, turns.number, kind, &rules))
}

/// Returns `true` if one of the `feeding` rules matches after any of the `rules`, provided that one did
/// before.
fn goes_on(lint: &Lint<'_>, rules: &[usize], feeding: &[usize]) -> bool {
    let left: Vec<CertainGraph> =
        feeding.iter().map(|rule| CertainGraph::of_left(&lint.rules[*rule])).collect();
    let goes_on_after = |rule: usize| {
        if !lint.can_go_on() {
            return false;
        }
        lint.sides(rule).all(|(_, side)| {
            takes_nothing(side) || {
                let right = CertainGraph::of_right(&lint.rules[rule], side);
                left.iter().any(|left| left.is_within(&right, &lint.shape_work, |_| true))
            }
        })
    };
    feeding.iter().any(|rule| lint.flow.can_match[*rule]) && rules.iter().all(|rule| goes_on_after(*rule))
}

fn takes_nothing(side: &RightSide) -> bool {
    side.fates.iter().all(|fate| *fate == NodeChangeKind::Keep)
        && side.keeps_edge.iter().all(|is_kept| *is_kept)
}

fn report(lint: &Lint<'_>, number: usize, kind: LintKind, rules: &[usize]) -> Diagnostic {
    let matching = || rules.iter().filter(|rule| lint.flow.can_match[**rule]);
    let named = matching().take(MOST_NAMES).map(|rule| lint.grammar.rules[*rule].name.as_str());
    let more = if matching().count() > MOST_NAMES { " or another one" } else { "" };
    let what = format!("{}{more}", names(named, "or"));
    let title = lint.flow.title(number);
    let message = if kind == LintKind::EndlessStep {
        format!(
            "{title} runs until nothing matches, but once {what} matches, something always does. It runs until a limit is reached."
        )
    } else {
        format!(
            "{title} runs until nothing matches, but {what} may run for ever, because it creates new matches each time."
        )
    };
    let path = PathRef::from(&lint.flow.placed[number].path);
    let hint = "Choose a number of times.";
    kind.warning(message).at(path.field("times")).hint(hint)
}
