//! Adding a room.

use crate::document::{Document, Edit, Location, RoomsEdit};
use crate::editor::command::Command;

/// Puts a room in and opens it.
pub(super) fn add_and_open(document: &Document, commands: &mut Vec<Command>, set: usize, edit: RoomsEdit) {
    let end = document.rooms().get(set).map_or(0, |rooms| rooms.set.rooms.len());
    let at = if let RoomsEdit::Insert { at, .. } = &edit { (*at).min(end) } else { end };
    commands.push(Command::Edit(Edit::Rooms(edit)));
    commands.push(Command::GoTo(Location::Room(set, at)));
}
