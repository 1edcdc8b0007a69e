//! Names of the files that hold the levels of several seeds.
//!
//! In: the main file, as the user names it, and the number of levels. Out: a file for each seed, or one for all of
//! them if the format joins levels. The command line and the editor write the same files.

use std::path::{Path, PathBuf};

use crate::base::Seed;
use crate::export::Format;

/// The files for the levels of several seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedFiles {
    path: PathBuf,
    count: u64,
}

impl SeedFiles {
    /// Names the files of `count` levels after a main file.
    pub fn new(path: &Path, count: u64) -> Self {
        Self { path: path.to_owned(), count }
    }

    /// Returns the file for all levels of a world or project. `None` for a single level, and for formats that have
    /// a file for each level.
    pub fn together(&self, format: Format) -> Option<PathBuf> {
        let is_one = self.count > 1 && format.joins_levels();
        is_one.then(|| self.path.with_extension(format.extension_of_several()))
    }

    /// Returns the file for the level of a seed. Of several levels, each has its seed before the extension:
    /// `level.json` becomes `level.7.json`.
    pub fn of_seed(&self, seed: Seed) -> PathBuf {
        if self.count == 1 {
            return self.path.clone();
        }
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        self.path.with_file_name(match self.path.extension() {
            Some(extension) => format!("{stem}.{seed}.{}", extension.to_string_lossy()),
            None => format!("{stem}.{seed}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seed_goes_before_the_extension_if_there_are_several() {
        let file = |path: &str, count| SeedFiles::new(Path::new(path), count).of_seed(Seed(7));
        assert_eq!(file("out/level.json", 2), Path::new("out/level.7.json"));
        assert_eq!(file("level", 2), Path::new("level.7"));
        assert_eq!(file("level.json", 1), Path::new("level.json"));
    }

    #[test]
    fn maps_of_several_seeds_are_together() {
        let together = |count, format| SeedFiles::new(Path::new("a.b.tmx"), count).together(format);
        assert_eq!(together(2, Format::Tmx), Some("a.b.world".into()));
        assert_eq!(together(2, Format::Ldtk), Some("a.b.ldtk".into()));
        assert_eq!([together(1, Format::Tmx), together(2, Format::Json)], [None, None]);
    }
}
