//! The division of a route between its two places and the passage, and its straight pieces.

use std::collections::BTreeSet;

use crate::base::Cell;
use crate::layout::{PlannedPassage, PlannedPlace, owned_cells};
use crate::level::PassageForm;

/// Returns the index where the share of `from` ends and the index where that of `to` begins.
///
/// A kept place gets only the cells that it owns already, and the other place gets none that touch them.
pub(super) fn share_out(
    from: &PlannedPlace,
    to: &PlannedPlace,
    passage: &PlannedPassage,
    kept: [Option<&BTreeSet<Cell>>; 2],
) -> (usize, usize) {
    let way = &passage.route;
    let nearer_from = |cell: Cell| from.core.distance_squared(cell) <= to.core.distance_squared(cell);
    let inner = 1..way.len() - 1;
    let half = || inner.clone().find(|index| !nearer_from(way[*index])).unwrap_or(inner.end);
    let owned = |cells: &mut dyn Iterator<Item = &Cell>, kept: Option<&BTreeSet<Cell>>| {
        kept.map(|kept| cells.take_while(|cell| kept.contains(cell)).count().max(1))
    };
    let owned = [owned(&mut way.iter(), kept[0]), owned(&mut way.iter().rev(), kept[1])];
    match passage.form {
        PassageForm::Open => {
            let from_end = owned[1].map(|count| way.len() - count);
            let meet = owned[0].or(from_end).unwrap_or_else(half);
            return (meet, meet);
        }
        PassageForm::Doorway => {
            let at = way.iter().position(|cell| Some(*cell) == passage.opening);
            let at = at.unwrap_or(inner.start).clamp(inner.start, inner.end - 1);
            return (at, at + 1);
        }
        PassageForm::Corridor => {}
    }
    let reach = |place: &PlannedPlace, owned: Option<usize>| place.form.reach().filter(|_| owned.is_none());
    let reaches = [reach(from, owned[0]), reach(to, owned[1])];
    let (mut own, mut common) = owned_cells(way, [from.core, to.core], reaches);
    let touches = |index: usize, kept: Option<&BTreeSet<Cell>>| {
        kept.is_some_and(|kept| {
            kept.contains(&way[index]) || way[index].around().any(|near| kept.contains(&near))
        })
    };
    if let Some(count) = owned[0] {
        own = count;
        common =
            (common..way.len()).rev().find(|index| touches(*index, kept[0])).map_or(common, |last| last + 1);
    }
    if let Some(count) = owned[1] {
        common = way.len() - count;
        own = (0..own).find(|index| touches(*index, kept[1])).unwrap_or(own);
    }
    (own, common)
}

/// Returns the corner of the path from the middle of a core to one of its ports.
///
/// The path goes straight to the port's side, then along it.
pub(super) fn corner_of_spine(middle: Cell, port: Cell) -> Cell {
    let off = port - middle;
    let sideways = off.x.abs() > off.y.abs();
    if sideways { Cell::new(port.x, middle.y) } else { Cell::new(middle.x, port.y) }
}

/// Returns the pieces of a path that are in one row or column; each of its cells is next to the one before.
pub(super) fn straight_lines(mut way: &[Cell]) -> impl Iterator<Item = &[Cell]> {
    std::iter::from_fn(move || {
        let first = way.first()?;
        let along = |of: fn(&Cell) -> i32| way.iter().take_while(|cell| of(cell) == of(first)).count();
        let (line, rest) = way.split_at(along(|cell| cell.x).max(along(|cell| cell.y)));
        way = rest;
        Some(line)
    })
}
