//! Arranges groups of places that doorways join, each of which lies as it was put together, and all other places, by putting one after the other where packing would put it.

use super::drawing::{Course, Drawing};
use super::legal::is_legal;
use super::{Bench, MOST_GROWN, arrangement};
use crate::base::{Rect, Seed};
use crate::layout::Arrangement;
use crate::layout::problem::LayoutProblem;
use crate::layout::routes::Way;
use crate::layout::sizes::Sized;

/// How many steps each attempt may take.
const GROWTH_STEPS: u64 = 5_000_000;

/// Places that doorways join, with those doorways.
pub(in crate::layout) struct Rigid {
    /// Each place with its core.
    pub cores: Vec<(usize, Rect)>,
    /// Each doorway with its way.
    pub ways: Vec<(usize, Way)>,
}

/// Arranges all places of a mission without crossings, around the largest group, with `gap` cells between groups and other places; of several such arrangements the best. `None` if none is found.
pub(in crate::layout) fn grown_together(
    problem: &LayoutProblem,
    sizes: &[Sized],
    gap: i32,
    groups: &[Rigid],
    seed: Seed,
) -> Option<Arrangement> {
    let largest = groups.iter().max_by_key(|group| group.cores.len())?;
    let mut around = Drawing::around(problem, sizes, &largest.cores, false);
    for group in groups {
        for (place, core) in &group.cores {
            around.blocks[*place].core = *core;
        }
        for (doorway, way) in &group.ways {
            around.courses[*doorway] = Course::new(&problem.passages[*doorway], way, sizes)?;
        }
    }
    let mut best: Option<Drawing> = None;
    for number in 0..MOST_GROWN {
        let bench = Bench::with_steps(problem, sizes, GROWTH_STEPS);
        let mut compactor = bench.compactor(gap);
        let mut random = seed.child("grow").numbered(number).stream();
        let Ok(mut grown) = compactor.grown(around.clone(), &[], &mut random) else { continue };
        grown.anchor = None;
        match &mut best {
            Some(best) => compactor.compare(Some(grown), 1, best),
            None if is_legal(&grown) => best = Some(compactor.compact(grown, 1)),
            None => {}
        }
    }
    let bench = Bench::new(problem, sizes);
    let mut compactor = bench.compactor(gap);
    Some(arrangement(&compactor.packed(best?, seed.child("pack"))))
}
