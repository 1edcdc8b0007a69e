//! The exits of room templates: sockets, and the cells at which routes through them leave the rectangle.
//!
//! [`are_enough`] checks that they suffice for the passages of a place.

use std::sync::Arc;

use super::problem::{LayoutProblem, ProblemPassage};
use crate::base::{Cell, Direction, Size, Symmetry};
use crate::rooms::{RoomSet, RoomTemplate, SocketApproach, SocketEntry};

pub(in crate::layout) use crate::rooms::{are_enough, kind_used};

/// A socket of a template in one orientation.
///
/// ```text
/// ##.##   .  the approach, from a notch to the edge of the core
/// ##.##
/// ##+##   +  the socket
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::layout) struct TemplateExit {
    /// Relative to the top left cell of the core.
    pub cell: Cell,
    /// The cells after the socket up to the edge of the core, relative to its top left cell. Empty if the socket
    /// is on the edge.
    pub approach: Vec<Cell>,
    /// The direction that leads out of the core.
    pub out: Direction,
    pub kind: Option<Arc<str>>,
}

impl TemplateExit {
    /// Returns the cell on the edge of the core where routes leave it.
    pub fn exit(&self) -> Cell {
        self.approach.last().copied().unwrap_or(self.cell)
    }

    /// Returns the exit after the template, which has the given size, is turned and flipped.
    pub fn turned(&self, symmetry: Symmetry, size: Size) -> Self {
        let turned = |cell: &Cell| symmetry.cell(*cell, size);
        Self {
            cell: turned(&self.cell),
            approach: self.approach.iter().map(turned).collect(),
            out: symmetry.direction(self.out),
            kind: self.kind.clone(),
        }
    }

    /// Returns the exit for a core with this many more cells on every side.
    pub fn ringed(&self, cells: u32) -> Self {
        let by = Cell::new(cells as i32, cells as i32);
        let beyond = std::iter::successors(Some(self.exit()), |cell| Some(cell.step(self.out)));
        let approach = self.approach.iter().copied().chain(beyond.skip(1).take(cells as usize));
        Self { cell: self.cell + by, approach: approach.map(|cell| cell + by).collect(), ..self.clone() }
    }
}

/// Returns the exits of a template as drawn.
pub(in crate::layout) fn outlets(set: &RoomSet, template: &RoomTemplate) -> Vec<TemplateExit> {
    let outlet = |((cell, socket), approach): ((Cell, &SocketEntry), Option<SocketApproach>)| {
        let SocketApproach { cells, out } = approach?;
        Some(TemplateExit { cell, approach: cells, out, kind: socket.kind.as_deref().map(Arc::from) })
    };
    template.sockets(&set.legend).zip(template.leads(&set.legend)).filter_map(outlet).collect()
}

/// Returns the socket kind that each passage of a place asks for. Loops are listed twice.
pub(in crate::layout) fn wanted_kinds<'a>(problem: &LayoutProblem<'a>, place: usize) -> Vec<Option<&'a str>> {
    let passages = problem.places[place].passages.iter().map(|passage| &problem.passages[*passage]);
    let kinds = |passage: &ProblemPassage<'a>| {
        let ends = if passage.from == passage.to { 2 } else { 1 };
        std::iter::repeat_n(passage.socket, ends)
    };
    passages.flat_map(kinds).collect()
}
