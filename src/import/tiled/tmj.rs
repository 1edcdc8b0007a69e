//! Maps and tile sets in JSON.

use serde_json::Value;

use super::data;
use super::map::{
    Budget, Chunk, Content, Layer, MOST_DEPTH, Map, Object, Properties, Property, Shape, Tile, TileSet, near,
    stem, thousandths,
};
use super::templates::{Template, Templates};
use super::{Beside, load_tile_set};
use crate::base::Diagnostic;

/// Reads a map with its tile sets.
///
/// # Errors
/// If it is no map, or a part of it cannot be read.
pub(super) fn map(text: &str, beside: &mut Beside<'_>) -> Result<Map, Box<Diagnostic>> {
    let root = crate::import::json::parse(text)?;
    if text_of(&root, "type").is_some_and(|kind| kind != "map") || root.get("layers").is_none() {
        return Err(wrong("This is no map of Tiled."));
    }
    let mut map = Map {
        orientation: text_of(&root, "orientation").unwrap_or("orthogonal").to_owned(),
        width: number(&root, "width")?,
        height: number(&root, "height")?,
        is_infinite: root.get("infinite") == Some(&Value::Bool(true)),
        tile_width: number(&root, "tilewidth")?,
        tile_height: number(&root, "tileheight")?,
        properties: properties(&root),
        ..Map::default()
    };
    for value in list(&root, "tilesets") {
        let first = number(value, "firstgid")?;
        let set = match text_of(value, "source") {
            Some(source) => load_tile_set(source, beside),
            None => tile_set_of(value).map_err(of("tile set", value, "name"))?,
        };
        map.tile_sets.insert(first, set);
    }
    let mut reader = Reader { budget: Budget::new(), templates: Templates::new(beside), layers: Vec::new() };
    reader.layers_of(&root, (0, 0), true, 0)?;
    map.layers = reader.layers;
    map.tile_sets.extend(reader.templates.own_sets);
    Ok(map)
}

/// Reads a template of objects.
///
/// # Errors
/// If it is none.
pub(super) fn template(text: &str) -> Result<Template, Box<Diagnostic>> {
    let root = crate::import::json::parse(text)?;
    let Some(value) = root.get("object").filter(|value| value.is_object()) else {
        return Err(wrong("This is no template of objects."));
    };
    let set = root.get("tileset");
    let source = set.and_then(|set| text_of(set, "source"));
    let first = set.map_or(Ok(1), |set| number(set, "firstgid"))?;
    Ok(Template {
        object: object(value, Object::default())?,
        tile_set: source.map(|source| (first, source.to_owned())),
    })
}

/// Reads a tile set that is a file of its own.
///
/// # Errors
/// If it is none.
pub(super) fn tile_set(text: &str) -> Result<TileSet, Box<Diagnostic>> {
    tile_set_of(&crate::import::json::parse(text)?)
}

fn wrong(message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("no-map", message))
}

/// Says of a mistake in which part of the map it is, by what that says under a key.
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

/// 0 if it is not said.
fn number(value: &Value, name: &str) -> Result<u32, Box<Diagnostic>> {
    let Some(found) = value.get(name) else { return Ok(0) };
    let number = found.as_u64().and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| wrong(format!("\"{name}\" is {found}, which is no number from 0 to {}.", u32::MAX)))
}

fn signed(value: &Value, name: &str) -> Result<i32, Box<Diagnostic>> {
    let Some(found) = value.get(name) else { return Ok(0) };
    let number = found.as_i64().and_then(near);
    number.ok_or_else(|| wrong(format!("\"{name}\" is {found}, which is no whole number, or too large.")))
}

fn pixels(value: &Value, name: &str) -> Result<i64, Box<Diagnostic>> {
    let Some(found) = value.get(name) else { return Ok(0) };
    let number = found.as_f64().and_then(thousandths);
    number.ok_or_else(|| wrong(format!("\"{name}\" is {found}, which is no number of pixels.")))
}

fn class(value: &Value) -> String {
    let class = text_of(value, "type").filter(|class| !class.is_empty()).or(text_of(value, "class"));
    class.unwrap_or_default().to_owned()
}

fn properties(value: &Value) -> Properties {
    let read = |property: &Value| {
        let kind = text_of(property, "type").unwrap_or_default();
        let value = match property.get("value") {
            Some(Value::Number(number)) if kind == "object" => Property::read(kind, &number.to_string()),
            Some(Value::Number(number)) => match number.as_i64() {
                Some(number) => Property::Int(number),
                None => Property::read("float", &number.to_string()),
            },
            Some(Value::Bool(is_so)) => Property::Bool(*is_so),
            Some(Value::String(text)) => Property::read(kind, text),
            _ => Property::Other(kind.to_owned()),
        };
        Some((text_of(property, "name")?.to_owned(), value))
    };
    list(value, "properties").iter().filter_map(read).collect()
}

fn tile_set_of(value: &Value) -> Result<TileSet, Box<Diagnostic>> {
    let mut set = TileSet {
        name: text_of(value, "name").unwrap_or_default().to_owned(),
        count: value.get("tilecount").map(|_| number(value, "tilecount")).transpose()?,
        ..TileSet::default()
    };
    for value in list(value, "tiles") {
        let picture = text_of(value, "image").map(stem);
        let tile = Tile { class: class(value), properties: properties(value), picture };
        let id = number(value, "id").map_err(of("tile", value, "id"))?;
        set.tiles.insert(id, tile);
    }
    Ok(set)
}

struct Reader<'b, 'f> {
    budget: Budget,
    templates: Templates<'b, 'f>,
    layers: Vec<Layer>,
}

impl Reader<'_, '_> {
    fn layers_of(
        &mut self,
        parent: &Value,
        offset: (i64, i64),
        is_visible: bool,
        depth: usize,
    ) -> Result<(), Box<Diagnostic>> {
        for value in list(parent, "layers") {
            self.layer(value, offset, is_visible, depth).map_err(of("layer", value, "name"))?;
        }
        Ok(())
    }

    fn layer(
        &mut self,
        value: &Value,
        offset: (i64, i64),
        is_visible: bool,
        depth: usize,
    ) -> Result<(), Box<Diagnostic>> {
        let own = (pixels(value, "offsetx")?, pixels(value, "offsety")?);
        let offset = (offset.0.saturating_add(own.0), offset.1.saturating_add(own.1));
        let is_visible = is_visible && value.get("visible") != Some(&Value::Bool(false));
        let content = match text_of(value, "type").unwrap_or_default() {
            "tilelayer" => Content::Tiles(self.tiles(value)?),
            "objectgroup" => Content::Objects(self.objects(value)?),
            "group" if depth >= MOST_DEPTH => {
                return Err(wrong(format!("Groups of layers lie more than {MOST_DEPTH} deep.")));
            }
            "group" => return self.layers_of(value, offset, is_visible, depth + 1),
            _ => Content::Other("picture"),
        };
        let name = text_of(value, "name").unwrap_or_default().to_owned();
        self.layers.push(Layer { name, is_visible, offset, content });
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
                let numbers = numbers.ok_or_else(|| wrong("\"data\" holds what is no number of a tile."))?;
                data::exactly(numbers, cells).map_err(wrong)?
            }
            _ => return Err(wrong("There is no \"data\".")),
        };
        Ok(Chunk { x: signed(value, "x")?, y: signed(value, "y")?, width, tiles })
    }

    fn objects(&mut self, layer: &Value) -> Result<Vec<Object>, Box<Diagnostic>> {
        let mut read = |value: &Value| {
            self.budget.object().map_err(wrong)?;
            let template = text_of(value, "template").map(|path| self.templates.object(path));
            object(value, template.transpose().map_err(wrong)?.unwrap_or_default())
        };
        let objects = list(layer, "objects").iter();
        objects.map(|value| read(value).map_err(of("object", value, "id"))).collect()
    }
}

/// An object; what it does not say itself is as the template has it.
fn object(value: &Value, template: Object) -> Result<Object, Box<Diagnostic>> {
    let has = |name: &str| value.get(name).is_some_and(|part| *part != Value::Bool(false));
    let own = |name: &str, usual: i64| if has(name) { pixels(value, name) } else { Ok(usual) };
    let mut all = template.properties;
    all.extend(properties(value));
    Ok(Object {
        id: value.get("id").and_then(Value::as_i64).unwrap_or_default(),
        name: text_of(value, "name").map_or(template.name, str::to_owned),
        class: Some(class(value)).filter(|class| !class.is_empty()).unwrap_or(template.class),
        tile: value.get("gid").map(|_| number(value, "gid")).transpose()?.or(template.tile),
        x: pixels(value, "x")?,
        y: pixels(value, "y")?,
        width: own("width", template.width)?,
        height: own("height", template.height)?,
        is_turned: own("rotation", template.is_turned.into())? != 0,
        is_visible: value
            .get("visible")
            .map_or(template.is_visible, |visible| *visible != Value::Bool(false)),
        shape: Shape::of(has).unwrap_or(template.shape),
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
        let expected = "In the layer \"G\": in the layer \"Things\": in the object 3: \"x\" is true, which is no number of pixels.";
        assert_eq!(error.message, expected);
    }

    #[test]
    fn mistakes_of_json_have_a_place() {
        let error = crate::import::json::parse("{\n \"a\": ]").unwrap_err();
        assert_eq!(error.position, Some(Position { line: 2, column: 7 }));
    }
}
