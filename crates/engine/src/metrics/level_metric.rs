//! A metric, its unit and its values.

use std::cmp::Ordering;
use std::fmt;

use serde::{Serialize, Serializer};

use super::LEVEL_METRICS;
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
    /// The values on maps made by hand, if they are known: dungeons of *The Legend of Zelda* and maps of *Doom*,
    /// measured on the Video Game Level Corpus.
    pub by_hand: Option<&'static str>,
    pub(super) measure: fn(&MeasuredLevel<'_>) -> Option<MetricValue>,
}

impl LevelMetric {
    /// Returns the metric of a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        LEVEL_METRICS.iter().find(|metric| metric.name == name)
    }

    /// Returns the name in words, for example *dead ends*.
    pub fn words(&self) -> String {
        self.name.replace('_', " ")
    }

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

    /// Returns `true` if all values are whole numbers.
    pub const fn is_whole(self) -> bool {
        match self {
            Self::Count | Self::Cells | Self::Steps => true,
            Self::Share | Self::Ratio => false,
        }
    }

    /// Writes a value or an average with about three digits; shares in per cent.
    pub fn text_of(self, value: f64) -> String {
        self.text_with(value, 0)
    }

    /// Writes two values with as many digits as tell them apart, at most three more than usual.
    pub fn texts_of(self, one: f64, other: f64) -> [String; 2] {
        let texts = |more| [one, other].map(|value| self.text_with(value, more));
        (0..3).map(texts).find(|[one, other]| one != other).unwrap_or_else(|| texts(3))
    }

    /// Writes a value or an average with some digits more than [`MetricUnit::text_of`].
    pub fn text_with(self, value: f64, more_digits: usize) -> String {
        match self {
            Self::Share => format!("{} %", short(100.0 * value, more_digits)),
            _ => short(value, more_digits),
        }
    }
}

/// Writes a number with about three digits and some more, without zeros at the end.
fn short(value: f64, more_digits: usize) -> String {
    let digits = match value.abs() {
        size if size >= 100.0 => 0,
        size if size >= 1.0 => 1,
        _ => 2,
    };
    let digits = digits + more_digits;
    let text = format!("{value:.digits$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// Writes the name.
impl Serialize for MetricUnit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
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

    /// Returns the value if it is a whole number.
    pub fn as_whole(self) -> Option<u64> {
        self.part.is_multiple_of(self.whole).then(|| self.part / self.whole)
    }

    /// Returns the value as a floating-point number.
    pub fn as_f64(self) -> f64 {
        self.part as f64 / self.whole as f64
    }

    /// Compares two values exactly.
    pub fn compare(self, other: Self) -> Ordering {
        let product = |part: u64, whole: u64| u128::from(part) * u128::from(whole);
        product(self.part, other.whole).cmp(&product(other.part, self.whole))
    }
}

/// Writes whole numbers as such, and fractions with a point.
impl Serialize for MetricValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.part.is_multiple_of(self.whole) {
            serializer.serialize_u64(self.part / self.whole)
        } else {
            serializer.serialize_f64(self.as_f64())
        }
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
    fn texts_have_about_three_digits() {
        let texts = [0.0, 0.256, 1.0, 12.34, 12.0, 1234.5].map(|value| MetricUnit::Ratio.text_of(value));
        assert_eq!(texts, ["0", "0.26", "1", "12.3", "12", "1234"]);
        assert_eq!(MetricUnit::Share.text_of(0.256), "25.6 %");
    }

    #[test]
    fn values_are_written_as_short_as_they_are_exact() {
        assert_eq!(MetricValue::count(12).to_string(), "12");
        assert_eq!(MetricValue::ratio(1, 4).unwrap().to_string(), "0.25");
        assert_eq!(MetricValue::ratio(6, 3).unwrap().to_string(), "2");
        assert_eq!(MetricValue::ratio(1, 0), None);
    }

    #[test]
    fn two_values_have_as_many_digits_as_tell_them_apart() {
        assert_eq!(MetricUnit::Ratio.texts_of(1.21, 1.22), ["1.21", "1.22"]);
        assert_eq!(MetricUnit::Share.texts_of(0.25, 0.5), ["25 %", "50 %"]);
        assert_eq!(MetricUnit::Count.texts_of(2.0, 2.0), ["2", "2"]);
    }

    #[test]
    fn values_are_compared_as_fractions() {
        let ratio = |part, whole| MetricValue::ratio(part, whole).unwrap();
        assert!(ratio(2, 6).compare(ratio(1, 3)).is_eq());
        assert!(ratio(333, 1000).compare(ratio(1, 3)).is_lt());
        assert!(MetricValue::count(1).compare(ratio(1, 3)).is_gt());
    }
}
