//! Mistakes in the start graph.

use std::collections::BTreeMap;
use std::fmt::Display;

use indexmap::IndexMap;

use super::alphabet::check_attributes;
use super::themes::check_theme_attribute;
use crate::base::{Diagnostic, PathRef, Remedy, RemedyValue};
use crate::grammar::check_values::{check_edge_symbol, check_node_symbol, check_number, check_parameters};
use crate::grammar::resolve::{FARTHEST_SITE, is_near};
use crate::grammar::start::extra_count;
use crate::grammar::{ElementId, Grammar, Scatter, Start};
use crate::mission::{Alphabet, NodeRole, Site};

const PLACE: &str = "The start";

pub(super) fn check_start(grammar: &Grammar, found: &mut Vec<Diagnostic>) {
    let alphabet = &grammar.alphabet;
    let path = PathRef::ROOT.field("start");
    check_parameters(found, path, "the start", &mut grammar.start.clone());
    match &grammar.start {
        Start::Graph { nodes, edges, at, drawn } => {
            if nodes.is_empty() {
                let error = Diagnostic::error("empty-start", "The start has no node, so no rule can match.");
                found.push(error.at("start").hint("Draw at least one node."));
            }
            for (id, element) in nodes {
                let path = path.item("nodes", id.0 as usize);
                check_attributes("the start", &element.attributes, path, found);
                check_theme_attribute(alphabet, &element.attributes, path, found);
                check_node_symbol(found, alphabet, path, PLACE, &element.symbol);
            }
            for (position, (from, element, to)) in edges.iter().enumerate() {
                let path = path.item("edges", position);
                check_ends(found, path, PLACE, (*from, *to), |id| nodes.contains_key(&id));
                check_attributes("the start", &element.attributes, path.index(1), found);
                check_theme_attribute(alphabet, &element.attributes, path.index(1), found);
                check_edge_symbol(found, alphabet, path, PLACE, &element.symbol);
            }
            check_places(found, path, PLACE, at, |id| nodes.contains_key(&id));
            for id in drawn.keys().filter(|id| !nodes.contains_key(*id)) {
                let message = format!("{PLACE} has a position for node {}, but no such node.", id.0);
                let warning = Diagnostic::warning("place-without-node", message);
                let warning = warning.at(path.item("drawn", id.0 as usize));
                found.push(warning.hint(format!("Delete the position of node {}.", id.0)));
            }
        }
        Start::Lattice { node, edge, .. } | Start::Tree { node, edge, .. } => {
            check_node_symbol(found, alphabet, path.field("node"), PLACE, node);
            check_edge_symbol(found, alphabet, path.field("edge"), PLACE, edge);
        }
        Start::Scatter(scatter) => {
            let may_change = grammar.rules.iter().any(|rule| rule.enabled);
            check_scatter(scatter, alphabet, path, may_change, found);
            if !may_change {
                check_features_last(scatter, alphabet, path, found);
            }
        }
    }
    check_size(grammar, found);
}

fn check_scatter(
    scatter: &Scatter,
    alphabet: &Alphabet,
    path: PathRef<'_>,
    may_change: bool,
    found: &mut Vec<Diagnostic>,
) {
    let Scatter { width, height, start, exit, features, count, distance, edge, crossing } = scatter;
    for (field, symbol) in [("start", start), ("exit", exit), ("crossing", crossing)] {
        check_node_symbol(found, alphabet, path.field(field), PLACE, symbol);
    }
    check_edge_symbol(found, alphabet, path.field("edge"), PLACE, edge);
    for (position, (symbol, weight)) in features.iter().enumerate() {
        let path = path.item("features", position);
        check_node_symbol(found, alphabet, path, PLACE, symbol);
        let what = format_args!("The weight of \"{symbol}\" in the start");
        check_number(found, path, what, *weight, Scatter::WEIGHT.range());
    }
    check_only_ends(scatter, alphabet, path, may_change, found);
    let (_, count) = *count;
    if count > 0 && scatter.drawn_symbols().next().is_none() {
        let message = format!("The start has {count} features, but no symbol for them.");
        let error = Diagnostic::error("no-features", message).at(path.field("features"));
        found.push(error.hint("Add symbols, at least one with a weight of 1 or more."));
    }
    if !Scatter::WIDTH.range().contains(width) || !Scatter::HEIGHT.range().contains(height) {
        return;
    }
    let set = |field: &'static str, number: u32| Remedy::Set {
        at: ["start", field].into(),
        to: RemedyValue::Number(number),
    };
    let room = scatter.room() as u32;
    if count > room {
        let message = format!(
            "The start has {count} features, but {width} × {height} super-tiles have room for {room} besides the start and the exit."
        );
        let error = Diagnostic::error("too-many-features", message).at(path.field("count"));
        let hint = format!("Lower the number to at most {room}.");
        found.push(error.hint(hint).remedy(set("count", room)));
    }
    let largest = scatter.largest_distance();
    if *distance > largest {
        let message = format!(
            "The start and the exit must be {distance} cells apart, but on {width} × {height} super-tiles of 3 × 3 cells the largest distance is {largest}."
        );
        let error = Diagnostic::error("distance-too-large", message).at(path.field("distance"));
        let hint = format!("Lower the distance to at most {largest}.");
        found.push(error.hint(hint).remedy(set("distance", largest)));
    }
}

/// Reports symbols of a scatter that could give more than one start or exit.
///
/// Contradicting roles are only warnings if rules may change them.
fn check_only_ends(
    scatter: &Scatter,
    alphabet: &Alphabet,
    path: PathRef<'_>,
    may_change: bool,
    found: &mut Vec<Diagnostic>,
) {
    let Scatter { start, exit, features, crossing, .. } = scatter;
    let is_drawn = |weight: u32| weight > 0 && scatter.count.1 > 0;
    let features = features.iter().enumerate().filter(|(_, (_, weight))| is_drawn(*weight));
    let features =
        features.map(|(position, (symbol, _))| (path.item("features", position), symbol, "a feature"));
    let crossing = (path.field("crossing"), crossing, "every crossing");
    for (path, symbol, what) in features.chain([crossing]) {
        let role = alphabet.nodes.get(symbol).and_then(|symbol| symbol.role);
        let ends = [("start", start, NodeRole::Start), ("exit", exit, NodeRole::Goal)];
        for (end, own, end_role) in ends {
            if symbol == own {
                let message = format!(
                    "\"{symbol}\" is the symbol of the {end} and of {what}, so a level could have more than one {end}."
                );
                let error = Diagnostic::error("second-end", message).at(path);
                found.push(error.hint(format!("Choose another symbol than that of the {end}.")));
            } else if role == Some(end_role) && !may_change {
                let message = format!(
                    "\"{symbol}\", the symbol of {what}, has the role {end_role:?}, and no rule changes it. A level could have more than one {end}."
                );
                let error = Diagnostic::error("second-end", message).at(path);
                found.push(error.hint("Choose a symbol without that role."));
            } else if role == Some(end_role) {
                let message = format!(
                    "\"{symbol}\", the symbol of {what}, has the role {end_role:?}, so a level could have more than one."
                );
                let warning = Diagnostic::warning("second-end", message).at(path);
                found.push(warning.hint("Choose a symbol without that role."));
            }
        }
    }
    if start == exit {
        let message =
            format!("\"{start}\" is the symbol of both the start and the exit, so nothing tells them apart.");
        let error = Diagnostic::error("second-end", message).at(path.field("exit"));
        found.push(error.hint("Give each its own symbol."));
    }
}

/// Reports features and crossings that become no places, if no rule can give them another symbol.
fn check_features_last(
    scatter: &Scatter,
    alphabet: &Alphabet,
    path: PathRef<'_>,
    found: &mut Vec<Diagnostic>,
) {
    let is_drawn = |weight: u32| weight > 0 && scatter.count.1 > 0;
    let features = scatter.features.iter().enumerate().filter(|(_, (_, weight))| is_drawn(*weight));
    let features =
        features.map(|(position, (symbol, _))| (path.item("features", position), symbol, "A feature"));
    for (path, symbol, what) in features.chain([(path.field("crossing"), &scatter.crossing, "A crossing")]) {
        if alphabet.nodes.get(symbol).is_some_and(|symbol| symbol.form.is_none()) {
            let message = format!(
                "{what} of the start is a \"{symbol}\", which has no form. It becomes no place, and passages to it lead nowhere."
            );
            let error = Diagnostic::error("feature-without-form", message).at(path);
            found.push(error.hint("Give the symbol a form."));
        }
    }
}

fn check_size(grammar: &Grammar, found: &mut Vec<Diagnostic>) {
    let (nodes, edges) = size(&grammar.start);
    let limits = grammar.limits;
    for (field, count, limit) in [("nodes", nodes, limits.nodes), ("edges", edges, limits.edges)] {
        if count > u64::from(limit) && limit > 0 {
            let least = if is_exact(&grammar.start) { "" } else { "at least " };
            let message = format!(
                "The start has {least}{count} {field}, but the limit is {limit}, so the derivation stops before its first step."
            );
            let warning = Diagnostic::warning("start-over-limit", message).at(["limits", field]);
            found.push(warning.hint(format!("Raise the limit of {field} well above {count}.")));
        }
    }
}

/// Returns `true` if a start always has the same number of nodes and edges.
fn is_exact(start: &Start) -> bool {
    match start {
        Start::Graph { .. } | Start::Lattice { .. } | Start::Tree { .. } => true,
        Start::Scatter(_) => false,
    }
}

/// Returns the minimum number of nodes and edges of a start.
fn size(start: &Start) -> (u64, u64) {
    match start {
        Start::Graph { nodes, edges, .. } => (nodes.len() as u64, edges.len() as u64),
        Start::Lattice { width, height, .. } => {
            let (width, height) = (u64::from(*width), u64::from(*height));
            let across = width.saturating_sub(1).saturating_mul(height);
            let down = height.saturating_sub(1).saturating_mul(width);
            (width.saturating_mul(height), across.saturating_add(down))
        }
        Start::Tree { width, height, extra_percent, .. } => {
            let (width, height) = (u64::from(*width), u64::from(*height));
            let nodes = width.saturating_mul(height);
            let joined = nodes.saturating_sub(1);
            let across = width.saturating_sub(1).saturating_mul(height);
            let down = height.saturating_sub(1).saturating_mul(width);
            let left_over = across.saturating_add(down).saturating_sub(joined);
            (nodes, joined.saturating_add(extra_count(left_over, *extra_percent)))
        }
        // Crossings are additional, each with at least one edge.
        Start::Scatter(Scatter { count: (count, _), .. }) => (u64::from(*count) + 2, u64::from(*count) + 1),
    }
}

/// Reports ends of an edge that are no nodes; `side` begins a sentence.
pub(super) fn check_ends(
    found: &mut Vec<Diagnostic>,
    path: PathRef<'_>,
    side: impl Display,
    (from, to): (ElementId, ElementId),
    is_node: impl Fn(ElementId) -> bool,
) {
    let second = (to != from).then_some(to);
    for id in std::iter::once(from).chain(second).filter(|id| !is_node(*id)) {
        let message = format!("{side} has an edge from {} to {}, but no node {}.", from.0, to.0, id.0);
        let error = Diagnostic::error("unknown-node", message).at(path);
        found.push(error.hint(format!("Add node {}.", id.0)));
    }
}

/// Reports sites without a node, shared by two nodes, or too far away.
pub(super) fn check_places(
    found: &mut Vec<Diagnostic>,
    path: PathRef<'_>,
    side: impl Display,
    at: &IndexMap<ElementId, Site>,
    is_node: impl Fn(ElementId) -> bool,
) {
    let mut taken: BTreeMap<Site, ElementId> = BTreeMap::new();
    for (&id, &site) in at {
        let path = path.item("at", id.0 as usize);
        let (number, Site { x, y }) = (id.0, site);
        if !is_node(id) {
            let message = format!("{side} has a position for node {number}, but no such node.");
            let error = Diagnostic::error("place-without-node", message).at(path);
            found.push(error.hint("Delete the position."));
            continue;
        }
        if !is_near(site) {
            let message = format!("{side} has node {number} at ({x}, {y}), which is too far away.");
            let error = Diagnostic::error("place-too-far", message).at(path);
            found.push(error.hint(format!("Use numbers from -{FARTHEST_SITE} to {FARTHEST_SITE}.")));
        }
        if let Some(other) = taken.insert(site, id) {
            let message =
                format!("{side} has nodes {} and {number} at the same position, ({x}, {y}).", other.0);
            let error = Diagnostic::error("shared-place", message).at(path);
            found.push(error.hint("Move one of them."));
        }
    }
}
