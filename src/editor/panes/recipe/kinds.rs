//! The kinds of steps, and how a step becomes one of another kind.

use egui_phosphor::regular as icon;

use crate::grammar::{Bound, Grammar, Otherwise, RecipeStep, Requirement, RuleChoice, Times, WeightedBlock};

/// What a step can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Apply,
    ApplyAll,
    Repeat,
    Choose,
    Chance,
    Block,
    Require,
}

impl Kind {
    /// All of them, in the order of the menu.
    pub const ALL: [Self; 7] =
        [Self::Apply, Self::ApplyAll, Self::Repeat, Self::Choose, Self::Chance, Self::Block, Self::Require];

    pub const fn of(step: &RecipeStep) -> Self {
        match step {
            RecipeStep::Apply { .. } => Self::Apply,
            RecipeStep::ApplyAll { .. } => Self::ApplyAll,
            RecipeStep::Repeat { .. } => Self::Repeat,
            RecipeStep::Choose(_) => Self::Choose,
            RecipeStep::Chance { .. } => Self::Chance,
            RecipeStep::Block { .. } => Self::Block,
            RecipeStep::Require { .. } => Self::Require,
        }
    }

    pub const fn words(self) -> &'static str {
        match self {
            Self::Apply => "Apply rules",
            Self::ApplyAll => "Apply rules everywhere at once",
            Self::Repeat => "Repeat steps",
            Self::Choose => "Choose one of several blocks",
            Self::Chance => "Do steps by chance",
            Self::Block => "Group steps in a block",
            Self::Require => "Require something",
        }
    }

    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Apply => {
                "Each time a rule is drawn by weight among those that match, and applied at one place."
            }
            Self::ApplyAll => "Applies the rules at all places where they match now.",
            Self::Repeat => "Does its steps over and over.",
            Self::Choose => "Does one of several blocks, drawn by weight.",
            Self::Chance => "Does its steps in some of 100 cases.",
            Self::Block => "Does its steps; what fails in it can be tried again without what lies around it.",
            Self::Require => "Goes on only if the mission is as it should be; else stops or tries again.",
        }
    }

    pub const fn icon(self) -> &'static str {
        match self {
            Self::Apply => icon::PLAY,
            Self::ApplyAll => icon::FAST_FORWARD,
            Self::Repeat => icon::REPEAT,
            Self::Choose => icon::ARROWS_SPLIT,
            Self::Chance => icon::DICE_FIVE,
            Self::Block => icon::BRACKETS_CURLY,
            Self::Require => icon::CHECK_SQUARE,
        }
    }

    /// A step of this kind that does something sensible.
    pub fn new_step(self, grammar: &Grammar) -> RecipeStep {
        let notes = String::new();
        let rules = grammar.rules.iter().flat_map(|rule| &rule.tags).next();
        let rules = rules.map_or(RuleChoice::All, |tag| RuleChoice::Tag(tag.clone()));
        let condition = Requirement::Nodes(Bound::AtLeast(5));
        match self {
            Self::Apply => RecipeStep::Apply { notes, rules, times: Times::default() },
            Self::ApplyAll => RecipeStep::ApplyAll { notes, rules },
            Self::Repeat => RecipeStep::Repeat { notes, times: Times::Exactly(3), steps: Vec::new() },
            Self::Choose => RecipeStep::Choose(vec![block(Vec::new()), block(Vec::new())]),
            Self::Chance => RecipeStep::Chance { notes, percent: 50, steps: Vec::new() },
            Self::Block => RecipeStep::Block { notes, steps: Vec::new() },
            Self::Require => RecipeStep::Require { notes, condition, otherwise: Otherwise::Stop },
        }
    }

    /// The step as one of this kind, with all that both kinds have.
    pub fn turned(self, step: &RecipeStep, grammar: &Grammar) -> RecipeStep {
        let mut new = self.new_step(grammar);
        if let (Some(notes), Some(new)) = (notes(step), notes_mut(&mut new)) {
            notes.clone_into(new);
        }
        if let (
            RecipeStep::Apply { rules, .. } | RecipeStep::ApplyAll { rules, .. },
            RecipeStep::Apply { rules: new, .. } | RecipeStep::ApplyAll { rules: new, .. },
        ) = (step, &mut new)
        {
            new.clone_from(rules);
        }
        if let (
            RecipeStep::Apply { times, .. } | RecipeStep::Repeat { times, .. },
            RecipeStep::Apply { times: new, .. } | RecipeStep::Repeat { times: new, .. },
        ) = (step, &mut new)
        {
            *new = *times;
        }
        // A step that holds nothing is put into one that holds steps.
        let held = match step {
            RecipeStep::Repeat { steps, .. }
            | RecipeStep::Chance { steps, .. }
            | RecipeStep::Block { steps, .. } => steps.clone(),
            RecipeStep::Choose(blocks) => blocks.iter().flat_map(|block| block.steps.clone()).collect(),
            RecipeStep::Apply { .. } | RecipeStep::ApplyAll { .. } | RecipeStep::Require { .. } => {
                vec![step.clone()]
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
}

/// A block of weight 1.
pub(super) fn block(steps: Vec<RecipeStep>) -> WeightedBlock {
    WeightedBlock { notes: String::new(), weight: 1, steps }
}

/// The remarks of a step, if its kind has some.
pub(super) fn notes(step: &RecipeStep) -> Option<&str> {
    match step {
        RecipeStep::Apply { notes, .. }
        | RecipeStep::ApplyAll { notes, .. }
        | RecipeStep::Repeat { notes, .. }
        | RecipeStep::Chance { notes, .. }
        | RecipeStep::Block { notes, .. }
        | RecipeStep::Require { notes, .. } => Some(notes),
        RecipeStep::Choose(_) => None,
    }
}

/// The same, to be changed.
pub(super) fn notes_mut(step: &mut RecipeStep) -> Option<&mut String> {
    match step {
        RecipeStep::Apply { notes, .. }
        | RecipeStep::ApplyAll { notes, .. }
        | RecipeStep::Repeat { notes, .. }
        | RecipeStep::Chance { notes, .. }
        | RecipeStep::Block { notes, .. }
        | RecipeStep::Require { notes, .. } => Some(notes),
        RecipeStep::Choose(_) => None,
    }
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
        let all = Kind::ApplyAll.turned(&step, &grammar);
        assert_eq!(all, RecipeStep::ApplyAll { notes: "why".into(), rules: RuleChoice::Tag("loop".into()) });
        let repeat = Kind::Repeat.turned(&step, &grammar);
        let expected =
            RecipeStep::Repeat { notes: "why".into(), times: Times::Between(2, 3), steps: vec![step] };
        assert_eq!(repeat, expected);
        let RecipeStep::Block { steps, .. } = Kind::Block.turned(&repeat, &grammar) else {
            panic!("a block")
        };
        assert_eq!(steps.len(), 1);
        for kind in Kind::ALL {
            assert_eq!(Kind::of(&kind.new_step(&grammar)), kind);
            assert_eq!(Kind::of(&kind.turned(&expected, &grammar)), kind);
        }
    }
}
