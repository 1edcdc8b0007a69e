//! Seeds and random streams.
//!
//! One [`Seed`] a run. Every stage, place and attempt takes a child by label, so that a change in one of them
//! leaves the others as they were.
//! The generator is xoshiro256++ (Blackman and Vigna, 2019). It and all numbers, ranges, weights and shuffles
//! are our own code: no release of another crate may change a level.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A source of randomness: 64 bits, with children by label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seed(pub u64);

impl Seed {
    /// Returns the seed that a text names: a number as it is, and words as their FNV-1a hash of 64 bits.
    ///
    /// Words have at least one letter. Blanks around them do not matter, but small and capital letters differ.
    ///
    /// # Errors
    /// If the text is neither a number nor words.
    pub fn from_words(text: &str) -> Result<Self, ParseSeedError> {
        let words = text.trim();
        let are_words = words.chars().any(char::is_alphabetic) && !words.chars().any(char::is_control);
        words.parse().or_else(|error| if are_words { Ok(Self(hash_of(words))) } else { Err(error) })
    }

    /// Returns the seed of a named part of the work.
    pub fn child(self, label: &str) -> Self {
        Self(mix(self.0 ^ mix(hash_of(label))))
    }

    /// The seed for one of many parts that have numbers.
    #[inline]
    pub fn numbered(self, number: u64) -> Self {
        Self(mix(mix(self.0).wrapping_add(number)))
    }

    /// The stream of random numbers of this seed.
    #[inline]
    pub fn stream(self) -> RandomStream {
        // SplitMix64 fills the state, as the authors of the generator advise.
        let state = [0, 1, 2, 3].map(|word: u64| mix(self.0.wrapping_add(word.wrapping_mul(GOLDEN_GAMMA))));
        RandomStream { state }
    }
}

/// Returns the FNV-1a hash of a text.
fn hash_of(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The step of SplitMix64 from one state to the next.
const GOLDEN_GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns what SplitMix64 draws from a state: a bijection that spreads every bit.
#[inline]
fn mix(value: u64) -> u64 {
    let z = value.wrapping_add(GOLDEN_GAMMA);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text is not a whole number from 0 to 2^64 - 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSeedError(String);

impl fmt::Display for ParseSeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not a seed; a seed is a whole number from 0 to {}", self.0, u64::MAX)
    }
}

impl std::error::Error for ParseSeedError {}

impl FromStr for Seed {
    type Err = ParseSeedError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.trim().parse().map(Self).map_err(|_| ParseSeedError(text.to_owned()))
    }
}

// A string in files, because JSON readers lose numbers above 2^53.
impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// A stream of random numbers from one seed.
#[derive(Clone, Debug)]
pub struct RandomStream {
    state: [u64; 4],
}

impl RandomStream {
    /// Returns 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let drawn = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.state = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        drawn
    }

    /// Returns a uniformly distributed number from 0 to `bound - 1`, or 0 if `bound` is 0.
    ///
    /// Lemire 2019, with rejection.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 {
            return 0;
        }
        loop {
            let product = u128::from(self.bits()) * u128::from(bound);
            let rest = product as u64;
            // Numbers below 2^64 % bound are rejected. The remainder is below the bound, so it is rarely
            // computed.
            if rest >= bound || rest >= bound.wrapping_neg() % bound {
                return (product >> 64) as u64;
            }
        }
    }

    /// A number from `least` to `most`, both included; of a range the wrong way round, the least.
    #[inline]
    pub fn range(&mut self, least: u32, most: u32) -> u32 {
        let width = u64::from(most.saturating_sub(least)) + 1;
        least + self.below(width) as u32
    }

    /// Returns `true` in `percent` of 100 cases.
    #[inline]
    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < u64::from(percent)
    }

    /// Returns an index into `weights`, chosen by weight; `None` if they sum to 0.
    pub fn weighted(&mut self, weights: impl IntoIterator<Item = u32> + Clone) -> Option<usize> {
        let total: u64 = weights.clone().into_iter().map(u64::from).sum();
        if total == 0 {
            return None;
        }
        let mut left = self.below(total);
        weights.into_iter().position(|weight| {
            let here = left < u64::from(weight);
            left = left.wrapping_sub(u64::from(weight));
            here
        })
    }

    /// Returns one of the items, each with equal chance; `None` if there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u64) as usize)
    }

    /// Puts the items into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lots_are_the_named_generator() {
        assert_eq!(Seed(42).stream().bits(), 15_021_278_609_987_233_951);
    }

    /// If this fails, every level of every designer changes: fix the code, not the numbers.
    #[test]
    fn lots_never_change() {
        let mut random = Seed(1).child("cave").numbered(7).stream();
        let drawn: Vec<u64> = (0..6).map(|_| random.below(1000)).collect();
        let mut order: Vec<u32> = (0..8).collect();
        random.shuffle(&mut order);
        let weighted: Vec<_> = (0..6).map(|_| random.weighted([1, 0, 3, 6])).collect();
        assert_eq!(drawn, [670, 708, 507, 439, 622, 870]);
        assert_eq!(order, [6, 0, 4, 1, 3, 2, 7, 5]);
        assert_eq!(weighted, [Some(2), Some(3), Some(3), Some(3), Some(0), Some(3)]);
    }

    /// The hash of "foobar" is one of those that its authors publish.
    #[test]
    fn words_are_seeds() {
        assert_eq!(Seed::from_words("foobar"), Ok(Seed(0x8594_4171_f739_67e8)));
        assert_eq!(Seed::from_words(" goblin king "), Seed::from_words("goblin king"));
        assert_ne!(Seed::from_words("Goblin king"), Seed::from_words("goblin king"));
        assert_eq!(Seed::from_words(" 7 "), Ok(Seed(7)));
        for text in ["", " ", "-1", "1.5", "99999999999999999999", "\u{1b}[2J"] {
            assert!(Seed::from_words(text).is_err(), "{text}");
        }
    }

    #[test]
    fn children_differ_by_label_number_and_parent() {
        let mut seeds = vec![Seed(1), Seed(1).child("a"), Seed(1).child("b"), Seed(2).child("a")];
        seeds.extend((0..10).map(|n| Seed(1).numbered(n)));
        let count = seeds.len();
        seeds.sort();
        seeds.dedup();
        assert_eq!(seeds.len(), count);
    }

    #[test]
    fn weighted_never_draws_a_weight_of_zero() {
        let mut random = Seed(3).stream();
        assert!((0..1000).all(|_| matches!(random.weighted([0, 2, 0, 5, 0]), Some(1 | 3))));
        assert_eq!(random.weighted([0, 0]), None);
    }

    #[test]
    fn below_is_uniform() {
        let mut random = Seed(9).stream();
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[random.below(7) as usize] += 1;
        }
        // Chi-square with 6 degrees of freedom stays under 22.5 in 999 of 1,000 cases.
        let chi_square: f64 = counts.iter().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi_square < 22.5, "{counts:?}");
    }
}
