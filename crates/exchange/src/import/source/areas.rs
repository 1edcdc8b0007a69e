//! Finds objects that represent ground: rectangles of the class `Wall`, and rectangles that mark collisions.
//!
//! ```text
//! ┌───────┐      ###
//! │ Solid │  →   ###
//! └───────┘
//! ```
//! An area covers the cells whose middle is inside it. Meanings that the source does not state are
//! assumptions, and are reported.

use super::census::solid_by;
use super::model::{Author, LayerContent, ObjectShape, SourceLayer, SourceObject, SourceProject};
use super::solids::is_solid;
use super::things::described;
use super::tiles::TileReader;
use super::words::{LayerWord, TileWord, layer_word, tile_word};
use crate::import::drawing::CellMeaning;
use crate::rooms::LegendEntry;

/// The ground that an object represents.
pub(crate) struct AreaMeaning {
    pub meaning: CellMeaning,
    /// Reason for treating it as ground, if that is an assumption.
    pub assumed: Option<String>,
}

/// Returns `true` if a visible object represents something solid.
pub(crate) fn has_solid(project: &SourceProject, reader: &TileReader<'_>) -> bool {
    let layers = project.maps.iter().flat_map(|map| &map.layers).filter(|layer| layer.is_visible);
    layers.into_iter().any(|layer| match &layer.content {
        LayerContent::Objects(objects) => objects
            .iter()
            .filter(|object| object.is_visible)
            .any(|object| area_of(object, layer, reader).is_some_and(|area| is_solid(&area.meaning.entry))),
        LayerContent::Tiles(_) | LayerContent::Other(_) | LayerContent::Unreadable(_) => false,
    })
}

/// Returns the ground that an object represents. `None` if it is a thing, or bounds a room.
pub(crate) fn area_of(
    object: &SourceObject,
    layer: &SourceLayer,
    reader: &TileReader<'_>,
) -> Option<AreaMeaning> {
    let is_rectangle = object.shape == ObjectShape::Box
        && (object.tile.is_some() || object.width > 0 && object.height > 0)
        && object.missing.is_none()
        && !object.is_room();
    if !is_rectangle || reader.project.author != Author::Other {
        return None;
    }
    let (class, properties) = described(object, reader);
    if let Some(meaning) = reader.ground_of(&class, &object.name, &properties) {
        return Some(AreaMeaning { meaning, assumed: None });
    }
    let is_solid_name =
        |name: &str| layer_word(name) == Some(LayerWord::Solid) || tile_word(name) == Some(TileWord::Wall);
    let is_nameless = class.is_empty() && (object.name.trim().is_empty() || is_solid_name(&object.name));
    let why = match (solid_by(&properties), solid_by(&layer.properties)) {
        _ if object.tile.is_some() => return None,
        _ if layer_word(&class) == Some(LayerWord::Solid) => {
            format!("Rectangles of the class \"{class}\" were read as walls, because of its name")
        }
        _ if !is_nameless => return None,
        (Some(key), _) | (None, Some(key)) => {
            format!("Rectangles with the property \"{key}\", or on a layer with it, were read as walls")
        }
        (None, None) if layer_word(&layer.name) == Some(LayerWord::Solid) => {
            format!("Rectangles on the layer \"{}\" were read as walls, because of its name", layer.name)
        }
        (None, None) => return None,
    };
    Some(AreaMeaning { meaning: CellMeaning::of(LegendEntry::Wall), assumed: Some(why) })
}
