//! Reads rooms drawn with characters in a plain text: rows of characters, with blank lines between rooms.
//!
//! ```text
//! name: Guard room
//! symbol: Gate
//! legend: ~ ground water
//! ####+####
//! #.~~....#
//! ####+####
//! ```
//!
//! Lines before a picture describe it: `name`, `symbol`, `notes`, `weight`, `at_most`, `turns`, `flips`, and
//! `legend` with a character and a word. Without a picture below them, such lines apply to all following
//! rooms; a `name` only to the next one.
//!
//! The meaning of a character comes from the text itself, a legend next to it, or the legend of the room set.
//! Otherwise `#`, `.`, `+` and a blank are wall, floor, socket and nothing. Short rows are filled with
//! `Nothing`, and indentation shared by all rows of a room is cut off.

use std::collections::BTreeMap;

use super::Lexicon;
use super::drawing::{Remarks, SourceDrawing};
use super::lexicon::{entry_of_character, entry_of_word};
use super::source::model::{
    Chunk, LayerContent, SourceLayer, SourceMap, SourceProject, SourceProperties, SourceProperty, SourceTile,
    TileNoun, TileSet,
};
use super::source::rooms;
use super::source::wording::SourceKind;
use crate::base::{Hint, lines_of};
use crate::rooms::LegendEntry;

/// Number of the first tile.
const FIRST: u32 = 1;
/// Maximum number of pictures that are read. Each costs about 6 µs and a kilobyte, and a set takes fewer rooms.
const MOST_PICTURES: usize = 100_000;
/// Width and height of a cell, in thousandths of a pixel.
const CELL: (i64, i64) = (1000, 1000);

/// The values of the lines before a picture.
#[derive(Clone, Default)]
struct PictureHeader {
    name: Option<String>,
    settings: SourceProperties,
    legend: BTreeMap<char, LegendEntry>,
}

/// Reads the rooms of a text.
pub(super) fn read(text: &str, name: &str, lexicon: &Lexicon<'_>) -> SourceDrawing {
    let mut remarks = Remarks::default();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines: Vec<&str> = lines_of(text).collect();
    let blocks: Vec<&[&str]> =
        lines.split(|line| line.trim().is_empty()).filter(|block| !block.is_empty()).collect();
    let mut tiles = CharacterTiles::default();
    let mut maps = Vec::new();
    let mut common = PictureHeader::default();
    let mut waiting: Option<String> = None;
    for block in &blocks {
        let mut head = common.clone();
        let is_head = |line: &&&str| head.read(line, &mut remarks);
        let heads = block.iter().take_while(is_head).count();
        let rows = block.get(heads..).unwrap_or_default();
        if let Some(unused) = head.name.as_ref().and_then(|_| waiting.take()) {
            remarks.names_no_room(&unused);
        }
        if rows.is_empty() {
            waiting = head.name.take().or(waiting);
            common = head;
            continue;
        }
        if maps.len() == MOST_PICTURES {
            let what = format!("The text has more than {MOST_PICTURES} pictures; the others are left out");
            remarks.warn("too-many-rooms", what, None, None);
            break;
        }
        let usual = if blocks.len() == 1 { name.to_owned() } else { format!("{name} {}", maps.len() + 1) };
        let name = head.name.take().or_else(|| waiting.take()).unwrap_or(usual);
        maps.push(map(name, &head, rows, &mut tiles, lexicon));
    }
    if let Some(unused) = waiting {
        remarks.names_no_room(&unused);
    }
    if maps.is_empty() {
        let what = "This text contains no picture of a room".to_owned();
        remarks.warn("empty-map", what, None, None);
    }
    let set = TileSet {
        name: name.to_owned(),
        noun: TileNoun::Character,
        tiles: tiles.tiles,
        ..TileSet::default()
    };
    let project = SourceProject {
        maps,
        tile_sets: BTreeMap::from([(FIRST, set)]),
        kind: SourceKind::Text,
        ..SourceProject::default()
    };
    let mut drawing = rooms::drawing(&project, lexicon);
    remarks.append(drawing.remarks);
    drawing.remarks = remarks;
    drawing
}

/// The characters of a text as tiles.
#[derive(Default)]
struct CharacterTiles {
    tiles: BTreeMap<u32, SourceTile>,
    known: BTreeMap<(char, Option<usize>), u32>,
    /// Legend entries that the text itself contains.
    said: Vec<LegendEntry>,
}

impl CharacterTiles {
    /// Returns the number of a character. A blank without an explanation is not a tile.
    fn number(&mut self, character: char, head: &PictureHeader, lexicon: &Lexicon<'_>) -> u32 {
        let said = head.legend.get(&character).map(|entry| {
            self.said.iter().position(|known| known == entry).unwrap_or_else(|| {
                self.said.push(entry.clone());
                self.said.len() - 1
            })
        });
        if let Some(known) = self.known.get(&(character, said)) {
            return *known;
        }
        let by_set = || lexicon.set?.legend.get(&character).cloned();
        let text = character.to_string();
        let entry = head.legend.get(&character).cloned();
        let tile = SourceTile {
            // A name by which no legend finds it: the text comes first.
            class: if entry.is_some() { String::new() } else { name_of(character) },
            entry: entry.or_else(by_set).or_else(|| entry_of_character(character)),
            properties: SourceProperties::from([("character".to_owned(), SourceProperty::Text(text))]),
            ..SourceTile::default()
        };
        let id = u32::try_from(self.tiles.len()).unwrap_or(u32::MAX >> 8);
        let is_blank = character == ' '
            && tile.entry == Some(LegendEntry::Nothing)
            && !lexicon.legend.is_some_and(|legend| legend.contains_key(" "));
        let number = if is_blank { 0 } else { FIRST + id };
        self.tiles.insert(id, tile);
        self.known.insert((character, said), number);
        number
    }
}

/// The name of a character: itself, if it can be seen.
fn name_of(character: char) -> String {
    match character {
        '\t' => "tab".to_owned(),
        ' ' => " ".to_owned(),
        blank if blank.is_whitespace() => format!("U+{:04X}", u32::from(blank)),
        other => other.to_string(),
    }
}

/// A room as a map.
fn map(
    name: String,
    head: &PictureHeader,
    rows: &[&str],
    tiles: &mut CharacterTiles,
    lexicon: &Lexicon<'_>,
) -> SourceMap {
    let blanks = |row: &str| row.chars().take_while(|letter| letter.is_whitespace()).count();
    let indentation = rows.iter().map(|row| blanks(row)).min().unwrap_or(0);
    let line = |row: &&str| -> Vec<u32> {
        let letters = row.trim_end().chars().skip(indentation);
        letters.map(|letter| tiles.number(letter, head, lexicon)).collect()
    };
    let rows: Vec<Vec<u32>> = rows.iter().map(line).collect();
    let chunk = |(y, tiles): (i32, Vec<u32>)| {
        let width = u32::try_from(tiles.len()).unwrap_or(u32::MAX);
        Chunk { x: 0, y, width, tiles }
    };
    let chunks = (0..).zip(rows).map(chunk).collect();
    let layer = SourceLayer {
        name: name.clone(),
        cell: CELL,
        content: LayerContent::Tiles(chunks),
        ..SourceLayer::default()
    };
    SourceMap {
        name,
        properties: head.settings.clone(),
        cell: CELL,
        layers: vec![layer],
        ..SourceMap::default()
    }
}

impl Remarks {
    fn names_no_room(&mut self, name: &str) {
        let what = format!("The line \"name: {name}\" names no room and is left out");
        self.warn("unknown-line", what, None, Some("Put the picture of the room below the line.".into()));
    }
}

impl PictureHeader {
    /// Reads a line that describes the room. Returns `false` if the line belongs to the picture.
    fn read(&mut self, line: &str, remarks: &mut Remarks) -> bool {
        let Some((key, value)) = line.split_once(':') else { return false };
        let (key, value) = (key.trim(), value.trim());
        let property = match key {
            "name" => {
                self.name = (!value.is_empty()).then(|| value.to_owned());
                return true;
            }
            "symbol" | "notes" => Some(SourceProperty::Text(value.to_owned())),
            "weight" | "at_most" => {
                value.parse::<u32>().ok().map(|number| SourceProperty::Int(number.into()))
            }
            "turns" | "flips" => Some(SourceProperty::Bool(!matches!(value, "no" | "false"))),
            "legend" => {
                let mut characters = value.chars();
                let said =
                    characters.next().zip(entry_of_word(characters.as_str().trim_start_matches([' ', '='])));
                self.legend.extend(said.clone());
                if said.is_none() {
                    remarks.left_out_line(line);
                }
                return true;
            }
            _ => return false,
        };
        match property {
            Some(property) => {
                self.settings.insert(key.to_owned(), property);
            }
            None => remarks.left_out_line(line),
        }
        true
    }
}

impl Remarks {
    fn left_out_line(&mut self, line: &str) {
        let hint = Hint::new("Write a setting of rooms.").with_example("weight: 3");
        self.warn("unknown-line", format!("The line \"{line}\" is left out"), None, Some(hint));
    }
}
