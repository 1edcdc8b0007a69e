//! Turns a level into layers of tile numbers plus an atlas of painted tiles.
//!
//! Every distinct picture of a cell is drawn once; cells refer to it by number. Drawn on top of each other,
//! the layers give the picture of the level without items.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::png_file::{png, transparent_png};
use crate::base::{Cell, Color, Grid, Size};
use crate::level::{Layer, Level, Passage};
use crate::picture::{CellLook, CellSide, Image, Picture, TileLooks, UNKNOWN};

/// Number of tiles in one row of the atlas picture.
const COLUMNS: u32 = 16;

/// Marks a cell of a layer without a tile.
const NO_TILE: u32 = u32::MAX;

/// The layers of an atlas, each with its own kind of tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TileLayer {
    /// Walkable tiles.
    Ground,
    /// Tiles that cannot be walked on.
    Walls,
    /// Doors of all kinds, used sockets and thresholds.
    Doors,
    /// Tiles that layers of the level draw over the base tiles.
    Decor,
}

impl TileLayer {
    /// All layers, the lowest first.
    pub const ALL: [Self; 4] = [Self::Ground, Self::Walls, Self::Doors, Self::Decor];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Ground => "Ground",
            Self::Walls => "Walls",
            Self::Doors => "Doors",
            Self::Decor => "Decor",
        }
    }
}

/// A tile of the atlas.
pub(super) struct AtlasTile {
    /// Name of the tile in the legend.
    pub name: String,
    pub is_walkable: bool,
    /// Colour of the tile in the legend.
    pub color: Color,
    pub layer: TileLayer,
    image: Image,
}

/// All painted tiles of a level, and the layers that use them.
pub(super) struct Atlas {
    side: CellSide,
    pub tiles: Vec<AtlasTile>,
    /// For each layer, the tile number of each cell or [`NO_TILE`]. A plain `u32` saves memory in large
    /// levels.
    layers: BTreeMap<TileLayer, Grid<u32>>,
}

impl Atlas {
    pub fn new(level: &Level, looks: &Arc<TileLooks>, side: CellSide) -> Self {
        let size = level.tiles.size();
        let layers = TileLayer::ALL.map(|layer| (layer, Grid::filled(size, NO_TILE)));
        let mut atlas = Self { side, tiles: Vec::new(), layers: layers.into() };
        let mut known = AtlasCache::default();
        let (bare, full) = (Picture::of_tiles(level, looks), Picture::dressed(level, looks, false));
        let doors = doors(level);
        for cell in level.tiles.rect().cells() {
            let decor = level
                .layers
                .iter()
                .rev()
                .filter_map(|layer| layer.tiles.get(cell))
                .filter(|character| **character != Layer::NOTHING)
                .find(|character| level.legend.contains_key(character));
            let layer = if doors.contains(&cell) {
                TileLayer::Doors
            } else if level.is_walkable(cell) {
                TileLayer::Ground
            } else {
                TileLayer::Walls
            };
            let tile = level.tiles.get(cell).copied().unwrap_or(Layer::NOTHING);
            let picture = if decor.is_some() { &bare } else { &full };
            atlas.put(cell, layer, (tile, picture.look(cell)), &mut known, picture);
            if let Some(decor) = decor {
                atlas.put(cell, TileLayer::Decor, (*decor, full.look(cell)), &mut known, &full);
            }
        }
        atlas
    }

    fn put(
        &mut self,
        cell: Cell,
        layer: TileLayer,
        (character, look): (char, Option<CellLook>),
        known: &mut AtlasCache,
        picture: &Picture<'_>,
    ) {
        let by_look = (layer, character, look);
        let number = match known.looks.get(&by_look) {
            Some(number) => *number,
            None => {
                let image = by_look
                    .2
                    .as_ref()
                    .map_or_else(|| unknown(self.side), |look| picture.draw_look(look, self.side));
                let number =
                    *known.images.entry((layer, character, image.pixels.clone())).or_insert_with(|| {
                        let tile = picture.level().legend.get(&character);
                        self.tiles.push(AtlasTile {
                            name: tile.map_or_else(|| character.to_string(), |tile| tile.name.clone()),
                            is_walkable: tile.is_some_and(|tile| tile.walkable),
                            color: tile.map(|tile| tile.color).unwrap_or_default(),
                            layer,
                            image,
                        });
                        self.tiles.len() as u32 - 1
                    });
                known.looks.insert(by_look, number);
                number
            }
        };
        if let Some(grid) = self.layers.get_mut(&layer) {
            grid[cell] = number;
        }
    }

    /// Returns the side of a cell in pixels.
    pub fn pixels(&self) -> u32 {
        self.side.pixels()
    }

    /// Returns the number of tiles in a row of the atlas picture.
    pub fn columns(&self) -> u32 {
        COLUMNS
    }

    /// Returns the number of rows of the atlas picture, at least 1.
    pub fn rows(&self) -> u32 {
        (self.tiles.len() as u32).div_ceil(COLUMNS).max(1)
    }

    /// Returns the cells of a layer row by row, each with its tile number.
    pub fn layer(&self, layer: TileLayer) -> impl Iterator<Item = (Cell, Option<u32>)> {
        self.layers
            .get(&layer)
            .into_iter()
            .flat_map(|grid| grid.iter().map(|(cell, tile)| (cell, tile_number(*tile))))
    }

    /// Draws all tiles into one PNG, from left to right and row by row.
    pub fn picture(&self) -> Vec<u8> {
        let px = self.pixels();
        let (width, rows) = (COLUMNS * px, self.rows());
        let row = |row: u32| {
            let mut pixels = vec![Color::rgb(0, 0, 0); (width * px) as usize];
            let first = (row * COLUMNS) as usize;
            for (column, tile) in self.tiles.iter().skip(first).take(COLUMNS as usize).enumerate() {
                for (line, from) in tile.image.pixels.chunks_exact(px as usize).enumerate() {
                    let left = line * width as usize + column * px as usize;
                    if let Some(to) = pixels.get_mut(left..left + px as usize) {
                        to.copy_from_slice(from);
                    }
                }
            }
            pixels
        };
        png(Size::new(width, rows * px), (0..rows).map(row)).expect("all rows are there")
    }

    /// Draws the given layers on top of each other into a PNG. Cells without a tile are transparent.
    pub fn picture_of(&self, layers: &[TileLayer]) -> Vec<u8> {
        let grids: Vec<_> = layers.iter().rev().filter_map(|layer| self.layers.get(layer)).collect();
        let cells = grids.first().map(|grid| grid.size()).unwrap_or_default();
        let px = self.pixels() as usize;
        let tile = |cell: Cell| {
            let number = grids.iter().find_map(|grid| grid.get(cell).copied().and_then(tile_number))?;
            self.tiles.get(number as usize)
        };
        let strip = |y: u32| {
            let tiles: Vec<_> =
                (0..cells.width).map(|x| tile(Cell::new(x.cast_signed(), y.cast_signed()))).collect();
            let line = |line: usize| {
                tiles.iter().flat_map(move |tile| {
                    let from = tile.and_then(|tile| tile.image.pixels.chunks_exact(px).nth(line));
                    (0..px).map(move |at| from.and_then(|from| from.get(at)).copied())
                })
            };
            (0..px).flat_map(line).collect()
        };
        let size = Size::new(cells.width * self.pixels(), cells.height * self.pixels());
        transparent_png(size, (0..cells.height).map(strip)).expect("all rows are there")
    }
}

/// Returns the tile number, or `None` for [`NO_TILE`].
fn tile_number(tile: u32) -> Option<u32> {
    (tile != NO_TILE).then_some(tile)
}

/// The tiles that are already drawn.
#[derive(Default)]
struct AtlasCache {
    looks: BTreeMap<(TileLayer, char, Option<CellLook>), u32>,
    images: BTreeMap<(TileLayer, char, Vec<Color>), u32>,
}

/// Returns the image for a tile that the legend lacks.
fn unknown(side: CellSide) -> Image {
    let size = Size::new(side.pixels(), side.pixels());
    Image { size, pixels: vec![UNKNOWN; size.area()] }
}

/// Returns the cells that hold doors.
fn doors(level: &Level) -> BTreeSet<Cell> {
    level.passages.iter().flat_map(Passage::door_cells).collect()
}
