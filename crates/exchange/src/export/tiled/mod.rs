//! Exports maps for Tiled: TMX and TMJ, each with a tile set painted by the program.
//!
//! The tile layers `Ground`, `Walls`, `Doors` and `Decor` are the picture of the level without items. Object
//! layers hold the places (`Rooms`), items and doors (`Entities`) and passages (`Graph`, hidden). Objects
//! refer to each other. Names of layers, types and properties are those that importers look for. All
//! properties are scalars, because some readers know no others; only maps for Bevy with a given module have
//! classes. Files have the version that Tiled 1.8 writes.

mod components;
mod map;
mod objects;
mod room_sets;
mod target;
mod tmj;
mod tmx;

pub use components::BevyComponents;
pub use room_sets::export_rooms;

use super::atlas::Atlas;
use super::exported::{ExportOptions, Exported, ExportedFile, MapImporter, TypePath};
use crate::level::Level;
use crate::picture::{CellPixels, CellSide};
use map::MapDocument;

/// Version of the format, and of the Tiled release that wrote it.
const VERSION: &str = "1.8";
const TILED_VERSION: &str = "1.8.2";

/// Suffixes of the file names of a map.
struct FileSuffixes {
    map: &'static str,
    set: &'static str,
    /// Suffix of the picture. Each notation has its own, because the other map of the same name may have
    /// other tiles.
    picture: &'static str,
}

const TMX: FileSuffixes = FileSuffixes { map: ".tmx", set: "-tiles.tsx", picture: "-tiles.png" };
const TMJ: FileSuffixes = FileSuffixes { map: ".tmj", set: "-tiles.tsj", picture: "-tiles-tmj.png" };

/// Exports a map in XML.
pub(super) fn tmx(level: &Level, options: &ExportOptions) -> Exported {
    export(level, options, &TMX, tmx::map, tmx::tile_set)
}

/// Exports a map in JSON.
pub(super) fn tmj(level: &Level, options: &ExportOptions) -> Exported {
    export(level, options, &TMJ, tmj::map, tmj::tile_set)
}

fn export(
    level: &Level,
    options: &ExportOptions,
    endings: &FileSuffixes,
    map: fn(&MapDocument, &str) -> String,
    tile_set: fn(&Atlas, &str, &str, Option<&TypePath>) -> String,
) -> Exported {
    let name = &options.name;
    let (tiles, picture) = (format!("{name}{}", endings.set), format!("{name}{}", endings.picture));
    let atlas = Atlas::new(
        level,
        &options.picture.looks,
        options.picture.cell.map_or(CellSide::Medium, CellPixels::side),
    );
    let made = MapDocument::new(level, &atlas, options);
    let file = |name: String, bytes: Vec<u8>| ExportedFile { name, bytes };
    let types = options.types.as_ref().filter(|_| options.target == MapImporter::Bevy);
    let set = tile_set(&atlas, &format!("{name}-tiles"), &picture, types).into_bytes();
    Exported {
        main: file(format!("{name}{}", endings.map), map(&made, &tiles).into_bytes()),
        others: vec![file(tiles, set), file(picture, atlas.picture())],
    }
}
