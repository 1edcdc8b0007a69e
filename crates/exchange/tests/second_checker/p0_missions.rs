//! P0, second part: places, passages and entities match the mission, each exactly once.

use std::collections::BTreeSet;

use super::Findings;
use super::level::{Edge, Entity, Level, Lock, Node, Passage};

pub fn check(level: &Level, found: &mut Findings) {
    check_record(level, found);
    for node in &level.nodes {
        if node.is_place {
            check_place(level, node, found);
        } else {
            check_item(level, node, found);
        }
    }
    for edge in &level.edges {
        check_edge(level, edge, found);
    }
    check_nothing_else(level, found);
    for passage in &level.passages {
        check_locks(level, passage, found);
    }
}

/// Checks that nodes and edges are in the order of their ids, and that edges join existing nodes.
fn check_record(level: &Level, found: &mut Findings) {
    let nodes: Vec<i64> = level.nodes.iter().map(|node| node.id).collect();
    let edges: Vec<i64> = level.edges.iter().map(|edge| edge.id).collect();
    for (name, ids) in [("nodes", &nodes), ("edges", &edges)] {
        if ids.windows(2).any(|pair| pair[0] >= pair[1]) {
            found.push(("P0", format!("the {name} of the mission are not in the order of their ids")));
        }
    }
    for edge in &level.edges {
        if !nodes.contains(&edge.from) || !nodes.contains(&edge.to) {
            found.push(("P0", format!("edge {} ends at a node that does not exist", edge.id)));
        }
        if edge.role != "Passage" && (edge.one_way || edge.door != "Plain" || edge.socket.is_some()) {
            found.push((
                "P0",
                format!("edge {} is no passage, and one-way, or with a door or socket", edge.id),
            ));
        }
    }
}

fn node_of(level: &Level, id: i64) -> Option<&Node> {
    level.nodes.iter().find(|node| node.id == id)
}

/// Returns the id of the place that a node became.
fn place_of(level: &Level, node: i64) -> Option<i64> {
    level.places.iter().find(|place| place.node == node).map(|place| place.id)
}

fn check_place(level: &Level, node: &Node, found: &mut Findings) {
    let places: Vec<_> = level.places.iter().filter(|place| place.node == node.id).collect();
    if places.len() != 1 {
        found.push(("P0", format!("node {} is {} places", node.id, places.len())));
    }
    for place in places {
        let agrees =
            (&place.symbol, &place.role, &place.attributes) == (&node.symbol, &node.role, &node.attributes);
        if !agrees {
            found.push(("P0", format!("place {} is not as node {} says", place.id, node.id)));
        }
    }
}

/// Checks that an item in a place is an entity there, and that an item outside all places is none.
fn check_item(level: &Level, item: &Node, found: &mut Findings) {
    let holder = place_that_holds(level, item.id);
    let entities: Vec<&Entity> =
        level.entities.iter().filter(|entity| entity.node == Some(item.id)).collect();
    let wanted = usize::from(holder.is_some());
    if entities.len() != wanted {
        found.push(("P0", format!("item {} is {} entities, not {wanted}", item.id, entities.len())));
    }
    let opens = places_that_open(level, item.id);
    for entity in entities {
        if (&entity.kind, &entity.properties) != (&item.symbol, &item.attributes) || entity.marker {
            found.push(("P0", format!("entity {} is not as node {} says", entity.id, item.id)));
        }
        if holder != Some(entity.place) {
            found.push(("P0", format!("entity {} is not in the place that contains it", entity.id)));
        }
        if entity.opens != opens {
            found.push(("P0", format!("entity {} does not open {opens:?}", entity.id)));
        }
    }
}

/// Returns the place that contains an item, perhaps inside other items.
///
/// If several edges contain the item, the last one is followed first.
fn place_that_holds(level: &Level, item: i64) -> Option<i64> {
    let mut seen = BTreeSet::from([item]);
    let mut left = vec![item];
    while let Some(inner) = left.pop() {
        if let Some(place) = place_of(level, inner) {
            return Some(place);
        }
        for edge in level.edges.iter().filter(|edge| edge.role == "Contains" && edge.to == inner) {
            if seen.insert(edge.from) {
                left.push(edge.from);
            }
        }
    }
    None
}

/// Returns the places at the ends of the `Opens` edges of a node, in the order of the edges.
fn places_that_open(level: &Level, node: i64) -> Vec<i64> {
    let edges = level.edges.iter().filter(|edge| edge.role == "Opens" && edge.from == node);
    edges.filter_map(|edge| place_of(level, edge.to)).collect()
}

/// Checks that a walkable edge is exactly one passage with the same properties.
fn check_edge(level: &Level, edge: &Edge, found: &mut Findings) {
    let ends = (place_of(level, edge.from), place_of(level, edge.to));
    let passages: Vec<&Passage> = level.passages.iter().filter(|passage| passage.edge == edge.id).collect();
    let wanted = usize::from(edge.role == "Passage" && ends.0.is_some() && ends.1.is_some());
    if passages.len() != wanted {
        found.push(("P0", format!("edge {} is {} passages, not {wanted}", edge.id, passages.len())));
    }
    for passage in passages {
        let agrees = (Some(passage.from), Some(passage.to)) == ends
            && passage.symbol == edge.symbol
            && passage.one_way == edge.one_way
            && passage.door == edge.door
            && passage.socket == edge.socket;
        if !agrees {
            found.push(("P0", format!("passage {} is not as edge {} says", passage.id, edge.id)));
        }
    }
}

/// Checks that places, passages and entities stem from nodes and edges of the right kind.
fn check_nothing_else(level: &Level, found: &mut Findings) {
    for place in &level.places {
        if !node_of(level, place.node).is_some_and(|node| node.is_place) {
            found.push(("P0", format!("place {} stems from no node that is a place", place.id)));
        }
    }
    for passage in &level.passages {
        if !level.edges.iter().any(|edge| edge.id == passage.edge) {
            found.push(("P0", format!("passage {} stems from no edge", passage.id)));
        }
    }
    for entity in &level.entities {
        let Some(node) = entity.node else { continue };
        if node_of(level, node).is_none_or(|node| node.is_place) {
            found.push(("P0", format!("entity {} stems from no item", entity.id)));
        }
    }
}

/// Checks that each end with the role Lock has a lock that lists everything that opens it and needs one key.
fn check_locks(level: &Level, passage: &Passage, found: &mut Findings) {
    let is_locked =
        |id: i64| level.places.iter().any(|place| place.id == id && place.role.as_deref() == Some("Lock"));
    let mut wanted = Vec::new();
    for (end, place) in [("From", passage.from), ("To", passage.to)] {
        if is_locked(place) {
            wanted.push((end, place, keys_of(level, place)));
        }
    }
    let as_said = |lock: &Lock| (lock.end.clone(), lock.place, lock.keys.clone());
    let said: Vec<_> = passage.locks.iter().map(as_said).collect();
    if !said.iter().map(|(end, place, keys)| (end.as_str(), *place, keys.clone())).eq(wanted) {
        found.push(("P0", format!("the locks of passage {} are not those of its ends", passage.id)));
    }
    if passage.locks.iter().any(|lock| lock.needed != 1) {
        found.push(("P0", format!("a lock of passage {} does not need one key", passage.id)));
    }
}

/// Returns the entities that open a place, ascending.
fn keys_of(level: &Level, place: i64) -> Vec<i64> {
    let entities = level.entities.iter().filter(|entity| entity.opens.contains(&place));
    entities.map(|entity| entity.id).collect()
}
