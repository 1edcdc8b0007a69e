//! Errors of reading and writing files.
//!
//! Each error names the path, has a stable code, and can be turned into a diagnostic.

use std::io;
use std::path::{Path, PathBuf};

use super::disk::SystemDisk;
use super::reading::exists;
use super::spelling::{hint_at_file, meant_file};
use crate::base::{Diagnostic, Hint, printable};

/// A file that cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum FileError {
    /// It is missing, or may not be read.
    #[error("{path}: cannot be read: {source}", path = shown_path(path))]
    Unreadable { path: PathBuf, source: io::Error },
    /// It is a folder, a pipe or a device.
    #[error("{path}: is {what}, but a file is needed", path = shown_path(path))]
    NoFile { path: PathBuf, what: &'static str },
    /// It is a broken link, or behind one.
    #[error("{path}: {link}is a link to {target}, which does not exist", path = shown_path(path), link = other_link(path, link), target = shown_path(target))]
    BrokenLink { path: PathBuf, link: PathBuf, target: PathBuf },
    /// It is not a text. Line and byte count from 1.
    #[error("{path}: is not UTF-8 text (see byte {at} of line {line}); save it as UTF-8", path = shown_path(path))]
    NotUtf8 { path: PathBuf, line: usize, at: usize },
    /// It is larger than any file that the program reads; the limit is in bytes.
    #[error("{path}: is larger than {limit} bytes, the limit for files that are read", path = shown_path(path))]
    TooLarge { path: PathBuf, limit: u64 },
    /// It may not be changed.
    #[error("{path}: is read-only; save under another name, or allow writing", path = shown_path(path))]
    ReadOnly { path: PathBuf },
    /// All possible names for a new file are taken; the path is the first one tried.
    #[error("{path}: there are too many files of that name; move some away", path = shown_path(path))]
    NoFreeName { path: PathBuf },
    /// The system has no folder for data of programs.
    #[error("there is no folder for Delvewright's data; set one with the variable {variable}", variable = super::HOME_VARIABLE)]
    NoHome,
    /// It could not be written; its previous content is unchanged.
    #[error("{path}: cannot be written: {source}", path = shown_path(path))]
    Unwritable { path: PathBuf, source: io::Error },
    /// It was written completely, but it may not survive a power failure.
    #[error("{path}: is written, but the disk does not confirm it: {source}", path = path.display())]
    Unconfirmed { path: PathBuf, source: io::Error },
    /// An export would overwrite it, but no export has written it.
    #[error("{path}: already exists and is not from an export ({list} does not name it); move it away, or export under another name", path = shown_path(path), list = shown_path(list))]
    NotExported { path: PathBuf, list: PathBuf },
    /// Another export with the same name needs it unchanged.
    #[error("{path}: belongs to {main} and would no longer fit it; export under another name, or move that away", path = shown_path(path), main = shown_path(main))]
    OfAnotherExport { path: PathBuf, main: PathBuf },
    /// It is a leftover of an earlier export and could not be deleted.
    #[error("{path}: no longer belongs to the export, but cannot be deleted: {source}", path = shown_path(path))]
    NotDeleted { path: PathBuf, source: io::Error },
    /// The list of an export would overwrite it, but it is not such a list.
    #[error("{path}: already exists and is not a list of exported files; move it away, or export under another name", path = shown_path(path))]
    NoExportList { path: PathBuf },
    /// The tile sheet of a room set would be copied there, but another picture is there.
    #[error("{path}: already exists and is another picture than the tile sheet; move it away, or save into another folder", path = shown_path(path))]
    SheetInTheWay { path: PathBuf },
    /// It was changed by another program, and is left alone.
    #[error("{path}: was changed by another program meanwhile; look at it before you save over it", path = path.display())]
    Changed { path: PathBuf },
}

impl FileError {
    /// Returns a stable code for the kind of error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "unreadable-file",
            Self::NoFile { .. } => "no-file",
            Self::BrokenLink { .. } => "broken-link",
            Self::NotUtf8 { .. } => "not-utf8",
            Self::TooLarge { .. } => "too-large",
            Self::ReadOnly { .. } => "read-only",
            Self::NoFreeName { .. } => "no-free-name",
            Self::NoHome => "no-home",
            Self::Unwritable { .. } => "unwritable-file",
            Self::Unconfirmed { .. } => "unconfirmed-file",
            Self::NotExported { .. } | Self::NoExportList { .. } => "not-exported",
            Self::OfAnotherExport { .. } => "of-another-export",
            Self::NotDeleted { .. } => "not-deleted",
            Self::SheetInTheWay { .. } => "sheet-in-the-way",
            Self::Changed { .. } => "changed-meanwhile",
        }
    }

    /// Returns it as a mistake of another file that names this one.
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic::error(self.code(), format!("{self}.")).maybe_hint(self.hint())
    }

    /// Returns a hint for a file that is missing: one with a similar name, or the missing folder on its path.
    pub fn hint(&self) -> Option<Hint> {
        let (Self::Unreadable { path, source } | Self::Unwritable { path, source }) = self else {
            return None;
        };
        let name = path.to_str().filter(|_| source.kind() == io::ErrorKind::NotFound)?;
        let meant = match self {
            Self::Unreadable { .. } => meant_file(&SystemDisk, Path::new(""), name, |_| true),
            _ => None,
        };
        let hint = meant.map(|right| hint_at_file(&right, name));
        hint.or_else(|| missing_folder(path)).map(Hint::from)
    }
}

/// Returns the remark that a folder on a path is missing.
fn missing_folder(path: &Path) -> Option<String> {
    let folders = path.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
    let missing = folders.take_while(|folder| !exists(folder)).last()?;
    Some(format!("There is no folder {}.", shown_path(missing)))
}

/// Returns a path in the form shown in messages.
fn shown_path(path: &Path) -> String {
    printable(&path.display().to_string()).into_owned()
}

/// Returns the link, if it is not the path itself but a parent of it.
fn other_link(path: &Path, link: &Path) -> String {
    if path == link { String::new() } else { format!("{} ", shown_path(link)) }
}
