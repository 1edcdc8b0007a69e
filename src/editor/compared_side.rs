//! The levels that can be compared, by their origin.

use std::sync::Arc;

use crate::base::Seed;
use crate::level::Level;

/// One of the two levels of a comparison.
#[derive(Clone, Debug, Default)]
pub enum ComparedSide {
    /// The level at hand.
    #[default]
    Shown,
    /// The level of the same seed before the last change of the project.
    BeforeLastEdit,
    /// The level of the same seed after this number of steps of the history.
    AfterStep(usize),
    /// The level of another seed.
    Seed(Seed),
    /// A level that was kept for this, whatever becomes of the project.
    Kept(Arc<Level>),
}

impl PartialEq for ComparedSide {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Shown, Self::Shown) | (Self::BeforeLastEdit, Self::BeforeLastEdit) => true,
            (Self::AfterStep(one), Self::AfterStep(other)) => one == other,
            (Self::Seed(one), Self::Seed(other)) => one == other,
            (Self::Kept(one), Self::Kept(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}

impl ComparedSide {
    /// Returns its name in the window.
    pub fn words(&self) -> String {
        match self {
            Self::Shown => "This level".to_owned(),
            Self::BeforeLastEdit => "Before the last change".to_owned(),
            Self::AfterStep(0) => "As it was opened".to_owned(),
            Self::AfterStep(steps) => format!("After step {steps}"),
            Self::Seed(seed) => format!("Seed {seed}"),
            Self::Kept(level) => format!("Kept level, seed {}", level.seed),
        }
    }
}
