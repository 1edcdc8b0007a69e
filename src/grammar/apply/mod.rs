//! Applying: what a rule does at one of its matches.
//!
//! In go a rule, a mission and a match; out comes a [`Delta`].
//! Kept nodes keep identity, outside edges, site and the step that made them, even if their symbol changes; kept edges stay as they are.
//! Erased nodes take their edges with them: under `Forbid` the match has shown that there are no others, under `Drop` the others go too. No edge ever dangles.
//! Created nodes get the next ids by ascending id of the rule, created edges in the order of the right side; under `Lattice` geometry created nodes take the sites where they are drawn.

mod delta;

use std::collections::{BTreeMap, BTreeSet};

use super::find::{Index, find};
use super::resolve::{End, Fate, Lies, ReadyRule, resolve_rule, site_from};
use super::{Grammar, Match};
use crate::mission::{Edge, EdgeId, Mission, Node, NodeId, Site};

pub use delta::{Delta, NodeChange};

/// Applies one rule of a grammar at one of its matches and returns what changed; new elements say that step number `step` made them (1 for the first).
///
/// `None`, and nothing changed, if there is no such rule, if it has a mistake, or if the match is not one that [`find_matches`](super::find_matches) gives for this mission.
pub fn apply_match(
    grammar: &Grammar,
    rule_index: usize,
    mission: &mut Mission,
    matched: &Match,
    step: u32,
) -> Option<Delta> {
    let rule = resolve_rule(&grammar.alphabet, grammar.rules.get(rule_index)?)?;
    let matches = find(&rule, mission, &Index::new(mission)).into_matches(&rule);
    matches.binary_search(matched).ok()?;
    let delta = plan_delta(&rule, mission, matched, step);
    delta.redo(mission);
    Some(delta)
}

/// What a rule would change at a match of this mission.
pub(crate) fn plan_delta(rule: &ReadyRule, mission: &Mission, matched: &Match, step: u32) -> Delta {
    let (next_node, next_edge) = (mission.next_node_id(), mission.next_edge_id());
    let new_sites = new_sites(rule, mission, matched);
    let added_nodes = rule.new_nodes.iter().zip(new_sites).zip(next_node.0..);
    let added_edges = rule.new_edges.iter().zip(next_edge.0..);
    let end = |end| match end {
        End::Left(position) => matched.nodes[position].1,
        End::New(position) => NodeId(next_node.0 + position as u32),
    };
    Delta {
        removed_edges: removed_edges(rule, mission, matched),
        removed_nodes: removed_nodes(rule, mission, matched),
        changed_nodes: changed_nodes(rule, mission, matched),
        added_nodes: added_nodes
            .map(|((new, site), id)| (NodeId(id), Node { symbol: new.symbol, site, made_by: step }))
            .collect(),
        added_edges: added_edges
            .map(|(new, id)| {
                let (from, to) = (end(new.from), end(new.to));
                (EdgeId(id), Edge { symbol: new.symbol, from, to, made_by: step })
            })
            .collect(),
        next_node,
        next_edge,
    }
}

/// Matched nodes of a fate, by ascending id.
fn nodes_with_fate(rule: &ReadyRule, matched: &Match) -> BTreeMap<NodeId, Fate> {
    matched.nodes.iter().zip(&rule.nodes).map(|((_, id), left)| (*id, left.fate)).collect()
}

fn removed_edges(rule: &ReadyRule, mission: &Mission, matched: &Match) -> Vec<(EdgeId, Edge)> {
    let erased = rule.edges.iter().zip(&matched.edges).filter(|(left, _)| !left.is_kept).map(|(_, id)| *id);
    let hanging = nodes_with_fate(rule, matched)
        .into_iter()
        .filter(|(_, fate)| *fate == Fate::Erase)
        .flat_map(|(id, _)| [mission.edges_out(id), mission.edges_in(id)])
        .flatten();
    let ids: BTreeSet<EdgeId> = erased.chain(hanging).collect();
    ids.into_iter().filter_map(|id| Some((id, mission.edge(id)?.clone()))).collect()
}

fn removed_nodes(rule: &ReadyRule, mission: &Mission, matched: &Match) -> Vec<(NodeId, Node)> {
    nodes_with_fate(rule, matched)
        .into_iter()
        .filter(|(_, fate)| *fate == Fate::Erase)
        .filter_map(|(id, _)| Some((id, mission.node(id)?.clone())))
        .collect()
}

fn changed_nodes(rule: &ReadyRule, mission: &Mission, matched: &Match) -> Vec<NodeChange> {
    let change = |(id, fate)| match fate {
        Fate::Keep | Fate::Erase => None,
        Fate::Become(symbol) => {
            let before = mission.node(id)?.clone();
            let after = Node { symbol, ..before.clone() };
            (before != after).then_some(NodeChange { id, before, after })
        }
    };
    nodes_with_fate(rule, matched).into_iter().filter_map(change).collect()
}

/// The site of each new node, if the rule says where it lies.
fn new_sites(rule: &ReadyRule, mission: &Mission, matched: &Match) -> Vec<Option<Site>> {
    let lay = match &rule.lies {
        Lies::Anywhere => None,
        Lies::AsDrawn(lays) => lays.iter().find(|lay| lay.symmetry == matched.symmetry),
    };
    let first = matched.nodes.first().and_then(|(_, id)| mission.node(*id)?.site);
    let (Some(lay), Some(first)) = (lay, first) else { return vec![None; rule.new_nodes.len()] };
    lay.new.iter().map(|offset| site_from(first, *lay.left.first()?, *offset)).collect()
}

#[cfg(test)]
mod tests;
