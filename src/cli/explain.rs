//! `delvewright derive --explain`: explains why a rule does not apply at a node.

use std::fmt::Write;

use clap::Args;

use super::outcome::{CliError, CliOutcome};
use crate::base::{counted, did_you_mean, printable, printable_line, times};
use crate::grammar::{Derivation, Explanation, Grammar, explain, find_hindrances};
use crate::mission::{Mission, NodeId};

/// The options that ask for an explanation.
#[derive(Debug, Args)]
pub(super) struct ExplainArguments {
    /// Explains why this rule does or does not apply at a node, instead of printing the steps.
    #[arg(long, value_name = "RULE", requires = "at", conflicts_with = "format")]
    explain: Option<String>,
    /// The number of the node that --explain asks about, as printed with the steps.
    #[arg(long, value_name = "NODE", requires = "explain", allow_negative_numbers = true)]
    at: Option<u32>,
    /// Explains the mission after this many steps: 0 is the start. By default, all steps.
    #[arg(long, value_name = "N", requires = "explain", allow_negative_numbers = true)]
    step: Option<usize>,
}

/// Returns the answer to a question about a derivation, or `None` if nothing is asked.
pub(super) fn answer(
    question: &ExplainArguments,
    grammar: &Grammar,
    derivation: &Derivation,
) -> Result<Option<String>, CliError> {
    let (Some(name), Some(at)) = (&question.explain, question.at) else { return Ok(None) };
    let rule = rule_of_name(grammar, name)?;
    let steps = steps_to_look_at(question.step, derivation)?;
    let mission = derivation.at_step(steps);
    let Some(node) = mission.node(NodeId(at)) else { return Err(no_such_node(at, steps, derivation)) };
    let symbol = derivation.alphabet.node(node.symbol).0;
    let when = when_text(steps);
    let heading = format!("\"{}\" at node {at} ({}) {when}:\n", printable(name), printable(symbol));
    Ok(Some(heading + &explained(grammar, rule, steps, derivation, &mission, NodeId(at))))
}

fn explained(
    grammar: &Grammar,
    rule: usize,
    steps: usize,
    derivation: &Derivation,
    mission: &Mission,
    at: NodeId,
) -> String {
    let explanation = explain(grammar, rule, mission, at);
    let applied = derivation.steps.iter().take(steps).filter(|step| step.rule == rule).count() as u32;
    let hindrances = find_hindrances(grammar, rule, applied);
    let mut text = format!("{}\n", printable_line(&explanation.to_string()));
    if matches!(explanation, Explanation::Matches(_)) && !hindrances.is_empty() {
        text += "But it was not applied:\n";
    }
    for hindrance in hindrances {
        writeln!(text, "{}", printable_line(&hindrance.to_string())).expect("a string takes all text");
    }
    let often = if applied == 0 { "not applied".to_owned() } else { format!("applied {}", times(applied)) };
    text + &format!("It was {often} before.\n")
}

fn when_text(steps: usize) -> String {
    if steps == 0 { "at the start".to_owned() } else { format!("after {}", counted(steps, "step")) }
}

fn rule_of_name(grammar: &Grammar, name: &str) -> Result<usize, CliError> {
    let position = grammar.rules.iter().position(|rule| rule.name == name);
    position.ok_or_else(|| {
        let near = did_you_mean(name, grammar.rules.iter().map(|rule| rule.name.as_str()));
        wrong(format!("there is no rule \"{name}\""), near)
    })
}

fn steps_to_look_at(step: Option<usize>, derivation: &Derivation) -> Result<usize, CliError> {
    let all = derivation.steps.len();
    match step {
        None => Ok(all),
        Some(step) if step <= all => Ok(step),
        Some(step) => {
            Err(wrong(format!("there is no step {step}: the derivation has {}", counted(all, "step")), None))
        }
    }
}

/// Describes a missing node: it may have been erased before, or be created later.
fn no_such_node(at: u32, steps: usize, derivation: &Derivation) -> CliError {
    let is_at = |id: NodeId| id == NodeId(at);
    let mut later = derivation.steps.iter().zip(1..).skip(steps);
    let mut earlier = derivation.steps.iter().zip(1..).take(steps);
    let erased = earlier.find(|(step, _)| step.delta.removed_nodes().any(|(id, _)| is_at(id)));
    let made = later.find(|(step, _)| step.delta.added_nodes().any(|(id, _)| is_at(id)));
    let hint = match (erased, made) {
        (Some((_, number)), _) => Some(format!("Step {number} removes it; look earlier with --step.")),
        (None, Some((_, number))) => Some(format!("Step {number} creates it; look later with --step.")),
        (None, None) => None,
    };
    wrong(format!("there is no node {at} {}", when_text(steps)), hint)
}

fn wrong(message: String, hint: Option<String>) -> CliError {
    let hint = hint.map_or_else(String::new, |hint| format!(". {hint}"));
    CliError::new(CliOutcome::WrongInput, message + &hint)
}
