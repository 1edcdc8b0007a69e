//! The settings for exporting levels: format, options and destination. They are remembered with the project.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::Cell;
use crate::export::{
    CaveOutline, ExportOption, ExportOptions, Format, LegendSpot, MapImporter, MapPalette, PictureOptions,
    TextOptions, name_of_files,
};
use crate::grammar::Grammar;
use crate::overlay::OverlaySet;
use crate::picture::{CellPixels, CellSide, TileLooks};
use crate::rooms::RoomSet;

/// The settings of an export. Unknown fields of other versions are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExportSettings {
    /// The format.
    #[serde(serialize_with = "write_word", deserialize_with = "read_format")]
    pub format: Format,
    /// Folder for the files; `None` if it was not chosen yet.
    pub folder: Option<PathBuf>,
    /// Name of the files without extension. If empty, it is made of the project and the seed, or only of the
    /// project if the files follow the level.
    pub name: String,
    /// `true` if texts show layers.
    pub shows_layers: bool,
    /// `true` if texts show entities.
    pub shows_entities: bool,
    /// Width of a cell in pictures, in pixels; 0 depends on the size of the level.
    pub cell: u32,
    /// Width of a tile in maps, in pixels.
    pub tile: u32,
    /// `true` if a picture is a flat map.
    pub is_flat: bool,
    /// `true` if a picture shows entities and other items.
    pub has_items: bool,
    /// Overlays of a picture.
    pub overlays: OverlaySet,
    /// Position of the legend.
    #[serde(serialize_with = "write_legend", deserialize_with = "read_legend")]
    pub legend: LegendSpot,
    /// Importer that maps are made for.
    #[serde(serialize_with = "write_target", deserialize_with = "read_target")]
    pub target: MapImporter,
    /// `true` if maps of Tiled hold their tile sets.
    pub is_whole: bool,
    /// Module that declares the components for Bevy, as typed; empty for none.
    pub types: String,
    /// `true` if the walls of caves in models follow the sides of cells.
    pub has_square_caves: bool,
    /// `true` if models have ceilings.
    pub has_ceilings: bool,
    /// `true` if it is exported again after each change.
    pub on_every_change: bool,
    /// `true` if a level was exported with these settings, so that it can be repeated.
    pub is_done: bool,
}

impl Default for ExportSettings {
    fn default() -> Self {
        Self {
            format: Format::Ron,
            folder: None,
            name: String::new(),
            shows_layers: false,
            shows_entities: false,
            cell: 0,
            tile: CellSide::Medium.pixels(),
            is_flat: false,
            has_items: true,
            overlays: OverlaySet::default(),
            legend: LegendSpot::default(),
            target: MapImporter::default(),
            is_whole: false,
            types: String::new(),
            has_square_caves: false,
            has_ceilings: false,
            on_every_change: false,
            is_done: false,
        }
    }
}

impl ExportSettings {
    /// Returns `true` if the exported files follow the level.
    pub fn follows(&self) -> bool {
        self.is_done && self.on_every_change
    }

    /// Returns the main file; without a folder only its name.
    pub fn path(&self, usual: &str) -> PathBuf {
        let name = if self.name.is_empty() { usual } else { &self.name };
        let file = format!("{name}.{}", level_extension(self.format));
        self.folder.as_ref().map_or_else(|| file.clone().into(), |folder| folder.join(&file))
    }

    /// Returns the export options for a main file with this path, and a level with these seals.
    pub fn options(
        &self,
        file: &Path,
        (grammar, rooms): (&Grammar, &[Arc<RoomSet>]),
        looks: &Arc<TileLooks>,
        seals: &Arc<[Cell]>,
    ) -> ExportOptions {
        let has_tile = self.format.has(ExportOption::Tile);
        let palette = || Arc::new(MapPalette::of_project(grammar, rooms.iter().map(Arc::as_ref)));
        let name = name_of_files(file);
        let usual = ExportOptions::default();
        let picture = PictureOptions {
            cell: CellPixels::new(if has_tile { self.tile } else { self.cell }),
            is_flat: self.is_flat,
            has_items: self.has_items,
            overlays: self.overlays,
            legend: self.legend,
            alphabet: Some(Arc::new(grammar.alphabet.clone())),
            looks: Arc::clone(looks),
            seals: Some(Arc::clone(seals)),
        };
        ExportOptions {
            name: name.unwrap_or(usual.name),
            text: TextOptions { with_layers: self.shows_layers, with_entities: self.shows_entities },
            picture,
            target: self.target,
            is_whole: self.is_whole,
            palette: has_tile.then(palette),
            types: self.types.parse().ok(),
            outline: if self.has_square_caves { CaveOutline::Blocks } else { CaveOutline::Smooth },
            has_ceilings: self.has_ceilings,
        }
    }
}

/// Returns the extension of exported levels, which distinguishes them from grammars.
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
fn write_target<S: Serializer>(target: &MapImporter, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(target.name())
}

fn read_target<'de, D: Deserializer<'de>>(deserializer: D) -> Result<MapImporter, D::Error> {
    let name = String::deserialize(deserializer)?;
    Ok(MapImporter::ALL.into_iter().find(|target| target.name() == name).unwrap_or_default())
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
            target: MapImporter::Bevy,
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
