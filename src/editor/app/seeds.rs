//! The history of seeds, for going back and forth.

use std::hash::{BuildHasher, Hasher, RandomState};

use crate::base::Seed;

/// Seeds in the order in which they were used, and the current one.
#[derive(Clone, Debug)]
pub struct SeedHistory {
    seen: Vec<Seed>,
    now: usize,
}

/// Upper limit of random seeds: short enough to tell a colleague.
const ROLLED_BELOW: u64 = 1_000_000;

impl SeedHistory {
    /// Starts with a seed.
    pub fn starting_at(seed: Seed) -> Self {
        Self { seen: vec![seed], now: 0 }
    }

    /// Returns the current seed.
    pub fn current(&self) -> Seed {
        self.seen.get(self.now).copied().unwrap_or_default()
    }

    /// Returns `true` if there is a previous seed.
    pub fn has_previous(&self) -> bool {
        self.now > 0
    }

    /// Goes back to the previous seed.
    pub fn previous(&mut self) {
        self.now = self.now.saturating_sub(1);
    }

    /// Goes forward again, or to the next number after the last seed.
    pub fn next(&mut self) {
        if self.now + 1 < self.seen.len() {
            self.now += 1;
        } else {
            self.look_at(Seed(self.current().0.wrapping_add(1)));
        }
    }

    /// Switches to a seed; seeds after the current one are dropped.
    pub fn look_at(&mut self, seed: Seed) {
        if seed != self.current() {
            self.seen.truncate(self.now + 1);
            self.seen.push(seed);
            self.now = self.seen.len() - 1;
        }
    }

    /// Returns a random seed.
    pub fn random() -> Seed {
        // Each hasher of the standard library has random keys. This is the only entropy that needs no further
        // crate.
        let entropy = RandomState::new().build_hasher().finish();
        Seed(Seed(entropy).stream().below(ROLLED_BELOW))
    }

    /// Switches to a random seed other than the current one.
    pub fn roll(&mut self) {
        let rolled = Self::random();
        self.look_at(if rolled == self.current() { Seed(rolled.0 + 1) } else { rolled });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_gone_through_back_and_forth() {
        let mut seeds = SeedHistory::starting_at(Seed(7));
        assert!(!seeds.has_previous());
        seeds.look_at(Seed(100));
        seeds.next();
        assert_eq!(seeds.current(), Seed(101));
        seeds.previous();
        seeds.previous();
        seeds.previous();
        assert_eq!(seeds.current(), Seed(7));
        seeds.next();
        assert_eq!(seeds.current(), Seed(100));
        seeds.look_at(Seed(5));
        seeds.next();
        assert_eq!(seeds.current(), Seed(6));
    }

    #[test]
    fn rolling_always_changes_the_seed() {
        let mut seeds = SeedHistory::starting_at(Seed(0));
        for _ in 0..100 {
            let before = seeds.current();
            seeds.roll();
            assert_ne!(seeds.current(), before);
        }
    }
}
