//! The answers to the questions about files.

use std::path::PathBuf;

use crate::base::Position;
use crate::files::Backup;

/// An answer to a question about files.
#[derive(Clone, Debug)]
pub enum FileStep {
    /// Reads the project again.
    Reload,
    /// Leaves the project as it is, whatever the files hold.
    KeepMine,
    /// Saves over whatever is there.
    SaveOver(PathBuf),
    /// Opens what a grammar held once.
    OpenBackup(BackupRow),
    /// Adds the room set in this file.
    AddRooms(PathBuf),
    /// Puts a room set in the place of one that could not be read; both as the grammar names them.
    UseRooms {
        /// The one that could not be read.
        instead_of: String,
        /// The one that was meant.
        name: String,
    },
    /// Reads the grammar as if another word stood at a place of its text.
    WriteWord {
        /// Where the word begins.
        at: Position,
        /// The other word.
        to: String,
    },
    /// Shows the text of a file at a place.
    ShowText(PathBuf, Position),
    /// Goes on with what was left, by its position in the list.
    Recover(usize),
    /// Throws away what was left.
    DiscardLeftover(usize),
}

/// What a file of the project held once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupRow {
    /// The file.
    pub file: PathBuf,
    /// How the grammar names it, if it is a room set.
    pub rooms: Option<String>,
    /// What it held.
    pub backup: Backup,
}
