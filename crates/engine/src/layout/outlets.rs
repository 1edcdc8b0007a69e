//! Which sockets of a room take which passages, and where ways to them leave its rectangle.
//!
//! How many passages they take together is a matter of the mission: see [`are_enough`].

use std::sync::Arc;

use super::problem::{LayoutProblem, ProblemPassage};
use crate::base::{Cell, Direction, Size, Symmetry};
use crate::rooms::{RoomSet, RoomTemplate, SocketApproach, SocketEntry};

pub(super) use crate::rooms::{are_enough, kind_used};

/// A socket of a template that lies in some way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TemplateExit {
    /// Relative to the top left cell of the core.
    pub cell: Cell,
    /// The cells from a socket in a notch to the edge of the core, relative to its top left cell; none if the
    /// socket is on the edge.
    pub lead: Vec<Cell>,
    /// The direction that leads out of the core.
    pub out: Direction,
    pub kind: Option<Arc<str>>,
}

impl TemplateExit {
    /// The cell on the edge of the core where ways leave it.
    pub fn exit(&self) -> Cell {
        self.lead.last().copied().unwrap_or(self.cell)
    }

    /// The outlet in a template of that size that was turned and flipped.
    pub fn turned(&self, symmetry: Symmetry, size: Size) -> Self {
        let turned = |cell: &Cell| symmetry.cell(*cell, size);
        Self {
            cell: turned(&self.cell),
            lead: self.lead.iter().map(turned).collect(),
            out: symmetry.direction(self.out),
            kind: self.kind.clone(),
        }
    }

    /// The same in a core that has so many cells more on every side.
    pub fn ringed(&self, cells: u32) -> Self {
        let by = Cell::new(cells as i32, cells as i32);
        let beyond = std::iter::successors(Some(self.exit()), |cell| Some(cell.step(self.out)));
        let lead = self.lead.iter().copied().chain(beyond.skip(1).take(cells as usize));
        Self { cell: self.cell + by, lead: lead.map(|cell| cell + by).collect(), ..self.clone() }
    }
}

/// The sockets of a template as it is drawn.
pub(super) fn outlets(set: &RoomSet, template: &RoomTemplate) -> Vec<TemplateExit> {
    let outlet = |((cell, socket), lead): ((Cell, &SocketEntry), Option<SocketApproach>)| {
        let SocketApproach { cells, out } = lead?;
        Some(TemplateExit { cell, lead: cells, out, kind: socket.kind.as_deref().map(Arc::from) })
    };
    template.sockets(&set.legend).zip(template.leads(&set.legend)).filter_map(outlet).collect()
}

/// The kind of sockets that each passage of a place names; twice if it both begins and ends there.
pub(super) fn wanted_kinds<'a>(problem: &LayoutProblem<'a>, place: usize) -> Vec<Option<&'a str>> {
    let passages = problem.places[place].passages.iter().map(|passage| &problem.passages[*passage]);
    let kinds = |passage: &ProblemPassage<'a>| {
        let ends = if passage.from == passage.to { 2 } else { 1 };
        std::iter::repeat_n(passage.socket, ends)
    };
    passages.flat_map(kinds).collect()
}
