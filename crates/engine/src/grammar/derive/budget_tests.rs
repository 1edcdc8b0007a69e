//! Grammars that ask for too much: each stops at a limit, with its results so far.

use super::*;
use crate::base::{Ceilings, Diagnostic};
use crate::grammar::find::MOST_MATCHES;
use crate::grammar::testing::{derived, derived_within, grammar, mission, pattern, rule};
use crate::grammar::{
    Change, CountBound, Limits, NodeReplacement, RecipeStep, Requirement, Rule, RuleChoice,
    SymbolReplacement, Times, UnmetAction,
};
use crate::mission::Value;

const NO_LIMITS: Limits = Limits { steps: u32::MAX, nodes: u32::MAX, edges: u32::MAX };
const PLENTY: u64 = 1 << 40;

fn flip() -> Vec<Rule> {
    vec![rule("Flip", "1:A", "1:B"), rule("Flop", "1:B", "1:A")]
}

fn without_limits(start: &str, rules: Vec<Rule>, recipe: Vec<RecipeStep>) -> Grammar {
    Grammar { limits: NO_LIMITS, ..grammar(start, rules, recipe) }
}

fn apply(times: Times) -> RecipeStep {
    RecipeStep::apply(RuleChoice::All, times)
}

fn require(condition: Requirement, otherwise: UnmetAction) -> RecipeStep {
    RecipeStep::Require { notes: String::new(), condition, otherwise }
}

fn repeat(times: Times, steps: Vec<RecipeStep>) -> RecipeStep {
    RecipeStep::Repeat { notes: String::new(), times, steps }
}

/// Returns a mission of that many unconnected nodes.
fn crowd(count: usize) -> String {
    (1..=count).map(|id| format!("{id}:A ")).collect()
}

/// Returns the warning with which a derivation stopped at that limit.
fn ended_at(outcome: &Outcome<Derivation>, what: &str, limit: u64) -> Diagnostic {
    let is_there = matches!(outcome.stop, StopReason::Budget { what: found, limit: number } if (found, number) == (what, limit));
    assert!(is_there, "{:?}", outcome.stop);
    let warning = outcome.diagnostics.last().expect("it says why").clone();
    assert_eq!(warning.code, "limit-reached");
    assert!(warning.hint.is_some(), "{warning}");
    warning
}

#[test]
fn limits_above_the_ceiling_count_as_the_ceiling() {
    for times in [Times::UntilNone, Times::Exactly(u32::MAX), Times::Between(u32::MAX, u32::MAX)] {
        let grammar = without_limits("1:A", flip(), vec![apply(times)]);
        let outcome = derived_within(&grammar, Seed(1), Ceilings::low(50, PLENTY, PLENTY));
        let warning = ended_at(&outcome, "steps", 50);
        assert!(warning.hint.is_some_and(|hint| hint.to_string().contains(Ceilings::OPTION)));
        assert_eq!(outcome.value.counts(), [25, 25]);
    }
    let codes: Vec<_> = check_grammar(&without_limits("1:A", flip(), vec![apply(Times::UntilNone)]))
        .into_iter()
        .map(|found| found.code)
        .collect();
    assert_eq!(codes, ["limit-above-ceiling"; 3]);
}

#[test]
fn all_searches_together_end_at_a_number() {
    let free = pattern("1:A 2:A 3:B");
    let count = require(Requirement::Absent(free), UnmetAction::Stop);
    let recipe = vec![repeat(Times::Exactly(1_000_000), vec![count])];
    let grammar = without_limits(&crowd(40), flip(), recipe);
    let outcome = derived_within(&grammar, Seed(1), Ceilings::low(500, 20_000, PLENTY));
    ended_at(&outcome, "units of work", 20_000);
    assert!(outcome.value.recipe_counts[1].runs > 1, "{:?}", outcome.value.recipe_counts);
}

#[test]
fn what_the_recipe_does_without_searching_ends_at_a_number_too() {
    let long = require(Requirement::LongestWay(CountBound::AtLeast(0)), UnmetAction::Stop);
    let many = repeat(Times::Exactly(u32::MAX), vec![repeat(Times::Exactly(u32::MAX), vec![long])]);
    let grammar = without_limits(&crowd(40), flip(), vec![many]);
    let outcome = derived_within(&grammar, Seed(1), Ceilings::low(500, 20_000, PLENTY));
    ended_at(&outcome, "units of work", 20_000);
    let again = UnmetAction::Retry { times: u32::MAX };
    let recipe = vec![apply(Times::Exactly(30)), require(Requirement::Nodes(CountBound::AtLeast(9)), again)];
    let outcome =
        derived_within(&without_limits("1:A", flip(), recipe), Seed(1), Ceilings::low(500, 20_000, PLENTY));
    ended_at(&outcome, "units of work", 20_000);
}

#[test]
fn a_derivation_ends_before_its_steps_take_too_much_memory() {
    let text = Value::Text("x".repeat(10_000));
    let replacement = NodeReplacement {
        change: vec![Change::Set("text".to_owned(), text), Change::Add("n".to_owned(), 1)],
        ..NodeReplacement::from(SymbolReplacement::Keep)
    };
    let mut write = rule("Write", "1:A", "1:=");
    write.rhs.nodes[0] = replacement;
    let grammar = without_limits("1:A", vec![write], vec![apply(Times::UntilNone)]);
    let outcome = derived_within(&grammar, Seed(1), Ceilings::low(500, PLENTY, 300_000));
    ended_at(&outcome, "bytes of memory", 300_000);
    assert!((10..=40).contains(&outcome.value.steps.len()), "{}", outcome.value.steps.len());
}

#[test]
fn kept_matches_count_as_memory() {
    let pair = rule("Join", "1:A 2:A", "1:= 2:= 1-p>2");
    let grammar = without_limits(&crowd(200), vec![pair], vec![apply(Times::Exactly(3))]);
    let outcome = derived_within(&grammar, Seed(1), Ceilings::low(500, PLENTY, 200_000));
    ended_at(&outcome, "bytes of memory", 200_000);
}

#[test]
fn counting_goes_no_further_than_the_bound() {
    let free = || pattern("1:A 2:A 3:A 4:A");
    let nodes = 200;
    assert!(nodes * (nodes - 1) * (nodes - 2) > MOST_MATCHES as usize, "more than can be listed");
    let holds = |condition: Requirement| {
        let recipe = vec![require(condition, UnmetAction::Stop)];
        derived(&grammar(&crowd(nodes), flip(), recipe), Seed(1)).stop
    };
    assert_eq!(holds(Requirement::Present(free())), StopReason::Done);
    assert_eq!(holds(Requirement::Absent(free())), StopReason::Failed);
    let counted = |times| Requirement::Counted { times, pattern: free() };
    assert_eq!(holds(counted(CountBound::AtLeast(3))), StopReason::Done);
    assert_eq!(holds(counted(CountBound::Between(3, 9))), StopReason::Failed);
}

#[test]
fn ceilings_change_nothing_of_a_derivation_that_ends_below_them() {
    let recipe = || vec![apply(Times::Exactly(200))];
    let grow = || vec![rule("Grow", "1:A", "1:= 2:A 1-p>2"), rule("Turn", "1:A 2:A 1-p>2", "1:= 2:= 2-p>1")];
    let one = derived(&grammar("1:A", grow(), recipe()), Seed(4));
    let other =
        derived_within(&grammar("1:A", grow(), recipe()), Seed(4), Ceilings::low(5_000, PLENTY, PLENTY));
    assert!(one.is_done() && other.is_done());
    assert_eq!(one.value.steps, other.value.steps);
}

#[test]
fn notes_about_many_steps_are_each_said_once() {
    let recipe = vec![repeat(Times::Exactly(3), (0..400).map(|_| apply(Times::Exactly(2))).collect())];
    let outcome = derived(&grammar("1:B", vec![rule("Never", "1:A", "1:B")], recipe), Seed(1));
    assert_eq!(outcome.diagnostics.len(), 400);
    assert!(mission("1:B").node_count() == outcome.value.mission.node_count());
}
