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
    own = own.min(common.saturating_sub(1)).max(1);
    own = first_near(&way[..own], &way[common..]).map_or(own, |first| first.max(1));
    while common + 1 < way.len() && (own >= common || first_near(&way[..own], &way[common..]).is_some()) {
        common += 1;
    }
    (own, common)
}

/// The index of the first cell that touches one of the others.
fn first_near(cells: &[Cell], others: &[Cell]) -> Option<usize> {
    let is_near = |one: &Cell, other: &Cell| one.x.abs_diff(other.x) <= 1 && one.y.abs_diff(other.y) <= 1;
    let squares = others.iter().map(|cell| Rect::new(*cell, Size::new(1, 1)));
    let around = squares.reduce(Rect::union)?.grown(1);
    let touches = |cell: &Cell| around.contains(*cell) && others.iter().any(|other| is_near(cell, other));
    cells.iter().position(touches)
}

fn within(middle: Cell, radius: u32, cell: Cell) -> bool {
    let (dx, dy) = (u64::from(middle.x.abs_diff(cell.x)), u64::from(middle.y.abs_diff(cell.y)));
    dx * dx + dy * dy <= u64::from(radius) * u64::from(radius)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_a_way_end_before_they_touch() {
        let core = |x, y| Rect::new(Cell::new(x, y), Size::new(3, 3));
        let straight: Vec<Cell> = (2..20).map(|x| Cell::new(x, 1)).collect();
        let cores = [core(0, 0), core(19, 0)];
        assert_eq!(shares(&straight, cores, [None, None]), (1, 17));
        assert_eq!(shares(&straight, cores, [Some(5), None]), (5, 17));
        // Reaches that overlap leave a cell to the passage.
        assert_eq!(shares(&straight, cores, [Some(30), Some(30)]), (8, 9));
        // Ways that come back past their beginning, two lines away and beside it.
        let back = |y| (2..9).rev().map(move |x| Cell::new(x, y));
        let out = || (2..9).map(|x| Cell::new(x, 1));
        let apart: Vec<Cell> = out().chain([Cell::new(8, 2)]).chain(back(3)).collect();
        assert_eq!(shares(&apart, [core(0, -2), core(0, 5)], [Some(30), Some(30)]), (7, 8));
        let beside: Vec<Cell> = out().chain(back(2)).collect();
        assert_eq!(shares(&beside, [core(0, -2), core(0, 3)], [Some(30), Some(30)]), (1, 13));
    }
}
