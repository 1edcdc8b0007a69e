//! Draws a whole level with cells of at most four pixels, where neither wear nor grain can be seen.
//!
//! In: a prepared picture. Out: an image that differs from a full drawing only in such details.
//! Cells with equal looks are drawn once and copied. Their light is added to the copies.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::ground::{GroundLook, UNITS};
use super::motif::Motif;
use super::sized::shrink;
use super::{CellLook, CellPixels, CellSide, Image, Picture, UNKNOWN};
use crate::base::{Cell, Color, Grid, Rect, Size};

/// Width of the largest cells that are drawn as miniatures, in pixels.
pub(super) const MINIATURE_PIXELS: u32 = 4;

impl Picture<'_> {
    /// Draws the whole level. Cells are as wide as given, but drawn with the least detail.
    pub(super) fn draw_miniature(&self, pixels: CellPixels) -> Image {
        let cells = self.level.tiles.size();
        let all = Rect::new(Cell::new(0, 0), cells);
        let mut seen = Grid::filled(cells, None);
        for cell in all.cells() {
            seen[cell] = self.seen(cell);
        }
        let to = pixels.get() as usize;
        let width = cells.width as usize * to;
        let size = Size::new(cells.width * pixels.get(), cells.height * pixels.get());
        let mut image = Image { size, pixels: vec![UNKNOWN; size.area()] };
        let mut known: BTreeMap<CellLook, Vec<Color>> = BTreeMap::new();
        for cell in all.cells() {
            let Some(mut look) = self.plain_look(cell, &seen) else { continue };
            let glow = look.glow.take();
            let drawn = match known.entry(look) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    let drawn = self.draw_shrunk(new.key(), pixels);
                    new.insert(drawn)
                }
            };
            let corner = cell.y as usize * to * width + cell.x as usize * to;
            let middle = |pixel: usize| (2 * pixel as i32 + 1) * UNITS / (2 * to as i32);
            for (row, from) in drawn.chunks_exact(to).enumerate() {
                let begin = corner + row * width;
                let Some(to) = image.pixels.get_mut(begin..begin + to) else { continue };
                for (column, (to, from)) in to.iter_mut().zip(from).enumerate() {
                    *to = glow.map_or(*from, |glow| glow.over(*from, middle(column), middle(row)));
                }
            }
        }
        image
    }

    /// Returns the look of a cell without wear.
    fn plain_look(&self, cell: Cell, seen: &Grid<Option<(Motif, Color)>>) -> Option<CellLook> {
        let motif = |cell: Cell| Some(seen.get(cell).copied().flatten()?.0);
        let own = seen.get(cell).copied().flatten()?;
        let (own, style) = self.styled(cell, own);
        let ground = GroundLook::unworn(cell, own, style, motif);
        Some(self.look_on(cell, self.joined(cell, ground, motif)))
    }

    fn draw_shrunk(&self, look: &CellLook, pixels: CellPixels) -> Vec<Color> {
        let side = CellSide::Small;
        let drawn = self.draw_look(look, side);
        shrink(&drawn, Size::new(1, 1), (side.pixels(), 1), pixels.get()).pixels
    }
}
