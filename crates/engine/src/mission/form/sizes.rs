//! What a form says of the sizes of its places, before any is drawn.

use super::{Cave, Form};
use crate::base::Size;

impl Form {
    /// Places with more passages may become larger than their form says.
    pub(crate) const FEW_PASSAGES: u32 = 16;

    /// How wide and high a place of this form with few passages is at most, if there can be walls inside, else 0.
    pub(crate) fn most_side_with_walls_inside(&self) -> u32 {
        // The core of a place with sixteen passages: see how sizes are drawn.
        const CORE: u32 = 9;
        let cave = |cave: &Cave| side_of(cave.radius.1.max(cave.clearing)).max(CORE);
        match self {
            Self::Cave(params) => cave(params),
            Self::Walkers(walkers) => side_of(walkers.reach).max(CORE),
            Self::Room(room) if room.is_sometimes_a_cave() => {
                cave(&room.otherwise.clone().unwrap_or_default())
            }
            Self::Room(_) | Self::Hall(_) | Self::Cards(_) => 0,
        }
    }

    /// How large the cores of places of this form become at most, if that is drawn.
    pub(crate) fn most_size(&self) -> Option<Size> {
        match self {
            Self::Hall(hall) => Some(Size::new(hall.width.1, hall.height.1)),
            Self::Cave(_) | Self::Walkers(_) | Self::Room(_) | Self::Cards(_) => None,
        }
    }

    /// How wide or high every place of this form is at least.
    pub(crate) fn least_side(&self) -> u32 {
        match self {
            Self::Hall(hall) => hall.width.0.max(hall.height.0).max(3),
            Self::Cave(cave) => side_of(cave.clearing.max(1)),
            Self::Walkers(_) => 3,
            // Pictures say how large they are.
            Self::Room(_) | Self::Cards(_) => 1,
        }
    }
}

/// The side of a square that reaches so far from its middle. Files may ask for more than there can be.
fn side_of(reach: u32) -> u32 {
    reach.saturating_mul(2).saturating_add(1)
}
