//! Parameters that are numbers: their units and ranges.

use std::ops::RangeInclusive;

use super::Parameter;

/// A parameter that is a number, or a range of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// What it is called.
    pub parameter: Parameter,
    /// What it counts.
    pub unit: Unit,
    /// The least number that it can be.
    pub least: u32,
    /// The largest number that it can be.
    pub most: u32,
}

impl Number {
    /// A number; space around the tooltip, as doc comments have it, is cut off.
    pub const fn new(
        field: &'static str,
        name: &'static str,
        tooltip: &'static str,
        unit: Unit,
        range: RangeInclusive<u32>,
    ) -> Self {
        let parameter = Parameter { field, name, tooltip: tooltip.trim_ascii() };
        Self { parameter, unit, least: *range.start(), most: *range.end() }
    }

    /// The numbers that it can be.
    pub const fn range(&self) -> RangeInclusive<u32> {
        self.least..=self.most
    }
}

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Nothing that has a name.
    None,
    /// Cells of the level.
    Cells,
    /// Parts of a hundred.
    Percent,
    /// Parts of a thousand.
    Permille,
    /// How often.
    Times,
}

impl Unit {
    /// What stands behind so many of it.
    pub const fn suffix(self, count: u32) -> &'static str {
        match (self, count) {
            (Self::None, _) => "",
            (Self::Cells, 1) => " cell",
            (Self::Cells, _) => " cells",
            (Self::Percent, _) => " %",
            (Self::Permille, _) => " ‰",
            (Self::Times, 1) => " time",
            (Self::Times, _) => " times",
        }
    }
}
