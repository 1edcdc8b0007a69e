//! Reads a level back from a map that this program exported, so that its places can become rooms.
//!
//! Tiles come from the layers, places from the rectangles, doors and things from the objects. The owners of
//! cells come from the layer `Owners`, or follow from the places and doors.

use std::collections::BTreeMap;

use super::model::{LayerContent, ObjectId, SourceMap, SourceObject, SourceProperties, SourceProperty};
use super::own_cells::{DoorCell, add_owners, add_sockets};
use super::owner_areas::{AREA, owner_areas, owner_link};
use super::sheet::MapCells;
use super::things::ObjectBounds;
use super::tiles::TileReader;
use crate::base::{Cell, Color, Grid, Rect, Seed, Size};
use crate::export::BOARD_DROP;
use crate::import::drawing::Remarks;
use crate::level::{
    BoardRecord, Entity, EntityId, Level, MissionRecord, Owner, Passage, PassageForm, PassageId, Place,
    PlaceId, Report, Template, Tile,
};
use crate::mission::{Attributes, Door, EdgeId, NodeId, Technique};
use crate::rooms::{LegendEntry, TileLook};
use crate::settings::Movement;

/// Maximum number of cells of a level.
const MOST_CELLS: usize = 1 << 21;
/// Maximum width and height of a template, in cells.
const LARGEST_TEMPLATE: u32 = 4_096;
/// Maximum number of places, and of passages.
const MOST_THINGS: usize = 20_000;
/// First character used for tiles. It is for private use, so rooms get other characters.
const FIRST_CHARACTER: u32 = 0xe000;
/// Properties of entities that belong to the level, not to the game.
const BOOKKEEPING: [&str; 10] =
    ["entity", "kind", "place", "node", "pass", "solid", "marker", "opens", "locks", "sprite"];

/// Reads a level. `None` if the map is too large or has no places.
pub(crate) fn level_of(map: &SourceMap, sheet: &MapCells, reader: &TileReader<'_>) -> Option<Level> {
    let size = sheet.area.filter(|area| area.size.area() <= MOST_CELLS)?.size;
    let mut level = bare_level(size, &reader.project.properties, &map.properties);
    add_tiles(&mut level, sheet);
    let objects = LevelObjects::of(map, sheet, reader);
    level.places = objects.places();
    let area: usize = level.places.iter().map(|place| place.bounds.size.area()).sum();
    if level.places.is_empty() || area > MOST_CELLS {
        return None;
    }
    level.passages = objects.passages();
    level.entities = objects.entities(reader);
    let known = owner_areas(map, sheet, reader, &objects.owner_links());
    let doors = objects.door_cells();
    add_sockets(&mut level, &doors, &known);
    add_owners(&mut level, &doors, &known);
    Some(level)
}

/// Creates a level of solid wall with the level-wide properties of the map.
fn bare_level(size: Size, file: &SourceProperties, map: &SourceProperties) -> Level {
    let text = |name: &str| {
        file.get(name).or_else(|| map.get(name)).map(SourceProperty::written).unwrap_or_default()
    };
    Level {
        format: Level::FORMAT,
        generator: Level::GENERATOR.to_owned(),
        grammar: text("grammar"),
        seed: text("seed").parse().unwrap_or(Seed(0)),
        rolls: Vec::new(),
        variables: Default::default(),
        width: size.width,
        height: size.height,
        movement: Movement::Cardinal,
        legend: BTreeMap::new(),
        tiles: Grid::filled(size, '#').into(),
        owners: Grid::filled(size, Owner::NOBODY).into(),
        layers: Vec::new(),
        places: Vec::new(),
        passages: Vec::new(),
        entities: Vec::new(),
        templates: templates_of(&text("templates")),
        bridges: Vec::new(),
        populate: Vec::new(),
        themes: Default::default(),
        mission: MissionRecord::default(),
        report: Report::default(),
    }
}

fn add_tiles(level: &mut Level, sheet: &MapCells) {
    let plain =
        |name: &str, walkable: bool| Tile { name: name.to_owned(), walkable, color: Color::default() };
    let of_look =
        |look: &TileLook, walkable: bool| Tile { name: look.name.clone(), walkable, color: look.color };
    let mut kinds = vec![plain("wall", false)];
    let mut tiles = Grid::filled(level.tiles.size(), 0_usize);
    for cell in tiles.rect().cells() {
        let tile = match (sheet.things.get(&cell).map(|thing| &thing.entry), sheet.tile(cell)) {
            (Some(LegendEntry::Socket(_)), _) => plain(Door::Plain.tile_name(), true),
            (_, Some(LegendEntry::Floor)) => plain("floor", true),
            (_, Some(LegendEntry::Ground(look))) => of_look(look, true),
            (_, Some(LegendEntry::Obstacle(look))) => of_look(look, false),
            _ => continue,
        };
        let number = kinds.iter().position(|known| *known == tile).unwrap_or_else(|| {
            kinds.push(tile);
            kinds.len() - 1
        });
        if let Some(place) = tiles.get_mut(cell) {
            *place = number;
        }
    }
    let character = |number: usize| {
        let code = u32::try_from(number).ok().and_then(|number| char::from_u32(FIRST_CHARACTER + number));
        if number == 0 { '#' } else { code.unwrap_or('?') }
    };
    level.tiles = tiles.map(|number| character(*number)).into();
    level.legend = kinds.into_iter().enumerate().map(|(number, tile)| (character(number), tile)).collect();
}

/// An object with its cells.
struct LocatedObject<'o> {
    object: &'o SourceObject,
    rect: Rect,
    cell: Cell,
}

/// The objects of a level, by type.
struct LevelObjects<'o> {
    rooms: Vec<LocatedObject<'o>>,
    passages: Vec<LocatedObject<'o>>,
    doors: Vec<LocatedObject<'o>>,
    things: Vec<LocatedObject<'o>>,
}

impl<'o> LevelObjects<'o> {
    fn of(map: &'o SourceMap, sheet: &MapCells, reader: &TileReader<'_>) -> Self {
        let mut objects =
            Self { rooms: Vec::new(), passages: Vec::new(), doors: Vec::new(), things: Vec::new() };
        for layer in &map.layers {
            let LayerContent::Objects(all) = &layer.content else { continue };
            for object in all {
                let Some(spot) = ObjectBounds::of(object, layer, reader) else { continue };
                let (Some(cell), Some(min)) =
                    (sheet.cell_at(spot.middle.0, spot.middle.1), sheet.cell_at(spot.left, spot.top))
                else {
                    continue;
                };
                let cells =
                    |length: i64, side: i64| u32::try_from(length / side.max(1)).unwrap_or(0).min(1 << 16);
                let size = Size::new(cells(spot.width, sheet.cell.0), cells(spot.height, sheet.cell.1));
                let rect = Rect::new(min, size);
                let is_inside = sheet.area.is_some_and(|area| area.union(rect) == area);
                if !is_inside {
                    continue;
                }
                let found = LocatedObject { object, rect, cell };
                match object.class.as_str() {
                    "Room" => objects.rooms.push(found),
                    "Edge" | "Passage" => objects.passages.push(found),
                    "Door" => objects.doors.push(found),
                    "Lock" | "PlayerStart" | "Exit" | BOARD_DROP | AREA => {}
                    _ if layer.is_visible && object.is_visible => objects.things.push(found),
                    _ => {}
                }
            }
        }
        objects
    }

    fn places(&self) -> Vec<Place> {
        let places: BTreeMap<usize, Place> =
            self.rooms.iter().filter_map(place_of).map(|place| (place.id.index(), place)).collect();
        without_gaps(places, no_place)
    }

    fn passages(&self) -> Vec<Passage> {
        let ids: BTreeMap<String, PlaceId> = self
            .rooms
            .iter()
            .filter_map(|room| Some((link_to(&room.object.id)?, PlaceId(int(room.object, "place")?))))
            .collect();
        let read = |found: &LocatedObject<'_>| {
            let end = |name: &str| ids.get(&found.object.properties.get(name)?.written()).copied();
            Some(Passage {
                symbol: text(found.object, "symbol").unwrap_or_default(),
                from: end("from")?,
                to: end("to")?,
                socket: text(found.object, "socket"),
                ..no_passage(PassageId(int(found.object, "passage")?).index())
            })
        };
        let passages: BTreeMap<usize, Passage> =
            self.passages.iter().filter_map(read).map(|passage| (passage.id.index(), passage)).collect();
        without_gaps(passages, no_passage)
    }

    /// Returns the texts by which areas refer to places and passages.
    fn owner_links(&self) -> BTreeMap<String, Owner> {
        let places = self
            .rooms
            .iter()
            .filter_map(|room| owner_link(&room.object.id, PlaceId(int(room.object, "place")?).into()));
        let passages = self.passages.iter().filter_map(|passage| {
            owner_link(&passage.object.id, PassageId(int(passage.object, "passage")?).into())
        });
        places.chain(passages).collect()
    }

    /// Returns the cells of doors, with the passages that they belong to.
    fn door_cells(&self) -> Vec<DoorCell> {
        let ids: BTreeMap<String, PassageId> = self
            .passages
            .iter()
            .filter_map(|passage| {
                Some((link_to(&passage.object.id)?, PassageId(int(passage.object, "passage")?)))
            })
            .collect();
        let passage =
            |found: &LocatedObject<'_>| ids.get(&found.object.properties.get("passage")?.written()).copied();
        self.doors.iter().map(|found| (found.cell, passage(found))).collect()
    }

    fn entities(&self, reader: &TileReader<'_>) -> Vec<Entity> {
        let read = |(found, number): (&LocatedObject<'_>, u32)| {
            let object = found.object;
            let is_so =
                |name: &str| object.properties.get(name).and_then(SourceProperty::truth) == Some(true);
            let is_own = object.properties.contains_key("entity");
            let named = if object.class.is_empty() { object.name.clone() } else { object.class.clone() };
            Entity {
                id: EntityId(number),
                kind: text(object, "kind").filter(|_| is_own).unwrap_or(named),
                at: found.cell,
                place: PlaceId(0),
                node: int(object, "node").filter(|_| is_own).map(NodeId),
                opens: Vec::new(),
                properties: properties_of(object, is_own, reader),
                marker: is_so("marker"),
                pass: text(object, "pass"),
                solid: is_so("solid"),
            }
        };
        self.things.iter().zip(1..).map(read).collect()
    }
}

fn properties_of(object: &SourceObject, is_own: bool, reader: &TileReader<'_>) -> Attributes {
    let is_kept = |name: &str| {
        let plain = name.trim_end_matches(|letter: char| letter == '_' || letter.is_ascii_digit());
        !is_own
            || !BOOKKEEPING.contains(&name)
                && !matches!(plain, "opens" | "locks")
                && !name.starts_with("godot_")
    };
    let kept = object.properties.iter().filter(|(name, _)| is_kept(name));
    let kept: SourceProperties = kept.map(|(name, value)| (name.clone(), value.clone())).collect();
    reader.attributes(&kept, &mut Remarks::default())
}

fn place_of(found: &LocatedObject<'_>) -> Option<Place> {
    let object = found.object;
    let technique = match text(object, "technique").as_deref() {
        Some("Room") => Technique::Room,
        Some("Cave") => Technique::Cave,
        Some("Cards") => Technique::Cards,
        _ => Technique::Hall,
    };
    let board =
        BoardRecord { cells: Size::new(1, 1), cell: found.rect.size, cards: Vec::new(), drops: Vec::new() };
    Some(Place {
        node: NodeId(int(object, "node").unwrap_or_default()),
        symbol: text(object, "symbol")?,
        technique,
        anchor: found.rect.center(),
        bounds: found.rect,
        template: text(object, "room_template").or_else(|| text(object, "template")),
        turn: int(object, "turn").and_then(|turn| u8::try_from(turn % 4).ok()).unwrap_or_default(),
        flip: object.properties.get("flip").and_then(SourceProperty::truth) == Some(true),
        board: (technique == Technique::Cards).then_some(board),
        ..no_place(PlaceId(int(object, "place")?).index())
    })
}

/// Returns a placeholder for a place that is unknown or no longer on the map.
fn no_place(at: usize) -> Place {
    Place {
        id: PlaceId::at(at),
        node: NodeId(0),
        symbol: String::new(),
        role: None,
        technique: Technique::Hall,
        anchor: Cell::new(0, 0),
        bounds: Rect::default(),
        attributes: Attributes::new(),
        template: None,
        turn: 0,
        flip: false,
        sockets: Vec::new(),
        board: None,
        stand_in: false,
        walled: 0,
    }
}

/// Returns a placeholder for an unknown passage.
fn no_passage(at: usize) -> Passage {
    Passage {
        id: PassageId::at(at),
        edge: EdgeId(0),
        symbol: String::new(),
        from: PlaceId(0),
        to: PlaceId(0),
        kind: PassageForm::Corridor,
        doors: Vec::new(),
        one_way: false,
        door: Door::Plain,
        gap: None,
        threshold: Vec::new(),
        socket: None,
        locks: Vec::new(),
    }
}

/// Turns items by index into a list; missing indices get a placeholder.
fn without_gaps<T>(mut found: BTreeMap<usize, T>, filling: impl Fn(usize) -> T) -> Vec<T> {
    found.retain(|at, _| *at < MOST_THINGS);
    let count = found.last_key_value().map_or(0, |(last, _)| last + 1);
    (0..count).map(|at| found.remove(&at).unwrap_or_else(|| filling(at))).collect()
}

/// Parses the templates stored in a map, and drops those with cells outside their pictures.
fn templates_of(text: &str) -> BTreeMap<String, Template> {
    let mut templates: BTreeMap<String, Template> = serde_json::from_str(text).unwrap_or_default();
    templates.retain(|_, template| {
        let width = template.picture.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let side = |length: usize| u32::try_from(length).ok().filter(|side| *side <= LARGEST_TEMPLATE);
        let Some(size) = side(width).zip(side(template.picture.len())) else { return false };
        let picture = Rect::new(Cell::new(0, 0), size.into());
        let special = template.special_sockets.iter().map(|socket| &socket.cell);
        template.sockets.iter().chain(special).all(|cell| picture.contains(*cell))
    });
    templates
}

fn text(object: &SourceObject, name: &str) -> Option<String> {
    object.properties.get(name)?.text().map(str::to_owned).filter(|text| !text.is_empty())
}

fn int(object: &SourceObject, name: &str) -> Option<u32> {
    match object.properties.get(name)? {
        SourceProperty::Int(number) => u32::try_from(*number).ok(),
        other => other.written().parse().ok(),
    }
}

/// Returns the text by which links name an object.
fn link_to(id: &ObjectId) -> Option<String> {
    Some(super::model::link(&id.text()?))
}
