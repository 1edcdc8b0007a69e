//! Compares the search with brute force on small random maps, and limits its work on large ones.

mod brute_force;
mod large;
mod random;
mod shapes;

use super::map::AreaMap;
use super::stuck::{DeadEndWalk, find_stuck};
use super::work::WalkBudget;
use crate::base::{Seed, StopToken};
use brute_force::BruteForce;

/// Returns the answer of the search after checking its explanation.
fn checked(map: &AreaMap, seed: u64) -> Option<DeadEndWalk> {
    let stuck = find_stuck(map, 0, &mut WalkBudget::new(2_000_000, StopToken::never()))
        .unwrap_or_else(|_| panic!("seed {seed}: too much work"));
    let expected = BruteForce::new(map);
    assert_eq!(stuck.is_some(), expected.is_stuck(), "seed {seed}: {stuck:?} in {map:#?}");
    if let Some(stuck) = &stuck {
        assert_eq!(stuck.steps[0], 0, "seed {seed}");
        let mut states = vec![expected.begin(0)];
        for step in &stuck.steps[1..] {
            let state = expected.step(states.last().unwrap(), *step);
            states.push(state.unwrap_or_else(|| panic!("seed {seed}: {stuck:?} is no walk in {map:#?}")));
        }
        for (number, state) in states.iter().enumerate() {
            let is_lost = !expected.can_finish(state);
            assert_eq!(is_lost, number >= stuck.lost_at, "seed {seed}: {stuck:?} in {map:#?}");
        }
    }
    stuck
}

fn compare(seeds: std::ops::Range<u64>, draw: impl Fn(&mut crate::base::RandomStream) -> AreaMap) {
    let stuck =
        seeds.clone().filter(|seed| checked(&draw(&mut Seed(*seed).stream()), *seed).is_some()).count();
    let count = (seeds.end - seeds.start) as usize;
    // Maps of only one kind would show little.
    assert!(stuck * 20 > count && stuck * 20 < count * 19, "{stuck} of {count} have a dead end");
}

#[test]
fn brute_force_agrees_on_any_small_map() {
    compare(0..8_000, random::any);
}

#[test]
fn brute_force_agrees_on_small_lock_missions() {
    compare(0..8_000, random::lock_mission);
}

#[test]
#[ignore = "long: a million small maps"]
fn brute_force_agrees_on_a_million_small_maps() {
    compare(0..500_000, random::any);
    compare(0..500_000, random::lock_mission);
}
