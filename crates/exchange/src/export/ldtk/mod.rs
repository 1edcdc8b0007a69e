//! Exports projects for LDtk 1.5.3 with one or several levels and a picture of their tiles.
//!
//! The simple variant adds the folder that LDtk's *super simple export* writes. The layers are, from the top:
//! `Entities`; `Decor`, `Doors`, `Walls` and `Ground`; `Cells` with a number for each cell; and `Owners`, hidden.
//! The four tile layers together show the level without items. All names are valid LDtk identifiers; names of
//! the grammar that are not are kept in fields. Iids stay the same when a level is exported again. Numbers of
//! tiles, and uids of everything except attributes, depend on the palette of the project alone.

mod cells;
mod definitions;
mod entities;
mod enums;
mod fields;
mod level;
mod instances;
mod json;
mod names;
mod project;
mod simple;
mod uids;

use super::atlas::TileLayer;
use super::exported::{ExportOptions, Exported, ExportedFile, MapImporter};
use crate::level::Level;
use project::LdtkProject;

/// Prints one line per definition, layer or entity.
const LINES: &[&[&str]] = &[
    &[],
    &["defs"],
    &["defs", "layers"],
    &["defs", "entities"],
    &["defs", "tilesets"],
    &["defs", "levelFields"],
    &["levels"],
    &["levels", "*"],
    &["levels", "*", "layerInstances"],
    &["levels", "*", "layerInstances", "*"],
    &["levels", "*", "layerInstances", "*", "entityInstances"],
];

/// A layer of a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LayerKind {
    Entities,
    Tiles(TileLayer),
    /// The integer grid of tiles.
    Cells,
    /// The integer grid of places and passages.
    Owners,
}

impl LayerKind {
    /// All layers, the topmost first.
    const ALL: [Self; 7] = [
        Self::Entities,
        Self::Tiles(TileLayer::Decor),
        Self::Tiles(TileLayer::Doors),
        Self::Tiles(TileLayer::Walls),
        Self::Tiles(TileLayer::Ground),
        Self::Cells,
        Self::Owners,
    ];

    const fn identifier(self) -> &'static str {
        match self {
            Self::Entities => "Entities",
            Self::Tiles(layer) => layer.name(),
            Self::Cells => "Cells",
            Self::Owners => "Owners",
        }
    }

    /// Returns LDtk's name for the type of layer.
    const fn kind(self) -> &'static str {
        match self {
            Self::Entities => "Entities",
            Self::Tiles(_) => "Tiles",
            Self::Cells | Self::Owners => "IntGrid",
        }
    }

    /// Returns `true` if the layer names the tile set.
    ///
    /// Godot's importer draws a layer of numbers without a tile set as coloured cells.
    fn has_tiles(self, target: MapImporter) -> bool {
        match self {
            Self::Tiles(_) => true,
            Self::Entities => false,
            Self::Cells | Self::Owners => target == MapImporter::Godot,
        }
    }
}

/// Exports a project of the given levels. The simple variant adds the files of LDtk's super simple export.
pub(super) fn project(levels: &[&Level], options: &ExportOptions, is_simple: bool) -> Exported {
    let project = LdtkProject::new(levels, options, is_simple);
    let files = match is_simple {
        true => project.levels.iter().flat_map(|level| simple::files(&project, level)).collect(),
        false => Vec::new(),
    };
    project.exported(files)
}

fn file(name: String, bytes: Vec<u8>) -> ExportedFile {
    ExportedFile { name, bytes }
}
