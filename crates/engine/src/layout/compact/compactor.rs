//! Slides a drawing together along rows and columns in turn, and reroutes passages in between.
//!
//! In: a legal drawing. Out: a legal drawing of at most the same cost, measured by size and lengths.
//! It stops when nothing moves, after a number of rounds, or when the budget is spent. Each step that would
//! make the drawing illegal is undone. Packing is not done here, but in `bouts`.

use super::constraints::{RowConstraint, RowEnd};
use super::no_fit::NoFitTables;
use super::rating::{badness, is_too_large};
use super::reroute::reroute;
use super::row_compaction::compact_rows;
use super::site_rows::SitedPlaces;
use crate::base::Direction;
use crate::layout::budget::classes::{HUB_PASSAGES, VAST_PLACES};
use crate::layout::budget::compact::compactor::{
    COMPACTION_STEPS, MOST_LARGE_ROUNDS, ROOMS_EFFORT, SHAPED_EFFORT, VAST_COMPACTION_STEPS,
};
use crate::layout::drawing::router::cells::ObstacleMap;
use crate::layout::drawing::{OrthogonalDrawing, PlacePorts, SizedPlace, is_legal};
use crate::layout::input::problem::{LayoutProblem, ProblemPlace};
use crate::layout::outline::ShapeOutline;

/// The input of a compactor.
pub(super) struct CompactionInput<'a> {
    pub problem: LayoutProblem<'a>,
    pub ports: PlacePorts,
    pub outline: ShapeOutline,
    pub sited: SitedPlaces,
    /// Factor on the number of rounds of packing.
    pub effort: u64,
    pub is_vast: bool,
}

impl<'a> CompactionInput<'a> {
    /// Prepares a problem with a step budget of its own, and the ports of all its places.
    pub fn new(problem: &LayoutProblem<'a>, sizes: &[SizedPlace]) -> Self {
        let steps = if is_vast(problem) { VAST_COMPACTION_STEPS } else { COMPACTION_STEPS };
        Self::with_steps(problem, sizes, steps)
    }

    /// Prepares a problem with the given step budget.
    pub fn with_steps(problem: &LayoutProblem<'a>, sizes: &[SizedPlace], steps: u64) -> Self {
        let ports = PlacePorts::new(sizes);
        let problem = problem.with_work(steps);
        let outline = ShapeOutline::new(&problem);
        let has_lengths = problem.passages.iter().any(|passage| passage.length.is_some());
        let shaped = if outline.is_plain() && !has_lengths { 1 } else { SHAPED_EFFORT };
        let rooms = sizes.iter().filter(|sized| !sized.sockets.is_empty()).count();
        let of_rooms = if 2 * rooms > sizes.len() { ROOMS_EFFORT } else { 1 };
        let is_vast = is_vast(&problem);
        let sited = SitedPlaces::new(&problem);
        Self { ports, outline, sited, effort: shaped * of_rooms, is_vast, problem }
    }

    /// Returns a compactor that keeps `gap` cells between places.
    pub fn compactor(&self, gap: i32) -> Compactor<'_> {
        let Self { problem, ports, outline, sited, effort, is_vast } = self;
        let map = ObstacleMap::new(problem, ports);
        let no_fits = NoFitTables::default();
        Compactor { problem, ports, gap, map, no_fits, outline, sited, effort: *effort, is_vast: *is_vast }
    }
}

/// The state of a compaction: the input, the gap, and the map that routes are searched on.
pub(super) struct Compactor<'a> {
    pub problem: &'a LayoutProblem<'a>,
    pub ports: &'a PlacePorts,
    pub gap: i32,
    pub map: ObstacleMap<'a>,
    pub no_fits: NoFitTables,
    pub outline: &'a ShapeOutline,
    pub sited: &'a SitedPlaces,
    pub effort: u64,
    pub is_vast: bool,
}

impl Compactor<'_> {
    /// Returns the drawing with everything as close together as possible, after at most `most_rounds` rounds.
    pub fn compact(&mut self, mut drawing: OrthogonalDrawing, most_rounds: usize) -> OrthogonalDrawing {
        let most_rounds =
            if is_too_large(&drawing) { most_rounds.min(MOST_LARGE_ROUNDS) } else { most_rounds };
        let mut laid = false;
        for _ in 0..most_rounds {
            let slid = self.slide(&mut drawing);
            laid = self.relay(&mut drawing);
            if self.problem.work.is_spent() || !(slid || laid) {
                break;
            }
        }
        if laid {
            self.slide(&mut drawing);
        }
        drawing
    }

    /// Compacts another drawing, and keeps it as the best if it is better. Illegal drawings are ignored.
    pub fn compare(
        &mut self,
        other: Option<OrthogonalDrawing>,
        most_rounds: usize,
        best: &mut OrthogonalDrawing,
    ) {
        if let Some(other) = other.filter(is_legal) {
            let other = self.compact(other, most_rounds);
            self.keep_better(other, best);
        }
    }

    /// Keeps another drawing as the best if it is better.
    pub fn keep_better(&self, other: OrthogonalDrawing, best: &mut OrthogonalDrawing) {
        if badness(self.outline, &other) < badness(self.outline, best) {
            *best = other;
        }
    }

    /// Slides everything along rows, then along columns. Returns `true` if anything moved.
    fn slide(&self, drawing: &mut OrthogonalDrawing) -> bool {
        let mut any = false;
        for level in [true, false] {
            let constraints: Vec<RowConstraint> =
                RowConstraint::orders(self.sited.along(level)).chain(self.bounds(level)).collect();
            let slide =
                |along: &OrthogonalDrawing| compact_rows(along, self.gap, &constraints, &self.problem.work);
            if let Some(slid) = drawing.along(level, slide).filter(is_legal) {
                *drawing = slid;
                any = true;
            }
        }
        any
    }

    /// Returns the bound of the columns (`level`) or rows, and the places that belong at the ends of them.
    fn bounds(&self, level: bool) -> impl Iterator<Item = RowConstraint<'_>> {
        let at_end = self.outline.ends.iter().filter(move |(_, side)| side.is_level() == level);
        let ends = at_end.map(|(place, side)| match side {
            Direction::West | Direction::North => RowConstraint::End(*place, RowEnd::First),
            Direction::East | Direction::South => RowConstraint::End(*place, RowEnd::Last),
        });
        let most = self.outline.most_within_walls();
        let most = most.map(|most| RowConstraint::Width(if level { most.width } else { most.height }));
        most.into_iter().chain(ends)
    }

    /// Reroutes passages that become cheaper. Returns `true` if there are any.
    fn relay(&mut self, drawing: &mut OrthogonalDrawing) -> bool {
        if self.problem.work.is_spent() || is_too_large(drawing) {
            return false;
        }
        let mut laid = drawing.clone();
        let any = reroute(&mut self.map, &mut laid) && is_legal(&laid);
        if any {
            *drawing = laid;
        }
        any
    }
}

/// Returns `true` for a mission with very many places or a hub. Most of its level is far from the ends of any
/// one passage.
pub fn is_vast(problem: &LayoutProblem) -> bool {
    problem.places.len() >= VAST_PLACES || problem.places.iter().any(is_hub)
}

/// Returns `true` if a place has so many passages that it needs space around it.
pub fn is_hub(place: &ProblemPlace) -> bool {
    place.passages.len() >= HUB_PASSAGES
}
