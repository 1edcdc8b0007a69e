//! Items: mission nodes without a form lie in the place that contains them.

use std::collections::{BTreeMap, BTreeSet};

use super::{Draft, drawn};
use crate::base::{BitGrid, Cell, Diagnostic, Seed};
use crate::level::{Entity, Place, PlaceId};
use crate::mission::{Alphabet, Attributes, EdgeRole, Mission, NodeId, NodeRole};

/// Adds an entity for every item that lies in a place, directly or in another item. Each gets a cell of its own while there are any.
pub(super) fn run(draft: &mut Draft<'_>, seed: Seed) {
    let (plan, mission, alphabet) = (draft.plan(), draft.mission(), draft.alphabet());
    if mission.nodes().all(|(_, content)| alphabet.node(content.symbol).1.form.is_some()) {
        return;
    }
    let place_of: BTreeMap<NodeId, PlaceId> =
        draft.level().places.iter().map(|place| (place.node, place.id)).collect();
    let containers = related(mission, alphabet, EdgeRole::Contains, |from, to| (to, from));
    let opens = related(mission, alphabet, EdgeRole::Opens, |from, to| (from, to));
    let mut walkable: BTreeMap<PlaceId, Vec<Cell>> = BTreeMap::new();
    let mut taken = BitGrid::empty(plan.size);
    for cell in plan.passages.iter().flat_map(|passage| &passage.route).copied().chain(drawn::cells(plan)) {
        taken.set(cell, true);
    }
    for (node, content) in mission.nodes() {
        let (name, symbol) = alphabet.node(content.symbol);
        if symbol.form.is_some() {
            continue;
        }
        let Some(place) = holder(node, &containers, &place_of) else {
            if symbol.role == Some(NodeRole::Key) {
                draft.note(
                    Diagnostic::warning(
                        "key-nowhere",
                        format!("The key \"{name}\" (node {}) lies in no place.", node.0),
                    )
                    .hint("join it with a place by a relation whose role is Contains"),
                );
            }
            continue;
        };
        let holds: &Place = &draft.level().places[place.index()];
        let anchor = holds.anchor;
        let cells = walkable.entry(place).or_insert_with(|| draft.walkable_cells(holds));
        let free: Vec<Cell> = cells.iter().copied().filter(|cell| !taken.get(*cell)).collect();
        let mut random = seed.numbered(u64::from(node.0)).stream();
        let drawn = *random.pick(&free).unwrap_or(&anchor);
        let at = draft.kept().item(node, place).unwrap_or(drawn);
        taken.set(at, true);
        let locks = opens.get(&node).into_iter().flatten();
        draft.add_entity(Entity {
            id: 0,
            kind: name.to_owned(),
            at,
            place,
            node: Some(node),
            opens: locks.filter_map(|lock| place_of.get(lock).copied()).collect(),
            properties: Attributes::clone(&content.attributes),
            marker: false,
            pass: None,
            solid: false,
        });
    }
}

/// The edges of a role as a map, each edge under the key that `pair` gives it.
fn related(
    mission: &Mission,
    alphabet: &Alphabet,
    role: EdgeRole,
    pair: impl Fn(NodeId, NodeId) -> (NodeId, NodeId),
) -> BTreeMap<NodeId, Vec<NodeId>> {
    let mut related: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
    for (_, edge) in mission.edges().filter(|(_, edge)| alphabet.edge(edge.symbol).1.role == role) {
        let (key, value) = pair(edge.from, edge.to);
        related.entry(key).or_default().push(value);
    }
    related
}

/// The place that holds an item, through as many other items as it takes.
fn holder(
    item: NodeId,
    containers: &BTreeMap<NodeId, Vec<NodeId>>,
    places: &BTreeMap<NodeId, PlaceId>,
) -> Option<PlaceId> {
    let mut seen = BTreeSet::from([item]);
    let mut outwards = vec![item];
    while let Some(node) = outwards.pop() {
        if let Some(place) = places.get(&node) {
            return Some(*place);
        }
        outwards
            .extend(containers.get(&node).into_iter().flatten().copied().filter(|next| seen.insert(*next)));
    }
    None
}
