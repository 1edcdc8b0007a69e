//! The open room, and the commands that change it.

use crate::base::{Cell, Diagnostic};
use crate::document::{Edit, PictureEdit, RoomChange, RoomsEdit, SetChange};
use crate::editor::canvas::room_picture::CellStyles;
use crate::editor::command::Command;
use crate::rooms::{LegendEntry, RoomSet, RoomTemplate};

/// The open room.
pub(super) struct Open<'a> {
    /// Positions of its set and of itself.
    pub set_at: usize,
    pub room_at: usize,
    pub set: &'a RoomSet,
    /// Path of the set in the grammar.
    pub set_path: &'a str,
    pub room: &'a RoomTemplate,
    pub styles: CellStyles,
    pub problems: Vec<Diagnostic>,
}

impl Open<'_> {
    /// Returns the command for a change of the room.
    pub(super) fn change(&self, change: RoomChange) -> Command {
        let name = self.room.name.clone();
        Command::Edit(Edit::Rooms(RoomsEdit::Room { set: self.set_at, room: self.room_at, name, change }))
    }

    /// Returns the command for an edit of its picture.
    pub(super) fn draw(&self, edit: PictureEdit) -> Command {
        self.change(RoomChange::Picture(edit))
    }

    /// Returns the command for a change of its set.
    pub(super) fn change_set(&self, change: SetChange) -> Command {
        Command::Edit(Edit::Rooms(RoomsEdit::Set { set: self.set_at, name: self.set.name.clone(), change }))
    }

    /// Returns the character at a cell of the picture.
    pub(super) fn character(&self, cell: Cell) -> Option<char> {
        let row = self.room.picture.get(usize::try_from(cell.y).ok()?)?;
        row.chars().nth(usize::try_from(cell.x).ok()?)
    }

    /// Returns the character of the first entry equal to this one.
    pub(super) fn character_of(&self, wanted: &LegendEntry) -> Option<char> {
        self.set.legend.iter().find(|(_, entry)| *entry == wanted).map(|(character, _)| *character)
    }

    /// Returns the character painted by the right button and the eraser.
    pub(super) fn floor(&self) -> Option<char> {
        self.character_of(&LegendEntry::Floor).or_else(|| self.character_of(&LegendEntry::Nothing))
    }
}
