//! Reads Tiled maps in XML and JSON as a [`SourceProject`] with one map.
//!
//! Maps are not trusted. Unknown tile numbers, layers with too few numbers and missing tile sets are remarked
//! or refused, never drawn.

mod classes;
mod data;
mod doctype;
mod shapes;
mod templates;
mod tmj;
mod tmx;

use super::drawing::SourceDrawing;
use super::source::model::{
    Author, LARGEST_CELL, SourceProject, SourceProperties, SourceProperty, TileSet, stem,
};
use super::source::rooms;
use super::{FileLookup, Lexicon};
use crate::base::Diagnostic;

/// Maximum number of cells in all layers of a map.
const MOST_CELLS: usize = 1 << 21;

/// Prefix of the generator property in maps that this program wrote; the version follows.
pub(super) const OWN_GENERATOR: &str = "delvewright ";

/// A map as read, with values that only Tiled has.
#[derive(Debug, Default)]
struct TiledMap {
    project: SourceProject,
    orientation: String,
}

/// Reads the rooms of a map in XML.
pub(super) fn read_tmx(
    text: &str,
    name: &str,
    lexicon: &Lexicon<'_>,
    beside: &mut FileLookup<'_>,
) -> Result<SourceDrawing, Box<Diagnostic>> {
    drawing(tmx::map(text, beside)?, name, lexicon, beside)
}

/// Reads the rooms of a map in JSON.
pub(super) fn read_tmj(
    text: &str,
    name: &str,
    lexicon: &Lexicon<'_>,
    beside: &mut FileLookup<'_>,
) -> Result<SourceDrawing, Box<Diagnostic>> {
    drawing(tmj::map(text, beside)?, name, lexicon, beside)
}

fn drawing(
    map: TiledMap,
    name: &str,
    lexicon: &Lexicon<'_>,
    beside: &mut FileLookup<'_>,
) -> Result<SourceDrawing, Box<Diagnostic>> {
    let TiledMap { mut project, orientation } = map;
    let no_map = |message: &str| Diagnostic::error("no-map", message.to_owned());
    if orientation != "orthogonal" {
        let message = format!("The map is {orientation}, but rooms have rows and columns.");
        return Err(Box::new(no_map(&message).hint("Make it orthogonal.")));
    }
    if project.maps.iter().any(|map| map.cell.0 <= 0 || map.cell.1 <= 0) {
        return Err(Box::new(no_map("The map has no size for its tiles.")));
    }
    if project.maps.iter().any(|map| map.cell.0.max(map.cell.1) > LARGEST_CELL) {
        return Err(Box::new(no_map(&format!(
            "The tiles of the map have more than {} pixels.",
            LARGEST_CELL / 1000
        ))));
    }
    project.author = author_of(&project.properties);
    classes::add_defaults(&mut project, beside);
    for map in &mut project.maps {
        name.clone_into(&mut map.name);
    }
    Ok(rooms::drawing(&project, lexicon))
}

/// Returns the author of a map with these properties.
pub(super) fn author_of(properties: &SourceProperties) -> Author {
    let generator = properties.get("generator").and_then(SourceProperty::text);
    match generator.is_some_and(|generator| generator.starts_with(OWN_GENERATOR)) {
        false => Author::Other,
        true if properties.contains_key("room_set") => Author::RoomSet,
        true => Author::Level,
    }
}

/// Loads a tile set from a file of its own. If it cannot be read, the set is marked as missing.
fn load_tile_set(source: &str, beside: &mut FileLookup<'_>) -> TileSet {
    let mut read = || -> Result<TileSet, String> {
        let bytes = beside(source)?;
        let text = String::from_utf8(bytes).map_err(|_| "is not UTF-8 text".to_owned())?;
        let is_json = text.trim_start_matches('\u{feff}').trim_start().starts_with('{');
        let set = if is_json { tmj::tile_set(&text) } else { tmx::tile_set(&text) };
        set.map_err(|mistake| mistake.to_string())
    };
    match read() {
        Ok(set) => set,
        Err(why) => {
            TileSet { name: stem(source), missing: Some(format!("{source}: {why}")), ..TileSet::default() }
        }
    }
}
