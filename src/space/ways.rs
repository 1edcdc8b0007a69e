//! How a way is shared out between its two places and the passage, and in what pieces it is claimed.

use crate::base::{Cell, Rect, Size};
use crate::layout::{PlannedPassage, PlannedPlace};
use crate::level::PassageForm;

/// Where in a way the share of `from` ends and that of `to` begins, as indices of cells.
pub(super) fn share_out(from: &PlannedPlace, to: &PlannedPlace, passage: &PlannedPassage) -> (usize, usize) {
    let way = &passage.route;
    let [from_reach, to_reach] = [from, to].map(reach);
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
    // Where a way runs along one of its places, the other has no share in it.
    let beside = |place: &PlannedPlace, cell: Cell| place.core.grown(1).contains(cell);
    let is_from = |cell: Cell| from_reach.holds(cell) && nearer_from(cell) && !beside(to, cell);
    let is_to = |cell: Cell| to_reach.holds(cell) && !nearer_from(cell) && !beside(from, cell);
    let mut own = inner.clone().find(|index| !is_from(way[*index])).unwrap_or(inner.end);
    let mut common = inner
        .clone()
        .rev()
        .find(|index| *index < own || !is_to(way[*index]))
        .map_or(inner.start, |index| index + 1);
    // The two shares must not touch, even at a corner: the passage keeps the cells between.
    while own >= common || touch(&way[..own], &way[common..]) {
        if own > 1 {
            own -= 1;
        } else if common + 1 < way.len() {
            common += 1;
        } else {
            break;
        }
    }
    (own, common)
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

/// The cells that a place takes, if they are free.
struct Reach {
    middle: Cell,
    /// Of a place that takes none: none.
    radius: Option<u32>,
}

fn reach(place: &PlannedPlace) -> Reach {
    Reach { middle: place.core.center(), radius: place.form.reach() }
}

impl Reach {
    fn holds(&self, cell: Cell) -> bool {
        self.radius.is_some_and(|radius| within(self.middle, radius, cell))
    }
}

fn touch(some: &[Cell], others: &[Cell]) -> bool {
    let is_near = |one: &Cell, other: &Cell| one.x.abs_diff(other.x) <= 1 && one.y.abs_diff(other.y) <= 1;
    // Mostly it is their ends that touch, or nothing does: ways are straight.
    if some.last().zip(others.first()).is_some_and(|(one, other)| is_near(one, other)) {
        return true;
    }
    let around =
        |cells: &[Cell]| cells.iter().map(|cell| Rect::new(*cell, Size::new(1, 1))).reduce(Rect::union);
    let may_touch = around(some).zip(around(others)).is_some_and(|(one, other)| one.grown(1).overlaps(other));
    may_touch && some.iter().any(|cell| others.iter().any(|other| is_near(cell, other)))
}

fn within(middle: Cell, radius: u32, cell: Cell) -> bool {
    let (dx, dy) = (u64::from(middle.x.abs_diff(cell.x)), u64::from(middle.y.abs_diff(cell.y)));
    dx * dx + dy * dy <= u64::from(radius) * u64::from(radius)
}
