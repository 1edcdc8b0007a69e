//! Finds the correct spelling of a file name that does not exist.
//!
//! In: a folder and a name relative to it. Out: the correct name, with `/` between folders. It handles
//! differences between systems: `\` between folders, upper and lower case, and characters that look the same.
//! Misspelt letters are handled only in the last name, because other folders may have nothing to do with it.

use std::path::{Path, PathBuf};

use ron_edit::ONLY_ON_WINDOWS;

use super::disk::Disk;
use crate::base::{appearance, hint_at, nearest};

/// Returns the correct spelling of a file name relative to `folder`.
///
/// `None` if there is no such file, or if there are several.
pub(super) fn right_spelling(disk: &dyn Disk, folder: &Path, name: &str) -> Option<String> {
    let plain = with_slashes(name);
    let (mut path, mut right) = (folder.to_owned(), Vec::new());
    for part in plain.split('/') {
        let found = match part {
            "" if right.is_empty() => {
                path = PathBuf::from("/");
                String::new()
            }
            "" | "." | ".." => part.to_owned(),
            part if disk.look(&path.join(part)).is_ok() => part.to_owned(),
            part => only_like(disk, &path, part)?,
        };
        path.push(&found);
        right.push(found);
    }
    let right = right.join("/");
    (right != name && is_file(disk, &path)).then_some(right)
}

/// Returns the file that was probably meant by the name of a missing one: another spelling, or a file in the same
/// folder with almost the same name.
pub(super) fn meant_file(
    disk: &dyn Disk,
    folder: &Path,
    name: &str,
    may_be_meant: impl Fn(&Path) -> bool,
) -> Option<String> {
    right_spelling(disk, folder, name).or_else(|| {
        let path = folder.join(name);
        let inside = path.parent().filter(|inside| !inside.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let prefix = name.rfind('/').map_or("", |end| name.get(..=end).unwrap_or_default());
        let entries = disk.list(inside).unwrap_or_default();
        let is_folder = |path: &Path| disk.look(path).is_ok_and(|metadata| metadata.is_dir());
        let files = entries.iter().filter(|path| may_be_meant(path) && !is_folder(path));
        let names = files.filter_map(|path| Some(format!("{prefix}{}", path.file_name()?.to_str()?)));
        let mut names: Vec<String> = names.collect();
        names.sort();
        nearest(name, names.iter().map(String::as_str)).map(str::to_owned)
    })
}

fn is_file(disk: &dyn Disk, path: &Path) -> bool {
    disk.look(path).is_ok_and(|metadata| metadata.is_file())
}

/// Returns a path with `/` between folders, also where a backslash and the letter behind it were read as an escape.
pub(super) fn with_slashes(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    for character in name.chars() {
        match character {
            '\\' => plain.push('/'),
            '\t' => plain.push_str("/t"),
            '\n' => plain.push_str("/n"),
            '\r' => plain.push_str("/r"),
            '\0' => plain.push_str("/0"),
            other => plain.push(other),
        }
    }
    plain
}

/// Returns the hint that the file `right` was meant by a name.
pub(super) fn hint_at_file(right: &str, name: &str) -> String {
    if with_slashes(name) == name {
        return hint_at(right, name);
    }
    format!("Did you mean \"{right}\"? In a path, {ONLY_ON_WINDOWS}.")
}

/// The only entry of a folder that people would take for this name.
fn only_like(disk: &dyn Disk, folder: &Path, name: &str) -> Option<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let (lower, looks) = (name.to_lowercase(), appearance(name));
    let is_like = |other: &String| other.to_lowercase() == lower || appearance(other) == looks;
    let entries = disk.list(folder).ok()?;
    let names = entries.iter().filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
    let mut alike = names.filter(is_like);
    alike.next().filter(|_| alike.next().is_none())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::files::SystemDisk;

    // On other systems, a disk may find a file by a name in another case.
    #[cfg(target_os = "linux")]
    #[test]
    fn names_are_spelled_as_the_disk_spells_them() {
        let folder = tempfile::tempdir().unwrap();
        let isles = folder.path().join("sets").join("North");
        fs::create_dir_all(&isles).unwrap();
        fs::write(isles.join("Isles.ron"), "").unwrap();
        fs::write(isles.join("caf\u{e9}.ron"), "").unwrap();
        let spelled = |name: &str| right_spelling(&SystemDisk, folder.path(), name);
        for name in [
            "sets\\North\\Isles.ron",
            "sets/north/isles.ron",
            "SETS\\North/ISLES.RON",
            "sets/North\\Isles.ron",
        ] {
            assert_eq!(spelled(name).as_deref(), Some("sets/North/Isles.ron"), "{name}");
        }
        fs::write(isles.join("tower.ron"), "").unwrap();
        // As "sets\\North\tower.ron" is read.
        assert_eq!(spelled("sets\\North\tower.ron").as_deref(), Some("sets/North/tower.ron"));
        assert_eq!(
            spelled("./Sets/../sets/North/isles.ron").as_deref(),
            Some("./sets/../sets/North/Isles.ron")
        );
        assert_eq!(spelled("sets/North/cafe\u{301}.ron").as_deref(), Some("sets/North/caf\u{e9}.ron"));
        for name in ["sets/North/Isles.ron", "sets\\North", "sets/North/Isle.ron", "", "C:\\Isles.ron"] {
            assert_eq!(spelled(name), None, "{name}");
        }
        let whole = folder.path().to_str().unwrap();
        let expected = format!("{whole}/sets/North/Isles.ron");
        assert_eq!(spelled(&format!("{whole}/sets/north/isles.ron")), Some(expected));
        fs::write(isles.join("ISLES.ron"), "").unwrap();
        assert_eq!(spelled("sets/North/isles.ron"), None);
    }
}
