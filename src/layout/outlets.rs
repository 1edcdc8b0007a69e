//! Which sockets of a room take which passages, and where ways to them leave its rectangle.
//!
//! A socket with a kind takes only passages of that kind, and in a room that has such sockets those passages take no other.
//! All other passages take the sockets without a kind.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::problem::{LayoutProblem, ProblemPassage};
use crate::base::{Cell, Direction, Symmetry};
use crate::mission::{Lead, RoomSet, RoomTemplate, SocketEntry};

/// A socket of a template that lies in some way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outlet {
    /// Relative to the top left cell of the core.
    pub cell: Cell,
    /// The cells from a socket in a notch to the edge of the core, relative to its top left cell; none if the socket is on the edge.
    pub lead: Vec<Cell>,
    /// The direction that leads out of the core.
    pub out: Direction,
    pub kind: Option<Arc<str>>,
}

impl Outlet {
    /// The cell on the edge of the core where ways leave it.
    pub fn exit(&self) -> Cell {
        self.lead.last().copied().unwrap_or(self.cell)
    }

    /// The same in a core that has so many cells more on every side.
    pub fn ringed(&self, cells: u32) -> Self {
        let by = Cell::new(cells as i32, cells as i32);
        let beyond = std::iter::successors(Some(self.exit()), |cell| Some(cell.step(self.out)));
        let lead = self.lead.iter().copied().chain(beyond.skip(1).take(cells as usize));
        Self { cell: self.cell + by, lead: lead.map(|cell| cell + by).collect(), ..self.clone() }
    }
}

/// The sockets of a template that was turned and flipped.
pub(super) fn outlets(set: &RoomSet, template: &RoomTemplate, symmetry: Symmetry) -> Vec<Outlet> {
    let size = template.size();
    let outlet = |((cell, socket), lead): ((Cell, &SocketEntry), Option<Lead>)| {
        let Lead { cells, out } = lead?;
        let turned = |cell: Cell| symmetry.cell(cell, size);
        Some(Outlet {
            cell: turned(cell),
            lead: cells.into_iter().map(turned).collect(),
            out: symmetry.direction(out),
            kind: socket.kind.as_deref().map(Arc::from),
        })
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

/// The kind that a socket must have for a passage that names `wanted`, in a room whose sockets have these kinds.
pub(super) fn kind_used<'w>(
    wanted: Option<&'w str>,
    mut kinds: impl Iterator<Item = Option<&'w str>>,
) -> Option<&'w str> {
    wanted.filter(|_| kinds.any(|kind| kind == wanted))
}

/// Are there exits enough for passages that name these kinds, no two of them side by side, nor beside those that are taken? Now and then it says no although there are, since it takes them in order. Each exit comes with its kind.
pub(super) fn are_enough<'k>(
    exits: impl Iterator<Item = (Cell, Option<&'k str>)> + Clone,
    wanted: &[Option<&'k str>],
    mut taken: Vec<Cell>,
) -> bool {
    let mut needed: BTreeMap<Option<&str>, usize> = BTreeMap::new();
    for kind in wanted {
        let kinds = exits.clone().map(|(_, kind)| kind);
        *needed.entry(kind_used(*kind, kinds)).or_default() += 1;
    }
    needed.into_iter().all(|(kind, count)| {
        let of_kind = exits.clone().filter(|(_, other)| *other == kind);
        let before = taken.len();
        for (exit, _) in of_kind {
            let is_free = taken.iter().all(|other| other.manhattan(exit) > 1);
            if is_free && taken.len() < before + count {
                taken.push(exit);
            }
        }
        taken.len() == before + count
    })
}
