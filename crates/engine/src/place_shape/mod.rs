//! Shapes of places that are known before layout.
//!
//! In: the parameters of a form, and the place's own seed. Out: the exact floor of the place, relative to the
//! smallest rectangle around it, and its outline.
//! Layout uses that rectangle as the core of the place, and packs it by its outline. Forming opens exactly this
//! floor. Therefore no other place and no spacing can cut a shape off.
//!
//! Only places of walkers have a shape so far.

mod outline;
mod walk;

pub use outline::{OutlineExit, PlaceOutline};
pub use walk::{WalkArea, WalkResult, walk};

use std::sync::{Arc, OnceLock};

use self::walk::{WalkLimits, walk_within};
use crate::base::{Cell, Rect, Seed, Size};
use crate::mission::Walkers;

/// The shape of a place. Cells are relative to the corner of the smallest rectangle around its floor.
#[derive(Clone, Debug)]
pub struct PlaceShape {
    /// Size of the smallest rectangle around the floor, in cells.
    pub size: Size,
    /// The walk that laid the floor. Its cells are floors, counted from the corner of the shape.
    pub walk: WalkResult,
    /// The outline, once it is asked for. It depends on the rest of the shape only.
    outline: OnceLock<Arc<PlaceOutline>>,
    /// Width and height of a floor, in cells.
    floor_size: u32,
}

impl PlaceShape {
    /// Lets walkers lay the floor of a place, in at most `most_steps` steps.
    ///
    /// The shape is at least `least_side` cells wide and high, for which it may exceed its reach.
    pub fn walked(params: &Walkers, least_side: u32, seed: Seed, most_steps: u64) -> Self {
        let floor_size = params.floor_size.max(1);
        let least_side = least_side.div_ceil(floor_size);
        let reach = params.reach.max(least_side / 2);
        let first = Cell::new(reach as i32, reach as i32);
        let limits = WalkLimits { steps: most_steps, least_side };
        let mut walk = walk_within(params, disc(reach), first, &mut seed.stream(), limits);
        let one = |floor: &Cell| Rect::new(*floor, Size::new(1, 1));
        let bounds = walk.floors.iter().map(one).reduce(Rect::union).unwrap_or_default();
        walk.floors.iter_mut().for_each(|floor| *floor = *floor - bounds.min);
        walk.spots.iter_mut().for_each(|(_, floor)| *floor = *floor - bounds.min);
        let Size { width, height } = bounds.size;
        let size = Size::new(width * floor_size, height * floor_size);
        Self { size, walk, outline: OnceLock::new(), floor_size }
    }

    /// Returns the cells that nothing else can use.
    pub fn outline(&self) -> &Arc<PlaceOutline> {
        let floors = || self.walk.floors.iter().map(|floor| self.rect_of(*floor));
        self.outline.get_or_init(|| Arc::new(PlaceOutline::new(self.size, floors())))
    }

    /// Returns the cell from which the first walker started.
    pub fn heart(&self) -> Cell {
        self.walk.floors.first().map_or_else(Cell::default, |first| self.middle_of(*first))
    }

    /// Returns the cells of a floor.
    pub fn rect_of(&self, floor: Cell) -> Rect {
        let side = self.floor_size;
        let corner = Cell::new(floor.x * side as i32, floor.y * side as i32);
        Rect::new(corner, Size::new(side, side))
    }

    /// Returns the middle cell of a floor.
    pub fn middle_of(&self, floor: Cell) -> Cell {
        self.rect_of(floor).center()
    }

    /// Returns the floor cell that is reached most easily from a cell at a side of the shape.
    ///
    /// Cells straight ahead are preferred to those aside. `is_level` tells that ahead is east or west.
    pub fn nearest_floor(&self, from: Cell, is_level: bool) -> Cell {
        let cost = |cell: &Cell| {
            let (columns, rows) = (cell.x.abs_diff(from.x), cell.y.abs_diff(from.y));
            let (ahead, aside) = if is_level { (columns, rows) } else { (rows, columns) };
            (ahead + 2 * aside, *cell)
        };
        // Of each floor, only the cell nearest to that point can be the one.
        let nearest = |floor: &Cell| {
            let rect = self.rect_of(*floor);
            let x = from.x.clamp(rect.min.x, rect.right() - 1);
            Cell::new(x, from.y.clamp(rect.min.y, rect.bottom() - 1))
        };
        self.walk.floors.iter().map(nearest).min_by_key(cost).unwrap_or(from)
    }
}

impl PartialEq for PlaceShape {
    fn eq(&self, other: &Self) -> bool {
        (self.size, &self.walk, self.floor_size) == (other.size, &other.walk, other.floor_size)
    }
}

impl Eq for PlaceShape {}

/// Returns the disc around the cell (`reach`, `reach`), as the ground of walkers.
fn disc(reach: u32) -> WalkArea {
    let side = 2 * reach + 1;
    let mut area = WalkArea::new(Rect::new(Cell::new(0, 0), Size::new(side, side)));
    for y in 0..side {
        let rows = reach.abs_diff(y);
        let half_width = (reach * reach - rows * rows).isqrt();
        area.free(y, reach - half_width..reach + half_width + 1);
    }
    area
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mission::WalkerPreset;

    fn shape(params: &Walkers, least_side: u32, seed: u64) -> PlaceShape {
        PlaceShape::walked(params, least_side, Seed(seed), u64::MAX)
    }

    #[test]
    fn reach_is_kept_and_is_the_only_bound() {
        for preset in WalkerPreset::ALL {
            for reach in [1, 2, 5, 14, 64] {
                let params = Walkers { reach, ..Walkers::of(preset) };
                let farthest = |seed| {
                    let shape = shape(&params, 3, seed);
                    let first = shape.walk.floors[0];
                    shape.walk.floors.iter().map(|floor| first.distance_squared(*floor)).max().unwrap_or(0)
                };
                let farthest = (0..60).map(farthest).max().unwrap_or(0);
                assert!(farthest <= u64::from(reach * reach), "{preset:?} {reach}: {farthest}");
                if reach <= 5 {
                    // There are more floors than cells within such a reach.
                    assert_eq!(farthest, u64::from(reach * reach), "{preset:?}");
                }
            }
        }
    }

    #[test]
    fn larger_floors_change_nothing_but_the_size() {
        for seed in 0..20 {
            let walked = |floor_size| shape(&Walkers { floor_size, ..Walkers::default() }, 3, seed);
            let one = walked(1);
            for floor_size in 2..=4 {
                let other = walked(floor_size);
                assert_eq!(other.walk, one.walk);
                assert_eq!(other.size, Size::new(one.size.width * floor_size, one.size.height * floor_size));
            }
        }
    }

    #[test]
    fn shape_has_room_for_the_passages_of_its_place() {
        for (floors, reach, least_side) in [(1, 1, 3), (1, 14, 5), (2, 1, 9), (3, 2, 7), (110, 14, 3)] {
            for seed in 0..50 {
                let params = Walkers { floors, reach, ..Walkers::default() };
                let Size { width, height } = shape(&params, least_side, seed).size;
                assert!(width.min(height) >= least_side, "{floors} {reach}: {width} × {height}");
            }
        }
    }

    #[test]
    fn nearest_floor_is_a_floor_and_a_straight_way_is_preferred() {
        let shape = shape(&Walkers { floor_size: 2, ..Walkers::of(WalkerPreset::Scrapyard) }, 3, 5);
        let is_floor =
            |cell: Cell| shape.walk.floors.iter().any(|floor| shape.rect_of(*floor).contains(cell));
        for y in 1..shape.size.height as i32 - 1 {
            let from = Cell::new(0, y);
            let nearest = shape.nearest_floor(from, true);
            assert!(is_floor(nearest));
            let ahead = (0..shape.size.width as i32).map(|x| Cell::new(x, y)).find(|cell| is_floor(*cell));
            let cost = |to: Cell| to.x.abs_diff(0) + 2 * to.y.abs_diff(y);
            assert!(ahead.is_none_or(|ahead| cost(nearest) <= cost(ahead)));
        }
    }
}
