//! Failures of every level of a grammar, for any seed, found before anything is made.
//!
//! A derivation begins with the start graph, and parts of it last.
//! These are nodes that no rule erases or renames, and edges that no rule removes.
//! The possible effects of rules are overestimated, never underestimated, so every error is certain.
//! - `no-places`: no mission ever has a node with a form.
//! - `unconnected-places`: no passage connects some places of the start, and no rule can connect them.
//! - `no-room`, `too-large`, `level-out-of-bound`: the room sets, the scale or the bound exclude places of
//!   the start; see [`rooms`].
//! - `goal-out-of-reach`: between start and goal are locks that no key will ever open. If no rule changes
//!   anything, passages of the wrong direction are included.
//! - `no-way-on`: no rule changes the start, and a walker can enter a place from which no way leads to a
//!   goal.
//!
//! These warnings are about levels that are possible but hardly ever intended:
//! - `passage-to-itself`: a lasting passage of the start leads from a place to itself.
//! - `several-starts`: more than one place of the start has the lasting role Start.
//! - `no-start`, `no-goal`: no place ever has that role, so nothing is proved of finishing the level.
//!   It is a note, by [`note_missing_ends`], if the grammar may do without.
//! - `never-fits`, `room-left-out`: a constant scale leaves no room for rooms or boards; see [`rooms`].

mod rooms;
mod start_components;

use std::collections::BTreeSet;

use super::lint::{Lint, StartFlow, StartNode, lint_ready, opened_later, ready, ready_if_checked};
use crate::base::{Diagnostic, PathRef, Severity, with_capital};
use crate::grammar::variables::{Variable, VariableValues, values_text};
use crate::grammar::{Grammar, Start, check_grammar};
use crate::mission::progression::{GOAL_OUT_OF_REACH, NO_WAY_ON, keys_needed};
use crate::mission::{EdgeRole, NodeRole};
use crate::rooms::RoomSet;
use rooms::{find_above_scale, find_lacking_rooms};
use start_components::StartComponents;

/// The codes of failures of every level. A mission can be derived nevertheless.
pub const FORESEEN: [&str; 7] = [
    "no-places",
    "unconnected-places",
    GOAL_OUT_OF_REACH,
    NO_WAY_ON,
    "no-room",
    "too-large",
    "level-out-of-bound",
];

/// Maximum number of combinations of values of variables for which a whole grammar is checked.
const MOST_GRAMMARS: usize = 16;

/// Maximum number of failures of one kind that are reported.
const MOST_SHOWN: usize = 5;

/// Returns errors for failures of every level, and warnings of loops; empty for a grammar with mistakes.
pub fn foresee_failures(grammar: &Grammar) -> Vec<Diagnostic> {
    match ready(grammar) {
        Ok(Some(lint)) => foresee(&lint, None),
        Ok(None) | Err(_) => Vec::new(),
    }
}

/// Notes that nothing is proved of finishing a level if the grammar does without a start or a goal.
///
/// Returns nothing for a grammar with mistakes.
pub fn note_missing_ends(grammar: &Grammar) -> Vec<Diagnostic> {
    let Ok(Some(lint)) = ready(grammar) else { return Vec::new() };
    let mut found = missing_ends(&lint);
    found.retain(|one| one.severity == Severity::Note);
    found
}

/// Returns the findings of [`foresee_failures`] and [`lint_grammar`](super::lint_grammar).
///
/// Places that can never have a room are reported, too.
///
/// The grammar must have no errors in [`check_grammar`](super::check_grammar).
/// `rooms` are all its room sets, without errors; `None` if they are not known.
pub fn lint_checked(grammar: &Grammar, rooms: Option<&[&RoomSet]>) -> Vec<Diagnostic> {
    let of_rules = lint_rules(grammar, rooms);
    let of_rules = holds_for_all_values(grammar, of_rules, |other| lint_rules(other, rooms));
    [of_rules, lint_variables(grammar)].concat()
}

fn lint_rules(grammar: &Grammar, rooms: Option<&[&RoomSet]>) -> Vec<Diagnostic> {
    match ready_if_checked(grammar) {
        Ok(Some(lint)) => [foresee(&lint, rooms), lint_ready(&lint)].concat(),
        Ok(None) => Vec::new(),
        Err(too_large) => vec![*too_large],
    }
}

fn foresee(lint: &Lint<'_>, rooms: Option<&[&RoomSet]>) -> Vec<Diagnostic> {
    if !lint.flow.end.nodes.iter().any(|symbol| lint.is_place(*symbol)) {
        return vec![no_places()];
    }
    let lasting = StartFlow::new(lint);
    let mut found = Vec::new();
    find_loops(lint, &lasting, &mut found);
    found.extend(several_starts(lint, &lasting));
    found.extend(missing_ends(lint).into_iter().filter(|one| one.severity == Severity::Warning));
    find_parts(lint, &lasting, &mut found);
    if let Some(sets) = rooms {
        find_lacking_rooms(lint, &lasting, sets, &mut found);
        find_above_scale(lint, sets, &mut found);
    }
    // A goal in another part cannot be reached either.
    if found.iter().all(|one| one.severity != Severity::Error) {
        find_lost_goals(lint, &lasting, &mut found);
    }
    if found.iter().all(|one| one.severity != Severity::Error) {
        find_dead_ends(lint, &lasting, &mut found);
    }
    found
}

fn no_places() -> Diagnostic {
    let message = "No node ever becomes a place, because no symbol of the mission has a form.";
    Diagnostic::error("no-places", message)
        .at("start")
        .hint("Give the symbols of rooms, halls or caves a form.")
}

fn find_loops(lint: &Lint<'_>, lasting: &StartFlow<'_>, found: &mut Vec<Diagnostic>) {
    let passages = lasting.with_role(EdgeRole::Passage).filter(|edge| edge.from == edge.to);
    for edge in passages {
        if found.len() >= MOST_SHOWN {
            return;
        }
        let node = &lasting.nodes[edge.from];
        let stays = node.is_always(|symbol| lint.is_place(symbol)) && !lasting.may_lose(edge);
        if stays {
            let message = format!(
                "The passage of the start from {} to itself becomes a way that leaves the place and comes back.",
                title(lint, node)
            );
            let warning = Diagnostic::warning("passage-to-itself", message).at(&edge.path);
            found.push(warning.hint("Lead it to another place."));
        }
    }
}

/// Warns of more than one start in every level.
fn several_starts(lint: &Lint<'_>, lasting: &StartFlow<'_>) -> Option<Diagnostic> {
    let is_start = |symbol| lint.role(symbol) == Some(NodeRole::Start) && lint.is_place(symbol);
    let starts: Vec<&StartNode> = lasting.nodes.iter().filter(|node| node.is_always(is_start)).collect();
    let [first, second, ..] = starts.as_slice() else { return None };
    let (message, path) = match &lint.grammar.start {
        Start::Graph { .. } => {
            let names: Vec<String> = starts.iter().take(MOST_SHOWN).map(|node| title(lint, node)).collect();
            let more = if starts.len() > names.len() { " and others" } else { "" };
            let names = names.join(", ");
            let message = format!("Every level has {} starts: {names}{more}.", starts.len());
            (message, second.path.clone())
        }
        Start::Lattice { width, height, .. } | Start::Tree { width, height, .. } => {
            let (count, name) = (u64::from(*width) * u64::from(*height), lint.node_name(first.symbol));
            let message =
                format!("Every level has {count} starts: each node of the start graph is \"{name}\".");
            (message, first.path.clone())
        }
        Start::Scatter(_) => {
            let message = "Every level has several starts: the exit has the role Start as well.".to_owned();
            (message, first.path.clone())
        }
    };
    let warning = Diagnostic::warning("several-starts", message).at(&path);
    Some(warning.hint("Give all but one another symbol, unless players may begin at any of them."))
}

/// Reports that no place ever has the role Start or Goal. P6 does not apply to such levels.
///
/// A note is enough if the alphabet has no symbol for the role, and no goal is left without a start.
fn missing_ends(lint: &Lint<'_>) -> Vec<Diagnostic> {
    let grammar = lint.grammar;
    let may_have = |role| {
        let mut symbols = lint.flow.end.nodes.iter();
        symbols.any(|symbol| lint.role(*symbol) == Some(role) && lint.is_place(*symbol))
    };
    let is_named = |role| grammar.alphabet.nodes.values().any(|symbol| symbol.role == Some(role));
    let opens_exit = grammar.populate.iter().any(|pass| pass.enabled && pass.pass.opens_exit());
    let has_goal = may_have(NodeRole::Goal) || opens_exit;
    let ends = [
        ("no-start", NodeRole::Start, may_have(NodeRole::Start), has_goal, "where players begin"),
        ("no-goal", NodeRole::Goal, has_goal, false, "where levels end"),
    ];
    let missing = ends.into_iter().filter(|(_, _, is_there, ..)| !is_there);
    let report = |(code, role, _, is_needed, which): (&'static str, NodeRole, bool, bool, &str)| {
        let but = if is_named(role) { ", although the alphabet has a symbol with it" } else { "" };
        let message = format!(
            "No place ever has the role {role:?}{but}, so no proof shows that levels can be finished (P6)."
        );
        let severity = if is_needed || is_named(role) { Severity::Warning } else { Severity::Note };
        let hint = format!("Give the symbol of the place {which} the role {role:?} and a form.");
        Diagnostic::new(severity, code, message).at(["alphabet", "nodes"]).hint(hint)
    };
    missing.map(report).collect()
}

fn find_parts(lint: &Lint<'_>, lasting: &StartFlow<'_>, found: &mut Vec<Diagnostic>) {
    let parts = StartComponents::new(lasting, &BTreeSet::new());
    let places =
        || lasting.nodes.iter().enumerate().filter(|(_, node)| node.is_always(|one| lint.is_place(one)));
    let is_start =
        |(_, node): &(usize, &StartNode)| node.is_always(|one| lint.role(one) == Some(NodeRole::Start));
    let Some((first, _)) = places().find(is_start).or_else(|| places().next()) else { return };
    let mut reported = BTreeSet::from([parts.part(first)]);
    for (index, node) in places() {
        if reported.len() > MOST_SHOWN || !reported.insert(parts.part(index)) {
            continue;
        }
        let message = match lint.grammar.start {
            Start::Graph { .. } => format!(
                "No passage joins {} of the start with {}, and no rule can join them.",
                title(lint, node),
                title(lint, &lasting.nodes[first])
            ),
            Start::Lattice { .. } | Start::Tree { .. } | Start::Scatter(_) => {
                "The edges of the start are not passages, so nothing joins its places, and no rule can join them.".to_owned()
            }
        };
        let error = Diagnostic::error("unconnected-places", message).at(&node.path);
        found.push(error.hint("Join them by passages."));
    }
}

fn find_lost_goals(lint: &Lint<'_>, lasting: &StartFlow<'_>, found: &mut Vec<Diagnostic>) {
    let has_role =
        |node: &StartNode, role| node.is_always(|one| lint.role(one) == Some(role) && lint.is_place(one));
    if !lasting.nodes.iter().any(|node| has_role(node, NodeRole::Goal)) {
        return;
    }
    let blocked = blocked(lint, lasting);
    let starts = lasting.nodes.iter().enumerate().filter(|(_, node)| has_role(node, NodeRole::Start));
    for (index, start) in starts.take(MOST_SHOWN) {
        let Some(locks) = blocked(index) else { continue };
        let names: Vec<String> =
            locks.iter().take(3).map(|lock| title(lint, &lasting.nodes[*lock])).collect();
        let more = if locks.len() > names.len() { " and others" } else { "" };
        let why = match names.as_slice() {
            [] => "no way leads there".to_owned(),
            names => format!("no reachable key opens {}{more}", names.join(" or ")),
        };
        let message =
            format!("The goal can never be reached from {} of the start: {why}.", title(lint, start));
        let hint = match names.as_slice() {
            [] => "Lead a passage there that players can walk in this direction.",
            _ => "Put a key that opens the lock into a place that players reach before it.",
        };
        found.push(Diagnostic::error(GOAL_OUT_OF_REACH, message).at(&start.path).hint(hint));
    }
}

/// Reports places from which no goal can be reached any more, if no rule changes the start.
fn find_dead_ends(lint: &Lint<'_>, lasting: &StartFlow<'_>, found: &mut Vec<Diagnostic>) {
    let is_drawn = matches!(lint.grammar.start, Start::Graph { .. });
    let has_role =
        |node: &StartNode, role| lint.role(node.symbol) == Some(role) && lint.is_place(node.symbol);
    let has_goal = lasting.nodes.iter().any(|node| has_role(node, NodeRole::Goal));
    if !is_drawn || !has_goal || lint.matching().next().is_some() {
        return;
    }
    let places = lasting.places();
    let starts = places.starts.iter().take(MOST_SHOWN);
    let ends: BTreeSet<usize> =
        starts.flat_map(|start| places.graph.stranded(*start, &places.goals)).collect();
    for end in ends.into_iter().take(MOST_SHOWN) {
        let node = &lasting.nodes[StartFlow::index_of(&places, end)];
        let message = format!(
            "Every level fails: players can get into {} of the start, but from there no way leads to a goal.",
            title(lint, node)
        );
        let error = Diagnostic::error(NO_WAY_ON, message).at(&node.path);
        found.push(error.hint("Lead a passage on or back from there."));
    }
}

/// Returns a function from a start to the locks that keep it from every goal; `None` if a goal may be
/// reached.
fn blocked<'a>(
    lint: &'a Lint<'_>,
    lasting: &'a StartFlow<'_>,
) -> Box<dyn Fn(usize) -> Option<BTreeSet<usize>> + 'a> {
    let is_goal = |symbol| lint.role(symbol) == Some(NodeRole::Goal);
    if lint.matching().next().is_none() {
        let places = lasting.places();
        return Box::new(move |start| {
            let start = places.nodes.iter().position(|node| node.0 as usize == start)?;
            let reach = places.graph.reach(start, None);
            let is_blocked = !places.goals.iter().any(|goal| reach.places[*goal]);
            let locks = reach.shut.into_iter().map(|lock| StartFlow::index_of(&places, lock));
            is_blocked.then(|| locks.collect())
        });
    }
    let locks = locks_for_ever(lint, lasting);
    let parts = (!locks.is_empty()).then(|| StartComponents::new(lasting, &locks));
    Box::new(move |start| {
        let within = parts.as_ref()?.symbols(start);
        (!within.iter().any(|symbol| is_goal(*symbol))).then(|| locks.clone())
    })
}

/// Returns the locks of the start to which no key ever belongs.
fn locks_for_ever(lint: &Lint<'_>, lasting: &StartFlow<'_>) -> BTreeSet<usize> {
    let (opened, opened_later) = (lasting.opened(), opened_later(lint));
    let stays_lock = |node: &StartNode| {
        node.is_always(|one| keys_needed(lint.role(one)).is_some() && lint.is_place(one))
            && node.life.is_disjoint(&opened_later)
    };
    let locks = lasting.nodes.iter().enumerate();
    locks
        .filter(|(index, node)| !opened.contains(index) && stays_lock(node))
        .map(|(index, _)| index)
        .collect()
}

fn title(lint: &Lint<'_>, node: &StartNode) -> String {
    format!("\"{}\" (node {})", lint.node_name(node.symbol), node.id)
}

/// Reports unused variables, and mistakes that the grammar has only for other values than its own.
fn lint_variables(grammar: &Grammar) -> Vec<Diagnostic> {
    let used =
        |name: &str| grammar.formula_sites().iter().any(|site| site.formula.variables().contains(name));
    let unused = grammar.variables.keys().filter(|name| !used(name)).map(|name| {
        let message = format!("Nothing uses the variable \"{name}\".");
        let warning = Diagnostic::warning("unused-variable", message);
        let hint = format!("Write Var(\"{name}\") in place of a number, or delete the variable.");
        warning.at(PathRef::ROOT.entry("variables", name)).hint(hint)
    });
    let mut found: Vec<Diagnostic> = unused.collect();
    for values in other_values(grammar) {
        for error in check_grammar(&grammar.with_values(&values)) {
            let is_told = found.iter().any(|told| told.path == error.path);
            if error.severity == Severity::Error && !is_told {
                let message = format!("{} this is wrong: {}", starting(&values), error.message);
                let warning = Diagnostic::warning("fails-with-values", message).at(error.path);
                found.push(warning.hint("Narrow the range of the variable, or change the formula."));
            }
        }
    }
    found
}

/// Returns "With difficulty 3 and size 2".
fn starting(values: &VariableValues) -> String {
    with_capital(values_text(values).trim_start())
}

/// Keeps the remarks that a grammar gets for all values of its variables, and all errors.
fn holds_for_all_values(
    grammar: &Grammar,
    mut found: Vec<Diagnostic>,
    again: impl Fn(&Grammar) -> Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    for values in other_values(grammar) {
        if found.iter().all(|one| one.severity == Severity::Error) {
            break;
        }
        let others = again(&grammar.with_values(&values));
        let is_there =
            |one: &Diagnostic| others.iter().any(|other| other.code == one.code && other.path == one.path);
        found.retain(|one| one.severity == Severity::Error || is_there(one));
    }
    found
}

/// Returns the extreme values of variables that formulas use: all together, and each alone.
fn other_values(grammar: &Grammar) -> Vec<VariableValues> {
    if grammar.formula_sites().is_empty() {
        return Vec::new();
    }
    let with = |value: fn(&Variable) -> i64| -> VariableValues {
        grammar.variables.iter().map(|(name, variable)| (name.clone(), value(variable))).collect()
    };
    let defaults = with(|variable| variable.default);
    let mut all = vec![with(|variable| variable.range.0), with(|variable| variable.range.1)];
    for (name, Variable { range: (least, most), .. }) in &grammar.variables {
        for value in [least, most] {
            let alone = VariableValues::from([(name.clone(), *value)]);
            all.push(
                defaults
                    .iter()
                    .map(|(name, default)| (name.clone(), alone.get(name).copied().unwrap_or(*default)))
                    .collect(),
            );
        }
    }
    let mut distinct: Vec<VariableValues> = Vec::new();
    for values in all {
        if !grammar.is_settled_for(&values) && !distinct.contains(&values) && distinct.len() < MOST_GRAMMARS {
            distinct.push(values);
        }
    }
    distinct
}
