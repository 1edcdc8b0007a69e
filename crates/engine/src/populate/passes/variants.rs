//! Tile variants: other tiles here and there on floors or walls, by weight.
//!
//! They are drawn in their own layer; the tiles below stay. A pass without symbols also draws on passages.

use std::collections::BTreeMap;

use super::walls::{Walls, around_places, is_new, shows_its_side};
use crate::base::{BitGrid, Cell, RandomStream, Seed};
use crate::level::{Level, OwnedBy, PassageId};
use crate::populate::LevelDraft;
use crate::populate::draft::stream_of;
use crate::settings::{Surface, TileVariants};

pub(super) fn run(draft: &mut LevelDraft<'_>, variants: &TileVariants, seed: Seed) {
    let mut walls: BTreeMap<_, _> = match variants.of {
        Surface::Floor => BTreeMap::new(),
        Surface::WallSides | Surface::WallTops | Surface::Walls => around_places(draft).into_iter().collect(),
    };
    let places: Vec<_> = draft.places().map(|place| (place.id, stream_of(seed, place))).collect();
    for (place, mut random) in places {
        let cells = match variants.of {
            Surface::Floor => draft.floor(place).to_vec(),
            _ => walls.remove(&place).unwrap_or_default(),
        };
        draw(draft, variants, cells, &mut random);
    }
    let has_symbols = draft.level().populate.last().is_some_and(|pass| !pass.on.is_empty());
    if !has_symbols {
        for (passage, cells) in of_passages(draft.level(), variants.of) {
            let edge = draft.level().passage(passage).map_or(0, |passage| passage.edge.0);
            let mut random = seed.child("passages").numbered(u64::from(edge)).stream();
            draw(draft, variants, cells, &mut random);
        }
    }
}

/// Draws variants on the given cells that belong to the surface.
fn draw(draft: &mut LevelDraft<'_>, variants: &TileVariants, cells: Vec<Cell>, random: &mut RandomStream) {
    let weights = || std::iter::once(variants.plain).chain(variants.variants.iter().map(|one| one.weight));
    let level = draft.level();
    let floor = level.legend.iter().find(|(_, tile)| tile.walkable && tile.name == "floor");
    let floor = floor.map(|(character, _)| *character);
    for cell in cells {
        let level = draft.level();
        let is_of_surface = match variants.of {
            Surface::Floor => level.tiles.get(cell).copied() == floor,
            Surface::WallSides => shows_its_side(level, cell),
            Surface::WallTops => !shows_its_side(level, cell),
            Surface::Walls => true,
        };
        let chosen = if is_of_surface { random.weighted(weights()) } else { None };
        if let Some(variant) = chosen.and_then(|chosen| variants.variants.get(chosen.checked_sub(1)?)) {
            draft.draw(&variant.tile, cell);
        }
    }
}

/// Returns the floor of each passage, or the walls around it.
fn of_passages(level: &Level, surface: Surface) -> BTreeMap<PassageId, Vec<Cell>> {
    let mut cells: BTreeMap<PassageId, Vec<Cell>> = BTreeMap::new();
    for (cell, owner) in level.owners.iter() {
        if let OwnedBy::Passage(passage) = owner.who()
            && level.is_walkable(cell)
        {
            cells.entry(passage).or_default().push(cell);
        }
    }
    if surface != Surface::Floor {
        let walls = Walls::of(level);
        let mut known = BitGrid::empty(level.tiles.size());
        for cells in cells.values_mut() {
            let near = cells.iter().flat_map(|cell| cell.around());
            *cells = near.filter(|near| is_new(&mut known, *near) && walls.are_at(*near)).collect();
        }
    }
    cells
}
