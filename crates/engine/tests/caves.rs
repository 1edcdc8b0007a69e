//! Settings of caves other than their walls, and places that are either rooms or caves.

use std::sync::Arc;

use delvewright_engine::base::{Cell, Seed, Severity};
use delvewright_engine::level::Level;
use delvewright_engine::mission::Technique;
use delvewright_engine::pipeline::{Pipeline, Request};
use delvewright_engine::rooms::{RoomSet, check_rooms_for};
use delvewright_engine::text::{parse_grammar, parse_room_set};

/// Returns a level of two places with this form, after checking all promises.
fn level(form: &str, rooms: &[Arc<RoomSet>], seed: u64) -> Arc<Level> {
    let text = format!(
        r##"Grammar(
            format: 1, name: "Caves",
            alphabet: (
                nodes: {{"Den": (role: Start, form: {form})}},
                edges: {{"path": (role: Passage)}},
            ),
            start: Graph(nodes: {{1: "Den", 2: "Den"}}, edges: [(1, "path", 2)]),
        )"##
    );
    let grammar = Arc::new(parse_grammar(&text, None).value.unwrap());
    let run = Pipeline::default().run(&Request::new(grammar, rooms.to_vec(), Seed(seed)));
    assert_eq!(run.failure, None, "seed {seed}");
    let level = run.level.unwrap();
    assert!(level.report.all_held(), "seed {seed}: {:?}", level.report);
    level
}

#[test]
fn cave_of_which_only_the_middle_is_left_is_reported_with_its_setting() {
    for (percent, is_told) in [(45, false), (100, true)] {
        let text = format!(
            r##"Grammar(
                format: 1, name: "Caves",
                alphabet: (
                    nodes: {{"Den": (form: Cave(wall_percent: {percent}))}},
                    edges: {{"path": (role: Passage)}},
                ),
                start: Graph(nodes: {{1: "Den", 2: "Den"}}, edges: [(1, "path", 2)]),
            )"##
        );
        let grammar = Arc::new(parse_grammar(&text, None).value.unwrap());
        let run = Pipeline::default().run(&Request::new(grammar, Vec::new(), Seed(1)));
        let found: Vec<String> = run
            .diagnostics
            .iter()
            .filter(|found| found.code == "cave-collapsed")
            .map(|found| format!("{} {}", found.message, found.hint.as_ref().expect("a hint")))
            .collect();
        let expected = "Nothing of the caves \"Den\" (node 1) and \"Den\" (node 2) is left but their middles. \
            Lower the wall percentage of such caves.";
        assert_eq!(found, if is_told { vec![expected.to_owned()] } else { Vec::new() });
    }
}

#[test]
fn clearing_is_floor_whatever_the_walls() {
    for reach in [0, 1, 3, 9] {
        let level = level(&format!("Cave(wall_percent: 100, radius: (5, 5), clearing: {reach})"), &[], 1);
        for place in &level.places {
            let around = |cell: &Cell| (*cell - place.anchor).x.abs().max((*cell - place.anchor).y.abs());
            let own = level.owners.iter().filter(|(_, owner)| **owner == place.id.into());
            let near = own.filter(|(cell, _)| around(cell) <= reach).count() as i32;
            assert_eq!(near, (2 * reach + 1).pow(2), "a clearing of {reach}");
        }
    }
}

fn room_set(symbol: &str) -> Arc<RoomSet> {
    let text = format!(
        r####"RoomSet(format: 1, name: "Set", legend: {{'#': Wall, '.': Floor, '+': Socket}}, rooms: [
            (name: "Cell of {symbol}", symbol: "{symbol}", turns: true, picture: ["#+###", "+...+", "#...#", "###+#"]),
        ])"####
    );
    Arc::new(parse_room_set(&text, None).value.unwrap())
}

#[test]
fn room_with_a_chance_is_a_default_cave_where_there_is_no_room() {
    let rooms = [room_set("Den")];
    let rooms_of = |form: &str| {
        let levels = (0..150).map(|seed| level(form, &rooms, seed));
        let places = levels.flat_map(|level| level.places.clone());
        places.filter(|place| place.technique == Technique::Room).count()
    };
    assert_eq!(rooms_of("Room(chance_percent: 0)"), 0);
    assert_eq!(rooms_of("Room()"), 300);
    // 4.5 standard deviations on either side.
    assert!((48..=132).contains(&rooms_of("Room(chance_percent: 30)")));
    for seed in 0..20 {
        let [short, long] = ["Room(chance_percent: 30)", "Room(chance_percent: 30, otherwise: ())"]
            .map(|form| level(form, &rooms, seed));
        assert!(short.tiles == long.tiles && short.places == long.places, "seed {seed}");
    }
}

#[test]
fn room_set_may_hold_rooms_of_another_grammar() {
    let rooms = [room_set("Den"), room_set("Throne room")];
    level("Room()", &rooms, 1);
    let grammar = r#"Grammar(format: 1, name: "G", alphabet: (nodes: {"Den": (form: Room)}, edges: {}), start: Graph(nodes: {1: "Den"}))"#;
    let grammar = parse_grammar(grammar, None).value.unwrap();
    let found = |symbol: &str| {
        let sets = [&*rooms[0], &*room_set(symbol)];
        let found = check_rooms_for(&grammar.alphabet, &sets).sets.swap_remove(1);
        let unknown = found.into_iter().find(|found| found.code == "unknown-symbol");
        unknown.map(|found| (found.severity, found.hint.is_some()))
    };
    assert_eq!(found("Throne room"), Some((Severity::Note, true)));
    assert_eq!(found("Dem"), Some((Severity::Warning, true)));
}
