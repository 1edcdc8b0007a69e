//! A disk on which one operation fails, or another program writes, or the clock jumps.

use std::fs::{File, Metadata, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, SystemTime};

use delvewright::files::{Disk, SystemDisk};

/// A fault at an operation.
#[derive(Clone, Debug)]
pub enum Fault {
    /// The operation fails.
    Fails(io::ErrorKind),
    /// A write writes half of the bytes, and the next one fails; any other operation fails.
    HalfWritten,
    /// This and all later operations that need space fail.
    FullFromThen,
    /// All later operations are ignored: the program was killed.
    Killed,
    /// Another program writes this content to this file before the operation.
    Changed(PathBuf, String),
    /// The clock shows this time from then on.
    Clock(SystemTime),
}

/// The operations of a disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Now,
    Read,
    Look,
    LookAtName,
    ReadLink,
    Canonicalize,
    List,
    CreateFolder,
    CreateFolders,
    Create,
    Open,
    Lock,
    TryLock,
    CopyRights,
    Write,
    Sync,
    Link,
    Rename,
    SyncFolder,
    Remove,
    RemoveFolder,
}

impl Operation {
    /// Returns `true` if it can fail for lack of space.
    pub fn needs_space(self) -> bool {
        use Operation::*;
        matches!(self, CreateFolder | CreateFolders | Create | Write | Sync | Link | SyncFolder)
    }

    /// Returns `true` if it changes the disk or a lock.
    pub fn changes_something(self) -> bool {
        use Operation::*;
        self.needs_space() || matches!(self, Lock | TryLock | CopyRights | Rename | Remove | RemoveFolder)
    }
}

/// A disk with one fault.
#[derive(Debug)]
pub struct FaultyDisk {
    /// Number of the operation (from 0), and the fault.
    fault: Option<(usize, Fault)>,
    done: Mutex<Vec<(Operation, PathBuf)>>,
}

impl FaultyDisk {
    pub fn new(fault: Option<(usize, Fault)>) -> Self {
        Self { fault, done: Mutex::default() }
    }

    /// Returns all operations so far, each with its path or target.
    pub fn done(&self) -> Vec<(Operation, PathBuf)> {
        self.locked().clone()
    }

    fn locked(&self) -> MutexGuard<'_, Vec<(Operation, PathBuf)>> {
        self.done.lock().expect("nothing panics while it is held")
    }

    /// Records an operation, and fails it if it is the faulty one.
    fn begin(&self, operation: Operation, path: &Path) -> io::Result<()> {
        let mut done = self.locked();
        let number = done.len();
        done.push((operation, path.to_owned()));
        let Some((at, fault)) = &self.fault else { return Ok(()) };
        match fault {
            Fault::Fails(kind) if number == *at => Err((*kind).into()),
            Fault::HalfWritten if number == *at && operation == Operation::Write => Ok(()),
            Fault::HalfWritten if number == *at => Err(io::ErrorKind::StorageFull.into()),
            // Only a writer writes again.
            Fault::HalfWritten if number == *at + 1 && operation == Operation::Write => {
                Err(io::ErrorKind::StorageFull.into())
            }
            Fault::FullFromThen if number >= *at && operation.needs_space() => {
                Err(io::ErrorKind::StorageFull.into())
            }
            Fault::Killed if number >= *at => Err(io::Error::other("the program was killed")),
            Fault::Changed(file, text) if number == *at => std::fs::write(file, text),
            _ => Ok(()),
        }
    }

    fn is_at(&self, wanted: impl Fn(&Fault) -> bool) -> bool {
        let last = self.locked().len().saturating_sub(1);
        self.fault.as_ref().is_some_and(|(at, fault)| last == *at && wanted(fault))
    }
}

/// Name for operations without a path of their own.
const FILE: &str = "(an open file)";

impl Disk for FaultyDisk {
    fn now(&self) -> SystemTime {
        let number = self.locked().len();
        // The clock cannot fail, but it can be wrong.
        let _ = self.begin(Operation::Now, Path::new("(the clock)"));
        match &self.fault {
            Some((at, Fault::Clock(time))) if number >= *at => *time,
            _ => SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000),
        }
    }

    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        self.begin(Operation::Read, path)?;
        SystemDisk.read(path, most)
    }

    fn open_to_read(&self, path: &Path) -> io::Result<File> {
        self.begin(Operation::Read, path)?;
        SystemDisk.open_to_read(path)
    }

    fn look(&self, path: &Path) -> io::Result<Metadata> {
        self.begin(Operation::Look, path)?;
        SystemDisk.look(path)
    }

    fn look_at_name(&self, path: &Path) -> io::Result<Metadata> {
        self.begin(Operation::LookAtName, path)?;
        SystemDisk.look_at_name(path)
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        self.begin(Operation::ReadLink, path)?;
        SystemDisk.read_link(path)
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        self.begin(Operation::Canonicalize, path)?;
        SystemDisk.canonicalize(path)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        self.begin(Operation::List, folder)?;
        SystemDisk.list(folder)
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.begin(Operation::CreateFolder, path)?;
        SystemDisk.create_folder(path)
    }

    fn create_folders(&self, path: &Path) -> io::Result<()> {
        self.begin(Operation::CreateFolders, path)?;
        SystemDisk.create_folders(path)
    }

    fn create(&self, path: &Path) -> io::Result<File> {
        self.begin(Operation::Create, path)?;
        SystemDisk.create(path)
    }

    fn open(&self, path: &Path) -> io::Result<File> {
        self.begin(Operation::Open, path)?;
        SystemDisk.open(path)
    }

    fn lock(&self, file: &File) -> io::Result<()> {
        self.begin(Operation::Lock, Path::new(FILE))?;
        SystemDisk.lock(file)
    }

    fn try_lock(&self, file: &File) -> Result<(), TryLockError> {
        self.begin(Operation::TryLock, Path::new(FILE)).map_err(TryLockError::Error)?;
        SystemDisk.try_lock(file)
    }

    fn copy_rights(&self, from: &Metadata, to: &File) -> io::Result<()> {
        self.begin(Operation::CopyRights, Path::new(FILE))?;
        SystemDisk.copy_rights(from, to)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<usize> {
        self.begin(Operation::Write, Path::new(FILE))?;
        let is_half = self.is_at(|fault| matches!(fault, Fault::HalfWritten));
        let some = if is_half { bytes.split_at(bytes.len().div_ceil(2)).0 } else { bytes };
        SystemDisk.write(file, some)
    }

    /// Does not wait for the disk. A missing sync only matters after a power failure, and the tests are
    /// faster without it.
    fn sync(&self, _: &File) -> io::Result<()> {
        self.begin(Operation::Sync, Path::new(FILE))
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.begin(Operation::Link, to)?;
        SystemDisk.link(from, to)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.begin(Operation::Rename, to)?;
        SystemDisk.rename(from, to)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.begin(Operation::SyncFolder, folder)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.begin(Operation::Remove, path)?;
        SystemDisk.remove(path)
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        self.begin(Operation::RemoveFolder, path)?;
        SystemDisk.remove_folder(path)
    }
}
