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

/// A file that an export is about to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedFile {
    /// Its name, from the folder of the main file.
    pub name: String,
    /// Its size in bytes.
    pub size: usize,
    /// What is there now.
    pub before: Before,
}

/// What stands where an export is about to write a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// Nothing.
    Nothing,
    /// A file that is replaced.
    Replaced,
    /// A file that no export has written: it is never replaced, so that the export will fail.
    InTheWay,
}

/// What [`save_export`] would write: the main file, those beside it, and their list. Nothing is written.
pub fn plan_export(path: &Path, exported: &Exported) -> Vec<PlannedFile> {
    let disk = &SystemDisk;
    // A bare name is not asked for: nobody has said yet where it goes.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let is_there = |name: &str| folder.is_some_and(|folder| exists_on(disk, &folder.join(name)));
    let replaced = |name: &str| if is_there(name) { Before::Replaced } else { Before::Nothing };
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let main = name(path).unwrap_or_else(|| exported.main.name.clone());
    let mut planned =
        vec![PlannedFile { before: replaced(&main), name: main, size: exported.main.bytes.len() }];
    if exported.others.is_empty() {
        return planned;
    }
    let list_path = list_path(path);
    let old = folder.map(|_| read_list(disk, &list_path)).unwrap_or_default();
    planned.extend(exported.others.iter().map(|file| {
        let is_own = old.files.contains(&file.name);
        let before = if is_own { replaced(&file.name) } else { taken(is_there(&file.name)) };
        PlannedFile { name: file.name.clone(), size: file.bytes.len(), before }
    }));
    if let Some(name) = name(&list_path) {
        let size = new_list(old, exported).len();
        planned.push(PlannedFile { before: replaced(&name), name, size });
    }
    planned
}

const fn taken(is_there: bool) -> Before {
    if is_there { Before::InTheWay } else { Before::Nothing }
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
    let list_path = list_path(path);
    let list = read_list(disk, &list_path);
    let others: Vec<(PathBuf, &[u8])> =
        exported.others.iter().map(|file| (folder.join(&file.name), file.bytes.as_slice())).collect();
    for (file, (path, _)) in exported.others.iter().zip(&others) {
        if exists_on(disk, path) && !list.files.contains(&file.name) {
            return Err(FileError::NotExported { path: path.clone(), list: list_path });
        }
    }
    let text = new_list(list, exported);
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

/// Where the list of an export lies.
fn list_path(main: &Path) -> PathBuf {
    main.with_extension("export.json")
}

/// The text of the list once this is exported as well.
fn new_list(mut list: List, exported: &Exported) -> String {
    Level::GENERATOR.clone_into(&mut list.generator);
    list.files.extend(exported.files().map(|file| file.name.clone()));
    list.files.sort_unstable();
    list.files.dedup();
    serde_json::to_string_pretty(&list).expect("a list of names can be written") + "\n"
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
        let path = folder.path().join("a.json");
        assert_eq!(plan_export(&path, &exported(&[])).len(), 1);
        save_export(&path, &exported(&[])).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn plan_names_exactly_what_is_written_with_its_sizes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("map.tmx");
        // The second time there is one file more, so that the list grows.
        for others in [&["a.tsx", "maps/1.png"][..], &["a.tsx", "b.tsx", "maps/1.png"]] {
            let plan = plan_export(&path, &exported(others));
            for file in &plan {
                let is_there = folder.path().join(&file.name).exists();
                let before = if is_there { Before::Replaced } else { Before::Nothing };
                assert_eq!(file.before, before, "{}", file.name);
            }
            save_export(&path, &exported(others)).unwrap();
            let found: u64 = ["", "maps"]
                .iter()
                .flat_map(|inner| fs::read_dir(folder.path().join(inner)).unwrap())
                .map(|entry| entry.unwrap().metadata().unwrap())
                .filter(fs::Metadata::is_file)
                .map(|file| file.len())
                .sum();
            assert_eq!(plan.iter().map(|file| file.size as u64).sum::<u64>(), found);
            let names: Vec<&str> = plan.iter().map(|file| file.name.as_str()).collect();
            assert_eq!((names[0], names[names.len() - 1]), ("map.tmx", "map.export.json"));
        }
    }

    #[test]
    fn plan_names_what_is_in_the_way() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.tsx"), "by hand").unwrap();
        let plan = plan_export(&folder.path().join("map.tmx"), &exported(&["a.tsx"]));
        let befores: Vec<Before> = plan.iter().map(|file| file.before).collect();
        assert_eq!(befores, [Before::Nothing, Before::InTheWay, Before::Nothing]);
    }
}
