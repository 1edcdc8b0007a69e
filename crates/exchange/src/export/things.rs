//! What stands in a level for an engine besides its places, passages and entities: starts, exits, doors and locks.

use crate::base::Cell;
use crate::level::{Level, Lock, Passage, PassageEnd, Place};
use crate::mission::NodeRole;

/// Where the level begins and where it is won: with what names begin, and what importers call it.
pub(super) fn ends(level: &Level) -> impl Iterator<Item = (&Place, &'static str, &'static str)> {
    level.places.iter().filter_map(|place| match place.role {
        Some(NodeRole::Start) => Some((place, "start", "PlayerStart")),
        Some(NodeRole::Goal) => Some((place, "exit", "Exit")),
        _ => None,
    })
}

/// The doors of passages that are not plain openings, and the used sockets of rooms, each with how many passages come before its own.
pub(super) fn doors(level: &Level) -> impl Iterator<Item = (u32, &Passage, Cell)> {
    (0..).zip(&level.passages).flat_map(|(number, passage)| {
        let mut cells: Vec<Cell> = passage.doors.iter().chain(&passage.threshold).copied().collect();
        cells.sort_unstable();
        cells.dedup();
        cells.into_iter().map(move |cell| (number, passage, cell))
    })
}

/// The templates of a level's rooms as JSON, by which a map can be read back as rooms; none if it has no rooms.
pub(super) fn templates(level: &Level) -> Option<String> {
    (!level.templates.is_empty()).then(|| serde_json::to_string(&level.templates).ok()).flatten()
}

/// The locks of passages, each with how many passages come before its own.
pub(super) fn locks(level: &Level) -> impl Iterator<Item = (u32, &Passage, &Lock)> {
    (0..)
        .zip(&level.passages)
        .flat_map(|(number, passage)| passage.locks.iter().map(move |lock| (number, passage, lock)))
}

/// The cell of the door that a lock holds shut, if its passage has doors.
pub(super) fn lock_cell(passage: &Passage, lock: &Lock) -> Option<Cell> {
    let mut cells = passage.doors.iter().chain(&passage.threshold);
    let cell = match lock.end {
        PassageEnd::From => cells.next(),
        PassageEnd::To => passage.doors.last().or_else(|| cells.last()),
    };
    cell.copied()
}
