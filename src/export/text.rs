//! Plain text: the picture first, row by row, so that it can be cut off; after an empty line, what it shows.
//!
//! ```text
//! #####
//! #...#
//! #####
//!
//! "First lock", seed 7, 5 × 3 cells, Cardinal
//!
//! # wall
//! . floor, can be walked on
//!
//! place 1: Entrance at (2, 1)
//! ```

use std::fmt::Write as _;

use crate::level::Level;

pub(super) fn write(level: &Level) -> String {
    let mut text = String::new();
    for row in level.tiles.rows() {
        text.extend(row);
        text.push('\n');
    }
    describe(level, &mut text).expect("a text can be written to without end");
    text
}

fn describe(level: &Level, text: &mut String) -> std::fmt::Result {
    let Level { grammar, seed, width, height, movement, .. } = level;
    writeln!(text, "\n\"{grammar}\", seed {seed}, {width} × {height} cells, {movement:?}\n")?;
    for (character, tile) in &level.legend {
        let walkable = if tile.walkable { ", can be walked on" } else { "" };
        writeln!(text, "{character} {}{walkable}", tile.name)?;
    }
    if !level.places.is_empty() {
        text.push('\n');
    }
    for place in &level.places {
        writeln!(text, "place {}: {} at ({}, {})", place.id, place.symbol, place.anchor.x, place.anchor.y)?;
    }
    for entity in &level.entities {
        let (id, kind, at, place) = (entity.id, &entity.kind, entity.at, entity.place);
        writeln!(text, "entity {id}: {kind} at ({}, {}) in place {place}", at.x, at.y)?;
    }
    Ok(())
}
