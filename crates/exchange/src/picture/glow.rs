//! The light around torches, lamps and other lights of levels with themes.
//!
//! In: the lights of a level by cell, with their colours. Out: for each cell, how brightly its corners are lit.
//! Light spreads from the floor in front of a light over walkable cells, so it never shines through walls:
//!
//! ```text
//! ####T####
//! # 34543 #      brightness of floor around a torch
//! # 23432 #
//! #########
//! ```
//!
//! Whole numbers decide, and cells between corners are interpolated, so that light has no edges.

use super::figures::Sprite;
use super::ground::UNITS;
use crate::base::{Cell, Color, Grid, Size};
use crate::level::Level;

/// Brightness of the floor in front of a light.
const BRIGHTEST: u32 = 7;

/// Brightness lost by a step along a row or column, and by a diagonal one.
const STEP: u32 = 2;
const DIAGONAL_STEP: u32 = 3;

/// Percent by which each degree of brightness lightens a colour.
const PERCENT: u32 = 6;

/// Brightness of the floor around keys and other small lights, and around lava.
const DIM: u32 = 4;

/// Brightness of the floor around a goal.
const GOAL: u32 = 9;

const FIRE: Color = Color::rgb(0xff, 0xa4, 0x4a);

/// Figures that shine, with the colours and brightness of their light. Without a colour, it is that of the figure.
const LIGHTS: [(&str, Option<Color>, u32); 17] = [
    ("torch", Some(Color::rgb(0xff, 0xb4, 0x5a)), BRIGHTEST),
    ("brazier", Some(FIRE), BRIGHTEST),
    ("campfire", Some(FIRE), GOAL),
    ("great campfire", Some(FIRE), GOAL),
    ("great forge", Some(FIRE), BRIGHTEST),
    ("sun idol", Some(FIRE), DIM),
    ("ship engine", Some(FIRE), DIM),
    ("reactor core", None, DIM),
    ("hearth", Some(FIRE), BRIGHTEST),
    ("forge", Some(FIRE), BRIGHTEST),
    ("furnace", Some(FIRE), BRIGHTEST),
    ("candle", Some(Color::rgb(0xff, 0xcc, 0x80)), BRIGHTEST),
    ("lamp", Some(Color::rgb(0xff, 0xe0, 0xa0)), BRIGHTEST),
    ("crystal", None, BRIGHTEST),
    ("portal", None, BRIGHTEST),
    ("key", None, DIM),
    ("star", Some(Color::rgb(0xff, 0xe2, 0x9a)), GOAL),
];

/// A light on a cell, with its colour and its brightness.
pub(super) type Light = (Cell, Color, u32);

/// Returns the colour and brightness of the light of a figure, if it shines.
pub(super) fn light_of(figure: Sprite, main: Color) -> Option<(Color, u32)> {
    let name = figure.name();
    let light = LIGHTS.iter().find(|(light, ..)| *light == name);
    light.map(|(_, color, bright)| (color.unwrap_or(main), *bright))
}

/// Returns the light of lava.
pub(super) const fn light_of_lava() -> (Color, u32) {
    (FIRE, DIM)
}

/// The light on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CellGlow {
    /// Brightness of the corners: north-west, north-east, south-west, south-east.
    corners: [u32; 4],
    color: Color,
}

impl CellGlow {
    /// Lightens the colour at a point of the cell, in units from its corner.
    pub fn over(&self, below: Color, u: i32, v: i32) -> Color {
        let [north_west, north_east, south_west, south_east] = self.corners;
        let (side, u, v) = (UNITS.cast_unsigned(), u.cast_unsigned(), v.cast_unsigned());
        let across = |west: u32, east: u32| west * (side - u) + east * u;
        let bright = across(north_west, north_east) * (side - v) + across(south_west, south_east) * v;
        // Brightness in percent, in parts of the area of the cell.
        let percent = bright * PERCENT;
        let channel = |below: u8, light: u8| {
            let added = u32::from(below) * u32::from(light) * percent / (255 * 100 * side * side);
            u8::try_from(u32::from(below) + added).unwrap_or(u8::MAX)
        };
        let Color { r, g, b } = self.color;
        Color::rgb(channel(below.r, r), channel(below.g, g), channel(below.b, b))
    }
}

/// The lit cells of a level.
#[derive(Debug)]
pub(super) struct GlowMap {
    /// Brightness and colour of lit cells; without cells if nothing shines.
    cells: Grid<Option<(u32, Color)>>,
}

impl Default for GlowMap {
    fn default() -> Self {
        Self { cells: Grid::filled(Size::new(0, 0), None) }
    }
}

impl GlowMap {
    /// Spreads the light of all lights. Of several lights, the brightest decides about a cell.
    pub fn new(level: &Level, lights: impl Iterator<Item = Light>) -> Self {
        let mut lights = lights.peekable();
        if lights.peek().is_none() {
            return Self::default();
        }
        let mut map = Self { cells: Grid::filled(level.tiles.size(), None) };
        for (at, color, bright) in lights {
            let below = Cell::new(at.x, at.y + 1);
            let foot = if level.is_walkable(at) { at } else { below };
            map.spread(level, foot, (color, bright));
        }
        map
    }

    /// Lights a cell and the darker ones around it.
    fn spread(&mut self, level: &Level, foot: Cell, (color, bright): (Color, u32)) {
        let mut open = vec![(bright, foot)];
        while let Some((bright, cell)) = open.pop() {
            let is_brighter = self.lit(cell).is_none_or(|(known, _)| known < bright);
            if !is_brighter || !level.is_walkable(cell) {
                continue;
            }
            self.cells[cell] = Some((bright, color));
            let beside = cell.beside().map(|near| (bright.saturating_sub(STEP), near));
            let diagonal = [(-1, -1), (1, -1), (-1, 1), (1, 1)].into_iter();
            let diagonal = diagonal.filter(|(dx, dy)| {
                [(*dx, 0), (0, *dy)].into_iter().all(|(dx, dy)| level.is_walkable(cell + Cell::new(dx, dy)))
            });
            let diagonal =
                diagonal.map(|(dx, dy)| (bright.saturating_sub(DIAGONAL_STEP), cell + Cell::new(dx, dy)));
            open.extend(beside.chain(diagonal).filter(|(bright, _)| *bright > 0));
        }
    }

    /// Returns the light on a cell, if there is any.
    pub fn at(&self, level: &Level, cell: Cell) -> Option<CellGlow> {
        if self.cells.size().area() == 0 {
            return None;
        }
        let corners = [(0, 0), (1, 0), (0, 1), (1, 1)];
        let corners = corners.map(|(dx, dy)| self.at_corner(level, cell + Cell::new(dx, dy)));
        if corners == [0; 4] {
            return None;
        }
        let near = || cell.around().filter_map(|near| self.lit(near)).max();
        let (_, color) = self.lit(cell).or_else(near)?;
        Some(CellGlow { corners, color })
    }

    fn lit(&self, cell: Cell) -> Option<(u32, Color)> {
        self.cells.get(cell).copied().flatten()
    }

    /// Returns the mean brightness of the floor around the north-western corner of a cell.
    fn at_corner(&self, level: &Level, corner: Cell) -> u32 {
        let around = [(-1, -1), (0, -1), (-1, 0), (0, 0)].map(|(dx, dy)| corner + Cell::new(dx, dy));
        let floor = around.into_iter().filter(|cell| level.is_walkable(*cell));
        let (sum, count) = floor.fold((0, 0), |(sum, count), cell| {
            (sum + self.lit(cell).map_or(0, |(bright, _)| bright), count + 1)
        });
        sum.checked_div(count).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_brightens_without_edges_and_never_darkens() {
        let below = Color::rgb(100, 80, 60);
        let glow = CellGlow { corners: [0, 7, 0, 7], color: Color::rgb(255, 180, 90) };
        let red = |u: i32| glow.over(below, u, 16).r;
        assert_eq!((red(0), red(31)), (100, 140));
        assert!((0..31).all(|u| red(u) <= red(u + 1) && red(u + 1) - red(u) <= 2));
        let dark = CellGlow { corners: [0; 4], ..glow };
        assert_eq!(dark.over(below, 7, 9), below);
        assert_eq!(glow.over(Color::rgb(255, 255, 255), 31, 31), Color::rgb(255, 255, 255));
    }

    #[test]
    fn only_figures_that_shine_are_lights() {
        let main = Color::rgb(1, 2, 3);
        for (name, ..) in LIGHTS {
            assert_eq!(Sprite::named(name).name(), name);
        }
        assert_eq!(light_of(Sprite::named("crystal"), main), Some((main, BRIGHTEST)));
        assert_eq!(light_of(Sprite::named("urn"), main), None);
    }
}
