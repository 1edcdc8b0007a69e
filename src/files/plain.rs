//! Checks that a path is a regular file.
//!
//! A pipe or a device may block a reader forever, and a folder has no text. They are refused before they are
//! opened.

use std::fs::FileType;
use std::io;
use std::path::{Path, PathBuf};

use super::FileError;
use super::disk::{Disk, SystemDisk};

/// Refuses anything other than a file, and reports what it is.
///
/// # Errors
/// If the path is missing, is not a file, or is a broken link.
pub(super) fn check_is_file(disk: &dyn Disk, path: &Path) -> Result<(), FileError> {
    match disk.look(path) {
        Ok(metadata) if metadata.is_file() => Ok(()),
        Ok(metadata) => {
            Err(FileError::NoFile { path: path.to_owned(), what: kind_in_words(metadata.file_type()) })
        }
        Err(source) if source.kind() == io::ErrorKind::NotFound => Err(match broken_link(disk, path) {
            Some((link, target)) => FileError::BrokenLink { path: path.to_owned(), link, target },
            None => FileError::Unreadable { path: path.to_owned(), source },
        }),
        Err(source) => Err(FileError::Unreadable { path: path.to_owned(), source }),
    }
}

/// Returns the broken link on a path, with its target.
fn broken_link(disk: &dyn Disk, path: &Path) -> Option<(PathBuf, PathBuf)> {
    let is_broken = |part: &&Path| disk.look_at_name(part).is_ok() && disk.look(part).is_err();
    let link = path.ancestors().find(is_broken)?;
    Some((link.to_owned(), disk.read_link(link).ok()?))
}

/// Returns `true` if both paths lead to the same existing file.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| SystemDisk.canonicalize(path).ok();
    place(one).is_some_and(|one| place(other) == Some(one))
}

/// Returns `true` if both paths lead to the same file, which need not exist yet.
pub fn is_same_target(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let missing = || Some(canonical_folder(path)?.join(path.file_name()?));
        SystemDisk.canonicalize(path).ok().or_else(missing)
    };
    place(one).is_some_and(|one| place(other) == Some(one))
}

fn canonical_folder(path: &Path) -> Option<PathBuf> {
    let folder = path.parent()?;
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    SystemDisk.canonicalize(folder).ok()
}

#[cfg(unix)]
fn kind_in_words(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;

    if kind.is_dir() {
        "a folder"
    } else if kind.is_fifo() {
        "a pipe"
    } else if kind.is_socket() {
        "a socket"
    } else if kind.is_char_device() || kind.is_block_device() {
        "a device"
    } else {
        "something else"
    }
}

#[cfg(not(unix))]
fn kind_in_words(kind: FileType) -> &'static str {
    if kind.is_dir() { "a folder" } else { "something else" }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn folders_are_no_files() {
        let folder = tempfile::tempdir().unwrap();
        let error = check_is_file(&SystemDisk, folder.path()).unwrap_err();
        assert!(error.to_string().ends_with(": is a folder, but a file is needed"), "{error}");
        assert_eq!(error.code(), "no-file");
    }

    #[test]
    fn a_missing_file_has_several_names() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("sub")).unwrap();
        let at = |name: &str| folder.path().join(name);
        assert!(is_same_target(&at("new.csv"), &at("./sub/../new.csv")));
        assert!(!is_same_target(&at("new.csv"), &at("sub/new.csv")));
        assert!(!is_same_target(&at("none/new.csv"), &at("none/new.csv")), "nobody can know");
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_no_files() {
        let error = check_is_file(&SystemDisk, Path::new("/dev/zero")).unwrap_err();
        assert!(error.to_string().contains("is a device"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_nowhere_are_reported_as_such() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let (link, file) = (folder.path().join("link.ron"), folder.path().join("file.ron"));
        symlink("gone.ron", &link).unwrap();
        let error = check_is_file(&SystemDisk, &link).unwrap_err();
        assert_eq!(error.code(), "broken-link");
        assert!(error.to_string().ends_with("is a link to gone.ron, which does not exist"), "{error}");
        let error = check_is_file(&SystemDisk, &link.join("below.ron")).unwrap_err();
        assert!(error.to_string().contains("is a link to gone.ron"), "{error}");
        fs::write(&file, "x").unwrap();
        let good = folder.path().join("good.ron");
        symlink("file.ron", &good).unwrap();
        assert!(check_is_file(&SystemDisk, &good).is_ok() && check_is_file(&SystemDisk, &file).is_ok());
        assert_eq!(
            check_is_file(&SystemDisk, &folder.path().join("none")).unwrap_err().code(),
            "unreadable-file"
        );
    }
}
