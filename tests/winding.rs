//! Corridors that should bend have bends, and corridors that wander swing sideways if there is room.

use std::sync::Arc;

use delvewright::base::{Cell, Seed};
use delvewright::files::parse_grammar;
use delvewright::grammar::Grammar;
use delvewright::layout::Plan;
use delvewright::mission::{PassageKind, PassageLength};
use delvewright::pipeline::{Pipeline, Request, Run};
use delvewright::settings::Spacing;

const RING: &str = r##"
Grammar(
    format: 1,
    name: "Ring",
    alphabet: (
        nodes: {
            "Hall": (form: Hall(width: (5, 9), height: (4, 7))),
            "Cave": (form: Cave(radius: (4, 6))),
        },
        edges: {"path": (role: Passage)},
    ),
    start: Graph(
        nodes: {1: "Hall", 2: "Hall", 3: "Cave", 4: "Hall", 5: "Hall", 6: "Cave", 7: "Cave"},
        edges: [
            (1, "path", 2), (2, "path", 3), (3, "path", 4), (4, "path", 1), (4, "path", 5), (5, "path", 6),
            (6, "path", 7), (7, "path", 3),
        ],
    ),
)
"##;

fn run(kind: PassageKind, spacing: Spacing, seed: u64) -> Run {
    let mut grammar: Grammar = parse_grammar(RING, None).value.expect("the grammar is right");
    grammar.alphabet.edges["path"].kind = kind;
    grammar.layout.spacing = spacing;
    let run = Pipeline::default().run(&Request::new(Arc::new(grammar), Vec::new(), Seed(seed)));
    assert_eq!(run.failure, None);
    run
}

fn plan(kind: PassageKind, spacing: Spacing, seed: u64) -> Arc<Plan> {
    run(kind, spacing, seed).plan.expect("a plan")
}

fn winding(bends: u32, wander: u32) -> PassageKind {
    PassageKind::Corridor { width: 1, roughness: 0, length: PassageLength::Any, bends, wander }
}

/// Returns the number of turns of a way.
fn turns(way: &[Cell]) -> usize {
    way.windows(3).filter(|triple| triple[2] - triple[1] != triple[1] - triple[0]).count()
}

fn all_turns(plan: &Plan) -> Vec<usize> {
    plan.passages.iter().map(|passage| turns(&passage.route)).collect()
}

#[test]
fn corridors_have_the_bends_that_they_want_where_there_is_room() {
    for bends in [2, 3, 5, 8] {
        let plans = (0..10).map(|seed| plan(winding(bends, 0), Spacing::Elastic { gap: 14 }, seed));
        let turns: Vec<usize> = plans.flat_map(|plan| all_turns(&plan)).collect();
        let enough = turns.iter().filter(|turns| **turns >= bends as usize).count();
        assert!(10 * enough >= 9 * turns.len(), "{bends}: {turns:?}");
    }
}

#[test]
fn bends_make_no_level_larger() {
    for spacing in [Spacing::Compact { gap: 2 }, Spacing::Elastic { gap: 3 }] {
        for seed in 0..10 {
            let straight = plan(winding(0, 0), spacing, seed);
            for kind in [winding(4, 0), winding(0, 100)] {
                assert_eq!(plan(kind, spacing, seed).size, straight.size, "{spacing:?}, seed {seed}");
            }
        }
    }
}

#[test]
fn wandering_corridors_leave_their_straight_way_the_more_the_more_they_wander() {
    // The number of cells of all ways that are not on the ways of corridors that do not wander.
    let off = |wander: u32| -> usize {
        let cells = (0..10).map(|seed| {
            let spacing = Spacing::Elastic { gap: 14 };
            let straight = plan(winding(0, 0), spacing, seed);
            let wild = plan(winding(0, wander), spacing, seed);
            let pairs = wild.passages.iter().zip(&straight.passages);
            pairs
                .map(|(wild, straight)| {
                    wild.route.iter().filter(|cell| !straight.route.contains(cell)).count()
                })
                .sum::<usize>()
        });
        cells.sum()
    };
    let [some, more, most] = [20, 60, 100].map(off);
    assert!(0 < some && some < more && more < most, "{some} {more} {most}");
}

#[test]
fn a_constant_distance_is_no_reason_for_a_passage_to_be_too_short() {
    let length = PassageLength::Between(24, 40);
    let kind = PassageKind::Corridor { width: 1, roughness: 0, length, bends: 0, wander: 0 };
    for seed in 0..6 {
        let run = run(kind, Spacing::Fixed { scale: 30 }, seed);
        let short: Vec<_> =
            run.diagnostics.iter().filter(|found| found.code == "passage-too-short").collect();
        assert!(short.is_empty(), "seed {seed}: {short:?}");
    }
}
