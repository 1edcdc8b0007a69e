//! Reads the levels of an LDtk project as maps.

use serde_json::Value;

use super::definitions::{Definitions, STEP, property};
use super::{list, name_of, number, text_of};
use crate::import::drawing::Remarks;
use crate::import::source::model::{
    Author, Chunk, LARGEST_CELL, LayerContent, ObjectId, SourceBudget, SourceLayer, SourceMap, SourceObject,
    SourceProperties, near, thousandths,
};
use crate::import::tiled::author_of;

/// Reads levels one after the other, with a shared budget.
pub(super) struct LevelReader {
    pub definitions: Definitions,
    /// Side of a cell in pixels, for layers without a grid size of their own.
    pub side: i64,
    pub budget: SourceBudget,
    pub remarks: Remarks,
    pub author: Author,
}

/// Values shared by all parts of a layer.
struct LayerFrame<'l> {
    level: &'l str,
    side: i64,
    size: (u32, u32),
}

impl LevelReader {
    /// Reads a level as a map.
    pub fn map(&mut self, level: &Value) -> SourceMap {
        let name = name_of(level).to_owned();
        let properties = self.fields(level);
        if author_of(&properties) == Author::Level {
            self.author = Author::Level;
        }
        if text_of(level, "bgRelPath").is_some() {
            let what = "Pictures behind levels are left out".to_owned();
            self.remarks.note("other-layer", what, Some(format!("\"{name}\"")), None);
        }
        let mut rooms = 0;
        let mut layers = Vec::new();
        // LDtk lists the topmost layer first.
        for layer in list(level, "layerInstances").iter().rev() {
            layers.extend(self.layers(layer, &name, &mut rooms));
        }
        let length = |name: &str| Some(i64::from(number(level, name).filter(|length| *length > 0)?) * 1000);
        let grids = list(level, "layerInstances").iter().filter(|layer| layer["__type"] != "Entities");
        let sizes = grids.filter_map(|layer| {
            let side = i64::from(number(layer, "__gridSize")?) * 1000;
            Some((i64::from(number(layer, "__cWid")?) * side, i64::from(number(layer, "__cHei")?) * side))
        });
        let of_layers = sizes.reduce(|one, other| (one.0.max(other.0), one.1.max(other.1)));
        SourceMap {
            id: text_of(level, "iid").filter(|iid| !iid.is_empty()).map(str::to_owned),
            properties,
            cell: (self.side * 1000, self.side * 1000),
            size: length("pxWid").zip(length("pxHei")).or(of_layers),
            layers,
            name,
        }
    }

    /// Reads an LDtk layer as one or two layers: its numbers, and its tiles above them.
    fn layers(&mut self, layer: &Value, level: &str, rooms: &mut usize) -> Vec<SourceLayer> {
        let name = text_of(layer, "__identifier").unwrap_or_default();
        let kind = text_of(layer, "__type").unwrap_or_default();
        let side = |name: &str| number(layer, name).filter(|side| *side > 0);
        let uid = layer.get("layerDefUid").and_then(Value::as_i64).unwrap_or_default();
        let size = side("__cWid").zip(side("__cHei")).map(|(x, y)| (x.unsigned_abs(), y.unsigned_abs()));
        let frame = LayerFrame {
            level,
            side: side("__gridSize")
                .map(i64::from)
                .filter(|side| side * 1000 <= LARGEST_CELL)
                .unwrap_or_default(),
            size: size.unwrap_or_default(),
        };
        let definition =
            if kind == "IntGrid" { self.definitions.layer(uid, name) } else { self.definitions.known(uid) };
        let cell = if frame.side > 0 { frame.side * 1000 } else { self.side * 1000 };
        let moved = |name: &str| i64::from(number(layer, name).unwrap_or_default()) * 1000;
        let of = |content: LayerContent, is_painted: bool, empty: u32| SourceLayer {
            name: name.to_owned(),
            is_visible: layer.get("visible") != Some(&Value::Bool(false)),
            offset: (moved("__pxTotalOffsetX"), moved("__pxTotalOffsetY")),
            cell: (cell, cell),
            is_painted,
            has_parallax: definition.has_parallax,
            empty,
            content,
            ..SourceLayer::default()
        };
        let mut layers = Vec::new();
        if kind == "IntGrid" {
            let content =
                self.numbers(layer, &frame, definition.first).unwrap_or_else(LayerContent::Unreadable);
            layers.push(of(content, false, definition.first.unwrap_or_default()));
        }
        if kind == "Entities" {
            let objects =
                list(layer, "entityInstances").iter().map(|entity| self.entity(entity, &frame, rooms));
            let objects = objects.flatten().collect();
            layers.push(of(LayerContent::Objects(objects), false, 0));
            return layers;
        }
        let own = layer.get("overrideTilesetUid").and_then(Value::as_i64);
        let set =
            own.or_else(|| layer.get("__tilesetDefUid").and_then(Value::as_i64)).or(definition.tile_set);
        let tiles = list(layer, "autoLayerTiles").iter().chain(list(layer, "gridTiles"));
        let content = self.painted(tiles, &frame, set);
        if let Some(content) = content.unwrap_or_else(|why| Some(LayerContent::Unreadable(why))) {
            layers.push(of(content, true, 0));
        }
        layers
    }

    /// Reads the numbers of a layer.
    fn numbers(
        &mut self,
        layer: &Value,
        frame: &LayerFrame<'_>,
        first: Option<u32>,
    ) -> Result<LayerContent, String> {
        let (width, height) = frame.size;
        if width == 0 || frame.side == 0 {
            return Err("its size is missing".to_owned());
        }
        let numbers = list(layer, "intGridCsv");
        if numbers.len() as u64 != u64::from(width) * u64::from(height) {
            return Err(format!("it has {} numbers for {width} × {height} cells", numbers.len()));
        }
        self.budget.cells(width, height).map_err(|_| "the project is too large".to_owned())?;
        let first = first.ok_or("the project has too many layers of numbers")?;
        let tile = |value: &Value| {
            let value =
                value.as_u64().and_then(|value| u32::try_from(value).ok()).filter(|value| *value < STEP);
            value.map(|value| if value == 0 { 0 } else { first + value })
        };
        let tiles: Option<Vec<u32>> = numbers.iter().map(tile).collect();
        let tiles = tiles.ok_or("it has values that are not numbers, or too large")?;
        Ok(LayerContent::Tiles(vec![Chunk { x: 0, y: 0, width, tiles }]))
    }

    /// Reads the painted tiles of a layer; the topmost of each cell wins. `None` if there are none.
    fn painted<'v>(
        &mut self,
        tiles: impl Iterator<Item = &'v Value>,
        frame: &LayerFrame<'_>,
        set: Option<i64>,
    ) -> Result<Option<LayerContent>, String> {
        let mut tiles = tiles.peekable();
        if tiles.peek().is_none() || frame.side == 0 {
            return Ok(None);
        }
        let known = set.and_then(|uid| self.definitions.tile_set(uid));
        let (first, side) = known.ok_or("the project lacks its tile set")?;
        let mut chunks = Vec::new();
        let mut unreadable = 0;
        for tile in tiles {
            self.budget.cells(1, 1).map_err(|_| "the project is too large".to_owned())?;
            let px = |at: usize| tile.get("px")?.get(at)?.as_i64();
            let id = tile.get("t").and_then(Value::as_u64).and_then(|id| u32::try_from(id).ok());
            let half = frame.side.min(if side > 0 { side } else { frame.side }) / 2;
            let cell = |at: i64| near(at.checked_add(half)?.div_euclid(frame.side));
            let place = px(0).and_then(cell).zip(px(1).and_then(cell));
            match place.zip(id.filter(|id| *id < STEP)) {
                Some(((x, y), id)) => chunks.push(Chunk { x, y, width: 1, tiles: vec![first + id] }),
                None => unreadable += 1,
            }
        }
        if unreadable > 0 {
            let what = "Painted tiles without a position or a number are left out".to_owned();
            let place = Some(format!("\"{}\"", frame.level));
            self.remarks.warn_times("tile-left-out", what, unreadable, place, None);
        }
        Ok(Some(LayerContent::Tiles(chunks)))
    }

    /// Reads an entity. `None` if it has no position, or if there are too many, which is remarked.
    fn entity(&mut self, entity: &Value, frame: &LayerFrame<'_>, rooms: &mut usize) -> Option<SourceObject> {
        let class = text_of(entity, "__identifier").unwrap_or_default();
        if self.budget.object().is_err() {
            let what = "The project has too many entities; the others are left out".to_owned();
            self.remarks.warn("entity-left-out", what, Some(format!("\"{}\"", frame.level)), None);
            return None;
        }
        let Some((x, y, width, height)) = rect_of(entity) else {
            let what = format!("The entity \"{class}\" has no position and is left out");
            self.remarks.warn("entity-left-out", what, Some(format!("\"{}\"", frame.level)), None);
            return None;
        };
        let mut properties = self.fields(entity);
        let mut object = SourceObject {
            id: ObjectId::Text(text_of(entity, "iid").unwrap_or_default().to_owned()),
            class: class.to_owned(),
            x,
            y,
            width,
            height,
            ..SourceObject::default()
        };
        if object.is_room() {
            *rooms += 1;
            let said =
                properties.remove("name").map(|name| name.written()).filter(|name| !name.trim().is_empty());
            object.name = said.unwrap_or_else(|| format!("{} {rooms}", frame.level));
        }
        object.properties = properties;
        Some(object)
    }

    /// Reads the fields of a level or an entity that have a value.
    fn fields(&self, of: &Value) -> SourceProperties {
        let read = |field: &Value| {
            let value = field.get("__value").filter(|value| !value.is_null())?;
            let kind = text_of(field, "__type").unwrap_or_default();
            Some((text_of(field, "__identifier")?.to_owned(), property(kind, value)))
        };
        list(of, "fieldInstances").iter().filter_map(read).collect()
    }
}

/// Returns the left, top, width and height of an entity, in thousandths of a pixel.
fn rect_of(entity: &Value) -> Option<(i64, i64, i64, i64)> {
    let px = |at: usize| entity.get("px")?.get(at)?.as_f64().and_then(thousandths);
    let pivot = |at: usize| entity["__pivot"].get(at).and_then(Value::as_f64).unwrap_or(0.0).clamp(0.0, 1.0);
    let length = |name: &str| number(entity, name).map(|length| i64::from(length.max(0)) * 1000);
    let (width, height) = (length("width")?, length("height")?);
    let from =
        |at: i64, length: i64, pivot: f64| at.checked_sub(thousandths(length as f64 / 1000.0 * pivot)?);
    Some((from(px(0)?, width, pivot(0))?, from(px(1)?, height, pivot(1))?, width, height))
}
