//! A* on the cells between the cores.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use super::Way;
use crate::base::{Cell, Direction, Grid, Rect};

/// Costs of a way: each cell, each turn, each cell beside the middle of a side, and each cell that touches one of its own places' cores, where it would look like a part of them.
const STEP: u32 = 10;
const TURN: u32 = 14;
const ASIDE: u32 = 3;
const TOUCHING: u32 = 30;
/// What it costs to push another way aside, for each cell that touches it: once, and again for each time it was pushed before.
const PUSHING: u32 = 400;
const PUSHING_AGAIN: u32 = 250;

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

/// What lies on a cell and around it, kept so that a step of the search is one look.
#[derive(Clone, Copy)]
struct Ground {
    core: u32,
    way: u32,
    /// The cores that touch the cell, even at a corner. Of more than two it is `crowded` instead: no way can lie here.
    near: [u32; 2],
    crowded: bool,
    /// What it costs to push aside the ways that touch the cell.
    toll: u32,
}

impl Ground {
    const EMPTY: Self = Self { core: NOBODY, way: NOBODY, near: [NOBODY; 2], crowded: false, toll: 0 };

    fn add_near(&mut self, core: u32) {
        if self.near.contains(&core) {
            return;
        }
        match self.near.iter_mut().find(|slot| **slot == NOBODY) {
            Some(slot) => *slot = core,
            None => self.crowded = true,
        }
    }
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
    /// How often each way was taken up.
    pushed: Vec<u32>,
    arrivals: Vec<[Arrival; 4]>,
    round: u32,
}

impl Search {
    /// The ground of these bounds, with the cores in it, for so many ways.
    pub fn new(bounds: Rect, cores: &[Rect], ways: usize) -> Self {
        let origin = bounds.min;
        let mut ground = Grid::filled(bounds.size, Ground::EMPTY);
        let cores: Vec<Rect> = cores.iter().map(|core| Rect::new(core.min - origin, core.size)).collect();
        for (number, core) in cores.iter().enumerate() {
            for cell in core.cells() {
                ground[cell].core = number as u32;
            }
            for cell in core.grown(1).cells() {
                if let Some(ground) = ground.get_mut(cell) {
                    ground.add_near(number as u32);
                }
            }
        }
        let fresh = Arrival { round: 0, cost: 0, port: 0, before: None };
        let arrivals = vec![[fresh; 4]; bounds.size.area()];
        Self { origin, cores, ground, pushed: vec![0; ways], arrivals, round: 0 }
    }

    /// Marks the cells of a way, with its ports.
    pub fn lay(&mut self, number: usize, cells: &[Cell]) {
        self.mark(cells, number as u32);
        let price = self.price(number);
        self.for_all_near(cells, |ground| ground.toll += price);
    }

    /// Takes a way up again. It will be dearer to push aside.
    pub fn take_up(&mut self, number: usize, cells: &[Cell]) {
        self.mark(cells, NOBODY);
        let price = self.price(number);
        self.for_all_near(cells, |ground| ground.toll -= price);
        self.pushed[number] += 1;
    }

    /// The ways that a new one would touch.
    pub fn touched_by(&self, cells: &[Cell]) -> BTreeSet<usize> {
        let outside =
            cells.iter().map(|cell| *cell - self.origin).filter(|cell| self.core_at(*cell) == NOBODY);
        let near = outside.flat_map(|cell| cell.around().chain([cell]));
        near.filter_map(|cell| self.ground.get(cell))
            .filter(|ground| ground.way != NOBODY)
            .map(|ground| ground.way as usize)
            .collect()
    }

    /// The cheapest way between two places from a port of one to a port of the other; equal costs are decided by position. `None` if cores are in every way.
    pub fn way(&mut self, ends: [usize; 2], [starts, goals]: [&[Port]; 2]) -> Option<Way> {
        self.round += 1;
        let target = self.cores[ends[1]].grown(1);
        let estimate = |cell: Cell| {
            let beyond =
                |value: i32, from: i32, to: i32| (from - value).max(value - to).max(0).unsigned_abs();
            STEP * (beyond(cell.x, target.min.x, target.right() - 1)
                + beyond(cell.y, target.min.y, target.bottom() - 1))
        };
        let mut open = BinaryHeap::new();
        for (number, port) in starts.iter().enumerate() {
            let cell = port.outside() - self.origin;
            if let Some(toll) = self.toll(cell, ends) {
                let cost = port.cost + toll;
                self.arrive(&mut open, cell, port.out, cost, number as u32, None, &estimate);
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
            let beside_goal = self.ground[cell].near.contains(&(ends[1] as u32));
            for (number, goal) in goals.iter().enumerate().filter(|_| beside_goal) {
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
                if let Some(toll) = self.toll(beside, ends) {
                    let turn = if next == heading { 0 } else { TURN };
                    let total = cost + STEP + turn + toll;
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

    /// What a way between these places pays for lying here besides its length; `None` where it cannot: it must keep a cell away from the cores of all others.
    fn toll(&self, cell: Cell, ends: [usize; 2]) -> Option<u32> {
        let ground = self.ground.get(cell)?;
        if ground.core != NOBODY || ground.crowded {
            return None;
        }
        let foreign = |core: &u32| *core != NOBODY && !ends.contains(&(*core as usize));
        if ground.near.iter().any(foreign) {
            return None;
        }
        let touching = if ground.near == [NOBODY; 2] { 0 } else { TOUCHING };
        Some(touching + ground.toll)
    }

    /// What each cell that touches a way costs another.
    fn price(&self, number: usize) -> u32 {
        PUSHING + PUSHING_AGAIN * self.pushed[number]
    }

    /// Does something with every cell of the ground that is of a way or touches it, once.
    fn for_all_near(&mut self, cells: &[Cell], mut act: impl FnMut(&mut Ground)) {
        let near: BTreeSet<Cell> = cells.iter().flat_map(|cell| cell.around().chain([*cell])).collect();
        for cell in near {
            if let Some(ground) = self.ground.get_mut(cell - self.origin) {
                act(ground);
            }
        }
    }

    fn core_at(&self, cell: Cell) -> u32 {
        self.ground.get(cell).map_or(NOBODY, |ground| ground.core)
    }

    fn mark(&mut self, cells: &[Cell], way: u32) {
        for cell in cells {
            if let Some(ground) = self.ground.get_mut(*cell - self.origin) {
                ground.way = way;
            }
        }
    }
}
