//! Facts about a level: distances, the way to the goal, keys, locks, drops and dead ends.

use std::sync::Arc;

use delvewright::base::Seed;
use delvewright::files::parse_grammar;
use delvewright::insight::{
    KeyLine, LockedArea, RouteMap, UNREACHED, behind_locks, dead_ends, find_route, key_lines, one_ways,
    way_to_goal,
};
use delvewright::level::{EntityId, Level, Place};
use delvewright::pipeline::{Pipeline, Request};

/// Start - Hall - Vault (locked, goal). The key is in a nook next to the hall, from which a drop leads back
/// to the start.
const GRAMMAR: &str = r##"Grammar(
    format: 1,
    name: "Nook",
    alphabet: (
        nodes: {
            "Start": (role: Start, form: Hall(width: (4, 6), height: (4, 6))),
            "Hall": (form: Hall(width: (4, 6), height: (4, 6))),
            "Nook": (form: Hall(width: (3, 4), height: (3, 4))),
            "Vault": (role: Lock, form: Hall(width: (4, 6), height: (4, 6))),
            "Hoard": (role: Goal, form: Hall(width: (4, 6), height: (4, 6))),
            "Key": (role: Key),
        },
        edges: {
            "path": (role: Passage),
            "drop": (role: Passage, door: Drop, one_way: true),
            "holds": (role: Contains),
            "opens": (role: Opens),
        },
    ),
    start: Graph(
        nodes: {1: "Start", 2: "Hall", 3: "Nook", 4: "Vault", 5: "Hoard", 6: "Key", 7: "Nook"},
        edges: [
            (1, "path", 2), (2, "path", 3), (2, "path", 4), (4, "path", 5), (3, "drop", 1),
            (3, "holds", 6), (6, "opens", 4), (1, "path", 7),
        ],
    ),
)"##;

fn level(seed: u64) -> Arc<Level> {
    let loaded = parse_grammar(GRAMMAR, None);
    assert_eq!(loaded.diagnostics, []);
    let grammar = Arc::new(loaded.value.unwrap());
    Pipeline::default().run(&Request::new(grammar, Vec::new(), Seed(seed))).level.unwrap()
}

fn place(level: &Level, node: u32) -> &Place {
    level.places.iter().find(|place| place.node.0 == node).unwrap()
}

#[test]
fn way_fetches_the_key_and_takes_single_steps() {
    for seed in 0..20 {
        let level = level(seed);
        let way = way_to_goal(&level);
        assert_eq!((way[0], way[way.len() - 1]), (place(&level, 1).anchor, place(&level, 5).anchor));
        let key = level.entities[0].at;
        let fetched = way.iter().position(|cell| *cell == key).unwrap();
        let vault = place(&level, 4).id.into();
        assert!(way[..fetched].iter().all(|cell| level.owner(*cell) != vault));
        assert!(way.iter().all(|cell| level.is_walkable(*cell)));
        assert!(way.windows(2).all(|step| step[0].beside().any(|near| near == step[1])));
        assert_eq!(find_route(&level).len(), 5);
    }
}

#[test]
fn distances_grow_by_single_steps_and_do_not_lead_up_drops() {
    for seed in 0..20 {
        let level = level(seed);
        let distances = RouteMap::new(&level).distances();
        let start = place(&level, 1).anchor;
        assert_eq!(distances[start], 0);
        let drop = level.passages.iter().find(|passage| passage.one_way).unwrap();
        for (cell, distance) in distances.iter() {
            assert_eq!(*distance != UNREACHED, level.is_walkable(cell), "{cell:?}");
            let is_first = *distance == 0 || *distance == UNREACHED;
            let mut near = cell.beside().filter_map(|near| distances.get(near));
            assert!(is_first || near.any(|near| *near == distance - 1), "{cell:?}");
        }
        // The drop is reached only through the nook, which is behind the hall.
        let at_drop = drop.threshold.iter().map(|cell| distances[*cell]).min().unwrap();
        assert!(at_drop > distances[place(&level, 2).anchor]);
    }
}

#[test]
fn locks_keys_drops_and_dead_ends_are_those_of_the_mission() {
    let level = level(3);
    let id = |node| place(&level, node).id;
    assert_eq!(behind_locks(&level), [LockedArea { lock: id(4), places: vec![id(4), id(5)] }]);
    let lines = key_lines(&level);
    let to = place(&level, 4).anchor;
    assert_eq!(lines, [KeyLine { key: EntityId(1), from: level.entities[0].at, lock: id(4), to }]);
    let one_ways = one_ways(&level);
    assert_eq!(one_ways.len(), 1);
    let [at, next] = one_ways[0].at;
    let distances = RouteMap::new(&level).distances();
    assert!(level.owner(at) == one_ways[0].passage.into() && at.beside().any(|near| near == next));
    assert!(distances[at] < distances[next] || level.owner(next) == id(1).into());
    assert_eq!(dead_ends(&level), [id(7)]);
}
