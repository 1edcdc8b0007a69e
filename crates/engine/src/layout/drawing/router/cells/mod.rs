//! A map of places and courses, cell by cell, and the search for courses on it.
//!
//! In: blocks and courses that are put on the map. Out: the cheapest course of a passage between two places on it.
//! A course costs its cells and turns, and more where it touches its own places, intrudes on others, or is narrow.
//! Guaranteed: equal costs are decided by position, and a search ends after a counted number of looks.
//! Packing also asks the map if a place is free, if a way leads out, and where ways lead (`reach`).
//! Source: A*, with a bound on the turns still to come.

mod arrivals;
mod reach;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use self::arrivals::{Arrivals, QueueEntry};
pub(in crate::layout) use self::reach::{PassageReach, ReachedEnd};

use super::rect_parts::{beyond, ring};
use super::window::{cell_at, index_of, rows_on};
use crate::base::{Cell, Direction, Grid, Rect, Size};
use crate::layout::budget::STEP;
use crate::layout::budget::router::{
    ASIDE, CELLS_A_STEP, CELLS_OF_ROWS_A_STEP, INTRUDING, NARROW, STEPS_A_CELL, TOUCHING, TURN,
};
use crate::layout::drawing::block::{self, Block};
use crate::layout::drawing::course::{Course, corners};
use crate::layout::drawing::orthogonal::OrthogonalDrawing;
use crate::layout::drawing::port::{Port, usable_ports};
use crate::layout::problem::LayoutProblem;

const NOBODY: u32 = u32::MAX;
const FREE: [u32; 2] = [NOBODY; 2];
const CLOSED: [u32; 2] = [u32::MAX - 1; 2];

/// A place where a course may leave a place.
struct CourseDoor<'a> {
    inside: Cell,
    outside: usize,
    out: Direction,
    cost: u32,
    port: &'a Port,
}

/// From which cells a way leads outside, as far as it was asked.
pub(in crate::layout) struct OutsideView {
    bounds: Rect,
    known: Grid<CellKnowledge>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CellKnowledge {
    Nothing,
    Open,
    Closed,
}

impl OutsideView {
    /// Of all that lies in a rectangle.
    pub fn new(bounds: Rect) -> Self {
        let bounds = bounds.grown(1);
        Self { bounds, known: Grid::filled(bounds.size, CellKnowledge::Nothing) }
    }

    fn cells_to_edge(&self, cell: Cell) -> i32 {
        let Rect { min, .. } = self.bounds;
        let across = (cell.x - min.x).min(self.bounds.right() - cell.x);
        across.min(cell.y - min.y).min(self.bounds.bottom() - cell.y)
    }
}

/// What lies where.
pub(in crate::layout) struct ObstacleMap<'a> {
    problem: &'a LayoutProblem<'a>,
    ports: &'a [Vec<Port>],
    bounds: Rect,
    /// Is there nothing beyond it, not even wall that must be kept free?
    is_bounded: bool,
    /// The places that lie on it.
    blocks: Vec<Option<Block>>,
    /// For each cell the cores that touch it; or that no course can lie there.
    near: Vec<[u32; 2]>,
    /// How many lines of courses touch each cell, and how many with their widths.
    lines: Vec<u16>,
    bars: Vec<u16>,
    /// How many places may come to own each cell.
    grounds: Vec<u16>,
    arrivals: Arrivals,
    /// The arrivals of the ways that were looked for last.
    reached: Arrivals,
    /// What is to be looked at.
    open: BinaryHeap<Reverse<QueueEntry>>,
}

impl<'a> ObstacleMap<'a> {
    /// A map that shows no cells yet.
    pub fn new(problem: &'a LayoutProblem<'a>, ports: &'a [Vec<Port>]) -> Self {
        Self {
            problem,
            ports,
            bounds: Rect::default(),
            is_bounded: false,
            blocks: Vec::new(),
            near: Vec::new(),
            lines: Vec::new(),
            bars: Vec::new(),
            grounds: Vec::new(),
            arrivals: Arrivals::default(),
            reached: Arrivals::default(),
            open: BinaryHeap::new(),
        }
    }

    /// Takes everything off the map, which then shows these cells, and more if it did and may.
    fn clear(&mut self, bounds: Rect, is_bounded: bool) {
        self.is_bounded = is_bounded;
        if bounds.shared(self.bounds) != bounds || (is_bounded && bounds != self.bounds) {
            self.bounds = bounds;
            self.arrivals = Arrivals::default();
            self.reached = Arrivals::default();
        }
        let cells = self.bounds.size.area();
        self.problem.work.spend(cells as u64);
        self.blocks = vec![None; self.problem.places.len()];
        self.near.clear();
        self.near.resize(cells, FREE);
        for counts in [&mut self.lines, &mut self.bars, &mut self.grounds] {
            counts.clear();
            counts.resize(cells, 0);
        }
    }

    /// Puts a drawing on the map, and nothing else; moved so that its middle lies in that of the map.
    pub fn show(&mut self, drawing: &mut OrthogonalDrawing, outskirts: u32) {
        self.make_room(drawing, outskirts);
        for (place, block) in drawing.blocks.iter().enumerate() {
            self.put(place, *block);
        }
        for course in &drawing.courses {
            self.paint(course, true);
        }
    }

    /// Empties the map, with room for a drawing that is moved so that its middle lies in that of the map.
    pub fn make_room(&mut self, drawing: &mut OrthogonalDrawing, outskirts: u32) {
        drawing.center();
        let bounds = drawing.bounds().grown(outskirts);
        match drawing.corner() {
            None => self.clear(bounds, false),
            Some(corner) => self.clear(beyond(corner, bounds), true),
        }
    }

    /// Puts a place on the map.
    pub fn put(&mut self, place: usize, block: Block) {
        self.blocks[place] = Some(block);
        self.mark(place, block, block.core.grown(1));
        self.count_ground(&block, true);
    }

    /// Takes a place off the map.
    pub fn take(&mut self, place: usize) {
        let Some(block) = self.blocks[place].take() else { return };
        self.count_ground(&block, false);
        let around = block.core.grown(1);
        self.within(around).for_each(|index| self.near[index] = FREE);
        for other in 0..self.blocks.len() {
            if let Some(block) = self.blocks[other]
                && block.core.grown(1).overlaps(around)
            {
                self.mark(other, block, around);
            }
        }
    }

    /// Marks what touches a place, and the place itself, as far as it lies in a rectangle.
    fn mark(&mut self, place: usize, block: Block, part: Rect) {
        let core = block.core;
        for side in ring(core) {
            for index in self.within(side.shared(part)) {
                let near = &mut self.near[index];
                match near.iter_mut().find(|slot| **slot == NOBODY) {
                    Some(slot) => *slot = place as u32,
                    None => *near = CLOSED,
                }
            }
        }
        let own = core.shared(part);
        self.rows(own).for_each(|row| self.near[row].fill(CLOSED));
        self.spend(2 * (core.size.width + core.size.height) as usize, CELLS_A_STEP);
        self.spend(own.size.area(), CELLS_OF_ROWS_A_STEP);
    }

    /// Counts work on so many cells.
    fn spend(&self, cells: usize, cells_a_step: usize) {
        self.problem.work.spend((cells / cells_a_step) as u64);
    }

    fn count_ground(&mut self, block: &Block, put: bool) {
        let Some(reach) = block.reach else { return };
        for row in self.rows_of_disc(block.core.center(), reach.unsigned_abs()) {
            self.grounds[row].iter_mut().for_each(|count| *count = if put { *count + 1 } else { *count - 1 });
        }
        self.spend(block.ground().size.area(), CELLS_OF_ROWS_A_STEP);
    }

    /// The indices of the cells on the map of each row of a disc: those no farther than `radius` from its middle.
    fn rows_of_disc(&self, middle: Cell, radius: u32) -> impl Iterator<Item = Range<usize>> + use<> {
        let rows = Rect::new(middle, Size::new(1, 1)).grown(radius);
        let bounds = self.bounds;
        (rows.min.y..rows.bottom()).flat_map(move |y| {
            let half = i64::from(radius).pow(2) - i64::from(y - middle.y).pow(2);
            let half = half.isqrt() as i32;
            let row = Rect::new(Cell::new(middle.x - half, y), Size::new(2 * half.unsigned_abs() + 1, 1));
            rows_on(bounds, row)
        })
    }

    /// Lays a course on the map, or takes it up.
    pub fn paint(&mut self, course: &Course, lay: bool) {
        let change = |count: &mut u16| *count = if lay { *count + 1 } else { *count - 1 };
        for piece in 0..course.pieces() {
            let (Some(line), Some(bar)) = (course.line(piece), course.bar(piece)) else { continue };
            self.within(line.grown(1)).for_each(|index| change(&mut self.lines[index]));
            self.within(bar.grown(1)).for_each(|index| change(&mut self.bars[index]));
            self.spend(line.grown(1).size.area() + bar.grown(1).size.area(), CELLS_A_STEP);
        }
    }

    /// Is nothing on the cells of a place, or nearer to it than so many cells?
    pub fn is_free(&self, block: &Block, gap: i32) -> bool {
        let wide = gap.max(1).unsigned_abs() - 1;
        let around = block.ground().grown(wide + 1);
        let needed = if self.is_bounded { block.ground() } else { around };
        if needed.shared(self.bounds) != needed {
            return false;
        }
        let mut cells = 0;
        let core_is_free = self.rows(block.core).all(|row| self.lines[row].iter().all(|lines| *lines == 0))
            && self.rows(block.core.grown(wide)).all(|row| {
                cells += row.len();
                self.is_vacant(row)
            });
        self.spend(cells, CELLS_OF_ROWS_A_STEP);
        let radius = block.reach.map(|reach| reach.unsigned_abs() + wide);
        let has_ground = |radius: u32| {
            self.spend(block.ground().grown(wide).size.area(), CELLS_OF_ROWS_A_STEP);
            self.rows_of_disc(block.core.center(), radius)
                .all(|row| self.is_vacant(row.clone()) && self.bars[row].iter().all(|bars| *bars == 0))
        };
        core_is_free && radius.is_none_or(has_ground)
    }

    /// Returns `true` if no place lies on any of these cells, or touches one.
    fn is_vacant(&self, row: Range<usize>) -> bool {
        self.near[row.clone()].iter().all(|near| *near == FREE)
            && self.grounds[row].iter().all(|grounds| *grounds == 0)
    }

    /// Can a course leave a place there, and go on for a cell?
    pub fn is_way_out(&self, place: usize, outside: Cell, out: Direction) -> bool {
        self.is_way(place, outside) && self.is_way(place, outside.step(out))
    }

    /// Can a course leave a place there and go on, without touching anything, until it is outside of all that
    /// the view is of?
    pub fn leads_out(&self, place: usize, outside: Cell, out: Direction, view: &mut OutsideView) -> bool {
        self.is_way(place, outside) && self.is_open(outside.step(out), view)
    }

    /// Does a way that touches nothing lead outside from a cell? It is looked for straight out first.
    fn is_open(&self, from: Cell, view: &mut OutsideView) -> bool {
        let mut seen = Vec::new();
        let mut left = vec![from];
        let mut is_open = false;
        while let Some(cell) = left.pop() {
            let is_free =
                self.index(cell).is_some_and(|index| self.near[index] == FREE && self.lines[index] == 0);
            if !is_free {
                continue;
            }
            let Some(known) = view.known.get_mut(cell - view.bounds.min) else {
                is_open = true;
                break;
            };
            match *known {
                CellKnowledge::Nothing => {
                    *known = CellKnowledge::Closed;
                    seen.push(cell);
                    let mut next = Direction::ALL.map(|direction| cell.step(direction));
                    next.sort_by_key(|next| Reverse(view.cells_to_edge(*next)));
                    left.extend(next);
                }
                CellKnowledge::Closed => {}
                CellKnowledge::Open => {
                    is_open = true;
                    break;
                }
            }
        }
        self.problem.work.spend(4 * seen.len() as u64);
        if is_open {
            seen.into_iter().for_each(|cell| view.known[cell - view.bounds.min] = CellKnowledge::Open);
        }
        is_open
    }

    /// On how many cells one after the other could it lie, from the one behind `from`, at most so many?
    pub fn free_cells(&self, place: usize, from: Cell, direction: Direction, most: i32) -> i32 {
        let step = direction.offset();
        let cell = |cells: i32| from + Cell::new(step.x * cells, step.y * cells);
        (1..=most).take_while(|cells| self.is_way(place, cell(*cells))).count() as i32
    }

    /// Could a course of a place lie on a cell, if nothing but that place is near?
    pub fn is_way(&self, place: usize, cell: Cell) -> bool {
        let own = [NOBODY, place as u32];
        self.index(cell).is_some_and(|index| {
            self.lines[index] == 0 && self.near[index].iter().all(|near| own.contains(near))
        })
    }

    fn within(&self, rect: Rect) -> impl Iterator<Item = usize> + use<> {
        self.rows(rect).flatten()
    }

    /// The indices of the cells on the map of each row of a rectangle.
    fn rows(&self, rect: Rect) -> impl Iterator<Item = Range<usize>> + use<> {
        rows_on(self.bounds, rect)
    }

    fn cell(&self, index: usize) -> Cell {
        cell_at(self.bounds, index)
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        index_of(self.bounds, cell)
    }

    /// What a course pays for lying on a cell, which has that index; `None` where it cannot.
    fn toll(&self, course: &Course, index: usize, cell: Cell) -> Option<u32> {
        let near = self.near[index];
        let is_wide = course.before + course.after > 0;
        if near == FREE && self.lines[index] == 0 && self.grounds[index] == 0 && !is_wide {
            return Some(STEP);
        }
        let own = course.places.map(|place| place as u32);
        let is_foreign = |place: &u32| *place != NOBODY && !own.contains(place);
        if self.lines[index] > 0 || near == CLOSED || near.iter().any(is_foreign) {
            return None;
        }
        let touching = if near == FREE { 0 } else { TOUCHING };
        let mut intruded = u32::from(self.grounds[index]);
        if intruded > 0 {
            let places =
                if course.places[0] == course.places[1] { &course.places[..1] } else { &course.places };
            let is_own = |place: &&usize| self.blocks[**place].is_some_and(|block| block.reaches(cell));
            intruded -= places.iter().filter(is_own).count() as u32;
        }
        let mut narrow = 0;
        if is_wide {
            let width = (course.before + course.after + 1).unsigned_abs();
            let around = Rect::new(cell - Cell::new(course.before, course.before), Size::new(width, width));
            narrow = self
                .within(around)
                .filter(|index| self.bars[*index] > 0 || self.near[*index].iter().any(is_foreign))
                .count() as u32;
        }
        Some(STEP + touching + INTRUDING * intruded + NARROW * narrow)
    }

    /// Could a course lie there?
    pub fn can_lie(&self, course: &Course) -> bool {
        let mut lines = (0..course.pieces()).filter_map(|piece| course.line(piece));
        lines.all(|line| {
            line.shared(self.bounds) == line
                && self.within(line).all(|index| self.toll(course, index, self.cell(index)).is_some())
        })
    }

    /// Could a course lie there between places that are to lie around it, since nothing else is near?
    pub fn is_clear(&self, course: &Course) -> bool {
        let mut lines = (0..course.pieces()).filter_map(|piece| course.line(piece));
        lines.all(|line| {
            line.shared(self.bounds) == line
                && self.within(line).all(|index| self.lines[index] == 0 && self.near[index] == FREE)
        })
    }

    /// What a course costs that lies where it may.
    pub fn cost(&self, course: &Course) -> u32 {
        let lines = (0..course.pieces()).filter_map(|piece| course.line(piece));
        let mut cells: Vec<usize> = lines.flat_map(|line| self.within(line)).collect();
        cells.sort_unstable();
        cells.dedup();
        let tolls: u32 = cells.iter().filter_map(|index| self.toll(course, *index, self.cell(*index))).sum();
        let doors = [course.corners[0], course.corners[course.pieces()]];
        let asides: u32 = (0..2)
            .filter_map(|end| {
                let next = if end == 0 { course.corners[1] } else { course.corners[course.pieces() - 1] };
                let block = self.blocks[course.places[end]]?;
                Some(aside(block.core, doors[end], doors[end].y == next.y))
            })
            .sum();
        tolls + TURN * course.length().1 + asides
    }

    /// What a course costs at least between its places, wherever it lies: if cells lie between the two along
    /// one axis alone, what a straight one does, or one with a turn if the doors of a straight one lie far
    /// from the middles.
    pub fn least_cost(&self, course: &Course) -> u32 {
        let [Some(one), Some(other)] = course.places.map(|place| self.blocks[place]) else { return 0 };
        let (one, other) = (one.core, other.core);
        let apart =
            |from: i32, to: i32, other_from: i32, other_to: i32| (other_from - to).max(from - other_to);
        let across = apart(one.min.x, one.right(), other.min.x, other.right());
        let down = apart(one.min.y, one.bottom(), other.min.y, other.bottom());
        let off = one.center() - other.center();
        let (cells, off) = match (across > 0, down > 0) {
            (true, false) => (across, off.y),
            (false, true) => (down, off.x),
            _ => return 0,
        };
        let touching = if cells > 1 { 2 } else { 1 };
        STEP * cells.unsigned_abs() + TOUCHING * touching + (ASIDE * off.unsigned_abs()).min(TURN + STEP)
    }

    fn doors(&self, course: &Course, number: usize, end: usize) -> Vec<CourseDoor<'a>> {
        let place = course.places[end];
        let Some(Block { core, .. }) = self.blocks[place] else { return Vec::new() };
        let wanted = self.problem.passages[number].socket;
        let ports: &'a [Port] = &self.ports[place];
        usable_ports(ports, wanted)
            .filter_map(|(_, port)| {
                let inside = core.center() + port.inside;
                let outside = self.index(inside.step(port.out))?;
                let lead = STEP * port.lead.len() as u32;
                let cost = aside(core, inside, port.out.is_level()) + lead;
                Some(CourseDoor { inside, outside, out: port.out, cost, port })
            })
            .collect()
    }

    /// The cheapest course of a passage between places that lie on the map, if it costs less than that and is
    /// found after so many looks at cells; equal costs are decided by position.
    pub fn search(&mut self, course: &Course, number: usize, limit: u32, most_looks: u32) -> Option<Course> {
        let starts = self.doors(course, number, 0);
        let goals = self.doors(course, number, 1);
        let outside = goals.iter().map(|goal| block::cell(self.cell(goal.outside)));
        let target = outside.reduce(Rect::union)?;
        let limit = self.begin(limit);
        let mut looks = 0;
        let mut best: Option<(u32, usize, usize)> = None;
        for door in &starts {
            let cell = door.inside.step(door.out);
            if let Some(toll) = self.toll(course, door.outside, cell) {
                let rest = estimate(target, cell, door.out);
                self.arrive((door.outside, door.out), door.cost + toll, 4, rest, limit);
            }
        }
        while let Some(Reverse(look)) = self.open.pop() {
            let (bound, rest, state) = (look.bound(), look.rest(), look.state());
            self.problem.work.spend(STEPS_A_CELL);
            looks += 1;
            let is_enough = looks > most_looks || self.problem.work.is_spent();
            if is_enough || bound >= best.map_or(limit, |(found, ..)| found) {
                break;
            }
            let (index, heading) = (state / 4, Direction::ALL[state % 4]);
            let cell = self.cell(index);
            let so_far = self.arrivals.cost(index, heading);
            if so_far + rest < bound {
                continue;
            }
            let near = if target.contains(cell) { &goals[..] } else { &[] };
            for (number, goal) in near.iter().enumerate().filter(|(_, goal)| goal.outside == index) {
                let turn = if goal.out.opposite() == heading { 0 } else { TURN };
                let total = so_far + goal.cost + turn;
                if goal.out != heading && total < best.map_or(limit, |(found, ..)| found) {
                    best = Some((total, number, heading as usize));
                }
            }
            for next in Direction::ALL.into_iter().filter(|next| *next != heading.opposite()) {
                let step = cell.step(next);
                let Some(to) = self.index(step) else { continue };
                let turn = if next == heading { 0 } else { TURN };
                let limit = best.map_or(limit, |(found, ..)| found);
                let rest = estimate(target, step, next);
                // Most are dismissed for less than it takes to say what they cost.
                if !self.is_better((to, next), so_far + turn + STEP, rest, limit) {
                    continue;
                }
                let Some(toll) = self.toll(course, to, step) else { continue };
                self.arrive((to, next), so_far + turn + toll, heading as u32, rest, limit);
            }
        }
        let (_, goal, heading) = best?;
        Some(self.trace_back(course, &starts, &goals[goal], heading))
    }

    /// Begins a search. Says what its courses must cost less than: the limit, or as much as can be counted.
    fn begin(&mut self, limit: u32) -> u32 {
        self.open.clear();
        self.arrivals.begin(self.near.len(), limit)
    }

    /// Is it worth while to arrive at a cell at that cost, with so much to come at least?
    fn is_better(&self, (to, heading): (usize, Direction), cost: u32, rest: u32, limit: u32) -> bool {
        cost + rest < limit && self.arrivals.is_beaten_by(to, heading, cost)
    }

    fn arrive(&mut self, (to, heading): (usize, Direction), cost: u32, before: u32, rest: u32, limit: u32) {
        if self.is_better((to, heading), cost, rest, limit) {
            self.arrivals.put(to, heading, cost, before);
            let state = (to * 4 + heading as usize) as u32;
            self.open.push(Reverse(QueueEntry::new(cost + rest, rest, state)));
        }
    }

    fn trace_back(
        &self,
        course: &Course,
        starts: &[CourseDoor],
        goal: &CourseDoor,
        heading: usize,
    ) -> Course {
        let (start, mut cells) = self.traced(&self.arrivals, starts, (goal.outside, heading));
        cells.push(goal.inside);
        course.between([(start.port, start.inside), (goal.port, goal.inside)], corners(&cells))
    }

    /// The door at which a way begins that arrives at a cell in a direction, and the way from there.
    fn traced<'d>(
        &self,
        arrivals: &Arrivals,
        starts: &'d [CourseDoor<'a>],
        (mut index, mut heading): (usize, usize),
    ) -> (&'d CourseDoor<'a>, Vec<Cell>) {
        let mut cells = vec![self.cell(index)];
        let start = loop {
            let before = arrivals.before(index, heading);
            let direction = Direction::ALL[heading];
            if before == 4 {
                let here = starts.iter().filter(|start| start.outside == index && start.out == direction);
                break here.min_by_key(|start| start.cost).expect("the course begins at one of them");
            }
            let cell = self.cell(index).step(direction.opposite());
            index = self.index(cell).expect("a course stays on the map");
            heading = before as usize;
            cells.push(cell);
        };
        cells.push(start.inside);
        cells.reverse();
        (start, cells)
    }
}

/// What a course costs at least that arrives at a cell in a direction and goes on to a cell of the target.
fn estimate(target: Rect, cell: Cell, heading: Direction) -> u32 {
    let beyond = |value: i32, from: i32, to: i32| (from - value).max(0) - (value - to).max(0);
    let dx = beyond(cell.x, target.min.x, target.right() - 1);
    let dy = beyond(cell.y, target.min.y, target.bottom() - 1);
    let Cell { x, y } = heading.offset();
    let is_toward = x * dx > 0 || y * dy > 0;
    let turns = match (dx != 0, dy != 0) {
        (false, false) => 0,
        (true, true) => 1 + u32::from(!is_toward),
        _ if is_toward => 0,
        _ => 1 + u32::from(x * dx < 0 || y * dy < 0),
    };
    STEP * (dx.unsigned_abs() + dy.unsigned_abs()) + TURN * turns
}

/// What a door costs that does not lie in the middle of its side.
fn aside(core: Rect, door: Cell, is_level: bool) -> u32 {
    let middle = core.center();
    ASIDE * if is_level { door.y.abs_diff(middle.y) } else { door.x.abs_diff(middle.x) }
}
