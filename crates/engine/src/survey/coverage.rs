//! Coverage: the parts of a grammar that no level used, and few seeds whose levels use all the others.
//!
//! The seeds are found by greedy set cover: again and again the seed whose level uses most of the parts still missing,
//! the lowest of equals. Then seeds are dropped whose parts the others use too.
//! Guaranteed: the same seeds, whatever the order in which levels are added.

use std::collections::{BTreeMap, BTreeSet};

use super::usage::{Usage, UsageIndex, UsedPart};
use crate::base::Seed;

/// The parts that the levels of many seeds used. In a sweep, a seed may be one together with the swept value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage<S = Seed> {
    /// The lowest seed for each set of parts that a level used.
    sets: BTreeMap<Box<[u32]>, S>,
}

impl<S> Default for Coverage<S> {
    fn default() -> Self {
        Self { sets: BTreeMap::new() }
    }
}

impl<S: Copy + Ord> Coverage<S> {
    /// Adds the level of a seed.
    pub fn add(&mut self, seed: S, usage: &Usage) {
        let lowest = self.sets.entry(usage.used().collect()).or_insert(seed);
        *lowest = seed.min(*lowest);
    }

    /// Returns the parts of the author that no level used, in the order of the files.
    pub fn unused<'a>(&self, index: &'a UsageIndex) -> Vec<&'a UsedPart> {
        let used = self.used();
        let parts = index.parts().iter().zip(0..).filter(|(part, _)| part.is_authored());
        parts.filter(|(_, number)| !used.contains(number)).map(|(part, _)| part).collect()
    }

    /// Returns few seeds that together use every part that any level used, ascending.
    ///
    /// None of them can be left out. There may be fewer seeds that do; finding them can take very long.
    pub fn seeds(&self) -> Vec<S> {
        let mut missing = self.used();
        let mut chosen: Vec<(&[u32], S)> = Vec::new();
        while !missing.is_empty() {
            let gain = |parts: &[u32]| parts.iter().filter(|part| missing.contains(part)).count();
            let sets = self.sets.iter().map(|(parts, seed)| (gain(parts), *seed, parts));
            // The largest gain, then the lowest seed.
            let best = sets.max_by(|one, other| one.0.cmp(&other.0).then(other.1.cmp(&one.1)));
            let Some((_, seed, parts)) = best else { break };
            parts.iter().for_each(|part| {
                missing.remove(part);
            });
            chosen.push((parts, seed));
        }
        drop_redundant(chosen)
    }

    fn used(&self) -> BTreeSet<u32> {
        self.sets.keys().flat_map(|parts| parts.iter().copied()).collect()
    }
}

/// Drops seeds whose parts the others use too, the last chosen first. Returns the remaining ones, ascending.
fn drop_redundant<S: Copy + Ord>(chosen: Vec<(&[u32], S)>) -> Vec<S> {
    let mut uses: BTreeMap<u32, usize> = BTreeMap::new();
    for part in chosen.iter().flat_map(|(parts, _)| *parts) {
        *uses.entry(*part).or_default() += 1;
    }
    let mut kept = BTreeSet::new();
    for (parts, seed) in chosen.into_iter().rev() {
        if parts.iter().all(|part| uses.get(part).is_some_and(|uses| *uses > 1)) {
            parts.iter().for_each(|part| *uses.entry(*part).or_default() -= 1);
        } else {
            kept.insert(seed);
        }
    }
    kept.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::RandomStream;

    fn coverage(sets: &[(u64, &[u32])]) -> Coverage {
        let mut coverage = Coverage::default();
        sets.iter().for_each(|(seed, parts)| coverage.add(Seed(*seed), &Usage::of_parts(parts)));
        coverage
    }

    #[test]
    fn seeds_use_every_part_and_none_is_too_many() {
        // Greedy takes 1 first, and then needs both 2 and 3, which make it redundant.
        let found = coverage(&[(1, &[2, 3, 4, 5]), (2, &[1, 2, 3]), (3, &[4, 5, 6]), (9, &[1, 2, 3])]);
        assert_eq!(found.seeds(), [Seed(2), Seed(3)]);
        assert_eq!(coverage(&[]).seeds(), []);
        assert_eq!(coverage(&[(5, &[]), (4, &[7]), (3, &[7])]).seeds(), [Seed(3)]);
    }

    #[test]
    fn order_of_levels_does_not_matter_and_greedy_is_close_to_the_least() {
        for case in 0..200 {
            let random: &mut RandomStream = &mut Seed(case).stream();
            let mut sets: Vec<(u64, Vec<u32>)> =
                (0..8).map(|seed| (seed, (0..8).filter(|_| random.chance(35)).collect())).collect();
            let of = |sets: &[(u64, Vec<u32>)]| {
                let sets: Vec<(u64, &[u32])> =
                    sets.iter().map(|(seed, parts)| (*seed, parts.as_slice())).collect();
                coverage(&sets).seeds()
            };
            let found = of(&sets);
            let used = |seeds: &dyn Fn(u64) -> bool| -> BTreeSet<u32> {
                sets.iter().filter(|(seed, _)| seeds(*seed)).flat_map(|(_, parts)| parts.clone()).collect()
            };
            let all = used(&|_| true);
            assert_eq!(used(&|seed| found.contains(&Seed(seed))), all, "case {case}");
            for dropped in &found {
                assert_ne!(used(&|seed| Seed(seed) != *dropped && found.contains(&Seed(seed))), all);
            }
            let least = (0..256_u64)
                .filter(|choice| used(&|seed| choice >> seed & 1 == 1) == all)
                .map(u64::count_ones)
                .min()
                .unwrap() as usize;
            assert!(found.len() <= least + 1, "case {case}: {} instead of {least}", found.len());
            random.shuffle(&mut sets);
            assert_eq!(of(&sets), found, "case {case}");
        }
    }
}
