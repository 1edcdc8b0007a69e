//! The legend: assigns a character to each tile.
//!
//! Rooms of several sets may use one character for different tiles.
//! The first tile keeps it, and the others get the next free character.

use std::collections::BTreeMap;

use crate::base::Color;
use crate::level::Tile;
use crate::mission::Door;

pub(crate) const WALL: char = '#';
pub(super) const FLOOR: char = '.';
const DOOR: char = '+';

/// The tiles in use, each with its own character.
pub(super) struct TileLegend(Vec<(char, Tile)>);

impl TileLegend {
    /// Returns a legend of the tiles that every level may have.
    pub fn common() -> Self {
        Self(common_tiles())
    }

    /// Returns the character of a tile.
    ///
    /// A new tile gets the wanted character, or a free one.
    /// Two tiles are the same if they agree in name and in whether a walker can step on them.
    pub fn character_of(&mut self, wanted: char, tile: Tile) -> char {
        let is_same = |other: &Tile| other.name == tile.name && other.walkable == tile.walkable;
        if let Some((character, _)) = self.0.iter().find(|(_, other)| is_same(other)) {
            return *character;
        }
        let is_taken = |character: &char| self.0.iter().any(|(taken, _)| taken == character);
        let character = free_character(wanted, is_taken);
        self.0.push((character, tile));
        character
    }

    /// Returns the character of a door.
    pub fn door(&mut self, door: Door) -> char {
        let (character, color) = match door {
            Door::Plain => return DOOR,
            Door::Gap => return FLOOR,
            Door::Gate => ('=', Color::rgb(0x8d, 0x93, 0x9c)),
            Door::Drop => ('v', Color::rgb(0x6b, 0x4f, 0x7a)),
            Door::Secret => ('?', Color::rgb(0x5c, 0x58, 0x4f)),
        };
        self.character_of(character, Tile { name: door.tile_name().to_owned(), walkable: true, color })
    }

    /// Returns the tile of each character.
    pub fn into_legend(self) -> BTreeMap<char, Tile> {
        self.0.into_iter().collect()
    }
}

/// Returns the wanted character if it is free, otherwise the first that is.
pub fn free_character(wanted: char, is_taken: impl Fn(&char) -> bool) -> char {
    let others = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{a1}'..='\u{ffff}');
    let free = std::iter::once(wanted).chain(others).find(|character| !is_taken(character));
    free.expect("there are more characters than tiles")
}

/// Returns the tiles that every level may have.
pub fn common_tiles() -> Vec<(char, Tile)> {
    let tile = |name: &str, walkable, color| Tile { name: name.to_owned(), walkable, color };
    vec![
        (WALL, tile("wall", false, Color::rgb(0x2b, 0x2d, 0x3a))),
        (FLOOR, tile("floor", true, Color::rgb(0xc9, 0xb8, 0x96))),
        (DOOR, tile("door", true, Color::rgb(0xa8, 0x6b, 0x32))),
    ]
}

/// Returns the tiles that a level can have without room sets and passes, in the order of their reserved names.
pub fn reserved_tiles() -> Vec<Tile> {
    let mut tile_legend = TileLegend::common();
    for door in [Door::Gate, Door::Drop, Door::Secret] {
        tile_legend.door(door);
    }
    tile_legend.0.into_iter().map(|(_, tile)| tile).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rooms::RESERVED_TILE_NAMES;

    #[test]
    fn tiles_that_want_one_character_get_different_ones() {
        let tile = |name: &str| Tile { name: name.to_owned(), walkable: true, color: Default::default() };
        let mut tile_legend = TileLegend::common();
        let mut drawn = |name| tile_legend.character_of('o', tile(name));
        assert_eq!(["pillar", "table", "pillar", "floor"].map(&mut drawn), ['o', 'a', 'o', FLOOR]);
    }

    #[test]
    fn names_of_all_tiles_that_a_level_has_by_itself_are_reserved() {
        let mut tile_legend = TileLegend::common();
        for door in [Door::Plain, Door::Gate, Door::Drop, Door::Secret, Door::Gap] {
            tile_legend.door(door);
        }
        let mut names: Vec<String> = tile_legend.into_legend().into_values().map(|tile| tile.name).collect();
        let mut reserved = RESERVED_TILE_NAMES.to_vec();
        names.sort();
        reserved.sort_unstable();
        assert_eq!(names, reserved);
    }
}
