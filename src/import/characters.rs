//! Rooms drawn in characters, in a plain text: rows of characters, rooms with blank lines between them.
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
//! Lines before a picture say what it is: `name`, `symbol`, `notes`, `weight`, `at_most`, `turns`, `flips`, and `legend` with a character and a word. Such lines without a picture below them hold for all rooms that follow; a `name` for the next one.
//! What a character means says the text itself, a legend beside it, or the legend of the room set; `#`, `.`, `+` and a blank are wall, floor, socket and nothing where nobody says otherwise. Rows that are too short end in `Nothing`.

use std::collections::BTreeMap;

use super::Lexicon;
use super::drawing::{Drawing, DrawnSettings, Meaning, Remarks, place_in};
use super::lexicon::entry_of_word;
use crate::base::{Cell, Size, lines_of};
use crate::mission::{LegendEntry, SocketEntry};

/// What the lines before pictures say.
#[derive(Clone, Default)]
struct Head {
    name: Option<String>,
    settings: DrawnSettings,
    legend: BTreeMap<char, LegendEntry>,
}

/// Rooms of a text.
pub(super) fn read(text: &str, name: &str, lexicon: &Lexicon<'_>) -> Drawing {
    let mut drawing = Drawing::default();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines: Vec<&str> = lines_of(text).collect();
    let blocks: Vec<&[&str]> =
        lines.split(|line| line.trim().is_empty()).filter(|block| !block.is_empty()).collect();
    let mut common = Head::default();
    let mut waiting: Option<String> = None;
    let mut number = 0;
    for block in &blocks {
        if drawing.is_full() {
            break;
        }
        let mut head = common.clone();
        let is_head = |line: &&&str| head.read(line, &mut drawing.remarks);
        let heads = block.iter().take_while(is_head).count();
        let rows = block.get(heads..).unwrap_or_default();
        if let Some(unused) = head.name.as_ref().and_then(|_| waiting.take()) {
            drawing.remarks.names_no_room(&unused);
        }
        if rows.is_empty() {
            waiting = head.name.take().or(waiting);
            common = head;
            continue;
        }
        number += 1;
        let usual = if blocks.len() == 1 { name.to_owned() } else { format!("{name} {number}") };
        let name = head.name.take().or_else(|| waiting.take()).unwrap_or(usual);
        add_room(&name, &head, rows, lexicon, &mut drawing);
    }
    if let Some(unused) = waiting {
        drawing.remarks.names_no_room(&unused);
    }
    if number == 0 {
        drawing.remarks.warn(
            "empty-map",
            "There is no picture of a room in this text".to_owned(),
            None,
            None,
        );
    }
    drawing
}

impl Remarks {
    fn names_no_room(&mut self, name: &str) {
        let what = format!("The line \"name: {name}\" names no room and is left out");
        self.warn("unknown-line", what, None, Some("the picture of the room stands below it".to_owned()));
    }
}

impl Head {
    /// Takes a line that says something of the room; false if it belongs to its picture.
    fn read(&mut self, line: &str, remarks: &mut Remarks) -> bool {
        let Some((key, value)) = line.split_once(':') else { return false };
        let value = value.trim();
        let settings = &mut self.settings;
        let is_so = || Some(!matches!(value, "no" | "false"));
        let wrong = match key.trim() {
            "name" => {
                self.name = (!value.is_empty()).then(|| value.to_owned());
                false
            }
            "symbol" => {
                settings.symbol = Some(value.to_owned());
                false
            }
            "notes" => {
                settings.notes = Some(value.to_owned());
                false
            }
            "weight" => {
                settings.weight = value.parse().ok();
                settings.weight.is_none()
            }
            "at_most" => {
                settings.at_most = value.parse().ok();
                settings.at_most.is_none()
            }
            "turns" => {
                settings.turns = is_so();
                false
            }
            "flips" => {
                settings.flips = is_so();
                false
            }
            "legend" => {
                let mut characters = value.chars();
                let said =
                    characters.next().zip(entry_of_word(characters.as_str().trim_start_matches([' ', '='])));
                self.legend.extend(said.clone());
                said.is_none()
            }
            _ => return false,
        };
        if wrong {
            let hint = "weight: 3, at_most: 1, or legend: ~ ground water".to_owned();
            remarks.warn("unknown-line", format!("The line \"{line}\" is left out"), None, Some(hint));
        }
        true
    }
}

fn add_room(name: &str, head: &Head, rows: &[&str], lexicon: &Lexicon<'_>, drawing: &mut Drawing) {
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.trim_end().chars().collect()).collect();
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let size = Size::new(number(width), number(rows.len()));
    drawing.add(name, head.settings.clone(), size, |cell: Cell, remarks| {
        let row = usize::try_from(cell.y).ok().and_then(|y| rows.get(y));
        let character = row.zip(usize::try_from(cell.x).ok()).and_then(|(row, x)| row.get(x));
        let Some(character) = character.copied() else { return Meaning::of(LegendEntry::Nothing) };
        let Some(entry) = meaning(character, head, lexicon) else {
            let what = format!("The character {character:?} is not known, so that nothing stands there now");
            let hint = format!("say what it is: legend: {character} ground water");
            remarks.warn("unknown-character", what, Some(place_in(name, cell)), Some(hint));
            return Meaning::of(LegendEntry::Nothing);
        };
        Meaning { wanted: Some(character), entry }
    });
}

fn meaning(character: char, head: &Head, lexicon: &Lexicon<'_>) -> Option<LegendEntry> {
    let by_legend = || lexicon.legend?.get(character.encode_utf8(&mut [0; 4]) as &str).cloned();
    let by_set = || lexicon.set?.legend.get(&character).cloned();
    let usual = || match character {
        '#' => Some(LegendEntry::Wall),
        '.' => Some(LegendEntry::Floor),
        '+' => Some(LegendEntry::Socket(SocketEntry::default())),
        ' ' => Some(LegendEntry::Nothing),
        _ => None,
    };
    head.legend.get(&character).cloned().or_else(by_legend).or_else(by_set).or_else(usual)
}
