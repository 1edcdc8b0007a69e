//! The summary of a batch, for people and for other programs.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use serde::Serialize;

use super::likeness::{LikenessReport, LikenessSummary};
use super::seed_result::{FailedRun, PassCount, SeedResult, WarningCount};
use super::sweep::{SweepSummary, sweep_text};
use crate::base::{counted, printable_line};
use crate::level::Promise;
use crate::metrics::LAYOUT_METRICS;
use crate::properties::{LevelProperty, PropertyTally};
use crate::survey::Distribution;

/// Maximum number of failures that the text lists one by one.
const MOST_FAILURES: usize = 20;

/// The results of all levels; printed unchanged by `--format json`.
#[derive(Debug, Default, Serialize)]
pub(super) struct Summary {
    /// Number of levels that were finished.
    pub levels: u64,
    /// Number of levels that the command asked for.
    pub asked: u64,
    /// `true` if the user stopped it before all were finished.
    pub interrupted: bool,
    pub ok: u64,
    /// Failures, in the order of the levels.
    pub failed: Vec<SweptFailure>,
    promises: BTreeMap<String, u64>,
    /// Results of the passes of the grammar, summed over all levels, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    passes: BTreeMap<String, PassCount>,
    /// Verdicts about the properties of the grammar, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    properties: Vec<PropertyShare>,
    /// Warnings of all levels, by code.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    warnings: BTreeMap<&'static str, WarningCount>,
    /// Medians of the metrics of the layout, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    layout: BTreeMap<&'static str, f64>,
    #[serde(flatten)]
    pub likeness: Option<LikenessReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sweep: Option<SweepSummary>,
    seconds: f64,
    levels_per_second: f64,
}

/// The share of levels that have a property.
#[derive(Clone, Debug, Serialize)]
struct PropertyShare {
    sentence: String,
    /// Number of levels that have it.
    passed: u64,
    /// Number of levels with something to judge.
    judged: u64,
    /// The interval with 95 % confidence for the share among all seeds, if a level was judged.
    interval: Option<[f64; 2]>,
    #[serde(skip)]
    tally: PropertyTally,
}

impl PropertyShare {
    fn new(property: &LevelProperty, tally: PropertyTally) -> Self {
        let interval = tally.share().map(|share| [share.least, share.most]);
        Self { sentence: property.sentence(), passed: tally.passed, judged: tally.judged, interval, tally }
    }
}

/// A failed seed, with the value of the sweep.
#[derive(Debug, Serialize)]
pub(super) struct SweptFailure {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    #[serde(flatten)]
    pub run: FailedRun,
}

/// The results of the finished seeds.
#[derive(Debug, Default)]
pub(super) struct SummaryDraft {
    done: u64,
    failed: Vec<SweptFailure>,
    passes: BTreeMap<String, PassCount>,
    /// The properties of the grammar, and how many levels have them.
    properties: Vec<(LevelProperty, PropertyTally)>,
    warnings: BTreeMap<&'static str, WarningCount>,
    /// Values of each metric of the layout.
    layout: [Vec<f64>; LAYOUT_METRICS.len()],
    likeness: Option<LikenessSummary>,
    sweep: Option<SweepSummary>,
}

impl SummaryDraft {
    /// Returns the summary of no levels yet.
    pub fn new(
        properties: Vec<LevelProperty>,
        likeness: Option<LikenessSummary>,
        sweep: Option<SweepSummary>,
    ) -> Self {
        let properties =
            properties.into_iter().map(|property| (property, PropertyTally::default())).collect();
        Self { properties, likeness, sweep, ..Self::default() }
    }

    /// Begins with the next value of a sweep, if there is one.
    pub fn begin(&mut self, value: Option<i64>) {
        if let Some((sweep, value)) = self.sweep.as_mut().zip(value) {
            sweep.begin(value);
        }
    }

    /// Adds the result of a seed.
    pub fn add(&mut self, result: SeedResult, value: Option<i64>) {
        self.done += 1;
        for (values, metric) in self.layout.iter_mut().zip(&LAYOUT_METRICS) {
            values.extend(result.record.value(metric).map(|value| value.as_f64()));
        }
        if let Some(sweep) = &mut self.sweep {
            sweep.add(&result.record);
        }
        if let Some(likeness) = &mut self.likeness {
            likeness.add(value, result.record.seed, &result.usage, result.identity);
        }
        self.failed.extend(result.failed.map(|run| SweptFailure { value, run }));
        for ((_, tally), verdict) in self.properties.iter_mut().zip(&result.verdicts) {
            tally.add(verdict);
        }
        for (name, count) in result.passes {
            let sum = self.passes.entry(name).or_default();
            sum.placed += count.placed;
            sum.taken_back += count.taken_back;
        }
        for (code, warning) in result.warnings {
            self.note(code, warning);
        }
    }

    /// Counts a level with a warning. The message of the lowest seed is kept.
    fn note(&mut self, code: &'static str, warning: WarningCount) {
        match self.warnings.entry(code) {
            Entry::Vacant(vacant) => {
                vacant.insert(warning);
            }
            Entry::Occupied(mut known) => {
                let levels = known.get().levels + warning.levels;
                if warning.first_seed < known.get().first_seed {
                    known.insert(warning);
                }
                known.get_mut().levels = levels;
            }
        }
    }

    /// Returns the summary of everything that was added.
    pub fn finish(self, asked: u64, is_stopped: bool, seconds: f64) -> Summary {
        let Self { done: levels, failed, passes, properties, warnings, layout, likeness, sweep } = self;
        let broken_in =
            |promise| failed.iter().filter(|failed| failed.run.broken.contains(&promise)).count() as u64;
        let medians = LAYOUT_METRICS.iter().zip(layout).filter_map(|(metric, values)| {
            Some((metric.name, values.into_iter().collect::<Distribution>().median()?))
        });
        Summary {
            levels,
            asked,
            // All levels may be finished in spite of an interruption.
            interrupted: is_stopped && levels < asked,
            ok: levels - failed.len() as u64,
            promises: Promise::ALL
                .iter()
                .map(|promise| (format!("{promise:?}"), broken_in(*promise)))
                .collect(),
            passes,
            properties: properties
                .iter()
                .map(|(property, tally)| PropertyShare::new(property, *tally))
                .collect(),
            warnings,
            layout: medians.collect(),
            likeness: likeness.map(LikenessSummary::finish),
            sweep,
            seconds,
            levels_per_second: if seconds > 0.0 { levels as f64 / seconds } else { 0.0 },
            failed,
        }
    }
}

impl Summary {
    pub fn text(&self) -> String {
        let Self { levels, asked, ok, failed, seconds, levels_per_second, .. } = self;
        let made = counted(*levels as usize, "level");
        let mut text = format!("{made}, {ok} kept every promise, {} failed\n", failed.len());
        if self.interrupted {
            text = format!("interrupted after {levels} of {}\n{text}", counted(*asked as usize, "level"));
        }
        for SweptFailure { value, run: FailedRun { seed, stage, code, message, .. } } in
            failed.iter().take(MOST_FAILURES)
        {
            let value = value.map(|value| format!("value {value}, ")).unwrap_or_default();
            text += &format!("{value}seed {seed}: {stage} [{code}]: {}\n", printable_line(message));
        }
        text += &more_failures(failed.get(MOST_FAILURES..).unwrap_or_default());
        for (promise, count) in self.promises.iter().filter(|(_, count)| **count > 0) {
            text += &format!("{promise} is broken in {}\n", counted(*count as usize, "level"));
        }
        for (name, PassCount { placed, taken_back }) in &self.passes {
            let name = printable_line(name);
            text += &format!("the pass \"{name}\" placed {placed}, and took back {taken_back}\n");
        }
        for PropertyShare { sentence, tally, .. } in &self.properties {
            let sentence = printable_line(sentence);
            text += &match tally.judged {
                0 => format!("no level has anything to judge for the property \"{sentence}\"\n"),
                _ => format!("the property \"{sentence}\" holds in {tally}\n"),
            };
        }
        for (code, WarningCount { levels, first_seed, message }) in &self.warnings {
            let of = counted(*levels as usize, "level");
            text += &format!(
                "warning [{code}] in {of}, first at seed {first_seed}: {}\n",
                printable_line(message)
            );
        }
        for metric in &LAYOUT_METRICS {
            if let Some(median) = self.layout.get(metric.name) {
                let by_hand = metric.by_hand.map(|maps| format!(" ({maps})")).unwrap_or_default();
                text += &format!("{} {}{by_hand}\n", metric.words(), metric.unit.text_of(*median));
            }
        }
        text += &self.likeness.as_ref().map(LikenessReport::text).unwrap_or_default();
        text += &self.sweep.as_ref().map(sweep_text).unwrap_or_default();
        text + &format!("{seconds:.1} seconds, {levels_per_second:.1} levels a second\n")
    }
}

/// Returns a line for each reason of the failures that are not listed, with their number.
fn more_failures(failed: &[SweptFailure]) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for FailedRun { stage, code, .. } in failed.iter().map(|failure| &failure.run) {
        *counts.entry(format!("{stage} [{code}]")).or_default() += 1;
    }
    let lines = counts.iter().map(|(reason, count)| {
        let more = counted(*count, "more seed");
        format!("and {more}: {reason}; --format json lists all\n")
    });
    lines.collect()
}
