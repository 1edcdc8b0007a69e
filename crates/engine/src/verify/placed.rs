//! P0 and P1: the placements of passes are exactly those that the level records.
//!
//! P0, entities: an entity of a pass has no node and opens nothing.
//! Number, properties and places of each kind agree with the record of the pass.
//! They come after all other entities, in the order of the passes.
//!
//! P0, tiles: each layer has the name of its pass, in the order of the passes, and as many of each tile as
//! recorded.
//! Cells that the pass turned into wall have no owner and are within the bounds of a place that may have
//! walls inside.
//! `settings` compares all this with the settings of the pass.
//!
//! P1: the cell of such an entity would be walkable without it. It is no door and no anchor, and has no other
//! entity.
//! Cells of solid entities are not walkable: all promises hold around them.

use std::collections::{BTreeMap, BTreeSet};

use super::findings::PromiseBreaks;
use super::techniques::may_have_walls_inside;
use super::walk_map::WalkMap;
use super::{names, settings};
use crate::base::{Cell, Grid};
use crate::level::{Entity, Layer, Level, Owner, PassRecord, PlacedKind};
use crate::settings::PassKind;

/// Returns the walkable cells without a solid entity.
pub(super) fn without_solid(level: &Level, mut walkable: Grid<bool>) -> Grid<bool> {
    for entity in level.entities.iter().filter(|entity| entity.solid) {
        if let Some(walkable) = walkable.get_mut(entity.at) {
            *walkable = false;
        }
    }
    walkable
}

/// Returns `true` if the layers of these passes are in the order of the passes, from the lowest layer.
///
/// Those of wall pieces may lie above later ones, so that wall variants do not hide traps.
fn are_in_order(level: &Level, passes: impl Iterator<Item = usize>) -> bool {
    let (mut last, mut last_of_pieces) = (None, None);
    for pass in passes {
        let is_of_pieces = level.populate.get(pass).is_some_and(|pass| pass.kind == PassKind::WallPieces);
        let below = if is_of_pieces { &mut last_of_pieces } else { &mut last };
        if *below > Some(pass) {
            return false;
        }
        *below = Some(pass);
        last = last.max(last_of_pieces.filter(|_| is_of_pieces));
    }
    true
}

/// P0: reports entities, layers and walls that the records of the passes do not explain.
pub(super) fn check(level: &Level, findings: &mut PromiseBreaks) {
    let mut positions: BTreeMap<&str, usize> = BTreeMap::new();
    for (position, pass) in level.populate.iter().enumerate() {
        if positions.insert(&pass.name, position).is_some() {
            let message = || format!("more than one pass is called \"{}\".", pass.name);
            findings.add_one_of_many(("pass", 0, 0), None, message);
        }
    }
    let mut last = None;
    let mut counts: BTreeMap<(usize, &str), u32> = BTreeMap::new();
    let mut placed: BTreeMap<usize, Vec<&Entity>> = BTreeMap::new();
    for entity in &level.entities {
        let position = entity.pass.as_deref().map(|name| positions.get(name).copied());
        match position {
            None if entity.solid => wrong(entity, "is solid, but no pass placed it", findings),
            None => {}
            Some(None) => wrong(entity, "was placed by a pass that the level lacks", findings),
            Some(Some(position)) => {
                *counts.entry((position, &entity.kind)).or_default() += 1;
                placed.entry(position).or_default().push(entity);
                if let Some(pass) = level.populate.get(position) {
                    of_pass(level, entity, pass, findings);
                }
            }
        }
        let position = position.flatten();
        if position < last {
            wrong(entity, "does not come in the order of the passes", findings);
        }
        last = position;
    }
    let layers = level.layers.iter().filter_map(|layer| positions.get(layer.name.as_str()).copied());
    if !are_in_order(level, layers) {
        let message = "the layers that passes drew are not in the order of the passes.";
        findings.add(None, message);
    }
    for layer in level.layers.iter().filter(|layer| !positions.contains_key(layer.name.as_str())) {
        let name = &layer.name;
        findings.add_one_of_many(("layer of none", 0, 0), None, || {
            format!("the layer \"{name}\" was drawn by no pass of the level.")
        });
    }
    walled(level, findings);
    for (position, pass) in level.populate.iter().enumerate() {
        let own = counts.range((position, "")..(position + 1, ""));
        let counted = own.map(|((_, kind), count)| (*kind, *count));
        let said = pass.entities.iter().map(|(kind, placed)| (kind.as_str(), placed.count));
        if !counted.eq(said) {
            let message = || format!("the pass \"{}\" lists other entities than there are.", pass.name);
            findings.add_one_of_many(("pass", 1, 0), None, message);
        }
        drawn(level, pass, findings);
        walls(level, pass, findings);
        settings::check(level, pass, placed.get(&position).map_or(&[], Vec::as_slice), findings);
    }
}

fn wrong(entity: &Entity, what: &str, findings: &mut PromiseBreaks) {
    findings.add_one_of_many(("placed", 0, 0), Some(entity.at), || {
        format!("the {} (entity {}) {what}.", entity.kind, entity.id)
    });
}

fn of_pass(level: &Level, entity: &Entity, pass: &PassRecord, findings: &mut PromiseBreaks) {
    if entity.node.is_some() || !entity.opens.is_empty() || entity.marker {
        wrong(
            entity,
            "was placed by a pass, but stems from a node, opens something, or is a marker",
            findings,
        );
    }
    let is_alike =
        |placed: &PlacedKind| (placed.solid, &placed.properties) == (entity.solid, &entity.properties);
    if pass.entities.get(&entity.kind).is_some_and(|placed| !is_alike(placed)) {
        wrong(entity, "is not as its pass records", findings);
    }
    let symbol = level.place(entity.place).map(|place| &place.symbol);
    if !pass.on.is_empty() && symbol.is_some_and(|symbol| !pass.on.contains(symbol)) {
        wrong(entity, "lies in a place on which its pass does not work", findings);
    }
}

/// Checks that the layer of a pass agrees with its record.
fn drawn(level: &Level, pass: &PassRecord, findings: &mut PromiseBreaks) {
    let mut characters: BTreeMap<char, u32> = BTreeMap::new();
    let layer = level.layers.iter().find(|layer| layer.name == pass.name);
    for (_, character) in layer.into_iter().flat_map(Layer::drawn) {
        *characters.entry(character).or_default() += 1;
    }
    let mut counted: BTreeMap<&str, u32> = BTreeMap::new();
    for (character, count) in characters {
        let name = level.legend.get(&character).map_or("", |tile| tile.name.as_str());
        *counted.entry(name).or_default() += count;
    }
    if !counted.into_iter().eq(pass.tiles.iter().map(|(name, count)| (name.as_str(), *count))) {
        let message = || format!("the pass \"{}\" lists other tiles than its layer has.", pass.name);
        findings.add_one_of_many(("pass", 2, 0), None, message);
    }
}

/// Checks that the cells that a pass turned into wall are wall.
fn walls(level: &Level, pass: &PassRecord, findings: &mut PromiseBreaks) {
    let mut known = BTreeSet::new();
    for cell in &pass.walls {
        let is_wall = level.tile(*cell).is_some_and(|tile| !tile.walkable && tile.name == "wall");
        let could_be_floor = |place: &crate::level::Place| {
            may_have_walls_inside(place) && place.bounds.contains(*cell) && !place.bounds.on_edge(*cell)
        };
        let is_right = is_wall
            && level.owner(*cell) == Owner::NOBODY
            && level.places.iter().any(could_be_floor)
            && known.insert(cell);
        if !is_right {
            findings.add_one_of_many(("pass", 3, 0), Some(*cell), || {
                let at = names::cell(*cell);
                format!("the pass \"{}\" lists {at} as its wall, which it could not make.", pass.name)
            });
        }
    }
}

/// Checks that places and passes record the same cells as turned into wall.
///
/// Levels written before places recorded this are accepted.
fn walled(level: &Level, findings: &mut PromiseBreaks) {
    let said: u64 = level.places.iter().map(|place| u64::from(place.walled)).sum();
    if said == 0 {
        return;
    }
    let walls = || level.populate.iter().flat_map(|pass| &pass.walls);
    if said != walls().count() as u64 {
        findings.add(None, "the places lost other cells to walls of passes than the passes list.");
    }
    for place in level.places.iter().filter(|place| place.walled > 0) {
        let inside = walls().filter(|cell| place.bounds.contains(**cell)).count();
        if inside < place.walled as usize {
            findings.add_one_of_many(("walled", 0, 0), Some(place.anchor), || {
                let name = names::place(level, place.id);
                format!("passes made wall of {} cells of {name}, but there are {inside}.", place.walled)
            });
        }
    }
}

/// P1: reports entities of passes on cells that would not be walkable without them, or that are occupied.
pub(super) fn stand(walk_map: &WalkMap, findings: &mut PromiseBreaks) {
    let entities = &walk_map.level.entities;
    let mut counts: BTreeMap<Cell, u32> = BTreeMap::new();
    if entities.iter().any(|entity| entity.pass.is_some()) {
        entities.iter().for_each(|entity| *counts.entry(entity.at).or_default() += 1);
    }
    let anchors = walk_map.level.places.iter().map(|place| place.anchor);
    let doors = walk_map.level.passages.iter().flat_map(|passage| passage.doors.iter().copied());
    let kept_free: BTreeSet<Cell> = anchors.chain(doors).collect();
    for entity in entities.iter().filter(|entity| entity.pass.is_some()) {
        let can_stand = walk_map.tile(entity.at).is_some_and(|tile| tile.walkable);
        if !can_stand {
            wrong(entity, "stands where you cannot walk", findings);
        } else if kept_free.contains(&entity.at) {
            wrong(entity, "stands on a door, or on the anchor of a place", findings);
        } else if counts.get(&entity.at).is_some_and(|count| *count > 1) {
            wrong(entity, "does not stand alone", findings);
        }
    }
}
