//! Detects whether a file has changed since it was read or written.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::disk::Disk;
use super::reading::MAX_FILE_BYTES;

/// A fingerprint of a file's content at some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[serde(rename = "Stamp")]
pub struct FileStamp(Option<u64>);

impl FileStamp {
    /// Returns the stamp of a file. A missing or unreadable file has a stamp of its own.
    pub fn of_file(disk: &dyn Disk, path: &Path) -> Self {
        Self::read(disk, path).unwrap_or(Self(None))
    }

    /// Returns the stamp of a file, and distinguishes missing files from unreadable ones.
    ///
    /// # Errors
    /// If the file exists but cannot be read.
    pub fn read(disk: &dyn Disk, path: &Path) -> io::Result<Self> {
        // Anything other than a file, for example a pipe, may block forever.
        if disk.look(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(io::Error::other("this is not a file"));
        }
        // Of larger files, the beginning is enough.
        match disk.read(path, MAX_FILE_BYTES + 1) {
            Ok(bytes) => Ok(Self::of_bytes(&bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self(None)),
            Err(error) => Err(error),
        }
    }

    /// Returns the stamp of a file with this text.
    pub fn of_text(text: &str) -> Self {
        Self::of_bytes(text.as_bytes())
    }

    /// Returns the stamp of a file with this content, limited to the part that [`Self::read`] would read.
    pub(super) fn of_bytes(bytes: &[u8]) -> Self {
        let most = usize::try_from(MAX_FILE_BYTES + 1).unwrap_or(usize::MAX);
        Self(Some(fingerprint(bytes.get(..most).unwrap_or(bytes))))
    }

    /// Returns `true` if the file existed.
    pub fn is_there(self) -> bool {
        self.0.is_some()
    }
}

/// Returns a fingerprint of a content (FNV-1a), the same in every version. It does not resist deliberate
/// collisions.
pub(super) fn fingerprint(bytes: &[u8]) -> u64 {
    fingerprint_after(0xcbf2_9ce4_8422_2325, bytes)
}

/// Returns the fingerprint of a content whose beginning has the fingerprint `before`.
pub(super) fn fingerprint_after(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::files::SystemDisk;

    #[test]
    fn stamp_tells_contents_apart_and_no_file_from_an_empty_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.ron");
        let none = FileStamp::of_file(&SystemDisk, &path);
        fs::write(&path, "").unwrap();
        let empty = FileStamp::of_file(&SystemDisk, &path);
        fs::write(&path, "x").unwrap();
        let full = FileStamp::of_file(&SystemDisk, &path);
        assert!(none != empty && empty != full);
        assert_eq!(full, FileStamp::of_text("x"));
        assert!(!none.is_there() && empty.is_there());
    }

    #[test]
    fn stamp_of_a_large_file_is_that_of_its_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large.ldtk");
        let bytes = vec![b'x'; usize::try_from(MAX_FILE_BYTES).unwrap() + 10];
        fs::write(&path, &bytes).unwrap();
        assert_eq!(FileStamp::of_file(&SystemDisk, &path), FileStamp::of_bytes(&bytes));
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for path in [folder.path(), &socket] {
            let read = FileStamp::read(&SystemDisk, path);
            assert_eq!(read.unwrap_err().to_string(), "this is not a file");
            assert!(!FileStamp::of_file(&SystemDisk, path).is_there());
        }
    }

    #[test]
    fn fingerprints_are_the_same_for_ever() {
        assert_eq!(fingerprint(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
