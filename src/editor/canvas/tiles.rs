//! The tiles of a level as a picture: one pixel a cell, with what is laid over it.

use std::sync::Arc;

use egui::emath::TSTransform;
use egui::{Color32, ColorImage, Painter, Rect, TextureFilter, TextureHandle, TextureOptions, pos2, vec2};

use super::run_view::RunView;
use crate::base::{Cell, Color, Direction, Grid};
use crate::document::Document;
use crate::editor::widgets::style::{Palette, blend, paint_of, palette_of};
use crate::level::Level;

/// What is laid over the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlays {
    /// Each place in the colour of its symbol.
    pub owners: bool,
    /// The wall that keeps two places apart for ever.
    pub seals: bool,
    /// The mission over the tiles.
    pub mission: bool,
    /// What lies in the level.
    pub entities: bool,
}

impl Default for Overlays {
    fn default() -> Self {
        Self { owners: true, seals: false, mission: false, entities: true }
    }
}

/// The textures of the level that was painted last, and of what they were made.
#[derive(Default)]
pub struct TileTextures {
    made_of: Option<(Arc<Level>, Overlays, bool)>,
    parts: Vec<(Rect, TextureHandle)>,
}

/// How much darker the ground is at the foot of a wall that stands to its north.
const SHADOW: f32 = 0.16;

/// More than any graphics card refuses.
const LARGEST_PART: usize = 2048;

impl TileTextures {
    /// Paints the level; makes textures anew only where it or its overlays have changed.
    pub fn paint(
        &mut self,
        painter: &Painter,
        screen_from_world: TSTransform,
        run_view: &RunView,
        document: &Document,
        overlays: Overlays,
        dark: bool,
    ) {
        let Some(level) = run_view.shown_level() else { return };
        let painted = Overlays { mission: false, entities: false, ..overlays };
        let is_fresh = self.made_of.as_ref().is_some_and(|(made_of, overlays, was_dark)| {
            Arc::ptr_eq(made_of, level) && *overlays == painted && *was_dark == dark
        });
        if !is_fresh {
            self.parts =
                upload(painter.ctx(), &picture(level, run_view.seals(), document, painted, palette_of(dark)));
            self.made_of = Some((Arc::clone(level), painted, dark));
        }
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        for (cells, texture) in &self.parts {
            painter.image(texture.id(), screen_from_world * *cells, whole, Color32::WHITE);
        }
    }
}

fn upload(ctx: &egui::Context, image: &ColorImage) -> Vec<(Rect, TextureHandle)> {
    let side = ctx.input(|input| input.max_texture_side).clamp(1, LARGEST_PART);
    let options = TextureOptions {
        magnification: TextureFilter::Nearest,
        minification: TextureFilter::Linear,
        ..TextureOptions::default()
    };
    let [width, height] = image.size;
    let corners = (0..height).step_by(side).flat_map(|y| (0..width).step_by(side).map(move |x| (x, y)));
    corners
        .map(|(x, y)| {
            let size = [side.min(width - x), side.min(height - y)];
            let rows = (y..y + size[1]).flat_map(|row| {
                let start = row * width + x;
                image.pixels.get(start..start + size[0]).unwrap_or_default().iter().copied()
            });
            let part = ColorImage::new(size, rows.collect());
            let cells = Rect::from_min_size(pos2(x as f32, y as f32), vec2(size[0] as f32, size[1] as f32));
            (cells, ctx.load_texture(format!("tiles {x} {y}"), part, options))
        })
        .collect()
}

/// A level alone, one pixel a cell.
pub fn picture_of(level: &Level, document: &Document, palette: &Palette) -> ColorImage {
    picture(level, &[], document, Overlays::default(), palette)
}

/// One pixel a cell.
fn picture(
    level: &Level,
    seals: &[Cell],
    document: &Document,
    overlays: Overlays,
    palette: &Palette,
) -> ColorImage {
    let tints = tints(level, document);
    let mut colors = Grid::filled(level.tiles.size(), palette.rock);
    for cell in level.tiles.rect().cells() {
        colors[cell] = pixel(level, cell, overlays.owners, palette, &tints);
    }
    for seal in seals.iter().filter(|_| overlays.seals) {
        if let Some(color) = colors.get_mut(*seal) {
            *color = blend(*color, palette.seal, 0.7);
        }
    }
    let size = colors.size();
    ColorImage::new([size.width as usize, size.height as usize], colors.values().to_vec())
}

fn pixel(level: &Level, cell: Cell, tinted: bool, palette: &Palette, tints: &[Color32]) -> Color32 {
    let walkable = level.is_walkable(cell);
    let own = level.seen(cell).map_or(Color::default(), |tile| tile.color);
    let in_sight = walkable || cell.around().any(|other| level.is_walkable(other));
    // Rock that nobody will ever see does not draw the eye.
    let mut color = if in_sight { paint_of(own) } else { palette.rock };
    if walkable && !level.is_walkable(cell.step(Direction::North)) {
        color = blend(color, Color32::BLACK, SHADOW);
    }
    if tinted && in_sight {
        let tint = level.owner(cell).place().and_then(|place| tints.get(place.index()));
        color = tint.map_or(color, |tint| blend(color, *tint, if walkable { 0.34 } else { 0.16 }));
    }
    color
}

/// The colour of each place's symbol, in the order of the places.
fn tints(level: &Level, document: &Document) -> Vec<Color32> {
    let symbols = &document.grammar().alphabet.nodes;
    let color = |name: &str| symbols.get(name).map_or(Color::default(), |symbol| symbol.color);
    level.places.iter().map(|place| paint_of(color(&place.symbol))).collect()
}
