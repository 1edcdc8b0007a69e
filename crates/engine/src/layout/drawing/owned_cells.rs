//! Which cells of a corridor's way are those of its places.

use crate::base::{Cell, Rect, Size};

/// Returns the index at which the share of the first place of a corridor ends, and the index at which the share
/// of the second begins, among the cells of its way.
///
/// `reaches` holds how far from the middle of its core each place takes cells, if it does.
pub(crate) fn owned_cells(way: &[Cell], cores: [Rect; 2], reaches: [Option<u32>; 2]) -> (usize, usize) {
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
    own = way[..own].iter().position(touching(&way[common..])).map_or(own, |first| first.max(1));
    let last = way.len() - 1;
    common = common.max((own + 1).min(last));
    if let Some(near) = way[common..].iter().rposition(touching(&way[..own])) {
        common = (common + near + 1).min(last);
    }
    (own, common)
}

/// Returns a test for cells that touch one of some cells, even at a corner.
fn touching(others: &[Cell]) -> impl Fn(&Cell) -> bool {
    let is_near = |one: &Cell, other: &Cell| one.x.abs_diff(other.x) <= 1 && one.y.abs_diff(other.y) <= 1;
    let squares = others.iter().map(|cell| Rect::new(*cell, Size::new(1, 1)));
    let around = squares.reduce(Rect::union).map(|around| around.grown(1));
    move |cell| {
        around.is_some_and(|around| around.contains(*cell)) && others.iter().any(|other| is_near(cell, other))
    }
}

fn within(middle: Cell, radius: u32, cell: Cell) -> bool {
    let (dx, dy) = (u64::from(middle.x.abs_diff(cell.x)), u64::from(middle.y.abs_diff(cell.y)));
    dx * dx + dy * dy <= u64::from(radius) * u64::from(radius)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seed;

    /// The shares of a way, found cell by cell as they are defined.
    fn defined(way: &[Cell], cores: [Rect; 2], reaches: [Option<u32>; 2]) -> (usize, usize) {
        let [from, to] = cores;
        let is_nearer = |cell: Cell| from.distance_squared(cell) <= to.distance_squared(cell);
        let holds = |end: usize, cell: Cell| {
            let other = cores[1 - end].grown(1);
            reaches[end].is_some_and(|radius| within(cores[end].center(), radius, cell))
                && is_nearer(cell) == (end == 0)
                && !other.contains(cell)
        };
        let touch = |own: usize, common: usize| {
            let near = |one: &Cell, other: &Cell| one.x.abs_diff(other.x).max(one.y.abs_diff(other.y)) <= 1;
            way[..own].iter().position(|one| way[common..].iter().any(|other| near(one, other)))
        };
        let last = way.len() - 1;
        let own = (1..last).find(|at| !holds(0, way[*at])).unwrap_or(last);
        let mut common = last;
        while common > own.max(1) && holds(1, way[common - 1]) {
            common -= 1;
        }
        let own = own.min(common.saturating_sub(1)).max(1);
        let own = touch(own, common).map_or(own, |first| first.max(1));
        while common < last && (own >= common || touch(own, common).is_some()) {
            common += 1;
        }
        (own, common)
    }

    #[test]
    fn shares_of_random_ways_are_as_they_are_defined() {
        let mut random = Seed(4).stream();
        for number in 0..4_000 {
            let mut way = vec![Cell::new(0, 0)];
            for _ in 0..random.range(1, 9) {
                let (x, y) = *random.pick(&[(1, 0), (0, 1), (-1, 0), (0, -1)]).expect("a direction");
                for _ in 0..random.range(1, 6) {
                    let at = way[way.len() - 1];
                    way.push(Cell::new(at.x + x, at.y + y));
                }
            }
            let mut core = |at: Cell| {
                let size = Size::new(random.range(1, 5), random.range(1, 5));
                let back = Cell::new(random.range(0, 3) as i32, random.range(0, 3) as i32);
                Rect::new(at - back, size)
            };
            let cores = [core(way[0]), core(way[way.len() - 1])];
            let mut reach = || random.chance(70).then(|| random.range(0, 9));
            let reaches = [reach(), reach()];
            let expected = defined(&way, cores, reaches);
            assert_eq!(
                owned_cells(&way, cores, reaches),
                expected,
                "{number}: {way:?} {cores:?} {reaches:?}"
            );
        }
    }

    #[test]
    fn shares_of_a_way_end_before_they_touch() {
        let core = |x, y| Rect::new(Cell::new(x, y), Size::new(3, 3));
        let straight: Vec<Cell> = (2..20).map(|x| Cell::new(x, 1)).collect();
        let cores = [core(0, 0), core(19, 0)];
        assert_eq!(owned_cells(&straight, cores, [None, None]), (1, 17));
        assert_eq!(owned_cells(&straight, cores, [Some(5), None]), (5, 17));
        // Reaches that overlap leave a cell to the passage.
        assert_eq!(owned_cells(&straight, cores, [Some(30), Some(30)]), (8, 9));
        // Ways that come back past their beginning, two lines away and beside it.
        let back = |y| (2..9).rev().map(move |x| Cell::new(x, y));
        let out = || (2..9).map(|x| Cell::new(x, 1));
        let apart: Vec<Cell> = out().chain([Cell::new(8, 2)]).chain(back(3)).collect();
        assert_eq!(owned_cells(&apart, [core(0, -2), core(0, 5)], [Some(30), Some(30)]), (7, 8));
        let beside: Vec<Cell> = out().chain(back(2)).collect();
        assert_eq!(owned_cells(&beside, [core(0, -2), core(0, 3)], [Some(30), Some(30)]), (1, 13));
    }
}
