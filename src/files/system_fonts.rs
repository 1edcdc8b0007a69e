//! Finds fonts of the system for characters that the built-in fonts lack.
//!
//! In: characters. Out: a few fonts that cover as many of them as possible, those for plain text first, and the
//! characters that none has. The number of files read is limited, because some systems have thousands of fonts.
//! The window may therefore look different on two systems, and exports never use these fonts.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::disk::{Disk, SystemDisk};
use crate::lettering::letters_missing_in;

/// A font of the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemFont {
    /// Path of its file.
    pub path: PathBuf,
    /// Content of its file; in a collection, the first font is used.
    pub bytes: Vec<u8>,
}

/// Maximum number of font files to read, and maximum size of one, in bytes.
const MOST_READ: usize = 300;
const MOST_BYTES: u64 = 64 << 20;

/// Maximum number of font files to list, and maximum depth of folders.
const MOST_LISTED: usize = 20_000;
const DEEPEST: usize = 6;

/// Families for plain text in many scripts, as systems name their files, the best first.
const PLAIN_FAMILIES: [&str; 22] = [
    "notosanscjk",
    "notosansjp",
    "notosans",
    "dejavusans",
    "hiraginosans",
    "hiragino",
    "pingfang",
    "applesdgothic",
    "yugoth",
    "meiryo",
    "malgun",
    "msyh",
    "msgothic",
    "segoeui",
    "arialunicode",
    "sourcehansans",
    "droidsansfallback",
    "wqy",
    "ipag",
    "takao",
    "freesans",
    "unifont",
];

/// Styles that are unsuitable for plain text.
const STYLES: [&str; 10] =
    ["bold", "black", "italic", "oblique", "light", "thin", "condensed", "mono", "serif", "medium"];

/// Finds fonts of this system for the given characters. Returns them with the characters that none has.
pub fn system_fonts_with(characters: &BTreeSet<char>) -> (Vec<SystemFont>, BTreeSet<char>) {
    if characters.is_empty() {
        return (Vec::new(), BTreeSet::new());
    }
    fonts_with(characters, &usual_folders())
}

/// Finds fonts in the given folders for the given characters.
fn fonts_with(characters: &BTreeSet<char>, folders: &[PathBuf]) -> (Vec<SystemFont>, BTreeSet<char>) {
    let mut files = Vec::new();
    folders.iter().for_each(|folder| list(folder, DEEPEST, &mut files));
    files.sort_by_cached_key(|path| (rank(path), path.clone()));
    files.dedup();
    let mut missing = characters.clone();
    let mut found = Vec::new();
    for path in files.into_iter().take(MOST_READ) {
        if missing.is_empty() {
            break;
        }
        let Ok(bytes) = SystemDisk.read(&path, MOST_BYTES) else { continue };
        let Some(still_missing) = letters_missing_in(&bytes, &missing) else { continue };
        if still_missing.len() < missing.len() {
            missing = still_missing;
            found.push(SystemFont { path, bytes });
        }
    }
    (found, missing)
}

/// Returns the folders in which systems and users keep fonts.
fn usual_folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = [
        "/usr/share/fonts",
        "/usr/local/share/fonts",
        "/System/Library/Fonts",
        "/Library/Fonts",
        "/run/current-system/sw/share/X11/fonts",
    ]
    .map(PathBuf::from)
    .into();
    let of_variable = |name: &str, within: &str| Some(Path::new(&std::env::var_os(name)?).join(within));
    folders.extend(of_variable("WINDIR", "Fonts"));
    folders.extend(of_variable("LOCALAPPDATA", "Microsoft/Windows/Fonts"));
    folders.extend(of_variable("XDG_DATA_HOME", "fonts"));
    folders.extend(
        ["Library/Fonts", ".local/share/fonts", ".fonts"]
            .iter()
            .filter_map(|within| of_variable("HOME", within)),
    );
    folders
}

/// Adds the font files of a folder and of its subfolders.
fn list(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(mut entries) = SystemDisk.list(folder) else { return };
    entries.sort();
    for path in entries {
        if files.len() >= MOST_LISTED {
            return;
        }
        match SystemDisk.look(&path) {
            Ok(entry) if entry.is_dir() && depth > 0 => list(&path, depth - 1, files),
            Ok(entry) if entry.is_file() && is_font(&path) => files.push(path),
            _ => {}
        }
    }
}

fn is_font(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_lowercase);
    extension.is_some_and(|extension| ["ttf", "otf", "ttc", "otc"].contains(&extension.as_str()))
}

/// Returns the rank of a font: plain fonts of known families first, other styles last.
fn rank(path: &Path) -> (bool, usize) {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let name: String = name.chars().filter(|letter| letter.is_alphanumeric()).collect();
    let family = PLAIN_FAMILIES.iter().position(|family| name.starts_with(family));
    (STYLES.iter().any(|style| name.contains(style)), family.unwrap_or(PLAIN_FAMILIES.len()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::lettering::PICTURE_FONT;

    #[test]
    fn font_is_found_by_the_characters_that_it_has() {
        let folder = tempfile::tempdir().unwrap();
        let within = folder.path().join("truetype");
        fs::create_dir(&within).unwrap();
        fs::write(within.join("Broken.ttf"), b"no font").unwrap();
        fs::write(within.join("Ubuntu.TTF"), PICTURE_FONT).unwrap();
        let with = |text: &str| -> Vec<PathBuf> {
            let found = fonts_with(&text.chars().collect(), &[folder.path().to_owned()]);
            found.0.into_iter().map(|font| font.path).collect()
        };
        assert_eq!(with("жé"), [within.join("Ubuntu.TTF")]);
        assert_eq!(with("ж鍵"), [within.join("Ubuntu.TTF")], "as many as there are");
        assert_eq!(with("鍵"), [""; 0].map(PathBuf::from));
        assert_eq!(with(""), [""; 0].map(PathBuf::from));
    }

    #[test]
    fn plain_type_of_known_families_is_tried_first() {
        let mut files = ["Zapf.ttf", "NotoSansCJK-Bold.ttc", "DejaVuSans.ttf", "NotoSansCJK-Regular.ttc"];
        files.sort_by_key(|file| rank(Path::new(file)));
        assert_eq!(files, ["NotoSansCJK-Regular.ttc", "DejaVuSans.ttf", "Zapf.ttf", "NotoSansCJK-Bold.ttc"]);
    }
}
