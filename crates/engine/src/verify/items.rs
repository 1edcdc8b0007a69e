//! P0 and P1: the entities made from nodes are exactly the items of the mission that are in places.
//!
//! An item is a node that is no place.
//! It is in the place that contains it, directly or via other items.
//! If it has several containers, the edge that the mission lists last is followed first.
//!
//! Its entity exists once (P1) and agrees with the mission (P0):
//! its kind is the node's symbol, and its properties are the node's attributes.
//! It opens the places to which the node's Opens edges lead, in their order.

use std::collections::{BTreeMap, BTreeSet};

use super::findings::PromiseBreaks;
use super::names;
use crate::level::{Entity, Level, NodeRecord, PlaceId};
use crate::mission::{EdgeRole, NodeId};

/// Maximum number of steps from item to item, far more than any mission needs.
const MOST_STEPS: u32 = 1_000_000;

/// P0: reports entities that disagree with their nodes.
pub(super) fn check(level: &Level, findings: &mut PromiseBreaks) {
    if level.entities.iter().all(|entity| entity.node.is_none()) {
        return;
    }
    let mut items = ItemIndex::new(level);
    let mut seen = BTreeSet::new();
    for entity in &level.entities {
        let Some(id) = entity.node else { continue };
        if !seen.insert(id) {
            wrong(entity, "doubled", findings, || format!("stems from node {}, as another does.", id.0));
        }
        match items.nodes.get(&id).copied() {
            Some(node) => items.same(entity, node, findings),
            None => wrong(entity, "no node", findings, || {
                format!("stems from node {}, which the mission lacks.", id.0)
            }),
        }
    }
    if items.steps > MOST_STEPS {
        findings.add(None, "the items of the mission contain each other in too many ways to follow.");
    }
}

/// P1: reports items of the mission without an entity.
pub(super) fn missing(level: &Level, findings: &mut PromiseBreaks) {
    let there: BTreeSet<NodeId> = level.entities.iter().filter_map(|entity| entity.node).collect();
    let mut absent = level.mission.nodes.iter().filter(|node| !node.is_place && !there.contains(&node.id));
    let Some(first) = absent.next() else { return };
    let mut items = ItemIndex::new(level);
    for node in std::iter::once(first).chain(absent) {
        if let Some(place) = items.holder(node.id) {
            findings.add_one_of_many(("item", 0, 0), None, || {
                let (NodeId(id), symbol, place) = (node.id, &node.symbol, names::place(level, place));
                format!("the {symbol} (node {id}) of the mission, which lies in {place}, is not an entity of the level.")
            });
        }
    }
}

fn wrong(
    entity: &Entity,
    what: &'static str,
    findings: &mut PromiseBreaks,
    message: impl FnOnce() -> String,
) {
    findings.add_one_of_many((what, 2, 0), Some(entity.at), || {
        format!("the {} (entity {}) {}", entity.kind, entity.id, message())
    });
}

/// The items according to the mission.
struct ItemIndex<'a> {
    level: &'a Level,
    nodes: BTreeMap<NodeId, &'a NodeRecord>,
    places: BTreeMap<NodeId, PlaceId>,
    /// The containers of each node, in the order of the edges.
    containers: BTreeMap<NodeId, Vec<NodeId>>,
    /// The nodes that each node opens, in the order of the edges.
    opened: BTreeMap<NodeId, Vec<NodeId>>,
    /// The places of the items searched so far.
    holders: BTreeMap<NodeId, Option<PlaceId>>,
    steps: u32,
}

impl<'a> ItemIndex<'a> {
    fn new(level: &'a Level) -> Self {
        let mut items = Self {
            level,
            nodes: level.mission.nodes.iter().map(|node| (node.id, node)).collect(),
            places: level.places.iter().map(|place| (place.node, place.id)).collect(),
            containers: BTreeMap::new(),
            opened: BTreeMap::new(),
            holders: BTreeMap::new(),
            steps: 0,
        };
        for edge in &level.mission.edges {
            match edge.role {
                EdgeRole::Contains => items.containers.entry(edge.to).or_default().push(edge.from),
                EdgeRole::Opens => items.opened.entry(edge.from).or_default().push(edge.to),
                EdgeRole::Passage | EdgeRole::Other => {}
            }
        }
        items
    }

    /// Checks that an entity agrees with its node.
    fn same(&mut self, entity: &Entity, node: &NodeRecord, findings: &mut PromiseBreaks) {
        if node.is_place {
            wrong(entity, "place", findings, || format!("stems from node {}, which is a place.", node.id.0));
            return;
        }
        if entity.kind != node.symbol {
            wrong(entity, "kind", findings, || format!("is a {} in the mission.", node.symbol));
        }
        if entity.marker {
            wrong(entity, "marker", findings, || "is an item of the mission, but a marker.".to_owned());
        }
        if entity.properties != node.attributes {
            wrong(entity, "properties", findings, || "has other properties than its node.".to_owned());
        }
        let opened = self.opened.get(&node.id).into_iter().flatten();
        let opened = opened.filter_map(|place| self.places.get(place));
        if !opened.eq(&entity.opens) {
            wrong(entity, "opens", findings, || "opens other places than its node does.".to_owned());
        }
        match self.holder(node.id) {
            Some(place) if place == entity.place => {}
            Some(place) => {
                let place = names::place(self.level, place);
                wrong(entity, "holder", findings, || format!("lies in {place} in the mission."));
            }
            None => wrong(entity, "holder", findings, || "lies in no place in the mission.".to_owned()),
        }
    }

    /// Returns the place of an item. Single containers are followed directly, and their places are
    /// remembered.
    fn holder(&mut self, item: NodeId) -> Option<PlaceId> {
        let mut passed = Vec::new();
        let mut node = item;
        let found = loop {
            if let Some(place) = self.places.get(&node) {
                break Some(*place);
            }
            if let Some(known) = self.holders.get(&node) {
                break *known;
            }
            // Returning here means a cycle.
            self.holders.insert(node, None);
            passed.push(node);
            match self.containers.get(&node).map(Vec::as_slice) {
                None | Some([]) => break None,
                Some([container]) => node = *container,
                Some(_) => break self.search(node),
            }
        };
        for node in passed {
            self.holders.insert(node, found);
        }
        found
    }

    /// Returns the first place found from container to container.
    fn search(&mut self, item: NodeId) -> Option<PlaceId> {
        let mut seen = BTreeSet::from([item]);
        let mut outwards = vec![item];
        while let Some(node) = outwards.pop() {
            if let Some(place) = self.places.get(&node) {
                return Some(*place);
            }
            for container in self.containers.get(&node).into_iter().flatten() {
                self.steps = self.steps.saturating_add(1);
                if seen.insert(*container) {
                    outwards.push(*container);
                }
            }
            if self.steps > MOST_STEPS {
                return None;
            }
        }
        None
    }
}
