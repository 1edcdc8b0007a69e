//! Metrics of finished levels: numbers with a name, a unit, a definition and a source.
//!
//! In: a level. Out: the value of each metric, or none if the level has nothing to measure.
//! Every metric is a pure function of the level. All of them are in [`LEVEL_METRICS`], in the order in which tables
//! list them; window, command line and documentation read that table.
//! Guaranteed: a value is an exact fraction of whole numbers, the same on every machine.

mod corridors;
mod level_metric;
mod measured_level;
mod mission;
mod population;
mod progression;
mod tiles;
mod measured_cells;

pub use level_metric::{LevelMetric, MetricUnit, MetricValue};
pub use measured_level::MeasuredLevel;

/// All metrics of levels.
pub static LEVEL_METRICS: [LevelMetric; 34] = [
    mission::PLACES,
    mission::PASSAGES,
    mission::ITEMS,
    mission::BRANCHING,
    mission::LOOPS,
    mission::LOOPS_A_PLACE,
    mission::DEAD_ENDS,
    mission::LINEARITY,
    progression::LOCKS,
    progression::SPHERES,
    progression::KEY_CHAIN,
    progression::REQUIRED_PLACES,
    progression::REQUIRED_SHARE,
    progression::SOLUTION_PASSAGES,
    progression::SOLUTION_STEPS,
    progression::SOLUTION_KEYS,
    progression::BACKTRACKING,
    progression::CHOICE,
    population::ENTITIES,
    population::FOES,
    population::CHESTS,
    population::DANGER,
    population::REWARD,
    population::LENIENCY,
    tiles::AREA,
    tiles::WALKABLE_SHARE,
    tiles::CORRIDOR_SHARE,
    tiles::CELLS_A_PLACE,
    corridors::LONGEST_CORRIDOR,
    corridors::BENDS_A_PASSAGE,
    tiles::ASPECT,
    tiles::SYMMETRY,
    tiles::ROOMS_USED,
    tiles::CARDS_USED,
];

/// The metrics of the layout, which summaries show next to those of maps made by hand.
pub static LAYOUT_METRICS: [LevelMetric; 5] = [
    tiles::WALKABLE_SHARE,
    tiles::CORRIDOR_SHARE,
    tiles::CELLS_A_PLACE,
    corridors::BENDS_A_PASSAGE,
    tiles::ASPECT,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_words_and_definitions_are_sentences() {
        for (number, metric) in LEVEL_METRICS.iter().enumerate() {
            assert!(
                metric.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'),
                "{}",
                metric.name
            );
            assert!(LEVEL_METRICS[..number].iter().all(|other| other.name != metric.name), "{}", metric.name);
            assert!(metric.definition.ends_with('.'), "{}", metric.name);
        }
    }
}
