//! The kinds of entries of a legend, in words.

use crate::mission::LegendEntry;

/// What kind of entry it is, in a word or two.
pub(super) fn kind_name(entry: &LegendEntry) -> &'static str {
    match entry {
        LegendEntry::Wall => "Wall",
        LegendEntry::Floor => "Floor",
        LegendEntry::Socket(_) => "Socket",
        LegendEntry::Ground(_) => "Ground",
        LegendEntry::Obstacle(_) => "Obstacle",
        LegendEntry::Entity(_) => "Entity",
        LegendEntry::Marker(_) => "Marker",
        LegendEntry::Nothing => "Nothing",
    }
}

/// What that means.
pub(super) fn kind_tooltip(entry: &LegendEntry) -> &'static str {
    match entry {
        LegendEntry::Wall => "The wall of the level.",
        LegendEntry::Floor => "The floor of the level.",
        LegendEntry::Socket(_) => {
            "Where there could be a door. Sockets lie on the edge of a room, with floor inside."
        }
        LegendEntry::Ground(_) => "A tile of its own that can be walked on, such as water or a rug.",
        LegendEntry::Obstacle(_) => "A tile of its own that stands in the way, such as a pillar.",
        LegendEntry::Entity(_) => "Something that stands or lies there, such as a chest.",
        LegendEntry::Marker(_) => "A spot for the scripts of the game, such as an ambush.",
        LegendEntry::Nothing => "No part of the room, so that rooms need not be rectangles.",
    }
}
