//! The levels that a canvas of the comparison shows.

use egui::emath::TSTransform;
use egui::vec2;

use crate::base::Cell;
use crate::difference::DifferenceMark;

/// The levels that a canvas shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShownLevels {
    Before,
    After,
    /// Both, as difference layer.
    Layer,
    /// Both, one over the other.
    Onion,
}

impl ShownLevels {
    /// Returns the name of its canvas.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Before => "Map of the level before",
            Self::After => "Map of the level after",
            Self::Layer => "Map of the differences",
            Self::Onion => "Map of both levels",
        }
    }

    /// Returns the marks that its canvas can show.
    pub const fn marks(self) -> &'static [DifferenceMark] {
        match self {
            Self::Before => &[DifferenceMark::Removed, DifferenceMark::Changed],
            Self::After => &[DifferenceMark::Added, DifferenceMark::Changed],
            Self::Layer | Self::Onion => &DifferenceMark::ALL,
        }
    }
}

/// Returns the transform of the level after.
pub(super) fn after_transform(screen_from_world: TSTransform, shift: Cell) -> TSTransform {
    screen_from_world * TSTransform::from_translation(vec2(-shift.x as f32, -shift.y as f32))
}
