//! Reads maps, tile sets and templates in JSON.

use serde_json::Value;

use super::shapes::{GroupContext, covers, only_terrain};
use super::templates::{ObjectTemplate, ObjectTemplates};
use super::{FileLookup, MOST_CELLS, TiledMap, data, load_tile_set};
use crate::base::Diagnostic;
use crate::import::json::text_of_value;
use crate::import::source::model::{
    Alignment, Chunk, LayerContent, MOST_DEPTH, ObjectId, ObjectShape, SourceBudget, SourceLayer, SourceMap,
    SourceObject, SourceProject, SourceProperties, SourceProperty, SourceTile, TileSet, link, near, stem,
    thousandths,
};

/// Reads a map with its tile sets.
///
/// # Errors
/// If it is not a map, or a part of it cannot be read.
pub(super) fn map(text: &str, beside: &mut FileLookup<'_>) -> Result<TiledMap, Box<Diagnostic>> {
    let root = crate::import::json::parse(text)?;
    if text_of(&root, "type").is_some_and(|kind| kind != "map") || root.get("layers").is_none() {
        return Err(wrong("This is not a Tiled map."));
    }
    let length = |name: &str| number(&root, name).map(|side| i64::from(side) * 1000);
    let cell = (length("tilewidth")?, length("tileheight")?);
    let (width, height) = (number(&root, "width")?, number(&root, "height")?);
    let size = (i64::from(width).saturating_mul(cell.0), i64::from(height).saturating_mul(cell.1));
    let is_infinite = root.get("infinite") == Some(&Value::Bool(true));
    let mut project = SourceProject { properties: properties(&root), ..SourceProject::default() };
    for value in list(&root, "tilesets") {
        let first = number(value, "firstgid")?;
        let set = match text_of(value, "source") {
            Some(source) => load_tile_set(source, beside),
            None => tile_set_of(value).map_err(of("tile set", value, "name"))?,
        };
        project.tile_sets.insert(first, set);
    }
    let (budget, templates) = (SourceBudget::new(MOST_CELLS), ObjectTemplates::new(beside));
    let mut reader = TmjReader { cell, budget, templates, layers: Vec::new() };
    reader.layers_of(&root, &GroupContext::default(), 0)?;
    project.maps.push(SourceMap {
        properties: project.properties.clone(),
        cell,
        size: (!is_infinite).then_some(size),
        layers: reader.layers,
        ..SourceMap::default()
    });
    project.tile_sets.extend(reader.templates.own_sets);
    let orientation = text_of(&root, "orientation").unwrap_or("orthogonal").to_owned();
    Ok(TiledMap { project, orientation })
}

/// Reads a template of objects.
///
/// # Errors
/// If it is not a template.
pub(super) fn template(text: &str) -> Result<ObjectTemplate, Box<Diagnostic>> {
    let root = crate::import::json::parse(text)?;
    let Some(value) = root.get("object").filter(|value| value.is_object()) else {
        return Err(wrong("This is not an object template."));
    };
    let set = root.get("tileset");
    let source = set.and_then(|set| text_of(set, "source"));
    let first = set.map_or(Ok(1), |set| number(set, "firstgid"))?;
    Ok(ObjectTemplate {
        object: object(value, SourceObject::default())?,
        tile_set: source.map(|source| (first, source.to_owned())),
    })
}

/// Reads a tile set from a file of its own.
///
/// # Errors
/// If it is not a tile set.
pub(super) fn tile_set(text: &str) -> Result<TileSet, Box<Diagnostic>> {
    tile_set_of(&crate::import::json::parse(text)?)
}

fn wrong(message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("no-map", message))
}

/// Returns a function that adds the part of the map to a mistake. The part is named by its value of `key`.
fn of<'v>(part: &'v str, value: &'v Value, key: &'v str) -> impl Fn(Box<Diagnostic>) -> Box<Diagnostic> + 'v {
    move |mut mistake| {
        let known = value.get(key).map_or_else(String::new, |known| format!(" {known}"));
        let inner = mistake.message.strip_prefix("In ").map(|inner| format!("in {inner}"));
        let what = inner.unwrap_or_else(|| mistake.message.clone());
        mistake.message = format!("In the {part}{known}: {what}");
        mistake
    }
}

fn text_of<'v>(value: &'v Value, name: &str) -> Option<&'v str> {
    value.get(name)?.as_str()
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Returns a number field, or 0 if it is missing.
fn number(value: &Value, name: &str) -> Result<u32, Box<Diagnostic>> {
    let Some(found) = value.get(name) else { return Ok(0) };
    let number = found.as_u64().and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| {
        wrong(format!("\"{name}\" is {found}, but it must be a number from 0 to {}.", u32::MAX))
    })
}

fn signed(value: &Value, name: &str) -> Result<i32, Box<Diagnostic>> {
    let Some(found) = value.get(name) else { return Ok(0) };
    let number = found.as_i64().and_then(near);
    number.ok_or_else(|| wrong(format!("\"{name}\" is {found}, which is not a whole number, or too large.")))
}

fn pixels(value: &Value, name: &str) -> Result<i64, Box<Diagnostic>> {
    let Some(found) = value.get(name) else { return Ok(0) };
    let number = found.as_f64().and_then(thousandths);
    number.ok_or_else(|| wrong(format!("\"{name}\" is {found}, which is not a number of pixels.")))
}

fn class(value: &Value) -> String {
    let class = text_of(value, "type").filter(|class| !class.is_empty()).or(text_of(value, "class"));
    class.unwrap_or_default().to_owned()
}

/// Reads properties from a list. Before Tiled 1.2 they were an object, with their types next to it.
fn properties(value: &Value) -> SourceProperties {
    match value.get("properties") {
        Some(Value::Array(list)) => list.iter().filter_map(property).collect(),
        Some(own @ Value::Object(_)) => old_properties(own, value.get("propertytypes")),
        _ => SourceProperties::new(),
    }
}

/// Reads a property of a list, with its name.
pub(super) fn property(property: &Value) -> Option<(String, SourceProperty)> {
    let kind = text_of(property, "type").unwrap_or_default();
    Some((text_of(property, "name")?.to_owned(), property_value(kind, property.get("value")?)))
}

fn old_properties(values: &Value, types: Option<&Value>) -> SourceProperties {
    let kind = |name: &str| types.and_then(|types| text_of(types, name)).unwrap_or_default();
    let values = values.as_object().into_iter().flatten();
    values.map(|(name, value)| (name.clone(), property_value(kind(name), value))).collect()
}

fn property_value(kind: &str, value: &Value) -> SourceProperty {
    match value {
        Value::Number(number) if kind == "object" => {
            SourceProperty::Other { kind: kind.to_owned(), text: link(&number.to_string()) }
        }
        Value::Number(number) => match number.as_i64() {
            Some(number) => SourceProperty::Int(number),
            None => SourceProperty::read("float", &number.to_string()),
        },
        Value::Bool(is_so) => SourceProperty::Bool(*is_so),
        Value::String(text) => SourceProperty::read(kind, text),
        Value::Null => SourceProperty::Text(String::new()),
        Value::Array(_) | Value::Object(_) => {
            let kind = if kind.is_empty() { "list" } else { kind };
            SourceProperty::Other { kind: kind.to_owned(), text: text_of_value(value) }
        }
    }
}

fn tile_set_of(value: &Value) -> Result<TileSet, Box<Diagnostic>> {
    let length = |value: &Value, name: &str| number(value, name).map(|side| i64::from(side) * 1000);
    let offset = value.get("tileoffset");
    let mut set = TileSet {
        name: text_of(value, "name").unwrap_or_default().to_owned(),
        count: value.get("tilecount").map(|_| number(value, "tilecount")).transpose()?,
        tile_size: (length(value, "tilewidth")?, length(value, "tileheight")?),
        offset: match offset {
            Some(offset) => (pixels(offset, "x")?, pixels(offset, "y")?),
            None => (0, 0),
        },
        alignment: Alignment::of(text_of(value, "objectalignment").unwrap_or_default()),
        ..TileSet::default()
    };
    let terrains: Vec<&str> =
        list(value, "terrains").iter().map(|terrain| text_of(terrain, "name").unwrap_or_default()).collect();
    for value in list(value, "tiles") {
        let id = number(value, "id").map_err(of("tile", value, "id"))?;
        set.tiles.insert(id, tile_of(value, set.tile_size, &terrains)?);
    }
    add_old_tiles(&mut set, value, &terrains)?;
    for wang in list(value, "wangsets") {
        let names: Vec<&str> =
            list(wang, "colors").iter().map(|color| text_of(color, "name").unwrap_or_default()).collect();
        for tile in list(wang, "wangtiles").iter().filter(|_| !names.is_empty()) {
            let colors = list(tile, "wangid").iter();
            let colors = colors.map(|color| usize::try_from(color.as_u64()?).ok());
            set.add_wang(number(tile, "tileid")?, colors, &names);
        }
    }
    Ok(set)
}

/// Adds tiles and their properties by number, as Tiled wrote them before 1.2.
fn add_old_tiles(set: &mut TileSet, value: &Value, terrains: &[&str]) -> Result<(), Box<Diagnostic>> {
    let table = |name: &str| value.get(name).and_then(Value::as_object).into_iter().flatten();
    let numbered =
        |id: &String| id.parse::<u32>().map_err(|_| wrong(format!("\"{id}\" is not the number of a tile.")));
    for (id, tile) in table("tiles") {
        set.tiles.insert(numbered(id)?, tile_of(tile, set.tile_size, terrains)?);
    }
    let types = value.get("tilepropertytypes");
    for (id, properties) in table("tileproperties") {
        let properties = match properties {
            Value::Array(list) => list.iter().filter_map(property).collect(),
            own => old_properties(own, types.and_then(|types| types.get(id))),
        };
        set.tiles.entry(numbered(id)?).or_default().properties.extend(properties);
    }
    Ok(())
}

fn tile_of(value: &Value, usual: (i64, i64), terrains: &[&str]) -> Result<SourceTile, Box<Diagnostic>> {
    let length = |name: &str| number(value, name).map(|side| i64::from(side) * 1000);
    let size = Some((length("imagewidth")?, length("imageheight")?)).filter(|size| size.0 > 0 && size.1 > 0);
    let corners = list(value, "terrain").iter().map(|corner| usize::try_from(corner.as_u64()?).ok());
    let shapes = value.get("objectgroup").map_or(&[][..], |group| list(group, "objects"));
    let is_shape =
        |shape: &Value, name: &str| shape.get(name).is_some_and(|part| *part != Value::Bool(false));
    let mut is_covered = false;
    for shape in shapes {
        let own =
            (pixels(shape, "x")?, pixels(shape, "y")?, pixels(shape, "width")?, pixels(shape, "height")?);
        let is_box =
            !["ellipse", "polygon", "polyline", "point"].into_iter().any(|name| is_shape(shape, name));
        is_covered |= is_box && covers(own, size.unwrap_or(usual));
    }
    Ok(SourceTile {
        class: class(value),
        properties: properties(value),
        picture: text_of(value, "image").map(stem),
        size,
        terrain: only_terrain(corners, terrains),
        is_covered,
        ..SourceTile::default()
    })
}

struct TmjReader<'b, 'f> {
    /// Width and height of a cell of the map.
    cell: (i64, i64),
    budget: SourceBudget,
    templates: ObjectTemplates<'b, 'f>,
    layers: Vec<SourceLayer>,
}

impl TmjReader<'_, '_> {
    fn layers_of(
        &mut self,
        parent: &Value,
        above: &GroupContext,
        depth: usize,
    ) -> Result<(), Box<Diagnostic>> {
        for value in list(parent, "layers") {
            self.layer(value, above, depth).map_err(of("layer", value, "name"))?;
        }
        Ok(())
    }

    fn layer(&mut self, value: &Value, above: &GroupContext, depth: usize) -> Result<(), Box<Diagnostic>> {
        let factor = |name: &str| value.get(name).and_then(Value::as_f64).unwrap_or(1.0);
        let above = above.with(GroupContext {
            offset: (pixels(value, "offsetx")?, pixels(value, "offsety")?),
            is_visible: value.get("visible") != Some(&Value::Bool(false)),
            has_parallax: factor("parallaxx") != 1.0 || factor("parallaxy") != 1.0,
            properties: properties(value),
        });
        let content = match text_of(value, "type").unwrap_or_default() {
            "tilelayer" => LayerContent::Tiles(self.tiles(value)?),
            "objectgroup" => LayerContent::Objects(self.objects(value)?),
            "group" if depth >= MOST_DEPTH => {
                return Err(wrong(format!("Groups of layers are nested more than {MOST_DEPTH} deep.")));
            }
            "group" => return self.layers_of(value, &above, depth + 1),
            "imagelayer" => LayerContent::Other("picture"),
            _ => LayerContent::Other("layer of an unknown type"),
        };
        let name = text_of(value, "name").unwrap_or_default().to_owned();
        self.layers.push(above.layer(name, self.cell, content));
        Ok(())
    }

    fn tiles(&mut self, layer: &Value) -> Result<Vec<Chunk>, Box<Diagnostic>> {
        let encoding = text_of(layer, "encoding").unwrap_or("csv");
        let form = (encoding, text_of(layer, "compression").unwrap_or_default());
        match layer.get("chunks").and_then(Value::as_array) {
            Some(chunks) => chunks.iter().map(|chunk| self.chunk(chunk, form)).collect(),
            None => Ok(vec![Chunk { x: 0, y: 0, ..self.chunk(layer, form)? }]),
        }
    }

    fn chunk(
        &mut self,
        value: &Value,
        (encoding, compression): (&str, &str),
    ) -> Result<Chunk, Box<Diagnostic>> {
        let (width, height) = (number(value, "width")?, number(value, "height")?);
        let cells = self.budget.cells(width, height).map_err(wrong)?;
        let tiles = match value.get("data") {
            Some(Value::String(text)) => data::decode(encoding, compression, text, cells).map_err(wrong)?,
            Some(Value::Array(numbers)) => {
                let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
                let numbers: Option<Vec<u32>> = numbers.iter().map(number).collect();
                let numbers =
                    numbers.ok_or_else(|| wrong("\"data\" contains something other than tile numbers."))?;
                data::exactly(numbers, cells).map_err(wrong)?
            }
            _ => return Err(wrong("\"data\" is missing.")),
        };
        Ok(Chunk { x: signed(value, "x")?, y: signed(value, "y")?, width, tiles })
    }

    fn objects(&mut self, layer: &Value) -> Result<Vec<SourceObject>, Box<Diagnostic>> {
        let mut read = |value: &Value| {
            self.budget.object().map_err(wrong)?;
            let template = text_of(value, "template").map(|path| self.templates.object(path));
            object(value, template.transpose().map_err(wrong)?.unwrap_or_default())
        };
        let objects = list(layer, "objects").iter();
        objects.map(|value| read(value).map_err(of("object", value, "id"))).collect()
    }
}

/// Reads an object; missing values are taken from the template.
fn object(value: &Value, template: SourceObject) -> Result<SourceObject, Box<Diagnostic>> {
    let has = |name: &str| value.get(name).is_some_and(|part| *part != Value::Bool(false));
    let own = |name: &str, usual: i64| if has(name) { pixels(value, name) } else { Ok(usual) };
    let mut all = template.properties;
    all.extend(properties(value));
    Ok(SourceObject {
        id: ObjectId::Number(value.get("id").and_then(Value::as_i64).unwrap_or_default()),
        name: text_of(value, "name").map_or(template.name, str::to_owned),
        class: Some(class(value)).filter(|class| !class.is_empty()).unwrap_or(template.class),
        tile: value.get("gid").map(|_| number(value, "gid")).transpose()?.or(template.tile),
        x: pixels(value, "x")?,
        y: pixels(value, "y")?,
        width: own("width", template.width)?,
        height: own("height", template.height)?,
        rotation: own("rotation", template.rotation)?,
        is_visible: value
            .get("visible")
            .map_or(template.is_visible, |visible| *visible != Value::Bool(false)),
        shape: ObjectShape::of(has).unwrap_or(template.shape),
        properties: all,
        missing: template.missing,
        line: None,
    })
}

#[cfg(test)]
mod tests {
    use crate::base::Position;

    #[test]
    fn mistakes_of_maps_name_the_layer_the_object_and_the_key() {
        let map = r#"{"type": "map", "tilewidth": 8, "tileheight": 8, "layers": [{"type": "group", "name": "G", "layers": [
            {"type": "objectgroup", "name": "Things", "objects": [{"id": 3, "x": true}]}]}]}"#;
        let error = crate::import::tiled::tmj::map(map, &mut |_| Err(String::new())).unwrap_err();
        let expected = "In the layer \"G\": in the layer \"Things\": in the object 3: \"x\" is true, which is not a number of pixels.";
        assert_eq!(error.message, expected);
    }

    #[test]
    fn mistakes_of_json_have_a_place() {
        let error = crate::import::json::parse("{\n \"a\": ]").unwrap_err();
        assert_eq!(error.position, Some(Position { line: 2, column: 7 }));
    }
}
