//! The result of an export and the options for it.
//!
//! An export is one main file plus any files that it refers to, all with relative names. Nothing is written
//! to disk here.

use std::sync::Arc;

use super::glb::CaveOutline;
use super::palette::MapPalette;
use super::picture::PictureOptions;
use super::text::TextOptions;
use super::type_path::TypePath;

/// A file of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedFile {
    /// Path relative to the folder of the export; folders are separated by `/`.
    pub name: String,
    /// Entire content of the file.
    pub bytes: Vec<u8>,
}

/// A level in a format: one file, or several that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The file to open; it names the others, if there are any.
    pub main: ExportedFile,
    /// The files that the main file needs.
    pub others: Vec<ExportedFile>,
}

impl Exported {
    /// Creates an export of a single file.
    pub(super) fn file(name: String, bytes: impl Into<Vec<u8>>) -> Self {
        Self { main: ExportedFile { name, bytes: bytes.into() }, others: Vec::new() }
    }

    /// Returns all files, the main one first.
    pub fn files(&self) -> impl Iterator<Item = &ExportedFile> {
        std::iter::once(&self.main).chain(&self.others)
    }

    /// Returns the content of the main file.
    pub fn into_bytes(self) -> Vec<u8> {
        self.main.bytes
    }
}

/// Options for exporting a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportOptions {
    /// Name of the files without extension; a name, not a path.
    pub name: String,
    /// Options for text.
    pub text: TextOptions,
    /// Options for pictures.
    pub picture: PictureOptions,
    /// The importer that maps are made for.
    pub target: MapImporter,
    /// `true` if maps of Tiled hold their tile sets. Some targets always do.
    pub is_whole: bool,
    /// Everything that maps of the project can show. If `None`, the level itself decides.
    pub palette: Option<Arc<MapPalette>>,
    /// Module that declares the components for Bevy. If `None`, maps for Bevy have no components.
    pub types: Option<TypePath>,
    /// Shape of the edges of caves in models.
    pub outline: CaveOutline,
    /// If `true`, models have ceilings and are seen from inside.
    pub has_ceilings: bool,
}

impl Default for ExportOptions {
    /// Returns options for files named "level", for any importer.
    fn default() -> Self {
        Self {
            name: "level".to_owned(),
            text: TextOptions::default(),
            picture: PictureOptions::default(),
            target: MapImporter::default(),
            is_whole: false,
            palette: None,
            types: None,
            outline: CaveOutline::default(),
            has_ceilings: false,
        }
    }
}

/// An option of an export. Each format supports some of them: see
/// [`Format::options`](super::Format::options).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "ExportOption::meaning describes them")]
pub enum ExportOption {
    Show,
    Cell,
    Tile,
    Flat,
    Bare,
    Overlays,
    Legend,
    Target,
    Embed,
    Types,
    Outline,
    Ceilings,
}

impl ExportOption {
    /// All options, in the order in which they are listed.
    pub const ALL: [Self; 12] = [
        Self::Show,
        Self::Cell,
        Self::Tile,
        Self::Flat,
        Self::Bare,
        Self::Overlays,
        Self::Legend,
        Self::Target,
        Self::Embed,
        Self::Types,
        Self::Outline,
        Self::Ceilings,
    ];

    /// Returns the argument on the command line.
    pub const fn argument(self) -> &'static str {
        match self {
            Self::Show => "--show",
            Self::Cell | Self::Tile => "--cell",
            Self::Flat => "--flat",
            Self::Bare => "--bare",
            Self::Overlays => "--overlays",
            Self::Legend => "--legend",
            Self::Target => "--target",
            Self::Embed => "--embed",
            Self::Types => "--types",
            Self::Outline => "--blocks",
            Self::Ceilings => "--ceilings",
        }
    }

    /// Returns the meaning, as a sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Show => "Draws layers or entities into a text. By default it shows only tiles.",
            Self::Cell => {
                "The width of a cell of a picture, 1 to 64 pixels. By default 16, for large levels 8."
            }
            Self::Tile => {
                "The width of a tile of a map: 8, 16 or 32 pixels. By default that of the tile sheet, or 16."
            }
            Self::Flat => "Draws a flat picture, with every cell in the colour of its tile.",
            Self::Bare => "Draws a picture without items and entities.",
            Self::Overlays => "Draws overlays on a picture, for example names and the route to the goal.",
            Self::Legend => "The position of the legend of a picture: below, beside or none.",
            Self::Target => {
                "Prepares a map for an importer: any, godot, unity, bevy, phaser, excalibur, melonjs or arcade."
            }
            Self::Embed => "Writes the tile sets of a map into the map.",
            Self::Types => {
                "The module of your game that declares the components for Bevy. It needs `--target bevy`."
            }
            Self::Outline => {
                "Draws the walls of caves along the sides of cells. By default they are slanted."
            }
            Self::Ceilings => {
                "Closes a model with ceilings, for games seen from inside. Tops and outer sides are left out."
            }
        }
    }
}

/// The importer that reads a map. It decides about extra properties, never about the map itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MapImporter {
    /// Any importer that reads the format.
    #[default]
    Any,
    /// Godot 4, with YATI.
    Godot,
    /// Unity, with SuperTiled2Unity.
    Unity,
    /// Bevy, with `bevy_ecs_tiled` or `bevy_ecs_ldtk`.
    Bevy,
    /// Phaser 3 and 4, which read TMJ.
    Phaser,
    /// Excalibur, with its plugin for Tiled.
    Excalibur,
    /// melonJS.
    MelonJs,
    /// Python Arcade.
    Arcade,
}

impl MapImporter {
    /// All targets, in the order in which they are listed.
    pub const ALL: [Self; 8] = [
        Self::Any,
        Self::Godot,
        Self::Unity,
        Self::Bevy,
        Self::Phaser,
        Self::Excalibur,
        Self::MelonJs,
        Self::Arcade,
    ];

    /// Returns the name of the target on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Godot => "godot",
            Self::Unity => "unity",
            Self::Bevy => "bevy",
            Self::Phaser => "phaser",
            Self::Excalibur => "excalibur",
            Self::MelonJs => "melonjs",
            Self::Arcade => "arcade",
        }
    }

    /// Returns `true` if it reads only maps that hold their tile sets.
    pub const fn needs_whole_maps(self) -> bool {
        matches!(self, Self::Phaser | Self::MelonJs)
    }
}
