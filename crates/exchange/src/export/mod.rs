//! Writes a level in one of several formats, and reads RON and JSON back.
//!
//! An export is one file, or several that belong together. The same level gives the same bytes on every
//! machine. RON and JSON hold the same fields and are easy to compare: each row of tiles, place, passage or
//! entity has its own line. `read_level(export(level, format).into_bytes(), format)` returns an equal level.
//! Reading does not verify it.

mod areas;
mod atlas;
mod contact_sheet;
mod csv;
mod difference;
mod exported;
mod glb;
mod graph;
mod json;
mod ldtk;
mod level_tiles;
mod palette;
mod picture;
mod png_file;
mod rexpaint;
mod room_tiles;
mod ron;
mod size;
mod strict;
mod text;
mod things;
mod tiled;
mod type_path;
mod xml;

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::base::{Cancelled, Position, PrettyPrinter, StageContext, listed};
use crate::level::Level;

pub use contact_sheet::{
    ContactContent, ContactLayout, ContactPicture, ContactSheet, MOST_CONTACT_PIXELS, TooLargeSheet,
};
pub use difference::difference_picture;
pub use exported::{ExportOption, ExportOptions, Exported, ExportedFile, MapImporter};
pub use glb::CaveOutline;
pub use json::LEVEL_SCHEMA;
pub use palette::MapPalette;
pub use picture::{
    LegendSpot, MOST_PIXELS, PictureOptions, export_picture, export_picture_in, picture_remark,
};
pub(crate) use rexpaint::{CP437, TRANSPARENT};
pub use size::{TooLargeExport, check_export_size};
pub use text::TextOptions;
pub(crate) use things::BOARD_DROP;
pub use tiled::{BevyComponents, export_rooms};
pub use type_path::{ParseTypePathError, TypePath};

/// Extension of the worlds of Tiled.
const WORLD: &str = "world";

/// The parts of a level that get one line each, in RON and in JSON.
const LINES: PrettyPrinter = PrettyPrinter {
    indent: "  ",
    space: "",
    broken: &[
        &[],
        &["legend"],
        &["tiles"],
        &["owners"],
        &["layers"],
        &["layers", "*"],
        &["layers", "*", "tiles"],
        &["places"],
        &["passages"],
        &["entities"],
        &["templates"],
        &["templates", "*"],
        &["templates", "*", "picture"],
        &["templates", "*", "special_sockets"],
        &["templates", "*", "entities"],
        &["bridges"],
        &["populate"],
        &["mission"],
        &["mission", "*"],
        &["report"],
    ],
    line_chars: None,
    has_final_comma: false,
    numbers: None,
};

/// A format for exporting levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "Format::meaning describes them")]
pub enum Format {
    Ron,
    Json,
    Txt,
    Png,
    Dot,
    GraphMl,
    NodeLink,
    Tmx,
    Tmj,
    Ldtk,
    LdtkSimple,
    Csv,
    RexPaint,
    Glb,
}

impl Format {
    /// All formats, in the order in which they are listed.
    pub const ALL: [Self; 14] = [
        Self::Ron,
        Self::Json,
        Self::Txt,
        Self::Png,
        Self::Tmx,
        Self::Tmj,
        Self::Ldtk,
        Self::LdtkSimple,
        Self::Csv,
        Self::RexPaint,
        Self::Glb,
        Self::Dot,
        Self::GraphMl,
        Self::NodeLink,
    ];

    const fn traits(self) -> Traits {
        use ExportOption::{
            Bare, Ceilings, Cell, Embed, Flat, Legend, Outline, Overlays, Show, Target, Tile, Types,
        };
        match self {
            Self::Ron => Traits::TEXT.named("ron"),
            Self::Json => Traits::TEXT.named("json"),
            Self::Txt => Traits::TEXT.named("txt").with(&[Show]),
            Self::Png => Traits::BINARY.named("png").with(&[Cell, Flat, Bare, Overlays, Legend]),
            Self::Tmx => Traits::FILES.named("tmx").with(&[Tile, Target, Embed, Types]),
            Self::Tmj => Traits::FILES.named("tmj").with(&[Tile, Target, Embed]),
            Self::Ldtk => Traits::FILES.named("ldtk").with(&[Tile, Target]),
            Self::LdtkSimple => {
                Traits { extension: "ldtk", ..Traits::FILES.named("ldtk-simple").with(&[Tile, Target]) }
            }
            Self::Csv => Traits::FILES.named("csv"),
            Self::RexPaint => Traits::BINARY.named("xp"),
            Self::Glb => Traits::BINARY.named("glb").with(&[Target, Outline, Ceilings]),
            Self::Dot => Traits::TEXT.named("dot"),
            Self::GraphMl => Traits::TEXT.named("graphml"),
            Self::NodeLink => Traits { extension: "json", ..Traits::TEXT.named("node-link") },
        }
    }

    /// Returns the name of the format on the command line.
    pub const fn name(self) -> &'static str {
        self.traits().name
    }

    /// Returns the content of the format, as a sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Ron => "Everything, in the notation of grammar files. The program can read it again.",
            Self::Json => "Everything, for game engines. The program can read it again.",
            Self::Txt => "The tiles as characters, followed by a legend.",
            Self::Png => "A picture of the level.",
            Self::Tmx => "A map for Tiled and for importers of Godot, Unity and Bevy, with its tiles.",
            Self::Tmj => "A map for Tiled in JSON, with its tiles.",
            Self::Ldtk => "A project for LDtk with painted tiles, numbers of cells, and entities.",
            Self::LdtkSimple => "A project for LDtk and the folder of its super simple export.",
            Self::Csv => "Tables of numbers, for spreadsheets and small engines.",
            Self::RexPaint => "Coloured characters in layers, for REXPaint and libtcod.",
            Self::Glb => "A model with floors, walls and named nodes, for 3D engines.",
            Self::Dot => "The mission as a graph, with the resulting places and entities, for Graphviz.",
            Self::GraphMl => "The mission as a graph, for yEd, Gephi and networkx.",
            Self::NodeLink => "The mission as a graph in JSON, for networkx and d3.",
        }
    }

    /// Returns the extension of the main file.
    pub const fn extension(self) -> &'static str {
        self.traits().extension
    }

    /// Returns `true` if an export is a single file.
    pub const fn is_one_file(self) -> bool {
        self.traits().is_one_file
    }

    /// Returns `true` if an export has files in a folder of its own name.
    pub const fn makes_a_folder(self) -> bool {
        matches!(self, Self::LdtkSimple)
    }

    /// Returns `true` if [`export_levels`] writes several levels together.
    pub const fn joins_levels(self) -> bool {
        matches!(self, Self::Tmx | Self::Tmj | Self::Ldtk | Self::LdtkSimple)
    }

    /// Returns the extension of the main file of several levels.
    pub const fn extension_of_several(self) -> &'static str {
        if matches!(self, Self::Tmx | Self::Tmj) { WORLD } else { self.extension() }
    }

    /// Returns `true` if the main file is text.
    pub const fn is_text(self) -> bool {
        self.traits().is_text
    }

    /// Returns `true` if [`read_level`] can read the format.
    pub const fn is_readable(self) -> bool {
        matches!(self, Self::Ron | Self::Json)
    }

    /// Returns the options that the format supports.
    pub const fn options(self) -> &'static [ExportOption] {
        self.traits().options
    }

    /// Returns `true` if the format supports an option.
    pub fn has(self, option: ExportOption) -> bool {
        self.options().contains(&option)
    }

    /// Lists all names, with `conjunction` before the last: "ron, json, txt and png".
    pub fn listed(conjunction: &str) -> String {
        listed(&Self::ALL.map(Self::name), conjunction)
    }

    /// Returns the first format with the extension of the path, in any case.
    pub fn from_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_lowercase();
        Self::ALL.into_iter().find(|format| format.extension() == extension)
    }
}

/// Returns the name for the other files of an export whose main file has this path.
///
/// This is the file name without the extension of a format. `two.1` and `two.2` therefore get files of their
/// own.
pub fn name_of_files(path: &Path) -> Option<String> {
    let is_world = path.extension().is_some_and(|extension| extension == WORLD);
    let has_extension = is_world || Format::from_path(path).is_some();
    let name = if has_extension { path.file_stem() } else { path.file_name() };
    name.map(|name| name.to_string_lossy().into_owned())
}

/// Properties of a format.
struct Traits {
    name: &'static str,
    extension: &'static str,
    is_one_file: bool,
    is_text: bool,
    options: &'static [ExportOption],
}

impl Traits {
    const TEXT: Self = Self { name: "", extension: "", is_one_file: true, is_text: true, options: &[] };
    const BINARY: Self = Self { is_text: false, ..Self::TEXT };
    const FILES: Self = Self { is_one_file: false, ..Self::TEXT };

    /// Sets the name and, to the same value, the extension.
    const fn named(self, name: &'static str) -> Self {
        Self { name, extension: name, ..self }
    }

    const fn with(self, options: &'static [ExportOption]) -> Self {
        Self { options, ..self }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Error for a text that names no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a format for levels; choose one of {formats}", formats = Format::listed("and"))]
pub struct ParseFormatError(String);

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|format| format.name() == text)
            .ok_or_else(|| ParseFormatError(text.to_owned()))
    }
}

/// Exports a level with default options. The same level gives the same bytes on every machine.
pub fn export(level: &Level, format: Format) -> Exported {
    export_with(level, format, &ExportOptions::default())
}

/// Exports a level with the given options.
pub fn export_with(level: &Level, format: Format, options: &ExportOptions) -> Exported {
    export_in(level, format, options, StageContext::default()).expect("nobody stops a token that never stops")
}

/// Exports a level until the token is stopped. Only pictures take long enough to check the token.
///
/// # Errors
/// If the token was stopped.
pub fn export_in(
    level: &Level,
    format: Format,
    options: &ExportOptions,
    context: StageContext<'_>,
) -> Result<Exported, Cancelled> {
    let file = |bytes: Vec<u8>| Exported::file(format!("{}.{}", options.name, format.extension()), bytes);
    let exported = match format {
        Format::Ron => file(ron::write(level).into_bytes()),
        Format::Json => file(json::write(level).into_bytes()),
        Format::Txt => file(text::write(level, options.text).into_bytes()),
        Format::Png => file(export_picture_in(level, &options.picture, context.unwatched())?),
        Format::Dot => file(graph::write_dot(level).into_bytes()),
        Format::GraphMl => file(graph::write_graphml(level).into_bytes()),
        Format::NodeLink => file(graph::write_node_link(level).into_bytes()),
        Format::Tmx | Format::Tmj | Format::Ldtk | Format::LdtkSimple => {
            map_of(format, &[level], options).unwrap_or_else(|| file(Vec::new()))
        }
        Format::Csv => csv::write(level, options),
        Format::RexPaint => file(rexpaint::write(level)),
        Format::Glb => file(glb::write(level, options)),
    };
    context.stop.unless_stopped(exported)
}

/// Exports several levels that share their tile sets: as a world of Tiled, or as a project of LDtk.
///
/// `None` if the format is not one of maps; see [`Format::joins_levels`].
pub fn export_levels(levels: &[&Level], format: Format, options: &ExportOptions) -> Option<Exported> {
    map_of(format, levels, options)
}

fn map_of(format: Format, levels: &[&Level], options: &ExportOptions) -> Option<Exported> {
    match format {
        Format::Tmx => Some(tiled::tmx(levels, options)),
        Format::Tmj => Some(tiled::tmj(levels, options)),
        Format::Ldtk => Some(ldtk::project(levels, options, false)),
        Format::LdtkSimple => Some(ldtk::project(levels, options, true)),
        _ => None,
    }
}

/// Reads a level that [`export`] wrote as RON or JSON.
///
/// The level may be inconsistent: checking it is the task of `verify`.
///
/// # Errors
/// If the format cannot be read back, or the bytes are not a level in it; with line and column where known.
pub fn read_level(bytes: &[u8], format: Format) -> Result<Level, LevelReadError> {
    let read = match format {
        Format::Ron => ron::read,
        Format::Json => json::read,
        _ => return Err(LevelReadError::WriteOnly(format)),
    };
    let text = std::str::from_utf8(bytes).map_err(|_| LevelReadError::NotUtf8)?;
    read(text.strip_prefix('\u{feff}').unwrap_or(text)).map(Level::brought_up_to_date)
}

/// The reason why a level could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum LevelReadError {
    /// The format does not hold enough to read a level.
    #[error("a level cannot be read from {0}; export it as ron or json")]
    WriteOnly(Format),
    /// The bytes are not UTF-8.
    #[error("this file is not UTF-8 text")]
    NotUtf8,
    /// The text is not a level.
    #[error("line {}, column {}: {message}", position.line, position.column)]
    Malformed { position: Position, message: String },
}

fn malformed(line: usize, column: usize, message: String) -> LevelReadError {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    LevelReadError::Malformed { position: Position { line: number(line), column: number(column) }, message }
}
