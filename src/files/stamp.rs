//! Telling whether a file still holds what it held when it was read or written.

use std::fs;
use std::path::Path;

/// What a file held at some moment, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp(Option<u64>);

impl Stamp {
    /// That of a file as it is now. Nobody may read it, or there is none: that is a stamp of its own.
    pub fn of_file(path: &Path) -> Self {
        Self(fs::read(path).ok().map(|bytes| fingerprint(&bytes)))
    }

    /// That of a file with this text.
    pub fn of_text(text: &str) -> Self {
        Self(Some(fingerprint(text.as_bytes())))
    }

    /// Was there a file?
    pub fn is_there(self) -> bool {
        self.0.is_some()
    }

    pub(super) fn number(self) -> Option<u64> {
        self.0
    }

    pub(super) fn from_number(number: Option<u64>) -> Self {
        Self(number)
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
    use super::*;

    #[test]
    fn stamp_tells_contents_apart_and_no_file_from_an_empty_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.ron");
        let none = Stamp::of_file(&path);
        fs::write(&path, "").unwrap();
        let empty = Stamp::of_file(&path);
        fs::write(&path, "x").unwrap();
        let full = Stamp::of_file(&path);
        assert!(none != empty && empty != full);
        assert_eq!(full, Stamp::of_text("x"));
        assert!(!none.is_there() && empty.is_there());
    }

    #[test]
    fn fingerprints_are_the_same_for_ever() {
        assert_eq!(fingerprint(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
