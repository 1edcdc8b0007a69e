//! Options of commands that make many levels: ranges of seeds, and the number of threads.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::thread;

use clap::Args;

use crate::base::Seed;

/// Maximum number of threads per processor; more would only use memory.
const MOST_JOBS_A_PROCESSOR: NonZeroUsize = NonZeroUsize::new(4).expect("four is not zero");

/// A non-empty range of seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeedRange(RangeInclusive<u64>);

impl SeedRange {
    /// Returns the first seed.
    pub fn first(&self) -> Seed {
        Seed(*self.0.start())
    }

    /// Returns the number of seeds.
    pub fn count(&self) -> u64 {
        (self.0.end() - self.0.start()).saturating_add(1)
    }

    /// Returns all seeds, ascending.
    pub fn seeds(&self) -> impl Iterator<Item = Seed> + Send + use<> {
        self.0.clone().map(Seed)
    }
}

impl FromStr for SeedRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("\"{text}\" is not a range of seeds; write, for example, 100, 1..101 or 1..=100");
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
        let (first, last) = match text.split_once("..") {
            None => (1, number(text)?),
            Some((first, end)) => match end.strip_prefix('=') {
                Some(last) => (number(first)?, number(last)?),
                None => (number(first)?, number(end)?.checked_sub(1).ok_or("seeds start at 0")?),
            },
        };
        if first > last {
            return Err(format!("there are no seeds in \"{text}\""));
        }
        Ok(Self(first..=last))
    }
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
            return Err(format!("\"{text}\" is not a number of threads; write 1 or more"));
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

    #[test]
    fn seeds_are_written_as_ranges_or_as_the_last_one() {
        assert_eq!("1..4".parse(), Ok(SeedRange(1..=3)));
        assert_eq!("1..=4".parse(), Ok(SeedRange(1..=4)));
        assert_eq!(" 4 ".parse(), Ok(SeedRange(1..=4)));
        for text in ["", "0", "4..4", "..4", "4..", "0..0", "5..=4", "-1..4", "-1", "a..b", "1...4"] {
            assert!(text.parse::<SeedRange>().is_err(), "{text}");
        }
    }
}
