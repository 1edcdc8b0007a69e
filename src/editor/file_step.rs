//! Answers to questions about files.

use std::path::PathBuf;

use crate::base::Position;
use crate::files::Backup;

/// An answer to a question about files.
#[derive(Clone, Debug)]
pub enum FileStep {
    /// Reads the project again.
    Reload,
    /// Keeps the project as it is, whatever the files contain.
    KeepMine,
    /// Overwrites the files.
    SaveOver(PathBuf),
    /// Opens an earlier content of a grammar or room set.
    OpenBackup(BackupRow),
    /// Adds the room set in this file.
    AddRooms(PathBuf),
    /// Replaces a room set that could not be read; both are named as in the grammar.
    UseRooms {
        /// Room set that could not be read.
        instead_of: String,
        /// Room set that was meant.
        name: String,
    },
    /// Reads the grammar with a word of its text replaced.
    WriteWord {
        /// Position of the word.
        at: Position,
        /// Replacement for the word.
        to: String,
    },
    /// Shows the text of a file at a position.
    ShowText(PathBuf, Position),
    /// Opens unsaved work, by its position in the list.
    Recover(usize),
    /// Discards unsaved work, by its position in the list.
    DiscardLeftover(usize),
}

/// An earlier content of a project file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupRow {
    /// Path of the file.
    pub file: PathBuf,
    /// Name in the grammar, if it is a room set.
    pub rooms: Option<String>,
    /// Backup with the content.
    pub backup: Backup,
}
