//! The inputs of a layout besides its settings: movement, stand-ins, and the parts of an earlier level that it keeps.

use super::previous_levels::{FrozenPlaces, PreviousLayout};
use crate::settings::Movement;

/// The inputs of a layout besides its mission, settings and seed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayoutContext<'k> {
    /// The steps of walkers. Passages of small halls may touch at corners if there are no diagonal steps.
    pub movement: Movement,
    /// The policy for places whose rooms cannot be used.
    pub stand_ins: MissingRoomPolicy,
    /// Places of an earlier level that stay unchanged.
    pub kept: Option<&'k FrozenPlaces>,
    /// Earlier positions of the places. The layout continues from them if enough of the mission is unchanged.
    pub previous_layout: Option<&'k PreviousLayout>,
}

/// The policy for a place that needs rooms or cards when none can be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MissingRoomPolicy {
    /// Reports an error; the mission gets no layout.
    #[default]
    Never,
    /// Makes the place a plain hall, with a warning [`STAND_IN`].
    Halls,
}

/// The code of the warning that a plain hall replaces a room.
pub const STAND_IN: &str = "stand-in";
