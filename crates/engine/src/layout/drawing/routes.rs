//! The routes of all passages, cell by cell, and their crossings.

use std::sync::Arc;

use super::port::Port;
use super::sized::SizedPlace;
use crate::base::{Cell, Rect, Size};
use crate::layout::input::problem::LayoutProblem;
use crate::place_shape::PlaceOutline;

/// A route from core to core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::layout) struct Route {
    /// The cells, each next to the one before. The first is in the core of `from`, the last in that of `to`.
    pub cells: Vec<Cell>,
    /// The index of the socket by which it leaves a room at either end.
    sockets: [Option<usize>; 2],
}

impl Route {
    /// Returns the index of the socket by which it leaves a room at either end.
    pub fn sockets(&self) -> [Option<usize>; 2] {
        self.sockets
    }

    /// Returns the route with other sockets.
    pub fn with_sockets(&self, sockets: [Option<usize>; 2]) -> Self {
        Self { sockets, ..self.clone() }
    }

    /// Creates a route over these cells that uses these sockets.
    pub fn along(cells: Vec<Cell>, sockets: [Option<usize>; 2]) -> Self {
        Self { cells, sockets }
    }

    /// Returns the route moved by an offset.
    pub fn moved(&self, by: Cell) -> Self {
        Self { cells: self.cells.iter().map(|cell| *cell + by).collect(), ..self.clone() }
    }

    /// Returns the route with rows and columns exchanged.
    pub fn transposed(&self) -> Self {
        Self { cells: self.cells.iter().map(|cell| cell.transposed()).collect(), ..self.clone() }
    }

    /// Creates the route between two ports that turns at these corners. Each port comes with the middle of its core.
    pub fn new(ends: [(Cell, &Port); 2], corners: &[Cell]) -> Self {
        let approach = |(middle, port): (Cell, &Port)| -> Vec<Cell> {
            port.approach.iter().map(|cell| middle + *cell).collect()
        };
        let [from, to] = ends.map(|(middle, port)| middle + port.inside);
        let mut cells = approach(ends[0]);
        cells.extend(polyline(&[&[from], corners, &[to]].concat()));
        cells.extend(approach(ends[1]).into_iter().rev());
        Self { cells, sockets: ends.map(|(_, port)| port.socket) }
    }
}

/// A cell in which one route is a bridge over another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layout) struct Crossing {
    pub at: Cell,
    /// The passages on the bridge and below it, by index.
    pub over: usize,
    pub under: usize,
}

/// The routes that were found for passages.
pub(in crate::layout) struct Routes {
    /// The routes, one for each passage.
    pub by_passage: Vec<Option<Route>>,
    pub crossings: Vec<Crossing>,
    /// The final core of each place.
    pub cores: Vec<Rect>,
    /// The passages that were given up because others pushed them aside too often.
    pub pushed_out: Vec<usize>,
}

impl Routes {
    /// Returns the bounding rectangle of all routes and of the ground of all places.
    ///
    /// `ground` returns the ground of a place, given its index and its core.
    pub fn bounds(&self, ground: impl Fn(usize, Rect) -> Rect) -> Rect {
        let grounds = self.cores.iter().enumerate().map(|(place, core)| ground(place, *core));
        let cells = self.by_passage.iter().flatten().flat_map(|route| &route.cells);
        let cells = cells.map(|cell| Rect::new(*cell, Size::new(1, 1)));
        grounds.chain(cells).reduce(Rect::union).unwrap_or_default()
    }

    /// Returns the outline of a place, if all routes leave the place at exits of it.
    pub fn outline_used<'s>(
        &self,
        problem: &LayoutProblem,
        sizes: &'s [SizedPlace],
        place: usize,
    ) -> Option<&'s Arc<PlaceOutline>> {
        let outline = sizes[place].form.outline()?;
        let core = self.cores[place];
        let leaves_by_exit = |route: &Route, is_first: bool| match (is_first, &route.cells[..]) {
            (true, [door, next, ..]) | (false, [.., next, door]) => outline
                .exits()
                .iter()
                .any(|exit| core.min + exit.cell == *door && door.step(exit.out) == *next),
            _ => false,
        };
        let leaves = |number: &usize| {
            let passage = &problem.passages[*number];
            self.by_passage[*number].as_ref().is_some_and(|route| {
                (passage.from != place || leaves_by_exit(route, true))
                    && (passage.to != place || leaves_by_exit(route, false))
            })
        };
        problem.places[place].passages.iter().all(leaves).then_some(outline)
    }

    /// Returns the passages without a route.
    pub fn missing(&self) -> Vec<usize> {
        (0..self.by_passage.len()).filter(|number| self.by_passage[*number].is_none()).collect()
    }

    /// Returns the used sockets of a place, each with its passage, by index.
    pub fn sockets_used(&self, problem: &LayoutProblem, place: usize) -> Vec<(usize, usize)> {
        let passages = problem.places[place].passages.iter();
        passages
            .filter_map(|number| {
                let [at_from, at_to] = self.by_passage[*number].as_ref()?.sockets;
                let passage = &problem.passages[*number];
                let here = |end: usize, socket: Option<usize>| socket.filter(|_| end == place);
                let sockets = [here(passage.from, at_from), here(passage.to, at_to)];
                Some(sockets.into_iter().flatten().map(|socket| (socket, *number)))
            })
            .flatten()
            .collect()
    }
}

/// Returns all cells of the straight lines from corner to corner.
pub(super) fn polyline(corners: &[Cell]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = corners.first().copied().into_iter().collect();
    for pair in corners.windows(2) {
        let step = Cell::new((pair[1].x - pair[0].x).signum(), (pair[1].y - pair[0].y).signum());
        let mut at = pair[0];
        for _ in 0..pair[0].manhattan(pair[1]) {
            at = at + step;
            cells.push(at);
        }
    }
    cells
}
