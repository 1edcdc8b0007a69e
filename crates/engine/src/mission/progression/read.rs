//! Reads the graph of a mission, of a start graph, and of a finished level.

use std::collections::{BTreeMap, BTreeSet};

use delvewright_level::{EntityId, Level};

use super::graph::{GraphPassage, KeyGraph, KeyNeed};
use super::items::{ItemRelations, keys_needed};
use crate::mission::{Alphabet, EdgeRole, EdgeSymbol, Mission, NodeId, NodeRole, NodeSymbol};

/// The graph of a mission.
pub(crate) struct MissionGraph {
    pub(crate) graph: KeyGraph,
    /// The node of each place.
    pub(crate) nodes: Vec<NodeId>,
    pub(crate) starts: Vec<usize>,
    pub(crate) goals: BTreeSet<usize>,
}

impl MissionGraph {
    pub(crate) fn of(mission: &Mission, alphabet: &Alphabet) -> Self {
        let nodes: Vec<_> = mission.nodes().map(|(id, node)| (id, alphabet.node(node.symbol).1)).collect();
        let edges: Vec<_> =
            mission.edges().map(|(_, edge)| (edge.from, alphabet.edge(edge.symbol).1, edge.to)).collect();
        Self::new(&nodes, &edges)
    }

    /// Returns the graph of nodes with their symbols, and edges with their symbols and ends.
    pub(crate) fn new(nodes: &[(NodeId, &NodeSymbol)], edges: &[(NodeId, &EdgeSymbol, NodeId)]) -> Self {
        let is_place = |(_, symbol): &&(NodeId, &NodeSymbol)| symbol.form.is_some();
        let (places, items): (Vec<_>, Vec<_>) = nodes.iter().partition(is_place);
        let numbers: BTreeMap<NodeId, usize> = places.iter().map(|(id, _)| *id).zip(0..).collect();
        let relations = ItemRelations::new(edges.iter().map(|(from, symbol, to)| (*from, symbol.role, *to)));
        let (mut keys, mut openers) = (Vec::new(), vec![BTreeSet::new(); places.len()]);
        for (item, _) in items {
            let opened: Vec<&usize> =
                relations.opened_by(item).filter_map(|lock| numbers.get(&lock)).collect();
            if opened.is_empty() {
                continue;
            }
            opened.into_iter().for_each(|lock| _ = openers[*lock].insert(keys.len()));
            keys.push(relations.holder(item, &numbers));
        }
        let lock = |place: usize| {
            let needed = keys_needed(places[place].1.role)?;
            Some((place, KeyNeed { keys: openers[place].clone(), needed }))
        };
        let mut passages = Vec::new();
        for (from, symbol, to) in edges {
            let ends = (numbers.get(from), numbers.get(to));
            if let (EdgeRole::Passage, (Some(&from), Some(&to))) = (symbol.role, ends) {
                let locks = [from, to].into_iter().filter_map(lock).collect();
                passages.push(GraphPassage { from, to, is_one_way: symbol.one_way, locks });
            }
        }
        let with_role = |role| {
            let all = places.iter().enumerate().filter(move |(_, (_, symbol))| symbol.role == Some(role));
            all.map(|(number, _)| number)
        };
        Self {
            starts: with_role(NodeRole::Start).collect(),
            goals: with_role(NodeRole::Goal).collect(),
            graph: KeyGraph::new(places.len(), keys, &passages),
            nodes: places.iter().map(|(id, _)| *id).collect(),
        }
    }
}

/// The graph of a finished level. Places and passages have their numbers in the level.
pub(crate) struct LevelGraph {
    pub(crate) graph: KeyGraph,
    /// The entity of each key, ascending.
    pub(crate) keys: Vec<EntityId>,
    pub(crate) starts: Vec<usize>,
    pub(crate) goals: BTreeSet<usize>,
}

impl LevelGraph {
    pub(crate) fn of(level: &Level) -> Self {
        let locks = level.passages.iter().flat_map(|passage| &passage.locks);
        let keys: BTreeSet<EntityId> = locks.flat_map(|lock| &lock.keys).copied().collect();
        let numbers: BTreeMap<EntityId, usize> = keys.iter().copied().zip(0..).collect();
        let passages = level.passages.iter().map(|passage| {
            let locks = passage.locks.iter().map(|lock| {
                let keys = lock.keys.iter().filter_map(|key| numbers.get(key).copied()).collect();
                (lock.place.index(), KeyNeed { keys, needed: lock.needed })
            });
            let (from, to) = (passage.from.index(), passage.to.index());
            GraphPassage { from, to, is_one_way: passage.one_way, locks: locks.collect() }
        });
        let passages: Vec<GraphPassage> = passages.collect();
        let keys: Vec<EntityId> = keys.into_iter().collect();
        let place_of = |key: &EntityId| level.entity(*key).map(|entity| entity.place.index());
        let lying = keys.iter().map(place_of).collect();
        Self {
            graph: KeyGraph::new(level.places.len(), lying, &passages),
            keys,
            starts: level.starts().map(|place| place.id.index()).collect(),
            goals: level.goals().map(|place| place.id.index()).collect(),
        }
    }
}
