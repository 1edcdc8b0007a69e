//! Reads rooms from tables of numbers or words, one per cell, as written by spreadsheets, Tiled and our own
//! export.
//!
//! Blank lines separate rooms. A legend gives the meaning of a value (`"3": Wall`, `"NAME:3": Wall`,
//! `"NAME:4-9": Floor`). For levels that we exported, `NAME-legend.csv` gives it. Places are read back from
//! `NAME-places.csv`, `NAME-passages.csv` and `NAME-entities.csv`. Empty cells, `-1`, and `0` in a table
//! without `-1` are nothing.

use std::collections::BTreeMap;

use super::drawing::Drawing;
use super::lexicon::{Kind, entry_of_character};
use super::source::model::{
    Author, Chunk, Content, Noun, ObjectId, ObjectShape, Properties, Property, SourceLayer, SourceMap,
    SourceObject, SourceProject, SourceTile, TileSet, link,
};
use super::source::rooms;
use super::{Beside, Lexicon};
use crate::base::{Diagnostic, lines_of};

/// Number of the tile 0, and number of the first tile that is a word.
const FIRST: u32 = 0x0010_0000;
const FIRST_WORD: u32 = 0x0080_0000;
/// Maximum number of cells.
const MOST_CELLS: usize = 1 << 21;
/// Object id of the passage 0.
const FIRST_PASSAGE: i64 = 1 << 32;
/// Width and height of a cell, in thousandths of a pixel.
const CELL: (i64, i64) = (1000, 1000);

/// Reads the rooms of a table.
///
/// # Errors
/// If it is too large.
pub(super) fn read(
    text: &str,
    name: &str,
    lexicon: &Lexicon<'_>,
    beside: &mut Beside<'_>,
) -> Result<Drawing, Box<Diagnostic>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines: Vec<&str> = lines_of(text).collect();
    let separator = [';', '\t'].into_iter().find(|mark| text.contains(*mark)).unwrap_or(',');
    let has_negative = text.split([separator, '\n']).any(|cell| cell.trim() == "-1");
    let mut values = Values { words: BTreeMap::new(), has_negative, names: legend(name, beside) };
    let blocks: Vec<&[&str]> =
        lines.split(|line| line.trim().is_empty()).filter(|block| !block.is_empty()).collect();
    let mut left = MOST_CELLS;
    let mut maps = Vec::new();
    for (number, block) in (1..).zip(&blocks) {
        let mut chunks = Vec::new();
        for (y, line) in (0..).zip(*block) {
            let tiles: Vec<u32> = cells(line, separator).iter().map(|cell| values.number(cell)).collect();
            left = left.checked_sub(tiles.len()).ok_or_else(|| {
                Box::new(Diagnostic::error(
                    "no-table",
                    format!("The table has more than {MOST_CELLS} cells."),
                ))
            })?;
            chunks.push(Chunk { x: 0, y, width: u32::try_from(tiles.len()).unwrap_or(u32::MAX), tiles });
        }
        let name = if blocks.len() == 1 { name.to_owned() } else { format!("{name} {number}") };
        let layer = SourceLayer { cell: CELL, content: Content::Tiles(chunks), ..SourceLayer::default() };
        maps.push(SourceMap { name, cell: CELL, layers: vec![layer], ..SourceMap::default() });
    }
    let mut author = Author::Other;
    if let [map] = maps.as_mut_slice()
        && let Some(objects) = level_objects(name, beside)
    {
        author = Author::Level;
        let block = blocks.first().copied().unwrap_or_default();
        let rows: Vec<Vec<String>> = block.iter().map(|line| cells(line, separator)).collect();
        let owners =
            beside(&format!("{name}-owners.csv")).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let owners = owners.unwrap_or_default();
        let owners: Vec<Vec<String>> = lines_of(&owners).map(|line| cells(line, ',')).collect();
        let doors = doors(&rows, &values.names, &owners);
        let length = |cells: usize| i64::try_from(cells).unwrap_or(0) * CELL.0;
        map.size = Some((length(rows.iter().map(Vec::len).max().unwrap_or(0)), length(rows.len())));
        let content = Content::Objects(objects.into_iter().chain(doors).collect());
        let name = "places".to_owned();
        map.layers.push(SourceLayer { name, cell: CELL, content, ..SourceLayer::default() });
    }
    let set = values.tile_set(name);
    let project =
        SourceProject { maps, tile_sets: BTreeMap::from([(FIRST, set)]), author, ..SourceProject::default() };
    Ok(rooms::drawing(&project, lexicon))
}

/// The values of a table as tiles.
struct Values {
    words: BTreeMap<String, u32>,
    /// `true` if the table uses −1 for nothing, so that 0 is a tile.
    has_negative: bool,
    /// Tiles of the numbers that have a name.
    names: BTreeMap<u32, SourceTile>,
}

impl Values {
    fn number(&mut self, cell: &str) -> u32 {
        let is_nothing =
            matches!(cell, "" | "-1") || cell == "0" && !self.has_negative && self.names.is_empty();
        if is_nothing {
            return 0;
        }
        if let Some(number) = cell.parse::<u32>().ok().filter(|number| *number < FIRST_WORD - FIRST) {
            return FIRST + number;
        }
        let next = FIRST_WORD + u32::try_from(self.words.len()).unwrap_or(0).min(FIRST);
        *self.words.entry(cell.to_owned()).or_insert(next)
    }

    fn tile_set(self, name: &str) -> TileSet {
        let word = |(word, number): (String, u32)| {
            let mut letters = word.chars();
            let letter = letters.next().filter(|_| letters.next().is_none());
            let entry = letter.and_then(entry_of_character);
            (number - FIRST, SourceTile { class: word, entry, ..SourceTile::default() })
        };
        let tiles = self.names.into_iter().chain(self.words.into_iter().map(word)).collect();
        TileSet { name: name.to_owned(), noun: Noun::Value, tiles, ..TileSet::default() }
    }
}

/// Splits a line into cells without quotes. A comma at the end of the line adds no cell.
fn cells(line: &str, separator: char) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    for letter in line.trim_end_matches(['\r', ' ']).chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            letter if letter == separator && !is_quoted => cells.push(String::new()),
            letter => {
                if let Some(cell) = cells.last_mut() {
                    cell.push(letter);
                }
            }
        }
    }
    if cells.last().is_some_and(|cell| cell.trim().is_empty()) {
        cells.pop();
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

/// Reads a table next to a level into lines, keyed by the column titles.
fn table(name: &str, beside: &mut Beside<'_>) -> Vec<Line> {
    let text = beside(name).ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
    let mut lines = lines_of(&text);
    let titles = lines.next().map(|line| cells(line, ',')).unwrap_or_default();
    lines.map(|line| titles.iter().cloned().zip(cells(line, ',')).collect()).collect()
}

/// Reads the tiles of a level that we exported.
fn legend(name: &str, beside: &mut Beside<'_>) -> BTreeMap<u32, SourceTile> {
    let read = |line: Line| {
        let number = line.get("number")?.parse::<u32>().ok().filter(|number| *number < FIRST_WORD - FIRST)?;
        let name = line.get("name")?.clone();
        let is_walkable = line.get("walkable")? == "true";
        let color = line.get("color").cloned().unwrap_or_default();
        let mut properties = Properties::from([("color".to_owned(), Property::Text(color))]);
        if Kind::of(&name).is_none() {
            properties.insert("solid".to_owned(), Property::Bool(!is_walkable));
        }
        Some((number, SourceTile { class: name, properties, ..SourceTile::default() }))
    };
    table(&format!("{name}-legend.csv"), beside).into_iter().filter_map(read).collect()
}

/// Reads the places, passages and things of an exported level as objects of a map. `None` if there are no
/// places.
fn level_objects(name: &str, beside: &mut Beside<'_>) -> Option<Vec<SourceObject>> {
    let mut objects: Vec<SourceObject> =
        table(&format!("{name}-places.csv"), beside).iter().filter_map(place).collect();
    if objects.is_empty() {
        return None;
    }
    objects.extend(table(&format!("{name}-passages.csv"), beside).iter().filter_map(passage));
    objects.extend(table(&format!("{name}-entities.csv"), beside).iter().filter_map(thing));
    Some(objects)
}

/// Finds the doors of an exported level by tile name, with the passages that own them.
fn doors(
    rows: &[Vec<String>],
    names: &BTreeMap<u32, SourceTile>,
    owners: &[Vec<String>],
) -> Vec<SourceObject> {
    let is_door = |cell: &String| {
        let tile = cell.parse().ok().and_then(|number: u32| names.get(&number));
        tile.is_some_and(|tile| Kind::of(&tile.class) == Some(Kind::Socket))
    };
    let rows = (0_i64..).zip(rows.iter().enumerate());
    let cells = rows.flat_map(|(y, (row, cells))| {
        (0_i64..).zip(cells.iter().enumerate()).map(move |(x, (column, cell))| (x, y, column, row, cell))
    });
    let door = |(x, y, column, row, _): (i64, i64, usize, usize, &String)| {
        let owner = owners.get(row).and_then(|cells| cells.get(column));
        // The export writes numbers of passages as negative values.
        let passage = owner.and_then(|owner| owner.strip_prefix('-')).and_then(|id| id.parse::<i64>().ok());
        let passage = passage.map(|id| {
            let text = link(&FIRST_PASSAGE.saturating_add(id).to_string());
            ("passage".to_owned(), Property::Other { kind: "object".to_owned(), text })
        });
        SourceObject {
            class: "Door".to_owned(),
            x: x * CELL.0,
            y: y * CELL.1,
            shape: ObjectShape::Point,
            properties: passage.into_iter().collect(),
            ..SourceObject::default()
        }
    };
    cells.filter(|(.., cell)| is_door(cell)).map(door).collect()
}

/// Values of a line, by column title.
type Line = BTreeMap<String, String>;

/// Returns the number in a column, in cells.
fn number(line: &Line, column: &str) -> Option<i64> {
    line.get(column)?.parse::<i64>().ok().filter(|number| number.abs() < 1 << 20)
}

/// Returns the non-empty columns as properties; the column `id` gets the name in the parameter `id`.
fn properties(line: &Line, id: &str) -> Properties {
    let columns = line.iter().filter(|(_, value)| !value.is_empty());
    let named = columns.map(|(column, value)| {
        let name = if column == "id" { id } else { column };
        (name.to_owned(), Property::Text(value.clone()))
    });
    named.collect()
}

fn place(line: &Line) -> Option<SourceObject> {
    let mut properties = properties(line, "place");
    // Only drawn rooms have walls of their own.
    if line.get("technique").is_some_and(|technique| technique == "Room") {
        properties.insert("room_template".to_owned(), Property::Text(line.get("symbol")?.clone()));
    }
    Some(SourceObject {
        id: ObjectId::Number(number(line, "id")?),
        class: "Room".to_owned(),
        x: number(line, "bounds_x")? * CELL.0,
        y: number(line, "bounds_y")? * CELL.1,
        width: number(line, "bounds_width")? * CELL.0,
        height: number(line, "bounds_height")? * CELL.1,
        properties,
        ..SourceObject::default()
    })
}

fn passage(line: &Line) -> Option<SourceObject> {
    let mut properties = properties(line, "passage");
    for end in ["from", "to"] {
        let text = link(line.get(end)?);
        properties.insert(end.to_owned(), Property::Other { kind: "object".to_owned(), text });
    }
    let id = ObjectId::Number(FIRST_PASSAGE + number(line, "id")?);
    Some(SourceObject { id, class: "Passage".to_owned(), properties, ..SourceObject::default() })
}

fn thing(line: &Line) -> Option<SourceObject> {
    Some(SourceObject {
        class: line.get("kind")?.clone(),
        x: number(line, "x")? * CELL.0,
        y: number(line, "y")? * CELL.1,
        shape: ObjectShape::Point,
        properties: properties(line, "entity"),
        ..SourceObject::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_may_be_quoted_and_lines_may_end_with_a_comma() {
        assert_eq!(cells("1,\"a,b\", 3,\r", ','), ["1", "a,b", "3"]);
        assert_eq!(cells("1;;2", ';'), ["1", "", "2"]);
    }
}
