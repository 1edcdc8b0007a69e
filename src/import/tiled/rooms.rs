//! From the layers of a map to its rooms.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::map::{Chunk, Content, FARTHEST, Layer, Map, Object, Property, Shape, near};
use super::meanings::Meanings;
use super::things;
use crate::base::{Cell, Diagnostic, Rect, Size};
use crate::import::Lexicon;
use crate::import::drawing::{Drawing, DrawnSet, DrawnSettings, Meaning, Remarks};
use crate::mission::{Card, LegendEntry, RoomTemplate, TileLook};

/// What lies on the cells of a map.
pub(super) struct Ground {
    /// No thing lies outside of it.
    pub area: Option<Rect>,
    /// What one walks on, or not; the uppermost layer counts.
    pub tiles: BTreeMap<Cell, Rc<Meaning>>,
    /// Sockets, and what stands or lies there.
    pub things: BTreeMap<Cell, Rc<Meaning>>,
}

/// All rooms of a map.
///
/// # Errors
/// If the map has no cells of which rooms could be made.
pub(super) fn drawing(map: &Map, name: &str, lexicon: &Lexicon<'_>) -> Result<Drawing, Box<Diagnostic>> {
    let no_map = |message: &str| Diagnostic::error("no-map", message.to_owned());
    if map.orientation != "orthogonal" {
        let message = format!("The map is {}, but rooms have rows and columns.", map.orientation);
        return Err(Box::new(no_map(&message).hint("make it orthogonal")));
    }
    if map.tile_width == 0 || map.tile_height == 0 {
        return Err(Box::new(no_map("The map does not say how large its tiles are.")));
    }
    let mut meanings = Meanings::new(map, lexicon);
    let mut drawing = Drawing::default();
    let mut remarks = Remarks::default();
    let area = if has_bounds(map) { None } else { area(map) };
    let mut ground = Ground { area, tiles: BTreeMap::new(), things: BTreeMap::new() };
    let mut bounds: Vec<&Object> = Vec::new();
    for layer in &map.layers {
        if !layer.is_visible {
            let what = format!("The layer \"{}\" is hidden and left out", layer.name);
            remarks.warn("hidden-layer", what, None, Some("show it in Tiled to take it over".to_owned()));
            continue;
        }
        let Some(offset) = whole_cells(map, layer.offset) else {
            let what = format!("The layer \"{}\" is moved by parts of a tile and left out", layer.name);
            remarks.warn("moved-layer", what, None, None);
            continue;
        };
        match &layer.content {
            Content::Tiles(chunks) => {
                for chunk in chunks {
                    add_tiles(chunk, offset, &layer.name, &mut meanings, &mut ground, &mut remarks);
                }
            }
            Content::Objects(objects) => {
                for object in objects {
                    if object.is_room() {
                        bounds.push(object);
                    } else {
                        things::add(object, layer, map, &mut meanings, &mut ground, &mut remarks);
                    }
                }
            }
            Content::Other(what) => {
                let what = format!("The layer \"{}\" is a {what} and left out", layer.name);
                remarks.warn("other-layer", what, None, None);
            }
        }
    }
    drawing.set = drawn_set(map, &meanings);
    drawing.remarks = remarks;
    if bounds.is_empty() {
        add_whole(name, &ground, &mut drawing);
    } else {
        add_bounded(map, &bounds, &meanings, &ground, &mut drawing);
    }
    Ok(drawing)
}

/// Are there rectangles that say which parts of the map are rooms?
fn has_bounds(map: &Map) -> bool {
    map.layers.iter().any(|layer| match &layer.content {
        Content::Objects(objects) => layer.is_visible && objects.iter().any(Object::is_room),
        Content::Tiles(_) | Content::Other(_) => false,
    })
}

/// The cells of the map itself, with those of layers that reach beyond; none if it has no edges.
fn area(map: &Map) -> Option<Rect> {
    let side = |cells: u32| cells.min(FARTHEST);
    let size = Size::new(side(map.width), side(map.height));
    if map.is_infinite || size.width == 0 || size.height == 0 {
        return None;
    }
    let drawn = |layer: &Layer| match (&layer.content, whole_cells(map, layer.offset)) {
        (Content::Tiles(chunks), Some(offset)) if layer.is_visible => {
            let cells = chunks.iter().flat_map(|chunk| tiles_of(chunk, offset));
            cells.map(|(cell, _)| Rect::new(cell, Size::new(1, 1))).reduce(Rect::union)
        }
        _ => None,
    };
    Some(map.layers.iter().filter_map(drawn).fold(Rect::new(Cell::new(0, 0), size), Rect::union))
}

/// The numbers of a rectangle of tiles that are any, each with its cell.
fn tiles_of(chunk: &Chunk, offset: Cell) -> impl Iterator<Item = (Cell, u32)> {
    let width = (chunk.width as usize).max(1);
    let rows = (0_i32..).zip(chunk.tiles.chunks(width));
    let tiles = rows.flat_map(|(y, row)| (0_i32..).zip(row).map(move |(x, number)| (x, y, *number)));
    tiles
        .filter(|(_, _, number)| *number != 0)
        .map(move |(x, y, number)| (Cell::new(chunk.x + x + offset.x, chunk.y + y + offset.y), number))
}

/// How far a layer is moved in cells, if they are whole.
fn whole_cells(map: &Map, (x, y): (i64, i64)) -> Option<Cell> {
    let cells = |moved: i64, side: u32| {
        let side = i64::from(side) * 1000;
        (moved % side == 0).then(|| near(moved / side)).flatten()
    };
    Some(Cell::new(cells(x, map.tile_width)?, cells(y, map.tile_height)?))
}

fn add_tiles(
    chunk: &Chunk,
    offset: Cell,
    layer: &str,
    meanings: &mut Meanings<'_>,
    ground: &mut Ground,
    remarks: &mut Remarks,
) {
    for (cell, number) in tiles_of(chunk, offset) {
        let place = || {
            format!(
                "column {}, row {} of the layer \"{layer}\"",
                i64::from(cell.x) + 1,
                i64::from(cell.y) + 1
            )
        };
        let Some(meaning) = meanings.of_number(number, remarks, place) else { continue };
        ground.put(cell, meaning);
    }
}

impl Ground {
    /// Things stand on what lies below them; everything else covers it.
    pub fn put(&mut self, cell: Cell, meaning: Rc<Meaning>) -> Option<Rc<Meaning>> {
        let is_thing = match meaning.entry {
            LegendEntry::Socket(_) | LegendEntry::Entity(_) | LegendEntry::Marker(_) => true,
            LegendEntry::Wall
            | LegendEntry::Floor
            | LegendEntry::Ground(_)
            | LegendEntry::Obstacle(_)
            | LegendEntry::Nothing => false,
        };
        if is_thing { self.things.insert(cell, meaning) } else { self.tiles.insert(cell, meaning) }
    }

    /// Is there anything on a cell, even if it is drawn as nothing?
    fn has(&self, cell: Cell) -> bool {
        self.tiles.contains_key(&cell) || self.things.contains_key(&cell)
    }

    /// What a room has on a cell.
    fn meaning(&self, cell: Cell, place: impl Fn() -> String, remarks: &mut Remarks) -> Meaning {
        let tile = self.tiles.get(&cell);
        let Some(thing) = self.things.get(&cell) else {
            return tile.map_or_else(|| Meaning::of(LegendEntry::Nothing), |tile| Meaning::clone(tile));
        };
        let mut thing = Meaning::clone(thing);
        if let LegendEntry::Entity(placed) | LegendEntry::Marker(placed) = &mut thing.entry {
            match tile.map(|tile| &tile.entry) {
                None => {}
                Some(LegendEntry::Ground(look)) => placed.on = Some(look.clone()),
                Some(LegendEntry::Floor) => placed.on = None,
                Some(_) => {
                    let what = format!(
                        "\"{}\" stands where one cannot walk; floor lies beneath it now",
                        placed.kind
                    );
                    remarks.warn("thing-in-wall", what, Some(place()), None);
                    placed.on = None;
                }
            }
        } else if let Some(
            LegendEntry::Ground(TileLook { name, .. }) | LegendEntry::Obstacle(TileLook { name, .. }),
        ) = tile.map(|tile| &tile.entry)
        {
            remarks.note("covered-tile", format!("A socket covers the tile \"{name}\""), Some(place()), None);
        }
        thing
    }

    /// The smallest rectangle around everything but nothing.
    fn bounds(&self) -> Option<Rect> {
        let tiles = self.tiles.iter().filter(|(_, meaning)| meaning.entry != LegendEntry::Nothing);
        let cells = tiles.map(|(cell, _)| *cell).chain(self.things.keys().copied());
        cells.map(|cell| Rect::new(cell, Size::new(1, 1))).reduce(Rect::union)
    }
}

/// The whole map as one room.
fn add_whole(name: &str, ground: &Ground, drawing: &mut Drawing) {
    let Some(rect) = ground.bounds() else {
        let what = "The map has nothing on it of which a room could be made".to_owned();
        return drawing.remarks.warn("empty-map", what, None, None);
    };
    add_room(name, DrawnSettings::default(), rect, ground, drawing);
}

fn add_bounded(
    map: &Map,
    bounds: &[&Object],
    meanings: &Meanings<'_>,
    ground: &Ground,
    drawing: &mut Drawing,
) {
    let mut inside = BTreeSet::new();
    for object in bounds {
        if drawing.is_full() {
            break;
        }
        let is_nameless =
            |name: &str| if drawing.set.is_some() { name.is_empty() } else { name.trim().is_empty() };
        let name = if is_nameless(&object.name) {
            format!("Room {}", object.id)
        } else {
            meanings.decoded(&object.name)
        };
        let Some(rect) = rect_of(map, object) else {
            drawing.remarks.warn(
                "room-shape",
                "Rooms that are no rectangles are left out".to_owned(),
                Some(format!("\"{name}\"")),
                Some("draw a rectangle of the class Room".to_owned()),
            );
            continue;
        };
        let place = || Some(format!("\"{name}\""));
        if object.is_turned {
            let what = "Turned rooms have the tiles that they would cover if they were not turned".to_owned();
            let hint = "set the rotation of the rectangle to 0 in Tiled".to_owned();
            drawing.remarks.warn("turned-room", what, place(), Some(hint));
        }
        if !is_whole(map, object) {
            let what = "Rooms that do not lie on whole tiles have those that they cover most".to_owned();
            drawing.remarks.note("room-between-tiles", what, place(), None);
        }
        let settings = settings(object, &name, meanings, &mut drawing.remarks);
        let is_small = rect.size.width.max(rect.size.height) <= RoomTemplate::MAX_SIDE;
        if is_small && !rect.cells().any(|cell| ground.has(cell)) {
            drawing.leave_out_empty(&name);
            continue;
        }
        let before = drawing.rooms.len();
        add_room(&name, settings, rect, ground, drawing);
        if drawing.rooms.len() > before {
            inside.extend(rect.cells());
        }
    }
    let is_outside = |cell: &&Cell| !inside.contains(*cell);
    let cells = ground.tiles.keys().chain(ground.things.keys());
    for cell in cells.filter(is_outside) {
        let what = "Cells outside of all rooms are left out".to_owned();
        let place = format!("column {}, row {} of the map", i64::from(cell.x) + 1, i64::from(cell.y) + 1);
        drawing.remarks.warn(
            "outside-rooms",
            what,
            Some(place),
            Some("draw a rectangle of the class Room around them".to_owned()),
        );
    }
}

fn add_room(name: &str, settings: DrawnSettings, rect: Rect, ground: &Ground, drawing: &mut Drawing) {
    drawing.add(name, settings, rect.size, |cell, remarks| {
        let place = || crate::import::drawing::place_in(name, cell);
        ground.meaning(cell + rect.min, place, remarks)
    });
}

/// The cells of a rectangle, each side moved to the nearest border of tiles.
fn rect_of(map: &Map, object: &Object) -> Option<Rect> {
    if object.shape != Shape::Box || object.width <= 0 || object.height <= 0 {
        return None;
    }
    let nearest = |at: i64, side: u32| {
        let side = i64::from(side) * 1000;
        near((at.saturating_add(side / 2)).div_euclid(side))
    };
    let (left, top) = (nearest(object.x, map.tile_width)?, nearest(object.y, map.tile_height)?);
    let right = nearest(object.x.saturating_add(object.width), map.tile_width)?;
    let bottom = nearest(object.y.saturating_add(object.height), map.tile_height)?;
    let (width, height) = (right.checked_sub(left)?, bottom.checked_sub(top)?);
    Some(Rect::new(Cell::new(left, top), Size::new(u32::try_from(width).ok()?, u32::try_from(height).ok()?)))
}

fn is_whole(map: &Map, object: &Object) -> bool {
    let (width, height) = (i64::from(map.tile_width) * 1000, i64::from(map.tile_height) * 1000);
    [object.x % width, object.width % width, object.y % height, object.height % height] == [0; 4]
}

/// What the properties of a rectangle say of its room.
fn settings(object: &Object, name: &str, meanings: &Meanings<'_>, remarks: &mut Remarks) -> DrawnSettings {
    let mut settings = DrawnSettings::default();
    let mut card = (None, None, None);
    for (key, property) in &object.properties {
        let number = match property {
            Property::Int(number) => u32::try_from(*number).ok(),
            Property::Text(text) => text.parse().ok(),
            _ => None,
        };
        let is_so = match property {
            Property::Bool(is_so) => Some(*is_so),
            _ => None,
        };
        let text = || property.text().map(|text| meanings.decoded(text));
        let is_taken = match key.as_str() {
            "symbol" => set(&mut settings.symbol, text()),
            "notes" => set(&mut settings.notes, text()),
            "weight" => set(&mut settings.weight, number),
            "at_most" => set(&mut settings.at_most, number),
            "turns" => set(&mut settings.turns, is_so),
            "flips" => set(&mut settings.flips, is_so),
            "card_width" => set(&mut card.0, number),
            "card_height" => set(&mut card.1, number),
            "card_at_most" => set(&mut card.2, number),
            _ => false,
        };
        if !is_taken {
            let what = format!("The property \"{key}\" of rooms is left out");
            let hint = "rooms have symbol, weight, at_most, turns, flips, notes, card_width, card_height and card_at_most";
            remarks.warn("room-property", what, Some(format!("\"{name}\"")), Some(hint.to_owned()));
        }
    }
    if let (Some(width), Some(height), at_most_per_place) = card {
        settings.card = Some(Card { cell: Size::new(width, height), at_most_per_place });
    }
    settings
}

fn set<T>(field: &mut Option<T>, value: Option<T>) -> bool {
    let is_some = value.is_some();
    *field = value;
    is_some
}

/// What a map that this program wrote says of its set.
fn drawn_set(map: &Map, meanings: &Meanings<'_>) -> Option<DrawnSet> {
    if !map.is_own() {
        return None;
    }
    let text = |name: &str| meanings.text(&map.properties, name);
    let blocker = text("blocker")
        .map(|name| TileLook { name, color: meanings.color(&map.properties, "blocker_color") });
    let legend = meanings.legend();
    let looks = text("looks").and_then(|text| ron::from_str(&text).ok()).unwrap_or_default();
    let sheet = text("sheet").and_then(|text| ron::from_str(&text).ok());
    let (name, notes) = (text("room_set")?, text("notes").unwrap_or_default());
    Some(DrawnSet { name, notes, blocker, sheet, looks, legend })
}
