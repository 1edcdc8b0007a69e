//! Exports projects for LDtk 1.5.3 with one level and a picture of its tiles.
//!
//! The simple variant adds the folder that LDtk's *super simple export* writes. The layers are, from the top:
//! `Entities`; `Decor`, `Doors`, `Walls` and `Ground`; and `Cells` with a number for each cell. The four tile
//! layers together are the picture of the level without items. All names are valid LDtk identifiers; names of
//! the grammar that are not are kept in fields. Iids stay the same when the level is exported again; uids of
//! definitions may change.

mod cells;
mod definitions;
mod entities;
mod fields;
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
    /// The integer grid.
    Cells,
}

impl LayerKind {
    /// All layers, the topmost first.
    const ALL: [Self; 6] = [
        Self::Entities,
        Self::Tiles(TileLayer::Decor),
        Self::Tiles(TileLayer::Doors),
        Self::Tiles(TileLayer::Walls),
        Self::Tiles(TileLayer::Ground),
        Self::Cells,
    ];

    const fn identifier(self) -> &'static str {
        match self {
            Self::Entities => "Entities",
            Self::Tiles(layer) => layer.name(),
            Self::Cells => "Cells",
        }
    }

    /// Returns LDtk's name for the type of layer.
    const fn kind(self) -> &'static str {
        match self {
            Self::Entities => "Entities",
            Self::Tiles(_) => "Tiles",
            Self::Cells => "IntGrid",
        }
    }

    /// Returns `true` if the layer names the tile set.
    ///
    /// Godot's importer draws a layer of numbers without a tile set as coloured cells.
    fn has_tiles(self, target: MapImporter) -> bool {
        match self {
            Self::Tiles(_) => true,
            Self::Entities => false,
            Self::Cells => target == MapImporter::Godot,
        }
    }
}

/// Exports a project.
pub(super) fn project(level: &Level, options: &ExportOptions) -> Exported {
    LdtkProject::new(level, options, false).exported(Vec::new())
}

/// Exports a project that uses LDtk's super simple export, together with the files of that export.
pub(super) fn simple(level: &Level, options: &ExportOptions) -> Exported {
    let project = LdtkProject::new(level, options, true);
    let files = simple::files(&project);
    project.exported(files)
}

fn file(name: String, bytes: Vec<u8>) -> ExportedFile {
    ExportedFile { name, bytes }
}
