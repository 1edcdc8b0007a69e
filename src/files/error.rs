//! What can go wrong between the program and the disk.

use std::io;
use std::path::{Path, PathBuf};

use super::disk::SystemDisk;
use super::spelling::{hint_at_file, right_spelling};
use crate::base::{Diagnostic, printable};

/// A file that cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum FileError {
    /// It is not there, or may not be read.
    #[error("{path}: cannot be read: {source}", path = shown_path(path))]
    Unreadable { path: PathBuf, source: io::Error },
    /// It is a folder, a pipe or a device.
    #[error("{path}: is {what}, where a file is needed", path = shown_path(path))]
    NoFile { path: PathBuf, what: &'static str },
    /// A link on the way to it, or it itself, leads nowhere.
    #[error("{path}: {link}is a link to {target}, which is not there", path = shown_path(path), link = other_link(path, link), target = shown_path(target))]
    BrokenLink { path: PathBuf, link: PathBuf, target: PathBuf },
    /// It is not a text. Line and byte within it count from 1.
    #[error("{path}: is not a text in UTF-8 (see byte {at} of line {line}); save it as UTF-8", path = shown_path(path))]
    NotUtf8 { path: PathBuf, line: usize, at: usize },
    /// It is larger than any file that is meant to be read; the limit is in bytes.
    #[error("{path}: is larger than {limit} bytes, the limit for files that are read", path = shown_path(path))]
    TooLarge { path: PathBuf, limit: u64 },
    /// It may not be changed.
    #[error("{path}: is read-only; save under another name, or allow writing", path = shown_path(path))]
    ReadOnly { path: PathBuf },
    /// Every name that could be taken for a new file is taken; the path is the first that was tried.
    #[error("{path}: there are too many files of that name; move some away", path = shown_path(path))]
    NoFreeName { path: PathBuf },
    /// The system names no folder where programs keep their data.
    #[error("there is no folder for what Delvewright keeps; say one with the variable {variable}", variable = super::HOME_VARIABLE)]
    NoHome,
    /// It could not be written; what was there is as it was.
    #[error("{path}: cannot be written: {source}", path = shown_path(path))]
    Unwritable { path: PathBuf, source: io::Error },
    /// It stands in its place as a whole, but nobody knows whether it would outlive a power failure.
    #[error("{path}: is written, but the disk does not confirm it: {source}", path = path.display())]
    Unconfirmed { path: PathBuf, source: io::Error },
    /// It would be lost in an export, but no export has written it.
    #[error("{path}: is there already and not from an export ({list} does not name it); move it away, or export under another name", path = shown_path(path), list = shown_path(list))]
    NotExported { path: PathBuf, list: PathBuf },
    /// Another export of the same name needs it as it is.
    #[error("{path}: belongs to {main}, which it would not fit any more; export under another name, or move that away", path = shown_path(path), main = shown_path(main))]
    OfAnotherExport { path: PathBuf, main: PathBuf },
    /// It is left of an earlier export.
    #[error("{path}: is no part of the export any more and cannot be deleted: {source}", path = shown_path(path))]
    NotDeleted { path: PathBuf, source: io::Error },
    /// It would be lost to the list of an export, but is none.
    #[error("{path}: is there already and is no list of exported files; move it away, or export under another name", path = shown_path(path))]
    NoExportList { path: PathBuf },
    /// The tile sheet of a room set would go there, but another picture is there.
    #[error("{path}: is another picture than the tile sheet that would be saved there; move it away, or save into another folder", path = shown_path(path))]
    SheetInTheWay { path: PathBuf },
    /// It holds something else than is known of it; it is left as it is.
    #[error("{path}: was changed by another program meanwhile; look at it before you save over it", path = path.display())]
    Changed { path: PathBuf },
}

impl FileError {
    /// A stable name of this kind of mistake.
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

    /// Returns it as a mistake of a file that names the other one.
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic::error(self.code(), format!("{self}.")).maybe_hint(self.hint())
    }

    /// Returns how the path has to be written, if a file is there under a name that people take for it.
    pub fn hint(&self) -> Option<String> {
        let Self::Unreadable { path, source } = self else { return None };
        let name = path.to_str().filter(|_| source.kind() == io::ErrorKind::NotFound)?;
        right_spelling(&SystemDisk, Path::new(""), name).map(|right| hint_at_file(&right, name))
    }
}

/// A path as it is shown in messages.
fn shown_path(path: &Path) -> String {
    printable(&path.display().to_string()).into_owned()
}

/// The link, if it is not the path itself but on the way to it.
fn other_link(path: &Path, link: &Path) -> String {
    if path == link { String::new() } else { format!("{} ", shown_path(link)) }
}
