//! Metrics of keys, locks, and the solution: the walk from the first start to the nearest goal.

use super::level_metric::{LevelMetric, MetricUnit, MetricValue};
use super::measured_level::MeasuredLevel;

pub(super) const LOCKS: LevelMetric = LevelMetric {
    name: "locks",
    unit: MetricUnit::Count,
    definition: "Number of locked places.",
    source: None,
    by_hand: None,
    measure: |level| Some(MetricValue::count(level.graph.graph.locked_places().len())),
};

pub(super) const SPHERES: LevelMetric = LevelMetric {
    name: "spheres",
    unit: MetricUnit::Count,
    definition: "Number of spheres. The first holds the places that need no key, and each further one those that need \
                 a key of the sphere before it.",
    source: Some("Randomizers of games call the same sets spheres in their spoiler logs"),
    by_hand: None,
    measure: |level| Some(level.spheres().len()).filter(|spheres| *spheres > 0).map(MetricValue::count),
};

pub(super) const KEY_CHAIN: LevelMetric = LevelMetric {
    name: "key_chain",
    unit: MetricUnit::Count,
    definition: "Number of keys that must be found one after the other, each because of the one before, until a goal \
                 is within reach.",
    source: None,
    by_hand: None,
    measure: |level| {
        let has_goal = |sphere: &Vec<usize>| sphere.iter().any(|place| level.graph.goals.contains(place));
        level.spheres().iter().position(has_goal).map(MetricValue::count)
    },
};

pub(super) const REQUIRED_PLACES: LevelMetric = LevelMetric {
    name: "required_places",
    unit: MetricUnit::Count,
    definition: "Number of places without which no goal can be reached, including the start.",
    source: None,
    by_hand: None,
    measure: |level| level.required_places().map(MetricValue::count),
};

pub(super) const REQUIRED_SHARE: LevelMetric = LevelMetric {
    name: "required_share",
    unit: MetricUnit::Share,
    definition: "Share of the required places in all places; the others are optional.",
    source: None,
    by_hand: None,
    measure: |level| MetricValue::ratio(level.required_places()?, level.places()),
};

pub(super) const SOLUTION_PASSAGES: LevelMetric = LevelMetric {
    name: "solution_passages",
    unit: MetricUnit::Count,
    definition: "Number of passages on the solution, counting each time.",
    source: None,
    by_hand: None,
    measure: |level| Some(MetricValue::count(level.solution()?.passages)),
};

pub(super) const SOLUTION_STEPS: LevelMetric = LevelMetric {
    name: "solution_steps",
    unit: MetricUnit::Steps,
    definition: "Number of steps from cell to cell on the solution.",
    source: None,
    by_hand: None,
    measure: |level| level.way().len().checked_sub(1).map(MetricValue::count),
};

pub(super) const SOLUTION_KEYS: LevelMetric = LevelMetric {
    name: "solution_keys",
    unit: MetricUnit::Count,
    definition: "Number of keys that the solution needs.",
    source: None,
    by_hand: None,
    measure: |level| Some(MetricValue::count(level.solution()?.keys)),
};

pub(super) const BACKTRACKING: LevelMetric = LevelMetric {
    name: "backtracking",
    unit: MetricUnit::Share,
    definition: "Share of the passages on the solution that lead back into a place visited before.",
    source: None,
    by_hand: None,
    measure: |level| {
        let solution = level.solution()?;
        MetricValue::ratio(solution.passages_back, solution.passages)
    },
};

pub(super) const CHOICE: LevelMetric = LevelMetric {
    name: "choice",
    unit: MetricUnit::Ratio,
    definition: "Average number of open ways at each place of the solution, including the way back.",
    source: None,
    by_hand: None,
    measure: choice,
};

fn choice(level: &MeasuredLevel<'_>) -> Option<MetricValue> {
    let solution = level.solution()?;
    MetricValue::ratio(solution.choices, solution.passages)
}
