//! Which sockets of a room take which passages.
//!
//! A socket with a kind takes only passages of that kind, and in a room that has such sockets those passages take no other.
//! All other passages take the sockets without a kind.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::brief::Brief;
use crate::base::{Cell, Direction, Rect, Symmetry};
use crate::mission::{RoomSet, RoomTemplate};

/// A socket of a template that lies in some way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outlet {
    /// Relative to the top left cell of the core.
    pub cell: Cell,
    /// The direction that leads out.
    pub out: Direction,
    pub kind: Option<Arc<str>>,
}

/// The sockets of a template that was turned and flipped.
pub(super) fn outlets(set: &RoomSet, template: &RoomTemplate, symmetry: Symmetry) -> Vec<Outlet> {
    let size = template.size();
    let turned = Rect::new(Cell::new(0, 0), symmetry.size(size));
    let outlet = |(cell, socket): (Cell, &crate::mission::SocketEntry)| {
        let cell = symmetry.cell(cell, size);
        let out = Direction::ALL.into_iter().find(|direction| !turned.contains(cell.step(*direction)))?;
        Some(Outlet { cell, out, kind: socket.kind.as_deref().map(Arc::from) })
    };
    template.sockets(&set.legend).filter_map(outlet).collect()
}

/// The kind of sockets that each passage of a place names.
pub(super) fn wanted_kinds<'a>(brief: &Brief<'a>, place: usize) -> Vec<Option<&'a str>> {
    brief.places[place].passages.iter().map(|passage| brief.passages[*passage].socket).collect()
}

/// The kind that a socket must have for a passage that names `wanted`, in a room whose sockets have these kinds.
pub(super) fn kind_used<'w>(
    wanted: Option<&'w str>,
    mut kinds: impl Iterator<Item = Option<&'w str>>,
) -> Option<&'w str> {
    wanted.filter(|_| kinds.any(|kind| kind == wanted))
}

/// Are there sockets enough for passages that name these kinds, no two of them side by side? Now and then it says no although there are, since it takes the sockets in order.
pub(super) fn are_enough(outlets: &[Outlet], wanted: &[Option<&str>]) -> bool {
    let mut needed: BTreeMap<Option<&str>, usize> = BTreeMap::new();
    for kind in wanted {
        let kinds = outlets.iter().map(|outlet| outlet.kind.as_deref());
        *needed.entry(kind_used(*kind, kinds)).or_default() += 1;
    }
    let mut taken: Vec<Cell> = Vec::new();
    needed.into_iter().all(|(kind, count)| {
        let of_kind = outlets.iter().filter(|outlet| outlet.kind.as_deref() == kind);
        let before = taken.len();
        for outlet in of_kind {
            let is_free = taken.iter().all(|other| other.manhattan(outlet.cell) > 1);
            if is_free && taken.len() < before + count {
                taken.push(outlet.cell);
            }
        }
        taken.len() == before + count
    })
}
