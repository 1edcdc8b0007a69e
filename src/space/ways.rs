//! How a way is shared out between its two places and the passage, and in what pieces it is claimed.

use crate::base::Cell;
use crate::layout::{PlannedPassage, PlannedPlace, shares};
use crate::level::PassageForm;

/// Where in a way the share of `from` ends and that of `to` begins, as indices of cells.
pub(super) fn share_out(from: &PlannedPlace, to: &PlannedPlace, passage: &PlannedPassage) -> (usize, usize) {
    let way = &passage.route;
    let nearer_from = |cell: Cell| from.core.distance_squared(cell) <= to.core.distance_squared(cell);
    let inner = 1..way.len() - 1;
    let half = || inner.clone().find(|index| !nearer_from(way[*index])).unwrap_or(inner.end);
    match passage.form {
        PassageForm::Open => return (half(), half()),
        PassageForm::Doorway => {
            let at = way.iter().position(|cell| Some(*cell) == passage.opening);
            let at = at.unwrap_or(inner.start).clamp(inner.start, inner.end - 1);
            return (at, at + 1);
        }
        PassageForm::Corridor => {}
    }
    shares(way, [from.core, to.core], [from, to].map(|place| place.form.reach()))
}

/// Where the way turns that leads from the middle of a core to one of its ports: straight to the port's side, then along it.
pub(super) fn corner_of_spine(middle: Cell, port: Cell) -> Cell {
    let off = port - middle;
    let sideways = off.x.abs() > off.y.abs();
    if sideways { Cell::new(port.x, middle.y) } else { Cell::new(middle.x, port.y) }
}

/// A way in pieces that lie in one row or column; each of its cells is beside the one before.
pub(super) fn straight_lines(mut way: &[Cell]) -> impl Iterator<Item = &[Cell]> {
    std::iter::from_fn(move || {
        let first = way.first()?;
        let along = |of: fn(&Cell) -> i32| way.iter().take_while(|cell| of(cell) == of(first)).count();
        let (line, rest) = way.split_at(along(|cell| cell.x).max(along(|cell| cell.y)));
        way = rest;
        Some(line)
    })
}
