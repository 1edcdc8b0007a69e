//! Maps for Tiled: TMX and TMJ, each with a set of the tiles that the program paints.
//!
//! Tile layers `Ground`, `Walls`, `Doors` and `Decor` are the picture of the level without items. Object layers hold the places (`Rooms`), what lies or stands somewhere (`Entities`), and the passages (`Graph`, hidden); they refer to each other.
//! Names of layers, types and properties are those that importers look for; all properties are scalars, as some readers know no others, unless the game names the types that Bevy shall make of them. The files are of the version that Tiled 1.8 writes.

mod map;
mod objects;
mod room_sets;
mod target;
mod tmj;
mod tmx;

pub use room_sets::export_rooms;

use super::atlas::Atlas;
use super::exported::{ExportOptions, Exported, ExportedFile};
use crate::level::Level;
use crate::picture::{CellPixels, CellSide};
use map::Map;

/// The version of the format, and of the program whose files these are like.
const VERSION: &str = "1.8";
const TILED_VERSION: &str = "1.8.2";

/// What comes after the name in the files of a map.
struct Endings {
    map: &'static str,
    set: &'static str,
    /// Each notation has its own: the other map of the same name may have other tiles.
    picture: &'static str,
}

const TMX: Endings = Endings { map: ".tmx", set: "-tiles.tsx", picture: "-tiles.png" };
const TMJ: Endings = Endings { map: ".tmj", set: "-tiles.tsj", picture: "-tiles-tmj.png" };

/// A map in XML.
pub(super) fn tmx(level: &Level, options: &ExportOptions) -> Exported {
    export(level, options, &TMX, tmx::map, tmx::tile_set)
}

/// A map in JSON.
pub(super) fn tmj(level: &Level, options: &ExportOptions) -> Exported {
    export(level, options, &TMJ, tmj::map, tmj::tile_set)
}

fn export(
    level: &Level,
    options: &ExportOptions,
    endings: &Endings,
    map: fn(&Map, &str) -> String,
    tile_set: fn(&Atlas, &str, &str) -> String,
) -> Exported {
    let name = &options.name;
    let (tiles, picture) = (format!("{name}{}", endings.set), format!("{name}{}", endings.picture));
    let atlas = Atlas::new(
        level,
        &options.picture.looks,
        options.picture.cell.map_or(CellSide::Medium, CellPixels::side),
    );
    let made = Map::new(level, &atlas, options);
    let file = |name: String, bytes: Vec<u8>| ExportedFile { name, bytes };
    let set = tile_set(&atlas, &format!("{name}-tiles"), &picture).into_bytes();
    Exported {
        main: file(format!("{name}{}", endings.map), map(&made, &tiles).into_bytes()),
        others: vec![file(tiles, set), file(picture, atlas.picture())],
    }
}
