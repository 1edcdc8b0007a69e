//! Small levels, drawn by hand: a picture of the tiles, a picture of the owners.
//!
//! Tiles are `#` wall, `.` floor, `o` pillar, `x` blocker; owners are `.` nobody, `1` to `9` places, `a` to `z` passages.

use std::collections::BTreeMap;

use delvewright::base::{Cell, Color, Grid, Rect, Seed, Size};
use delvewright::level::{
    Bridge, EdgeRecord, Level, MissionRecord, NodeRecord, Passage, PassageForm, Place, Report, Socket,
    Template, Tile,
};
use delvewright::mission::{Door, EdgeId, EdgeRole, Movement, NodeId, Site, Technique};

const SYMBOLS: [&str; 9] = ["Gate", "Hollow", "Vault", "Shrine", "Pit", "Well", "Crypt", "Hall", "Nook"];

/// Turns the two pictures into a level of caves without passages; add those with the functions below.
pub fn draw(movement: Movement, tiles: &[&str], owners: &[&str]) -> Level {
    let tiles = grid(tiles, |character| character);
    let owners = grid(owners, owner);
    let size = tiles.size();
    let mut level = Level {
        format: Level::FORMAT,
        generator: "a hand".to_owned(),
        grammar: "none".to_owned(),
        seed: Seed(1),
        width: size.width,
        height: size.height,
        movement,
        legend: legend(),
        tiles,
        owners,
        places: Vec::new(),
        passages: Vec::new(),
        entities: Vec::new(),
        templates: BTreeMap::new(),
        bridges: Vec::new(),
        mission: MissionRecord::default(),
        report: Report::default(),
    };
    let count = level.owners.values().iter().copied().max().unwrap_or(0);
    level.places = (1..=count as u32).map(|id| cave(&level, id)).collect();
    let node = |place: &Place| NodeRecord {
        attributes: Default::default(),
        id: place.node,
        symbol: place.symbol.clone(),
        role: None,
        is_place: true,
        site: Some(Site { x: place.id as i32, y: 0 }),
        step: 0,
    };
    level.mission.nodes = level.places.iter().map(node).collect();
    level
}

fn grid<T>(rows: &[&str], value: impl Fn(char) -> T) -> Grid<T> {
    let width = rows[0].len();
    assert!(rows.iter().all(|row| row.len() == width), "all rows are of one length");
    let values = rows.iter().flat_map(|row| row.chars()).map(value).collect();
    Grid::from_values(Size::new(width as u32, rows.len() as u32), values).unwrap()
}

pub fn owner(character: char) -> i32 {
    match character {
        '1'..='9' => character as i32 - '0' as i32,
        'a'..='z' => -(character as i32 - 'a' as i32 + 1),
        _ => 0,
    }
}

pub fn tile(name: &str, walkable: bool) -> Tile {
    Tile { name: name.to_owned(), walkable, color: Color::rgb(1, 2, 3) }
}

fn legend() -> BTreeMap<char, Tile> {
    BTreeMap::from([
        ('#', tile("wall", false)),
        ('.', tile("floor", true)),
        ('o', tile("pillar", false)),
        ('x', tile("blocked", false)),
    ])
}

fn cave(level: &Level, id: u32) -> Place {
    Place {
        id,
        node: NodeId(id * 10),
        symbol: SYMBOLS[id as usize - 1].to_owned(),
        role: None,
        technique: Technique::Cave,
        anchor: first_floor(level, id),
        bounds: bounds(level, id),
        attributes: BTreeMap::new(),
        template: None,
        turn: 0,
        flip: false,
        sockets: Vec::new(),
    }
}

fn first_floor(level: &Level, id: u32) -> Cell {
    let mut cells =
        level.owners.iter().filter(|(cell, owner)| **owner == id as i32 && level.tiles[*cell] == '.');
    cells.next().map_or(Cell::new(0, 0), |(cell, _)| cell)
}

fn bounds(level: &Level, id: u32) -> Rect {
    let cells = level.owners.iter().filter(|(_, owner)| **owner == id as i32).map(|(cell, _)| cell);
    let cells: Vec<_> = cells.collect();
    let left = cells.iter().map(|cell| cell.x).min().unwrap_or(0);
    let right = cells.iter().map(|cell| cell.x).max().unwrap_or(0);
    let top = cells.iter().map(|cell| cell.y).min().unwrap_or(0);
    let bottom = cells.iter().map(|cell| cell.y).max().unwrap_or(0);
    Rect::from((left, top, (right - left + 1) as u32, (bottom - top + 1) as u32))
}

/// Adds a passage between two places, with doors where it enters rooms.
pub fn join(level: &mut Level, from: u32, to: u32, kind: PassageForm, doors: &[(i32, i32)]) {
    let id = level.passages.len() as u32 + 1;
    let symbol = if kind == PassageForm::Open { "gap" } else { "path" };
    let node = |place: u32| level.places[place as usize - 1].node;
    let edge = EdgeRecord {
        attributes: Default::default(),
        id: EdgeId(id * 7),
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
        edge: EdgeId(id * 7),
        symbol: symbol.to_owned(),
        from,
        to,
        kind,
        doors: doors.iter().copied().map(Cell::from).collect(),
        one_way: false,
        socket: None,
        door: Default::default(),
        threshold: Vec::new(),
        locks: Vec::new(),
    });
}

/// Makes a place a room with the sockets that its template has, turned as said: each is used by a passage or not.
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
    let template = Template {
        picture: picture.iter().map(|row| (*row).to_owned()).collect(),
        legend,
        sockets: drawn.iter().filter(|(_, character)| **character == '+').map(|(cell, _)| cell).collect(),
        blocker: "blocked".to_owned(),
        special_sockets: Vec::new(),
        entities: Vec::new(),
        nothing: Default::default(),
    };
    let name = format!("template {id}");
    level.templates.insert(name.clone(), template);
    let place = &mut level.places[id as usize - 1];
    place.technique = Technique::Room;
    place.template = Some(name);
    (place.turn, place.flip) = (turn, flip);
    let socket =
        |(cell, passage): &((i32, i32), Option<u32>)| Socket { cell: (*cell).into(), passage: *passage };
    place.sockets = sockets.iter().map(socket).collect();
}

pub fn bridge(level: &mut Level, at: (i32, i32), over: u32, under: u32) {
    level.bridges.push(Bridge { at: at.into(), over, under });
}

/// Draws one cell anew; the bounds of all places follow.
pub fn paint(level: &mut Level, at: (i32, i32), tile: char, new_owner: char) {
    level.tiles[at.into()] = tile;
    level.owners[at.into()] = owner(new_owner);
    for index in 0..level.places.len() {
        level.places[index].bounds = bounds(level, index as u32 + 1);
    }
}
