//! Reads whole files and streams, with a limit for their size.

use std::io::{self, Read};
use std::path::Path;

use super::FileError;
use super::disk::{Disk, SystemDisk};
use super::plain::check_is_file;
use crate::base::lines_of;

/// Maximum size of a file, in bytes: 16 MiB.
pub const MAX_FILE_BYTES: u64 = 16 * 1024 * 1024;

/// Maximum size of an exported level, in bytes: 128 MiB.
pub const MAX_LEVEL_BYTES: u64 = 128 * 1024 * 1024;

/// Returns `true` if the name exists. A name that cannot be inspected may exist.
pub fn exists(path: &Path) -> bool {
    exists_on(&SystemDisk, path)
}

/// Returns `true` if the name exists on the given disk.
pub fn exists_on(disk: &dyn Disk, path: &Path) -> bool {
    !matches!(disk.look_at_name(path), Err(error) if error.kind() == io::ErrorKind::NotFound)
}

/// Reads a text.
///
/// # Errors
/// If it cannot be read, is not a file, is not UTF-8, or is larger than [`MAX_FILE_BYTES`].
pub fn read_text_file(path: &Path) -> Result<String, FileError> {
    read_text_on(&SystemDisk, path)
}

/// Reads a text from the given disk.
///
/// # Errors
/// Those of [`read_text_file`].
pub fn read_text_on(disk: &dyn Disk, path: &Path) -> Result<String, FileError> {
    read_up_to(disk, path, MAX_FILE_BYTES)
}

/// Reads the text of an exported level.
///
/// # Errors
/// Those of [`read_text_file`], with the limit [`MAX_LEVEL_BYTES`].
pub fn read_level_file(path: &Path) -> Result<String, FileError> {
    read_up_to(&SystemDisk, path, MAX_LEVEL_BYTES)
}

fn read_up_to(disk: &dyn Disk, path: &Path, limit: u64) -> Result<String, FileError> {
    check_is_file(disk, path)?;
    let bytes = disk.read(path, limit + 1);
    text_of(bytes.map_err(|source| FileError::Unreadable { path: path.to_owned(), source })?, path, limit)
}

/// Reads a text from a stream, for example standard input; `name` identifies it in messages.
///
/// # Errors
/// If it cannot be read, is not UTF-8, or is longer than [`MAX_FILE_BYTES`].
pub fn read_text_from(stream: impl Read, name: &Path) -> Result<String, FileError> {
    read_stream(stream, name, MAX_FILE_BYTES)
}

/// Reads the text of an exported level from a stream; `name` identifies it in messages.
///
/// # Errors
/// Those of [`read_text_from`], with the limit [`MAX_LEVEL_BYTES`].
pub fn read_level_from(stream: impl Read, name: &Path) -> Result<String, FileError> {
    read_stream(stream, name, MAX_LEVEL_BYTES)
}

fn read_stream(stream: impl Read, name: &Path, limit: u64) -> Result<String, FileError> {
    let mut bytes = Vec::new();
    let read: io::Result<usize> = stream.take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|source| FileError::Unreadable { path: name.to_owned(), source })?;
    text_of(bytes, name, limit)
}

fn text_of(bytes: Vec<u8>, name: &Path, limit: u64) -> Result<String, FileError> {
    let path = || name.to_owned();
    if bytes.len() as u64 > limit {
        return Err(FileError::TooLarge { path: path(), limit });
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
        let valid = std::str::from_utf8(valid).unwrap_or_default();
        let line = lines_of(valid).count();
        let at = 1 + lines_of(valid).last().map_or(0, str::len);
        FileError::NotUtf8 { path: path(), line, at }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
