//! Reading whole files, and writing them so that they are never half-written.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use atomic_write_file::AtomicWriteFile;

use super::FileError;
use super::plain::check_is_file;
use crate::base::lines_of;

/// How large a file may be that is read, in bytes: 16 MiB.
pub const MAX_FILE_BYTES: u64 = 16 * 1024 * 1024;

/// Is there anything of that name?
pub fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Reads a text.
///
/// # Errors
/// If it cannot be read, is no file, is not UTF-8, or is larger than [`MAX_FILE_BYTES`].
pub fn read_text_file(path: &Path) -> Result<String, FileError> {
    let unreadable = |source| FileError::Unreadable { path: path.to_owned(), source };
    check_is_file(path)?;
    let file = fs::File::open(path).map_err(unreadable)?;
    read_text_from(file, path)
}

/// Reads a text from a stream, such as standard input; `name` stands for it in messages.
///
/// # Errors
/// If it cannot be read, is not UTF-8, or is longer than [`MAX_FILE_BYTES`].
pub fn read_text_from(stream: impl Read, name: &Path) -> Result<String, FileError> {
    let path = || name.to_owned();
    let mut bytes = Vec::new();
    stream
        .take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|source| FileError::Unreadable { path: path(), source })?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(FileError::TooLarge { path: path(), limit: MAX_FILE_BYTES });
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
        let valid = std::str::from_utf8(valid).unwrap_or_default();
        let line = lines_of(valid).count();
        let at = 1 + lines_of(valid).last().map_or(0, str::len);
        FileError::NotUtf8 { path: path(), line, at }
    })
}

/// Writes a text; whatever happens, the file is either as it was or as it shall be.
///
/// # Errors
/// If the file may not be changed or cannot be written.
pub fn save_text(path: &Path, text: &str) -> Result<(), FileError> {
    save_bytes(path, text.as_bytes())
}

/// Writes bytes; whatever happens, the file is either as it was or as it shall be.
///
/// A link is followed, so that it stays one. Permissions of a file that is there are kept.
///
/// # Errors
/// If the file may not be changed or cannot be written.
pub fn save_bytes(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let unwritable = |source| FileError::Unwritable { path: path.to_owned(), source };
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => {
            return Err(unwritable(io::Error::from(io::ErrorKind::IsADirectory)));
        }
        // Pipes and devices, such as /dev/stdout, cannot be replaced; nothing on disk can be lost either.
        Ok(metadata) if !metadata.is_file() => return fs::write(path, bytes).map_err(unwritable),
        Ok(metadata) if metadata.permissions().readonly() => {
            return Err(FileError::ReadOnly { path: path.to_owned() });
        }
        _ => {}
    }
    follow_links(path).and_then(|target| replace(&target, bytes)).map_err(unwritable)
}

fn replace(target: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = AtomicWriteFile::open(target)?;
    file.write_all(bytes)?;
    file.commit()
}

/// The file that a path means in the end. It need not exist, also at the end of a link.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    // As many as Linux follows.
    for _ in 0..40 {
        match fs::read_link(&target) {
            Ok(next) => target = target.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("there are too many links after each other"))
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn reading_says_where_a_text_is_not_utf8() {
        let error = read_text_from(&b"one\ntwo \xff"[..], Path::new("a.ron")).unwrap_err();
        assert!(matches!(error, FileError::NotUtf8 { line: 2, at: 5, .. }), "{error}");
    }

    #[test]
    fn reading_ends_at_the_limit() {
        let error = read_text_from(io::repeat(b' '), Path::new("-")).unwrap_err();
        assert_eq!(error.to_string(), "-: is larger than 16777216 bytes, the limit for files that are read");
    }
}
