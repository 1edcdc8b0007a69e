//! Walkers in whole levels: pictures, floors and spots, and a check that no place depends on another.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use delvewright_engine::base::{Cell, Seed, Severity, StageContext};
use delvewright_engine::layout::{Plan, PlannedForm};
use delvewright_engine::level::{Level, Owner, PlaceId};
use delvewright_engine::mission::{SpotKind, Technique};
use delvewright_engine::pipeline::{Pipeline, Request};
use delvewright_engine::space::{Space, form};
use delvewright_engine::text::parse_grammar;

/// A level, with the plan and the space from which it is made.
struct Run {
    level: Arc<Level>,
    plan: Arc<Plan>,
    space: Space,
}

/// Returns three lands of the source and a hall in a row.
fn run(lands: [&str; 3], seed: u64) -> Run {
    let [first, second, third] = lands;
    let text = format!(
        r##"Grammar(format: 1, name: "Wasteland",
            alphabet: (
                nodes: {{
                    "A": (role: Start, form: Walkers({first})), "B": (form: Walkers({second})),
                    "C": (form: Walkers({third})), "D": (role: Goal, form: Hall()),
                }},
                edges: {{"path": (role: Passage)}},
            ),
            start: Graph(
                nodes: {{1: "A", 2: "B", 3: "C", 4: "D"}},
                edges: [(1, "path", 2), (2, "path", 3), (3, "path", 4)],
                at: {{1: (0, 0), 2: (1, 0), 3: (1, 1), 4: (0, 1)}},
            ),
            rules: [], recipe: [],
        )"##
    );
    let grammar = parse_grammar(&text, None);
    assert!(grammar.diagnostics.iter().all(|found| found.severity != Severity::Error));
    let request = Request::new(Arc::new(grammar.value.unwrap()), Vec::new(), Seed(seed));
    let run = Pipeline::default().run(&request);
    assert_eq!(run.failure, None, "seed {seed}");
    let (level, plan) = (run.level.unwrap(), run.plan.unwrap());
    let space = form(&plan, None, level.movement, request.seed.child("form"), StageContext::unlimited())
        .unwrap()
        .value;
    assert!(space.tiles == level.tiles, "seed {seed}");
    Run { level, plan, space }
}

const LANDS: [&str; 3] = ["preset: Desert", "preset: Sewers", "preset: Scrapyard"];

fn floors(space: &Space, place: PlaceId) -> Vec<Cell> {
    let is_own = |(_, owner): &(Cell, &Owner)| **owner == place.into();
    space.owners.iter().filter(is_own).map(|(cell, _)| cell).collect()
}

/// Returns a picture of one place: `@` is the first walker; `W`, `A` and `E` are the spots.
fn picture(run: &Run, place: PlaceId) -> String {
    let space = &run.space;
    let mut drawn = String::new();
    let bounds = space.bounds[place.index()];
    for y in bounds.min.y..bounds.bottom() {
        let sign = |x: i32| {
            let cell = Cell::new(x, y);
            let spot = space.spots.iter().find(|spot| spot.at == cell);
            match spot.map(|spot| spot.kind) {
                _ if space.anchors[place.index()] == cell => '@',
                Some(SpotKind::Weapon) => 'W',
                Some(SpotKind::Ammunition) => 'A',
                Some(SpotKind::Experience) => 'E',
                None if space.owners[cell] == place.into() => '.',
                None => ' ',
            }
        };
        let row: String = (bounds.min.x..bounds.right()).map(sign).collect();
        drawn += row.trim_end();
        drawn.push('\n');
    }
    drawn
}

/// `UPDATE_GOLDEN=1` rewrites the file.
#[test]
fn lands_look_as_they_did() {
    let mut drawn = String::new();
    for seed in [1, 2, 3] {
        let run = run(LANDS, seed);
        for (number, name) in (1..).zip(LANDS) {
            writeln!(drawn, "{name}, seed {seed}\n\n{}", picture(&run, PlaceId(number))).unwrap();
        }
    }
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/walkers.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&golden, &drawn).unwrap();
    }
    assert_eq!(drawn, fs::read_to_string(&golden).unwrap());
}

fn assert_sound(run: &Run, seed: u64) {
    let Run { level, space, .. } = run;
    assert!(level.report.all_held(), "seed {seed}: {:?}", level.report);
    for place in level.places.iter().filter(|place| place.technique == Technique::Walkers) {
        // Paths to the passages are extra, and each floor has four cells.
        let count = floors(space, place.id).len();
        assert!((444..=1000).contains(&count), "seed {seed}: {count} cells");
        let spots: Vec<_> = space.spots.iter().filter(|spot| spot.place == place.id).collect();
        for kind in SpotKind::ALL {
            assert!(spots.iter().filter(|spot| spot.kind == kind).count() <= 1, "seed {seed}");
        }
        for (index, spot) in spots.iter().enumerate() {
            assert!(space.owners[spot.at] == place.id.into() && level.is_walkable(spot.at));
            assert!(spot.at != place.anchor && spots[..index].iter().all(|other| other.at != spot.at));
        }
    }
}

#[test]
fn levels_of_walkers_keep_every_promise() {
    (0..60).for_each(|seed| assert_sound(&run(LANDS, seed), seed));
}

/// Usually there is one spot of each kind.
#[test]
#[ignore = "long: 10,000 levels"]
fn levels_of_walkers_keep_every_promise_10_000_times() {
    let mut counts = [[0; 3]; 3];
    for seed in 0..10_000 {
        let run = run(LANDS, seed);
        assert_sound(&run, seed);
        for spot in &run.space.spots {
            counts[spot.place.index()][spot.kind as usize] += 1;
        }
    }
    assert!(counts.iter().flatten().all(|count| *count > 8_000), "{counts:?}");
}

#[test]
fn change_in_one_place_leaves_the_others_as_they_were() {
    for seed in 0..20 {
        let (one, other) = (run(LANDS, seed), run(["preset: Sewers, floors: 60", LANDS[1], LANDS[2]], seed));
        let shape = |run: &Run, place: usize| match &run.plan.places[place].form {
            PlannedForm::Walkers { shape, .. } => Arc::clone(shape),
            other => panic!("{other:?}"),
        };
        assert_ne!(shape(&one, 0), shape(&other, 0));
        for place in [1, 2] {
            assert_eq!(shape(&one, place), shape(&other, place), "seed {seed}");
        }
    }
}

#[test]
fn place_without_cells_enough_becomes_all_floor() {
    let run = run(["floors: 9000, reach: 5", LANDS[1], LANDS[2]], 4);
    let space = &run.space;
    let near = |cell: &Cell| {
        let off = *cell - space.anchors[0];
        off.x * off.x + off.y * off.y <= 25
    };
    let around: Vec<Cell> = space.owners.rect().cells().filter(near).collect();
    assert!(around.iter().all(|cell| space.owners[*cell] != Owner::NOBODY || space.seals.contains(cell)));
}
