//! PNG: the level as the program draws it, or as a flat map.

use std::io::Write as _;

use crate::base::{Cell, Color, Rect, Size};
use crate::level::Level;
use crate::picture::{CellSide, Picture, UNKNOWN};

/// Up to so many cells a picture has cells of medium size if nothing else is said, so that other programs open it quickly.
const MEDIUM_CELLS: usize = 512 * 512;

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureOptions {
    /// How large cells are; none: medium, or small where the level is large.
    pub cell: Option<CellSide>,
    /// Is every cell a square in the colour of its tile, and nothing else drawn?
    pub is_flat: bool,
    /// Is drawn what stands and lies in the level? Not on a flat map.
    pub has_items: bool,
}

impl Default for PictureOptions {
    fn default() -> Self {
        Self { cell: None, is_flat: false, has_items: true }
    }
}

/// The bytes of a PNG; a level without cells gives a single unknown one.
pub fn export_picture(level: &Level, options: &PictureOptions) -> Vec<u8> {
    let cells = level.tiles.size();
    let usual = if cells.area() <= MEDIUM_CELLS { CellSide::Medium } else { CellSide::Small };
    let side = options.cell.unwrap_or(usual);
    let cells = if cells.area() == 0 { Size::new(1, 1) } else { cells };
    let mut bytes = Vec::new();
    let mut encoder =
        png::Encoder::new(&mut bytes, cells.width * side.pixels(), cells.height * side.pixels());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    // A row of cells at a time, so that a large level does not need a large picture in memory.
    let rows = (0..cells.height.cast_signed()).map(|y| Rect::new(Cell::new(0, y), Size::new(cells.width, 1)));
    let written = if options.is_flat {
        write_rows(encoder, rows.map(|row| flat(level, row, side)))
    } else {
        let picture = Picture::new(level, options.has_items);
        write_rows(encoder, rows.map(|row| picture.draw(row, side).pixels))
    };
    written.expect("memory can be written to, and all rows are there");
    bytes
}

fn write_rows(
    encoder: png::Encoder<&mut Vec<u8>>,
    rows: impl Iterator<Item = Vec<Color>>,
) -> Result<(), png::EncodingError> {
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    for row in rows {
        let bytes: Vec<u8> = row.into_iter().flat_map(|color| [color.r, color.g, color.b]).collect();
        stream.write_all(&bytes)?;
    }
    stream.finish()
}

/// A row of cells, each in the colour of its tile or of what is drawn over it.
fn flat(level: &Level, row: Rect, side: CellSide) -> Vec<Color> {
    let px = side.pixels() as usize;
    let color = |cell: Cell| level.seen(cell).map_or(UNKNOWN, |tile| tile.color);
    let line: Vec<Color> = row.cells().flat_map(|cell| std::iter::repeat_n(color(cell), px)).collect();
    line.repeat(px)
}
