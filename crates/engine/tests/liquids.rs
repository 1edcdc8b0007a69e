//! Passes use dry floor first, and lakes leave the cells of things dry.

use std::sync::Arc;

use delvewright_engine::base::{Cell, Seed};
use delvewright_engine::level::{Layer, Level};
use delvewright_engine::pipeline::{Pipeline, Request};
use delvewright_engine::text::parse_grammar;

/// Returns levels of two halls with these passes, after checking all promises.
fn levels(passes: &str, seeds: std::ops::Range<u64>) -> Vec<Arc<Level>> {
    let text = format!(
        r#"Grammar(
            format: 1,
            name: "Flooded",
            alphabet: (
                nodes: {{
                    "Entrance": (role: Start, form: Hall(width: (9, 9), height: (9, 9))),
                    "Hall": (role: Goal, form: Hall(width: (24, 24), height: (24, 24))),
                    "Key": (role: Key),
                }},
                edges: {{"path": (role: Passage), "holds": (role: Contains)}},
                entities: {{"chest": (), "frog": (in_liquid: true), "rat": ()}},
                tiles: {{"lake": (), "green stuff": (look: "slime")}},
            ),
            start: Graph(
                nodes: {{1: "Entrance", 2: "Hall", 3: "Key"}},
                edges: [(1, "path", 2), (2, "holds", 3)],
            ),
            populate: [{passes}],
        )"#
    );
    let loaded = parse_grammar(&text, None);
    assert!(!loaded.has_errors(), "{:#?}", loaded.diagnostics);
    let grammar = Arc::new(loaded.value.expect("it was read"));
    let level = |seed| {
        let run = Pipeline::default().run(&Request::new(Arc::clone(&grammar), Vec::new(), Seed(seed)));
        assert_eq!(run.failure, None, "seed {seed}");
        let level = run.level.expect("nothing failed");
        assert!(level.report.all_held(), "seed {seed}");
        level
    };
    seeds.map(level).collect()
}

/// Returns the name of the visible tile.
fn tile_at(level: &Level, cell: Cell) -> &str {
    let drawn = level.layers.iter().rev().map(|layer| layer.tiles[cell]);
    let tile = drawn.chain([level.tiles[cell]]).find(|tile| *tile != Layer::NOTHING);
    tile.and_then(|tile| level.legend.get(&tile)).map_or("", |tile| tile.name.as_str())
}

/// Returns how many entities of a kind are on dry cells, and how many are not.
fn dry_and_wet(level: &Level, kind: &str) -> (usize, usize) {
    let of_kind: Vec<Cell> =
        level.entities.iter().filter(|entity| entity.kind == kind).map(|entity| entity.at).collect();
    let wet = of_kind.iter().filter(|cell| matches!(tile_at(level, **cell), "lake" | "green stuff")).count();
    (of_kind.len() - wet, wet)
}

const LAKE: &str = r#"(name: "Lake", pass: Epochs(percent: 60, live_above: 4, dead_below: 4, epochs: [(steps: 4, tiles: ["lake"])]))"#;

#[test]
fn nothing_is_in_a_lake_unless_it_lives_there() {
    let passes = [
        r#"(name: "Rats", pass: Foes(chance: 300, distance: 0, table: [(entity: "rat", number: (1, 3))]))"#,
        r#"(name: "Chests", pass: Chests(entity: "chest", at: Anywhere, number: (3, 3)))"#,
        r#"(name: "More", pass: Features(entity: "chest", number: (5, 9), distance: 1))"#,
        r#"(name: "Way", pass: AlongTheWay(entity: "chest", curve: [(at: 0, amount: 300)]))"#,
    ];
    let passes = format!("{LAKE}, {}", passes.join(", "));
    for level in levels(&passes, 0..12) {
        assert!(level.populate[0].tiles["lake"] > 50);
        for kind in ["rat", "chest"] {
            let (dry, wet) = dry_and_wet(&level, kind);
            assert!(dry > 5 && wet == 0, "{kind}: {dry} and {wet}");
        }
    }
    let frogs = format!(r#"{LAKE}, (name: "Frogs", pass: Features(entity: "frog", number: (40, 40)))"#);
    for level in levels(&frogs, 0..4) {
        let (dry, wet) = dry_and_wet(&level, "frog");
        assert!(dry > 0 && wet > 5, "{dry} and {wet}");
    }
}

#[test]
fn a_lake_leaves_the_key_dry() {
    let whole = r#"(name: "Lake", pass: Epochs(percent: 100, epochs: [(tiles: ["lake"])]))"#;
    for level in levels(whole, 0..6) {
        assert_eq!(dry_and_wet(&level, "Key"), (1, 0));
        assert!(level.populate[0].tiles["lake"] > 300);
    }
}

#[test]
fn flooded_places_get_the_minimum_and_foes() {
    let flood =
        r#"(name: "Flood", pass: TileVariants(of: Floor, plain: 0, variants: [(tile: "green stuff")]))"#;
    let features = r#"(name: "Chests", on: ["Hall"], pass: Features(entity: "chest", number: (3, 9)))"#;
    let foes =
        r#"(name: "Rats", on: ["Hall"], pass: Foes(chance: 200, distance: 0, table: [(entity: "rat")]))"#;
    for level in levels(&format!("{flood}, {features}, {foes}"), 0..6) {
        assert_eq!(dry_and_wet(&level, "chest"), (0, 3));
        assert!(dry_and_wet(&level, "rat").1 > 10);
    }
}
