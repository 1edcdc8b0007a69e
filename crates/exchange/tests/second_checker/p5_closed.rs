//! P5: used sockets are doors or recorded gaps, unused ones are blocked, and nobody walks past a door that is
//! not plain.

use super::Findings;
use super::ground::{Ground, Spot, is_walkable, owner_at, tile_name};
use super::level::{Cell, Level, Passage, Place, Socket, SpecialSocket, Template};
use super::rooms::{Drawn, template_of};

pub fn check(level: &Level, ground: &Ground, found: &mut Findings) {
    for place in &level.places {
        for socket in &place.sockets {
            match level.passages.iter().find(|passage| Some(passage.id) == socket.passage) {
                Some(passage) => check_used(level, place, socket.cell, passage, found),
                None => check_unused(level, place, socket, found),
            }
        }
    }
    for passage in &level.passages {
        check_doors(level, passage, found);
        check_threshold(level, passage, found);
        check_cut(ground, passage, found);
        check_gap(passage, found);
    }
}

/// Returns the name of the tile of a door.
fn door_tile(door: &str) -> &'static str {
    match door {
        "Gate" => "gate",
        "Drop" => "drop",
        "Secret" => "secret door",
        "Gap" => "floor",
        _ => "door",
    }
}

fn is_door(level: &Level, cell: Cell, passage: &Passage) -> bool {
    let door = if passage.gap == Some(cell) { "Gap" } else { &passage.door };
    is_walkable(level, cell) && tile_name(level, cell) == door_tile(door)
}

/// Returns `true` if nobody may walk past the door of the passage.
fn is_barred(passage: &Passage) -> bool {
    !["Plain", "Gap"].contains(&passage.door.as_str())
}

/// Checks that a gap is one of two doors.
fn check_gap(passage: &Passage, found: &mut Findings) {
    let Some(gap) = passage.gap else { return };
    let is_one_of_two = passage.doors.len() == 2 && passage.doors.contains(&gap);
    if !is_one_of_two || passage.door == "Gap" {
        found.push(("P5", format!("passage {} has a gap {gap:?} instead of a door", passage.id)));
    }
}

fn check_used(level: &Level, place: &Place, cell: Cell, passage: &Passage, found: &mut Findings) {
    if !is_door(level, cell, passage) {
        found.push(("P5", format!("the used socket {cell:?} is not a {}", door_tile(&passage.door))));
    }
    if passage.from != place.id && passage.to != place.id {
        found.push((
            "P5",
            format!("the socket {cell:?} is used by passage {}, which is not here", passage.id),
        ));
    }
    let Some(template) = template_of(level, place) else { return };
    // The kind that the passage names, in rooms with sockets of that kind; otherwise sockets without a kind.
    let has_kind = template.special_sockets.iter().any(|special| special.kind == passage.socket);
    let wanted = if has_kind { passage.socket.clone() } else { None };
    let kind = special_at(template, place, cell).and_then(|special| special.kind.clone());
    if kind != wanted {
        found.push(("P5", format!("passage {} does not use sockets such as {cell:?}", passage.id)));
    }
}

/// Returns the special properties of the socket at a cell, if it has any.
fn special_at<'a>(template: &'a Template, place: &Place, cell: Cell) -> Option<&'a SpecialSocket> {
    let drawn = Drawn::new(template, place);
    template.special_sockets.iter().find(|special| drawn.in_level(special.cell) == cell)
}

fn check_unused(level: &Level, place: &Place, socket: &Socket, found: &mut Findings) {
    let cell = socket.cell;
    if is_walkable(level, cell) {
        found.push(("P5", format!("the unused socket {cell:?} can be walked on")));
    }
    if place.technique == "Cards" && tile_name(level, cell) != "wall" {
        found.push(("P5", format!("the unused socket {cell:?} of a board is not wall")));
    }
    let Some(template) = template_of(level, place) else { return };
    let special = special_at(template, place, cell);
    let blocker = special.and_then(|special| special.blocker.as_ref()).unwrap_or(&template.blocker);
    if tile_name(level, cell) != blocker {
        found.push(("P5", format!("the unused socket {cell:?} is not closed with {blocker}")));
    }
}

/// Checks that the doors of a passage are the sockets that it uses.
///
/// Each room at its ends has one; the door at its start comes first.
fn check_doors(level: &Level, passage: &Passage, found: &mut Findings) {
    let id = passage.id;
    let mut wanted = Vec::new();
    for end in [passage.from, passage.to] {
        let Some(place) = level.places.iter().find(|place| place.id == end) else { continue };
        let sockets = place.sockets.iter().filter(|socket| socket.passage == Some(id));
        let cells: Vec<Cell> = sockets.map(|socket| socket.cell).collect();
        let has_sockets = place.technique == "Room" || place.technique == "Cards";
        if has_sockets && cells.len() != 1 && passage.from != passage.to {
            found.push(("P5", format!("passage {id} uses {} sockets of room {end}", cells.len())));
        }
        wanted.extend(cells);
    }
    if wanted != passage.doors && passage.from != passage.to {
        found.push(("P5", format!("the doors of passage {id} are not the sockets that it uses")));
    }
}

/// Checks that only a passage with a door that enters no room has a threshold.
///
/// The cells of the threshold belong to the passage and have the tile of that door.
fn check_threshold(level: &Level, passage: &Passage, found: &mut Findings) {
    let id = passage.id;
    if !passage.threshold.is_empty() && (!is_barred(passage) || !passage.doors.is_empty()) {
        found.push(("P5", format!("passage {id} should have no threshold")));
    }
    if passage.is_open && is_barred(passage) {
        found.push(("P5", format!("the open passage {id} has a door")));
    }
    if !passage.threshold.is_sorted_by_key(|(x, y)| (*y, *x)) {
        found.push(("P5", format!("the threshold of passage {id} is not listed row by row")));
    }
    for cell in &passage.threshold {
        if owner_at(level, *cell) != Some(-id) || !is_door(level, *cell, passage) {
            found.push(("P5", format!("{cell:?} is no door of passage {id}")));
        }
    }
}

/// Checks that a passage cannot be walked past its door, and that it could be if any one cell of its
/// threshold were free.
fn check_cut(ground: &Ground, passage: &Passage, found: &mut Findings) {
    if !is_barred(passage) || passage.from == passage.to {
        return;
    }
    let doors = passage.doors.iter().chain(&passage.threshold).copied();
    let doors: Vec<Cell> = doors.filter(|cell| passage.gap != Some(*cell)).collect();
    if has_way_past(ground, passage, &doors) {
        found.push(("P5", format!("passage {} can be walked past its door", passage.id)));
        return;
    }
    for cell in &passage.threshold {
        let others: Vec<Cell> = doors.iter().copied().filter(|door| door != cell).collect();
        if !has_way_past(ground, passage, &others) {
            found.push(("P5", format!("the threshold {cell:?} of passage {} closes nothing", passage.id)));
        }
    }
}

/// Returns `true` if there is a way from one end to the other that does not step on a door.
fn has_way_past(ground: &Ground, passage: &Passage, doors: &[Cell]) -> bool {
    let is_door = |spot: Spot| doors.contains(&spot.0);
    let is_own = |spot: Spot| ground.owner(spot) == Some(-passage.id);
    let is_here = |spot: Spot| {
        let owner = ground.owner(spot);
        is_own(spot) || owner == Some(passage.from) || owner == Some(passage.to)
    };
    let mut from = ground.spots_of(passage.from);
    from.retain(|spot| !is_door(*spot));
    // The way from place to place leads only through the passage.
    let reached = ground.flood(&from, |spot, next| {
        let is_same = ground.owner(spot) == ground.owner(next);
        is_here(next) && !is_door(next) && (is_same || is_own(spot) || is_own(next))
    });
    reached.iter().any(|spot| ground.owner(*spot) == Some(passage.to))
}
