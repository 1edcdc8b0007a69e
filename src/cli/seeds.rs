//! Options of commands that make many levels: lists of seeds, and the number of threads.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;
use std::thread;

use clap::Args;

use crate::base::{Seed, printable};

/// Maximum number of threads per processor; more would only use memory.
const MOST_JOBS_A_PROCESSOR: NonZeroUsize = NonZeroUsize::new(4).expect("four is not zero");

/// Seeds in the order in which they are listed, none of them twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeedList {
    /// Ranges that are not empty and have no seed in common.
    ranges: Vec<RangeInclusive<u64>>,
    /// The last seed of each stretch of listed seeds, by its first one. Stretches have no seed in common.
    covered: BTreeMap<u64, u64>,
}

impl SeedList {
    /// Returns the first seed.
    pub fn first(&self) -> Seed {
        self.ranges.first().map_or(Seed::default(), |range| Seed(*range.start()))
    }

    /// Returns the number of seeds.
    pub fn count(&self) -> u64 {
        let counts = self.ranges.iter().map(|range| (range.end() - range.start()).saturating_add(1));
        counts.fold(0, u64::saturating_add)
    }

    /// Returns all seeds, in their order.
    pub fn seeds(&self) -> impl Iterator<Item = Seed> + Send + use<> {
        self.ranges.clone().into_iter().flatten().map(Seed)
    }

    /// Returns the seeds at these positions of the list.
    pub fn between(&self, positions: Range<u64>) -> impl Iterator<Item = Seed> + Send + use<> {
        let mut before = 0_u64;
        let mut chosen = Vec::new();
        for range in &self.ranges {
            let count = (range.end() - range.start()).saturating_add(1);
            let skipped = positions.start.saturating_sub(before).min(count);
            let end = positions.end.saturating_sub(before).min(count);
            if skipped < end {
                chosen.push(range.start() + skipped..=range.start() + (end - 1));
            }
            before = before.saturating_add(count);
        }
        chosen.into_iter().flatten().map(Seed)
    }

    /// Adds the seeds of a range that are not listed yet.
    fn add(&mut self, first: u64, last: u64) {
        let ranges = self.covered.range(..=last).rev().map(|(first, last)| (*first, *last));
        let mut known: Vec<(u64, u64)> = ranges.take_while(|(_, end)| *end >= first).collect();
        known.reverse();
        let mut next = Some(first);
        for (start, end) in &known {
            self.ranges.extend(next.filter(|next| next < start).map(|next| next..=*start - 1));
            self.covered.remove(start);
            next = end.checked_add(1);
        }
        self.ranges.extend(next.filter(|next| *next <= last).map(|next| next..=last));
        let start = known.first().map_or(first, |(start, _)| first.min(*start));
        let end = known.last().map_or(last, |(_, end)| last.max(*end));
        self.covered.insert(start, end);
    }
}

/// Writes all ranges, for example `1..=100,7..=7`.
impl fmt::Display for SeedList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranges = self.ranges.iter().map(|range| format!("{}..={}", range.start(), range.end()));
        f.write_str(&ranges.collect::<Vec<_>>().join(","))
    }
}

impl FromStr for SeedList {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut list = Self { ranges: Vec::new(), covered: BTreeMap::new() };
        // A single number is the number of seeds.
        let count = text.trim().parse::<u64>().ok().map(|last| (1, last));
        if count == Some((1, 0)) {
            return Err("0 seeds give no levels; write 1 or more, or 0..=0 for the seed 0".to_owned());
        }
        for part in text.split(',') {
            let (first, last) = count.map_or_else(|| ends_of(part), Ok)?;
            list.add(first, last);
        }
        Ok(list)
    }
}

/// Returns the first and the last seed of a part of a list: a range of numbers, a number, or words.
fn ends_of(part: &str) -> Result<(u64, u64), String> {
    let part = part.trim();
    let wrong = || {
        let part = printable(part);
        format!(
            "\"{part}\" names no seeds; write, for example, 100, 1..101, 1..=100, or a list: 7,goblin king,20..=29"
        )
    };
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
    let Some((first, end)) = part.split_once("..") else {
        return Seed::from_words(part).map(|seed| (seed.0, seed.0)).map_err(|_| wrong());
    };
    let (first, last) = match end.strip_prefix('=') {
        Some(last) => (number(first)?, Some(number(last)?)),
        None => (number(first)?, number(end)?.checked_sub(1)),
    };
    last.filter(|last| first <= *last).map(|last| (first, last)).ok_or_else(|| no_seeds(part, first, end))
}

/// Explains a range without seeds, which begins with `first` and is written with this end.
fn no_seeds(part: &str, first: u64, end: &str) -> String {
    let part = printable(part);
    if end.trim().parse() == Ok(first) {
        return format!(
            "there are no seeds in \"{part}\", because its end does not belong to it; write {first}..={first}"
        );
    }
    let (equals, end) = end.strip_prefix('=').map_or(("", end), |end| ("=", end));
    let end = end.trim();
    format!(
        "there are no seeds in \"{part}\", because its end is below its start; write {end}..{equals}{first}"
    )
}

/// Reads a seed: a number or words.
pub(super) fn parse_seed(text: &str) -> Result<Seed, String> {
    let wrong =
        || format!("\"{}\" is not a seed; write words, or a number from 0 to {}", printable(text), u64::MAX);
    Seed::from_words(text).map_err(|_| wrong())
}

/// The option for the number of threads.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct JobsOption {
    /// Number of threads, by default one per processor and at most one per seed. The results do not depend on it.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    jobs: Option<Jobs>,
}

impl JobsOption {
    /// Returns the number of threads: at most one per seed, and not so many that they slow each other down.
    pub fn threads(self, seeds: u64) -> NonZeroUsize {
        let processors = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let sane = processors.saturating_mul(MOST_JOBS_A_PROCESSOR);
        let wanted = self.jobs.map_or(processors, |Jobs(jobs)| jobs);
        let useful = usize::try_from(seeds).ok().and_then(NonZeroUsize::new);
        wanted.min(sane).min(useful.unwrap_or(NonZeroUsize::MAX))
    }
}

/// A number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Jobs(NonZeroUsize);

impl FromStr for Jobs {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number {
            return Err(format!("\"{}\" is not a number of threads; write 1 or more", printable(text)));
        }
        // A number too large to parse is treated as the maximum.
        let number = text.parse().unwrap_or(usize::MAX);
        let least = "at least one thread is needed; write 1 or more, or leave out --jobs";
        NonZeroUsize::new(number).map(Self).ok_or_else(|| least.to_owned())
    }
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

    fn listed(text: &str) -> Result<Vec<u64>, String> {
        text.parse::<SeedList>().map(|list| list.seeds().map(|seed| seed.0).collect())
    }

    #[test]
    fn seeds_are_written_as_ranges_or_as_their_number() {
        assert_eq!(listed("1..4"), Ok(vec![1, 2, 3]));
        assert_eq!(listed("1..=4"), Ok(vec![1, 2, 3, 4]));
        assert_eq!(listed(" 4 "), Ok(vec![1, 2, 3, 4]));
        let wrong =
            ["", "0", "4..4", "..4", "4..", "0..0", "5..=4", "-1..4", "-1", "a..b", "1...4", "1,,2", "3,"];
        for text in wrong.into_iter().chain(["1.5", "18446744073709551616", "1,-2", "1..=goblin"]) {
            assert!(listed(text).is_err(), "{text}");
        }
    }

    #[test]
    fn empty_ranges_are_explained() {
        let reason = |text: &str| listed(text).unwrap_err();
        for (text, expected) in [
            ("0..0", "write 0..=0"),
            ("7,5 .. 5", "write 5..=5"),
            ("5..3", "write 3..5"),
            ("5..=3", "write 3..=5"),
            ("5..0", "write 0..5"),
            ("0", "write 1 or more, or 0..=0 for the seed 0"),
        ] {
            assert!(reason(text).contains(expected), "{text}: {}", reason(text));
        }
    }

    #[test]
    fn lists_have_numbers_ranges_and_words() {
        let goblin = Seed::from_words("goblin king").unwrap().0;
        assert_eq!(listed("goblin king"), Ok(vec![goblin]));
        assert_eq!(listed("7, goblin king ,5..=6"), Ok(vec![7, goblin, 5, 6]));
        let ends = format!("{}..={max},{max},0", u64::MAX - 1, max = u64::MAX);
        assert_eq!(listed(&ends), Ok(vec![u64::MAX - 1, u64::MAX, 0]));
        assert_eq!(format!("0..={}", u64::MAX).parse::<SeedList>().unwrap().count(), u64::MAX);
    }

    /// The oracle lists every seed and skips those that were listed before.
    #[test]
    fn seeds_are_listed_once_in_the_order_of_their_first_mention() {
        for case in 0..500 {
            let mut random = Seed(case).stream();
            let ranges: Vec<(u64, u64)> = (0..random.range(1, 8))
                .map(|_| {
                    let first = random.below(30);
                    (first, first + random.below(9))
                })
                .collect();
            let mut expected: Vec<u64> = Vec::new();
            for seed in ranges.iter().flat_map(|(first, last)| *first..=*last) {
                if !expected.contains(&seed) {
                    expected.push(seed);
                }
            }
            let text: Vec<String> = ranges.iter().map(|(first, last)| format!("{first}..={last}")).collect();
            let list: SeedList = text.join(",").parse().unwrap();
            assert_eq!(list.seeds().map(|seed| seed.0).collect::<Vec<_>>(), expected, "{text:?}");
            assert_eq!(list.count(), expected.len() as u64);
            assert_eq!(list.to_string().parse::<SeedList>().unwrap().ranges, list.ranges);
            let (first, length) = (random.below(40), random.below(40));
            let between: Vec<u64> = list.between(first..first + length).map(|seed| seed.0).collect();
            let expected = expected.iter().copied().skip(first as usize).take(length as usize);
            assert_eq!(between, expected.collect::<Vec<_>>(), "{text:?}: {first} and {length} more");
        }
    }
}
