//! Puts the objects of a map on cells: sockets, and things in rooms.
//!
//! Positions follow the alignment, size and rotation of the object. Objects that cannot be placed are
//! remarked.

use std::rc::Rc;

use super::areas::{AreaMeaning, area_of};
use super::model::{Alignment, ObjectShape, SourceLayer, SourceObject, SourceProperties, SourceProperty};
use super::sheet::MapCells;
use super::tiles::{TileCover, TileReader, is_read};
use super::turns::turned;
use crate::base::{Cell, Hint, Rect, Size};
use crate::import::drawing::Remarks;

/// A full turn, in thousandths of a degree.
const FULL_TURN: i64 = 360_000;
/// Maximum number of cells around all areas of a map.
pub(crate) const MOST_AREA_CELLS: usize = 1 << 22;

/// Position of an object, in thousandths of a pixel of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ObjectBounds {
    pub left: i64,
    pub top: i64,
    pub width: i64,
    pub height: i64,
    /// Middle after turning.
    pub middle: (i64, i64),
    /// `true` if it is turned by something other than a multiple of 90 degrees.
    pub is_slanted: bool,
    turn: ObjectRotation,
}

/// A rectangle turned about a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ObjectRotation {
    pivot: (i64, i64),
    rotation: i64,
    /// Corners of the rectangle before turning, relative to the pivot.
    corner: (i64, i64),
    far: (i64, i64),
}

impl ObjectBounds {
    /// Returns the position of an object on a layer. `None` if it is too far out.
    pub fn of(object: &SourceObject, layer: &SourceLayer, reader: &TileReader<'_>) -> Option<Self> {
        let mut size = (object.width, object.height);
        let (mut alignment, mut offset) = (Alignment::TOP_LEFT, (0, 0));
        if let Some((set, _, tile)) = object.tile.and_then(|number| reader.tile(number)) {
            let usual = tile.and_then(|tile| tile.size).unwrap_or(set.tile_size);
            // An object without a size has that of its tile.
            size = (if size.0 > 0 { size.0 } else { usual.0 }, if size.1 > 0 { size.1 } else { usual.1 });
            let scaled = |offset: i64, size: i64, usual: i64| {
                if usual > 0 {
                    i64::try_from(i128::from(offset) * i128::from(size) / i128::from(usual)).ok()
                } else {
                    Some(offset)
                }
            };
            alignment = set.alignment;
            offset = (scaled(set.offset.0, size.0, usual.0)?, scaled(set.offset.1, size.1, usual.1)?);
        } else if object.tile.is_some() {
            alignment = Alignment::default();
        }
        let corner = (
            offset.0.checked_sub(size.0.checked_mul(alignment.across)? / 2)?,
            offset.1.checked_sub(size.1.checked_mul(alignment.down)? / 2)?,
        );
        let rotation = object.rotation.rem_euclid(FULL_TURN);
        let at = (object.x.checked_add(layer.offset.0)?, object.y.checked_add(layer.offset.1)?);
        let far = (corner.0.checked_add(size.0)?, corner.1.checked_add(size.1)?);
        let middle =
            turned((corner.0.checked_add(size.0 / 2)?, corner.1.checked_add(size.1 / 2)?), rotation)?;
        let (one, other) = match rotation % (FULL_TURN / 4) {
            0 => (turned(corner, rotation)?, turned(far, rotation)?),
            _ => (corner, far),
        };
        let (left, top) = (one.0.min(other.0), one.1.min(other.1));
        Some(Self {
            left: at.0.checked_add(left)?,
            top: at.1.checked_add(top)?,
            width: one.0.max(other.0).checked_sub(left)?,
            height: one.1.max(other.1).checked_sub(top)?,
            middle: (at.0.checked_add(middle.0)?, at.1.checked_add(middle.1)?),
            is_slanted: rotation % (FULL_TURN / 4) != 0,
            turn: ObjectRotation { pivot: at, rotation, corner, far },
        })
    }

    /// Returns `true` if a point is in the rectangle as drawn.
    fn covers(&self, (x, y): (i64, i64)) -> bool {
        let ObjectRotation { pivot, rotation, corner, far } = self.turn;
        let from_pivot = x.checked_sub(pivot.0).zip(y.checked_sub(pivot.1));
        let point = from_pivot.and_then(|point| turned(point, -rotation));
        point.is_some_and(|(x, y)| (corner.0..far.0).contains(&x) && (corner.1..far.1).contains(&y))
    }

    /// Returns the cells that contain all of it. `None` if they are too far out.
    fn cells(&self, sheet: &MapCells) -> Option<Rect> {
        let ObjectRotation { pivot, rotation, corner, far } = self.turn;
        let corners = [corner, (far.0, corner.1), far, (corner.0, far.1)].map(|point| {
            let (x, y) = turned(point, rotation)?;
            sheet.cell_at(x.checked_add(pivot.0)?, y.checked_add(pivot.1)?)
        });
        let cells = corners.into_iter().map(|cell| Some(Rect::new(cell?, Size::new(1, 1))));
        cells.reduce(|one, other| Some(one?.union(other?)))?
    }
}

/// Returns the class and the properties of an object, completed by those of its tile.
pub(crate) fn described(object: &SourceObject, reader: &TileReader<'_>) -> (String, SourceProperties) {
    let (mut class, mut properties) = (object.class.clone(), object.properties.clone());
    let tile = object.tile.and_then(|number| reader.tile(number)).and_then(|(_, _, tile)| tile);
    if let Some(tile) = tile {
        for (name, value) in &tile.properties {
            properties.entry(name.clone()).or_insert_with(|| value.clone());
        }
        if class.is_empty() {
            class.clone_from(&tile.class);
        }
        if class.is_empty() && object.name.is_empty() {
            let name = tile.properties.get("name").and_then(SourceProperty::text);
            class = name.map(str::to_owned).or_else(|| tile.picture.clone()).unwrap_or_default();
        }
    }
    (class, properties)
}

/// Puts the objects of a map on its cells.
pub(crate) struct ThingPlacer<'p> {
    pub reader: &'p TileReader<'p>,
    pub sheet: &'p mut MapCells,
    pub remarks: &'p mut Remarks,
    /// Name of the map, if there are several.
    pub map: Option<&'p str>,
    /// `true` if objects outside the map are left out.
    pub has_edges: bool,
    /// Number of cells that further areas may cover.
    pub area_cells_left: usize,
}

impl ThingPlacer<'_> {
    /// Puts an object on its cell, or remarks why that is impossible.
    pub fn add(&mut self, object: &SourceObject, layer: &SourceLayer) {
        let spot = ObjectBounds::of(object, layer, self.reader);
        let cell = spot.and_then(|spot| self.sheet.cell_at(spot.middle.0, spot.middle.1));
        if let Some(why) = &object.missing {
            self.sheet.unread.extend(cell);
            let which = format!("Objects with an unreadable template ({why})");
            let hint = "Put the template where the map expects it.";
            return self.leave_out(object, layer, &which, Some(hint));
        }
        if !object.is_visible {
            return self.leave_out(object, layer, "Hidden objects", None);
        }
        if let ObjectShape::Other(shape) = object.shape {
            let hint = "Draw sockets and things as points, rectangles or tiles.";
            return self.leave_out(object, layer, &format!("Objects drawn as {shape}s"), Some(hint));
        }
        let Some((spot, cell)) = spot.zip(cell) else {
            return self.leave_out(object, layer, "Objects that lie too far away", None);
        };
        if let Some(area) = area_of(object, layer, self.reader) {
            return self.cover(object, layer, spot, area);
        }
        if self.has_edges && self.sheet.area.is_some_and(|area| !area.contains(cell)) {
            let kind = self.reader.project.kind;
            let draw = |bounds| format!("Draw {bounds} around the room that they belong to.");
            let hint = kind.bounds().map(draw);
            return self.leave_out(object, layer, "Objects outside the map", hint.as_deref());
        }
        if spot.is_slanted && object.shape == ObjectShape::Box {
            let what = "Rotated objects stand on the cell in their middle".to_owned();
            self.remarks.note("turned-object", what, Some(self.place(object, layer)), None);
        }
        self.put(object, layer, spot, cell);
    }

    fn put(&mut self, object: &SourceObject, layer: &SourceLayer, spot: ObjectBounds, cell: Cell) {
        let (class, properties) = described(object, self.reader);
        let tile = object.tile.map(|number| self.reader.tile(number));
        if let Some(None) = tile {
            self.sheet.unread.insert(cell);
        }
        if let Some(Some((set, _, _))) = tile
            && set.missing.is_some()
        {
            self.sheet.unread.insert(cell);
        }
        let Some(meaning) = self.reader.of_thing(&class, &object.name, &properties, self.remarks) else {
            let hint = "Give them the class Socket, Entity or Marker.";
            self.sheet.unread.insert(cell);
            return self.leave_out(object, layer, "Objects without a meaning", Some(hint));
        };
        let is_large =
            object.tile.is_none() && (spot.width > self.sheet.cell.0 || spot.height > self.sheet.cell.1);
        if is_large {
            let what = "Objects that cover several cells stand on the one in their middle".to_owned();
            self.remarks.note("large-object", what, Some(self.place(object, layer)), None);
        }
        if let Some(covered) = self.sheet.put(cell, Rc::new(meaning), TileCover::All) {
            let what =
                format!("{} lies on the same cell below this object and is left out", covered.called());
            self.remarks.warn("object-left-out", what, Some(self.place(object, layer)), None);
        }
    }

    /// Puts the ground that an object represents on the cells whose middle it covers.
    fn cover(&mut self, object: &SourceObject, layer: &SourceLayer, spot: ObjectBounds, area: AreaMeaning) {
        let edges = self.sheet.area.filter(|_| self.has_edges);
        let cells = spot.cells(self.sheet).map(|cells| edges.map_or(cells, |edges| cells.shared(edges)));
        let Some(cells) = cells.filter(|cells| cells.size.area() > 0) else {
            return self.leave_out(object, layer, "Objects outside the map", None);
        };
        let Some(left) = self.area_cells_left.checked_sub(cells.size.area()) else {
            return self.leave_out(object, layer, "Rectangles over too many cells", None);
        };
        self.area_cells_left = left;
        let meaning = Rc::new(area.meaning);
        let (width, height) = self.sheet.cell;
        let middle =
            |cell: Cell| (i64::from(cell.x) * width + width / 2, i64::from(cell.y) * height + height / 2);
        let covered: Vec<Cell> = cells.cells().filter(|cell| spot.covers(middle(*cell))).collect();
        if covered.is_empty() {
            let hint = "Draw them over the middle of each cell that they should cover.";
            return self.leave_out(object, layer, "Rectangles over the middle of no cell", Some(hint));
        }
        for cell in covered {
            self.sheet.put(cell, Rc::clone(&meaning), TileCover::All);
        }
        let keys = object.properties.keys().filter(|key| !is_read(key));
        for key in keys {
            let what = format!("The property \"{key}\" of ground is left out");
            self.remarks.note("object-property", what, Some(self.place(object, layer)), None);
        }
        if let Some(why) = area.assumed {
            self.remarks.once("assumed", why, Some("If that is wrong, use a legend.".into()));
        }
    }

    fn leave_out(&mut self, object: &SourceObject, layer: &SourceLayer, which: &str, hint: Option<&str>) {
        let what = format!("{which} are left out");
        let place = Some(self.place(object, layer));
        self.remarks.warn("object-left-out", what, place, hint.map(Hint::from));
    }

    fn place(&self, object: &SourceObject, layer: &SourceLayer) -> String {
        let line = object.line.map_or_else(String::new, |line| format!(", line {line}"));
        let map = self.map.map_or_else(String::new, |map| format!(" of \"{map}\""));
        format!("the layer \"{}\"{map}{line} ({})", layer.name, object.called())
    }
}
