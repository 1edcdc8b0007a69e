//! P0: the results of a pass match its settings, as far as a level shows it.

use std::collections::{BTreeMap, BTreeSet};

use delvewright_engine::level::{PropPosition, PropRule, THEMES};
use serde_json::Value;

use super::Findings;
use super::ground::{has_walkable_tile, owner_at, tile_name};
use super::level::{Cell, Entity, Level, Pass, Place};

pub fn check(level: &Level, found: &mut Findings) {
    for pass in &level.populate {
        for what in complaints(level, pass) {
            found.push(("P0", format!("the pass {} {what}", pass.name)));
        }
    }
}

/// The kind of the settings, and their values.
type Settings<'a> = (&'a str, &'a Value);

/// Returns a number of the settings, or this default if it is missing.
fn number(of: &Value, name: &str, usual: i64) -> i64 {
    of.get(name).and_then(Value::as_i64).unwrap_or(usual)
}

fn text<'a>(of: &'a Value, name: &str) -> &'a str {
    of.get(name).and_then(Value::as_str).unwrap_or("")
}

fn items<'a>(of: &'a Value, name: &str) -> &'a [Value] {
    of.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn texts<'a>(of: &'a Value, name: &str) -> impl Iterator<Item = &'a str> {
    items(of, name).iter().filter_map(Value::as_str)
}

fn complaints(level: &Level, pass: &Pass) -> Vec<String> {
    let mut found = Vec::new();
    let own: Vec<&Entity> =
        level.entities.iter().filter(|entity| entity.pass.as_ref() == Some(&pass.name)).collect();
    if pass.name.trim().is_empty() {
        found.push("has no name".to_owned());
    }
    let Some((kind, settings)) = &pass.settings else { return found };
    let kind = kind.as_str();
    found.extend(out_of_range(kind, settings));
    if pass.kind != kind {
        found.push(format!("is a {}, with settings of a {kind}", pass.kind));
    }
    let opens = kind == "Foes" && text(settings, "exit") == "AfterLastFoe";
    if pass.opens_exit != opens {
        found.push("says otherwise whether it opens the exit".to_owned());
    }
    let rows = if kind == "Foes" { items(settings, "table") } else { &[] };
    for (entity, placed) in &pass.entities {
        if placed.falls != (opens && rows.iter().any(|row| must_fall(row, entity))) {
            found.push(format!("says otherwise whether a {entity} has to fall"));
        }
    }
    let (entities, mut tiles) = named(kind, settings);
    if kind == "Dress" {
        tiles.extend(level.themes.props.values().flat_map(BTreeMap::values).flatten().map(String::as_str));
    }
    found.extend(
        pass.entities
            .keys()
            .filter(|name| !entities.contains(&name.as_str()))
            .map(|name| format!("names no {name}")),
    );
    found.extend(
        pass.tiles
            .keys()
            .filter(|name| !tiles.contains(&name.as_str()))
            .map(|name| format!("names no tile {name}")),
    );
    let makes_walls = kind == "WallPieces" && number(settings, "percent", 5) > 0
        || kind == "Epochs" && settings.get("fill_clumps") == Some(&Value::Bool(true));
    let has_goal = level.places.iter().any(|place| place.role.as_deref() == Some("Goal"));
    let may_be_solid = |name: &&str| pass.entities.get(*name).is_none_or(|placed| placed.solid);
    let takes_foes_back = opens && !has_goal;
    if pass.taken_back > 0 && !makes_walls && !takes_foes_back && !entities.iter().any(may_be_solid) {
        found.push("took back what is in nobody's way".to_owned());
    }
    found.extend(walls(level, pass, (kind, settings), makes_walls));
    found.extend(drawn(level, pass, (kind, settings)));
    found.extend(things_of_decoration(level, pass, (kind, settings)));
    match kind {
        "Foes" => found.extend(foes(level, settings, &own)),
        "Features" => {
            found.extend(too_many(settings, &own));
            let least = number(settings, "distance", 3);
            let pairs = own
                .iter()
                .enumerate()
                .flat_map(|(at, one)| own[at + 1..].iter().map(move |other| (one, other)));
            found.extend(
                pairs
                    .filter(|(one, other)| squared(one.at, other.at) < least * least)
                    .take(1)
                    .map(|_| "placed two too near to each other".to_owned()),
            );
        }
        "Chests" => {
            found.extend(too_many(settings, &own));
            let is_dead_end = |at: Cell| {
                let sides = [(1, 0), (-1, 0), (0, 1), (0, -1)];
                sides.iter().filter(|(x, y)| has_walkable_tile(level, (at.0 + x, at.1 + y))).count() <= 1
            };
            let at_dead_ends = ["", "DeadEnds"].contains(&text(settings, "at"));
            if at_dead_ends && own.iter().any(|chest| !is_dead_end(chest.at)) {
                found.push("placed something at no dead end".to_owned());
            }
        }
        "AlongTheWay" => {
            let most =
                items(settings, "curve").iter().map(|point| (number(point, "amount", 100) + 99) / 100).max();
            found.extend(more_in_a_place_than(most.unwrap_or(0), &own));
            let has_start = level.places.iter().any(|place| place.role.as_deref() == Some("Start"));
            let has_way = has_start && has_goal;
            if !own.is_empty() && !has_way {
                found.push("placed something along no way".to_owned());
            }
        }
        "Epochs" => {
            found.extend(near_start(level, number(settings, "distance", 0), &own));
            found.extend(unmarked(level, pass, settings, &own));
        }
        _ => {}
    }
    found
}

/// Returns the entities and the tiles that the settings name.
fn named<'a>(kind: &str, settings: &'a Value) -> (Vec<&'a str>, Vec<&'a str>) {
    match kind {
        "Chests" | "Features" | "AlongTheWay" => (vec![text(settings, "entity")], Vec::new()),
        "Foes" => {
            let rows = items(settings, "table").iter();
            let rows = rows.filter(|row| number(row, "weight", 1) > 0 && number(settings, "chance", 40) > 0);
            let names = rows.flat_map(|row| [text(row, "entity"), text(row, "around")]);
            (names.filter(|name| !name.is_empty()).collect(), Vec::new())
        }
        "TileVariants" => {
            let variants = items(settings, "variants").iter();
            (
                Vec::new(),
                variants.filter(|one| number(one, "weight", 110) > 0).map(|one| text(one, "tile")).collect(),
            )
        }
        "WallPieces" => {
            let is_drawn = number(settings, "trap_percent", 14) > 0 && !text(settings, "trap").is_empty();
            (Vec::new(), if is_drawn { vec![text(settings, "trap")] } else { Vec::new() })
        }
        // The things of built-in themes are a table of the level format.
        "Dress" => (Vec::new(), THEMES.iter().flat_map(|theme| theme.props.all()).collect()),
        _ => {
            let epochs = items(settings, "epochs");
            let entities = epochs.iter().flat_map(|epoch| texts(epoch, "entities")).collect();
            (entities, epochs.iter().flat_map(|epoch| texts(epoch, "tiles")).collect())
        }
    }
}

/// Returns `true` if a row says that an entity has to fall.
fn must_fall(row: &Value, entity: &str) -> bool {
    text(row, "entity") == entity && row.get("must_fall") != Some(&Value::Bool(false))
}

fn squared(one: Cell, other: Cell) -> i64 {
    (one.0 - other.0).pow(2) + (one.1 - other.1).pow(2)
}

fn works_on(pass: &Pass, place: &Place) -> bool {
    pass.on.is_empty() || pass.on.contains(&place.symbol)
}

fn walls(level: &Level, pass: &Pass, (kind, settings): Settings<'_>, makes_walls: bool) -> Option<String> {
    let side = number(settings, "floor_size", 2).max(1);
    let is_end = |at: i64| at.rem_euclid(side) == 0 || at.rem_euclid(side) == side - 1;
    let can_be = |cell: &Cell| {
        makes_walls
            && level.places.iter().any(|place| {
                let [x, y, width, height] = place.bounds;
                let (column, row) = (cell.0 - x, cell.1 - y);
                ["Cave", "Walkers"].contains(&place.technique.as_str())
                    && works_on(pass, place)
                    && (0..width).contains(&column)
                    && (0..height).contains(&row)
                    && (kind != "WallPieces" || is_end(column) && is_end(row))
            })
    };
    let wrong = pass.walls.iter().find(|cell| !can_be(cell))?;
    Some(format!("makes no wall at {wrong:?}"))
}

/// The lists of things that a theme has for floors, and that for walls.
const THINGS_OF_FLOORS: [(&str, PropPosition); 7] = [
    ("walls", PropPosition::Walls),
    ("corners", PropPosition::Corners),
    ("middle", PropPosition::Middle),
    ("floors", PropPosition::Floors),
    ("caves", PropPosition::Caves),
    ("shores", PropPosition::Shores),
    ("large", PropPosition::Large),
];
const THINGS_OF_WALLS: [(&str, PropPosition); 1] = [("lights", PropPosition::Lights)];

/// Returns `true` if the theme of a floor, or of the floor below a wall, lists the thing that is drawn there.
fn theme_has(level: &Level, (x, y): Cell, thing: char, on_floor: bool) -> bool {
    let themes = &level.themes;
    let of_place = |place: i64| themes.places.get(&place).unwrap_or(&themes.level);
    let theme = match owner_at(level, if on_floor { (x, y) } else { (x, y + 1) }) {
        Some(place) if place > 0 => of_place(place),
        Some(passage) if passage < 0 => themes.passages.get(&-passage).unwrap_or_else(|| {
            let passage = level.passages.iter().find(|other| other.id == -passage);
            passage.map_or(&themes.level, |passage| of_place(passage.from))
        }),
        _ => return true,
    };
    let built_in = themes.derived.get(theme).unwrap_or(theme);
    let named = |name: &str| THEMES.iter().find(|theme| theme.name == name);
    let built_in = named(built_in).or_else(|| named("sandstone")).expect("it is built in");
    let lists: &[_] = if on_floor { &THINGS_OF_FLOORS } else { &THINGS_OF_WALLS };
    let Some(thing) = level.legend.get(&thing) else { return true };
    lists.iter().any(|(list, position)| match themes.props.get(theme).and_then(|own| own.get(*list)) {
        Some(own) => own.contains(&thing.name),
        None => built_in.props.at(*position).contains(&thing.name.as_str()),
    })
}

/// Returns a drawn cell that the pass must not draw on.
fn drawn(level: &Level, pass: &Pass, (kind, settings): Settings<'_>) -> Option<String> {
    if !["Epochs", "TileVariants", "WallPieces", "Dress"].contains(&kind) {
        return None;
    }
    let of = match kind {
        "TileVariants" => text(settings, "of"),
        "Dress" => "WallSides",
        _ => "",
    };
    let is_at_door = |(x, y): Cell| {
        let mut doors =
            level.passages.iter().flat_map(|passage| passage.doors.iter().chain(&passage.threshold));
        doors.any(|(door_x, door_y)| (door_x - x).abs() <= 1 && (door_y - y).abs() <= 1)
    };
    let is_at_end = |(x, y): Cell| {
        let mut ends =
            level.places.iter().filter(|place| matches!(place.role.as_deref(), Some("Start" | "Goal")));
        ends.any(|place| (place.anchor.0 - x).abs() <= 1 && (place.anchor.1 - y).abs() <= 1)
    };
    let is_banned = |(x, y): Cell| {
        let (setting, usual, at) = match has_walkable_tile(level, (x, y)) {
            true => ("density", 100, (x, y)),
            false => ("lights", 6, (x, y + 1)),
        };
        let is_end = has_walkable_tile(level, (x, y)) && is_at_end((x, y));
        kind == "Dress" && (number(settings, setting, usual) == 0 || is_at_door(at) || is_end)
    };
    let layer = level.layers.iter().find(|layer| layer.name == pass.name)?;
    let at = level.populate.iter().position(|other| other.name == pass.name)?;
    let later: Vec<Cell> = level.populate[at + 1..].iter().flat_map(|pass| pass.walls.clone()).collect();
    let is_worked_on = |cell: Cell| match owner_at(level, cell) {
        Some(owner) if owner > 0 => {
            level.places.iter().find(|place| place.id == owner).is_some_and(|place| works_on(pass, place))
        }
        Some(owner) if owner < 0 => pass.on.is_empty() && ["TileVariants", "Dress"].contains(&kind),
        _ => false,
    };
    let is_floor = |cell: Cell| has_walkable_tile(level, cell) && is_worked_on(cell);
    for (y, row) in layer.tiles.iter().enumerate() {
        for (x, thing) in row.iter().enumerate().filter(|(_, tile)| **tile != ' ') {
            let cell = (x as i64, y as i64);
            let name = tile_name(level, cell);
            let on_floor = match kind {
                "Epochs" => true,
                "TileVariants" => ["Floor", ""].contains(&of),
                "Dress" => has_walkable_tile(level, cell),
                _ => false,
            };
            let fits = if is_banned(cell) {
                false
            } else if on_floor {
                is_floor(cell) && (kind == "Epochs" || name == "floor")
            } else {
                let mut near = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (cell.0 + x, cell.1 + y)));
                let below = (cell.0, cell.1 + 1);
                let is_side = has_walkable_tile(level, below) || later.contains(&below);
                !has_walkable_tile(level, cell)
                    && name == "wall"
                    && near.any(|near| near != cell && (is_floor(near) || later.contains(&near)))
                    && (of != "WallSides" || is_side)
                    && (of != "WallTops" || !is_side)
            };
            if !fits {
                return Some(format!("draws nothing at {cell:?}"));
            }
            if kind == "Dress" && !theme_has(level, cell, *thing, on_floor || later.contains(&cell)) {
                return Some(format!("draws something of another theme at {cell:?}"));
            }
        }
    }
    None
}

/// Returns a fault of numbers, sizes and weight of decoration. Cells of a large thing are peeled off block by block.
fn things_of_decoration(level: &Level, pass: &Pass, (kind, settings): Settings<'_>) -> Option<String> {
    let layer = level.layers.iter().find(|layer| layer.name == pass.name)?;
    if kind != "Dress" {
        return (!layer.sizes.is_empty()).then(|| "has sizes without decoration".to_owned());
    }
    let mut left: BTreeMap<(i64, i64), char> = BTreeMap::new();
    for (y, row) in layer.tiles.iter().enumerate() {
        left.extend((0..).zip(row).filter(|(_, tile)| **tile != ' ').map(|(x, tile)| ((y as i64, x), *tile)));
    }
    let name_of = |tile: char| level.legend.get(&tile).map_or("", |tile| tile.name.as_str());
    let used: BTreeSet<char> = left.values().copied().collect();
    let mut counts: BTreeMap<(i64, char), u32> = BTreeMap::new();
    if layer.sizes.keys().any(|tile| !used.contains(tile)) {
        return Some("has sizes of nothing".to_owned());
    }
    while let Some(((y, x), tile)) = left.pop_first() {
        let rule = PropRule::of(name_of(tile));
        let size = (i64::from(rule.size.width), i64::from(rule.size.height));
        if layer.sizes.get(&tile).copied().unwrap_or((1, 1)) != size {
            return Some(format!("has another size at {x}, {y}"));
        }
        for (across, down) in (0..size.0).flat_map(|x| (0..size.1).map(move |y| (x, y))) {
            let is_first = (across, down) == (0, 0);
            if !is_first && left.remove(&(y + down, x + across)) != Some(tile) {
                return Some(format!("has a part of a thing at {x}, {y}"));
            }
        }
        if !has_walkable_tile(level, (x, y)) {
            continue;
        }
        let foot = y + size.1;
        let has_air = (x..x + size.0).any(|x| has_walkable_tile(level, (x, foot)));
        if settings.get("gravity") == Some(&Value::Bool(true)) && !rule.hangs && has_air {
            return Some(format!("lets something float at {x}, {y}"));
        }
        let count = counts.entry((owner_at(level, (x, y)).unwrap_or(0), tile)).or_default();
        *count += 1;
        if *count > rule.most && owner_at(level, (x, y)).is_some_and(|owner| owner > 0) {
            return Some(format!("has too many of {tile} at {x}, {y}"));
        }
    }
    None
}

/// Returns the faults of the settings: a number out of range, a missing name, or a curve that goes back.
fn out_of_range(kind: &str, settings: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut within = |of: &Value, name: &str, least: i64, most: i64| {
        let numbers: Vec<i64> = match of.get(name) {
            Some(Value::Array(pair)) => pair.iter().filter_map(Value::as_i64).collect(),
            Some(one) => one.as_i64().into_iter().collect(),
            None => Vec::new(),
        };
        if !numbers.is_sorted() || numbers.iter().any(|number| !(least..=most).contains(number)) {
            found.push(format!("has {numbers:?} as {name}"));
        }
    };
    let nameless = |of: &Value, name: &str| text(of, name).is_empty().then(|| format!("has no {name}"));
    let mut missing: Vec<String> = Vec::new();
    match kind {
        "Chests" => {
            within(settings, "number", 0, 1000);
            within(settings, "slack", 0, 1000);
            missing.extend(nameless(settings, "entity"));
        }
        "Foes" => {
            for name in ["chance", "difficulty", "distance"] {
                within(settings, name, 0, 1000);
            }
            for row in items(settings, "table") {
                within(row, "weight", 0, 1000);
                within(row, "difficulty", 0, 1000);
                within(row, "number", 1, 64);
                missing.extend(nameless(row, "entity"));
            }
        }
        "Features" => {
            within(settings, "number", 0, 10_000);
            within(settings, "distance", 0, 1000);
            missing.extend(nameless(settings, "entity"));
        }
        "TileVariants" => {
            within(settings, "plain", 0, 100_000);
            for one in items(settings, "variants") {
                within(one, "weight", 0, 100_000);
                missing.extend(nameless(one, "tile"));
            }
        }
        "WallPieces" => {
            within(settings, "percent", 0, 100);
            within(settings, "trap_percent", 0, 100);
            within(settings, "floor_size", 1, 16);
        }
        "Epochs" => {
            within(settings, "percent", 0, 100);
            within(settings, "live_above", 0, 120);
            within(settings, "dead_below", 0, 120);
            within(settings, "distance", 0, 1000);
            for name in ["Moore", "VonNeumann"] {
                within(settings.get("neighbourhood").unwrap_or(&Value::Null), name, 1, 5);
            }
            for epoch in items(settings, "epochs") {
                within(epoch, "steps", 0, 50);
                within(epoch, "clump", 1, 10_000);
                within(epoch, "percent", 0, 100);
            }
        }
        "Dress" => {
            within(settings, "density", 0, 400);
            within(settings, "lights", 0, 64);
        }
        _ => {
            let curve = items(settings, "curve");
            for point in curve {
                within(point, "at", 0, 100);
                within(point, "amount", 0, 10_000);
            }
            if !curve.iter().map(|point| number(point, "at", 0)).is_sorted() {
                missing.push("has a curve that goes back".to_owned());
            }
            missing.extend(nameless(settings, "entity"));
        }
    }
    found.extend(missing);
    found
}

fn foes(level: &Level, settings: &Value, own: &[&Entity]) -> Option<String> {
    let near = near_start(level, number(settings, "distance", 10), own);
    if near.is_some() {
        return near;
    }
    for foe in own {
        let Some(place) = level.places.iter().find(|place| place.id == foe.place) else { continue };
        let own_difficulty = place.attributes.get("difficulty").and_then(Value::as_i64).unwrap_or(0);
        let own_difficulty = if own_difficulty > i64::from(u32::MAX) { 0 } else { own_difficulty.max(0) };
        let difficulty = number(settings, "difficulty", 0) + own_difficulty;
        let counts = items(settings, "table").iter().any(|row| {
            let on: Vec<&str> = texts(row, "on").collect();
            [text(row, "entity"), text(row, "around")].contains(&foe.kind.as_str())
                && number(row, "weight", 1) > 0
                && (on.is_empty() || on.contains(&place.symbol.as_str()))
                && (text(row, "area").is_empty()
                    || place.attributes.get("area").and_then(Value::as_str) == Some(text(row, "area")))
                && number(row, "difficulty", 0) <= difficulty
        });
        if !counts {
            return Some(format!("has no row for {}", foe.id));
        }
    }
    None
}

/// Returns an entity that is too near to a start.
fn near_start(level: &Level, distance: i64, own: &[&Entity]) -> Option<String> {
    let mut starts = level.places.iter().filter(|place| place.role.as_deref() == Some("Start"));
    let near = starts
        .find_map(|start| own.iter().find(|entity| squared(start.anchor, entity.at) < distance * distance))?;
    Some(format!("placed {} near the start", near.id))
}

fn too_many(settings: &Value, own: &[&Entity]) -> Option<String> {
    let usual = if settings.get("at").is_some() { 1 } else { 4 };
    let most = items(settings, "number").get(1).and_then(Value::as_i64).unwrap_or(usual);
    if text(settings, "per") == "Level" {
        return (own.len() as i64 > most).then(|| format!("placed {} of {most}", own.len()));
    }
    more_in_a_place_than(most, own)
}

fn more_in_a_place_than(most: i64, own: &[&Entity]) -> Option<String> {
    let mut counts: BTreeMap<i64, i64> = BTreeMap::new();
    own.iter().for_each(|entity| *counts.entry(entity.place).or_default() += 1);
    let (place, count) = counts.into_iter().find(|(_, count)| *count > most)?;
    Some(format!("placed {count} in {place}, where {most} can be"))
}

/// Returns an entity of a later epoch on a cell on which the epochs before it drew nothing. Clumps are anywhere.
fn unmarked(level: &Level, pass: &Pass, settings: &Value, own: &[&Entity]) -> Option<String> {
    let epochs = items(settings, "epochs");
    let marks_cells = |epoch: &Value| ["", "Live"].contains(&text(epoch, "cells"));
    let first = epochs.iter().position(|epoch| marks_cells(epoch) && !items(epoch, "tiles").is_empty())?;
    let free = epochs[..first].iter().chain(epochs.iter().filter(|epoch| !marks_cells(epoch)));
    let before: Vec<&str> = free.flat_map(|epoch| texts(epoch, "entities")).collect();
    let layer = level.layers.iter().find(|layer| layer.name == pass.name);
    let is_drawn = |(x, y): Cell| {
        let row = layer.and_then(|layer| layer.tiles.get(usize::try_from(y).ok()?));
        row.and_then(|row| row.get(usize::try_from(x).ok()?)).is_some_and(|tile| *tile != ' ')
    };
    let wrong = own.iter().find(|entity| !before.contains(&entity.kind.as_str()) && !is_drawn(entity.at))?;
    Some(format!("placed {} on no mark", wrong.id))
}
