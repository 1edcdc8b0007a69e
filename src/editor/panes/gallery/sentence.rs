//! Reads a bound on a metric from a sentence, for example *places at least 20*.

use std::ops::Bound::{self, Excluded, Included, Unbounded};

use crate::metrics::{LEVEL_METRICS, LevelMetric};
use crate::survey::{FilterBound, SeedFilter};

/// A comparison, and the words and signs for it.
const COMPARISONS: [(Comparison, &[&str]); 5] = [
    (Comparison::AtLeast, &["at least", "or more", ">=", "≥", "minimum", "min"]),
    (Comparison::AtMost, &["at most", "or less", "or fewer", "up to", "<=", "≤", "maximum", "max"]),
    (Comparison::MoreThan, &["more than", "over", "above", ">"]),
    (Comparison::LessThan, &["less than", "fewer than", "under", "below", "<"]),
    (Comparison::Exactly, &["exactly", "equal", "="]),
];

/// Words for numbers.
const NUMBER_WORDS: [(&str, f64); 14] = [
    ("no", 0.0),
    ("without", 0.0),
    ("one", 1.0),
    ("two", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("an", 1.0),
    ("some", 1.0),
    ("a", 1.0),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    AtLeast,
    AtMost,
    MoreThan,
    LessThan,
    Exactly,
}

/// Reads a sentence. Two numbers are a range, and a number without a comparison is meant exactly.
///
/// # Errors
/// Returns a sentence that says what is missing.
pub fn bound_in(text: &str) -> Result<FilterBound, String> {
    let text = text.to_lowercase().replace('_', " ");
    let (metric, rest) =
        metric_in(&text).ok_or("It needs a metric: type for example \"places at least 20\"")?;
    let mut numbers = numbers_in(&rest);
    let said = COMPARISONS.iter().find(|(_, words)| words.iter().any(|word| has_words(&rest, word)));
    let mut comparison = said.map_or(Comparison::Exactly, |(comparison, _)| *comparison);
    if let Some((_, number)) =
        NUMBER_WORDS.iter().find(|(word, _)| numbers.is_empty() && has_words(&rest, word))
    {
        numbers.push(*number);
        // "a loop" does not mean that there is no second one.
        let is_article = said.is_none() && ["a", "an", "some"].iter().any(|word| has_words(&rest, word));
        comparison = if is_article { Comparison::AtLeast } else { comparison };
    }
    let (from, to) = match (numbers.as_slice(), comparison) {
        ([], _) => {
            return Err(format!("It needs a number: type for example \"{} at least 2\"", metric.words()));
        }
        ([one, other], _) => (Included(one.min(*other)), Included(one.max(*other))),
        ([number], Comparison::AtLeast) => (Included(*number), Unbounded),
        ([number], Comparison::AtMost) => (Unbounded, Included(*number)),
        ([number], Comparison::MoreThan) => (Excluded(*number), Unbounded),
        ([number], Comparison::LessThan) => (Unbounded, Excluded(*number)),
        ([number], Comparison::Exactly) => (Included(*number), Included(*number)),
        _ => return Err("It has too many numbers: type one, or two for a range".to_owned()),
    };
    Ok(FilterBound { metric, from, to })
}

/// Reads one or several sentences with commas or *and* between them: *2 locks, a loop and at most 25 places*.
///
/// # Errors
/// Returns a sentence that says what is missing in the first that cannot be read.
pub fn bounds_in(text: &str) -> Result<Vec<FilterBound>, String> {
    // "from 1 and 3" is one sentence, and so is every text that reads as one.
    let parts: Vec<&str> = text
        .split([',', ';'])
        .flat_map(|part| {
            if bound_in(part).is_ok_and(|_| !has_two_metrics(part)) {
                vec![part]
            } else {
                part.split(" and ").collect()
            }
        })
        .filter(|part| !part.trim().is_empty())
        .collect();
    parts.into_iter().map(bound_in).collect()
}

/// Returns `true` if a text names a metric again after its first one.
fn has_two_metrics(text: &str) -> bool {
    let text = text.to_lowercase().replace('_', " ");
    metric_in(&text).is_some_and(|(_, rest)| metric_in(&rest).is_some())
}

/// Adds a bound to a filter. A lower and an upper bound of one metric become a range.
pub fn add_bound(filter: &mut SeedFilter, new: FilterBound) {
    let known = filter.bounds().iter().find(|known| known.metric.name == new.metric.name).copied();
    let joined = known.map_or(new, |known| match (&new.from, &new.to) {
        (Unbounded, to) if starts_before(known.from, *to) => FilterBound { from: known.from, ..new },
        (from, Unbounded) if starts_before(*from, known.to) => FilterBound { to: known.to, ..new },
        _ => new,
    });
    filter.set(joined);
}

fn starts_before(from: Bound<f64>, to: Bound<f64>) -> bool {
    match (from, to) {
        (Included(from) | Excluded(from), Included(to) | Excluded(to)) => from <= to,
        (Unbounded, _) | (_, Unbounded) => true,
    }
}

/// Finds the metric with the longest name in a text. Returns it with the text without the name.
fn metric_in(text: &str) -> Option<(&'static LevelMetric, String)> {
    let names = LEVEL_METRICS.iter().flat_map(|metric| {
        let words = metric.words();
        let single = singular(&words);
        [words, single].into_iter().map(move |name| (metric, name))
    });
    let found = names.filter(|(_, name)| has_words(text, name));
    let (metric, name) = found.max_by_key(|(_, name)| name.len())?;
    Some((metric, text.replacen(&name, " ", 1)))
}

/// Returns the words for one of several things: *loop* for *loops*.
pub(super) fn singular(words: &str) -> String {
    match words.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => words.strip_suffix('s').unwrap_or(words).to_owned(),
    }
}

/// Returns `true` if a text has these words, and not only as a part of others.
fn has_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphabetic);
        let (before, after) = (text.get(..at).unwrap_or(""), text.get(at + words.len()..).unwrap_or(""));
        let is_sign = !words.starts_with(char::is_alphabetic);
        is_sign || !is_letter(before.chars().next_back()) && !is_letter(after.chars().next())
    })
}

/// Returns the numbers in a text; those with a percent sign are parts of 1.
fn numbers_in(text: &str) -> Vec<f64> {
    let is_part = |letter: char| letter.is_ascii_digit() || letter == '.';
    let mut numbers = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let from = rest.get(start..).unwrap_or("");
        let end = from.find(|letter| !is_part(letter)).unwrap_or(from.len());
        let (number, after) = from.split_at(end);
        let is_percent = after.trim_start().starts_with('%');
        let number = number.trim_end_matches('.').parse::<f64>().ok();
        numbers.extend(number.map(|number| if is_percent { number / 100.0 } else { number }));
        rest = after;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        bound_in(text).map_or_else(|why| why, |bound| bound.sentence())
    }

    #[test]
    fn sentences_are_read_in_many_forms() {
        for (text, expected) in [
            ("places at least 20", "places at least 20"),
            ("at most 25 places", "places at most 25"),
            ("Loops >= 1", "loops at least 1"),
            ("1 loop or more", "loops at least 1"),
            ("exactly 1 entity", "entities exactly 1"),
            ("locks 2", "locks exactly 2"),
            ("dead_ends between 3 and 1", "dead ends from 1 to 3"),
            ("solution steps more than 100", "solution steps more than 100"),
            ("loops per place < 0.5", "loops per place less than 0.5"),
            ("walkable share from 25 % to 40 %", "walkable share from 25 % to 40 %"),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn sentences_are_read_as_they_are_written() {
        for metric in &LEVEL_METRICS {
            for (from, to) in
                [(Included(2.0), Unbounded), (Unbounded, Included(3.0)), (Included(1.0), Included(4.0))]
            {
                let bound = FilterBound { metric, from, to };
                assert_eq!(bound_in(&bound.sentence()), Ok(bound));
            }
        }
    }

    #[test]
    fn several_sentences_are_read_at_once() {
        let read = |text: &str| -> Vec<String> {
            bounds_in(text)
                .unwrap_or_else(|why| panic!("{text}: {why}"))
                .iter()
                .map(FilterBound::sentence)
                .collect()
        };
        assert_eq!(
            read("2 locks, a loop and at most 25 places"),
            ["locks exactly 2", "loops at least 1", "places at most 25"]
        );
        assert_eq!(read("loops between 1 and 3, no dead ends"), ["loops from 1 to 3", "dead ends exactly 0"]);
        assert_eq!(
            read("at least two locks and loops at least one"),
            ["locks at least 2", "loops at least 1"]
        );
        assert!(bounds_in("2 locks, loud").is_err());
    }

    #[test]
    fn missing_parts_are_named() {
        assert!(read("at least 20").contains("needs a metric"));
        assert!(read("places at least").contains("\"places at least 2\""));
        assert!(read("places 1 2 3").contains("too many numbers"));
    }

    #[test]
    fn lower_and_upper_bound_become_a_range() {
        let mut filter = SeedFilter::default();
        for text in ["places at least 20", "places at most 25", "locks at least 2", "places at least 22"] {
            add_bound(&mut filter, bound_in(text).unwrap());
        }
        let mut sentences: Vec<String> = filter.sentences().collect();
        sentences.sort();
        assert_eq!(sentences, ["locks at least 2", "places from 22 to 25"]);
        add_bound(&mut filter, bound_in("places at most 10").unwrap());
        assert!(filter.sentences().any(|sentence| sentence == "places at most 10"), "no empty range");
    }
}
