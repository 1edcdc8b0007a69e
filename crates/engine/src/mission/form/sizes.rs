//! Size limits of a form's places, known before any size is drawn.

use super::{Cave, Form};
use crate::base::Size;

impl Form {
    /// Maximum number of passages up to which the size limits hold; places with more may become larger.
    pub(crate) const FEW_PASSAGES: u32 = 16;

    /// Returns the maximum side of a place with few passages, if there can be walls inside, otherwise 0.
    pub(crate) fn most_side_with_walls_inside(&self) -> u32 {
        // The core of a place with sixteen passages; see the code that draws sizes.
        const CORE: u32 = 9;
        let cave = |cave: &Cave| side_of(cave.radius.1.max(cave.clearing)).max(CORE);
        match self {
            Self::Cave(params) => cave(params),
            Self::Walkers(walkers) => walkers.most_side().max(CORE),
            Self::Room(room) if room.is_sometimes_a_cave() => {
                cave(&room.otherwise.clone().unwrap_or_default())
            }
            Self::Room(_) | Self::Hall(_) | Self::Cards(_) => 0,
        }
    }

    /// Returns the maximum size of the cores of places of this form, if it is drawn.
    pub(crate) fn most_size(&self) -> Option<Size> {
        match self {
            Self::Hall(hall) => Some(Size::new(hall.width.1, hall.height.1)),
            Self::Cave(_) | Self::Walkers(_) | Self::Room(_) | Self::Cards(_) => None,
        }
    }

    /// Returns a lower bound for the width or height of every place of this form.
    pub(crate) fn least_side(&self) -> u32 {
        match self {
            Self::Hall(hall) => hall.width.0.max(hall.height.0).max(1),
            Self::Cave(cave) => side_of(cave.clearing.max(1)),
            Self::Walkers(_) => 3,
            // The size comes from the pictures.
            Self::Room(_) | Self::Cards(_) => 1,
        }
    }

    /// Returns the maximum width or height of the cores of places of this form with few passages.
    pub(crate) fn most_side(&self) -> u32 {
        match self {
            Self::Hall(hall) => hall.width.1.max(hall.height.1).max(self.least_side()),
            Self::Cave(_) | Self::Walkers(_) | Self::Room(_) | Self::Cards(_) => self.least_side(),
        }
    }
}

/// Returns the side of a square that reaches this far from its middle. Saturates, because files may contain
/// any number.
fn side_of(reach: u32) -> u32 {
    reach.saturating_mul(2).saturating_add(1)
}
