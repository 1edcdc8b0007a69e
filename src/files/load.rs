//! Loads grammars, room sets and other files.

use std::path::Path;

use super::disk::{Disk, SystemDisk};
use super::plain::check_is_file;
use super::project::looks_of;
use super::read_sheet;
use crate::rooms::RoomSet;
use crate::text::{ContentKind, Loaded, ParsedFile};

/// Number of bytes read to recognize a file; a comment may precede the name.
const TELLING_BYTES: u64 = 16_384;

/// Parses the text of a file as a room set, with its tile sheet.
pub fn parse_room_set_of(text: &str, file: &Path) -> Loaded<RoomSet> {
    let mut document = ParsedFile::room_set(text, Some(file));
    let set = document.loaded.value.as_ref();
    let found = set.map(|set| looks_of(set, None, |entry| read_sheet(file, entry)).1).unwrap_or_default();
    document.add(found, Some(file));
    document.finish()
}

/// Recognizes a file by its beginning; `Unknown` if it cannot be read.
pub fn kind_of_file(path: &Path) -> ContentKind {
    // Anything other than a file, for example a pipe, may block forever.
    let bytes =
        check_is_file(&SystemDisk, path).ok().and_then(|()| SystemDisk.read(path, TELLING_BYTES).ok());
    bytes.map_or(ContentKind::Unknown, |bytes| ContentKind::of_text(&String::from_utf8_lossy(&bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_no_known_files() {
        assert_eq!(kind_of_file(Path::new("/")), ContentKind::Unknown);
    }
}
