//! Reads maps, tile sets and templates in XML.

use roxmltree::{Document, Node, ParsingOptions};

use super::doctype::without_doctype;
use super::shapes::{GroupContext, covers, only_terrain};
use super::templates::{ObjectTemplate, ObjectTemplates};
use super::{FileLookup, MOST_CELLS, TiledMap, data, load_tile_set};
use crate::base::{Diagnostic, Position};
use crate::import::source::model::{
    Alignment, Chunk, LayerContent, MOST_DEPTH, ObjectId, ObjectShape, SourceBudget, SourceLayer, SourceMap,
    SourceObject, SourceProject, SourceProperties, SourceProperty, SourceTile, TileSet, fields_text,
    list_text, near, stem, thousandths,
};

/// Maximum number of elements in a file.
const MOST_NODES: u32 = 2_000_000;

/// Maximum number of attributes of an element; Tiled writes fewer than twenty.
const MOST_ATTRIBUTES: usize = 100;

/// Reads a map with its tile sets.
///
/// # Errors
/// If it is not a map, or a part of it cannot be read.
pub(super) fn map(text: &str, beside: &mut FileLookup<'_>) -> Result<TiledMap, Box<Diagnostic>> {
    let text = plain(text)?;
    let document = parse(&text)?;
    let root = document.root_element();
    if root.tag_name().name() != "map" {
        return Err(at(root, format!("This is a <{}>, but a <map> is needed.", root.tag_name().name())));
    }
    let cell = (length(root, "tilewidth")?, length(root, "tileheight")?);
    let cells = (number(root, "width")?.unwrap_or(0), number(root, "height")?.unwrap_or(0));
    let is_infinite = root.attribute("infinite") == Some("1");
    let size = (i64::from(cells.0).saturating_mul(cell.0), i64::from(cells.1).saturating_mul(cell.1));
    let mut project = SourceProject { properties: properties(root), ..SourceProject::default() };
    for node in root.children().filter(|node| node.has_tag_name("tileset")) {
        let first = number(node, "firstgid")?.unwrap_or(1);
        let set = match node.attribute("source") {
            Some(source) => load_tile_set(source, beside),
            None => tile_set_of(node)?,
        };
        project.tile_sets.insert(first, set);
    }
    let newlines = document.input_text().bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
    let newlines = newlines.map(|(at, _)| at).collect();
    let (budget, templates) = (SourceBudget::new(MOST_CELLS), ObjectTemplates::new(beside));
    let mut reader = TmxReader { size: cells, cell, newlines, budget, templates, layers: Vec::new() };
    reader.layers_of(root, &GroupContext::default(), 0)?;
    project.maps.push(SourceMap {
        properties: project.properties.clone(),
        cell,
        size: (!is_infinite).then_some(size),
        layers: reader.layers,
        ..SourceMap::default()
    });
    project.tile_sets.extend(reader.templates.own_sets);
    Ok(TiledMap { project, orientation: root.attribute("orientation").unwrap_or("orthogonal").to_owned() })
}

/// Reads a tile set from a file of its own.
///
/// # Errors
/// If it is not a tile set.
pub(super) fn tile_set(text: &str) -> Result<TileSet, Box<Diagnostic>> {
    let text = plain(text)?;
    let document = parse(&text)?;
    let root = document.root_element();
    if root.tag_name().name() != "tileset" {
        return Err(at(root, "This is not a tile set.".to_owned()));
    }
    tile_set_of(root)
}

/// Reads a template of objects.
///
/// # Errors
/// If it is not a template.
pub(super) fn template(text: &str) -> Result<ObjectTemplate, Box<Diagnostic>> {
    let text = plain(text)?;
    let document = parse(&text)?;
    let root = document.root_element();
    let child = |name: &str| root.children().find(|node| node.has_tag_name(name));
    let Some(node) = child("object").filter(|_| root.has_tag_name("template")) else {
        return Err(at(root, "This is not an object template.".to_owned()));
    };
    let set = child("tileset").and_then(|set| Some((set, set.attribute("source")?.to_owned())));
    let tile_set = set.map(|(set, source)| Ok((number(set, "firstgid")?.unwrap_or(1), source)));
    Ok(ObjectTemplate {
        object: object(node, SourceObject::default(), None)?,
        tile_set: tile_set.transpose().map_err(|mistake: Box<Diagnostic>| mistake)?,
    })
}

/// Returns the text without byte order mark and DOCTYPE.
fn plain(text: &str) -> Result<String, Box<Diagnostic>> {
    let hint = "Remove the DOCTYPE.";
    let text = without_doctype(text.strip_prefix('\u{feff}').unwrap_or(text));
    text.map_err(|why| Box::new(Diagnostic::error("no-xml", why).hint(hint)))
}

fn parse(text: &str) -> Result<Document<'_>, Box<Diagnostic>> {
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    if let Some(offset) = crowded_element(text) {
        let message = format!("An element has more than {MOST_ATTRIBUTES} attributes.");
        let before = text.get(..offset).unwrap_or_default();
        let last_line = before.rsplit('\n').next().unwrap_or_default();
        let [line, column] = [before.matches('\n').count(), last_line.chars().count()].map(|n| n as u32 + 1);
        let position = Some(Position { line, column });
        return Err(Box::new(Diagnostic { position, ..Diagnostic::error("no-xml", message) }));
    }
    Document::parse_with_options(text, options).map_err(|error| {
        let place = error.pos();
        Box::new(Diagnostic {
            position: Some(Position { line: place.row, column: place.col }),
            ..Diagnostic::error("no-xml", format!("This is not valid XML: {error}."))
        })
    })
}

/// Returns the position of an element with too many attributes, if any. The parser compares each attribute
/// with all previous ones.
fn crowded_element(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(begin) = bytes[at..].iter().position(|byte| *byte == b'<').map(|found| at + found) {
        // The content of these is not markup.
        let closing = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
            .into_iter()
            .find(|(opening, _)| text[begin..].starts_with(opening));
        if let Some((opening, closing)) = closing {
            let rest = begin + opening.len();
            at = rest + text[rest..].find(closing)? + closing.len();
            continue;
        }
        let (mut attributes, mut quote) = (0, None);
        at = begin + 1;
        while let Some(byte) = bytes.get(at) {
            at += 1;
            match (quote, byte) {
                (Some(open), byte) if open == byte => quote = None,
                (None, b'"' | b'\'') => quote = Some(byte),
                (None, b'=') => attributes += 1,
                (None, b'>') => break,
                _ => {}
            }
        }
        if attributes > MOST_ATTRIBUTES {
            return Some(begin);
        }
    }
    None
}

/// Creates a mistake with the position of an element.
fn at(node: Node<'_, '_>, message: String) -> Box<Diagnostic> {
    let place = node.document().text_pos_at(node.range().start);
    let position = Some(Position { line: place.row, column: place.col });
    Box::new(Diagnostic { position, ..Diagnostic::error("no-map", message) })
}

fn number(node: Node<'_, '_>, name: &str) -> Result<Option<u32>, Box<Diagnostic>> {
    let Some(text) = node.attribute(name) else { return Ok(None) };
    let wrong = || at(node, format!("{name}=\"{text}\" must be a number from 0 to {}.", u32::MAX));
    text.parse().map(Some).map_err(|_| wrong())
}

/// Reads a length in whole pixels and returns it in thousandths, or 0 if it is missing.
fn length(node: Node<'_, '_>, name: &str) -> Result<i64, Box<Diagnostic>> {
    Ok(i64::from(number(node, name)?.unwrap_or(0)) * 1000)
}

fn signed(node: Node<'_, '_>, name: &str) -> Result<i32, Box<Diagnostic>> {
    let Some(text) = node.attribute(name) else { return Ok(0) };
    let found = text.parse().ok().and_then(near);
    found.ok_or_else(|| at(node, format!("{name}=\"{text}\" is not a whole number, or too large.")))
}

/// Reads a number of pixels and returns it in thousandths, or 0 if it is missing.
fn pixels(node: Node<'_, '_>, name: &str) -> Result<i64, Box<Diagnostic>> {
    let Some(text) = node.attribute(name) else { return Ok(0) };
    let found = text.parse().ok().and_then(thousandths);
    found.ok_or_else(|| at(node, format!("{name}=\"{text}\" is not a number of pixels.")))
}

/// Returns the class of a tile or object; its attribute depends on the version of Tiled.
fn class(node: Node<'_, '_>) -> String {
    let class = node.attribute("type").filter(|class| !class.is_empty()).or(node.attribute("class"));
    class.unwrap_or_default().to_owned()
}

fn properties(node: Node<'_, '_>) -> SourceProperties {
    let list = node.children().filter(|node| node.has_tag_name("properties"));
    let each = list.flat_map(|list| list.children().filter(|node| node.has_tag_name("property")));
    let mut found = SourceProperties::new();
    for node in each {
        let Some(name) = node.attribute("name") else { continue };
        if is_component(node) {
            found.extend(properties(node));
        } else {
            found.insert(name.to_owned(), property(node));
        }
    }
    found
}

/// Returns `true` for a class named like its type in Rust. Maps for Bevy have all their properties in one.
fn is_component(node: Node<'_, '_>) -> bool {
    let kind = node.attribute("propertytype").filter(|kind| kind.contains("::"));
    kind.is_some() && kind == node.attribute("name")
}

/// Reads the value of a property, or of an item of a list.
fn property(node: Node<'_, '_>) -> SourceProperty {
    let kind = node.attribute("type").unwrap_or_default();
    let text = match kind {
        "list" => {
            let items = node.children().filter(|node| node.has_tag_name("item"));
            list_text(items.map(|item| property(item).written()))
        }
        "class" => {
            let fields = properties(node);
            fields_text(fields.iter().map(|(name, value)| (name.as_str(), value.written())))
        }
        // Texts of several lines are the content of the element.
        _ => return SourceProperty::read(kind, node.attribute("value").or(node.text()).unwrap_or_default()),
    };
    SourceProperty::Other { kind: kind.to_owned(), text }
}

fn tile_set_of(node: Node<'_, '_>) -> Result<TileSet, Box<Diagnostic>> {
    let child = |name: &str| node.children().find(|node| node.has_tag_name(name));
    let offset = child("tileoffset").map(|node| Ok((pixels(node, "x")?, pixels(node, "y")?)));
    let offset: Option<Result<(i64, i64), Box<Diagnostic>>> = offset;
    let mut set = TileSet {
        name: node.attribute("name").unwrap_or_default().to_owned(),
        count: number(node, "tilecount")?,
        tile_size: (length(node, "tilewidth")?, length(node, "tileheight")?),
        offset: offset.transpose()?.unwrap_or_default(),
        alignment: Alignment::of(node.attribute("objectalignment").unwrap_or_default()),
        ..TileSet::default()
    };
    let terrains = child("terraintypes").into_iter().flat_map(|types| types.children());
    let terrains: Vec<&str> = terrains.filter_map(|node| node.attribute("name")).collect();
    for node in node.children().filter(|node| node.has_tag_name("tile")) {
        let Some(id) = number(node, "id")? else { continue };
        let image = node.children().find(|node| node.has_tag_name("image"));
        let size: Option<Result<(i64, i64), Box<Diagnostic>>> =
            image.map(|image| Ok((length(image, "width")?, length(image, "height")?)));
        let size = size.transpose()?.filter(|size| size.0 > 0 && size.1 > 0);
        let corners = node.attribute("terrain").unwrap_or_default();
        let tile = SourceTile {
            class: class(node),
            properties: properties(node),
            picture: image.and_then(|node| node.attribute("source")).map(stem),
            size,
            terrain: only_terrain(corners.split(',').map(|corner| corner.trim().parse().ok()), &terrains),
            is_covered: is_covered(node, size.unwrap_or(set.tile_size))?,
            ..SourceTile::default()
        };
        set.tiles.insert(id, tile);
    }
    let wang_sets = child("wangsets").into_iter().flat_map(|sets| sets.children());
    for wang in wang_sets.filter(|node| node.has_tag_name("wangset")) {
        let colors = wang.children().filter(|node| node.has_tag_name("wangcolor"));
        let names: Vec<&str> = colors.map(|node| node.attribute("name").unwrap_or_default()).collect();
        for tile in wang.children().filter(|node| node.has_tag_name("wangtile")) {
            let Some(id) = number(tile, "tileid")? else { continue };
            let colors = tile.attribute("wangid").unwrap_or_default().split(',');
            let colors = colors.map(|color| color.trim().parse::<usize>().ok());
            set.add_wang(id, colors, &names);
        }
    }
    Ok(set)
}

/// Returns `true` if a collision shape covers all of a tile.
fn is_covered(tile: Node<'_, '_>, size: (i64, i64)) -> Result<bool, Box<Diagnostic>> {
    let groups = tile.children().filter(|node| node.has_tag_name("objectgroup"));
    for shape in groups.flat_map(|group| group.children().filter(|node| node.has_tag_name("object"))) {
        let (x, y) = (pixels(shape, "x")?, pixels(shape, "y")?);
        let (width, height) = (pixels(shape, "width")?, pixels(shape, "height")?);
        let is_box = shape.children().all(|node| !node.is_element() || node.has_tag_name("properties"));
        if is_box && covers((x, y, width, height), size) {
            return Ok(true);
        }
    }
    Ok(false)
}

struct TmxReader<'b, 'f> {
    /// Width and height of the map, for layers without a size of their own.
    size: (u32, u32),
    /// Width and height of its cells.
    cell: (i64, i64),
    /// Positions of the line ends in the file.
    newlines: Vec<usize>,
    budget: SourceBudget,
    templates: ObjectTemplates<'b, 'f>,
    layers: Vec<SourceLayer>,
}

impl TmxReader<'_, '_> {
    fn layers_of(
        &mut self,
        parent: Node<'_, '_>,
        above: &GroupContext,
        depth: usize,
    ) -> Result<(), Box<Diagnostic>> {
        for node in parent.children().filter(Node::is_element) {
            let kind = node.tag_name().name();
            if !matches!(kind, "layer" | "objectgroup" | "imagelayer" | "group") {
                continue;
            }
            let has_parallax = ["parallaxx", "parallaxy"].into_iter().any(|name| {
                node.attribute(name)
                    .is_some_and(|factor| factor.parse().is_ok_and(|factor: f64| factor != 1.0))
            });
            let own = GroupContext {
                offset: (pixels(node, "offsetx")?, pixels(node, "offsety")?),
                is_visible: node.attribute("visible") != Some("0"),
                has_parallax,
                properties: properties(node),
            };
            let all = above.with(own);
            if kind == "group" {
                if depth >= MOST_DEPTH {
                    let message = format!("Groups of layers are nested more than {MOST_DEPTH} deep.");
                    return Err(at(node, message));
                }
                self.layers_of(node, &all, depth + 1)?;
                continue;
            }
            let content = match kind {
                "layer" => LayerContent::Tiles(self.tiles(node)?),
                "objectgroup" => LayerContent::Objects(self.objects(node)?),
                _ => LayerContent::Other("picture"),
            };
            let name = node.attribute("name").unwrap_or_default().to_owned();
            self.layers.push(all.layer(name, self.cell, content));
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

    fn objects(&mut self, layer: Node<'_, '_>) -> Result<Vec<SourceObject>, Box<Diagnostic>> {
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

/// Reads an object; missing values are taken from the template.
fn object(
    node: Node<'_, '_>,
    template: SourceObject,
    line: Option<u32>,
) -> Result<SourceObject, Box<Diagnostic>> {
    let has = |name: &str| node.children().any(|node| node.has_tag_name(name));
    let own = |name: &str, usual: i64| if node.has_attribute(name) { pixels(node, name) } else { Ok(usual) };
    let mut all = template.properties;
    all.extend(properties(node));
    Ok(SourceObject {
        id: ObjectId::Number(node.attribute("id").and_then(|id| id.parse().ok()).unwrap_or_default()),
        name: node.attribute("name").map_or(template.name, str::to_owned),
        class: Some(class(node)).filter(|class| !class.is_empty()).unwrap_or(template.class),
        tile: number(node, "gid")?.or(template.tile),
        x: pixels(node, "x")?,
        y: pixels(node, "y")?,
        width: own("width", template.width)?,
        height: own("height", template.height)?,
        rotation: own("rotation", template.rotation)?,
        is_visible: node.attribute("visible").map_or(template.is_visible, |visible| visible != "0"),
        shape: ObjectShape::of(has).unwrap_or(template.shape),
        properties: all,
        missing: template.missing,
        line,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_with_very_many_attributes_are_refused_with_their_place() {
        let attributes =
            |count: usize| -> String { (0..count).map(|number| format!(" a{number}='='")).collect() };
        let text = |count| {
            format!("<?xml version='1.0'?>\n<!-- <a{} -->\n<map{}/>", attributes(200), attributes(count))
        };
        assert_eq!(crowded_element(&text(MOST_ATTRIBUTES)), None);
        let mistake = parse(&text(MOST_ATTRIBUTES + 1)).unwrap_err();
        assert_eq!(mistake.position, Some(Position { line: 3, column: 1 }));
        assert!(mistake.message.contains("100 attributes"), "{}", mistake.message);
        assert_eq!(crowded_element("<a <!-- "), None);
    }
}
