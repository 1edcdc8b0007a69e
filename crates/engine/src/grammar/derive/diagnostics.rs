//! Diagnostics of a derivation.

use super::deriver::{Deriver, LimitReached};
use crate::base::{Diagnostic, Severity, ValuePath, counted, counted_plural, times};
use crate::grammar::recipe_walk::{PlacedStep, walk};
use crate::grammar::{RecipeStep, Requirement, UnmetAction};

impl Deriver<'_> {
    /// Returns the warning that a limit was reached.
    pub fn limit_reached(&self, reached: &LimitReached) -> Diagnostic {
        let LimitReached { what, limit, .. } = reached;
        let counts = self.grammar.rules.iter().zip(&self.counts).filter(|(_, count)| **count > 0);
        let list: Vec<String> =
            counts.map(|(rule, count)| format!("\"{}\" {}", rule.name, times(*count))).collect();
        let applied = if list.is_empty() { "none".to_owned() } else { list.join(", ") };
        let message = format!(
            "The derivation reached the limit of {} after {}. Rules applied: {applied}.",
            counted_plural(*limit, what),
            counted(self.derivation.steps.len(), "step"),
        );
        Diagnostic::warning("limit-reached", message).at(reached.path.clone()).hint(reached.hint.clone())
    }

    /// Notes that the step of that number did less than it should, once for each step.
    pub fn note_fewer_times(&mut self, number: usize, least: u32, done: u32) {
        if !self.is_noted.insert(number) {
            return;
        }
        self.noted.push(number);
        let message = format!(
            "Step {} of the recipe should run at least {}, but only {} of its rules found a match.",
            self.label(number),
            times(least),
            times(done),
        );
        self.notes.push(Diagnostic::new(Severity::Note, "fewer-times", message).at(self.path(number)));
    }

    /// Returns the error that the mission did not meet the requirement of the step of that number.
    pub fn requirement_failed(&self, number: usize, tries: u32) -> Diagnostic {
        let after = if tries == 0 { String::new() } else { format!(", after {}", counted_tries(tries)) };
        let wanted = self.placed(number).map_or_else(String::new, |placed| match placed.step {
            RecipeStep::Require { condition, .. } => condition_text(condition),
            _ => String::new(),
        });
        let message = format!(
            "Step {} of the recipe requires {wanted}, which the mission does not meet{after}.",
            self.label(number)
        );
        let is_retry = self.placed(number).is_some_and(|placed| {
            matches!(placed.step, RecipeStep::Require { otherwise: UnmetAction::Retry { .. }, .. })
        });
        let hint = if is_retry {
            "Change the steps before it, so that the mission meets it more often."
        } else {
            "Let it try again 10 times."
        };
        Diagnostic::error("requirement-failed", message).at(self.path(number)).hint(hint)
    }

    fn label(&self, number: usize) -> String {
        self.placed(number).map(|placed| placed.label.clone()).unwrap_or_default()
    }

    /// Returns the path of the step of that number in the grammar.
    pub fn path(&self, number: usize) -> ValuePath {
        self.placed(number).map(|placed| placed.path.clone()).unwrap_or_default()
    }

    fn placed(&self, number: usize) -> Option<&PlacedStep<'_>> {
        self.placed.get_or_init(|| walk(&self.grammar.recipe)).get(number)
    }
}

fn condition_text(condition: &Requirement) -> String {
    let bound = condition.bound().text();
    match condition {
        Requirement::Present(_) => "its pattern to be there".to_owned(),
        Requirement::Absent(_) => "its pattern not to be there".to_owned(),
        Requirement::Counted { .. } => format!("its pattern to be there {bound} times"),
        Requirement::Nodes(_) => format!("{bound} nodes"),
        Requirement::Edges(_) => format!("{bound} edges"),
        Requirement::LongestWay(_) => format!("a longest way of {bound} passages"),
    }
}

fn counted_tries(tries: u32) -> String {
    if tries == 1 { "1 more try".to_owned() } else { format!("{tries} more tries") }
}
