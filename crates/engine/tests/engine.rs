//! Tests the engine from outside, one file per promise.
//!
//! They form one binary, because linking takes longer than most tests.

mod bounds;
mod bridges;
mod budgets;
mod cards;
mod caves;
mod choices;
mod compact_optimum;
mod differences;
mod doorways;
mod dressing;
mod epoch_statistics;
mod example_programs;
mod examples;
mod finishable;
mod foreseen;
mod insight;
mod layout_always;
mod layout_conflicts;
mod layout_graphs;
mod leniency;
mod lint_mutants;
mod liquids;
mod makings;
mod metrics;
mod passage_lengths;
mod pins;
mod populating;
mod promises;
mod proved_levels;
mod properties;
mod provenance;
mod random_metrics;
mod random_rooms;
mod recipes;
mod reread;
mod rolls;
mod rooms;
mod round_trip;
mod shapes;
mod shifts;
mod sited;
mod small_halls;
mod solution_walks;
mod steady;
mod variables;
mod walk_statistics;
mod walkers;
mod winding;
#[path = "../../../tests/sample.rs"]
mod sample;
