//! Turns courses and tracks into routes of cells.
//!
//! Input: the course and the tracks of every passage, and the coordinates of columns and rows. Output: an
//! arrangement with all cores, routes and crossings. Nothing is decided here; every passage gets a route.

use super::axis::ChannelAxis;
use super::crossings::{HorizontalStretch, VerticalStretch, crossings};
use super::lanes::{LaneCourse, Lanes};
use super::pins::ChannelGate;
use super::{ChannelGrid, Gates};
use crate::base::{Cell, Rect};
use crate::layout::drawing::{Arrangement, Port, Route, Routes, SizedPlace};
use crate::layout::input::problem::LayoutProblem;
use crate::mission::Site;

/// Everything needed to draw routes, once the coordinates are known.
pub(super) struct ChannelDrawing<'a> {
    pub problem: &'a LayoutProblem<'a>,
    pub sizes: &'a [SizedPlace],
    pub ports: &'a [Vec<Port>],
    pub board: &'a ChannelGrid,
    pub gates: &'a Gates,
    pub columns: ChannelAxis,
    pub rows: ChannelAxis,
}

impl ChannelDrawing<'_> {
    /// Draws all routes and finds their crossings.
    pub fn finish(self, courses: &[LaneCourse], lanes: &Lanes) -> Arrangement {
        let (mut levels, mut uprights, mut by_passage) = (Vec::new(), Vec::new(), Vec::new());
        for (passage, course) in courses.iter().enumerate() {
            let corners = self.corners(passage, course, lanes);
            for pair in corners.windows(2) {
                let (from, to) = (pair[0], pair[1]);
                if from.y == to.y {
                    levels.push(HorizontalStretch {
                        y: from.y,
                        from: from.x.min(to.x),
                        to: from.x.max(to.x),
                        passage,
                    });
                } else {
                    uprights.push(VerticalStretch {
                        x: from.x,
                        from: from.y.min(to.y),
                        to: from.y.max(to.y),
                        passage,
                    });
                }
            }
            by_passage.push(Some(self.route(passage, corners)));
        }
        let crossings = crossings(&levels, uprights);
        let cores = (0..self.sizes.len()).map(|place| self.core(place)).collect();
        let positions = self.board.positions.iter();
        let sites =
            positions.map(|(column, row)| Site { x: self.columns.sites[*column], y: self.rows.sites[*row] });
        Arrangement {
            sites: sites.collect(),
            routes: Routes { by_passage, crossings, cores, pushed_out: Vec::new() },
            missing: Vec::new(),
            too_large: None,
        }
    }

    fn middle(&self, place: usize) -> Cell {
        let (column, row) = self.board.positions[place];
        Cell::new(self.columns.middles[column], self.rows.middles[row])
    }

    fn core(&self, place: usize) -> Rect {
        let size = self.sizes[place].core;
        Rect::new(self.middle(place) - Rect::new(Cell::new(0, 0), size).center(), size)
    }

    /// Returns the corners of a passage, from the middle row of its first place to that of its second.
    ///
    /// In between are the corners on the lanes between rows and, if it has one, on the lane between columns.
    fn corners(&self, passage: usize, course: &LaneCourse, lanes: &Lanes) -> Vec<Cell> {
        let gates = &self.gates.of_passages[passage];
        let [from, to] = [0, 1].map(|end| {
            let x = self.columns.middles[course.columns[end]] + gates[end].pin;
            let y = self.rows.track(course.across[end], lanes.across[passage][end]);
            let passage = &self.problem.passages[passage];
            let middle = self.middle(if end == 0 { passage.from } else { passage.to });
            (Cell::new(x, middle.y), Cell::new(x, y))
        });
        let mut corners = vec![from.0, from.1];
        if let Some(lane) = course.down {
            let x = self.columns.track(lane, lanes.down[passage]);
            corners.extend([Cell::new(x, from.1.y), Cell::new(x, to.1.y)]);
        }
        corners.extend([to.1, to.0]);
        corners
    }

    /// Returns the route of a passage through its corners.
    fn route(&self, passage: usize, corners: Vec<Cell>) -> Route {
        let gates = &self.gates.of_passages[passage];
        let places = [self.problem.passages[passage].from, self.problem.passages[passage].to];
        let port = |end: usize| &self.ports[places[end]][gates[end].port];
        let mut all = leaving(self.middle(places[0]), port(0), &gates[0]);
        all.extend(&corners[1..corners.len() - 1]);
        all.extend(leaving(self.middle(places[1]), port(1), &gates[1]).into_iter().rev());
        Route::new([0, 1].map(|end| (self.middle(places[end]), port(end))), &all)
    }
}

/// Returns the corners from a port to its pin, without both.
fn leaving(middle: Cell, port: &Port, gate: &ChannelGate) -> Vec<Cell> {
    let mut corners = Vec::new();
    if port.inside.x != gate.exit {
        corners.push(middle + Cell::new(gate.exit, port.inside.y));
    }
    if let Some(turn) = gate.turn {
        corners.extend([gate.exit, gate.pin].map(|x| middle + Cell::new(x, turn)));
    }
    corners
}
