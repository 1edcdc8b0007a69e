//! Prepares a survey for display in the background: figures, histograms, shifts, and a heat map of two metrics.
//!
//! In: the records of a survey, and those before the last edit. Out: everything that charts draw of them.
//! Sorting the values of many thousand levels takes longer than a frame.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::JobKind;
use super::jobs::{Job, JobControl};
use crate::base::Cancelled;
use crate::metrics::{LEVEL_METRICS, LevelMetric};
use crate::survey::{Distribution, Histogram, SeedRecord, Shift, shifts};

/// Maximum number of bins of a large histogram, of a small one, and of a side of a heat map.
const MOST_BINS: (usize, usize, usize) = (32, 16, 20);

/// Prepares surveys.
pub struct SummarizeSurvey;

/// The records to prepare.
#[derive(Debug)]
pub struct SummaryJob {
    /// Version of the survey.
    pub version: u64,
    /// Records of the current project.
    pub now: Vec<Arc<SeedRecord>>,
    /// Records of before the last edit.
    pub before: Vec<Arc<SeedRecord>>,
    /// Metrics of the heat map, across and up.
    pub pair: Option<(&'static LevelMetric, &'static LevelMetric)>,
}

/// A survey, prepared for display.
#[derive(Clone, Debug)]
pub struct SurveySummary {
    /// Version of the survey.
    pub version: u64,
    /// Number of seeds, now and before the last edit.
    pub seeds: (usize, usize),
    /// Samples of all metrics, in their order.
    pub samples: Vec<MetricSamples>,
    /// Failures by their code, the most frequent first.
    pub failures: Vec<FailureCount>,
    /// Changes since the last edit that are more than chance.
    pub shifts: Vec<Shift>,
    /// The heat map, if two metrics were asked for.
    pub heat_map: Option<HeatMap>,
}

/// The values of a metric, now and before the last edit.
#[derive(Clone, Debug)]
pub struct MetricSamples {
    /// The metric.
    pub metric: &'static LevelMetric,
    /// Figures of the current project.
    pub now: SampleFigures,
    /// Figures before the last edit.
    pub before: SampleFigures,
    /// Bins of a large chart.
    pub large: BinnedSamples,
    /// Bins of a small chart.
    pub small: BinnedSamples,
}

/// The figures of a sample.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SampleFigures {
    /// Number of values.
    pub count: usize,
    /// Average.
    pub mean: Option<f64>,
    /// Value in the middle.
    pub median: Option<f64>,
    /// Standard deviation.
    pub deviation: Option<f64>,
    /// Lowest and highest value.
    pub range: Option<(f64, f64)>,
}

impl SampleFigures {
    fn of(sample: &Distribution) -> Self {
        Self {
            count: sample.count(),
            mean: sample.mean(),
            median: sample.median(),
            deviation: sample.deviation(),
            range: sample.range(),
        }
    }
}

/// Samples in the same bins.
#[derive(Clone, Debug)]
pub struct BinnedSamples {
    /// The bins.
    pub bins: Histogram,
    /// Number of levels by bin.
    pub now: Vec<usize>,
    /// Number of levels by bin before the last edit.
    pub before: Vec<usize>,
}

/// The number of seeds that failed for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailureCount {
    /// Stable name of the reason.
    pub code: &'static str,
    /// Reason of the first of them, in plain words.
    pub message: String,
    /// Number of seeds.
    pub count: usize,
}

/// The number of levels by the bins of two metrics.
#[derive(Clone, Debug)]
pub struct HeatMap {
    /// Metric across.
    pub across: &'static LevelMetric,
    /// Metric up.
    pub up: &'static LevelMetric,
    /// Bins across.
    pub columns: Histogram,
    /// Bins up.
    pub rows: Histogram,
    /// Number of levels, row by row from below.
    pub now: Vec<usize>,
    /// Number of levels before the last edit.
    pub before: Vec<usize>,
}

impl Job for SummarizeSurvey {
    type Request = SummaryJob;
    type Answer = Arc<SurveySummary>;

    const KIND: JobKind = JobKind::SurveySummary;

    fn work() -> impl FnMut(SummaryJob, &JobControl) -> Result<Arc<SurveySummary>, Cancelled> + Send + 'static
    {
        |order, _| Ok(Arc::new(SurveySummary::of(&order)))
    }
}

impl SurveySummary {
    /// Prepares a survey.
    pub fn of(SummaryJob { version, now, before, pair }: &SummaryJob) -> Self {
        let samples = LEVEL_METRICS.iter().map(|metric| MetricSamples::of(metric, now, before));
        Self {
            version: *version,
            seeds: (now.len(), before.len()),
            samples: samples.collect(),
            failures: failures(now),
            shifts: shifts(before.iter().map(AsRef::as_ref), now.iter().map(AsRef::as_ref)),
            heat_map: pair.and_then(|(across, up)| HeatMap::of(across, up, now, before)),
        }
    }

    /// Returns the samples of a metric.
    pub fn of_metric(&self, metric: &LevelMetric) -> Option<&MetricSamples> {
        self.samples.iter().find(|samples| samples.metric.name == metric.name)
    }
}

impl MetricSamples {
    fn of(metric: &'static LevelMetric, now: &[Arc<SeedRecord>], before: &[Arc<SeedRecord>]) -> Self {
        let sample =
            |records: &[Arc<SeedRecord>]| Distribution::of(records.iter().map(AsRef::as_ref), metric);
        let (now, before) = (sample(now), sample(before));
        let range = joint_range(&now, &before).unwrap_or((0.0, 0.0));
        let binned = |most| {
            let bins = Histogram::over(range, metric.unit, most);
            BinnedSamples { bins, now: bins.counts(now.values()), before: bins.counts(before.values()) }
        };
        let (large, small) = (binned(MOST_BINS.0), binned(MOST_BINS.1));
        let (now, before) = (SampleFigures::of(&now), SampleFigures::of(&before));
        Self { metric, now, before, large, small }
    }
}

impl HeatMap {
    /// Counts levels by two metrics; `None` if no level has both.
    fn of(
        across: &'static LevelMetric,
        up: &'static LevelMetric,
        now: &[Arc<SeedRecord>],
        before: &[Arc<SeedRecord>],
    ) -> Option<Self> {
        let points = |records: &[Arc<SeedRecord>]| -> Vec<(f64, f64)> {
            let value =
                |record: &SeedRecord| Some((record.value(across)?.as_f64(), record.value(up)?.as_f64()));
            records.iter().filter_map(|record| value(record)).collect()
        };
        let (now, before) = (points(now), points(before));
        let bins = |side: fn(&(f64, f64)) -> f64, metric: &LevelMetric| {
            let sample: Distribution = now.iter().chain(&before).map(side).collect();
            Some(Histogram::over(sample.range()?, metric.unit, MOST_BINS.2))
        };
        let (columns, rows) = (bins(|point| point.0, across)?, bins(|point| point.1, up)?);
        let counts = |points: &[(f64, f64)]| {
            let mut counts = vec![0; columns.len() * rows.len()];
            for (x, y) in points {
                let cell = columns.bin_of(*x).zip(rows.bin_of(*y));
                let place = cell.map(|(column, row)| row * columns.len() + column);
                if let Some(count) = place.and_then(|place| counts.get_mut(place)) {
                    *count += 1;
                }
            }
            counts
        };
        Some(Self { across, up, columns, rows, now: counts(&now), before: counts(&before) })
    }
}

/// Returns the lowest and the highest value of both samples.
fn joint_range(one: &Distribution, other: &Distribution) -> Option<(f64, f64)> {
    let ranges = [one.range(), other.range()].into_iter().flatten();
    ranges.reduce(|(low, high), (from, to)| (low.min(from), high.max(to)))
}

fn failures(records: &[Arc<SeedRecord>]) -> Vec<FailureCount> {
    let mut counts: BTreeMap<&'static str, FailureCount> = BTreeMap::new();
    for failure in records.iter().filter_map(|record| record.failure.as_ref()) {
        let entry = counts.entry(failure.code);
        let first = || FailureCount { code: failure.code, message: failure.message.clone(), count: 0 };
        entry.or_insert_with(first).count += 1;
    }
    let mut counts: Vec<FailureCount> = counts.into_values().collect();
    counts.sort_by_key(|failure| std::cmp::Reverse(failure.count));
    counts
}
