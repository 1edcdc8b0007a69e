//! All operations on the disk and the clock, one method each, so that tests can make any of them fail.
//!
//! [`Disk`] is the only interface that reading and writing use; [`SystemDisk`] forwards to the real one. Each
//! operation is a single system call where possible, so that a failure between two of them can be tested.

use std::fmt;
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// A disk with a clock.
pub trait Disk: fmt::Debug + Send + Sync {
    /// Returns the time of day. It may step back or be before 1970: it is only shown to people.
    fn now(&self) -> SystemTime;

    /// Returns the content of a file, or its first `most` bytes if it is longer.
    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>>;

    /// Returns metadata of a path's target, following all links.
    fn look(&self, path: &Path) -> io::Result<Metadata>;

    /// Returns metadata of the name itself, even if it is a broken link.
    fn look_at_name(&self, path: &Path) -> io::Result<Metadata>;

    /// Returns the target of a link.
    fn read_link(&self, path: &Path) -> io::Result<PathBuf>;

    /// Returns the unique path of a file that several paths may lead to.
    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf>;

    /// Returns the paths of everything in a folder.
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;

    /// Creates a folder, which must not exist.
    fn create_folder(&self, path: &Path) -> io::Result<()>;

    /// Creates a folder and all missing parents.
    fn create_folders(&self, path: &Path) -> io::Result<()>;

    /// Creates a file for writing, which must not exist.
    fn create(&self, path: &Path) -> io::Result<File>;

    /// Opens an existing file for writing or locking.
    fn open(&self, path: &Path) -> io::Result<File>;

    /// Opens an existing file for reading, if it is too large to be read at once.
    fn open_to_read(&self, path: &Path) -> io::Result<File>;

    /// Waits for the lock of a file.
    fn lock(&self, file: &File) -> io::Result<()>;

    /// Takes the lock of a file if it is free.
    fn try_lock(&self, file: &File) -> Result<(), TryLockError>;

    /// Copies the permissions of a file, and its owner as far as that is allowed.
    fn copy_rights(&self, from: &Metadata, to: &File) -> io::Result<()>;

    /// Writes some of the bytes and returns their number.
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<usize>;

    /// Waits until the content of a file is physically on the disk.
    fn sync(&self, file: &File) -> io::Result<()>;

    /// Gives a file an additional name, which must not exist.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Renames a file, replacing any existing one.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Waits until the names in a folder are physically on the disk.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;

    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Removes an empty folder.
    fn remove_folder(&self, path: &Path) -> io::Result<()>;
}

/// The disk and the clock of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemDisk;

/// Returns the disk of this machine, to be shared.
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

    fn open_to_read(&self, path: &Path) -> io::Result<File> {
        File::open(path)
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

/// Failures are ignored: few users may give files away, and saving the content matters more than ownership.
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

/// Ignores folders that may not be read, and file systems that do not support syncing them.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    File::open(folder).and_then(|folder| folder.sync_all()).or_else(unless_impossible)
}

/// Does nothing, because a folder cannot be opened on this system.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn unless_impossible(error: io::Error) -> io::Result<()> {
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};

    if matches!(error.kind(), PermissionDenied | InvalidInput | Unsupported) { Ok(()) } else { Err(error) }
}
