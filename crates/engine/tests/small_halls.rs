//! Halls of one or two cells: they keep the pitch of a lattice, and their passages never touch.

use std::collections::BTreeSet;
use std::sync::Arc;

use delvewright_engine::base::{Cell, Seed};
use delvewright_engine::grammar::Grammar;
use delvewright_engine::level::{Level, OwnedBy};
use delvewright_engine::pipeline::{Pipeline, Request};
use delvewright_engine::text::parse_grammar;

use crate::sample;

/// Returns the level of a grammar, after a check that all its promises hold.
fn level(text: &str, seed: u64) -> Arc<Level> {
    let grammar: Grammar = parse_grammar(text, None).value.expect("the grammar is right");
    let run = Pipeline::default().run(&Request::new(Arc::new(grammar), Vec::new(), Seed(seed)));
    assert_eq!(run.failure, None, "{text}\nseed {seed}: {:?}", run.diagnostics);
    let level = run.level.expect("a run without failure has a level");
    assert!(level.report.all_held(), "{text}\nseed {seed}");
    level
}

const UPKEEP: &str = r#"
Grammar(
    format: 1,
    name: "Upkeep",
    alphabet: (
        nodes: {
            "Entrance": (role: Start, form: Hall(width: (1, 1), height: (1, 1))),
            "Exit": (role: Goal, form: Hall(width: (1, 1), height: (1, 1))),
            "Trap": (form: Hall(width: (1, 1), height: (1, 1))),
            "Crossing": (form: Hall(width: (1, 1), height: (1, 1))),
        },
        edges: {"way": (role: Passage)},
    ),
    start: Scatter(
        width: 8, height: 5, start: "Entrance", exit: "Exit", features: [("Trap", 1)],
        count: (8, 16), distance: 12, edge: "way", crossing: "Crossing",
    ),
    layout: (spacing: Fixed(scale: 3)),
)
"#;

/// Returns the cells that Dungeon Upkeeper would lay: each feature, and two cells towards each joined neighbour.
fn laid_by_the_source(level: &Level) -> BTreeSet<Cell> {
    let site = |node| {
        let found = level.mission.nodes.iter().find(|found| found.id == node);
        found.and_then(|found| found.site).expect("all nodes have sites")
    };
    let cell = |node| Cell::new(3 * site(node).x, 3 * site(node).y);
    let places = level.places.iter().map(|place| cell(place.node));
    let between = level.mission.edges.iter().flat_map(|edge| {
        let (from, to) = (cell(edge.from), cell(edge.to));
        let step = Cell::new((to.x - from.x) / 3, (to.y - from.y) / 3);
        [1, 2].map(|steps| Cell::new(from.x + steps * step.x, from.y + steps * step.y))
    });
    places.chain(between).collect()
}

#[test]
fn features_of_one_cell_lie_three_cells_apart_as_in_dungeon_upkeeper() {
    for seed in sample::of(0..140) {
        let level = level(UPKEEP, seed);
        let floor = |level: &Level| -> BTreeSet<Cell> {
            level.tiles.iter().filter(|(cell, _)| level.is_walkable(*cell)).map(|(cell, _)| cell).collect()
        };
        let (laid, source) = (floor(&level), laid_by_the_source(&level));
        let corner = |cells: &BTreeSet<Cell>| {
            let least = |of: fn(&Cell) -> i32| cells.iter().map(of).min().unwrap_or_default();
            Cell::new(least(|cell| cell.x), least(|cell| cell.y))
        };
        let (from, to) = (corner(&source), corner(&laid));
        assert_eq!(laid, source.iter().map(|cell| *cell - from + to).collect(), "seed {seed}");
    }
}

#[test]
fn small_halls_keep_their_promises_in_every_spacing_and_movement() {
    let spacings = ["Elastic(gap: 2)", "Compact(gap: 1)", "Fixed(scale: 9)", "Sprawl(length: (2, 5))"];
    for seed in sample::of(0..160) {
        let mut random = Seed(seed).child("small halls").stream();
        let places = random.range(2, 8);
        let tree = (2..=places).map(|place| (random.range(1, place - 1), place));
        let mut edges: Vec<(u32, u32)> = tree.collect();
        if random.chance(40) && places > 2 && !edges.contains(&(1, places)) {
            edges.push((1, places));
        }
        let edges: Vec<String> = edges.iter().map(|(from, to)| format!("({from}, \"way\", {to})")).collect();
        let nodes: Vec<String> = (1..=places).map(|place| format!("{place}: \"Cell\"")).collect();
        let (width, height) = (random.range(1, 3), random.range(1, 3));
        let movement = if random.chance(50) { "Cardinal" } else { "EightWay" };
        let spacing = spacings[random.below(spacings.len() as u64) as usize];
        let text = format!(
            r#"Grammar(format: 1, name: "Small", movement: {movement},
                alphabet: (
                    nodes: {{"Cell": (form: Hall(width: (1, {width}), height: (1, {height})))}},
                    edges: {{"way": (role: Passage)}},
                ),
                start: Graph(nodes: {{{}}}, edges: [{}]),
                layout: (spacing: {spacing}))"#,
            nodes.join(", "),
            edges.join(", "),
        );
        let level = level(&text, seed);
        let degree =
            |place| level.passages.iter().filter(|passage| passage.other_end(place).is_some()).count();
        for place in level.places.iter().filter(|place| degree(place.id) == 1) {
            assert!(place.bounds.size.width <= width && place.bounds.size.height <= height, "{text}");
        }
    }
}

#[test]
fn straight_passages_of_a_cell_meet_at_its_corners_only_without_diagonal_steps() {
    let cross = |movement: &str| {
        format!(
            r#"Grammar(format: 1, name: "Cross", movement: {movement},
                alphabet: (
                    nodes: {{"Cell": (form: Hall(width: (1, 1), height: (1, 1)))}},
                    edges: {{"way": (role: Passage)}},
                ),
                start: Graph(
                    nodes: {{1: "Cell", 2: "Cell", 3: "Cell", 4: "Cell", 5: "Cell"}},
                    edges: [(1, "way", 2), (1, "way", 3), (1, "way", 4), (1, "way", 5)],
                    at: {{1: (1, 1), 2: (1, 0), 3: (2, 1), 4: (1, 2), 5: (0, 1)}},
                ),
                layout: (spacing: Fixed(scale: 4)))"#
        )
    };
    let middle = |level: &Level| level.places[0].bounds.size.width;
    assert_eq!(middle(&level(&cross("Cardinal"), 1)), 1);
    assert_eq!(middle(&level(&cross("EightWay"), 1)), 3);
    let cardinal = level(&cross("Cardinal"), 1);
    let owners =
        |cell: Cell| cell.around().filter(|near| cardinal.owner(*near).who() != OwnedBy::Nobody).count();
    assert_eq!(owners(cardinal.places[0].anchor), 4);
}
