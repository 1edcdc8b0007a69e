//! Figures that fit on one cell, drawn as text with one character per pixel.

mod props;
mod things;
mod ways;

use super::ink::{Ink, shade};
use crate::base::Color;

pub(super) use props::*;
pub(super) use things::*;
pub(super) use ways::*;

/// Side of a figure as drawn here, in pixels.
const SIDE: usize = 16;

/// The picture of a thing on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sprite(&'static [&'static str; SIDE]);

impl Sprite {
    /// Returns the ink at a pixel of a cell that is `side` pixels wide. `None` if the pixel is transparent.
    ///
    /// Larger figures get smooth slanting edges (Scale2x of AdvanceMAME). In smaller ones, each pixel is the
    /// most frequent of four.
    pub fn pixel(self, (x, y): (u32, u32), side: u32, main: Color) -> Option<Ink> {
        let (x, y, side) = (x as usize, y as usize, side as usize);
        let character = match side {
            SIDE => self.at(x as isize, y as isize),
            32 => self.doubled(x, y),
            _ => self.halved(x, y),
        };
        ink(character, main)
    }

    fn at(self, x: isize, y: isize) -> char {
        let row = usize::try_from(y).ok().and_then(|y| self.0.get(y));
        let pixel = usize::try_from(x).ok().and_then(|x| row?.as_bytes().get(x));
        pixel.map_or('.', |pixel| char::from(*pixel))
    }

    fn doubled(self, x: usize, y: usize) -> char {
        let (column, row) = ((x / 2) as isize, (y / 2) as isize);
        let (beside, above) =
            (if x.is_multiple_of(2) { -1 } else { 1 }, if y.is_multiple_of(2) { -1 } else { 1 });
        let (side, other) = (self.at(column + beside, row), self.at(column - beside, row));
        let (end, far) = (self.at(column, row + above), self.at(column, row - above));
        if side == end && side != far && end != other { side } else { self.at(column, row) }
    }

    fn halved(self, x: usize, y: usize) -> char {
        let four: [char; 4] = [(0, 0), (1, 0), (0, 1), (1, 1)]
            .map(|(dx, dy)| self.at((2 * x + dx) as isize, (2 * y + dy) as isize));
        let count = |wanted: char| four.iter().filter(|pixel| **pixel == wanted).count();
        if count('.') > 2 {
            return '.';
        }
        four.into_iter()
            .filter(|pixel| *pixel != '.')
            .max_by_key(|pixel| (count(*pixel), *pixel != 'k'))
            .unwrap_or('.')
    }
}

fn ink(character: char, main: Color) -> Option<Ink> {
    let color = match character {
        's' => return Some(Ink::Shadow(40)),
        'k' => Color::rgb(0x1c, 0x17, 0x20),
        'a' => main,
        'b' => main.mixed(Color::rgb(0xff, 0xff, 0xff), 40),
        'c' => shade(main, 62),
        'w' => Color::rgb(0xf2, 0xea, 0xd8),
        'm' => Color::rgb(0xb9, 0xbe, 0xca),
        'n' => Color::rgb(0x76, 0x7c, 0x8b),
        'g' => Color::rgb(0xe9, 0xb9, 0x44),
        'h' => Color::rgb(0x9b, 0x6b, 0x1f),
        'o' => Color::rgb(0x8b, 0x5b, 0x34),
        'p' => Color::rgb(0x5d, 0x3b, 0x22),
        'q' => Color::rgb(0xb4, 0x7f, 0x4c),
        'r' => Color::rgb(0xc9, 0x41, 0x30),
        'f' => Color::rgb(0xff, 0xd6, 0x62),
        _ => return None,
    };
    Some(Ink::Color(color))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Sprite; 22] = [
        KEY,
        PADLOCK,
        CHEST,
        CREATURE,
        PERSON,
        BONES,
        TORCH,
        CRATE,
        FLASK,
        BLADE,
        GEM,
        ROCK,
        BARREL,
        PLANT,
        COINS,
        ENTRANCE,
        STAR,
        DOOR_ACROSS,
        DOOR_ALONG,
        GATE_ACROSS,
        GATE_ALONG,
        LEDGE,
    ];

    #[test]
    fn figures_fill_their_square_with_known_inks() {
        for Sprite(rows) in ALL.into_iter().chain([SPIKES]) {
            for row in rows {
                assert_eq!(row.len(), SIDE, "{row}");
                let known = |character: char| character == '.' || ink(character, Color::default()).is_some();
                assert!(row.chars().all(known), "{row}");
            }
        }
    }

    #[test]
    fn figures_are_seen_in_all_sizes() {
        for figure in ALL {
            for side in [8, 16, 32] {
                let cells = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
                let drawn = cells.filter(|at| figure.pixel(*at, side, Color::default()).is_some()).count();
                let share = drawn * 100 / (side * side) as usize;
                assert!((15..=100).contains(&share), "{share} % at {side}: {figure:?}");
            }
        }
    }
}
