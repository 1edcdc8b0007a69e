//! The tile sets of a map, independent of their notation (XML or JSON).

use super::map::{FIRST_TILE, MapProperties, MapProperty};
use crate::base::Size;
use crate::export::atlas::{Atlas, AtlasPart, AtlasTile};

/// A tile set whose tiles are in one picture.
pub(super) struct TileSetDocument {
    pub name: String,
    /// File name of the picture.
    pub picture: String,
    /// Size of the picture, in pixels.
    pub picture_px: Size,
    /// Number of its first tile in layers.
    pub first: u32,
    /// Side of a tile, in pixels.
    pub pixels: u32,
    pub columns: u32,
    pub count: u32,
    pub margin: u32,
    pub spacing: u32,
    /// The tiles that have a meaning.
    pub tiles: Vec<TileEntry>,
}

/// A tile of a set.
pub(super) struct TileEntry {
    pub id: u32,
    /// Name of the tile in the legend.
    pub kind: String,
    pub properties: MapProperties,
    /// `true` if bodies collide with the whole tile.
    pub is_solid: bool,
}

/// Returns the tile sets of a project: the designer's sheets, then the tiles of the program.
pub(super) fn tile_sets(atlas: &Atlas, name: &str, suffix: &str) -> Vec<TileSetDocument> {
    let set = |(number, part): (usize, &AtlasPart)| {
        let what = match (&part.sheet, number) {
            (None, _) => "tiles".to_owned(),
            (Some(_), 0) => "sheet".to_owned(),
            (Some(_), number) => format!("sheet-{}", number + 1),
        };
        let name = format!("{name}-{what}");
        let own = atlas.tiles.get(part.first as usize..(part.first + part.count) as usize);
        let tiles = (0..).zip(own.unwrap_or_default()).filter(|(_, tile)| tile.is_in_use());
        let pixels = atlas.pixels();
        let (margin, spacing) = part.sheet.as_ref().map_or((0, 0), |sheet| sheet.gaps());
        let whole = Size::new(part.columns * pixels, part.count.div_ceil(part.columns.max(1)) * pixels);
        TileSetDocument {
            picture: format!("{name}{suffix}.png"),
            name,
            picture_px: part.sheet.as_ref().map_or(whole, |sheet| sheet.size()),
            first: part.first + FIRST_TILE,
            pixels,
            columns: part.columns,
            count: part.count,
            margin,
            spacing,
            tiles: tiles.map(|(id, tile)| entry(id, tile, part.first)).collect(),
        }
    };
    atlas.parts.iter().enumerate().map(set).collect()
}

fn entry(id: u32, tile: &AtlasTile, first: u32) -> TileEntry {
    let mut properties = MapProperties::from([
        ("color".to_owned(), MapProperty::text(tile.color.to_string())),
        ("layer".to_owned(), MapProperty::text(tile.place.name())),
        ("solid".to_owned(), MapProperty::Bool(!tile.is_walkable)),
    ]);
    let open = tile.open.and_then(|open| open.checked_sub(first));
    properties.extend(open.map(|open| ("open".to_owned(), MapProperty::number(open.into()))));
    TileEntry { id, kind: tile.name.clone(), properties, is_solid: tile.is_solid() }
}
