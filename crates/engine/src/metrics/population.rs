//! Metrics of the things in a level, and of those on the way.

use std::collections::BTreeSet;

use super::level_metric::{LevelMetric, MetricUnit, MetricValue};
use super::measured_level::MeasuredLevel;
use crate::level::PlaceId;
use crate::settings::PassKind;

pub(super) const ENTITIES: LevelMetric = LevelMetric {
    name: "entities",
    unit: MetricUnit::Count,
    definition: "Number of things in the level, without markers for scripts.",
    source: None,
    by_hand: None,
    measure: |level| {
        let visible = level.level.entities.iter().filter(|entity| !entity.marker);
        Some(MetricValue::count(visible.count()))
    },
};

pub(super) const FOES: LevelMetric = LevelMetric {
    name: "foes",
    unit: MetricUnit::Count,
    definition: "Number of entities that passes of the kind Foes placed.",
    source: None,
    by_hand: None,
    measure: |level| Some(MetricValue::count(level.placed_by(PassKind::Foes).count())),
};

pub(super) const CHESTS: LevelMetric = LevelMetric {
    name: "chests",
    unit: MetricUnit::Count,
    definition: "Number of entities that passes of the kind Chests placed.",
    source: None,
    by_hand: None,
    measure: |level| Some(MetricValue::count(level.placed_by(PassKind::Chests).count())),
};

pub(super) const DANGER: LevelMetric = LevelMetric {
    name: "danger",
    unit: MetricUnit::Count,
    definition: "Number of foes in the places of the solution.",
    source: None,
    by_hand: None,
    measure: |level| on_solution(level, PassKind::Foes),
};

pub(super) const REWARD: LevelMetric = LevelMetric {
    name: "reward",
    unit: MetricUnit::Count,
    definition: "Number of chests in the places of the solution.",
    source: None,
    by_hand: None,
    measure: |level| on_solution(level, PassKind::Chests),
};

pub(super) const LENIENCY: LevelMetric = LevelMetric {
    name: "leniency",
    unit: MetricUnit::Share,
    definition: "Share of the places of the solution in which no foe is.",
    source: Some(
        "G. Smith and J. Whitehead, Analyzing the Expressive Range of a Level Generator, 2010, who add up \
                  how forgiving the parts of a level are",
    ),
    by_hand: None,
    measure: leniency,
};

fn on_solution(level: &MeasuredLevel<'_>, kind: PassKind) -> Option<MetricValue> {
    let solution = level.solution()?;
    Some(MetricValue::count(level.placed_by(kind).filter(|place| solution.places.contains(place)).count()))
}

fn leniency(level: &MeasuredLevel<'_>) -> Option<MetricValue> {
    let solution = level.solution()?;
    let dangerous: BTreeSet<PlaceId> = level.placed_by(PassKind::Foes).collect();
    MetricValue::ratio(solution.places.difference(&dangerous).count(), solution.places.len())
}
