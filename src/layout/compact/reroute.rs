//! Finds courses that are shorter, or turn less often, among places and passages that stay.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use super::drawing::{Block, Course, Drawing, corners};
use crate::base::{Cell, Direction, Rect, Size};
use crate::layout::problem::LayoutProblem;
use crate::layout::routes::{Port, usable_ports};

/// Costs of a course: each cell, each turn, each cell beside one of its own places or on what another place may come to own or where it has not its width, and each cell from its door to the middle of the side.
const STEP: u32 = 10;
const TURN: u32 = 30;
const TOUCHING: u32 = 12;
const INTRUDING: u32 = 8;
const NARROW: u32 = 4;
const ASIDE: u32 = 2;

/// Cells around everything for courses to go around it.
const OUTSKIRTS_CELLS: u32 = 4;

/// Larger drawings keep their courses.
const MOST_CELLS: u64 = 4_000_000;

/// What going on from a cell costs, in steps of work.
const STEPS_A_CELL: u64 = 25;

const NOBODY: u32 = u32::MAX;
const CLOSED: [u32; 2] = [u32::MAX - 1; 2];

/// The best that is known of arriving at a cell in a direction.
#[derive(Clone, Copy)]
struct Arrival {
    cost: u32,
    round: u32,
    /// The direction in which one arrived at the cell before; 4: one comes out of the place.
    before: u8,
}

/// A place where a course may leave a place.
struct Door<'a> {
    inside: Cell,
    outside: usize,
    out: Direction,
    cost: u32,
    port: &'a Port,
}

struct Map<'a> {
    problem: &'a LayoutProblem<'a>,
    ports: &'a [Vec<Port>],
    bounds: Rect,
    /// For each cell the cores that touch it; or that no course can lie there.
    near: Vec<[u32; 2]>,
    /// How many lines of courses touch each cell, and how many with their widths.
    lines: Vec<u16>,
    bars: Vec<u16>,
    /// How many places may come to own each cell.
    grounds: Vec<u16>,
    arrivals: Vec<[Arrival; 4]>,
    round: u32,
    open: BinaryHeap<Reverse<(u32, u32)>>,
}

/// Lays courses anew that become cheaper by it; crossed ones and those that cross stay. Says if there were any.
pub(super) fn reroute(problem: &LayoutProblem, ports: &[Vec<Port>], drawing: &mut Drawing) -> bool {
    let bounds = drawing.bounds().grown(OUTSKIRTS_CELLS);
    if u64::from(bounds.size.width) * u64::from(bounds.size.height) > MOST_CELLS || problem.work.is_spent() {
        return false;
    }
    let mut map = Map::new(problem, ports, drawing, bounds);
    let crossing: BTreeSet<usize> =
        drawing.crossings.iter().flat_map(|crossing| [crossing.over, crossing.under]).collect();
    let mut any = false;
    for number in (0..drawing.courses.len()).filter(|number| !crossing.contains(number)) {
        let course = &drawing.courses[number];
        if course.places[0] == course.places[1] || (course.pieces() == 1 && course.length().0 < 2) {
            continue;
        }
        map.paint(course, false);
        let now = map.cost(&drawing.blocks, course);
        let found = map.search(&drawing.blocks, course, number, now);
        if let Some(found) = found {
            drawing.courses[number] = found;
            any = true;
        }
        map.paint(&drawing.courses[number], true);
    }
    any
}

impl<'a> Map<'a> {
    fn new(problem: &'a LayoutProblem<'a>, ports: &'a [Vec<Port>], drawing: &Drawing, bounds: Rect) -> Self {
        let cells = bounds.size.area();
        let fresh = Arrival { cost: 0, round: 0, before: 4 };
        let mut map = Self {
            problem,
            ports,
            bounds,
            near: vec![[NOBODY; 2]; cells],
            lines: vec![0; cells],
            bars: vec![0; cells],
            grounds: vec![0; cells],
            arrivals: vec![[fresh; 4]; cells],
            round: 0,
            open: BinaryHeap::new(),
        };
        problem.work.spend(4 * cells as u64);
        for (place, block) in drawing.blocks.iter().enumerate() {
            for index in map.within(block.core.grown(1)) {
                let near = &mut map.near[index];
                match near.iter_mut().find(|slot| **slot == NOBODY) {
                    Some(slot) => *slot = place as u32,
                    None => *near = CLOSED,
                }
            }
            for index in map.within(block.core) {
                map.near[index] = CLOSED;
            }
            if block.reach.is_some() {
                for index in map.within(block.ground()) {
                    map.grounds[index] += u16::from(reaches(block, map.cell(index)));
                }
            }
        }
        for course in &drawing.courses {
            map.paint(course, true);
        }
        map
    }

    /// Lays a course on the map, or takes it up.
    fn paint(&mut self, course: &Course, lay: bool) {
        let change = |count: &mut u16| *count = if lay { *count + 1 } else { *count - 1 };
        for piece in 0..course.pieces() {
            let (Some(line), Some(bar)) = (course.line(piece), course.bar(piece)) else { continue };
            self.within(line.grown(1)).for_each(|index| change(&mut self.lines[index]));
            self.within(bar.grown(1)).for_each(|index| change(&mut self.bars[index]));
        }
    }

    fn within(&self, rect: Rect) -> impl Iterator<Item = usize> + use<> {
        let Rect { min, size } = self.bounds;
        let columns = rect.min.x.max(min.x)..rect.right().min(self.bounds.right());
        let rows = rect.min.y.max(min.y)..rect.bottom().min(self.bounds.bottom());
        rows.flat_map(move |y| {
            let row = (y - min.y) as usize * size.width as usize;
            columns.clone().map(move |x| row + (x - min.x) as usize)
        })
    }

    fn cell(&self, index: usize) -> Cell {
        let width = self.bounds.size.width as usize;
        self.bounds.min + Cell::new((index % width) as i32, (index / width) as i32)
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        self.bounds.contains(cell).then(|| {
            let offset = cell - self.bounds.min;
            offset.y as usize * self.bounds.size.width as usize + offset.x as usize
        })
    }

    /// What a course pays for lying on a cell; `None` where it cannot.
    fn toll(&self, blocks: &[Block], course: &Course, index: usize) -> Option<u32> {
        let near = self.near[index];
        let own = course.places.map(|place| place as u32);
        let is_foreign = |place: &u32| *place != NOBODY && !own.contains(place);
        if self.lines[index] > 0 || near == CLOSED || near.iter().any(is_foreign) {
            return None;
        }
        let touching = if near == [NOBODY; 2] { 0 } else { TOUCHING };
        let mut intruded = u32::from(self.grounds[index]);
        if intruded > 0 {
            let cell = self.cell(index);
            let places =
                if course.places[0] == course.places[1] { &course.places[..1] } else { &course.places };
            intruded -= places.iter().filter(|place| reaches(&blocks[**place], cell)).count() as u32;
        }
        let mut narrow = 0;
        if course.before + course.after > 0 {
            let cell = self.cell(index);
            let width = (course.before + course.after + 1).unsigned_abs();
            let around = Rect::new(cell - Cell::new(course.before, course.before), Size::new(width, width));
            narrow = self
                .within(around)
                .filter(|index| self.bars[*index] > 0 || self.near[*index].iter().any(is_foreign))
                .count() as u32;
        }
        Some(STEP + touching + INTRUDING * intruded + NARROW * narrow)
    }

    /// What a course costs that lies where it may.
    fn cost(&self, blocks: &[Block], course: &Course) -> u32 {
        let lines = (0..course.pieces()).filter_map(|piece| course.line(piece));
        let mut cells: Vec<usize> = lines.flat_map(|line| self.within(line)).collect();
        cells.sort_unstable();
        cells.dedup();
        let tolls: u32 = cells.iter().filter_map(|index| self.toll(blocks, course, *index)).sum();
        let doors = [course.corners[0], course.corners[course.pieces()]];
        let asides: u32 = (0..2)
            .map(|end| {
                let next = if end == 0 { course.corners[1] } else { course.corners[course.pieces() - 1] };
                aside(blocks[course.places[end]].core, doors[end], doors[end].y == next.y)
            })
            .sum();
        tolls + TURN * course.length().1 + asides
    }

    fn doors(&self, blocks: &[Block], course: &Course, number: usize, end: usize) -> Vec<Door<'a>> {
        let place = course.places[end];
        let core = blocks[place].core;
        let wanted = self.problem.passages[number].socket;
        let ports: &'a [Port] = &self.ports[place];
        usable_ports(ports, wanted)
            .filter_map(|(_, port)| {
                let inside = core.center() + port.inside;
                let outside = self.index(inside.step(port.out))?;
                let lead = STEP * port.lead.len() as u32;
                let cost = aside(core, inside, port.out.is_level()) + lead;
                Some(Door { inside, outside, out: port.out, cost, port })
            })
            .collect()
    }

    /// The cheapest course, if it costs less than now; equal costs are decided by position.
    fn search(&mut self, blocks: &[Block], course: &Course, number: usize, now: u32) -> Option<Course> {
        let starts = self.doors(blocks, course, number, 0);
        let goals = self.doors(blocks, course, number, 1);
        let target = blocks[course.places[1]].core.grown(1);
        self.round += 1;
        self.open.clear();
        let mut best: Option<(u32, usize, usize)> = None;
        for door in &starts {
            if let Some(toll) = self.toll(blocks, course, door.outside) {
                self.arrive(target, (door.outside, door.out), door.cost + toll, 4, now);
            }
        }
        while let Some(Reverse((bound, state))) = self.open.pop() {
            self.problem.work.spend(STEPS_A_CELL);
            if self.problem.work.is_spent() || bound >= best.map_or(now, |(found, ..)| found) {
                break;
            }
            let (index, heading) = (state as usize / 4, Direction::ALL[state as usize % 4]);
            let arrival = self.arrivals[index][heading as usize];
            if arrival.cost + self.estimate(target, index) < bound {
                continue;
            }
            for (number, goal) in goals.iter().enumerate().filter(|(_, goal)| goal.outside == index) {
                let turn = if goal.out.opposite() == heading { 0 } else { TURN };
                let total = arrival.cost + goal.cost + turn;
                if goal.out != heading && total < best.map_or(now, |(found, ..)| found) {
                    best = Some((total, number, heading as usize));
                }
            }
            for next in Direction::ALL.into_iter().filter(|next| *next != heading.opposite()) {
                let Some(to) = self.index(self.cell(index).step(next)) else { continue };
                let Some(toll) = self.toll(blocks, course, to) else { continue };
                let turn = if next == heading { 0 } else { TURN };
                let limit = best.map_or(now, |(found, ..)| found);
                self.arrive(target, (to, next), arrival.cost + turn + toll, heading as u8, limit);
            }
        }
        let (_, goal, heading) = best?;
        Some(self.trace_back(course, &starts, &goals[goal], heading))
    }

    fn estimate(&self, target: Rect, index: usize) -> u32 {
        let cell = self.cell(index);
        let beyond = |value: i32, from: i32, to: i32| (from - value).max(value - to).max(0).unsigned_abs();
        STEP * (beyond(cell.x, target.min.x, target.right() - 1)
            + beyond(cell.y, target.min.y, target.bottom() - 1))
    }

    fn arrive(&mut self, target: Rect, (to, heading): (usize, Direction), cost: u32, before: u8, limit: u32) {
        let bound = cost + self.estimate(target, to);
        let known = &mut self.arrivals[to][heading as usize];
        if bound >= limit || (known.round == self.round && known.cost <= cost) {
            return;
        }
        *known = Arrival { cost, round: self.round, before };
        self.open.push(Reverse((bound, (to * 4 + heading as usize) as u32)));
    }

    fn trace_back(&self, course: &Course, starts: &[Door], goal: &Door, heading: usize) -> Course {
        let (mut index, mut heading) = (goal.outside, heading);
        let mut cells = vec![goal.inside, self.cell(index)];
        let start = loop {
            let arrival = self.arrivals[index][heading];
            let direction = Direction::ALL[heading];
            if arrival.before == 4 {
                let here = starts.iter().filter(|start| start.outside == index && start.out == direction);
                break here.min_by_key(|start| start.cost).expect("the course begins at one of them");
            }
            let cell = self.cell(index).step(direction.opposite());
            index = self.index(cell).expect("a course stays on the map");
            heading = usize::from(arrival.before);
            cells.push(cell);
        };
        cells.push(start.inside);
        cells.reverse();
        Course {
            corners: corners(&cells),
            sockets: [start.port.socket, goal.port.socket],
            leads: [start, goal]
                .map(|door| door.port.lead.iter().map(|cell| *cell - door.port.inside).collect()),
            ..course.clone()
        }
    }
}

/// What a door costs that does not lie in the middle of its side.
fn aside(core: Rect, door: Cell, is_level: bool) -> u32 {
    let middle = core.center();
    ASIDE * if is_level { door.y.abs_diff(middle.y) } else { door.x.abs_diff(middle.x) }
}

fn reaches(block: &Block, cell: Cell) -> bool {
    let Some(reach) = block.reach else { return false };
    let middle = block.core.center();
    let (dx, dy) = (i64::from(middle.x - cell.x), i64::from(middle.y - cell.y));
    dx * dx + dy * dy <= i64::from(reach) * i64::from(reach)
}
