//! Faults of owners: cells with a wrong owner, and ways that lead to unrelated places.

use delvewright_engine::base::{Cell, RandomStream};
use delvewright_engine::level::{Level, Owner, PassageId, PlaceId, Promise};

use super::tiles::{pick_cell, pick_corridor, room_cells};
use super::{Fault, another};

pub const FAULTS: &[Fault] = &[
    ("floor without an owner", Promise::P1, |level, random| {
        let cell = pick_cell(random, level.tiles.rect().cells().filter(|cell| level.is_walkable(*cell)))?;
        level.owners[cell] = Owner::NOBODY;
        Some(())
    }),
    ("a wall with an owner", Promise::P1, |level, random| {
        let is_wall = |cell: &Cell| !level.is_walkable(*cell) && level.owners[*cell] == Owner::NOBODY;
        let cell = pick_cell(random, level.tiles.rect().cells().filter(is_wall))?;
        level.owners[cell] = Owner(-1);
        Some(())
    }),
    ("a cell of a room that belongs to nobody", Promise::P4, |level, random| {
        let cell = pick_cell(random, room_cells(level).into_iter())?;
        level.owners[cell] = Owner::NOBODY;
        Some(())
    }),
    ("a cell of a room that belongs to another", Promise::P4, |level, random| {
        let cell = pick_cell(random, room_cells(level).into_iter())?;
        level.owners[cell] =
            another(random, level.places.iter().map(|place| Owner::from(place.id)), &level.owners[cell])?;
        Some(())
    }),
    ("a cell of a place that does not exist", Promise::P0, |level, random| {
        let cell = pick_cell(random, level.owners.rect().cells())?;
        level.owners[cell] = PlaceId::at(level.places.len()).into();
        Some(())
    }),
    ("a cell of a passage that does not exist", Promise::P0, |level, random| {
        let cell = pick_cell(random, level.owners.rect().cells())?;
        level.owners[cell] = PassageId::at(level.passages.len()).into();
        Some(())
    }),
    ("a corridor that belongs to nobody", Promise::P1, |level, random| {
        let owner = pick_corridor(level, random)?;
        give(level, owner, Owner::NOBODY);
        Some(())
    }),
    ("a corridor that belongs to another", Promise::P1, |level, random| {
        let owner = pick_corridor(level, random)?;
        let other = another(random, level.passages.iter().map(|passage| Owner::from(passage.id)), &owner)?;
        give(level, owner, other);
        Some(())
    }),
    ("a place that belongs to another", Promise::P1, |level, random| {
        let owner = Owner::from(random.pick(&level.places)?.id);
        let other = another(random, level.places.iter().map(|place| Owner::from(place.id)), &owner)?;
        give(level, owner, other);
        Some(())
    }),
    ("a place that belongs to a passage", Promise::P1, |level, random| {
        let owner = Owner::from(random.pick(&level.places)?.id);
        give(level, owner, Owner(-1));
        Some(())
    }),
    ("two places that changed owners", Promise::P1, |level, random| {
        let owner = Owner::from(random.pick(&level.places)?.id);
        let other = another(random, level.places.iter().map(|place| Owner::from(place.id)), &owner)?;
        give(level, owner, Owner(i32::MAX));
        give(level, other, owner);
        give(level, Owner(i32::MAX), other);
        Some(())
    }),
    ("a stranger's cell in the middle of a place", Promise::P2, |level, random| {
        let place = random.pick(&level.places)?;
        let joined = |id: PlaceId| {
            level.passages.iter().any(|p| [(p.from, p.to), (p.to, p.from)].contains(&(id, place.id)))
        };
        let strangers = level.places.iter().filter(|other| other.id != place.id && !joined(other.id));
        let stranger = random.pick(&strangers.collect::<Vec<_>>())?.id;
        level.owners[place.anchor] = stranger.into();
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
pub fn give(level: &mut Level, owner: Owner, other: Owner) {
    for cell in level.owners.rect().cells().filter(|cell| level.owners[*cell] == owner).collect::<Vec<_>>() {
        level.owners[cell] = other;
    }
}

/// Returns a straight tunnel through rock from a place to one that no passage joins to it.
fn tunnel(level: &Level, random: &mut RandomStream) -> Option<(Owner, Vec<Cell>)> {
    let joined = |a: PlaceId, b: PlaceId| {
        a == b || level.passages.iter().any(|p| [(p.from, p.to), (p.to, p.from)].contains(&(a, b)))
    };
    let mut tunnels = Vec::new();
    for place in &level.places {
        for step in [Cell::new(1, 0), Cell::new(0, 1)] {
            let mut cells = Vec::new();
            let mut cell = place.anchor;
            while level.owners.get(cell) == Some(&place.id.into()) && level.is_walkable(cell) {
                cell = cell + step;
            }
            while level.tiles.get(cell).is_some() && !level.is_walkable(cell) {
                cells.push(cell);
                cell = cell + step;
            }
            if level.owner(cell).place().is_some_and(|met| !joined(met, place.id)) {
                tunnels.push((place.id.into(), cells));
            }
        }
    }
    random.pick(&tunnels).cloned()
}
