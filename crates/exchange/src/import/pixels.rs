//! Reads rooms from pictures in which each pixel is a tile.
//!
//! Pixels that touch, by side or corner, are one room. Transparent pixels, and colours that the legend calls
//! `Nothing`, separate rooms. Within the rectangle of a room they are `Nothing`. A legend next to the picture
//! gives the meaning of a colour (`"#2b2d3a": Wall`). Otherwise it is the tile of the room set that has this
//! colour.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;

use png::{ColorType, Decoder, Limits, Transformations};

use super::Lexicon;
use super::drawing::SourceDrawing;
use super::source::model::{
    Chunk, LayerContent, SourceLayer, SourceMap, SourceProject, SourceProperties, SourceProperty, SourceTile,
    TileNoun, TileSet,
};
use super::source::rooms;
use super::source::wording::SourceKind;
use crate::base::{Adjacency, BitGrid, Color, Components, Diagnostic, Grid, Rect, Size};
use crate::rooms::LegendEntry;

/// Maximum number of pixels of a picture.
const MOST_PIXELS: usize = 1 << 20;
/// Maximum number of separate pieces of a picture.
const MOST_PIECES: usize = 10_000;
/// Number of the first colour.
const FIRST: u32 = 1;
/// Width and height of a cell, in thousandths of a pixel.
const CELL: (i64, i64) = (1000, 1000);
/// Maximum memory for decoding, in bytes.
const MOST_BYTES: usize = 1 << 25;

/// Reads the rooms of a picture.
pub(super) fn read(
    bytes: &[u8],
    name: &str,
    lexicon: &Lexicon<'_>,
) -> Result<SourceDrawing, Box<Diagnostic>> {
    let pixels = decode(bytes)?;
    let colors: BTreeSet<Color> = pixels.values().iter().copied().flatten().collect();
    let numbers: BTreeMap<Color, u32> = colors.iter().copied().zip(FIRST..).collect();
    let is_nothing = |color: &Color| lexicon.said(&color.to_string()) == Some(LegendEntry::Nothing);
    let nothing: BTreeSet<Color> = colors.iter().copied().filter(is_nothing).collect();
    let drawn = pixels.map(|pixel| pixel.filter(|color| !nothing.contains(color)));
    let rects = rooms_of(&drawn)?;
    let map = |(number, rect): (usize, &Rect)| {
        let name = if rects.len() == 1 { name.to_owned() } else { format!("{name} {number}") };
        let number = |cell| drawn.get(cell).copied().flatten().and_then(|color| numbers.get(&color)).copied();
        let tiles = rect.cells().map(|cell| number(cell).unwrap_or(0)).collect();
        let chunk = Chunk { x: 0, y: 0, width: rect.size.width, tiles };
        let layer = SourceLayer {
            name: name.clone(),
            cell: CELL,
            content: LayerContent::Tiles(vec![chunk]),
            ..SourceLayer::default()
        };
        SourceMap { name, cell: CELL, layers: vec![layer], ..SourceMap::default() }
    };
    let maps = (1..).zip(&rects).map(map).collect();
    let tile = |color: &Color| SourceTile {
        class: color.to_string(),
        entry: of_set(*color, lexicon),
        properties: SourceProperties::from([("color".to_owned(), SourceProperty::Text(color.to_string()))]),
        ..SourceTile::default()
    };
    let tiles = (0..).zip(colors.iter().map(tile)).collect();
    let set = TileSet { name: name.to_owned(), noun: TileNoun::Color, tiles, ..TileSet::default() };
    let project = SourceProject {
        maps,
        tile_sets: BTreeMap::from([(FIRST, set)]),
        kind: SourceKind::Picture,
        ..SourceProject::default()
    };
    let mut drawing = rooms::drawing(&project, lexicon);
    if rects.is_empty() {
        let what = "The whole picture is transparent".to_owned();
        drawing.remarks.warn("empty-map", what, None, None);
    }
    Ok(drawing)
}

/// Returns the tile of the room set with the given colour.
fn of_set(color: Color, lexicon: &Lexicon<'_>) -> Option<LegendEntry> {
    let has_color = |entry: &&LegendEntry| match entry {
        LegendEntry::Ground(look) | LegendEntry::Obstacle(look) => look.color == color,
        LegendEntry::Wall
        | LegendEntry::Floor
        | LegendEntry::Socket(_)
        | LegendEntry::Entity(_)
        | LegendEntry::Marker(_)
        | LegendEntry::Nothing => false,
    };
    lexicon.set?.legend.values().find(has_color).cloned()
}

/// Decodes the colours of a picture; `None` for transparent pixels.
fn decode(bytes: &[u8]) -> Result<Grid<Option<Color>>, Box<Diagnostic>> {
    let wrong = |error: &dyn std::fmt::Display| {
        Box::new(Diagnostic::error("no-png", format!("This is not a readable PNG: {error}.")))
    };
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: MOST_BYTES });
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|error| wrong(&error))?;
    let (width, height) = (reader.info().width, reader.info().height);
    let size = Size::new(width, height);
    if u64::from(width) * u64::from(height) > MOST_PIXELS as u64 {
        let message = format!("The picture has {width} × {height} pixels, more than {MOST_PIXELS}.");
        let mistake =
            Diagnostic::error("no-png", message).hint("Make it smaller, because each pixel is a tile.");
        return Err(Box::new(mistake));
    }
    let length = reader.output_buffer_size().ok_or_else(|| wrong(&"it is too large"))?;
    let mut buffer = vec![0; length];
    let frame = reader.next_frame(&mut buffer).map_err(|error| wrong(&error))?;
    let samples = frame.color_type.samples();
    let line = |line: &[u8]| -> Vec<Option<Color>> {
        line.chunks_exact(samples).map(|pixel| color(frame.color_type, pixel)).take(width as usize).collect()
    };
    let lines = buffer.chunks_exact(frame.line_size.max(1)).take(height as usize);
    Grid::from_values(size, lines.flat_map(line).collect()).ok_or_else(|| wrong(&"rows are missing"))
}

fn color(kind: ColorType, pixel: &[u8]) -> Option<Color> {
    match (kind, pixel) {
        (_, [.., 0]) if matches!(kind, ColorType::Rgba | ColorType::GrayscaleAlpha) => None,
        (_, [grey] | [grey, _]) => Some(Color::rgb(*grey, *grey, *grey)),
        (_, [r, g, b, ..]) => Some(Color::rgb(*r, *g, *b)),
        _ => None,
    }
}

/// Returns the rectangles of separate pieces, sorted from the top, then from the left. Overlapping ones are
/// merged.
///
/// # Errors
/// If there are too many pieces for a picture of rooms.
fn rooms_of(pixels: &Grid<Option<Color>>) -> Result<Vec<Rect>, Box<Diagnostic>> {
    let drawn = BitGrid::of_values(pixels, Option::is_some);
    let components = Components::find(&Adjacency::all(drawn, true));
    let count = components.sizes().len();
    if count > MOST_PIECES {
        let message = format!("The picture has {count} separate pieces, more than {MOST_PIECES}.");
        return Err(Box::new(
            Diagnostic::error("no-png", message)
                .hint("Join the pieces of a room, because each piece becomes a room."),
        ));
    }
    let mut rects: Vec<Option<Rect>> = vec![None; components.sizes().len()];
    for span in components.spans() {
        let columns = span.columns();
        let rect = Rect::new(span.first(), Size::new(columns.end - columns.start, 1));
        if let Some(known) = components.of(span.first()).and_then(|number| rects.get_mut(number as usize)) {
            *known = Some(known.map_or(rect, |known| known.union(rect)));
        }
    }
    let mut apart: Vec<Rect> = Vec::new();
    for mut rect in rects.into_iter().flatten() {
        while let Some(other) = apart.iter().position(|other| other.overlaps(rect)) {
            rect = rect.union(apart.swap_remove(other));
        }
        apart.push(rect);
    }
    apart.sort_by_key(|rect| (rect.min.y, rect.min.x));
    Ok(apart)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(rows: &[&str]) -> Vec<(i32, i32, u32, u32)> {
        let size = Size::new(rows[0].len() as u32, rows.len() as u32);
        let pixel = |letter: char| (letter != ' ').then(Color::default);
        let pixels = rows.iter().flat_map(|row| row.chars().map(pixel)).collect();
        let rects = rooms_of(&Grid::from_values(size, pixels).unwrap()).unwrap();
        rects.into_iter().map(Into::into).collect()
    }

    #[test]
    fn rooms_lie_apart_by_transparent_pixels() {
        assert_eq!(
            found(&["## ###", "## # #", "   ###", "##    "]),
            [(0, 0, 2, 2), (3, 0, 3, 3), (0, 3, 2, 1)]
        );
        assert_eq!(found(&["#  ", " # ", "  #"]), [(0, 0, 3, 3)]);
        assert_eq!(found(&["####", "#   ", "# ##", "#   "]), [(0, 0, 4, 4)], "one lies within another");
        assert_eq!(found(&["   "]), []);
    }
}
