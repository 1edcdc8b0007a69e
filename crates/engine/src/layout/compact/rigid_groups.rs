//! Arranges rigid groups of places that doorways join, and all other places around them.
//!
//! In: groups with the cores of their places and the routes of their doorways. Out: an arrangement in which
//! each group lies as given, up to a move or a mirror image.
//! The largest group comes first. The others are put next to it one by one, where packing would put them.

use super::compactor::CompactionInput;
use super::convert::arrangement;
use super::pack::{GrowthPolicy, InitialDrawing};
use super::rating::badness;
use crate::base::{Rect, Seed};
use crate::layout::budget::compact::rigid_groups::{GROWTH_GAP, GROWTH_STEPS};
use crate::layout::drawing::{Arrangement, Course, OrthogonalDrawing, Route, SizedPlace, is_legal};
use crate::layout::input::problem::LayoutProblem;

/// Places that doorways join, with those doorways.
pub(in crate::layout) struct RigidGroup {
    /// Each place with its core.
    pub cores: Vec<(usize, Rect)>,
    /// Each doorway with its route.
    pub routes: Vec<(usize, Route)>,
}

/// An arrangement of all places that is not packed yet.
pub(in crate::layout) struct PartialArrangement {
    drawing: OrthogonalDrawing,
    /// The cost of the drawing; lower is better.
    pub badness: u64,
}

impl PartialArrangement {
    /// Arranges all places without crossings around the largest group, with `gap` cells between bodies.
    ///
    /// Returns `None` if no such arrangement is found.
    pub fn new(
        problem: &LayoutProblem,
        sizes: &[SizedPlace],
        gap: i32,
        groups: &[RigidGroup],
        seed: Seed,
    ) -> Option<Self> {
        let largest = groups.iter().max_by_key(|group| group.cores.len())?;
        let mut around = OrthogonalDrawing::around(problem, sizes, &largest.cores, false);
        for group in groups {
            for (place, core) in &group.cores {
                around.blocks[*place].core = *core;
            }
            for (doorway, route) in &group.routes {
                around.courses[*doorway] = Course::new(&problem.passages[*doorway], route, sizes)?;
            }
        }
        let input = CompactionInput::with_steps(problem, sizes, GROWTH_STEPS);
        let mut growing = input.compactor(gap.max(GROWTH_GAP));
        let mut grown =
            growing.grown(InitialDrawing::new(around), GrowthPolicy::Outward, &mut seed.stream()).ok()?;
        grown.anchor = None;
        let input = CompactionInput::new(problem, sizes);
        let drawing = input.compactor(gap).compact(Some(grown).filter(is_legal)?, 1);
        Some(Self { badness: badness(&input.outline, &drawing).1, drawing })
    }

    /// Packs places and groups, and slides them together.
    pub fn packed(self, problem: &LayoutProblem, sizes: &[SizedPlace], gap: i32, seed: Seed) -> Arrangement {
        let input = CompactionInput::new(problem, sizes);
        let mut compactor = input.compactor(gap);
        let packed = compactor.packed(self.drawing, seed);
        arrangement(&compactor.nested(packed, seed.child("nest")))
    }
}
