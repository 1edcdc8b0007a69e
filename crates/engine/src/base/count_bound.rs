//! A bound of a counted number.

use serde::{Deserialize, Serialize};

use super::{Described, Number, Unit};

/// A required number: `AtLeast(3)`, `AtMost(5)` or `Between(3, 5)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Described)]
pub enum CountBound {
    /// This number or more.
    AtLeast(u32),
    /// This number or fewer.
    AtMost(u32),
    /// From the first number to the second, both included.
    Between(u32, u32),
}

impl CountBound {
    /// The numbers that the window offers; a file may have larger ones.
    pub const NUMBER: Number = Number::new("", "number", "The required number.", Unit::None, 0..=100);
    /// The ranges that the window offers.
    pub const RANGE: Number = Number { most: 10_000, ..Self::NUMBER };

    /// Returns `true` if the number is within the bound.
    pub fn contains(self, count: u64) -> bool {
        let (least, most) = self.ends();
        least <= count && count <= most
    }

    /// Returns a number beyond which more make no difference.
    pub(crate) fn enough(self) -> u64 {
        match self {
            Self::AtLeast(least) => u64::from(least),
            Self::AtMost(most) | Self::Between(_, most) => u64::from(most) + 1,
        }
    }

    /// Returns minimum and maximum.
    fn ends(self) -> (u64, u64) {
        match self {
            Self::AtLeast(least) => (u64::from(least), u64::MAX),
            Self::AtMost(most) => (0, u64::from(most)),
            Self::Between(least, most) => (u64::from(least), u64::from(most)),
        }
    }

    /// Returns the bound in words: "at least 3".
    pub fn text(self) -> String {
        match self {
            Self::AtLeast(least) => format!("at least {least}"),
            Self::AtMost(most) => format!("at most {most}"),
            Self::Between(least, most) if least == most => least.to_string(),
            Self::Between(least, most) => format!("{least} to {most}"),
        }
    }
}
