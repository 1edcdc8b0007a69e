//! P0: layers fit the level that they decorate.
//!
//! Each layer has a unique name and the size of the level, and contains only characters of the legend.
//! Only decoration has things of several cells. A layer is walkable exactly where the tiles below are, because
//! a game may draw it instead of them.

use std::collections::BTreeSet;

use super::findings::PromiseBreaks;
use super::names;
use crate::base::{Grid, Size};
use crate::level::{Layer, Level, PassRecord};
use crate::settings::PassSettings;

/// Reports layers that do not fit. `walkable` are the walkable cells.
pub(super) fn check(level: &Level, walkable: &Grid<bool>, findings: &mut PromiseBreaks) {
    let mut known = BTreeSet::new();
    for layer in &level.layers {
        let name = &layer.name;
        if !known.insert(name) {
            findings.add_one_of_many(("layer", 0, 0), None, || {
                format!("more than one layer is called \"{name}\".")
            });
        }
        let is_dressing =
            |pass: &PassRecord| pass.name == *name && matches!(pass.settings, Some(PassSettings::Dress(_)));
        if !layer.sizes.is_empty() && !level.populate.iter().any(is_dressing) {
            findings.add_one_of_many(("layer", 4, 0), None, || {
                format!("the layer \"{name}\" has sizes of things, but is no decoration.")
            });
        }
        if layer.tiles.size() == level.tiles.size() {
            tiles(level, layer, walkable, findings);
        } else {
            findings.add_one_of_many(("layer", 1, 0), None, || {
                let Size { width, height } = layer.tiles.size();
                let (wide, high) = (level.width, level.height);
                format!("the level is {wide} × {high} cells large, but its layer \"{name}\" is {width} × {height}.")
            });
        }
    }
}

/// Returns the characters of all layers.
pub(super) fn used(level: &Level) -> BTreeSet<char> {
    level.layers.iter().flat_map(Layer::drawn).map(|(_, tile)| tile).collect()
}

fn tiles(level: &Level, layer: &Layer, walkable: &Grid<bool>, findings: &mut PromiseBreaks) {
    let name = &layer.name;
    for (cell, character) in layer.drawn() {
        match level.legend.get(&character) {
            None => findings.add_one_of_many(("layer", 2, 0), Some(cell), || {
                format!("the tile '{character}' of the layer \"{name}\" is not in the legend.")
            }),
            Some(tile) if Some(&tile.walkable) != walkable.get(cell) => {
                findings.add_one_of_many(("layer", 3, 0), Some(cell), || {
                    let (can, below) = if tile.walkable { ("can", "cannot") } else { ("cannot", "can") };
                    let (tile, at) = (&tile.name, names::cell(cell));
                    format!("you {can} walk on the {tile} of the layer \"{name}\" at {at}, but {below} on the tile below it.")
                })
            }
            Some(_) => {}
        }
    }
}
