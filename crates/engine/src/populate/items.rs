//! Items: mission nodes without a form become entities in the place that contains them, on dry cells if it has any.

use std::collections::BTreeMap;

use super::draft::wet_cells;
use super::{LevelDraft, drawn};
use crate::base::{BitGrid, Cell, Diagnostic, Seed};
use crate::level::{Entity, EntityId, Place, PlaceId};
use crate::mission::progression::ItemRelations;
use crate::mission::{Attributes, NodeId, NodeRole};

/// Adds an entity for every item in a place, directly or inside another item.
///
/// Each gets its own cell while there are any.
pub(super) fn run(draft: &mut LevelDraft<'_>, seed: Seed) {
    let (plan, mission, alphabet) = (draft.plan(), draft.mission(), draft.alphabet());
    if mission.nodes().all(|(_, content)| alphabet.node(content.symbol).1.form.is_some()) {
        return;
    }
    let place_of: BTreeMap<NodeId, PlaceId> =
        draft.level().places.iter().map(|place| (place.node, place.id)).collect();
    let items = ItemRelations::of(mission, alphabet);
    let mut walkable: BTreeMap<PlaceId, Vec<Cell>> = BTreeMap::new();
    let wet = wet_cells(draft.level(), alphabet);
    let mut taken = BitGrid::empty(plan.size);
    for cell in plan.passages.iter().flat_map(|passage| &passage.route).copied().chain(drawn::cells(plan)) {
        taken.set(cell, true);
    }
    for (node, content) in mission.nodes() {
        let (name, symbol) = alphabet.node(content.symbol);
        if symbol.form.is_some() {
            continue;
        }
        let Some(place) = items.holder(node, &place_of) else {
            if symbol.role == Some(NodeRole::Key) {
                draft.note(
                    Diagnostic::warning(
                        "key-nowhere",
                        format!("The key \"{name}\" (node {}) lies in no place.", node.0),
                    )
                    .hint("Draw a relation with the role Contains from a place to it."),
                );
            }
            continue;
        };
        let holds: &Place = &draft.level().places[place.index()];
        let anchor = holds.anchor;
        let cells = walkable.entry(place).or_insert_with(|| draft.walkable_cells(holds));
        let is_free = |cell: &Cell| !taken.get(*cell);
        let (wet_free, dry): (Vec<Cell>, Vec<Cell>) =
            cells.iter().copied().filter(is_free).partition(|cell| wet.get(*cell));
        let free = if dry.is_empty() { wet_free } else { dry };
        let mut random = seed.numbered(u64::from(node.0)).stream();
        let drawn = *random.pick(&free).unwrap_or(&anchor);
        let at = draft.kept().item(node, place).unwrap_or(drawn);
        taken.set(at, true);
        draft.add_entity(Entity {
            id: EntityId(0),
            kind: name.to_owned(),
            at,
            place,
            node: Some(node),
            opens: items.opened_by(node).filter_map(|lock| place_of.get(&lock).copied()).collect(),
            properties: Attributes::clone(&content.attributes),
            marker: false,
            pass: None,
            solid: false,
        });
    }
}
