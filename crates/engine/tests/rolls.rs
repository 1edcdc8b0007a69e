//! A roll leaves everything that it keeps unchanged, byte for byte.

use std::collections::BTreeSet;
use std::sync::Arc;

use delvewright_engine::base::{Cell, RandomStream, Seed};
use delvewright_engine::grammar::{Grammar, Start};
use delvewright_engine::level::{Layer, Level, Owner, Place};
use delvewright_engine::mission::{NodeId, NodeRole};
use delvewright_engine::pipeline::{Pipeline, Request, Run};
use delvewright_engine::rooms::RoomSet;
use delvewright_engine::settings::{Pin, PinnedPlace, Roll, Spacing};

use crate::examples::{example, examples};
use crate::promises::{complaint, grammar, rooms};
use crate::sample;

/// Counts of what was tried, and of the results.
#[derive(Debug, Default)]
struct Tally {
    trials: u32,
    kept: u32,
    /// Trials in which something in a kept place was left out.
    with_less: u32,
    moved: u32,
    /// Places that are not kept and did not move, and all places that are not kept.
    held: u32,
    others: u32,
    /// Cells of the levels before a roll, and after it.
    cells: [u64; 2],
}

/// Returns everything on the cells of a place, relative to its anchor, by names: the tile, each layer, the
/// entities, and the record of the place.
fn content(level: &Level, place: &Place) -> (Vec<String>, Vec<String>, String) {
    let owner = Owner::from(place.id);
    let name = |character: &char| level.legend.get(character).map_or(" ", |tile| tile.name.as_str());
    let cells = level.owners.iter().filter(|(_, by)| **by == owner).map(|(cell, _)| cell);
    let at = |cell: Cell| cell - place.anchor;
    let ground = cells.map(|cell| {
        let layers = level.layers.iter().map(|layer| (&layer.name, &layer.tiles[cell]));
        let drawn = layers.filter(|(_, tile)| **tile != Layer::NOTHING);
        let drawn: Vec<String> = drawn.map(|(layer, tile)| format!("{layer}: {}", name(tile))).collect();
        format!("{:?} {} {drawn:?}", at(cell), name(&level.tiles[cell]))
    });
    let standing = level.entities.iter().filter(|entity| entity.place == place.id).map(|entity| {
        let delvewright_engine::level::Entity { kind, node, properties, marker, pass, solid, .. } = entity;
        format!("{:?} {kind} {node:?} {properties:?} {marker} {pass:?} {solid}", at(entity.at))
    });
    let record = (&place.symbol, place.technique, &place.template, place.turn, place.flip, place.walled);
    let ground: Vec<String> = ground.collect();
    let mut standing: Vec<String> = standing.collect();
    standing.sort();
    (ground, standing, format!("{record:?} {:?}", place.board))
}

fn place(level: &Level, node: NodeId) -> Option<&Place> {
    level.places.iter().find(|place| place.node == node)
}

/// Returns the nodes that warnings report as not kept.
fn given_up(run: &Run) -> BTreeSet<NodeId> {
    let found = run.diagnostics.iter().filter(|found| found.code == "not-kept");
    let node = |message: &str| -> NodeId {
        let digits = message.split_once("(node ").expect("it names the node").1;
        NodeId(digits.split_once(')').expect("it ends").0.parse().expect("a number"))
    };
    found.map(|found| node(&found.message)).collect()
}

/// Keeps some random places of a level, rolls the rest, and checks the result.
fn check(tally: &mut Tally, request: &Request, before: &Run, keep: &[NodeId], rest: Seed) -> Request {
    let mut rolled = request.clone();
    rolled.rolls.push(Roll { keep: keep.to_vec(), seed: rest, pins: None });
    let run = Pipeline::default().run(&rolled);
    let what = format!("seed {} keeps {keep:?} with {rest}", request.seed);
    assert_eq!(complaint(&run), None, "{what}");
    let (Some(was), Some(now)) = (&before.level, &run.level) else {
        assert!(before.level.is_none(), "{what}: no level");
        return rolled;
    };
    let given_up = given_up(&run);
    assert!(given_up.is_empty(), "{what}: the mission is the same, and {given_up:?} are not kept");
    let is_less = run.diagnostics.iter().any(|found| found.code == "not-kept-there");
    let mut moved = BTreeSet::new();
    for node in keep {
        let (Some(old), Some(new)) = (place(was, *node), place(now, *node)) else { continue };
        let (old_content, new_content) = (content(was, old), content(now, new));
        if is_less {
            let stays = old_content.0.iter().all(|line| new_content.0.contains(line));
            let is_new = new_content.1.iter().any(|line| !old_content.1.contains(line));
            assert!(stays && !is_new, "{what}: node {} differs", node.0);
        } else {
            assert_eq!(old_content, new_content, "{what}: node {} differs", node.0);
        }
        moved.insert(new.anchor - old.anchor);
    }
    assert!(moved.len() <= 1, "{what}: kept places lie otherwise: {moved:?}");
    tally.trials += 1;
    let areas = [was, now].map(|level| level.tiles.size().area() as u64);
    tally.cells = [0, 1].map(|index| tally.cells[index] + areas[index]);
    let at = |level: &Level, node: NodeId| place(level, node).map(|place| place.anchor);
    let by = moved.first().copied().unwrap_or_default();
    let others = was.places.iter().filter(|place| !keep.contains(&place.node));
    let held = others.filter(|place| at(now, place.node) == Some(place.anchor + by));
    tally.held += held.count() as u32;
    tally.others += (was.places.len() - keep.len()) as u32;
    tally.kept += keep.len() as u32;
    tally.with_less += u32::from(is_less);
    tally.moved += u32::from(moved.iter().any(|by| *by != Cell::new(0, 0)));
    rolled
}

fn some_places(level: &Level, random: &mut RandomStream) -> Vec<NodeId> {
    let mut nodes: Vec<NodeId> = level.places.iter().map(|place| place.node).collect();
    random.shuffle(&mut nodes);
    nodes.truncate(random.range(1, nodes.len() as u32) as usize);
    nodes.sort_unstable();
    nodes
}

fn try_rolls(tally: &mut Tally, grammar: Grammar, rooms: Vec<Arc<RoomSet>>, seed: u64) {
    let mut random = Seed(seed).child("rolls").stream();
    let mut request = Request::new(Arc::new(grammar), rooms, Seed(seed));
    for _ in 0..random.range(1, 2) {
        let before = Pipeline::default().run(&request);
        let Some(level) = &before.level else { return };
        let keep = some_places(level, &mut random);
        request = check(tally, &request, &before, &keep, Seed(random.bits()));
    }
}

/// Checks a random mission with random forms under compact or elastic spacing.
fn check_random(tally: &mut Tally, seed: u64) {
    let mut grammar = grammar(&mut Seed(seed).stream());
    let mut random = Seed(seed).child("spacing of rolls").stream();
    let gap = random.range(1, 6);
    grammar.layout.spacing =
        if random.chance(70) { Spacing::Compact { gap } } else { Spacing::Elastic { gap } };
    if let Start::Graph { at, edges, .. } = &mut grammar.start {
        at.clear();
        edges.retain(|(from, _, to)| from != to);
    }
    try_rolls(tally, grammar, rooms(), seed);
}

/// Checks the examples, whose passes place things.
fn check_examples(tally: &mut Tally, seeds: std::ops::Range<u64>) {
    for example in examples() {
        let mut one = Tally::default();
        for seed in seeds.clone() {
            try_rolls(&mut one, Grammar::clone(&example.grammar), example.rooms.clone(), seed);
        }
        println!("{}: {one:?}", example.name);
        assert!(
            one.cells[1] <= one.cells[0] * 2,
            "what is rolled lies around what is kept, not far off: {one:?}"
        );
        tally.trials += one.trials;
        tally.with_less += one.with_less;
    }
}

#[test]
fn what_a_roll_keeps_is_as_it_was() {
    let mut tally = Tally::default();
    sample::of(0..10).for_each(|seed| check_random(&mut tally, seed));
    println!("{tally:?}");
}

#[test]
#[ignore = "long: many random missions"]
fn what_a_roll_keeps_is_as_it_was_at_length() {
    let mut tally = Tally::default();
    (1000..2000).for_each(|seed| check_random(&mut tally, seed));
    println!("{tally:?}");
}

#[test]
fn what_a_roll_of_an_example_keeps_is_as_it_was() {
    check_examples(&mut Tally::default(), 0..1);
}

#[test]
#[ignore = "long: many levels"]
fn what_a_roll_of_an_example_keeps_is_as_it_was_at_length() {
    let mut tally = Tally::default();
    check_examples(&mut tally, 100..140);
    println!("{tally:?}");
}

/// Returns the number of cells of a level.
fn area(level: &Level) -> u64 {
    level.tiles.size().area() as u64
}

#[test]
fn what_is_rolled_around_a_pinned_place_lies_as_close_as_what_is_laid_out_around_it() {
    let (mut anew, mut rolled) = (0, 0);
    for seed in sample::of(1..=3) {
        let mut request = example("first_lock").request(seed);
        let plain = Pipeline::default().run(&request).level.expect("a level");
        let goal = plain.places.iter().find(|place| place.role == Some(NodeRole::Goal)).expect("a goal").node;
        let lower_left = (6, plain.height - 6);
        let pin = Pin { place: PinnedPlace::MissionNode(goal.0), at: lower_left };
        Arc::make_mut(&mut request.grammar).layout.pins.push(pin);
        let pinned = Pipeline::default().run(&request).level.expect("a level");
        let pins = Some(request.grammar.layout.pins.clone());
        for rest in 1..=3 {
            request.rolls = vec![Roll { keep: vec![goal], seed: Seed(rest), pins: pins.clone() }];
            anew += area(&pinned);
            rolled += area(&Pipeline::default().run(&request).level.expect("a level"));
        }
    }
    assert!(4 * rolled <= 5 * anew, "{rolled} cells around what is kept, {anew} laid out anew");
}

/// The corners of a level: whether far from the left side, whether far from the top.
const CORNERS: [(bool, bool); 4] = [(false, false), (true, false), (false, true), (true, true)];

/// Pins the goal in a corner of a level.
///
/// Returns the number of cells of the levels laid out around it, and of the levels that are rolled.
fn areas_around_pinned(
    name: &str,
    seed: u64,
    corner: (bool, bool),
    rests: std::ops::RangeInclusive<u64>,
) -> Option<[u64; 2]> {
    let mut request = example(name).request(seed);
    let plain = Pipeline::default().run(&request).level?;
    let goal = plain.places.iter().find(|place| place.role == Some(NodeRole::Goal))?;
    let side = |is_far: bool, length: u32, own: u32| {
        if is_far { length.saturating_sub(own / 2 + 1) } else { own / 2 + 1 }
    };
    let size = goal.bounds.size;
    let at = (side(corner.0, plain.width, size.width), side(corner.1, plain.height, size.height));
    let pin = Pin { place: PinnedPlace::MissionNode(goal.node.0), at };
    Arc::make_mut(&mut request.grammar).layout.pins.push(pin);
    let laid_out = area(&*Pipeline::default().run(&request).level?);
    let pins = Some(request.grammar.layout.pins.clone());
    let (mut rolled, mut count) = (0, 0);
    for rest in rests {
        request.rolls = vec![Roll { keep: vec![goal.node], seed: Seed(rest), pins: pins.clone() }];
        rolled += area(&*Pipeline::default().run(&request).level?);
        count += 1;
    }
    Some([laid_out * count, rolled])
}

/// Checks that levels rolled around a pinned goal need at most a quarter more cells in total.
fn check_areas(
    examples: &[&str],
    seeds: std::ops::RangeInclusive<u64>,
    rests: std::ops::RangeInclusive<u64>,
) {
    for example in examples {
        let mut sums = [0; 2];
        for seed in seeds.clone() {
            for corner in CORNERS {
                let Some([laid_out, rolled]) = areas_around_pinned(example, seed, corner, rests.clone())
                else {
                    continue;
                };
                println!("{example} {seed} {corner:?}: {:.2}", rolled as f64 / laid_out as f64);
                sums = [sums[0] + laid_out, sums[1] + rolled];
            }
        }
        let [laid_out, rolled] = sums;
        println!("{example}: {:.2}", rolled as f64 / laid_out as f64);
        assert!(
            laid_out > 0 && 4 * rolled <= 5 * laid_out,
            "{example}: {rolled} cells when rolled, {laid_out} when laid out"
        );
    }
}

#[test]
fn what_is_rolled_around_the_corners_of_an_example_is_compact() {
    check_areas(&["first_lock"], 1..=1, 1..=1);
}

/// Slow: all compact examples, with several seeds.
#[test]
#[ignore = "long: many levels"]
fn what_is_rolled_around_the_corners_of_examples_is_compact_at_length() {
    let examples = ["first_lock", "old_mine", "sunken_keep", "cyclic_dungeon", "iron_catacombs"];
    check_areas(&examples, 1..=4, 1..=3);
}
