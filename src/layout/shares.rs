//! Which cells of a corridor's way are those of its places.

use crate::base::{Cell, Rect, Size};

/// Where in the way of a corridor the share of its first place ends and that of the second begins, as indices of cells; `reaches` says how far from the middle of its core each place takes cells, if it does.
pub(crate) fn shares(way: &[Cell], cores: [Rect; 2], reaches: [Option<u32>; 2]) -> (usize, usize) {
    let [from, to] = cores;
    let inner = 1..way.len() - 1;
    let nearer_from = |cell: Cell| from.distance_squared(cell) <= to.distance_squared(cell);
    let holds =
        |end: usize, cell: Cell| reaches[end].is_some_and(|radius| within(cores[end].center(), radius, cell));
    // Where a way runs along one of its places, the other has no share in it.
    let beside = |core: Rect, cell: Cell| core.grown(1).contains(cell);
    let is_from = |cell: Cell| holds(0, cell) && nearer_from(cell) && !beside(to, cell);
    let is_to = |cell: Cell| holds(1, cell) && !nearer_from(cell) && !beside(from, cell);
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
