//! One walk: walkers step over the cells of a place and lay floor until there is enough of it.
//!
//! Input: the cells that they may step on, the first walker's cell, their parameters, a random stream.
//! Each cell can become one floor; a floor may later be several cells of the level wide.
//! Output: the floors in the order in which they were laid, and the spots that the walkers left.
//! Every floor is connected with the first one by cardinal steps.
//! There are more floors than asked for, unless all reachable cells are floor.
//!
//! Source: *Wasteland Kings* (Vlambeer, "Random level generation in Wasteland Kings", 2013).
//! In a round each walker does this:
//!
//! ```text
//! 1. it turns, by chance: left, right, round
//! 2. it takes a step; before a wall, in a random direction that is free
//! 3. it lays its block: one cell, 2 × 2 to the right and below, or 3 × 3 around
//! 4. it dies by chance, or otherwise splits by chance; the new one begins with the next round
//! ```
//!
//! A walker that finds more floors than asked for before its step dies after it, whatever the chance.
//! If walkers get nowhere and run out of steps, the nearest cells become floor.

use std::ops::Range;

use crate::base::{Cell, RandomStream, Rect, Size};
use crate::mission::{SpotKind, Walkers, WeaponSpots};

/// The limits of a walk besides its parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkLimits {
    /// Maximum number of steps. After these the nearest cells become floor.
    pub steps: u64,
    /// Minimum width and height of all floors together, if the area allows it.
    pub least_side: u32,
}

impl WalkLimits {
    /// Nothing but the parameters limits the walk.
    pub const NONE: Self = Self { steps: u64::MAX, least_side: 1 };
}

/// Maximum number of steps for each floor that can be laid.
///
/// A walk that has to fill nearly all cells takes long to find the last ones.
const STEPS_PER_FLOOR: usize = 32;

/// The bits of a cell in a [`WalkArea`].
const FREE: u8 = 1;
const LAID: u8 = 2;
/// The cell has a spot for a weapon.
const WEAPON: u8 = 4;

/// The cells of one place as its walkers see them.
#[derive(Clone, Debug)]
pub struct WalkArea {
    /// The cell of the level at the beginning of `cells`.
    corner: Cell,
    /// Binary logarithm of the row length, so that a position becomes a cell without a division.
    row_bits: u32,
    /// The cells row by row, with a blocked margin, so that a block never leaves them.
    cells: Vec<u8>,
    free: usize,
}

impl WalkArea {
    /// Returns an area for the cells of a rectangle, in which no cell is free.
    pub fn new(bounds: Rect) -> Self {
        let Rect { min, size } = bounds.grown(1);
        let row_bits = size.width.next_power_of_two().trailing_zeros();
        Self { corner: min, row_bits, cells: vec![0; (size.height as usize) << row_bits], free: 0 }
    }

    /// Frees the cells of row `y` from column `columns.start` to before `columns.end`, none of which is free
    /// yet.
    ///
    /// # Panics
    /// Panics if they are not within the bounds.
    pub fn free(&mut self, y: u32, columns: Range<u32>) {
        let count = columns.len();
        let first = self.position(Cell::new(columns.start as i32, y as i32));
        self.cells[first..first + count].fill(FREE);
        self.free += count;
    }

    fn position(&self, cell: Cell) -> usize {
        let Cell { x, y } = cell - self.corner;
        ((y as usize) << self.row_bits) + x as usize
    }

    fn cell(&self, position: usize) -> Cell {
        let x = position & ((1 << self.row_bits) - 1);
        self.corner + Cell::new(x as i32, (position >> self.row_bits) as i32)
    }

    /// Returns the position next to another one: 0 is north, then clockwise.
    fn beside(&self, position: usize, direction: u8) -> usize {
        let row = 1 << self.row_bits;
        position.wrapping_add_signed([-row, 1, row, -1][usize::from(direction % 4)])
    }

    fn is_free(&self, position: usize) -> bool {
        self.cells[position] != 0
    }
}

/// The result of a walk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WalkResult {
    /// The floors in the order in which they were laid, beginning with the first walker's cell.
    pub floors: Vec<Cell>,
    /// Number of rounds.
    pub rounds: u32,
    /// The rounds in which walkers laid floor, from 1, with the number of floors by then.
    pub grown: Vec<(u32, u32)>,
    /// The spots that walkers left, in order. A cell may have several, but not two for weapons.
    pub spots: Vec<(SpotKind, Cell)>,
    /// Number of steps.
    pub steps: u64,
}

impl WalkResult {
    /// Returns the floors that walkers had laid after so many rounds.
    pub fn floors_after(&self, rounds: u32) -> &[Cell] {
        if rounds >= self.rounds {
            return &self.floors;
        }
        let known = self.grown.partition_point(|(round, _)| *round <= rounds);
        let count = known.checked_sub(1).and_then(|last| self.grown.get(last)).map_or(0, |(_, count)| *count);
        &self.floors[..count as usize]
    }
}

/// The actions of a walker in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WalkRound {
    /// Number of living walkers before the step.
    pub alive: usize,
    /// Number of quarter turns, clockwise.
    pub turn: u8,
    /// The side of the block that it laid, in cells.
    pub block: u8,
    /// The fate of the walker.
    pub end: StepEnd,
}

/// The fate of a walker after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepEnd {
    GoesOn,
    Splits,
    Dies,
    /// It dies because there is enough floor.
    IsLast,
}

/// Lets walkers lay floor.
///
/// # Panics
/// Panics if the first cell is not within the bounds of the area.
pub fn walk(params: &Walkers, area: WalkArea, first: Cell, random: &mut RandomStream) -> WalkResult {
    walk_within(params, area, first, random, WalkLimits::NONE)
}

/// Lets walkers lay floor within limits.
pub(super) fn walk_within(
    params: &Walkers,
    area: WalkArea,
    first: Cell,
    random: &mut RandomStream,
    limits: WalkLimits,
) -> WalkResult {
    walk_watched(params, area, first, random, limits, |_| {})
}

/// Lets walkers lay floor, and shows each step.
pub(super) fn walk_watched(
    params: &Walkers,
    area: WalkArea,
    first: Cell,
    random: &mut RandomStream,
    limits: WalkLimits,
    mut show: impl FnMut(WalkRound),
) -> WalkResult {
    let mut walking = WalkRun::new(params, area, first, random, limits.steps);
    let (mut rounds, mut grown, mut before) = (0, Vec::new(), 0);
    while !walking.alive.is_empty() {
        let (mut index, mut end) = (0, walking.alive.len());
        while index < end {
            let step = walking.step(index);
            show(step);
            match step.end {
                StepEnd::GoesOn | StepEnd::Splits => index += 1,
                StepEnd::Dies | StepEnd::IsLast => {
                    walking.alive.remove(index);
                    end -= 1;
                }
            }
        }
        rounds += 1;
        if walking.count > before {
            before = walking.count;
            grown.push((rounds, before as u32));
        }
    }
    walking.fill_up();
    walking.widen(limits.least_side);
    let WalkRun { area, laid, count, spots, steps, .. } = walking;
    let spots = spots.into_iter().map(|(kind, at)| (kind, area.cell(at))).collect();
    let floors = laid[..count].iter().map(|at| area.cell(*at as usize)).collect();
    WalkResult { floors, rounds, grown, spots, steps }
}

#[derive(Clone, Copy)]
struct Walker {
    at: usize,
    /// The direction: 0 is north, then clockwise.
    direction: u8,
}

struct WalkRun<'a> {
    params: &'a Walkers,
    area: WalkArea,
    random: &'a mut RandomStream,
    alive: Vec<Walker>,
    /// The positions of the floors: the first `count` entries. One more is there to be overwritten.
    laid: Vec<u32>,
    count: usize,
    /// The number of quarter turns for each random number below 100.
    turns: [u8; 100],
    blocks: [u8; 100],
    /// Number of floors at which there is enough.
    enough: usize,
    steps: u64,
    most_steps: u64,
    spots: Vec<(SpotKind, usize)>,
}

impl<'a> WalkRun<'a> {
    fn new(
        params: &'a Walkers,
        area: WalkArea,
        first: Cell,
        random: &'a mut RandomStream,
        most_steps: u64,
    ) -> Self {
        let enough = (params.floors as usize + 1).min(area.free);
        let alive = vec![Walker { at: area.position(first), direction: random.below(4) as u8 }];
        let laid = vec![0; area.free + 1];
        let Walkers { left_percent, right_percent, back_percent, .. } = *params;
        let turns = table([(left_percent, 3), (right_percent, 1), (back_percent, 2)], 0);
        let blocks = table([(params.block_2_percent, 2), (params.block_3_percent, 3)], 1);
        let most_steps = most_steps.min((STEPS_PER_FLOOR * enough) as u64);
        let (steps, count, spots) = (0, 0, Vec::new());
        let mut walking = Self {
            params,
            area,
            random,
            alive,
            laid,
            count,
            turns,
            blocks,
            enough,
            steps,
            most_steps,
            spots,
        };
        walking.lay(walking.alive[0].at, 1);
        walking
    }

    fn step(&mut self, index: usize) -> WalkRound {
        /// The range of one random number for all four chances.
        ///
        /// Turn and block are in percent, death and split in hundredths of a percent.
        const DRAWN: u64 = 100 * 100 * 10_000 * 10_000;
        let alive = self.alive.len();
        let Walker { at, direction } = self.alive[index];
        let is_last = self.count >= self.enough || self.steps >= self.most_steps;
        self.steps += 1;
        let drawn = self.random.below(DRAWN);
        let turn = self.turns[(drawn % 100) as usize];
        let block = self.blocks[(drawn / 100 % 100) as usize];
        let (death, split) = (drawn / 10_000 % 10_000, drawn / 100_000_000);
        let wanted = (direction + turn) % 4;
        let Some(direction) = self.free_direction(at, wanted) else {
            // A place of one cell.
            self.end_walker(at, at, is_last);
            return WalkRound { alive, turn, block, end: StepEnd::IsLast };
        };
        let to = self.area.beside(at, direction);
        self.lay(to, block);
        if turn == 2 && direction == wanted {
            self.turned_round(at, to);
        }
        let others = alive as u64 - 1;
        let end = if is_last {
            StepEnd::IsLast
        } else if death < 100 * u64::from(self.params.death_percent) * others {
            StepEnd::Dies
        } else if split * (alive as u64) < 100 * u64::from(self.params.split_percent) {
            StepEnd::Splits
        } else {
            StepEnd::GoesOn
        };
        match end {
            StepEnd::Dies | StepEnd::IsLast => self.end_walker(at, to, is_last),
            StepEnd::GoesOn | StepEnd::Splits => self.alive[index] = Walker { at: to, direction },
        }
        if end == StepEnd::Splits {
            self.alive.push(Walker { at: to, direction: self.random.below(4) as u8 });
        }
        WalkRound { alive, turn, block, end }
    }

    /// Returns the wanted direction if the cell there is free, otherwise a random free one.
    fn free_direction(&mut self, at: usize, wanted: u8) -> Option<u8> {
        let area = &self.area;
        let is_free = |direction: &u8| area.is_free(area.beside(at, *direction));
        if is_free(&wanted) {
            return Some(wanted);
        }
        let count = (0..4).filter(is_free).count() as u64;
        let chosen = self.random.below(count) as usize;
        (0..4).filter(is_free).nth(chosen)
    }

    /// Lays a block of floor: first the cells next to its middle, then the corners connected with them.
    fn lay(&mut self, at: usize, block: u8) {
        self.lay_cell(at);
        let row = 1 << self.area.row_bits;
        match block {
            2 => {
                let (east, south) = (self.lay_cell(at + 1), self.lay_cell(at + row));
                self.lay_corner(at + row + 1, east || south);
            }
            3 => {
                let (north, west) = (self.lay_cell(at - row), self.lay_cell(at - 1));
                let (east, south) = (self.lay_cell(at + 1), self.lay_cell(at + row));
                self.lay_corner(at - row - 1, north || west);
                self.lay_corner(at - row + 1, north || east);
                self.lay_corner(at + row - 1, south || west);
                self.lay_corner(at + row + 1, south || east);
            }
            _ => {}
        }
    }

    fn lay_corner(&mut self, at: usize, is_connected: bool) {
        if is_connected {
            self.lay_cell(at);
        }
    }

    /// Lays floor on a cell if it is free. Returns `true` if there is floor now.
    fn lay_cell(&mut self, at: usize) -> bool {
        // Without a branch, because no processor could predict it.
        let cell = &mut self.area.cells[at];
        self.laid[self.count] = at as u32;
        self.count += usize::from(*cell == FREE);
        *cell |= (*cell & FREE) * LAID;
        *cell != 0
    }

    fn turned_round(&mut self, at: usize, to: usize) {
        let spot = match self.params.weapons {
            WeaponSpots::AfterTurn => to,
            WeaponSpots::AtTurn => at,
            // They are searched at the end.
            WeaponSpots::DeadEnds => return,
        };
        let cell = &mut self.area.cells[spot];
        if *cell & WEAPON == 0 {
            *cell |= WEAPON;
            self.spots.push((SpotKind::Weapon, spot));
        }
    }

    /// Lays floor next to floor, the oldest first, until there is enough.
    fn fill_up(&mut self) {
        let mut index = 0;
        while index < self.count && self.count < self.enough {
            let at = self.laid[index] as usize;
            for direction in 0..4 {
                self.lay_cell(self.area.beside(at, direction));
            }
            index += 1;
        }
    }

    /// Lays floor next to floor, the oldest first, until all of it is at least this wide and high.
    fn widen(&mut self, least_side: u32) {
        let mut index = 0;
        while index < self.count && self.is_narrower_than(least_side) {
            let at = self.laid[index] as usize;
            for direction in 0..4 {
                self.lay_cell(self.area.beside(at, direction));
            }
            index += 1;
        }
    }

    fn is_narrower_than(&self, least_side: u32) -> bool {
        let one = |at: &u32| Rect::new(self.area.cell(*at as usize), Size::new(1, 1));
        let bounds = self.laid[..self.count].iter().map(one).reduce(Rect::union).unwrap_or_default();
        bounds.size.width.min(bounds.size.height) < least_side
    }

    /// Leaves the spots of a walker whose last step led from one cell to another.
    fn end_walker(&mut self, from: usize, to: usize, is_last: bool) {
        self.spots.push((SpotKind::Ammunition, to));
        if is_last {
            self.spots.push((SpotKind::Experience, from));
        }
    }
}

/// Returns a table from each number below 100 to a value.
///
/// The given values come first, as many times as their percentage; the rest gets `other`.
fn table<const N: usize>(values: [(u32, u8); N], other: u8) -> [u8; 100] {
    let mut table = [other; 100];
    let mut rest = &mut table[..];
    for (percent, value) in values {
        let (these, others) = rest.split_at_mut(rest.len().min(percent as usize));
        these.fill(value);
        rest = others;
    }
    table
}

#[cfg(test)]
mod tests;
