//! Bounds on metrics, and failures, which select levels of a survey.

use std::ops::Bound::{self, Excluded, Included, Unbounded};
use std::ops::RangeBounds;

use super::SeedRecord;
use crate::metrics::LevelMetric;

/// A selection of levels: those whose metrics are all within bounds, and that have a trouble if one is chosen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeedFilter {
    bounds: Vec<FilterBound>,
    trouble: Option<SeedTrouble>,
}

/// Something that goes wrong with a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeedTrouble {
    /// The seed gives no proved level.
    Fails,
    /// The seed fails with this code.
    FailsWith(String),
    /// The level does not have the property at this position.
    LacksProperty {
        /// Position among the properties of the grammar.
        position: usize,
        /// The property in words.
        property: String,
    },
}

impl SeedTrouble {
    /// Returns `true` if the record has the trouble.
    pub fn is_of(&self, record: &SeedRecord) -> bool {
        let failure = record.failure.as_ref();
        match self {
            Self::Fails => failure.is_some(),
            Self::FailsWith(code) => failure.is_some_and(|failure| failure.code == code),
            Self::LacksProperty { position, .. } => record.failed_properties.contains(position),
        }
    }

    /// Describes the trouble, for example *fails with no-match*.
    pub fn sentence(&self) -> String {
        match self {
            Self::Fails => "fails".to_owned(),
            Self::FailsWith(code) => format!("fails with {code}"),
            Self::LacksProperty { property, .. } => format!("not: {property}"),
        }
    }
}

/// The bounds of a metric.
#[derive(Clone, Copy, Debug)]
pub struct FilterBound {
    /// The metric.
    pub metric: &'static LevelMetric,
    /// Lower end.
    pub from: Bound<f64>,
    /// Upper end.
    pub to: Bound<f64>,
}

impl SeedFilter {
    /// Returns `true` if every level is selected.
    pub fn is_empty(&self) -> bool {
        self.bounds.is_empty() && self.trouble.is_none()
    }

    /// Returns the bounds, at most one of each metric.
    pub fn bounds(&self) -> &[FilterBound] {
        &self.bounds
    }

    /// Adds a bound, instead of an earlier one of the same metric.
    pub fn set(&mut self, bound: FilterBound) {
        self.remove(bound.metric);
        self.bounds.push(bound);
    }

    /// Removes the bound of a metric.
    pub fn remove(&mut self, metric: &LevelMetric) {
        self.bounds.retain(|bound| bound.metric.name != metric.name);
    }

    /// Returns the trouble that the levels must have.
    pub fn trouble(&self) -> Option<&SeedTrouble> {
        self.trouble.as_ref()
    }

    /// Selects levels with a trouble instead of another one, or no longer by this one.
    pub fn toggle_trouble(&mut self, trouble: SeedTrouble) {
        self.trouble = if self.trouble.as_ref() == Some(&trouble) { None } else { Some(trouble) };
    }

    /// Returns `true` if the level of the record is selected. Without any bound, failed seeds are too.
    pub fn selects(&self, record: &SeedRecord) -> bool {
        let has_trouble = self.trouble.as_ref().is_none_or(|trouble| trouble.is_of(record));
        has_trouble && self.bounds.iter().all(|bound| bound.holds(record))
    }

    /// Returns a sentence for each bound and for the trouble, in lower case and without a full stop.
    pub fn sentences(&self) -> impl Iterator<Item = String> {
        let trouble = self.trouble.iter().map(SeedTrouble::sentence);
        self.bounds.iter().map(FilterBound::sentence).chain(trouble)
    }
}

impl FilterBound {
    /// Creates the bounds of adjacent bins: values from `from` up to `to`, which is included if it is the end of
    /// the last bin.
    ///
    /// Bounds of whole numbers are whole numbers.
    pub fn of_bins(metric: &'static LevelMetric, from: f64, to: f64, is_end: bool) -> Self {
        let (from, to) = match (metric.unit.is_whole(), is_end) {
            // Adding 0 turns a negative zero into a positive one.
            (true, _) => (Included(from.ceil() + 0.0), Included((to - 0.5).floor() + 0.0)),
            (false, true) => (Included(from), Included(to)),
            (false, false) => (Included(from), Excluded(to)),
        };
        Self { metric, from, to }
    }

    /// Returns `true` if the record has a value within the bounds.
    pub fn holds(&self, record: &SeedRecord) -> bool {
        record.value(self.metric).is_some_and(|value| (self.from, self.to).contains(&value.as_f64()))
    }

    /// Describes the bounds, for example *places at least 20*.
    pub fn sentence(&self) -> String {
        let words = self.metric.words();
        let text = |value: f64| self.metric.unit.text_of(value);
        match (self.from, self.to) {
            (Included(from), Included(to)) if from == to => format!("{words} exactly {}", text(from)),
            (Included(from) | Excluded(from), Included(to)) => {
                format!("{words} from {} to {}", text(from), text(to))
            }
            (Included(from) | Excluded(from), Excluded(to)) => {
                format!("{words} from {} to less than {}", text(from), text(to))
            }
            (Included(from), Unbounded) => format!("{words} at least {}", text(from)),
            (Excluded(from), Unbounded) => format!("{words} more than {}", text(from)),
            (Unbounded, Included(to)) => format!("{words} at most {}", text(to)),
            (Unbounded, Excluded(to)) => format!("{words} less than {}", text(to)),
            (Unbounded, Unbounded) => format!("any {words}"),
        }
    }
}

/// Metrics are equal if their names are.
impl PartialEq for FilterBound {
    fn eq(&self, other: &Self) -> bool {
        self.metric.name == other.metric.name && (self.from, self.to) == (other.from, other.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seed;
    use crate::pipeline::{Pipeline, Request, Stage, StageFailure};

    fn metric(name: &str) -> &'static LevelMetric {
        LevelMetric::named(name).unwrap()
    }

    fn sentence(name: &str, from: Bound<f64>, to: Bound<f64>) -> String {
        FilterBound { metric: metric(name), from, to }.sentence()
    }

    #[test]
    fn sentences_name_the_ends() {
        assert_eq!(sentence("places", Included(20.0), Unbounded), "places at least 20");
        assert_eq!(sentence("dead_ends", Unbounded, Included(3.0)), "dead ends at most 3");
        assert_eq!(sentence("locks", Included(2.0), Included(2.0)), "locks exactly 2");
        let share = sentence("walkable_share", Included(0.25), Excluded(0.3));
        assert_eq!(share, "walkable share from 25 % to less than 30 %");
    }

    #[test]
    fn bins_of_whole_numbers_become_whole_numbers() {
        let bound = FilterBound::of_bins(metric("places"), 2.5, 5.5, false);
        assert_eq!(bound.sentence(), "places from 3 to 5");
        let single = FilterBound::of_bins(metric("places"), 2.5, 3.5, false);
        assert_eq!(single.sentence(), "places exactly 3");
    }

    #[test]
    fn failures_are_selected_by_their_code() {
        let failure = StageFailure { stage: Stage::Derive, code: "no-match", message: String::new() };
        let grammar = crate::text::parse_grammar("Grammar(format: 1, name: \"\")", None).value.unwrap();
        let request = Request::new(std::sync::Arc::new(grammar), Vec::new(), Seed(1));
        let mut record = SeedRecord::of(&Pipeline::default().run(&request));
        record.failure = Some(failure);
        let selects = |trouble: SeedTrouble| {
            let mut filter = SeedFilter::default();
            filter.toggle_trouble(trouble.clone());
            let selects = filter.selects(&record);
            filter.toggle_trouble(trouble);
            assert!(filter.is_empty());
            selects
        };
        assert!(selects(SeedTrouble::Fails) && selects(SeedTrouble::FailsWith("no-match".to_owned())));
        assert!(!selects(SeedTrouble::FailsWith("no-room".to_owned())));
        assert!(!selects(SeedTrouble::LacksProperty { position: 0, property: String::new() }));
    }

    #[test]
    fn a_metric_has_one_bound() {
        let mut filter = SeedFilter::default();
        filter.set(FilterBound::of_bins(metric("places"), 2.5, 5.5, false));
        filter.set(FilterBound::of_bins(metric("locks"), -0.5, 0.5, false));
        filter.set(FilterBound::of_bins(metric("places"), 5.5, 6.5, true));
        assert_eq!(filter.sentences().collect::<Vec<_>>(), ["locks exactly 0", "places exactly 6"]);
        filter.remove(metric("locks"));
        filter.remove(metric("places"));
        assert!(filter.is_empty());
    }
}
