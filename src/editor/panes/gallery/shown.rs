//! The seeds that the gallery shows, in their order.
//!
//! They are found again only if something that decides about them has changed. While records still arrive, that is
//! at most a few times a second, and less often if it takes long.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::settings::GallerySettings;
use crate::base::Seed;
use crate::editor::seed_marks::MarkedSeeds;
use crate::files::SeedMarks;
use crate::metrics::{LevelMetric, MetricValue};
use crate::survey::{SeedFilter, SeedRecord};

/// Interval for finding them again while records arrive.
const INTERVAL: Duration = Duration::from_millis(250);
/// The interval is at least this many times as long as finding them takes.
const REST: u32 = 20;

/// The shown seeds.
#[derive(Debug, Default)]
pub struct ShownSeeds {
    /// In the order of the gallery.
    pub seeds: Vec<Seed>,
    /// Number of seeds without a filter.
    pub total: usize,
    /// Number of seeds whose metrics are needed but not known.
    pub unknown: usize,
    /// Number of shown seeds that are known to fail, and of those that were made.
    pub failed: usize,
    pub known: usize,
    /// Lowest and highest value of the metric on the thumbnails.
    pub range: Option<(f64, f64)>,
    key: Option<ShownKey>,
    /// Time at which they were found last, and the time that it took.
    found: Option<(Instant, Duration)>,
}

/// A seed with its record.
type RecordedSeed<'r> = (Seed, Option<&'r SeedRecord>);

/// Everything that decides about the seeds, apart from the records.
#[derive(Debug)]
struct ShownKey {
    settings: GallerySettings,
    search: String,
    filter: SeedFilter,
    marks: Arc<SeedMarks>,
    version: u64,
}

/// The choices of the designer.
pub struct SeedCriteria<'a> {
    /// Seeds and order.
    pub settings: &'a GallerySettings,
    /// Text that notes or tags contain.
    pub search: &'a str,
    /// Bounds on metrics.
    pub filter: &'a SeedFilter,
    /// Stars, notes and tags.
    pub marked: &'a MarkedSeeds,
    /// Number that changes whenever a record does.
    pub version: u64,
    /// `true` while records still arrive.
    pub is_measuring: bool,
}

impl SeedCriteria<'_> {
    /// Returns `true` if the records decide which seeds are shown, or in which order.
    pub fn needs_metrics(&self) -> bool {
        !self.filter.is_empty() || self.settings.sort_metric().is_some()
    }
}

impl ShownSeeds {
    /// Finds the seeds again if necessary. Returns the time until it should be called again.
    pub fn update<'r>(
        &mut self,
        criteria: &SeedCriteria<'_>,
        record: impl Fn(Seed) -> Option<&'r SeedRecord>,
    ) -> Option<Duration> {
        let needs_records = criteria.needs_metrics() || criteria.settings.is_tinted;
        let is_same = self.key.as_ref().is_some_and(|key| {
            key.settings == *criteria.settings
                && key.search == criteria.search
                && key.filter == *criteria.filter
                && Arc::ptr_eq(&key.marks, criteria.marked.all())
        });
        let is_new_record = self.key.as_ref().is_some_and(|key| key.version != criteria.version);
        if is_same && !is_new_record {
            return None;
        }
        if is_same
            && criteria.is_measuring
            && let Some((found, took)) = self.found
        {
            let left = INTERVAL.max(took * REST).saturating_sub(found.elapsed());
            if !left.is_zero() {
                return Some(left);
            }
        }
        let begun = Instant::now();
        let (mut known, mut failed) = (0, 0);
        let mut count = |record: Option<&SeedRecord>| {
            known += usize::from(record.is_some());
            failed += usize::from(record.is_some_and(|record| record.failure.is_some()));
        };
        if !is_same || needs_records {
            let found = self.find(criteria, &record);
            found.iter().for_each(|(_, record)| count(*record));
            self.seeds = found.into_iter().map(|(seed, _)| seed).collect();
        } else {
            self.seeds.iter().for_each(|seed| count(record(*seed)));
        }
        (self.known, self.failed) = (known, failed);
        self.found = Some((Instant::now(), begun.elapsed()));
        self.key = Some(ShownKey {
            settings: criteria.settings.clone(),
            search: criteria.search.to_owned(),
            filter: criteria.filter.clone(),
            marks: Arc::clone(criteria.marked.all()),
            version: criteria.version,
        });
        None
    }

    fn find<'r>(
        &mut self,
        criteria: &SeedCriteria<'_>,
        record: &impl Fn(Seed) -> Option<&'r SeedRecord>,
    ) -> Vec<RecordedSeed<'r>> {
        let SeedCriteria { settings, filter, marked, .. } = criteria;
        let sought = criteria.search.trim().to_lowercase();
        let mut seeds = settings.seeds();
        self.total = seeds.len();
        seeds.retain(|seed| {
            let mark = marked.get(*seed);
            (!settings.starred_only || mark.is_some_and(|mark| mark.starred))
                && (sought.is_empty() || mark.is_some_and(|mark| mark.contains(&sought)))
        });
        let mut found: Vec<RecordedSeed<'r>> = seeds.into_iter().map(|seed| (seed, record(seed))).collect();
        self.unknown = 0;
        if criteria.needs_metrics() {
            self.unknown = found.iter().filter(|(_, record)| record.is_none()).count();
        }
        if !filter.is_empty() {
            found.retain(|(_, record)| record.is_some_and(|record| filter.selects(record)));
        }
        match settings.sort_metric() {
            Some(metric) => found = sorted_by(found, metric, settings.is_descending),
            None if settings.is_descending => found.reverse(),
            None => {}
        }
        self.range = settings.badge_metric().filter(|_| settings.is_tinted).and_then(|metric| {
            let values = found.iter().filter_map(|recorded| value_of(recorded, metric));
            values.fold(None, |range: Option<(f64, f64)>, value| {
                let (low, high) = range.unwrap_or((value, value));
                Some((low.min(value), high.max(value)))
            })
        });
        found
    }
}

fn value_of((_, record): &RecordedSeed<'_>, metric: &LevelMetric) -> Option<f64> {
    record.and_then(|record| record.value(metric)).map(MetricValue::as_f64)
}

/// Sorts seeds by a metric; equal ones keep their order, and those without a value come last.
fn sorted_by<'r>(
    seeds: Vec<RecordedSeed<'r>>,
    metric: &LevelMetric,
    is_descending: bool,
) -> Vec<RecordedSeed<'r>> {
    let mut valued: Vec<(Option<f64>, RecordedSeed<'r>)> =
        seeds.into_iter().map(|recorded| (value_of(&recorded, metric), recorded)).collect();
    valued.sort_by(|(one, _), (other, _)| match (one, other) {
        (Some(one), Some(other)) if is_descending => other.total_cmp(one),
        (Some(one), Some(other)) => one.total_cmp(other),
        (one, other) => other.is_some().cmp(&one.is_some()),
    });
    valued.into_iter().map(|(_, recorded)| recorded).collect()
}
