//! Legends of room sets, as a level stores them with its templates.

use std::collections::{BTreeMap, BTreeSet};

use crate::level::Tile;
use crate::rooms::{LegendEntry, RoomSet};

/// Returns the characters of a room set that are not part of its rooms.
pub(super) fn nothing(set: &RoomSet) -> BTreeSet<char> {
    let is_nothing = |(_, entry): &(&char, &LegendEntry)| **entry == LegendEntry::Nothing;
    set.legend.iter().filter(is_nothing).map(|(character, _)| *character).collect()
}

/// Returns the legend of a room set without sockets and empty cells, as a level stores it.
pub(super) fn of_set(set: &RoomSet) -> BTreeMap<char, Tile> {
    let common = |name: &str| {
        let tiles = crate::space::common_tiles();
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
