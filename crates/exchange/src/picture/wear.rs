//! Adds detail to large floors: patches worn by use, cracks, and small inlaid stones.
//!
//! Wear follows from the position of a cell, and appears only on floor surrounded by floor. Patches and
//! stones belong to corners of cells, so that neighbours agree:
//!
//! ```text
//! +---+---+---+
//! |  .|:::|.  |    a patch around two corners
//! +---:---:---+
//! |  .|:::|.  |
//! +---+---+---+
//! ```

use super::ground::UNITS;
use super::ink::{noise, smooth_noise};
use super::motif::Motif;
use crate::base::Cell;

/// Purposes of noise.
const PATCHES: u32 = 20;
const CRACKS: u32 = 21;

/// Approximate width of patches, in cells.
const PATCH: i32 = 4;

/// Period of the noise of patches, larger than any level.
const PATCHES_OF_ALL: i32 = 1 << 16;

/// Share of unworn corners, out of 256.
const UNWORN: u32 = 150;

/// One in this many cells of a large floor is cracked.
const CRACKED: u32 = 29;

/// Distance between stones, in corners.
const STONES: i32 = 4;

/// Radius of a stone, in units.
const STONE: i32 = 7;

/// Shapes of cracks from border to border, by the points where they bend, in units.
const SHAPES: [[(i32, i32); 5]; 2] =
    [[(4, 2), (11, 9), (10, 15), (19, 21), (22, 30)], [(1, 12), (9, 13), (15, 19), (24, 17), (30, 23)]];

/// The corners of a cell, row by row from the north-west, in cells.
const CORNERS: [(i32, i32); 4] = [(0, 0), (1, 0), (0, 1), (1, 1)];

/// The marks of wear on a cell of floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FloorWear {
    /// `true` for each worn corner, in the order of [`CORNERS`].
    worn: [bool; 4],
    /// `true` for each corner with a stone, in the order of [`CORNERS`].
    stones: [bool; 4],
    /// Shape of the crack, and `true` if it is mirrored.
    crack: Option<(usize, bool)>,
}

/// The wear at a point of the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PointWear {
    /// Worn by 0 to 100 percent.
    By(u32),
    /// In a crack.
    Crack,
    /// On a stone; `true` at its border.
    Stone(bool),
}

impl FloorWear {
    /// Returns the wear of a cell. There is none if its floor is small, or if it is not floor.
    pub fn of(cell: Cell, is_built: bool, look: impl Fn(Cell) -> Option<Motif>) -> Self {
        let is_floor = |x: i32, y: i32| look(Cell::new(x, y)) == Some(Motif::Floor);
        if !is_floor(cell.x, cell.y) {
            return Self::default();
        }
        let is_all_floor = |(left, top): (i32, i32), side: i32| {
            (0..side).all(|dy| (0..side).all(|dx| is_floor(left + dx, top + dy)))
        };
        let corners = CORNERS.map(|(dx, dy)| (cell.x + dx, cell.y + dy));
        let worn = corners.map(|(x, y)| is_worn(x, y) && is_all_floor((x - 1, y - 1), 2));
        let stones = corners.map(|(x, y)| is_built && has_stone(x, y) && is_all_floor((x - 2, y - 2), 4));
        let wants_crack = noise(cell.x, cell.y, CRACKS).is_multiple_of(CRACKED) && stones == [false; 4];
        let crack = (wants_crack && is_all_floor((cell.x - 1, cell.y - 1), 3)).then(|| {
            let kind = noise(cell.x, cell.y, CRACKS) / CRACKED;
            (kind as usize / 2 % SHAPES.len(), kind.is_multiple_of(2))
        });
        Self { worn, stones, crack }
    }

    /// Returns the wear at a point, in units from the corner of the cell. `grain` returns 0 to 255, which
    /// roughens the borders of patches.
    pub fn at(&self, u: i32, v: i32, grain: impl FnOnce() -> u32) -> PointWear {
        let mut stones = CORNERS.iter().zip(self.stones).filter(|(_, is_there)| *is_there);
        // Uses the middle of a unit, so that the four cells around a corner agree about its stone.
        let far =
            |(x, y): (i32, i32)| ((2 * (u - x * UNITS) + 1).abs() + (2 * (v - y * UNITS) + 1).abs()) / 2;
        if let Some(far) = stones.find_map(|(corner, _)| Some(far(*corner)).filter(|far| *far <= STONE)) {
            return PointWear::Stone(far == STONE);
        }
        if let Some((shape, is_mirrored)) = self.crack {
            let point = (if is_mirrored { UNITS - 1 - u } else { u }, v);
            let lines = SHAPES[shape % SHAPES.len()];
            if lines.windows(2).any(|ends| matches!(ends, [from, to] if is_on(point, *from, *to))) {
                return PointWear::Crack;
            }
        }
        if self.worn == [false; 4] {
            return PointWear::By(0);
        }
        let [north_west, north_east, south_west, south_east] =
            self.worn.map(|is_worn| i32::from(is_worn) * 256);
        let north = north_west * (UNITS - u) + north_east * u;
        let south = south_west * (UNITS - u) + south_east * u;
        let near = (north * (UNITS - v) + south * v) / (UNITS * UNITS);
        let amount = near - 96 + (grain().cast_signed() - 128) / 2;
        PointWear::By((amount.clamp(0, 100)).cast_unsigned())
    }
}

fn is_worn(x: i32, y: i32) -> bool {
    smooth_noise(x, y, PATCH, PATCHES_OF_ALL, PATCHES) > UNWORN
}

/// Returns `true` if a corner has a stone. Rows are shifted by half the distance.
fn has_stone(x: i32, y: i32) -> bool {
    let half = STONES / 2;
    let (across, down) = (x.rem_euclid(STONES), y.rem_euclid(STONES));
    (across, down) == (0, 0) || (across, down) == (half, half)
}

/// Returns `true` if a point is on a line that is about one pixel wide in a cell of medium size.
fn is_on((u, v): (i32, i32), from: (i32, i32), to: (i32, i32)) -> bool {
    let (along_u, along_v) = (to.0 - from.0, to.1 - from.1);
    let (off_u, off_v) = (u - from.0, v - from.1);
    let length = along_u.pow(2) + along_v.pow(2);
    let along = off_u * along_u + off_v * along_v;
    let aside = off_u * along_v - off_v * along_u;
    // The squared width is 2: slightly more than one unit to each side.
    (0..=length).contains(&along) && aside.pow(2) <= 2 * length
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open_floor(_: Cell) -> Option<Motif> {
        Some(Motif::Floor)
    }

    fn all() -> impl Iterator<Item = (Cell, FloorWear)> {
        let cells = (-40..40).flat_map(|y| (-40..40).map(move |x| Cell::new(x, y)));
        cells.map(|cell| (cell, FloorWear::of(cell, true, open_floor)))
    }

    #[test]
    fn cells_beside_each_other_agree_about_their_corners() {
        for (cell, wear) in all() {
            let right = FloorWear::of(Cell::new(cell.x + 1, cell.y), true, open_floor);
            let below = FloorWear::of(Cell::new(cell.x, cell.y + 1), true, open_floor);
            assert_eq!([wear.worn[1], wear.worn[3]], [right.worn[0], right.worn[2]]);
            assert_eq!([wear.stones[2], wear.stones[3]], [below.stones[0], below.stones[1]]);
        }
    }

    #[test]
    fn large_floors_have_some_of_each_and_most_of_them_is_plain() {
        let cells = all().count();
        let share = |has: fn(&FloorWear) -> bool| 100 * all().filter(|(_, wear)| has(wear)).count() / cells;
        assert!((15..60).contains(&share(|wear| wear.worn != [false; 4])));
        assert!((1..6).contains(&share(|wear| wear.crack.is_some())));
        assert!((20..60).contains(&share(|wear| wear.stones != [false; 4])));
        assert!(share(|wear| *wear == FloorWear::default()) > 20);
    }

    #[test]
    fn narrow_floors_are_plain() {
        let corridor = |cell: Cell| (cell.y == 0).then_some(Motif::Floor);
        assert!((-99..99).all(|x| FloorWear::of(Cell::new(x, 0), true, corridor) == FloorWear::default()));
        let other = |_: Cell| Some(Motif::Planks);
        assert_eq!(FloorWear::of(Cell::new(0, 0), true, other), FloorWear::default());
    }

    #[test]
    fn stone_is_the_same_in_the_four_cells_around_its_corner() {
        let wear = |index: usize| {
            let mut stones = [false; 4];
            stones[index] = true;
            FloorWear { stones, ..FloorWear::default() }
        };
        for (u, v) in (0..STONE).flat_map(|v| (0..STONE).map(move |u| (u, v))) {
            let south_east = wear(0).at(u, v, || 0);
            assert_eq!(south_east, wear(1).at(UNITS - 1 - u, v, || 0));
            assert_eq!(south_east, wear(3).at(UNITS - 1 - u, UNITS - 1 - v, || 0));
        }
        assert_eq!(wear(0).at(0, 0, || 0), PointWear::Stone(false));
    }
}
