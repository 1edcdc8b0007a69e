//! Exports maps for Tiled: TMX and TMJ, with the tile sets of the project.
//!
//! The tile layers `Ground`, `Walls`, `Doors` and `Decor` show the level. Object layers hold the places (`Rooms`),
//! items and doors (`Entities`), passages (`Graph`, hidden) and the cells of both (`Owners`, hidden). Objects
//! refer to each other. Names of layers, types and properties are those that importers look for. All
//! properties are scalars, because some readers know no others; only maps for Bevy with a given module have
//! classes. Files have the version that Tiled 1.8 writes. Several levels share their tile sets and become a
//! world.

mod components;
mod map;
mod objects;
mod room_sets;
mod target;
mod tile_sets;
mod tmj;
mod tmx;
mod world;

pub use components::BevyComponents;
pub use room_sets::export_rooms;

use std::sync::Arc;

use super::atlas::Atlas;
use super::exported::{ExportOptions, Exported, ExportedFile, MapImporter};
use crate::level::Level;
use crate::picture::CellPixels;
use map::MapDocument;
use tile_sets::{TileSetDocument, tile_sets};

/// Version of the format, and of the Tiled release that wrote it.
const VERSION: &str = "1.8";
const TILED_VERSION: &str = "1.8.2";

/// A notation of maps.
struct Notation {
    map: &'static str,
    set: &'static str,
    /// Suffix of the names of pictures. Each notation has its own, because the other map of the same name may have
    /// other tiles.
    picture: &'static str,
    print_map: fn(&MapDocument, &[TileSetDocument], bool) -> String,
    print_set: fn(&TileSetDocument) -> String,
}

const TMX: Notation =
    Notation { map: "tmx", set: "tsx", picture: "", print_map: tmx::map, print_set: tmx::tile_set };
const TMJ: Notation =
    Notation { map: "tmj", set: "tsj", picture: "-tmj", print_map: tmj::map, print_set: tmj::tile_set };

/// Exports maps in XML.
pub(super) fn tmx(levels: &[&Level], options: &ExportOptions) -> Exported {
    export(levels, options, &TMX)
}

/// Exports maps in JSON.
pub(super) fn tmj(levels: &[&Level], options: &ExportOptions) -> Exported {
    export(levels, options, &TMJ)
}

fn export(levels: &[&Level], options: &ExportOptions, notation: &Notation) -> Exported {
    let name = &options.name;
    let atlas = atlas_of(levels, options);
    let mut sets = tile_sets(&atlas, name, notation.picture);
    if let Some(types) = options.types.as_ref().filter(|_| options.target == MapImporter::Bevy) {
        components::add_to_tiles(&mut sets, types);
    }
    let is_whole = options.is_whole || options.target.needs_whole_maps();
    let file = |name: String, bytes: Vec<u8>| ExportedFile { name, bytes };
    let map = |level: &Level, name: String| {
        let made = MapDocument::new(level, &atlas, options);
        file(name, (notation.print_map)(&made, &sets, is_whole).into_bytes())
    };
    let mut others = Vec::new();
    if !is_whole {
        others.extend(sets.iter().map(|set| {
            file(format!("{}.{}", set.name, notation.set), (notation.print_set)(set).into_bytes())
        }));
    }
    let pictures = sets.iter().zip(&atlas.parts);
    others.extend(pictures.map(|(set, part)| file(set.picture.clone(), atlas.picture_of_part(part))));
    if let [level] = levels {
        return Exported { main: map(level, format!("{name}.{}", notation.map)), others };
    }
    let name_of = |level: &Level| format!("{name}.{}.{}", level.seed, notation.map);
    let world = world::write(levels, name_of, atlas.pixels());
    others.extend(levels.iter().map(|level| map(level, name_of(level))));
    Exported { main: file(format!("{name}.{}", super::WORLD), world.into_bytes()), others }
}

/// Returns the tiles of the project, with those of the levels.
fn atlas_of(levels: &[&Level], options: &ExportOptions) -> Atlas {
    let palette = options.palette.as_ref().map(Arc::as_ref).cloned().unwrap_or_default();
    let palette = levels.iter().fold(palette, |palette, level| palette.with_level(level));
    Atlas::new(&palette, &options.picture.looks, options.picture.cell.map(CellPixels::side))
}
