//! Searches for the cheapest course between two places on the map.
//!
//! Cells and turns have costs, which are higher where the course touches its own places, intrudes on other
//! places, or is narrow.
//!
//! Source: A*, with a lower bound on the remaining turns.

use std::mem;

use super::ObstacleMap;
use super::arrivals::{Arrivals, QueueEntry};
use crate::base::{Cell, Direction, Rect};
use crate::layout::budget::STEP;
use crate::layout::budget::router::{ASIDE, STEPS_A_CELL, TOUCHING, TURN};
use crate::layout::drawing::block;
use crate::layout::drawing::course::{Course, corners};
use crate::layout::drawing::port::{Port, usable_ports};
use crate::layout::drawing::router::looks::SearchLooks;

/// A door by which a course may leave a place.
pub(super) struct CourseDoor<'a> {
    pub inside: Cell,
    pub outside: usize,
    pub out: Direction,
    pub cost: u32,
    pub port: &'a Port,
}

impl<'a> ObstacleMap<'a> {
    /// Returns the cost of a legal course.
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
                let block = self.blocks[course.places[end]].as_ref()?;
                Some(aside(block.core, doors[end], doors[end].y == next.y))
            })
            .sum();
        tolls + TURN * course.length().1 + asides
    }

    /// Returns a lower bound of the cost of any course between the two places.
    ///
    /// If cells lie between the two along one axis only, a straight course may be the cheapest. If its doors
    /// are far from the middles, one with a turn may be.
    pub fn least_cost(&self, course: &Course) -> u32 {
        let [Some(one), Some(other)] = course.places.map(|place| self.blocks[place].as_ref()) else {
            return 0;
        };
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

    /// Adds the doors by which a course may leave the place at one of its ends.
    pub(super) fn find_doors(
        &self,
        course: &Course,
        number: usize,
        end: usize,
        doors: &mut Vec<CourseDoor<'a>>,
    ) {
        let place = course.places[end];
        let Some(block) = &self.blocks[place] else { return };
        let core = block.core;
        let wanted = self.problem.passages[number].socket;
        let ports: &'a [Port] = self.ports.of(place, block);
        doors.extend(usable_ports(ports, wanted).filter_map(|(_, port)| {
            let inside = core.center() + port.inside;
            let outside = self.index(inside.step(port.out))?;
            let approach = STEP * port.approach.len() as u32;
            let cost = aside(core, inside, port.out.is_level()) + approach;
            Some(CourseDoor { inside, outside, out: port.out, cost, port })
        }));
    }

    /// Returns the cheapest course of a passage between places on the map. Equal costs are decided by position.
    ///
    /// Returns `None` if none costs less than `limit`, or none is found within this number of looks.
    pub fn search(&mut self, course: &Course, number: usize, limit: u32, most_looks: u32) -> Option<Course> {
        let mut doors = mem::take(&mut self.doors);
        for (end, doors) in doors.iter_mut().enumerate() {
            doors.clear();
            self.find_doors(course, number, end, doors);
        }
        // In the same order for each cell, so that goals of a cell are found at once.
        doors[1].sort_by_key(|goal| goal.outside);
        let found = self.search_between(course, &doors, limit, most_looks);
        self.doors = doors;
        found
    }

    fn search_between(
        &mut self,
        course: &Course,
        [starts, goals]: &[Vec<CourseDoor<'a>>; 2],
        limit: u32,
        most_looks: u32,
    ) -> Option<Course> {
        let outside = goals.iter().map(|goal| block::cell(goal.inside.step(goal.out)));
        let target = outside.reduce(Rect::union)?;
        let limit = self.begin(limit);
        let mut best: Option<(u32, usize, usize)> = None;
        for door in starts {
            let rest = estimate(target, door.inside.step(door.out), door.out);
            self.leave_by(course, door, rest, limit);
        }
        let mut looks = SearchLooks::new(&self.problem.work, STEPS_A_CELL, most_looks);
        while let Some(look) = self.open.pop() {
            let QueueEntry { bound, rest, state } = self.packing.unpack(look);
            let limit = best.map_or(limit, |(found, ..)| found);
            if !looks.take() || bound >= limit {
                break;
            }
            let (index, heading) = (state / 4, Direction::ALL[state % 4]);
            let so_far = self.arrivals.cost(index, heading);
            if so_far + rest < bound {
                continue;
            }
            let cell = self.cell(index);
            let first = if target.contains(cell) {
                goals.partition_point(|goal| goal.outside < index)
            } else {
                goals.len()
            };
            let here = goals[first..].iter().take_while(|goal| goal.outside == index);
            for (number, goal) in (first..).zip(here) {
                let turn = if goal.out.opposite() == heading { 0 } else { TURN };
                let total = so_far + goal.cost + turn;
                if goal.out != heading && total < best.map_or(limit, |(found, ..)| found) {
                    best = Some((total, number, heading as usize));
                }
            }
            let limit = best.map_or(limit, |(found, ..)| found);
            for next in Direction::ALL.into_iter().filter(|next| *next != heading.opposite()) {
                let Some(to) = self.next_index(index, cell, next) else { continue };
                let step = cell.step(next);
                let rest = || estimate(target, step, next);
                self.go_on(course, heading, so_far, (to, step, next), rest, limit);
            }
        }
        let (_, goal, heading) = best?;
        Some(self.trace_back(course, starts, &goals[goal], heading))
    }

    /// Begins a search. Returns the upper bound of its costs: the limit, or less if that cannot be represented.
    pub(super) fn begin(&mut self, limit: u32) -> u32 {
        self.open.clear();
        self.arrivals.begin(self.near.len(), limit.min(self.packing.bound_limit()))
    }

    /// Leaves a place by a door, if a course can use the cell in front of it.
    pub(super) fn leave_by(&mut self, course: &Course, door: &CourseDoor, rest: u32, limit: u32) {
        if let Some(toll) = self.toll(course, door.outside, door.inside.step(door.out)) {
            self.arrive((door.outside, door.out), door.cost + toll, 4, rest, limit);
        }
    }

    /// Goes on to the next cell. `heading` is the direction of arrival, and `so_far` its cost. `rest` returns a lower
    /// bound of the cost to come.
    pub(super) fn go_on(
        &mut self,
        course: &Course,
        heading: Direction,
        so_far: u32,
        (to, cell, next): (usize, Cell, Direction),
        rest: impl FnOnce() -> u32,
        limit: u32,
    ) {
        let cost = so_far + if next == heading { 0 } else { TURN };
        // Dismisses most steps before their costs are computed.
        let least = cost + STEP;
        if least >= limit || !self.arrivals.is_beaten_by(to, next, least) {
            return;
        }
        let rest = rest();
        if least + rest < limit
            && let Some(toll) = self.toll(course, to, cell)
        {
            self.arrive((to, next), cost + toll, heading as u32, rest, limit);
        }
    }

    fn arrive(&mut self, (to, heading): (usize, Direction), cost: u32, before: u32, rest: u32, limit: u32) {
        if cost + rest < limit && self.arrivals.is_beaten_by(to, heading, cost) {
            self.arrivals.put(to, heading, cost, before);
            let state = to * 4 + heading as usize;
            self.open.push(self.packing.pack(QueueEntry { bound: cost + rest, rest, state }));
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

    /// Returns the door at which a route begins, and its cells up to an arrival at a cell in a direction.
    pub(super) fn traced<'d>(
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

/// Returns a lower bound of the cost from a cell, entered in a direction, to the target.
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

/// Returns the cost of a door away from the middle of its side.
fn aside(core: Rect, door: Cell, is_level: bool) -> u32 {
    let middle = core.center();
    ASIDE * if is_level { door.y.abs_diff(middle.y) } else { door.x.abs_diff(middle.x) }
}
