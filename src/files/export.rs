//! Exports on the disk: all files of one, or none.
//!
//! An export of several files leaves a list of them beside the main file, `<name>.export.json`. By it a later export knows which files are its own; it writes over no others.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::disk::{Disk, SystemDisk};
use super::draft::Draft;
use super::reading::exists_on;
use super::{FileError, MAX_FILE_BYTES, save_bytes_on};
use crate::export::Exported;
use crate::level::Level;

/// The files of an export, as its list names them.
#[derive(Debug, Default, Serialize, Deserialize)]
struct List {
    generator: String,
    /// From the folder of the list, in the order of the alphabet.
    files: Vec<String>,
}

/// Writes an export, its main file to this path and the others beside it.
///
/// Everything is written beside its place first, so that a full disk changes nothing.
///
/// # Errors
/// If something cannot be written, or a file that no export has written would be lost.
pub fn save_export(path: &Path, exported: &Exported) -> Result<(), FileError> {
    save_export_on(&SystemDisk, path, exported)
}

/// The same on any disk.
///
/// # Errors
/// As those of [`save_export`].
pub fn save_export_on(disk: &dyn Disk, path: &Path, exported: &Exported) -> Result<(), FileError> {
    if exported.others.is_empty() {
        return save_bytes_on(disk, path, &exported.main.bytes);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let list_path = path.with_extension("export.json");
    let mut list = read_list(disk, &list_path);
    let others: Vec<(PathBuf, &[u8])> =
        exported.others.iter().map(|file| (folder.join(&file.name), file.bytes.as_slice())).collect();
    for (file, (path, _)) in exported.others.iter().zip(&others) {
        if exists_on(disk, path) && !list.files.contains(&file.name) {
            return Err(FileError::NotExported { path: path.clone(), list: list_path });
        }
    }
    Level::GENERATOR.clone_into(&mut list.generator);
    list.files.extend(exported.files().map(|file| file.name.clone()));
    list.files.sort_unstable();
    list.files.dedup();
    let text = serde_json::to_string_pretty(&list).expect("a list of names can be written") + "\n";
    // The list first, so that whatever stands there is in it; the main file last, so that it names nothing that is missing.
    let files = std::iter::once((list_path, text.as_bytes())).chain(others);
    let files = files.chain(std::iter::once((path.to_owned(), exported.main.bytes.as_slice())));
    let written = files.map(|(path, bytes)| {
        // The folder of the export must be there, as for a single file; those in it are its own.
        let inner = path.parent().filter(|inner| *inner != folder);
        let unwritable = |source| FileError::Unwritable { path: path.clone(), source };
        inner.map_or(Ok(()), |inner| disk.create_folders(inner)).map_err(unwritable)?;
        Draft::write(disk, &path, bytes)
    });
    let drafts: Vec<Draft> = written.collect::<Result<_, _>>()?;
    drafts.into_iter().try_for_each(Draft::put)
}

/// The list of an export before, if there was one.
fn read_list(disk: &dyn Disk, path: &Path) -> List {
    let bytes = disk.read(path, MAX_FILE_BYTES).unwrap_or_default();
    serde_json::from_slice(&bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::export::ExportedFile;

    fn exported(others: &[&str]) -> Exported {
        let file = |name: &str| ExportedFile { name: name.to_owned(), bytes: name.as_bytes().to_vec() };
        Exported { main: file("map.tmx"), others: others.iter().map(|name| file(name)).collect() }
    }

    #[test]
    fn files_lie_beside_the_main_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("map.tmx");
        for _ in 0..2 {
            save_export(&path, &exported(&["map-tiles.tsx", "maps/1.png"])).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "map.tmx");
        assert_eq!(fs::read_to_string(folder.path().join("maps/1.png")).unwrap(), "maps/1.png");
        let list = fs::read_to_string(folder.path().join("map.export.json")).unwrap();
        assert!(list.contains("\"maps/1.png\""), "{list}");
    }

    #[test]
    fn export_writes_over_no_file_that_is_not_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("map.tmx"), folder.path().join("map-tiles.tsx"));
        fs::write(&other, "by hand").unwrap();
        let error = save_export(&path, &exported(&["map-tiles.tsx"])).unwrap_err();
        assert_eq!(error.code(), "not-exported");
        assert_eq!(fs::read_to_string(&other).unwrap(), "by hand");
        assert!(!path.exists());
    }

    #[test]
    fn export_makes_no_folder_but_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing");
        let error = save_export(&missing.join("map.tmx"), &exported(&["maps/1.png"])).unwrap_err();
        assert_eq!(error.code(), "unwritable-file");
        assert!(!missing.exists());
    }

    #[test]
    fn single_file_needs_no_list() {
        let folder = tempfile::tempdir().unwrap();
        save_export(&folder.path().join("a.json"), &exported(&[])).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
