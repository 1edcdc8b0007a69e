//! Missions whose places have sites: passages cross rather than lead far around each other.
//!
//! A constant distance refuses nothing that fits. Passages that may not cross fail with a reason.

use std::sync::Arc;

use delvewright_engine::base::Seed;
use delvewright_engine::grammar::{ElementId, Grammar, Start};
use delvewright_engine::level::Level;
use delvewright_engine::mission::Site;
use delvewright_engine::pipeline::{Pipeline, Request, Run};
use delvewright_engine::settings::{Bridges, Spacing};
use delvewright_engine::text::parse_grammar;

use crate::sample;

const GRAMMAR: &str = r##"
Grammar(
    format: 1,
    name: "Sited",
    alphabet: (
        nodes: {
            "Hall": (form: Hall(width: (5, 5), height: (5, 5))),
            "Tower": (form: Hall(width: (5, 5), height: (40, 40))),
        },
        edges: {"path": (role: Passage)},
    ),
    start: Graph(nodes: {1: "Hall"}),
)
"##;

type Edges = Vec<(u32, u32)>;
type Sites = Vec<(i32, i32)>;

/// Lays out halls. Places after the last of the sites have none.
fn run(edges: &Edges, sites: &Sites, spacing: Spacing, bridges: Bridges) -> Run {
    run_of("Hall", edges, sites, spacing, bridges)
}

fn run_of(symbol: &str, edges: &Edges, sites: &Sites, spacing: Spacing, bridges: Bridges) -> Run {
    let mut grammar: Grammar = parse_grammar(GRAMMAR, None).value.expect("the grammar is right");
    let places = edges.iter().map(|(from, to)| *from.max(to)).max().unwrap_or(1);
    let edges = edges.iter();
    grammar.start = Start::Graph {
        nodes: (1..=places).map(|id| (ElementId(id), symbol.into())).collect(),
        edges: edges.map(|(from, to)| (ElementId(*from), "path".into(), ElementId(*to))).collect(),
        at: (1..).zip(sites).map(|(id, site)| (ElementId(id), Site::from(*site))).collect(),
        drawn: Default::default(),
    };
    grammar.layout.spacing = spacing;
    grammar.layout.bridges = bridges;
    let grammar = Arc::new(grammar);
    Pipeline::default().run(&Request::new(grammar, Vec::new(), Seed(1)))
}

/// Returns the level, after a check that all its promises hold.
fn proved(edges: &Edges, sites: &Sites, spacing: Spacing, bridges: Bridges) -> Arc<Level> {
    proved_of("Hall", edges, sites, spacing, bridges)
}

fn proved_of(symbol: &str, edges: &Edges, sites: &Sites, spacing: Spacing, bridges: Bridges) -> Arc<Level> {
    let run = run_of(symbol, edges, sites, spacing, bridges);
    assert_eq!(run.failure, None, "{spacing:?} {bridges:?}: {:?}", run.diagnostics);
    let level = run.level.expect("a run without failure has a level");
    assert!(level.report.all_held());
    assert_eq!(level.passages.len(), edges.len());
    level
}

fn cells(level: &Level) -> u64 {
    u64::from(level.width) * u64::from(level.height)
}

/// Returns a tree in which each place joins a random earlier one.
fn tree(places: u32, seed: u64) -> Edges {
    let mut random = Seed(seed).child("tree").stream();
    (2..=places).map(|place| (1 + random.below(u64::from(place) - 1) as u32, place)).collect()
}

/// Returns a row of places, each with one below it.
fn comb(teeth: u32) -> Edges {
    let row = (1..teeth).map(|place| (place, place + 1));
    row.chain((1..=teeth).map(|place| (place, place + teeth))).collect()
}

/// Returns all sites of a lattice, row by row.
fn lattice(columns: i32, places: i32) -> Sites {
    (0..places).map(|place| (place % columns, place / columns)).collect()
}

fn shuffled(mut sites: Sites, seed: u64) -> Sites {
    Seed(seed).child("sites").stream().shuffle(&mut sites);
    sites
}

fn swapped(mut sites: Sites, pairs: usize, seed: u64) -> Sites {
    let mut random = Seed(seed).child("pairs").stream();
    for _ in 0..pairs {
        let [one, other] = [0, 1].map(|_| random.below(sites.len() as u64) as usize);
        sites.swap(one, other);
    }
    sites
}

const ELASTIC: Spacing = Spacing::Elastic { gap: 3 };
const COMPACT: Spacing = Spacing::Compact { gap: 1 };

#[test]
fn passages_cross_rather_than_wind_around_each_other() {
    for spacing in [ELASTIC, COMPACT] {
        let level = proved(&tree(60, 1), &shuffled(lattice(8, 60), 1), spacing, Bridges::Allow);
        assert!(!level.bridges.is_empty());
        assert!(cells(&level) <= 150_000, "{spacing:?}: {} cells", cells(&level));
    }
}

#[test]
fn a_few_swapped_places_of_a_long_comb_are_laid_out() {
    for spacing in [COMPACT, ELASTIC] {
        let level = proved(&comb(32), &swapped(lattice(32, 64), 8, 1), spacing, Bridges::Allow);
        assert!(cells(&level) <= 400_000, "{spacing:?}: {} cells", cells(&level));
    }
}

#[test]
fn small_missions_in_any_order_need_no_bridges() {
    for (number, places) in [(1, 10), (2, 14), (3, 18)] {
        let sites = shuffled(lattice(5, places), number);
        for spacing in [ELASTIC, COMPACT] {
            let level = proved(&tree(places as u32, number), &sites, spacing, Bridges::Allow);
            assert!(level.bridges.is_empty(), "{places} places, {spacing:?}");
        }
    }
}

#[test]
fn forbidden_bridges_end_with_a_number_where_passages_would_wind_too_far() {
    let sites = shuffled(lattice(10, 80), 1);
    for spacing in [ELASTIC, COMPACT] {
        let run = run(&tree(80, 1), &sites, spacing, Bridges::Forbid);
        let codes = ["winds-too-far", "level-too-large"];
        let found = run.diagnostics.iter().find(|found| codes.contains(&found.code));
        let found = found.unwrap_or_else(|| panic!("{spacing:?}: {:?}", run.diagnostics));
        assert!(found.message.chars().any(|c| c.is_ascii_digit()), "{}", found.message);
        assert!(found.hint.is_some());
    }
}

#[test]
fn a_constant_distance_draws_loops_and_parallel_passages() {
    for scale in [12, 24, 38] {
        for bridges in [Bridges::Allow, Bridges::Forbid] {
            let edges = vec![(1, 2), (2, 1), (1, 1), (2, 3), (3, 3)];
            let level = proved(&edges, &vec![(0, 0), (1, 0), (1, 1)], Spacing::Fixed { scale }, bridges);
            assert!(level.bridges.is_empty(), "{scale}");
        }
    }
}

#[test]
fn many_passages_share_the_channels_of_a_constant_distance() {
    // Every place is joined with those opposite, so that all passages lead through the same channels.
    let edges: Edges = (1..=5).flat_map(|from| [(from, 11 - from), (from, 5 + from)]).collect();
    let row: Edges = (1..5).map(|place| (place, place + 1)).collect();
    let edges = [edges, row].concat();
    proved(&edges, &lattice(5, 10), Spacing::Fixed { scale: 24 }, Bridges::Allow);
}

#[test]
fn a_constant_distance_draws_trees_in_any_order_without_bridges() {
    let missions = [(3, 30), (2, 20), (1, 10)].map(|mission| [(mission, 40), (mission, 84)]);
    for ((number, places), scale) in sample::of(missions.into_iter().flatten()) {
        let sites = shuffled(lattice(5, places), number);
        let spacing = Spacing::Fixed { scale };
        let level = proved(&tree(places as u32, number), &sites, spacing, Bridges::Forbid);
        assert!(level.bridges.is_empty(), "{places} places, {scale}");
    }
}

#[test]
fn a_constant_distance_draws_cycles_in_any_order_without_bridges() {
    // Rungs between two rows, a triangle at one end, and a branch within a rung.
    let rows: Edges = (1..5).flat_map(|place| [(place, place + 1), (place + 5, place + 6)]).collect();
    let rungs: Edges = (1..=5).map(|place| (place, place + 5)).collect();
    let edges = [rows, rungs, vec![(5, 11), (10, 11), (2, 12), (12, 13)]].concat();
    for number in sample::of(1..=4) {
        let sites = shuffled(lattice(4, 13), number);
        let level = proved(&edges, &sites, Spacing::Fixed { scale: 64 }, Bridges::Forbid);
        assert!(level.bridges.is_empty(), "{number}");
    }
}

#[test]
fn a_constant_distance_draws_loops_and_parallel_passages_in_any_order() {
    let edges = [tree(12, 5), vec![(3, 3), (1, 2), (2, 1), (7, 7)]].concat();
    for number in sample::of(1..=3) {
        let sites = shuffled(lattice(4, 12), number);
        proved(&edges, &sites, Spacing::Fixed { scale: 64 }, Bridges::Forbid);
    }
}

#[test]
fn places_without_a_site_next_to_others_with_one_are_named() {
    let edges = vec![(1, 2), (2, 3)];
    let told = |sites: &[(i32, i32)], spacing: Spacing| {
        let run = run(&edges, &sites.to_vec(), spacing, Bridges::Allow);
        let found = run.diagnostics.iter().find(|found| found.code == "place-without-site");
        found.map(|found| found.message.clone())
    };
    let fixed = Spacing::Fixed { scale: 12 };
    let message = told(&[(0, 0), (1, 0)], fixed).expect("a warning");
    assert!(message.starts_with("\"Hall\" (node 3) has no site, although others have one."), "{message}");
    for (sites, spacing) in
        [(&[(0, 0), (1, 0), (2, 0)][..], fixed), (&[], fixed), (&[(0, 0)], Spacing::Compact { gap: 3 })]
    {
        assert_eq!(told(sites, spacing), None, "{sites:?}");
    }
}

#[test]
fn a_constant_distance_draws_places_without_sites_among_sited_ones() {
    for seed in 1..5 {
        let sites = shuffled(lattice(4, 10), seed);
        proved(&tree(16, seed), &sites, Spacing::Fixed { scale: 40 }, Bridges::Forbid);
    }
}

#[test]
fn a_constant_distance_uses_the_wider_channels_beside_high_places() {
    for seed in sample::of(1..4) {
        let sites = shuffled(lattice(5, 20), seed);
        let cycle: Edges = (1..=16).map(|place| (place, place % 16 + 1)).collect();
        for (edges, sites) in [(tree(20, seed), &sites), (cycle, &sites[..16].to_vec())] {
            let level = proved_of("Tower", &edges, sites, Spacing::Fixed { scale: 54 }, Bridges::Forbid);
            assert!(level.bridges.is_empty());
        }
    }
}

#[test]
fn sprawl_without_bridges_draws_what_rows_draw() {
    for seed in sample::of(1..4) {
        let across = (1..=16).filter(|place| place % 4 != 0).map(|place| (place, place + 1));
        let mut edges: Edges = across.chain((1..=12).map(|place| (place, place + 4))).collect();
        edges.extend(tree(5, seed).into_iter().map(|(from, to)| (from + 15, to + 15)));
        let sprawl = Spacing::Sprawl { length: (2, 9), beside: Default::default() };
        proved(&edges, &shuffled(lattice(4, 16), seed), sprawl, Bridges::Forbid);
    }
}
