//! Settings that authors have for rooms and passages: how often a room occurs, which sockets fit, what closes
//! them, contents and doors.
//!
//! The missions, rooms and pictures are small and written here. Every level must keep all promises.

use std::sync::Arc;

use delvewright_engine::base::{Cell, Diagnostic, Seed, StageContext};
use delvewright_engine::level::{Level, Owner, PassageId, Place, Promise};
use delvewright_engine::pipeline::{Pipeline, Request, Run};
use delvewright_engine::rooms::{RoomSet, check_rooms_for};
use delvewright_engine::text::{parse_grammar, parse_room_set};
use delvewright_engine::verify::verify;

use crate::reread::reread;

/// Returns a grammar with a symbol for rooms, one for caves, and these edge symbols; it has no rules.
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
    Pipeline::default().run(&Request::new(grammar, vec![Arc::new(set.clone())], Seed(seed)))
}

/// Returns a level that keeps all promises, also after it was written and read.
#[track_caller]
fn level(grammar: &str, set: &RoomSet, seed: u64) -> Level {
    let run = run(grammar, set, seed);
    assert_eq!(run.failure, None, "seed {seed}");
    let level = Level::clone(&run.level.unwrap());
    assert!(level.report.all_held(), "seed {seed}: {:#?}", level.report.broken().collect::<Vec<_>>());
    for back in reread(&level) {
        assert_eq!(back, level);
        assert_eq!(verify(&back, StageContext::default()).unwrap(), level.report);
    }
    level
}

/// Returns the messages and hints of a run that must fail.
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

const PLAIN: &str = r########"(name: "Plain", symbol: "Room", picture: ["#+#", "+.+", "#+#"])"########;

// Frequency of rooms

#[test]
fn a_room_comes_at_most_as_often_as_it_says() {
    let often = r########"(name: "Throne", symbol: "Room", weight: 1000, at_most: 2, picture: ["##+##", "+...+", "##+##"])"########;
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
    let star = r########"(name: "Star", symbol: "Room", weight: 1000, at_most: 1, picture: ["##+##", "+...+", "##+##"])"########;
    let end = r########"(name: "End", symbol: "Room", at_most: 3, turns: true, picture: ["#+#", "#.#", "###"])"########;
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
        r########"(name: "Throne", symbol: "Room", at_most: 1, picture: ["##+##", "+...+", "##+##"])"########;
    let grammar = grammar("", r#"1: "Room", 2: "Room""#, r#"(1, "path", 2)"#);
    let reported = failure(&grammar, &room_set("", throne), 1);
    assert!(
        reported.contains(
            "No room is left for \"Room\" (node 2), because all that fit are used up: \"Throne\" (at most 1)."
        ),
        "{reported}"
    );
    assert!(reported.contains("Raise the limit of one"), "{reported}");
}

// Sockets that fit together, and what closes them

const GATES: &str = r#"'=': Socket(kind: "gate", blocker: (name: "bars"))"#;

fn socket_at(level: &Level, room: &Place, mark: char) -> Vec<Option<PassageId>> {
    let template = &level.templates[room.template.as_ref().unwrap()];
    let mut found = Vec::new();
    for (cell, socket) in template.sockets.iter().zip(&room.sockets) {
        if template.picture[cell.y as usize].chars().nth(cell.x as usize) == Some(mark) {
            found.push(socket.passage);
        }
    }
    found
}

#[test]
fn passages_of_a_kind_use_the_sockets_of_that_kind_and_others_the_rest() {
    let lodge = r########"(name: "Lodge", symbol: "Room", turns: true, flips: true, picture: ["##+##", "=...+", "##+##"])"########;
    let set = room_set(GATES, lodge);
    let edges = r#""gate": (role: Passage, socket: "gate")"#;
    let grammar = grammar(
        edges,
        r#"1: "Room", 2: "Room", 3: "Cave", 4: "Hall""#,
        r#"(1, "gate", 2), (1, "path", 3), (2, "path", 4), (3, "gate", 4)"#,
    );
    for seed in 0..10 {
        let level = level(&grammar, &set, seed);
        for room in made_from(&level, "Lodge") {
            assert_eq!(socket_at(&level, room, '='), [Some(PassageId(1))], "seed {seed}");
            assert_eq!(socket_at(&level, room, '+').iter().flatten().count(), 1, "seed {seed}");
        }
        assert_eq!(level.passages[0].socket.as_deref(), Some("gate"));
    }
}

#[test]
fn a_passage_of_a_kind_uses_plain_sockets_where_a_room_has_no_others() {
    let set = room_set(
        GATES,
        &format!(
            r########"{PLAIN}, (name: "Lodge", symbol: "Room", weight: 0, picture: ["#=#", "=.+", "#+#"])"########
        )
        .replace("weight: 0", "at_most: 1"),
    );
    let edges = r#""gate": (role: Passage, socket: "gate")"#;
    let grammar = grammar(edges, r#"1: "Room", 2: "Room", 3: "Room""#, r#"(1, "gate", 2), (2, "gate", 3)"#);
    let levels: Vec<Level> = (0..8).map(|seed| level(&grammar, &set, seed)).collect();
    assert!(levels.iter().any(|level| !made_from(level, "Lodge").is_empty()));
}

#[test]
fn a_room_with_too_few_sockets_of_a_kind_is_not_chosen() {
    let one = r########"(name: "One gate", symbol: "Room", weight: 1000, picture: ["##=##", "+...+", "##+##"])"########;
    let two = r########"(name: "Two gates", symbol: "Room", picture: ["##=##", "+...=", "##+##"])"########;
    let edges = r#""gate": (role: Passage, socket: "gate")"#;
    let grammar = grammar(edges, r#"1: "Cave", 2: "Room", 3: "Cave""#, r#"(1, "gate", 2), (2, "gate", 3)"#);
    for seed in 0..5 {
        let level = level(&grammar, &room_set(GATES, &format!("{one}, {two}")), seed);
        assert_eq!(made_from(&level, "Two gates").len(), 1);
    }
    let reported = failure(&grammar, &room_set(GATES, one), 1);
    assert!(reported.contains("enough sockets for its 2 passages, 2 of the kind \"gate\""), "{reported}");
}

#[test]
fn a_socket_with_a_blocker_of_its_own_is_closed_by_that() {
    let set = room_set(
        GATES,
        r########"(name: "Lodge", symbol: "Room", picture: ["##=##", "+...+", "##+##"])"########,
    );
    let edges = r#""gate": (role: Passage, socket: "gate")"#;
    let grammar = grammar(edges, r#"1: "Room", 2: "Cave""#, r#"(1, "path", 2)"#);
    let level = level(&grammar, &set, 3);
    let room = made_from(&level, "Lodge")[0];
    let names: Vec<&str> = room
        .sockets
        .iter()
        .filter(|socket| socket.passage.is_none())
        .map(|socket| level.legend[&level.tiles[socket.cell]].name.as_str())
        .collect();
    assert_eq!(names.iter().filter(|name| **name == "bars").count(), 1, "{names:?}");
    assert_eq!(names.iter().filter(|name| **name == "blocked").count(), 2, "{names:?}");
}

#[test]
fn closing_a_socket_with_another_blocker_or_using_one_of_another_kind_is_found() {
    let set = room_set(
        GATES,
        r########"(name: "Lodge", symbol: "Room", picture: ["##=##", "+...+", "##+##"])"########,
    );
    let edges = r#""gate": (role: Passage, socket: "gate")"#;
    let grammar = grammar(edges, r#"1: "Room", 2: "Cave""#, r#"(1, "path", 2)"#);
    let right = level(&grammar, &set, 3);
    let broken = |level: &Level| -> Vec<String> {
        let report = verify(level, StageContext::default()).unwrap();
        report.promises[&Promise::P5].broken_by.iter().map(|found| found.message.clone()).collect()
    };
    let mut level = right.clone();
    let room = made_from(&right, "Lodge")[0];
    let plain = room
        .sockets
        .iter()
        .map(|socket| socket.cell)
        .find(|cell| right.legend[&right.tiles[*cell]].name == "blocked")
        .unwrap();
    let bars = *right.legend.iter().find(|(_, tile)| tile.name == "bars").unwrap().0;
    level.tiles[plain] = bars;
    assert!(broken(&level)[0].contains("not closed by blocked"), "{:?}", broken(&level));
    let mut level = right.clone();
    level.passages[0].socket = Some("gate".to_owned());
    assert!(broken(&level)[0].contains("but is of no kind"), "{:?}", broken(&level));
}

#[test]
fn kinds_that_nothing_else_knows_are_reported() {
    let loaded = parse_grammar(
        &grammar(
            r#""gate": (role: Passage, socket: "gtae"), "rope": (role: Other, socket: "gate")"#,
            r#"1: "Room""#,
            "",
        ),
        None,
    );
    let set = room_set(GATES, PLAIN);
    let found = check_rooms_for(&loaded.value.unwrap().alphabet, &[&set]);
    let codes = |found: &[Diagnostic]| found.iter().map(|found| found.code).collect::<Vec<_>>();
    assert_eq!(codes(&found.grammar), ["unknown-socket-kind", "relation-socket"]);
    assert!(found.grammar[0].to_string().contains("\"gate\""), "{}", found.grammar[0]);
}

// Contents

#[test]
fn entities_and_markers_come_out_where_they_were_drawn_however_the_room_lies() {
    let legend =
        r#"'c': Entity("chest"), 'a': Marker(kind: "ambush", on: (name: "rug"), properties: {"foes": 3})"#;
    let vault = r########"(name: "Vault", symbol: "Room", turns: true, flips: true, picture: ["##+###", "#c..a#", "#....+", "######"])"########;
    let set = room_set(legend, vault);
    let grammar = grammar(
        "",
        r#"1: "Room", 2: "Room", 3: "Cave", 4: "Coin", 5: "Coin""#,
        r#"(1, "path", 2), (2, "path", 3), (1, "holds", 4), (1, "holds", 5)"#,
    );
    let mut lies = std::collections::BTreeSet::new();
    for seed in 0..12 {
        let right = level(&grammar, &set, seed);
        for room in made_from(&right, "Vault") {
            lies.insert((room.turn, room.flip));
            let of_room: Vec<_> = right
                .entities
                .iter()
                .filter(|entity| entity.place == room.id && entity.node.is_none())
                .map(|entity| (entity.kind.as_str(), entity.marker, entity.properties.len()))
                .collect();
            assert_eq!(of_room, [("chest", false, 0), ("ambush", true, 1)]);
        }
        let at = |kind: &str| right.entities.iter().find(|entity| entity.kind == kind).unwrap().at;
        assert_eq!(right.legend[&right.tiles[at("chest")]].name, "floor");
        assert_eq!(right.legend[&right.tiles[at("ambush")]].name, "rug");
        let cells: std::collections::BTreeSet<_> = right.entities.iter().map(|entity| entity.at).collect();
        assert_eq!(cells.len(), right.entities.len(), "nothing lies on anything else");
        let mut wrong = right.clone();
        let chest = wrong.entities.iter_mut().find(|entity| entity.kind == "chest").unwrap();
        chest.kind = "barrel".to_owned();
        let reported = &verify(&wrong, StageContext::default()).unwrap().promises[&Promise::P4].broken_by;
        let lacks = reported.iter().any(|found| found.message.contains("lacks the entity \"chest\""));
        assert!(lacks, "{reported:?}");
    }
    assert!(lies.len() >= 4, "{lies:?}");
}

#[test]
fn an_entity_without_a_kind_is_reported() {
    let text = r########"RoomSet(format: 1, name: "Set", legend: {'#': Wall, 'c': Entity(""), '+': Socket}, rooms: [
        (name: "A", symbol: "Room", picture: ["#+#", "+c+", "#+#"])])"########;
    let codes: Vec<_> = parse_room_set(text, None).diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(codes, ["empty-kind"]);
}

// Rooms that are not rectangles

/// An L-shaped room with a bay whose floor borders on nothing.
const BENT: &str = r########"(name: "Bent", symbol: "Room", turns: true, flips: true, picture: [
    "##+##    ",
    "#...#    ",
    "+...     ",
    "#...#####",
    "#.......+",
    "####+####",
])"########;

#[test]
fn what_is_no_part_of_a_room_stays_nobodys_wall_among_greedy_caves() {
    let set = room_set("' ': Nothing", BENT);
    let edges = r#""wide": (role: Passage, kind: Corridor(width: 5))"#;
    let text = grammar(
        edges,
        r#"1: "Cave", 2: "Room", 3: "Cave", 4: "Room", 5: "Hall""#,
        r#"(1, "wide", 2), (2, "path", 3), (3, "wide", 4), (4, "wide", 5), (2, "path", 4)"#,
    );
    let eight_ways = text.replacen("name: \"Test\",", "name: \"Test\", movement: EightWay,", 1);
    for text in [text, eight_ways] {
        for seed in 0..15 {
            let level = level(&text, &set, seed);
            for room in made_from(&level, "Bent") {
                let own = room.bounds.cells().filter(|cell| level.owners[*cell] == room.id.into()).count();
                assert_eq!(own, 41, "seed {seed}");
                let of_nobody: Vec<_> =
                    room.bounds.cells().filter(|cell| level.owners[*cell] == Owner::NOBODY).collect();
                assert_eq!(of_nobody.len(), 13, "seed {seed}");
                assert!(of_nobody.iter().all(|cell| level.tiles[*cell] == '#'), "seed {seed}");
            }
        }
    }
}

#[test]
fn what_others_do_to_cells_that_are_no_part_of_a_room_is_found() {
    let grammar = grammar("", r#"1: "Cave", 2: "Room""#, r#"(1, "path", 2)"#);
    let right = level(&grammar, &room_set("' ': Nothing", BENT), 1);
    let room = made_from(&right, "Bent")[0];
    let cell = room.bounds.cells().find(|cell| right.owners[*cell] == Owner::NOBODY).unwrap();
    for change in [
        |level: &mut Level, cell| level.owners[cell] = Owner(1),
        |level: &mut Level, cell| level.tiles[cell] = '.',
    ] {
        let mut wrong = right.clone();
        change(&mut wrong, cell);
        let reported = &verify(&wrong, StageContext::default()).unwrap().promises[&Promise::P4].broken_by;
        assert!(reported.iter().any(|found| found.at == Some(cell)), "{reported:?}");
    }
}

/// A U-shaped room, open to the right, with its only socket deep in the notch.
const NOTCHED: &str = r############"(name: "Notched", symbol: "Room", turns: true, flips: true, picture: [
    "###########",
    "#.........#",
    "#.#########",
    "#.#        ",
    "#.#        ",
    "#.+        ",
    "#.#        ",
    "#.#        ",
    "#.#########",
    "#.........#",
    "###########",
])"############;

#[test]
fn a_socket_in_a_notch_is_reached_through_the_notch_and_nothing_else_of_the_room_is_touched() {
    let edges = r#""wide": (role: Passage, kind: Corridor(width: 3)), "gate": (role: Passage, door: Gate)"#;
    let text = grammar(
        edges,
        r#"1: "Cave", 2: "Room", 3: "Room", 4: "Hall", 5: "Cave""#,
        r#"(1, "wide", 2), (1, "path", 5), (5, "path", 4), (4, "gate", 3)"#,
    );
    let eight_ways = text.replacen("name: \"Test\",", "name: \"Test\", movement: EightWay,", 1);
    let set = room_set("' ': Nothing", NOTCHED);
    for text in [&text, &eight_ways] {
        for seed in 0..12 {
            let level = level(text, &set, seed);
            for room in made_from(&level, "Notched") {
                let [socket] = &room.sockets[..] else { panic!("the room has one socket") };
                let passage = socket.passage.expect("the only socket is in use");
                let owned = |owner: Owner| -> Vec<Cell> {
                    room.bounds.cells().filter(|cell| level.owners[*cell] == owner).collect()
                };
                assert_eq!(owned(room.id.into()).len(), 81, "seed {seed}");
                // Eight cells straight out. The rest of the notch is wall that belongs to nobody.
                let way = owned(passage.into());
                assert_eq!(way.len(), 8, "seed {seed}");
                let is_in_line = |cell: &Cell| cell.x == socket.cell.x || cell.y == socket.cell.y;
                assert!(way.iter().all(is_in_line), "seed {seed}: {way:?}");
                assert!(way.iter().all(|cell| level.tiles[*cell] == '.'), "seed {seed}");
                assert!(owned(Owner::NOBODY).iter().all(|cell| level.tiles[*cell] == '#'), "seed {seed}");
            }
        }
    }
}

#[test]
fn sockets_on_the_edge_and_in_notches_are_used_together() {
    // A cross: one arm has its socket in the bay between two other arms.
    let cross = r########"(name: "Cross", symbol: "Room", turns: true, flips: true, picture: [
        "   #+#   ",
        "   #.#   ",
        "   #.+   ",
        "####.####",
        "+.......+",
        "####.####",
        "   #.#   ",
        "   #.#   ",
        "   #+#   ",
    ])"########;
    let set = room_set("' ': Nothing", cross);
    let text = grammar(
        "",
        r#"1: "Room", 2: "Room", 3: "Cave", 4: "Hall", 5: "Cave", 6: "Hall""#,
        r#"(1, "path", 2), (1, "path", 3), (1, "path", 4), (1, "path", 5), (1, "path", 6), (2, "path", 3), (2, "path", 6)"#,
    );
    for seed in 0..12 {
        let level = level(&text, &set, seed);
        let used = |room: &Place| room.sockets.iter().filter(|socket| socket.passage.is_some()).count();
        let rooms = made_from(&level, "Cross");
        assert_eq!(rooms.iter().map(|room| used(room)).collect::<Vec<_>>(), [5, 3], "seed {seed}");
    }
}

#[test]
fn what_leads_to_another_room_in_the_notch_of_a_room_is_found() {
    let grammar = grammar("", r#"1: "Cave", 2: "Room", 3: "Cave""#, r#"(1, "path", 2), (1, "path", 3)"#);
    let right = level(&grammar, &room_set("' ': Nothing", NOTCHED), 1);
    let room = made_from(&right, "Notched")[0];
    let is_led = |cell: &Cell| right.owners[*cell].0 < 0;
    let cell = room.bounds.cells().find(is_led).expect("a way leads through the notch");
    let mut wrong = right.clone();
    wrong.owners[cell] = Owner(-2);
    let reported = &verify(&wrong, StageContext::default()).unwrap().promises[&Promise::P4].broken_by;
    assert!(reported.iter().any(|found| found.at == Some(cell)), "{reported:?}");
}

#[test]
fn a_socket_in_a_notch_without_room_for_a_way_is_reported() {
    let text = r########"RoomSet(format: 1, name: "Set", legend: {'#': Wall, '.': Floor, '+': Socket, ' ': Nothing}, rooms: [
        (name: "A", symbol: "Room", picture: ["#####+#", "#..+ .#", "####  #", "   #  #"])])"########;
    let found = parse_room_set(text, None).diagnostics;
    let codes: Vec<_> = found.iter().map(|found| found.code).collect();
    assert!(codes.contains(&"walled-in-socket"), "{found:?}");
}

#[test]
fn a_picture_that_ends_in_nothing_is_reported() {
    let text = r########"RoomSet(format: 1, name: "Set", legend: {'#': Wall, '.': Floor, '+': Socket, ' ': Nothing}, rooms: [
        (name: "A", symbol: "Room", picture: ["#+# ", "+.+ ", "#+# "])])"########;
    let codes: Vec<_> = parse_room_set(text, None).diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(codes, ["empty-edge"]);
}

// Kinds of doors

const DOORS: &str = r#""gate": (role: Passage, door: Gate, kind: Corridor(width: 3)),
    "drop": (role: Passage, door: Drop, one_way: true), "secret": (role: Passage, door: Secret)"#;

fn tile_names(level: &Level, cells: &[Cell]) -> Vec<String> {
    cells.iter().map(|cell| level.legend[&level.tiles[*cell]].name.clone()).collect()
}

#[test]
fn doors_have_the_tile_that_their_edge_symbol_says() {
    let text = grammar(
        DOORS,
        r#"1: "Room", 2: "Room", 3: "Cave", 4: "Hall", 5: "Room""#,
        r#"(1, "gate", 2), (2, "drop", 3), (3, "gate", 4), (4, "secret", 5), (5, "path", 1)"#,
    );
    for movement in ["Cardinal", "EightWay"] {
        let text = text.replacen("name: \"Test\",", &format!("name: \"Test\", movement: {movement},"), 1);
        for seed in 0..8 {
            let level = level(&text, &room_set("", PLAIN), seed);
            let doors = |passage: usize| tile_names(&level, &level.passages[passage].doors);
            assert_eq!(doors(0), ["gate", "gate"]);
            assert_eq!(doors(1), ["drop"]);
            assert_eq!(doors(2), [""; 0]);
            assert_eq!(doors(3), ["secret door"]);
            assert_eq!(doors(4), ["door", "door"]);
            let across = &level.passages[2].threshold;
            assert!(!across.is_empty() && tile_names(&level, across).iter().all(|name| name == "gate"));
            assert!(level.passages[1].one_way && !level.passages[0].one_way);
        }
    }
}

/// The only way from one end of a corridor to the other is through the gate across it.
#[test]
fn a_gate_lies_across_the_whole_corridor() {
    let text = grammar(DOORS, r#"1: "Hall", 2: "Hall""#, r#"(1, "gate", 2)"#);
    for seed in 0..12 {
        let level = level(&text, &room_set("", PLAIN), seed);
        let gate = &level.passages[0].threshold;
        let mut open = vec![level.places[0].anchor];
        let mut seen: std::collections::BTreeSet<Cell> = open.iter().copied().collect();
        while let Some(cell) = open.pop() {
            assert_ne!(cell, level.places[1].anchor, "seed {seed}: past {gate:?}");
            let is_free = |next: &Cell| level.legend[&level.tiles[*next]].walkable && !gate.contains(next);
            open.extend(cell.beside().filter(is_free).filter(|next| seen.insert(*next)));
        }
    }
}

#[test]
fn doors_that_are_not_there_and_drops_both_ways_are_found() {
    let text = grammar(DOORS, r#"1: "Room", 2: "Hall", 3: "Hall""#, r#"(1, "drop", 2), (2, "gate", 3)"#);
    let right = level(&text, &room_set("", PLAIN), 1);
    let reported = |change: &dyn Fn(&mut Level), promise| {
        let mut wrong = right.clone();
        change(&mut wrong);
        let found = verify(&wrong, StageContext::default()).unwrap().promises[&promise].broken_by.clone();
        found.first().map(|found| found.message.clone()).unwrap_or_default()
    };
    let drop = right.passages[0].doors[0];
    let gate = right.passages[1].threshold[0];
    assert!(reported(&|level| level.tiles[drop] = '+', Promise::P5).contains("but is not a drop"));
    assert!(reported(&|level| level.tiles[gate] = '.', Promise::P5).contains("is not there"));
    assert!(reported(&|level| level.passages[1].threshold.clear(), Promise::P5).contains("is missing"));
    assert!(reported(&|level| level.passages[0].one_way = false, Promise::P0).contains("both ways"));
}

#[test]
fn doors_that_make_no_sense_are_reported() {
    let symbols = r#""a": (role: Passage, door: Drop), "b": (role: Passage, door: Gate, kind: Open), "c": (role: Opens, door: Secret)"#;
    let loaded = parse_grammar(&grammar(symbols, r#"1: "Room""#, ""), None);
    let codes: Vec<_> = loaded.diagnostics.iter().map(|found| found.code).collect();
    for code in ["drop-both-ways", "door-in-open", "relation-door"] {
        assert!(codes.contains(&code), "{codes:?}");
    }
}
