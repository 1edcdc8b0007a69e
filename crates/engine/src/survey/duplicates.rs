//! Duplicates: levels with the same mission, and levels that are the same altogether.
//!
//! In: a [`LevelIdentity`] for each level, which is small. Out: counts, the same whatever the order of the levels.

use std::collections::{BTreeMap, BTreeSet};

use super::mission_form::MissionForm;
use crate::level::Level;

/// The parts of a level that are compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LevelIdentity {
    mission: MissionForm,
    /// A hash of the tiles, the layers and the entities.
    tiles: u128,
}

impl LevelIdentity {
    /// Returns the identity of a level.
    pub fn of(level: &Level) -> Self {
        Self { mission: MissionForm::of(&level.mission), tiles: tiles_of(level) }
    }
}

/// Levels, with the same ones together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Duplicates {
    levels: usize,
    tiles_by_mission: BTreeMap<MissionForm, BTreeSet<u128>>,
}

impl Duplicates {
    /// Adds a level.
    pub fn add(&mut self, LevelIdentity { mission, tiles }: LevelIdentity) {
        self.levels += 1;
        self.tiles_by_mission.entry(mission).or_default().insert(tiles);
    }

    /// Returns the number of levels.
    pub fn levels(&self) -> usize {
        self.levels
    }

    /// Returns the number of missions that differ in more than the numbers of their nodes.
    pub fn missions(&self) -> usize {
        self.tiles_by_mission.len()
    }

    /// Returns the number of missions that have too many symmetries to be compared exactly.
    ///
    /// Each may stand for several missions.
    pub fn inexact_missions(&self) -> usize {
        self.tiles_by_mission.keys().filter(|form| !form.is_exact()).count()
    }

    /// Returns the number of levels that have the mission of another one, but other tiles or entities.
    pub fn only_in_tiles(&self) -> usize {
        self.tiles_by_mission.values().map(|tiles| tiles.len() - 1).sum()
    }

    /// Returns the number of levels that are the same as another one: mission, tiles and entities.
    pub fn same(&self) -> usize {
        self.levels - self.tiles_by_mission.values().map(BTreeSet::len).sum::<usize>()
    }
}

/// Returns the FNV-1a hash of everything that one sees of a level: size, tiles, layers and entities.
fn tiles_of(level: &Level) -> u128 {
    let mut hash = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128;
    let mut add = |value: u32| {
        for byte in value.to_le_bytes() {
            hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    };
    add(level.width);
    for (character, tile) in &level.legend {
        add(u32::from(*character));
        tile.name.chars().for_each(|letter| add(letter.into()));
    }
    let grids = std::iter::once(&level.tiles).chain(level.layers.iter().map(|layer| &layer.tiles));
    grids.flat_map(|grid| grid.values()).for_each(|tile| add(u32::from(*tile)));
    for entity in &level.entities {
        entity.kind.chars().for_each(|letter| add(letter.into()));
        add(entity.at.x.cast_unsigned());
        add(entity.at.y.cast_unsigned());
    }
    hash
}
