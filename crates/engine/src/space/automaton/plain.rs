//! Smoothing cell by cell, as the rule is written.

use super::{SmoothedRegion, SmoothingRule};
use crate::base::{BitGrid, Cell, MOORE, Rect, Size};
use crate::mission::Neighbourhood;

/// Smooths one round, all cells at once, for any neighbourhood.
pub fn smooth_synchronously_plainly(open: &mut BitGrid, regions: &[&SmoothedRegion]) {
    let before = open.clone();
    for region in regions {
        for cell in region.cells.cells() {
            open.set(cell, is_open_next(&before, cell, region.rule));
        }
    }
}

/// Smooths one round, row by row from the left, for any neighbourhood.
pub fn smooth_in_grid_order_plainly(open: &mut BitGrid, regions: &[&SmoothedRegion]) {
    let cells_of = |region: &SmoothedRegion| region.cells.cells().collect::<Vec<_>>();
    let mut turns: Vec<(Cell, SmoothingRule)> = regions
        .iter()
        .flat_map(|region| cells_of(region).into_iter().map(|cell| (cell, region.rule)))
        .collect();
    turns.sort_by_key(|(cell, _)| (cell.y, cell.x));
    for (cell, rule) in turns {
        open.set(cell, is_open_next(open, cell, rule));
    }
}

/// Returns `true` if a cell becomes or stays open.
pub(super) fn is_open_next(open: &BitGrid, cell: Cell, rule: SmoothingRule) -> bool {
    let solid = solid_neighbours(open, cell, rule.neighbourhood);
    if solid > rule.wall_above {
        false
    } else if solid < rule.open_below {
        true
    } else {
        open.get(cell)
    }
}

/// Returns the number of solid neighbours; everything outside the level is solid.
fn solid_neighbours(open: &BitGrid, cell: Cell, neighbourhood: Neighbourhood) -> u32 {
    let is_solid = |near: Cell| u32::from(!open.get(near));
    match neighbourhood {
        Neighbourhood::Moore(1) => MOORE.into_iter().map(|offset| is_solid(cell + offset)).sum(),
        Neighbourhood::Moore(radius) => square(cell, radius).map(is_solid).sum(),
        Neighbourhood::VonNeumann(radius) => {
            square(cell, radius).filter(|near| near.manhattan(cell) <= radius).map(is_solid).sum()
        }
    }
}

fn square(cell: Cell, radius: u32) -> impl Iterator<Item = Cell> {
    Rect::new(cell, Size::new(1, 1)).grown(radius).cells().filter(move |near| *near != cell)
}
