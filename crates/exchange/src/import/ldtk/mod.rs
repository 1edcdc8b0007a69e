//! Reads LDtk projects as a [`SourceProject`]: each level becomes a map.
//!
//! The values of an `IntGrid` layer are tiles of a set with the name of the layer. Painted tiles are tiles of
//! their tile set, with custom data as properties and enums as tags. Entities are objects, and their fields
//! are properties.

mod definitions;
mod levels;

use serde_json::Value;

use self::definitions::Definitions;
use self::levels::LevelReader;
use super::drawing::{Remarks, SourceDrawing};
use super::source::model::{Author, SourceBudget, SourceProject};
use super::source::rooms;
use super::source::wording::SourceKind;
use super::{FileLookup, Lexicon, json};
use crate::base::Diagnostic;

/// Maximum number of cells in all layers of all levels.
const MOST_CELLS: usize = 1 << 22;
/// Maximum number of levels of a project.
const MOST_LEVELS: usize = 10_000;
/// The oldest supported version: major and minor.
const FIRST_VERSION: (u32, u32) = (0, 8);

/// Reads the rooms of a project.
pub(super) fn read(
    text: &str,
    lexicon: &Lexicon<'_>,
    beside: &mut FileLookup<'_>,
) -> Result<SourceDrawing, Box<Diagnostic>> {
    let (project, remarks) = project(&json::parse(text)?, beside)?;
    let mut drawing = rooms::drawing(&project, lexicon);
    let mut all = remarks;
    all.append(drawing.remarks);
    drawing.remarks = all;
    Ok(drawing)
}

fn project(root: &Value, beside: &mut FileLookup<'_>) -> Result<(SourceProject, Remarks), Box<Diagnostic>> {
    let wrong = |message: &str| Diagnostic::error("no-ldtk", message.to_owned());
    if root.get("defs").is_none() || root.get("levels").is_none() {
        return Err(Box::new(wrong("This is not an LDtk project.")));
    }
    if let Some(version) = text_of(root, "jsonVersion").filter(|version| is_old(version)) {
        let message = format!("The project was saved by LDtk {version}, which is too old to be read.");
        return Err(Box::new(wrong(&message).hint("Open it in a newer LDtk and save it again.")));
    }
    let worlds = list(root, "worlds").iter().flat_map(|world| list(world, "levels"));
    let levels: Vec<&Value> = list(root, "levels").iter().chain(worlds).collect();
    if levels.len() > MOST_LEVELS {
        return Err(Box::new(wrong(&format!("The project has more than {MOST_LEVELS} levels."))));
    }
    let side = root.get("defaultGridSize").and_then(Value::as_i64).filter(|side| (1..1 << 16).contains(side));
    let mut reader = LevelReader {
        definitions: Definitions::of(root),
        side: side.unwrap_or(16),
        budget: SourceBudget::new(MOST_CELLS),
        remarks: Remarks::default(),
        author: Author::Other,
    };
    let mut maps = Vec::new();
    for level in levels {
        match text_of(level, "externalRelPath").filter(|_| !level["layerInstances"].is_array()) {
            None => maps.push(reader.map(level)),
            Some(path) => match external(path, beside) {
                Ok(level) => maps.push(reader.map(&level)),
                Err(why) => {
                    let what = format!("The level \"{}\" cannot be read ({path}: {why})", name_of(level));
                    reader.remarks.warn("level-left-out", what, None, None);
                }
            },
        }
    }
    let LevelReader { definitions, remarks, author, .. } = reader;
    Ok((
        SourceProject {
            maps,
            tile_sets: definitions.tile_sets,
            author,
            kind: SourceKind::Ldtk,
            ..SourceProject::default()
        },
        remarks,
    ))
}

/// Reads a level from a file of its own.
fn external(path: &str, beside: &mut FileLookup<'_>) -> Result<Value, String> {
    let text = String::from_utf8(beside(path)?).map_err(|_| "is not UTF-8 text".to_owned())?;
    json::parse(&text).map_err(|mistake| mistake.to_string())
}

fn is_old(version: &str) -> bool {
    let mut parts = version.split('.').map(|part| part.parse::<u32>().ok());
    match (parts.next().flatten(), parts.next().flatten()) {
        (Some(major), Some(minor)) => (major, minor) < FIRST_VERSION,
        _ => false,
    }
}

fn text_of<'v>(value: &'v Value, name: &str) -> Option<&'v str> {
    value.get(name)?.as_str()
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn number(value: &Value, name: &str) -> Option<i32> {
    value.get(name)?.as_i64().and_then(|number| i32::try_from(number).ok())
}

fn name_of(level: &Value) -> &str {
    text_of(level, "identifier").unwrap_or("Level")
}
