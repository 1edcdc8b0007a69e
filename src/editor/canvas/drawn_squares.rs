//! Draws a level in squares. Only visible squares are drawn, a few in each frame.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::emath::TSTransform;
use egui::{ColorImage, Painter, Rect, TextureHandle, pos2, vec2};

use super::tiles::{paint_part, texture_options};
use crate::base::{self, Cell, Size};
use crate::level::Level;
use crate::picture::{CellSide, Picture, TileLooks};

/// Side of a square in pixels, small enough to draw several in a frame.
const SQUARE: u32 = 256;

/// Maximum time for drawing squares in a frame; at least one is always drawn. For a new level the limit
/// avoids visible assembly.
const DRAWING_TIME: Duration = Duration::from_millis(5);
const FIRST_DRAWING_TIME: Duration = Duration::from_millis(40);

/// Maximum number of squares kept: two screens of the largest cells.
const SQUARES_KEPT: usize = 384;

/// The squares of the last painted level, and the inputs they were made from.
#[derive(Default)]
pub struct DrawnSquares {
    made_of: Option<(Arc<Level>, Arc<TileLooks>, bool)>,
    /// Squares by cell size, column and row.
    squares: BTreeMap<(CellSide, i32, i32), TextureHandle>,
}

impl DrawnSquares {
    /// Paints the visible part of a level at `pixels` screen pixels per cell. `below` paints the parts that
    /// are not drawn yet.
    pub fn paint(
        &mut self,
        painter: &Painter,
        screen_from_world: TSTransform,
        (level, looks, with_items): (&Arc<Level>, &Arc<TileLooks>, bool),
        pixels: f32,
        below: impl FnOnce(),
    ) {
        let is_fresh = self.made_of.as_ref().is_some_and(|(made_of, dressed, items)| {
            Arc::ptr_eq(made_of, level) && Arc::ptr_eq(dressed, looks) && *items == with_items
        });
        if !is_fresh {
            self.squares.clear();
            self.made_of = Some((Arc::clone(level), Arc::clone(looks), with_items));
        }
        let side = side_for(pixels);
        let cells = (SQUARE / side.pixels()).cast_signed();
        let seen = screen_from_world.inverse() * painter.clip_rect();
        let span = |from: f32, to: f32, length: u32| {
            let last = ((to.floor() as i32).min(length.cast_signed() - 1)).div_euclid(cells);
            (from.floor() as i32).max(0).div_euclid(cells)..=last
        };
        let columns = span(seen.min.x, seen.max.x, level.width);
        let squares: Vec<(CellSide, i32, i32)> = span(seen.min.y, seen.max.y, level.height)
            .flat_map(|row| columns.clone().map(move |column| (side, column, row)))
            .collect();
        if self.squares.len() > SQUARES_KEPT {
            self.squares.retain(|square, _| squares.contains(square));
        }
        let missing: Vec<_> =
            squares.iter().filter(|square| !self.squares.contains_key(square)).copied().collect();
        if !missing.is_empty() {
            below();
            let began = Instant::now();
            let time = if is_fresh { DRAWING_TIME } else { FIRST_DRAWING_TIME };
            let picture = Picture::dressed(level, looks, with_items).with_hints();
            let mut missing = missing.into_iter();
            for square in missing.by_ref() {
                self.squares.insert(square, draw_square(painter.ctx(), &picture, level, square));
                if began.elapsed() > time {
                    break;
                }
            }
            if missing.len() > 0 {
                painter.ctx().request_repaint();
            }
        }
        for square in &squares {
            if let Some(texture) = self.squares.get(square) {
                paint_part(painter, screen_from_world * world_of(cells_of(level, *square)), texture);
            }
        }
    }
}

/// Returns the cell size nearest to that of the screen and not much smaller.
fn side_for(pixels: f32) -> CellSide {
    match pixels {
        ..12.0 => CellSide::Small,
        ..28.0 => CellSide::Medium,
        _ => CellSide::Large,
    }
}

/// Returns the cells of the level that a square shows.
fn cells_of(level: &Level, (side, column, row): (CellSide, i32, i32)) -> base::Rect {
    let cells = SQUARE / side.pixels();
    let corner = Cell::new(column * cells.cast_signed(), row * cells.cast_signed());
    let left = |length: u32, at: i32| cells.min(length.saturating_sub(at.cast_unsigned()));
    base::Rect::new(corner, Size::new(left(level.width, corner.x), left(level.height, corner.y)))
}

fn world_of(cells: base::Rect) -> Rect {
    let base::Rect { min, size } = cells;
    Rect::from_min_size(pos2(min.x as f32, min.y as f32), vec2(size.width as f32, size.height as f32))
}

fn draw_square(
    ctx: &egui::Context,
    picture: &Picture<'_>,
    level: &Level,
    square: (CellSide, i32, i32),
) -> TextureHandle {
    let (side, column, row) = square;
    let image = picture.draw(cells_of(level, square), side);
    let size = [image.size.width as usize, image.size.height as usize];
    let colors = ColorImage::from_rgb(size, &image.rgb());
    ctx.load_texture(format!("square {side:?} {column} {row}"), colors, texture_options())
}
