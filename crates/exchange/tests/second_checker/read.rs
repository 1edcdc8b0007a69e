//! Reads an exported level from its JSON text.
//!
//! It reports only wrong shapes: a missing field, or a text in place of a number. The promises check whether
//! the fields agree.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::level::{
    Attributes, Board, Bridge, Card, Cell, Edge, EdgeSymbol, Entity, Layer, Level, Links, Lock, Node,
    NodeSymbol, Pass, Passage, Place, PlacedKind, Socket, SpecialSocket, Template, TemplateEntity, Themes,
    Tile,
};

type Read<T> = Result<T, String>;

const TECHNIQUES: [&str; 5] = ["Cave", "Room", "Hall", "Walkers", "Cards"];
const PASSES: [&str; 8] =
    ["Chests", "Foes", "Features", "TileVariants", "WallPieces", "Epochs", "AlongTheWay", "Dress"];
const EDGE_ROLES: [&str; 4] = ["Passage", "Opens", "Contains", "Other"];

/// Returns the level, or the fault in the shape of the text.
pub fn read(text: &str) -> Read<Level> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let movement = word(&value, "movement", &["Cardinal", "EightWay"])?;
    for name in ["generator", "grammar", "seed"] {
        string(&value, name)?;
    }
    let mission = field(&value, "mission")?;
    let entities = list(&value, "entities", entity)?;
    Ok(Level {
        format: number(&value, "format")?,
        width: number(&value, "width")?,
        height: number(&value, "height")?,
        eight_way: movement == "EightWay",
        legend: legend(&value)?,
        tiles: picture(&value, "tiles")?,
        owners: list(&value, "owners", owner_row)?,
        places: list(&value, "places", place)?,
        passages: list(&value, "passages", passage)?,
        solid: entities.iter().filter(|entity| entity.solid).map(|entity| entity.at).collect(),
        entities,
        templates: named(&value, "templates", template)?,
        bridges: list(&value, "bridges", bridge)?,
        layers: maybe_list(&value, "layers", layer)?,
        populate: maybe_list(&value, "populate", pass)?,
        nodes: list(mission, "nodes", node)?,
        edges: list(mission, "edges", edge)?,
        node_symbols: maybe_named(mission, "node_symbols", node_symbol)?,
        edge_symbols: maybe_named(mission, "edge_symbols", edge_symbol)?,
        links: maybe_list(mission, "links", links)?,
        themes: value.get("themes").map_or(Ok(Themes::default()), themes)?,
    })
}

fn themes(value: &Value) -> Read<Themes> {
    let by_id = |name: &str| -> Read<BTreeMap<i64, String>> {
        let names = maybe_named(value, name, text_of)?.into_iter();
        names
            .map(|(id, name)| Ok((id.parse().map_err(|_| format!("{id} is no id"))?, name.to_owned())))
            .collect()
    };
    Ok(Themes {
        level: value.get("level").map_or(Ok(String::new()), text_of)?,
        places: by_id("places")?,
        passages: by_id("passages")?,
        derived: maybe_named(value, "derived", |theme| string(theme, "like"))?,
        props: maybe_named(value, "derived", |theme| {
            maybe_named(theme, "props", |things| items(things)?.iter().map(text_of).collect())
        })?,
    })
}

// The parts of a level, one function each.

fn legend(value: &Value) -> Read<BTreeMap<char, Tile>> {
    let mut legend = BTreeMap::new();
    for (name, tile) in object(value, "legend")? {
        let tile = Tile { name: string(tile, "name")?, walkable: boolean(tile, "walkable")? };
        legend.insert(one_character(name)?, tile);
    }
    Ok(legend)
}

fn picture(value: &Value, name: &str) -> Read<Vec<Vec<char>>> {
    list(value, name, |row| Ok(text_of(row)?.chars().collect()))
}

/// Reads one row of owners, expanded cell by cell.
fn owner_row(value: &Value) -> Read<Vec<i64>> {
    let mut row = Vec::new();
    for pair in items(value)? {
        let (owner, run) = pair_of(pair)?;
        if !(0..=100_000).contains(&run) {
            return Err(format!("a run of {run} cells"));
        }
        for _ in 0..run {
            row.push(owner);
        }
    }
    Ok(row)
}

fn place(value: &Value) -> Read<Place> {
    Ok(Place {
        id: number(value, "id")?,
        node: number(value, "node")?,
        symbol: string(value, "symbol")?,
        role: role(value)?,
        technique: word(value, "technique", &TECHNIQUES)?,
        anchor: cell(value, "anchor")?,
        bounds: bounds(value)?,
        attributes: attributes(value, "attributes")?,
        template: maybe_string(value, "template")?,
        turn: number(value, "turn")?,
        flip: boolean(value, "flip")?,
        sockets: list(value, "sockets", |socket| {
            Ok(Socket { cell: cell(socket, "cell")?, passage: maybe_number(socket, "passage")? })
        })?,
        board: maybe(value, "board").map(board).transpose()?,
        stand_in: maybe_boolean(value, "stand_in")?,
        walled: maybe_number(value, "walled")?.unwrap_or(0),
    })
}

fn board(value: &Value) -> Read<Board> {
    Ok(Board {
        cells: cell(value, "cells")?,
        cell: cell(value, "cell")?,
        cards: list(value, "cards", |card| {
            Ok(Card {
                template: string(card, "template")?,
                at: cell(card, "at")?,
                turn: maybe_number(card, "turn")?.unwrap_or(0),
                flip: maybe_boolean(card, "flip")?,
            })
        })?,
        drops: maybe_list(value, "drops", |drop| Ok((cell(drop, "from")?, cell(drop, "to")?)))?,
    })
}

fn bounds(value: &Value) -> Read<[i64; 4]> {
    let numbers = list(value, "bounds", number_of)?;
    <[i64; 4]>::try_from(numbers).map_err(|_| "bounds are not four numbers".to_owned())
}

fn passage(value: &Value) -> Read<Passage> {
    let kind = word(value, "kind", &["Corridor", "Open", "Doorway"])?;
    Ok(Passage {
        id: number(value, "id")?,
        edge: number(value, "edge")?,
        symbol: string(value, "symbol")?,
        from: number(value, "from")?,
        to: number(value, "to")?,
        is_open: kind == "Open",
        is_doorway: kind == "Doorway",
        doors: list(value, "doors", pair_of)?,
        one_way: boolean(value, "one_way")?,
        door: door(value)?,
        gap: maybe(value, "gap").map(pair_of).transpose()?,
        threshold: maybe_list(value, "threshold", pair_of)?,
        socket: maybe_string(value, "socket")?,
        locks: list(value, "locks", lock)?,
    })
}

fn lock(value: &Value) -> Read<Lock> {
    Ok(Lock {
        place: number(value, "place")?,
        end: word(value, "end", &["From", "To"])?,
        keys: list(value, "keys", number_of)?,
        needed: number(value, "needed")?,
    })
}

fn entity(value: &Value) -> Read<Entity> {
    Ok(Entity {
        id: number(value, "id")?,
        kind: string(value, "kind")?,
        at: cell(value, "at")?,
        place: number(value, "place")?,
        node: maybe_number(value, "node")?,
        opens: list(value, "opens", number_of)?,
        properties: attributes(value, "properties")?,
        marker: maybe_boolean(value, "marker")?,
        pass: maybe_string(value, "pass")?,
        solid: maybe_boolean(value, "solid")?,
    })
}

fn layer(value: &Value) -> Read<Layer> {
    let mut sizes = BTreeMap::new();
    for (name, size) in maybe_named(value, "sizes", |size| items(size).cloned())? {
        let [Some(width), Some(height)] = [0, 1].map(|at| size.get(at).and_then(Value::as_i64)) else {
            return Err(format!("{name} has no width and height"));
        };
        if size.len() != 2 || !(0..=i64::from(u32::MAX)).contains(&width.min(height)) {
            return Err(format!("the size of {name} is no size"));
        }
        sizes.insert(one_character(&name)?, (width, height));
    }
    Ok(Layer { name: string(value, "name")?, tiles: picture(value, "tiles")?, sizes })
}

fn pass(value: &Value) -> Read<Pass> {
    let settings = match maybe(value, "settings") {
        None => None,
        Some(_) => {
            let settings = object(value, "settings")?;
            let (Some((kind, settings)), 1) = (settings.iter().next(), settings.len()) else {
                return Err("settings are not those of one kind".to_owned());
            };
            Some((kind.clone(), settings.clone()))
        }
    };
    Ok(Pass {
        name: string(value, "name")?,
        kind: word(value, "kind", &PASSES)?,
        settings,
        on: maybe_list(value, "on", text_of)?,
        entities: maybe_named(value, "entities", |placed| {
            Ok(PlacedKind {
                count: number(placed, "count")?,
                solid: maybe_boolean(placed, "solid")?,
                falls: maybe_boolean(placed, "falls")?,
                properties: maybe_attributes(placed, "properties")?,
            })
        })?,
        tiles: maybe_named(value, "tiles", number_of)?,
        walls: maybe_list(value, "walls", pair_of)?,
        opens_exit: maybe_boolean(value, "opens_exit")?,
        taken_back: maybe_number(value, "taken_back")?.unwrap_or(0),
    })
}

fn template(value: &Value) -> Read<Template> {
    Ok(Template {
        picture: picture(value, "picture")?,
        legend: legend(value)?,
        sockets: list(value, "sockets", pair_of)?,
        blocker: string(value, "blocker")?,
        special_sockets: maybe_list(value, "special_sockets", special_socket)?,
        entities: maybe_list(value, "entities", template_entity)?,
        nothing: maybe_list(value, "nothing", character)?.into_iter().collect(),
        ledge: maybe_string(value, "ledge")?.unwrap_or_default(),
        chute: maybe_string(value, "chute")?.unwrap_or_default(),
    })
}

fn special_socket(value: &Value) -> Read<SpecialSocket> {
    Ok(SpecialSocket {
        cell: cell(value, "cell")?,
        kind: maybe_string(value, "kind")?,
        blocker: maybe_string(value, "blocker")?,
    })
}

fn template_entity(value: &Value) -> Read<TemplateEntity> {
    Ok(TemplateEntity {
        cell: cell(value, "cell")?,
        kind: string(value, "kind")?,
        marker: maybe_boolean(value, "marker")?,
        properties: maybe_attributes(value, "properties")?,
    })
}

fn bridge(value: &Value) -> Read<Bridge> {
    Ok(Bridge { at: cell(value, "at")?, over: number(value, "over")?, under: number(value, "under")? })
}

fn node(value: &Value) -> Read<Node> {
    number(value, "step")?;
    Ok(Node {
        id: number(value, "id")?,
        symbol: string(value, "symbol")?,
        role: role(value)?,
        is_place: boolean(value, "is_place")?,
        site: maybe(value, "site").map(pair_of).transpose()?,
        attributes: maybe_attributes(value, "attributes")?,
    })
}

fn edge(value: &Value) -> Read<Edge> {
    number(value, "step")?;
    maybe_attributes(value, "attributes")?;
    Ok(Edge {
        id: number(value, "id")?,
        from: number(value, "from")?,
        to: number(value, "to")?,
        symbol: string(value, "symbol")?,
        role: word(value, "role", &EDGE_ROLES)?,
        one_way: maybe_boolean(value, "one_way")?,
        door: door(value)?,
        socket: maybe_string(value, "socket")?,
    })
}

fn node_symbol(value: &Value) -> Read<NodeSymbol> {
    let technique = match maybe(value, "technique") {
        None => None,
        Some(_) => Some(word(value, "technique", &TECHNIQUES)?),
    };
    let by_value = maybe_list(value, "by_value", |choice| {
        let technique = word(choice, "technique", &TECHNIQUES)?;
        Ok((string(choice, "attribute")?, string(choice, "value")?, technique))
    })?;
    Ok(NodeSymbol { count: number(value, "count")?, role: role(value)?, technique, by_value })
}

fn edge_symbol(value: &Value) -> Read<EdgeSymbol> {
    Ok(EdgeSymbol {
        count: number(value, "count")?,
        role: word(value, "role", &EDGE_ROLES)?,
        one_way: maybe_boolean(value, "one_way")?,
        door: door(value)?,
        socket: maybe_string(value, "socket")?,
    })
}

fn links(value: &Value) -> Read<Links> {
    Ok(Links {
        node: number(value, "node")?,
        outgoing: list(value, "outgoing", number_of)?,
        incoming: list(value, "incoming", number_of)?,
    })
}

fn role(value: &Value) -> Read<Option<String>> {
    match maybe(value, "role") {
        None => Ok(None),
        Some(_) => word(value, "role", &["Start", "Goal", "Key", "Lock"]).map(Some),
    }
}

fn door(value: &Value) -> Read<String> {
    match maybe(value, "door") {
        None => Ok("Plain".to_owned()),
        Some(_) => word(value, "door", &["Plain", "Gate", "Drop", "Secret", "Gap"]),
    }
}

// Values by name. Those whose function begins with `maybe` may be missing.

fn field<'a>(value: &'a Value, name: &str) -> Read<&'a Value> {
    value.get(name).ok_or_else(|| format!("the field {name} is missing"))
}

fn maybe<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    value.get(name).filter(|value| !value.is_null())
}

fn object<'a>(value: &'a Value, name: &str) -> Read<&'a Map<String, Value>> {
    field(value, name)?.as_object().ok_or_else(|| format!("{name} is not an object"))
}

fn named<T>(value: &Value, name: &str, read: impl Fn(&Value) -> Read<T>) -> Read<BTreeMap<String, T>> {
    let mut named = BTreeMap::new();
    for (key, value) in object(value, name)? {
        named.insert(key.clone(), read(value).map_err(|why| format!("{name}, {key}: {why}"))?);
    }
    Ok(named)
}

fn maybe_named<T>(value: &Value, name: &str, read: impl Fn(&Value) -> Read<T>) -> Read<BTreeMap<String, T>> {
    if value.get(name).is_none() { Ok(BTreeMap::new()) } else { named(value, name, read) }
}

fn items(value: &Value) -> Read<&Vec<Value>> {
    value.as_array().ok_or_else(|| format!("{value} is not a list"))
}

fn list<T>(value: &Value, name: &str, read: impl Fn(&Value) -> Read<T>) -> Read<Vec<T>> {
    items(field(value, name)?)?
        .iter()
        .map(read)
        .collect::<Read<Vec<T>>>()
        .map_err(|why| format!("{name}: {why}"))
}

fn maybe_list<T>(value: &Value, name: &str, read: impl Fn(&Value) -> Read<T>) -> Read<Vec<T>> {
    if value.get(name).is_none() { Ok(Vec::new()) } else { list(value, name, read) }
}

fn number_of(value: &Value) -> Read<i64> {
    value.as_i64().ok_or_else(|| format!("{value} is not a whole number"))
}

fn number(value: &Value, name: &str) -> Read<i64> {
    number_of(field(value, name)?).map_err(|why| format!("{name}: {why}"))
}

fn maybe_number(value: &Value, name: &str) -> Read<Option<i64>> {
    maybe(value, name).map(number_of).transpose()
}

fn text_of(value: &Value) -> Read<String> {
    value.as_str().map(str::to_owned).ok_or_else(|| format!("{value} is not a text"))
}

fn character(value: &Value) -> Read<char> {
    one_character(&text_of(value)?)
}

fn one_character(text: &str) -> Read<char> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Ok(character),
        _ => Err(format!("{text:?} is not one character")),
    }
}

fn string(value: &Value, name: &str) -> Read<String> {
    text_of(field(value, name)?).map_err(|why| format!("{name}: {why}"))
}

fn maybe_string(value: &Value, name: &str) -> Read<Option<String>> {
    maybe(value, name).map(text_of).transpose()
}

/// Reads a text that must be one of these words.
fn word(value: &Value, name: &str, words: &[&str]) -> Read<String> {
    let text = string(value, name)?;
    if words.contains(&text.as_str()) { Ok(text) } else { Err(format!("{name}: there is no {text:?}")) }
}

fn boolean(value: &Value, name: &str) -> Read<bool> {
    field(value, name)?.as_bool().ok_or_else(|| format!("{name} is not a yes or no"))
}

fn maybe_boolean(value: &Value, name: &str) -> Read<bool> {
    if value.get(name).is_none() { Ok(false) } else { boolean(value, name) }
}

/// Reads two numbers: a cell, or an owner and its run.
fn pair_of(value: &Value) -> Read<(i64, i64)> {
    match items(value)?.as_slice() {
        [first, second] => Ok((number_of(first)?, number_of(second)?)),
        _ => Err(format!("{value} is not a pair")),
    }
}

fn cell(value: &Value, name: &str) -> Read<Cell> {
    pair_of(field(value, name)?).map_err(|why| format!("{name}: {why}"))
}

/// Reads whole numbers, booleans and texts by name.
fn attributes(value: &Value, name: &str) -> Read<Attributes> {
    let attributes = object(value, name)?;
    for (key, value) in attributes {
        if !(value.is_i64() || value.is_boolean() || value.is_string()) {
            return Err(format!("{name}: {key} is {value}"));
        }
    }
    Ok(attributes.clone())
}

fn maybe_attributes(value: &Value, name: &str) -> Read<Attributes> {
    if value.get(name).is_none() { Ok(Attributes::new()) } else { attributes(value, name) }
}
