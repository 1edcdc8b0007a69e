//! An independent simulation of epochs, written after the documentation and the source, and not after the engine.
//!
//! Source: *Frozen Zombies in Space*, `CellularAutomataGenerator.cs`.
//! Its fill method rolls for each cell of a kind. A hit fills the whole clump of that cell, unless the cell has
//! no neighbour of its kind.

use delvewright_engine::mission::UpdateOrder;

use crate::walk_statistics::simulation::Dice;

/// The number of columns and rows of the hall.
pub const SIZE: (i64, i64) = (9, 7);

/// A cell, by column and row.
pub type HallCell = (i64, i64);

/// The numbers of a pass. The cells that are counted have at most this distance along both axes, or in sum.
#[derive(Clone, Copy, Debug)]
pub struct EpochNumbers {
    pub percent: u64,
    pub live_above: usize,
    pub dead_below: usize,
    pub order: UpdateOrder,
    pub reach: i64,
    pub is_diamond: bool,
    pub is_edge_live: bool,
    pub distance: i64,
    pub smallest_clump: usize,
    /// The chance per cell that its clump is filled.
    pub fill_percent: u64,
}

/// The cells of a hall after all epochs.
#[derive(Default)]
pub struct HallMarks {
    pub frost: Vec<HallCell>,
    pub floe: Vec<HallCell>,
    pub pool: Vec<HallCell>,
    pub rats: Vec<HallCell>,
    pub frogs: Vec<HallCell>,
}

fn cells() -> impl Iterator<Item = HallCell> {
    (0..SIZE.1).flat_map(|y| (0..SIZE.0).map(move |x| (x, y)))
}

fn is_in_hall((x, y): HallCell) -> bool {
    (0..SIZE.0).contains(&x) && (0..SIZE.1).contains(&y)
}

fn is_inside((x, y): HallCell) -> bool {
    (1..SIZE.0 - 1).contains(&x) && (1..SIZE.1 - 1).contains(&y)
}

struct SimulatedHall<'n> {
    numbers: &'n EpochNumbers,
    is_live: Vec<bool>,
}

impl SimulatedHall<'_> {
    fn at((x, y): HallCell) -> usize {
        (y * SIZE.0 + x) as usize
    }

    fn is_live(&self, cell: HallCell) -> bool {
        if is_in_hall(cell) { self.is_live[Self::at(cell)] } else { self.numbers.is_edge_live }
    }

    fn next(&self, cell: HallCell) -> bool {
        let EpochNumbers { reach, is_diamond, is_edge_live, live_above, dead_below, .. } = *self.numbers;
        if is_edge_live && !is_inside(cell) {
            return true;
        }
        let offsets = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| (x, y)));
        let counted =
            offsets.filter(|(x, y)| (*x, *y) != (0, 0) && (!is_diamond || x.abs() + y.abs() <= reach));
        let live = counted.filter(|(x, y)| self.is_live((cell.0 + x, cell.1 + y))).count();
        live > live_above || live >= dead_below && self.is_live(cell)
    }

    fn step(&mut self, dice: &mut Dice) {
        let mut order: Vec<HallCell> = cells().collect();
        match self.numbers.order {
            UpdateOrder::Synchronous => {
                self.is_live = order.into_iter().map(|cell| self.next(cell)).collect();
                return;
            }
            UpdateOrder::GridOrder => {}
            UpdateOrder::Random => {
                for last in (1..order.len()).rev() {
                    order.swap(last, dice.below(last as u64 + 1) as usize);
                }
            }
        }
        for cell in order {
            self.is_live[Self::at(cell)] = self.next(cell);
        }
    }

    /// Returns the filled clumps of live or dead cells. Labels spread until none changes.
    fn filled(&self, are_live: bool, dice: &mut Dice) -> Vec<Vec<HallCell>> {
        let of_kind: Vec<HallCell> =
            cells().filter(|cell| is_inside(*cell) && self.is_live(*cell) == are_live).collect();
        let mut labels: Vec<usize> = (0..of_kind.len()).collect();
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for (one, (x, y)) in of_kind.iter().enumerate() {
                for (other, (near_x, near_y)) in of_kind.iter().enumerate() {
                    if (x - near_x).abs() + (y - near_y).abs() == 1 && labels[other] < labels[one] {
                        labels[one] = labels[other];
                        has_changed = true;
                    }
                }
            }
        }
        let clump = |label: usize| -> Vec<HallCell> {
            of_kind.iter().zip(&labels).filter(|(_, own)| **own == label).map(|(cell, _)| *cell).collect()
        };
        let clumps = (0..of_kind.len()).map(clump).filter(|clump| !clump.is_empty());
        let mut filled = Vec::new();
        for clump in clumps.filter(|clump| clump.len() >= self.numbers.smallest_clump) {
            let hits = clump.iter().filter(|_| dice.falls(self.numbers.fill_percent, 100)).count();
            if hits > 0 {
                filled.push(clump);
            }
        }
        filled
    }
}

/// Runs two steps with frost, one step with rats on 30 percent of the frost, then floes on clumps of live cells,
/// and pools with frogs in clumps of empty cells.
pub fn simulate(numbers: &EpochNumbers, anchor: HallCell, dice: &mut Dice) -> HallMarks {
    let mut hall = SimulatedHall { numbers, is_live: Vec::new() };
    for cell in cells() {
        let is_live = dice.falls(numbers.percent, 100);
        hall.is_live.push(is_live || numbers.is_edge_live && !is_inside(cell));
    }
    let is_far = |(x, y): &HallCell| (x - anchor.0).pow(2) + (y - anchor.1).pow(2) >= numbers.distance.pow(2);
    let mut result = HallMarks::default();
    hall.step(dice);
    hall.step(dice);
    result.frost = cells().filter(|cell| is_inside(*cell) && is_far(cell) && hall.is_live(*cell)).collect();
    hall.step(dice);
    for cell in &result.frost {
        if hall.is_live(*cell) && dice.falls(30, 100) && *cell != anchor {
            result.rats.push(*cell);
        }
    }
    result.floe = hall.filled(true, dice).concat().into_iter().filter(is_far).collect();
    result.pool = hall.filled(false, dice).concat().into_iter().filter(is_far).collect();
    result.frogs = result.pool.iter().copied().filter(|cell| *cell != anchor).collect();
    // The hall is the start, whose middle and the cells beside it stay dry.
    result.pool.retain(|(x, y)| (x - anchor.0).abs() + (y - anchor.1).abs() > 1);
    // Later tiles lie above.
    result.frost.retain(|cell| !result.floe.contains(cell) && !result.pool.contains(cell));
    result
}
