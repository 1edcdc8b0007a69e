//! The space between the places of a level: rock, a sky with stars, or the hull of a ship.
//!
//! In: a level and the theme of the whole. Out: for each cell, what is behind its walls.
//! A hull fills the gaps between rooms of a ship, so that the ship has an outline:
//!
//! ```text
//! rooms        hull
//! ##  ##      ######
//! ##  ##  ->  ######
//! ##          ##
//! ```

use super::ground::{PERIOD_UNITS, UNITS, tone_at};
use super::ink::{noise, shade};
use super::mosaic::stone_at;
use super::theme_style::GroundStyle;
use crate::base::{Cell, Color, Grid, Size};
use crate::level::{Level, OwnedBy};

/// Number of different stars, and of cells for one star of each kind.
const STARS: u32 = 5;
const STAR_CELLS: u32 = 40;

/// Rooms closer than twice this many cells have hull between them.
const HULL_REACH: u32 = 4;

/// Width of the hull around rooms, in cells.
const HULL_MARGIN: u32 = 1;

/// Purposes of noise.
const STAR: u32 = 32;
const ROCK: u32 = 53;
const GRAIN: u32 = 51;
const PLATE: u32 = 54;

const WHITE: Color = Color::rgb(0xff, 0xff, 0xff);

/// The space behind the walls of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outside {
    Rock,
    /// Sky with the star of this number, from 1 to [`STARS`]; without a star for other numbers.
    Sky(u32),
    /// The hull of a ship, with `true` for each open side: north, east, south, west.
    Hull([bool; 4]),
}

/// The space between the places of a level.
pub(super) struct Outskirts {
    is_sky: bool,
    /// Cells covered by a hull; without cells if there is none.
    hull: Grid<bool>,
}

impl Outskirts {
    /// Returns what surrounds a level whose theme is, or is derived from, the built-in theme of this name.
    pub fn of(level: &Level, theme: &str) -> Self {
        let hull = if theme == "ship" { hull_of(level) } else { Grid::filled(Size::new(0, 0), false) };
        Self { is_sky: theme == "ship" || theme == "temple", hull }
    }

    /// Returns what is behind the walls of a cell.
    pub fn at(&self, cell: Cell) -> Outside {
        let is_hull = |cell: Cell| self.hull.get(cell) == Some(&true);
        match self.is_sky {
            true if is_hull(cell) => {
                let sides = [(0, -1), (1, 0), (0, 1), (-1, 0)];
                Outside::Hull(sides.map(|(dx, dy)| !is_hull(Cell::new(cell.x + dx, cell.y + dy))))
            }
            true => {
                let star = noise(cell.x, cell.y, STAR) % STAR_CELLS;
                Outside::Sky(if star > STARS { 0 } else { star })
            }
            false => Outside::Rock,
        }
    }
}

/// Returns the cells around rooms and in the gaps between them.
fn hull_of(level: &Level) -> Grid<bool> {
    let size = level.tiles.size();
    let mut rooms = Grid::filled(size, false);
    for (cell, owner) in level.owners.iter() {
        if owner.who() != OwnedBy::Nobody && rooms.get(cell).is_some() {
            rooms[cell] = true;
        }
    }
    let wide = distances(&rooms, true).map(|far| *far <= HULL_REACH);
    distances(&wide, false).map(|far| *far > HULL_REACH - HULL_MARGIN)
}

/// Returns the distance of each cell from the nearest one with this value, diagonal steps included.
fn distances(cells: &Grid<bool>, from: bool) -> Grid<u32> {
    let mut far = Grid::filled(cells.size(), u32::MAX);
    let mut front: Vec<Cell> =
        cells.iter().filter(|(_, is_so)| **is_so == from).map(|(cell, _)| cell).collect();
    let mut distance = 0;
    while !front.is_empty() {
        front.retain(|cell| far.get(*cell) == Some(&u32::MAX));
        for cell in &front {
            far[*cell] = distance;
        }
        let is_new = |near: &Cell| far.get(*near) == Some(&u32::MAX);
        let mut next: Vec<Cell> = front.iter().flat_map(|cell| cell.around()).filter(is_new).collect();
        next.sort_unstable();
        next.dedup();
        front = next;
        distance += 1;
    }
    far
}

/// Returns the colour behind walls at a point of a cell.
pub(super) fn outside_at(style: &GroundStyle, (u, v): (i32, i32), at: (i32, i32)) -> Color {
    match style.outside {
        Outside::Rock => rock(style.void, at),
        Outside::Sky(star) => {
            star_at(star, (u, v)).unwrap_or_else(|| shade(style.void, 96 + tone_at(at, 64, ROCK) * 8 / 255))
        }
        Outside::Hull(open) => hull(style, open, (u, v), at),
    }
}

/// Returns the colour right behind the top of a wall: plain rock or sky, or the hull.
pub(super) fn behind_at(style: &GroundStyle, within: (i32, i32), at: (i32, i32)) -> Color {
    match style.outside {
        Outside::Rock | Outside::Sky(_) => style.void,
        Outside::Hull(open) => hull(style, open, within, at),
    }
}

fn rock(void: Color, at: (i32, i32)) -> Color {
    let boulder = stone_at(at, 64, ROCK);
    let tone = 93 + boulder.id % 14 + tone_at(at, 8, GRAIN) * 8 / 255;
    shade(void, if boulder.edge <= 3 { tone - 12 } else { tone })
}

/// Returns the colour of a star at a point of its cell. `None` beside it, and for numbers without a star.
fn star_at(star: u32, (u, v): (i32, i32)) -> Option<Color> {
    const COLORS: [Color; 3] = [WHITE, Color::rgb(0xae, 0xc6, 0xff), Color::rgb(0xff, 0xe6, 0xb0)];
    let number = star.cast_signed();
    if star == 0 {
        return None;
    }
    let (across, down) = (u / 2 - 3 - number * 5 % 11, v / 2 - 2 - number * 7 % 12);
    let color = COLORS[(star % 3) as usize];
    match across.abs() + down.abs() {
        0 => Some(if star == 3 { shade(color, 62) } else { color }),
        1 if star == 1 => Some(shade(color, 46)),
        _ => None,
    }
}

/// Draws plates with rivets, a rib every four cells, and a pipe along every fourth row.
fn hull(
    style: &GroundStyle,
    [north, east, south, west]: [bool; 4],
    (u, v): (i32, i32),
    (x, y): (i32, i32),
) -> Color {
    const ROUND: [u32; 6] = [100, 138, 120, 100, 78, 54];
    const STEEL: Color = Color::rgb(0x34, 0x40, 0x52);
    let steel = style.void.mixed(STEEL, 70);
    let (right, down) = (UNITS - 1 - u, UNITS - 1 - v);
    let far = |is_open: bool, far: i32| if is_open { far } else { UNITS };
    let edge = far(north, v).min(far(east, right)).min(far(south, down)).min(far(west, u));
    if edge < 2 {
        return shade(steel, if (south && down < 2) || (east && right < 2) { 60 } else { 168 });
    }
    if edge < 4 {
        return shade(steel, 72);
    }
    let (column, row) = (x.rem_euclid(PERIOD_UNITS), y.rem_euclid(PERIOD_UNITS));
    let pipe = row - 76;
    if (0..6).contains(&pipe) {
        let is_joint = column % 64 < 4;
        return shade(steel, ROUND[pipe.clamp(0, 5) as usize] * if is_joint { 130 } else { 112 } / 100);
    }
    if (6..9).contains(&pipe) {
        return shade(steel, 62);
    }
    match column - 8 {
        0 => return shade(steel, 140),
        1..6 => return shade(steel, 116),
        6..8 => return shade(steel, 60),
        _ => {}
    }
    let (along, aside) = (column % 64, row % UNITS);
    let tone = 86 + noise(column / 64, row / UNITS, PLATE) % 14;
    let is_rivet = (4..6).contains(&(along % UNITS)) && (4..6).contains(&aside);
    match (along, aside) {
        (0, _) | (_, 0) => shade(steel, 66),
        (1, _) | (_, 1) => shade(steel, 106),
        _ if is_rivet => shade(steel, 128),
        _ => shade(steel, tone),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_steps_to_the_nearest_cell() {
        let mut cells = Grid::filled(Size::new(5, 3), false);
        cells[Cell::new(0, 0)] = true;
        let far = distances(&cells, true);
        assert_eq!([0, 1, 4].map(|x| far[Cell::new(x, 2)]), [2, 2, 4]);
        assert!(
            distances(&Grid::filled(Size::new(2, 2), false), true).iter().all(|(_, far)| *far == u32::MAX)
        );
    }

    #[test]
    fn stars_have_numbers_and_other_cells_have_none() {
        let middle = |star: u32| {
            (0..32).flat_map(|v| (0..32).map(move |u| (u, v))).any(|at| star_at(star, at).is_some())
        };
        assert!((1..=STARS).all(middle));
        assert!(!middle(0));
    }
}
