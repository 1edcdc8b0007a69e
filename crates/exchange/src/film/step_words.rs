//! Describes the steps of a derivation in words.

use crate::base::{counted, printable};
use crate::grammar::{Grammar, MissionChange, Step, step_labels};

/// Names the rule, the right side and the step of the recipe, followed by the changes.
pub fn step_in_words(step: &Step, grammar: &Grammar) -> String {
    let rule = grammar.rules.get(step.rule);
    let name = rule.map_or_else(String::new, |rule| format!("\"{}\"", printable(&rule.name)));
    let has_several = rule.is_some_and(|rule| rule.alternatives().nth(1).is_some());
    let side = if has_several { format!(", After side {}", step.alternative + 1) } else { String::new() };
    let label = step_labels(&grammar.recipe).into_iter().nth(step.recipe_step).unwrap_or_default();
    format!("{name}{side}, step {label} of the recipe: {}", changes_in_words(step))
}

/// Counts the changes of a step: "2 nodes and 3 edges created, 1 node changed".
fn changes_in_words(step: &Step) -> String {
    let count =
        |is_it: fn(&MissionChange) -> bool| step.delta.changes.iter().filter(|change| is_it(change)).count();
    let kinds = [
        (
            "created",
            count(|change| matches!(change, MissionChange::NodeAdded(..))),
            count(|change| matches!(change, MissionChange::EdgeAdded(..))),
        ),
        (
            "changed",
            count(|change| matches!(change, MissionChange::NodeChanged(_))),
            count(|change| matches!(change, MissionChange::EdgeChanged(_))),
        ),
        (
            "deleted",
            count(|change| matches!(change, MissionChange::NodeRemoved(..))),
            count(|change| matches!(change, MissionChange::EdgeRemoved(..))),
        ),
    ];
    let parts = kinds.into_iter().filter_map(|(done, nodes, edges)| match (nodes, edges) {
        (0, 0) => None,
        (nodes, 0) => Some(format!("{} {done}", counted(nodes, "node"))),
        (0, edges) => Some(format!("{} {done}", counted(edges, "edge"))),
        (nodes, edges) => Some(format!("{} and {} {done}", counted(nodes, "node"), counted(edges, "edge"))),
    });
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { "nothing changed".to_owned() } else { parts.join(", ") }
}
