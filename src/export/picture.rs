//! PNG: every cell a square in the colour of its tile, or of what is drawn over it.

use crate::base::{Cell, Color};
use crate::level::Level;

/// The side of a cell.
const CELL_PX: u32 = 8;

/// For a tile that the legend lacks.
const UNKNOWN: Color = Color::rgb(0xff, 0x00, 0xff);

/// The bytes of the picture; a level without cells gives a single unknown one.
pub(super) fn write(level: &Level) -> Vec<u8> {
    let size = level.tiles.size();
    let (columns, rows) = if size.area() == 0 { (1, 1) } else { (size.width, size.height) };
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, columns * CELL_PX, rows * CELL_PX);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    write_rows(encoder, level).expect("memory can be written to, and all rows are there");
    bytes
}

/// Row by row, so that a large level does not need a large picture in memory.
fn write_rows(encoder: png::Encoder<&mut Vec<u8>>, level: &Level) -> Result<(), png::EncodingError> {
    use std::io::Write as _;

    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    let blank = (level.tiles.size().area() == 0).then_some(['\u{0}'].as_slice());
    let rows = level.tiles.rows().chain(blank);
    for (row, y) in rows.zip(0..) {
        let line = line(level, row, y);
        for _ in 0..CELL_PX {
            stream.write_all(&line)?;
        }
    }
    stream.finish()
}

/// One line of pixels.
fn line(level: &Level, row: &[char], y: i32) -> Vec<u8> {
    let seen = |x: i32| level.seen(Cell::new(x, y));
    let colors = row.iter().zip(0..).map(|(_, x)| seen(x).map_or(UNKNOWN, |tile| tile.color));
    colors
        .flat_map(|color| std::iter::repeat_n([color.r, color.g, color.b], CELL_PX as usize))
        .flatten()
        .collect()
}
