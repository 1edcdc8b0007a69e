//! The part of a run that a survey keeps: about 600 bytes for each seed.

use crate::base::Seed;
use crate::metrics::{LEVEL_METRICS, LevelMetric, MeasuredLevel, MetricValue};
use crate::pipeline::{Run, StageFailure};
use crate::properties::PropertyVerdict;

/// The result of one seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedRecord {
    /// The seed.
    pub seed: Seed,
    /// The reason why there is no proved level.
    pub failure: Option<StageFailure>,
    /// Values in the order of [`LEVEL_METRICS`]. Empty if there is no level.
    values: Box<[Option<MetricValue>]>,
    /// Positions of the properties of the grammar that the proved level does not have, in order.
    pub failed_properties: Box<[usize]>,
    /// Positions of the properties about which the proved level has nothing to judge, in order.
    pub idle_properties: Box<[usize]>,
}

impl SeedRecord {
    /// Measures the level of a run.
    pub fn of(run: &Run) -> Self {
        Self::judged(run).0
    }

    /// Measures the level of a run. Also returns the verdicts about the properties of its grammar; none without a
    /// proved level.
    pub fn judged(run: &Run) -> (Self, Vec<PropertyVerdict>) {
        let measured = run.level.as_deref().map(MeasuredLevel::new);
        let measure =
            |level: &MeasuredLevel<'_>| LEVEL_METRICS.iter().map(|metric| metric.measure(level)).collect();
        let proved = measured.as_ref().filter(|_| run.failure.is_none());
        let properties = &run.request.grammar.properties;
        let judge = |level: &MeasuredLevel<'_>| properties.iter().map(|one| one.judge(level)).collect();
        let verdicts: Vec<PropertyVerdict> = proved.map(judge).unwrap_or_default();
        let positions = |is_so: fn(&PropertyVerdict) -> bool| {
            let found = verdicts.iter().enumerate().filter(move |(_, verdict)| is_so(verdict));
            found.map(|(position, _)| position).collect()
        };
        let record = Self {
            seed: run.request.seed,
            failure: run.failure.clone(),
            values: measured.as_ref().map(measure).unwrap_or_default(),
            failed_properties: positions(|verdict| matches!(verdict, PropertyVerdict::Fails(_))),
            idle_properties: positions(|verdict| matches!(verdict, PropertyVerdict::Nothing(_))),
        };
        (record, verdicts)
    }

    /// Returns the value of a metric; `None` if the level has nothing to measure, or if there is no level.
    pub fn value(&self, metric: &LevelMetric) -> Option<MetricValue> {
        let position = LEVEL_METRICS.iter().position(|other| other.name == metric.name)?;
        self.values.get(position).copied().flatten()
    }
}
