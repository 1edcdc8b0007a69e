//! What an export gives: files with names, which belong together; and what can be chosen of it.

use std::str::FromStr;

use super::glb::Outline;
use super::picture::PictureOptions;
use crate::base::with_capital;

/// A file of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedFile {
    /// Where it lies, from the folder of the export; folders are separated by `/`.
    pub name: String,
    /// All of its content.
    pub bytes: Vec<u8>,
}

/// A level in a format: one file, or several that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The file that one opens; it names the others where there are some.
    pub main: ExportedFile,
    /// What it needs besides.
    pub others: Vec<ExportedFile>,
}

impl Exported {
    /// A single file.
    pub(super) fn file(name: String, bytes: impl Into<Vec<u8>>) -> Self {
        Self { main: ExportedFile { name, bytes: bytes.into() }, others: Vec::new() }
    }

    /// All files, the main one first.
    pub fn files(&self) -> impl Iterator<Item = &ExportedFile> {
        std::iter::once(&self.main).chain(&self.others)
    }

    /// What the main file holds.
    pub fn into_bytes(self) -> Vec<u8> {
        self.main.bytes
    }
}

/// How a level is exported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportOptions {
    /// What the files are called, without extension: a name, not a path.
    pub name: String,
    /// What pictures show.
    pub picture: PictureOptions,
    /// For whose importer maps are made.
    pub target: Target,
    /// Where the components for Bevy are declared; without it maps for Bevy have none.
    pub types: Option<TypePath>,
    /// What the edges of caves look like in models.
    pub outline: Outline,
}

impl Default for ExportOptions {
    /// Files called "level", for any importer.
    fn default() -> Self {
        Self {
            name: "level".to_owned(),
            picture: PictureOptions::default(),
            target: Target::default(),
            types: None,
            outline: Outline::default(),
        }
    }
}

/// What can be chosen of an export. Each format knows some of it: see [`Format::options`](super::Format::options).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ExportOption {
    /// How wide the cells of a picture are, in pixels.
    Cell,
    /// How wide the tiles of a map are: one of the sizes in which they are painted.
    Tile,
    /// A flat picture.
    Flat,
    /// A picture without what stands and lies in the level.
    Bare,
    /// What is laid over a picture.
    Overlays,
    /// Where a picture says what it shows.
    Legend,
    /// Whose importer reads it.
    Target,
    /// Where the components for Bevy are declared.
    Types,
    /// What the edges of caves look like.
    Outline,
}

/// The path of a module of a game in Rust, such as `my_game::level`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypePath(String);

/// The text is no path of a module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no path of a module in Rust; write one such as my_game::level")]
pub struct ParseTypePathError(String);

impl FromStr for TypePath {
    type Err = ParseTypePathError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_name = |name: &str| {
            name.starts_with(|first: char| first == '_' || first.is_ascii_alphabetic())
                && name.chars().all(|letter| letter == '_' || letter.is_ascii_alphanumeric())
        };
        let is_path = text.split("::").all(is_name);
        is_path.then(|| Self(text.to_owned())).ok_or_else(|| ParseTypePathError(text.to_owned()))
    }
}

impl TypePath {
    /// The type in the module for things of this kind: its words with capitals, in one, `gold key` in `GoldKey`. What has no letter or digit is a `Thing`.
    pub(super) fn of_kind(&self, kind: &str) -> String {
        let words = kind.split(|letter: char| !letter.is_ascii_alphanumeric());
        let mut name: String = words.map(with_capital).collect();
        if name.is_empty() {
            "Thing".clone_into(&mut name);
        }
        let digit = if name.starts_with(|first: char| first.is_ascii_digit()) { "_" } else { "" };
        format!("{}::{digit}{name}", self.0)
    }
}

/// Whose importer reads a map. It changes what importers take from properties, never the map itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// Any that reads the format.
    #[default]
    Any,
    /// Godot 4, by YATI.
    Godot,
    /// Unity, by SuperTiled2Unity.
    Unity,
    /// Bevy, by `bevy_ecs_tiled` or `bevy_ecs_ldtk`.
    Bevy,
}

impl Target {
    /// All targets, in the order in which they are listed.
    pub const ALL: [Self; 4] = [Self::Any, Self::Godot, Self::Unity, Self::Bevy];

    /// As the command line spells it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Godot => "godot",
            Self::Unity => "unity",
            Self::Bevy => "bevy",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_paths_are_names_with_colons_between() {
        for path in ["game", "my_game::level", "_a::b2"] {
            assert!(TypePath::from_str(path).is_ok(), "{path}");
        }
        for path in ["", "::a", "a::", "a:b", "a b", "2a", "a::b-c", "a::é", "a\""] {
            assert!(TypePath::from_str(path).is_err(), "{path}");
        }
    }

    #[test]
    fn kinds_become_names_of_types() {
        let types: TypePath = "game".parse().unwrap();
        let names =
            ["Key", "gold key", "3 rats", "wyrm's egg", "Schlüssel", "鍵"].map(|kind| types.of_kind(kind));
        let expected = ["Key", "GoldKey", "_3Rats", "WyrmSEgg", "SchlSsel", "Thing"];
        assert_eq!(names, expected.map(|name| format!("game::{name}")));
    }
}
