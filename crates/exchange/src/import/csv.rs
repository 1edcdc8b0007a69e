//! Reads rooms from tables of numbers or words, one per cell, as written by spreadsheets, Tiled and our own
//! export.
//!
//! A legend says what a number or word is (`"3": Wall`, `"NAME:3": Wall`, `"NAME:4-9": Floor`).
//! Next to a level that we exported, `NAME-legend.csv` says it.
//! Its places come back by `NAME-places.csv`, `NAME-passages.csv` and `NAME-entities.csv`.
//! Rows that are too short end in empty cells, and a warning says so. Lines in which all cells are empty are blank.
//! Empty cells, `-1`, and `0` in a table without `-1` are nothing.

use std::collections::BTreeMap;

use super::drawing::{Remarks, SourceDrawing};
use super::lexicon::{EntryKind, entry_of_character};
use super::source::model::{
    Author, Chunk, LayerContent, ObjectId, ObjectShape, SourceLayer, SourceMap, SourceObject, SourceProject,
    SourceProperties, SourceProperty, SourceTile, TileNoun, TileSet, link,
};
use super::source::rooms;
use super::source::wording::SourceKind;
use super::{FileLookup, Lexicon};
use crate::base::{Diagnostic, counted, lines_of};

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
    beside: &mut FileLookup<'_>,
) -> Result<SourceDrawing, Box<Diagnostic>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (separator, first_line) = match told_separator(text) {
        Some(told) => (told, 1),
        None => (separator_of(text), 0),
    };
    let has_negative = text.split([separator, '\n']).any(|cell| cell.trim() == "-1");
    let mut values = CsvValues { words: BTreeMap::new(), has_negative, names: legend(name, beside) };
    let blocks = blocks_of(text, separator, first_line)?;
    let mut remarks = Remarks::default();
    blocks.iter().for_each(|block| block.remark_uneven(&mut remarks));
    let mut maps = Vec::new();
    for (number, block) in (1..).zip(&blocks) {
        let mut chunks = Vec::new();
        for (y, row) in (0..).zip(&block.rows) {
            let tiles: Vec<u32> = row.iter().map(|cell| values.number(cell)).collect();
            chunks.push(Chunk { x: 0, y, width: u32::try_from(tiles.len()).unwrap_or(u32::MAX), tiles });
        }
        let name = if blocks.len() == 1 { name.to_owned() } else { format!("{name} {number}") };
        let layer =
            SourceLayer { cell: CELL, content: LayerContent::Tiles(chunks), ..SourceLayer::default() };
        maps.push(SourceMap { name, cell: CELL, layers: vec![layer], ..SourceMap::default() });
    }
    let mut author = Author::Other;
    if let [map] = maps.as_mut_slice()
        && let Some(objects) = level_objects(name, beside)
    {
        author = Author::Level;
        let rows = blocks.first().map_or(&[][..], |block| &block.rows);
        let owners =
            beside(&format!("{name}-owners.csv")).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let owners = owners.unwrap_or_default();
        let owners: Vec<Vec<String>> = lines_of(&owners).map(|line| cells(line, ',')).collect();
        let doors = doors(rows, &values.names, &owners);
        let length = |cells: usize| i64::try_from(cells).unwrap_or(0) * CELL.0;
        map.size = Some((length(rows.iter().map(Vec::len).max().unwrap_or(0)), length(rows.len())));
        let content = LayerContent::Objects(objects.into_iter().chain(doors).collect());
        let name = "places".to_owned();
        map.layers.push(SourceLayer { name, cell: CELL, content, ..SourceLayer::default() });
    }
    let project = SourceProject {
        maps,
        tile_sets: values.tile_sets(name),
        author,
        kind: SourceKind::Table,
        ..SourceProject::default()
    };
    let mut drawing = rooms::drawing(&project, lexicon);
    remarks.append(drawing.remarks);
    drawing.remarks = remarks;
    Ok(drawing)
}

/// The rows of a room.
struct RowBlock {
    /// The number of its first line in the file.
    line: usize,
    rows: Vec<Vec<String>>,
}

impl RowBlock {
    /// Warns of rows that are longer or shorter than most.
    fn remark_uneven(&self, remarks: &mut Remarks) {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for row in &self.rows {
            *counts.entry(row.len()).or_default() += 1;
        }
        let usual = counts.iter().max_by_key(|(length, count)| (**count, **length));
        let usual = usual.map_or(0, |(length, _)| *length);
        let mut uneven = self.rows.iter().enumerate().filter(|(_, row)| row.len() != usual);
        let Some((first, row)) = uneven.next() else { return };
        let what = "Rows of a room differ in length; shorter ones end with empty cells".to_owned();
        let place = format!(
            "line {}, which has {} instead of {usual}",
            self.line + first,
            counted(row.len(), "cell")
        );
        let hint = "Give all rows of a room the same number of cells.";
        remarks.warn_times("uneven-rows", what, 1 + uneven.count(), Some(place), Some(hint.into()));
    }
}

/// Splits a table at lines that are blank, or in which all cells are: spreadsheets write such lines between rooms.
///
/// # Errors
/// If it has too many cells.
fn blocks_of(text: &str, separator: char, first_line: usize) -> Result<Vec<RowBlock>, Box<Diagnostic>> {
    let too_large = || {
        let message = format!("The table has more than {MOST_CELLS} cells.");
        Box::new(Diagnostic::error("no-table", message))
    };
    let mut left = MOST_CELLS;
    let mut blocks: Vec<RowBlock> = Vec::new();
    let mut is_within = false;
    for (number, line) in (1..).zip(lines_of(text)).skip(first_line) {
        let row = cells(line, separator);
        left = left.checked_sub(row.len()).ok_or_else(too_large)?;
        let is_blank = row.iter().all(String::is_empty);
        match blocks.last_mut().filter(|_| is_within) {
            _ if is_blank => {}
            Some(block) => block.rows.push(row),
            None => blocks.push(RowBlock { line: number, rows: vec![row] }),
        }
        is_within = !is_blank;
    }
    blocks.iter_mut().for_each(|block| drop_last_separators(&mut block.rows));
    Ok(blocks)
}

/// Drops the empty cells after the last separators of rows, which Tiled writes, unless they belong to the table.
fn drop_last_separators(rows: &mut [Vec<String>]) {
    let is_empty = |row: &[String]| row.last().is_some_and(String::is_empty);
    let full = rows.iter().map(|row| row.len() - usize::from(is_empty(row))).max().unwrap_or(0);
    for row in rows.iter_mut().filter(|row| row.len() > full) {
        row.pop();
    }
}

/// The separator that the first line tells a spreadsheet: `sep=;`.
fn told_separator(text: &str) -> Option<char> {
    let mut rest = lines_of(text).next()?.trim().trim_matches('"').strip_prefix("sep=")?.chars();
    rest.next().filter(|_| rest.next().is_none())
}

/// The character between cells: the most frequent one outside of quotes.
fn separator_of(text: &str) -> char {
    let mut counts = [(',', 0_usize), (';', 0), ('\t', 0)];
    let mut is_quoted = false;
    for letter in text.chars() {
        is_quoted = is_quoted != (letter == '"') && !is_line_end(letter);
        for (_, count) in counts.iter_mut().filter(|(mark, _)| *mark == letter && !is_quoted) {
            *count += 1;
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(0);
    counts.iter().find(|(_, count)| *count == most).map_or(',', |(mark, _)| *mark)
}

const fn is_line_end(letter: char) -> bool {
    matches!(letter, '\n' | '\r')
}

/// The values of a table as tiles.
struct CsvValues {
    words: BTreeMap<String, u32>,
    /// `true` if the table uses −1 for nothing, so that 0 is a tile.
    has_negative: bool,
    /// Tiles of the numbers that have a name.
    names: BTreeMap<u32, SourceTile>,
}

impl CsvValues {
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

    /// The tile sets of the numbers and of the words, each by its first tile.
    fn tile_sets(self, name: &str) -> BTreeMap<u32, TileSet> {
        let word = |(word, number): (String, u32)| {
            let mut letters = word.chars();
            let letter = letters.next().filter(|_| letters.next().is_none());
            let entry = letter.and_then(entry_of_character);
            (number - FIRST_WORD, SourceTile { class: word, entry, ..SourceTile::default() })
        };
        let words = self.words.into_iter().map(word).collect();
        let set = |noun, tiles| TileSet { name: name.to_owned(), noun, tiles, ..TileSet::default() };
        BTreeMap::from([(FIRST, set(TileNoun::Value, self.names)), (FIRST_WORD, set(TileNoun::Word, words))])
    }
}

/// The cells of a line, without quotes. Behind a last separator there is an empty one.
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
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

/// Reads a table next to a level into lines, keyed by the column titles.
fn table(name: &str, beside: &mut FileLookup<'_>) -> Vec<CsvRecord> {
    let text = beside(name).ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
    let mut lines = lines_of(&text);
    let titles = lines.next().map(|line| cells(line, ',')).unwrap_or_default();
    lines.map(|line| titles.iter().cloned().zip(cells(line, ',')).collect()).collect()
}

/// Reads the tiles of a level that we exported.
fn legend(name: &str, beside: &mut FileLookup<'_>) -> BTreeMap<u32, SourceTile> {
    let read = |line: CsvRecord| {
        let number = line.get("number")?.parse::<u32>().ok().filter(|number| *number < FIRST_WORD - FIRST)?;
        let name = line.get("name")?.clone();
        let is_walkable = line.get("walkable")? == "true";
        let color = line.get("color").cloned().unwrap_or_default();
        let mut properties = SourceProperties::from([("color".to_owned(), SourceProperty::Text(color))]);
        if EntryKind::of(&name).is_none() {
            properties.insert("solid".to_owned(), SourceProperty::Bool(!is_walkable));
        }
        Some((number, SourceTile { class: name, properties, ..SourceTile::default() }))
    };
    table(&format!("{name}-legend.csv"), beside).into_iter().filter_map(read).collect()
}

/// Reads the places, passages and things of an exported level as objects of a map. `None` if there are no
/// places.
fn level_objects(name: &str, beside: &mut FileLookup<'_>) -> Option<Vec<SourceObject>> {
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
        tile.is_some_and(|tile| EntryKind::of(&tile.class) == Some(EntryKind::Socket))
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
            ("passage".to_owned(), SourceProperty::Other { kind: "object".to_owned(), text })
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
type CsvRecord = BTreeMap<String, String>;

/// Returns the number in a column, in cells.
fn number(line: &CsvRecord, column: &str) -> Option<i64> {
    line.get(column)?.parse::<i64>().ok().filter(|number| number.abs() < 1 << 20)
}

/// Returns the non-empty columns as properties; the column `id` gets the name in the parameter `id`.
fn properties(line: &CsvRecord, id: &str) -> SourceProperties {
    let columns = line.iter().filter(|(_, value)| !value.is_empty());
    let named = columns.map(|(column, value)| {
        let name = if column == "id" { id } else { column };
        (name.to_owned(), SourceProperty::Text(value.clone()))
    });
    named.collect()
}

fn place(line: &CsvRecord) -> Option<SourceObject> {
    let mut properties = properties(line, "place");
    // Only drawn rooms have walls of their own.
    if line.get("technique").is_some_and(|technique| technique == "Room") {
        properties.insert("room_template".to_owned(), SourceProperty::Text(line.get("symbol")?.clone()));
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

fn passage(line: &CsvRecord) -> Option<SourceObject> {
    let mut properties = properties(line, "passage");
    for end in ["from", "to"] {
        let text = link(line.get(end)?);
        properties.insert(end.to_owned(), SourceProperty::Other { kind: "object".to_owned(), text });
    }
    let id = ObjectId::Number(FIRST_PASSAGE + number(line, "id")?);
    Some(SourceObject { id, class: "Passage".to_owned(), properties, ..SourceObject::default() })
}

fn thing(line: &CsvRecord) -> Option<SourceObject> {
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
        assert_eq!(cells("1,\"a,b\", 3,\r", ','), ["1", "a,b", "3", ""]);
        assert_eq!(cells("1;;2", ';'), ["1", "", "2"]);
        let rows = |text| blocks_of(text, ',', 0).unwrap().remove(0).rows;
        assert_eq!(rows("1,2,\n3,4"), [["1", "2"], ["3", "4"]]);
        assert_eq!(rows("1,2,3\n4,5,\n"), [["1", "2", "3"], ["4", "5", ""]]);
    }

    #[test]
    fn rooms_are_parted_by_lines_without_a_value() {
        let blocks = blocks_of("1,1\n1,1\n,\n\n2,2\n", ',', 0).unwrap();
        assert_eq!(blocks.iter().map(|block| block.line).collect::<Vec<_>>(), [1, 5]);
        assert_eq!(blocks[1].rows, [["2", "2"]]);
    }

    #[test]
    fn separator_is_the_most_frequent_one() {
        for (text, expected) in
            [("1;2\n3;4", ';'), ("1,a;b,2", ','), ("1\t2", '\t'), ("\"a;b;c\",2", ','), ("7", ',')]
        {
            assert_eq!(separator_of(text), expected, "{text}");
        }
        assert_eq!(told_separator("sep=;\n1,2"), Some(';'));
        assert_eq!(told_separator("1;2"), None);
    }
}
