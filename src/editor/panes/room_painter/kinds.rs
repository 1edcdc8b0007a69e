//! The kinds of legend entries, in words.

use crate::rooms::LegendEntry;

/// Returns the name of an entry's kind, and its description.
pub(super) fn kind_words(entry: &LegendEntry) -> (&'static str, &'static str) {
    match entry {
        LegendEntry::Wall => ("Wall", "The wall of the level."),
        LegendEntry::Floor => ("Floor", "The floor of the level."),
        LegendEntry::Socket(_) => {
            ("Socket", "Where there could be a door. Sockets lie on the edge of a room, with floor inside.")
        }
        LegendEntry::Ground(_) => {
            ("Ground", "A tile of its own that can be walked on, such as water or a rug.")
        }
        LegendEntry::Obstacle(_) => {
            ("Obstacle", "A tile of its own that stands in the way, such as a pillar.")
        }
        LegendEntry::Entity(_) => ("Entity", "Something that stands or lies there, such as a chest."),
        LegendEntry::Marker(_) => ("Marker", "A spot for the scripts of the game, such as an ambush."),
        LegendEntry::Nothing => ("Nothing", "No part of the room, so that rooms need not be rectangles."),
    }
}
