//! The legend of a picture: the name of the level, and an explanation of its overlays.
//!
//! Sizes are in units, which scale with the cells.

use super::{LegendSpot, PictureOptions};
use crate::base::{Color, Size, counted, printable};
use crate::lettering::{text_height, text_width};
use crate::level::Level;
use crate::overlay::{BackdropColors, LegendLine, LevelFacts, Overlay, Raster};
use crate::picture::{CellSide, Image, PictureThing};

/// Font sizes, in units.
const TITLE: f32 = 15.0;
const BODY: f32 = 12.0;
/// Space around the legend, between rows and between columns, in units.
const MARGIN: f32 = 12.0;
const ROW_GAP: f32 = 5.0;
const COLUMN_GAP: f32 = 24.0;
/// Minimum width available for a legend below the map, in units, even if the map is narrower.
const LEAST_ROOM: f32 = 400.0;
/// Space between a sign and its text, in units.
const SIGN_GAP: f32 = 8.0;
/// Size of a single colour and of a part of a scale, in units.
const SWATCH: (f32, f32) = (14.0, 12.0);
const SCALE_PART: f32 = 7.0;
/// Maximum number of things listed.
const MOST_THINGS: usize = 40;

/// A laid out legend. Without entries, the picture is the map alone.
pub(super) struct Legend<'l> {
    entries: Vec<LegendRow<'l>>,
    /// Upper left corner, in pixels.
    corner: (f32, f32),
    size: (f32, f32),
    unit: f32,
    spot: LegendSpot,
}

/// An entry with its position, in units from the corner of the legend.
struct LegendRow<'l> {
    at: (f32, f32),
    text: String,
    size: f32,
    sign: LegendSign<'l>,
}

enum LegendSign<'l> {
    Nothing,
    Colors(Vec<Color>),
    Thing(PictureThing<'l>),
}

impl LegendSign<'_> {
    fn width(&self) -> f32 {
        match self {
            Self::Nothing => 0.0,
            Self::Colors(colors) if colors.len() == 1 => SWATCH.0 + SIGN_GAP,
            Self::Colors(colors) => colors.len() as f32 * SCALE_PART + SIGN_GAP,
            Self::Thing(_) => CellSide::Medium.pixels() as f32 + SIGN_GAP,
        }
    }
}

impl<'l> Legend<'l> {
    pub fn new(facts: &LevelFacts<&'l Level>, options: &PictureOptions, map: Size, unit: f32) -> Self {
        let spot = options.legend;
        let mut entries = if spot == LegendSpot::Nowhere { Vec::new() } else { entries(facts, options) };
        let map = (map.width as f32, map.height as f32);
        let (corner, room) = match spot {
            LegendSpot::Nowhere => ((0.0, 0.0), f32::INFINITY),
            LegendSpot::Below => ((0.0, map.1), (map.0 / unit - 2.0 * MARGIN).max(LEAST_ROOM)),
            LegendSpot::Beside => ((map.0, 0.0), 0.0),
        };
        let (width, height) = arrange(&mut entries, room);
        let size = ((width + 2.0 * MARGIN) * unit, (height + 2.0 * MARGIN) * unit);
        let size = if spot == LegendSpot::Nowhere { (0.0, 0.0) } else { size };
        Self { entries, corner, size, unit, spot }
    }

    /// Returns all texts of a legend.
    pub fn texts(facts: &LevelFacts<&'l Level>, options: &PictureOptions) -> Vec<String> {
        match options.legend {
            LegendSpot::Nowhere => Vec::new(),
            LegendSpot::Below | LegendSpot::Beside => {
                entries(facts, options).into_iter().map(|entry| entry.text).collect()
            }
        }
    }

    /// Returns the size of the map together with its legend.
    pub fn page_size(&self, map: Size) -> Size {
        let (width, height) = (self.size.0.ceil() as u32, self.size.1.ceil() as u32);
        match self.spot {
            LegendSpot::Nowhere => map,
            LegendSpot::Below => Size::new(map.width.max(width), map.height + height),
            LegendSpot::Beside => Size::new(map.width + width, map.height.max(height)),
        }
    }

    /// Draws the part of the legend that falls into these rows of the page.
    pub fn draw(&self, pixels: &mut [Color], width: u32, top: u32) {
        let rows = (pixels.len() / width.max(1) as usize) as f32;
        for entry in &self.entries {
            let at = |x: f32, y: f32| {
                let place = (MARGIN + entry.at.0 + x, MARGIN + entry.at.1 + y);
                ((self.corner.0 + place.0 * self.unit).round(), (self.corner.1 + place.1 * self.unit).round())
            };
            let (upper, lower) = (at(0.0, 0.0).1, at(0.0, 32.0).1);
            if lower < top as f32 || upper > top as f32 + rows {
                continue;
            }
            let line = text_height(entry.size);
            match &entry.sign {
                LegendSign::Nothing => {}
                LegendSign::Colors(colors) => {
                    let wide = if colors.len() == 1 { SWATCH.0 } else { SCALE_PART };
                    for (number, color) in colors.iter().enumerate() {
                        let y = (line - SWATCH.1) / 2.0;
                        let [from, to] = [(number as f32, y), (number as f32 + 1.0, y + SWATCH.1)]
                            .map(|(parts, y)| at(parts * wide, y));
                        fill(pixels, width, top, (from, to), *color);
                    }
                }
                LegendSign::Thing(thing) => {
                    let image = thing.draw(CellSide::Medium, BackdropColors::PICTURE.ground);
                    let y = (line - CellSide::Medium.pixels() as f32) / 2.0;
                    copy(pixels, width, top, at(0.0, y), &image, self.unit);
                }
            }
            let color = if entry.size == TITLE {
                BackdropColors::PICTURE.strong
            } else {
                BackdropColors::PICTURE.text
            };
            let corner = at(entry.sign.width(), 0.0);
            Raster::new(pixels, width, top, 1.0).write(&entry.text, entry.size * self.unit, corner, color);
        }
    }
}

fn entries<'l>(facts: &LevelFacts<&'l Level>, options: &PictureOptions) -> Vec<LegendRow<'l>> {
    let level = facts.level;
    let entry =
        |text: String, size: f32, sign: LegendSign<'l>| LegendRow { at: (0.0, 0.0), text, size, sign };
    let facts_of_level = format!(
        "Seed {}, {} × {} cells, {}, {}",
        level.seed,
        level.width,
        level.height,
        counted(level.places.len(), "place"),
        counted(level.passages.len(), "passage")
    );
    let mut all = vec![
        entry(printable(&level.grammar).into_owned(), TITLE, LegendSign::Nothing),
        entry(facts_of_level, BODY, LegendSign::Nothing),
    ];
    let shows_things = options.has_items && !options.is_flat;
    let shows_drops = shows_things || options.overlays.shows(Overlay::Mission);
    let explained = options.overlays.all().flat_map(|overlay| facts.legend(overlay));
    let symbols = options.overlays.shows(Overlay::Places) || options.overlays.shows(Overlay::Mission);
    let symbols = if symbols { lines_of_symbols(level, options) } else { Vec::new() };
    let drops = shows_drops.then(|| LegendLine::of_drops(level)).flatten();
    for LegendLine { text, colors } in explained.chain(symbols).chain(drops) {
        let sign = if colors.is_empty() { LegendSign::Nothing } else { LegendSign::Colors(colors) };
        all.push(entry(text, BODY, sign));
    }
    if shows_things {
        let things = PictureThing::all_of(level, &options.looks);
        let more = things.len().saturating_sub(MOST_THINGS);
        for thing in things.into_iter().take(MOST_THINGS) {
            all.push(entry(printable(thing.name).into_owned(), BODY, LegendSign::Thing(thing)));
        }
        if more > 0 {
            all.push(entry(format!("and {more} more"), BODY, LegendSign::Nothing));
        }
    }
    all
}

/// Returns a line for each symbol that a place has, with its colour.
fn lines_of_symbols(level: &Level, options: &PictureOptions) -> Vec<LegendLine> {
    let mut names: Vec<&str> = Vec::new();
    for place in &level.places {
        if !names.contains(&place.symbol.as_str()) {
            names.push(&place.symbol);
        }
    }
    let alphabet = options.alphabet.as_ref();
    let color = |name: &str| {
        let known = alphabet.filter(|alphabet| alphabet.nodes.contains_key(name));
        known.map(|alphabet| alphabet.color_of_node(name))
    };
    let line = |name: &str| Some(LegendLine::new(&[color(name)?], printable(name)));
    names.into_iter().filter_map(line).collect()
}

/// Positions all entries and returns the total width and height.
///
/// The first two have rows of their own. The others fill as many columns as there is room for, all as wide as
/// the widest entry.
fn arrange(entries: &mut [LegendRow<'_>], room: f32) -> (f32, f32) {
    let width = |entry: &LegendRow<'_>| entry.sign.width() + text_width(&entry.text, entry.size);
    let heads = entries.len().min(2);
    let (head, body) = entries.split_at_mut(heads);
    let mut y = 0.0;
    let mut widest = 0.0_f32;
    for entry in head {
        entry.at = (0.0, y);
        y += text_height(entry.size) + ROW_GAP;
        widest = widest.max(width(entry));
    }
    y += ROW_GAP;
    let column = body.iter().map(width).fold(0.0, f32::max) + COLUMN_GAP;
    let columns = ((room + COLUMN_GAP) / column).floor().clamp(1.0, 8.0) as usize;
    let rows = body.len().div_ceil(columns);
    let row = text_height(BODY).max(CellSide::Medium.pixels() as f32) + ROW_GAP;
    for (number, entry) in body.iter_mut().enumerate() {
        let (across, down) = (number / rows.max(1), number % rows.max(1));
        entry.at = (across as f32 * column, y + down as f32 * row);
        widest = widest.max(entry.at.0 + column - COLUMN_GAP);
    }
    (widest, y + rows as f32 * row - ROW_GAP)
}

fn fill(pixels: &mut [Color], width: u32, top: u32, (from, to): ((f32, f32), (f32, f32)), color: Color) {
    for y in from.1 as i32..to.1 as i32 {
        for x in from.0 as i32..to.0 as i32 {
            put(pixels, width, (x, y - top.cast_signed()), color);
        }
    }
}

/// Copies an image, scaled so that each of its pixels is `unit` wide.
fn copy(pixels: &mut [Color], width: u32, top: u32, corner: (f32, f32), image: &Image, unit: f32) {
    let Size { width: columns, height: rows } = image.size;
    let pixel = |part: u32| (part as f32 * unit).round();
    for (index, color) in image.pixels.iter().enumerate() {
        let (x, y) = (index as u32 % columns, index as u32 / columns);
        debug_assert!(y < rows, "images are as high as they say");
        let from = (corner.0 + pixel(x), corner.1 + pixel(y));
        let to = (corner.0 + pixel(x + 1), corner.1 + pixel(y + 1));
        fill(pixels, width, top, (from, to), *color);
    }
}

fn put(pixels: &mut [Color], width: u32, (x, y): (i32, i32), color: Color) {
    if x < 0 || y < 0 || x >= width.cast_signed() {
        return;
    }
    if let Some(pixel) = pixels.get_mut(y as usize * width as usize + x as usize) {
        *pixel = color;
    }
}
