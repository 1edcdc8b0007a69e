//! Paints a stage of a level's making with one pixel per cell: states of cells, possible states, and recent
//! changes.

use std::sync::Arc;

use egui::emath::TSTransform;
use egui::{Color32, Painter, Rect, TextureHandle};

use super::drawn_squares::DrawnSquares;
use super::tiles::{Overlays, image_of, paint_parts, tints, upload};
use crate::base::{Cell, Color, Grid};
use crate::document::Document;
use crate::editor::widgets::style::{ThemePalette, blend, paint_of, palette_of};
use crate::level::Level;
use crate::picture::TileLooks;
use crate::space::{CellState, FormedCell};

/// Opacity of the light on changed cells.
const LIGHT: f32 = 0.5;

/// A stage to be painted.
#[derive(Clone, Copy)]
pub struct FilmScene<'a> {
    /// Level at this stage.
    pub level: &'a Arc<Level>,
    /// States of its cells.
    pub cells: &'a Grid<FormedCell>,
    /// Cells changed by the last step.
    pub lit: &'a [Cell],
    /// `true` if cells are coloured by their possible states.
    pub is_forming: bool,
    /// `true` if things are placed already.
    pub is_peopled: bool,
}

/// The textures of the last painted stage, and the inputs they were made from.
#[derive(Default)]
pub struct FilmTextures {
    made_of: Option<(Arc<Level>, bool)>,
    parts: Vec<(Rect, TextureHandle)>,
    /// Textures over the drawn picture.
    veil: Vec<(Rect, TextureHandle)>,
    drawn: DrawnSquares,
}

impl FilmTextures {
    /// Paints a stage. Textures are made only if it has changed.
    pub fn paint(
        &mut self,
        painter: &Painter,
        screen_from_world: TSTransform,
        stage: FilmScene<'_>,
        document: &Document,
        (looks, overlays): (&Arc<TileLooks>, Overlays),
        dark: bool,
    ) {
        let is_fresh = self
            .made_of
            .as_ref()
            .is_some_and(|(level, was_dark)| Arc::ptr_eq(level, stage.level) && *was_dark == dark);
        if !is_fresh {
            let tints = tints(stage.level, document);
            let image = image_of(&picture(stage, &tints, palette_of(dark)));
            self.parts = upload(painter.ctx(), &image, "film");
            let veil = image_of(&veil(stage, &tints, palette_of(dark)));
            self.veil = upload(painter.ctx(), &veil, "film veil");
            self.made_of = Some((Arc::clone(stage.level), dark));
        }
        let pixels = screen_from_world.scaling * painter.pixels_per_point();
        if !overlays.is_drawn_at(pixels) {
            return paint_parts(painter, screen_from_world, &self.parts);
        }
        let Self { drawn, parts, .. } = self;
        let below = || paint_parts(painter, screen_from_world, parts);
        let with_items = overlays.entities && stage.is_peopled;
        drawn.paint(painter, screen_from_world, (stage.level, looks, with_items), pixels, below);
        paint_parts(painter, screen_from_world, &self.veil);
    }
}

fn picture(stage: FilmScene<'_>, tints: &[Color32], palette: &ThemePalette) -> Grid<Color32> {
    let mut colors = Grid::filled(stage.cells.size(), palette.rock);
    for cell in stage.cells.rect().cells() {
        colors[cell] = pixel(stage, cell, tints, palette);
    }
    for cell in stage.lit {
        if let Some(color) = colors.get_mut(*cell) {
            *color = blend(*color, palette.accent, LIGHT);
        }
    }
    colors
}

/// Returns the colours over the drawn picture: owners and possible states while cells are formed, and recent
/// changes.
fn veil(stage: FilmScene<'_>, tints: &[Color32], palette: &ThemePalette) -> Grid<Color32> {
    let FilmScene { cells, lit, is_forming, .. } = stage;
    let mut colors = Grid::filled(cells.size(), Color32::TRANSPARENT);
    for (cell, formed) in cells.iter().filter(|_| is_forming) {
        let tint = formed.owner.place().and_then(|place| tints.get(place.index()));
        colors[cell] = match (formed.state, tint) {
            (CellState::Sealed, _) => palette.seal.gamma_multiply(0.6),
            (_, Some(tint)) => tint.gamma_multiply(0.36),
            (_, None) => continue,
        };
    }
    for cell in lit {
        if let Some(color) = colors.get_mut(*cell) {
            *color = palette.accent.gamma_multiply(LIGHT);
        }
    }
    colors
}

fn pixel(stage: FilmScene<'_>, cell: Cell, tints: &[Color32], palette: &ThemePalette) -> Color32 {
    let FilmScene { level, cells, is_forming, .. } = stage;
    let formed = cells[cell];
    let is_walkable = level.is_walkable(cell);
    let is_claimed = is_forming && formed.owner.place().is_some();
    let is_in_sight = is_walkable || is_claimed || cell.around().any(|other| level.is_walkable(other));
    if !is_in_sight {
        return palette.rock;
    }
    let own = paint_of(level.seen(cell).map_or(Color::default(), |tile| tile.color));
    let tint = formed.owner.place().and_then(|place| tints.get(place.index())).copied();
    let tinted = |strength| tint.map_or(own, |tint| blend(own, tint, strength));
    match formed.state {
        CellState::Sealed if is_forming => blend(own, palette.seal, 0.7),
        CellState::RoomInterior if is_forming => tinted(0.5),
        CellState::Sealed
        | CellState::RoomInterior
        | CellState::Open
        | CellState::Solid
        | CellState::DefinitelyOpen => tinted(if is_walkable { 0.34 } else { 0.16 }),
    }
}
