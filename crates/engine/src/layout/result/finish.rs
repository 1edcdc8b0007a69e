//! Turns an arrangement into the plan of a level, and checks it.
//!
//! In: an arrangement of all places. Out: a plan that begins at (0, 0), with cards on its boards, or an error
//! if it is too large.
//! Warnings name what misses the bound, the shape or the pins.

use super::assemble::{LevelMargin, assemble};
use super::plan::Plan;
use crate::base::{Diagnostic, Outcome, Severity, StopReason};
use crate::layout::budget::COMPACT_MARGIN_CELLS;
use crate::layout::drawing::{Arrangement, SizedPlace};
use crate::layout::input::pins;
use crate::layout::input::problem::LayoutProblem;
use crate::layout::outline;
use crate::settings::{LayoutSettings, Spacing};

/// Returns the plan of an arrangement, with cards on its boards, or an empty plan if it is too large.
pub(in crate::layout) fn finish(
    problem: &LayoutProblem,
    arranged: Arrangement,
    sizes: &[SizedPlace],
    settings: &LayoutSettings,
    lay_cards: impl FnOnce(&mut Plan) -> Vec<Diagnostic>,
    mut diagnostics: Vec<Diagnostic>,
) -> Outcome<Plan> {
    let has_shapes = problem.places.iter().any(|place| place.shape.is_some());
    // Compact levels end at the likely ground of places, because caves rarely fill their whole radius.
    let ends = match settings.spacing {
        Spacing::Compact { .. } => LevelMargin {
            ground: SizedPlace::likely_reach,
            margin: COMPACT_MARGIN_CELLS,
            margin_of_routes: COMPACT_MARGIN_CELLS,
        },
        // The ends of a shape are certain, so one cell of wall is enough.
        Spacing::Elastic { .. } | Spacing::Fixed { .. } | Spacing::Sprawl { .. } if has_shapes => {
            LevelMargin { margin: COMPACT_MARGIN_CELLS, ..LevelMargin::default() }
        }
        Spacing::Elastic { .. } | Spacing::Fixed { .. } | Spacing::Sprawl { .. } => LevelMargin::default(),
    };
    let mut value = assemble(problem, &arranged.sites, sizes, ends, arranged.routes);
    if problem.is_too_large(value.size) {
        diagnostics.push(problem.too_large(value.size));
        return nothing(diagnostics);
    }
    diagnostics.extend(outline::check_bound(problem, &value, settings));
    diagnostics.extend(outline::check_symmetry(problem, &value));
    diagnostics.extend(outline::check_ends(problem, &value));
    diagnostics.extend(lay_cards(&mut value));
    diagnostics.extend(pins::check(problem, settings, &value));
    let failed = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    Outcome { value, diagnostics, stop: if failed { StopReason::Failed } else { StopReason::Done } }
}

/// Returns an empty plan; the diagnostics give the reasons.
pub(in crate::layout) fn nothing(diagnostics: Vec<Diagnostic>) -> Outcome<Plan> {
    Outcome { value: Plan::default(), diagnostics, stop: StopReason::Failed }
}
