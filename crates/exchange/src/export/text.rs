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

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::base::{Cell, Direction, columns, printable};
use crate::insight::{Drop, find_drops};
use crate::level::Level;

pub(super) fn write(level: &Level) -> String {
    let stand_ins = stand_ins(level);
    let mut text = String::new();
    let arrows = arrows(level, &stand_ins);
    let drops: BTreeMap<Cell, char> =
        find_drops(level).into_iter().map(|drop| (drop.at, arrows[&drop.towards])).collect();
    for (row, y) in level.tiles.rows().zip(0..) {
        let shown = |(tile, x)| drops.get(&Cell::new(x, y)).or_else(|| stand_ins.get(tile)).unwrap_or(tile);
        text.extend(row.iter().zip(0..).map(shown));
        text.push('\n');
    }
    describe(level, &stand_ins, &arrows, &mut text).expect("a text can be written to without end");
    text
}

/// Returns the characters for drops on boards by direction. No tile of the picture has one of them.
fn arrows(level: &Level, stand_ins: &BTreeMap<char, char>) -> BTreeMap<Direction, char> {
    let used: BTreeSet<Direction> = find_drops(level).into_iter().map(|drop| drop.towards).collect();
    let mut taken: BTreeSet<char> = level.legend.keys().chain(stand_ins.values()).copied().collect();
    let wanted = |towards: &Direction| match towards {
        Direction::North => '^',
        Direction::East => '>',
        Direction::South => 'v',
        Direction::West => '<',
    };
    let mut free = |towards: Direction| {
        let letters =
            std::iter::once(wanted(&towards)).chain('a'..='z').chain('A'..='Z').chain('\u{a1}'..='\u{ffff}');
        let letter = letters.filter(|letter| columns(*letter) == 1).find(|letter| taken.insert(*letter));
        (towards, letter.unwrap_or_else(|| wanted(&towards)))
    };
    used.into_iter().map(&mut free).collect()
}

/// Returns replacements for characters of the picture that are not one column wide.
fn stand_ins(level: &Level) -> BTreeMap<char, char> {
    let odd = || level.legend.keys().filter(|character| columns(**character) != 1);
    let letters = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{a1}'..='\u{ffff}');
    let free = letters.filter(|letter| columns(*letter) == 1 && !level.legend.contains_key(letter));
    if odd().next().is_none() { BTreeMap::new() } else { odd().copied().zip(free).collect() }
}

fn describe(
    level: &Level,
    stand_ins: &BTreeMap<char, char>,
    arrows: &BTreeMap<Direction, char>,
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
    for (towards, character) in arrows {
        writeln!(text, "{character} drop to the {}, one way", towards.name())?;
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
