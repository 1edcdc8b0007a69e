//! Telling whether a file still holds what it held when it was read or written.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::disk::Disk;
use super::reading::MAX_FILE_BYTES;

/// What a file held at some moment, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Stamp(Option<u64>);

impl Stamp {
    /// That of a file as it is now. Nobody may read it, or there is none: that is a stamp of its own.
    pub fn of_file(disk: &dyn Disk, path: &Path) -> Self {
        Self::read(disk, path).unwrap_or(Self(None))
    }

    /// The same where it matters whether there is no file or it cannot be read.
    ///
    /// # Errors
    /// If there is a file and it cannot be read.
    pub fn read(disk: &dyn Disk, path: &Path) -> io::Result<Self> {
        // What is no file, such as a pipe, may keep a reader waiting for ever.
        if disk.look(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(io::Error::other("it is no file"));
        }
        // Of what is longer than any file of ours its beginning says enough.
        match disk.read(path, MAX_FILE_BYTES + 1) {
            Ok(bytes) => Ok(Self::of_bytes(&bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self(None)),
            Err(error) => Err(error),
        }
    }

    /// That of a file with this text.
    pub fn of_text(text: &str) -> Self {
        Self::of_bytes(text.as_bytes())
    }

    /// That of a file with this content, of which no more counts than [`Self::read`] would read of it.
    pub(super) fn of_bytes(bytes: &[u8]) -> Self {
        let most = usize::try_from(MAX_FILE_BYTES + 1).unwrap_or(usize::MAX);
        Self(Some(fingerprint(bytes.get(..most).unwrap_or(bytes))))
    }

    /// Was there a file?
    pub fn is_there(self) -> bool {
        self.0.is_some()
    }
}

/// A number that differs for different contents (FNV-1a, as long as nobody looks for two that agree); the same in every version.
pub(super) fn fingerprint(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
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
        let none = Stamp::of_file(&SystemDisk, &path);
        fs::write(&path, "").unwrap();
        let empty = Stamp::of_file(&SystemDisk, &path);
        fs::write(&path, "x").unwrap();
        let full = Stamp::of_file(&SystemDisk, &path);
        assert!(none != empty && empty != full);
        assert_eq!(full, Stamp::of_text("x"));
        assert!(!none.is_there() && empty.is_there());
    }

    #[test]
    fn stamp_of_a_large_file_is_that_of_its_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large.ldtk");
        let bytes = vec![b'x'; usize::try_from(MAX_FILE_BYTES).unwrap() + 10];
        fs::write(&path, &bytes).unwrap();
        assert_eq!(Stamp::of_file(&SystemDisk, &path), Stamp::of_bytes(&bytes));
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for path in [folder.path(), &socket] {
            let read = Stamp::read(&SystemDisk, path);
            assert_eq!(read.unwrap_err().to_string(), "it is no file");
            assert!(!Stamp::of_file(&SystemDisk, path).is_there());
        }
    }

    #[test]
    fn fingerprints_are_the_same_for_ever() {
        assert_eq!(fingerprint(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
