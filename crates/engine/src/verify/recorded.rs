//! P0: places and passages agree exactly with the mission's nodes and edges.
//!
//! Format 1 does not record the meaning of symbols; there, places and passages of one symbol only have to
//! agree.

use std::collections::{BTreeMap, BTreeSet};

use super::findings::PromiseBreaks;
use super::names;
use super::techniques::{can_become, fills_its_bounds};
use crate::level::{EdgeRecord, Level, NodeMeaning, NodeRecord, Passage, Place, TechniqueChoice};
use crate::mission::{Door, EdgeId, EdgeRole, NodeId, NodeRole, Technique, Value};

/// Reports places and passages that disagree with the mission.
pub(super) fn check(level: &Level, findings: &mut PromiseBreaks) {
    once_each(level, findings);
    let nodes: BTreeMap<NodeId, &NodeRecord> =
        level.mission.nodes.iter().map(|node| (node.id, node)).collect();
    for place in &level.places {
        match nodes.get(&place.node) {
            Some(node) => same_node(level, place, node, findings),
            None => findings.add_one_of_many(("no node", 1, 0), Some(place.anchor), || {
                let name = names::place(level, place.id);
                format!("{name} realises node {}, which the mission lacks.", place.node.0)
            }),
        }
    }
    let edges: BTreeMap<EdgeId, &EdgeRecord> =
        level.mission.edges.iter().map(|edge| (edge.id, edge)).collect();
    for passage in &level.passages {
        match edges.get(&passage.edge) {
            Some(edge) => same_edge(level, passage, edge, findings),
            None => findings.add_one_of_many(("no edge", 0, 0), None, || {
                let name = names::passage(level, passage.id);
                format!("{name} realises edge {}, which the mission lacks.", passage.edge.0)
            }),
        }
    }
    if level.format == 1 {
        check_agreement(level, findings);
    }
}

/// Checks that each node and each edge is realised by one place or passage.
fn once_each(level: &Level, findings: &mut PromiseBreaks) {
    for node in doubled(level.places.iter().map(|place| place.node.0)) {
        findings.add_one_of_many(("node twice", 0, 0), None, || {
            format!("more than one place realises node {node} of the mission.")
        });
    }
    for edge in doubled(level.passages.iter().map(|passage| passage.edge.0)) {
        findings.add_one_of_many(("edge twice", 0, 0), None, || {
            format!("more than one passage realises edge {edge} of the mission.")
        });
    }
}

/// Returns the numbers that occur more than once.
fn doubled(numbers: impl Iterator<Item = u32>) -> BTreeSet<u32> {
    let mut seen = BTreeSet::new();
    numbers.filter(|number| !seen.insert(*number)).collect()
}

fn same_node(level: &Level, place: &Place, node: &NodeRecord, findings: &mut PromiseBreaks) {
    let mut unlike = |is_so: bool, what: &'static str, message: &dyn Fn() -> String| {
        if is_so {
            let kind = (what, 0, 0);
            findings.add_one_of_many(kind, Some(place.anchor), || {
                format!("{} {}", names::place(level, place.id), message())
            });
        }
    };
    unlike(!node.is_place, "no place", &|| {
        format!("realises node {}, which is not a place in the mission.", node.id.0)
    });
    unlike(node.symbol != place.symbol, "symbol", &|| {
        format!("realises a node that is a {} in the mission.", node.symbol)
    });
    unlike(node.attributes != place.attributes, "attributes", &|| {
        "has other attributes than its node of the mission.".to_owned()
    });
    if level.format == 1 {
        return;
    }
    unlike(node.role != place.role, "role", &|| {
        format!("has {}, but its node of the mission has {}.", role(place.role), role(node.role))
    });
    let technique =
        level.mission.node_symbols.get(&node.symbol).and_then(|meaning| technique_of(meaning, node));
    unlike(technique.is_some_and(|form| !can_become(form, place)), "technique", &|| {
        format!("is a {}, which its symbol does not become.", place.technique)
    });
}

/// Returns the technique of a node's place.
///
/// It comes from the first choice of its symbol that fits a value of the node, otherwise from the symbol
/// itself.
fn technique_of(meaning: &NodeMeaning, node: &NodeRecord) -> Option<Technique> {
    let usual = meaning.technique?;
    let fits = |choice: &&TechniqueChoice| match node.attributes.get(&choice.attribute) {
        Some(Value::Text(text)) => *text == choice.value,
        Some(value) => value.to_string() == choice.value,
        None => false,
    };
    Some(meaning.by_value.iter().find(fits).map_or(usual, |choice| choice.technique))
}

fn role(role: Option<NodeRole>) -> String {
    role.map_or("no role".to_owned(), |role| format!("the role {role}"))
}

fn same_edge(level: &Level, passage: &Passage, edge: &EdgeRecord, findings: &mut PromiseBreaks) {
    let mut unlike = |is_so: bool, what: &'static str, message: &dyn Fn() -> String| {
        if is_so {
            findings.add_one_of_many((what, 1, 0), None, || {
                format!("{} {}", names::passage(level, passage.id), message())
            });
        }
    };
    let node_of = |id| level.place(id).map(|place| place.node);
    let ends = (node_of(passage.from), node_of(passage.to));
    unlike(ends != (Some(edge.from), Some(edge.to)), "ends", &|| {
        "joins other places than its edge of the mission does.".to_owned()
    });
    unlike(edge.role != EdgeRole::Passage, "no passage", &|| {
        format!("realises edge {}, which is not a passage in the mission.", edge.id.0)
    });
    unlike(passage.symbol != edge.symbol, "symbol", &|| {
        format!("is a \"{}\", but a \"{}\" in the mission.", passage.symbol, edge.symbol)
    });
    if level.format != 1 {
        let of_edge = (edge.one_way, edge.door, &edge.socket);
        unlike((passage.one_way, passage.door, &passage.socket) != of_edge, "edge", &|| {
            "has another one_way, door or socket than its edge of the mission.".to_owned()
        });
    }
}

/// Checks that all places of a symbol agree, and all passages of one.
fn check_agreement(level: &Level, findings: &mut PromiseBreaks) {
    let mut places: BTreeMap<&str, (Option<NodeRole>, bool)> = BTreeMap::new();
    for place in &level.places {
        let own = (place.role, fills_its_bounds(place));
        if *places.entry(&place.symbol).or_insert(own) != own {
            findings.add_one_of_many(("places alike", 0, 0), Some(place.anchor), || {
                let name = names::place(level, place.id);
                format!("{name} has another role or form than other places of its symbol.")
            });
        }
    }
    let mut passages: BTreeMap<&str, (bool, Door, &Option<String>)> = BTreeMap::new();
    for passage in &level.passages {
        let own = (passage.one_way, passage.door, &passage.socket);
        if *passages.entry(&passage.symbol).or_insert(own) != own {
            findings.add_one_of_many(("passages alike", 0, 0), None, || {
                let name = names::passage(level, passage.id);
                format!("{name} has another one_way, door or socket than other passages of its symbol.")
            });
        }
    }
}
