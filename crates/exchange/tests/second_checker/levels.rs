//! Makes levels to check: from the examples, and from odd random missions with odd settings.

use std::fmt::Write as _;
use std::sync::Arc;

use delvewright_engine::base::Seed;
use delvewright_engine::grammar::{Grammar, Start};
use delvewright_engine::level::Level;
use delvewright_engine::pipeline::{Leniency, Pipeline, Request, Stage, StageFailure};
use delvewright_engine::rooms::RoomSet;
use delvewright_engine::settings::{Movement, Spacing};
use delvewright_engine::text::{parse_grammar, parse_room_set};

use super::chance::Chance;
use crate::examples::grammars;

const ROOMS: &str = include_str!("rooms.ron");

/// Returns the level of a grammar, if there is one; it may break promises.
pub fn level_of(grammar: Grammar, rooms: &[Arc<RoomSet>], seed: u64) -> Option<Arc<Level>> {
    let request = Request::new(Arc::new(grammar), rooms.to_vec(), Seed(seed));
    // Levels in which a walker gets stuck must be judged as well.
    let run = Pipeline::default().with_leniency(Leniency::Lenient).run(&request);
    // Without a layout there are only parts of a level, which nobody exports.
    let is_whole = |failure: &StageFailure| matches!(failure.stage, Stage::Derive | Stage::Verify);
    if !run.failure.as_ref().is_none_or(is_whole) {
        return None;
    }
    run.level
}

/// Returns the level of an example with settings that its author did not intend.
pub fn unsettled_example(number: u64) -> Option<Arc<Level>> {
    let chance = &mut Chance(number);
    let (mut grammar, rooms) = chance.pick(&grammars());

    if chance.percent(75) {
        unsettle(&mut grammar, chance);
    }
    level_of(grammar, &rooms, number)
}

fn unsettle(grammar: &mut Grammar, chance: &mut Chance) {
    if chance.percent(50) {
        grammar.movement = chance.pick(&[Movement::Cardinal, Movement::EightWay]);
    }
    if !matches!(grammar.start, Start::Lattice { .. }) || chance.percent(30) {
        grammar.layout.spacing = spacing(chance);
    }
    for (_, symbol) in &mut grammar.alphabet.edges {
        if let delvewright_engine::mission::PassageKind::Corridor { width, .. } = &mut symbol.kind {
            *width = chance.range(1, 5) as u32;
        }
    }
}

fn spacing(chance: &mut Chance) -> Spacing {
    match chance.below(3) {
        0 => Spacing::Fixed { scale: chance.range(12, 40) as u32 },
        1 => Spacing::Compact { gap: chance.range(1, 6) as u32 },
        _ => Spacing::Elastic { gap: chance.range(1, 6) as u32 },
    }
}

/// Returns the level of a random mission.
pub fn odd_level(number: u64) -> Option<Arc<Level>> {
    let text = odd_grammar(&mut Chance(number));
    let grammar = parse_grammar(&text, None);
    assert!(grammar.value.is_some(), "{number}: {:?}\n{text}", grammar.diagnostics);
    let rooms = parse_room_set(ROOMS, None);
    assert_eq!(rooms.diagnostics, []);
    let rooms = vec![Arc::new(rooms.value.expect("the rooms are right"))];
    level_of(grammar.value.expect("it was tried above"), &rooms, number)
}

/// Returns a grammar with only a start graph: places of all kinds, gates with and without keys, drops, items
/// in items, and some passes.
fn odd_grammar(chance: &mut Chance) -> String {
    let mut text = String::from("Grammar(format: 1, name: \"Odd\", rooms: [\"rooms.ron\"],\n");
    let _ = writeln!(
        text,
        "alphabet: (nodes: {{{}}}, edges: {{{}}}, {PLACED}),",
        node_symbols(chance),
        edge_symbols(chance)
    );
    let _ = writeln!(text, "start: {}, recipe: [],", start(chance));
    let share = chance.pick(&[0, 25, 60]);
    let passes: Vec<&str> = PASSES.into_iter().filter(|_| chance.percent(share)).collect();
    let _ = writeln!(text, "populate: [{}],", passes.join(", "));
    let spacing = match spacing(chance) {
        Spacing::Fixed { scale } => format!("Fixed(scale: {scale})"),
        Spacing::Elastic { gap } => format!("Elastic(gap: {gap})"),
        Spacing::Compact { gap } => format!("Compact(gap: {gap})"),
        Spacing::Sprawl { length, beside } => format!("Sprawl(length: {length:?}, beside: {beside:?})"),
    };
    let movement = chance.pick(&["Cardinal", "EightWay"]);
    let _ = writeln!(text, "layout: (spacing: {spacing}), movement: {movement})");
    text
}

/// Things that passes place. Chests are also drawn in rooms.
const PLACED: &str = r#"
    entities: {"chest": (attributes: {"gold": 3}), "crate": (solid: true), "rat": (attributes: {"bite": 2})},
    tiles: {"moss": (), "spikes": ()}"#;

const PASSES: [&str; 8] = [
    r#"(name: "Chests", pass: Chests(entity: "chest", at: Anywhere, number: (1, 3)))"#,
    r#"(name: "Rats", pass: Foes(chance: 100, distance: 3, exit: AfterLastFoe, table: [(entity: "rat", number: (1, 2))]))"#,
    r#"(name: "Crates", pass: Features(entity: "crate", number: (1, 6), distance: 1))"#,
    r#"(name: "Moss", pass: TileVariants(plain: 5, variants: [(tile: "moss", weight: 3)]))"#,
    r#"(name: "Spikes", pass: WallPieces(percent: 30, floor_size: 1, trap: "spikes"))"#,
    r#"(name: "Ages", pass: Epochs(percent: 70, epochs: [(tiles: ["moss"]), (entities: ["rat", "crate"])], fill_clumps: true))"#,
    r#"(name: "Clumps", pass: Epochs(edge: Live, order: Random, neighbourhood: VonNeumann(2), live_above: 6, dead_below: 6, distance: 3, epochs: [(tiles: ["moss"]), (cells: EmptyClumps, percent: 20, clump: 3, entities: ["rat"])]))"#,
    r#"(name: "Way", pass: AlongTheWay(entity: "chest", curve: [(at: 0, amount: 50), (at: 100, amount: 300)]), on: ["Hall", "Cave"])"#,
];

fn node_symbols(chance: &mut Chance) -> String {
    let radius = chance.range(2, 8);
    let cave = format!("Cave(wall_percent: {}, radius: (2, {radius}))", chance.range(20, 60));
    let hall = format!("Hall(width: (3, {0}), height: (3, {0}))", chance.range(3, 11));
    let preset = chance.pick(&["Desert", "Sewers", "Scrapyard"]);
    let walkers =
        format!("Walkers(preset: {preset}, floors: {}, reach: {})", chance.range(1, 60), chance.range(1, 9));
    let mut text = String::new();
    for (name, rest) in [
        ("Entrance hall", format!("role: Start, form: {hall}")),
        ("Entrance cave", format!("role: Start, form: {cave}")),
        ("Entrance room", "role: Start, form: Room()".to_owned()),
        ("Cave", format!("form: {cave}, attributes: {{\"danger\": 2, \"wet\": true, \"name\": \"x\"}}")),
        ("Hall", format!("form: {hall}")),
        ("Yard", format!("form: {walkers}")),
        ("Chamber", "form: Room()".to_owned()),
        (
            "Maze",
            "form: Cards(columns: (1, 3), rows: (1, 2), loops_percent: 40, drops_percent: 50)".to_owned(),
        ),
        ("Gate hall", format!("role: Lock, form: {hall}")),
        ("Gate cave", format!("role: Lock, form: {cave}")),
        ("Gate room", "role: Lock, form: Room()".to_owned()),
        ("End hall", format!("role: Goal, form: {hall}")),
        ("End cave", format!("role: Goal, form: {cave}")),
        ("Key", "role: Key, attributes: {\"teeth\": 3}".to_owned()),
        ("Box", String::new()),
    ] {
        let _ = write!(text, "\"{name}\": ({rest}), ");
    }
    text
}

const PASSAGES: [&str; 12] = [
    "path", "open", "wide", "rough", "gate", "drop", "secret", "one way", "barred", "doorway", "arch",
    "trapdoor",
];

fn edge_symbols(chance: &mut Chance) -> String {
    let roughness = chance.range(1, 100);
    let least = chance.range(1, 12);
    let length = (least, least + chance.range(0, 9));
    let mut width = || chance.range(1, 5);
    let mut text = String::new();
    for (name, rest) in [
        ("path", "kind: Corridor(width: 1)".to_owned()),
        ("open", "kind: Open".to_owned()),
        ("wide", format!("kind: Corridor(width: {})", width())),
        ("rough", format!("kind: Corridor(width: {}, roughness: {roughness}, length: {length:?})", width())),
        ("gate", format!("door: Gate, socket: \"gate\", kind: Corridor(width: {})", width())),
        ("drop", format!("door: Drop, one_way: true, kind: Corridor(width: {})", width())),
        ("secret", format!("door: Secret, socket: \"secret\", kind: Corridor(width: {})", width())),
        ("one way", format!("one_way: true, kind: Corridor(width: {})", width())),
        ("barred", format!("door: Gate, kind: Corridor(width: {})", width())),
        ("doorway", "kind: Doorway(otherwise: Corridor)".to_owned()),
        ("arch", "door: Gate, kind: Doorway(otherwise: Corridor)".to_owned()),
        ("trapdoor", "door: Drop, one_way: true, kind: Doorway(otherwise: Corridor)".to_owned()),
    ] {
        let _ = write!(text, "\"{name}\": (role: Passage, {rest}), ");
    }
    text + "\"opens\": (role: Opens), \"holds\": (role: Contains), \"sees\": (role: Other)"
}

fn start(chance: &mut Chance) -> String {
    let mut nodes = vec![chance.pick(&["Entrance hall", "Entrance cave", "Entrance room"]).to_string()];
    let mut edges: Vec<(usize, &str, usize)> = Vec::new();
    let count = chance.range(2, 9);
    let has_gates = chance.percent(50);
    while nodes.len() < count {
        let gate = chance.pick(&["Gate hall", "Gate cave", "Gate room"]);
        let plain = chance.pick(&["Cave", "Cave", "Hall", "Yard", "Maze", "Chamber", "Chamber"]);
        nodes.push(if has_gates && chance.percent(30) { gate } else { plain }.to_owned());
    }
    if chance.percent(70) {
        nodes.push(chance.pick(&["End hall", "End cave"]).to_string());
    }
    add_passages(chance, nodes.len(), &mut edges);
    add_items(chance, &mut nodes, &mut edges);
    let named = nodes.iter().enumerate().map(|(index, symbol)| format!("{}: {symbol:?}", index + 1));
    let nodes: Vec<String> = named.collect();
    let edges: Vec<String> = edges.iter().map(|edge| format!("{edge:?}")).collect();
    format!("Graph(nodes: {{{}}}, edges: [{}])", nodes.join(", "), edges.join(", "))
}

/// Adds a tree with some more passages, or joins all places with each other, which needs bridges.
fn add_passages(chance: &mut Chance, places: usize, edges: &mut Vec<(usize, &'static str, usize)>) {
    let few: Vec<&str> = (0..3).map(|_| chance.pick(&PASSAGES)).collect();
    if places <= 6 && chance.percent(25) {
        for from in 1..=places {
            for to in from + 1..=places {
                edges.push((from, few[0], to));
            }
        }
        return;
    }
    for to in 2..=places {
        let from = chance.range(to.saturating_sub(3).max(1), to - 1);
        edges.push(if chance.percent(85) {
            (from, chance.pick(&few), to)
        } else {
            (to, chance.pick(&few), from)
        });
    }
    for _ in 0..chance.below(4) {
        let (from, to) = (chance.range(1, places), chance.range(1, places));
        if from != to {
            edges.push((from, chance.pick(&few), to));
        }
    }
    if chance.percent(20) {
        edges.push((1, "sees", places));
    }
}

/// Adds keys and boxes to places or other items, some open gates, and sometimes a second key for a gate.
fn add_items(chance: &mut Chance, nodes: &mut Vec<String>, edges: &mut Vec<(usize, &'static str, usize)>) {
    let places = nodes.len();
    let gates: Vec<usize> = (1..=places).filter(|id| nodes[id - 1].starts_with("Gate")).collect();
    for _ in 0..chance.below(3) + gates.len() {
        nodes.push(chance.pick(&["Key", "Key", "Box"]).to_string());
        let id = nodes.len();
        if chance.percent(92) {
            let inside = id - 1 > places && chance.percent(30);
            let holder = if inside { chance.range(places + 1, id - 1) } else { chance.range(1, places) };
            edges.push((holder, "holds", id));
        }
        if !gates.is_empty() && nodes[id - 1] == "Key" && chance.percent(90) {
            edges.push((id, "opens", chance.pick(&gates)));
            if chance.percent(15) {
                edges.push((id, "opens", chance.pick(&gates)));
            }
        }
    }
}
