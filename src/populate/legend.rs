//! Which character stands for which tile in a level.
//!
//! Rooms of several sets may use one character for different tiles; the first keeps it, the others get the next letter that is free.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Grid;
use crate::level::Tile;
use crate::mission::{LegendEntry, RoomSet};

/// A character for each tile of a palette.
pub(super) struct Legend<'a> {
    palette: &'a [(char, Tile)],
    characters: Vec<char>,
}

impl<'a> Legend<'a> {
    /// Gives every tile a character of its own.
    pub fn new(palette: &'a [(char, Tile)]) -> Self {
        let mut characters: Vec<char> = Vec::new();
        for (wanted, _) in palette {
            let others = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{a1}'..='\u{ffff}');
            let free =
                std::iter::once(*wanted).chain(others).find(|character| !characters.contains(character));
            characters.push(free.expect("there are more characters than tiles"));
        }
        Self { palette, characters }
    }

    /// The tiles as characters.
    pub fn draw(&self, tiles: &Grid<u16>) -> Grid<char> {
        let drawn = tiles.values().iter().map(|tile| self.characters[usize::from(*tile)]).collect();
        Grid::from_values(tiles.size(), drawn).expect("one character a tile")
    }

    /// What each character stands for.
    pub fn into_tiles(self) -> BTreeMap<char, Tile> {
        self.characters.into_iter().zip(self.palette.iter().map(|(_, tile)| tile.clone())).collect()
    }
}

/// The characters of a room set that are no part of its rooms.
pub(super) fn nothing(set: &RoomSet) -> BTreeSet<char> {
    let is_nothing = |(_, entry): &(&char, &LegendEntry)| **entry == LegendEntry::Nothing;
    set.legend.iter().filter(is_nothing).map(|(character, _)| *character).collect()
}

/// The legend of a room set, but for sockets and what is no part of a room, as a level holds it.
pub(super) fn of_set(set: &RoomSet) -> BTreeMap<char, Tile> {
    let common = |name: &str| {
        let tiles = crate::space::common_palette();
        let found = tiles.into_iter().find(|(_, tile)| tile.name == name);
        found.expect("wall and floor are common tiles").1
    };
    set.legend
        .iter()
        .filter_map(|(character, entry)| {
            let tile = match entry {
                LegendEntry::Wall => common("wall"),
                LegendEntry::Floor => common("floor"),
                LegendEntry::Ground(look) => {
                    Tile { name: look.name.clone(), walkable: true, color: look.color }
                }
                LegendEntry::Obstacle(look) => {
                    Tile { name: look.name.clone(), walkable: false, color: look.color }
                }
                LegendEntry::Entity(placed) | LegendEntry::Marker(placed) => match &placed.on {
                    Some(look) => Tile { name: look.name.clone(), walkable: true, color: look.color },
                    None => common("floor"),
                },
                LegendEntry::Socket(_) | LegendEntry::Nothing => return None,
            };
            Some((*character, tile))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_that_want_one_character_get_different_ones() {
        let tile = |name: &str| Tile { name: name.to_owned(), walkable: true, color: Default::default() };
        let palette = [('#', tile("wall")), ('o', tile("pillar")), ('o', tile("table"))];
        assert_eq!(Legend::new(&palette).characters, ['#', 'o', 'a']);
    }
}
