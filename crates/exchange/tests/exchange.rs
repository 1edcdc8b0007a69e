//! Tests exported levels and imported rooms from outside, and the checker on levels as they are exported.
//!
//! They form one binary, because linking takes longer than most tests.

mod differences;
mod example_level;
mod exports;
mod formats_cells;
mod formats_glb;
mod formats_graph;
mod formats_schema;
mod game_side;
mod ldtk;
mod object_templates;
mod own_levels_in;
mod pictures;
mod planted_faults;
mod programme;
mod random_level;
mod rooms_again;
mod rooms_in;
mod rooms_out;
mod second_checker;
mod source_areas;
mod source_positions;
mod source_solids;
mod stable_maps;
mod targets;
mod tile_sheets;
mod tiled_maps;

// Tests of other crates use these too.
#[path = "../../engine/tests/examples.rs"]
mod examples;
#[path = "../../engine/tests/random_rooms.rs"]
mod random_rooms;
#[path = "../../../tests/sample.rs"]
mod sample;
#[path = "../../../tests/tile_pictures.rs"]
mod tile_pictures;
