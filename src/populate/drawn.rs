//! Entities and markers that the authors of rooms drew.

use crate::base::Cell;
use crate::layout::{Plan, PlannedRoom};
use crate::level::{Entity, TemplateEntity};
use crate::mission::{LegendEntry, Placed, RoomSet, RoomTemplate};

/// What a template's author drew into it, row by row.
pub(super) fn of_template(set: &RoomSet, template: &RoomTemplate) -> Vec<TemplateEntity> {
    let drawn = template.characters().filter_map(|(cell, character)| {
        let (placed, marker) = match set.legend.get(&character)? {
            LegendEntry::Entity(placed) => (placed, false),
            LegendEntry::Marker(placed) => (placed, true),
            _ => return None,
        };
        let Placed { kind, properties, .. } = placed.clone();
        Some(TemplateEntity { cell, kind, marker, properties })
    });
    drawn.collect()
}

/// What was drawn into the rooms of a plan, place by place, where it came to lie; ids count from `first_id`.
pub(super) fn entities(plan: &Plan, first_id: u32) -> Vec<Entity> {
    let mut entities = Vec::new();
    for (id, place) in plan.places_by_id() {
        let Some(PlannedRoom { set, template, symmetry }) = place.form.room() else { continue };
        for TemplateEntity { cell, kind, marker, properties } in of_template(set, template) {
            entities.push(Entity {
                id: first_id + entities.len() as u32,
                kind,
                at: place.core.min + symmetry.cell(cell, template.size()),
                place: id,
                node: None,
                opens: Vec::new(),
                properties,
                marker,
            });
        }
    }
    entities
}

/// The cells on which something was drawn.
pub(super) fn cells(plan: &Plan) -> impl Iterator<Item = Cell> {
    entities(plan, 1).into_iter().map(|entity| entity.at)
}
