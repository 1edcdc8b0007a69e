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

use crate::base::{Cell, columns, printable};
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

pub(super) fn write(level: &Level, options: TextOptions) -> String {
    let stand_ins = stand_ins(level);
    let mut letters = if options.with_entities { entity_letters(level, &stand_ins) } else { BTreeMap::new() };
    let mut shown: BTreeMap<Cell, char> = BTreeMap::new();
    for entity in level.entities.iter().filter(|entity| !entity.marker) {
        if let Some(letter) = letters.get(entity.kind.as_str()) {
            shown.entry(entity.at).or_insert(*letter);
        }
    }
    letters.retain(|_, letter| shown.values().any(|shown| shown == letter));
    let mut text = String::new();
    for (y, row) in (0..).zip(level.tiles.rows()) {
        text.extend((0..).zip(row).map(|(x, tile)| {
            let cell = Cell::new(x, y);
            let tile = if options.with_layers { topmost(level, cell).unwrap_or(tile) } else { tile };
            shown.get(&cell).or_else(|| stand_ins.get(tile)).unwrap_or(tile)
        }));
        text.push('\n');
    }
    describe(level, &stand_ins, &letters, &mut text).expect("a text can be written to without end");
    text
}

/// Returns the character of the topmost layer on a cell, if one has something there.
fn topmost(level: &Level, cell: Cell) -> Option<&char> {
    let mut drawn = level.layers.iter().rev().filter_map(|layer| layer.tiles.get(cell));
    drawn.find(|tile| **tile != Layer::NOTHING && level.legend.contains_key(tile))
}

/// Returns the characters that the picture can use in addition to those of the legend.
fn free_letters(level: &Level) -> impl Iterator<Item = char> {
    let letters = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{a1}'..='\u{ffff}');
    letters.filter(|letter| columns(*letter) == 1 && !level.legend.contains_key(letter))
}

/// Returns replacements for characters of the picture that are not one column wide.
fn stand_ins(level: &Level) -> BTreeMap<char, char> {
    let odd = || level.legend.keys().filter(|character| columns(**character) != 1);
    if odd().next().is_none() { BTreeMap::new() } else { odd().copied().zip(free_letters(level)).collect() }
}

/// Returns a letter for each kind of visible entity: one of its name, as a capital if possible, otherwise any.
///
/// Kinds come in the order in which their first entity does.
fn entity_letters<'l>(level: &'l Level, stand_ins: &BTreeMap<char, char>) -> BTreeMap<&'l str, char> {
    let mut taken: BTreeSet<char> = stand_ins.values().copied().collect();
    let mut letters = BTreeMap::new();
    for entity in level.entities.iter().filter(|entity| !entity.marker) {
        let kind = entity.kind.as_str();
        if letters.contains_key(kind) {
            continue;
        }
        let of_name = || kind.chars().filter(char::is_ascii_alphanumeric);
        let own = of_name().map(|letter| letter.to_ascii_uppercase()).chain(of_name());
        let own = own.filter(|letter| !level.legend.contains_key(letter));
        if let Some(letter) = own.chain(free_letters(level)).find(|letter| !taken.contains(letter)) {
            taken.insert(letter);
            letters.insert(kind, letter);
        }
    }
    letters
}

fn describe(
    level: &Level,
    stand_ins: &BTreeMap<char, char>,
    letters: &BTreeMap<&str, char>,
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
    for (kind, letter) in letters {
        writeln!(text, "{letter} entity {}", printable(kind))?;
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
