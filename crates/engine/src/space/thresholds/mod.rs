//! Thresholds: the doors of corridors that enter no room.
//!
//! They are cells across the corridor; every walker from one end to the other must step on one.
//!
//! ```text
//! ###########
//! ......=....     =: the threshold, as wide as the corridor is there
//! ..###.=....
//! ###########
//! ```
//!
//! Input: the owners at the end of forming, when every owned cell is floor.
//! No walker gets through a corridor without its threshold, for any width, any turns and any movement.
//!
//! A threshold is the shortest straight row that suffices; of several, the nearest to the guarded end.
//! If no row suffices, it is a minimum vertex cut.

mod corridor;
mod least_cut;

use crate::base::{Cell, Grid};
use crate::layout::{Plan, PlannedPassage};
use crate::level::{Bridge, Owner, PassageEnd, PassageId};
use crate::settings::Movement;

use self::corridor::{Corridor, CorridorSurroundings};
use self::least_cut::least_cut;

/// Returns the cells of every threshold, each with its passage.
pub(super) fn thresholds(
    plan: &Plan,
    owners: &Grid<Owner>,
    bridges: &[Bridge],
    movement: Movement,
) -> Vec<(PassageId, Cell)> {
    let passages = plan.passages_by_id().filter(|(_, passage)| plan.has_threshold(passage));
    let under = bridges.iter().map(|bridge| (bridge.at, bridge.under)).collect();
    let surroundings = CorridorSurroundings { owners, under, movement };
    let mut indices = Grid::filled(owners.size(), 0);
    passages
        .flat_map(|(id, passage)| {
            let corridor = Corridor::new(passage, id, &surroundings, &mut indices);
            threshold(&corridor, passage).into_iter().map(move |cell| (id, cell))
        })
        .collect()
}

fn threshold(corridor: &Corridor, passage: &PlannedPassage) -> Vec<Cell> {
    let rows = rows_by_merit(corridor, passage);
    let row = rows.into_iter().find(|row| corridor.is_cut_by(row)).map(|row| needed(corridor, row));
    let mut cells = row.unwrap_or_else(|| least_cut(corridor, passage.guarded));
    cells.sort_by_key(|cell| (cell.y, cell.x));
    cells
}

/// Returns the cells of a row without those in nooks, which no walker needs to pass.
fn needed(corridor: &Corridor, row: Vec<Cell>) -> Vec<Cell> {
    let mut kept = row.clone();
    for cell in row {
        let rest: Vec<Cell> = kept.iter().copied().filter(|other| *other != cell).collect();
        if corridor.is_cut_by(&rest) {
            kept = rest;
        }
    }
    kept
}

/// Returns the straight rows across a route, the shortest first, then the nearest to the guarded end.
fn rows_by_merit(corridor: &Corridor, passage: &PlannedPassage) -> Vec<Vec<Cell>> {
    let way = &passage.route;
    let mut rows: Vec<(usize, usize, Vec<Cell>)> = (0..way.len())
        .filter_map(|index| {
            let from_guarded = match passage.guarded {
                PassageEnd::From => index,
                PassageEnd::To => way.len() - index,
            };
            let row = row_across(corridor, way, index)?;
            Some((row.len(), from_guarded, row))
        })
        .collect();
    rows.sort_by_key(|(length, from_guarded, _)| (*length, *from_guarded));
    rows.into_iter().map(|(.., row)| row).collect()
}

/// Returns the cells of a corridor in one line across the route, if the route is straight there.
fn row_across(corridor: &Corridor, way: &[Cell], index: usize) -> Option<Vec<Cell>> {
    let middle = *way.get(index)?;
    let along = *way.get(index + 1)? - *way.get(index.checked_sub(1)?)?;
    if (along.x != 0 && along.y != 0) || !corridor.may_hold_door(middle) {
        return None;
    }
    let aside = Cell::new(along.y.signum(), along.x.signum());
    let side = |sign: i32| {
        (1..)
            .map(move |steps| middle + Cell::new(aside.x * sign * steps, aside.y * sign * steps))
            .take_while(|cell| corridor.may_hold_door(*cell))
    };
    Some(side(-1).chain([middle]).chain(side(1)).collect())
}
