//! Streams the floors of a tower: a thread makes the next ones while the player is on this one.
//!
//! Each floor has a seed of its own, made from the seed of the game and its number. The fifth floor is therefore
//! always the same, however the player came there.
//!
//! `cargo run -p delvewright-engine --example floors`

use std::sync::{Arc, mpsc};
use std::thread;

use delvewright_engine::prelude::*;

/// Number of floors that are made ahead.
const AHEAD: usize = 2;

/// Returns the floors from the first one, as long as somebody asks for more.
fn floors(grammar: Arc<Grammar>, seed: Seed) -> mpsc::Receiver<Arc<Level>> {
    let (sender, floors) = mpsc::sync_channel(AHEAD);
    thread::spawn(move || {
        let mut pipeline = Pipeline::default();
        for floor in 1_i64.. {
            // Higher floors are larger, up to the range of the variable.
            let variables = [("halls".to_owned(), floor.min(8))].into();
            let seed = seed.child("floor").numbered(floor.unsigned_abs());
            let request = Request { variables, ..Request::new(Arc::clone(&grammar), Vec::new(), seed) };
            let level = pipeline.run(&request).level.expect("this grammar always has a level");
            // Waits while enough floors are ahead; ends when nobody climbs any more.
            if sender.send(level).is_err() {
                return;
            }
        }
    });
    floors
}

/// Runs the example.
pub fn main() {
    let loaded = parse_grammar(include_str!("tower.ron"), None);
    let grammar = Arc::new(loaded.value.expect("the grammar has no errors"));
    let climb = |seed| floors(Arc::clone(&grammar), seed).into_iter().take(4).collect::<Vec<_>>();
    let climbed = climb(Seed(7));
    for (number, level) in (1..).zip(&climbed) {
        println!("floor {number}: {} places, stairs at {}", level.places.len(), level.places[0].anchor);
        assert_eq!(level.places.len(), 2 + number);
    }
    assert_eq!(climbed, climb(Seed(7)), "the same game has the same floors");
}
