//! The picture of a difference: the level before, the difference layer, and the level after, next to each other.
//!
//! Levels are aligned as in the difference. Cells shrink so that the picture stays small enough to open anywhere.

use std::sync::Arc;

use super::png_file::png;
use crate::base::{Cell, Color, Rect, Size, counted, printable};
use crate::difference::{CellDifference, DifferenceMark, LevelDifference, LevelTitle, PlaceSide};
use crate::lettering::{text_height, text_width};
use crate::level::Level;
use crate::overlay::{
    BackdropColors, DIFFERENCE_PERCENT, Mark, Point, Raster, SIGN_UNITS, WALL_PERCENT, difference_color,
    is_of_sign, sign_color,
};
use crate::picture::{CellPixels, Picture, TileLooks, UNKNOWN};

/// Maximum number of pixels of the picture.
const MOST_PIXELS: u64 = 1 << 24;
/// Maximum number of cells of a level that is drawn; larger levels are flat maps.
const MOST_DRAWN_CELLS: usize = 1 << 19;
/// Width of cells in pixels, if there is room.
const USUAL_CELL: u32 = 16;
/// Minimum width of cells with signs, in pixels.
const SIGNS_FROM: u32 = 8;
/// Space around and between levels, in pixels.
const MARGIN: u32 = 16;
/// Font sizes of titles and of the legend, in pixels.
const TITLE: f32 = 16.0;
const BODY: f32 = 13.0;
/// Height of the titles and of a line of the legend, in pixels.
const HEAD: u32 = 28;
const LINE: u32 = 20;
/// Minimum width of a level, so that titles and legend fit, in pixels.
const LEAST_WIDTH: u32 = 220;
/// Opacity of the background over unchanged cells of the difference layer, in percent.
const VEIL: u32 = 62;
/// Opacity of the marks on the two levels, in percent.
const FAINT_PERCENT: u8 = 30;

/// A level as it is shown in one of the three parts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PicturePart {
    Before,
    Difference,
    After,
}

/// Draws a difference as PNG. The two levels must be those that were compared.
pub fn difference_picture(
    before: &Level,
    after: &Level,
    difference: &LevelDifference,
    looks: &Arc<TileLooks>,
) -> Vec<u8> {
    let area = difference.cells.area();
    let cell = cell_for(area.size);
    let part = Size::new((area.size.width * cell.get()).max(LEAST_WIDTH), area.size.height * cell.get());
    let legend = legend(difference);
    let size =
        Size::new(3 * part.width + 4 * MARGIN, HEAD + part.height + 2 * MARGIN + LINE * legend.len() as u32);
    let mut page = DifferencePage {
        pixels: vec![BackdropColors::PICTURE.ground; size.area()],
        width: size.width,
        cell: cell.get(),
        difference,
    };
    let levels = [drawn(before, looks, cell), drawn(after, looks, cell)];
    for (number, shown) in (0..).zip([PicturePart::Before, PicturePart::Difference, PicturePart::After]) {
        let corner = (MARGIN + number * (part.width + MARGIN), HEAD);
        page.level(corner, shown, &levels);
        page.title(corner.0, shown);
    }
    page.legend(HEAD + part.height + MARGIN, &legend);
    png(size, std::iter::once(page.pixels)).expect("the picture has as many pixels as its size says")
}

fn cell_for(cells: Size) -> CellPixels {
    let fits = |pixels: &u32| 3 * cells.area() as u64 * u64::from(pixels * pixels) <= MOST_PIXELS;
    let pixels = (1..=USUAL_CELL).rev().find(fits).unwrap_or(1);
    CellPixels::new(pixels).unwrap_or(crate::picture::CellSide::Small.into())
}

/// Returns the pixels of a level.
fn drawn(level: &Level, looks: &Arc<TileLooks>, cell: CellPixels) -> (Size, Vec<Color>) {
    let cells = level.tiles.size();
    let size = Size::new(cells.width * cell.get(), cells.height * cell.get());
    if cells.area() <= MOST_DRAWN_CELLS {
        let whole = Rect::new(Cell::default(), cells);
        return (size, Picture::dressed(level, looks, true).draw_at(whole, cell).pixels);
    }
    let color = |x: u32, y: u32| {
        let at = Cell::new((x / cell.get()).cast_signed(), (y / cell.get()).cast_signed());
        level.seen(at).map_or(UNKNOWN, |tile| tile.color)
    };
    (size, (0..size.height).flat_map(|y| (0..size.width).map(move |x| color(x, y))).collect())
}

/// Returns the lines of the legend, each with its mark.
fn legend(difference: &LevelDifference) -> Vec<(Option<DifferenceMark>, String)> {
    let counts = difference.cells.counts();
    let line = |mark: DifferenceMark| {
        let parts = [
            (counts.marked(mark), "cell"),
            (difference.places_marked(mark), "place"),
            (difference.passages_marked(mark), "passage"),
            (difference.entities_marked(mark), "thing"),
        ];
        let counted: Vec<String> = parts.iter().map(|(count, noun)| counted(*count, noun)).collect();
        (Some(mark), format!("{} {}: {}", mark.sign(), mark.name(), counted.join(", ")))
    };
    let mut lines: Vec<_> = DifferenceMark::ALL.into_iter().map(line).collect();
    if difference.is_empty() {
        lines = vec![(None, "The levels are equal".to_owned())];
    }
    lines
}

/// The picture while it is drawn.
struct DifferencePage<'d> {
    pixels: Vec<Color>,
    width: u32,
    /// Width of cells, in pixels.
    cell: u32,
    difference: &'d LevelDifference,
}

impl DifferencePage<'_> {
    /// Draws one of the three parts.
    fn level(&mut self, corner: (u32, u32), part: PicturePart, levels: &[(Size, Vec<Color>); 2]) {
        let area = self.difference.cells.area();
        for cell in area.cells() {
            let found = self.difference.cells.at(cell);
            let mark = found.mark();
            let is_before = match part {
                PicturePart::Before => true,
                PicturePart::Difference => mark == Some(DifferenceMark::Removed),
                PicturePart::After => false,
            };
            let own = if is_before { cell } else { cell.step(self.difference.shift) };
            let (size, pixels) = &levels[usize::from(!is_before)];
            let at = (cell.x.abs_diff(area.min.x), cell.y.abs_diff(area.min.y));
            let ink = |x: u32, y: u32| {
                let column = u32::try_from(own.x).ok()? * self.cell + x;
                let row = u32::try_from(own.y).ok()? * self.cell + y;
                let index = row as usize * size.width as usize + column as usize;
                let below = *pixels.get(index).filter(|_| column < size.width)?;
                Some(self.marked(below, part, found, (x, y)))
            };
            let shown: Vec<Option<Color>> = (0..self.cell)
                .flat_map(|y| (0..self.cell).map(move |x| (x, y)))
                .map(|(x, y)| ink(x, y))
                .collect();
            let left = corner.0 + at.0 * self.cell;
            let top = corner.1 + at.1 * self.cell;
            self.copy((left, top), &shown);
        }
        for (side, mark) in self.named_places(part) {
            self.name(corner, part, &side, mark);
        }
    }

    /// Returns the colour of a point of a cell with its mark.
    fn marked(&self, below: Color, part: PicturePart, found: CellDifference, (x, y): (u32, u32)) -> Color {
        let mark = found.mark();
        let is_wall = found == CellDifference::Rewalled;
        let ground = BackdropColors::PICTURE.ground;
        let is_hidden = match part {
            PicturePart::Before => mark == Some(DifferenceMark::Added),
            PicturePart::Difference => false,
            PicturePart::After => mark == Some(DifferenceMark::Removed),
        };
        let is_layer = part == PicturePart::Difference;
        let Some(mark) = mark.filter(|_| !is_hidden) else {
            return if is_layer { grey(below).mixed(ground, VEIL) } else { below };
        };
        let [u, v] =
            [x, y].map(|at| ((2 * at + 1) * SIGN_UNITS.cast_unsigned() / (2 * self.cell)).cast_signed());
        if is_layer && !is_wall && self.cell >= SIGNS_FROM && is_of_sign(mark, u, v) {
            return sign_color(mark);
        }
        let percent = match (is_layer, is_wall) {
            (_, true) => WALL_PERCENT,
            (true, false) => DIFFERENCE_PERCENT,
            (false, false) => FAINT_PERCENT,
        };
        below.mixed(difference_color(mark), percent.into())
    }

    /// Returns the places whose names are written on a part.
    fn named_places(&self, part: PicturePart) -> Vec<(PlaceSide, DifferenceMark)> {
        let side = |place: &crate::difference::PlaceDifference| {
            let side = match part {
                PicturePart::Before => place.sides.before.as_ref(),
                PicturePart::After => place.sides.after.as_ref(),
                PicturePart::Difference => return None,
            };
            let is_small_change = place.mark() == DifferenceMark::Changed && place.changes.is_empty();
            side.filter(|_| !is_small_change).map(|side| (side.clone(), place.mark()))
        };
        self.difference.places.iter().filter_map(side).collect()
    }

    fn name(&mut self, corner: (u32, u32), part: PicturePart, side: &PlaceSide, mark: DifferenceMark) {
        if self.cell < SIGNS_FROM {
            return;
        }
        let shift = if part == PicturePart::After { self.difference.shift } else { Cell::default() };
        let area = self.difference.cells.area();
        let middle = side.bounds.center();
        let at = |own: i32, shift: i32, from: i32| {
            (own.wrapping_sub(shift).wrapping_sub(from) as f32 + 0.5) * self.cell as f32
        };
        let middle = Point {
            x: corner.0 as f32 + at(middle.x, shift.x, area.min.x),
            y: corner.1 as f32 + at(middle.y, shift.y, area.min.y),
        };
        let text = format!("{} {}", mark.sign(), printable(&side.symbol));
        let color = Color::rgb(0xff, 0xff, 0xff);
        let label = Mark::Text { middle, text, size: BODY - 1.0, color, on_plate: true };
        Raster::new(&mut self.pixels, self.width, 0, 1.0).draw(&label);
    }

    fn title(&mut self, left: u32, part: PicturePart) {
        let words = |name: &str, title: &LevelTitle| {
            format!("{name}: seed {}, {} × {} cells", title.seed, title.width, title.height)
        };
        let text = match part {
            PicturePart::Before => words("Before", &self.difference.before),
            PicturePart::Difference => "Difference".to_owned(),
            PicturePart::After => words("After", &self.difference.after),
        };
        let mut raster = Raster::new(&mut self.pixels, self.width, 0, 1.0);
        raster.write(&text, TITLE, (left as f32, 4.0), BackdropColors::PICTURE.strong);
    }

    fn legend(&mut self, top: u32, lines: &[(Option<DifferenceMark>, String)]) {
        for ((mark, text), row) in lines.iter().zip(0..) {
            let middle = (top + row * LINE) as f32 + LINE as f32 / 2.0;
            let mut left = MARGIN as f32;
            let mut raster = Raster::new(&mut self.pixels, self.width, 0, 1.0);
            if let Some(mark) = mark {
                let color = difference_color(*mark);
                raster.draw(&Mark::square(Point { x: left + 7.0, y: middle }, 14.0, color));
                let sign = mark.sign().to_string();
                let corner = (left + 7.0 - text_width(&sign, BODY) / 2.0, middle - text_height(BODY) / 2.0);
                raster.write(&sign, BODY, corner, sign_color(*mark));
                left += 22.0;
            }
            let corner = (left, middle - text_height(BODY) / 2.0);
            raster.write(text, BODY, corner, BackdropColors::PICTURE.text);
        }
    }

    /// Copies the pixels of a cell; `None` leaves the background.
    fn copy(&mut self, (left, top): (u32, u32), shown: &[Option<Color>]) {
        let rows = shown.chunks(self.cell as usize).zip(top..);
        for (row, y) in rows {
            for (color, x) in row.iter().zip(left..) {
                if let (Some(color), Some(pixel)) =
                    (color, self.pixels.get_mut(y as usize * self.width as usize + x as usize))
                {
                    *pixel = *color;
                }
            }
        }
    }
}

/// Returns the grey of the same brightness.
fn grey(color: Color) -> Color {
    let sum = 3 * u32::from(color.r) + 6 * u32::from(color.g) + u32::from(color.b);
    let grey = u8::try_from(sum / 10).unwrap_or(u8::MAX);
    Color::rgb(grey, grey, grey)
}
