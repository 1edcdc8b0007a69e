//! Draws pictures with any cell size by scaling down a larger drawing.

use super::{CellSide, Image, Picture};
use crate::base::{Color, Rect, Size};

/// Width of a cell: 1 to 64 pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellPixels(u32);

impl CellPixels {
    /// Minimum and maximum.
    pub const RANGE: (u32, u32) = (1, 64);

    /// Returns a width, or `None` if it is out of range.
    pub fn new(pixels: u32) -> Option<Self> {
        (Self::RANGE.0..=Self::RANGE.1).contains(&pixels).then_some(Self(pixels))
    }

    /// Returns the width in pixels.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Returns the smallest drawing that is not smaller, or the largest one.
    pub const fn side(self) -> CellSide {
        self.drawing().0
    }

    /// Returns the drawing to start with, and the factor by which its pixels are enlarged first.
    const fn drawing(self) -> (CellSide, u32) {
        match self.0 {
            0..=8 => (CellSide::Small, 1),
            9..=16 => (CellSide::Medium, 1),
            17..=32 => (CellSide::Large, 1),
            _ => (CellSide::Large, 2),
        }
    }
}

impl From<CellSide> for CellPixels {
    fn from(side: CellSide) -> Self {
        Self(side.pixels())
    }
}

impl Picture<'_> {
    /// Draws the cells of a rectangle at any size; those outside the level are unknown.
    pub fn draw_at(&self, cells: Rect, pixels: CellPixels) -> Image {
        let (side, times) = pixels.drawing();
        let drawn = self.draw(cells, side);
        if side.pixels() == pixels.get() {
            return drawn;
        }
        shrink(&drawn, cells.size, (side.pixels(), times), pixels.get())
    }
}

/// Scales an image down. Each pixel is the mean of the pixels it covers, and cells do not mix.
pub(super) fn shrink(image: &Image, cells: Size, (side, times): (u32, u32), to: u32) -> Image {
    let parts = parts_of(side, times, to);
    let size = Size::new(cells.width * to, cells.height * to);
    let weight = (side * times) * (side * times);
    let width = image.size.width as usize;
    let mut pixels = Vec::with_capacity(size.area());
    for y in 0..size.height {
        for x in 0..size.width {
            let corner = ((x / to * side) as usize, (y / to * side) as usize);
            let mut sum = [0; 3];
            for (row, high) in &parts[(y % to) as usize] {
                for (column, wide) in &parts[(x % to) as usize] {
                    let at = (corner.1 + row) * width + corner.0 + column;
                    let color = image.pixels.get(at).copied().unwrap_or_default();
                    for (sum, channel) in sum.iter_mut().zip([color.r, color.g, color.b]) {
                        *sum += u32::from(channel) * high * wide;
                    }
                }
            }
            let [r, g, b] = sum.map(|sum| u8::try_from(sum / weight).unwrap_or(u8::MAX));
            pixels.push(Color::rgb(r, g, b));
        }
    }
    Image { size, pixels }
}

/// Returns, for each pixel of a scaled cell, the pixels of the drawn cell that it covers, with their weights.
fn parts_of(side: u32, times: u32, to: u32) -> Vec<Vec<(usize, u32)>> {
    // In units of which a drawn pixel has `times * to`, and a result pixel `side * times`.
    let (drawn, result) = (times * to, side * times);
    let covered = |from: u32| {
        let until = from + result;
        let pixels = from / drawn..until.div_ceil(drawn);
        pixels
            .map(|pixel| {
                let part = until.min((pixel + 1) * drawn) - from.max(pixel * drawn);
                (pixel as usize, part)
            })
            .collect()
    };
    (0..to).map(|pixel| covered(pixel * result)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pixel_covers_as_much_as_any_other_and_all_of_the_cell() {
        for pixels in (1..=64).filter_map(CellPixels::new) {
            let (side, times) = pixels.drawing();
            let side = side.pixels();
            let parts = parts_of(side, times, pixels.get());
            let mut covered = vec![0; side as usize];
            for part in &parts {
                assert_eq!(part.iter().map(|(_, share)| share).sum::<u32>(), side * times, "{pixels:?}");
                part.iter().for_each(|(pixel, share)| covered[*pixel] += share);
            }
            assert!(covered.iter().all(|sum| *sum == times * pixels.get()), "{pixels:?}: {covered:?}");
        }
        assert_eq!([0, 65].map(CellPixels::new), [None, None]);
    }

    #[test]
    fn a_checked_drawing_keeps_its_colours_where_pixels_fit() {
        let (black, white) = (Color::rgb(0, 0, 0), Color::rgb(200, 200, 200));
        let pixels = vec![black, white, white, black];
        let image = Image { size: Size::new(2, 2), pixels: pixels.clone() };
        let one = Size::new(1, 1);
        assert_eq!(shrink(&image, one, (2, 1), 1).pixels, [Color::rgb(100, 100, 100)]);
        let twice = shrink(&image, one, (2, 2), 4);
        assert_eq!(twice.pixels[..4], [black, black, white, white]);
        assert_eq!(shrink(&image, one, (2, 2), 3).pixels[4], Color::rgb(100, 100, 100));
    }
}
