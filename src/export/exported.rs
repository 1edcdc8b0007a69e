//! What an export gives: files with names, which belong together.

use super::glb::Outline;
use super::picture::PictureOptions;

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
            outline: Outline::default(),
        }
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
