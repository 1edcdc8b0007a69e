//! Exports a room set as a Tiled map: its rooms side by side, to be edited in Tiled and imported again.
//!
//! The tile set has a tile for each character of the legend, in order, with all its settings as properties.
//! The layer `RoomTiles` holds the terrain of rooms. Sockets and things are tile objects on the layers `Sockets`
//! and `Entities`. Rectangles on the layer `Rooms` bound the rooms and hold their settings. Values that XML
//! or Tiled cannot hold are encoded in a form that the import knows. Control characters become codes. Numbers
//! of more than 32 bits become texts with a name that begins with `int_`.

use super::map::{FIRST_TILE, MapProperties, MapProperty};
use super::tile_sets::{TileEntry, TileSetDocument};
use super::tmx::{self, TmxHeader, map_of, write_properties, write_tile_set_file, write_tiles};
use crate::base::{Cell, Diagnostic, Rect, Size};
use crate::export::exported::{Exported, ExportedFile};
use crate::export::room_tiles::{PIXELS, picture_of};
use crate::export::xml::Xml;
use crate::level::Level;
use crate::mission::{Attributes, Value};
use crate::rooms::{CardSettings, LegendEntry, Placed, RoomSet, RoomTemplate, TileLook};

/// Width of the map in cells, unless a room is wider.
const WIDTH: u32 = 80;
/// Number of cells between rooms.
const GAP: u32 = 1;
/// Names of properties with a meaning of their own; the import does not pass them on to the game.
const OWN: [&str; 7] = ["character", "kind", "on", "on_color", "color", "blocker", "blocker_color"];

/// Exports a room set, and reports every part that a map cannot hold. `name` is the name of the files without
/// extension.
pub fn export_rooms(set: &RoomSet, name: &str) -> (Exported, Vec<Diagnostic>) {
    let tiles = RoomTiles::of(set);
    let mut left_out = Vec::new();
    let places = places(set);
    let (sheet, picture) = (format!("{name}-tiles.tsx"), format!("{name}-tiles.png"));
    let map = map(set, &tiles, &places, &sheet, &mut left_out);
    let file = |name: &str, bytes: Vec<u8>| ExportedFile { name: name.to_owned(), bytes };
    let entries: Vec<&LegendEntry> = tiles.0.iter().map(|tile| &tile.entry).collect();
    let exported = Exported {
        main: file(&format!("{name}.tmx"), map.into_bytes()),
        others: vec![
            file(&sheet, tile_set(&tiles, &format!("{name}-tiles"), &picture).into_bytes()),
            file(&picture, picture_of(&entries)),
        ],
    };
    (exported, left_out)
}

/// A tile of the set.
struct RoomTile {
    /// Character in the legend; `None` if the tile only occurs beneath things.
    character: Option<char>,
    entry: LegendEntry,
}

struct RoomTiles(Vec<RoomTile>);

impl RoomTiles {
    fn of(set: &RoomSet) -> Self {
        let entry = |(character, entry): (&char, &LegendEntry)| RoomTile {
            character: Some(*character),
            entry: entry.clone(),
        };
        let mut tiles = Self(set.legend.iter().map(entry).collect());
        for entry in set.legend.values() {
            let (LegendEntry::Entity(placed) | LegendEntry::Marker(placed)) = entry else { continue };
            let ground = ground_of(placed);
            if tiles.number_of(&ground).is_none() {
                tiles.0.push(RoomTile { character: None, entry: ground });
            }
        }
        tiles
    }

    /// Returns the number in layers of the first tile with this entry.
    fn number_of(&self, entry: &LegendEntry) -> Option<u32> {
        self.0.iter().position(|tile| tile.entry == *entry).map(|at| at as u32 + FIRST_TILE)
    }

    fn number_of_character(&self, character: char) -> Option<u32> {
        self.0.iter().position(|tile| tile.character == Some(character)).map(|at| at as u32 + FIRST_TILE)
    }
}

/// Returns the ground beneath a thing.
fn ground_of(placed: &Placed) -> LegendEntry {
    placed.on.clone().map_or(LegendEntry::Floor, LegendEntry::Ground)
}

/// Positions the rooms in rows from left to right.
fn places(set: &RoomSet) -> Vec<Rect> {
    let widest = set.rooms.iter().map(|room| room.size().width).max().unwrap_or(0);
    let (mut x, mut y, mut high) = (0, 0, 0);
    let mut places = Vec::new();
    for size in set.rooms.iter().map(RoomTemplate::size) {
        if x > 0 && x + size.width > WIDTH.max(widest) {
            (x, y, high) = (0, y + high + GAP, 0);
        }
        places.push(Rect::new(Cell::new(x.cast_signed(), y.cast_signed()), size));
        (x, high) = (x + size.width + GAP, high.max(size.height));
    }
    places
}

/// An object that shows a tile or bounds a room.
struct SheetObject {
    name: String,
    tile: Option<u32>,
    /// Area of the object. Tiled anchors tile objects at their lower left corner.
    rect: Rect,
    properties: MapProperties,
}

fn map(
    set: &RoomSet,
    tiles: &RoomTiles,
    places: &[Rect],
    sheet: &str,
    left_out: &mut Vec<Diagnostic>,
) -> String {
    let around = places.iter().copied().reduce(Rect::union).unwrap_or_default();
    let size = Size::new(around.size.width.max(1), around.size.height.max(1));
    let mut numbers = vec![0_u32; size.area()];
    let (mut sockets, mut things, mut rooms) = (Vec::new(), Vec::new(), Vec::new());
    for (room, rect) in set.rooms.iter().zip(places) {
        if rect.size.area() == 0 {
            let message = format!("\"{}\" has no picture and is left out.", room.name);
            left_out.push(Diagnostic::warning("empty-picture", message));
            continue;
        }
        rooms.push(SheetObject {
            name: room.name.clone(),
            tile: None,
            rect: *rect,
            properties: settings(room),
        });
        for (cell, character) in room.characters() {
            let at = cell + rect.min;
            let index = at.y.unsigned_abs() as usize * size.width as usize + at.x.unsigned_abs() as usize;
            let Some((entry, number)) = set.legend.get(&character).zip(tiles.number_of_character(character))
            else {
                let message =
                    format!("{character:?} in \"{}\" is not in the legend and is left out.", room.name);
                left_out.push(Diagnostic::warning("unknown-character", message));
                continue;
            };
            let spot = |name: &str| SheetObject {
                name: name.to_owned(),
                tile: Some(number),
                rect: Rect::new(at, Size::new(1, 1)),
                properties: MapProperties::new(),
            };
            let tile = match entry {
                LegendEntry::Socket(socket) => {
                    sockets.push(spot(socket.kind.as_deref().unwrap_or_default()));
                    0
                }
                LegendEntry::Entity(placed) | LegendEntry::Marker(placed) => {
                    things.push(spot(&placed.kind));
                    tiles.number_of(&ground_of(placed)).unwrap_or(0)
                }
                LegendEntry::Wall
                | LegendEntry::Floor
                | LegendEntry::Ground(_)
                | LegendEntry::Obstacle(_)
                | LegendEntry::Nothing => number,
            };
            if let Some(place) = numbers.get_mut(index) {
                *place = tile;
            }
        }
    }
    let layers = [("Sockets", sockets), ("Entities", things), ("Rooms", rooms)];
    written(set, size, &numbers, &layers, sheet)
}

fn written(
    set: &RoomSet,
    size: Size,
    numbers: &[u32],
    layers: &[(&str, Vec<SheetObject>)],
    sheet: &str,
) -> String {
    let objects: usize = layers.iter().map(|(_, spots)| spots.len()).sum();
    let frame = TmxHeader {
        size,
        pixels: PIXELS,
        next_layer: layers.len() as u32 + 2,
        next_object: objects as u32 + 1,
        properties: &of_set(set),
    };
    map_of(
        &frame,
        |xml| write_tile_set_file(xml, FIRST_TILE, sheet),
        |xml| {
            write_tiles(xml, (1, "Tiles"), size, &MapProperties::new(), numbers);
            let mut ids = 1_u32..;
            for (id, (name, spots)) in (2_u32..).zip(layers) {
                xml.element("objectgroup", &[("id", &id.to_string()), ("name", name)], |xml| {
                    for (id, spot) in ids.by_ref().zip(spots) {
                        write_spot(xml, id, spot);
                    }
                });
            }
        },
    )
}

fn write_spot(xml: &mut Xml, id: u32, spot: &SheetObject) {
    let side = i64::from(PIXELS);
    let bottom = if spot.tile.is_some() { spot.rect.bottom() } else { spot.rect.min.y };
    let [x, y] = [spot.rect.min.x, bottom].map(|at| (i64::from(at) * side).to_string());
    let [width, height] =
        [spot.rect.size.width, spot.rect.size.height].map(|length| (i64::from(length) * side).to_string());
    let (id, tile) = (id.to_string(), spot.tile.map(|tile| tile.to_string()));
    let mut attributes = vec![("id", id.as_str()), ("name", &spot.name)];
    match &tile {
        Some(tile) => attributes.push(("gid", tile)),
        None => attributes.push(("type", "Room")),
    }
    attributes.extend([("x", x.as_str()), ("y", &y), ("width", &width), ("height", &height)]);
    xml.element("object", &attributes, |xml| write_properties(xml, &spot.properties));
}

/// Returns the properties of the set as a whole.
fn of_set(set: &RoomSet) -> MapProperties {
    let mut properties = MapProperties::from([
        ("generator".to_owned(), MapProperty::text(Level::GENERATOR)),
        ("format_version".to_owned(), MapProperty::number(RoomSet::FORMAT.into())),
        ("room_set".to_owned(), MapProperty::text(&set.name)),
        ("blocker".to_owned(), MapProperty::text(&set.blocker.name)),
        ("blocker_color".to_owned(), MapProperty::text(set.blocker.color.to_string())),
    ]);
    if !set.notes.is_empty() {
        properties.insert("notes".to_owned(), MapProperty::text(&set.notes));
    }
    let in_ron = "what an author wrote can be written";
    if let Some(sheet) = &set.sheet {
        properties.insert("sheet".to_owned(), MapProperty::text(ron::to_string(sheet).expect(in_ron)));
    }
    if !set.looks.is_empty() {
        properties.insert("looks".to_owned(), MapProperty::text(ron::to_string(&set.looks).expect(in_ron)));
    }
    properties
}

/// Returns the settings of a room, without its picture.
fn settings(room: &RoomTemplate) -> MapProperties {
    let RoomTemplate { name: _, notes, symbol, weight, at_most, turns, flips, card, picture: _, source: _ } =
        room;
    let cell = card.as_ref().map(|card| card.cell);
    let numbers = [
        ("weight", Some(*weight)),
        ("at_most", *at_most),
        ("card_width", cell.map(|cell| cell.width)),
        ("card_height", cell.map(|cell| cell.height)),
        ("card_at_most", card.as_ref().and_then(|card| card.at_most_per_place)),
    ];
    let numbers =
        numbers.into_iter().filter_map(|(name, number)| Some((name, MapProperty::number(number?.into()))));
    let switches = [("turns", *turns), ("flips", *flips)].into_iter().filter(|(_, is_so)| *is_so);
    let switches = switches.map(|(name, is_so)| (name, MapProperty::Bool(is_so)));
    let drop_end = |of: fn(&CardSettings) -> &String| card.as_ref().map_or("", |card| of(card));
    let texts = [
        ("notes", notes.as_str()),
        ("card_ledge", drop_end(|card| &card.ledge)),
        ("card_chute", drop_end(|card| &card.chute)),
    ];
    let texts = texts.into_iter().filter(|(_, text)| !text.is_empty());
    let texts = texts.map(|(name, text)| (name, MapProperty::text(text)));
    let all = numbers.chain(switches).chain(texts).chain([("symbol", MapProperty::text(symbol))]);
    all.map(|(name, value)| (name.to_owned(), value)).collect()
}

fn tile_set(tiles: &RoomTiles, name: &str, picture: &str) -> String {
    let columns = tiles.0.len() as u32;
    let entry = |(id, tile): (u32, &RoomTile)| TileEntry {
        id,
        kind: class(&tile.entry).to_owned(),
        properties: properties(tile),
        is_solid: false,
    };
    tmx::tile_set(&TileSetDocument {
        name: name.to_owned(),
        picture: picture.to_owned(),
        picture_px: Size::new(columns * PIXELS, PIXELS),
        first: FIRST_TILE,
        pixels: PIXELS,
        columns,
        count: columns,
        margin: 0,
        spacing: 0,
        tiles: (0..).zip(&tiles.0).map(entry).collect(),
    })
}

const fn class(entry: &LegendEntry) -> &'static str {
    match entry {
        LegendEntry::Wall => "Wall",
        LegendEntry::Floor => "Floor",
        LegendEntry::Socket(_) => "Socket",
        LegendEntry::Ground(_) => "Ground",
        LegendEntry::Obstacle(_) => "Obstacle",
        LegendEntry::Entity(_) => "Entity",
        LegendEntry::Marker(_) => "Marker",
        LegendEntry::Nothing => "Nothing",
    }
}

/// Returns all settings of the legend for a tile.
fn properties(tile: &RoomTile) -> MapProperties {
    let mut properties = MapProperties::new();
    let mut look = |name: &str, color: &str, look: &TileLook| {
        properties.insert(name.to_owned(), MapProperty::text(&look.name));
        properties.insert(color.to_owned(), MapProperty::text(look.color.to_string()));
    };
    match &tile.entry {
        LegendEntry::Wall | LegendEntry::Floor | LegendEntry::Nothing => {}
        LegendEntry::Ground(of) | LegendEntry::Obstacle(of) => look("name", "color", of),
        LegendEntry::Socket(socket) => {
            socket.blocker.iter().for_each(|blocker| look("blocker", "blocker_color", blocker));
            properties.extend(socket.kind.iter().map(|kind| ("kind".to_owned(), MapProperty::text(kind))));
        }
        LegendEntry::Entity(placed) | LegendEntry::Marker(placed) => {
            placed.on.iter().for_each(|on| look("on", "on_color", on));
            properties.insert("kind".to_owned(), MapProperty::text(&placed.kind));
            properties.extend(attributes(&placed.properties));
        }
    }
    properties.extend(tile.character.map(|character| ("character".to_owned(), MapProperty::text(character))));
    properties
}

/// Returns the attributes for the game, under names that the import maps back.
fn attributes(attributes: &Attributes) -> impl Iterator<Item = (String, MapProperty)> {
    attributes.iter().map(|(name, value)| {
        let is_long = matches!(value, Value::Int(number) if i32::try_from(*number).is_err());
        let is_taken =
            OWN.contains(&name.as_str()) || name.starts_with("attribute_") || name.starts_with("int_");
        let name = match (is_long, is_taken) {
            (true, _) => format!("int_{name}"),
            (false, true) => format!("attribute_{name}"),
            (false, false) => name.clone(),
        };
        (name, value.into())
    })
}
