//! How much a command does at most, whatever the files ask for.

use std::num::NonZeroU32;

use super::{Number, Unit};

/// The most that limits in files can be, and the work and memory that a stage may need beyond them.
///
/// With the default every stage ends within about three seconds and a gigabyte. Everything is counted, nothing is timed, so that the same input ends at the same point on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ceilings {
    /// How many times as high as by default they are.
    factor: u64,
    limit: u32,
    derivation_work: u64,
    derivation_bytes: u64,
    level_cells: u64,
    cave_turns: u64,
    tunnel_cells: u64,
    walker_steps: u64,
    entities: u64,
}

impl Default for Ceilings {
    fn default() -> Self {
        Self {
            factor: 1,
            limit: 500_000,
            derivation_work: 100_000_000,
            derivation_bytes: 300_000_000,
            level_cells: 18_000_000,
            // Each of these takes two to three seconds.
            cave_turns: 900_000_000,
            tunnel_cells: 100_000_000,
            walker_steps: 80_000_000,
            // About 300 megabytes, and a file of a level that can still be read.
            entities: 500_000,
        }
    }
}

impl Ceilings {
    /// The option of the command line that raises them.
    pub const OPTION: &str = "--ceiling";
    /// How many times as high as by default they can be.
    pub const FACTOR: Number = Number::new(
        "ceiling",
        "ceiling",
        "Raises the ceilings to so many times the default",
        Unit::Times,
        1..=1000,
    );

    /// None: for a caller who knows what it asks for.
    pub const NONE: Self = Self {
        factor: u64::MAX,
        limit: u32::MAX,
        derivation_work: u64::MAX,
        derivation_bytes: u64::MAX,
        level_cells: u64::MAX,
        cave_turns: u64::MAX,
        tunnel_cells: u64::MAX,
        walker_steps: u64::MAX,
        entities: u64::MAX,
    };

    /// That many times as high as by default.
    pub fn raised(factor: NonZeroU32) -> Self {
        let default = Self::default();
        let raised = |number: u64| number.saturating_mul(u64::from(factor.get()));
        Self {
            factor: raised(default.factor),
            limit: default.limit.saturating_mul(factor.get()),
            derivation_work: raised(default.derivation_work),
            derivation_bytes: raised(default.derivation_bytes),
            level_cells: raised(default.level_cells),
            cave_turns: raised(default.cave_turns),
            tunnel_cells: raised(default.tunnel_cells),
            walker_steps: raised(default.walker_steps),
            entities: raised(default.entities),
        }
    }

    /// Low ones, so that a test meets them soon.
    #[cfg(test)]
    pub(crate) fn low(limit: u32, derivation_work: u64, derivation_bytes: u64) -> Self {
        Self { limit, derivation_work, derivation_bytes, ..Self::default() }
    }

    /// Low ones for what comes after the layout.
    #[cfg(test)]
    pub(crate) fn low_for_levels(cave_turns: u64, walker_steps: u64, entities: u64) -> Self {
        Self { cave_turns, walker_steps, entities, ..Self::default() }
    }

    /// How many steps a derivation may have, and how many nodes and how many edges a mission.
    pub fn limit(self) -> u32 {
        self.limit
    }

    /// How many times as high as by default.
    pub fn factor(self) -> u64 {
        self.factor
    }

    /// How much work a derivation may be, in mission elements that are looked at.
    pub fn derivation_work(self) -> u64 {
        self.derivation_work
    }

    /// How many bytes of memory the steps of a derivation and the matches of its rules may take.
    pub fn derivation_bytes(self) -> u64 {
        self.derivation_bytes
    }

    /// How many cells a level may have.
    pub fn level_cells(self) -> u64 {
        self.level_cells
    }

    /// How many turns the cells of a level may take while its caves are smoothed. A turn in which a cell changes is worth several.
    pub fn cave_turns(self) -> u64 {
        self.cave_turns
    }

    /// How many cells may be searched for tunnels to loose parts of caves.
    pub fn tunnel_cells(self) -> u64 {
        self.tunnel_cells
    }

    /// How many steps the walkers of a level may take.
    pub fn walker_steps(self) -> u64 {
        self.walker_steps
    }

    /// How many entities may lie in a level.
    pub fn entities(self) -> u64 {
        self.entities
    }
}
