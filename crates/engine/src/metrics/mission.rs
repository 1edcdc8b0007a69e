//! Metrics of the mission as a graph of places.

use petgraph::unionfind::UnionFind;

use super::level_metric::{LevelMetric, MetricUnit, MetricValue};
use super::measured_level::MeasuredLevel;
use crate::insight::dead_ends;

pub(super) const PLACES: LevelMetric = LevelMetric {
    name: "places",
    unit: MetricUnit::Count,
    definition: "Number of places.",
    source: None,
    by_hand: None,
    measure: |level| Some(MetricValue::count(level.places())),
};

pub(super) const PASSAGES: LevelMetric = LevelMetric {
    name: "passages",
    unit: MetricUnit::Count,
    definition: "Number of passages.",
    source: None,
    by_hand: None,
    measure: |level| Some(MetricValue::count(level.level.passages.len())),
};

pub(super) const ITEMS: LevelMetric = LevelMetric {
    name: "items",
    unit: MetricUnit::Count,
    definition: "Number of mission nodes that are no places, for example keys.",
    source: None,
    by_hand: None,
    measure: |level| {
        let nodes = &level.level.mission.nodes;
        Some(MetricValue::count(nodes.iter().filter(|node| !node.is_place).count()))
    },
};

pub(super) const BRANCHING: LevelMetric = LevelMetric {
    name: "branching",
    unit: MetricUnit::Ratio,
    definition: "Average number of passages at a place.",
    source: None,
    by_hand: None,
    measure: |level| MetricValue::ratio(2 * level.level.passages.len(), level.places()),
};

pub(super) const LOOPS: LevelMetric = LevelMetric {
    name: "loops",
    unit: MetricUnit::Count,
    definition: "Number of passages that could be missing with all places still joined (cyclomatic number).",
    source: None,
    by_hand: None,
    measure: |level| Some(MetricValue::count(loops(level))),
};

pub(super) const LOOPS_A_PLACE: LevelMetric = LevelMetric {
    name: "loops_per_place",
    unit: MetricUnit::Ratio,
    definition: "Number of loops for each place.",
    source: None,
    by_hand: None,
    measure: |level| MetricValue::ratio(loops(level), level.places()),
};

pub(super) const DEAD_ENDS: LevelMetric = LevelMetric {
    name: "dead_ends",
    unit: MetricUnit::Count,
    definition: "Number of places next to at most one other place, except starts and goals.",
    source: None,
    by_hand: None,
    measure: |level| Some(MetricValue::count(dead_ends(level.level).len())),
};

pub(super) const LINEARITY: LevelMetric = LevelMetric {
    name: "linearity",
    unit: MetricUnit::Share,
    definition: "Share of the variance of the places' positions that is along their main axis: 1 for a straight line, \
                 0.5 for a level that extends equally in all directions.",
    source: Some(
        "G. Smith and J. Whitehead, Analyzing the Expressive Range of a Level Generator, 2010, who measure \
                  how well the platforms of a level fit a line",
    ),
    by_hand: None,
    measure: linearity,
};

fn loops(level: &MeasuredLevel<'_>) -> usize {
    let mut parts = UnionFind::<usize>::new(level.places());
    let passages = level.level.passages.iter().map(|passage| (passage.from.index(), passage.to.index()));
    let is_known = |(from, to): &(usize, usize)| *from.max(to) < level.places();
    passages.filter(is_known).filter(|(from, to)| !parts.union(*from, *to)).count()
}

/// Returns λ₁ / (λ₁ + λ₂), where λ₁ ≥ λ₂ are the eigenvalues of the covariance matrix of all anchors.
fn linearity(level: &MeasuredLevel<'_>) -> Option<MetricValue> {
    let anchors =
        || level.level.places.iter().map(|place| (i64::from(place.anchor.x), i64::from(place.anchor.y)));
    let count = i64::try_from(level.places()).ok()?;
    let (sum_x, sum_y) = anchors().fold((0, 0), |(x, y), (dx, dy)| (x + dx, y + dy));
    // Distances from the mean, times the number of places, so that they are whole.
    let off = anchors().map(|(x, y)| (i128::from(count * x - sum_x), i128::from(count * y - sum_y)));
    let (xx, yy, xy) = off.fold((0, 0, 0), |(xx, yy, xy), (x, y)| (xx + x * x, yy + y * y, xy + x * y));
    // 60 bits, so that squares fit, and so that the root is exact enough for small levels too.
    let bits = 128 - (xx + yy).leading_zeros();
    let scaled = |sum: i128| (sum >> bits.saturating_sub(60)) << 60_u32.saturating_sub(bits);
    let (xx, yy, xy) = (scaled(xx), scaled(yy), scaled(xy));
    let difference = ((xx - yy).pow(2) + 4 * xy * xy).isqrt();
    MetricValue::ratio(usize::try_from(xx + yy + difference).ok()?, usize::try_from(2 * (xx + yy)).ok()?)
}
