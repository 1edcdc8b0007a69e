//! The LDtk project as a whole: its header, its definitions and its single level.

use super::cells::Cells;
use super::entities::{Definition, LdtkEntity, definitions, things};
use super::fields::{EntityAddress, FieldDefinition, FieldEntry, define};
use super::json::{Json, object};
use super::names::Iids;
use super::uids::Uids;
use super::{LINES, LayerKind, file};
use crate::base::{Color, Size, print_json};
use crate::export::atlas::Atlas;
use crate::export::exported::{ExportOptions, Exported, ExportedFile, MapImporter};
use crate::export::things::templates;
use crate::level::Level;
use crate::picture::{CellPixels, CellSide};

/// Version of the format, and of the LDtk that introduced it.
const VERSION: &str = "1.5.3";
const BUILD: i64 = 473_702;

/// Path of LDtkToUnity's exporter, relative to a folder in `Assets`.
const UNITY_EXPORTER: &str = "../../Library/LDtkTilesetExporter/ExportTilesetDefinition.exe";

/// Colour around the level.
pub(super) const BACKGROUND: Color = Color::rgb(0x40, 0x42, 0x55);

/// A layer with its ids.
pub(super) struct ProjectLayer {
    pub kind: LayerKind,
    pub uid: u32,
    pub iid: String,
}

/// All parts of a project, with the ids by which they refer to each other.
pub(super) struct LdtkProject<'l> {
    pub level: &'l Level,
    pub atlas: Atlas,
    /// Name of its files, without extension.
    pub name: String,
    is_simple: bool,
    pub target: MapImporter,
    iid: String,
    pub whereabouts: EntityAddress,
    pub tiles_uid: u32,
    pub level_uid: u32,
    next_uid: u32,
    pub layers: Vec<ProjectLayer>,
    pub cells: Cells,
    pub things: Vec<LdtkEntity<'l>>,
    pub definitions: Vec<Definition>,
    pub level_entries: Vec<FieldEntry>,
    pub level_fields: Vec<FieldDefinition>,
}

impl<'l> LdtkProject<'l> {
    pub fn new(level: &'l Level, options: &ExportOptions, is_simple: bool) -> Self {
        let atlas = Atlas::new(
            level,
            &options.picture.looks,
            options.picture.cell.map_or(CellSide::Medium, CellPixels::side),
        );
        let (mut iids, mut uids) = (Iids::new(level), Uids::default());
        let [iid, world, of_level] = ["project", "world", "level"].map(|name| iids.of(name.to_owned()));
        let tiles_uid = uids.next();
        let layers = LayerKind::ALL.map(|kind| ProjectLayer {
            kind,
            uid: uids.next(),
            iid: iids.of(format!("layer_{}", kind.identifier())),
        });
        let layer = layers[0].iid.clone();
        let level_uid = uids.next();
        let level_entries = vec![
            FieldEntry::text("generator", &level.generator),
            FieldEntry::int("format_version", level.format),
            FieldEntry::text("grammar", &level.grammar),
            // Written as text, because most readers cut off long numbers.
            FieldEntry::text("seed", level.seed.to_string()),
            FieldEntry::text("movement", format!("{:?}", level.movement)),
            FieldEntry::some_text("templates", templates(level)),
        ];
        let level_fields = define(&level_entries, std::iter::empty(), &mut uids);
        let things = things(level, &mut iids);
        let definitions = definitions(&things, &mut uids);
        Self {
            level,
            atlas,
            name: options.name.clone(),
            is_simple,
            target: options.target,
            iid,
            whereabouts: EntityAddress { world, level: of_level, layer },
            tiles_uid,
            level_uid,
            next_uid: uids.peek(),
            layers: layers.into(),
            cells: Cells::new(level),
            things,
            definitions,
            level_entries,
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

    pub fn level_identifier(&self) -> String {
        format!("Level_{}", self.level.seed)
    }

    /// Returns the side of a cell in pixels.
    pub fn px(&self) -> i64 {
        self.atlas.pixels().into()
    }

    /// Returns the size of the level in pixels.
    pub fn size_px(&self) -> [i64; 2] {
        let Size { width, height } = self.level.tiles.size();
        [width, height].map(|side| i64::from(side) * self.px())
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
            "nextUid": self.next_uid,
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
            "levels": [self.level_json()],
            "worlds": Json::List(Vec::new()),
            "dummyWorldIid": &self.whereabouts.world,
        }
    }
}
