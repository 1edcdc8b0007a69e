//! The form for requirements of the mission, and for the consequence if they are not met.

use egui::Ui;

use crate::base::Slot;
use crate::editor::panes::words::pattern_words;
use crate::editor::widgets::parameters::parameter_row;
use crate::editor::widgets::rows::{Row, choice_row, pick_row, row};
use crate::editor::widgets::style::palette;
use crate::grammar::{Bound, Grammar, Otherwise, Pattern, Requirement};

/// Shows the condition. Returns `true` if it was changed.
pub(super) fn condition_rows(ui: &mut Ui, of: &str, condition: &mut Requirement, grammar: &Grammar) -> bool {
    let before = condition.clone();
    let about = Row {
        name: "Condition",
        of,
        tooltip: "How the mission should be. The longest way is that to the place farthest from the start, in passages.",
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
            bound_rows(ui, of, times);
        }
        Requirement::Nodes(bound) | Requirement::Edges(bound) | Requirement::LongestWay(bound) => {
            bound_rows(ui, of, bound);
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
    let bound = bound.unwrap_or(Bound::AtLeast(1));
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
    row(ui, Row { name: "Pattern", of, tooltip: "What is looked for." }, |ui, _| {
        let text = egui::RichText::new(pattern_words(pattern, grammar)).color(palette(ui).strong);
        ui.add(egui::Label::new(text).wrap());
    });
    let names: Vec<&str> = grammar.rules.iter().map(|rule| rule.name.as_str()).collect();
    if names.is_empty() {
        return;
    }
    let about = Row {
        name: "Take it from",
        of,
        tooltip: "Looks for what a rule looks for under Before; draw a rule for it and turn it off, if there is none.",
    };
    if let Some(rule) =
        pick_row(ui, about, "What is found by…", &names).and_then(|picked| grammar.rules.get(picked))
    {
        pattern.clone_from(&rule.lhs);
    }
}

fn bound_rows(ui: &mut Ui, of: &str, bound: &mut Bound) {
    let (least, most) = match *bound {
        Bound::AtLeast(least) => (least, least.saturating_add(5)),
        Bound::AtMost(most) => (most.saturating_sub(5), most),
        Bound::Between(least, most) => (least, most),
    };
    let choices = [
        (Bound::AtLeast(least), "At least"),
        (Bound::AtMost(most), "At most"),
        (Bound::Between(least, most), "From … to …"),
    ];
    let about = Row { name: "How many", of, tooltip: "How many there should be." };
    if let Some(new) = choice_row(ui, about, *bound, &choices) {
        *bound = new;
    }
    match bound {
        Bound::AtLeast(number) | Bound::AtMost(number) => {
            parameter_row(ui, of, Slot::Number(&Bound::NUMBER, number));
        }
        Bound::Between(least, most) => {
            let mut range = (*least, *most);
            parameter_row(ui, of, Slot::Range(&Bound::RANGE, &mut range));
            (*least, *most) = range;
        }
    }
}

/// Shows the consequence if the condition is not met. Returns `true` if it was changed.
pub(super) fn otherwise_rows(ui: &mut Ui, of: &str, otherwise: &mut Otherwise) -> bool {
    let before = *otherwise;
    let again = if before.is_stop() { Otherwise::Retry { times: 10 } } else { before };
    let about = Row {
        name: "Otherwise",
        of,
        tooltip: "What happens if it is not so. Try again: the list of steps that this one stands in is undone and done again with other random choices.",
    };
    if let Some(new) = choice_row(ui, about, before, &[(Otherwise::Stop, "Stop"), (again, "Try again")]) {
        *otherwise = new;
    }
    if let Otherwise::Retry { times } = otherwise {
        parameter_row(ui, of, Slot::Number(&Otherwise::TRIES, times));
    }
    *otherwise != before
}
