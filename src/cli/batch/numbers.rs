//! Ranges of seeds, numbers of threads, and the values of a sweep.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::base::counted;

/// Maximum number of values of a sweep.
const MOST_VALUES: usize = 1000;

/// A non-empty range of seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeedRange(pub RangeInclusive<u64>);

impl SeedRange {
    /// Returns the number of seeds.
    pub fn count(&self) -> u64 {
        (self.0.end() - self.0.start()).saturating_add(1)
    }
}

impl FromStr for SeedRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\" is not a range of seeds; write, for example, 1..101 or 1..=100");
        let (first, end) = text.split_once("..").ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
        let first = number(first)?;
        let last = match end.strip_prefix('=') {
            Some(last) => number(last)?,
            None => number(end)?.checked_sub(1).ok_or("seeds start at 0")?,
        };
        if first > last {
            return Err(format!("there are no seeds in \"{text}\""));
        }
        Ok(Self(first..=last))
    }
}

/// A number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Jobs(pub NonZeroUsize);

impl FromStr for Jobs {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number {
            return Err(format!("\"{text}\" is not a number of threads; write 1 or more"));
        }
        // A number too large to parse is treated as the maximum.
        let number = text.parse().unwrap_or(usize::MAX);
        let least = "at least one thread is needed; write 1 or more, or leave out --jobs";
        NonZeroUsize::new(number).map(Self).ok_or_else(|| least.to_owned())
    }
}

/// A path to a number of the grammar, and the values that it takes one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sweep {
    pub path: String,
    pub values: Vec<i64>,
}

impl FromStr for Sweep {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let example = "write, for example, rules/Split/weight=1..=9, 0..101/20 or 1,2,5";
        let wrong = || format!("\"{text}\" is not a sweep; {example}");
        // Names may contain an equals sign, values do not, except in ..=
        let mut signs = text.rmatch_indices('=').map(|(at, _)| text.split_at(at));
        let parts = signs.find(|(path, _)| !path.ends_with(".."));
        let (path, values) = parts.ok_or_else(wrong)?;
        let mut found = Vec::new();
        for part in values.trim_start_matches('=').split(',') {
            found.extend(parse_values(part.trim()).ok_or_else(wrong)?);
            if found.len() > MOST_VALUES {
                return Err(format!("a sweep has at most {}", counted(MOST_VALUES, "value")));
            }
        }
        if found.is_empty() {
            return Err(format!("there are no values in \"{text}\""));
        }
        Ok(Self { path: path.trim().to_owned(), values: found })
    }
}

/// Reads `5`, `1..10`, `1..=9` or `1..=9/2`.
fn parse_values(text: &str) -> Option<Vec<i64>> {
    let Some((first, end)) = text.split_once("..") else { return Some(vec![text.parse().ok()?]) };
    let (end, step) =
        end.split_once('/').map_or((end, Some(1)), |(end, step)| (end, step.trim().parse().ok()));
    let (first, step) = (first.trim().parse::<i64>().ok()?, step.filter(|step: &usize| *step > 0)?);
    let values = match end.strip_prefix('=') {
        Some(last) => first..=last.trim().parse().ok()?,
        None => first..=end.trim().parse::<i64>().ok()?.checked_sub(1)?,
    };
    Some(values.step_by(step).take(MOST_VALUES + 1).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_at_least_one() {
        assert_eq!("3".parse(), Ok(Jobs(NonZeroUsize::new(3).unwrap())));
        assert_eq!("99999999999999999999999".parse(), Ok(Jobs(NonZeroUsize::MAX)));
        for text in ["0", "00", "", "-1", "x", "1.5"] {
            assert!(text.parse::<Jobs>().is_err(), "{text}");
        }
    }

    #[test]
    fn seeds_are_written_as_ranges() {
        assert_eq!("1..4".parse(), Ok(SeedRange(1..=3)));
        assert_eq!("1..=4".parse(), Ok(SeedRange(1..=4)));
        for text in ["", "4", "4..4", "..4", "4..", "0..0", "5..=4", "-1..4", "a..b", "1...4"] {
            assert!(text.parse::<SeedRange>().is_err(), "{text}");
        }
    }

    #[test]
    fn values_of_a_sweep_are_ranges_and_lists() {
        let values = |text: &str| format!("a/b={text}").parse::<Sweep>().map(|sweep| sweep.values);
        assert_eq!(values("1..4"), Ok(vec![1, 2, 3]));
        assert_eq!(values("1..=9/4"), Ok(vec![1, 5, 9]));
        assert_eq!(values("-2..=0, 7,5"), Ok(vec![-2, -1, 0, 7, 5]));
        let sweep: Sweep = "rules/a=b/weight=1..=2".parse().unwrap();
        assert_eq!((sweep.path.as_str(), sweep.values), ("rules/a=b/weight", vec![1, 2]));
        for text in ["", "x", "4..4", "1..=9/0", "1..", "1.5", "0..1001"] {
            assert!(values(text).is_err(), "{text}");
        }
        assert!("rules".parse::<Sweep>().is_err());
    }
}
