//! Tile sheets of designers: reads one from a PNG, and scales its pieces to any size of cells.

use std::io::Cursor;

use super::CellSide;
use crate::base::{Color, Size};
use crate::rooms::TileSheet;

/// Maximum number of pixels of a sheet.
pub const MOST_SHEET_PIXELS: u64 = 1 << 24;

/// A piece of a sheet: its column and row, from 0.
pub type PieceAt = (u32, u32);

/// The pixels of a tile sheet, and the grid of its pieces.
#[derive(Clone, PartialEq, Eq)]
pub struct SheetImage {
    tile: Size,
    margin: u32,
    spacing: u32,
    columns: u32,
    rows: u32,
    size: Size,
    /// Red, green, blue and alpha, row by row.
    pixels: Vec<[u8; 4]>,
    /// For each piece, row by row, `true` if it is fully opaque.
    opaque: Vec<bool>,
}

impl std::fmt::Debug for SheetImage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sheet of {} × {} pieces", self.columns, self.rows)
    }
}

/// The reason why a picture is not a sheet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum SheetError {
    /// It is not a PNG, or a broken one.
    #[error("It is not a readable PNG: {0}.")]
    NotReadable(String),
    /// It has too many pixels.
    #[error("It has {} × {} pixels, but a sheet can have at most {MOST_SHEET_PIXELS}.", .0.width, .0.height)]
    TooLarge(Size),
    /// The size of pieces, or the space around them, is out of range.
    #[error("Its {name} is {number}, but it must be from {least} to {most}.")]
    OutOfRange { name: &'static str, number: u32, least: u32, most: u32 },
    /// Not a single piece fits.
    #[error("It has {} × {} pixels, so no piece of {} × {} fits.", .size.width, .size.height, .tile.width, .tile.height)]
    NoPiece { size: Size, tile: Size },
}

impl SheetImage {
    /// Reads a PNG of any depth and colour type; of an animated one, the first picture.
    ///
    /// # Errors
    /// If it is not a valid PNG, or the entry does not fit it.
    pub fn read(entry: &TileSheet, png: &[u8]) -> Result<Self, SheetError> {
        for (number, of) in [
            (entry.tile.0, TileSheet::TILE),
            (entry.tile.1, TileSheet::TILE),
            (entry.margin, TileSheet::MARGIN),
            (entry.spacing, TileSheet::SPACING),
        ] {
            let (name, least, most) = (of.parameter.name, of.least, of.most);
            if !of.range().contains(&number) {
                return Err(SheetError::OutOfRange { name, number, least, most });
            }
        }
        let (size, pixels) = decode(png)?;
        let tile = entry.tile_size();
        let count = |length: u32, side: u32| {
            let left = (length + entry.spacing).saturating_sub(entry.margin);
            left / (side + entry.spacing)
        };
        let (columns, rows) = (count(size.width, tile.width), count(size.height, tile.height));
        if columns == 0 || rows == 0 {
            return Err(SheetError::NoPiece { size, tile });
        }
        let (margin, spacing) = (entry.margin, entry.spacing);
        let mut sheet = Self { tile, margin, spacing, columns, rows, size, pixels, opaque: Vec::new() };
        let pieces = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        sheet.opaque = pieces.map(|at| sheet.hides_all(at)).collect();
        Ok(sheet)
    }

    /// Returns the margin around all pieces, and the spacing between them.
    pub const fn gaps(&self) -> (u32, u32) {
        (self.margin, self.spacing)
    }

    /// Returns the number of pieces per row, and the number of rows.
    pub const fn pieces(&self) -> Size {
        Size::new(self.columns, self.rows)
    }

    /// Returns the size of the sheet, in pixels.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns red, green, blue and alpha of all pixels, row by row.
    pub fn pixels(&self) -> &[[u8; 4]] {
        &self.pixels
    }

    /// Returns the upper left pixel of a piece and its size.
    pub fn rect_of(&self, (column, row): PieceAt) -> (u32, u32, Size) {
        let start = |number: u32, side: u32| self.margin + number * (side + self.spacing);
        (start(column, self.tile.width), start(row, self.tile.height), self.tile)
    }

    /// Returns red, green, blue and alpha of the pixels of a piece.
    pub fn pixels_of(&self, at: PieceAt) -> Vec<[u8; 4]> {
        let (left, top, size) = self.rect_of(at);
        let rows = (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y)));
        rows.map(|(x, y)| self.pixel(left + x, top + y)).collect()
    }

    /// Returns the piece at a pixel, or `None` between pieces.
    pub fn piece_at(&self, x: u32, y: u32) -> Option<PieceAt> {
        let number = |at: u32, side: u32, count: u32| {
            let at = at.checked_sub(self.margin)?;
            let (number, rest) = (at / (side + self.spacing), at % (side + self.spacing));
            (rest < side && number < count).then_some(number)
        };
        Some((number(x, self.tile.width, self.columns)?, number(y, self.tile.height, self.rows)?))
    }

    /// Returns `true` if the piece exists.
    pub const fn has(&self, (column, row): PieceAt) -> bool {
        column < self.columns && row < self.rows
    }

    /// Returns the number of unused pixels to the right of the last piece and below it.
    pub fn left_over(&self) -> (u32, u32) {
        let left = |size: u32, side: u32, count: u32| {
            let used = self.margin + count * (side + self.spacing);
            (size + self.spacing).saturating_sub(used)
        };
        let (right, below) = (
            left(self.size.width, self.tile.width, self.columns),
            left(self.size.height, self.tile.height, self.rows),
        );
        // A remainder as wide as the margin or the spacing is intended.
        let usual = [self.margin, self.spacing, self.margin + self.spacing];
        let meant = |left: u32| if usual.contains(&left) { 0 } else { left };
        (meant(right), meant(below))
    }

    /// Returns `true` if a piece is fully opaque.
    pub fn is_opaque(&self, (column, row): PieceAt) -> bool {
        let number = row as usize * self.columns as usize + column as usize;
        self.has((column, row)) && self.opaque.get(number).copied().unwrap_or_default()
    }

    fn hides_all(&self, at: PieceAt) -> bool {
        let (left, top, size) = self.rect_of(at);
        (0..size.height).all(|y| (0..size.width).all(|x| self.pixel(left + x, top + y)[3] == u8::MAX))
    }

    fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        self.pixels.get(y as usize * self.size.width as usize + x as usize).copied().unwrap_or_default()
    }

    /// Returns the colour of a cell's pixel with a piece over `below`: the mean of the part of the piece that
    /// it covers.
    pub(super) fn over(&self, at: PieceAt, (x, y): (u32, u32), side: CellSide, below: Color) -> Color {
        let (sum, alpha, weight) = self.sums(at, (x, y), side);
        let most = weight.max(1) * u64::from(u8::MAX);
        let mix = |sum: u64, below: u8| {
            u8::try_from((sum + u64::from(below) * (most - alpha)) / most).unwrap_or(u8::MAX)
        };
        Color::rgb(mix(sum[0], below.r), mix(sum[1], below.g), mix(sum[2], below.b))
    }

    /// Returns red, green, blue and alpha of a cell's pixel with a piece, and nothing below it.
    pub(super) fn rgba(&self, at: PieceAt, pixel: (u32, u32), side: CellSide) -> [u8; 4] {
        let (sum, alpha, weight) = self.sums(at, pixel, side);
        let mean = |sum: u64, of: u64| u8::try_from(sum / of.max(1)).unwrap_or(u8::MAX);
        [mean(sum[0], alpha), mean(sum[1], alpha), mean(sum[2], alpha), mean(alpha, weight)]
    }

    /// Returns the sums of colours and of alpha over the part of a piece that a pixel covers, and its area.
    fn sums(&self, at: PieceAt, (x, y): (u32, u32), side: CellSide) -> ([u64; 3], u64, u64) {
        let (left, top, tile) = self.rect_of(at);
        let px = side.pixels();
        let (columns, rows) = (covered(x, px, tile.width), covered(y, px, tile.height));
        // Colours are weighted by their alpha.
        let (mut sum, mut alpha, mut weight) = ([0_u64; 3], 0_u64, 0_u64);
        for row in rows.clone() {
            for column in columns.clone() {
                let [r, g, b, a] = self.pixel(left + column, top + row);
                alpha += u64::from(a);
                weight += 1;
                for (sum, channel) in sum.iter_mut().zip([r, g, b]) {
                    *sum += u64::from(channel) * u64::from(a);
                }
            }
        }
        (sum, alpha, weight)
    }
}

/// Returns the pixels of a piece that a pixel of a cell covers along one side: at least one.
fn covered(at: u32, cell: u32, piece: u32) -> std::ops::Range<u32> {
    let (from, until) = (at * piece / cell, ((at + 1) * piece).div_ceil(cell));
    if piece <= cell { from..from + 1 } else { from..until.min(piece) }
}

fn decode(bytes: &[u8]) -> Result<(Size, Vec<[u8; 4]>), SheetError> {
    let wrong = |error: png::DecodingError| SheetError::NotReadable(error.to_string());
    let limits = png::Limits { bytes: 1 << 28 };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let header = decoder.read_header_info().map_err(wrong)?;
    let size = Size::new(header.width, header.height);
    if u64::from(size.width) * u64::from(size.height) > MOST_SHEET_PIXELS {
        return Err(SheetError::TooLarge(size));
    }
    let mut reader = decoder.read_info().map_err(wrong)?;
    let length = reader.output_buffer_size().ok_or(SheetError::TooLarge(size))?;
    let mut buffer = vec![0; length];
    let frame = reader.next_frame(&mut buffer).map_err(wrong)?;
    let drawn = buffer.get(..frame.buffer_size()).unwrap_or_default();
    let pixels: Vec<[u8; 4]> = match frame.color_type {
        png::ColorType::GrayscaleAlpha => {
            drawn.as_chunks().0.iter().map(|&[gray, alpha]| [gray, gray, gray, alpha]).collect()
        }
        _ => drawn.as_chunks().0.to_vec(),
    };
    if pixels.len() != size.area() {
        return Err(SheetError::NotReadable("it has fewer pixels than its header says".to_owned()));
    }
    Ok((size, pixels))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(tile: (u32, u32)) -> TileSheet {
        TileSheet { tile, ..TileSheet::of_file("sheet.png".to_owned()) }
    }

    /// Encodes a PNG with the given colour type.
    fn png_of(size: (u32, u32), kind: png::ColorType, depth: png::BitDepth, bytes: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, size.0, size.1);
        encoder.set_color(kind);
        encoder.set_depth(depth);
        if kind == png::ColorType::Indexed {
            encoder.set_palette(vec![10, 20, 30, 40, 50, 60]);
            encoder.set_trns(vec![255, 0]);
        }
        encoder.write_header().unwrap().write_image_data(bytes).unwrap();
        file
    }

    #[test]
    fn sheets_of_all_kinds_of_colours_are_read() {
        use png::{BitDepth, ColorType};
        let read = |kind, depth, bytes: &[u8]| {
            SheetImage::read(&entry((1, 1)), &png_of((2, 1), kind, depth, bytes)).unwrap().pixels().to_vec()
        };
        assert_eq!(
            read(ColorType::Rgb, BitDepth::Eight, &[1, 2, 3, 4, 5, 6]),
            [[1, 2, 3, 255], [4, 5, 6, 255]]
        );
        assert_eq!(read(ColorType::Grayscale, BitDepth::One, &[0b0100_0000]), [[0, 0, 0, 255], [255; 4]]);
        assert_eq!(
            read(ColorType::Indexed, BitDepth::Two, &[0b0001_0000]),
            [[10, 20, 30, 255], [40, 50, 60, 0]]
        );
        assert_eq!(
            read(ColorType::GrayscaleAlpha, BitDepth::Sixteen, &[9, 77, 128, 0, 7, 0, 255, 255]),
            [[9, 9, 9, 128], [7, 7, 7, 255]]
        );
    }

    #[test]
    fn pieces_lie_behind_a_margin_and_apart() {
        let bytes = vec![0; 12 * 7];
        let file = png_of((12, 7), png::ColorType::Grayscale, png::BitDepth::Eight, &bytes);
        let sheet = SheetImage::read(&TileSheet { margin: 1, spacing: 2, ..entry((3, 4)) }, &file).unwrap();
        assert_eq!(sheet.pieces(), Size::new(2, 1));
        assert_eq!(sheet.rect_of((1, 0)), (6, 1, Size::new(3, 4)));
        assert_eq!(
            [(0, 0), (1, 1), (4, 1), (6, 4), (6, 5)].map(|(x, y)| sheet.piece_at(x, y)),
            [None, Some((0, 0)), None, Some((1, 0)), None]
        );
        assert_eq!(sheet.left_over(), (0, 0));
    }

    #[test]
    fn what_is_no_sheet_says_why() {
        let whole = png_of((4, 4), png::ColorType::Grayscale, png::BitDepth::Eight, &[0; 16]);
        let wrong = |entry: &TileSheet, bytes: &[u8]| SheetImage::read(entry, bytes).unwrap_err();
        assert!(matches!(wrong(&entry((4, 4)), b"no picture"), SheetError::NotReadable(_)));
        assert!(matches!(wrong(&entry((4, 4)), &whole[..whole.len() - 20]), SheetError::NotReadable(_)));
        assert!(matches!(wrong(&entry((5, 4)), &whole), SheetError::NoPiece { .. }));
        assert!(matches!(wrong(&entry((0, 4)), &whole), SheetError::OutOfRange { .. }));
        // A header of an enormous picture, without the picture.
        let mut bomb = whole.clone();
        bomb[16..24].copy_from_slice(&[0, 1, 0, 0, 0, 1, 0, 0]);
        let sum = crc(&bomb[12..29]);
        bomb[29..33].copy_from_slice(&sum.to_be_bytes());
        assert_eq!(wrong(&entry((4, 4)), &bomb), SheetError::TooLarge(Size::new(65_536, 65_536)));
    }

    fn crc(bytes: &[u8]) -> u32 {
        let mut sum = flate2::Crc::new();
        sum.update(bytes);
        sum.sum()
    }

    #[test]
    fn a_piece_keeps_its_mean_colour_at_every_size() {
        // One half is black, the other transparent, over white.
        let bytes: Vec<u8> = (0..16 * 16).flat_map(|at| [0, if at % 16 < 8 { 255 } else { 0 }]).collect();
        let file = png_of((16, 16), png::ColorType::GrayscaleAlpha, png::BitDepth::Eight, &bytes);
        let sheet = SheetImage::read(&entry((16, 16)), &file).unwrap();
        assert!(!sheet.is_opaque((0, 0)));
        for side in CellSide::ALL {
            let px = side.pixels();
            let white = Color::rgb(255, 255, 255);
            let row = (0..px).map(|x| sheet.over((0, 0), (x, 3), side, white).r).collect::<Vec<_>>();
            let half = px as usize / 2;
            assert_eq!(row, [vec![0; half], vec![255; half]].concat());
        }
    }
}
