//! Cuts rooms out of the cells of maps.
//!
//! In: a project and the lexicon. Out: a drawing with all rooms and remarks. A map with rectangles of class
//! `room` gives one room for each of them; any other map is one room. Levels that this program exported give
//! their places instead.

use std::collections::BTreeSet;

use super::census::Census;
use super::filling::{FloodResult, WIDEST_DOOR, fill, fill_to_edge};
use super::model::{
    Author, LayerContent, ObjectShape, SourceLayer, SourceMap, SourceObject, SourceProject, SourceProperties,
    near,
};
use super::own_level::level_of;
use super::settings::settings;
use super::sheet::{MapCells, SheetMaker};
use super::solids::decide;
use super::things::{MOST_AREA_CELLS, ObjectBounds, ThingPlacer};
use super::tiles::TileReader;
use super::wording::leave_empty;
use crate::base::{Cell, Hint, Rect, Size};
use crate::import::Lexicon;
use crate::import::drawing::{
    CellMeaning, DrawnSet, DrawnSettings, NewRoom, Remarks, SourceDrawing, place_in,
};
use crate::import::places::draw_places;
use crate::level::{Place, PlaceId};
use crate::rooms::{LegendEntry, RoomTemplate, SocketEntry, TileLook};

/// The bounds of a room on a sheet.
#[derive(Clone, Debug)]
pub(crate) struct RoomBounds {
    pub name: String,
    pub id: Option<String>,
    pub settings: DrawnSettings,
    pub rect: Rect,
    /// Bounds given by the source, including empty rows and columns.
    pub edge: Option<Rect>,
}

/// Draws all rooms of a project.
pub(crate) fn drawing(project: &SourceProject, lexicon: &Lexicon<'_>) -> SourceDrawing {
    if project.author == Author::Level
        && let Some(drawing) = own_drawing(project, lexicon)
    {
        return drawing;
    }
    let mut remarks = Remarks::default();
    let reader = TileReader::new(project, lexicon);
    let census = Census::of(project);
    let decisions = decide(&reader, &census, lexicon, &mut remarks);
    let mut drawing = SourceDrawing::default();
    drawing.set = drawn_set(project, &reader);
    drawing.remarks = remarks;
    drawing.solid_candidates.clone_from(&decisions.candidates);
    let maker = SheetMaker { reader: &reader, census: &census, decisions: &decisions };
    for map in &project.maps {
        if drawing.is_full() {
            break;
        }
        if let Some(size) = maker.size_beyond_rooms(map) {
            drawing.leave_out_large(&map.name, size, Some(project.kind.parting()));
            continue;
        }
        let mut remarks = std::mem::take(&mut drawing.remarks);
        let sheet = maker.sheet(map, &mut remarks);
        drawing.remarks = remarks;
        let has_several = project.maps.len() > 1;
        MapReader { map, reader: &reader, sheet, has_several }.add_rooms(decisions.is_unknown, &mut drawing);
    }
    drawing
}

/// Draws the places of a level that this program exported. `None` if the map is no longer a level.
fn own_drawing(project: &SourceProject, lexicon: &Lexicon<'_>) -> Option<SourceDrawing> {
    let mut remarks = Remarks::default();
    let reader = TileReader::new(project, lexicon);
    let census = Census::of(project);
    let decisions = decide(&reader, &census, lexicon, &mut remarks);
    let map = project.maps.first().filter(|_| project.maps.len() == 1)?;
    let maker = SheetMaker { reader: &reader, census: &census, decisions: &decisions };
    let sheet = maker.sheet(map, &mut remarks);
    let level = level_of(map, &sheet, &reader)?;
    let is_there = |place: &&Place| place.bounds.size.area() > 0;
    let places: Vec<PlaceId> = level.places.iter().filter(is_there).map(|place| place.id).collect();
    let mut drawing = draw_places(&level, &places);
    if level.grammar.is_empty() {
        // Tables do not contain the grammar and the seed of a level.
        drawing.rooms.iter_mut().for_each(|room| room.settings.notes = None);
    }
    Some(drawing)
}

/// Reads the objects of a map and cuts rooms out of its cells.
struct MapReader<'m> {
    map: &'m SourceMap,
    reader: &'m TileReader<'m>,
    sheet: MapCells,
    has_several: bool,
}

impl<'m> MapReader<'m> {
    fn add_rooms(mut self, is_unknown: bool, drawing: &mut SourceDrawing) {
        let bounds = self.place_objects(&mut drawing.remarks);
        if is_unknown && drawing.set.is_none() {
            let kind = self.reader.project.kind;
            let (part, tiles) = (kind.part(), kind.noun().word(2));
            let what = format!("Nothing in the {part} has a known meaning, so it becomes no room");
            let hint = format!("Explain its {tiles} in a legend next to it.");
            return drawing.remarks.warn("empty-map", what, self.place(), Some(hint.into()));
        }
        if bounds.is_empty() {
            return self.add_whole(drawing);
        }
        let mut inside = BTreeSet::new();
        for (object, layer) in bounds {
            if drawing.is_full() {
                break;
            }
            let Some(bounds) = self.bounds_of(object, layer, &mut drawing.remarks) else { continue };
            let rect = bounds.rect;
            if rect.size.width.max(rect.size.height) <= RoomTemplate::MAX_SIDE {
                if !rect.cells().any(|cell| self.sheet.has(cell)) {
                    drawing.leave_out_empty(&bounds.name);
                    continue;
                }
                inside.extend(rect.cells().filter(|cell| self.sheet.has(*cell)));
            }
            add_room(&self.sheet, bounds, drawing);
        }
        self.remark_outside(&inside, &mut drawing.remarks);
    }

    /// Puts things on their cells and returns the objects that bound rooms.
    fn place_objects(&mut self, remarks: &mut Remarks) -> Vec<(&'m SourceObject, &'m SourceLayer)> {
        let map = self.map;
        let layers = map.layers.iter().filter(|layer| layer.is_visible);
        let objects = |layer: &'m SourceLayer| match &layer.content {
            LayerContent::Objects(objects) => objects.as_slice(),
            LayerContent::Tiles(_) | LayerContent::Other(_) | LayerContent::Unreadable(_) => &[],
        };
        let all = layers.flat_map(|layer| objects(layer).iter().map(move |object| (object, layer)));
        let (bounds, things): (Vec<_>, Vec<_>) = all.partition(|(object, _)| object.is_room());
        let (bounds, hidden): (Vec<_>, Vec<_>) = bounds.into_iter().partition(|(room, _)| room.is_visible);
        for (room, _) in hidden {
            let hint = "Show them to import them.";
            remarks.warn(
                "room-left-out",
                "Hidden rooms are left out".to_owned(),
                Some(room.called()),
                Some(hint.into()),
            );
        }
        let mut placer = ThingPlacer {
            reader: self.reader,
            sheet: &mut self.sheet,
            remarks,
            map: self.has_several.then_some(map.name.as_str()),
            has_edges: bounds.is_empty(),
            area_cells_left: MOST_AREA_CELLS,
        };
        for (object, layer) in things {
            placer.add(object, layer);
        }
        bounds
    }

    /// Adds the whole map as one room.
    fn add_whole(&self, drawing: &mut SourceDrawing) {
        let Some(rect) = self.sheet.bounds() else {
            let part = self.reader.project.kind.part();
            let what = format!("The {part} contains nothing that could become a room");
            return drawing.remarks.warn("empty-map", what, self.place(), None);
        };
        let (name, id) = (self.map.name.clone(), self.map.id.clone());
        let settings = match self.reader.project.author {
            Author::Other => settings(&self.map.properties, &name, self.reader, &mut drawing.remarks),
            Author::RoomSet | Author::Level => DrawnSettings::default(),
        };
        add_room(&self.sheet, RoomBounds { name, id, settings, rect, edge: self.sheet.area }, drawing);
    }

    /// Returns the name of the map, if there are several.
    fn place(&self) -> Option<String> {
        self.has_several.then(|| format!("\"{}\"", self.map.name))
    }

    /// Returns the bounds of the room that an object describes. If it is not a usable rectangle, a remark
    /// says so.
    fn bounds_of(
        &self,
        object: &SourceObject,
        layer: &SourceLayer,
        remarks: &mut Remarks,
    ) -> Option<RoomBounds> {
        let is_own = self.reader.project.author == Author::RoomSet;
        let is_nameless = if is_own { object.name.is_empty() } else { object.name.trim().is_empty() };
        let id = object.id.text();
        let name = match is_nameless {
            true => format!("Room {}", id.as_deref().unwrap_or("0")),
            false => self.reader.decoded(&object.name),
        };
        let place = || Some(format!("\"{name}\""));
        let spot = ObjectBounds::of(object, layer, self.reader).filter(|_| object.shape == ObjectShape::Box);
        let rect = spot.and_then(|spot| rect_of(spot, self.sheet.cell));
        let Some((spot, (rect, is_whole))) = spot.zip(rect) else {
            let what = "Rooms that are not rectangles are left out".to_owned();
            let hint = self.reader.project.kind.bounds().map(|bounds| Hint::new(format!("Draw {bounds}.")));
            remarks.warn("room-shape", what, place(), hint);
            return None;
        };
        if spot.is_slanted {
            let what = "Rotated rooms get the tiles that they would cover without rotation".to_owned();
            let hint = "Set the rotation of the rectangle to 0 in Tiled.";
            remarks.warn("turned-room", what, place(), Some(hint.into()));
        }
        if !is_whole {
            let what = "Rooms that do not lie on whole tiles get the tiles that they cover most".to_owned();
            remarks.note("room-between-tiles", what, place(), None);
        }
        let mut properties = match self.reader.project.author {
            Author::Other => self.map.properties.clone(),
            Author::RoomSet | Author::Level => SourceProperties::new(),
        };
        properties.extend(object.properties.clone());
        let settings = settings(&properties, &name, self.reader, remarks);
        Some(RoomBounds { name, id, settings, rect, edge: Some(rect) })
    }

    fn remark_outside(&self, inside: &BTreeSet<Cell>, remarks: &mut Remarks) {
        let kind = self.reader.project.kind;
        let hint = || kind.bounds().map(|bounds| Hint::new(format!("Draw {bounds} around them.")));
        let map =
            if self.has_several { format!("\"{}\"", self.map.name) } else { format!("the {}", kind.part()) };
        let place = |cell: Cell| {
            let (column, row) = (i64::from(cell.x) + 1, i64::from(cell.y) + 1);
            Some(format!("column {column}, row {row} of {map}"))
        };
        let unread = self.sheet.unread.iter().filter(|cell| !self.sheet.tiles.contains_key(*cell));
        let outside = self.sheet.tiles.keys().chain(unread).filter(|cell| !inside.contains(*cell));
        let (count, first) = outside.fold((0, None), |(count, first): (usize, Option<Cell>), cell| {
            (count + 1, Some(first.map_or(*cell, |first| first.min(*cell))))
        });
        if let Some(first) = first {
            let what = "Cells outside all rooms are left out".to_owned();
            remarks.warn_times("outside-rooms", what, count, place(first), hint());
        }
        for (cell, thing) in self.sheet.things.iter().filter(|(cell, _)| !inside.contains(*cell)) {
            let what = match &thing.entry {
                LegendEntry::Entity(placed) | LegendEntry::Marker(placed) => {
                    format!("\"{}\" stands outside all rooms and is left out", placed.kind)
                }
                _ => "Sockets outside all rooms are left out".to_owned(),
            };
            remarks.warn("outside-rooms", what, place(*cell), hint());
        }
    }
}

/// Adds the part of a sheet within the bounds of a room, without empty rows and columns at its edges.
pub(crate) fn add_room(sheet: &MapCells, bounds: RoomBounds, drawing: &mut SourceDrawing) {
    let RoomBounds { name, id, settings, mut rect, edge } = bounds;
    let is_small = |rect: &Rect| rect.size.width.max(rect.size.height) <= RoomTemplate::MAX_SIDE;
    if drawing.set.is_none() && is_small(&rect) {
        rect = sheet.bounds_within(rect).unwrap_or(rect);
    }
    let mut filling = FloodResult::default();
    if let Some(entry) = sheet.filling.as_ref().filter(|_| is_small(&rect)) {
        // If a map is too large, only its drawn part can be a room.
        let edge = edge.map(|edge| if is_small(&edge) { edge } else { rect });
        (rect, filling) = filled(sheet, rect, edge);
        remark_filling(&filling, entry, &name, &mut drawing.remarks);
    }
    let floor = sheet.filling.clone().unwrap_or(LegendEntry::Floor);
    let is_unread = |cell: &Cell| sheet.is_partial || sheet.unread.contains(cell);
    let cells = rect.cells().filter(|cell| is_small(&rect) && is_unread(cell));
    let unread = cells.map(|cell| cell - rect.min).collect();
    let room =
        NewRoom { name: &name, id, settings, size: rect.size, unread, parting: Some(sheet.kind.parting()) };
    drawing.add(room, |cell, remarks| {
        let at = cell + rect.min;
        if filling.floor.contains(&at) {
            return CellMeaning::of(floor.clone());
        }
        if filling.walls.contains(&at) {
            return CellMeaning::of(LegendEntry::Wall);
        }
        if filling.sockets.contains(&at) {
            return CellMeaning::of(LegendEntry::Socket(SocketEntry::default()));
        }
        sheet.meaning(at, || place_in(&name, cell), remarks)
    });
}

/// Fills the drawn part of a sheet. If walls enclose nothing there, everything within the edge is filled.
fn filled(sheet: &MapCells, drawn: Rect, edge: Option<Rect>) -> (Rect, FloodResult) {
    let filling = fill(sheet, drawn);
    let to_edge = |edge: Rect| (edge, fill_to_edge(sheet, edge));
    let wider = edge.filter(|_| filling.is_open).map(to_edge);
    wider.filter(|(_, wider)| !wider.is_open).unwrap_or((drawn, filling))
}

/// Says what was filled, and what was not.
fn remark_filling(filling: &FloodResult, entry: &LegendEntry, name: &str, remarks: &mut Remarks) {
    let place = || Some(format!("\"{name}\""));
    if !filling.floor.is_empty() {
        let what = match entry {
            LegendEntry::Ground(TileLook { name, .. }) => {
                format!("Empty cells inside walls became \"{name}\"")
            }
            _ => "Empty cells inside walls became floor".to_owned(),
        };
        remarks.note("empty-cells", what, place(), Some(leave_empty()));
    }
    if !filling.sockets.is_empty() {
        let what = format!("Openings of at most {WIDEST_DOOR} cells in the outer wall became sockets");
        remarks.note("openings", what, place(), Some("Close those that are not doors.".into()));
    }
    if filling.is_closed_at_edge {
        let what = "Walls enclose nothing, so the edge of the room became its outer wall".to_owned();
        remarks.note("openings", what, place(), Some(leave_empty()));
    } else if filling.has_wide {
        let what = format!("Openings of more than {WIDEST_DOOR} cells in the outer wall became walls");
        let hint = "Draw sockets where rooms should have doors.";
        remarks.note("openings", what, place(), Some(hint.into()));
    }
    if filling.is_open {
        let what = "Walls enclose nothing, so empty cells stay empty".to_owned();
        remarks.note("not-enclosed", what, place(), Some("Close the walls.".into()));
    }
}

/// Returns the cells of a rectangle and `true` if it fits the grid exactly. Each side is moved to the nearest
/// cell border.
fn rect_of(spot: ObjectBounds, cell: (i64, i64)) -> Option<(Rect, bool)> {
    if spot.width <= 0 || spot.height <= 0 {
        return None;
    }
    let nearest = |at: i64, side: i64| near(at.checked_add(side / 2)?.div_euclid(side.max(1)));
    let (left, top) = (nearest(spot.left, cell.0)?, nearest(spot.top, cell.1)?);
    let right = nearest(spot.left.checked_add(spot.width)?, cell.0)?;
    let bottom = nearest(spot.top.checked_add(spot.height)?, cell.1)?;
    let size = |from: i32, to: i32| u32::try_from(to.checked_sub(from)?).ok();
    let rect = Rect::new(Cell::new(left, top), Size::new(size(left, right)?, size(top, bottom)?));
    let rests = [
        spot.left % cell.0.max(1),
        spot.width % cell.0.max(1),
        spot.top % cell.1.max(1),
        spot.height % cell.1.max(1),
    ];
    Some((rect, rests == [0; 4]))
}

/// Returns the settings of the room set in a map that this program wrote.
fn drawn_set(project: &SourceProject, reader: &TileReader<'_>) -> Option<DrawnSet> {
    if project.author != Author::RoomSet {
        return None;
    }
    let text = |name: &str| reader.text(&project.properties, name);
    let blocker = text("blocker")
        .map(|name| TileLook { name, color: reader.color(&project.properties, "blocker_color") });
    let legend = reader.legend();
    let looks = text("looks").and_then(|text| ron::from_str(&text).ok()).unwrap_or_default();
    let sheet = text("sheet").and_then(|text| ron::from_str(&text).ok());
    let (name, notes) = (text("room_set")?, text("notes").unwrap_or_default());
    Some(DrawnSet { name, notes, blocker, sheet, looks, legend })
}
