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
//! Where no curve is found so that passages lie on its two sides, they change from one side to the other
//! between two places.
//!
//! In: a mission that can be drawn without crossings. Out: a drawing without crossings, wider than it must
//! be: compaction draws it together. Nothing is searched for: each passage has a column of its own from its
//! place to the bay, and a lane there, and on the shore; bays are so deep that it is long enough.

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
use crate::layout::outline::ShapeOutline;
use crate::layout::problem::LayoutProblem;

/// How rows lie: the first with the beginning of the curve above all others, or the end of it, and so with
/// columns for rows; or the places that come first on the curve in rows of their own, those of each from
/// right to left; and what lies on which side of the curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BayOrientation {
    is_reversed: bool,
    is_upright: bool,
    begins_apart: bool,
    is_swapped: bool,
}

impl BayOrientation {
    const PLAIN: Self =
        Self { is_reversed: false, is_upright: false, begins_apart: false, is_swapped: false };

    /// In all ways but those in which places have rows of their own, rows from the beginning of the curve first.
    pub const ALL: [Self; 4] = [
        Self::PLAIN,
        Self { is_reversed: true, ..Self::PLAIN },
        Self { is_upright: true, ..Self::PLAIN },
        Self { is_reversed: true, is_upright: true, ..Self::PLAIN },
    ];

    /// Those in which the first places have rows of their own.
    pub const APART: [Self; 4] = [
        Self { begins_apart: true, ..Self::PLAIN },
        Self { begins_apart: true, is_upright: true, ..Self::PLAIN },
        Self { begins_apart: true, is_swapped: true, ..Self::PLAIN },
        Self { begins_apart: true, is_upright: true, is_swapped: true, ..Self::PLAIN },
    ];
}

/// Does each passage lie on one side of the curve, or may it change from one to the other? Then rows lie
/// around more passages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PagePolicy {
    Kept,
    Changed {
        /// How often all passages together may do so.
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
    /// Nothing lies where it belongs yet.
    drawing: OrthogonalDrawing,
    /// Where passages are in pieces, how they belong together, and the drawing of the whole, in which nothing
    /// lies where it belongs either.
    whole: Option<(PieceChains, OrthogonalDrawing)>,
    book: Book,
    /// For rows seen in a mirror, where the order of ports around places matters.
    mirrored: Option<Book>,
    clearance: Clearance,
    /// The rows of the places that come first on the curve.
    firsts: &'a [Vec<usize>],
}

impl<'a> Bays<'a> {
    /// All places, with `gap` cells between them at least. The curve begins with some places, row by row, if
    /// any are named, else with start and goal at its ends, if they belong at sides. `None` if passages would
    /// cross.
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

    /// A drawing without crossings, which slid together is about so wide, in hundredths of its height. `None`
    /// if a place lacks ports that its passages need.
    pub fn drawn(&self, lie: BayOrientation, wide_percent: u64) -> Option<OrthogonalDrawing> {
        let is_mirrored = lie.is_reversed != lie.is_upright;
        let book = self.mirrored.as_ref().filter(|_| is_mirrored).unwrap_or(&self.book);
        let reversed = lie.is_reversed.then(|| book.reversed());
        let book = reversed.as_ref().unwrap_or(book);
        let swapped = lie.is_swapped.then(|| book.swapped());
        let book = swapped.as_ref().unwrap_or(book);
        let firsts = if lie.begins_apart { self.firsts } else { &[] };
        let rows = |ports: &[Vec<Port>], drawing: OrthogonalDrawing, wide_percent: u64| {
            let wide_percent = wide_percent * SLACK_PERCENT / 100;
            BayRows::new(&self.problem, ports, book, self.clearance, &drawing, wide_percent, firsts)?
                .drawn(drawing)
        };
        let drawing = if lie.is_upright {
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
