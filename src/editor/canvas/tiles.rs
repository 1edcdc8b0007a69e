//! The tiles of a level as a picture, with what is laid over it: a map of one pixel a cell, and from near the drawn picture.

use std::sync::Arc;

use egui::emath::TSTransform;
use egui::{Color32, ColorImage, Painter, Rect, TextureFilter, TextureHandle, TextureOptions, pos2, vec2};

use super::drawn_squares::DrawnSquares;
use super::run_view::RunView;
use crate::base::{Cell, Color, Direction, Grid};
use crate::document::Document;
use crate::editor::widgets::style::{Palette, blend, paint_of, palette_of};
use crate::level::Level;
use crate::overlay::tint_percent;
use crate::picture::TileLooks;

/// What is laid over the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlays {
    /// Walls, floors and things as they are drawn; else a flat map, each cell in the colour of its tile.
    pub drawn: bool,
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
        Self { drawn: true, owners: true, seals: false, mission: false, entities: true }
    }
}

impl Overlays {
    /// Is the level drawn, at that many pixels a cell?
    pub fn is_drawn_at(self, pixels: f32) -> bool {
        self.drawn && pixels >= DRAWN_FROM
    }
}

/// The textures of the level that was painted last, and of what they were made.
#[derive(Default)]
pub struct TileTextures {
    made_of: Option<(Arc<Level>, Arc<TileLooks>, Overlays, bool)>,
    parts: Vec<(Rect, TextureHandle)>,
    /// What lies over the drawn picture.
    veil: Vec<(Rect, TextureHandle)>,
    drawn: DrawnSquares,
}

/// How much darker the ground is at the foot of a wall that stands to its north.
const SHADOW: f32 = 0.16;

/// More than any graphics card refuses.
const LARGEST_PART: usize = 2048;

/// From so many pixels of the screen a cell on, the drawn picture is shown.
const DRAWN_FROM: f32 = 5.0;

impl TileTextures {
    /// Paints the level; makes textures anew only where it or its overlays have changed.
    pub fn paint(
        &mut self,
        painter: &Painter,
        screen_from_world: TSTransform,
        run_view: &RunView,
        document: &Document,
        (looks, overlays, dark): (&Arc<TileLooks>, Overlays, bool),
    ) {
        let Some(level) = run_view.shown_level() else { return };
        let painted = Overlays { mission: false, ..overlays };
        let is_fresh = self.made_of.as_ref().is_some_and(|(made_of, dressed, overlays, was_dark)| {
            Arc::ptr_eq(made_of, level)
                && Arc::ptr_eq(dressed, looks)
                && *overlays == painted
                && *was_dark == dark
        });
        if !is_fresh {
            let map = Map {
                level,
                seals: run_view.seals(),
                tints: tints(level, document),
                overlays,
                palette: palette_of(dark),
            };
            self.parts = upload(painter.ctx(), &map.picture(), "tiles");
            self.veil = if overlays.drawn { upload(painter.ctx(), &map.veil(), "veil") } else { Vec::new() };
            self.made_of = Some((Arc::clone(level), Arc::clone(looks), painted, dark));
        }
        let pixels = screen_from_world.scaling * painter.pixels_per_point();
        if !overlays.is_drawn_at(pixels) {
            return paint_parts(painter, screen_from_world, &self.parts);
        }
        let Self { drawn, parts, .. } = self;
        let below = || paint_parts(painter, screen_from_world, parts);
        drawn.paint(painter, screen_from_world, (level, looks, overlays.entities), pixels, below);
        paint_parts(painter, screen_from_world, &self.veil);
    }
}

/// Paints textures where their cells lie.
pub(super) fn paint_parts(
    painter: &Painter,
    screen_from_world: TSTransform,
    parts: &[(Rect, TextureHandle)],
) {
    for (cells, texture) in parts {
        paint_part(painter, screen_from_world * *cells, texture);
    }
}

pub(super) fn paint_part(painter: &Painter, rect: Rect, texture: &TextureHandle) {
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    painter.image(texture.id(), rect, whole, Color32::WHITE);
}

pub(super) fn texture_options() -> TextureOptions {
    TextureOptions {
        magnification: TextureFilter::Nearest,
        minification: TextureFilter::Linear,
        ..TextureOptions::default()
    }
}

/// Makes textures of a picture with one pixel a cell, no larger than the graphics card takes them.
pub(super) fn upload(ctx: &egui::Context, image: &ColorImage, name: &str) -> Vec<(Rect, TextureHandle)> {
    let side = ctx.input(|input| input.max_texture_side).clamp(1, LARGEST_PART);
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
            (cells, ctx.load_texture(format!("{name} {x} {y}"), part, texture_options()))
        })
        .collect()
}

/// A level alone, one pixel a cell.
pub fn picture_of(level: &Level, document: &Document, palette: &Palette) -> ColorImage {
    let overlays = Overlays::default();
    Map { level, seals: &[], tints: tints(level, document), overlays, palette }.picture()
}

/// What is painted with one pixel a cell.
struct Map<'a> {
    level: &'a Level,
    seals: &'a [Cell],
    /// The colour of each place's symbol, in the order of the places.
    tints: Vec<Color32>,
    overlays: Overlays,
    palette: &'a Palette,
}

impl Map<'_> {
    /// The flat map.
    fn picture(&self) -> ColorImage {
        let mut colors = Grid::filled(self.level.tiles.size(), self.palette.rock);
        for cell in self.level.tiles.rect().cells() {
            colors[cell] = self.pixel(cell);
        }
        for seal in self.seals.iter().filter(|_| self.overlays.seals) {
            if let Some(color) = colors.get_mut(*seal) {
                *color = blend(*color, self.palette.seal, 0.7);
            }
        }
        image_of(&colors)
    }

    /// What is seen over the drawn picture: a breath of each place's colour, and seals.
    fn veil(&self) -> ColorImage {
        let mut colors = Grid::filled(self.level.tiles.size(), Color32::TRANSPARENT);
        for cell in self.level.tiles.rect().cells().filter(|_| self.overlays.owners) {
            if let Some(tint) = self.tint(cell) {
                let percent = tint_percent(self.level.is_walkable(cell), false);
                colors[cell] = tint.gamma_multiply(f32::from(percent) / 100.0);
            }
        }
        for seal in self.seals.iter().filter(|_| self.overlays.seals) {
            if let Some(color) = colors.get_mut(*seal) {
                *color = self.palette.seal.gamma_multiply(0.6);
            }
        }
        image_of(&colors)
    }

    fn pixel(&self, cell: Cell) -> Color32 {
        let level = self.level;
        let walkable = level.is_walkable(cell);
        let own = level.seen(cell).map_or(Color::default(), |tile| tile.color);
        let in_sight = walkable || cell.around().any(|other| level.is_walkable(other));
        // Rock that nobody will ever see does not draw the eye.
        let mut color = if in_sight { paint_of(own) } else { self.palette.rock };
        if walkable && !level.is_walkable(cell.step(Direction::North)) {
            color = blend(color, Color32::BLACK, SHADOW);
        }
        if self.overlays.owners && in_sight {
            let share = f32::from(tint_percent(walkable, true)) / 100.0;
            color = self.tint(cell).map_or(color, |tint| blend(color, tint, share));
        }
        color
    }

    fn tint(&self, cell: Cell) -> Option<Color32> {
        self.level.owner(cell).place().and_then(|place| self.tints.get(place.index())).copied()
    }
}

pub(super) fn image_of(colors: &Grid<Color32>) -> ColorImage {
    let size = colors.size();
    ColorImage::new([size.width as usize, size.height as usize], colors.values().to_vec())
}

/// The colour of each place's symbol, in the order of the places.
pub(super) fn tints(level: &Level, document: &Document) -> Vec<Color32> {
    let symbols = &document.grammar().alphabet.nodes;
    let color = |name: &str| symbols.get(name).map_or(Color::default(), |symbol| symbol.color);
    level.places.iter().map(|place| paint_of(color(&place.symbol))).collect()
}
