//! Colours of things in a level. Keys have the colour of the places they open.

use std::collections::BTreeMap;

use super::ink::noise_between;
use crate::base::Color;
use crate::level::{Entity, Level, PlaceId};

/// Colours of keys and of the places they open, used in turn. They differ for the colour-blind too; see
/// `color_vision`.
pub(super) const LOCKS: [Color; 8] = [
    Color::rgb(0xf8, 0xe4, 0x24),
    Color::rgb(0x72, 0x98, 0xf8),
    Color::rgb(0xdc, 0x1c, 0x52),
    Color::rgb(0x44, 0xf2, 0x84),
    Color::rgb(0x6e, 0x28, 0xd2),
    Color::rgb(0xde, 0x7f, 0x18),
    Color::rgb(0xc8, 0xf8, 0xde),
    Color::rgb(0xc9, 0x8c, 0xba),
];

/// Colours of things without a colour of their own.
pub(super) const OWN: [Color; 6] = [
    Color::rgb(0xb8, 0x4a, 0x52),
    Color::rgb(0x6a, 0x9a, 0x5a),
    Color::rgb(0x8a, 0x6a, 0xb8),
    Color::rgb(0xc9, 0x8a, 0x4a),
    Color::rgb(0x5a, 0x8a, 0xa8),
    Color::rgb(0xa8, 0xa0, 0x58),
];

/// Returns the colour of an entity without a lock. All entities of a kind share it.
pub(super) fn own_color(kind: &str) -> Color {
    let letters = kind.chars().fold(0_i32, |sum, letter| sum.wrapping_mul(31).wrapping_add(letter as i32));
    OWN[noise_between(letters, 0, 0, 0, OWN.len() as u32 - 1) as usize]
}

/// Returns the colour of each entity, in order. Keys get the colour of the place they open, others one for
/// their kind.
pub fn entity_colors(level: &Level) -> Vec<Color> {
    let locks = lock_colors(level);
    let color = |entity: &Entity| {
        let opened = entity.opens.iter().find_map(|id| locks.get(id)).copied();
        opened.unwrap_or_else(|| own_color(&entity.kind))
    };
    level.entities.iter().map(color).collect()
}

/// Returns a colour for each place that keys open. Places opened by the same key share a colour.
pub(super) fn lock_colors(level: &Level) -> BTreeMap<PlaceId, Color> {
    let mut colors = BTreeMap::new();
    let keys = level.entities.iter().filter(|entity| !entity.opens.is_empty());
    let mut unused = LOCKS.into_iter().cycle();
    for key in keys {
        let known = key.opens.iter().find_map(|place| colors.get(place)).copied();
        let color = known.or_else(|| unused.next()).unwrap_or_default();
        for place in &key.opens {
            colors.entry(*place).or_insert(color);
        }
    }
    colors
}
