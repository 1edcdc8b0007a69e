//! Levels of the examples, for tests that need some. Each level is made once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use delvewright_engine::level::Level;
use delvewright_engine::pipeline::Pipeline;

use crate::examples::example;

/// Halls and caves, rooms and locks, walkers and passes, boards.
pub const EXAMPLES_OF_EACH_KIND: [&str; 4] = ["first_lock", "sunken_keep", "desert_camp", "iron_catacombs"];

/// Returns the level of an example.
pub fn level(name: &str, seed: u64) -> Arc<Level> {
    type LevelSlot = Arc<OnceLock<Arc<Level>>>;
    static LEVELS: Mutex<BTreeMap<(String, u64), LevelSlot>> = Mutex::new(BTreeMap::new());
    // Other levels can be made while this one is.
    let slot = {
        let mut levels = LEVELS.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(levels.entry((name.to_owned(), seed)).or_default())
    };
    let make = || Pipeline::default().run(&example(name).request(seed)).level.expect("a level");
    Arc::clone(slot.get_or_init(make))
}
