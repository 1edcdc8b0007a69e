//! Faults of bridges.

use delvewright_engine::base::Cell;
use delvewright_engine::level::{Bridge, OwnedBy, Owner, PassageId, Promise};

use super::tiles::pick_cell;
use super::{Fault, another, index, one};

pub const FAULTS: &[Fault] = &[
    ("a bridge that was removed", Promise::P2, |level, random| {
        let index = index(random, &level.bridges, |_| true)?;
        level.bridges.remove(index);
        Some(())
    }),
    ("no bridges", Promise::P2, |level, _| (!level.bridges.is_empty()).then(|| level.bridges.clear())),
    ("a bridge that is there twice", Promise::P2, |level, random| {
        let bridge = *random.pick(&level.bridges)?;
        level.bridges.push(bridge);
        Some(())
    }),
    ("a bridge upside down", Promise::P2, |level, random| {
        let bridge = one(random, &mut level.bridges, |_| true)?;
        (bridge.over, bridge.under) = (bridge.under, bridge.over);
        Some(())
    }),
    ("a bridge of another passage", Promise::P2, |level, random| {
        let passages: Vec<PassageId> = level.passages.iter().map(|passage| passage.id).collect();
        let bridge = one(random, &mut level.bridges, |_| true)?;
        bridge.over = another(random, passages, &bridge.over)?;
        Some(())
    }),
    ("a bridge over another passage", Promise::P2, |level, random| {
        let passages: Vec<PassageId> = level.passages.iter().map(|passage| passage.id).collect();
        let bridge = one(random, &mut level.bridges, |_| true)?;
        bridge.under = another(random, passages, &bridge.under)?;
        Some(())
    }),
    ("a bridge over a passage that does not exist", Promise::P0, |level, random| {
        one(random, &mut level.bridges, |_| true)?.under = PassageId(u32::MAX);
        Some(())
    }),
    ("a bridge beside its place", Promise::P2, |level, random| {
        let cells: Vec<Cell> = level.bridges.iter().map(|bridge| bridge.at).collect();
        let bridge = one(random, &mut level.bridges, |_| true)?;
        bridge.at = bridge.at.beside().find(|cell| !cells.contains(cell))?;
        Some(())
    }),
    ("a bridge outside the level", Promise::P0, |level, random| {
        one(random, &mut level.bridges, |_| true)?.at = Cell::new(i32::MAX, i32::MAX);
        Some(())
    }),
    ("a bridge that is not needed", Promise::P2, |level, random| {
        let is_floor = |cell: &Cell| level.is_walkable(*cell) && level.owners[*cell].0 < 0;
        let is_free = |cell: &Cell| !level.bridges.iter().any(|bridge| bridge.at == *cell);
        let at = pick_cell(random, level.tiles.rect().cells().filter(is_floor).filter(is_free))?;
        let OwnedBy::Passage(over) = level.owners[at].who() else { return None };
        let under = another(random, level.passages.iter().map(|passage| passage.id), &over)?;
        level.bridges.push(Bridge { at, over, under });
        Some(())
    }),
    ("a wall on a bridge", Promise::P2, |level, random| {
        let at = random.pick(&level.bridges)?.at;
        level.tiles[at] = '#';
        level.owners[at] = Owner::NOBODY;
        Some(())
    }),
];
