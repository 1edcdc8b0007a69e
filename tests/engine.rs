//! The library, tested from outside: what it promises, file by file.
//!
//! One binary, because linking takes longer than most of what is tested. Nothing in it starts another program: until that runs it would hold the locks of files that are open here.

mod architecture;
mod bridges;
mod broken_files;
mod budgets;
mod cards;
mod caves;
mod choices;
mod compact_optimum;
mod disk_faults;
mod doorways;
mod example_level;
mod examples;
mod exports;
mod finishable;
mod foreseen;
mod formats_cells;
mod formats_glb;
mod formats_graph;
mod formats_schema;
mod insight;
mod layout_always;
mod layout_conflicts;
mod layout_graphs;
mod leniency;
mod ldtk;
mod lint_mutants;
mod makings;
mod passage_lengths;
mod pictures;
mod pins;
mod planted_faults;
mod populating;
mod provenance;
mod promises;
mod random_level;
mod recipes;
mod rolls;
mod rooms;
mod round_trip;
mod second_checker;
mod shapes;
mod tiled_maps;
mod walkers;
mod winding;
