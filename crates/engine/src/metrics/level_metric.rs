//! A metric, its unit and its values.

use std::cmp::Ordering;
use std::fmt;

use super::measured_level::MeasuredLevel;

/// A metric of finished levels.
#[derive(Clone, Copy, Debug)]
pub struct LevelMetric {
    /// Unique name, also the name of its column in tables.
    pub name: &'static str,
    /// The unit of its values.
    pub unit: MetricUnit,
    /// Sentence that defines it.
    pub definition: &'static str,
    /// The paper that it follows, if there is one.
    pub source: Option<&'static str>,
    pub(super) measure: fn(&MeasuredLevel<'_>) -> Option<MetricValue>,
}

impl LevelMetric {
    /// Returns the value for a level, or `None` if the level has nothing to measure, for example no solution.
    pub fn measure(&self, level: &MeasuredLevel<'_>) -> Option<MetricValue> {
        (self.measure)(level)
    }
}

/// The unit of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricUnit {
    /// A number of things, which the definition names.
    Count,
    /// A number of cells.
    Cells,
    /// A number of steps from cell to cell.
    Steps,
    /// A part of a whole, from 0 to 1.
    Share,
    /// A quotient of two numbers.
    Ratio,
}

impl MetricUnit {
    /// Returns the name of the unit, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Cells => "cells",
            Self::Steps => "steps",
            Self::Share => "share",
            Self::Ratio => "ratio",
        }
    }
}

/// The value of a metric, as an exact fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MetricValue {
    part: u64,
    /// At least 1.
    whole: u64,
}

impl MetricValue {
    /// Returns a whole number.
    pub fn count(count: usize) -> Self {
        Self { part: count as u64, whole: 1 }
    }

    /// Returns a fraction, or `None` if `whole` is 0.
    pub fn ratio(part: usize, whole: usize) -> Option<Self> {
        (whole > 0).then_some(Self { part: part as u64, whole: whole as u64 })
    }

    /// Compares two values exactly.
    pub fn compare(self, other: Self) -> Ordering {
        let product = |part: u64, whole: u64| u128::from(part) * u128::from(whole);
        product(self.part, other.whole).cmp(&product(other.part, self.whole))
    }

    /// Returns the value as a floating-point number.
    pub fn as_f64(self) -> f64 {
        self.part as f64 / self.whole as f64
    }
}

/// Writes whole numbers without a point, and fractions with as many digits as they need.
impl fmt::Display for MetricValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_f64().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_short_as_they_are_exact() {
        assert_eq!(MetricValue::count(12).to_string(), "12");
        assert_eq!(MetricValue::ratio(1, 4).unwrap().to_string(), "0.25");
        assert_eq!(MetricValue::ratio(6, 3).unwrap().to_string(), "2");
        assert_eq!(MetricValue::ratio(1, 0), None);
    }
}
