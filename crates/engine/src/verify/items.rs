//! P0 and P1: the entities that stem from nodes are exactly the items of the mission that lie in places.
//!
//! An item is a node that is no place. It lies in the place that contains it, or in that in which the item lies that contains it; where several contain it, the edge that the mission lists last is followed first.
//! Its entity is there once (P1) and says what the mission says (P0): its kind is the node's symbol, its properties the node's attributes, and it opens the places to which the node's Opens edges lead, in their order.

use std::collections::{BTreeMap, BTreeSet};

use super::findings::Findings;
use super::names;
use crate::level::{Entity, Level, NodeRecord, PlaceId};
use crate::mission::{EdgeRole, NodeId};

/// So many steps are followed from item to item, far more than any mission needs.
const MOST_STEPS: u32 = 1_000_000;

/// P0: entities that say something else than their nodes.
pub(super) fn check(level: &Level, findings: &mut Findings) {
    if level.entities.iter().all(|entity| entity.node.is_none()) {
        return;
    }
    let mut items = Items::new(level);
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
        findings.add(None, "the items of the mission lie in each other in too many ways to be followed.");
    }
}

/// P1: items of the mission that are not there.
pub(super) fn missing(level: &Level, findings: &mut Findings) {
    let there: BTreeSet<NodeId> = level.entities.iter().filter_map(|entity| entity.node).collect();
    let mut absent = level.mission.nodes.iter().filter(|node| !node.is_place && !there.contains(&node.id));
    let Some(first) = absent.next() else { return };
    let mut items = Items::new(level);
    for node in std::iter::once(first).chain(absent) {
        if let Some(place) = items.holder(node.id) {
            findings.add_one_of_many(("item", 0, 0), None, || {
                let (NodeId(id), symbol, place) = (node.id, &node.symbol, names::place(level, place));
                format!("the {symbol} (node {id}) of the mission, which lies in {place}, is no entity of the level.")
            });
        }
    }
}

fn wrong(entity: &Entity, what: &'static str, findings: &mut Findings, message: impl FnOnce() -> String) {
    findings.add_one_of_many((what, 2, 0), Some(entity.at), || {
        format!("the {} (entity {}) {}", entity.kind, entity.id, message())
    });
}

/// What the mission says of items.
struct Items<'a> {
    level: &'a Level,
    nodes: BTreeMap<NodeId, &'a NodeRecord>,
    places: BTreeMap<NodeId, PlaceId>,
    /// What contains each node, in the order of the edges.
    containers: BTreeMap<NodeId, Vec<NodeId>>,
    /// What each node opens, in the order of the edges.
    opened: BTreeMap<NodeId, Vec<NodeId>>,
    /// The places of the items that were looked for so far.
    holders: BTreeMap<NodeId, Option<PlaceId>>,
    steps: u32,
}

impl<'a> Items<'a> {
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

    /// An entity says what its node says.
    fn same(&mut self, entity: &Entity, node: &NodeRecord, findings: &mut Findings) {
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

    /// The place in which an item lies. From containers that are the only ones it follows at once, and remembers where they lie.
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
            // Who comes back here has gone around.
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

    /// The place that is found first, from container to container.
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
