//! Draws the ground of a cell pixel by pixel. The surroundings of a cell decide corners, faces and shadows; walls
//! and shadows have files of their own.
//!
//! A cell is 32 units wide at every size in pixels, so that all sizes show the same.

use super::coverings;
use super::floor_patterns::floor_at;
use super::ink::{noise, noise_between, shade, smooth_noise};
use super::motif::Motif;
use super::patches::{PatchFillet, smooth_depth, uneven_depth};
use super::seams::GroundSeam;
use super::side_view::back_wall;
use super::theme_style::{Build, GroundStyle};
use super::wear::{FloorWear, PointWear};
use crate::base::{Cell, Color};
use crate::level::{FloorPattern, ThemeLiquid};

/// Side of a cell, in units.
pub(super) const UNITS: i32 = 32;

/// Period of the noise, in cells. It keeps the number of different tiles in a level small.
const PERIOD: i32 = 4;

/// Period of the noise, in units.
pub(super) const PERIOD_UNITS: i32 = PERIOD * UNITS;

/// Maximum darkening of worn floor in percent: for slabs, and for earth.
const WORN_PERCENT: (u32, u32) = (6, 9);

/// Share of the colour of stains in the middle of worn floor, in percent.
const STAINED_PERCENT: u32 = 46;

/// Radius of round corners of dug walls, in units.
const ROUND: i32 = 13;

/// Purposes of noise.
const SLABS: u32 = 1;
const SLAB_TONE: u32 = 2;
const EARTH: u32 = 3;
const PEBBLES: u32 = 4;
const GRAIN: u32 = 7;
pub(super) const RAGGED: u32 = 8;

/// Offsets of the eight cells around a cell, row by row from the north-west.
pub(super) const AROUND: [(i32, i32); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// Everything that decides the look of a cell's ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GroundLook {
    /// The cell within the period of the noise.
    pub cell: Cell,
    pub motif: Motif,
    /// Colour of the tile.
    pub color: Color,
    /// Colours and patterns.
    pub style: GroundStyle,
    /// `true` if it was built from slabs and bricks; `false` for earth and rock.
    pub is_built: bool,
    /// `true` for each neighbour that is as high as a wall, in the order of [`AROUND`].
    pub high: [bool; 8],
    /// `true` for each neighbour with the same look, in the order of [`AROUND`].
    pub same: [bool; 8],
    /// Marks of wear on a large floor.
    wear: FloorWear,
    /// Other ground that reaches over the border of the cell.
    seam: Option<GroundSeam>,
    /// Corners that a patch beside the cell fills.
    pub fillet: Option<PatchFillet>,
}

impl GroundLook {
    /// Creates the ground of a cell. `look` returns the look of another cell, or `None` if it is unknown, for
    /// example outside the level.
    pub fn new(
        cell: Cell,
        (motif, color): (Motif, Color),
        style: GroundStyle,
        look: impl Fn(Cell) -> Option<Motif>,
    ) -> Self {
        let wear = FloorWear::of(cell, style.floor_pattern == FloorPattern::Slabs, &look);
        Self { wear, ..Self::unworn(cell, (motif, color), style, look) }
    }

    /// Creates the ground of a cell without marks of wear.
    pub fn unworn(
        cell: Cell,
        (motif, color): (Motif, Color),
        style: GroundStyle,
        look: impl Fn(Cell) -> Option<Motif>,
    ) -> Self {
        let around = AROUND.map(|(dx, dy)| look(Cell::new(cell.x + dx, cell.y + dy)));
        let high = around.map(|motif| motif.is_none_or(Motif::is_high));
        Self {
            cell: Cell::new(cell.x.rem_euclid(PERIOD), cell.y.rem_euclid(PERIOD)),
            motif,
            color,
            style,
            is_built: style.is_built(),
            high,
            same: around.map(|other| other == Some(motif)),
            wear: FloorWear::default(),
            seam: None,
            fillet: None,
        }
    }

    /// Returns the ground with what reaches into it from the cells beside it.
    pub fn joined(self, seam: Option<GroundSeam>, fillet: Option<PatchFillet>) -> Self {
        Self { seam, fillet, ..self }
    }

    /// Returns `true` for rock that is surrounded by rock.
    pub fn is_buried(&self) -> bool {
        self.motif.is_high() && self.high == [true; 8]
    }

    /// Returns the colour at a point of the cell, in units from its corner.
    pub fn at(&self, u: i32, v: i32) -> Color {
        if let Some(seam) = self.seam.filter(|seam| seam.covers(self.cell, u, v)) {
            let (style, is_built) = (seam.style, seam.style.is_built());
            return Self { style, is_built, color: seam.color, seam: None, ..*self }.at(u, v);
        }
        if self.motif.is_high() {
            if self.is_cut_off(u, v) { self.floor_at(u, v) } else { self.wall(u, v) }
        } else if self.is_filled_in(u, v) {
            // If a wall continues around a corner, its rim is visible.
            if self.style.is_themed { self.style.rim } else { self.style.top.mixed(self.style.floor, 46) }
        } else {
            self.shaded(self.flat(u, v), u, v)
        }
    }

    /// Returns `true` if a round corner of rock leaves the floor free at this point.
    fn is_cut_off(&self, u: i32, v: i32) -> bool {
        let corner = |dx: i32| !self.is_high(dx, 0) && !self.is_high(0, -1) && !self.is_high(dx, -1);
        !self.is_built
            && self.motif == Motif::Wall
            && (corner(-1) && is_beyond(u, v) || corner(1) && is_beyond(UNITS - 1 - u, v))
    }

    /// Returns `true` if a round corner of rock covers the floor at this point.
    fn is_filled_in(&self, u: i32, v: i32) -> bool {
        let down = UNITS - 1 - v;
        let corner = |dx: i32| self.is_high(dx, 0) && self.is_high(0, 1) && self.is_high(dx, 1);
        !self.is_built && (corner(-1) && is_beyond(u, down) || corner(1) && is_beyond(UNITS - 1 - u, down))
    }

    /// Returns the colour of bare floor at a point, with shadows.
    pub fn floor_at(&self, u: i32, v: i32) -> Color {
        self.shaded(self.bare_floor(u, v), u, v)
    }

    /// Returns the colour of bare floor at a point, without shadows.
    pub fn bare_floor(&self, u: i32, v: i32) -> Color {
        self.covered(Motif::Floor, self.style.floor, u, v)
    }

    /// Returns the patch beside the cell if it fills the corner at a point.
    pub fn fillet_at(&self, u: i32, v: i32) -> Option<Self> {
        let fillet = self.fillet.filter(|fillet| fillet.motif != self.motif)?;
        let patch = Self { motif: fillet.motif, color: fillet.color, ..*self };
        (uneven_depth(&patch, u, v) >= 0).then_some(patch)
    }

    /// Returns the liquid on the cell.
    pub fn liquid(&self) -> ThemeLiquid {
        match self.motif {
            Motif::Fire => ThemeLiquid::Lava,
            _ if self.color == self.style.liquid => self.style.liquid_kind,
            _ => ThemeLiquid::Water,
        }
    }

    /// Returns `true` if the cell at this offset has the same look.
    pub fn has_same(&self, dx: i32, dy: i32) -> bool {
        is_so(self.same, dx, dy)
    }

    /// Returns `true` if the cell at this offset is as high as a wall.
    pub fn is_high(&self, dx: i32, dy: i32) -> bool {
        is_so(self.high, dx, dy)
    }

    /// Returns the point within the period of the noise.
    pub fn point(&self, u: i32, v: i32) -> (i32, i32) {
        (self.cell.x * UNITS + u, self.cell.y * UNITS + v)
    }

    /// Returns the colour of ground without shadows.
    fn flat(&self, u: i32, v: i32) -> Color {
        if let Some(patch) = self.fillet_at(u, v) {
            return patch.flat(u, v);
        }
        if let Some(color) = coverings::at(self, u, v) {
            return color;
        }
        match self.motif {
            Motif::Grains => {
                let far = uneven_depth(self, u, v);
                let grains = || self.covered(Motif::Grains, self.color, u, v);
                match far {
                    ..0 => self.bare_floor(u, v),
                    0..5 => self.bare_floor(u, v).mixed(grains(), 30 + 8 * far.cast_unsigned()),
                    _ => grains(),
                }
            }
            Motif::Floor | Motif::Planks | Motif::Liquid | Motif::Fire => {
                self.covered(self.motif, self.color, u, v)
            }
            _ => self.covered(Motif::Floor, self.style.floor, u, v),
        }
    }

    /// Returns the distance of a point from the edge of its tile. Edges at walls are ignored.
    pub fn edge(&self, u: i32, v: i32) -> i32 {
        let ends = |dx: i32, dy: i32| !self.has_same(dx, dy) && !self.is_high(dx, dy);
        let far = |step: i32, at: i32| match step {
            -1 => at,
            1 => UNITS - 1 - at,
            _ => 0,
        };
        let ends = AROUND.into_iter().filter(|(dx, dy)| ends(*dx, *dy));
        ends.map(|(dx, dy)| far(dx, u).max(far(dy, v))).min().unwrap_or(UNITS)
    }

    fn covered(&self, motif: Motif, color: Color, u: i32, v: i32) -> Color {
        let (x, y) = self.point(u, v);
        match motif {
            Motif::Grains => {
                shade(color, 88 + tone_at((x, y), 8, EARTH) * 16 / 255 + noise(x / 2, y / 2, GRAIN) % 9)
            }
            Motif::Planks => {
                let board = y.div_euclid(8);
                let along = (x + board * 24).rem_euclid(PERIOD_UNITS);
                let is_joint = y.rem_euclid(8) == 7 || along % 64 == 63;
                shade(color, if is_joint { 62 } else { noise_between(along / 64, board, SLAB_TONE, 90, 106) })
            }
            Motif::Liquid if self.liquid() == ThemeLiquid::Ice => {
                let pattern = GroundStyle { floor_pattern: FloorPattern::Ice, ..self.style };
                floor_at(&pattern, color, (x, y)).unwrap_or(color)
            }
            Motif::Liquid if self.liquid() == ThemeLiquid::Lava => self.covered(Motif::Fire, color, u, v),
            Motif::Liquid => {
                let wave = tone_at((x, y * 2), 16, GRAIN);
                let crest = (118..134).contains(&wave);
                let depth = smooth_depth(self, u, v) + (tone_at((x, y), 16, RAGGED) / 32).cast_signed();
                let tone = match depth {
                    ..11 => 96,
                    11..17 => 85,
                    17..20 => 77,
                    _ => 70,
                };
                shade(color, tone + wave * 14 / 255)
                    .mixed(Color::rgb(0xff, 0xff, 0xff), if crest { 22 } else { 0 })
            }
            Motif::Fire => {
                let heat = tone_at((x, y), 8, GRAIN);
                shade(color, 70).mixed(Color::rgb(0xff, 0xe0, 0x70), heat * heat / 255 * 100 / 255)
            }
            _ => self.worn(color, u, v),
        }
    }

    /// Returns the colour of slabs or earth with marks of wear.
    fn worn(&self, color: Color, u: i32, v: i32) -> Color {
        if self.style.build == Build::SideView && self.style.is_themed {
            return back_wall(&self.style, self.point(u, v));
        }
        let ground = |color: Color| {
            floor_at(&self.style, color, self.point(u, v)).unwrap_or_else(|| match self.style.floor_pattern {
                FloorPattern::Earth => self.earth(color, u, v),
                _ => self.slab(color, u, v),
            })
        };
        if self.style.is_themed {
            let wear = self.wear.at(u, v, || tone_at(self.point(u, v), 8, RAGGED));
            return self.stained(ground(color), wear);
        }
        let most = if self.is_built { WORN_PERCENT.0 } else { WORN_PERCENT.1 };
        match self.wear.at(u, v, || tone_at(self.point(u, v), 8, RAGGED)) {
            PointWear::By(0) => ground(color),
            PointWear::By(amount) => shade(ground(color), 100 - amount * most / 100),
            PointWear::Crack => shade(ground(color), 74),
            PointWear::Stone(true) => shade(color, 70),
            PointWear::Stone(false) => shade(color, 82),
        }
    }

    /// Returns the colour of floor in a theme with marks of wear.
    fn stained(&self, color: Color, wear: PointWear) -> Color {
        let GroundStyle { stain, accent, .. } = self.style;
        match wear {
            PointWear::By(0) => color,
            PointWear::By(amount) => color.mixed(stain, amount * STAINED_PERCENT / 100),
            PointWear::Crack => shade(color, 70),
            PointWear::Stone(is_border) => {
                let stone = color.mixed(accent, 55);
                shade(stone, if is_border { 66 } else { 92 })
            }
        }
    }

    /// Returns the colour of slabs: a cell is one slab, or cut into two or four.
    fn slab(&self, color: Color, u: i32, v: i32) -> Color {
        let Cell { x, y } = self.cell;
        let cut = noise(x, y, SLABS) % 8;
        let (columns, rows) = match cut {
            0..=3 => (1, 1),
            4..=5 => (2, 1),
            6 => (1, 2),
            _ => (2, 2),
        };
        let (width, height) = (UNITS / columns, UNITS / rows);
        let (left, top) = (u % width, v % height);
        if left >= width - 1 || top >= height - 1 {
            return shade(color, 78);
        }
        let tone = noise_between(x * 2 + u / width, y * 2 + v / height, SLAB_TONE, 93, 102);
        let is_lit = left == 0 || top == 0;
        shade(color, if is_lit { tone + 5 } else { tone })
    }

    fn earth(&self, color: Color, u: i32, v: i32) -> Color {
        let (x, y) = self.point(u, v);
        let tone = 86 + tone_at((x, y), 32, EARTH) * 7 / 255 + tone_at((x, y), 8, GRAIN) * 11 / 255;
        let (column, row) = (x.div_euclid(8), y.div_euclid(8));
        let spot = noise(column, row, PEBBLES);
        let (across, down) = (x.rem_euclid(8), y.rem_euclid(8));
        let is_pebble = spot.is_multiple_of(9) && (2..5).contains(&across) && (2..5).contains(&down);
        match (is_pebble, across + down) {
            (true, ..=6) => shade(color, tone + 12),
            (true, _) => shade(color, tone - 26),
            _ => shade(color, tone),
        }
    }
}

/// Returns `true` if a point is between the corner of a cell and the circle that rounds it.
fn is_beyond(u: i32, v: i32) -> bool {
    u < ROUND && v < ROUND && (ROUND - u).pow(2) + (ROUND - v).pow(2) > ROUND.pow(2)
}

/// Returns smooth noise with the period of the pattern, which must be a multiple of `step`.
pub(super) fn tone_at((x, y): (i32, i32), step: i32, purpose: u32) -> u32 {
    smooth_noise(x, y, step, PERIOD_UNITS / step, purpose)
}

/// Returns the value at an offset of one cell, in the order of [`AROUND`]. The cell itself counts as `false`.
fn is_so(around: [bool; 8], dx: i32, dy: i32) -> bool {
    let number = (3 * (dy + 1) + dx + 1).cast_unsigned() as usize;
    let middle = AROUND.len() / 2;
    number != middle && around.get(number - usize::from(number > middle)) == Some(&true)
}
