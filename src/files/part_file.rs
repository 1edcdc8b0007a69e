//! The parts of a run that is too large for one file or one machine.
//!
//! A part is one file. Its name has the run, its number, and the digest of its content:
//! `part-<run>-<number>-<digest>.<kind>`. It takes this name in one step, so a file with such a name is whole,
//! unless it was changed or copied later, which the digest shows.
//! `run.json` next to the parts describes the run. All who work in the folder must have the same one.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::FileError;
use super::disk::{Disk, SystemDisk};
use super::draft::FileDraft;
use super::reading::read_text_file;
use super::stamp::{fingerprint, fingerprint_after};
use super::writing::{TargetFile, create_folders};

/// The description of a run, next to its parts.
const RUN_FILE: &str = "run.json";

/// The identity of a run: a digest of its description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunId(u64);

impl RunId {
    /// Returns the identity of the run with this description, or of any other text.
    pub fn of_text(text: &str) -> Self {
        Self(fingerprint(text.as_bytes()))
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The name of a part without its digest.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PartName {
    /// The run that it belongs to.
    pub run: RunId,
    /// The number in the run, from 0.
    pub number: u64,
    /// The extension, for example `parquet`.
    pub kind: String,
}

impl PartName {
    fn file_name(&self, digest: u64) -> String {
        format!("part-{}-{:08}-{digest:016x}.{}", self.run, self.number, self.kind)
    }

    /// The digest of a part begins with its name, so that a renamed part is not taken for another one.
    fn first_digest(&self) -> u64 {
        fingerprint(self.file_name(0).as_bytes())
    }

    /// Reads the name of a file, with the digest.
    fn parse(name: &str) -> Option<(Self, u64)> {
        let (stem, kind) = name.strip_prefix("part-")?.split_once('.')?;
        let [run, number, digest] = stem.split('-').collect::<Vec<_>>().try_into().ok()?;
        let hex = |text: &str| u64::from_str_radix(text, 16).ok();
        let part = Self { run: RunId(hex(run)?), number: number.parse().ok()?, kind: kind.to_owned() };
        let digest = hex(digest)?;
        (part.file_name(digest) == name).then_some((part, digest))
    }
}

/// A part on the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundPart {
    /// The file.
    pub path: PathBuf,
    /// The name.
    pub name: PartName,
    digest: u64,
}

/// Returns the parts in a folder, in the order of their numbers.
///
/// # Errors
/// If the folder cannot be read.
pub fn parts_in(folder: &Path) -> Result<Vec<FoundPart>, FileError> {
    let entries = SystemDisk.list(folder);
    let entries = entries.map_err(|source| FileError::Unreadable { path: folder.to_owned(), source })?;
    let part = |path: PathBuf| {
        let (name, digest) = PartName::parse(path.file_name()?.to_str()?)?;
        Some(FoundPart { path, name, digest })
    };
    let mut found: Vec<FoundPart> = entries.into_iter().filter_map(part).collect();
    found.sort_by(|one, other| {
        (one.name.number, &one.name, one.digest).cmp(&(other.name.number, &other.name, other.digest))
    });
    Ok(found)
}

impl FoundPart {
    /// Opens the content.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(&self) -> Result<File, FileError> {
        SystemDisk.open_to_read(&self.path).map_err(|source| self.unreadable(source))
    }

    /// Returns `true` if the content is the one that was written under this name.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn is_whole(&self) -> Result<bool, FileError> {
        let mut file = self.open()?;
        let (mut digest, mut buffer) = (self.name.first_digest(), vec![0; 1 << 16]);
        loop {
            let count = file.read(&mut buffer).map_err(|source| self.unreadable(source))?;
            if count == 0 {
                return Ok(digest == self.digest);
            }
            digest = fingerprint_after(digest, buffer.get(..count).unwrap_or_default());
        }
    }

    /// Deletes the file.
    ///
    /// # Errors
    /// If it cannot be deleted.
    pub fn delete(&self) -> Result<(), FileError> {
        let deleted = SystemDisk.remove(&self.path);
        deleted.map_err(|source| FileError::NotDeleted { path: self.path.clone(), source })
    }

    fn unreadable(&self, source: io::Error) -> FileError {
        FileError::Unreadable { path: self.path.clone(), source }
    }
}

/// A part in the making. If it is dropped, nothing is left of it.
#[derive(Debug)]
pub struct PartFile {
    folder: PathBuf,
    name: PartName,
    draft: FileDraft<'static>,
    digest: u64,
}

impl PartFile {
    /// Begins a part.
    ///
    /// # Errors
    /// If nothing can be written to the folder.
    pub fn new(folder: &Path, name: PartName) -> Result<Self, FileError> {
        let path = folder.join(name.file_name(0));
        let target = TargetFile { path: path.clone(), there: None };
        let digest = name.first_digest();
        let draft = FileDraft::write_to(&SystemDisk, &path, target, &[])?;
        Ok(Self { folder: folder.to_owned(), name, draft, digest })
    }

    /// Gives the part its name.
    ///
    /// # Errors
    /// If it cannot be put in place.
    pub fn finish(self) -> Result<(), FileError> {
        self.draft.put_grown_as(self.folder.join(self.name.file_name(self.digest)))
    }
}

impl Write for PartFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.draft.grow(bytes)?;
        self.digest = fingerprint_after(self.digest, bytes.get(..count).unwrap_or_default());
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Creates a folder for the parts of a run, and writes the description unless another shard has written one.
/// Returns the description that is there.
///
/// # Errors
/// If the folder or the description cannot be written or read.
pub fn agree_on_run(folder: &Path, description: &str) -> Result<String, FileError> {
    create_folders(folder)?;
    let draft = FileDraft::write(&SystemDisk, &folder.join(RUN_FILE), description.as_bytes())?;
    match draft.put_new() {
        Ok(()) | Err(FileError::Changed { .. }) => read_run(folder),
        Err(error) => Err(error),
    }
}

/// Reads the description of the run in a folder.
///
/// # Errors
/// If there is none, or it cannot be read.
pub fn read_run(folder: &Path) -> Result<String, FileError> {
    read_text_file(&folder.join(RUN_FILE))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn name(number: u64) -> PartName {
        PartName { run: RunId::of_text("a run"), number, kind: "csv".to_owned() }
    }

    fn written(folder: &Path, number: u64, content: &[u8]) {
        let mut part = PartFile::new(folder, name(number)).unwrap();
        content.chunks(3).for_each(|bytes| part.write_all(bytes).unwrap());
        part.finish().unwrap();
    }

    #[test]
    fn parts_are_found_in_order_and_unfinished_ones_are_not() {
        let folder = tempfile::tempdir().unwrap();
        [10, 2, 1_000_000_000].iter().for_each(|number| written(folder.path(), *number, b"a,b\n1,2\n"));
        let mut unfinished = PartFile::new(folder.path(), name(3)).unwrap();
        unfinished.write_all(b"a,").unwrap();
        drop(unfinished);
        for other in ["part-x.csv", "part-1-2-3.csv", "run.json", "part-.csv"] {
            fs::write(folder.path().join(other), "x").unwrap();
        }
        let found = parts_in(folder.path()).unwrap();
        let numbers: Vec<u64> = found.iter().map(|part| part.name.number).collect();
        assert_eq!(numbers, [2, 10, 1_000_000_000]);
        assert!(found.iter().all(|part| part.is_whole().unwrap() && part.name.run == name(0).run));
    }

    #[test]
    fn changed_cut_and_renamed_parts_are_not_whole() {
        let folder = tempfile::tempdir().unwrap();
        written(folder.path(), 1, b"a,b\n1,2\n");
        let part = parts_in(folder.path()).unwrap().remove(0);
        for content in [&b"a,b\n1,3\n"[..], b"a,b\n1,2", b"", b"a,b\n1,2\n\n"] {
            fs::write(&part.path, content).unwrap();
            assert!(!part.is_whole().unwrap(), "{content:?}");
        }
        fs::write(&part.path, "a,b\n1,2\n").unwrap();
        assert!(part.is_whole().unwrap());
        let renamed = folder.path().join(name(2).file_name(part.digest));
        fs::rename(&part.path, renamed).unwrap();
        assert!(!parts_in(folder.path()).unwrap()[0].is_whole().unwrap());
    }

    #[test]
    fn first_description_of_a_run_stays() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("new/run");
        assert_eq!(agree_on_run(&inner, "one").unwrap(), "one");
        assert_eq!(agree_on_run(&inner, "two").unwrap(), "one");
        assert_eq!(fs::read_dir(&inner).unwrap().count(), 1, "nothing else is left behind");
    }
}
