//! PNG: draws a level as in the window or as a flat map, with overlays and a legend.
//!
//! Drawing works in strips, so that a large level does not need a large picture in memory. Cells shrink to
//! keep the picture within [`MOST_PIXELS`], and very large levels become flat maps.

mod legend;
mod remark;

use std::sync::Arc;

use super::png_file::png;
use crate::base::{Cancelled, Cell, Color, Grid, Rect, Size, StageContext};
use crate::lettering::{text_height, text_width};
use crate::level::Level;
use crate::mission::Alphabet;
use crate::overlay::{
    BackdropColors, LevelFacts, MISSION_VEIL, Mark, Overlay, OverlaySet, Raster, drop_marks, mission_marks,
    name_marks, node_radius, tint_percent,
};
use crate::picture::{CellPixels, CellSide, Picture, TileLooks, UNKNOWN};

use legend::Legend;
pub use remark::picture_remark;

/// Maximum number of cells for the default size to be medium. Larger pictures open slowly in other programs.
const MEDIUM_CELLS: usize = 512 * 512;

/// Maximum number of pixels of a picture. Cells without a given size shrink to fit.
pub const MOST_PIXELS: u64 = 1 << 27;

/// Maximum number of pixels drawn before scaling, about three seconds of work. A larger level becomes a flat
/// map.
const MOST_DRAWN_PIXELS: u64 = 1 << 26;

/// Number of pixel rows drawn at once. Strips keep memory small for large levels.
const STRIP: u32 = 128;

/// Cell size in pixels up to which overlays are as large as in the window; they grow with larger cells.
const USUAL_CELL: u32 = 16;

/// Position of the legend of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LegendSpot {
    /// No legend.
    #[default]
    Nowhere,
    /// Below the map.
    Below,
    /// To the right of the map.
    Beside,
}

impl LegendSpot {
    /// All positions.
    pub const ALL: [Self; 3] = [Self::Nowhere, Self::Below, Self::Beside];

    /// Returns its name on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Nowhere => "none",
            Self::Below => "below",
            Self::Beside => "beside",
        }
    }
}

/// Options for a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureOptions {
    /// Size of cells. If `None`, medium, or small for a large level.
    pub cell: Option<CellPixels>,
    /// `true` for a flat map: each cell is a square in the colour of its tile, with nothing else except
    /// overlays.
    pub is_flat: bool,
    /// `true` to draw entities and other items; has no effect on a flat map.
    pub has_items: bool,
    /// Overlays to draw.
    pub overlays: OverlaySet,
    /// Position of the legend.
    pub legend: LegendSpot,
    /// Colours and letters of places and edges. If `None`, they are grey and show the first letters of their
    /// names.
    pub alphabet: Option<Arc<Alphabet>>,
    /// Custom looks of tiles.
    pub looks: Arc<TileLooks>,
    /// The seals for their overlay. If `None`, they are not known, because the level was read from a file.
    pub seals: Option<Arc<[Cell]>>,
}

impl Default for PictureOptions {
    fn default() -> Self {
        Self {
            cell: None,
            is_flat: false,
            has_items: true,
            overlays: OverlaySet::default(),
            legend: LegendSpot::default(),
            alphabet: None,
            looks: Arc::default(),
            seals: None,
        }
    }
}

impl PictureOptions {
    /// Returns the size of cells in the picture of a level of the given size.
    pub fn cell_of(&self, cells: Size) -> CellPixels {
        let usual = if cells.area() <= MEDIUM_CELLS { CellSide::Medium } else { CellSide::Small };
        let wanted = self.cell.unwrap_or(usual.into());
        let fits =
            |pixels: &u32| cells.area() as u64 * u64::from(*pixels) * u64::from(*pixels) <= MOST_PIXELS;
        let largest = (CellPixels::RANGE.0..=wanted.get()).rev().find(fits);
        largest.and_then(CellPixels::new).unwrap_or(wanted)
    }

    /// Returns the options for a level of the given size: a flat map if drawing it would take too long.
    fn for_cells(&self, cells: Size) -> Self {
        let side = u64::from(self.cell_of(cells).side().pixels());
        let is_large = cells.area() as u64 * side * side > MOST_DRAWN_PIXELS;
        Self { is_flat: self.is_flat || is_large, ..self.clone() }
    }
}

/// Exports a level as PNG. A level without cells gives a single unknown cell.
pub fn export_picture(level: &Level, options: &PictureOptions) -> Vec<u8> {
    export_picture_in(level, options, StageContext::default()).expect("nobody stops a token that never stops")
}

/// Exports a level as PNG until the token is stopped.
///
/// # Errors
/// If the token was stopped.
pub fn export_picture_in(
    level: &Level,
    options: &PictureOptions,
    context: StageContext<'_>,
) -> Result<Vec<u8>, Cancelled> {
    let options = options.for_cells(level.tiles.size());
    let page = PicturePage::new(level, &options);
    let height = page.size.height;
    let mut top = 0;
    let strips = std::iter::from_fn(|| {
        context.progress.set(top.into(), height.into());
        (top < height && !context.stop.is_stopped()).then(|| {
            let strip = page.strip(top);
            top += (strip.len() / page.size.width as usize) as u32;
            strip
        })
    });
    png(page.size, strips).ok_or(Cancelled)
}

/// A picture prepared for drawing strip by strip.
struct PicturePage<'l> {
    level: &'l Level,
    options: &'l PictureOptions,
    /// The painted level; `None` for a flat map.
    picture: Option<Picture<'l>>,
    cell: CellPixels,
    cells: Size,
    /// Total size with the legend, in pixels.
    size: Size,
    /// Size of a unit of overlays and legend, in pixels.
    unit: f32,
    wash: Option<Grid<Option<(Color, u8)>>>,
    /// Colour of each place, in the order of places; empty if they are not shown.
    tints: Vec<Color>,
    marks: Vec<Mark>,
    legend: Legend<'l>,
}

impl<'l> PicturePage<'l> {
    fn new(level: &'l Level, options: &'l PictureOptions) -> Self {
        let cells = level.tiles.size();
        let cell = options.cell_of(cells);
        let cells = if cells.area() == 0 { Size::new(1, 1) } else { cells };
        let unit = unit_of(cell);
        let facts = LevelFacts::new(level).with_seals(options.seals.clone());
        let map = Size::new(cells.width * cell.get(), cells.height * cell.get());
        let legend = Legend::new(&facts, options, map, unit);
        Self {
            level,
            options,
            picture: (!options.is_flat).then(|| Picture::dressed(level, &options.looks, options.has_items)),
            cell,
            cells,
            size: legend.page_size(map),
            unit,
            wash: facts.wash(options.overlays),
            tints: if options.overlays.shows(Overlay::Places) { tints(level, options) } else { Vec::new() },
            marks: marks(&facts, options, cell.get() as f32 / unit),
            legend,
        }
    }

    /// Draws the strip of pixels from row `top`: whole rows of cells within the map, then the rest of the
    /// legend.
    fn strip(&self, top: u32) -> Vec<Color> {
        let map_height = self.cells.height * self.cell.get();
        let width = self.size.width as usize;
        let ground = BackdropColors::PICTURE.ground;
        let height = if top < map_height {
            let rows = (STRIP / self.cell.get()).max(1).min(self.cells.height - top / self.cell.get());
            rows * self.cell.get()
        } else {
            STRIP.min(self.size.height - top)
        };
        let mut pixels = vec![ground; width * height as usize];
        if top < map_height {
            let first = (top / self.cell.get()).cast_signed();
            let rows = Rect::new(Cell::new(0, first), Size::new(self.cells.width, height / self.cell.get()));
            let map = self.map(rows, top);
            let map_width = (self.cells.width * self.cell.get()) as usize;
            for (row, drawn) in pixels.chunks_mut(width).zip(map.chunks(map_width)) {
                for (pixel, color) in row.iter_mut().zip(drawn) {
                    *pixel = *color;
                }
            }
        }
        self.legend.draw(&mut pixels, self.size.width, top);
        pixels
    }

    /// Draws some rows of cells with all overlays.
    fn map(&self, rows: Rect, top: u32) -> Vec<Color> {
        let mut pixels = match &self.picture {
            Some(picture) => picture.draw_at(rows, self.cell).pixels,
            None => self.flat(rows),
        };
        let px = self.cell.get() as usize;
        let width = rows.size.width as usize * px;
        let veils =
            !self.tints.is_empty() || self.wash.is_some() || self.options.overlays.shows(Overlay::Mission);
        if veils {
            for (row, y) in pixels.chunks_mut(width * px).zip(rows.min.y..) {
                let cells: Vec<_> =
                    (0..rows.size.width.cast_signed()).map(|x| self.veils(Cell::new(x, y))).collect();
                for line in row.chunks_mut(width) {
                    for (part, veils) in line.chunks_mut(px).zip(&cells) {
                        for pixel in part {
                            *pixel = veils.iter().flatten().fold(*pixel, |below, (color, percent)| {
                                below.mixed(*color, (*percent).into())
                            });
                        }
                    }
                }
            }
        }
        let mut raster = Raster::new(&mut pixels, width as u32, top, self.unit);
        self.marks.iter().for_each(|mark| raster.draw(mark));
        pixels
    }

    /// Returns the colours that cover a cell, lowest first, each with its opacity in percent.
    fn veils(&self, cell: Cell) -> [Option<(Color, u8)>; 3] {
        let place = self.level.owner(cell).place();
        let tint = place.and_then(|place| self.tints.get(place.index()));
        let percent = || tint_percent(self.level.is_walkable(cell), self.options.is_flat);
        let wash = self.wash.as_ref().and_then(|wash| wash.get(cell).copied().flatten());
        let mission = self.options.overlays.shows(Overlay::Mission);
        let mission = mission.then_some((BackdropColors::PICTURE.ground, MISSION_VEIL));
        [tint.map(|tint| (*tint, percent())), wash, mission]
    }

    /// Draws cells in the colours of their topmost tiles.
    fn flat(&self, rows: Rect) -> Vec<Color> {
        let px = self.cell.get() as usize;
        let color = |cell: Cell| self.level.seen(cell).map_or(UNKNOWN, |tile| tile.color);
        let line = |y: i32| -> Vec<Color> {
            let cells = (0..rows.size.width.cast_signed()).map(|x| color(Cell::new(x, y)));
            cells.flat_map(|color| std::iter::repeat_n(color, px)).collect()
        };
        (rows.min.y..rows.bottom()).flat_map(|y| line(y).repeat(px)).collect()
    }
}

/// Returns the size of a unit of the overlays, in pixels.
fn unit_of(cell: CellPixels) -> f32 {
    cell.get().max(USUAL_CELL) as f32 / USUAL_CELL as f32
}

fn marks(facts: &LevelFacts<&Level>, options: &PictureOptions, cell: f32) -> Vec<Mark> {
    let around = BackdropColors::PICTURE;
    let shown = options.overlays;
    let mut marks: Vec<Mark> = shown.all().flat_map(|overlay| facts.marks(overlay, cell, &around)).collect();
    if shown.shows(Overlay::Mission) {
        marks.extend(mission_marks(facts.level, options.alphabet.as_deref(), cell, &around));
    }
    if options.has_items && !options.is_flat || shown.shows(Overlay::Mission) {
        marks.extend(drop_marks(facts.level, cell));
    }
    if shown.shows(Overlay::Names) {
        let nodes = shown.shows(Overlay::Mission).then(|| node_radius(cell));
        let measure = |text: &str, size| (text_width(text, size), text_height(size));
        marks.extend(name_marks(facts.level, cell, nodes, measure));
    }
    marks
}

fn tints(level: &Level, options: &PictureOptions) -> Vec<Color> {
    let color = |name: &str| options.alphabet.as_ref().map(|alphabet| alphabet.color_of_node(name));
    level.places.iter().map(|place| color(&place.symbol).unwrap_or_default()).collect()
}
