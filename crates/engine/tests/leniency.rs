//! A lenient pipeline with rooms that are missing or have mistakes: plain halls replace them, every promise
//! is kept, and the level reports it.

use std::sync::Arc;

use delvewright_engine::base::{Seed, Severity, StageContext};
use delvewright_engine::level::{Level, Promise};
use delvewright_engine::mission::Technique;
use delvewright_engine::pipeline::{Leniency, Pipeline, Request, Run};
use delvewright_engine::text::{parse_grammar, parse_room_set};
use delvewright_engine::verify::verify;

use crate::reread::reread;

/// A row of two places for rooms and one for cards.
const GRAMMAR: &str = r#"Grammar(
    format: 1, name: "Test",
    alphabet: (
        nodes: {"A": (form: Room), "B": (form: Room), "C": (form: Cards())},
        edges: {"path": (role: Passage)},
    ),
    start: Graph(nodes: {1: "A", 2: "B", 3: "C"}, edges: [(1, "path", 2), (2, "path", 3)]),
)"#;

/// Correct rooms for A; the room for B has a pillar directly behind its only socket.
const ROOMS: &str = r#"RoomSet(format: 1, name: "Set", legend: {'w': Wall, '.': Floor, '+': Socket, 'o': Obstacle((name: "pillar"))}, rooms: [
    (name: "Sound", symbol: "A", picture: ["wwwww", "+...+", "wwwww"]),
    (name: "Shut", symbol: "B", picture: ["wwwww", "+o..w", "wwwww"]),
])"#;

fn run(layout: &str, leniency: Leniency) -> Run {
    let grammar = GRAMMAR.replace("start:", &format!("{layout} start:"));
    let grammar = Arc::new(parse_grammar(&grammar, None).value.unwrap());
    let rooms = vec![Arc::new(parse_room_set(ROOMS, None).value.unwrap())];
    Pipeline::default().with_leniency(leniency).run(&Request::new(grammar, rooms, Seed(3)))
}

fn lenient_level() -> Arc<Level> {
    let run = run("", Leniency::Lenient);
    assert_eq!(run.failure, None);
    run.level.unwrap()
}

#[test]
fn strict_pipeline_makes_no_level_without_its_rooms() {
    let run = run("", Leniency::Strict);
    assert!(run.failure.is_some() && run.level.is_none());
}

#[test]
fn halls_stand_in_for_missing_and_broken_rooms_and_no_others() {
    let level = lenient_level();
    let formed: Vec<_> =
        level.places.iter().map(|place| (place.symbol.as_str(), place.technique, place.stand_in)).collect();
    assert_eq!(
        formed,
        [("A", Technique::Room, false), ("B", Technique::Hall, true), ("C", Technique::Hall, true)]
    );
}

#[test]
fn level_with_stand_ins_keeps_every_promise_also_after_it_was_read_again() {
    let level = lenient_level();
    assert!(level.report.all_held(), "{:#?}", level.report);
    for back in reread(&level) {
        assert_eq!(back, *level);
        assert_eq!(verify(&back, StageContext::default()).unwrap(), level.report);
    }
}

#[test]
fn hall_instead_of_a_room_that_does_not_say_that_it_stands_in_is_found() {
    let mut level = Level::clone(&lenient_level());
    level.places[1].stand_in = false;
    assert!(!verify(&level, StageContext::default()).unwrap().promises[&Promise::P0].held);
    let mut level = Level::clone(&lenient_level());
    level.places[0].stand_in = true;
    assert!(!verify(&level, StageContext::default()).unwrap().promises[&Promise::P0].held);
}

#[test]
fn each_stand_in_is_a_warning() {
    let run = run("", Leniency::Lenient);
    let warnings: Vec<&str> = run
        .diagnostics
        .iter()
        .filter(|found| found.severity == Severity::Warning && found.code == "stand-in")
        .map(|found| found.message.as_str())
        .collect();
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(warnings.iter().all(|warning| warning.ends_with("A plain hall replaces it.")), "{warnings:?}");
}

#[test]
fn stand_in_fits_where_distances_are_constant() {
    let run = run("layout: (spacing: Fixed(scale: 6)),", Leniency::Lenient);
    assert_eq!(run.failure, None);
    assert!(run.level.unwrap().places.iter().any(|place| place.stand_in));
}
