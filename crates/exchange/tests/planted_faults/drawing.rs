//! Small levels drawn by hand: a picture of the tiles, and a picture of the owners.
//!
//! Tiles are `#` wall, `.` floor, `o` pillar, `x` blocker. Owners are `.` nobody, `1` to `9` places, `a` to
//! `z` passages.

use std::collections::BTreeMap;

use delvewright_engine::base::{Cell, Color, Grid, Rect, Seed, Size};
use delvewright_engine::level::{
    Bridge, EdgeMeaning, EdgeRecord, Level, MissionRecord, NodeLinks, NodeMeaning, NodeRecord, Owner,
    Passage, PassageForm, PassageId, Place, PlaceId, Report, Socket, Template, Tile,
};
use delvewright_engine::mission::{Door, EdgeId, EdgeRole, NodeId, Site, Technique};
use delvewright_engine::settings::Movement;

const SYMBOLS: [&str; 9] = ["Gate", "Hollow", "Vault", "Shrine", "Pit", "Well", "Crypt", "Hall", "Nook"];

/// Turns the two pictures into a level of caves without passages, which the functions below add.
pub fn draw(movement: Movement, tiles: &[&str], owners: &[&str]) -> Level {
    let tiles = grid(tiles, |character| character);
    let owners = grid(owners, owner);
    let is_used = |character: char| "#.+".contains(character) || tiles.values().contains(&character);
    let legend = legend().into_iter().filter(|(character, _)| is_used(*character)).collect();
    let size = tiles.size();
    let mut level = Level {
        format: Level::FORMAT,
        generator: "a hand".to_owned(),
        grammar: "none".to_owned(),
        rolls: Vec::new(),
        variables: Default::default(),
        seed: Seed(1),
        width: size.width,
        height: size.height,
        movement,
        legend,
        tiles: tiles.into(),
        owners: owners.into(),
        layers: Vec::new(),
        places: Vec::new(),
        passages: Vec::new(),
        entities: Vec::new(),
        templates: BTreeMap::new(),
        bridges: Vec::new(),
        populate: Vec::new(),
        themes: Default::default(),
        mission: MissionRecord::default(),
        report: Report::default(),
    };
    let last = level.owners.values().iter().max().and_then(|owner| owner.place());
    let count = last.map_or(0, |place| place.0);
    level.places = (1..=count).map(|id| cave(&level, PlaceId(id))).collect();
    let node = |place: &Place| NodeRecord {
        attributes: Default::default(),
        id: place.node,
        symbol: place.symbol.clone(),
        role: None,
        is_place: true,
        site: None,
        step: 0,
    };
    level.mission.nodes = level.places.iter().map(node).collect();
    record(&mut level);
    level
}

/// Records the positions of nodes, the meanings of their symbols, and their links.
pub fn record(level: &mut Level) {
    let MissionRecord { nodes, edges, node_symbols, edge_symbols, links } = &mut level.mission;
    let places = &level.places;
    node_symbols.clear();
    for node in nodes.iter_mut() {
        let place = places.iter().find(|place| place.node == node.id);
        node.site = place
            .map(|place| match place.technique {
                Technique::Cave | Technique::Walkers => place.anchor,
                Technique::Room | Technique::Hall | Technique::Cards => place.bounds.center(),
            })
            .map(|middle| Site { x: middle.x, y: middle.y });
        let technique = place.map(|place| place.technique);
        let meaning = NodeMeaning { count: 0, role: node.role, technique, by_value: Vec::new() };
        node_symbols.entry(node.symbol.clone()).or_insert(meaning).count += 1;
    }
    edge_symbols.clear();
    for edge in edges.iter() {
        let EdgeRecord { role, one_way, door, .. } = *edge;
        let meaning = EdgeMeaning { count: 0, role, one_way, door, socket: edge.socket.clone() };
        edge_symbols.entry(edge.symbol.clone()).or_insert(meaning).count += 1;
    }
    *links = nodes
        .iter()
        .map(|node| NodeLinks {
            node: node.id,
            outgoing: edges.iter().filter(|edge| edge.from == node.id).map(|edge| edge.id).collect(),
            incoming: edges.iter().filter(|edge| edge.to == node.id).map(|edge| edge.id).collect(),
        })
        .filter(|links| !links.outgoing.is_empty() || !links.incoming.is_empty())
        .collect();
}

fn grid<T>(rows: &[&str], value: impl Fn(char) -> T) -> Grid<T> {
    let width = rows[0].len();
    assert!(rows.iter().all(|row| row.len() == width), "all rows are of one length");
    let values = rows.iter().flat_map(|row| row.chars()).map(value).collect();
    Grid::from_values(Size::new(width as u32, rows.len() as u32), values).unwrap()
}

pub fn owner(character: char) -> Owner {
    match character {
        '1'..='9' => PlaceId(character as u32 - '0' as u32).into(),
        'a'..='z' => PassageId::at(character as usize - 'a' as usize).into(),
        _ => Owner::NOBODY,
    }
}

pub fn tile(name: &str, walkable: bool) -> Tile {
    Tile { name: name.to_owned(), walkable, color: Color::rgb(1, 2, 3) }
}

fn legend() -> BTreeMap<char, Tile> {
    BTreeMap::from([
        ('#', tile("wall", false)),
        ('.', tile("floor", true)),
        ('+', tile("door", true)),
        ('o', tile("pillar", false)),
        ('x', tile("blocked", false)),
    ])
}

fn cave(level: &Level, id: PlaceId) -> Place {
    Place {
        id,
        node: NodeId(id.0 * 10),
        symbol: SYMBOLS[id.index()].to_owned(),
        role: None,
        technique: Technique::Cave,
        anchor: first_floor(level, id),
        bounds: bounds(level, id),
        attributes: BTreeMap::new(),
        template: None,
        turn: 0,
        flip: false,
        sockets: Vec::new(),
        board: None,
        stand_in: false,
        walled: 0,
    }
}

fn first_floor(level: &Level, id: PlaceId) -> Cell {
    let mut cells =
        level.owners.iter().filter(|(cell, owner)| **owner == id.into() && level.tiles[*cell] == '.');
    cells.next().map_or(Cell::new(0, 0), |(cell, _)| cell)
}

fn bounds(level: &Level, id: PlaceId) -> Rect {
    let cells = level.owners.iter().filter(|(_, owner)| **owner == id.into()).map(|(cell, _)| cell);
    let cells: Vec<_> = cells.collect();
    let left = cells.iter().map(|cell| cell.x).min().unwrap_or(0);
    let right = cells.iter().map(|cell| cell.x).max().unwrap_or(0);
    let top = cells.iter().map(|cell| cell.y).min().unwrap_or(0);
    let bottom = cells.iter().map(|cell| cell.y).max().unwrap_or(0);
    Rect::from((left, top, (right - left + 1) as u32, (bottom - top + 1) as u32))
}

/// Adds a passage between two places, with doors at its entrances to rooms.
pub fn join(level: &mut Level, from: u32, to: u32, kind: PassageForm, doors: &[(i32, i32)]) {
    let id = PassageId::at(level.passages.len());
    let (from, to) = (PlaceId(from), PlaceId(to));
    let symbol = if kind == PassageForm::Open { "gap" } else { "path" };
    let node = |place: PlaceId| level.places[place.index()].node;
    let edge = EdgeRecord {
        attributes: Default::default(),
        id: EdgeId(id.0 * 7),
        from: node(from),
        to: node(to),
        symbol: symbol.to_owned(),
        role: EdgeRole::Passage,
        one_way: false,
        door: Door::Plain,
        socket: None,
        step: 0,
    };
    level.mission.edges.push(edge);
    level.passages.push(Passage {
        id,
        edge: EdgeId(id.0 * 7),
        symbol: symbol.to_owned(),
        from,
        to,
        kind,
        doors: doors.iter().copied().map(Cell::from).collect(),
        one_way: false,
        socket: None,
        door: Default::default(),
        gap: None,
        threshold: Vec::new(),
        locks: Vec::new(),
    });
    record(level);
}

/// Makes a place a room with the sockets of its template, turned as given. Each is used by a passage or not.
pub fn furnish(
    level: &mut Level,
    id: u32,
    picture: &[&str],
    (turn, flip): (u8, bool),
    sockets: &[((i32, i32), Option<u32>)],
) {
    let drawn = grid(picture, |character| character);
    let mut legend = legend();
    legend.remove(&'x');
    legend.remove(&'+');
    let template = Template {
        picture: picture.iter().map(|row| (*row).to_owned()).collect(),
        legend,
        sockets: drawn.iter().filter(|(_, character)| **character == '+').map(|(cell, _)| cell).collect(),
        blocker: "blocked".to_owned(),
        special_sockets: Vec::new(),
        entities: Vec::new(),
        nothing: Default::default(),
        ledge: String::new(),
        chute: String::new(),
    };
    let name = format!("template {id}");
    level.templates.insert(name.clone(), template);
    let place = &mut level.places[PlaceId(id).index()];
    place.technique = Technique::Room;
    place.template = Some(name);
    (place.turn, place.flip) = (turn, flip);
    let socket = |(cell, passage): &((i32, i32), Option<u32>)| Socket {
        cell: (*cell).into(),
        passage: passage.map(PassageId),
    };
    place.sockets = sockets.iter().map(socket).collect();
    let middle = place.bounds.center();
    let own = place.bounds.cells().filter(|cell| level.tiles[*cell] == '.');
    place.anchor = own.min_by_key(|cell| (cell.manhattan(middle), *cell)).unwrap();
    for (cell, _) in sockets.iter().filter(|(_, passage)| passage.is_some()) {
        level.tiles[(*cell).into()] = '+';
    }
    record(level);
}

pub fn bridge(level: &mut Level, at: (i32, i32), over: u32, under: u32) {
    level.bridges.push(Bridge { at: at.into(), over: PassageId(over), under: PassageId(under) });
}

/// Changes one cell, and updates the bounds of all places.
pub fn paint(level: &mut Level, at: (i32, i32), tile: char, new_owner: char) {
    level.tiles[at.into()] = tile;
    level.owners[at.into()] = owner(new_owner);
    for index in 0..level.places.len() {
        level.places[index].bounds = bounds(level, PlaceId::at(index));
    }
}
