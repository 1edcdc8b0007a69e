//! Reads the owners of cells from the layer `Owners` of a map that this program exported.
//!
//! Maps of Tiled have rectangles of the class `Area`, each with a link to its room or edge. Projects of LDtk
//! have numbers with names: `Room_3`, `Passage_2`. They are found by name, never by number. Maps of earlier
//! versions have neither.

use std::collections::BTreeMap;

use super::model::{LayerContent, SourceLayer, SourceMap, link};
use super::sheet::MapCells;
use super::things::ObjectBounds;
use super::tiles::TileReader;
use crate::base::{Cell, Rect, Size};
use crate::level::{Owner, PassageId, PlaceId};

/// Name of the layer with owners.
const LAYER: &str = "Owners";
/// Class of a rectangle with an owner.
pub(super) const AREA: &str = "Area";

/// Returns the owner of each cell, if the map contains it.
///
/// `links` has the texts by which objects refer to rooms and edges.
pub(super) fn owner_areas(
    map: &SourceMap,
    sheet: &MapCells,
    reader: &TileReader<'_>,
    links: &BTreeMap<String, Owner>,
) -> BTreeMap<Cell, Owner> {
    let mut owners = BTreeMap::new();
    let Some(size) = sheet.area.map(|area| area.size) else { return owners };
    for layer in map.layers.iter().filter(|layer| layer.name == LAYER) {
        match &layer.content {
            LayerContent::Objects(_) => add_rectangles(&mut owners, layer, sheet, reader, links),
            LayerContent::Tiles(_) => add_numbers(&mut owners, layer, sheet, reader),
            LayerContent::Other(_) | LayerContent::Unreadable(_) => {}
        }
    }
    let level = Rect::new(Cell::new(0, 0), size);
    owners.retain(|cell, _| level.contains(*cell));
    owners
}

fn add_rectangles(
    owners: &mut BTreeMap<Cell, Owner>,
    layer: &SourceLayer,
    sheet: &MapCells,
    reader: &TileReader<'_>,
    links: &BTreeMap<String, Owner>,
) {
    let LayerContent::Objects(objects) = &layer.content else { return };
    let Some(size) = sheet.area.map(|area| area.size) else { return };
    for object in objects.iter().filter(|object| object.class == AREA) {
        let owner = object.properties.get("owner").and_then(|owner| links.get(&owner.written()));
        let bounds = ObjectBounds::of(object, layer, reader);
        let Some((owner, bounds)) = owner.zip(bounds) else { continue };
        let Some(min) = sheet.cell_at(bounds.left, bounds.top) else { continue };
        let cells = |length: i64, side: i64, most: u32| {
            u32::try_from(length / side.max(1)).map_or(most, |cells| cells.min(most))
        };
        let size = Size::new(
            cells(bounds.width, sheet.cell.0, size.width),
            cells(bounds.height, sheet.cell.1, size.height),
        );
        owners.extend(Rect::new(min, size).cells().map(|cell| (cell, *owner)));
    }
}

fn add_numbers(
    owners: &mut BTreeMap<Cell, Owner>,
    layer: &SourceLayer,
    sheet: &MapCells,
    reader: &TileReader<'_>,
) {
    let LayerContent::Tiles(chunks) = &layer.content else { return };
    let middle = |at: i32, side: i64| i64::from(at).checked_mul(side)?.checked_add(side / 2);
    for chunk in chunks {
        for (at, number) in (0_u32..).zip(&chunk.tiles).filter(|(_, number)| **number != 0) {
            let tile = reader.tile(*number).and_then(|(_, _, tile)| tile);
            let Some(owner) = tile.and_then(|tile| owner_named(&tile.class)) else { continue };
            let column = i32::try_from(at % chunk.width.max(1)).ok().and_then(|x| chunk.x.checked_add(x));
            let row = i32::try_from(at / chunk.width.max(1)).ok().and_then(|y| chunk.y.checked_add(y));
            let x = column.and_then(|x| middle(x, layer.cell.0));
            let y = row.and_then(|y| middle(y, layer.cell.1));
            let cell = x.zip(y).and_then(|(x, y)| {
                sheet.cell_at(x.checked_add(layer.offset.0)?, y.checked_add(layer.offset.1)?)
            });
            owners.extend(cell.map(|cell| (cell, owner)));
        }
    }
}

/// Returns the owner with a name.
fn owner_named(name: &str) -> Option<Owner> {
    let (kind, id) = name.split_once('_')?;
    let id = id.parse().ok()?;
    match kind {
        "Room" => Some(PlaceId(id).into()),
        "Passage" => Some(PassageId(id).into()),
        _ => None,
    }
}

/// Returns the text by which properties refer to an object, with its owner.
pub(super) fn owner_link(id: &super::model::ObjectId, owner: Owner) -> Option<(String, Owner)> {
    Some((link(&id.text()?), owner))
}
