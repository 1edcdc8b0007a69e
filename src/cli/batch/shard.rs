//! The option for a shard: one of several shares of a run.

use std::fmt;
use std::str::FromStr;

use crate::base::printable;

/// A share of the parts of a run: each machine makes every n-th part, so that slow parts are spread evenly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shard {
    /// From 1 to `count`.
    number: u64,
    count: u64,
}

impl Shard {
    /// Returns `true` if the part belongs to this share.
    pub fn has(self, part: u64) -> bool {
        part % self.count == self.number - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!("\"{}\" is not a shard; write, for example, 3/8 for the third of eight", printable(text))
        };
        let (number, count) = text.split_once('/').ok_or_else(wrong)?;
        let natural = |text: &str| text.trim().parse::<u64>().ok().filter(|number| *number > 0);
        let (number, count) = natural(number).zip(natural(count)).ok_or_else(wrong)?;
        if number > count {
            return Err(format!("there is no shard {number} of {count}; shards are numbered from 1"));
        }
        Ok(Self { number, count })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn shards_are_written_as_fractions() {
        assert_eq!("3/8".parse(), Ok(Shard { number: 3, count: 8 }));
        assert_eq!(" 1 / 1 ".parse::<Shard>().unwrap().to_string(), "1/1");
        for text in ["", "3", "0/8", "9/8", "3/0", "-1/8", "a/b", "1/2/3", "1.0/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }

    proptest! {
        /// Each part belongs to exactly one shard, and shards differ by one part at most.
        #[test]
        fn shards_share_all_parts(count in 1_u64..40, parts in 0_u64..400) {
            let shards: Vec<Shard> = (1..=count).map(|number| Shard { number, count }).collect();
            let mut sizes = vec![0_u64; shards.len()];
            for part in 0..parts {
                let owners: Vec<usize> = (0..shards.len()).filter(|at| shards[*at].has(part)).collect();
                prop_assert_eq!(owners.len(), 1);
                sizes[owners[0]] += 1;
            }
            let (least, most) = (sizes.iter().min().unwrap(), sizes.iter().max().unwrap());
            prop_assert!(most - least <= 1);
        }
    }
}
