//! Candidates for the position of a place, and their costs.
//!
//! In: a place that is taken up. Out: positions next to its neighbours, or on a grid of positions, with
//! costs.
//! Positions at which the level becomes too large are left out. Nothing is checked for collisions here.

use smallvec::SmallVec;

use super::Packing;
use super::around::RouteAround;
use super::beside::{NearRoute, SpaceLimit};
use crate::base::{Cell, RandomStream, Rect};
use crate::layout::budget::compact::pack::candidates::{
    CELL, CHANCE, EVERY_CELLS, OFF_MIDDLE, OTHER_CELL, STEPS_A_RATING, TURN,
};
use crate::layout::compact::rating::route_cost;
use crate::layout::drawing;
use crate::layout::drawing::Block;

/// A position for a place with its body.
pub(super) struct PositionCandidate<'a> {
    /// The corner of the core of that place.
    pub at: Cell,
    /// The route of one of the body's passages, if the position is due to it.
    pub route: Option<NeighbourRoute<'a>>,
    pub cost: u64,
}

/// A route to a neighbour.
#[derive(Clone, Copy)]
pub(super) enum NeighbourRoute<'a> {
    /// Straight, or with one turn.
    Near(NearRoute<'a>),
    Around(RouteAround<'a>),
}

impl NeighbourRoute<'_> {
    pub fn passage(&self) -> usize {
        match self {
            Self::Near(route) => route.passage,
            Self::Around(route) => route.passage,
        }
    }

    /// Returns the cell at which it turns, if it is known.
    fn turn(&self) -> Option<Cell> {
        match self {
            Self::Near(route) => route.turn,
            Self::Around(_) => None,
        }
    }

    /// Returns the number of cells, or how many cells would cost as much.
    fn length(&self) -> u32 {
        match self {
            Self::Near(route) => route.length(),
            Self::Around(route) => route.end.length(),
        }
    }

    /// Estimates the cost of the passage.
    fn cost(&self) -> u64 {
        match self {
            Self::Near(route) => route.cost(),
            Self::Around(route) => route_cost(route.end.length(), 0),
        }
    }
}

impl PositionCandidate<'_> {
    /// Returns the offset by which the place moves.
    pub fn moves(&self, place: &Block) -> Cell {
        self.at - place.core.min
    }
}

/// A passage from a body to a place that is put.
struct BodyPassage {
    passage: usize,
    /// The core at which it leaves the body, and the core of the other place.
    cores: [Rect; 2],
}

/// Common data for rating all positions of a body.
pub(super) struct PositionCost {
    /// The bounds of everything that is put.
    bounds: Rect,
    /// The current middle of the body.
    middle: Cell,
    /// The current ground of the body.
    ground: Rect,
    /// The minimum cost of all passages.
    passages: u64,
    ties: SmallVec<[BodyPassage; 4]>,
}

impl<'a> Packing<'_, 'a> {
    /// Adds all positions of a place next to its neighbours that are put.
    pub(super) fn add_candidates(
        &self,
        place: usize,
        random: &mut RandomStream,
        candidates: &mut Vec<PositionCandidate<'a>>,
    ) {
        let taken = self.bounds_of_put();
        let room = SpaceLimit { taken, most: self.most.saturating_sub(self.least_passages()) };
        for (own, passage) in self.joined(place) {
            let before = candidates.len();
            self.beside(own, passage, room, candidates);
            let by = self.drawing.blocks[place].core.min - self.drawing.blocks[own].core.min;
            candidates[before..].iter_mut().for_each(|candidate| candidate.at = candidate.at + by);
        }
        self.rate(place, taken, candidates, random);
    }

    /// Returns positions of a place on a coarse grid, without routes.
    pub(super) fn anywhere(&self, place: usize, random: &mut RandomStream) -> Vec<PositionCandidate<'a>> {
        let bounds = self.bounds_of_put();
        let core = self.drawing.blocks[place].core;
        let around = self.bodies.ground(place, &self.drawing.blocks).size;
        let corner = core.min - self.bodies.core(place, &self.drawing.blocks).min;
        let all = bounds.grown(around.width.max(around.height) + 2 * EVERY_CELLS);
        let (columns, rows) = (all.min.x..all.right(), all.min.y..all.bottom());
        let at = |x: i32, y: i32| PositionCandidate { at: Cell::new(x, y) + corner, route: None, cost: 0 };
        let mut candidates: Vec<PositionCandidate> = rows
            .step_by(EVERY_CELLS as usize)
            .flat_map(|y| columns.clone().step_by(EVERY_CELLS as usize).map(move |x| at(x, y)))
            .collect();
        self.rate(place, bounds, &mut candidates, random);
        candidates
    }

    /// Rates positions, and removes those at which the level becomes too large.
    fn rate(
        &self,
        place: usize,
        bounds: Rect,
        candidates: &mut Vec<PositionCandidate>,
        random: &mut RandomStream,
    ) {
        self.problem.work.spend(STEPS_A_RATING * candidates.len() as u64);
        let yardstick = self.yardstick(place, bounds);
        candidates.retain_mut(|candidate| self.is_rated(place, candidate, &yardstick, random));
    }

    /// Returns the data for rating positions of a place. `bounds` are those of everything that is put.
    pub(super) fn yardstick(&self, place: usize, bounds: Rect) -> PositionCost {
        let blocks = &self.drawing.blocks;
        let tie = |(own, passage): (usize, usize)| {
            let other = self.problem.passages[passage].other(own);
            BodyPassage { passage, cores: [blocks[own].core, blocks[other].core] }
        };
        PositionCost {
            bounds,
            middle: self.bodies.core(place, blocks).center(),
            ground: self.bodies.ground(place, blocks),
            passages: self.least_passages(),
            ties: self.joined(place).map(tie).collect(),
        }
    }

    /// Rates a position. Returns `false` if the level becomes too large there.
    pub(super) fn is_rated(
        &self,
        place: usize,
        candidate: &mut PositionCandidate,
        yardstick: &PositionCost,
        random: &mut RandomStream,
    ) -> bool {
        let moved = yardstick.ground.moved(candidate.moves(&self.drawing.blocks[place]));
        let route = candidate.route.as_ref();
        let turn = route.and_then(NeighbourRoute::turn).map(drawing::cell);
        let size = self.outline.size_of(turn.into_iter().fold(yardstick.bounds.union(moved), Rect::union));
        let longer = route.map_or(0, |route| route.cost().saturating_sub(route_cost(1, 0)));
        if size.saturating_add(yardstick.passages + longer) > self.most {
            return false;
        }
        candidate.cost = size + self.cost_of(place, candidate, yardstick) + random.below(CHANCE);
        true
    }

    /// Returns the smallest rectangle around everything that is put, including the bound if there is one.
    pub(super) fn bounds_of_put(&self) -> Rect {
        let put = (0..self.is_put.len()).filter(|place| self.is_put[*place]);
        let grounds = put.map(|place| self.drawing.blocks[place].ground());
        let laid = (0..self.is_laid.len()).filter(|course| self.is_laid[*course]);
        let corners = laid.flat_map(|course| self.drawing.courses[course].corners.iter().copied());
        let cells = corners.chain(self.drawing.corner()).map(drawing::cell);
        grounds.chain(cells).reduce(Rect::union).unwrap_or_default()
    }

    fn cost_of(&self, place: usize, candidate: &PositionCandidate, yardstick: &PositionCost) -> u64 {
        let PositionCost { bounds, middle, ref ties, .. } = *yardstick;
        let route = candidate.route.as_ref();
        let near = route.map(NeighbourRoute::passage);
        let by = candidate.moves(&self.drawing.blocks[place]);
        let others = ties.iter().filter(|tie| Some(tie.passage) != near);
        let far: u32 = others.map(|tie| between(tie.cores[0].moved(by), tie.cores[1])).sum();
        let cells = u64::from(bounds.size.width) * u64::from(bounds.size.height);
        let misplaced = |place: &usize| {
            let core = self.drawing.blocks[*place].core.moved(by);
            self.outline.misplaced_percent_of(*place, bounds.union(core), core.center())
        };
        let places = if self.outline.ends.is_empty() { &[] } else { self.bodies.places(place) };
        cells * places.iter().map(misplaced).sum::<u64>() / 100
            + CELL * u64::from(route.map_or(0, NeighbourRoute::length))
            + TURN * u64::from(route.is_some_and(|route| route.turn().is_some()))
            + OTHER_CELL * u64::from(far)
            + OFF_MIDDLE * u64::from((middle + by).manhattan(bounds.center()))
    }
}

/// Returns the number of cells between two rectangles: columns plus rows.
fn between(one: Rect, other: Rect) -> u32 {
    let apart = |from: i32, to: i32, other_from: i32, other_to: i32| {
        (other_from - to).max(from - other_to).max(0).unsigned_abs()
    };
    apart(one.min.x, one.right(), other.min.x, other.right())
        + apart(one.min.y, one.bottom(), other.min.y, other.bottom())
}
