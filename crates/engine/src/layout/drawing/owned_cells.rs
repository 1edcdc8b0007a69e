//! Which cells of a corridor's way are those of its places.

use crate::base::{Cell, Rect, Size};

/// Returns where in the way of a corridor the share of its first place ends and that of the second begins, as
/// indices of cells.
///
/// `reaches` holds how far from the middle of its core each place takes cells, if it does.
pub(crate) fn owned_cells(way: &[Cell], cores: [Rect; 2], reaches: [Option<u32>; 2]) -> (usize, usize) {
    let (ahead, back) = (way.iter().copied(), way.iter().rev().copied());
    shares_from_ends(way.len(), ahead, back, cores, reaches)
}

/// Returns the same as [`owned_cells`] for a way of so many cells, of which only the shares and a cell behind
/// each are read: from its beginning, and from its end back.
pub(super) fn shares_from_ends(
    cells: usize,
    mut ahead: impl Iterator<Item = Cell>,
    mut back: impl Iterator<Item = Cell>,
    cores: [Rect; 2],
    reaches: [Option<u32>; 2],
) -> (usize, usize) {
    let [from, to] = cores;
    let nearer_from = |cell: Cell| from.distance_squared(cell) <= to.distance_squared(cell);
    let holds =
        |end: usize, cell: Cell| reaches[end].is_some_and(|radius| within(cores[end].center(), radius, cell));
    // Where a way runs along one of its places, the other has no share in it.
    let beside = |core: Rect, cell: Cell| core.grown(1).contains(cell);
    let is_from = |cell: &Cell| holds(0, *cell) && nearer_from(*cell) && !beside(to, *cell);
    let is_to = |cell: &Cell| holds(1, *cell) && !nearer_from(*cell) && !beside(from, *cell);
    let last = cells.saturating_sub(1);
    let mut first_share: Vec<Cell> = ahead.by_ref().take(1).collect();
    first_share.extend(ahead.take(last.saturating_sub(1)).take_while(is_from));
    let mut own = first_share.len().max(1);
    let mut second_share: Vec<Cell> = back.by_ref().take(1).collect();
    second_share.extend(back.take(last.saturating_sub(own)).take_while(is_to));
    let mut common = cells.saturating_sub(second_share.len());
    // The two shares must not touch, even at a corner: the passage keeps the cells between.
    own = own.min(common.saturating_sub(1)).max(1);
    first_share.truncate(own);
    own = first_near(&first_share, &second_share).map_or(own, |first| first.max(1));
    common = common.max((own + 1).min(last));
    first_share.truncate(own);
    second_share.truncate(cells - common);
    if let Some(from_end) = first_near(&second_share, &first_share) {
        common = (cells - from_end).min(last);
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
