//! The kinds of legend entries, in words.

use crate::rooms::LegendEntry;

/// Returns the name of an entry's kind, and its description.
pub(super) fn kind_words(entry: &LegendEntry) -> (&'static str, &'static str) {
    match entry {
        LegendEntry::Wall => ("Wall", "The wall of the level."),
        LegendEntry::Floor => ("Floor", "The floor of the level."),
        LegendEntry::Socket(_) => {
            ("Socket", "A possible door. Sockets are on the edge of a room, with floor inside.")
        }
        LegendEntry::Ground(_) => {
            ("Ground", "A tile of its own that you can walk on, for example water or a rug.")
        }
        LegendEntry::Obstacle(_) => {
            ("Obstacle", "A tile of its own that blocks movement, for example a pillar.")
        }
        LegendEntry::Entity(_) => ("Entity", "An item or entity, for example a chest."),
        LegendEntry::Marker(_) => ("Marker", "A spot for the scripts of the game, for example an ambush."),
        LegendEntry::Nothing => {
            ("Nothing", "Not part of the room. It lets you draw rooms that are not rectangles.")
        }
    }
}
