//! Bays: draws a large mission in rows, two of which face each other across a bay.
//!
//! In: a mission that can be drawn without crossings. Out: a drawing without crossings, looser than
//! necessary: compaction tightens it.
//!
//! ```text
//!  ┌─┐ ┌─┐ ┌─┐ ┌─┐
//!  │5├─┤4├─┤3│ │2├─┐
//!  └┬┘ └─┘ └┬┘ └┬┘ │        ← a bay
//!   │   ┌───┘   │  │ ← the right shore
//!  ┌┴┐ ┌┴┐ ┌─┐ ┌┴┐ │
//!  │6│ │7├─┤8│ │9│ └── 1
//!  └─┘ └─┘ └─┘ └─┘
//! ```
//!
//! - All places follow each other along one curve, small branches of the mission first (`curve`).
//! - Passages lie on the front side of the curve, in bays and on the right shore, nested or apart. Those that
//!   would cross lie on the back, behind rows and on the left shore (`pages`).
//! - If no curve has two such sides, passages change sides between two places (`spine`, `pieces`).
//! - Nothing is searched: each passage has a column to the bay (`exits`), and lanes there and on the shore
//!   (`rows`). Bays are deep enough for the minimum lengths of passages.

mod curve;
mod exits;
mod pages;
mod pieces;
mod rows;
mod spine;

use std::borrow::Cow;

use self::curve::CurveRequest;
use self::exits::{Clearance, only_port};
use self::pages::Book;
use self::pieces::{MissionPieces, PieceChains};
use self::rows::BayRows;
use crate::layout::budget::compact::bays::{MOST_CHANGES, SLACK_PERCENT};
use crate::layout::drawing::{OrthogonalDrawing, Port, SizedPlace};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::outline::ShapeOutline;

/// The orientation of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BayOrientation {
    /// The end of the curve is in the top row, instead of its beginning.
    is_reversed: bool,
    /// Columns take the place of rows.
    is_upright: bool,
    /// The places that come first on the curve have rows of their own, each from right to left.
    begins_apart: bool,
    /// The two sides of the curve are swapped.
    is_swapped: bool,
}

impl BayOrientation {
    const PLAIN: Self =
        Self { is_reversed: false, is_upright: false, begins_apart: false, is_swapped: false };

    /// All orientations without rows of their own, the plain one first.
    pub const ALL: [Self; 4] = [
        Self::PLAIN,
        Self { is_reversed: true, ..Self::PLAIN },
        Self { is_upright: true, ..Self::PLAIN },
        Self { is_reversed: true, is_upright: true, ..Self::PLAIN },
    ];

    /// All orientations in which the first places have rows of their own.
    pub const APART: [Self; 4] = [
        Self { begins_apart: true, ..Self::PLAIN },
        Self { begins_apart: true, is_upright: true, ..Self::PLAIN },
        Self { begins_apart: true, is_swapped: true, ..Self::PLAIN },
        Self { begins_apart: true, is_upright: true, is_swapped: true, ..Self::PLAIN },
    ];
}

/// The policy for the sides of passages. Changes of sides put more passages between rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PagePolicy {
    /// Each passage stays on one side of the curve.
    Kept,
    /// Passages may change sides.
    Changed {
        /// Maximum number of changes of all passages together.
        most_changes: usize,
    },
}

impl PagePolicy {
    pub const ANY: Self = Self::Changed { most_changes: MOST_CHANGES };
}

/// A mission that can be drawn in rows of any length.
pub(super) struct Bays<'a> {
    problem: Cow<'a, LayoutProblem<'a>>,
    ports: Cow<'a, [Vec<Port>]>,
    /// The drawing; its positions have no meaning yet.
    drawing: OrthogonalDrawing,
    /// If passages are in pieces: how they fit together, and the drawing of the whole mission without
    /// positions.
    whole: Option<(PieceChains, OrthogonalDrawing)>,
    book: Book,
    /// The book for mirrored rows, if the order of ports around places matters.
    mirrored: Option<Book>,
    clearance: Clearance,
    /// The rows of the places that come first on the curve.
    firsts: &'a [Vec<usize>],
}

impl<'a> Bays<'a> {
    /// Prepares a mission, with at least `gap` cells between its places.
    ///
    /// The curve begins with the places of `firsts`, row by row. If there are none, it runs from start to
    /// goal where the outline wants these at sides. Returns `None` if passages would cross, or would change
    /// sides more often than `sides` allows.
    pub fn new(
        problem: &'a LayoutProblem<'a>,
        sizes: &[SizedPlace],
        ports: &'a [Vec<Port>],
        outline: &ShapeOutline,
        gap: i32,
        firsts: &'a [Vec<usize>],
        sides: PagePolicy,
    ) -> Option<Self> {
        let mut ends = outline.ends.iter().map(|(place, _)| *place);
        let begins = firsts.concat();
        let [first, last] = match begins[..] {
            [] => [ends.next(), ends.next()],
            [first, ..] => [Some(first), None],
        };
        let wish = CurveRequest { first, last, ports, is_clockwise: false };
        let book = if begins.len() > 1 { None } else { Book::new(problem, wish) };
        let width = problem.passages.iter().map(|passage| passage.width).max().unwrap_or(1);
        let least = problem.passages.iter().filter_map(|passage| passage.length).map(|(least, _)| least);
        let length = least.max().unwrap_or(0) as i32;
        let clearance = Clearance { lane: width.max(1) as i32 + 1, gap, length };
        let drawing = OrthogonalDrawing::around(problem, sizes, &[], false);
        let Some(book) = book else {
            let PagePolicy::Changed { most_changes } = sides else { return None };
            let begins = if begins.is_empty() { first.into_iter().collect() } else { begins };
            let MissionPieces { problem, sizes, ports, book, joints } =
                MissionPieces::new(problem, sizes, ports, &begins, most_changes)?;
            let whole = Some((joints, drawing));
            let drawing = OrthogonalDrawing::around(&problem, &sizes, &[], false);
            let (problem, ports) = (Cow::Owned(problem), Cow::Owned(ports));
            return Some(Self { problem, ports, drawing, whole, book, mirrored: None, clearance, firsts });
        };
        let has_only_ports = problem.places.iter().zip(ports).enumerate().any(|(place, (of, ports))| {
            of.passages.iter().any(|passage| only_port(problem, ports, place, *passage).is_some())
        });
        let mirrored =
            has_only_ports.then(|| Book::new(problem, CurveRequest { is_clockwise: true, ..wish }));
        let (problem, ports) = (Cow::Borrowed(problem), Cow::Borrowed(ports));
        let mirrored = mirrored.flatten();
        Some(Self { problem, ports, drawing, whole: None, book, mirrored, clearance, firsts })
    }

    /// Draws the mission without crossings. After compaction, its width is about `wide_percent` percent of
    /// its height.
    ///
    /// Returns `None` if a place lacks ports for its passages.
    pub fn drawn(&self, orientation: BayOrientation, wide_percent: u64) -> Option<OrthogonalDrawing> {
        let is_mirrored = orientation.is_reversed != orientation.is_upright;
        let book = self.mirrored.as_ref().filter(|_| is_mirrored).unwrap_or(&self.book);
        let reversed = orientation.is_reversed.then(|| book.reversed());
        let book = reversed.as_ref().unwrap_or(book);
        let swapped = orientation.is_swapped.then(|| book.swapped());
        let book = swapped.as_ref().unwrap_or(book);
        let firsts = if orientation.begins_apart { self.firsts } else { &[] };
        let rows = |ports: &[Vec<Port>], drawing: OrthogonalDrawing, wide_percent: u64| {
            let wide_percent = wide_percent * SLACK_PERCENT / 100;
            BayRows::new(&self.problem, ports, book, self.clearance, &drawing, wide_percent, firsts)?
                .drawn(drawing)
        };
        let drawing = if orientation.is_upright {
            let transposed = |ports: &Vec<Port>| ports.iter().map(Port::transposed).collect();
            let ports: Vec<Vec<Port>> = self.ports.iter().map(transposed).collect();
            rows(&ports, self.drawing.transposed(), 10_000 / wide_percent.max(1))?.transposed()
        } else {
            rows(&self.ports, self.drawing.clone(), wide_percent)?
        };
        Some(match &self.whole {
            Some((joints, whole)) => joints.joined(&drawing, whole.clone()),
            None => drawing,
        })
    }
}

#[cfg(test)]
mod tests;
