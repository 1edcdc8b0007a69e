//! Upper limits on the work of a command, whatever its files ask for.
//!
//! Everything is counted and nothing is timed, so the same input stops at the same point on every machine.
//! With the defaults, every stage ends within about three seconds and one gigabyte.

use std::num::NonZeroU32;

use super::{Number, Unit};

/// Maximum values for limits in files, and for the work and memory of each stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ceilings {
    /// Multiple of the default ceilings.
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
            // About 300 megabytes, and a level file that can still be read.
            entities: 500_000,
        }
    }
}

impl Ceilings {
    /// The command line option that raises the ceilings.
    pub const OPTION: &str = "--ceiling";
    /// Range of the option's factor.
    pub const FACTOR: Number =
        Number::new("ceiling", "ceiling", "Multiplies the ceilings by this factor", Unit::Times, 1..=1000);

    /// No ceilings, for a caller who knows what it asks for.
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

    /// Returns ceilings that are `factor` times the default.
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

    /// Returns low ceilings, so that a test reaches them soon.
    #[cfg(test)]
    pub(crate) fn low(limit: u32, derivation_work: u64, derivation_bytes: u64) -> Self {
        Self { limit, derivation_work, derivation_bytes, ..Self::default() }
    }

    /// Returns low ceilings for the stages after the layout.
    #[cfg(test)]
    pub(crate) fn low_for_levels(cave_turns: u64, walker_steps: u64, entities: u64) -> Self {
        Self { cave_turns, walker_steps, entities, ..Self::default() }
    }

    /// Returns the maximum number of steps of a derivation, and of nodes and of edges of a mission.
    pub fn limit(self) -> u32 {
        self.limit
    }

    /// Returns the multiple of the default ceilings.
    pub fn factor(self) -> u64 {
        self.factor
    }

    /// Returns the maximum work of a derivation, in mission elements examined.
    pub fn derivation_work(self) -> u64 {
        self.derivation_work
    }

    /// Returns the maximum memory of a derivation's steps and matches, in bytes.
    pub fn derivation_bytes(self) -> u64 {
        self.derivation_bytes
    }

    /// Returns the maximum number of cells of a level.
    pub fn level_cells(self) -> u64 {
        self.level_cells
    }

    /// Returns the maximum number of cell turns while the caves of a level are smoothed.
    ///
    /// A turn in which a cell changes costs several.
    pub fn cave_turns(self) -> u64 {
        self.cave_turns
    }

    /// Returns the maximum number of cells searched for tunnels to loose parts of caves.
    pub fn tunnel_cells(self) -> u64 {
        self.tunnel_cells
    }

    /// Returns the maximum number of steps of the walkers of a level.
    pub fn walker_steps(self) -> u64 {
        self.walker_steps
    }

    /// Returns the maximum number of entities in a level.
    pub fn entities(self) -> u64 {
        self.entities
    }
}
