//! A layout that continues an earlier one moves little.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use delvewright_engine::base::{Cell, Rect, Seed, StageContext};
use delvewright_engine::grammar::{Grammar, derive};
use delvewright_engine::layout::{
    LAID_OUT_AS_BEFORE, LayoutContext, Plan, PlannedForm, PlannedPlace, PreviousLayout, layout,
};
use delvewright_engine::mission::{Edge, Form, Mission, NodeId, PassageKind, PassageLength};
use delvewright_engine::pipeline::{Pipeline, Request};
use delvewright_engine::rooms::RoomSet;
use delvewright_engine::settings::Spacing;
use delvewright_engine::text::parse_grammar;

use crate::examples::example;
use crate::promises::complaint;
use crate::sample;

/// The examples that the layout may arrange freely; in the last one, only doorways join places.
const FREE: [&str; 6] =
    ["cyclic_dungeon", "desert_camp", "first_lock", "iron_catacombs", "sunken_keep", "moon_temple"];

struct Example {
    grammar: Grammar,
    rooms: Vec<Arc<RoomSet>>,
}

impl Example {
    fn load(name: &str) -> Self {
        let example = example(name);
        Self { grammar: Grammar::clone(&example.grammar), rooms: example.rooms.clone() }
    }

    /// Lets passages have any length, so that every earlier layout can be held.
    fn of_any_length(mut self) -> Self {
        for symbol in self.grammar.alphabet.edges.values_mut() {
            if let PassageKind::Corridor { length, .. } = &mut symbol.kind {
                *length = PassageLength::Any;
            }
        }
        self
    }

    /// Returns the mission, the mission with one more place before all others, and the new number of each
    /// node.
    fn shifted(&self, seed: Seed) -> Option<(Mission, Mission, BTreeMap<NodeId, NodeId>)> {
        let derivation = derive(&self.grammar, seed.child("derive"), StageContext::default()).unwrap();
        let mission = derivation.is_done().then_some(derivation.value)?.mission;
        // Like a dead end next to the place that it leads to.
        let end = mission.nodes().map(|(id, _)| id).filter(|id| mission.links(*id).len() == 1).last()?;
        let way = mission.edge(mission.links(end).first()?.edge)?.clone();
        let mut shifted = Mission::new();
        let added = shifted.add_node(mission.node(end)?.clone());
        let now: BTreeMap<NodeId, NodeId> =
            mission.nodes().map(|(id, node)| (id, shifted.add_node(node.clone()))).collect();
        for (_, edge) in mission.edges() {
            shifted.add_edge(Edge { from: now[&edge.from], to: now[&edge.to], ..edge.clone() });
        }
        let beside = if way.from == end { way.to } else { way.from };
        shifted.add_edge(Edge { from: now[&beside], to: added, ..way });
        Some((mission, shifted, now))
    }

    /// Returns the mission, and the mission before the last step that added a place.
    fn missions(&self, seed: Seed) -> Option<[Mission; 2]> {
        let derivation = derive(&self.grammar, seed.child("derive"), StageContext::default()).unwrap();
        let derivation = derivation.is_done().then_some(derivation.value)?;
        let places = |mission: &Mission| {
            let forms = mission.nodes().filter(|(_, node)| {
                self.grammar.alphabet.node(node.symbol).1.form_of(&node.attributes).is_some()
            });
            forms.count()
        };
        let whole = derivation.mission.clone();
        (0..derivation.steps.len()).rev().find_map(|step| {
            let before = derivation.at_step(step);
            (places(&before) < places(&whole)).then(|| [before, whole.clone()])
        })
    }

    fn plan(&self, mission: &Mission, seed: Seed, previous_layout: Option<&PreviousLayout>) -> Plan {
        let terms = LayoutContext { previous_layout, ..LayoutContext::default() };
        let (alphabet, settings) = (&self.grammar.alphabet, &self.grammar.layout);
        let context = StageContext::default();
        layout(mission, alphabet, &self.rooms, settings, seed, terms, context).unwrap().value
    }

    fn previous_layout(&self, mission: &Mission, plan: &Plan) -> PreviousLayout {
        PreviousLayout::of(plan, mission, &self.grammar.alphabet, self.grammar.layout.spacing, None)
    }
}

fn cores(plan: &Plan) -> BTreeMap<NodeId, Rect> {
    plan.places.iter().map(|place| (place.node, place.core)).collect()
}

/// The core of a place, and the cells that it certainly has.
struct Ground {
    core: Rect,
    cells: BTreeSet<Cell>,
}

fn grounds(plan: &Plan) -> BTreeMap<NodeId, Ground> {
    let ground = |place: &PlannedPlace| {
        let core = place.core;
        let cells = match &place.form {
            PlannedForm::Walkers { shape, .. } => {
                let floors = shape.walk.floors.iter().flat_map(|floor| shape.rect_of(*floor).cells());
                floors.map(|cell| core.min + cell).collect()
            }
            _ => core.cells().collect(),
        };
        (place.node, Ground { core, cells })
    };
    plan.places.iter().map(ground).collect()
}

/// Returns the sides on which two places lie of each other: whether the second is right of the first, and below it.
///
/// If their cores overlap, most of the rows or columns in which both have cells decide.
fn sides(one: &Ground, other: &Ground) -> [i32; 2] {
    let by_cores = [
        (one.core.min.x, one.core.right(), other.core.min.x, other.core.right()),
        (one.core.min.y, one.core.bottom(), other.core.min.y, other.core.bottom()),
    ]
    .map(|(from, to, other_from, other_to)| i32::from(other_from >= to) - i32::from(from >= other_to));
    if by_cores != [0, 0] {
        return by_cores;
    }
    let lines = |of: &Ground, is_row: bool| -> BTreeMap<i32, (i32, i32)> {
        let mut lines: BTreeMap<i32, (i32, i32)> = BTreeMap::new();
        for cell in &of.cells {
            let (line, at) = if is_row { (cell.y, cell.x) } else { (cell.x, cell.y) };
            let (sum, count) = lines.entry(line).or_default();
            (*sum, *count) = (*sum + at, *count + 1);
        }
        lines
    };
    [true, false].map(|is_row| {
        let (lines, other_lines) = (lines(one, is_row), lines(other, is_row));
        let both = lines.iter().filter_map(|(line, mean)| Some((mean, other_lines.get(line)?)));
        both.map(|(mean, other)| (other.0 * mean.1 - mean.0 * other.1).signum()).sum()
    })
}

/// Returns the number of pairs of places on the same side of each other in both plans, and the number of all
/// pairs.
fn same_sides(before: &Plan, after: &Plan) -> (u32, u32) {
    sides_in_common(&grounds(before), &grounds(after))
}

fn sides_in_common(before: &BTreeMap<NodeId, Ground>, after: &BTreeMap<NodeId, Ground>) -> (u32, u32) {
    let common: Vec<NodeId> = before.keys().copied().filter(|node| after.contains_key(node)).collect();
    let (mut same, mut all) = (0, 0);
    for (number, one) in common.iter().enumerate() {
        for other in &common[number + 1..] {
            let [was, now] = [before, after].map(|grounds| [&grounds[one], &grounds[other]]);
            let were_nested = was[0].core.overlaps(was[1].core);
            let middles = now.map(|ground| ground.core.center());
            let by_middles = [middles[1].x - middles[0].x, middles[1].y - middles[0].y];
            let now = if were_nested { sides(now[0], now[1]) } else { by_middles };
            let mut was = sides(was[0], was[1]);
            if were_nested {
                // Only the axis along which they faced each other more.
                was[usize::from(was[0].abs() >= was[1].abs())] = 0;
            }
            all += 1;
            same += u32::from((0..2).any(|axis| was[axis] != 0 && was[axis].signum() == now[axis].signum()));
        }
    }
    (same, all)
}

#[derive(Default, Debug)]
struct Tally {
    levels: u32,
    pairs: u32,
    /// Pairs on the same side in layouts that continue, and in layouts that do not.
    same: u32,
    same_anew: u32,
    /// Cells of both.
    cells: u64,
    cells_anew: u64,
}

fn measure(name: &str, seeds: impl Iterator<Item = u64>) -> Tally {
    let example = Example::load(name);
    let mut tally = Tally::default();
    for seed in seeds.map(Seed) {
        let Some([before, after]) = example.missions(seed) else { continue };
        let was = example.plan(&before, seed, None);
        let previous_layout = example.previous_layout(&before, &was);
        let steady = example.plan(&after, seed, Some(&previous_layout));
        assert_eq!(
            steady,
            example.plan(&after, seed, Some(&previous_layout)),
            "{name} seed {seed}: made twice"
        );
        let anew = example.plan(&after, seed, None);
        let (same, pairs) = same_sides(&was, &steady);
        tally.levels += 1;
        tally.same += same;
        tally.pairs += pairs;
        tally.same_anew += same_sides(&was, &anew).0;
        tally.cells += steady.size.area() as u64;
        tally.cells_anew += anew.size.area() as u64;
    }
    tally
}

fn check(seeds: impl Iterator<Item = u64> + Clone) {
    for name in FREE {
        let tally = measure(name, seeds.clone());
        println!("{name}: {tally:?}");
        let Tally { levels, pairs, same, same_anew, cells, cells_anew } = tally;
        assert!(levels > 0, "{name}: no missions");
        assert!(same * 5 >= pairs * 4, "{name}: of {pairs} pairs {same} lie as they did");
        assert!(same >= same_anew, "{name}: a layout that goes on moves more than one that does not");
        assert!(cells * 2 <= cells_anew * 3, "{name}: {cells} cells for {cells_anew}");
    }
}

#[test]
fn places_lie_as_they_did_before_the_last_step() {
    check(sample::of(0..6));
}

#[test]
#[ignore = "long: many levels"]
fn places_lie_as_they_did_before_the_last_step_at_length() {
    check(0..100);
}

#[test]
fn places_lie_as_they_did_though_every_number_changed() {
    for name in FREE {
        let example = Example::load(name);
        let (mut same, mut all, mut levels) = (0, 0, 0);
        for seed in sample::of((0..4).map(Seed)) {
            let Some((before, after, numbers)) = example.shifted(seed) else { continue };
            let was = example.plan(&before, seed, None);
            let previous_layout = example.previous_layout(&before, &was);
            let steady = grounds(&example.plan(&after, seed, Some(&previous_layout)));
            let was = grounds(&was).into_iter().map(|(node, ground)| (numbers[&node], ground)).collect();
            let common = sides_in_common(&was, &steady);
            (same, all, levels) = (same + common.0, all + common.1, levels + 1);
        }
        println!("{name}: {same} of {all} in {levels} levels");
        assert!(same * 5 >= all * 4, "{name}: of {all} pairs {same} lie as they did");
    }
}

/// Checks a level that continues the layout of its mission before the last place. Returns `false` if it is not held.
fn check_promises(name: &str, example: Example, seed: Seed) -> bool {
    let Some([before, _]) = example.missions(seed) else { return true };
    let previous_layout = example.previous_layout(&before, &example.plan(&before, seed, None));
    let Example { grammar, rooms } = example;
    let request = Request::new(Arc::new(grammar), rooms, seed);
    let mut pipeline = Pipeline::default();
    let anew = pipeline.run(&request);
    let previous_layout = Some(Arc::new(previous_layout));
    let run = pipeline.run(&Request { previous_layout, ..request.clone() });
    assert_eq!(complaint(&run), None, "{name} seed {seed}");
    assert_eq!(pipeline.run(&request).level, anew.level, "{name} seed {seed}");
    run.diagnostics.iter().any(|found| found.code == LAID_OUT_AS_BEFORE)
}

#[test]
fn levels_that_go_on_keep_what_is_promised() {
    for name in FREE {
        assert!(check_promises(name, Example::load(name).of_any_length(), Seed(5)), "{name}");
    }
}

/// A layout that would make a passage too long is not held, so only the promises are asked for.
#[test]
fn levels_with_maximum_lengths_that_go_on_keep_what_is_promised() {
    let held =
        (5..8).filter(|seed| check_promises("cyclic_dungeon", Example::load("cyclic_dungeon"), Seed(*seed)));
    println!("{} of 3 are held", held.count());
}

#[test]
#[ignore = "long: many levels"]
fn levels_of_walkers_that_go_on_keep_what_is_promised_at_length() {
    let levels = 600;
    let held = (0..levels)
        .filter(|seed| check_promises("desert_camp", Example::load("desert_camp"), Seed(*seed)))
        .count();
    println!("{held} of {levels} are held");
    assert!(10 * held >= 9 * levels as usize, "{held} of {levels} are held");
}

#[test]
fn mission_that_did_not_change_lies_as_it_did() {
    for name in FREE {
        let example = Example::load(name);
        let [before, after] = example.missions(Seed(2)).expect("a mission");
        let was = example.plan(&before, Seed(2), None);
        let previous_layout = example.previous_layout(&before, &was);
        assert_eq!(example.plan(&before, Seed(2), Some(&previous_layout)), was, "{name}");
        let now = example.plan(&after, Seed(2), Some(&previous_layout));
        let spacing = example.grammar.layout.spacing;
        let next =
            PreviousLayout::of(&now, &after, &example.grammar.alphabet, spacing, Some(&previous_layout));
        assert_eq!(example.plan(&after, Seed(2), Some(&next)), now, "{name}");
    }
}

/// Checks that levels of the first example keep their sides but change when something in the grammar changes.
fn check_that_sides_are_kept(change: fn(&mut Grammar)) {
    let mut changed = Example::load("first_lock");
    change(&mut changed.grammar);
    let example = Example::load("first_lock");
    let (mut same, mut all) = (0, 0);
    for seed in (0..4).map(Seed) {
        let [_, mission] = example.missions(seed).expect("a mission");
        let was = example.plan(&mission, seed, None);
        let previous_layout = example.previous_layout(&mission, &was);
        let now = changed.plan(&mission, seed, Some(&previous_layout));
        assert_ne!(cores(&now), cores(&was), "nothing changed");
        let common = same_sides(&was, &now);
        (same, all) = (same + common.0, all + common.1);
    }
    assert!(same * 5 >= all * 4, "of {all} pairs {same} lie as they did");
}

#[test]
fn places_lie_as_they_did_though_all_halls_become_larger() {
    check_that_sides_are_kept(|grammar| {
        for symbol in grammar.alphabet.nodes.values_mut() {
            if let Some(Form::Hall(hall)) = &mut symbol.form {
                hall.width = (hall.width.0 + 4, hall.width.1 + 4);
            }
        }
    });
}

#[test]
fn places_lie_as_they_did_though_the_gap_grows() {
    check_that_sides_are_kept(|grammar| grammar.layout.spacing = Spacing::Compact { gap: 6 });
}

#[test]
fn why_a_layout_is_not_held_is_said() {
    let mut example = Example::load("first_lock");
    let [before, _] = example.missions(Seed(5)).expect("a mission");
    let previous_layout = example.previous_layout(&before, &example.plan(&before, Seed(5), None));
    example.grammar.layout.spacing = Spacing::Fixed { scale: 24 };
    let Example { grammar, rooms } = example;
    let mut pipeline = Pipeline::default();
    let previous_layout = Some(Arc::new(previous_layout));
    let request = Request::new(Arc::new(grammar), rooms, Seed(5));
    let run = pipeline.run(&Request { previous_layout, ..request });
    let found = run.diagnostics.iter().find(|found| found.code == "layout-not-held").expect("it is said");
    assert!(found.message.contains("with this spacing"), "{found:?}");
}

#[test]
fn three_halls_in_a_row_are_held_though_the_gap_grows() {
    let text = r#"Grammar(format: 1, name: "Halls",
        alphabet: (
            nodes: {"Hall": (form: Hall(width: (9, 9), height: (7, 7)))},
            edges: {"path": (role: Passage)},
        ),
        start: Graph(nodes: {1: "Hall", 2: "Hall", 3: "Hall"}, edges: [(1, "path", 2), (2, "path", 3)]),
    )"#;
    let mut grammar = parse_grammar(text, None).value.expect("a grammar");
    let request = |grammar: &Grammar| Request::new(Arc::new(grammar.clone()), Vec::new(), Seed(1));
    let mut pipeline = Pipeline::default();
    let run = pipeline.run(&request(&grammar));
    let (plan, derivation) = (run.plan.expect("a plan"), run.derivation.expect("a derivation"));
    let spacing = grammar.layout.spacing;
    let previous_layout = PreviousLayout::of(&plan, &derivation.mission, &derivation.alphabet, spacing, None);
    grammar.layout.spacing = Spacing::Elastic { gap: 9 };
    let previous_layout = Some(Arc::new(previous_layout));
    let run = pipeline.run(&Request { previous_layout, ..request(&grammar) });
    let codes: Vec<&str> = run.diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(codes, [LAID_OUT_AS_BEFORE], "{:?}", run.diagnostics);
}
