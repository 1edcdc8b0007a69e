//! Draws the level at a stage of its making.
//!
//! Known tiles are painted. Other cells are tinted by owner and by what they may become. Cells that the stage
//! changed are lit.

use std::sync::Arc;

use super::{ACCENT, GROUND, LINE};
use crate::base::{Cell, Color, Rect, Size};
use crate::level::Level;
use crate::mission::Alphabet;
use crate::overlay::{Mark, Point, SEAL, SEAL_PERCENT, Stroke};
use crate::picture::{CellPixels, Image, Picture, TileLooks};
use crate::pipeline::{LevelHistory, LevelHistoryStage, LevelPlayback};
use crate::space::CellState;

/// Strength of the tints for owners and for changed cells, in percent.
const TINT: u32 = 36;
const LIGHT: u32 = 34;

/// Everything needed to paint the making of a level.
pub(super) struct Painting<'a> {
    pub alphabet: &'a Alphabet,
    pub looks: &'a Arc<TileLooks>,
    pub cell: CellPixels,
    /// Seals to show.
    pub seals: &'a [Cell],
}

impl Painting<'_> {
    /// Draws the level after the steps that are done.
    pub fn draw(&self, playback: &LevelPlayback) -> Image {
        let level = playback.frame();
        let whole = level.tiles.rect();
        let stage = playback.last().map(|step| &step.stage);
        let is_peopled = matches!(
            stage,
            Some(LevelHistoryStage::Items | LevelHistoryStage::RoomContents | LevelHistoryStage::Pass(_))
        );
        let mut image = Picture::dressed(&level, self.looks, is_peopled).draw_at(whole, self.cell);
        if matches!(stage, Some(LevelHistoryStage::Formed(stage)) if stage.is_open_ended()) {
            self.tint(&mut image, &level, playback);
        } else {
            for seal in self.seals {
                self.blend(&mut image, whole.size, *seal, SEAL, SEAL_PERCENT.into());
            }
        }
        let last = playback.step() == playback.level_history().steps.len();
        for cell in playback.lit().into_iter().filter(|_| !last) {
            self.blend(&mut image, whole.size, cell, ACCENT, LIGHT);
        }
        image
    }

    /// Tints cells by what they may become and by their owners.
    fn tint(&self, image: &mut Image, level: &Level, playback: &LevelPlayback) {
        let colors: Vec<Color> =
            level.places.iter().map(|place| color_of(self.alphabet, &place.symbol)).collect();
        for (cell, formed) in playback.cells().iter() {
            let owner = formed.owner.place().and_then(|place| colors.get(place.index()));
            let (color, percent) = match (formed.state, owner) {
                (CellState::Sealed, _) => (SEAL, SEAL_PERCENT.into()),
                (_, Some(color)) => (*color, TINT),
                (_, None) => continue,
            };
            self.blend(image, level.tiles.size(), cell, color, percent);
        }
    }

    fn blend(&self, image: &mut Image, cells: Size, cell: Cell, color: Color, percent: u32) {
        if !Rect::new(Cell::new(0, 0), cells).contains(cell) {
            return;
        }
        let px = self.cell.get() as usize;
        let width = image.size.width as usize;
        let (left, top) = (cell.x as usize * px, cell.y as usize * px);
        for row in top..top + px {
            let start = row * width + left;
            for pixel in image.pixels.get_mut(start..start + px).unwrap_or_default() {
                *pixel = pixel.mixed(color, percent);
            }
        }
    }
}

/// Returns marks for the plan: the cores of places, and the routes of passages.
pub(super) fn plan_marks(level_history: &LevelHistory, alphabet: &Alphabet, cell: f32) -> Vec<Mark> {
    let corner = |x: i32, y: i32| Point { x: x as f32 * cell, y: y as f32 * cell };
    let plan = &level_history.plan;
    let symbol =
        |node| level_history.level.places.iter().find(|place| place.node == node).map(|place| &place.symbol);
    let routes = plan.passages.iter().filter(|passage| passage.route.len() > 1).map(|passage| {
        let points = passage.route.iter().map(|at| Point::middle_of(*at, cell)).collect();
        Mark::Line(points, Stroke::new((cell * 0.3).clamp(1.0, 4.0), LINE))
    });
    let cores = plan.places.iter().map(|place| {
        let Rect { min, .. } = place.core;
        let (right, bottom) =
            (min.x + place.core.size.width.cast_signed(), min.y + place.core.size.height.cast_signed());
        let corners =
            vec![corner(min.x, min.y), corner(right, min.y), corner(right, bottom), corner(min.x, bottom)];
        let color = symbol(place.node).map_or(LINE, |symbol| color_of(alphabet, symbol));
        Mark::Polygon { corners, fill: color.mixed(GROUND, 55), rim: Stroke::new(1.5, color) }
    });
    routes.chain(cores).collect()
}

/// Returns the colour of a symbol, or that of lines if the alphabet lacks it.
fn color_of(alphabet: &Alphabet, symbol: &str) -> Color {
    if alphabet.nodes.contains_key(symbol) { alphabet.color_of_node(symbol) } else { LINE }
}
