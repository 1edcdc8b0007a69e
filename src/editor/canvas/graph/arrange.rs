//! Positions the nodes of a mission: at their sites, items next to their holders, the rest in layers from the
//! start.

use std::collections::{BTreeMap, VecDeque};
use std::f32::consts::TAU;

use egui::{Pos2, Vec2, pos2};

use super::{ITEM_RADIUS, PLACE_RADIUS, STEP, point_of};
use crate::mission::{Alphabet, EdgeRole, Mission, NodeId, NodeRole, Site};

/// Returns a position for every node.
pub(super) fn positions(
    mission: &Mission,
    alphabet: &Alphabet,
    sites: &BTreeMap<NodeId, Site>,
) -> BTreeMap<NodeId, Pos2> {
    let holders = holders(mission, alphabet);
    let mut at: BTreeMap<NodeId, Pos2> = sites
        .iter()
        .filter(|(id, _)| mission.node(**id).is_some())
        .map(|(id, site)| (*id, point_of(*site)))
        .collect();
    let homeless: Vec<NodeId> = mission
        .nodes()
        .map(|(id, _)| id)
        .filter(|id| !at.contains_key(id) && !holders.contains_key(id))
        .collect();
    place_in_layers(mission, alphabet, &homeless, &mut at);
    place_items(mission, &holders, &mut at);
    at
}

/// Returns the holder of each contained node.
fn holders(mission: &Mission, alphabet: &Alphabet) -> BTreeMap<NodeId, NodeId> {
    mission
        .edges()
        .filter(|(_, edge)| alphabet.edge(edge.symbol).1.role == EdgeRole::Contains && edge.from != edge.to)
        .map(|(_, edge)| (edge.to, edge.from))
        .filter(|(held, _)| {
            mission.node(*held).is_some_and(|node| alphabet.node(node.symbol).1.form.is_none())
        })
        .collect()
}

/// Places nodes in columns by the number of passages from the start, and in rows by the order of discovery,
/// below all placed nodes.
fn place_in_layers(
    mission: &Mission,
    alphabet: &Alphabet,
    homeless: &[NodeId],
    at: &mut BTreeMap<NodeId, Pos2>,
) {
    let top = at.values().map(|position| position.y + STEP).fold(0.0, f32::max);
    let depths = depths(mission, alphabet, homeless);
    let mut rows: BTreeMap<u32, u32> = BTreeMap::new();
    for (id, depth) in depths {
        let row = rows.entry(depth).or_default();
        at.insert(id, pos2(depth as f32 * STEP, top + *row as f32 * STEP));
        *row += 1;
    }
}

/// Returns the nodes in order of discovery, with their number of edges from the start.
fn depths(mission: &Mission, alphabet: &Alphabet, nodes: &[NodeId]) -> Vec<(NodeId, u32)> {
    let is_start = |id: &NodeId| {
        mission.node(*id).is_some_and(|node| alphabet.node(node.symbol).1.role == Some(NodeRole::Start))
    };
    let mut neighbours: BTreeMap<NodeId, Vec<NodeId>> = nodes.iter().map(|id| (*id, Vec::new())).collect();
    for (_, edge) in mission.edges() {
        for (one, other) in [(edge.from, edge.to), (edge.to, edge.from)] {
            if neighbours.contains_key(&other)
                && let Some(list) = neighbours.get_mut(&one)
            {
                list.push(other);
            }
        }
    }
    let mut roots: Vec<NodeId> = nodes.to_vec();
    roots.sort_by_key(|id| (!is_start(id), *id));
    let mut reached: BTreeMap<NodeId, u32> = BTreeMap::new();
    let mut order = Vec::new();
    for root in roots {
        let mut queue = VecDeque::from([(root, 0)]);
        while let Some((id, depth)) = queue.pop_front() {
            if reached.contains_key(&id) {
                continue;
            }
            reached.insert(id, depth);
            order.push((id, depth));
            queue.extend(neighbours.get(&id).into_iter().flatten().map(|next| (*next, depth + 1)));
        }
    }
    order
}

/// Places items around their holder, in the directions farthest from the holder's edges.
fn place_items(mission: &Mission, holders: &BTreeMap<NodeId, NodeId>, at: &mut BTreeMap<NodeId, Pos2>) {
    let mut busy: BTreeMap<NodeId, Vec<Vec2>> = BTreeMap::new();
    for (_, edge) in mission.edges() {
        let (Some(from), Some(to)) = (at.get(&edge.from), at.get(&edge.to)) else { continue };
        let along = (*to - *from).normalized();
        busy.entry(edge.from).or_default().push(along);
        busy.entry(edge.to).or_default().push(-along);
    }
    let mut waiting: Vec<(NodeId, NodeId)> = holders.iter().map(|(held, holder)| (*held, *holder)).collect();
    while !waiting.is_empty() {
        let before = waiting.len();
        waiting.retain(|(held, holder)| {
            let Some(middle) = at.get(holder).copied() else { return true };
            let taken = busy.entry(*holder).or_default();
            let direction = freest_direction(taken);
            taken.push(direction);
            at.insert(*held, middle + direction * (PLACE_RADIUS + ITEM_RADIUS + 6.0));
            false
        });
        if waiting.len() == before {
            // If items hold each other in a ring, one of them gets a position of its own.
            let (held, _) = waiting.remove(0);
            let left = at.values().map(|position| position.x).fold(0.0, f32::min);
            at.insert(held, pos2(left - STEP, 0.0));
        }
    }
}

/// Returns the direction, out of sixteen, that is farthest from all taken ones. Ties go to the one nearest to
/// the upper right.
fn freest_direction(taken: &[Vec2]) -> Vec2 {
    let candidates = (0..16).map(|turn| Vec2::angled((turn as f32 - 2.0) * TAU / 16.0));
    let crowding = |direction: &Vec2| taken.iter().map(|other| direction.dot(*other)).fold(-1.0, f32::max);
    // Names are below the circle, so the direction down is never quite free.
    let down = |direction: &Vec2| (direction.y - 0.5).max(0.0) * 2.0;
    let cost = |direction: &Vec2| crowding(direction) + down(direction);
    candidates
        .min_by(|a, b| (cost(a) * 1000.0).round().total_cmp(&(cost(b) * 1000.0).round()))
        .unwrap_or(Vec2::RIGHT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_keep_away_from_edges() {
        let free = freest_direction(&[Vec2::RIGHT, Vec2::UP, Vec2::DOWN]);
        assert!(free.dot(Vec2::LEFT) > 0.9, "{free:?}");
    }
}
