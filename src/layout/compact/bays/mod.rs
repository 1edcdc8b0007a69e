//! Arranges a large mission in rows, two of which always face each other across a bay.
//!
//! ```text
//!  ┌─┐ ┌─┐ ┌─┐ ┌─┐          All places follow each other along one curve, small branches of the mission
//!  │5├─┤4├─┤3│ │2├─┐        first. Passages lie on one side of the curve, in the bays and on the shore at
//!  └┬┘ └─┘ └┬┘ └┬┘ │        the right, where one is nested in another or apart from it; so none must cross.
//!   │   ┌───┘   │  │        Those that would cross lie on the other side, behind the rows and on the shore
//!  ┌┴┐ ┌┴┐ ┌─┐ ┌┴┐ │        at the left. Few lie beside each other, for of two branches the larger comes
//!  │6│ │7├─┤8│ │9│ └── 1    last.
//!  └─┘ └─┘ └─┘ └─┘
//! ```
//!
//! In: a mission whose passages do not cross so: one without cycles, with loops that hang on each other by single places, or with few other cycles. Out: a drawing without crossings, wider than it must be: compaction draws it together. Nothing is searched for: each passage has a column of its own from its place to the bay, and a lane there, and on the shore; bays are so deep that it is long enough.

mod channel;
mod curve;
mod exits;
mod pages;
mod rows;

use self::exits::Clearance;
use self::pages::Book;
use self::rows::Rows;
use super::Bench;
use super::drawing::Drawing;
use crate::layout::problem::LayoutProblem;
use crate::layout::sizes::Sized;

/// All places, with `gap` cells between them at least, and passages that do not cross. `None` if some would cross, or a place has not the ports that they need.
pub(super) fn in_bays(problem: &LayoutProblem, sizes: &[Sized], gap: i32) -> Option<Drawing> {
    if problem.has_loops() {
        return None;
    }
    let book = Book::new(problem)?;
    let drawing = Drawing::around(problem, sizes, &[], false);
    let width = problem.passages.iter().map(|passage| passage.width).max().unwrap_or(1);
    let least = problem.passages.iter().filter_map(|passage| passage.length).map(|(least, _)| least);
    let length = least.max().unwrap_or(0) as i32;
    let clearance = Clearance { lane: width.max(1) as i32 + 1, gap, length };
    let ports = Bench::new(problem, sizes).ports;
    Rows::new(problem, &ports, &book, clearance, &drawing)?.drawn(drawing)
}

#[cfg(test)]
mod tests;
