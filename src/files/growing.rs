//! A file that grows while it is written, and replaces its predecessor in one step at the end.
//!
//! Until then it is a draft next to the file. If it is dropped, the file stays as it is.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::FileError;
use super::disk::{Disk, SystemDisk};
use super::draft::FileDraft;
use super::writing::{Destination, place_of};

/// New content of a file, written piece by piece.
#[derive(Debug)]
pub struct GrowingFile {
    content: GrowingContent,
}

#[derive(Debug)]
enum GrowingContent {
    Draft(FileDraft<'static>),
    /// A pipe or a device, which cannot be replaced.
    Stream(File),
}

impl GrowingFile {
    /// Begins with an empty content.
    ///
    /// # Errors
    /// If the file may not be changed or cannot be written.
    pub fn new(path: &Path) -> Result<Self, FileError> {
        let content = match place_of(&SystemDisk, path)? {
            Destination::File(target) => {
                GrowingContent::Draft(FileDraft::write_to(&SystemDisk, path, target, &[])?)
            }
            Destination::Stream => {
                let opened = SystemDisk.open(path);
                let unwritable = |source| FileError::Unwritable { path: path.to_owned(), source };
                GrowingContent::Stream(opened.map_err(unwritable)?)
            }
        };
        Ok(Self { content })
    }

    /// Replaces the file with what was written.
    ///
    /// # Errors
    /// If it cannot be replaced.
    pub fn finish(self) -> Result<(), FileError> {
        match self.content {
            GrowingContent::Draft(draft) => draft.put_grown(),
            GrowingContent::Stream(_) => Ok(()),
        }
    }
}

impl Write for GrowingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.content {
            GrowingContent::Draft(draft) => draft.grow(bytes),
            GrowingContent::Stream(file) => SystemDisk.write(file, bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn file_keeps_its_content_until_the_new_one_is_finished() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.csv");
        fs::write(&path, "old").unwrap();
        let mut file = GrowingFile::new(&path).unwrap();
        file.write_all(b"a,b\n").unwrap();
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        let mut file = GrowingFile::new(&path).unwrap();
        [&b"a,b\n"[..], b"1,2\n"].iter().for_each(|line| file.write_all(line).unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        file.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"a,b\n1,2\n");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left behind");
    }
}
