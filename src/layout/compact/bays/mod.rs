//! Arranges a large mission in rows, two of which always face each other across a bay.
//!
//! ```text
//!  ┌─┐ ┌─┐ ┌─┐ ┌─┐          All places follow each other along one curve, small branches of the mission
//!  │5├─┤4├─┤3│ │2├─┐        first. All passages lie on the same side of the curve, in the bays and on
//!  └┬┘ └─┘ └┬┘ └┬┘ │        the shore at the right, where one is nested in another or apart from it;
//!   │   ┌───┘   │  │        so none must cross. Few lie beside each other, for of two branches the
//!  ┌┴┐ ┌┴┐ ┌─┐ ┌┴┐ │        larger comes last.
//!  │6│ │7├─┤8│ │9│ └── 1
//!  └─┘ └─┘ └─┘ └─┘
//! ```
//!
//! In: a mission whose passages are nested so in that order: one without cycles, or with loops that hang on each other by single places. Out: a drawing without crossings, wider than it must be: compaction draws it together. Nothing is searched for: each passage has a column of its own from its place to the bay, and a lane there, and on the shore.

mod channel;
mod curve;
mod exits;
mod rows;

use self::curve::curve;
use self::exits::Clearance;
use self::rows::Rows;
use super::Bench;
use super::drawing::Drawing;
use crate::layout::problem::LayoutProblem;
use crate::layout::sizes::Sized;

/// All places, with `gap` cells between them at least, and passages that do not cross. `None` if these are not nested, or a place has not the ports that they need.
pub(super) fn in_bays(problem: &LayoutProblem, sizes: &[Sized], gap: i32) -> Option<Drawing> {
    let curve = curve(problem);
    // What is disconnected lies on no curve.
    if problem.has_loops() || curve.len() < problem.places.len() {
        return None;
    }
    let drawing = Drawing::around(problem, sizes, &[], false);
    let width = problem.passages.iter().map(|passage| passage.width).max().unwrap_or(1);
    let clearance = Clearance { lane: width.max(1) as i32 + 1, gap };
    let ports = Bench::new(problem, sizes).ports;
    Rows::new(problem, &ports, &curve, clearance, &drawing)?.drawn(drawing)
}

#[cfg(test)]
mod tests;
