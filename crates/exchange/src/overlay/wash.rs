//! Colours that overlays give to cells.

use std::ops::Deref;

use super::{LevelFacts, Overlay, OverlaySet};
use crate::base::{Color, Grid};
use crate::insight::UNREACHED;
use crate::level::{Level, OwnedBy};

/// Colours from near to far.
const NEAR: Color = Color::rgb(0x3b, 0x52, 0xc4);
const MIDDLE: Color = Color::rgb(0x2e, 0xa0, 0x8c);
const FAR: Color = Color::rgb(0xf2, 0xd2, 0x3c);

/// Colours of areas behind one lock, two, and three or more.
pub(super) const BEHIND: [Color; 3] =
    [Color::rgb(0xe8, 0x92, 0x3a), Color::rgb(0xc2, 0x3b, 0x52), Color::rgb(0x7a, 0x3f, 0xb0)];

/// Colour of seals.
pub const SEAL: Color = Color::rgb(0xb0, 0x3a, 0x48);
/// Opacity of seals, in percent.
pub const SEAL_PERCENT: u8 = 60;

const DISTANCE_PERCENT: u8 = 72;
const BEHIND_PERCENT: u8 = 55;

/// Returns the opacity of the place colour on a cell, in percent. It is lower over a drawn picture than on a
/// flat map.
pub const fn tint_percent(is_walkable: bool, is_flat: bool) -> u8 {
    match (is_walkable, is_flat) {
        (true, false) => 20,
        (false, false) => 10,
        (true, true) => 34,
        (false, true) => 16,
    }
}

impl<L: Deref<Target = Level>> LevelFacts<L> {
    /// Returns the colour and opacity for each cell. `None` if no shown overlay colours cells.
    pub fn wash(&self, shown: OverlaySet) -> Option<Grid<Option<(Color, u8)>>> {
        let [by_distance, by_locks, with_seals] =
            [Overlay::Distance, Overlay::Behind, Overlay::Seals].map(|overlay| shown.shows(overlay));
        if !by_distance && !by_locks && !with_seals {
            return None;
        }
        let behind: Vec<Option<Color>> =
            self.level.places.iter().map(|place| color_behind(self.depth(place.id))).collect();
        let mut colors = Grid::filled(self.level.tiles.size(), None);
        for cell in colors.rect().cells() {
            let distance = by_distance.then(|| self.distances());
            let distance = distance.and_then(|(all, most)| Some((*all.get(cell)?, *most)));
            let near = distance.filter(|(distance, _)| *distance != UNREACHED);
            let near = near.map(|(distance, most)| gradient(distance, most));
            let locked = match self.level.owner(cell).who() {
                OwnedBy::Place(place) if by_locks => behind.get(place.index()).copied().flatten(),
                _ => None,
            };
            colors[cell] = match (near, locked) {
                (Some(near), Some(locked)) => Some((near.mixed(locked, 40), DISTANCE_PERCENT)),
                (Some(near), None) => Some((near, DISTANCE_PERCENT)),
                (None, Some(locked)) => Some((locked, BEHIND_PERCENT)),
                (None, None) => None,
            };
        }
        for seal in self.seals().into_iter().flatten().filter(|_| with_seals) {
            if let Some(color) = colors.get_mut(*seal) {
                *color = Some((SEAL, SEAL_PERCENT));
            }
        }
        Some(colors)
    }
}

/// Returns the colour of a distance on the scale from near to far, which ends at `most`.
pub(super) fn gradient(distance: u32, most: u32) -> Color {
    let share = (u64::from(distance) * 200 / u64::from(most.max(1))) as u32;
    if share < 100 { NEAR.mixed(MIDDLE, share) } else { MIDDLE.mixed(FAR, share - 100) }
}

fn color_behind(depth: usize) -> Option<Color> {
    BEHIND.get(depth.checked_sub(1)?.min(BEHIND.len() - 1)).copied()
}
