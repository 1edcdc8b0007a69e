//! Bounds of metrics: whole numbers, percentages and fractions, compared exactly.

use std::cmp::Ordering;
use std::fmt;

use serde::de::{self, EnumAccess, VariantAccess};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::{Described, Number, Unit};
use crate::metrics::MetricValue;

/// A required value of a metric: `AtLeast(3)`, `AtMost(Percent(25))` or `Between(1, Fraction(5, 2))`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Described)]
pub enum MetricBound {
    /// This value or more.
    AtLeast(MetricNumber),
    /// This value or less.
    AtMost(MetricNumber),
    /// From the first value to the second, both included.
    Between(MetricNumber, MetricNumber),
}

/// A value to compare a metric with: `3`, `Percent(25)` or `Fraction(1, 3)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Described)]
pub enum MetricNumber {
    /// A whole number.
    #[described(bare)]
    Whole(u32),
    /// Hundredths: `Percent(25)` is a quarter, and `Percent(150)` is one and a half.
    Percent(u32),
    /// The first number divided by the second, which is at least 1.
    Fraction(u32, u32),
}

impl MetricBound {
    /// Returns minimum and maximum, as far as they are given.
    pub fn ends(self) -> (Option<MetricNumber>, Option<MetricNumber>) {
        match self {
            Self::AtLeast(least) => (Some(least), None),
            Self::AtMost(most) => (None, Some(most)),
            Self::Between(least, most) => (Some(least), Some(most)),
        }
    }

    /// Returns `true` if the value is within the bound. A fraction with the divisor 0 bounds nothing.
    pub fn contains(self, value: MetricValue) -> bool {
        let (least, most) = self.ends();
        let compared = |end: Option<MetricNumber>| Some(value.compare(end?.value()?));
        compared(least) != Some(Ordering::Less) && compared(most) != Some(Ordering::Greater)
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

    /// Returns `true` if the bound is given in percent.
    pub fn is_in_percent(self) -> bool {
        let (least, most) = self.ends();
        matches!(least.or(most), Some(MetricNumber::Percent(_)))
    }
}

impl MetricNumber {
    /// The whole numbers that the window offers; a file may have larger ones.
    pub const WHOLE: Number = Number::new("", "number", "The required value.", Unit::None, 0..=1000);
    /// The percentages that the window offers; a file may have larger ones.
    pub const PERCENT: Number =
        Number::new("", "percentage", "The required value in hundredths.", Unit::Percent, 0..=100);

    /// The parts of fractions that the window offers; a file may have larger ones.
    pub const PART: Number =
        Number::new("", "part", "The upper number of the fraction.", Unit::None, 0..=1000);
    /// The divisors of fractions that the window offers; a file may have larger ones.
    pub const DIVISOR: Number =
        Number::new("", "divisor", "The lower number of the fraction.", Unit::None, 1..=1000);

    /// Returns the value; `None` for a fraction with the divisor 0.
    pub fn value(self) -> Option<MetricValue> {
        match self {
            Self::Whole(number) => MetricValue::ratio(number as usize, 1),
            Self::Percent(number) => MetricValue::ratio(number as usize, 100),
            Self::Fraction(part, whole) => MetricValue::ratio(part as usize, whole as usize),
        }
    }
}

impl fmt::Display for MetricNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(number) => number.fmt(f),
            Self::Percent(number) => write!(f, "{number} %"),
            Self::Fraction(part, whole) => write!(f, "{part}/{whole}"),
        }
    }
}

impl Serialize for MetricNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// The variants with a name.
        #[derive(Serialize)]
        enum Variant {
            Percent(u32),
            Fraction(u32, u32),
        }

        match *self {
            Self::Whole(number) => serializer.serialize_u32(number),
            Self::Percent(number) => Variant::Percent(number).serialize(serializer),
            Self::Fraction(part, whole) => Variant::Fraction(part, whole).serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for MetricNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        enum Variant {
            Percent,
            Fraction,
        }

        struct Pair;

        impl<'de> de::Visitor<'de> for Pair {
            type Value = MetricNumber;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("two numbers like Fraction(1, 3)")
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<MetricNumber, A::Error> {
                let short = |count| de::Error::invalid_length(count, &self);
                let part = seq.next_element()?.ok_or_else(|| short(0))?;
                let whole = seq.next_element()?.ok_or_else(|| short(1))?;
                Ok(MetricNumber::Fraction(part, whole))
            }
        }

        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = MetricNumber;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number like 3, Percent(25), or Fraction(1, 3)")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<MetricNumber, E> {
                u32::try_from(number)
                    .map(MetricNumber::Whole)
                    .map_err(|_| E::custom("the number is too large"))
            }

            fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<MetricNumber, A::Error> {
                match data.variant()? {
                    (Variant::Percent, rest) => rest.newtype_variant().map(MetricNumber::Percent),
                    (Variant::Fraction, rest) => rest.tuple_variant(2, Pair),
                }
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_compared_exactly() {
        let third = MetricValue::ratio(1, 3).unwrap();
        let one_third = MetricNumber::Fraction(1, 3);
        assert!(MetricBound::AtLeast(one_third).contains(third));
        assert!(MetricBound::Between(one_third, one_third).contains(MetricValue::ratio(2, 6).unwrap()));
        assert!(!MetricBound::AtMost(MetricNumber::Percent(33)).contains(third));
        assert!(MetricBound::AtMost(MetricNumber::Percent(34)).contains(third));
        let large = MetricValue::ratio(usize::MAX - 1, usize::MAX).unwrap();
        assert!(!MetricBound::AtLeast(MetricNumber::Whole(1)).contains(large));
        assert!(MetricBound::AtMost(MetricNumber::Whole(1)).contains(large));
    }

    #[test]
    fn fractions_of_nothing_bound_nothing() {
        let nothing = MetricNumber::Fraction(1, 0);
        assert!(MetricBound::Between(nothing, nothing).contains(MetricValue::count(7)));
    }
}
