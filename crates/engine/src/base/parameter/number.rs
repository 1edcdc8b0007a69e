//! Parameters that are numbers, with units and ranges.

use std::ops::RangeInclusive;

use super::Parameter;

/// A parameter that is a number, or a range of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Name and tooltip.
    pub parameter: Parameter,
    /// The unit.
    pub unit: Unit,
    /// The minimum.
    pub least: u32,
    /// The maximum.
    pub most: u32,
}

impl Number {
    /// Returns a number. Space around the tooltip, which doc comments have, is removed.
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

    /// Returns the range of valid numbers.
    pub const fn range(&self) -> RangeInclusive<u32> {
        self.least..=self.most
    }
}

/// The unit of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// No unit.
    None,
    /// Cells of the level.
    Cells,
    /// Parts of a hundred.
    Percent,
    /// Parts of a thousand.
    Permille,
    /// Repetitions.
    Times,
}

impl Unit {
    /// Returns the text that follows a number in this unit.
    pub const fn suffix(self, count: u32) -> &'static str {
        match (self, count) {
            (Self::None, _) => "",
            (Self::Cells, 1) => " cell",
            (Self::Cells, _) => " cells",
            (Self::Percent, _) => " %",
            (Self::Permille, _) => " in 1,000",
            (Self::Times, 1) => " time",
            (Self::Times, _) => " times",
        }
    }
}
