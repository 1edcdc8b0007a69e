//! Passes keep every promise, whatever their settings, and place what their settings say.

use std::collections::BTreeMap;
use std::sync::Arc;

use delvewright::base::{Cell, RandomStream, Seed, Slot, each_parameter};
use delvewright::files::parse_grammar;
use delvewright::grammar::Grammar;
use delvewright::level::{Level, Promise};
use delvewright::mission::{EntitySymbol, Form, NodeRole, Pass, PassKind, PassSettings, TileSymbol};
use delvewright::pipeline::{Pipeline, Request, Run};
use proptest::prelude::*;

use crate::promises;

const ENTITIES: [&str; 4] = ["chest", "pillar", "barrel", "rat"];
const TILES: [&str; 3] = ["moss", "rubble", "vine"];

/// A pass with every setting at one of its ends.
fn extreme_pass(kind: PassKind, name: String, random: &mut RandomStream) -> Pass {
    let mut pass = Pass::new(name, PassSettings::of(kind));
    each_parameter(&mut pass, &mut |_, slot| match slot {
        // Thousands of features in each place would only take time.
        Slot::Number(number, value) => {
            *value = if random.chance(50) { number.least } else { number.most.min(100) };
        }
        Slot::Range(number, range) => {
            *range = if random.chance(50) {
                (number.least, number.least)
            } else {
                (number.least, 100.min(number.most))
            };
        }
        Slot::Switch(_, _, is_so) => *is_so = random.chance(50),
        // Its kind is said already.
        Slot::Choice(parameter, _) if parameter.field == "pass" => {}
        Slot::Choice(_, choice) => {
            let choices = choice.choices();
            let chosen = random.pick(&choices).map(|choice| choice.label);
            choice.choose(chosen.unwrap_or_default());
        }
        Slot::Name(_, vocabulary, name) => *name = known(vocabulary.table, random),
        Slot::Names(_, vocabulary, names) if random.chance(50) => {
            *names = vec![known(vocabulary.table, random)];
        }
        Slot::Names(..) | Slot::Text(..) => {}
        Slot::Rows(_, rows) => rows.add(),
    });
    if let PassSettings::AlongTheWay(way) = &mut pass.pass {
        way.curve.sort_by_key(|point| point.at);
    }
    pass
}

fn known(table: &str, random: &mut RandomStream) -> String {
    let names: &[&str] = match table {
        "entities" => &ENTITIES,
        "tiles" => &TILES,
        _ => &["Cave", "Hall", "Room"],
    };
    random.pick(names).map_or_else(String::new, |name| (*name).to_owned())
}

/// A random mission with a pass of each kind, in random order.
fn populated(seed: u64) -> Run {
    let mut grammar = promises::grammar(&mut Seed(seed).stream());
    let random = &mut Seed(seed).child("passes").stream();
    for name in ENTITIES {
        let solid = matches!(name, "pillar" | "barrel");
        grammar.alphabet.entities.insert(name.to_owned(), EntitySymbol { solid, ..EntitySymbol::default() });
    }
    for name in TILES {
        grammar.alphabet.tiles.insert(name.to_owned(), TileSymbol::default());
    }
    let mut kinds: Vec<PassKind> = PassKind::CHOICES
        .iter()
        .map(|choice| {
            let mut kind = PassKind::default();
            delvewright::base::Choice::choose(&mut kind, choice.label);
            kind
        })
        .collect();
    random.shuffle(&mut kinds);
    grammar.populate =
        kinds.into_iter().map(|kind| extreme_pass(kind, format!("{kind:?}"), random)).collect();
    Pipeline::default().run(&Request {
        grammar: Arc::new(grammar),
        rooms: promises::rooms(),
        seed: Seed(seed),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_pass_breaks_a_promise(seed in any::<u64>()) {
        let run = populated(seed);
        prop_assert_eq!(promises::complaint(&run), None, "seed {}", seed);
    }
}

#[test]
#[ignore = "long: many random settings"]
fn no_pass_breaks_a_promise_at_length() {
    let mut counts: BTreeMap<String, (usize, u32)> = BTreeMap::new();
    for seed in 0..10_000 {
        let run = populated(seed);
        assert_eq!(promises::complaint(&run), None, "seed {seed}");
        for pass in run.level.iter().flat_map(|level| &level.populate) {
            let (placed, taken_back) = counts.entry(pass.name.clone()).or_default();
            *placed += pass.placed();
            *taken_back += pass.taken_back;
        }
    }
    assert!(counts.values().all(|(placed, _)| *placed > 1000), "{counts:?}");
    assert!(counts["Features"].1 > 100 && counts["WallPieces"].1 > 100, "{counts:?}");
}

/// A cave and a hall with a large floor, whose passes are as given.
fn grammar(passes: &str) -> Grammar {
    let text = format!(
        r#"Grammar(
            format: 1,
            name: "Populated",
            alphabet: (
                nodes: {{
                    "Entrance": (role: Start, form: Hall(width: (9, 9), height: (9, 9))),
                    "Cave": (form: Cave(radius: (12, 12)), attributes: {{"area": "desert", "difficulty": 5}}),
                    "Hall": (role: Goal, form: Hall(width: (40, 40), height: (40, 40))),
                }},
                edges: {{"path": (role: Passage)}},
                entities: {{
                    "chest": (),
                    "bandit": (),
                    "maggot": (),
                    "barrel": (solid: true),
                    "pillar": (solid: true, attributes: {{"height": 3}}),
                }},
                tiles: {{"second": (), "third": (), "fourth": (character: '4')}},
            ),
            start: Graph(
                nodes: {{1: "Entrance", 2: "Cave", 3: "Hall"}},
                edges: [(1, "path", 2), (2, "path", 3)],
            ),
            populate: [{passes}],
        )"#
    );
    let loaded = parse_grammar(&text, None);
    assert!(!loaded.has_errors(), "{:#?}", loaded.diagnostics);
    loaded.value.expect("it was read")
}

/// The levels of some seeds, all as promised.
fn levels(passes: &str, seeds: std::ops::Range<u64>) -> Vec<Arc<Level>> {
    let grammar = Arc::new(grammar(passes));
    let mut pipeline = Pipeline::default();
    let level = |seed| {
        let run =
            pipeline.run(&Request { grammar: Arc::clone(&grammar), rooms: Vec::new(), seed: Seed(seed) });
        assert_eq!(run.failure, None, "seed {seed}");
        run.level.expect("nothing failed")
    };
    seeds.map(level).collect()
}

/// Fails if so many of so many cases are not what a chance of so many of a thousand gives: more than four standard deviations off.
///
/// With a tenth more or less of the chance it must fail, or there are too few cases.
#[track_caller]
fn assert_chance(found: u64, of: u64, per_mille: f64) {
    let (found, of, chance) = (found as f64, of as f64, per_mille / 1000.0);
    let deviation = (of * chance * (1.0 - chance)).sqrt();
    assert!(of * chance / 10.0 > 6.0 * deviation, "{of} cases are too few for a chance of {chance}");
    assert!((found - of * chance).abs() < 4.0 * deviation, "{found} of {of}, not {chance}");
}

/// The walkable cells of the hall.
fn floor_of_hall(level: &Level) -> u64 {
    let hall = &level.places[2];
    level.tiles.rect().cells().filter(|cell| level.owner(*cell) == hall.id.into()).count() as u64
}

#[test]
fn foes_stand_by_the_chance_of_each_cell_and_by_the_weights_of_the_table() {
    let table = r#"(name: "Foes", on: ["Hall"], pass: Foes(chance: 100, distance: 0, table: [
        (entity: "bandit", weight: 3), (entity: "maggot"), (entity: "chest", area: "desert"), (entity: "pillar", difficulty: 1)
    ]))"#;
    let levels = levels(table, 0..100);
    let count = |kind: &str| -> u64 {
        levels.iter().flat_map(|level| &level.entities).filter(|entity| entity.kind == kind).count() as u64
    };
    // The anchor stays free.
    let floor: u64 = levels.iter().map(|level| floor_of_hall(level) - 1).sum();
    assert_chance(count("bandit") + count("maggot"), floor, 100.0);
    assert_chance(count("bandit"), count("bandit") + count("maggot"), 750.0);
    assert_eq!((count("chest"), count("pillar")), (0, 0));
}

#[test]
fn difficulty_makes_foes_more_and_lets_in_others() {
    let table = r#"(name: "Foes", on: ["Cave"], pass: Foes(chance: 100, distance: 0, table: [
        (entity: "maggot", area: "desert", difficulty: 5), (entity: "chest", difficulty: 6),
    ]))"#;
    let levels = levels(table, 0..400);
    let floor = |level: &Arc<Level>| {
        let cave = level.places[1].id.into();
        level.tiles.rect().cells().filter(|cell| level.owner(*cell) == cave).count() as u64 - 1
    };
    let entities = levels.iter().flat_map(|level| &level.entities);
    assert!(entities.clone().all(|entity| entity.kind == "maggot"));
    assert_chance(entities.count() as u64, levels.iter().map(floor).sum(), 150.0);
}

#[test]
fn foes_keep_their_distance_and_stand_around_their_centre_piece() {
    let table = r#"(name: "Foes", pass: Foes(chance: 4, distance: 25, table: [
        (entity: "bandit", number: (2, 3), around: "barrel"),
    ]))"#;
    let mut groups = 0;
    for level in levels(table, 0..40) {
        let start = level.places[0].anchor;
        for entity in &level.entities {
            let (x, y) = (entity.at.x.abs_diff(start.x), entity.at.y.abs_diff(start.y));
            assert!(x * x + y * y >= 25 * 25, "{entity:?}");
        }
        for barrel in level.entities.iter().filter(|entity| entity.kind == "barrel") {
            let is_near = |other: &&delvewright::level::Entity| {
                other.kind == "bandit"
                    && other.at.x.abs_diff(barrel.at.x).max(other.at.y.abs_diff(barrel.at.y)) <= 2
            };
            groups += 1;
            assert!((2..=9).contains(&level.entities.iter().filter(is_near).count()), "{barrel:?}");
        }
    }
    assert!(groups > 40, "{groups}");
}

#[test]
fn features_are_so_many_and_so_far_from_each_other() {
    let features =
        r#"(name: "Pillars", on: ["Hall"], pass: Features(entity: "pillar", number: (5, 7), distance: 4))"#;
    let mut numbers: BTreeMap<usize, u64> = BTreeMap::new();
    let levels = levels(features, 0..600);
    for level in &levels {
        let pillars = &level.entities;
        *numbers.entry(pillars.len()).or_default() += 1;
        assert_eq!(pillars[0].properties.len(), 1);
        for (index, one) in pillars.iter().enumerate() {
            for other in &pillars[index + 1..] {
                let (x, y) = (one.at.x.abs_diff(other.at.x), one.at.y.abs_diff(other.at.y));
                assert!(x * x + y * y >= 16, "{one:?} {other:?}");
            }
        }
    }
    let [five, six, seven] = [5, 6, 7].map(|number| numbers.get(&number).copied().unwrap_or(0));
    assert_eq!(five + six + seven, levels.len() as u64, "{numbers:?}");
    assert!([five, six, seven].iter().all(|count| count.abs_diff(200) < 60), "{numbers:?}");
}

const VARIANTS: &str = r#"variants: [
    (tile: "second"), (tile: "third"), (tile: "fourth", weight: 8),
]"#;

#[test]
fn second_and_third_variants_are_drawn_at_22_percent_and_the_fourth_below_one() {
    let pass = format!(r#"(name: "Floors", on: ["Hall"], pass: TileVariants({VARIANTS}))"#);
    let levels = levels(&pass, 0..60);
    let drawn = |tile: &str| levels.iter().filter_map(|level| level.populate[0].tiles.get(tile)).sum::<u32>();
    let floor: u64 = levels.iter().map(|level| floor_of_hall(level)).sum();
    assert_chance(u64::from(drawn("second") + drawn("third")), floor, 220.0);
    assert_chance(u64::from(drawn("second")), floor, 110.0);
    let fourth = f64::from(drawn("fourth")) / floor as f64;
    assert!((0.006..0.010).contains(&fourth), "{fourth}");
}

#[test]
fn fire_traps_are_14_percent_of_the_walls_around_the_floor() {
    let pass = r#"(name: "Traps", on: ["Hall"], pass: WallPieces(percent: 0, trap: "second"))"#;
    let levels = levels(pass, 0..400);
    let drawn = levels.iter().filter_map(|level| level.populate[0].tiles.get("second")).sum::<u32>();
    // A hall of 40 × 40 cells has 164 walls around it, but for the one that is a passage.
    assert_chance(u64::from(drawn), 163 * 400, 140.0);
}

#[test]
fn a_pass_that_is_off_leaves_the_streams_of_the_others_alone() {
    let pass = |name: &str, rest: &str| {
        format!(r#"(name: "{name}", pass: Foes(chance: 30, distance: 0, table: [(entity: "{name}")]){rest})"#)
    };
    let of = |level: &Level, name: &str| -> Vec<_> {
        level.entities.iter().filter(|entity| entity.kind == name).map(|entity| entity.at).collect()
    };
    let both = levels(&[pass("bandit", ""), pass("maggot", "")].join(","), 0..5);
    let alone = levels(&[pass("bandit", ", enabled: false"), pass("maggot", "")].join(","), 0..5);
    let turned = levels(&[pass("maggot", ""), pass("bandit", "")].join(","), 0..5);
    for ((both, alone), turned) in both.iter().zip(&alone).zip(&turned) {
        assert_eq!(of(alone, "bandit"), []);
        // Only where both want the same cell do they differ.
        let lost = of(alone, "maggot").iter().filter(|cell| !of(both, "maggot").contains(cell)).count();
        assert!(lost * 10 <= of(alone, "maggot").len(), "{lost}");
        assert_eq!(of(turned, "maggot"), of(alone, "maggot"));
    }
}

#[test]
fn a_level_without_a_goal_ends_with_its_last_foe() {
    let foes = r#"(name: "Foes", on: ["Cave"], pass: Foes(exit: AfterLastFoe, table: [(entity: "maggot")]))"#;
    let mut grammar = grammar(foes);
    grammar.alphabet.nodes["Hall"].role = None;
    for seed in 0..5 {
        let request = Request { grammar: Arc::new(grammar.clone()), rooms: Vec::new(), seed: Seed(seed) };
        let level = Pipeline::default().run(&request).level.unwrap();
        let note = level.report.promises[&Promise::P6].note.clone().unwrap();
        assert!(note.contains(&format!("the last of {} foes", level.entities.len())), "{note}");
    }
    // Behind a lock without a key nobody falls.
    grammar.alphabet.nodes["Cave"].role = Some(NodeRole::Lock);
    let request = Request { grammar: Arc::new(grammar), rooms: Vec::new(), seed: Seed(1) };
    let level = Pipeline::default().run(&request).level.unwrap();
    assert!(!level.report.promises[&Promise::P6].held);
}

#[test]
fn loot_along_the_way_follows_the_curve_to_the_goal() {
    let way = r#"(name: "Loot", pass: AlongTheWay(entity: "chest", curve: [(at: 0, amount: 0), (at: 50, amount: 150), (at: 100, amount: 400)]))"#;
    let levels = levels(way, 0..300);
    let count = |place: u32| -> usize {
        levels.iter().flat_map(|level| &level.entities).filter(|entity| entity.place.0 == place).count()
    };
    assert_eq!((count(1), count(3)), (0, 4 * 300));
    assert!((400..500).contains(&count(2)), "{}", count(2));
}

#[test]
fn chests_lie_at_the_farthest_dead_ends() {
    let chests = r#"(name: "Chests", on: ["Cave"], pass: Chests(entity: "chest", slack: 0))"#;
    let mut count = 0;
    for level in levels(chests, 0..40) {
        let is_dead_end = |cell: Cell| cell.beside().filter(|near| level.is_walkable(*near)).count() <= 1;
        let cave = &level.places[1];
        let distance = |cell: Cell| {
            let (x, y) = (cell.x.abs_diff(cave.anchor.x), cell.y.abs_diff(cave.anchor.y));
            (x * x + y * y).isqrt()
        };
        let own = cave.bounds.cells().filter(|cell| level.owner(*cell) == cave.id.into());
        let farthest = own.filter(|cell| *cell != cave.anchor && is_dead_end(*cell)).map(distance).max();
        let found: Vec<_> = level.entities.iter().map(|chest| distance(chest.at)).collect();
        assert_eq!(found.first().copied(), farthest);
        count += found.len();
    }
    assert!(count > 10, "{count}");
}

#[test]
fn chests_lie_at_the_spots_that_walkers_left() {
    let chests = r#"(name: "Chests", on: ["Cave"], pass: Chests(entity: "chest", at: AmmunitionSpots))"#;
    let mut grammar = grammar(chests);
    grammar.alphabet.nodes["Cave"].form = Some(Form::Walkers(Default::default()));
    let mut count = 0;
    for seed in 0..20 {
        let request = Request { grammar: Arc::new(grammar.clone()), rooms: Vec::new(), seed: Seed(seed) };
        let run = Pipeline::default().run(&request);
        assert_eq!(promises::complaint(&run), None, "seed {seed}");
        count += run.level.map_or(0, |level| level.entities.len());
    }
    assert!(count > 10, "{count}");
}
