//! P0: the mission's record agrees with itself.
//!
//! Nodes and edges are listed in the order of their ids, and edges join existing nodes.
//! Every element agrees with its symbol, each symbol has as many elements as recorded, and the links of each
//! node are its edges.
//! Format 1 records no meanings and no links; elements of one symbol are equal there, too.

use std::collections::{BTreeMap, BTreeSet};

use super::findings::PromiseBreaks;
use crate::level::{EdgeMeaning, EdgeRecord, Level, MissionRecord, NodeLinks, NodeMeaning, NodeRecord};
use crate::mission::{Door, EdgeId, EdgeRole, NodeId};

/// Reports the contradictions.
pub(super) fn check(level: &Level, findings: &mut PromiseBreaks) {
    let mission = &level.mission;
    ids(mission, findings);
    ends(mission, findings);
    relations(mission, findings);
    if level.format == 1 {
        says_no_more_than_format_1(mission, findings);
        check_agreement(mission, findings);
    } else {
        node_symbols(mission, findings);
        edge_symbols(mission, findings);
        links(mission, findings);
    }
}

fn ids(mission: &MissionRecord, findings: &mut PromiseBreaks) {
    in_order("node", mission.nodes.iter().map(|node| node.id.0), findings);
    in_order("edge", mission.edges.iter().map(|edge| edge.id.0), findings);
}

/// Checks that each id occurs once, after all smaller ones.
fn in_order(what: &'static str, ids: impl Iterator<Item = u32> + Clone, findings: &mut PromiseBreaks) {
    let mut seen = BTreeSet::new();
    for id in ids.clone().filter(|id| !seen.insert(*id)) {
        findings.add_one_of_many(("more than one", 0, 0), None, || {
            format!("the mission has more than one {what} {id}.")
        });
    }
    if let Some((one, next)) = ids.clone().zip(ids.skip(1)).find(|(one, next)| one > next) {
        findings.add(None, format!("the mission lists {what} {next} after {what} {one}."));
    }
}

fn ends(mission: &MissionRecord, findings: &mut PromiseBreaks) {
    let nodes: BTreeSet<NodeId> = mission.nodes.iter().map(|node| node.id).collect();
    for edge in &mission.edges {
        for NodeId(end) in [edge.from, edge.to].into_iter().filter(|end| !nodes.contains(end)) {
            findings.add_one_of_many(("no node", 0, 0), None, || {
                let EdgeId(id) = edge.id;
                format!("edge {id} of the mission hangs on node {end}, which does not exist.")
            });
        }
    }
}

/// Checks that relations have no properties of passages.
fn relations(mission: &MissionRecord, findings: &mut PromiseBreaks) {
    for edge in mission.edges.iter().filter(|edge| edge.role != EdgeRole::Passage) {
        if edge.one_way || edge.door != Door::Plain || edge.socket.is_some() {
            findings.add_one_of_many(("relation", 0, 0), None, || {
                let EdgeId(id) = edge.id;
                format!("edge {id} of the mission is not a passage, but records what only passages have.")
            });
        }
    }
}

fn says_no_more_than_format_1(mission: &MissionRecord, findings: &mut PromiseBreaks) {
    let has_more = |edge: &EdgeRecord| edge.one_way || edge.door != Door::Plain || edge.socket.is_some();
    let says_more = [
        (mission.nodes.iter().any(|node| node.role.is_some()), "the roles of nodes"),
        (mission.edges.iter().any(has_more), "one_way, doors or sockets of edges"),
        (!mission.node_symbols.is_empty() || !mission.edge_symbols.is_empty(), "what its symbols mean"),
        (!mission.links.is_empty(), "the links of its nodes"),
    ];
    for (_, what) in says_more.into_iter().filter(|(says_it, _)| *says_it) {
        let message =
            format!("the level is of format 1, but its mission records {what}, as later formats do.");
        findings.add(None, message);
    }
}

/// Checks that elements of one symbol are of one kind, with or without a recorded meaning.
fn check_agreement(mission: &MissionRecord, findings: &mut PromiseBreaks) {
    let mut places: BTreeMap<&str, bool> = BTreeMap::new();
    for node in &mission.nodes {
        if *places.entry(&node.symbol).or_insert(node.is_place) != node.is_place {
            unlike_its_symbol("node", node.id.0, findings);
        }
    }
    let mut roles: BTreeMap<&str, EdgeRole> = BTreeMap::new();
    for edge in &mission.edges {
        if *roles.entry(&edge.symbol).or_insert(edge.role) != edge.role {
            unlike_its_symbol("edge", edge.id.0, findings);
        }
    }
}

fn unlike_its_symbol(what: &'static str, id: u32, findings: &mut PromiseBreaks) {
    findings.add_one_of_many((what, 0, 0), None, || {
        format!("{what} {id} of the mission is not what its symbol means.")
    });
}

fn node_symbols(mission: &MissionRecord, findings: &mut PromiseBreaks) {
    for node in &mission.nodes {
        let is_meant = |meaning: &NodeMeaning| {
            let NodeRecord { role, is_place, .. } = *node;
            let can_choose = is_place || meaning.by_value.is_empty();
            (meaning.role, meaning.technique.is_some()) == (role, is_place) && can_choose
        };
        if !mission.node_symbols.get(&node.symbol).is_some_and(is_meant) {
            unlike_its_symbol("node", node.id.0, findings);
        }
    }
    let counts = mission.node_symbols.iter().map(|(symbol, meaning)| (symbol, meaning.count));
    as_many("nodes", counts, mission.nodes.iter().map(|node| &node.symbol), findings);
}

fn edge_symbols(mission: &MissionRecord, findings: &mut PromiseBreaks) {
    for edge in &mission.edges {
        let is_meant = |meaning: &EdgeMeaning| {
            let EdgeMeaning { role, one_way, door, ref socket, .. } = *meaning;
            (role, one_way, door, socket) == (edge.role, edge.one_way, edge.door, &edge.socket)
        };
        if !mission.edge_symbols.get(&edge.symbol).is_some_and(is_meant) {
            unlike_its_symbol("edge", edge.id.0, findings);
        }
    }
    let counts = mission.edge_symbols.iter().map(|(symbol, meaning)| (symbol, meaning.count));
    as_many("edges", counts, mission.edges.iter().map(|edge| &edge.symbol), findings);
}

/// Checks that each symbol has as many elements as recorded.
fn as_many<'a>(
    what: &'static str,
    said: impl Iterator<Item = (&'a String, u32)>,
    symbols: impl Iterator<Item = &'a String>,
    findings: &mut PromiseBreaks,
) {
    let mut found: BTreeMap<&String, u32> = BTreeMap::new();
    for symbol in symbols {
        let count = found.entry(symbol).or_default();
        *count = count.saturating_add(1);
    }
    for (symbol, said) in said {
        let found = found.get(symbol).copied().unwrap_or_default();
        if found != said {
            findings.add_one_of_many(("count", 0, 0), None, || {
                format!("the mission says that {said} of its {what} are a \"{symbol}\", but lists {found}.")
            });
        }
    }
}

fn links(mission: &MissionRecord, findings: &mut PromiseBreaks) {
    let mut found: BTreeMap<NodeId, [Vec<EdgeId>; 2]> = BTreeMap::new();
    for edge in &mission.edges {
        found.entry(edge.from).or_default()[0].push(edge.id);
        found.entry(edge.to).or_default()[1].push(edge.id);
    }
    in_order("the links of node", mission.links.iter().map(|links| links.node.0), findings);
    for NodeLinks { node, outgoing, incoming } in &mission.links {
        let agree = found.remove(node).is_some_and(|[from, to]| (&from, &to) == (outgoing, incoming));
        if !agree {
            unlike_its_links(*node, findings);
        }
    }
    for node in found.keys() {
        unlike_its_links(*node, findings);
    }
}

fn unlike_its_links(NodeId(node): NodeId, findings: &mut PromiseBreaks) {
    findings.add_one_of_many(("links", 0, 0), None, || {
        format!("the links of node {node} of the mission are not the edges that hang on it.")
    });
}
