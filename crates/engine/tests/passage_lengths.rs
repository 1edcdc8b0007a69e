//! Passages have the lengths that their symbols require, measured by the cells that they own in the level.

use std::sync::Arc;

use delvewright_engine::base::Seed;
use delvewright_engine::grammar::Grammar;
use delvewright_engine::level::{Level, OwnedBy, PassageForm, PassageId};
use delvewright_engine::mission::{PassageKind, PassageLength};
use delvewright_engine::pipeline::{Pipeline, Request, Run};
use delvewright_engine::settings::{Spacing, SprawlNeighbour};
use delvewright_engine::text::parse_grammar;

use crate::promises;
use crate::sample;

const CYCLE: &str = r##"
Grammar(
    format: 1,
    name: "Lengths",
    alphabet: (
        nodes: {
            "Hall": (form: Hall(width: (5, 9), height: (4, 7))),
            "Cave": (form: Cave(radius: (4, 6))),
        },
        edges: {
            "path": (role: Passage),
            "long": (role: Passage, kind: Corridor(length: (12, 14))),
            "short": (role: Passage, kind: Corridor(length: (1, 2))),
        },
    ),
    start: Graph(
        nodes: {1: "Hall", 2: "Hall", 3: "Hall", 4: "Hall", 5: "Cave", 6: "Cave", 7: "Hall", 8: "Hall"},
        edges: [
            (1, "long", 2), (2, "short", 3), (3, "path", 4), (4, "long", 1), (4, "path", 5),
            (5, "long", 6), (6, "short", 7), (7, "short", 8), (8, "path", 3),
        ],
    ),
)
"##;

fn cycle(spacing: Spacing, seed: u64) -> Run {
    let mut grammar: Grammar = parse_grammar(CYCLE, None).value.expect("the grammar is right");
    grammar.layout.spacing = spacing;
    run(grammar, seed)
}

fn corridor(length: PassageLength) -> PassageKind {
    PassageKind::Corridor { width: 1, roughness: 0, length, bends: 0, wander: 0 }
}

fn run(grammar: Grammar, seed: u64) -> Run {
    let grammar = Arc::new(grammar);
    Pipeline::default().run(&Request::new(grammar, promises::rooms(), Seed(seed)))
}

/// Returns the number of cells that a passage owns.
fn cells_of(level: &Level, passage: PassageId) -> u32 {
    let owners = level.owners.rows().flatten();
    owners.filter(|owner| owner.who() == OwnedBy::Passage(passage)).count() as u32
}

/// Returns the lengths of all corridors of a symbol that are one cell wide.
fn lengths(level: &Level, symbol: &str) -> Vec<u32> {
    let passages = level.passages.iter();
    let corridors =
        passages.filter(|passage| passage.symbol == symbol && passage.kind == PassageForm::Corridor);
    corridors.map(|passage| cells_of(level, passage.id)).collect()
}

fn warnings(run: &Run, code: &str) -> usize {
    run.diagnostics.iter().filter(|found| found.code == code).count()
}

fn spacings() -> [Spacing; 4] {
    [
        Spacing::Compact { gap: 1 },
        Spacing::Compact { gap: 4 },
        Spacing::Elastic { gap: 2 },
        Spacing::Sprawl { length: (2, 5), beside: SprawlNeighbour::Previous },
    ]
}

#[test]
fn no_passage_is_shorter_than_its_symbol_says() {
    for spacing in &spacings()[..3] {
        for seed in sample::of(0..8) {
            let run = cycle(*spacing, seed);
            assert_eq!(warnings(&run, "passage-too-short"), 0);
            let level = run.level.expect("a level");
            assert!(level.report.all_held());
            let found = lengths(&level, "long");
            assert_eq!(found.len(), 3);
            assert!(found.iter().all(|cells| *cells >= 12), "{spacing:?}, seed {seed}: {found:?}");
        }
    }
}

#[test]
fn places_stay_in_line_where_passages_become_longer() {
    for spacing in &spacings()[2..] {
        for seed in 0..12 {
            let level = cycle(*spacing, seed).level.expect("a level");
            assert!(level.report.all_held(), "{spacing:?}, seed {seed}");
        }
    }
}

#[test]
fn compact_passages_are_no_longer_than_their_symbols_say_where_that_can_be_had() {
    let mut kept = 0;
    let seeds: Vec<u64> = sample::of(0..20).collect();
    for seed in seeds.iter().copied() {
        let run = cycle(Spacing::Compact { gap: 1 }, seed);
        let level = run.level.as_ref().expect("a level");
        let (long, short) = (lengths(level, "long"), lengths(level, "short"));
        let beyond = long.iter().filter(|cells| **cells > 14).count()
            + short.iter().filter(|cells| **cells > 2).count();
        assert_eq!(warnings(&run, "passage-too-long"), beyond, "seed {seed}: {long:?} {short:?}");
        kept += usize::from(beyond == 0);
    }
    assert!(kept * 10 >= seeds.len() * 9, "{kept} of {}", seeds.len());
}

#[test]
fn what_is_too_long_is_named_with_its_length_and_the_level_is_made() {
    let run = cycle(Spacing::Fixed { scale: 24 }, 3);
    assert!(run.level.is_some());
    let found = run.diagnostics.iter().find(|found| found.code == "passage-too-long").expect("a warning");
    let level = run.level.as_ref().expect("a level");
    let cells = lengths(level, "long")[0];
    let message = format!(
        "The passage \"long\" (edge 1) from \"Hall\" (node 1) to \"Hall\" (node 2) has {cells} cells, but its symbol wants at most 14."
    );
    assert_eq!(found.message, message);
    assert_eq!(found.hint, Some("Lower the scale.".into()));
}

#[test]
fn the_length_of_a_symbol_goes_before_that_of_the_sprawl() {
    for seed in 0..12 {
        let mut grammar: Grammar = parse_grammar(CYCLE, None).value.expect("the grammar is right");
        grammar.alphabet.edges["path"].kind = corridor(PassageLength::Between(9, 9));
        grammar.layout.spacing = Spacing::Sprawl { length: (2, 3), beside: SprawlNeighbour::Previous };
        let level = run(grammar, seed).level.expect("a level");
        let found = lengths(&level, "path");
        assert!(found.iter().all(|cells| *cells >= 9), "seed {seed}: {found:?}");
        assert!(found.contains(&9), "seed {seed}: {found:?}");
    }
}

#[test]
fn random_missions_keep_the_least_lengths_or_say_which_they_do_not() {
    let mut short = 0;
    for seed in sample::of(0..16) {
        let mut random = Seed(seed).child("lengths").stream();
        let mut grammar = promises::grammar(&mut Seed(seed).stream());
        let least = random.range(1, 24);
        let length = PassageLength::Between(least, least + random.range(0, 8));
        grammar.alphabet.edges["path"].kind = corridor(length);
        grammar.layout.spacing = spacings()[random.below(4) as usize];
        let run = run(grammar, seed);
        assert_eq!(promises::complaint(&run), None, "seed {seed}");
        let Some(level) = &run.level else { continue };
        let found = lengths(level, "path");
        let too_short = found.iter().filter(|cells| **cells < least).count();
        assert!(too_short <= warnings(&run, "passage-too-short"), "seed {seed}: {found:?}, least {least}");
        short += too_short;
    }
    assert_eq!(short, 0);
}
