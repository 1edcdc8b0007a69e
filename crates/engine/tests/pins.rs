//! Pinned places are at their pins, or a warning names those that are not.

use std::collections::BTreeMap;
use std::sync::Arc;

use delvewright_engine::base::{Cell, RandomStream, Seed};
use delvewright_engine::grammar::{ElementId, Grammar, Start};
use delvewright_engine::level::{Level, Place};
use delvewright_engine::mission::Technique;
use delvewright_engine::pipeline::{Pipeline, Request, Run};
use delvewright_engine::settings::{Bridges, Pin, PinnedPlace, SizeLimit, Spacing, SprawlNeighbour};
use delvewright_engine::text::parse_grammar;

use crate::promises::{complaint, grammar, rooms};
use crate::sample;

/// Runs a random mission with these pins of nodes.
fn run(mut grammar: Grammar, pins: &[(u32, Cell)], seed: u64) -> Run {
    let pin = |(node, at): &(u32, Cell)| Pin {
        place: PinnedPlace::Node(*node),
        at: (at.x.unsigned_abs(), at.y.unsigned_abs()),
    };
    grammar.layout.pins = pins.iter().map(pin).collect();
    Pipeline::default().run(&Request::new(Arc::new(grammar), rooms(), Seed(seed)))
}

/// Returns the nodes of a mission that are places. The generator numbers them from 1; items follow.
fn places(grammar: &Grammar) -> Vec<u32> {
    let Start::Graph { nodes, .. } = &grammar.start else { return Vec::new() };
    nodes.iter().filter(|(_, node)| **node != "Item".into()).map(|(id, _)| id.0).collect()
}

/// Returns the middle of a place, read from the level.
pub fn middle(place: &Place) -> Cell {
    match place.technique {
        Technique::Cave | Technique::Walkers => place.anchor,
        Technique::Hall | Technique::Room | Technique::Cards => place.bounds.center(),
    }
}

/// Returns the offset of each pinned place from its pin.
fn off(level: &Level, pins: &[(u32, Cell)]) -> Vec<Cell> {
    let middles: BTreeMap<u32, Cell> =
        level.places.iter().map(|place| (place.node.0, middle(place))).collect();
    pins.iter().map(|(node, at)| middles[node] - *at).collect()
}

/// Returns pins for one to four places at random cells, with minimum distances from the corner and from each
/// other.
fn random_pins(
    grammar: &Grammar,
    random: &mut RandomStream,
    from: u32,
    to: u32,
    apart: u32,
) -> Vec<(u32, Cell)> {
    let mut nodes = places(grammar);
    random.shuffle(&mut nodes);
    let wanted = random.range(1, 4) as usize;
    let mut pins: Vec<(u32, Cell)> = Vec::new();
    for node in nodes.into_iter().take(wanted) {
        for _ in 0..100 {
            let at = Cell::new(random.range(from, to) as i32, random.range(from, to) as i32);
            let is_far =
                |(_, other): &(u32, Cell)| at.x.abs_diff(other.x) >= apart || at.y.abs_diff(other.y) >= apart;
            if pins.iter().all(is_far) {
                pins.push((node, at));
                break;
            }
        }
    }
    pins
}

/// Returns the codes of the diagnostics about pins.
fn warnings(run: &Run) -> Vec<&str> {
    run.diagnostics.iter().map(|found| found.code).filter(|code| code.starts_with("pin")).collect()
}

fn spacing(random: &mut RandomStream) -> Spacing {
    let gap = random.range(1, 6);
    if random.chance(70) { Spacing::Compact { gap } } else { Spacing::Elastic { gap } }
}

/// Checks that pins hold if they leave room between them and on all sides.
fn check_that_pins_hold(seed: u64) {
    let mut grammar = grammar(&mut Seed(seed).stream());
    let mut random = Seed(seed).child("pins").stream();
    grammar.layout.spacing = spacing(&mut random);
    // Nodes with sites keep their arrangement, wherever the first pin moves them.
    if let Start::Graph { at, .. } = &mut grammar.start {
        at.clear();
    }
    let pins = random_pins(&grammar, &mut random, 30, 160, 40);
    let run = run(grammar, &pins, seed);
    assert_eq!(complaint(&run), None, "seed {seed}");
    if let Some(level) = &run.level {
        let nowhere: Vec<Cell> = vec![Cell::new(0, 0); pins.len()];
        assert_eq!(off(level, &pins), nowhere, "seed {seed}: {pins:?}");
        assert_eq!(warnings(&run), Vec::<&str>::new(), "seed {seed}: {pins:?}");
    }
}

/// Checks that pins never prevent a level, whatever the spacing, and that each place that misses its pin gets
/// a warning.
fn check_that_nothing_is_hidden(seed: u64) {
    let mut grammar = grammar(&mut Seed(seed).stream());
    let mut random = Seed(seed).child("wild pins").stream();
    let least = random.range(1, 9);
    match random.below(5) {
        0 => grammar.layout.spacing = Spacing::Fixed { scale: random.range(8, 40) },
        1 => {
            let length = (least, random.range(least, 14));
            grammar.layout.spacing = Spacing::Sprawl { length, beside: SprawlNeighbour::default() };
        }
        _ => grammar.layout.spacing = spacing(&mut random),
    }
    grammar.layout.bridges = if random.chance(30) { Bridges::Forbid } else { Bridges::Allow };
    let pins = random_pins(&grammar, &mut random, 0, 70, 0);
    let plain = run(grammar.clone(), &[], seed);
    let run = run(grammar, &pins, seed);
    assert_eq!(complaint(&run), None, "seed {seed}");
    let Some(level) = &run.level else {
        assert!(plain.level.is_none(), "seed {seed}: pins alone keep it from being laid out: {pins:?}");
        return;
    };
    let off = off(level, &pins);
    let warnings = warnings(&run);
    let count = |code: &str| warnings.iter().filter(|warning| **warning == code).count();
    let named = count("pin-not-kept") + count("pins-overlap");
    // Places that are not named have a common offset.
    let most = off.iter().map(|by| off.iter().filter(|other| *other == by).count()).max().unwrap_or(0);
    assert!(off.len() - most <= named, "seed {seed}: {pins:?} off by {off:?}: {warnings:?}");
    let is_anything_off = off.iter().any(|by| *by != Cell::new(0, 0));
    assert_eq!(is_anything_off, !warnings.is_empty(), "seed {seed}: {pins:?} off by {off:?}: {warnings:?}");
}

#[test]
fn pinned_places_lie_where_they_are_pinned() {
    sample::of(0..40).for_each(check_that_pins_hold);
}

#[test]
#[ignore = "long: many random missions"]
fn pinned_places_lie_where_they_are_pinned_at_length() {
    (1000..2000).for_each(check_that_pins_hold);
}

#[test]
fn a_place_that_does_not_lie_where_it_is_pinned_is_named() {
    sample::of(0..40).for_each(check_that_nothing_is_hidden);
}

#[test]
#[ignore = "long: many random missions"]
fn a_place_that_does_not_lie_where_it_is_pinned_is_named_at_length() {
    (1000..2000).for_each(check_that_nothing_is_hidden);
}

fn check_that_pins_of_a_large_mission_hold(seed: u64) {
    let mut random = Seed(seed).child("large").stream();
    let places = random.range(60, 150);
    let above = |id: u32| (random.range(id.saturating_sub(5).max(1), id - 1), id);
    let mut grammar = joined_halls(places, (2..=places).map(above).collect());
    grammar.layout.spacing = Spacing::Compact { gap: 2 };
    // At an arbitrary cell, and slightly to the right and below the unpinned position.
    let anywhere = Cell::new(random.range(8, 120) as i32, random.range(8, 120) as i32);
    let plain = run(grammar.clone(), &[], seed).level.expect("there is a level");
    let place = random.pick(&plain.places).expect("there are places");
    let by = Cell::new(random.range(0, 9) as i32, random.range(0, 9) as i32);
    for pin in [(place.node.0, anywhere), (place.node.0, middle(place) + by)] {
        let run = run(grammar.clone(), &[pin], seed);
        assert_eq!(complaint(&run), None, "seed {seed}: {pin:?}");
        assert_eq!(warnings(&run), Vec::<&str>::new(), "seed {seed}: {pin:?}");
        let level = run.level.expect("there is a level");
        assert_eq!(off(&level, &[pin]), [Cell::new(0, 0)], "seed {seed}: {pin:?}");
        assert!(level.bridges.is_empty(), "seed {seed}: {pin:?}");
    }
}

#[test]
fn pinned_places_of_large_missions_lie_where_they_are_pinned() {
    sample::of(0..8).for_each(check_that_pins_of_a_large_mission_hold);
}

#[test]
#[ignore = "long: many large missions"]
fn pinned_places_of_large_missions_lie_where_they_are_pinned_at_length() {
    (8..60).for_each(check_that_pins_of_a_large_mission_hold);
}

/// A place that is pinned at or near its own position leaves all others almost unchanged.
#[test]
fn all_else_stays_where_a_place_is_pinned_where_it_lies() {
    let mut same = 0;
    for seed in 0..12 {
        let mut random = Seed(seed).child("in place").stream();
        let places = random.range(4, 30);
        let edges = (2..=places).map(|id| (random.range(1, id - 1), id)).collect();
        let mut grammar = joined_halls(places, edges);
        grammar.layout.spacing = Spacing::Compact { gap: 1 };
        let plain = run(grammar.clone(), &[], seed).level.expect("there is a level");
        let place = random.pick(&plain.places).expect("there are places");
        let pinned = run(grammar, &[(place.node.0, middle(place))], seed);
        assert_eq!(complaint(&pinned), None, "seed {seed}");
        let level = pinned.level.expect("there is a level");
        let moved = plain.places.iter().zip(&level.places).filter(|(was, is)| was.bounds != is.bounds);
        assert!(4 * moved.count() <= plain.places.len(), "seed {seed}");
        same += u32::from(plain.tiles == level.tiles);
    }
    assert!(same >= 8, "{same} of 12 levels stayed as they were");
}

/// Checks that pins of a tree with many additional passages hold, even if passages have to cross.
fn check_that_pins_hold_among_short_cuts(seed: u64) {
    let mut random = Seed(seed).child("short cuts").stream();
    let places = random.range(20, 40);
    let mut edges: Vec<(u32, u32)> = (2..=places).map(|id| (random.range(1, id - 1), id)).collect();
    for _ in 0..places / 4 {
        let from = random.range(1, places - 1);
        edges.push((from, random.range(from + 1, places)));
    }
    let mut grammar = joined_halls(places, edges);
    grammar.layout.spacing = spacing(&mut random);
    let pins = random_pins(&grammar, &mut random, 10, 90, 20);
    let run = run(grammar, &pins, seed);
    assert_eq!(complaint(&run), None, "seed {seed}");
    assert_eq!(warnings(&run), Vec::<&str>::new(), "seed {seed}: {pins:?}");
    let level = run.level.expect("there is a level");
    assert_eq!(off(&level, &pins), vec![Cell::new(0, 0); pins.len()], "seed {seed}: {pins:?}");
}

#[test]
fn pins_hold_where_passages_must_cross() {
    sample::of(0..6).for_each(check_that_pins_hold_among_short_cuts);
}

#[test]
#[ignore = "long: many random missions"]
fn pins_hold_where_passages_must_cross_at_length() {
    (1000..1300).for_each(check_that_pins_hold_among_short_cuts);
}

/// If most passages must cross, searches without crossings leave enough budget for those with crossings.
#[test]
fn pins_hold_where_nearly_all_passages_must_cross() {
    let edges = [
        (6, 11),
        (3, 8),
        (3, 4),
        (9, 13),
        (9, 14),
        (10, 11),
        (10, 14),
        (10, 15),
        (11, 12),
        (11, 16),
        (7, 8),
        (5, 9),
        (7, 11),
        (1, 2),
        (4, 8),
        (9, 10),
        (7, 12),
        (15, 16),
        (13, 14),
        (14, 15),
        (6, 10),
        (5, 10),
        (6, 7),
        (12, 16),
        (1, 5),
        (11, 15),
        (1, 6),
        (5, 6),
        (2, 3),
        (3, 7),
    ];
    let mut grammar = joined_halls(16, edges.to_vec());
    grammar.layout.spacing = Spacing::Compact { gap: 1 };
    let pins =
        [(7, Cell::new(19, 28)), (8, Cell::new(38, 15)), (12, Cell::new(12, 12)), (13, Cell::new(36, 38))];
    let run = run(grammar, &pins, 1);
    assert_eq!((complaint(&run), warnings(&run)), (None, Vec::new()));
    assert_eq!(off(&run.level.expect("there is a level"), &pins), [Cell::new(0, 0); 4]);
}

/// A level with pins has at most twice as many cells as without, if the pins keep its places together.
#[test]
fn a_level_stays_small_around_its_pins() {
    let cells = |run: Run| {
        let level = run.level.expect("there is a level");
        level.width * level.height
    };
    let mut percents = Vec::new();
    for seed in 0..5 {
        let mut random = Seed(seed).child("small").stream();
        let places = 24;
        let edges = (2..=places).map(|id| (random.range(1, id - 1), id)).collect();
        let mut grammar = joined_halls(places, edges);
        grammar.layout.spacing =
            if seed % 2 == 0 { Spacing::Compact { gap: 2 } } else { Spacing::Elastic { gap: 2 } };
        let pins = [(3, Cell::new(40, 20)), (19, Cell::new(14, 40))];
        let plain = cells(run(grammar.clone(), &[], seed));
        percents.push(100 * cells(run(grammar, &pins, seed)) / plain);
    }
    percents.sort_unstable();
    assert!(percents[2] <= 200, "hundredths of the cells without pins: {percents:?}");
}

#[test]
fn pins_around_a_hub_make_no_bridges() {
    let mut grammar = joined_halls(30, (2..=30).map(|leaf| (1, leaf)).collect());
    grammar.layout.spacing = Spacing::Compact { gap: 2 };
    for at in sample::of([Cell::new(60, 60), Cell::new(40, 20), Cell::new(100, 100)]) {
        let pins = [(7, at)];
        let run = run(grammar.clone(), &pins, 1);
        let level = run.level.expect("there is a level");
        assert_eq!((level.bridges.len(), off(&level, &pins)), (0, vec![Cell::new(0, 0)]), "{at:?}");
    }
}

/// Returns a board with `side` places per side, in which one diagonal passage crosses each square.
fn board(side: u32) -> Vec<(u32, u32)> {
    let steps = |place: u32| {
        let (is_last, is_lowest) = (place.is_multiple_of(side), place > side * (side - 1));
        [(1, is_last), (side, is_lowest), (side + 1, is_last || is_lowest)]
            .map(|(step, ends)| (place, step, ends))
    };
    let steps = (1..=side * side).flat_map(steps).filter(|(_, _, ends)| !ends);
    steps.map(|(place, step, _)| (place, place + step)).collect()
}

#[test]
fn pins_in_a_board_make_no_bridges() {
    let mut grammar = joined_halls(49, board(7));
    grammar.layout.spacing = Spacing::Compact { gap: 2 };
    let pins = [
        (2, vec![(49, Cell::new(20, 15)), (25, Cell::new(60, 15)), (1, Cell::new(60, 70))]),
        (1, vec![(25, Cell::new(90, 40)), (9, Cell::new(20, 20))]),
        (0, vec![(25, Cell::new(40, 30))]),
    ];
    for (seed, pins) in sample::of(pins) {
        let run = run(grammar.clone(), &pins, seed);
        let level = run.level.expect("there is a level");
        assert_eq!(
            (level.bridges.len(), off(&level, &pins)),
            (0, vec![Cell::new(0, 0); pins.len()]),
            "{pins:?}"
        );
    }
}

/// Returns halls numbered from 1, with these passages.
fn joined_halls(places: u32, edges: Vec<(u32, u32)>) -> Grammar {
    let edge = |(from, to): (u32, u32)| (ElementId(from), "path".into(), ElementId(to));
    let start = Start::Graph {
        nodes: (1..=places).map(|id| (ElementId(id), "Hall".into())).collect(),
        edges: edges.into_iter().map(edge).collect(),
        at: std::iter::empty().collect(),
        drawn: Default::default(),
    };
    Grammar { start, ..halls_in_a_row() }
}

/// Runs three halls in a row.
fn halls(spacing: Spacing, pins: &[(u32, Cell)]) -> Run {
    let mut grammar = halls_in_a_row();
    grammar.layout.spacing = spacing;
    run(grammar, pins, 7)
}

fn halls_in_a_row() -> Grammar {
    let text = r#"Grammar(format: 1, name: "Halls",
        alphabet: (
            nodes: {"Hall": (role: Start, form: Hall(width: (7, 7), height: (5, 5)))},
            edges: {"path": (role: Passage)},
        ),
        start: Graph(nodes: {1: "Hall", 2: "Hall", 3: "Hall"}, edges: [(1, "path", 2), (2, "path", 3)]),
    )"#;
    parse_grammar(text, None).value.expect("it can be read")
}

#[test]
fn everything_is_moved_where_a_place_is_pinned_too_near_to_the_corner() {
    let pins = [(1, Cell::new(0, 0)), (2, Cell::new(30, 20))];
    let run = halls(Spacing::Compact { gap: 1 }, &pins);
    let level = run.level.as_ref().expect("there is a level");
    assert_eq!(off(level, &pins), [Cell::new(4, 3), Cell::new(4, 3)]);
    let moved = run.diagnostics.iter().find(|found| found.code == "pins-moved").expect("it is named");
    assert!(moved.message.starts_with("The level moved 4 columns right and 3 rows down"));
}

#[test]
fn a_place_can_be_pinned_far_away_and_at_the_very_corner() {
    let pins = [(1, Cell::new(4, 3)), (3, Cell::new(1000, 1000))];
    let run = halls(Spacing::Compact { gap: 1 }, &pins);
    assert_eq!(warnings(&run), Vec::<&str>::new());
    assert_eq!(off(run.level.as_ref().expect("there is a level"), &pins), [Cell::new(0, 0); 2]);
    assert_eq!(complaint(&run), None);
}

#[test]
fn a_place_that_is_pinned_beyond_the_bound_is_named() {
    let mut grammar = halls_in_a_row();
    grammar.layout.spacing = Spacing::Compact { gap: 1 };
    grammar.layout.shape.bound = SizeLimit::Within { width: 60, height: 60 };
    let run = run(grammar, &[(3, Cell::new(90, 20))], 1);
    let found = run.diagnostics.iter().find(|found| found.code == "level-out-of-bound").expect("an error");
    assert!(found.message.ends_with("\"Hall\" (node 3) is pinned outside, at (90, 20)."), "{found:?}");
}

#[test]
fn what_is_pinned_in_one_level_comes_before_what_is_pinned_in_all() {
    let mut grammar = halls_in_a_row();
    grammar.layout.spacing = Spacing::Compact { gap: 1 };
    let pin = |place: PinnedPlace, at: (u32, u32)| Pin { place, at };
    grammar.layout.pins = vec![
        pin(PinnedPlace::MissionNode(1), (30, 20)),
        pin(PinnedPlace::Symbol("Hall".to_owned()), (10, 10)),
    ];
    let grammar = Arc::new(grammar);
    let request = Request::new(grammar, rooms(), Seed(1));
    let run = Pipeline::default().run(&request);
    assert_eq!(warnings(&run), Vec::<&str>::new());
    let level = run.level.as_ref().expect("there is a level");
    assert_eq!(off(level, &[(1, Cell::new(30, 20))]), [Cell::new(0, 0)]);
}

#[test]
fn all_places_can_be_pinned() {
    let pins = [(1, Cell::new(40, 40)), (2, Cell::new(20, 10)), (3, Cell::new(12, 30))];
    for spacing in [Spacing::Compact { gap: 2 }, Spacing::Elastic { gap: 2 }, Spacing::Fixed { scale: 12 }] {
        let run = halls(spacing, &pins);
        assert_eq!(warnings(&run), Vec::<&str>::new());
        assert_eq!(off(run.level.as_ref().expect("there is a level"), &pins), [Cell::new(0, 0); 3]);
    }
}

#[test]
fn of_two_pins_that_overlap_the_first_holds() {
    let pins = [(1, Cell::new(40, 40)), (2, Cell::new(46, 43))];
    let run = halls(Spacing::Compact { gap: 1 }, &pins);
    assert_eq!(warnings(&run), ["pins-overlap"]);
    assert_eq!(off(run.level.as_ref().expect("there is a level"), &pins[..1]), [Cell::new(0, 0)]);
}

#[test]
fn a_sprawl_keeps_its_first_pin() {
    let pins = [(2, Cell::new(100, 100)), (3, Cell::new(20, 20))];
    let run = halls(Spacing::Sprawl { length: (2, 8), beside: SprawlNeighbour::Previous }, &pins);
    assert_eq!(warnings(&run), ["pin-not-kept"]);
    assert_eq!(off(run.level.as_ref().expect("there is a level"), &pins[..1]), [Cell::new(0, 0)]);
}

/// With a constant distance, the first pin fixes the positions of columns and rows.
#[test]
fn other_places_lie_at_the_scale_from_the_first_pin() {
    let pins = [(2, Cell::new(50, 50))];
    let run = halls(Spacing::Fixed { scale: 16 }, &pins);
    let level = run.level.as_ref().expect("there is a level");
    assert_eq!(off(level, &pins), [Cell::new(0, 0)]);
    let steps = level.places.iter().map(|place| middle(place) - Cell::new(50, 50));
    assert!(steps.into_iter().all(|step| step.x % 16 == 0 && step.y % 16 == 0));
}
