//! Objects for engines that are not in the level's lists: starts, exits, doors, locks and drops on boards.

use crate::base::Cell;
use crate::level::{Level, Lock, Passage, PassageEnd, Place};
use crate::mission::NodeRole;

/// The type of the objects that mark drops on boards.
pub(crate) const BOARD_DROP: &str = "BoardDrop";

/// Returns the start and goal places, each with the prefix of its name and the class name for importers.
pub(super) fn ends(level: &Level) -> impl Iterator<Item = (&Place, &'static str, &'static str)> {
    level.places.iter().filter_map(|place| match place.role {
        Some(NodeRole::Start) => Some((place, "start", "PlayerStart")),
        Some(NodeRole::Goal) => Some((place, "exit", "Exit")),
        _ => None,
    })
}

/// Returns the doors of passages: used sockets of rooms and thresholds, without gaps. Each has the index of its
/// passage.
pub(super) fn doors(level: &Level) -> impl Iterator<Item = (u32, &Passage, Cell)> {
    (0..).zip(&level.passages).flat_map(|(number, passage)| {
        let mut cells: Vec<Cell> = passage.door_cells().collect();
        cells.sort_unstable();
        cells.dedup();
        cells.into_iter().map(move |cell| (number, passage, cell))
    })
}

/// Returns the templates of a level's rooms as JSON, so that a map can be read back as rooms. `None` without
/// rooms.
pub(super) fn templates(level: &Level) -> Option<String> {
    (!level.templates.is_empty()).then(|| serde_json::to_string(&level.templates).ok()).flatten()
}

/// Returns the locks of passages, each with the index of its passage.
pub(super) fn locks(level: &Level) -> impl Iterator<Item = (u32, &Passage, &Lock)> {
    (0..)
        .zip(&level.passages)
        .flat_map(|(number, passage)| passage.locks.iter().map(move |lock| (number, passage, lock)))
}

/// Returns the cell of the door that a lock holds shut, if its passage has doors.
pub(super) fn lock_cell(passage: &Passage, lock: &Lock) -> Option<Cell> {
    let is_socket = |cell: &Cell| passage.doors.contains(cell);
    match lock.end {
        PassageEnd::From => passage.door_cells().next(),
        PassageEnd::To => passage.door_cells().rfind(is_socket).or_else(|| passage.door_cells().next_back()),
    }
}
