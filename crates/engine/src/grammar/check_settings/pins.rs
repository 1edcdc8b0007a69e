//! Pins that hold nothing, or contradict each other for every seed.

use crate::base::{Diagnostic, PathRef};
use crate::grammar::check_values::check_node_symbol;
use crate::grammar::{ElementId, Grammar, Start};
use crate::settings::{Pin, PinnedPlace, Spacing};

pub(super) fn check_pins(grammar: &Grammar, path: PathRef<'_>, found: &mut Vec<Diagnostic>) {
    let pins = &grammar.layout.pins;
    let list = path.field("pins");
    for (position, pin) in pins.iter().enumerate() {
        let path = list.index(position);
        check_place(grammar, pin, path, found);
        check_others(pin, &pins[..position], path, found);
    }
    if let Spacing::Sprawl { .. } = grammar.layout.spacing
        && pins.len() > 1
    {
        let message =
            "This spacing can hold only one pin, because each place lies next to the one before it.";
        let warning = Diagnostic::warning("pins-in-sprawl", message.to_owned()).at(list);
        found.push(warning.hint("Make the spacing compact."));
    }
}

/// Checks that there is a place that the pin could hold.
fn check_place(grammar: &Grammar, pin: &Pin, path: PathRef<'_>, found: &mut Vec<Diagnostic>) {
    let path = path.field("place");
    match &pin.place {
        PinnedPlace::Symbol(name) if name.is_empty() => {
            let warning = Diagnostic::warning("nothing-named", "A pin names no symbol.").at(path);
            found.push(warning.hint("Choose a node symbol."));
        }
        PinnedPlace::Symbol(name) => {
            check_node_symbol(found, &grammar.alphabet, path, "A pin", name);
            if grammar.alphabet.nodes.get(name).is_some_and(|symbol| symbol.form.is_none()) {
                let message = format!("A pin names \"{name}\", which has no form and becomes no place.");
                let warning = Diagnostic::warning("pin-without-place", message).at(path);
                found.push(warning.hint("Pin the place that contains it."));
            }
        }
        PinnedPlace::MissionNode(_) => {}
        PinnedPlace::Node(node) => {
            let Err(known) = is_of_start(&grammar.start, *node) else { return };
            let message = format!("A pin names node {node}, which the start does not have.");
            found.push(Diagnostic::error("unknown-node", message).at(path).hint(known));
        }
    }
}

/// Checks that the node is one of the start; the error is a hint that lists them.
fn is_of_start(start: &Start, node: u32) -> Result<(), String> {
    let up_to = |count: u32| {
        let is_known = (1..=count).contains(&node);
        if is_known { Ok(()) } else { Err(format!("Choose one of the nodes 1 to {count}.")) }
    };
    match start {
        Start::Graph { nodes, .. } if nodes.contains_key(&ElementId(node)) => Ok(()),
        Start::Graph { nodes, .. } => {
            let mut known: Vec<u32> = nodes.keys().map(|id| id.0).collect();
            known.sort_unstable();
            let shown: Vec<String> = known.iter().take(12).map(u32::to_string).collect();
            let more = if known.len() > shown.len() { ", …" } else { "" };
            Err(format!("Choose one of the nodes {}{more}.", shown.join(", ")))
        }
        Start::Lattice { width, height, .. } | Start::Tree { width, height, .. } => {
            up_to(width.saturating_mul(*height))
        }
        // Only chance decides how many crossings it has.
        Start::Scatter(_) => Ok(()),
    }
}

/// Checks that no earlier pin holds the same place or the same cell.
fn check_others(pin: &Pin, before: &[Pin], path: PathRef<'_>, found: &mut Vec<Diagnostic>) {
    if before.iter().any(|other| other.place == pin.place) {
        let place = match &pin.place {
            PinnedPlace::Symbol(name) => format!("\"{name}\""),
            PinnedPlace::Node(node) | PinnedPlace::MissionNode(node) => format!("Node {node}"),
        };
        let message = format!("{place} is pinned twice; the first pin is used.");
        let warning = Diagnostic::warning("pinned-twice", message).at(path);
        found.push(warning.hint("Delete one of the two pins."));
    } else if before.iter().any(|other| other.at == pin.at) {
        let (x, y) = pin.at;
        let message = format!("Two places are pinned at ({x}, {y}); the first pin is used.");
        let warning = Diagnostic::warning("pins-overlap", message).at(path.field("at"));
        found.push(warning.hint("Pin one of them farther away."));
    }
}
