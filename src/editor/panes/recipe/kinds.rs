//! The kinds of steps, and conversions between them.

use std::mem::discriminant;

use egui_phosphor::regular as icon;

use crate::grammar::{
    CountBound, Grammar, RecipeStep, Requirement, RuleChoice, Times, UnmetAction, WeightedBlock,
};

/// Returns the name of a step's kind.
pub(super) const fn words(step: &RecipeStep) -> &'static str {
    match step {
        RecipeStep::Apply { .. } => "Apply rules",
        RecipeStep::ApplyAll { .. } => "Apply rules everywhere at once",
        RecipeStep::Repeat { .. } => "Repeat steps",
        RecipeStep::Choose(_) => "Do one of several blocks",
        RecipeStep::Chance { .. } => "Do steps by chance",
        RecipeStep::Block { .. } => "Group steps in a block",
        RecipeStep::Require { .. } => "Require something",
    }
}

/// Returns a description of a step's kind.
pub(super) const fn tooltip(step: &RecipeStep) -> &'static str {
    match step {
        RecipeStep::Apply { .. } => "Picks a matching rule by weight each time and applies it at one place.",
        RecipeStep::ApplyAll { .. } => "Applies the rules at all places where they match now.",
        RecipeStep::Repeat { .. } => "Does its steps over and over.",
        RecipeStep::Choose(_) => "Does one of several blocks, picked by weight.",
        RecipeStep::Chance { .. } => "Does its steps with this chance.",
        RecipeStep::Block { .. } => {
            "Does its steps. A failed step can be tried again without the steps around the block."
        }
        RecipeStep::Require { .. } => "Checks the mission. If the check fails, stops or tries again.",
    }
}

/// Returns the icon of a step's kind.
pub(super) const fn icon(step: &RecipeStep) -> &'static str {
    match step {
        RecipeStep::Apply { .. } => icon::CIRCLE,
        RecipeStep::ApplyAll { .. } => icon::CIRCLES_THREE,
        RecipeStep::Repeat { .. } => icon::REPEAT,
        RecipeStep::Choose(_) => icon::ARROWS_SPLIT,
        RecipeStep::Chance { .. } => icon::DICE_FIVE,
        RecipeStep::Block { .. } => icon::BRACKETS_CURLY,
        RecipeStep::Require { .. } => icon::CHECK_SQUARE,
    }
}

/// Returns a useful step of each kind, in the order of the menu.
pub(super) fn new_steps(grammar: &Grammar) -> [RecipeStep; 7] {
    let notes = String::new;
    let tag = grammar.rules.iter().flat_map(|rule| &rule.tags).next();
    let rules = tag.map_or(RuleChoice::All, |tag| RuleChoice::Tag(tag.clone()));
    let condition = Requirement::Nodes(CountBound::AtLeast(5));
    [
        RecipeStep::Apply { notes: notes(), rules: rules.clone(), times: Times::default() },
        RecipeStep::ApplyAll { notes: notes(), rules },
        RecipeStep::Repeat { notes: notes(), times: Times::Exactly(3), steps: Vec::new() },
        RecipeStep::Choose(vec![block(Vec::new()), block(Vec::new())]),
        RecipeStep::Chance { notes: notes(), percent: 50, steps: Vec::new() },
        RecipeStep::Block { notes: notes(), steps: Vec::new() },
        RecipeStep::Require { notes: notes(), condition, otherwise: UnmetAction::Stop },
    ]
}

/// Returns the step itself and its conversions to the other kinds, keeping all shared settings.
pub(super) fn kinds_like(step: &RecipeStep, grammar: &Grammar) -> [RecipeStep; 7] {
    new_steps(grammar).map(|new| {
        if discriminant(&new) == discriminant(step) { step.clone() } else { with_parts_of(step, new) }
    })
}

/// Copies all settings that both kinds share to a new step.
fn with_parts_of(old: &RecipeStep, mut new: RecipeStep) -> RecipeStep {
    if let (Some(notes), Some(new)) = (old.notes(), new.notes_mut()) {
        notes.clone_into(new);
    }
    if let (Some(rules), Some(new)) = (old.rules(), new.rules_mut()) {
        new.clone_from(rules);
    }
    if let (
        RecipeStep::Apply { times, .. } | RecipeStep::Repeat { times, .. },
        RecipeStep::Apply { times: new, .. } | RecipeStep::Repeat { times: new, .. },
    ) = (old, &mut new)
    {
        *new = *times;
    }
    // If only the new step can contain steps, the old one is put into it.
    let held = match old {
        RecipeStep::Repeat { steps, .. }
        | RecipeStep::Chance { steps, .. }
        | RecipeStep::Block { steps, .. } => steps.clone(),
        RecipeStep::Choose(blocks) => blocks.iter().flat_map(|block| block.steps.clone()).collect(),
        RecipeStep::Apply { .. } | RecipeStep::ApplyAll { .. } | RecipeStep::Require { .. } => {
            vec![old.clone()]
        }
    };
    match &mut new {
        RecipeStep::Repeat { steps, .. }
        | RecipeStep::Chance { steps, .. }
        | RecipeStep::Block { steps, .. } => *steps = held,
        RecipeStep::Choose(blocks) => *blocks = vec![block(held), block(Vec::new())],
        RecipeStep::Apply { .. } | RecipeStep::ApplyAll { .. } | RecipeStep::Require { .. } => {}
    }
    new
}

/// Returns a block with weight 1.
pub(super) fn block(steps: Vec<RecipeStep>) -> WeightedBlock {
    WeightedBlock { notes: String::new(), weight: 1, steps }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::work::disk;

    #[test]
    fn step_of_another_kind_keeps_what_both_have() {
        let grammar = disk::first_example().grammar().clone();
        let step = RecipeStep::Apply {
            notes: "why".into(),
            rules: RuleChoice::Tag("loop".into()),
            times: Times::Between(2, 3),
        };
        let of_kind = |step: &RecipeStep, kind: &str| {
            kinds_like(step, &grammar).into_iter().find(|other| words(other) == kind).expect("a kind")
        };
        let all = of_kind(&step, "Apply rules everywhere at once");
        assert_eq!(all, RecipeStep::ApplyAll { notes: "why".into(), rules: RuleChoice::Tag("loop".into()) });
        let repeat = of_kind(&step, "Repeat steps");
        let expected = RecipeStep::Repeat {
            notes: "why".into(),
            times: Times::Between(2, 3),
            steps: vec![step.clone()],
        };
        assert_eq!(repeat, expected);
        let block = of_kind(&repeat, "Group steps in a block");
        assert_eq!(block, RecipeStep::Block { notes: "why".into(), steps: vec![step] });
    }
}
