//! The option for a sweep: a path to a number, and its values.

use std::str::FromStr;

use crate::base::{counted, printable};

/// Maximum number of values of a sweep.
const MOST_VALUES: usize = 1000;

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
        let wrong = || format!("\"{}\" is not a sweep; {example}", printable(text));
        // Names may contain an equals sign, values do not, except in ..=
        let mut signs = text.rmatch_indices('=').map(|(at, _)| text.split_at(at));
        let parts = signs.find(|(path, _)| !path.ends_with(".."));
        let (path, values) = parts.filter(|(path, _)| !path.trim().is_empty()).ok_or_else(wrong)?;
        let mut found = Vec::new();
        for part in values.trim_start_matches('=').split(',') {
            found.extend(parse_values(part.trim()).ok_or_else(wrong)?);
            if found.len() > MOST_VALUES {
                return Err(format!("a sweep has at most {}", counted(MOST_VALUES, "value")));
            }
        }
        if found.is_empty() {
            return Err(format!("there are no values in \"{}\"", printable(text)));
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
        assert!("rules".parse::<Sweep>().is_err() && "=1".parse::<Sweep>().is_err());
    }
}
