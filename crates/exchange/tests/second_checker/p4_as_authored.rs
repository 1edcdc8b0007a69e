//! P4: the cells of every room match its template, flipped and turned as recorded.
//!
//! A room contains everything that was drawn in it, and nothing else.

use std::collections::BTreeSet;

use super::Findings;
use super::boards;
use super::ground::{is_inside, is_walkable, owner_at};
use super::level::{Cell, Entity, Level, Place, Template, TemplateEntity};
use super::rooms::{Drawn, cells_of_nobody, cells_of_room, template_of};

pub fn check(level: &Level, found: &mut Findings) {
    for place in &level.places {
        match template_of(level, place) {
            Some(template) => check_room(level, place, template, found),
            None if place.technique == "Cards" => boards::check(level, place, found),
            None => check_other(level, place, found),
        }
    }
}

fn check_room(level: &Level, place: &Place, template: &Template, found: &mut Findings) {
    check_cells(level, place, template, found);
    check_nothing(level, place, template, found);
    check_sockets(place, template, found);
    check_entities(level, place, template, found);
}

fn check_cells(level: &Level, place: &Place, template: &Template, found: &mut Findings) {
    let drawn = Drawn::new(template, place);
    for (cell, character) in cells_of_room(template) {
        let at = drawn.in_level(cell);
        if owner_at(level, at) != Some(place.id) {
            found.push(("P4", format!("{at:?} should belong to room {}", place.id)));
        } else if !template.sockets.contains(&cell) {
            let there = level.legend.get(&level.tiles[at.1 as usize][at.0 as usize]);
            if there != template.legend.get(&character) {
                found.push(("P4", format!("{at:?} is not as room {} was drawn", place.id)));
            }
        }
    }
    let count = level.owners.iter().flatten().filter(|owner| **owner == place.id).count();
    if count != cells_of_room(template).len() {
        found.push(("P4", format!("room {} has {count} cells", place.id)));
    }
}

/// Checks that cells outside the room stay wall, except for the way that leads out through them.
fn check_nothing(level: &Level, place: &Place, template: &Template, found: &mut Findings) {
    let drawn = Drawn::new(template, place);
    for cell in cells_of_nobody(template) {
        let at = drawn.in_level(cell);
        if !is_inside(level, at) {
            continue;
        }
        let owner = owner_at(level, at).unwrap_or(0);
        let is_way_out = place.sockets.iter().any(|socket| socket.passage == Some(-owner));
        if (owner != 0 || is_walkable(level, at)) && !is_way_out {
            found.push(("P4", format!("{at:?} should be wall beside room {}", place.id)));
        }
    }
}

fn check_sockets(place: &Place, template: &Template, found: &mut Findings) {
    let picture = Drawn::new(template, place);
    let drawn: Vec<Cell> = template.sockets.iter().map(|cell| picture.in_level(*cell)).collect();
    let there: Vec<Cell> = place.sockets.iter().map(|socket| socket.cell).collect();
    if drawn != there {
        found.push((
            "P4",
            format!("the sockets of room {} are not those of its template, in their order", place.id),
        ));
    }
}

/// Checks that each drawn entity exists once, and that every entity without a node was drawn.
fn check_entities(level: &Level, place: &Place, template: &Template, found: &mut Findings) {
    let mut used = BTreeSet::new();
    for drawn in &template.entities {
        let fits = |entity: &&Entity| !used.contains(&entity.id) && is_drawn(template, place, drawn, entity);
        match level.entities.iter().find(fits) {
            Some(entity) => {
                used.insert(entity.id);
            }
            None => found.push(("P4", format!("room {} lacks its {}", place.id, drawn.kind))),
        }
    }
    for entity in level.entities.iter().filter(|entity| is_standing(place, entity)) {
        if !used.contains(&entity.id) {
            found.push(("P4", format!("nobody drew entity {} into room {}", entity.id, place.id)));
        }
    }
}

/// Returns `true` if the entity stands in the place and is neither an item nor from a pass.
fn is_standing(place: &Place, entity: &Entity) -> bool {
    entity.place == place.id && entity.node.is_none() && entity.pass.is_none()
}

fn is_drawn(template: &Template, place: &Place, drawn: &TemplateEntity, entity: &Entity) -> bool {
    entity.place == place.id
        && entity.node.is_none()
        && entity.pass.is_none()
        && entity.at == Drawn::new(template, place).in_level(drawn.cell)
        && entity.kind == drawn.kind
        && entity.marker == drawn.marker
        && entity.properties == drawn.properties
        && entity.opens.is_empty()
}

/// Checks that a place without a template has nothing that only rooms have.
fn check_other(level: &Level, place: &Place, found: &mut Findings) {
    if let Some(entity) = level.entities.iter().find(|entity| is_standing(place, entity)) {
        found.push(("P4", format!("nobody drew entity {} into place {}", entity.id, place.id)));
    }
}
