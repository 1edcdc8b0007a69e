//! A passage as a course: the corners of its route, its width, and the limits of its length.
//!
//! A course is independent of the cells around it, so that it can move together with its places.

use super::block::{Block, cell};
use super::owned_cells::RouteRuns;
use super::port::Port;
use super::routes::{Route, polyline};
use super::sized::SizedPlace;
use crate::base::{Cell, Rect, Size};
use crate::layout::input::problem::ProblemPassage;
use crate::level::PassageForm;

/// A passage in a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::layout) struct Course {
    pub places: [usize; 2],
    /// The corners, including both ends, which lie on the edges of the cores.
    pub corners: Vec<Cell>,
    /// Extent of the corridor on both sides of the route: to the left and up, and to the right and down.
    pub before: i32,
    pub after: i32,
    /// The sockets by which it leaves rooms.
    pub sockets: [Option<usize>; 2],
    /// The cells from each socket to the edge of the core, relative to the end of the course there.
    pub approaches: [Vec<Cell>; 2],
    /// The minimum and maximum number of cells between its places.
    pub limits: Option<(u32, u32)>,
    /// Distance from the middle of each place within which cells of the route can belong to it.
    pub reaches: [Option<u32>; 2],
    /// `true` for a doorway. A doorway does not change, and holds its two places together.
    pub is_doorway: bool,
}

impl Course {
    pub fn new(passage: &ProblemPassage, route: &Route, sizes: &[SizedPlace]) -> Option<Self> {
        let places = [passage.from, passage.to];
        let approach_length = |end: usize| -> usize {
            let socket = route.sockets()[end].and_then(|socket| sizes[places[end]].sockets.get(socket));
            socket.map_or(0, |outlet| outlet.approach.len())
        };
        let cells =
            route.cells.get(approach_length(0)..route.cells.len().checked_sub(approach_length(1))?)?;
        let (first, last) = (*cells.first()?, *cells.last()?);
        let approach = |cells: &mut dyn Iterator<Item = &Cell>, exit: Cell| -> Vec<Cell> {
            cells.map(|cell| *cell - exit).collect()
        };
        let approaches = [
            approach(&mut route.cells.iter().take(approach_length(0)), first),
            approach(&mut route.cells.iter().rev().take(approach_length(1)), last),
        ];
        let corners = corners(cells);
        let nowhere = Self::nowhere(passage, sizes, first);
        (corners.len() > 1).then_some(Self { corners, sockets: route.sockets(), approaches, ..nowhere })
    }

    /// Creates a course without a position: both of its ends are on one cell.
    pub fn nowhere(passage: &ProblemPassage, sizes: &[SizedPlace], nowhere: Cell) -> Self {
        let places = [passage.from, passage.to];
        let width = passage.width.max(1) as i32;
        Self {
            places,
            corners: vec![nowhere; 2],
            before: (width - 1) / 2,
            after: width / 2,
            sockets: [None; 2],
            approaches: [Vec::new(), Vec::new()],
            limits: passage.length,
            reaches: places.map(|place| sizes[place].form.reach()),
            is_doorway: passage.form == PassageForm::Doorway,
        }
    }

    /// Returns a course of this passage through other corners, from port to port. Each port has its cell.
    pub fn between(&self, ends: [(&Port, Cell); 2], corners: Vec<Cell>) -> Self {
        let Self { places, before, after, limits, reaches, is_doorway, .. } = *self;
        let sockets = ends.map(|(port, _)| port.socket);
        let approaches = ends.map(|(port, _)| port.approach.iter().map(|cell| *cell - port.inside).collect());
        Self { places, corners, before, after, sockets, approaches, limits, reaches, is_doorway }
    }

    /// Returns the cells of the route, including those from each socket to the edge of the core.
    pub fn route(&self) -> Route {
        let approach = |end: usize, inside: Cell| self.approaches[end].iter().map(move |cell| inside + *cell);
        let mut cells: Vec<Cell> = approach(0, self.corners[0]).collect();
        cells.extend(polyline(&self.corners));
        cells.extend(approach(1, self.corners[self.corners.len() - 1]).rev());
        Route::along(cells, self.sockets)
    }

    /// Returns the number of straight pieces.
    pub fn pieces(&self) -> usize {
        self.corners.len() - 1
    }

    pub fn is_upright(&self, piece: usize) -> bool {
        self.corners[piece].x == self.corners[piece + 1].x
    }

    /// Removes the corners at which it does not turn.
    pub fn straighten(&mut self) {
        self.corners.dedup();
        let mut kept: Vec<Cell> = Vec::with_capacity(self.corners.len());
        for &corner in &self.corners {
            while let [.., before, last] = kept[..]
                && ((before.x == last.x && last.x == corner.x) || (before.y == last.y && last.y == corner.y))
            {
                kept.pop();
            }
            if kept.last() != Some(&corner) {
                kept.push(corner);
            }
        }
        self.corners = kept;
    }

    /// Returns the cells of each piece with its width, without those in the cores of its places.
    pub fn bars(&self) -> impl Iterator<Item = Rect> {
        (0..self.pieces()).filter_map(|piece| self.bar(piece))
    }

    /// Returns the cells of a piece with its width, or `None` if it has none outside of the cores.
    ///
    /// At inner corners, it includes the full width of the next piece.
    pub fn bar(&self, piece: usize) -> Option<Rect> {
        let line = self.line(piece)?;
        let aside =
            |cells: i32| if self.is_upright(piece) { Cell::new(cells, 0) } else { Cell::new(0, cells) };
        let moved = |by: Cell| Rect::new(line.min + by, line.size);
        let wide = moved(aside(-self.before)).union(moved(aside(self.after)));
        let inner = [(piece > 0).then_some(piece), (piece + 1 < self.pieces()).then_some(piece + 1)];
        let corners = inner.into_iter().flatten().map(|corner| self.block(self.corners[corner]));
        Some(corners.fold(wide, Rect::union))
    }

    /// Returns the cells of a piece of the route, without those in the cores of its places.
    pub fn line(&self, piece: usize) -> Option<Rect> {
        let (mut from, mut to) = (self.corners[piece], self.corners[piece + 1]);
        let step = Cell::new((to.x - from.x).signum(), (to.y - from.y).signum());
        if piece == 0 {
            from = from + step;
        }
        if piece + 1 == self.pieces() {
            to = to - step;
        }
        let is_left = (to.x - from.x) * step.x >= 0 && (to.y - from.y) * step.y >= 0;
        is_left.then(|| cell(from).union(cell(to)))
    }

    /// Returns the cells that a corridor of full width takes around a cell of the route.
    fn block(&self, at: Cell) -> Rect {
        let width = (self.before + self.after + 1).unsigned_abs();
        Rect::new(at - Cell::new(self.before, self.before), Size::new(width, width))
    }

    /// Returns the number of cells outside of the cores, and the number of turns.
    pub fn length(&self) -> (u32, u32) {
        let cells: u32 = self.corners.windows(2).map(|pair| pair[0].manhattan(pair[1])).sum();
        (cells.saturating_sub(1), self.corners.len() as u32 - 2)
    }

    /// Returns the number of cells of the route that belong to the passage, between places with these cores.
    pub fn cells_between(&self, cores: [Rect; 2]) -> u32 {
        if self.reaches == [None; 2] {
            return self.cells_outside();
        }
        let mut runs = RouteRuns::default();
        let [first, .., last] = self.corners[..] else { return 0 };
        self.approaches[0].iter().for_each(|cell| runs.push(first + *cell));
        self.corners.iter().for_each(|corner| runs.push_line(*corner));
        self.approaches[1].iter().rev().for_each(|cell| runs.push(last + *cell));
        self.cells_of_its_own(&runs, cores)
    }

    /// Returns the number of cells in these runs that belong to the passage, between places with these cores.
    pub fn cells_of_its_own(&self, runs: &RouteRuns, cores: [Rect; 2]) -> u32 {
        let (own, common) = runs.shares(cores, self.reaches);
        common.saturating_sub(own) as u32
    }

    /// Returns the number of cells between the cores, or between the sockets of rooms.
    ///
    /// This is an upper bound of the number of cells that belong to the passage.
    pub fn cells_outside(&self) -> u32 {
        self.length().0 + self.approaches.iter().map(Vec::len).sum::<usize>() as u32
    }

    /// Returns `true` if the passage has its minimum number of cells between these places.
    pub fn is_long_enough(&self, blocks: &[Block]) -> bool {
        self.limits.is_none_or(|(least, _)| {
            self.cells_outside() >= least && self.cells_between(self.cores(blocks)) >= least
        })
    }

    /// Returns the number of cells above the maximum.
    pub fn cells_too_many(&self, blocks: &[Block]) -> u32 {
        self.limits.map_or(0, |(_, most)| {
            let is_short = self.cells_outside() <= most;
            if is_short { 0 } else { self.cells_between(self.cores(blocks)).saturating_sub(most) }
        })
    }

    /// Returns the cores of its places.
    pub fn cores(&self, blocks: &[Block]) -> [Rect; 2] {
        self.places.map(|place| blocks[place].core)
    }
}

/// Returns the ends of a route and the cells at which it turns.
pub(in crate::layout) fn corners(cells: &[Cell]) -> Vec<Cell> {
    let mut corners: Vec<Cell> = cells.first().copied().into_iter().collect();
    for triple in cells.windows(3) {
        if triple[2] - triple[1] != triple[1] - triple[0] {
            corners.push(triple[1]);
        }
    }
    corners.extend(cells.last().filter(|_| cells.len() > 1));
    corners
}
