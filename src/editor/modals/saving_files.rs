//! The disk as seen by the file dialog inside the window while it asks for a file to write.
//!
//! Files of another kind are not listed, and their names are refused while they are typed. Otherwise the
//! dialog would offer to replace them. The dialog shows its reason only on hover, so the refused name is
//! stored here for display.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::dialogs::{FileQuestion, is_foreign};
use egui_file_dialog::{Disks, FileSystem, Metadata, NativeFileSystem, UserDirectories};

/// The refused name, if the currently typed name is refused.
#[derive(Clone, Default)]
pub(super) struct RefusedName(Arc<Mutex<Option<PathBuf>>>);

impl RefusedName {
    fn set(&self, path: Option<PathBuf>) {
        if let Ok(mut known) = self.0.lock() {
            *known = path;
        }
    }

    /// Returns the file that the name belongs to.
    pub fn file(&self) -> Option<PathBuf> {
        self.0.lock().ok()?.clone()
    }
}

/// The disk without the files that must not be replaced.
pub(super) struct SavingFiles {
    pub ask: FileQuestion,
    /// Storage for a refused name.
    pub refused: RefusedName,
}

impl FileSystem for SavingFiles {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        NativeFileSystem.metadata(path)
    }

    /// Returns `true` for folders and foreign files, because the dialog refuses names of folders.
    fn is_dir(&self, path: &Path) -> bool {
        let is_foreign = NativeFileSystem.is_file(path) && is_foreign(self.ask, path);
        self.refused.set(is_foreign.then(|| path.to_owned()));
        is_foreign || NativeFileSystem.is_dir(path)
    }

    fn is_file(&self, path: &Path) -> bool {
        NativeFileSystem.is_file(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        let mut found = NativeFileSystem.read_dir(path)?;
        found.retain(|path| !NativeFileSystem.is_file(path) || !is_foreign(self.ask, path));
        Ok(found)
    }

    fn get_disks(&self, canonicalize_paths: bool) -> Disks {
        NativeFileSystem.get_disks(canonicalize_paths)
    }

    fn is_path_hidden(&self, path: &Path) -> bool {
        NativeFileSystem.is_path_hidden(path)
    }

    fn create_dir(&self, path: &Path) -> io::Result<()> {
        NativeFileSystem.create_dir(path)
    }

    fn user_dirs(&self, canonicalize_paths: bool) -> Option<UserDirectories> {
        NativeFileSystem.user_dirs(canonicalize_paths)
    }

    fn current_dir(&self) -> io::Result<PathBuf> {
        NativeFileSystem.current_dir()
    }
}
