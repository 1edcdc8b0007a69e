//! Draws a level as a small picture that fits a square, for galleries and contact sheets.
//!
//! In: a level, looks, and the longest side in pixels. Out: an image with the level's proportions; its longer side
//! is exactly that long, unless cells would be larger than 64 pixels.
//! The level is drawn with the smallest fitting cells and scaled down; each pixel is the mean of what it covers.
//! Cells of a few pixels are drawn as miniatures, without what cannot be seen.
//! A level too large to draw quickly shows the colours of its tiles only. The work is bounded by the cells.

use std::num::NonZeroU32;
use std::sync::Arc;

use super::miniature::MINIATURE_PIXELS;
use super::{CellPixels, Image, Picture, TileLooks, UNKNOWN};
use crate::base::{Cell, Color, Rect, Size};
use crate::level::Level;

/// Maximum number of pixels drawn before scaling. Larger levels show the colours of their tiles.
const MOST_DRAWN_PIXELS: u64 = 1 << 21;

/// Draws a level with its items, `longest_px` wide or high. An empty level gives a single unknown pixel.
pub fn thumbnail(level: &Level, looks: &Arc<TileLooks>, longest_px: NonZeroU32) -> Image {
    let cells = level.tiles.size();
    if cells.area() == 0 {
        return Image { size: Size::new(1, 1), pixels: vec![UNKNOWN] };
    }
    let longest = longest_px.get();
    let (least, most) = CellPixels::RANGE;
    let wanted = longest.div_ceil(cells.width.max(cells.height)).clamp(least, most);
    let cell = CellPixels::new(wanted).filter(|cell| {
        let side = u64::from(cell.side().pixels().max(cell.get()));
        cells.area() as u64 * side * side <= MOST_DRAWN_PIXELS
    });
    let drawn = match cell {
        Some(cell) => {
            let picture = Picture::dressed(level, looks, true);
            if cell.get() <= MINIATURE_PIXELS {
                picture.draw_miniature(cell)
            } else {
                picture.draw_at(Rect::new(Cell::new(0, 0), cells), cell)
            }
        }
        None => flat(level),
    };
    fitted(drawn, longest)
}

/// Returns the colour of each cell's topmost tile, one pixel a cell.
fn flat(level: &Level) -> Image {
    let size = level.tiles.size();
    let color = |cell| level.seen(cell).map_or(UNKNOWN, |tile| tile.color);
    Image { size, pixels: Rect::new(Cell::new(0, 0), size).cells().map(color).collect() }
}

/// Scales an image down until its longer side has at most `longest` pixels.
fn fitted(image: Image, longest: u32) -> Image {
    let Size { width, height } = image.size;
    let side = width.max(height);
    if side <= longest {
        return image;
    }
    let scaled = |length: u32| {
        let scaled = (u64::from(length) * u64::from(longest) + u64::from(side) / 2) / u64::from(side);
        u32::try_from(scaled).unwrap_or(longest).max(1)
    };
    let size = Size::new(scaled(width), scaled(height));
    let (columns, rows) = (covered(width, size.width), covered(height, size.height));
    let mut pixels = Vec::with_capacity(size.area());
    for row in &rows {
        pixels.extend(columns.iter().map(|column| mean(&image, column, row)));
    }
    Image { size, pixels }
}

/// Returns, for each of `to` pixels, which of `from` pixels it covers, each with its weight.
///
/// ```text
/// from   |     |     |     |     |     |
/// to     |         |         |         |
/// ```
fn covered(from: u32, to: u32) -> Vec<Vec<(usize, u64)>> {
    let (from, to) = (u64::from(from), u64::from(to));
    let part = |pixel: u64| {
        let (begin, end) = (pixel * from, (pixel + 1) * from);
        let weight = |old: u64| end.min((old + 1) * to) - begin.max(old * to);
        (begin / to..end.div_ceil(to)).map(|old| (old as usize, weight(old))).collect()
    };
    (0..to).map(part).collect()
}

fn mean(image: &Image, columns: &[(usize, u64)], rows: &[(usize, u64)]) -> Color {
    let width = image.size.width as usize;
    let (mut sum, mut total) = ([0_u64; 3], 0);
    for (row, high) in rows {
        for (column, wide) in columns {
            let color = image.pixels.get(row * width + column).copied().unwrap_or_default();
            for (sum, channel) in sum.iter_mut().zip([color.r, color.g, color.b]) {
                *sum += u64::from(channel) * high * wide;
            }
            total += high * wide;
        }
    }
    let [r, g, b] = sum.map(|sum| u8::try_from(sum / total.max(1)).unwrap_or(u8::MAX));
    Color::rgb(r, g, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gray(size: Size, values: &[u8]) -> Image {
        Image { size, pixels: values.iter().map(|value| Color::rgb(*value, *value, *value)).collect() }
    }

    #[test]
    fn pixels_are_means_of_what_they_cover() {
        let image = gray(Size::new(3, 1), &[0, 60, 120]);
        assert_eq!(fitted(image.clone(), 1), gray(Size::new(1, 1), &[60]));
        assert_eq!(fitted(image.clone(), 2), gray(Size::new(2, 1), &[20, 100]));
        assert_eq!(fitted(image.clone(), 3), image);
    }

    #[test]
    fn every_pixel_is_covered_by_the_same_weight() {
        for (from, to) in [(7, 3), (64, 63), (5, 5), (100, 1)] {
            let mut sums = vec![0; from as usize];
            for part in covered(from, to) {
                assert_eq!(part.iter().map(|(_, weight)| weight).sum::<u64>(), u64::from(from));
                part.into_iter().for_each(|(old, weight)| sums[old] += weight);
            }
            assert!(sums.iter().all(|sum| *sum == u64::from(to)), "{from} to {to}: {sums:?}");
        }
    }

    #[test]
    fn proportions_stay() {
        let image = gray(Size::new(100, 40), &[7; 4000]);
        assert_eq!(fitted(image, 50), gray(Size::new(50, 20), &[7; 1000]));
        let thin = gray(Size::new(90, 1), &[3; 90]);
        assert_eq!(fitted(thin, 30).size, Size::new(30, 1));
    }
}
