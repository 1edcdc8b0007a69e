//! Slides a drawing together along rows and along columns in turn, and lays passages again in between, until nothing moves.
//!
//! In: a legal drawing. Out: one that is legal, larger nowhere, and shorter in sum.
//! Each step that would break a guarantee is taken back. It does not pack: see `bouts`.

use super::rating::{badness, is_too_large};
use super::reroute::reroute;
use super::sited::Sited;
use super::squeeze::{End, squeeze};
use crate::base::Direction;
use crate::layout::budget::classes::{HUB_PASSAGES, VAST_PLACES};
use crate::layout::budget::compact::compactor::{
    COMPACTION_STEPS, MOST_LARGE_ROUNDS, ROOMS_EFFORT, SHAPED_EFFORT, VAST_COMPACTION_STEPS,
};
use crate::layout::drawing::router::cells::Map;
use crate::layout::drawing::{Drawing, Port, Sized, is_legal, ports};
use crate::layout::outline::Outline;
use crate::layout::problem::{LayoutProblem, ProblemPlace};

/// What a compactor works on.
pub(super) struct Bench<'a> {
    pub problem: LayoutProblem<'a>,
    pub ports: Vec<Vec<Port>>,
    pub outline: Outline,
    pub sited: Sited,
    /// How many times as often as others places are packed.
    pub effort: u64,
    pub is_vast: bool,
}

impl<'a> Bench<'a> {
    /// A problem with time of its own, and the ports of all of its places.
    pub fn new(problem: &LayoutProblem<'a>, sizes: &[Sized]) -> Self {
        let steps = if is_vast(problem) { VAST_COMPACTION_STEPS } else { COMPACTION_STEPS };
        Self::with_steps(problem, sizes, steps)
    }

    /// The same with so much time.
    pub fn with_steps(problem: &LayoutProblem<'a>, sizes: &[Sized], steps: u64) -> Self {
        let ports = sizes.iter().map(|sized| ports(sized, 0, true)).collect();
        let problem = problem.with_work(steps);
        let outline = Outline::new(&problem);
        let has_lengths = problem.passages.iter().any(|passage| passage.length.is_some());
        let shaped = if outline.is_plain() && !has_lengths { 1 } else { SHAPED_EFFORT };
        let rooms = sizes.iter().filter(|sized| !sized.sockets.is_empty()).count();
        let of_rooms = if 2 * rooms > sizes.len() { ROOMS_EFFORT } else { 1 };
        let is_vast = is_vast(&problem);
        let sited = Sited::new(&problem);
        Self { ports, outline, sited, effort: shaped * of_rooms, is_vast, problem }
    }

    /// What compacts drawings, with `gap` cells between places.
    pub fn compactor(&self, gap: i32) -> Compactor<'_> {
        let Self { problem, ports, outline, sited, effort, is_vast } = self;
        let map = Map::new(problem, ports);
        Compactor { problem, ports, gap, map, outline, sited, effort: *effort, is_vast: *is_vast }
    }
}

/// What drawings are compacted with.
pub(super) struct Compactor<'a> {
    pub problem: &'a LayoutProblem<'a>,
    pub ports: &'a [Vec<Port>],
    pub gap: i32,
    pub map: Map<'a>,
    pub outline: &'a Outline,
    pub sited: &'a Sited,
    pub effort: u64,
    pub is_vast: bool,
}

impl Compactor<'_> {
    /// The drawing with everything as near together as it may be.
    pub fn compact(&mut self, mut drawing: Drawing, most_rounds: usize) -> Drawing {
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
    pub fn compare(&mut self, other: Option<Drawing>, most_rounds: usize, best: &mut Drawing) {
        if let Some(other) = other.filter(is_legal) {
            let other = self.compact(other, most_rounds);
            self.keep_better(other, best);
        }
    }

    /// Another drawing takes the place of the best if it is better.
    pub fn keep_better(&self, other: Drawing, best: &mut Drawing) {
        if badness(self.outline, &other) < badness(self.outline, best) {
            *best = other;
        }
    }

    /// Slides everything along the rows, then along the columns. Says if anything moved.
    fn slide(&self, drawing: &mut Drawing) -> bool {
        let mut any = false;
        if let Some(slid) =
            squeeze(drawing, self.gap, &self.ends(true), self.sited.along(true), &self.problem.work)
                .filter(is_legal)
        {
            *drawing = slid;
            any = true;
        }
        let along_columns = squeeze(
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
    fn ends(&self, level: bool) -> Vec<(usize, End)> {
        let at_end = self.outline.ends.iter().filter(|(_, side)| side.is_level() == level);
        at_end
            .map(|(place, side)| match side {
                Direction::West | Direction::North => (*place, End::First),
                Direction::East | Direction::South => (*place, End::Last),
            })
            .collect()
    }

    /// Lays passages anew that become shorter by it. Says if there were any.
    fn relay(&mut self, drawing: &mut Drawing) -> bool {
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
