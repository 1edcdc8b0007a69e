//! Missions that cannot be drawn without crossings: their passages cross on bridges, and the levels are
//! proved.

use std::sync::Arc;

use delvewright_engine::base::Seed;
use delvewright_engine::grammar::{ElementId, Grammar, Start};
use delvewright_engine::level::Level;
use delvewright_engine::pipeline::{Pipeline, Request, Run};
use delvewright_engine::settings::{Bridges, Movement, Spacing};
use delvewright_engine::text::parse_grammar;

use crate::sample;

const GRAMMAR: &str = include_str!("layout_graphs/grammar.ron");

type Edges = Vec<(u32, u32)>;

fn complete(places: u32) -> Edges {
    (1..=places).flat_map(|from| (from + 1..=places).map(move |to| (from, to))).collect()
}

fn bipartite(half: u32) -> Edges {
    (1..=half).flat_map(|from| (half + 1..=2 * half).map(move |to| (from, to))).collect()
}

fn petersen() -> Edges {
    (0..5).flat_map(|n| [(n + 1, (n + 1) % 5 + 1), (n + 1, n + 6), (n + 6, (n + 2) % 5 + 6)]).collect()
}

/// Returns a hub with eight places around it, each joined with the next.
fn wheel() -> Edges {
    (0..8).flat_map(|n| [(1, n + 2), (n + 2, (n + 1) % 8 + 2)]).collect()
}

/// Returns cycles of six places. Each shares two non-adjacent places with the next.
fn interlocked() -> Edges {
    let ring = |ids: [u32; 6]| (0..6).map(move |n| (ids[n], ids[(n + 1) % 6]));
    ring([1, 2, 3, 4, 5, 6]).chain(ring([2, 7, 5, 8, 9, 10])).chain(ring([7, 11, 9, 12, 13, 1])).collect()
}

fn run(edges: &Edges, seed: u64, change: impl Fn(&mut Grammar)) -> Run {
    let mut grammar = parse_grammar(GRAMMAR, None).value.expect("the grammar is right");
    let places = edges.iter().map(|(from, to)| *from.max(to)).max().unwrap_or(0);
    let symbols = ["Hall", "Cave", "Chamber", "Vault"];
    grammar.start = Start::Graph {
        nodes: (1..=places).map(|id| (ElementId(id), symbols[id as usize % 4].into())).collect(),
        edges: edges.iter().map(|(from, to)| (ElementId(*from), "path".into(), ElementId(*to))).collect(),
        at: Default::default(),
        drawn: Default::default(),
    };
    change(&mut grammar);
    Pipeline::default().run(&Request::new(Arc::new(grammar), Vec::new(), Seed(seed)))
}

/// Returns the level, after checking that all promises hold.
fn proved(edges: &Edges, seed: u64, change: impl Fn(&mut Grammar)) -> Arc<Level> {
    let run = run(edges, seed, change);
    assert_eq!(run.failure, None, "seed {seed}: {:?}", run.diagnostics);
    let level = run.level.expect("a run without failure has a level");
    assert!(level.report.all_held());
    assert_eq!(level.passages.len(), edges.len());
    level
}

fn assert_bridged(edges: &Edges, seeds: u64) {
    for movement in [Movement::Cardinal, Movement::EightWay] {
        for seed in sample::of(1..=seeds) {
            let level = proved(edges, seed, |grammar| grammar.movement = movement);
            assert!(!level.bridges.is_empty(), "seed {seed}");
        }
    }
}

#[test]
fn complete_missions_of_five_to_eight_places_are_bridged_and_proved() {
    for places in 5..=8 {
        assert_bridged(&complete(places), if places < 7 { 3 } else { 1 });
    }
}

#[test]
fn missions_that_are_not_planar_are_bridged_and_proved() {
    assert_bridged(&bipartite(3), 3);
    assert_bridged(&petersen(), 2);
}

#[test]
fn hubs_and_interlocked_cycles_are_proved() {
    for seed in 1..6 {
        proved(&wheel(), seed, |_| ());
        proved(&interlocked(), seed, |_| ());
    }
}

#[test]
fn bridged_levels_are_proved_at_a_constant_distance() {
    for movement in [Movement::Cardinal, Movement::EightWay] {
        proved(&complete(5), 1, |grammar| {
            grammar.movement = movement;
            grammar.layout.spacing = Spacing::Fixed { scale: 40 };
        });
    }
}

#[test]
fn forbidden_bridges_are_an_explained_failure() {
    let run = run(&complete(5), 1, |grammar| grammar.layout.bridges = Bridges::Forbid);
    let failure = run.failure.expect("five places that are all joined cannot be drawn without a crossing");
    assert_eq!(failure.code, "no-way");
    let found = run.diagnostics.iter().find(|found| found.code == "no-way").expect("it is explained");
    assert!(found.hint.as_ref().is_some_and(|hint| hint.sentence().contains("cross")), "{found:?}");
}
