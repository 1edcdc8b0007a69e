//! Levels of the examples, for tests that need some.

use std::sync::Arc;

use delvewright::base::Seed;
use delvewright::files::load_example;
use delvewright::level::Level;
use delvewright::pipeline::{Pipeline, Request};

/// Halls and caves, rooms and locks, walkers and passes, boards.
pub const EXAMPLES_OF_EACH_KIND: [&str; 4] = ["first_lock", "sunken_keep", "desert_camp", "iron_catacombs"];

/// Returns the level of an example.
pub fn level(example: &str, seed: u64) -> Arc<Level> {
    let project = load_example(example).expect("an example");
    let grammar = Arc::new(project.grammar.value.expect("it can be read"));
    let rooms = project.rooms.into_iter().filter_map(|rooms| rooms.set.value).map(Arc::new).collect();
    let request = Request::new(grammar, rooms, Seed(seed));
    Pipeline::default().run(&request).level.expect("a level")
}
