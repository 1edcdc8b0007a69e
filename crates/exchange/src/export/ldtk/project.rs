//! The LDtk project as a whole: its header, its definitions and its levels.

use std::sync::Arc;

use super::cells::Cells;
use super::entities::{Definition, definitions};
use super::enums::EnumUids;
use super::fields::{FieldDefinition, TileRects, define};
use super::json::{Json, object};
use super::level::ProjectLevel;
use super::names::Iids;
use super::uids::Uids;
use super::{LINES, LayerKind, file};
use crate::base::{Color, print_json};
use crate::export::atlas::Atlas;
use crate::export::exported::{ExportOptions, Exported, ExportedFile, MapImporter};
use crate::export::size::places_in_row;
use crate::level::Level;
use crate::picture::CellPixels;

/// Version of the format, and of the LDtk that introduced it.
const VERSION: &str = "1.5.3";
const BUILD: i64 = 473_702;

/// Path of LDtkToUnity's exporter, relative to a folder in `Assets`.
const UNITY_EXPORTER: &str = "../../Library/LDtkTilesetExporter/ExportTilesetDefinition.exe";

/// Colour around the level.
pub(super) const BACKGROUND: Color = Color::rgb(0x40, 0x42, 0x55);

/// The definition of a layer.
pub(super) struct ProjectLayer {
    pub kind: LayerKind,
    pub uid: u32,
}

/// All parts of a project, with the ids by which they refer to each other.
pub(super) struct LdtkProject<'l> {
    pub atlas: Atlas,
    /// Name of its files, without extension.
    pub name: String,
    is_simple: bool,
    pub target: MapImporter,
    iid: String,
    world: String,
    pub tiles: TileRects,
    pub layers: Vec<ProjectLayer>,
    pub cells: Cells,
    pub enums: EnumUids,
    pub levels: Vec<ProjectLevel<'l>>,
    pub definitions: Vec<Definition>,
    pub level_fields: Vec<FieldDefinition>,
}

impl<'l> LdtkProject<'l> {
    pub fn new(levels: &[&'l Level], options: &ExportOptions, is_simple: bool) -> Self {
        let looks = &options.picture.looks;
        let palette = options.palette.as_ref().map(Arc::as_ref).cloned().unwrap_or_default();
        let palette = levels.iter().fold(palette, |palette, level| palette.with_level(level));
        let atlas = Atlas::new(&palette, looks, options.picture.cell.map(CellPixels::side));
        let mut uids = Uids::default();
        let tiles = TileRects { uid: uids.of("tiles"), columns: atlas.columns(), px: atlas.pixels() };
        let layers = LayerKind::ALL
            .map(|kind| ProjectLayer { kind, uid: uids.of(&format!("layer/{}", kind.identifier())) });
        let enums = EnumUids::new(&mut uids);
        let cells = Cells::new(&palette, &mut uids);
        let mut iids: Vec<Iids> = levels.iter().map(|level| Iids::new(level)).collect();
        let [iid, world] = ["project", "world"]
            .map(|name| iids.first_mut().map(|iids| iids.of(name.to_owned())).unwrap_or_default());
        let places = places_in_row(levels, atlas.pixels());
        let mut made: Vec<ProjectLevel<'l>> = Vec::new();
        for ((level, left), mut iids) in levels.iter().zip(places).zip(iids) {
            made.push(ProjectLevel::new(level, (&atlas, looks), (left, &world, tiles), &mut iids));
        }
        let level_entries = made.first().map_or(&[] as &[_], |level| level.entries.as_slice());
        let level_fields = define("level", level_entries, std::iter::empty(), &mut uids);
        let definitions = definitions(&made, &palette, &mut uids);
        for level in &mut made {
            level.uid = uids.of(&level.whereabouts.level);
        }
        Self {
            atlas,
            name: options.name.clone(),
            is_simple,
            target: options.target,
            iid,
            world,
            tiles,
            layers: layers.into(),
            cells,
            enums,
            levels: made,
            definitions,
            level_fields,
        }
    }

    /// Returns the project with its tile picture and the given files.
    pub fn exported(&self, files: Vec<ExportedFile>) -> Exported {
        let tiles = file(self.picture_name(), self.atlas.picture());
        let main = file(format!("{}.ldtk", self.name), print_json(&self.json(), LINES).into_bytes());
        Exported { main, others: std::iter::once(tiles).chain(files).collect() }
    }

    /// Returns the file name of the tile picture. It differs from the one for Tiled, which may hold other
    /// tiles.
    pub fn picture_name(&self) -> String {
        format!("{}-tiles-ldtk.png", self.name)
    }

    /// Returns the side of a cell in pixels.
    pub fn px(&self) -> i64 {
        self.atlas.pixels().into()
    }

    /// Returns the command that LDtk runs after saving, if the user allows it. LDtkToUnity needs the files
    /// that it writes.
    fn command(&self) -> Option<Json> {
        // The name becomes part of a command line.
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-. ".contains(letter);
        let is_wanted = self.target == MapImporter::Unity && self.name.chars().all(is_plain);
        let command = || format!("{UNITY_EXPORTER} \"{}\"", self.name);
        is_wanted.then(|| object! {"command": command(), "when": "AfterSave"})
    }

    fn json(&self) -> Json {
        object! {
            "__header__": object! {
                "fileType": "LDtk Project JSON",
                "app": "LDtk",
                "doc": "https://ldtk.io/json",
                "schema": "https://ldtk.io/files/JSON_SCHEMA.json",
                "appAuthor": "Sebastien 'deepnight' Benard",
                "appVersion": VERSION,
                "url": "https://ldtk.io",
            },
            "iid": &self.iid,
            "jsonVersion": VERSION,
            "appBuildId": BUILD,
            "nextUid": Uids::NEXT,
            "identifierStyle": "Capitalize",
            "toc": Json::List(Vec::new()),
            "worldLayout": "Free",
            "worldGridWidth": 256,
            "worldGridHeight": 256,
            "defaultLevelWidth": 256,
            "defaultLevelHeight": 256,
            "defaultPivotX": 0,
            "defaultPivotY": 0,
            "defaultGridSize": self.px(),
            "defaultEntityWidth": self.px(),
            "defaultEntityHeight": self.px(),
            "bgColor": BACKGROUND,
            "defaultLevelBgColor": BACKGROUND,
            "minifyJson": false,
            "externalLevels": false,
            "exportTiled": false,
            "simplifiedExport": self.is_simple,
            "imageExportMode": "None",
            "exportLevelBg": true,
            "pngFilePattern": Json::Null,
            "backupOnSave": false,
            "backupLimit": 10,
            "backupRelPath": Json::Null,
            "levelNamePattern": "Level_%idx",
            "tutorialDesc": Json::Null,
            "customCommands": Json::list(self.command()),
            "flags": ["UseMultilinesType"],
            "defs": self.definitions_json(),
            "levels": Json::list(self.levels.iter().map(|level| self.level_json(level))),
            "worlds": Json::List(Vec::new()),
            "dummyWorldIid": &self.world,
        }
    }
}
