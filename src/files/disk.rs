//! What the program asks of a disk and of the clock, one operation each, so that any of them can be made to fail.
//!
//! [`Disk`] is all that the reading and writing in this module know; [`SystemDisk`] is the real one and does nothing of its own.
//! Each operation is one call of the system, as far as there is one, so that a fault between two of them can be tried out.

use std::fmt;
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// A disk with its clock.
pub trait Disk: fmt::Debug + Send + Sync {
    /// The time of day. It may step back, and lie before 1970: nothing but what a person reads depends on it.
    fn now(&self) -> SystemTime;

    /// The content of a file, or its first `most` bytes if it is longer.
    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>>;

    /// What a path leads to, at the end of all links.
    fn look(&self, path: &Path) -> io::Result<Metadata>;

    /// What bears this name itself, be it a link that leads nowhere.
    fn look_at_name(&self, path: &Path) -> io::Result<Metadata>;

    /// Where a link leads.
    fn read_link(&self, path: &Path) -> io::Result<PathBuf>;

    /// The one path of what may be reached by several.
    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf>;

    /// Everything in a folder.
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;

    /// Makes a folder that is not there yet.
    fn create_folder(&self, path: &Path) -> io::Result<()>;

    /// Makes a folder and those around it, as far as they are missing.
    fn create_folders(&self, path: &Path) -> io::Result<()>;

    /// Makes a file that is not there yet, to write in it.
    fn create(&self, path: &Path) -> io::Result<File>;

    /// Opens what is there, to write in it or to lock it.
    fn open(&self, path: &Path) -> io::Result<File>;

    /// Waits for the lock of a file.
    fn lock(&self, file: &File) -> io::Result<()>;

    /// Takes the lock of a file if nobody holds it.
    fn try_lock(&self, file: &File) -> Result<(), TryLockError>;

    /// Gives a file the permissions of another, and its owner as far as that is allowed.
    fn copy_rights(&self, from: &Metadata, to: &File) -> io::Result<()>;

    /// Writes some of the bytes; how many.
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<usize>;

    /// Waits until a file is on the disk itself.
    fn sync(&self, file: &File) -> io::Result<()>;

    /// Gives a file another name besides, which nothing bears yet.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Gives a file another name, and takes that from whatever bears it.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Waits until the names in a folder are on the disk itself.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;

    /// Takes a file away.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Takes a folder away in which nothing is.
    fn remove_folder(&self, path: &Path) -> io::Result<()>;
}

/// The disk and the clock of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemDisk;

/// The disk of this machine, to be shared.
pub fn system_disk() -> Arc<dyn Disk> {
    Arc::new(SystemDisk)
}

impl Disk for SystemDisk {
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn look(&self, path: &Path) -> io::Result<Metadata> {
        fs::metadata(path)
    }

    fn look_at_name(&self, path: &Path) -> io::Result<Metadata> {
        fs::symlink_metadata(path)
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        fs::read_link(path)
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        fs::canonicalize(path)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        fs::create_dir(path)
    }

    fn create_folders(&self, path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }

    fn create(&self, path: &Path) -> io::Result<File> {
        File::create_new(path)
    }

    fn open(&self, path: &Path) -> io::Result<File> {
        File::options().write(true).open(path)
    }

    fn lock(&self, file: &File) -> io::Result<()> {
        file.lock()
    }

    fn try_lock(&self, file: &File) -> Result<(), TryLockError> {
        file.try_lock()
    }

    fn copy_rights(&self, from: &Metadata, to: &File) -> io::Result<()> {
        copy_owner(from, to)?;
        to.set_permissions(from.permissions())
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<usize> {
        file.write(bytes)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::hard_link(from, to)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        sync_folder(folder)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir(path)
    }
}

/// Only some may give files away; that the content is saved matters more than whose the file is.
#[cfg(unix)]
fn copy_owner(from: &Metadata, to: &File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};

    let there = to.metadata()?;
    if (there.uid(), there.gid()) == (from.uid(), from.gid()) {
        return Ok(());
    }
    fchown(to, Some(from.uid()), Some(from.gid())).or_else(unless_impossible)
}

#[cfg(not(unix))]
fn copy_owner(_: &Metadata, _: &File) -> io::Result<()> {
    Ok(())
}

/// A folder that may not be read, or a file system without such a thing, is no reason to give up.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    File::open(folder).and_then(|folder| folder.sync_all()).or_else(unless_impossible)
}

/// Elsewhere a folder is no file that could be opened.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn unless_impossible(error: io::Error) -> io::Result<()> {
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};

    if matches!(error.kind(), PermissionDenied | InvalidInput | Unsupported) { Ok(()) } else { Err(error) }
}
