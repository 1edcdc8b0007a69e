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

/// The layout of a queue entry as one number, so that entries are compared at once.
///
/// From the highest bits: the least cost of a course over the state, the rest of that cost, and the state.
#[derive(Clone, Copy, Default)]
pub(super) struct EntryPacking {
    rest_bits: u32,
    state_bits: u32,
}

/// A state that waits in the queue.
#[derive(Clone, Copy)]
pub(super) struct QueueEntry {
    pub bound: u32,
    pub rest: u32,
    pub state: usize,
}

impl EntryPacking {
    /// For searches over so many states, of which none is ever farther than that from its end.
    pub fn new(states: usize, most_rest: u32) -> Self {
        Self {
            rest_bits: u32::BITS - most_rest.leading_zeros(),
            state_bits: usize::BITS - states.leading_zeros(),
        }
    }

    /// Bounds must be less than this.
    pub fn bound_limit(self) -> u32 {
        1 << (u64::BITS - self.rest_bits - self.state_bits).min(31)
    }

    pub fn pack(self, entry: QueueEntry) -> u64 {
        (u64::from(entry.bound) << self.rest_bits | u64::from(entry.rest)) << self.state_bits
            | entry.state as u64
    }

    pub fn unpack(self, number: u64) -> QueueEntry {
        let low = |number: u64, bits: u32| number & ((1 << bits) - 1);
        QueueEntry {
            bound: (number >> (self.state_bits + self.rest_bits)) as u32,
            rest: low(number >> self.state_bits, self.rest_bits) as u32,
            state: low(number, self.state_bits) as usize,
        }
    }
}
