//! Maps and tile sets in XML.

use roxmltree::{Document, Node, ParsingOptions};

use super::data;
use super::map::{
    Budget, Chunk, Content, Layer, MOST_DEPTH, Map, Object, Properties, Property, Shape, Tile, TileSet, near,
    stem, thousandths,
};
use super::templates::{Template, Templates};
use super::{Beside, load_tile_set};
use crate::base::{Diagnostic, Position};

/// How many elements a file may have.
const MOST_NODES: u32 = 2_000_000;

/// Reads a map with its tile sets.
///
/// # Errors
/// If it is no map, or a part of it cannot be read.
pub(super) fn map(text: &str, beside: &mut Beside<'_>) -> Result<Map, Box<Diagnostic>> {
    let document = parse(text)?;
    let root = document.root_element();
    if root.tag_name().name() != "map" {
        return Err(at(root, format!("This is a <{}>, where a <map> is needed.", root.tag_name().name())));
    }
    let mut map = Map {
        orientation: root.attribute("orientation").unwrap_or("orthogonal").to_owned(),
        width: number(root, "width")?.unwrap_or(0),
        height: number(root, "height")?.unwrap_or(0),
        is_infinite: root.attribute("infinite") == Some("1"),
        tile_width: number(root, "tilewidth")?.unwrap_or(0),
        tile_height: number(root, "tileheight")?.unwrap_or(0),
        properties: properties(root),
        ..Map::default()
    };
    for node in root.children().filter(|node| node.has_tag_name("tileset")) {
        let first = number(node, "firstgid")?.unwrap_or(1);
        let set = match node.attribute("source") {
            Some(source) => load_tile_set(source, beside),
            None => tile_set_of(node)?,
        };
        map.tile_sets.insert(first, set);
    }
    let size = (map.width, map.height);
    let newlines = document.input_text().bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
    let newlines = newlines.map(|(at, _)| at).collect();
    let (budget, templates) = (Budget::new(), Templates::new(beside));
    let mut reader = Reader { size, newlines, budget, templates, layers: Vec::new() };
    reader.layers_of(root, (0, 0), true, 0)?;
    map.layers = reader.layers;
    map.tile_sets.extend(reader.templates.own_sets);
    Ok(map)
}

/// Reads a tile set that is a file of its own.
///
/// # Errors
/// If it is none.
pub(super) fn tile_set(text: &str) -> Result<TileSet, Box<Diagnostic>> {
    let document = parse(text)?;
    let root = document.root_element();
    if root.tag_name().name() != "tileset" {
        return Err(at(root, "This is no tile set.".to_owned()));
    }
    tile_set_of(root)
}

/// Reads a template of objects.
///
/// # Errors
/// If it is none.
pub(super) fn template(text: &str) -> Result<Template, Box<Diagnostic>> {
    let document = parse(text)?;
    let root = document.root_element();
    let child = |name: &str| root.children().find(|node| node.has_tag_name(name));
    let Some(node) = child("object").filter(|_| root.has_tag_name("template")) else {
        return Err(at(root, "This is no template of objects.".to_owned()));
    };
    let set = child("tileset").and_then(|set| Some((set, set.attribute("source")?.to_owned())));
    let tile_set = set.map(|(set, source)| Ok((number(set, "firstgid")?.unwrap_or(1), source)));
    Ok(Template {
        object: object(node, Object::default(), None)?,
        tile_set: tile_set.transpose().map_err(|mistake: Box<Diagnostic>| mistake)?,
    })
}

fn parse(text: &str) -> Result<Document<'_>, Box<Diagnostic>> {
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    Document::parse_with_options(text, options).map_err(|error| {
        let place = error.pos();
        Box::new(Diagnostic {
            position: Some(Position { line: place.row, column: place.col }),
            ..Diagnostic::error("no-xml", format!("This is no XML that can be read: {error}."))
        })
    })
}

/// A mistake at an element.
fn at(node: Node<'_, '_>, message: String) -> Box<Diagnostic> {
    let place = node.document().text_pos_at(node.range().start);
    let position = Some(Position { line: place.row, column: place.col });
    Box::new(Diagnostic { position, ..Diagnostic::error("no-map", message) })
}

fn number(node: Node<'_, '_>, name: &str) -> Result<Option<u32>, Box<Diagnostic>> {
    let Some(text) = node.attribute(name) else { return Ok(None) };
    let wrong = || at(node, format!("{name}=\"{text}\" is no number from 0 to {}.", u32::MAX));
    text.parse().map(Some).map_err(|_| wrong())
}

fn signed(node: Node<'_, '_>, name: &str) -> Result<i32, Box<Diagnostic>> {
    let Some(text) = node.attribute(name) else { return Ok(0) };
    let found = text.parse().ok().and_then(near);
    found.ok_or_else(|| at(node, format!("{name}=\"{text}\" is no whole number, or too large.")))
}

/// Pixels in thousandths; 0 if not said.
fn pixels(node: Node<'_, '_>, name: &str) -> Result<i64, Box<Diagnostic>> {
    let Some(text) = node.attribute(name) else { return Ok(0) };
    let found = text.parse().ok().and_then(thousandths);
    found.ok_or_else(|| at(node, format!("{name}=\"{text}\" is no number of pixels.")))
}

/// The class of a tile or object, whatever the version of Tiled calls it.
fn class(node: Node<'_, '_>) -> String {
    let class = node.attribute("type").filter(|class| !class.is_empty()).or(node.attribute("class"));
    class.unwrap_or_default().to_owned()
}

fn properties(node: Node<'_, '_>) -> Properties {
    let list = node.children().filter(|node| node.has_tag_name("properties"));
    let each = list.flat_map(|list| list.children().filter(|node| node.has_tag_name("property")));
    let read = |node: Node<'_, '_>| {
        let kind = node.attribute("type").unwrap_or_default();
        // Texts of several lines stand between the tags.
        let value = node.attribute("value").or(node.text()).unwrap_or_default();
        Some((node.attribute("name")?.to_owned(), Property::read(kind, value)))
    };
    each.filter_map(read).collect()
}

fn tile_set_of(node: Node<'_, '_>) -> Result<TileSet, Box<Diagnostic>> {
    let mut set = TileSet {
        name: node.attribute("name").unwrap_or_default().to_owned(),
        count: number(node, "tilecount")?,
        ..TileSet::default()
    };
    for node in node.children().filter(|node| node.has_tag_name("tile")) {
        let Some(id) = number(node, "id")? else { continue };
        let picture = node.children().find(|node| node.has_tag_name("image"));
        let picture = picture.and_then(|node| node.attribute("source")).map(stem);
        set.tiles.insert(id, Tile { class: class(node), properties: properties(node), picture });
    }
    Ok(set)
}

struct Reader<'b, 'f> {
    /// Width and height of the map, for layers that do not say theirs.
    size: (u32, u32),
    /// Where the lines of the file end.
    newlines: Vec<usize>,
    budget: Budget,
    templates: Templates<'b, 'f>,
    layers: Vec<Layer>,
}

impl Reader<'_, '_> {
    fn layers_of(
        &mut self,
        parent: Node<'_, '_>,
        offset: (i64, i64),
        is_visible: bool,
        depth: usize,
    ) -> Result<(), Box<Diagnostic>> {
        for node in parent.children().filter(Node::is_element) {
            let kind = node.tag_name().name();
            if !matches!(kind, "layer" | "objectgroup" | "imagelayer" | "group") {
                continue;
            }
            let own = (pixels(node, "offsetx")?, pixels(node, "offsety")?);
            let offset = (offset.0.saturating_add(own.0), offset.1.saturating_add(own.1));
            let is_visible = is_visible && node.attribute("visible") != Some("0");
            if kind == "group" {
                if depth >= MOST_DEPTH {
                    let message = format!("Groups of layers lie more than {MOST_DEPTH} deep.");
                    return Err(at(node, message));
                }
                self.layers_of(node, offset, is_visible, depth + 1)?;
                continue;
            }
            let content = match kind {
                "layer" => Content::Tiles(self.tiles(node)?),
                "objectgroup" => Content::Objects(self.objects(node)?),
                _ => Content::Other("picture"),
            };
            let name = node.attribute("name").unwrap_or_default().to_owned();
            self.layers.push(Layer { name, is_visible, offset, content });
        }
        Ok(())
    }

    fn tiles(&mut self, layer: Node<'_, '_>) -> Result<Vec<Chunk>, Box<Diagnostic>> {
        let Some(data) = layer.children().find(|node| node.has_tag_name("data")) else {
            return Err(at(layer, "This layer has no data.".to_owned()));
        };
        let encoding = data.attribute("encoding").unwrap_or_default();
        let compression = data.attribute("compression").unwrap_or_default();
        let mut chunks = Vec::new();
        let parts: Vec<Node<'_, '_>> = data.children().filter(|node| node.has_tag_name("chunk")).collect();
        if parts.is_empty() {
            let width = number(layer, "width")?.unwrap_or(self.size.0);
            let height = number(layer, "height")?.unwrap_or(self.size.1);
            chunks.push(self.chunk(data, (encoding, compression), (0, 0), (width, height))?);
        }
        for part in parts {
            let place = (signed(part, "x")?, signed(part, "y")?);
            let size = (number(part, "width")?.unwrap_or(0), number(part, "height")?.unwrap_or(0));
            chunks.push(self.chunk(part, (encoding, compression), place, size)?);
        }
        Ok(chunks)
    }

    fn chunk(
        &mut self,
        node: Node<'_, '_>,
        (encoding, compression): (&str, &str),
        (x, y): (i32, i32),
        (width, height): (u32, u32),
    ) -> Result<Chunk, Box<Diagnostic>> {
        let wrong = |message| at(node, message);
        let cells = self.budget.cells(width, height).map_err(wrong)?;
        let tiles = if encoding.is_empty() {
            let tiles = node.children().filter(|node| node.has_tag_name("tile"));
            let numbers = tiles.map(|tile| Ok(number(tile, "gid")?.unwrap_or(0)));
            let numbers = numbers.collect::<Result<Vec<u32>, Box<Diagnostic>>>()?;
            data::exactly(numbers, cells).map_err(wrong)?
        } else {
            data::decode(encoding, compression, node.text().unwrap_or_default(), cells).map_err(wrong)?
        };
        Ok(Chunk { x, y, width, tiles })
    }

    fn objects(&mut self, layer: Node<'_, '_>) -> Result<Vec<Object>, Box<Diagnostic>> {
        let mut objects = Vec::new();
        for node in layer.children().filter(|node| node.has_tag_name("object")) {
            self.budget.object().map_err(|message| at(node, message))?;
            let line = self.newlines.partition_point(|end| *end < node.range().start) + 1;
            let template = node.attribute("template").map(|path| self.templates.object(path));
            let template = template.transpose().map_err(|message| at(node, message))?.unwrap_or_default();
            objects.push(object(node, template, u32::try_from(line).ok())?);
        }
        Ok(objects)
    }
}

/// An object; what it does not say itself is as the template has it.
fn object(node: Node<'_, '_>, template: Object, line: Option<u32>) -> Result<Object, Box<Diagnostic>> {
    let has = |name: &str| node.children().any(|node| node.has_tag_name(name));
    let own = |name: &str, usual: i64| if node.has_attribute(name) { pixels(node, name) } else { Ok(usual) };
    let mut all = template.properties;
    all.extend(properties(node));
    Ok(Object {
        id: node.attribute("id").and_then(|id| id.parse().ok()).unwrap_or_default(),
        name: node.attribute("name").map_or(template.name, str::to_owned),
        class: Some(class(node)).filter(|class| !class.is_empty()).unwrap_or(template.class),
        tile: number(node, "gid")?.or(template.tile),
        x: pixels(node, "x")?,
        y: pixels(node, "y")?,
        width: own("width", template.width)?,
        height: own("height", template.height)?,
        is_turned: own("rotation", template.is_turned.into())? != 0,
        is_visible: node.attribute("visible").map_or(template.is_visible, |visible| visible != "0"),
        shape: Shape::of(has).unwrap_or(template.shape),
        properties: all,
        missing: template.missing,
        line,
    })
}
