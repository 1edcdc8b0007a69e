//! The tile layers of a level: the number of the tile of each cell in the tile set of the project.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::atlas::{Atlas, TileLayer};
use super::png_file::rgba_png;
use crate::base::{Cell, Grid, Size};
use crate::level::Level;
use crate::picture::{LevelCells, LevelSprites, TileLooks};

/// Marks a cell of a layer without a tile.
const NO_TILE: u32 = u32::MAX;

/// The layers of a level, and the sprites of its things.
pub(super) struct LevelTiles {
    /// For each layer, the tile number of each cell or [`NO_TILE`]. A plain `u32` saves memory in large
    /// levels.
    layers: BTreeMap<TileLayer, Grid<u32>>,
    pub sprites: LevelSprites,
}

impl LevelTiles {
    pub fn new(level: &Level, atlas: &Atlas, looks: &Arc<TileLooks>) -> Self {
        let size = level.tiles.size();
        let mut layers: BTreeMap<_, _> =
            TileLayer::ALL.map(|layer| (layer, Grid::filled(size, NO_TILE))).into();
        let cells = LevelCells::new(level, looks, &atlas.painter, |name| atlas.theme(name));
        let mut put = |layer: TileLayer, cell: Cell, tile: u32| {
            if let Some(place) = layers.get_mut(&layer).and_then(|grid| grid.get_mut(cell)) {
                *place = tile;
            }
        };
        for cell in level.tiles.rect().cells() {
            let forms = cells.forms(cell, &atlas.painter);
            let layer = match (forms.is_door, level.is_walkable(cell)) {
                (true, true) => TileLayer::Doors,
                (false, true) => TileLayer::Ground,
                (_, false) => TileLayer::Walls,
            };
            if let Some(below) = forms.below.filter(|_| layer != TileLayer::Ground) {
                put(TileLayer::Ground, cell, atlas.number(below));
            }
            put(layer, cell, forms.tile.map_or_else(|| atlas.unknown(), |form| atlas.number(form)));
            if let Some(drawn) = forms.drawn {
                put(TileLayer::Decor, cell, atlas.number(drawn));
            }
        }
        Self { layers, sprites: LevelSprites::of(level, looks) }
    }

    /// Returns the cells of a layer row by row, each with its tile number.
    pub fn layer(&self, layer: TileLayer) -> impl Iterator<Item = (Cell, Option<u32>)> {
        self.layers
            .get(&layer)
            .into_iter()
            .flat_map(|grid| grid.iter().map(|(cell, tile)| (cell, (*tile != NO_TILE).then_some(*tile))))
    }

    /// Draws the given layers on top of each other into a PNG. Cells without a tile are transparent.
    pub fn picture_of(&self, layers: &[TileLayer], atlas: &Atlas) -> Vec<u8> {
        let grids: Vec<_> = layers.iter().filter_map(|layer| self.layers.get(layer)).collect();
        let cells = grids.first().map(|grid| grid.size()).unwrap_or_default();
        let px = atlas.pixels();
        let width = (cells.width * px) as usize;
        let strip = |y: u32| {
            let mut pixels = vec![[0; 4]; width * px as usize];
            for x in 0..cells.width {
                let cell = Cell::new(x.cast_signed(), y.cast_signed());
                for tile in grids.iter().filter_map(|grid| grid.get(cell)) {
                    for (line, from) in atlas.pixels_of(*tile).chunks_exact(px as usize).enumerate() {
                        let left = line * width + (x * px) as usize;
                        let to = pixels.get_mut(left..left + px as usize).unwrap_or_default();
                        to.iter_mut().zip(from).for_each(|(below, above)| *below = over(*below, *above));
                    }
                }
            }
            pixels
        };
        let size = Size::new(cells.width * px, cells.height * px);
        rgba_png(size, (0..cells.height).map(strip)).expect("all rows are there")
    }
}

/// Returns a pixel over another.
fn over(below: [u8; 4], above: [u8; 4]) -> [u8; 4] {
    let [alpha, under] = [above[3], below[3]].map(u32::from);
    // Shares of both, in parts of 255 × 255.
    let (top, bottom) = (alpha * 255, under * (255 - alpha));
    let whole = top + bottom;
    if whole == 0 {
        return [0; 4];
    }
    let mixed = |channel: usize| {
        let sum = u32::from(above[channel]) * top + u32::from(below[channel]) * bottom;
        u8::try_from(sum / whole).unwrap_or(u8::MAX)
    };
    [mixed(0), mixed(1), mixed(2), u8::try_from(whole / 255).unwrap_or(u8::MAX)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_hide_what_is_below_by_their_alpha() {
        let (red, half) = ([200, 0, 0, 255], [0, 100, 0, 128]);
        assert_eq!(over(half, red), red);
        assert_eq!(over([0; 4], half), half);
        assert_eq!(over(red, half), [99, 50, 0, 255]);
        assert_eq!(over(red, [0; 4]), red);
    }
}
