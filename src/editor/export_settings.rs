//! How levels are exported: in which format, with what options, where to. It is remembered with the project.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::export::{
    ExportOption, ExportOptions, Format, LegendSpot, Outline, PictureOptions, Target, name_of_files,
};
use crate::mission::Alphabet;
use crate::overlay::OverlaySet;
use crate::picture::{CellPixels, CellSide, TileLooks};

/// What an export is made by. What a file of another version knows besides is passed over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExportSettings {
    /// The format.
    #[serde(serialize_with = "write_word", deserialize_with = "read_format")]
    pub format: Format,
    /// Where the files go; none: nobody has said yet.
    pub folder: Option<PathBuf>,
    /// What the files are called, without extension. Empty: after the project and the seed; after the project alone if they follow the level.
    pub name: String,
    /// How many pixels a cell of a picture is wide; 0: as fits the level.
    pub cell: u32,
    /// How many pixels a tile of a map is wide.
    pub tile: u32,
    /// Is a picture a flat map?
    pub is_flat: bool,
    /// Does it show what stands and lies in the level?
    pub has_items: bool,
    /// What is laid over it.
    pub overlays: OverlaySet,
    /// Where its legend is.
    #[serde(serialize_with = "write_legend", deserialize_with = "read_legend")]
    pub legend: LegendSpot,
    /// For whose importer maps are made.
    #[serde(serialize_with = "write_target", deserialize_with = "read_target")]
    pub target: Target,
    /// The module that declares the components for Bevy, as it is typed; empty: none.
    pub types: String,
    /// Do the walls of caves in models follow the sides of cells?
    pub has_square_caves: bool,
    /// Is it written again whenever it changes?
    pub on_every_change: bool,
    /// Was a level exported like this, so that it can be done again?
    pub is_done: bool,
}

impl Default for ExportSettings {
    fn default() -> Self {
        Self {
            format: Format::Ron,
            folder: None,
            name: String::new(),
            cell: 0,
            tile: CellSide::Medium.pixels(),
            is_flat: false,
            has_items: true,
            overlays: OverlaySet::default(),
            legend: LegendSpot::default(),
            target: Target::default(),
            types: String::new(),
            has_square_caves: false,
            on_every_change: false,
            is_done: false,
        }
    }
}

impl ExportSettings {
    /// Does what was written follow the level?
    pub fn follows(&self) -> bool {
        self.is_done && self.on_every_change
    }

    /// The file that one opens; without a folder only its name.
    pub fn path(&self, usual: &str) -> PathBuf {
        let name = if self.name.is_empty() { usual } else { &self.name };
        let file = format!("{name}.{}", level_extension(self.format));
        self.folder.as_ref().map_or_else(|| file.clone().into(), |folder| folder.join(&file))
    }

    /// The options for files that are called after this one.
    pub fn options(&self, file: &Path, alphabet: &Alphabet, looks: &Arc<TileLooks>) -> ExportOptions {
        let name = name_of_files(file);
        let usual = ExportOptions::default();
        let picture = PictureOptions {
            cell: CellPixels::new(if self.format.has(ExportOption::Tile) { self.tile } else { self.cell }),
            is_flat: self.is_flat,
            has_items: self.has_items,
            overlays: self.overlays,
            legend: self.legend,
            alphabet: Some(Arc::new(alphabet.clone())),
            looks: Arc::clone(looks),
        };
        ExportOptions {
            name: name.unwrap_or(usual.name),
            picture,
            target: self.target,
            types: self.types.parse().ok(),
            outline: if self.has_square_caves { Outline::Blocks } else { Outline::Smooth },
        }
    }
}

/// The extension of exported levels, by which they are told from grammars.
const fn level_extension(format: Format) -> &'static str {
    match format {
        Format::Ron => "level.ron",
        Format::Json => "level.json",
        Format::NodeLink => "graph.json",
        Format::Txt
        | Format::Png
        | Format::Tmx
        | Format::Tmj
        | Format::Ldtk
        | Format::LdtkSimple
        | Format::Csv
        | Format::RexPaint
        | Format::Glb
        | Format::Dot
        | Format::GraphMl => format.extension(),
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn write_word<S: Serializer>(format: &Format, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(format.name())
}

fn read_format<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Format, D::Error> {
    Ok(Format::from_str(&String::deserialize(deserializer)?).unwrap_or(Format::Ron))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn write_legend<S: Serializer>(spot: &LegendSpot, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(spot.word())
}

fn read_legend<'de, D: Deserializer<'de>>(deserializer: D) -> Result<LegendSpot, D::Error> {
    let word = String::deserialize(deserializer)?;
    Ok(LegendSpot::ALL.into_iter().find(|spot| spot.word() == word).unwrap_or_default())
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn write_target<S: Serializer>(target: &Target, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(target.name())
}

fn read_target<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Target, D::Error> {
    let name = String::deserialize(deserializer)?;
    Ok(Target::ALL.into_iter().find(|target| target.name() == name).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::Overlay;

    #[test]
    fn settings_are_read_as_they_were_written_and_unknown_words_are_the_usual_ones() {
        let settings = ExportSettings {
            format: Format::Png,
            folder: Some("some/folder".into()),
            overlays: Overlay::ALL.into_iter().collect(),
            legend: LegendSpot::Beside,
            target: Target::Bevy,
            types: "my_game::level".to_owned(),
            has_square_caves: true,
            on_every_change: true,
            ..ExportSettings::default()
        };
        let text = ron::to_string(&settings).unwrap();
        assert_eq!(ron::from_str(&text), Ok(settings));
        let other = ron::from_str("(format: \"scroll\", legend: \"abacus\", colour: 3)");
        assert_eq!(other, Ok(ExportSettings::default()));
    }

    #[test]
    fn files_are_called_after_the_seed_until_a_name_is_typed() {
        let mut settings = ExportSettings { folder: Some("out".into()), ..ExportSettings::default() };
        assert_eq!(settings.path("keep-7"), PathBuf::from("out/keep-7.level.ron"));
        (settings.name, settings.format) = ("keep".to_owned(), Format::Png);
        assert_eq!(settings.path("keep-7"), PathBuf::from("out/keep.png"));
        settings.folder = None;
        assert_eq!(settings.path("keep-7"), PathBuf::from("keep.png"));
    }
}
