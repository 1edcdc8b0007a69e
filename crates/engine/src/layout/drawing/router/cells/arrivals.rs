//! The arrivals and the queue entries of a search on the map, both packed into numbers.

use crate::base::Direction;
use crate::layout::budget::router::arrivals::MOST_LIMIT;

/// The best known arrival at a cell in a direction, packed:
///
/// ```text
/// bit  31              3   2       0
///     ┌─────────────────┬───────────┐
///     │ most - cost     │ before    │
///     └─────────────────┴───────────┘
/// ```
///
/// `before` is the direction of arrival at the previous cell, or 4 if the course leaves its place here.
#[derive(Clone, Copy, Default)]
struct CellArrival(u32);

impl CellArrival {
    fn new(most: u32, cost: u32, before: u32) -> Self {
        Self((most - cost) << 3 | before)
    }

    /// Returns by how much the cost is below the maximum.
    fn below(self) -> u32 {
        self.0 >> 3
    }

    fn before(self) -> u32 {
        self.0 & 7
    }
}

/// The best known arrivals at all cells.
///
/// The maximum grows from search to search. Therefore, anything that an earlier search stored is worse than any
/// arrival of a later one, and the table need not be cleared.
#[derive(Default)]
pub(super) struct Arrivals {
    cells: Vec<[CellArrival; 4]>,
    /// The sum of the limits of all searches since the table was cleared.
    most: u32,
}

impl Arrivals {
    /// Begins a search over this many cells and forgets earlier ones.
    ///
    /// Returns the upper bound of its costs: the limit, or less if that cannot be represented.
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

    /// Returns the direction of arrival at the previous cell, or 4.
    pub fn before(&self, index: usize, heading: usize) -> u32 {
        self.cells[index][heading].before()
    }

    /// Returns `true` if an arrival at this cost is cheaper than the best known one.
    pub fn is_beaten_by(&self, index: usize, heading: Direction, cost: u32) -> bool {
        self.most - cost > self.cells[index][heading as usize].below()
    }

    pub fn put(&mut self, index: usize, heading: Direction, cost: u32, before: u32) {
        self.cells[index][heading as usize] = CellArrival::new(self.most, cost, before);
    }
}

/// The layout of a queue entry as one number, so that entries are compared at once.
///
/// ```text
/// bit  63                                          0
///     ┌─────────┬───────────────┬───────────────────┐
///     │ bound   │ rest          │ state             │
///     └─────────┴───────────────┴───────────────────┘
///                   rest_bits       state_bits
/// ```
#[derive(Clone, Copy, Default)]
pub(super) struct EntryPacking {
    rest_bits: u32,
    state_bits: u32,
}

/// A state that waits in the queue.
#[derive(Clone, Copy)]
pub(super) struct QueueEntry {
    /// Lower bound of the cost of any course through the state.
    pub bound: u32,
    /// The part of the bound that is still to come.
    pub rest: u32,
    pub state: usize,
}

impl EntryPacking {
    /// Creates the layout for searches over this many states with `rest` at most `most_rest`.
    pub fn new(states: usize, most_rest: u32) -> Self {
        Self {
            rest_bits: u32::BITS - most_rest.leading_zeros(),
            state_bits: usize::BITS - states.leading_zeros(),
        }
    }

    /// Returns the exclusive upper bound of bounds.
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
