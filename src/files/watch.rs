//! Detects changes of files by their content.
//!
//! Files are polled. Change notifications differ between systems and disks, and report an editor that saves
//! by renaming as a lost file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{Disk, FileStamp, SystemDisk};

/// Watched files, with their last known content.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    files: BTreeMap<PathBuf, FileStamp>,
}

impl Watch {
    /// Watches exactly these files from now on. Pending changes of files already watched are not lost.
    ///
    /// Returns `true` if there are new files: their content may be newer than what was read before.
    pub fn follow(&mut self, files: impl IntoIterator<Item = PathBuf>) -> bool {
        let mut has_new = false;
        let stamp = |path: PathBuf| {
            let stamp = self.files.get(&path).copied().unwrap_or_else(|| {
                has_new = true;
                FileStamp::of_file(&SystemDisk, &path)
            });
            (path, stamp)
        };
        self.files = files.into_iter().map(stamp).collect();
        has_new
    }

    /// Returns the files whose content differs from the last check.
    pub fn changed(&mut self) -> Vec<PathBuf> {
        self.changed_on(&SystemDisk)
    }

    fn changed_on(&mut self, disk: &dyn Disk) -> Vec<PathBuf> {
        let mut changed = Vec::new();
        for (path, stamp) in &mut self.files {
            let now = FileStamp::of_file(disk, path);
            if now != *stamp {
                *stamp = now;
                changed.push(path.clone());
            }
        }
        changed
    }

    /// Returns `true` if the file existed at the last check.
    pub fn is_there(&self, path: &Path) -> bool {
        self.files.get(path).is_some_and(|stamp| stamp.is_there())
    }

    /// Returns the files, sorted by path.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.keys().map(PathBuf::as_path)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn changes_are_found_once_and_touching_a_file_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other, missing] = ["one", "other", "missing"].map(|name| folder.path().join(name));
        fs::write(&one, "a").unwrap();
        fs::write(&other, "b").unwrap();
        let mut watch = Watch::default();
        assert!(watch.follow([one.clone(), other.clone(), missing.clone()]));
        assert_eq!(watch.changed(), [] as [PathBuf; 0]);
        fs::write(&other, "b").unwrap();
        assert_eq!(watch.changed(), [] as [PathBuf; 0], "it holds what it held");
        fs::write(folder.path().join("new"), "c").unwrap();
        fs::rename(folder.path().join("new"), &one).unwrap();
        fs::write(&missing, "").unwrap();
        assert_eq!(watch.changed(), [missing.clone(), one.clone()]);
        assert_eq!(watch.changed(), [] as [PathBuf; 0]);
        fs::remove_file(&one).unwrap();
        assert_eq!(watch.changed(), std::slice::from_ref(&one));
        assert!(!watch.is_there(&one) && watch.is_there(&other));
    }

    #[test]
    fn change_of_a_file_that_is_followed_again_is_not_lost() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
        fs::write(&one, "a").unwrap();
        let mut watch = Watch::default();
        watch.follow([one.clone()]);
        fs::write(&one, "b").unwrap();
        assert!(watch.follow([one.clone(), other.clone()]), "the other is new");
        assert!(!watch.follow([one.clone(), other]), "now both are known");
        assert_eq!(watch.changed(), [one]);
        watch.follow([]);
        assert_eq!(watch.files().count(), 0);
    }
}
