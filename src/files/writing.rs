//! Writes files atomically, so that they are never half-written.

use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use super::FileError;
use super::disk::{Disk, SystemDisk};
use super::draft::FileDraft;

/// Writes a text. In any case, the file has either its old or its new content.
///
/// # Errors
/// If the file may not be changed or cannot be written.
pub fn save_text(path: &Path, text: &str) -> Result<(), FileError> {
    save_bytes(path, text.as_bytes())
}

/// Writes bytes. In any case, the file has either its old or its new content.
///
/// A link is followed and stays a link. Permissions of an existing file are kept.
///
/// # Errors
/// If the file may not be changed or cannot be written.
pub fn save_bytes(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    save_bytes_on(&SystemDisk, path, bytes)
}

/// Writes bytes on the given disk.
///
/// # Errors
/// Those of [`save_bytes`].
pub fn save_bytes_on(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    match place_of(disk, path)? {
        Destination::Stream => write_through(disk, path, bytes)
            .map_err(|source| FileError::Unwritable { path: path.to_owned(), source }),
        Destination::File(target) => FileDraft::write_to(disk, path, target, bytes)?.put(),
    }
}

/// Checks that a file can be written, without changing it.
///
/// # Errors
/// Those of [`save_bytes`] that can be foreseen.
pub fn check_can_save(path: &Path) -> Result<(), FileError> {
    match place_of(&SystemDisk, path)? {
        Destination::Stream => Ok(()),
        Destination::File(target) => FileDraft::write_to(&SystemDisk, path, target, &[]).map(drop),
    }
}

/// Creates a folder and all missing parents. Nothing happens if it exists.
///
/// # Errors
/// If one of them cannot be created, or is a file.
pub fn create_folders(path: &Path) -> Result<(), FileError> {
    let created = SystemDisk.create_folders(path);
    created.map_err(|source| FileError::Unwritable { path: path.to_owned(), source })
}

/// The target of a path.
pub(super) enum Destination {
    /// A pipe or a device, for example `/dev/full`. It cannot be replaced, and nothing on disk can be lost.
    Stream,
    /// A file, which may not exist yet.
    File(TargetFile),
}

/// The file that a path leads to after following links.
pub(super) struct TargetFile {
    pub(super) path: PathBuf,
    /// Metadata, if it exists.
    pub(super) there: Option<Metadata>,
}

/// Returns the target of a path, if it may be written.
pub(super) fn place_of(disk: &dyn Disk, path: &Path) -> Result<Destination, FileError> {
    let unwritable = |source| FileError::Unwritable { path: path.to_owned(), source };
    let there = match disk.look(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        there => Some(there.map_err(unwritable)?),
    };
    match &there {
        Some(there) if there.is_dir() => {
            return Err(unwritable(io::Error::from(io::ErrorKind::IsADirectory)));
        }
        Some(there) if !there.is_file() => return Ok(Destination::Stream),
        Some(there) if there.permissions().readonly() => {
            return Err(FileError::ReadOnly { path: path.to_owned() });
        }
        _ => {}
    }
    let path = follow_links(disk, path).map_err(unwritable)?;
    Ok(Destination::File(TargetFile { path, there }))
}

/// Writes all of the bytes, even if a call takes only some of them.
pub(super) fn write_all(disk: &dyn Disk, file: &mut File, bytes: &[u8]) -> io::Result<()> {
    let mut rest = bytes;
    while !rest.is_empty() {
        match disk.write(file, rest) {
            Ok(0) => return Err(io::Error::from(io::ErrorKind::WriteZero)),
            Ok(written) => rest = rest.get(written..).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn write_through(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_all(disk, &mut disk.open(path)?, bytes)
}

/// Returns the path after following all links. The file may not exist.
fn follow_links(disk: &dyn Disk, path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    // The limit of Linux.
    for _ in 0..40 {
        match disk.look_at_name(&target) {
            Ok(found) if found.is_symlink() => {
                target = target.parent().unwrap_or(Path::new("")).join(disk.read_link(&target)?);
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => return Ok(target),
        }
    }
    Err(io::Error::other("there are too many links after each other"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::files::read_text_file;

    #[test]
    fn save_replaces_the_whole_text() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.ron");
        save_text(&path, "a longer text").unwrap();
        save_text(&path, "short").unwrap();
        assert_eq!(read_text_file(&path).unwrap(), "short");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left behind");
    }

    #[test]
    fn save_into_a_missing_folder_names_the_path() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("none").join("a.ron");
        let error = save_text(&path, "x").unwrap_err();
        assert!(error.to_string().contains("none"), "{error}");
        assert_eq!(error.code(), "unwritable-file");
    }

    #[test]
    fn save_refuses_a_read_only_file_and_leaves_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.ron");
        fs::write(&path, "old").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        assert_eq!(save_text(&path, "new").unwrap_err().code(), "read-only");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    }

    #[test]
    fn save_refuses_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(save_text(folder.path(), "x").unwrap_err().code(), "unwritable-file");
    }

    #[cfg(unix)]
    #[test]
    fn save_keeps_permissions_and_links() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("a.ron"), folder.path().join("link.ron"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("a.ron", &link).unwrap();
        save_text(&link, "new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn save_through_links_in_a_circle_fails() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (folder.path().join("a"), folder.path().join("b"));
        symlink(&b, &a).unwrap();
        symlink(&a, &b).unwrap();
        assert_eq!(save_text(&a, "x").unwrap_err().code(), "unwritable-file");
    }
}
