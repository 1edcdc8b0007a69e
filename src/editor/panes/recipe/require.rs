//! The form for requirements of the mission, and for the consequence if they are not met.

use egui::Ui;

use crate::base::Slot;
use crate::editor::panes::words::pattern_words;
use crate::editor::widgets::bounds::count_bound_rows;
use crate::editor::widgets::parameters::parameter_row;
use crate::editor::widgets::rows::{RowLabel, choice_row, pick_row, row};
use crate::editor::widgets::style::palette;
use crate::grammar::{CountBound, Grammar, Pattern, Requirement, UnmetAction};

/// Shows the condition. Returns `true` if it was changed.
pub(super) fn condition_rows(ui: &mut Ui, of: &str, condition: &mut Requirement, grammar: &Grammar) -> bool {
    let before = condition.clone();
    let about = RowLabel {
        name: "Condition",
        of,
        tooltip: "The condition that the mission must meet. The longest way leads to the place farthest from the start, in passages.",
    };
    if let Some(other) = choice_row(ui, about, condition.clone(), &kinds_like(condition, grammar)) {
        *condition = other;
    }
    match condition {
        Requirement::Present(pattern) | Requirement::Absent(pattern) => {
            pattern_rows(ui, of, pattern, grammar)
        }
        Requirement::Counted { times, pattern } => {
            pattern_rows(ui, of, pattern, grammar);
            count_bound_rows(ui, of, times);
        }
        Requirement::Nodes(bound) | Requirement::Edges(bound) | Requirement::LongestWay(bound) => {
            count_bound_rows(ui, of, bound);
        }
    }
    *condition != before
}

/// Returns the condition itself and those of the other kinds, with the same pattern and number.
fn kinds_like(condition: &Requirement, grammar: &Grammar) -> [(Requirement, &'static str); 6] {
    let (pattern, bound) = match condition {
        Requirement::Present(pattern) | Requirement::Absent(pattern) => (Some(pattern), None),
        Requirement::Counted { times, pattern } => (Some(pattern), Some(*times)),
        Requirement::Nodes(bound) | Requirement::Edges(bound) | Requirement::LongestWay(bound) => {
            (None, Some(*bound))
        }
    };
    let first = || grammar.rules.first().map(|rule| rule.lhs.clone());
    let pattern = pattern.cloned().or_else(first).unwrap_or_default();
    let bound = bound.unwrap_or(CountBound::AtLeast(1));
    [
        (Requirement::Nodes(bound), "A number of nodes"),
        (Requirement::Edges(bound), "A number of edges"),
        (Requirement::LongestWay(bound), "The length of the longest way"),
        (Requirement::Present(pattern.clone()), "A pattern is there"),
        (Requirement::Absent(pattern.clone()), "A pattern is not there"),
        (Requirement::Counted { times: bound, pattern }, "A pattern, counted"),
    ]
}

/// Shows the pattern in words, and a list of rules to take a left side from.
fn pattern_rows(ui: &mut Ui, of: &str, pattern: &mut Pattern, grammar: &Grammar) {
    row(ui, RowLabel { name: "Pattern", of, tooltip: "The pattern to find." }, |ui, _| {
        let text = egui::RichText::new(pattern_words(pattern, grammar)).color(palette(ui).strong);
        ui.add(egui::Label::new(text).wrap());
    });
    let names: Vec<&str> = grammar.rules.iter().map(|rule| rule.name.as_str()).collect();
    if names.is_empty() {
        return;
    }
    let about = RowLabel {
        name: "Take it from",
        of,
        tooltip: "Finds the Before of a rule. If there is none, draw a rule for it and turn it off.",
    };
    if let Some(rule) =
        pick_row(ui, about, "What is found by…", &names).and_then(|picked| grammar.rules.get(picked))
    {
        pattern.clone_from(&rule.lhs);
    }
}

/// Shows the consequence if the condition is not met. Returns `true` if it was changed.
pub(super) fn otherwise_rows(ui: &mut Ui, of: &str, otherwise: &mut UnmetAction) -> bool {
    let before = *otherwise;
    let again = if before.is_stop() { UnmetAction::Retry { times: 10 } } else { before };
    let about = RowLabel {
        name: "Otherwise",
        of,
        tooltip: "The reaction to a failed check. Try again undoes the steps of this list and repeats them with other random choices.",
    };
    if let Some(new) = choice_row(ui, about, before, &[(UnmetAction::Stop, "Stop"), (again, "Try again")]) {
        *otherwise = new;
    }
    if let UnmetAction::Retry { times } = otherwise {
        parameter_row(ui, of, Slot::Number(&UnmetAction::TRIES, times));
    }
    *otherwise != before
}
