//! Plain text: the picture comes first, row by row, followed by an empty line and a description.
//!
//! ```text
//! #####
//! #...#
//! #####
//!
//! "First lock", seed 7, 5 × 3 cells, Cardinal
//!
//! # wall
//! . floor, walkable
//!
//! place 1: Entrance at (2, 1)
//! ```

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::base::{columns, printable};
use crate::insight::{Drop, find_drops};
use crate::level::Level;

pub(super) fn write(level: &Level) -> String {
    let stand_ins = stand_ins(level);
    let mut text = String::new();
    for row in level.tiles.rows() {
        text.extend(row.iter().map(|tile| stand_ins.get(tile).unwrap_or(tile)));
        text.push('\n');
    }
    describe(level, &stand_ins, &mut text).expect("a text can be written to without end");
    text
}

/// Returns replacements for characters of the picture that are not one column wide.
fn stand_ins(level: &Level) -> BTreeMap<char, char> {
    let odd = || level.legend.keys().filter(|character| columns(**character) != 1);
    let letters = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{a1}'..='\u{ffff}');
    let free = letters.filter(|letter| columns(*letter) == 1 && !level.legend.contains_key(letter));
    if odd().next().is_none() { BTreeMap::new() } else { odd().copied().zip(free).collect() }
}

fn describe(level: &Level, stand_ins: &BTreeMap<char, char>, text: &mut String) -> std::fmt::Result {
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
