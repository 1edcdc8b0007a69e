//! Faults of the level as a whole.

use delvewright_engine::base::{Grid, Size};
use delvewright_engine::level::{Owner, Promise};

use super::Fault;

pub const FAULTS: &[Fault] = &[
    ("a format that is to come", Promise::P0, |level, _| {
        level.format = 77;
        Some(())
    }),
    ("format 1", Promise::P0, |level, _| {
        level.format = 1;
        Some(())
    }),
    ("format 0", Promise::P0, |level, _| {
        level.format = 0;
        Some(())
    }),
    ("a legend without doors", Promise::P0, |level, _| {
        let door = *level.legend.iter().find(|(_, tile)| tile.name == "door")?.0;
        level.legend.remove(&door);
        Some(())
    }),
    ("a level that is too wide", Promise::P0, |level, _| {
        level.width += 1;
        Some(())
    }),
    ("a level that is too high", Promise::P0, |level, _| {
        level.height += 1;
        Some(())
    }),
    ("width and height changed", Promise::P0, |level, _| {
        (level.width, level.height) = (level.height, level.width);
        (level.width != level.height).then_some(())
    }),
    ("a row of tiles too few", Promise::P0, |level, _| {
        let size = Size::new(level.width, level.height - 1);
        let rows = level.tiles.rows().skip(1).flatten().copied().collect();
        level.tiles = Grid::from_values(size, rows)?.into();
        Some(())
    }),
    ("a row of owners too few", Promise::P0, |level, _| {
        let size = Size::new(level.width, level.height - 1);
        let rows = level.owners.rows().skip(1).flatten().copied().collect();
        level.owners = Grid::from_values(size, rows)?.into();
        Some(())
    }),
    ("no places", Promise::P1, |level, _| {
        level.places.clear();
        level.passages.clear();
        level.entities.clear();
        level.bridges.clear();
        level.owners = Grid::filled(level.owners.size(), Owner::NOBODY).into();
        Some(())
    }),
    ("rows that changed places", Promise::P1, |level, _| {
        let rows: Vec<_> = level.tiles.rows().map(<[char]>::to_vec).collect();
        let way = level.owners.iter().find(|(cell, owner)| owner.0 < 0 && level.tiles[*cell] == '.')?.0;
        let (x, y) = (way.x as usize, way.y as usize);
        let other = rows.iter().position(|row| row[x] == '#')?;
        level.tiles.row_mut(y).copy_from_slice(&rows[other]);
        level.tiles.row_mut(other).copy_from_slice(&rows[y]);
        Some(())
    }),
];
