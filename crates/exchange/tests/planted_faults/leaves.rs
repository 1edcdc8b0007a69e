//! Changes single values of levels, anywhere in the file. If the level can still be read, the checker must
//! reject it.
//!
//! Exceptions are values that nothing else in a level can contradict.

use std::collections::BTreeMap;

use delvewright_engine::base::{Cell, Color, Grid, RandomStream, Seed, StageContext};
use delvewright_engine::level::{Entity, Layer, Level, PropPosition, Report};
use delvewright_engine::mission::Technique;
use delvewright_engine::settings::PassKind;
use delvewright_engine::verify::verify;
use delvewright_exchange::export::{Format, export};
use serde_json::{Value, json};

use super::generated::levels;

use crate::sample;

/// Path to a value: keys and positions.
type Path = Vec<String>;

/// Values that may be changed, each with the reason. A `*` matches any position or name.
const HARMLESS: [(&str, &str); 17] = [
    ("movement", "a level may hold for both movements"),
    ("templates/*/blocker", "all sockets may be in use"),
    ("templates/*/special_sockets/*/blocker", "the sockets may be in use"),
    ("templates/*/special_sockets/*/kind", "no passage may be of that kind"),
    ("mission/nodes/*/site", "the lattice may have empty columns and rows between"),
    ("places/*/anchor", "a cave may be the only place in its row or column of the lattice"),
    ("places/*/turn", "a room may look the same when it is turned"),
    ("places/*/flip", "a room may look the same when it is flipped"),
    ("populate/*/name", "of a pass that placed nothing there is no trace"),
    (
        "populate/*/settings",
        "what only chance decides leaves no trace, and limits may be wider than what was placed",
    ),
    ("populate/*/on", "a pass may work on more places than it found room in"),
    ("populate/*/walls", "a wall in a cave may have been there before the pass"),
    ("places/*/walled", "levels written before places said it do not say it"),
    ("populate/*/taken_back", "what was taken back left no trace where something could be in the way"),
    ("places/*/board/drops", "a way around may lead both ways, or the other way"),
    ("places/*/board/cards/*/turn", "a card may look the same when it is turned"),
    ("places/*/board/cards/*/flip", "a card may look the same when it is flipped"),
];

/// Returns all values of a level by pattern; positions and names of one kind share a pattern.
fn places_of(value: &Value) -> BTreeMap<String, Vec<Path>> {
    let mut found = BTreeMap::new();
    collect(value, &mut Vec::new(), &mut found);
    found
}

fn collect(value: &Value, path: &mut Path, found: &mut BTreeMap<String, Vec<Path>>) {
    if !path.is_empty() {
        found.entry(pattern(path)).or_default().push(path.clone());
    }
    let inner: Vec<(String, &Value)> = match value {
        Value::Array(items) => items.iter().enumerate().map(|(at, item)| (at.to_string(), item)).collect(),
        Value::Object(fields) => fields.iter().map(|(name, field)| (name.clone(), field)).collect(),
        _ => Vec::new(),
    };
    for (step, inner) in inner {
        path.push(step);
        collect(inner, path, found);
        path.pop();
    }
}

/// Returns the path with a `*` for each position, and for each name that the author chose.
fn pattern(path: &[String]) -> String {
    const OF_AUTHORS: [&str; 9] = [
        "entities",
        "tiles",
        "legend",
        "templates",
        "attributes",
        "properties",
        "promises",
        "node_symbols",
        "edge_symbols",
    ];
    let mut steps: Vec<&str> = Vec::new();
    for (index, step) in path.iter().enumerate() {
        let is_chosen = index > 0 && OF_AUTHORS.contains(&path[index - 1].as_str());
        let is_position = step.parse::<usize>().is_ok();
        steps.push(if is_chosen || is_position { "*" } else { step });
    }
    steps.join("/")
}

fn at<'a>(value: &'a Value, path: &[String]) -> &'a Value {
    path.iter().fold(value, |value, step| match value {
        Value::Array(items) => &items[step.parse::<usize>().unwrap()],
        _ => &value[step],
    })
}

fn at_mut<'a>(value: &'a mut Value, path: &[String]) -> &'a mut Value {
    path.iter().fold(value, |value, step| match value {
        Value::Array(items) => &mut items[step.parse::<usize>().unwrap()],
        _ => &mut value[step],
    })
}

/// Changes one value, or moves it. Returns the kind of change.
fn change(whole: &mut Value, path: &[String], same_kind: &[Path], random: &mut RandomStream) -> &'static str {
    let other = at(whole, random.pick(same_kind).unwrap()).clone();
    let (last, holder) = path.split_last().unwrap();
    match random.below(8) {
        0 => remove(at_mut(whole, holder), last),
        1 => match at_mut(whole, holder) {
            Value::Array(items) => double(items, last, random),
            _ => *at_mut(whole, path) = other,
        },
        2 => match at_mut(whole, holder) {
            Value::Array(items) => {
                let to = random.below(items.len() as u64) as usize;
                items.swap(last.parse().unwrap(), to);
                return "swapped with its neighbour";
            }
            _ => *at_mut(whole, path) = other,
        },
        3 => {
            let there = random.pick(same_kind).unwrap().clone();
            let own = std::mem::replace(at_mut(whole, path), Value::Null);
            // One may contain the other only if they are the same.
            let swapped = std::mem::replace(at_mut(whole, &there), own);
            if there != path {
                *at_mut(whole, path) = swapped;
            }
            return "swapped with another";
        }
        4 => *at_mut(whole, path) = other,
        _ => alter(at_mut(whole, path), random),
    }
    "removed, doubled or altered"
}

fn remove(holder: &mut Value, last: &str) {
    match holder {
        Value::Array(items) => drop(items.remove(last.parse().unwrap())),
        Value::Object(fields) => drop(fields.remove(last)),
        _ => {}
    }
}

fn double(items: &mut Vec<Value>, last: &str, random: &mut RandomStream) {
    let item = items[last.parse::<usize>().unwrap()].clone();
    let to = random.below(items.len() as u64 + 1) as usize;
    items.insert(to, item);
}

/// Replaces a value by another one.
fn alter(value: &mut Value, random: &mut RandomStream) {
    *value = match value {
        Value::Null => {
            random.pick(&[json!(1), json!("Lock"), json!("Odd/Study"), json!([1, 1])]).unwrap().clone()
        }
        Value::Bool(is_so) => json!(!*is_so),
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or_default();
            json!(random.pick(&[number + 1, number - 1, 0, 1, 2, -number, number + 1000]).unwrap())
        }
        Value::String(text) => json!(altered(text, random)),
        Value::Array(items) => match random.below(3) {
            0 => json!([]),
            1 => json!(items.iter().rev().collect::<Vec<_>>()),
            _ => json!(items.iter().skip(1).collect::<Vec<_>>()),
        },
        Value::Object(fields) => match (fields.keys().next().cloned(), random.below(3)) {
            (Some(name), 0) => {
                let mut fields = fields.clone();
                let field = fields.remove(&name).unwrap();
                fields.insert(format!("{name}x"), field);
                json!(fields)
            }
            (_, 1) => {
                let mut fields = fields.clone();
                fields.insert("new".to_owned(), json!(7));
                json!(fields)
            }
            _ => json!({}),
        },
    };
}

fn altered(text: &str, random: &mut RandomStream) -> String {
    const WORDS: [&str; 28] = [
        "Cave", "Hall", "Room", "Start", "Goal", "Key", "Lock", "Passage", "Opens", "Contains", "Other",
        "Open", "Corridor", "Plain", "Gate", "Drop", "Secret", "Gap", "From", "To", "Cardinal", "EightWay",
        "floor", "wall", "door", "path", "rubble", "Walkers",
    ];
    let letters: Vec<char> = text.chars().collect();
    match random.below(3) {
        0 if !letters.is_empty() => {
            let mut changed = letters.clone();
            let (one, other) = (random.below(letters.len() as u64), random.below(letters.len() as u64));
            changed[one as usize] = *random.pick(&['#', '.', '+', 'x', letters[other as usize]]).unwrap();
            changed.into_iter().collect()
        }
        1 => format!("{text}x"),
        _ => (*random.pick(&WORDS).unwrap()).to_owned(),
    }
}

fn is_harmless(pattern: &str) -> bool {
    let is_below = |harmless: &str| {
        let mut steps = pattern.split('/');
        harmless.split('/').all(|step| steps.next() == Some(step))
    };
    HARMLESS.iter().any(|(harmless, _)| is_below(harmless))
}

/// Returns a level without everything that nothing else in it can contradict.
fn knowable(level: &Level) -> Level {
    let mut level = level.clone();
    // Names, data of the derivation, and results that are proved again.
    (level.generator, level.grammar, level.seed) = (String::new(), String::new(), Seed(0));
    level.report = Report::default();
    // Themes, except whether the decoration is theirs.
    level.generator = has_decoration_of_its_themes(&level).to_string();
    level.themes = Default::default();
    // Colours, and unused characters of the room set.
    level.legend.values_mut().for_each(|tile| tile.color = Color::default());
    for template in level.templates.values_mut() {
        let is_drawn = |character: &char| template.picture.iter().any(|row| row.contains(*character));
        template.legend.retain(|character, _| is_drawn(character));
        template.nothing.retain(is_drawn);
        template.legend.values_mut().for_each(|tile| tile.color = Color::default());
    }
    // Order of the bridges.
    level.bridges.sort_by_key(|bridge| (bridge.at, bridge.over, bridge.under));
    // Position of an item or a placed thing within its place.
    let owners = level.owners.clone();
    let is_own = |entity: &Entity| owners.get(entity.at) == Some(&entity.place.into());
    for entity in level.entities.iter_mut().filter(|entity| !was_drawn(entity) && is_own(entity)) {
        entity.at = Cell::default();
    }
    drawn_as_far_as_known(&mut level);
    passes_as_far_as_known(&mut level);
    mission_as_far_as_known(&mut level);
    level
}

/// Returns `true` if the theme of each place lists everything that decorates its floor.
fn has_decoration_of_its_themes(level: &Level) -> bool {
    let dressing = level.populate.iter().filter(|pass| pass.kind == PassKind::Dress);
    let names: Vec<&str> = dressing.map(|pass| pass.name.as_str()).collect();
    let layers = level.layers.iter().filter(|layer| names.contains(&layer.name.as_str()));
    let mut drawn = layers.flat_map(|layer| layer.tiles.iter()).filter(|(_, tile)| **tile != Layer::NOTHING);
    drawn.all(|(cell, tile)| {
        let Some(place) = level.owner(cell).place().filter(|_| level.is_walkable(cell)) else { return true };
        let name = level.legend.get(tile).map_or("", |tile| tile.name.as_str());
        let theme = level.themes.of_place(place);
        PropPosition::ALL.iter().any(|position| level.themes.props(theme, *position).contains(&name))
    })
}

/// Sorts equal things drawn into one place, because nothing distinguishes them.
fn drawn_as_far_as_known(level: &mut Level) {
    let drawn: Vec<Entity> = level.entities.iter().filter(|entity| was_drawn(entity)).cloned().collect();
    for entity in level.entities.iter_mut().filter(|entity| was_drawn(entity)) {
        let is_alike =
            |other: &&Entity| Entity { id: entity.id, at: entity.at, ..(*other).clone() } == *entity;
        let mut cells: Vec<Cell> = drawn.iter().filter(is_alike).map(|other| other.at).collect();
        cells.sort_unstable();
        let before = drawn.iter().filter(is_alike).filter(|other| other.id < entity.id).count();
        entity.at = cells.get(before).copied().unwrap_or(entity.at);
    }
}

/// Returns `true` if it was drawn into a room or on a card.
fn was_drawn(entity: &Entity) -> bool {
    entity.node.is_none() && entity.pass.is_none()
}

/// Removes passes that placed nothing, because they left no trace. Results of a pass that only drew are in
/// its layer. Restrictions on tiles of one kind are recorded nowhere else.
fn passes_as_far_as_known(level: &mut Level) {
    let Level { populate, layers, legend, .. } = level;
    populate.retain(|pass| {
        let mut tiles: BTreeMap<String, u32> = BTreeMap::new();
        let layer = layers.iter().find(|layer| layer.name == pass.name);
        let drawn = layer.into_iter().flat_map(|layer| layer.tiles.values());
        for tile in drawn.filter_map(|character| legend.get(character)) {
            *tiles.entry(tile.name.clone()).or_default() += 1;
        }
        !pass.entities.is_empty() || tiles != pass.tiles
    });
    for layer in &mut level.layers {
        let mut tiles = layer.tiles.values().to_vec();
        tiles.sort_unstable();
        let tiles = Grid::from_values(layer.tiles.size(), tiles);
        layer.tiles = tiles.expect("they are as many as before").into();
    }
}

/// Removes steps, values of edges, sites of items, and values of items without a position, which are recorded
/// nowhere else.
fn mission_as_far_as_known(level: &mut Level) {
    let items: Vec<_> = level.entities.iter().map(|entity| entity.node).collect();
    for node in &mut level.mission.nodes {
        node.step = 0;
        if !node.is_place {
            node.site = None;
        }
        if !node.is_place && !items.contains(&Some(node.id)) {
            node.attributes.clear();
        }
    }
    // All rooms of a symbol may have become caves.
    let rooms: Vec<&String> =
        level.places.iter().filter(|place| place.template.is_some()).map(|place| &place.symbol).collect();
    for (symbol, meaning) in &mut level.mission.node_symbols {
        if meaning.technique == Some(Technique::Room) && !rooms.contains(&symbol) {
            meaning.technique = Some(Technique::Cave);
        }
    }
    for edge in &mut level.mission.edges {
        edge.step = 0;
        edge.attributes.clear();
    }
}

/// Reads the values as a level.
fn read(value: Value) -> Option<Level> {
    serde_json::from_value::<Level>(value).ok().map(Level::brought_up_to_date)
}

/// A level with its known part, its values, and their paths.
struct Original {
    level: &'static Level,
    known: Level,
    values: Value,
    places: BTreeMap<String, Vec<Path>>,
}

impl Original {
    fn new(level: &'static Level) -> Self {
        let values: Value = serde_json::from_slice(&export(level, Format::Json).into_bytes()).unwrap();
        let mut places = places_of(&values);
        places.retain(|pattern, _| !is_harmless(pattern));
        Self { level, known: knowable(level), values, places }
    }

    /// Changes one value. Returns a description if the level is still readable and different, but nothing is
    /// found.
    fn missed(&self, random: &mut RandomStream) -> Option<String> {
        let patterns: Vec<_> = self.places.values().collect();
        let paths = *random.pick(&patterns).unwrap();
        let path = random.pick(paths).unwrap();
        let mut changed = self.values.clone();
        let how = change(&mut changed, path, paths, random);
        let read = read(changed)?;
        let is_missed =
            knowable(&read) != self.known && verify(&read, StageContext::default()).unwrap().all_held();
        let Level { grammar, seed, .. } = self.level;
        is_missed.then(|| {
            let before: String = at(&self.values, path).to_string().chars().take(200).collect();
            format!("{} {how} in {grammar} {seed}; it was {before}", path.join("/"))
        })
    }
}

/// Changes `count` values, one at a time.
fn change_and_find(count: u64) {
    let originals: Vec<_> = levels().iter().map(Original::new).collect();
    let missed: Vec<String> = (0..count)
        .filter_map(|number| {
            let random = &mut Seed(5).numbered(number).stream();
            random.pick(&originals).unwrap().missed(random)
        })
        .collect();
    assert!(missed.is_empty(), "{} of {count}: {missed:#?}", missed.len());
}

#[test]
fn some_changed_values_are_found() {
    change_and_find(sample::cases(1000).into());
}

#[test]
#[ignore = "takes minutes"]
fn a_hundred_thousand_changed_values_are_found() {
    change_and_find(100_000);
}
