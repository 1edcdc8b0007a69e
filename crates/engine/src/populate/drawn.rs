//! Entities and markers that the authors of rooms and cards drew.

use super::LevelDraft;
use crate::base::Cell;
use crate::layout::{Plan, PlannedRoom};
use crate::level::{Entity, EntityId, PlaceId, TemplateEntity};
use crate::rooms::{LegendEntry, Placed, RoomSet, RoomTemplate};

/// Returns the entities and markers that a template's author drew into it, row by row.
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

/// Adds everything drawn into the rooms of the plan, place by place.
pub(super) fn run(draft: &mut LevelDraft<'_>) {
    for (place, drawn) in of_plan(draft.plan()) {
        let TemplateEntity { cell: at, kind, marker, properties } = drawn;
        draft.add_entity(Entity {
            id: EntityId(0),
            kind,
            at,
            place,
            node: None,
            opens: Vec::new(),
            properties,
            marker,
            pass: None,
            solid: false,
        });
    }
}

/// Returns the cells with a drawn entity or marker.
pub(super) fn cells(plan: &Plan) -> impl Iterator<Item = Cell> {
    of_plan(plan).map(|(_, drawn)| drawn.cell)
}

/// Returns the entities and markers drawn into the rooms of a plan, with their places and cells in the level.
fn of_plan(plan: &Plan) -> impl Iterator<Item = (PlaceId, TemplateEntity)> {
    let rooms = plan
        .places_by_id()
        .flat_map(|(id, place)| place.form.drawn().map(move |(room, corner)| (place, id, room, corner)));
    rooms.flat_map(|(place, id, PlannedRoom { set, template, symmetry }, corner)| {
        let in_level = move |cell| place.core.min + corner + symmetry.cell(cell, template.size());
        let drawn = of_template(set, template).into_iter();
        drawn.map(move |drawn| (id, TemplateEntity { cell: in_level(drawn.cell), ..drawn }))
    })
}
