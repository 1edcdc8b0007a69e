//! The verdicts of many seeds about one property, with the shortest counter-example.

use std::collections::BTreeSet;

use super::{CounterExample, PropertyTally, PropertyVerdict};
use crate::base::Seed;

/// The size of a level, by which counter-examples are compared: the first difference decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExampleSize {
    /// Number of steps of its derivation.
    pub steps: usize,
    /// Number of its places.
    pub places: usize,
    /// The seed of the level.
    pub seed: Seed,
}

/// The verdicts of many seeds about one property. They may be added in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PropertyFindings {
    /// The number of levels by their verdict.
    pub tally: PropertyTally,
    /// The seeds of all levels that do not have the property.
    pub failing: BTreeSet<Seed>,
    /// The counter-example with the fewest steps, then the fewest places, then the lowest seed.
    pub shortest: Option<(ExampleSize, CounterExample)>,
}

impl PropertyFindings {
    /// Adds the verdict about one level.
    pub fn add(&mut self, size: ExampleSize, verdict: PropertyVerdict) {
        self.tally.add(&verdict);
        if let PropertyVerdict::Fails(example) = verdict {
            self.failing.insert(size.seed);
            if self.shortest.as_ref().is_none_or(|(shortest, _)| size < *shortest) {
                self.shortest = Some((size, example));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_counter_example_does_not_depend_on_the_order() {
        let sizes = [(4, 2, 9), (3, 7, 5), (3, 6, 8), (3, 6, 7), (9, 1, 1)];
        let size = |(steps, places, seed)| ExampleSize { steps, places, seed: Seed(seed) };
        let fails = || PropertyVerdict::fails("No.".to_owned(), []);
        for turn in 0..sizes.len() {
            let mut findings = PropertyFindings::default();
            let mut order = sizes;
            order.rotate_left(turn);
            order.into_iter().for_each(|one| findings.add(size(one), fails()));
            findings.add(size((0, 0, 0)), PropertyVerdict::Holds);
            assert_eq!(findings.shortest.as_ref().map(|(size, _)| *size), Some(size((3, 6, 7))));
            assert_eq!(findings.failing, [1, 5, 7, 8, 9].map(Seed).into());
            assert_eq!((findings.tally.passed, findings.tally.judged), (1, 6));
        }
    }
}
