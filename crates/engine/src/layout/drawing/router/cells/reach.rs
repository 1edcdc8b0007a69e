//! Finds the cells that routes from a place reach, the cheapest first, around everything on the map.
//!
//! Input: a passage with one place on the map. Output: one reached cell after the other, each in front of a cell where
//! the other place may begin. The search pauses after each cell. Any other search on the map ends it.

use std::mem;

use super::arrivals::QueueEntry;
use super::search::CourseDoor;
use super::{ObstacleMap, mark};
use crate::base::{Cell, Direction};
use crate::layout::budget::STEP;
use crate::layout::budget::router::STEPS_A_CELL;
use crate::layout::drawing::course::{Course, corners};
use crate::layout::drawing::port::Port;

/// The routes that leave a place for a passage. Valid until the map is asked for others.
#[derive(Default)]
pub(in crate::layout) struct PassageReach<'a> {
    starts: Vec<CourseDoor<'a>>,
    /// The upper bound of their costs.
    limit: u32,
    looks: u32,
}

/// The end of one of the routes, in front of a cell on which a place may begin.
#[derive(Clone, Copy)]
pub(in crate::layout) struct ReachedEnd {
    index: usize,
    pub heading: Direction,
    /// The cell on which the place begins.
    pub door: Cell,
    cost: u32,
}

impl ReachedEnd {
    /// Returns the number of cells with the same cost.
    pub fn length(self) -> u32 {
        self.cost / STEP
    }
}

impl<'a> ObstacleMap<'a> {
    /// Starts a search for routes by which a passage can leave the place at one of its ends, for less than `limit`.
    ///
    /// The place must be on the map. Another search ends this one, but its arrivals stay valid.
    pub fn begin_reach(
        &mut self,
        course: &Course,
        number: usize,
        end: usize,
        limit: u32,
    ) -> PassageReach<'a> {
        let mut starts = Vec::new();
        self.find_doors(course, number, end, &mut starts);
        mem::swap(&mut self.arrivals, &mut self.reached);
        let limit = self.begin(limit);
        starts.iter().for_each(|door| self.leave_by(course, door, 0, limit));
        mem::swap(&mut self.arrivals, &mut self.reached);
        PassageReach { starts, limit, looks: 0 }
    }

    /// Returns the next cheapest route that can go straight on to a free cell.
    ///
    /// Returns `None` if there is none, or none is found within this number of looks.
    pub fn next_reached(
        &mut self,
        course: &Course,
        reach: &mut PassageReach<'a>,
        most_looks: u32,
    ) -> Option<ReachedEnd> {
        mem::swap(&mut self.arrivals, &mut self.reached);
        let mut found = None;
        while found.is_none()
            && reach.looks < most_looks
            && !self.problem.work.is_spent()
            && let Some(look) = self.open.pop()
        {
            let QueueEntry { bound, state, .. } = self.packing.unpack(look);
            self.problem.work.spend(STEPS_A_CELL);
            reach.looks += 1;
            let (index, heading) = (state / 4, Direction::ALL[state % 4]);
            let cost = self.arrivals.cost(index, heading);
            if cost < bound {
                continue;
            }
            let cell = self.cell(index);
            for next in Direction::ALL.into_iter().filter(|next| *next != heading.opposite()) {
                let Some(to) = self.next_index(index, cell, next) else { continue };
                let step = cell.step(next);
                if next == heading && self.marks[to] & (mark::NEAR | mark::LINE) == 0 {
                    found = Some(ReachedEnd { index, heading, door: step, cost });
                }
                self.go_on(course, heading, cost, (to, step, next), || 0, reach.limit);
            }
        }
        mem::swap(&mut self.arrivals, &mut self.reached);
        found
    }

    /// Returns the course of a passage along a route of the latest search, to a port of the place at its other end.
    pub fn reached(
        &self,
        course: &Course,
        reach: &PassageReach<'a>,
        end: usize,
        to: ReachedEnd,
        port: &Port,
    ) -> Course {
        let (start, mut cells) = self.traced(&self.reached, &reach.starts, (to.index, to.heading as usize));
        cells.push(to.door);
        let mut ends = [(start.port, start.inside), (port, to.door)];
        if end == 1 {
            cells.reverse();
            ends.reverse();
        }
        course.between(ends, corners(&cells))
    }
}
