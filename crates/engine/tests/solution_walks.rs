//! Backtracking and choice, against all walks of the solution's length, and against the cells that it crosses.
//!
//! Both oracles read the level itself: its passages with their locks, its things, and the owners of its cells.

use std::collections::BTreeSet;

use delvewright_engine::base::Seed;
use delvewright_engine::insight::way_to_goal;
use delvewright_engine::level::{EntityId, Level, Lock, PassageEnd, PlaceId};
use delvewright_engine::mission::NodeRole;
use delvewright_engine::pipeline::Pipeline;

use crate::examples::examples;
use crate::metrics::{is_open, metrics, small_level};
use crate::random_metrics::random_level;
use crate::sample;

/// A walk so far, without the order of its places.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Walk {
    here: PlaceId,
    held: BTreeSet<EntityId>,
    visited: BTreeSet<PlaceId>,
    sums: WalkSums,
}

/// Sums over the passages of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct WalkSums {
    /// Passages that led back into a place visited before.
    back: usize,
    /// Places to which one could have gone next.
    choices: usize,
}

impl Walk {
    fn from(level: &Level, start: PlaceId) -> Self {
        let walk =
            Self { here: start, held: BTreeSet::new(), visited: BTreeSet::new(), sums: WalkSums::default() };
        walk.at(level, start)
    }

    fn at(mut self, level: &Level, place: PlaceId) -> Self {
        self.here = place;
        self.held.extend(level.entities_in(place).map(|entity| entity.id));
        self.visited.insert(place);
        self
    }

    fn open_places(&self, level: &Level) -> BTreeSet<PlaceId> {
        let passages = level.passages.iter().filter(|passage| is_open(passage.locks.iter(), &self.held));
        let ways = passages.flat_map(|passage| {
            [Some((passage.from, passage.to)), (!passage.one_way).then_some((passage.to, passage.from))]
        });
        ways.flatten().filter(|(from, _)| *from == self.here).map(|(_, to)| to).collect()
    }

    fn step(&self, level: &Level, to: PlaceId) -> Self {
        let mut next = self.clone();
        next.sums.choices += self.open_places(level).len();
        next.sums.back += usize::from(self.visited.contains(&to));
        next.at(level, to)
    }
}

fn is_goal(level: &Level, place: PlaceId) -> bool {
    level.goals().any(|goal| goal.id == place)
}

/// Returns the sums of all walks with this number of passages that end at the first goal they reach.
fn all_walks(level: &Level, passages: usize) -> BTreeSet<WalkSums> {
    let start = level.start().expect("a start").id;
    let mut walks = BTreeSet::from([Walk::from(level, start)]);
    for _ in 0..passages {
        let going = walks.iter().filter(|walk| !is_goal(level, walk.here));
        walks = going
            .flat_map(|walk| walk.open_places(level).into_iter().map(|to| walk.step(level, to)))
            .collect();
    }
    walks.iter().filter(|walk| is_goal(level, walk.here)).map(|walk| walk.sums).collect()
}

/// Returns the number of passages and the sums that the metrics of a level give.
fn measured(level: &Level) -> Option<(usize, WalkSums)> {
    let found = metrics(level);
    let value = |name: &str| found[name].as_ref().map(|value| value.parse::<f64>().unwrap());
    let passages = value("solution_passages")?;
    let sum = |name| value(name).map_or(0, |mean| (mean * passages).round() as usize);
    Some((passages as usize, WalkSums { back: sum("backtracking"), choices: sum("choice") }))
}

/// Makes the last place the only goal, and locks it with the first thing of the level.
fn lock_goal(level: &mut Level) {
    let Some(key) = level.entities.first().map(|entity| entity.id) else { return };
    let Some(goal) = level.places.last().map(|place| place.id) else { return };
    for place in level.places.iter_mut().filter(|place| place.role != Some(NodeRole::Start)) {
        place.role = (place.id == goal).then_some(NodeRole::Goal);
    }
    for passage in &mut level.passages {
        passage.locks.clear();
        let ends = [(passage.from, PassageEnd::From), (passage.to, PassageEnd::To)];
        let end = ends.into_iter().find(|(place, _)| *place == goal);
        passage.locks.extend(end.map(|(place, end)| Lock { place, end, keys: vec![key], needed: 1 }));
    }
}

#[test]
fn backtracking_and_choice_are_those_of_a_walk_of_brute_force() {
    let base = small_level();
    let (mut back, mut single) = (0, 0);
    for case in sample::of(0..10_000) {
        let mut level = random_level(&base, &mut Seed(case).stream());
        if case % 2 == 0 {
            lock_goal(&mut level);
        }
        let Some((passages, sums)) = measured(&level) else { continue };
        let walks = all_walks(&level, passages);
        assert!(walks.contains(&sums), "level {case}: {sums:?} of {passages} in {walks:?}");
        back += usize::from(sums.back > 0);
        single += usize::from(sums.back > 0 && walks.len() == 1);
    }
    assert!(back >= 20 && single >= 10, "{back} lead back, and {single} of these have one walk only");
}

#[test]
fn backtracking_and_choice_of_examples_are_those_of_the_cells_on_the_way() {
    let mut back = 0;
    for example in examples() {
        for seed in sample::of(0..14) {
            let Some(level) = Pipeline::default().run(&example.request(seed)).level else { continue };
            let Some((passages, sums)) = measured(&level) else { continue };
            let mut places: Vec<PlaceId> = Vec::new();
            for place in way_to_goal(&level).into_iter().filter_map(|cell| level.owner(cell).place()) {
                if places.last() != Some(&place) {
                    places.push(place);
                }
            }
            // The cells leave out detours to keys that turn out to open nothing on the way.
            if places.len() != passages + 1 {
                continue;
            }
            let mut walk = Walk::from(&level, *places.first().expect("the start"));
            for place in &places[1..] {
                walk = walk.step(&level, *place);
            }
            assert_eq!(sums, walk.sums, "{} {seed}: {places:?}", example.name);
            back += usize::from(sums.back > 0);
        }
    }
    assert!(back >= 5, "{back} levels lead back");
}
