//! The reasons for which a chosen place is not kept.
//!
//! In: a reason and the name of a place. Out: a warning with a hint.

use crate::base::Diagnostic;

/// Diagnostic code: a place that was chosen is not kept.
const NOT_KEPT: &str = "not-kept";

/// The reason for which a place is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnfrozenReason {
    Gone,
    New,
    OtherPassages,
    NoWay,
}

impl UnfrozenReason {
    fn text(self) -> &'static str {
        match self {
            Self::Gone => "the mission no longer has this place",
            Self::New => "the earlier level has no such place",
            Self::OtherPassages => "it has other passages than before",
            Self::NoWay => "no layout was found around it with a way for every passage",
        }
    }

    fn hint(self) -> &'static str {
        match self {
            Self::Gone | Self::New | Self::OtherPassages => "Select it again, and roll the rest.",
            Self::NoWay => "Roll the rest again.",
        }
    }

    pub fn warning(self, name: &str) -> Diagnostic {
        Diagnostic::warning(NOT_KEPT, format!("{name} is not kept: {}.", self.text())).hint(self.hint())
    }
}
