//! Counts the levels of a survey by their verdicts about the properties of the grammar.
//!
//! Levels that could not be made are not counted. A property is found by its claim, so that counts of a grammar
//! that was edited since stay with the right properties.

use std::sync::Arc;

use crate::properties::{LevelProperty, PropertyClaim, PropertyTally};
use crate::survey::SeedRecord;

/// The verdicts about the levels of a survey.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PropertyCounts(Vec<(PropertyClaim, PropertyTally)>);

impl PropertyCounts {
    /// Counts the levels among the records of a grammar with these properties.
    pub fn of(properties: &[LevelProperty], records: &[Arc<SeedRecord>]) -> Self {
        let proved = records.iter().filter(|record| record.failure.is_none());
        let mut counts = vec![PropertyTally::default(); properties.len()];
        let mut made = 0;
        for record in proved {
            made += 1;
            for position in &record.failed_properties {
                counts.get_mut(*position).into_iter().for_each(|tally| tally.judged += 1);
            }
            for position in &record.idle_properties {
                counts.get_mut(*position).into_iter().for_each(|tally| tally.idle += 1);
            }
        }
        // So far only levels in which a property fails are counted as judged.
        for tally in &mut counts {
            tally.passed = made - tally.judged - tally.idle;
            tally.judged += tally.passed;
        }
        Self(properties.iter().map(|property| property.claim.clone()).zip(counts).collect())
    }

    /// Returns the counts of a claim; `None` if no level was judged for it.
    pub fn of_claim(&self, claim: &PropertyClaim) -> Option<PropertyTally> {
        let known = self.0.iter().find(|(known, _)| known == claim);
        known.map(|(_, tally)| *tally).filter(|tally| tally.judged + tally.idle > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seed;
    use crate::pipeline::{Pipeline, Request};
    use crate::properties::{MetricBound, MetricNumber};

    fn claim(value: MetricBound) -> PropertyClaim {
        PropertyClaim::Metric { metric: "places".to_owned(), value }
    }

    #[test]
    fn counts_belong_to_the_claim_and_leave_out_levels_without_anything_to_judge() {
        let grammar = crate::document::empty_grammar();
        let run = Pipeline::default().run(&Request::new(Arc::new(grammar), Vec::new(), Seed(1)));
        let failed = SeedRecord::of(&run);
        let record = |fails: &[usize], idle: &[usize]| {
            let mut record = failed.clone();
            record.failure = None;
            (record.failed_properties, record.idle_properties) = (fails.into(), idle.into());
            Arc::new(record)
        };
        let few = claim(MetricBound::AtMost(MetricNumber::Whole(3)));
        let many = claim(MetricBound::AtLeast(MetricNumber::Whole(9)));
        let properties = [few.clone(), many.clone()].map(LevelProperty::new);
        let records = [record(&[1], &[]), record(&[], &[0]), record(&[1, 7], &[]), Arc::new(failed.clone())];
        let counts = PropertyCounts::of(&properties, &records);
        let tally = |passed, judged, idle| Some(PropertyTally { passed, judged, idle });
        assert_eq!(counts.of_claim(&few), tally(2, 2, 1));
        assert_eq!(counts.of_claim(&many), tally(1, 3, 0));
        assert_eq!(counts.of_claim(&claim(MetricBound::AtLeast(MetricNumber::Whole(8)))), None);
        assert_eq!(PropertyCounts::of(&properties, &records[3..]).of_claim(&few), None);
    }
}
