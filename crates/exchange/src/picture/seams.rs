//! The uneven border at which two grounds meet, for example those of two themes.
//!
//! In: the ground beyond a border. Out: the points of a cell that it covers. Both cells at a border agree:
//!
//! ```text
//! AAAA|AABBBBBB
//! AAAABBB|BBBBB
//! AAAA|ABBBBBBB
//! ```

use super::ground::{PERIOD_UNITS, UNITS, tone_at};
use super::ink::noise;
use super::theme_style::GroundStyle;
use crate::base::{Cell, Color};

/// Maximum distance of the uneven border from the border of the cells, in units.
const MOST: i32 = 11;

/// Purposes of noise.
const WAVE: u32 = 70;
const GRAIN: u32 = 71;

/// The sides of a cell, clockwise from the north.
pub(super) const SIDES: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// The ground beyond a border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GroundSeam {
    pub style: GroundStyle,
    /// The colour of the tile in that style.
    pub color: Color,
    /// `true` for each side beyond which that ground begins, in the order of [`SIDES`].
    pub sides: [bool; 4],
}

impl GroundSeam {
    /// Returns `true` if a point of a cell has the ground beyond the border.
    pub fn covers(&self, cell: Cell, u: i32, v: i32) -> bool {
        let (x, y) = (cell.x * UNITS, cell.y * UNITS);
        SIDES.into_iter().zip(self.sides).filter(|(_, is_there)| *is_there).any(|((dx, dy), _)| {
            match (dx, dy) {
                (-1, _) => u < -reach((x, y + v), v / 2),
                (1, _) => UNITS - 1 - u < reach((x + UNITS, y + v), v / 2),
                (_, -1) => v < -reach((x + u, y), u / 2),
                _ => UNITS - 1 - v < reach((x + u, y + UNITS), u / 2),
            }
        })
    }
}

/// Returns how far the eastern or southern ground reaches over the border at a point. Negative: the other one does.
fn reach((x, y): (i32, i32), along: i32) -> i32 {
    let (x, y) = (x.rem_euclid(PERIOD_UNITS), y.rem_euclid(PERIOD_UNITS));
    let wave = (tone_at((x, y), 16, WAVE).cast_signed() - 128) * MOST / 128;
    let grain = (noise(x / UNITS + along, y / UNITS + along, GRAIN) % 7).cast_signed() - 3;
    (wave + grain).clamp(-MOST, MOST)
}

#[cfg(test)]
mod tests {
    use super::super::theme_style::Build;
    use super::*;

    #[test]
    fn exactly_one_cell_at_a_border_gives_way() {
        let style = GroundStyle::plain(Color::rgb(1, 2, 3), Color::rgb(1, 2, 3), Build::Built);
        let seam =
            |side: usize| GroundSeam { style, color: style.floor, sides: [0, 1, 2, 3].map(|at| at == side) };
        let mut given = [0, 0];
        for along in 0..UNITS {
            let west = (0..UNITS).filter(|u| seam(1).covers(Cell::new(1, 2), *u, along)).count();
            let east = (0..UNITS).filter(|u| seam(3).covers(Cell::new(2, 2), *u, along)).count();
            assert!(west == 0 || east == 0, "{along}: {west} and {east}");
            assert!(west.max(east) <= MOST as usize);
            given = [given[0] + west, given[1] + east];
        }
        assert!(given[0] + given[1] > 0);
    }
}
