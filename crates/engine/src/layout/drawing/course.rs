//! A passage as a course: the corners of its way, its width, and how long it may be.
//!
//! A course moves with its places: all that does not depend on where it lies is kept with it.

use super::block::{Block, cell};
use super::owned_cells::WayRuns;
use super::port::Port;
use super::routes::Route;
use super::sized::SizedPlace;
use crate::base::{Cell, Direction, Rect, Size};
use crate::layout::problem::ProblemPassage;
use crate::level::PassageForm;

/// The way of a passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::layout) struct Course {
    pub places: [usize; 2],
    /// Where it begins, turns and ends; the first and the last lie on the edges of the cores.
    pub corners: Vec<Cell>,
    /// How far a corridor of its width reaches to the left and up, and to the right and down.
    pub before: i32,
    pub after: i32,
    /// The sockets by which it leaves rooms, and the cells from them to the edge, counted from there.
    pub sockets: [Option<usize>; 2],
    pub leads: [Vec<Cell>; 2],
    /// How many cells it has between its places, the least and the most.
    pub limits: Option<(u32, u32)>,
    /// How far from the middles of its places the cells of the way may be theirs.
    pub reaches: [Option<u32>; 2],
    /// Is it a doorway? That stays as it is, and holds its places together as they lie.
    pub is_doorway: bool,
}

impl Course {
    pub fn new(passage: &ProblemPassage, way: &Route, sizes: &[SizedPlace]) -> Option<Self> {
        let places = [passage.from, passage.to];
        let lead_of = |end: usize| -> usize {
            let socket = way.sockets()[end].and_then(|socket| sizes[places[end]].sockets.get(socket));
            socket.map_or(0, |outlet| outlet.lead.len())
        };
        let cells = way.cells.get(lead_of(0)..way.cells.len().checked_sub(lead_of(1))?)?;
        let (first, last) = (*cells.first()?, *cells.last()?);
        let lead = |cells: &mut dyn Iterator<Item = &Cell>, exit: Cell| -> Vec<Cell> {
            cells.map(|cell| *cell - exit).collect()
        };
        let leads = [
            lead(&mut way.cells.iter().take(lead_of(0)), first),
            lead(&mut way.cells.iter().rev().take(lead_of(1)), last),
        ];
        let corners = corners(cells);
        let nowhere = Self::nowhere(passage, sizes, first);
        (corners.len() > 1).then_some(Self { corners, sockets: way.sockets(), leads, ..nowhere })
    }

    /// A course of which nothing is said yet of where it lies.
    pub fn nowhere(passage: &ProblemPassage, sizes: &[SizedPlace], nowhere: Cell) -> Self {
        let places = [passage.from, passage.to];
        let width = passage.width.max(1) as i32;
        Self {
            places,
            corners: vec![nowhere; 2],
            before: (width - 1) / 2,
            after: width / 2,
            sockets: [None; 2],
            leads: [Vec::new(), Vec::new()],
            limits: passage.length,
            reaches: places.map(|place| sizes[place].form.reach()),
            is_doorway: passage.form == PassageForm::Doorway,
        }
    }

    /// The same passage between two ports, each with its cell, by a way with these corners.
    pub fn between(&self, ends: [(&Port, Cell); 2], corners: Vec<Cell>) -> Self {
        let Self { places, before, after, limits, reaches, is_doorway, .. } = *self;
        let sockets = ends.map(|(port, _)| port.socket);
        let leads = ends.map(|(port, _)| port.lead.iter().map(|cell| *cell - port.inside).collect());
        Self { places, corners, before, after, sockets, leads, limits, reaches, is_doorway }
    }

    pub fn way(&self) -> Route {
        let port = |end: usize| {
            let inside = if end == 0 { self.corners[0] } else { self.corners[self.corners.len() - 1] };
            let out = Direction::North;
            let port = Port {
                inside: Cell::new(0, 0),
                out,
                cost: 0,
                socket: self.sockets[end],
                lead: self.leads[end].clone(),
                kind: None,
            };
            (inside, port)
        };
        let [from, to] = [port(0), port(1)];
        let inner = &self.corners[1..self.corners.len() - 1];
        Route::new([(from.0, &from.1), (to.0, &to.1)], inner)
    }

    /// How many straight pieces it has.
    pub fn pieces(&self) -> usize {
        self.corners.len() - 1
    }

    pub fn is_upright(&self, piece: usize) -> bool {
        self.corners[piece].x == self.corners[piece + 1].x
    }

    /// Leaves out corners at which it does not turn.
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

    /// The cells of each piece with its width, but for those in the cores of its places.
    pub fn bars(&self) -> impl Iterator<Item = Rect> {
        (0..self.pieces()).filter_map(|piece| self.bar(piece))
    }

    /// The cells of a piece with its width, but for those in the cores of its places; there it is as narrow as the way.
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

    /// The cells of a piece of the way, but for those in the cores of its places.
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

    /// The cells around a cell of the way that are the corridor's, if it has its width there.
    fn block(&self, at: Cell) -> Rect {
        let width = (self.before + self.after + 1).unsigned_abs();
        Rect::new(at - Cell::new(self.before, self.before), Size::new(width, width))
    }

    /// How many cells it has outside its places, and how often it turns.
    pub fn length(&self) -> (u32, u32) {
        let cells: u32 = self.corners.windows(2).map(|pair| pair[0].manhattan(pair[1])).sum();
        (cells.saturating_sub(1), self.corners.len() as u32 - 2)
    }

    /// How many cells along its way are those of the passage, between places with these cores.
    pub fn cells_between(&self, cores: [Rect; 2]) -> u32 {
        if self.reaches == [None; 2] {
            return self.cells_outside();
        }
        let mut runs = WayRuns::default();
        let [first, .., last] = self.corners[..] else { return 0 };
        self.leads[0].iter().for_each(|cell| runs.push(first + *cell));
        self.corners.iter().for_each(|corner| runs.push_line(*corner));
        self.leads[1].iter().rev().for_each(|cell| runs.push(last + *cell));
        self.cells_of_its_own(&runs, cores)
    }

    /// Returns the number of cells of a way that belong to the passage, between places with these cores.
    pub fn cells_of_its_own(&self, runs: &WayRuns, cores: [Rect; 2]) -> u32 {
        let (own, common) = runs.shares(cores, self.reaches);
        common.saturating_sub(own) as u32
    }

    /// How many cells it has outside the cores of its places, and before the sockets of rooms; no more of
    /// them can be those of the passage.
    pub fn cells_outside(&self) -> u32 {
        self.length().0 + self.leads.iter().map(Vec::len).sum::<usize>() as u32
    }

    /// Has it as many cells as it must have, between these places?
    pub fn is_long_enough(&self, blocks: &[Block]) -> bool {
        self.limits.is_none_or(|(least, _)| {
            self.cells_outside() >= least && self.cells_between(self.cores(blocks)) >= least
        })
    }

    /// How many cells it has beyond the most.
    pub fn cells_too_many(&self, blocks: &[Block]) -> u32 {
        self.limits.map_or(0, |(_, most)| {
            let is_short = self.cells_outside() <= most;
            if is_short { 0 } else { self.cells_between(self.cores(blocks)).saturating_sub(most) }
        })
    }

    /// The cores of its places.
    pub fn cores(&self, blocks: &[Block]) -> [Rect; 2] {
        self.places.map(|place| blocks[place].core)
    }
}

/// The ends of a way, and the cells at which it turns.
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
