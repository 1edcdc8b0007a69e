//! Walks the steps of a recipe in the order in which they are written, including nested ones.
//!
//! A step's number is its position in that order, from 0. Without nesting it is its position in the list.

use super::{Grammar, RecipeStep, RuleNames};
use crate::base::{PathRef, ValuePath};

/// Maximum nesting of lists of steps, including the recipe's own.
pub const DEEPEST_LIST: usize = 16;

/// A step with its place.
#[derive(Clone, Debug)]
pub(crate) struct PlacedStep<'a> {
    /// The path in the grammar: `recipe[2].steps[0]`.
    pub path: ValuePath,
    /// The label for readers, counted from 1: `3.1`.
    pub label: String,
    /// The number of lists around it.
    pub depth: usize,
    /// The position in its own list.
    pub position: usize,
    pub step: &'a RecipeStep,
}

/// Returns all steps of a recipe.
pub(crate) fn walk(recipe: &[RecipeStep]) -> Vec<PlacedStep<'_>> {
    let mut found = Vec::new();
    walk_list(recipe, (PathRef::ROOT, "recipe"), "", 1, &mut found);
    found
}

/// Returns the steps of a recipe that apply a rule: numbers, labels for readers, and the steps.
pub fn steps_that_apply(grammar: &Grammar, rule: usize) -> Vec<(usize, String, &RecipeStep)> {
    let names = RuleNames::new(grammar);
    let applies =
        |step: &RecipeStep| step.rules().is_some_and(|rules| names.positions(rules).contains(&rule));
    let numbered = walk(&grammar.recipe).into_iter().enumerate();
    numbered
        .filter(|(_, placed)| applies(placed.step))
        .map(|(number, placed)| (number, placed.label, placed.step))
        .collect()
}

/// Returns the labels of all steps, for example `3.1`, by their numbers.
pub fn step_labels(recipe: &[RecipeStep]) -> Vec<String> {
    walk(recipe).into_iter().map(|placed| placed.label).collect()
}

/// Returns the number of the step with a label such as `3.1`, and the number of steps including nested ones.
pub fn step_with_label(recipe: &[RecipeStep], label: &str) -> Option<(usize, usize)> {
    let steps = walk(recipe);
    let number = steps.iter().position(|placed| placed.label == label)?;
    Some((number, steps.get(number)?.step.size()))
}

fn walk_list<'a>(
    steps: &'a [RecipeStep],
    (holder, field): (PathRef<'_>, &'static str),
    label: &str,
    depth: usize,
    found: &mut Vec<PlacedStep<'a>>,
) {
    for (position, step) in steps.iter().enumerate() {
        let path = holder.item(field, position);
        let label = format!("{label}{}", position + 1);
        found.push(PlacedStep { path: path.into(), label: label.clone(), depth, position, step });
        for (number, list) in step.lists().into_iter().enumerate() {
            let (holder, label) = match step {
                RecipeStep::Choose(_) => (path.index(number), format!("{label}.{}.", number + 1)),
                _ => (path, format!("{label}.")),
            };
            walk_list(list, (holder, "steps"), &label, depth + 1, found);
        }
    }
}

impl RecipeStep {
    /// Returns the kind of the step, as it is written.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Apply { .. } => "Apply",
            Self::ApplyAll { .. } => "ApplyAll",
            Self::Repeat { .. } => "Repeat",
            Self::Choose(_) => "Choose",
            Self::Chance { .. } => "Chance",
            Self::Block { .. } => "Block",
            Self::Require { .. } => "Require",
        }
    }

    /// Returns the lists of steps directly in it: one for each block of a choice, one for other steps with a
    /// list.
    pub fn lists(&self) -> Vec<&Vec<Self>> {
        match self {
            Self::Repeat { steps, .. } | Self::Chance { steps, .. } | Self::Block { steps, .. } => {
                vec![steps]
            }
            Self::Choose(blocks) => blocks.iter().map(|block| &block.steps).collect(),
            Self::Apply { .. } | Self::ApplyAll { .. } | Self::Require { .. } => Vec::new(),
        }
    }

    /// Returns the lists of steps directly in it, for writing.
    pub fn lists_mut(&mut self) -> Vec<&mut Vec<Self>> {
        match self {
            Self::Repeat { steps, .. } | Self::Chance { steps, .. } | Self::Block { steps, .. } => {
                vec![steps]
            }
            Self::Choose(blocks) => blocks.iter_mut().map(|block| &mut block.steps).collect(),
            Self::Apply { .. } | Self::ApplyAll { .. } | Self::Require { .. } => Vec::new(),
        }
    }

    /// Returns the number of steps, including itself and nested ones.
    pub(crate) fn size(&self) -> usize {
        1 + self.lists().into_iter().map(|list| size(list)).sum::<usize>()
    }
}

/// Returns the number of steps of a list, including nested ones.
pub(crate) fn size(steps: &[RecipeStep]) -> usize {
    steps.iter().map(RecipeStep::size).sum()
}
