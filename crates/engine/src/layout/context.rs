//! The inputs of a layout besides its settings: stand-ins, and the parts of an earlier level that it keeps.

use super::previous_levels::{FrozenPlaces, PreviousLayout};

/// What a mission is laid out by besides its settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayoutContext<'k> {
    /// What is done about places whose rooms cannot be used.
    pub stand_ins: MissingRoomPolicy,
    /// What stays as it is in an earlier level of the mission.
    pub kept: Option<&'k FrozenPlaces>,
    /// Where its places lay before the mission changed, if it lies about as it did.
    pub previous_layout: Option<&'k PreviousLayout>,
}

/// What is done about a place that is formed by rooms or cards, but for which none can be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MissingRoomPolicy {
    /// The mission is not laid out.
    #[default]
    Never,
    /// The place becomes a plain hall, with a warning [`STAND_IN`].
    Halls,
}

/// The code of the warning that a plain hall stands in for a room.
pub const STAND_IN: &str = "stand-in";
