//! Reads `.xp` files of REXPaint: layers of CP437 glyphs with colours.
//!
//! A legend gives the meaning of a glyph (`"#": Wall`), or of a glyph with certain colours by its foreground
//! and background (`"tag:#5f7f3a": Floor`). Otherwise `#`, `.` and `+` are wall, floor and socket. Blanks on
//! black and cells with the transparent background of REXPaint are nothing. Upper layers cover lower ones.
//!
//! The file is gzipped and consists of:
//!
//! - the version and the number of layers
//! - for each layer: width, height, and cells column by column
//! - for each cell: a glyph and two colours of three bytes
//!
//! All numbers are 32 bits, little-endian.

use std::collections::BTreeMap;
use std::io::Read;

use flate2::read::GzDecoder;

use super::Lexicon;
use super::drawing::SourceDrawing;
use super::lexicon::entry_of_character;
use super::source::model::{
    Chunk, LayerContent, SourceLayer, SourceMap, SourceProject, SourceProperties, SourceProperty, SourceTile,
    TileNoun, TileSet,
};
use super::source::rooms;
use super::source::wording::SourceKind;
use crate::base::{Color, Diagnostic};
use crate::export::{CP437, TRANSPARENT};

/// Maximum number of cells in all layers.
const MOST_CELLS: usize = 1 << 21;
/// Maximum number of layers.
const MOST_LAYERS: u32 = 64;
/// Size of a cell in bytes.
const CELL_BYTES: usize = 10;
/// Number of the first tile.
const FIRST: u32 = 1;
/// Width and height of a cell, in thousandths of a pixel.
const CELL: (i64, i64) = (1000, 1000);
const BLACK: Color = Color::rgb(0, 0, 0);

/// Reads the rooms of a file.
///
/// # Errors
/// If it is not a REXPaint file, or too large.
pub(super) fn read(
    bytes: &[u8],
    name: &str,
    lexicon: &Lexicon<'_>,
) -> Result<SourceDrawing, Box<Diagnostic>> {
    let wrong = |why: &str| {
        Box::new(Diagnostic::error("no-rexpaint", format!("This is not a REXPaint file: {why}.")))
    };
    let limit = (MOST_CELLS * CELL_BYTES + 4096) as u64;
    let mut plain = Vec::new();
    GzDecoder::new(bytes)
        .take(limit + 1)
        .read_to_end(&mut plain)
        .map_err(|error| wrong(&error.to_string()))?;
    if plain.len() as u64 > limit {
        return Err(wrong("it has too many cells"));
    }
    let mut rest = plain.as_slice();
    let cut = || wrong("it ends too early");
    // Old files begin with the number of layers, new ones with a negative version.
    let first = number(&mut rest).ok_or_else(cut)?;
    let count = if first < 0 { number(&mut rest).ok_or_else(cut)? } else { first };
    let count = u32::try_from(count).ok().filter(|count| *count <= MOST_LAYERS);
    let mut glyphs = Glyphs::default();
    let mut layers = Vec::new();
    for at in 1..=count.ok_or_else(|| wrong("it has too many layers"))? {
        let chunk = layer(&mut rest, &mut glyphs, lexicon).ok_or_else(cut)?;
        layers.push(SourceLayer {
            name: format!("Layer {at}"),
            cell: CELL,
            content: LayerContent::Tiles(vec![chunk]),
            ..SourceLayer::default()
        });
    }
    let map = SourceMap { name: name.to_owned(), cell: CELL, layers, ..SourceMap::default() };
    let set = TileSet {
        name: name.to_owned(),
        noun: TileNoun::Character,
        tiles: glyphs.tiles,
        ..TileSet::default()
    };
    let tile_sets = BTreeMap::from([(FIRST, set)]);
    let project =
        SourceProject { maps: vec![map], tile_sets, kind: SourceKind::RexPaint, ..SourceProject::default() };
    Ok(rooms::drawing(&project, lexicon))
}

/// Reads the next whole number.
fn number(bytes: &mut &[u8]) -> Option<i32> {
    let (head, rest) = bytes.split_first_chunk::<4>()?;
    *bytes = rest;
    Some(i32::from_le_bytes(*head))
}

/// Reads the next layer.
fn layer(bytes: &mut &[u8], glyphs: &mut Glyphs, lexicon: &Lexicon<'_>) -> Option<Chunk> {
    let width = u32::try_from(number(bytes)?).ok()?;
    let height = u32::try_from(number(bytes)?).ok()?;
    let count = usize::try_from(u64::from(width) * u64::from(height)).ok()?;
    let (cells, rest) = bytes.split_at_checked(count.checked_mul(CELL_BYTES)?)?;
    *bytes = rest;
    let mut tiles = vec![0; count];
    for (at, cell) in cells.chunks_exact(CELL_BYTES).enumerate() {
        let [a, b, c, d, colors @ ..] = cell else { return None };
        let [r, g, bl, ground_r, ground_g, ground_b] = colors else { return None };
        let glyph = i32::from_le_bytes([*a, *b, *c, *d]);
        let number = glyphs.number(
            glyph,
            Color::rgb(*r, *g, *bl),
            Color::rgb(*ground_r, *ground_g, *ground_b),
            lexicon,
        );
        let (x, y) = (at / height.max(1) as usize, at % height.max(1) as usize);
        if let Some(tile) = tiles.get_mut(y * width as usize + x) {
            *tile = number;
        }
    }
    Some(Chunk { x: 0, y: 0, width, tiles })
}

/// Coloured glyphs as tiles.
#[derive(Default)]
struct Glyphs {
    tiles: BTreeMap<u32, SourceTile>,
    known: BTreeMap<(i32, [u8; 3], [u8; 3]), u32>,
}

impl Glyphs {
    /// Returns the number of a glyph, or 0 for an empty cell.
    fn number(&mut self, glyph: i32, ink: Color, ground: Color, lexicon: &Lexicon<'_>) -> u32 {
        let is_blank = matches!(glyph, 0 | 32 | 255);
        if ground == TRANSPARENT || is_blank && ground == BLACK {
            return 0;
        }
        let bytes = |color: Color| [color.r, color.g, color.b];
        let key = (glyph, if is_blank { [0; 3] } else { bytes(ink) }, bytes(ground));
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let letter = usize::try_from(glyph).ok().and_then(|glyph| CP437.chars().nth(glyph)).unwrap_or('?');
        let color = if is_blank { ground } else { ink };
        let by_set = || lexicon.set?.legend.get(&letter).cloned();
        let tile = SourceTile {
            class: if is_blank { ground.to_string() } else { letter.to_string() },
            entry: if is_blank { None } else { by_set().or_else(|| entry_of_character(letter)) },
            properties: SourceProperties::from([(
                "color".to_owned(),
                SourceProperty::Text(color.to_string()),
            )]),
            tags: vec![ink.to_string(), ground.to_string()],
            ..SourceTile::default()
        };
        let id = u32::try_from(self.tiles.len()).unwrap_or(u32::MAX >> 8);
        self.tiles.insert(id, tile);
        self.known.insert(key, FIRST + id);
        FIRST + id
    }
}
