//! Reads the tile sheets of room sets: pictures in the folder of the set, or below.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::FileError;
use super::disk::{Disk, SystemDisk};
use super::examples::example_sheet;
use super::names::name_from_folder;
use super::plain::check_is_file;
use super::reading::{MAX_FILE_BYTES, exists};
use super::spelling::{hint_at_file, right_spelling};
use super::writing::save_bytes;
use crate::base::{Diagnostic, PathRef};
use crate::picture::SheetImage;
use crate::rooms::TileSheet;

/// Maximum number of names tried for a copy.
const MOST_COPIES: u32 = 1000;

/// Codes of all mistakes in a sheet, or in looks that need it.
pub const SHEET_CODES: [&str; 7] = [
    "sheet-outside",
    "missing-sheet",
    "unreadable-sheet",
    "uneven-sheet",
    "no-tile-sheet",
    "piece-outside-sheet",
    "unknown-tile-look",
];

/// Reads a sheet; `rooms` is the file of the room set that names it.
///
/// # Errors
/// If it cannot be used; paths are those of the room set.
pub fn read_sheet(rooms: &Path, entry: &TileSheet) -> Result<Arc<SheetImage>, Box<Diagnostic>> {
    read_sheet_on(&SystemDisk, rooms, entry)
}

/// Reads a sheet from the given disk.
///
/// # Errors
/// Those of [`read_sheet`].
pub fn read_sheet_on(
    disk: &dyn Disk,
    rooms: &Path,
    entry: &TileSheet,
) -> Result<Arc<SheetImage>, Box<Diagnostic>> {
    let path = PathRef::ROOT.field("sheet");
    let path = path.field("file");
    let warning = |code, message: String| Box::new(Diagnostic::warning(code, message).at(path));
    let folder = rooms.parent().unwrap_or(Path::new(""));
    let meant = || {
        let meant = right_spelling(disk, folder, &entry.file);
        meant.filter(|name| sheet_path(disk, rooms, name).is_some())
    };
    let file = sheet_path(disk, rooms, &entry.file).ok_or_else(|| {
        if let Some(near) = meant() {
            return missing_sheet(entry, Some(&near), &folder.join(&entry.file));
        }
        let message = format!("\"{}\" is not in the folder of the room set.", entry.file);
        let hint = "Put the picture into the folder of the room set.";
        Box::new(warning("sheet-outside", message).hint(hint))
    })?;
    let bytes = sheet_bytes(disk, &file).map_err(|error| match &error {
        FileError::Unreadable { source, .. } if source.kind() == std::io::ErrorKind::NotFound => {
            missing_sheet(entry, meant().as_deref(), &file)
        }
        _ => warning("unreadable-sheet", format!("The tile sheet cannot be read: {error}.")),
    })?;
    sheet_of(entry, &bytes)
}

/// Returns the warning for a missing sheet; `near` is the name that was probably meant.
fn missing_sheet(entry: &TileSheet, near: Option<&str>, file: &Path) -> Box<Diagnostic> {
    let message = format!("There is no tile sheet \"{}\".", entry.file);
    let hint = near.map_or_else(
        || format!("Restore the picture at {}.", file.display()),
        |near| hint_at_file(near, &entry.file),
    );
    let path = PathRef::ROOT.field("sheet");
    Box::new(Diagnostic::warning("missing-sheet", message).at(path.field("file")).hint(hint).meant(near))
}

/// Reads the sheet of an embedded room set, by its name in the grammar.
///
/// # Errors
/// If there is none.
pub fn read_example_sheet(rooms: &str, entry: &TileSheet) -> Result<Arc<SheetImage>, Box<Diagnostic>> {
    let bytes = example_sheet(rooms, &entry.file).ok_or_else(|| {
        let message = format!("There is no tile sheet \"{}\".", entry.file);
        Box::new(Diagnostic::warning("missing-sheet", message).at(PathRef::ROOT.field("sheet").field("file")))
    })?;
    sheet_of(entry, bytes)
}

fn sheet_of(entry: &TileSheet, bytes: &[u8]) -> Result<Arc<SheetImage>, Box<Diagnostic>> {
    SheetImage::read(entry, bytes).map(Arc::new).map_err(|error| {
        let message = format!("\"{}\" cannot be used as a tile sheet. {error}", entry.file);
        let hint = "Save it as a PNG, and set the size of its pieces.";
        let path = PathRef::ROOT.field("sheet");
        Box::new(Diagnostic::warning("unreadable-sheet", message).at(path.field("file")).hint(hint))
    })
}

/// Returns the path of a sheet by its name in a room set; `None` if it is outside the folder of the set.
pub fn sheet_path(disk: &dyn Disk, rooms: &Path, name: &str) -> Option<PathBuf> {
    let folder = rooms.parent()?;
    let is_inside = |component: Component<'_>| matches!(component, Component::Normal(_));
    // Names must mean the same on every system.
    let is_plain = !name.is_empty() && !name.contains(['\\', ':', '\0']);
    if !is_plain || !Path::new(name).components().all(is_inside) {
        return None;
    }
    let path = folder.join(name);
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    match (disk.canonicalize(&path), disk.canonicalize(here)) {
        // A link must not lead out either.
        (Ok(whole), Ok(folder)) => whole.starts_with(folder).then_some(path),
        _ => Some(path),
    }
}

/// Returns the name of a picture in a room set. A picture outside its folder is first copied next to it,
/// under a free name.
///
/// # Errors
/// If it cannot be read, or the copy cannot be written.
pub fn copy_sheet(picture: &Path, rooms: &Path) -> Result<String, FileError> {
    let name = name_from_folder(picture, rooms.parent());
    if sheet_path(&SystemDisk, rooms, &name).is_some() {
        return Ok(name);
    }
    let bytes = sheet_bytes(&SystemDisk, picture)?;
    let stem = picture.file_stem().map_or_else(|| "tiles".into(), |stem| stem.to_string_lossy());
    let stem = stem.replace(['\\', ':', '\0'], "-");
    let folder = rooms.parent().unwrap_or(Path::new(""));
    for number in 1..=MOST_COPIES {
        let name = if number == 1 { format!("{stem}.png") } else { format!("{stem}-{number}.png") };
        let path = folder.join(&name);
        // An equal file is already there and need not be copied again.
        if sheet_bytes(&SystemDisk, &path).is_ok_and(|there| there == bytes) {
            return Ok(name);
        }
        if !exists(&path) {
            return save_bytes(&path, &bytes).map(|()| name);
        }
    }
    Err(FileError::NoFreeName { path: folder.join(format!("{stem}.png")) })
}

/// Returns the content of a sheet's file.
///
/// # Errors
/// If it cannot be read.
pub fn sheet_bytes(disk: &dyn Disk, path: &Path) -> Result<Vec<u8>, FileError> {
    check_is_file(disk, path)?;
    let bytes = disk.read(path, MAX_FILE_BYTES + 1);
    let bytes = bytes.map_err(|source| FileError::Unreadable { path: path.to_owned(), source })?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(FileError::TooLarge { path: path.to_owned(), limit: MAX_FILE_BYTES });
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn code(rooms: &Path, file: &str) -> Option<&'static str> {
        let entry = TileSheet { tile: (2, 2), ..TileSheet::of_file(file.to_owned()) };
        read_sheet(rooms, &entry).err().map(|problem| problem.code)
    }

    fn png() -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 4, 2);
        encoder.set_color(png::ColorType::Rgb);
        encoder.write_header().unwrap().write_image_data(&[7; 24]).unwrap();
        bytes
    }

    #[test]
    fn sheets_lie_in_the_folder_of_their_room_set_or_below() {
        let folder = tempfile::tempdir().unwrap();
        let rooms = folder.path().join("rooms").join("keep.ron");
        fs::create_dir_all(folder.path().join("rooms").join("tiles")).unwrap();
        fs::write(folder.path().join("out.png"), png()).unwrap();
        fs::write(folder.path().join("rooms").join("in.png"), png()).unwrap();
        fs::write(folder.path().join("rooms").join("tiles").join("in.png"), png()).unwrap();
        assert_eq!(["in.png", "tiles/in.png"].map(|name| code(&rooms, name)), [None, None]);
        let outside = ["../out.png", "/etc/passwd", "tiles/../../out.png", "C:\\a.png", "", "./in.png"];
        for name in outside {
            assert_eq!(code(&rooms, name), Some("sheet-outside"), "{name}");
        }
        assert_eq!(code(&rooms, "none.png"), Some("missing-sheet"));
        let others: &[&str] =
            if cfg!(target_os = "linux") { &["tiles\\in.png", "Tiles/In.png"] } else { &[] };
        for name in others {
            let entry = TileSheet { tile: (2, 2), ..TileSheet::of_file((*name).to_owned()) };
            let hint = read_sheet(&rooms, &entry).err().and_then(|problem| problem.hint);
            let hint = hint.map(|hint| hint.to_string()).unwrap_or_default();
            assert!(hint.starts_with("Did you mean \"tiles/in.png\"?"), "{name}: {hint}");
            assert_eq!(hint.contains("only on Windows"), name.contains('\\'), "{name}: {hint}");
        }
        assert_eq!(code(&rooms, "tiles"), Some("unreadable-sheet"));
    }

    #[test]
    fn pictures_from_elsewhere_are_copied_and_nothing_is_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let rooms = folder.path().join("rooms").join("keep.ron");
        fs::create_dir_all(folder.path().join("rooms").join("tiles")).unwrap();
        let inside = folder.path().join("rooms").join("tiles").join("a.png");
        let outside = folder.path().join("a.png");
        fs::write(&inside, png()).unwrap();
        fs::write(&outside, png()).unwrap();
        assert_eq!(copy_sheet(&inside, &rooms).unwrap(), "tiles/a.png");
        assert_eq!(copy_sheet(&outside, &rooms).unwrap(), "a.png");
        assert_eq!(copy_sheet(&outside, &rooms).unwrap(), "a.png");
        fs::write(&outside, b"another").unwrap();
        assert_eq!(copy_sheet(&outside, &rooms).unwrap(), "a-2.png");
        assert_eq!(fs::read(folder.path().join("rooms").join("a.png")).unwrap(), png());
        assert!(copy_sheet(&folder.path().join("none.png"), &rooms).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_leads_to_no_sheet_outside() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("rooms")).unwrap();
        fs::write(folder.path().join("out.png"), png()).unwrap();
        std::os::unix::fs::symlink("../out.png", folder.path().join("rooms").join("link.png")).unwrap();
        assert_eq!(code(&folder.path().join("rooms").join("keep.ron"), "link.png"), Some("sheet-outside"));
    }
}
