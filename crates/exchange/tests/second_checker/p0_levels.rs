//! P0, first part: the fields of the level agree, that is, grids, ids, references, templates and bridges.

use std::collections::{BTreeMap, BTreeSet};

use delvewright_engine::level::THEMES;

use super::Findings;
use super::ground::{has_walkable_tile, is_inside, is_walkable, owner_at};
use super::level::{Cell, Entity, Level, Passage, Place, Template, Themes};

/// Checks that both grids have the size that the level states.
pub fn check_grids(level: &Level, found: &mut Findings) {
    if level.format != 2 {
        found.push(("P0", format!("the format is {}", level.format)));
    }
    let is_size = |rows: usize, lengths: &[usize]| {
        rows as i64 == level.height && lengths.iter().all(|length| *length as i64 == level.width)
    };
    let tiles: Vec<usize> = level.tiles.iter().map(Vec::len).collect();
    let owners: Vec<usize> = level.owners.iter().map(Vec::len).collect();
    if !is_size(tiles.len(), &tiles) || !is_size(owners.len(), &owners) || level.width * level.height == 0 {
        found.push(("P0", "the grids do not have the size of the level".to_owned()));
    }
}

pub fn check(level: &Level, found: &mut Findings) {
    check_ids(level, found);
    check_legend(level, found);
    check_owners(level, found);
    for place in &level.places {
        check_place(level, place, found);
    }
    for passage in &level.passages {
        check_passage(level, passage, found);
    }
    for entity in &level.entities {
        check_entity(level, entity, found);
    }
    for (name, template) in &level.templates {
        check_template(name, template, found);
        let is_laid = |place: &Place| {
            place.board.iter().flat_map(|board| &board.cards).any(|card| card.template == *name)
        };
        if !level.places.iter().any(|place| place.template.as_ref() == Some(name) || is_laid(place)) {
            found.push(("P0", format!("no place uses the template {name}")));
        }
    }
    check_bridges(level, found);
    check_themes(level, found);
}

/// Checks that all themes and their owners exist.
fn check_themes(level: &Level, found: &mut Findings) {
    let Themes { level: whole, places, passages, derived, props: _ } = &level.themes;
    let is_built_in = |name: &str| THEMES.iter().any(|theme| theme.name == name);
    let is_theme = |name: &String| is_built_in(name) || derived.contains_key(name);
    let owners_exist =
        places.keys().all(|id| has_place(level, *id)) && passages.keys().all(|id| has_passage(level, *id));
    let mut names =
        places.values().chain(passages.values()).chain([whole].into_iter().filter(|name| !name.is_empty()));
    let are_derived =
        derived.iter().all(|(name, like)| !name.trim().is_empty() && !is_built_in(name) && is_built_in(like));
    if !owners_exist || !names.all(is_theme) || !are_derived {
        found.push(("P0", "themes or their owners do not exist".to_owned()));
    }
}

/// Checks that ids are numbered from 1, in order.
fn check_ids(level: &Level, found: &mut Findings) {
    let places: Vec<i64> = level.places.iter().map(|place| place.id).collect();
    let passages: Vec<i64> = level.passages.iter().map(|passage| passage.id).collect();
    let entities: Vec<i64> = level.entities.iter().map(|entity| entity.id).collect();
    for (name, ids) in [("places", places), ("passages", passages), ("entities", entities)] {
        for (index, id) in ids.iter().enumerate() {
            if *id != index as i64 + 1 {
                found.push(("P0", format!("the ids of the {name} do not count from 1")));
                break;
            }
        }
    }
}

fn check_owners(level: &Level, found: &mut Findings) {
    let (places, passages) = (level.places.len() as i64, level.passages.len() as i64);
    for y in 0..level.height as usize {
        for x in 0..level.width as usize {
            let owner = level.owners[y][x];
            if owner > places || -owner > passages {
                found.push(("P0", format!("({x}, {y}) belongs to {owner}, which does not exist")));
            }
        }
    }
}

/// Checks that the legend explains all characters in use, and always has wall, floor and door.
fn check_legend(level: &Level, found: &mut Findings) {
    let drawn = level.layers.iter().flat_map(|layer| layer.tiles.iter().flatten());
    let drawn = drawn.filter(|character| **character != ' ');
    let used: BTreeSet<char> = level.tiles.iter().flatten().chain(drawn).copied().collect();
    for character in &used {
        if !level.legend.contains_key(character) {
            found.push(("P0", format!("the legend does not know {character:?}")));
        }
    }
    for common in [("wall", false), ("floor", true), ("door", true)] {
        if !level.legend.values().any(|tile| (tile.name.as_str(), tile.walkable) == common) {
            found.push(("P0", format!("the legend lacks {}", common.0)));
        }
    }
    for (character, tile) in &level.legend {
        let is_common =
            matches!((tile.name.as_str(), tile.walkable), ("wall", false) | ("floor" | "door", true));
        if !used.contains(character) && !is_common {
            found.push(("P0", format!("the legend knows {character:?}, which lies nowhere")));
        }
        if level.legend.values().filter(|other| *other == tile).count() > 1 {
            found.push(("P0", format!("the legend has several characters for {}", tile.name)));
        }
    }
}

fn has_place(level: &Level, id: i64) -> bool {
    level.places.iter().any(|place| place.id == id)
}

fn has_passage(level: &Level, id: i64) -> bool {
    level.passages.iter().any(|passage| passage.id == id)
}

fn check_place(level: &Level, place: &Place, found: &mut Findings) {
    let id = place.id;
    if !is_inside(level, place.anchor) {
        found.push(("P0", format!("the anchor of place {id} is outside")));
    }
    if !(0..=3).contains(&place.turn) {
        found.push(("P0", format!("place {id} is turned {} times", place.turn)));
    }
    match &place.template {
        Some(name) if !level.templates.contains_key(name) => {
            found.push(("P0", format!("place {id} has the template {name}, which does not exist")));
        }
        _ => {}
    }
    if place.template.is_some() != (place.technique == "Room") {
        found.push((
            "P0",
            format!("place {id} is a {} and its template is {:?}", place.technique, place.template),
        ));
    }
    let has_sockets = !place.sockets.is_empty() && place.technique != "Cards";
    let has_something = place.turn != 0 || place.flip || has_sockets;
    if place.technique != "Room" && has_something {
        found.push(("P0", format!("place {id} is no room, and turned, flipped or with sockets")));
    }
    for card in place.board.iter().flat_map(|board| &board.cards) {
        if !level.templates.contains_key(&card.template) {
            found.push(("P0", format!("place {id} is laid with {}, which does not exist", card.template)));
        }
    }
    if place.board.is_some() != (place.technique == "Cards") {
        found.push(("P0", format!("place {id} is a {}, with a board or without", place.technique)));
    }
    let cells: Vec<Cell> = place.sockets.iter().map(|socket| socket.cell).collect();
    if !are_different(&cells) || !cells.iter().all(|cell| is_inside(level, *cell)) {
        found.push(("P0", format!("the sockets of place {id} are outside or the same")));
    }
    for passage in place.sockets.iter().filter_map(|socket| socket.passage) {
        if !has_passage(level, passage) {
            found.push(("P0", format!("a socket is used by passage {passage}, which does not exist")));
        }
    }
}

fn check_passage(level: &Level, passage: &Passage, found: &mut Findings) {
    let id = passage.id;
    if !has_place(level, passage.from) || !has_place(level, passage.to) {
        found.push(("P0", format!("passage {id} ends at a place that does not exist")));
    }
    for cell in passage.doors.iter().chain(&passage.gap).chain(&passage.threshold) {
        if !is_inside(level, *cell) {
            found.push(("P0", format!("passage {id} has a door outside")));
        }
    }
    if !are_different(&passage.doors) || !are_different(&passage.threshold) {
        found.push(("P0", format!("passage {id} names a door twice")));
    }
    if passage.door == "Drop" && !passage.one_way {
        found.push(("P0", format!("passage {id} is a drop that leads both ways")));
    }
    let technique =
        |end: i64| level.places.iter().find(|place| place.id == end).map(|place| &place.technique);
    let are_caves =
        [passage.from, passage.to].iter().all(|end| technique(*end).is_none_or(|name| name == "Cave"));
    if passage.is_open && !are_caves {
        found.push(("P0", format!("passage {id} is open and not between caves")));
    }
}

fn check_entity(level: &Level, entity: &Entity, found: &mut Findings) {
    let id = entity.id;
    if !has_place(level, entity.place) {
        found.push(("P0", format!("entity {id} is in a place that does not exist")));
    } else if !has_walkable_tile(level, entity.at) || owner_at(level, entity.at) != Some(entity.place) {
        found.push(("P0", format!("entity {id} is not on a walkable cell of its place")));
    }
    if !entity.opens.iter().all(|place| has_place(level, *place)) {
        found.push(("P0", format!("entity {id} opens a place that does not exist")));
    }
}

fn check_template(name: &str, template: &Template, found: &mut Findings) {
    let width = template.picture.first().map_or(0, Vec::len);
    if width == 0 || template.picture.iter().any(|row| row.len() != width) {
        found.push(("P0", format!("the rows of {name} are not of one length")));
    }
    let at = |(x, y): Cell| -> Option<char> {
        template.picture.get(usize::try_from(y).ok()?)?.get(usize::try_from(x).ok()?).copied()
    };
    if template.sockets.iter().any(|cell| at(*cell).is_none()) {
        found.push(("P0", format!("a socket of {name} is outside")));
    }
    let special: Vec<Cell> = template.special_sockets.iter().map(|special| special.cell).collect();
    if special.iter().any(|cell| !template.sockets.contains(cell)) {
        found.push(("P0", format!("the special sockets of {name} are none of its sockets")));
    }
    if template.special_sockets.iter().any(|special| special.kind.is_none() && special.blocker.is_none()) {
        found.push(("P0", format!("a special socket of {name} is like all others")));
    }
    let entities: Vec<Cell> = template.entities.iter().map(|entity| entity.cell).collect();
    if entities.iter().any(|cell| at(*cell).is_none()) {
        found.push(("P0", format!("something is drawn outside {name}")));
    }
    for cells in [&template.sockets, &special, &entities] {
        if !are_row_by_row(cells) {
            found.push(("P0", format!("{name} does not list its cells row by row, each once")));
        }
    }
    for (y, row) in template.picture.iter().enumerate() {
        for (x, character) in row.iter().enumerate() {
            let is_one_of = [
                template.legend.contains_key(character),
                template.nothing.contains(character),
                template.sockets.contains(&(x as i64, y as i64)),
            ];
            if is_one_of.into_iter().filter(|is_so| *is_so).count() != 1 {
                found.push(("P0", format!("{character:?} in {name} is not one of tile, socket and nothing")));
            }
        }
    }
    check_characters(name, template, found);
}

/// Checks that all cells with the same character mean the same.
fn check_characters(name: &str, template: &Template, found: &mut Findings) {
    let mut meanings = BTreeMap::new();
    for (y, row) in template.picture.iter().enumerate() {
        for (x, character) in row.iter().enumerate() {
            let cell = (x as i64, y as i64);
            let special = template.special_sockets.iter().find(|special| special.cell == cell);
            let special = special.map(|special| (&special.kind, &special.blocker));
            let entity = template.entities.iter().find(|entity| entity.cell == cell);
            let entity = entity.map(|entity| (&entity.kind, entity.marker, &entity.properties));
            if *meanings.entry(character).or_insert((special, entity)) != (special, entity) {
                found.push(("P0", format!("{character:?} in {name} does not mean the same everywhere")));
            }
        }
    }
}

fn check_bridges(level: &Level, found: &mut Findings) {
    let cells: Vec<Cell> = level.bridges.iter().map(|bridge| bridge.at).collect();
    if !are_different(&cells) {
        found.push(("P0", "a bridge is named twice".to_owned()));
    }
    for bridge in &level.bridges {
        let at = bridge.at;
        if !is_walkable(level, at) || owner_at(level, at) != Some(-bridge.over) {
            found.push(("P0", format!("the bridge {at:?} is no walkable cell of the passage over it")));
        }
        let is_corridor = |id| {
            level.passages.iter().any(|passage| passage.id == id && !passage.is_open && !passage.is_doorway)
        };
        if bridge.over == bridge.under || !is_corridor(bridge.over) || !is_corridor(bridge.under) {
            found.push(("P0", format!("the bridge {at:?} is not of two corridors")));
        }
    }
}

/// Returns `true` if the cells are sorted by row and none occurs twice.
fn are_row_by_row(cells: &[Cell]) -> bool {
    cells.windows(2).all(|pair| (pair[0].1, pair[0].0) < (pair[1].1, pair[1].0))
}

fn are_different(cells: &[Cell]) -> bool {
    cells.iter().collect::<BTreeSet<_>>().len() == cells.len()
}
