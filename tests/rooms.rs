//! What rooms and passages can be told by their author: how often a room comes, which sockets go together, what closes them, what stands inside, and what the doors are.
//!
//! Missions, rooms and pictures are small and written here; whatever comes out has to keep all promises.

use std::sync::Arc;

use delvewright::base::Seed;
use delvewright::export::{Format, export, read_level};
use delvewright::files::{parse_grammar, parse_room_set};
use delvewright::level::{Level, Place};
use delvewright::mission::{RoomSet, check_rooms_for};
use delvewright::pipeline::{Pipeline, Request, Run};
use delvewright::verify::verify;

/// A grammar with a symbol for rooms, one for caves, and the edge symbols that are named, without rules.
fn grammar(edge_symbols: &str, nodes: &str, edges: &str) -> String {
    format!(
        r#"Grammar(
            format: 1, name: "Test",
            alphabet: (
                nodes: {{
                    "Room": (form: Room), "Hall": (form: Hall()),
                    "Cave": (form: Cave(radius: (9, 9), wall_percent: 10)), "Coin": (),
                }},
                edges: {{"path": (role: Passage), "holds": (role: Contains), {edge_symbols}}},
            ),
            start: Graph(nodes: {{{nodes}}}, edges: [{edges}]),
        )"#
    )
}

fn room_set(legend: &str, rooms: &str) -> RoomSet {
    let text = format!(
        r#"RoomSet(format: 1, name: "Set", legend: {{'#': Wall, '.': Floor, '+': Socket, {legend}}}, rooms: [{rooms}])"#
    );
    let loaded = parse_room_set(&text, None);
    assert_eq!(loaded.diagnostics, []);
    loaded.value.unwrap()
}

fn run(grammar: &str, set: &RoomSet, seed: u64) -> Run {
    let loaded = parse_grammar(grammar, None);
    assert!(!loaded.has_errors(), "{:#?}", loaded.diagnostics);
    let grammar = Arc::new(loaded.value.unwrap());
    let found = check_rooms_for(&grammar.alphabet, &[set]);
    assert_eq!((found.grammar, found.sets), (Vec::new(), vec![Vec::new()]));
    Pipeline::default().run(&Request { grammar, rooms: vec![Arc::new(set.clone())], seed: Seed(seed) })
}

/// A level that keeps all promises, also after it was written and read.
#[track_caller]
fn level(grammar: &str, set: &RoomSet, seed: u64) -> Level {
    let run = run(grammar, set, seed);
    assert_eq!(run.failure, None, "seed {seed}");
    let level = Level::clone(&run.level.unwrap());
    assert!(level.report.all_held(), "seed {seed}: {:#?}", level.report.broken().collect::<Vec<_>>());
    for format in [Format::Ron, Format::Json] {
        let back = read_level(&export(&level, format), format).unwrap();
        assert_eq!(back, level);
        assert_eq!(verify(&back), level.report);
    }
    level
}

/// The messages and hints of a run that has to fail.
#[track_caller]
fn failure(grammar: &str, set: &RoomSet, seed: u64) -> String {
    let run = run(grammar, set, seed);
    assert!(run.failure.is_some(), "seed {seed}");
    run.diagnostics.iter().map(|found| format!("{found}\n")).collect()
}

fn made_from<'a>(level: &'a Level, room: &str) -> Vec<&'a Place> {
    let name = format!("Set/{room}");
    level.places.iter().filter(|place| place.template.as_ref() == Some(&name)).collect()
}

const PLAIN: &str = r#####"(name: "Plain", symbol: "Room", picture: ["#+#", "+.+", "#+#"])"#####;

// How often a room comes

#[test]
fn a_room_comes_at_most_as_often_as_it_says() {
    let often = r#####"(name: "Throne", symbol: "Room", weight: 1000, at_most: 2, picture: ["##+##", "+...+", "##+##"])"#####;
    let set = room_set("", &format!("{often}, {PLAIN}"));
    let grammar = grammar(
        "",
        r#"1: "Room", 2: "Room", 3: "Room", 4: "Room""#,
        r#"(1, "path", 2), (2, "path", 3), (3, "path", 4)"#,
    );
    for seed in 0..10 {
        let level = level(&grammar, &set, seed);
        assert_eq!(made_from(&level, "Throne").len(), 2, "seed {seed}");
    }
}

#[test]
fn a_scarce_room_is_kept_for_the_place_that_needs_it() {
    let star = r#####"(name: "Star", symbol: "Room", weight: 1000, at_most: 1, picture: ["##+##", "+...+", "##+##"])"#####;
    let end =
        r#####"(name: "End", symbol: "Room", at_most: 3, turns: true, picture: ["#+#", "#.#", "###"])"#####;
    let set = room_set("", &format!("{star}, {end}"));
    let grammar = grammar(
        "",
        r#"1: "Room", 2: "Room", 3: "Room", 4: "Room""#,
        r#"(1, "path", 4), (2, "path", 4), (3, "path", 4)"#,
    );
    for seed in 0..10 {
        let level = level(&grammar, &set, seed);
        assert_eq!(made_from(&level, "Star")[0].node.0, 4, "seed {seed}");
    }
}

#[test]
fn rooms_that_are_used_up_are_named() {
    let throne =
        r#####"(name: "Throne", symbol: "Room", at_most: 1, picture: ["##+##", "+...+", "##+##"])"#####;
    let grammar = grammar("", r#"1: "Room", 2: "Room""#, r#"(1, "path", 2)"#);
    let told = failure(&grammar, &room_set("", throne), 1);
    assert!(
        told.contains(
            "No room is left for \"Room\" (node 2): all that would do are used up, \"Throne\" (at most 1)."
        ),
        "{told}"
    );
    assert!(told.contains("raise at_most"), "{told}");
}
