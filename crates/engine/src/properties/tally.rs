//! Verdicts about a property, summed over many levels.

use std::fmt;

use super::PropertyVerdict;

/// The number of levels by their verdict about one property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PropertyTally {
    /// Number of levels that have the property.
    pub passed: u64,
    /// Number of levels with something to judge, whether they have the property or not.
    pub judged: u64,
    /// Number of levels with nothing to judge.
    pub idle: u64,
}

/// A share of levels, with an interval for the share among all seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShareInterval {
    /// The share that was found, from 0 to 1.
    pub share: f64,
    /// The lower end of the interval.
    pub least: f64,
    /// The upper end of the interval.
    pub most: f64,
}

impl PropertyTally {
    /// Adds the verdict about one level.
    pub fn add(&mut self, verdict: &PropertyVerdict) {
        match verdict {
            PropertyVerdict::Holds => {
                self.passed += 1;
                self.judged += 1;
            }
            PropertyVerdict::Fails(_) => self.judged += 1,
            PropertyVerdict::Nothing(_) => self.idle += 1,
        }
    }

    /// Returns the number of levels that do not have the property.
    pub fn failed(self) -> u64 {
        self.judged.saturating_sub(self.passed)
    }

    /// Returns the share of judged levels that have the property, with its interval. `None` without any.
    pub fn share(self) -> Option<ShareInterval> {
        ShareInterval::wilson(self.passed, self.judged)
    }
}

/// Writes the counts, and the share with its interval: "947 of 1,000, 94.7 % (93.1 to 95.9 %)".
impl fmt::Display for PropertyTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.share() {
            Some(share) => write!(f, "{} of {}, {share}", self.passed, self.judged)?,
            None => f.write_str("nothing to judge")?,
        }
        if self.idle > 0 && self.judged > 0 {
            write!(f, ", and {} with nothing to judge", self.idle)?;
        }
        Ok(())
    }
}

impl ShareInterval {
    /// The quantile of the standard normal distribution that leaves 2.5 % above it.
    const Z: f64 = 1.959_963_984_540_054;

    /// Returns the share `part / whole` with its 95 % score interval. `None` if the whole is 0.
    ///
    /// Source: E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference, 1927.
    /// Unlike the textbook interval it is right for shares near 0 and 1, and for few levels.
    pub fn wilson(part: u64, whole: u64) -> Option<Self> {
        if whole == 0 {
            return None;
        }
        let (count, share) = (whole as f64, part.min(whole) as f64 / whole as f64);
        let square = Self::Z * Self::Z;
        let middle = share + square / (2.0 * count);
        let spread = Self::Z * (share * (1.0 - share) / count + square / (4.0 * count * count)).sqrt();
        let scale = 1.0 + square / count;
        let least = if part == 0 { 0.0 } else { ((middle - spread) / scale).max(0.0) };
        let most = if part >= whole { 1.0 } else { ((middle + spread) / scale).min(1.0) };
        Some(Self { share, least, most })
    }
}

impl fmt::Display for ShareInterval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { share, least, most } = self.in_percent();
        write!(f, "{share:.1} % ({least:.1} to {most:.1} %)")
    }
}

impl ShareInterval {
    fn in_percent(self) -> Self {
        Self { share: 100.0 * self.share, least: 100.0 * self.least, most: 100.0 * self.most }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_published_tables() {
        // R. G. Newcombe, Two-sided confidence intervals for the single proportion, 1998, table I, method 3.
        let published = [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ];
        for (part, whole, least, most) in published {
            let found = ShareInterval::wilson(part, whole).unwrap();
            assert!((found.least - least).abs() < 5e-5, "{part} of {whole}: {found:?}");
            assert!((found.most - most).abs() < 5e-5, "{part} of {whole}: {found:?}");
        }
        assert_eq!(ShareInterval::wilson(0, 0), None);
    }

    #[test]
    fn the_interval_covers_the_true_share_about_as_often_as_it_promises() {
        // For all numbers of passes, weighted by their binomial probability. Computed without the formula.
        for (count, share) in [(20_u64, 0.5_f64), (50, 0.9), (200, 0.97)] {
            let mut probability = (1.0 - share).powi(count as i32);
            let mut covered = 0.0;
            for part in 0..=count {
                let found = ShareInterval::wilson(part, count).unwrap();
                if found.least <= share && share <= found.most {
                    covered += probability;
                }
                probability *= (count - part) as f64 / (part + 1) as f64 * share / (1.0 - share);
            }
            assert!((0.92..0.985).contains(&covered), "{count} levels, share {share}: {covered}");
        }
    }

    #[test]
    fn tallies_count_levels_with_nothing_to_judge_apart() {
        let mut tally = PropertyTally::default();
        assert_eq!(tally.to_string(), "nothing to judge");
        tally.add(&PropertyVerdict::Holds);
        tally.add(&PropertyVerdict::fails("No.".to_owned(), []));
        tally.add(&PropertyVerdict::Nothing("no locks".to_owned()));
        assert_eq!((tally.passed, tally.failed(), tally.judged, tally.idle), (1, 1, 2, 1));
        assert_eq!(tally.to_string(), "1 of 2, 50.0 % (9.5 to 90.5 %), and 1 with nothing to judge");
    }
}
