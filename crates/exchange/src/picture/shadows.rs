//! Darkens floor beside walls, in corners and in corridors.
//!
//! In: the ground of a cell, and the colour of a point of it. Out: the colour in the shadow of the walls around.
//! Light comes from the north, so the shadow below a wall is the widest.

use super::ground::{GroundLook, UNITS};
use crate::base::Color;

impl GroundLook {
    /// Darkens ground in the shadow of the walls around it, most of all below a wall.
    pub(super) fn shaded(&self, color: Color, u: i32, v: i32) -> Color {
        if self.high == [false; 8] {
            return color;
        }
        let near = |is_high: bool, far: i32, reach: i32, most: i32| {
            if is_high && far < reach { most * (reach - far) / reach } else { 0 }
        };
        let (right, down) = (UNITS - 1 - u, UNITS - 1 - v);
        let [is_north_west, is_north, is_north_east, is_west, is_east, _, is_south, _] = self.high;
        let north = near(is_north, v, 17, 50);
        let west = near(is_west, u, 10, 34);
        let east = near(is_east, right, 10, 30);
        let south = near(is_south, down, 7, 26);
        let corner_west = near(is_north_west && west + north == 0, u.max(v * 2 / 3), 8, 24);
        let corner_east = near(is_north_east && east + north == 0, right.max(v * 2 / 3), 8, 24);
        // Corners of rooms and narrow corridors are darker.
        let is_corner = |one: bool, other: bool, x: i32, y: i32| near(one && other, x.max(y), UNITS, 14);
        let corners = is_corner(is_north, is_west, u, v) + is_corner(is_north, is_east, right, v);
        let corners =
            corners + is_corner(is_south, is_west, u, down) + is_corner(is_south, is_east, right, down);
        let narrow = if (is_west && is_east) || (is_north && is_south) { 8 } else { 0 };
        let sides = north + west + east + south + corner_west + corner_east;
        let dark = (sides + corners.min(14) + narrow).min(64);
        // Shadows are slightly blue.
        color.mixed(Color::rgb(0x12, 0x0f, 0x22), dark.cast_unsigned())
    }
}
