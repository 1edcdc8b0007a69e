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

use self::curve::Wish;
use self::exits::{Clearance, only_port};
use self::pages::Book;
use self::rows::Rows;
use super::drawing::Drawing;
use crate::layout::outline::Outline;
use crate::layout::problem::LayoutProblem;
use crate::layout::routes::Port;
use crate::layout::sizes::Sized;

/// How much wider than wanted rows are laid, in hundredths: sliding draws places of a row together more than it draws rows together.
const SLACK_PERCENT: u64 = 150;

/// How rows lie: the first with the beginning of the curve above all others, or the end of it, and so with columns for rows; the first place alone in its row, so that it lies in the corner at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lie {
    is_reversed: bool,
    is_upright: bool,
    begins_alone: bool,
}

impl Lie {
    const PLAIN: Self = Self { is_reversed: false, is_upright: false, begins_alone: false };

    /// In all ways but those in which a place is alone, rows from the beginning of the curve first.
    pub const ALL: [Self; 4] = [
        Self::PLAIN,
        Self { is_reversed: true, ..Self::PLAIN },
        Self { is_upright: true, ..Self::PLAIN },
        Self { is_reversed: true, is_upright: true, ..Self::PLAIN },
    ];

    /// Those in which the first place lies in the corner.
    pub const IN_CORNER: [Self; 2] = [
        Self { begins_alone: true, ..Self::PLAIN },
        Self { begins_alone: true, is_upright: true, ..Self::PLAIN },
    ];
}

/// A mission that can be drawn in rows of any length.
pub(super) struct Bays<'a> {
    problem: &'a LayoutProblem<'a>,
    ports: &'a [Vec<Port>],
    /// Nothing lies where it belongs yet.
    drawing: Drawing,
    book: Book,
    /// For rows seen in a mirror, where the order of ports around places matters.
    mirrored: Option<Book>,
    clearance: Clearance,
}

impl<'a> Bays<'a> {
    /// All places, with `gap` cells between them at least. The curve begins at a place, if one is named, else with start and goal at its ends, if they belong at sides. `None` if passages would cross.
    pub fn new(
        problem: &'a LayoutProblem<'a>,
        sizes: &[Sized],
        ports: &'a [Vec<Port>],
        outline: &Outline,
        gap: i32,
        first: Option<usize>,
    ) -> Option<Self> {
        let mut ends = outline.ends.iter().map(|(place, _)| *place);
        let [first, last] = if first.is_some() { [first, None] } else { [ends.next(), ends.next()] };
        let wish = Wish { first, last, ports, is_clockwise: false };
        let book = Book::new(problem, wish)?;
        let has_only_ports = problem.places.iter().zip(ports).enumerate().any(|(place, (of, ports))| {
            of.passages.iter().any(|passage| only_port(problem, ports, place, *passage).is_some())
        });
        let mirrored = has_only_ports.then(|| Book::new(problem, Wish { is_clockwise: true, ..wish }));
        let width = problem.passages.iter().map(|passage| passage.width).max().unwrap_or(1);
        let least = problem.passages.iter().filter_map(|passage| passage.length).map(|(least, _)| least);
        let length = least.max().unwrap_or(0) as i32;
        let clearance = Clearance { lane: width.max(1) as i32 + 1, gap, length };
        let drawing = Drawing::around(problem, sizes, &[], false);
        Some(Self { problem, ports, drawing, book, mirrored: mirrored.flatten(), clearance })
    }

    /// A drawing without crossings, which slid together is about so wide, in hundredths of its height. `None` if a place lacks ports that its passages need.
    pub fn drawn(&self, lie: Lie, wide_percent: u64) -> Option<Drawing> {
        let is_mirrored = lie.is_reversed != lie.is_upright;
        let book = self.mirrored.as_ref().filter(|_| is_mirrored).unwrap_or(&self.book);
        let reversed = lie.is_reversed.then(|| book.reversed());
        let book = reversed.as_ref().unwrap_or(book);
        let rows = |ports: &[Vec<Port>], drawing: Drawing, wide_percent: u64| {
            let wide_percent = wide_percent * SLACK_PERCENT / 100;
            let Self { problem, clearance, .. } = *self;
            Rows::new(problem, ports, book, clearance, &drawing, wide_percent, lie.begins_alone)?
                .drawn(drawing)
        };
        if lie.is_upright {
            let transposed = |ports: &Vec<Port>| ports.iter().map(Port::transposed).collect();
            let ports: Vec<Vec<Port>> = self.ports.iter().map(transposed).collect();
            let drawing = rows(&ports, self.drawing.transposed(), 10_000 / wide_percent.max(1))?;
            Some(drawing.transposed())
        } else {
            rows(self.ports, self.drawing.clone(), wide_percent)
        }
    }
}

#[cfg(test)]
mod tests;
