//! P1: each place exists in one piece, with its anchor and bounds, and each passage exists exactly once.

use std::collections::{BTreeMap, BTreeSet};

use super::Findings;
use super::ground::{Ground, Spot, has_walkable_tile, is_walkable, middle_of, owner_at, tile_name};
use super::level::{Cell, Level, Passage, Place};

pub fn check(level: &Level, ground: &Ground, found: &mut Findings) {
    let cells = cells_by_owner(level);
    let cells_of = |owner: i64| cells.get(&owner).map_or(&[][..], Vec::as_slice);
    for place in &level.places {
        check_place(level, ground, place, cells_of(place.id), found);
    }
    for passage in &level.passages {
        check_passage(ground, passage, cells_of(-passage.id), found);
    }
    check_open_pairs(level, found);
    check_cells(level, found);
    check_placed(level, found);
}

fn check_place(level: &Level, ground: &Ground, place: &Place, cells: &[Cell], found: &mut Findings) {
    let id = place.id;
    let spots = ground.spots_of(id);
    if spots.is_empty() {
        found.push(("P1", format!("place {id} has no walkable cell")));
    }
    if !is_connected(ground, &spots, id) {
        found.push(("P1", format!("place {id} is in several pieces")));
    }
    if !is_walkable(level, place.anchor) || owner_at(level, place.anchor) != Some(id) {
        found.push(("P1", format!("the anchor of place {id} is no walkable cell of its own")));
    }
    if bounds_of(cells) != Some(place.bounds) {
        found.push(("P1", format!("the bounds of place {id} are not those of its cells")));
    }
    let [.., width, height] = place.bounds;
    if place.technique == "Hall" && cells.len() as i64 != width * height {
        found.push(("P1", format!("the hall {id} is not a rectangle")));
    }
    let is_formed_around_its_anchor = ["Cave", "Walkers"].contains(&place.technique.as_str());
    if !is_formed_around_its_anchor && nearest_to_middle(level, place, cells) != Some(place.anchor) {
        found.push(("P1", format!("the anchor of place {id} is not nearest to its middle")));
    }
}

/// Returns the walkable cell with the fewest steps along rows and columns to the middle of the bounds.
///
/// Of several, the leftmost, then the uppermost.
fn nearest_to_middle(level: &Level, place: &Place, cells: &[Cell]) -> Option<Cell> {
    let (x, y) = middle_of(place.bounds);
    let walkable = cells.iter().copied().filter(|cell| is_walkable(level, *cell));
    walkable.min_by_key(|cell| ((cell.0 - x).abs() + (cell.1 - y).abs(), cell.0, cell.1))
}

fn check_passage(ground: &Ground, passage: &Passage, cells: &[Cell], found: &mut Findings) {
    let id = passage.id;
    if passage.is_open {
        if !cells.is_empty() {
            found.push(("P1", format!("the open passage {id} owns cells")));
        }
        if !touches(ground, &ground.spots_of(passage.from), passage.to) {
            found.push(("P1", format!("the places of the open passage {id} do not touch")));
        }
        return;
    }
    if passage.is_doorway && cells.len() != 1 {
        found.push(("P1", format!("the doorway {id} owns {} cells", cells.len())));
    }
    let spots = ground.spots_of(-id);
    if spots.is_empty() {
        found.push(("P1", format!("passage {id} has no walkable cell")));
    }
    if !is_connected(ground, &spots, -id) {
        found.push(("P1", format!("passage {id} is in several pieces")));
    }
    for end in [passage.from, passage.to] {
        if !touches(ground, &spots, end) {
            found.push(("P1", format!("passage {id} does not reach place {end}")));
        }
    }
}

/// Checks that no two places are joined by two open passages, which could not be distinguished.
fn check_open_pairs(level: &Level, found: &mut Findings) {
    let mut pairs = Vec::new();
    for passage in level.passages.iter().filter(|passage| passage.is_open) {
        let pair = (passage.from.min(passage.to), passage.from.max(passage.to));
        if pairs.contains(&pair) {
            found.push(("P1", format!("passage {} is not realised apart from another", passage.id)));
        }
        pairs.push(pair);
    }
}

/// Checks that cells without an owner are wall, and that owned cells outside rooms are walkable: floor, or a
/// door of the owner.
fn check_cells(level: &Level, found: &mut Findings) {
    let is_room = |id: i64| {
        level
            .places
            .iter()
            .any(|place| place.id == id && (place.technique == "Room" || place.technique == "Cards"))
    };
    let thresholds: BTreeSet<Cell> =
        level.passages.iter().flat_map(|passage| passage.threshold.iter().copied()).collect();
    for y in 0..level.height {
        for x in 0..level.width {
            let (cell, owner) = ((x, y), level.owners[y as usize][x as usize]);
            if is_room(owner) {
                continue;
            }
            let name = if owner == 0 { "wall" } else { "floor" };
            if has_walkable_tile(level, cell) != (owner != 0) {
                found.push(("P1", format!("{cell:?} of {owner} should be {name}")));
            } else if tile_name(level, cell) != name && !thresholds.contains(&cell) {
                found.push(("P1", format!("{cell:?} of {owner} is {}, not {name}", tile_name(level, cell))));
            }
        }
    }
}

/// Checks that a thing from a pass stands alone on its cell, and that items can be reached.
fn check_placed(level: &Level, found: &mut Findings) {
    for entity in &level.entities {
        let beside = level.entities.iter().filter(|other| other.at == entity.at).count() > 1;
        if entity.pass.is_some() && beside {
            found.push(("P1", format!("entity {} of a pass does not stand alone", entity.id)));
        }
        let is_anchor = level.places.iter().any(|place| place.anchor == entity.at);
        let is_door = level.passages.iter().any(|passage| passage.doors.contains(&entity.at));
        if entity.pass.is_some() && (is_anchor || is_door) {
            found.push(("P1", format!("entity {} of a pass stands on an anchor or a door", entity.id)));
        }
        if entity.node.is_some() && !is_walkable(level, entity.at) {
            found.push(("P1", format!("nobody can get at entity {}", entity.id)));
        }
    }
}

fn cells_by_owner(level: &Level) -> BTreeMap<i64, Vec<Cell>> {
    let mut cells: BTreeMap<i64, Vec<Cell>> = BTreeMap::new();
    for y in 0..level.height {
        for x in 0..level.width {
            cells.entry(level.owners[y as usize][x as usize]).or_default().push((x, y));
        }
    }
    cells
}

/// Returns the smallest rectangle as `[x, y, w, h]`.
fn bounds_of(cells: &[Cell]) -> Option<[i64; 4]> {
    let left = cells.iter().map(|cell| cell.0).min()?;
    let right = cells.iter().map(|cell| cell.0).max()?;
    let top = cells.iter().map(|cell| cell.1).min()?;
    let bottom = cells.iter().map(|cell| cell.1).max()?;
    Some([left, top, right - left + 1, bottom - top + 1])
}

fn is_connected(ground: &Ground, spots: &[Spot], owner: i64) -> bool {
    let Some(first) = spots.first() else { return true };
    let reached = ground.flood(&[*first], |_, next| ground.owner(next) == Some(owner));
    reached.len() == spots.len()
}

fn touches(ground: &Ground, spots: &[Spot], other: i64) -> bool {
    spots.iter().any(|spot| ground.steps(*spot).iter().any(|next| ground.owner(*next) == Some(other)))
}
