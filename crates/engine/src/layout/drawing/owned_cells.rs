//! Divides the cells of a corridor's route among its two places and the passage.
//!
//! ```text
//! index   0 ......... own - 1 | own ...... common - 1 | common ......... last
//! owner   first place         | passage               | second place
//! ```
//!
//! The route is stored as straight runs, so that cells need not be listed. This matters because layout measures
//! corridors more often than it does anything else.

use smallvec::SmallVec;

use crate::base::{Cell, Rect, Size};

/// A straight sequence of cells of a route.
#[derive(Clone, Copy, Debug)]
struct StraightRun {
    /// The index of its first cell in the route.
    first: usize,
    from: Cell,
    /// The offset from each cell to the next.
    step: Cell,
    cells: usize,
}

/// The cells of a route as straight runs.
///
/// ```text
/// a b c d      first: 0, from: a, step: (1, 0), cells: 4
///       e      first: 4, from: e, step: (0, 1), cells: 2
///       f
/// ```
#[derive(Clone, Debug, Default)]
pub(crate) struct RouteRuns {
    runs: SmallVec<[StraightRun; 8]>,
}

impl StraightRun {
    fn at(&self, along: usize) -> Cell {
        self.from + Cell::new(self.step.x * along as i32, self.step.y * along as i32)
    }

    fn end(&self) -> usize {
        self.first + self.cells
    }

    /// Returns the part of it between two indices of the route, or `None` if that is empty.
    fn clipped(&self, from: usize, to: usize) -> Option<Self> {
        let (first, end) = (self.first.max(from), self.end().min(to));
        (first < end).then(|| Self { first, from: self.at(first - self.first), cells: end - first, ..*self })
    }

    fn rect(&self) -> Rect {
        let (from, to) = (self.from, self.at(self.cells - 1));
        let min = Cell::new(from.x.min(to.x), from.y.min(to.y));
        Rect::new(min, Size::new(from.x.abs_diff(to.x) + 1, from.y.abs_diff(to.y) + 1))
    }

    /// Returns the first and the last index of the route at which it lies in a rectangle.
    fn within(&self, rect: Rect) -> Option<(usize, usize)> {
        let shared = self.rect().shared(rect);
        if shared.size.width == 0 || shared.size.height == 0 {
            return None;
        }
        let ends = [shared.min, Cell::new(shared.right() - 1, shared.bottom() - 1)];
        let along = ends.map(|cell| self.first + cell.manhattan(self.from) as usize);
        Some((along[0].min(along[1]), along[0].max(along[1])))
    }
}

impl RouteRuns {
    /// Adds the next cell. It must be next to the last one.
    pub fn push(&mut self, cell: Cell) {
        let first = self.cells();
        if let Some(last) = self.runs.last_mut() {
            if last.cells == 1 {
                last.step = cell - last.from;
            }
            if last.at(last.cells) == cell {
                last.cells += 1;
                return;
            }
        }
        self.runs.push(StraightRun { first, from: cell, step: Cell::new(0, 0), cells: 1 });
    }

    /// Adds all cells up to one in the row or column of the last cell. If there is none, adds only this cell.
    pub fn push_line(&mut self, to: Cell) {
        let Some(from) = self.runs.last().map(|last| last.at(last.cells - 1)) else { return self.push(to) };
        let cells = from.manhattan(to) as usize;
        if cells == 0 {
            return;
        }
        self.push(from + Cell::new((to.x - from.x).signum(), (to.y - from.y).signum()));
        if let Some(last) = self.runs.last_mut()
            && cells > 1
        {
            if last.cells == 1 {
                last.step = Cell::new((to.x - from.x).signum(), (to.y - from.y).signum());
            }
            last.cells += cells - 1;
        }
    }

    /// Returns the number of cells.
    fn cells(&self) -> usize {
        self.runs.last().map_or(0, StraightRun::end)
    }

    /// Returns the parts of the runs between two indices.
    fn clipped(&self, from: usize, to: usize) -> impl DoubleEndedIterator<Item = StraightRun> {
        self.runs.iter().filter_map(move |run| run.clipped(from, to))
    }

    /// Returns the first index in `from..to` whose cell fails the predicate, or `to`.
    fn first_not(&self, from: usize, to: usize, is_so: impl Fn(Cell) -> bool) -> usize {
        for run in self.clipped(from, to) {
            let mut cell = run.from;
            for index in run.first..run.end() {
                if !is_so(cell) {
                    return index;
                }
                cell = cell + run.step;
            }
        }
        to
    }

    /// Returns the index after the last one in `from..to` whose cell fails the predicate, or `from`.
    fn after_last_not(&self, from: usize, to: usize, is_so: impl Fn(Cell) -> bool) -> usize {
        for run in self.clipped(from, to).rev() {
            let mut cell = run.at(run.cells - 1);
            for index in (run.first..run.end()).rev() {
                if !is_so(cell) {
                    return index + 1;
                }
                cell = cell - run.step;
            }
        }
        from
    }

    /// Returns the indices `own` and `common`: the first place owns the cells before `own`, the second those
    /// from `common` on.
    ///
    /// `reaches` is the distance from the middle of each core within which the place takes cells; `None` if it
    /// takes none. The cells in between belong to the passage. The two shares never touch, even at a corner.
    pub fn shares(&self, cores: [Rect; 2], reaches: [Option<u32>; 2]) -> (usize, usize) {
        let [from, to] = cores;
        let last = self.cells().saturating_sub(1);
        let nearer_from = |cell: Cell| from.distance_squared(cell) <= to.distance_squared(cell);
        let middles = cores.map(Rect::center);
        // Cells along the edge of one place never belong to the other.
        let beside = cores.map(|core| core.grown(1));
        let own = reaches[0].map_or(1, |radius| {
            let is_from = |cell: Cell| {
                within(middles[0], radius, cell) && nearer_from(cell) && !beside[1].contains(cell)
            };
            self.first_not(1, last, is_from)
        });
        let mut own = own.min(last);
        let is_to = |radius: u32, cell: Cell| {
            within(middles[1], radius, cell) && !nearer_from(cell) && !beside[0].contains(cell)
        };
        let mut common = match reaches[1] {
            Some(radius) => self.after_last_not(own.max(1), last, |cell| is_to(radius, cell)),
            None => last.max(1),
        };
        // The two shares must not touch, even at a corner, so the passage keeps the cells in between.
        own = own.min(common.saturating_sub(1)).max(1);
        own = self.first_near(own, common).map_or(own, |first| first.max(1));
        common = common.max((own + 1).min(last));
        if let Some(near) = self.last_near(common, own) {
            common = (near + 1).min(last);
        }
        (own, common)
    }

    /// Returns the first index below `before` whose cell touches a cell from index `others` on, even at a corner.
    fn first_near(&self, before: usize, others: usize) -> Option<usize> {
        let first = |run: StraightRun| {
            let others = self.clipped(others, usize::MAX);
            others.filter_map(|other| run.within(other.rect().grown(1))).map(|(first, _)| first).min()
        };
        self.clipped(0, before).find_map(first)
    }

    /// Returns the last index from `from` on whose cell touches a cell below index `others`, even at a corner.
    fn last_near(&self, from: usize, others: usize) -> Option<usize> {
        let last = |run: StraightRun| {
            let others = self.clipped(0, others);
            others.filter_map(|other| run.within(other.rect().grown(1))).map(|(_, last)| last).max()
        };
        self.clipped(from, usize::MAX).rev().find_map(last)
    }
}

impl FromIterator<Cell> for RouteRuns {
    fn from_iter<T: IntoIterator<Item = Cell>>(cells: T) -> Self {
        let mut runs = Self::default();
        cells.into_iter().for_each(|cell| runs.push(cell));
        runs
    }
}

/// Returns the shares of two places in the cells of a route, see [`RouteRuns::shares`].
pub(crate) fn owned_cells(route: &[Cell], cores: [Rect; 2], reaches: [Option<u32>; 2]) -> (usize, usize) {
    route.iter().copied().collect::<RouteRuns>().shares(cores, reaches)
}

fn within(middle: Cell, radius: u32, cell: Cell) -> bool {
    let (dx, dy) = (u64::from(middle.x.abs_diff(cell.x)), u64::from(middle.y.abs_diff(cell.y)));
    dx * dx + dy * dy <= u64::from(radius) * u64::from(radius)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seed;

    /// Computes the shares of a route cell by cell, directly by their definition.
    fn defined(route: &[Cell], cores: [Rect; 2], reaches: [Option<u32>; 2]) -> (usize, usize) {
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
            route[..own].iter().position(|one| route[common..].iter().any(|other| near(one, other)))
        };
        let last = route.len() - 1;
        let own = (1..last).find(|at| !holds(0, route[*at])).unwrap_or(last);
        let mut common = last;
        while common > own.max(1) && holds(1, route[common - 1]) {
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
            let mut route = vec![Cell::new(0, 0)];
            for _ in 0..random.range(1, 9) {
                let (x, y) = *random.pick(&[(1, 0), (0, 1), (-1, 0), (0, -1)]).expect("a direction");
                for _ in 0..random.range(1, 6) {
                    let at = route[route.len() - 1];
                    route.push(Cell::new(at.x + x, at.y + y));
                }
            }
            let mut core = |at: Cell| {
                let size = Size::new(random.range(1, 5), random.range(1, 5));
                let back = Cell::new(random.range(0, 3) as i32, random.range(0, 3) as i32);
                Rect::new(at - back, size)
            };
            let cores = [core(route[0]), core(route[route.len() - 1])];
            let mut reach = || random.chance(70).then(|| random.range(0, 9));
            let reaches = [reach(), reach()];
            let expected = defined(&route, cores, reaches);
            assert_eq!(
                owned_cells(&route, cores, reaches),
                expected,
                "{number}: {route:?} {cores:?} {reaches:?}"
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
        // If reaches overlap, one cell is left to the passage.
        assert_eq!(owned_cells(&straight, cores, [Some(30), Some(30)]), (8, 9));
        // Two routes that come back past their start: two rows away, and in the next row.
        let back = |y| (2..9).rev().map(move |x| Cell::new(x, y));
        let out = || (2..9).map(|x| Cell::new(x, 1));
        let apart: Vec<Cell> = out().chain([Cell::new(8, 2)]).chain(back(3)).collect();
        assert_eq!(owned_cells(&apart, [core(0, -2), core(0, 5)], [Some(30), Some(30)]), (7, 8));
        let beside: Vec<Cell> = out().chain(back(2)).collect();
        assert_eq!(owned_cells(&beside, [core(0, -2), core(0, 3)], [Some(30), Some(30)]), (1, 13));
    }
}
