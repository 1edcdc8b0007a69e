//! Doors of corridors that enter no room: a row of cells across the corridor, near its middle.
//!
//! ```text
//! ###########
//! .....=.....     =: the threshold, as wide as the corridor is there
//! .....=.....
//! ###########
//! ```

use crate::base::{Cell, Grid};
use crate::layout::{Plan, PlannedForm, PlannedPassage};
use crate::level::PassageForm;
use crate::mission::Door;

use super::Bridge;
use super::claims::passage_owner;

/// The cells of every threshold, each with the index of its passage.
pub(super) fn thresholds(plan: &Plan, owners: &Grid<i32>, bridges: &[Bridge]) -> Vec<(usize, Cell)> {
    let passages = plan.passages.iter().enumerate().filter(|(_, passage)| has_threshold(plan, passage));
    passages
        .flat_map(|(number, passage)| {
            let is_own = |cell: Cell| owners.get(cell) == Some(&passage_owner(number));
            across(&passage.route, is_own, |cell| bridges.iter().any(|bridge| bridge.at == cell))
                .into_iter()
                .map(move |cell| (number, cell))
        })
        .collect()
}

fn has_threshold(plan: &Plan, passage: &PlannedPassage) -> bool {
    let is_room = |place: &usize| {
        plan.places.get(*place).is_some_and(|place| matches!(place.form, PlannedForm::Room { .. }))
    };
    passage.door != Door::Plain
        && passage.form == PassageForm::Corridor
        && ![passage.from, passage.to].iter().any(is_room)
}

/// The row of own cells across a way where it runs straight, as near to its middle as can be; where it never does, one cell of it.
fn across(way: &[Cell], is_own: impl Fn(Cell) -> bool, is_bridge: impl Fn(Cell) -> bool) -> Vec<Cell> {
    let own: Vec<usize> =
        (0..way.len()).filter(|index| is_own(way[*index]) && !is_bridge(way[*index])).collect();
    let (Some(first), Some(last)) = (own.first(), own.last()) else { return Vec::new() };
    let from_middle = |index: &usize| (2 * index).abs_diff(first + last);
    let step = |index: usize| {
        let (before, next) = (way.get(index.checked_sub(1)?)?, way.get(index + 1)?);
        let step = *next - *before;
        (step.x == 0 || step.y == 0).then_some(Cell::new(step.y.signum(), step.x.signum()))
    };
    let straight = own.iter().copied().filter(|index| step(*index).is_some()).min_by_key(from_middle);
    let Some(index) = straight else {
        return own.iter().copied().min_by_key(from_middle).map(|index| way[index]).into_iter().collect();
    };
    let aside = step(index).unwrap_or_default();
    let mut cells = vec![way[index]];
    for sign in [-1, 1] {
        let mut cell = way[index] + Cell::new(aside.x * sign, aside.y * sign);
        while is_own(cell) && !is_bridge(cell) {
            cells.push(cell);
            cell = cell + Cell::new(aside.x * sign, aside.y * sign);
        }
    }
    cells.sort_by_key(|cell| (cell.y, cell.x));
    cells
}
