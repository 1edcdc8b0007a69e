//! Reads the definitions that all levels of an LDtk project share: values of layers, and tiles of tile sets.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{list, text_of};
use crate::import::json::text_of_value;
use crate::import::source::model::{SourceProperties, SourceProperty, SourceTile, TileNoun, TileSet};

/// Difference between the first tile numbers of two sets.
pub(super) const STEP: u32 = 0x0010_0000;
/// Maximum number of sets.
const MOST_SETS: u32 = 200;
/// Maximum length of custom data to be treated as a tag.
const LONGEST_TAG: usize = 40;

/// The definitions of a project.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    /// Tile sets, by the number of their first tile.
    pub tile_sets: BTreeMap<u32, TileSet>,
    layers: BTreeMap<i64, LayerDefinition>,
    sets: BTreeMap<i64, u32>,
    /// Side of the tiles of each tile set, in pixels.
    sides: BTreeMap<i64, i64>,
}

/// The definition of a layer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LayerDefinition {
    /// Number of the tile for value 0.
    pub first: Option<u32>,
    pub has_parallax: bool,
    pub tile_set: Option<i64>,
}

impl Definitions {
    pub fn of(root: &Value) -> Self {
        let mut definitions = Self::default();
        let Some(all) = root.get("defs") else { return definitions };
        for layer in list(all, "layers") {
            let Some(uid) = layer.get("uid").and_then(Value::as_i64) else { continue };
            let has_values = !list(layer, "intGridValues").is_empty();
            let first = if has_values { definitions.add(values(layer)) } else { None };
            let moves =
                |name: &str| layer.get(name).and_then(Value::as_f64).is_some_and(|factor| factor != 0.0);
            let has_parallax = moves("parallaxFactorX") || moves("parallaxFactorY");
            let tile_set = layer.get("tilesetDefUid").and_then(Value::as_i64);
            definitions.layers.insert(uid, LayerDefinition { first, has_parallax, tile_set });
        }
        for set in list(all, "tilesets") {
            let Some(uid) = set.get("uid").and_then(Value::as_i64) else { continue };
            let side = set.get("tileGridSize").and_then(Value::as_i64).unwrap_or(0);
            definitions.sides.insert(uid, side);
            if let Some(first) = definitions.add(tiles(set)) {
                definitions.sets.insert(uid, first);
            }
        }
        definitions
    }

    /// Returns the definition of a layer, or an empty one.
    pub fn known(&self, uid: i64) -> LayerDefinition {
        self.layers.get(&uid).copied().unwrap_or_default()
    }

    /// Returns the definition of an integer layer. If there is none, one without values is added.
    pub fn layer(&mut self, uid: i64, name: &str) -> LayerDefinition {
        let mut known = self.known(uid);
        if known.first.is_none() {
            let set = TileSet { name: name.to_owned(), noun: TileNoun::Value, ..TileSet::default() };
            known.first = self.add(set);
            self.layers.insert(uid, known);
        }
        known
    }

    /// Returns the number of the first tile of a tile set, and the side of its tiles in pixels.
    pub fn tile_set(&self, uid: i64) -> Option<(u32, i64)> {
        Some((*self.sets.get(&uid)?, self.sides.get(&uid).copied().unwrap_or(0)))
    }

    fn add(&mut self, set: TileSet) -> Option<u32> {
        let count = u32::try_from(self.tile_sets.len()).ok().filter(|count| *count < MOST_SETS)?;
        let first = STEP * (count + 1);
        self.tile_sets.insert(first, set);
        Some(first)
    }
}

/// Reads the values of a layer as tiles.
fn values(layer: &Value) -> TileSet {
    let groups = list(layer, "intGridValuesGroups").iter();
    let groups: BTreeMap<i64, &str> = groups
        .filter_map(|group| Some((group.get("uid")?.as_i64()?, text_of(group, "identifier")?)))
        .collect();
    let read = |value: &Value| {
        let number = u32::try_from(value.get("value")?.as_u64()?).ok().filter(|number| *number < STEP)?;
        let color = text_of(value, "color").map(|color| SourceProperty::Text(color.to_owned()));
        let group = value.get("groupUid").and_then(Value::as_i64).and_then(|uid| groups.get(&uid));
        let tile = SourceTile {
            class: text_of(value, "identifier").unwrap_or_default().to_owned(),
            properties: color.map(|color| ("color".to_owned(), color)).into_iter().collect(),
            tags: group.map(|group| (*group).to_owned()).into_iter().collect(),
            ..SourceTile::default()
        };
        Some((number, tile))
    };
    TileSet {
        name: text_of(layer, "identifier").unwrap_or_default().to_owned(),
        noun: TileNoun::Value,
        tiles: list(layer, "intGridValues").iter().filter_map(read).collect(),
        ..TileSet::default()
    }
}

/// Reads the tiles of a tile set with their custom data and enums.
fn tiles(set: &Value) -> TileSet {
    let id = |id: &Value| u32::try_from(id.as_u64()?).ok().filter(|id| *id < STEP);
    let mut tiles: BTreeMap<u32, SourceTile> = BTreeMap::new();
    for tag in list(set, "enumTags") {
        let Some(name) = text_of(tag, "enumValueId") else { continue };
        for number in list(tag, "tileIds").iter().filter_map(id) {
            tiles.entry(number).or_default().tags.push(name.to_owned());
        }
    }
    for data in list(set, "customData") {
        let (Some(number), Some(text)) = (data.get("tileId").and_then(id), text_of(data, "data")) else {
            continue;
        };
        let tile = tiles.entry(number).or_default();
        match serde_json::from_str::<Value>(text) {
            Ok(Value::Object(fields)) => {
                tile.properties
                    .extend(fields.iter().map(|(name, value)| (name.clone(), property("", value))));
            }
            _ => tile.properties.extend(lines(text)),
        }
        if tile.properties.is_empty() && text.len() <= LONGEST_TAG && !text.trim().is_empty() {
            tile.tags.push(text.trim().to_owned());
        }
    }
    let name = text_of(set, "identifier").unwrap_or_default().to_owned();
    TileSet { name, tiles, ..TileSet::default() }
}

/// Parses custom data in lines of the form `solid: true` or `solid=true`.
fn lines(text: &str) -> SourceProperties {
    let read = |line: &str| {
        let (name, value) = line.split_once([':', '='])?;
        Some((name.trim().to_owned(), SourceProperty::Text(value.trim().to_owned())))
    };
    text.lines().filter_map(read).collect()
}

/// Reads the value of a field.
pub(super) fn property(kind: &str, value: &Value) -> SourceProperty {
    match value {
        Value::Bool(is_so) => SourceProperty::Bool(*is_so),
        Value::String(text) => SourceProperty::Text(text.clone()),
        Value::Null => SourceProperty::Text(String::new()),
        Value::Number(number) => {
            number.as_i64().map_or_else(|| SourceProperty::Float(number.to_string()), SourceProperty::Int)
        }
        Value::Array(_) | Value::Object(_) => {
            let kind = if kind.is_empty() { "list" } else { kind };
            SourceProperty::Other { kind: kind.to_owned(), text: text_of_value(value) }
        }
    }
}
