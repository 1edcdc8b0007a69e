//! What a search on the map knows of each cell, and the queue of what it has yet to look at, both packed into numbers.

use crate::base::Direction;
use crate::layout::budget::router::arrivals::MOST_LIMIT;

/// The best that is known of arriving at a cell in a direction: how much less than the most it costs, and the
/// direction in which one arrived at the cell before; 4: one comes out of the place.
#[derive(Clone, Copy, Default)]
struct CellArrival(u32);

impl CellArrival {
    fn new(most: u32, cost: u32, before: u32) -> Self {
        Self((most - cost) << 3 | before)
    }

    /// How much less than the most it costs.
    fn below(self) -> u32 {
        self.0 >> 3
    }

    fn before(self) -> u32 {
        self.0 & 7
    }
}

/// What is known of arriving at each cell.
///
/// The most grows from search to search, so that whatever an earlier search knew is worse than anything that
/// a later one may find.
#[derive(Default)]
pub(super) struct Arrivals {
    cells: Vec<[CellArrival; 4]>,
    /// What courses cost at most in all searches together.
    most: u32,
}

impl Arrivals {
    /// Forgets what earlier searches knew, for one over so many cells. Says what its courses must cost less
    /// than: the limit, or as much as can be counted.
    pub fn begin(&mut self, cells: usize, limit: u32) -> u32 {
        let limit = limit.min(MOST_LIMIT);
        if self.cells.len() != cells || self.most >= MOST_LIMIT {
            self.cells.clear();
            self.cells.resize(cells, [CellArrival::default(); 4]);
            self.most = 0;
        }
        self.most += limit;
        limit
    }

    pub fn cost(&self, index: usize, heading: Direction) -> u32 {
        self.most - self.cells[index][heading as usize].below()
    }

    /// The direction in which one arrived at the cell before, or 4.
    pub fn before(&self, index: usize, heading: usize) -> u32 {
        self.cells[index][heading].before()
    }

    /// Is it cheaper than what is known to arrive at that cost?
    pub fn is_beaten_by(&self, index: usize, heading: Direction, cost: u32) -> bool {
        self.most - cost > self.cells[index][heading as usize].below()
    }

    pub fn put(&mut self, index: usize, heading: Direction, cost: u32, before: u32) {
        self.cells[index][heading as usize] = CellArrival::new(self.most, cost, before);
    }
}

/// What is to be looked at: the least cost of a course over it, then what is left of that, then where that
/// is; in one number, by which it is compared at once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct QueueEntry(u128);

impl QueueEntry {
    pub fn new(bound: u32, rest: u32, state: u32) -> Self {
        Self(u128::from(bound) << 64 | u128::from(rest) << 32 | u128::from(state))
    }

    pub fn bound(self) -> u32 {
        (self.0 >> 64) as u32
    }

    pub fn rest(self) -> u32 {
        (self.0 >> 32) as u32
    }

    pub fn state(self) -> usize {
        self.0 as u32 as usize
    }
}
