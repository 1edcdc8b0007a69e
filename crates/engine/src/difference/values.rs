//! The metrics, promises and other fields that differ.

use serde::Serialize;

use super::BeforeAfter;
use crate::level::{Level, Promise};
use crate::metrics::{LEVEL_METRICS, LevelMetric, MeasuredLevel, MetricUnit, MetricValue};

/// A metric that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MetricDifference {
    /// The name of the metric.
    pub name: &'static str,
    /// The unit of its values.
    pub unit: MetricUnit,
    /// The values; `None` if there is nothing to measure.
    #[serde(flatten)]
    pub values: BeforeAfter<MetricValue>,
}

/// A promise that one level keeps and the other breaks or lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PromiseDifference {
    /// The promise.
    pub promise: Promise,
    /// `true` if it was kept; `None` if it was not looked at.
    #[serde(flatten)]
    pub kept: BeforeAfter<bool>,
}

impl MetricDifference {
    /// Returns `true` if the value is greater after; `None` if one of the values is missing.
    pub fn direction(&self) -> Option<bool> {
        let BeforeAfter { before, after } = self.values;
        Some(after?.compare(before?).is_gt())
    }

    /// Writes both values with their unit, and with as many digits as tell them apart.
    pub fn texts(&self) -> [String; 2] {
        let BeforeAfter { before, after } = self.values;
        let values = [before, after].map(|value| value.map(MetricValue::as_f64));
        match values {
            [Some(before), Some(after)] => self.unit.texts_of(before, after),
            _ => {
                values.map(|value| value.map_or_else(|| "none".to_owned(), |value| self.unit.text_of(value)))
            }
        }
    }

    pub(super) fn mirrored(self) -> Self {
        Self { values: self.values.mirrored(), ..self }
    }
}

impl PromiseDifference {
    pub(super) fn mirrored(self) -> Self {
        Self { kept: self.kept.mirrored(), ..self }
    }
}

/// Returns the metrics that differ, compared as exact fractions.
pub(super) fn metrics(before: &Level, after: &Level) -> Vec<MetricDifference> {
    let (before, after) = (MeasuredLevel::new(before), MeasuredLevel::new(after));
    let compare = |metric: &LevelMetric| {
        let values = BeforeAfter { before: metric.measure(&before), after: metric.measure(&after) };
        let is_same = match (values.before, values.after) {
            (Some(one), Some(other)) => one.compare(other).is_eq(),
            (one, other) => one.is_none() && other.is_none(),
        };
        (!is_same).then_some(MetricDifference { name: metric.name, unit: metric.unit, values })
    };
    LEVEL_METRICS.iter().filter_map(compare).collect()
}

/// Returns the promises that only one level keeps.
pub(super) fn promises(before: &Level, after: &Level) -> Vec<PromiseDifference> {
    let kept = |level: &Level, promise: Promise| level.report.promises.get(&promise).map(|found| found.held);
    let differences = Promise::ALL.into_iter().map(|promise| {
        let kept = BeforeAfter { before: kept(before, promise), after: kept(after, promise) };
        PromiseDifference { promise, kept }
    });
    differences.filter(|promise| promise.kept.before != promise.kept.after).collect()
}

/// Returns the names of the fields that differ and are not compared part by part.
pub(super) fn fields(before: &Level, after: &Level) -> Vec<&'static str> {
    [
        ("format", before.format == after.format),
        ("generator", before.generator == after.generator),
        ("grammar", before.grammar == after.grammar),
        ("seed", before.seed == after.seed),
        ("rolls", before.rolls == after.rolls),
        ("variables", before.variables == after.variables),
        ("size", (before.width, before.height) == (after.width, after.height)),
        ("movement", before.movement == after.movement),
        ("legend", before.legend == after.legend),
        ("templates", before.templates == after.templates),
        ("bridges", before.bridges == after.bridges),
        ("populate", before.populate == after.populate),
        ("themes", before.themes == after.themes),
        ("mission", before.mission == after.mission),
        ("report", before.report == after.report),
    ]
    .into_iter()
    .filter(|(_, is_same)| !is_same)
    .map(|(name, _)| name)
    .collect()
}
