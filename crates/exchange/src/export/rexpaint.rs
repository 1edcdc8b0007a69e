//! `.xp`, the format of REXPaint and libtcod: three layers of CP437 glyphs with colours.
//!
//! From the bottom: the tiles, in the colours of their themes; tiles drawn over them; and entities and other
//! items by the first letter of their kind. Of several things on a cell, the first is shown. Empty cells of
//! upper layers are transparent.
//!
//! The file is gzipped and consists of:
//!
//! - version −1 and the number of layers
//! - for each layer: width, height, and cells column by column
//! - for each cell: a glyph and two colours of three bytes
//!
//! All numbers are 32 bits, little-endian.

use std::collections::BTreeMap;
use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::base::{Cell, Color, Size};
use crate::level::{Layer, Level};
use crate::picture::{SurfacePaint, UNKNOWN, entity_colors};

/// The characters of CP437 in order; 0 and 255 are blanks.
pub(crate) const CP437: &str = "\0☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼ !\"#$%&'()*+,-./0123456789:;<=>?@\
    ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~⌂ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ\
    áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// Replaces characters that CP437 lacks.
const OTHER: u8 = b'?';

/// Background colour that REXPaint treats as transparent.
pub(crate) const TRANSPARENT: Color = Color::rgb(255, 0, 255);
const BLACK: Color = Color::rgb(0, 0, 0);

/// Returns the bytes of a file. A level without cells gives a single unknown cell.
pub(super) fn write(level: &Level) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    write_layers(level, &mut encoder)
        .and_then(|()| encoder.finish())
        .expect("memory can be written to, and levels have fewer than 2³¹ columns and rows")
}

fn write_layers(level: &Level, out: &mut impl Write) -> io::Result<()> {
    let size = level.tiles.size();
    let size = if size.area() == 0 { Size::new(1, 1) } else { size };
    let glyphs: BTreeMap<char, u8> = CP437.chars().zip(0..=255).collect();
    let glyph = |character: char| glyphs.get(&character).copied().unwrap_or(OTHER);
    let colors = entity_colors(level);
    let mut entities = BTreeMap::new();
    for (entity, color) in level.entities.iter().zip(colors) {
        let letter = entity.kind.chars().next().unwrap_or(' ');
        entities.entry(entity.at).or_insert((glyph(letter), color));
    }
    let color_of = |character: char| level.legend.get(&character).map_or(UNKNOWN, |tile| tile.color);
    let paint = SurfacePaint::new(level);
    let tile = |cell: Cell| {
        let character = level.tiles.get(cell).copied();
        let shown = |character| (glyph(character), paint.color(cell, character));
        Some(character.map_or((OTHER, UNKNOWN), shown))
    };
    let decoration = |cell: Cell| {
        let mut drawn = level.layers.iter().rev().filter_map(|layer| layer.tiles.get(cell).copied());
        let character = drawn.find(|character| *character != Layer::NOTHING)?;
        Some((glyph(character), color_of(character)))
    };
    write_number(-1, out)?;
    write_number(3, out)?;
    write_layer(size, tile, out)?;
    write_layer(size, decoration, out)?;
    write_layer(size, |cell| entities.get(&cell).copied(), out)
}

/// Writes a layer of glyphs and colours. `seen` returns `None` for empty cells.
fn write_layer(
    size: Size,
    seen: impl Fn(Cell) -> Option<(u8, Color)>,
    out: &mut impl Write,
) -> io::Result<()> {
    let (width, height) = (size.width.cast_signed(), size.height.cast_signed());
    write_number(width, out)?;
    write_number(height, out)?;
    for cell in (0..width).flat_map(|x| (0..height).map(move |y| Cell::new(x, y))) {
        let (glyph, ink, ground) = match seen(cell) {
            Some((glyph, ink)) => (glyph, ink, BLACK),
            None => (b' ', BLACK, TRANSPARENT),
        };
        write_number(glyph.into(), out)?;
        out.write_all(&[ink.r, ink.g, ink.b, ground.r, ground.g, ground.b])?;
    }
    Ok(())
}

fn write_number(number: i32, out: &mut impl Write) -> io::Result<()> {
    out.write_all(&number.to_le_bytes())
}
