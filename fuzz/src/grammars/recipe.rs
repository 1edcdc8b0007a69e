//! Recipes of all steps.

use delvewright_engine::grammar::{
    CountBound, Pattern, RecipeStep, Requirement, Rule, RuleChoice, Times, UnmetAction, WeightedBlock,
};

use super::super::draw::Draw;

/// Maximum nesting depth of steps.
const DEEPEST: u32 = 2;

pub(super) fn recipe(draw: &mut Draw, rules: &[Rule]) -> Vec<RecipeStep> {
    let mut recipe = draw.some(3, |draw| step(draw, rules, 0));
    recipe.insert(0, RecipeStep::apply(RuleChoice::All, times(draw)));
    recipe
}

/// Returns any step at the given depth.
pub fn step(draw: &mut Draw, rules: &[Rule], depth: u32) -> RecipeStep {
    let notes = if draw.chance(5) { draw.name(&["First the trunk."]) } else { String::new() };
    let kind = if depth < DEEPEST { draw.below(8) } else { draw.below(3) };
    let mut steps = |draw: &mut Draw| {
        if depth < DEEPEST { draw.some(2, |draw| step(draw, rules, depth + 1)) } else { Vec::new() }
    };
    match kind {
        0 | 1 => RecipeStep::Apply { notes, rules: choice(draw, rules), times: times(draw) },
        2 => RecipeStep::ApplyAll { notes, rules: choice(draw, rules) },
        3 => RecipeStep::Repeat { notes, times: few_times(draw), steps: steps(draw) },
        4 => RecipeStep::Choose((0..=draw.below(2)).map(|_| block(draw, &mut steps)).collect()),
        5 => RecipeStep::Chance { notes, percent: *draw.pick(&[50, 1, 99, 100]), steps: steps(draw) },
        6 => RecipeStep::Block { notes, steps: steps(draw) },
        _ => RecipeStep::Require { notes, condition: requirement(draw, rules), otherwise: otherwise(draw) },
    }
}

fn block(draw: &mut Draw, steps: &mut impl FnMut(&mut Draw) -> Vec<RecipeStep>) -> WeightedBlock {
    WeightedBlock { notes: String::new(), weight: draw.number(0, 3), steps: steps(draw) }
}

fn choice(draw: &mut Draw, rules: &[Rule]) -> RuleChoice {
    match draw.below(3) {
        0 => RuleChoice::All,
        1 => {
            let tags: Vec<&str> = rules.iter().flat_map(|rule| &rule.tags).map(String::as_str).collect();
            if tags.is_empty() { RuleChoice::All } else { RuleChoice::Tag((*draw.pick(&tags)).to_owned()) }
        }
        _ => {
            let names: Vec<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
            RuleChoice::Named((0..=draw.below(2)).map(|_| draw.name(&names)).collect())
        }
    }
}

/// Returns a number of times, or until none matches.
pub fn times(draw: &mut Draw) -> Times {
    match draw.below(4) {
        0 | 1 => Times::Exactly(draw.number(1, 4)),
        2 => {
            let least = draw.number(0, 3);
            Times::Between(least, least + draw.number(0, 3))
        }
        _ => Times::UntilNone,
    }
}

fn few_times(draw: &mut Draw) -> Times {
    if draw.chance(10) { Times::UntilNone } else { Times::Exactly(draw.number(1, 3)) }
}

fn bound(draw: &mut Draw) -> CountBound {
    match draw.below(3) {
        0 => CountBound::AtLeast(draw.number(0, 6)),
        1 => CountBound::AtMost(draw.number(0, 12)),
        _ => CountBound::Between(draw.number(0, 3), draw.number(3, 12)),
    }
}

/// Returns a requirement with a pattern of a rule.
fn requirement(draw: &mut Draw, rules: &[Rule]) -> Requirement {
    let patterns: Vec<&Pattern> = rules.iter().map(|rule| &rule.lhs).collect();
    let pattern = if patterns.is_empty() { Pattern::default() } else { (*draw.pick(&patterns)).clone() };
    match draw.below(6) {
        0 => Requirement::Present(pattern),
        1 => Requirement::Absent(pattern),
        2 => Requirement::Counted { times: bound(draw), pattern },
        3 => Requirement::Nodes(bound(draw)),
        4 => Requirement::Edges(bound(draw)),
        _ => Requirement::LongestWay(bound(draw)),
    }
}

fn otherwise(draw: &mut Draw) -> UnmetAction {
    if draw.is_so() { UnmetAction::Stop } else { UnmetAction::Retry { times: draw.number(1, 4) } }
}
