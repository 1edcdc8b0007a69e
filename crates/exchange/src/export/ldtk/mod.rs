//! Projects for LDtk 1.5.3 with one level and the tiles that the program paints; and beside one the folder that LDtk's *super simple export* writes.
//!
//! The layers are, from the uppermost: `Entities`; `Decor`, `Doors`, `Walls` and `Ground`, which drawn over each other are the picture of the level without items; and `Cells` with a number for each cell.
//! Names are identifiers that LDtk leaves as they are, whatever the grammar's are; what these are stands in fields. Ids of instances stay the same when the level is exported again; numbers of definitions need not.

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
use super::exported::{ExportOptions, Exported, ExportedFile, Target};
use crate::level::Level;
use project::Project;

/// A definition, layer or entity a line.
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
    /// Numbers.
    Cells,
}

impl LayerKind {
    /// The uppermost first.
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

    /// As LDtk calls layers of its kind.
    const fn kind(self) -> &'static str {
        match self {
            Self::Entities => "Entities",
            Self::Tiles(_) => "Tiles",
            Self::Cells => "IntGrid",
        }
    }

    /// Does it name the tile set? To Godot's importer a layer of numbers without one is a picture of coloured cells.
    fn has_tiles(self, target: Target) -> bool {
        match self {
            Self::Tiles(_) => true,
            Self::Entities => false,
            Self::Cells => target == Target::Godot,
        }
    }
}

/// A project.
pub(super) fn project(level: &Level, options: &ExportOptions) -> Exported {
    Project::new(level, options, false).exported(Vec::new())
}

/// A project that LDtk saves with its super simple export, and what that writes.
pub(super) fn simple(level: &Level, options: &ExportOptions) -> Exported {
    let project = Project::new(level, options, true);
    let files = simple::files(&project);
    project.exported(files)
}

fn file(name: String, bytes: Vec<u8>) -> ExportedFile {
    ExportedFile { name, bytes }
}
