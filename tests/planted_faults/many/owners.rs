//! Faults of owners: cells that changed hands, and ways that lead to strangers.

use delvewright::base::{Cell, RandomStream};
use delvewright::level::{Level, Promise};

use super::super::generated::is_walkable;
use super::tiles::{pick_cell, pick_corridor, room_cells};
use super::{Fault, another};

pub const FAULTS: &[Fault] = &[
    ("floor without an owner", Promise::P1, |level, random| {
        let cell = pick_cell(random, level.tiles.rect().cells().filter(|cell| is_walkable(level, *cell)))?;
        level.owners[cell] = 0;
        Some(())
    }),
    ("a wall with an owner", Promise::P1, |level, random| {
        let is_wall = |cell: &Cell| !is_walkable(level, *cell) && level.owners[*cell] == 0;
        let cell = pick_cell(random, level.tiles.rect().cells().filter(is_wall))?;
        level.owners[cell] = -1;
        Some(())
    }),
    ("a cell of a room that belongs to nobody", Promise::P4, |level, random| {
        let cell = pick_cell(random, room_cells(level).into_iter())?;
        level.owners[cell] = 0;
        Some(())
    }),
    ("a cell of a room that belongs to another", Promise::P4, |level, random| {
        let cell = pick_cell(random, room_cells(level).into_iter())?;
        level.owners[cell] =
            another(random, level.places.iter().map(|place| place.id as i32), &level.owners[cell])?;
        Some(())
    }),
    ("a cell of a place that does not exist", Promise::P0, |level, random| {
        let cell = pick_cell(random, level.owners.rect().cells())?;
        level.owners[cell] = level.places.len() as i32 + 1;
        Some(())
    }),
    ("a cell of a passage that does not exist", Promise::P0, |level, random| {
        let cell = pick_cell(random, level.owners.rect().cells())?;
        level.owners[cell] = -(level.passages.len() as i32) - 1;
        Some(())
    }),
    ("a corridor that belongs to nobody", Promise::P1, |level, random| {
        let owner = pick_corridor(level, random)?;
        give(level, owner, 0);
        Some(())
    }),
    ("a corridor that belongs to another", Promise::P1, |level, random| {
        let owner = pick_corridor(level, random)?;
        let other = another(random, level.passages.iter().map(|passage| -(passage.id as i32)), &owner)?;
        give(level, owner, other);
        Some(())
    }),
    ("a place that belongs to another", Promise::P1, |level, random| {
        let owner = random.pick(&level.places)?.id as i32;
        let other = another(random, level.places.iter().map(|place| place.id as i32), &owner)?;
        give(level, owner, other);
        Some(())
    }),
    ("a place that belongs to a passage", Promise::P1, |level, random| {
        let owner = random.pick(&level.places)?.id as i32;
        give(level, owner, -1);
        Some(())
    }),
    ("two places that changed owners", Promise::P1, |level, random| {
        let owner = random.pick(&level.places)?.id as i32;
        let other = another(random, level.places.iter().map(|place| place.id as i32), &owner)?;
        give(level, owner, i32::MAX);
        give(level, other, owner);
        give(level, i32::MAX, other);
        Some(())
    }),
    ("a stranger's cell in the middle of a place", Promise::P2, |level, random| {
        let place = random.pick(&level.places)?;
        let joined = |id: u32| {
            level.passages.iter().any(|p| [(p.from, p.to), (p.to, p.from)].contains(&(id, place.id)))
        };
        let strangers = level.places.iter().filter(|other| other.id != place.id && !joined(other.id));
        let stranger = random.pick(&strangers.collect::<Vec<_>>())?.id;
        level.owners[place.anchor] = stranger as i32;
        Some(())
    }),
    ("a tunnel to a stranger", Promise::P2, |level, random| {
        let (owner, cells) = tunnel(level, random)?;
        for cell in cells {
            level.tiles[cell] = '.';
            level.owners[cell] = owner;
        }
        Some(())
    }),
];

/// Gives the cells of an owner to another.
pub fn give(level: &mut Level, owner: i32, other: i32) {
    for cell in level.owners.rect().cells().filter(|cell| level.owners[*cell] == owner).collect::<Vec<_>>() {
        level.owners[cell] = other;
    }
}

/// Straight through rock from a place to one that no passage joins with it.
fn tunnel(level: &Level, random: &mut RandomStream) -> Option<(i32, Vec<Cell>)> {
    let joined = |a: u32, b: u32| {
        a == b || level.passages.iter().any(|p| [(p.from, p.to), (p.to, p.from)].contains(&(a, b)))
    };
    let mut tunnels = Vec::new();
    for place in &level.places {
        for step in [Cell::new(1, 0), Cell::new(0, 1)] {
            let mut cells = Vec::new();
            let mut cell = place.anchor;
            while level.owners.get(cell) == Some(&(place.id as i32)) && is_walkable(level, cell) {
                cell = cell + step;
            }
            while level.tiles.get(cell).is_some() && !is_walkable(level, cell) {
                cells.push(cell);
                cell = cell + step;
            }
            let met = level.owners.get(cell).copied().unwrap_or_default();
            if u32::try_from(met).is_ok_and(|met| met > 0 && !joined(met, place.id)) {
                tunnels.push((place.id as i32, cells));
            }
        }
    }
    random.pick(&tunnels).cloned()
}
