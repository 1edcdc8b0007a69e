//! A* on the cells between the cores.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Way;
use crate::base::{Cell, Direction, Grid, Rect};

/// Costs of a way: each cell, each turn, each cell beside the middle of a side, and each cell that touches one of its own places' cores, where it would look like a part of them.
const STEP: u32 = 10;
const TURN: u32 = 14;
const ASIDE: u32 = 3;
const TOUCHING: u32 = 30;

const NOBODY: u32 = u32::MAX;

/// Where a way can leave a core.
#[derive(Clone, Copy, Debug)]
pub(super) struct Port {
    inside: Cell,
    out: Direction,
    cost: u32,
    socket: Option<usize>,
}

impl Port {
    /// A port at a cell of the core's edge; `aside` says how many cells it lies from the middle of its side.
    pub fn new(inside: Cell, out: Direction, aside: u32, socket: Option<usize>) -> Self {
        Self { inside, out, cost: aside * ASIDE, socket }
    }

    fn outside(&self) -> Cell {
        self.inside.step(self.out)
    }
}

/// What lies on a cell.
#[derive(Clone, Copy)]
struct Ground {
    core: u32,
    way: u32,
}

/// The best that is known of arriving at a cell in a direction.
#[derive(Clone, Copy)]
struct Arrival {
    round: u32,
    cost: u32,
    /// The port from which the way came, and the direction in which it arrived at the cell before.
    port: u32,
    before: Option<Direction>,
}

/// The ground between the cores, with the ways laid so far.
pub(super) struct Search {
    origin: Cell,
    cores: Vec<Rect>,
    ground: Grid<Ground>,
    arrivals: Vec<[Arrival; 4]>,
    round: u32,
}

impl Search {
    /// The ground of these bounds, with the cores in it.
    pub fn new(bounds: Rect, cores: &[Rect]) -> Self {
        let origin = bounds.min;
        let mut ground = Grid::filled(bounds.size, Ground { core: NOBODY, way: NOBODY });
        let cores: Vec<Rect> = cores.iter().map(|core| Rect::new(core.min - origin, core.size)).collect();
        for (number, core) in cores.iter().enumerate() {
            for cell in core.cells() {
                ground[cell].core = number as u32;
            }
        }
        let fresh = Arrival { round: 0, cost: 0, port: 0, before: None };
        Self { origin, cores, arrivals: vec![[fresh; 4]; bounds.size.area()], ground, round: 0 }
    }

    /// Forgets all ways.
    pub fn clear_ways(&mut self) {
        for cell in self.ground.rect().cells() {
            self.ground[cell].way = NOBODY;
        }
    }

    /// Marks the cells of a way, with its ports.
    pub fn lay(&mut self, way: &[Cell], number: usize) {
        for cell in way {
            if let Some(ground) = self.ground.get_mut(*cell - self.origin) {
                ground.way = number as u32;
            }
        }
    }

    /// The cheapest way between two places from one of these ports to one of those; equal costs are decided by position.
    pub fn way(&mut self, from: usize, to: usize, starts: &[Port], goals: &[Port]) -> Option<Way> {
        self.round += 1;
        let target = self.cores[to].grown(1);
        let estimate = |cell: Cell| {
            let beyond =
                |value: i32, from: i32, to: i32| (from - value).max(value - to).max(0).unsigned_abs();
            STEP * (beyond(cell.x, target.min.x, target.right() - 1)
                + beyond(cell.y, target.min.y, target.bottom() - 1))
        };
        let mut open = BinaryHeap::new();
        for (number, port) in starts.iter().enumerate() {
            let cell = port.outside() - self.origin;
            if self.is_free(cell, from, to) {
                let before = None;
                self.arrive(&mut open, cell, port.out, port.cost, number as u32, before, &estimate);
            }
        }
        let mut best: Option<(u32, usize, Cell, Direction)> = None;
        while let Some(Reverse((bound, cost, index, heading))) = open.pop() {
            if best.is_some_and(|(found, ..)| found <= bound) {
                break;
            }
            let heading = Direction::ALL[usize::from(heading)];
            let width = self.ground.size().width;
            let cell = Cell::new((index % width) as i32, (index / width) as i32);
            let arrival = self.arrivals[index as usize][heading as usize];
            if arrival.cost < cost {
                continue;
            }
            for (number, goal) in goals.iter().enumerate() {
                if goal.outside() - self.origin == cell {
                    let turn = if goal.out.opposite() == heading { 0 } else { TURN };
                    let total = cost + goal.cost + turn;
                    if best.is_none_or(|(found, ..)| total < found) {
                        best = Some((total, number, cell, heading));
                    }
                }
            }
            for next in Direction::ALL.into_iter().filter(|next| *next != heading.opposite()) {
                let beside = cell.step(next);
                if self.is_free(beside, from, to) {
                    let turn = if next == heading { 0 } else { TURN };
                    let touching = if self.touches_core(beside) { TOUCHING } else { 0 };
                    let total = cost + STEP + turn + touching;
                    self.arrive(&mut open, beside, next, total, arrival.port, Some(heading), &estimate);
                }
            }
        }
        let (_, goal, cell, heading) = best?;
        Some(self.trace_back(starts, &goals[goal], cell, heading))
    }

    #[expect(clippy::too_many_arguments, reason = "one call for both the ports and the steps between")]
    fn arrive(
        &mut self,
        open: &mut BinaryHeap<Reverse<(u32, u32, u32, u8)>>,
        cell: Cell,
        heading: Direction,
        cost: u32,
        port: u32,
        before: Option<Direction>,
        estimate: &impl Fn(Cell) -> u32,
    ) {
        let Some(index) = self.ground.index_of(cell) else { return };
        let known = &mut self.arrivals[index][heading as usize];
        if known.round == self.round && known.cost <= cost {
            return;
        }
        *known = Arrival { round: self.round, cost, port, before };
        open.push(Reverse((cost + estimate(cell), cost, index as u32, heading as u8)));
    }

    fn trace_back(&self, starts: &[Port], goal: &Port, cell: Cell, heading: Direction) -> Way {
        let mut cells = vec![goal.inside];
        let (mut cell, mut heading) = (cell, heading);
        let port = loop {
            cells.push(cell + self.origin);
            let index = self.ground.index_of(cell).expect("a way stays on the ground");
            let arrival = self.arrivals[index][heading as usize];
            let Some(before) = arrival.before else { break &starts[arrival.port as usize] };
            cell = cell.step(heading.opposite());
            heading = before;
        };
        cells.push(port.inside);
        cells.reverse();
        Way { cells, sockets: [port.socket, goal.socket] }
    }

    /// May a way between these places lie here? It must keep a cell away from all else.
    fn is_free(&self, cell: Cell, from: usize, to: usize) -> bool {
        let Some(here) = self.ground.get(cell) else { return false };
        let own = |core: u32| core == NOBODY || core == from as u32 || core == to as u32;
        here.core == NOBODY
            && here.way == NOBODY
            && cell.around().filter_map(|near| self.ground.get(near)).all(|ground| {
                // A way marked inside a core is another one's port; a room's would be walked into from the side.
                own(ground.core) && ground.way == NOBODY
            })
    }

    fn touches_core(&self, cell: Cell) -> bool {
        cell.around().filter_map(|near| self.ground.get(near)).any(|ground| ground.core != NOBODY)
    }
}
