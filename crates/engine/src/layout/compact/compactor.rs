//! Slides a drawing together along rows and along columns in turn, and lays passages again in between, until
//! nothing moves.
//!
//! In: a legal drawing. Out: one that is legal, larger nowhere, and shorter in sum.
//! Each step that would break a guarantee is taken back. It does not pack: see `bouts`.

use super::rating::{badness, is_too_large};
use super::reroute::reroute;
use super::row_compaction::{RowEnd, compact_rows};
use super::site_rows::SitedPlaces;
use crate::base::Direction;
use crate::layout::budget::classes::{HUB_PASSAGES, VAST_PLACES};
use crate::layout::budget::compact::compactor::{
    COMPACTION_STEPS, MOST_LARGE_ROUNDS, ROOMS_EFFORT, SHAPED_EFFORT, VAST_COMPACTION_STEPS,
};
use crate::layout::drawing::router::cells::ObstacleMap;
use crate::layout::drawing::{OrthogonalDrawing, Port, SizedPlace, is_legal, ports};
use crate::layout::outline::ShapeOutline;
use crate::layout::problem::{LayoutProblem, ProblemPlace};

/// What a compactor works on.
pub(super) struct CompactionInput<'a> {
    pub problem: LayoutProblem<'a>,
    pub ports: Vec<Vec<Port>>,
    pub outline: ShapeOutline,
    pub sited: SitedPlaces,
    /// How many times as often as others places are packed.
    pub effort: u64,
    pub is_vast: bool,
}

impl<'a> CompactionInput<'a> {
    /// A problem with time of its own, and the ports of all of its places.
    pub fn new(problem: &LayoutProblem<'a>, sizes: &[SizedPlace]) -> Self {
        let steps = if is_vast(problem) { VAST_COMPACTION_STEPS } else { COMPACTION_STEPS };
        Self::with_steps(problem, sizes, steps)
    }

    /// The same with so much time.
    pub fn with_steps(problem: &LayoutProblem<'a>, sizes: &[SizedPlace], steps: u64) -> Self {
        let ports = sizes.iter().map(|sized| ports(sized, 0, true)).collect();
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

    /// What compacts drawings, with `gap` cells between places.
    pub fn compactor(&self, gap: i32) -> Compactor<'_> {
        let Self { problem, ports, outline, sited, effort, is_vast } = self;
        let map = ObstacleMap::new(problem, ports);
        Compactor { problem, ports, gap, map, outline, sited, effort: *effort, is_vast: *is_vast }
    }
}

/// What drawings are compacted with.
pub(super) struct Compactor<'a> {
    pub problem: &'a LayoutProblem<'a>,
    pub ports: &'a [Vec<Port>],
    pub gap: i32,
    pub map: ObstacleMap<'a>,
    pub outline: &'a ShapeOutline,
    pub sited: &'a SitedPlaces,
    pub effort: u64,
    pub is_vast: bool,
}

impl Compactor<'_> {
    /// The drawing with everything as near together as it may be.
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

    /// Compacts another drawing, which takes the place of the best if it is better.
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

    /// Another drawing takes the place of the best if it is better.
    pub fn keep_better(&self, other: OrthogonalDrawing, best: &mut OrthogonalDrawing) {
        if badness(self.outline, &other) < badness(self.outline, best) {
            *best = other;
        }
    }

    /// Slides everything along the rows, then along the columns. Says if anything moved.
    fn slide(&self, drawing: &mut OrthogonalDrawing) -> bool {
        let mut any = false;
        if let Some(slid) =
            compact_rows(drawing, self.gap, &self.ends(true), self.sited.along(true), &self.problem.work)
                .filter(is_legal)
        {
            *drawing = slid;
            any = true;
        }
        let along_columns = compact_rows(
            &drawing.transposed(),
            self.gap,
            &self.ends(false),
            self.sited.along(false),
            &self.problem.work,
        );
        if let Some(slid) = along_columns.map(|slid| slid.transposed()).filter(is_legal) {
            *drawing = slid;
            any = true;
        }
        any
    }

    /// The places that belong at the first or the last column, or row.
    fn ends(&self, level: bool) -> Vec<(usize, RowEnd)> {
        let at_end = self.outline.ends.iter().filter(|(_, side)| side.is_level() == level);
        at_end
            .map(|(place, side)| match side {
                Direction::West | Direction::North => (*place, RowEnd::First),
                Direction::East | Direction::South => (*place, RowEnd::Last),
            })
            .collect()
    }

    /// Lays passages anew that become shorter by it. Says if there were any.
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

/// Are there so many places, or passages of one, that most of the level lies far from where some passage leads?
pub fn is_vast(problem: &LayoutProblem) -> bool {
    problem.places.len() >= VAST_PLACES || problem.places.iter().any(is_hub)
}

/// Do so many passages leave a place that it needs room of its own?
pub fn is_hub(place: &ProblemPlace) -> bool {
    place.passages.len() >= HUB_PASSAGES
}
