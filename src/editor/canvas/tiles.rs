//! Paints the tiles of a level with overlays: a map of one pixel per cell, or the drawn picture at high zoom.

use std::sync::Arc;

use egui::emath::TSTransform;
use egui::{Color32, ColorImage, Painter, Rect, TextureFilter, TextureHandle, TextureOptions, pos2, vec2};

use super::drawn_squares::DrawnSquares;
use crate::base::{Cell, Color, Direction, Grid};
use crate::document::Document;
use crate::editor::widgets::style::{ThemePalette, blend, paint_of, palette_of};
use crate::level::Level;
use crate::overlay::tint_percent;
use crate::picture::TileLooks;

/// The overlays of the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlays {
    /// `true` to draw walls, floors and things; otherwise each cell is a square in the colour of its tile.
    pub drawn: bool,
    /// Each place tinted in the colour of its symbol.
    pub owners: bool,
    /// Walls that keep two places apart.
    pub seals: bool,
    /// The mission over the tiles.
    pub mission: bool,
    /// Things in the level.
    pub entities: bool,
}

impl Default for Overlays {
    fn default() -> Self {
        Self { drawn: true, owners: true, seals: false, mission: false, entities: true }
    }
}

impl Overlays {
    /// Returns `true` if the level is drawn at this size of cells in pixels.
    pub fn is_drawn_at(self, pixels: f32) -> bool {
        self.drawn && pixels >= DRAWN_FROM
    }
}

/// The textures of the last painted level, and the inputs they were made from.
#[derive(Default)]
pub struct TileTextures {
    made_of: Option<(Arc<Level>, Arc<TileLooks>, Overlays, bool)>,
    parts: Vec<(Rect, TextureHandle)>,
    /// Textures over the drawn picture.
    veil: Vec<(Rect, TextureHandle)>,
    drawn: DrawnSquares,
}

/// Darkness of the ground at the foot of a wall to its north.
const SHADOW: f32 = 0.16;

/// Maximum texture side, which every graphics card supports.
const LARGEST_PART: usize = 2048;

/// Minimum cell size for the drawn picture, in pixels of the screen.
const DRAWN_FROM: f32 = 3.0;

impl TileTextures {
    /// Paints the level. Textures are made only if it or its overlays have changed.
    pub fn paint(
        &mut self,
        painter: &Painter,
        screen_from_world: TSTransform,
        (level, seals): (&Arc<Level>, &[Cell]),
        document: &Document,
        (looks, overlays, dark): (&Arc<TileLooks>, Overlays, bool),
    ) {
        let painted = Overlays { mission: false, ..overlays };
        let is_fresh = self.made_of.as_ref().is_some_and(|(made_of, dressed, overlays, was_dark)| {
            Arc::ptr_eq(made_of, level)
                && Arc::ptr_eq(dressed, looks)
                && *overlays == painted
                && *was_dark == dark
        });
        if !is_fresh {
            let map =
                TileMap { level, seals, tints: tints(level, document), overlays, palette: palette_of(dark) };
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

/// Paints textures at their cells.
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

/// Makes textures of a picture with one pixel per cell, split to fit the graphics card.
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

/// Returns a level as a picture with one pixel per cell, without overlays.
pub fn picture_of(level: &Level, document: &Document, palette: &ThemePalette) -> ColorImage {
    let overlays = Overlays::default();
    TileMap { level, seals: &[], tints: tints(level, document), overlays, palette }.picture()
}

/// Everything that is painted with one pixel per cell.
struct TileMap<'a> {
    level: &'a Level,
    seals: &'a [Cell],
    /// Colours of the places' symbols, in the order of the places.
    tints: Vec<Color32>,
    overlays: Overlays,
    palette: &'a ThemePalette,
}

impl TileMap<'_> {
    /// Returns the flat map.
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

    /// Returns the colours over the drawn picture: a hint of each place's colour, and seals.
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
        // Rock that nobody will ever see must not draw attention.
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

/// Returns the colours of the places' symbols, in the order of the places.
pub(super) fn tints(level: &Level, document: &Document) -> Vec<Color32> {
    let alphabet = &document.grammar().alphabet;
    level.places.iter().map(|place| paint_of(alphabet.color_of_node(&place.symbol))).collect()
}
