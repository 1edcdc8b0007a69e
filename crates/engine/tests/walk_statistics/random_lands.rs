//! Random levels with places of walkers keep every promise: all spacings, floor sizes and reaches, also the extremes.

use std::fmt::Write as _;
use std::sync::Arc;

use delvewright_engine::base::{RandomStream, Seed};
use delvewright_engine::level::Owner;
use delvewright_engine::mission::Technique;
use delvewright_engine::pipeline::{Pipeline, Request};
use delvewright_engine::text::parse_grammar;

use crate::sample;

fn pick<'a>(random: &mut RandomStream, choices: &[&'a str]) -> &'a str {
    random.pick(choices).expect("there are choices")
}

/// Returns a form of walkers with any numbers.
fn walkers(random: &mut RandomStream, is_small: bool) -> String {
    let preset = pick(random, &["preset: Desert, ", "preset: Sewers, ", "preset: Scrapyard, ", ""]);
    let most = if is_small { 60 } else { 10_000 };
    let floors = match random.range(0, 4) {
        0 => 1,
        1 => most,
        _ => random.range(1, 200.min(most)),
    };
    let reach = match random.range(0, 4) {
        0 => 1,
        1 => 64,
        _ => random.range(1, 64),
    };
    let size = random.range(1, 4);
    let weapons = pick(random, &["AfterTurn", "AtTurn", "DeadEnds"]);
    let spots = pick(random, &["All", "Farthest(offset: 4)"]);
    format!(
        "Walkers({preset}floors: {floors}, reach: {reach}, floor_size: {size}, weapons: {weapons}, spots: {spots})"
    )
}

/// Returns a grammar with a tree of places, most of them laid by walkers, and some cycles.
fn grammar(random: &mut RandomStream) -> String {
    let count = if random.chance(10) { random.range(20, 60) } else { random.range(1, 8) };
    let (mut symbols, mut nodes, mut edges) = (String::new(), String::new(), String::new());
    for place in 1..=count {
        let form = match random.range(0, 9) {
            0 => "Hall()".to_owned(),
            1 => "Cave()".to_owned(),
            _ => walkers(random, count > 8),
        };
        let role = match place {
            1 => "role: Start, ",
            _ if place == count => "role: Goal, ",
            _ => "",
        };
        write!(symbols, r#""P{place}": ({role}form: {form}), "#).unwrap();
        write!(nodes, r#"{place}: "P{place}", "#).unwrap();
        if place > 1 {
            let hub = random.chance(30);
            let other = if hub { 1 } else { random.range(1, place - 1) };
            write!(
                edges,
                r#"({other}, "{}", {place}), "#,
                pick(random, &["way", "way", "wide", "door", "open", "wall"])
            )
            .unwrap();
        }
        if place > 3 && random.chance(15) {
            write!(edges, r#"({}, "way", {place}), "#, random.range(1, place - 2)).unwrap();
        }
    }
    let spacing = match random.range(0, 3) {
        0 => format!("Elastic(gap: {})", random.range(1, 8)),
        1 => format!("Compact(gap: {})", random.range(1, 4)),
        2 => format!("Fixed(scale: {})", random.range(4, 128)),
        _ => format!("Sprawl(length: (2, {}))", random.range(2, 20)),
    };
    let movement = pick(random, &["Cardinal", "EightWay"]);
    let pins = if random.chance(15) { r#", pins: [(place: Symbol("P1"), at: (60, 50))]"# } else { "" };
    let percent = random.range(0, 60);
    let side = random.range(1, 4);
    format!(
        r##"Grammar(format: 1, name: "Lands",
            alphabet: (
                nodes: {{{symbols}}},
                edges: {{
                    "way": (role: Passage), "wide": (role: Passage, kind: Corridor(width: 3, roughness: 20)),
                    "door": (role: Passage, door: Secret), "open": (role: Passage, kind: Open),
                    "wall": (role: Passage, kind: Doorway(otherwise: Corridor())),
                }},
                entities: {{"chest": (), "rock": (solid: true)}}, tiles: {{"trap": (), "moss": ()}},
            ),
            start: Graph(nodes: {{{nodes}}}, edges: [{edges}]), rules: [], recipe: [],
            layout: (spacing: {spacing}{pins}), movement: {movement},
            populate: [
                (name: "Pieces", pass: WallPieces(percent: {percent}, floor_size: {side}, trap: "trap")),
                (name: "Moss", pass: TileVariants(of: Walls, variants: [(tile: "moss", weight: 500)])),
                (name: "Rocks", pass: Features(entity: "rock", number: (0, 4))),
                (name: "Chests", pass: Chests(entity: "chest", at: WeaponSpots)),
            ],
        )"##
    )
}

/// Checks levels of random grammars. Returns how many were made.
fn check(numbers: impl IntoIterator<Item = u64>) -> usize {
    let mut made = 0;
    for number in numbers {
        let random = &mut Seed(number).child("lands").stream();
        let text = grammar(random);
        let parsed = parse_grammar(&text, None);
        let grammar = Arc::new(parsed.value.unwrap_or_else(|| panic!("{text}\n{:?}", parsed.diagnostics)));
        let run = Pipeline::default().run(&Request::new(grammar, Vec::new(), Seed(number)));
        let Some(level) = run.level else {
            println!("{number}: {:?}", run.failure);
            continue;
        };
        made += 1;
        assert!(level.report.all_held(), "{number}: {:?}\n{text}", level.report);
        for place in level.places.iter().filter(|place| place.technique == Technique::Walkers) {
            assert_eq!(level.owner(place.anchor), Owner::from(place.id), "{number}");
        }
    }
    made
}

#[test]
fn random_lands_keep_every_promise() {
    assert!(check(sample::of(0..60)) as u32 >= sample::cases(50));
}

#[test]
#[ignore = "long: 1,500 levels"]
fn random_lands_keep_every_promise_1_500_times() {
    let made = check(1_000..2_500);
    println!("{made} of 1,500 levels");
    assert!(made >= 1_300);
}
