//! The integer grid layers of an LDtk project: tiles by number, and owners of cells.
//!
//! The numbers of tiles follow from the palette of the project: first the reserved tiles, then others by name.

use super::names::{Unique, identifier};
use super::uids::Uids;
use crate::base::Color;
use crate::export::palette::MapPalette;
use crate::level::{Level, OwnedBy, Owner, Tile};

/// Number of a cell with a tile that the legend lacks, or without an owner.
const NOTHING: u32 = 0;

/// Numbers of owners, so large that no number of a tile is the same.
const FIRST_ROOM: u32 = 10_000;
const FIRST_PASSAGE: u32 = 1_000_000;

/// The lists of owners are as long as a multiple of this, so that they rarely change.
const OWNERS_STEP: usize = 32;

const ROOM: Color = Color::rgb(0x7f, 0xa6, 0xc9);
const PASSAGE: Color = Color::rgb(0x8a, 0x8f, 0x98);

/// The meaning of a number.
pub(super) struct CellValue {
    pub value: u32,
    pub identifier: String,
    pub color: Color,
    /// The group that it belongs to.
    pub group: u32,
}

/// All numbers of tiles in a project.
pub(super) struct Cells {
    pub values: Vec<CellValue>,
    /// Uids of the groups of tiles: walkable and solid.
    pub groups: [(&'static str, u32); 2],
    tiles: Vec<Tile>,
}

impl Cells {
    /// Numbers the tiles of a palette.
    pub fn new(palette: &MapPalette, uids: &mut Uids) -> Self {
        let groups = ["Walkable", "Solid"].map(|name| (name, uids.of(&format!("group/{name}"))));
        let mut identifiers = Unique::default();
        let kinds = palette.tile_kinds().into_iter().filter(|kind| !kind.is_drawn);
        let tiles: Vec<Tile> = kinds.map(|kind| kind.tile).collect();
        let value = |(value, tile): (u32, &Tile)| CellValue {
            value,
            identifier: identifiers.take(identifier(&tile.name, "tile")),
            color: tile.color,
            group: groups[usize::from(!tile.walkable)].1,
        };
        let values = (1..).zip(&tiles).map(value).collect();
        Self { values, groups, tiles }
    }

    /// Returns the numbers of all cells, row by row.
    pub fn rows<'l>(&self, level: &'l Level) -> impl Iterator<Item = Vec<u32>> + use<'l> {
        let numbers: std::collections::BTreeMap<char, u32> =
            level.legend.iter().map(|(character, tile)| (*character, self.number(tile))).collect();
        let number = move |tile: &char| numbers.get(tile).copied().unwrap_or(NOTHING);
        level.tiles.rows().map(move |row| row.iter().map(&number).collect())
    }

    /// Returns the colour of a number.
    pub fn color(&self, number: u32) -> Option<Color> {
        self.values.iter().find(|own| own.value == number).map(|own| own.color)
    }

    fn number(&self, tile: &Tile) -> u32 {
        let is_same = |own: &Tile| own.name == tile.name && own.walkable == tile.walkable;
        self.tiles.iter().position(is_same).map_or(NOTHING, |at| at as u32 + 1)
    }
}

/// Returns the numbers of places and passages that levels can have as owners.
pub(super) fn owner_values(levels: &[&Level]) -> Vec<CellValue> {
    let most = |count: fn(&Level) -> usize| {
        levels.iter().map(|level| count(level)).max().unwrap_or(0).next_multiple_of(OWNERS_STEP) as u32
    };
    let values = |first: u32, count: u32, what: &'static str, color: Color| {
        (1..=count).map(move |id| CellValue {
            value: first + id,
            identifier: format!("{what}_{id}"),
            color,
            group: 0,
        })
    };
    let rooms = values(FIRST_ROOM, most(|level| level.places.len()), "Room", ROOM);
    rooms.chain(values(FIRST_PASSAGE, most(|level| level.passages.len()), "Passage", PASSAGE)).collect()
}

/// Returns the numbers of the owners of all cells, row by row.
pub(super) fn owners(level: &Level) -> Vec<u32> {
    let number = |owner: &Owner| match owner.who() {
        OwnedBy::Place(place) => FIRST_ROOM + place.0,
        OwnedBy::Passage(passage) => FIRST_PASSAGE + passage.0,
        OwnedBy::Nobody => NOTHING,
    };
    level.owners.rows().flat_map(|row| row.iter().map(number).collect::<Vec<_>>()).collect()
}
