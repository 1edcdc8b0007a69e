//! Plain text: the picture comes first, row by row, followed by an empty line and a description.
//!
//! Options put the topmost layer and entities into the picture; entities get letters of their own:
//!
//! ```text
//! #####
//! #.K"#
//! #####
//!
//! "First lock", seed 7, 5 × 3 cells, Cardinal
//!
//! " grass
//! # wall
//! . floor, walkable
//! K entity Key
//!
//! place 1: Entrance at (1, 1)
//! entity 1: Key at (2, 1) in place 1
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::base::{Cell, Direction, columns, printable};
use crate::insight::{Drop, find_drops};
use crate::level::{Layer, Level};

/// Everything that the picture of a text shows besides tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextOptions {
    /// `true` to show the topmost layer over the tiles.
    pub with_layers: bool,
    /// `true` to show a letter for each entity. Markers, which nobody sees in the game, are left out.
    pub with_entities: bool,
}

/// Characters that the picture shows instead of tiles.
#[derive(Default)]
struct PictureMarks {
    cells: BTreeMap<Cell, char>,
    /// Each character with its meaning, in the order in which they are explained.
    meanings: Vec<(char, String)>,
}

pub(super) fn write(level: &Level, options: TextOptions) -> String {
    let stand_ins = stand_ins(level);
    let mut marks = PictureMarks::default();
    let mut taken: BTreeSet<char> = level.legend.keys().chain(stand_ins.values()).copied().collect();
    marks.add_drops(level, &mut taken);
    if options.with_entities {
        marks.add_entities(level, &mut taken);
    }
    let mut text = String::new();
    for (y, row) in (0..).zip(level.tiles.rows()) {
        text.extend((0..).zip(row).map(|(x, tile)| {
            let cell = Cell::new(x, y);
            let tile = if options.with_layers { topmost(level, cell).unwrap_or(tile) } else { tile };
            marks.cells.get(&cell).or_else(|| stand_ins.get(tile)).unwrap_or(tile)
        }));
        text.push('\n');
    }
    describe(level, &stand_ins, &marks, &mut text).expect("a text can be written to without end");
    text
}

impl PictureMarks {
    /// Marks drops on boards with an arrow, or with a letter if tiles have that character.
    fn add_drops(&mut self, level: &Level, taken: &mut BTreeSet<char>) {
        let mut arrows: BTreeMap<Direction, char> = BTreeMap::new();
        for Drop { at, towards, .. } in find_drops(level) {
            let arrow = match towards {
                Direction::North => '^',
                Direction::East => '>',
                Direction::South => 'v',
                Direction::West => '<',
            };
            let known = arrows.get(&towards).copied();
            let free = || std::iter::once(arrow).chain(letters()).find(|letter| taken.insert(*letter));
            if let Some(arrow) = known.or_else(free) {
                arrows.insert(towards, arrow);
                self.cells.insert(at, arrow);
            }
        }
        let meaning =
            |(towards, arrow): (Direction, char)| (arrow, format!("drop to the {}, one way", towards.name()));
        self.meanings.extend(arrows.into_iter().map(meaning));
    }

    /// Marks visible entities with a letter of their kind, as a capital if possible, otherwise with any.
    ///
    /// Kinds choose in the order in which their first entity comes. The first entity of a cell is shown.
    fn add_entities(&mut self, level: &Level, taken: &mut BTreeSet<char>) {
        let mut chosen: BTreeMap<&str, char> = BTreeMap::new();
        let mut cells: BTreeMap<Cell, char> = BTreeMap::new();
        for entity in level.entities.iter().filter(|entity| !entity.marker) {
            let kind = entity.kind.as_str();
            let of_name = || kind.chars().filter(char::is_ascii_alphanumeric);
            let own = of_name().map(|letter| letter.to_ascii_uppercase()).chain(of_name());
            let known = chosen.get(kind).copied();
            let free = || own.chain(letters()).find(|letter| taken.insert(*letter));
            if let Some(letter) = known.or_else(free) {
                chosen.insert(kind, letter);
                cells.entry(entity.at).or_insert(letter);
            }
        }
        let is_shown = |letter: &char| cells.values().any(|shown| shown == letter);
        let shown = chosen.iter().filter(|(_, letter)| is_shown(letter));
        self.meanings.extend(shown.map(|(kind, letter)| (*letter, format!("entity {}", printable(kind)))));
        self.cells.extend(cells);
    }
}

/// Returns the character of the topmost layer on a cell, if one has something there.
fn topmost(level: &Level, cell: Cell) -> Option<&char> {
    let mut drawn = level.layers.iter().rev().filter_map(|layer| layer.tiles.get(cell));
    drawn.find(|tile| **tile != Layer::NOTHING && level.legend.contains_key(tile))
}

/// Returns characters that are one column wide.
fn letters() -> impl Iterator<Item = char> {
    let letters = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{a1}'..='\u{ffff}');
    letters.filter(|letter| columns(*letter) == 1)
}

/// Returns replacements for characters of the picture that are not one column wide.
fn stand_ins(level: &Level) -> BTreeMap<char, char> {
    let odd = || level.legend.keys().filter(|character| columns(**character) != 1);
    let free = letters().filter(|letter| !level.legend.contains_key(letter));
    if odd().next().is_none() { BTreeMap::new() } else { odd().copied().zip(free).collect() }
}

fn describe(
    level: &Level,
    stand_ins: &BTreeMap<char, char>,
    marks: &PictureMarks,
    text: &mut String,
) -> std::fmt::Result {
    let Level { grammar, seed, width, height, movement, .. } = level;
    writeln!(text, "\n\"{}\", seed {seed}, {width} × {height} cells, {movement:?}\n", printable(grammar))?;
    for (character, tile) in &level.legend {
        let walkable = if tile.walkable { ", walkable" } else { "" };
        let name = printable(&tile.name);
        match stand_ins.get(character) {
            None => writeln!(text, "{character} {name}{walkable}")?,
            Some(other) => writeln!(text, "{other} {name}{walkable}, in the files {character:?}")?,
        }
    }
    for (character, meaning) in &marks.meanings {
        writeln!(text, "{character} {meaning}")?;
    }
    if !level.places.is_empty() {
        text.push('\n');
    }
    for place in &level.places {
        let (symbol, at) = (printable(&place.symbol), place.anchor);
        writeln!(text, "place {}: {symbol} at ({}, {})", place.id, at.x, at.y)?;
    }
    for entity in &level.entities {
        let (id, kind, at, place) = (entity.id, printable(&entity.kind), entity.at, entity.place);
        writeln!(text, "entity {id}: {kind} at ({}, {}) in place {place}", at.x, at.y)?;
    }
    for Drop { place, at, towards } in find_drops(level) {
        let to = at.step(towards);
        writeln!(text, "drop in place {place}: from ({}, {}) to ({}, {}), one way", at.x, at.y, to.x, to.y)?;
    }
    Ok(())
}
