//! Over a hundred kinds of faults. Each is planted in suitable levels of every grammar, and must be found
//! every time.

mod boards;
mod bridges;
mod edges;
mod entities;
mod level;
mod locks;
mod mission;
mod nodes;
mod owners;
mod passages;
mod passes;
mod places;
mod sockets;
mod templates;
mod tiles;

use std::collections::BTreeSet;

use delvewright::base::{RandomStream, Seed, StageContext};
use delvewright::level::{Level, Promise};
use delvewright::verify::verify;

use super::generated::levels;

/// A kind of fault: its name, the promise that it breaks, and the function that plants it. `None` if a level
/// is unsuitable.
pub type Fault = (&'static str, Promise, fn(&mut Level, &mut RandomStream) -> Option<()>);

const FAMILIES: [&[Fault]; 15] = [
    level::FAULTS,
    tiles::FAULTS,
    owners::FAULTS,
    places::FAULTS,
    sockets::FAULTS,
    passages::FAULTS,
    locks::FAULTS,
    entities::FAULTS,
    passes::FAULTS,
    nodes::FAULTS,
    edges::FAULTS,
    mission::FAULTS,
    templates::FAULTS,
    bridges::FAULTS,
    boards::FAULTS,
];

/// Returns one of the matching items.
pub fn one<'a, T>(
    random: &mut RandomStream,
    items: &'a mut [T],
    is_meant: impl Fn(&T) -> bool,
) -> Option<&'a mut T> {
    let meant: Vec<usize> = (0..items.len()).filter(|index| is_meant(&items[*index])).collect();
    items.get_mut(*random.pick(&meant)?)
}

/// Returns the index of one of the matching items.
pub fn index<T>(random: &mut RandomStream, items: &[T], is_meant: impl Fn(&T) -> bool) -> Option<usize> {
    let meant: Vec<usize> = (0..items.len()).filter(|index| is_meant(&items[*index])).collect();
    random.pick(&meant).copied()
}

/// Returns another value than this one.
pub fn another<T: Clone + PartialEq>(
    random: &mut RandomStream,
    values: impl IntoIterator<Item = T>,
    than: &T,
) -> Option<T> {
    let others: Vec<T> = values.into_iter().filter(|value| value != than).collect();
    random.pick(&others).cloned()
}

/// Plants each kind `per_level` times in each level.
fn plant_and_find(family: &[Fault], per_level: u64, levels: &[&Level]) {
    for (kind, (name, promise, plant)) in family.iter().enumerate() {
        let mut count = 0;
        for (number, level) in levels.iter().enumerate() {
            for attempt in 0..per_level {
                let mut changed = Level::clone(level);
                let seed = Seed(kind as u64).numbered(number as u64).numbered(attempt);
                if plant(&mut changed, &mut seed.stream()).is_some() {
                    count += 1;
                    assert_ne!(changed, **level, "{name} changes nothing");
                    let is_held = verify(&changed, StageContext::default()).unwrap().promises[promise].held;
                    assert!(!is_held, "{name} in {} {}, attempt {attempt}", level.grammar, level.seed);
                }
            }
        }
        assert!(count > 0, "no level has a place for {name}");
    }
}

#[test]
fn there_are_over_a_hundred_kinds() {
    let names: BTreeSet<_> = FAMILIES.iter().copied().flatten().map(|(name, _, _)| *name).collect();
    let count: usize = FAMILIES.iter().map(|family| family.len()).sum();
    assert!(names.len() == count && count >= 150, "{count}");
}

/// Returns the first level of each grammar.
fn some_levels() -> Vec<&'static Level> {
    let mut grammars = BTreeSet::new();
    levels().iter().filter(|level| grammars.insert(&level.grammar)).collect()
}

macro_rules! family {
    ($test:ident, $family:ident) => {
        #[test]
        fn $test() {
            plant_and_find($family::FAULTS, 1, &some_levels());
        }
    };
}

family!(faults_of_the_whole_are_found, level);
family!(faults_of_tiles_are_found, tiles);
family!(faults_of_owners_are_found, owners);
family!(faults_of_places_are_found, places);
family!(faults_of_sockets_are_found, sockets);
family!(faults_of_passages_are_found, passages);
family!(faults_of_locks_are_found, locks);
family!(faults_of_entities_are_found, entities);
family!(faults_of_passes_are_found, passes);
family!(faults_of_nodes_are_found, nodes);
family!(faults_of_edges_are_found, edges);
family!(faults_of_the_mission_are_found, mission);
family!(faults_of_templates_are_found, templates);
family!(faults_of_bridges_are_found, bridges);
family!(faults_of_boards_are_found, boards);

#[test]
#[ignore = "takes minutes"]
fn thousands_of_faults_of_every_kind_are_all_found() {
    let levels: Vec<&Level> = levels().iter().collect();
    for family in FAMILIES {
        plant_and_find(family, 12, &levels);
    }
}
