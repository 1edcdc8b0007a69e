//! The lattice of equally spaced sites, and its cells.

use crate::base::{Cell, Rect};
use crate::mission::Site;

/// Equally spaced sites.
#[derive(Clone, Copy)]
pub(super) struct Lattice {
    /// The cell of the site (0, 0).
    pub zero: Cell,
    /// Distance between adjacent sites along each axis, in cells.
    pub pitch: Cell,
}

impl Lattice {
    pub fn cell(&self, site: Site) -> Cell {
        self.zero + Cell::new(site.x.saturating_mul(self.pitch.x), site.y.saturating_mul(self.pitch.y))
    }

    /// Returns the site nearest to a cell.
    fn site(&self, cell: Cell) -> Site {
        let near = |at: i32, pitch: i32| (at + pitch / 2).div_euclid(pitch);
        let from = cell - self.zero;
        Site { x: near(from.x, self.pitch.x), y: near(from.y, self.pitch.y) }
    }

    /// Returns the lattice with this percentage of its pitch.
    pub fn widened(&self, percent: i32) -> Self {
        let Cell { x, y } = self.pitch;
        Self { pitch: Cell::new(x * percent / 100, y * percent / 100), ..*self }
    }

    /// Returns distinct sites near these places, in the same relative order.
    ///
    /// If bounded, no site is left of the first column or above the first row.
    pub fn sites(&self, cores: &[Rect], is_bounded: bool) -> Vec<Site> {
        let near: Vec<Site> = cores.iter().map(|core| self.site(core.center())).collect();
        let turned: Vec<Rect> = cores.iter().map(|core| core.transposed()).collect();
        let first = if is_bounded { 0 } else { i32::MIN };
        let columns = in_order(cores, near.iter().map(|site| site.x.max(first)).collect());
        let rows = in_order(&turned, near.iter().map(|site| site.y.max(first)).collect());
        columns.into_iter().zip(rows).map(|(x, y)| Site { x, y }).collect()
    }
}

/// Moves columns to the right until no place is left of one that it was right of.
///
/// Places that are farther apart along the row than across it get different columns.
fn in_order(cores: &[Rect], mut columns: Vec<i32>) -> Vec<i32> {
    let mut order: Vec<usize> = (0..cores.len()).collect();
    order.sort_by_key(|number| (cores[*number].min.x, *number));
    for (index, &number) in order.iter().enumerate() {
        let core = cores[number];
        for &before in &order[..index] {
            let other = cores[before];
            let right_of = core.min.x - other.right();
            let aside = (core.min.y - other.bottom()).max(other.min.y - core.bottom());
            let is_beside = right_of >= 0 && right_of >= aside;
            columns[number] = columns[number].max(columns[before] + i32::from(is_beside));
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Seed, Size};

    #[test]
    fn sites_lie_to_each_other_as_places_do() {
        let mut random = Seed(1).stream();
        for _ in 0..200 {
            let pitch = Cell::new(random.range(8, 400) as i32, random.range(8, 400) as i32);
            let lattice = Lattice { zero: Cell::new(6, 6), pitch };
            let mut cores: Vec<Rect> = Vec::new();
            for _ in 0..random.range(1, 12) {
                let at = Cell::new(random.range(0, 90) as i32, random.range(0, 90) as i32);
                let core = Rect::new(at, Size::new(random.range(3, 12), random.range(3, 12)));
                if cores.iter().all(|other| !other.grown(1).overlaps(core)) {
                    cores.push(core);
                }
            }
            let sites = lattice.sites(&cores, true);
            for (one, core) in cores.iter().enumerate() {
                assert!(sites[one].x >= 0 && sites[one].y >= 0);
                for (other, near) in cores.iter().enumerate().skip(one + 1) {
                    assert_ne!(sites[one], sites[other], "{core:?} {near:?}");
                    let is_left = core.right() <= near.min.x;
                    let is_above = core.bottom() <= near.min.y;
                    assert!(!is_left || sites[one].x <= sites[other].x, "{core:?} {near:?}");
                    assert!(!is_above || sites[one].y <= sites[other].y, "{core:?} {near:?}");
                }
            }
        }
    }
}
