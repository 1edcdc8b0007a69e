//! Draws walls pixel by pixel: their faces, their tops, and what is behind them.
//!
//! In: the ground of a cell of wall, and a point of it. Out: a colour.
//! Walls have a face above floor to the south. Elsewhere their tops are visible, which are as wide on all sides:
//!
//! ```text
//! ----------  edge
//! ==========  top, in the material of the theme
//! ..........  rock, sky or hull
//! ```
//!
//! Walls that are seen from the side have no face, but a bright edge on which people stand. A single piece of wall
//! in a cave is a boulder.

use super::ground::{AROUND, GroundLook, PERIOD_UNITS, UNITS, tone_at};
use super::ink::{noise, noise_between, shade};
use super::motif::Motif;
use super::outskirts::{behind_at, outside_at};
use super::theme_style::Build;
use super::wall_patterns::{cap_at, face_at};
use crate::base::Color;
use crate::level::WallPattern;

/// Height at which the face of a wall begins below its top, in units.
const FACE: i32 = 13;

/// Brightness of rock without open cells around it, in percent of the colour in the legend.
const ROCK_PERCENT: u32 = 62;

/// Width of the tops of walls in themes, in units.
const TOP: i32 = 13;

/// Share of the colour of a wall in the rock right behind its top, in percent.
const HALO_PERCENT: i32 = 30;

/// Light on the edges of floors that are seen from the side.
const LIT: Color = Color::rgb(0xff, 0xe6, 0xc0);

/// Distance over which the top of a wall fades to rock, in units, squared.
const FADED: i32 = 28 * 28;

/// Purposes of noise.
const BRICKS: u32 = 5;
const ROCK: u32 = 6;

impl GroundLook {
    /// Returns the colour of a wall at a point.
    pub(super) fn wall(&self, u: i32, v: i32) -> Color {
        if self.style.is_themed {
            return self.themed_wall(u, v);
        }
        // Only the top is visible of a wall in front of a wall. The same applies to a secret door.
        let wall = match self.motif {
            Motif::Wall => self.color,
            Motif::Closed | Motif::DoorInWall(_) => self.style.top,
            _ => self.color.mixed(self.style.floor, 10),
        };
        let rock = shade(wall, ROCK_PERCENT);
        if self.is_buried() {
            return rock;
        }
        if !self.is_high(0, 1) && v >= FACE {
            return self.face(wall, u, v);
        }
        let (x, y) = self.point(u, v);
        match self.rim(u, v).0 {
            0..9 => wall.mixed(self.style.floor, 46),
            9..36 => wall.mixed(self.style.floor, 26),
            far => {
                let light = 24 * (FADED - far).max(0) / FADED;
                let grain = tone_at((x, y), 8, ROCK).cast_signed() * light / 3 / 255;
                shade(wall, ROCK_PERCENT + (light + grain).cast_unsigned())
            }
        }
    }

    /// Returns the colour of a wall in a theme. Walls with a colour of their own keep some of it.
    fn themed_wall(&self, u: i32, v: i32) -> Color {
        let style = &self.style;
        let is_plain = self.color == style.top || matches!(self.motif, Motif::Closed | Motif::DoorInWall(_));
        let own = |color: Color| if is_plain { color } else { color.mixed(self.color, 40) };
        let at = self.point(u, v);
        if self.is_buried() {
            return outside_at(style, (u, v), at);
        }
        if self.is_boulder() {
            return self.boulder(own(style.rim), u, v);
        }
        let is_side_view = style.build == Build::SideView;
        if !self.is_high(0, 1) && v >= FACE && !is_side_view {
            let face = own(face_at(style, at, v - FACE));
            let is_end = (u < 3 && !self.is_high(-1, 0)) || (u >= UNITS - 3 && !self.is_high(1, 0));
            return if is_end { shade(face, 76) } else { face };
        }
        let (squared, side) = self.rim(u, v);
        let far = squared.min(4 * UNITS * UNITS).cast_unsigned().isqrt().cast_signed();
        // Walls of caves have an uneven edge.
        let uneven = if self.is_built { 0 } else { (noise(at.0 / 4, at.1 / 4, ROCK) % 4).cast_signed() };
        // Behind walls of one cell, and where such walls meet, there is nothing to see.
        let is_thick = [(-1, -1), (1, -1), (-1, 1), (1, 1)]
            .into_iter()
            .any(|(dx, dy)| self.is_high(dx, 0) && self.is_high(0, dy) && self.is_high(dx, dy));
        match (far, side) {
            (..4, (0, -1)) if is_side_view => own(style.rim.mixed(LIT, 46)),
            (..5, (0, 1)) if is_side_view => own(shade(style.top, 54)),
            (..3, _) => {
                own(shade(style.rim, if style.wall_pattern == WallPattern::Icicles { 90 } else { 112 }))
            }
            _ if far < TOP - uneven || !is_thick => own(cap_at(style, at, (far, side))),
            _ if far < TOP + 2 - uneven => shade(style.void, 56),
            _ => {
                let light = HALO_PERCENT * (UNITS - far).max(0) / (UNITS - TOP);
                behind_at(style, (u, v), at).mixed(own(style.top), light.cast_unsigned())
            }
        }
    }

    /// Returns `true` for a single piece of wall in a cave.
    fn is_boulder(&self) -> bool {
        self.motif == Motif::Wall && self.style.build == Build::Dug && self.high == [false; 8]
    }

    /// Draws a round rock on the floor.
    fn boulder(&self, rock: Color, u: i32, v: i32) -> Color {
        let (x, y) = (u - UNITS / 2, v - UNITS / 2);
        let grain = (noise(u / 4, v / 4, ROCK) % 5).cast_signed();
        let radius = if y < 0 { 13 } else { 15 } - grain / 3;
        let squared = x * x + y * y;
        if squared >= radius * radius {
            // The shadow goes on in the cells to the west and to the south.
            let tone = [[97, 78], [80, 64]][usize::from(y > 0)][usize::from(x < 0)];
            return shade(self.floor_at(u, v), tone);
        }
        if squared >= (radius - 2) * (radius - 2) {
            return shade(rock, 32);
        }
        let is_crack = (x - y / 2 - 3).abs() < 1 && y > -6 || (x + y - 1).abs() < 1 && (0..7).contains(&x);
        match x + 2 * y {
            _ if is_crack => shade(rock, 52),
            ..-12 => shade(rock.mixed(LIT, 22), 112),
            -12..3 => shade(rock, (98 + grain).cast_unsigned()),
            3..16 => shade(rock, (80 + grain).cast_unsigned()),
            _ => shade(rock, 62),
        }
    }

    /// Returns the squared distance of a point on top of a wall from the wall's edge.
    /// Also returns the offset of the open cell beyond that edge.
    fn rim(&self, u: i32, v: i32) -> (i32, (i32, i32)) {
        let has_face = !self.is_high(0, 1) && self.style.build != Build::SideView;
        let face = if has_face { FACE } else { UNITS };
        let open = AROUND.into_iter().zip(self.high).filter(|(_, is_high)| !is_high);
        let far = |step: i32, at: i32, end: i32| match step {
            -1 => at + 1,
            1 => (end - at).max(1),
            _ => 0,
        };
        let squared = open.map(|((dx, dy), _)| {
            // The face of the wall beside a corner is open from its upper end.
            let is_beside_face =
                dx != 0 && dy == 1 && self.is_high(dx, 0) && self.style.build != Build::SideView;
            let down = if is_beside_face { (FACE - v).max(0) } else { far(dy, v, face) };
            let side = if is_beside_face && down == 0 { (dx, 0) } else { (dx, dy) };
            (far(dx, u, UNITS).pow(2) + down.pow(2), side)
        });
        squared.min_by_key(|(squared, _)| *squared).unwrap_or((i32::MAX, (0, 0)))
    }

    /// Returns the colour of a wall's face. Its foot is on the floor below.
    fn face(&self, wall: Color, u: i32, v: i32) -> Color {
        let (x, y) = self.point(u, v);
        let light = wall.mixed(self.style.floor, 38);
        let deep = shade(light, 100 - ((v - FACE) * 36 / (UNITS - FACE)).cast_unsigned());
        let end = (u < 3 && !self.is_high(-1, 0)) || (u >= UNITS - 3 && !self.is_high(1, 0));
        let deep = if end { shade(deep, 78) } else { deep };
        if !self.is_built {
            let tone = tone_at((x, y), 8, ROCK);
            return shade(deep, 76 + tone * 44 / 255);
        }
        let row = (v - FACE) / 6;
        let offset = if row % 2 == 0 { 0 } else { 8 };
        let is_joint = (v - FACE) % 6 == 5 || (x + offset).rem_euclid(16) >= 15;
        if is_joint {
            return shade(deep, 66);
        }
        shade(
            deep,
            noise_between(
                (x + offset).rem_euclid(PERIOD_UNITS) / 16,
                y.div_euclid(UNITS) * 4 + row,
                BRICKS,
                88,
                110,
            ),
        )
    }
}
