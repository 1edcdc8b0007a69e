//! Writes exports to the disk: all files of an export, or none.
//!
//! An export of several files keeps a list of them next to the main file, `<name>.export.json`. It tells a
//! later export which files are its own. Other files are never overwritten, and files that are no longer
//! needed are removed.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Deserializer, Serialize};

use super::disk::{Disk, SystemDisk};
use super::draft::FileDraft;
use super::export_lock::ExportLock;
use super::plain::check_is_file;
use super::reading::exists_on;
use super::stamp::FileStamp;
use super::{FileError, MAX_FILE_BYTES, save_bytes_on};
use crate::export::{Exported, ExportedFile, Format, name_of_files};
use crate::level::Level;

/// The files of all exports with one name.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename = "List")]
struct ExportList {
    generator: String,
    /// Files by their names relative to the folder of the list. Entries from earlier versions have only a
    /// name.
    #[serde(deserialize_with = "read_files")]
    files: BTreeMap<String, Option<WrittenFile>>,
}

/// A file that an export wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Written")]
struct WrittenFile {
    /// Main file of the export.
    with: String,
    /// Main files of other exports that use the same file, for example a tile set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    also: Vec<String>,
    /// Stamp of its content.
    stamp: FileStamp,
}

impl WrittenFile {
    /// Returns the main files of all other exports that use it.
    fn others(&self, main: &str) -> Vec<String> {
        let all = std::iter::once(&self.with).chain(&self.also);
        all.filter(|other| *other != main).cloned().collect()
    }

    /// Returns `true` if the export of a main file uses it.
    fn is_of(&self, main: &str) -> bool {
        self.with == main || self.also.iter().any(|other| other == main)
    }
}

/// Reads the files of a list; earlier versions stored only names.
fn read_files<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, Option<WrittenFile>>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Files {
        Known(BTreeMap<String, Option<WrittenFile>>),
        Named(Vec<String>),
    }
    Ok(match Files::deserialize(deserializer)? {
        Files::Known(files) => files,
        Files::Named(names) => names.into_iter().map(|name| (name, None)).collect(),
    })
}

/// A file that an export is about to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedFile {
    /// Name relative to the folder of the main file.
    pub name: String,
    /// Size in bytes.
    pub size: usize,
    /// Present state of the path.
    pub before: ExistingFile,
}

/// The changes that an export would make on the disk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportPlan {
    /// Files to write: the main file, the others, and their list.
    pub files: Vec<PlannedFile>,
    /// Files of an earlier export to delete, by names relative to the folder of the main file.
    pub deleted: Vec<String>,
    /// Files of an earlier export that stay because somebody has changed them.
    pub kept: Vec<String>,
}

/// The state of a path that an export is about to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExistingFile {
    /// Nothing is there.
    Nothing,
    /// A file that will be replaced.
    Replaced,
    /// A file that no export to this path has written. It is never replaced, so the export will fail.
    InTheWay,
}

/// Returns the plan of [`save_export`] without writing anything.
pub fn plan_export(path: &Path, exported: &Exported) -> ExportPlan {
    plan_in(path.parent(), path, exported)
}

/// Returns the plan of [`save_export`] for a folder that is not yet known.
pub fn plan_export_anywhere(name: &Path, exported: &Exported) -> ExportPlan {
    plan_in(None, name, exported)
}

fn plan_in(folder: Option<&Path>, path: &Path, exported: &Exported) -> ExportPlan {
    let disk = &SystemDisk;
    let is_there = |name: &str| folder.is_some_and(|folder| exists_on(disk, &folder.join(name)));
    let replaced = |name: &str| if is_there(name) { ExistingFile::Replaced } else { ExistingFile::Nothing };
    let main = main_name(path, exported);
    let size = exported.main.bytes.len();
    let mut files = vec![PlannedFile { before: replaced(&main), name: main, size }];
    if exported.others.is_empty() {
        return ExportPlan { files, ..ExportPlan::default() };
    }
    let read = folder
        .map_or_else(|| Ok(ExportFolder::new(path, exported)), |_| ExportFolder::read(disk, path, exported));
    let is_foreign = read.is_err();
    let place = read.unwrap_or_else(|_| ExportFolder::new(path, exported));
    files.extend(exported.others.iter().map(|file| {
        let is_refused = folder.is_some() && place.check(disk, file).is_err();
        let before = if is_refused { ExistingFile::InTheWay } else { replaced(&file.name) };
        PlannedFile { name: file.name.clone(), size: file.bytes.len(), before }
    }));
    if let Some(name) = place.list_path.file_name() {
        let name = name.to_string_lossy().into_owned();
        let size = place.list_after(exported).print().len();
        let before = if is_foreign { ExistingFile::InTheWay } else { replaced(&name) };
        files.push(PlannedFile { before, name, size });
    }
    let there = place.leftovers(exported).into_iter().filter(|(name, _)| is_there(name));
    let (deleted, kept): (Vec<_>, Vec<_>) =
        there.partition(|(name, written)| is_unchanged(disk, &place.folder.join(name), written.stamp));
    let names = |leftovers: Vec<(String, WrittenFile)>| leftovers.into_iter().map(|(name, _)| name).collect();
    ExportPlan { files, deleted: names(deleted), kept: names(kept) }
}

/// Refuses a path to which an export in that format could not be saved, before it is made.
///
/// # Errors
/// Those of [`save_export`] that follow from the name alone.
pub fn check_export_name(path: &Path, format: Format) -> Result<(), FileError> {
    if format.is_one_file() {
        return Ok(());
    }
    let name = name_of_files(path).unwrap_or_default();
    if format.makes_a_folder() && path.file_name().is_some_and(|main| main.to_string_lossy() == name) {
        return Err(needed_for_a_folder(path));
    }
    read_list(&SystemDisk, &list_path(path, &name)).map(drop)
}

/// Returns the path of the list that an export of several files keeps.
pub fn export_list_path(path: &Path) -> Option<PathBuf> {
    name_of_files(path).map(|name| list_path(path, &name))
}

fn needed_for_a_folder(path: &Path) -> FileError {
    let why = "a folder with the other files needs this name; add an extension";
    let source = io::Error::new(io::ErrorKind::InvalidInput, why);
    FileError::Unwritable { path: path.to_owned(), source }
}

/// Writes an export: its main file to `path`, the others next to it.
///
/// All files are first written under temporary names, so that a full disk changes nothing. Finally, files of
/// an earlier export to this path that are no longer needed are removed, unless somebody has changed them.
///
/// # Errors
/// If something cannot be written, or would overwrite a file that no export to this path has written.
pub fn save_export(path: &Path, exported: &Exported) -> Result<(), FileError> {
    save_export_on(&SystemDisk, path, exported)
}

/// Writes an export on the given disk.
///
/// # Errors
/// Those of [`save_export`].
pub fn save_export_on(disk: &dyn Disk, path: &Path, exported: &Exported) -> Result<(), FileError> {
    if exported.others.is_empty() {
        return save_bytes_on(disk, path, &exported.main.bytes);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    check_folder(disk, folder)?;
    // Another program that exports to this path waits until the files and their list agree.
    let _lock = ExportLock::take(disk, &ExportFolder::new(path, exported).list_path)?;
    let place = ExportFolder::read(disk, path, exported)?;
    if exported.others.iter().any(|file| Path::new(&file.name).starts_with(&place.main)) {
        return Err(needed_for_a_folder(path));
    }
    exported.others.iter().try_for_each(|file| place.check(disk, file))?;
    let leftovers = place.leftovers(exported);
    let after = place.list_after(exported);
    let mut meanwhile = after.clone();
    meanwhile.files.extend(leftovers.iter().map(|(name, written)| (name.clone(), Some(written.clone()))));
    let (after, meanwhile) = (after.print(), meanwhile.print());
    // The list is first, so that it covers everything written. The main file is last, so that it never names
    // a missing file.
    let files = std::iter::once((place.list_path.clone(), meanwhile.as_bytes()));
    let files = files.chain(exported.others.iter().map(|file| (folder.join(&file.name), &file.bytes[..])));
    let files = files.chain(std::iter::once((path.to_owned(), &exported.main.bytes[..])));
    let written = files.map(|(path, bytes)| {
        // The folder of the export must exist, as for a single file; folders inside it are created.
        let inner = path.parent().filter(|inner| *inner != folder);
        let unwritable = |source| FileError::Unwritable { path: path.clone(), source };
        inner.map_or(Ok(()), |inner| disk.create_folders(inner)).map_err(unwritable)?;
        FileDraft::write(disk, &path, bytes)
    });
    let drafts: Vec<FileDraft> = written.collect::<Result<_, _>>()?;
    if leftovers.is_empty() {
        return drafts.into_iter().try_for_each(FileDraft::put);
    }
    let list = FileDraft::write(disk, &place.list_path, after.as_bytes())?;
    drafts.into_iter().try_for_each(FileDraft::put)?;
    leftovers.iter().try_for_each(|(name, written)| take_away(disk, folder, name, written.stamp))?;
    list.put()
}

/// The destination of an export, and the files of previous exports there.
struct ExportFolder {
    folder: PathBuf,
    /// Name of the main file.
    main: String,
    /// Prefix of the names of all other files.
    name: String,
    list_path: PathBuf,
    list: ExportList,
}

impl ExportFolder {
    /// Creates a destination without previous exports.
    fn new(path: &Path, exported: &Exported) -> Self {
        let name = name_of_files(path).unwrap_or_default();
        Self {
            folder: path.parent().unwrap_or(Path::new("")).to_owned(),
            main: main_name(path, exported),
            list_path: list_path(path, &name),
            name,
            list: ExportList::default(),
        }
    }

    fn read(disk: &dyn Disk, path: &Path, exported: &Exported) -> Result<Self, FileError> {
        let place = Self::new(path, exported);
        Ok(Self { list: read_list(disk, &place.list_path)?, ..place })
    }

    /// Refuses a file other than the main one that is not from exports to this destination, or that another
    /// main file needs as it is.
    fn check(&self, disk: &dyn Disk, file: &ExportedFile) -> Result<(), FileError> {
        let path = self.folder.join(&file.name);
        if !is_taken(disk, &path)? {
            return Ok(());
        }
        match self.list.files.get(&file.name) {
            None => Err(FileError::NotExported { path, list: self.list_path.clone() }),
            Some(Some(written)) if written.stamp != FileStamp::of_bytes(&file.bytes) => {
                let mut others = written.others(&self.main).into_iter().map(|main| self.folder.join(main));
                let other = others.find(|main| exists_on(disk, main));
                other.map_or(Ok(()), |main| Err(FileError::OfAnotherExport { path, main }))
            }
            Some(_) => Ok(()),
        }
    }

    /// Returns files of earlier exports to this path that are no longer part of it. Names outside the
    /// export's own are not trusted.
    fn leftovers(&self, exported: &Exported) -> Vec<(String, WrittenFile)> {
        let is_new = |name: &str| name == self.main || exported.others.iter().any(|file| file.name == name);
        let is_beside = |name: &str| {
            let rest = name.strip_prefix(&self.name);
            let is_plain = |part| matches!(part, Component::Normal(_));
            rest.is_some_and(|rest| rest.starts_with(['-', '/']) || is_of_seed(rest))
                && Path::new(name).components().all(is_plain)
        };
        let known = self.list.files.iter().filter_map(|(name, written)| Some((name, written.as_ref()?)));
        known
            .filter(|(_, written)| written.is_of(&self.main) && written.others(&self.main).is_empty())
            .filter(|(name, _)| !is_new(name) && is_beside(name))
            .map(|(name, written)| (name.clone(), written.clone()))
            .collect()
    }

    /// Returns the list after this export.
    fn list_after(&self, exported: &Exported) -> ExportList {
        let mut list = self.list.clone();
        Level::GENERATOR.clone_into(&mut list.generator);
        list.files.retain(|_, written| {
            let Some(written) = written else { return true };
            let mut others = written.others(&self.main).into_iter();
            let with = others.next();
            written.also = others.collect();
            with.map(|with| written.with = with).is_some()
        });
        let others = exported.others.iter().map(|file| (&file.name, file));
        let files = std::iter::once((&self.main, &exported.main)).chain(others);
        for (name, file) in files {
            let stamp = FileStamp::of_bytes(&file.bytes);
            let shared = list.files.get(name).and_then(Option::as_ref).filter(|known| known.stamp == stamp);
            let also = shared.map(|known| known.others(&self.main)).unwrap_or_default();
            list.files.insert(name.clone(), Some(WrittenFile { with: self.main.clone(), also, stamp }));
        }
        list
    }
}

/// Returns `true` for the end of the name of a map in a world, for example `.7.tmx`.
fn is_of_seed(rest: &str) -> bool {
    let mut parts = rest.split('.');
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|digit| digit.is_ascii_digit());
    parts.next() == Some("") && parts.next().is_some_and(is_number) && parts.next().is_some()
}

/// Returns the path of the list of all exports with a name.
fn list_path(path: &Path, name: &str) -> PathBuf {
    path.with_file_name(format!("{name}.export.json"))
}

impl ExportList {
    fn print(&self) -> String {
        serde_json::to_string_pretty(self).expect("a list of names can be written") + "\n"
    }
}

/// Returns the name under which the main file is written.
fn main_name(path: &Path, exported: &Exported) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| exported.main.name.clone())
}

/// Returns `true` if the path is still the file that an export wrote. A link is not.
fn is_unchanged(disk: &dyn Disk, path: &Path, stamp: FileStamp) -> bool {
    let is_file = disk.look_at_name(path).is_ok_and(|found| found.is_file());
    is_file && stamp.is_there() && FileStamp::of_file(disk, path) == stamp
}

/// Removes an unchanged file of an earlier export, and folders that become empty.
fn take_away(disk: &dyn Disk, folder: &Path, name: &str, stamp: FileStamp) -> Result<(), FileError> {
    let path = folder.join(name);
    if !is_unchanged(disk, &path, stamp) {
        return Ok(());
    }
    disk.remove(&path).map_err(|source| FileError::NotDeleted { path, source })?;
    let inner = Path::new(name).ancestors().skip(1).filter(|inner| !inner.as_os_str().is_empty());
    for inner in inner {
        if disk.remove_folder(&folder.join(inner)).is_err() {
            break;
        }
    }
    Ok(())
}

/// Reads the list of earlier exports, if there is one.
///
/// # Errors
/// If something other than a list has its name.
fn read_list(disk: &dyn Disk, path: &Path) -> Result<ExportList, FileError> {
    if !is_taken(disk, path)? {
        return Ok(ExportList::default());
    }
    check_is_file(disk, path)?;
    let bytes = disk.read(path, MAX_FILE_BYTES);
    let bytes = bytes.map_err(|source| FileError::Unreadable { path: path.to_owned(), source })?;
    let list = serde_json::from_slice(&bytes).ok();
    let own = list.filter(|list: &ExportList| program_of(&list.generator) == program_of(Level::GENERATOR));
    own.ok_or_else(|| FileError::NoExportList { path: path.to_owned() })
}

/// Returns the name of a generator without its version.
fn program_of(generator: &str) -> Option<&str> {
    generator.split_whitespace().next()
}

/// Returns `true` if the name is taken. A name that cannot be inspected is an error: it may be too long.
fn is_taken(disk: &dyn Disk, path: &Path) -> Result<bool, FileError> {
    match disk.look_at_name(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(source) => Err(FileError::Unwritable { path: path.to_owned(), source }),
    }
}

/// Checks that the folder exists, so that a missing folder is reported instead of a file in it.
fn check_folder(disk: &dyn Disk, folder: &Path) -> Result<(), FileError> {
    let there = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let unwritable = |source| FileError::Unwritable { path: there.to_owned(), source };
    disk.look(there).map(drop).map_err(unwritable)
}
