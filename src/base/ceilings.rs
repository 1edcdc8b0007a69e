//! How much a command does at most, whatever the files ask for.

use std::num::NonZeroU32;

/// The most that limits in files can be, and the work and memory that a stage may need beyond them.
///
/// With the default every stage ends within about three seconds and a gigabyte. Everything is counted, nothing is timed, so that the same input ends at the same point on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ceilings {
    factor: NonZeroU32,
}

impl Default for Ceilings {
    fn default() -> Self {
        Self::raised(NonZeroU32::MIN)
    }
}

impl Ceilings {
    /// The option of the command line that raises them.
    pub const OPTION: &str = "--ceiling";

    /// That many times as high as by default.
    pub const fn raised(factor: NonZeroU32) -> Self {
        Self { factor }
    }

    /// How many steps a derivation may have, and how many nodes and how many edges a mission.
    pub fn limit(self) -> u32 {
        500_000_u32.saturating_mul(self.factor.get())
    }

    /// How many times as high as by default.
    pub fn factor(self) -> u64 {
        u64::from(self.factor.get())
    }

    /// How much work a derivation may be, in mission elements that are looked at.
    pub fn derivation_work(self) -> u64 {
        100_000_000 * self.factor()
    }

    /// How many bytes of memory the steps of a derivation and the matches of its rules may take.
    pub fn derivation_bytes(self) -> u64 {
        300_000_000 * self.factor()
    }

    /// How many cells a level may have.
    pub fn level_cells(self) -> u64 {
        8_000_000 * self.factor()
    }
}
