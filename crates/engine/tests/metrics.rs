//! Metrics of levels, against their definitions on a small level and brute force on all examples.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use delvewright_engine::base::{Cell, Rect, Seed};
use delvewright_engine::level::{EntityId, Level, Lock, OwnedBy, PassageForm, PlaceId};
use delvewright_engine::metrics::{LEVEL_METRICS, LevelMetric, MeasuredLevel, MetricValue};
use delvewright_engine::mission::NodeRole;
use delvewright_engine::pipeline::{Pipeline, Request};
use delvewright_engine::text::parse_grammar;

use crate::examples::examples;
use crate::sample;

/// ```text
/// Start ── Hall ── Vault (locked) ── Hoard (goal)
///   │        │
///   └─ Nook ─┘ (the key is in the nook)
/// ```
const GRAMMAR: &str = r##"Grammar(
    format: 1,
    name: "Loop",
    alphabet: (
        nodes: {
            "Start": (role: Start, form: Hall(width: (4, 6), height: (4, 6))),
            "Hall": (form: Hall(width: (4, 6), height: (4, 6))),
            "Nook": (form: Hall(width: (3, 4), height: (3, 4))),
            "Vault": (role: Lock, form: Hall(width: (4, 6), height: (4, 6))),
            "Hoard": (role: Goal, form: Hall(width: (4, 6), height: (4, 6))),
            "Key": (role: Key),
        },
        edges: {
            "path": (role: Passage),
            "holds": (role: Contains),
            "opens": (role: Opens),
        },
    ),
    start: Graph(
        nodes: {1: "Start", 2: "Hall", 3: "Nook", 4: "Vault", 5: "Hoard", 6: "Key"},
        edges: [
            (1, "path", 2), (2, "path", 3), (3, "path", 1), (2, "path", 4), (4, "path", 5),
            (3, "holds", 6), (6, "opens", 4),
        ],
    ),
)"##;

pub fn metrics(level: &Level) -> BTreeMap<&'static str, Option<String>> {
    let measured = MeasuredLevel::new(level);
    let value =
        |metric: &LevelMetric| (metric.name, metric.measure(&measured).map(|value| value.to_string()));
    LEVEL_METRICS.iter().map(value).collect()
}

/// Returns the level above.
pub fn small_level() -> Level {
    let grammar = parse_grammar(GRAMMAR, None).value.expect("it has no mistakes");
    let run = Pipeline::default().run(&Request::new(grammar.into(), Vec::new(), Seed(1)));
    Level::clone(&run.level.expect("a level"))
}

#[test]
fn metrics_of_a_small_level_are_as_defined() {
    let found = metrics(&small_level());
    let expected = [
        ("places", "5"),
        ("passages", "5"),
        ("items", "1"),
        ("branching", "2"),
        ("loops", "1"),
        ("loops_per_place", "0.2"),
        ("dead_ends", "0"),
        ("locks", "1"),
        ("spheres", "2"),
        ("key_chain", "1"),
        ("required_places", "5"),
        ("required_share", "1"),
        // From the start to the hall, to the nook and back, to the vault, and to the hoard.
        ("solution_passages", "5"),
        ("solution_keys", "1"),
        ("backtracking", "0.2"),
        // Two ways in each place, but three in the hall with the key.
        ("choice", "2.2"),
        ("entities", "1"),
        ("foes", "0"),
        ("danger", "0"),
        ("leniency", "1"),
        ("rooms_used", "0"),
        ("cards_used", "0"),
    ];
    for (name, value) in expected {
        assert_eq!(found[name].as_deref(), Some(value), "{name}");
    }
}

#[test]
fn a_level_without_a_goal_has_no_solution_to_measure() {
    let grammar =
        parse_grammar(&GRAMMAR.replace("role: Goal, ", ""), None).value.expect("it has no mistakes");
    let run = Pipeline::default().run(&Request::new(grammar.into(), Vec::new(), Seed(1)));
    let found = metrics(&run.level.expect("a level"));
    for name in
        ["key_chain", "required_places", "solution_passages", "solution_steps", "backtracking", "leniency"]
    {
        assert_eq!(found[name], None, "{name}");
    }
    assert_eq!(found["spheres"].as_deref(), Some("2"));
}

/// Values in whole units must be whole, because tables store them as whole numbers.
fn assert_whole_units(level: &Level) {
    let measured = MeasuredLevel::new(level);
    for metric in LEVEL_METRICS.iter().filter(|metric| metric.unit.is_whole()) {
        let value = metric.measure(&measured);
        assert!(value.is_none_or(|value: MetricValue| value.as_whole().is_some()), "{}", metric.name);
    }
}

#[test]
fn metrics_of_examples_are_those_of_brute_force() {
    for example in examples() {
        for seed in sample::of(0..14) {
            let run = Pipeline::default().run(&example.request(seed));
            let Some(level) = run.level else { continue };
            let context = format!("{} {seed}", example.name);
            let found = metrics(&level);
            assert_whole_units(&level);
            for (name, expected) in brute_force(&level) {
                assert_eq!(found[name], expected.map(|value| value.to_string()), "{name} of {context}");
            }
            let bends = bends_a_corridor(&level).map(|bends| bends.to_string());
            assert_eq!(found["bends_per_passage"], bends, "bends of {context}");
        }
    }
}

/// Returns the average number of bends of corridors: the cheapest steps and bends for each cell and direction, improved
/// until nothing changes.
fn bends_a_corridor(level: &Level) -> Option<f64> {
    const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    let beside = |cell: Cell| STEPS.map(|(x, y)| Cell::new(cell.x + x, cell.y + y));
    let is_bridge = |cell: Cell| level.bridges.iter().any(|bridge| bridge.at == cell);
    let mut found = Vec::new();
    for passage in level.passages.iter().filter(|passage| passage.kind == PassageForm::Corridor) {
        let is_own = |cell: Cell| {
            let is_under = level.bridges.iter().any(|bridge| bridge.at == cell && bridge.under == passage.id);
            level.is_walkable(cell) && (is_under || level.owner(cell).who() == OwnedBy::Passage(passage.id))
        };
        let all = Rect::new(Cell::new(0, 0), level.tiles.size());
        let cells: Vec<Cell> = all.cells().filter(|cell| is_own(*cell)).collect();
        let is_of =
            |cell: Cell, place: PlaceId| level.is_walkable(cell) && level.owner(cell).place() == Some(place);
        let mut costs: BTreeMap<(Cell, usize), (usize, usize)> = BTreeMap::new();
        for cell in &cells {
            // The step towards a direction came from the cell on the other side.
            for direction in (0..4).filter(|step| is_of(beside(*cell)[(step + 2) % 4], passage.from)) {
                costs.insert((*cell, direction), (0, 0));
            }
        }
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for (&(cell, direction), &(steps, bends)) in &costs.clone() {
                for (next, to) in beside(cell).into_iter().enumerate() {
                    let turns = usize::from(next != direction);
                    if !is_own(to) || (turns > 0 && is_bridge(cell)) {
                        continue;
                    }
                    let cost = (steps + 1, bends + turns);
                    let known = costs.entry((to, next)).or_insert((usize::MAX, 0));
                    is_changed |= cost < *known;
                    *known = cost.min(*known);
                }
            }
        }
        let mut left = Vec::new();
        for ((cell, direction), (steps, bends)) in &costs {
            for (next, to) in beside(*cell).into_iter().enumerate() {
                let turns = usize::from(next != *direction);
                if is_of(to, passage.to) && (turns == 0 || !is_bridge(*cell)) {
                    left.push((*steps, bends + turns));
                }
            }
        }
        found.extend(left.into_iter().min().map(|(_, bends)| bends));
    }
    (!found.is_empty()).then(|| found.iter().sum::<usize>() as f64 / found.len() as f64)
}

/// Returns the metrics that can be computed by trying everything.
pub fn brute_force(level: &Level) -> Vec<(&'static str, Option<usize>)> {
    let places = level.places.len();
    let mut part: Vec<usize> = (0..places).collect();
    for _ in 0..places {
        for passage in &level.passages {
            let (from, to) = (passage.from.index(), passage.to.index());
            let least = part[from].min(part[to]);
            (part[from], part[to]) = (least, least);
        }
    }
    let parts = part.iter().collect::<BTreeSet<_>>().len();
    let locked: BTreeSet<PlaceId> = locks(level).map(|lock| lock.place).collect();
    let mut expected = vec![
        ("places", Some(places)),
        ("passages", Some(level.passages.len())),
        ("loops", Some(level.passages.len() + parts - places)),
        ("locks", Some(locked.len())),
        ("area", Some((level.width * level.height) as usize)),
    ];
    // With one-way passages, the metrics are bounds.
    if level.passages.iter().all(|passage| !passage.one_way) {
        let goals: BTreeSet<PlaceId> = level
            .places
            .iter()
            .filter(|place| place.role == Some(NodeRole::Goal))
            .map(|place| place.id)
            .collect();
        let start = level.start().map(|start| start.id);
        let reaches = |without: PlaceId| {
            start.is_some_and(|start| {
                start != without
                    && visited(level, start, Some(without)).iter().any(|place| goals.contains(place))
            })
        };
        let required = level.places.iter().filter(|place| !reaches(place.id)).count();
        let has_way =
            start.is_some_and(|start| visited(level, start, None).iter().any(|place| goals.contains(place)));
        expected.push(("required_places", has_way.then_some(required)));
        let spheres = start.map_or_else(Vec::new, |start| spheres(level, start));
        expected.push(("spheres", Some(spheres.len()).filter(|count| *count > 0)));
        let chain = spheres.iter().position(|sphere| sphere.iter().any(|place| goals.contains(place)));
        expected.push(("key_chain", chain));
    }
    expected
}

fn locks(level: &Level) -> impl Iterator<Item = &Lock> {
    level.passages.iter().flat_map(|passage| &passage.locks).filter(|lock| lock.needed > 0)
}

/// Returns all places that a walker visits in some state of keys, without ever entering one of them.
fn visited(level: &Level, start: PlaceId, without: Option<PlaceId>) -> BTreeSet<PlaceId> {
    let keys: BTreeSet<EntityId> = locks(level).flat_map(|lock| lock.keys.iter().copied()).collect();
    let take = |place: PlaceId, held: &BTreeSet<EntityId>| -> BTreeSet<EntityId> {
        let found = level.entities_in(place).map(|entity| entity.id).filter(|id| keys.contains(id));
        held.iter().copied().chain(found).collect()
    };
    let first = (start, take(start, &BTreeSet::new()));
    let mut seen = BTreeSet::from([first.clone()]);
    let mut waiting = VecDeque::from([first]);
    while let Some((here, held)) = waiting.pop_front() {
        for passage in level.passages_at(here) {
            let Some(there) = passage.other_end(here) else { continue };
            if Some(there) == without || !is_open(passage.locks.iter(), &held) {
                continue;
            }
            let next = (there, take(there, &held));
            if seen.insert(next.clone()) {
                waiting.push_back(next);
            }
        }
    }
    seen.into_iter().map(|(place, _)| place).collect()
}

pub fn is_open<'a>(mut locks: impl Iterator<Item = &'a Lock>, held: &BTreeSet<EntityId>) -> bool {
    locks.all(|lock| lock.keys.iter().filter(|key| held.contains(key)).count() >= lock.needed as usize)
}

/// Returns the places by the number of rounds in which keys are collected before they can be entered.
fn spheres(level: &Level, start: PlaceId) -> Vec<BTreeSet<PlaceId>> {
    let mut held = BTreeSet::new();
    let mut reached = BTreeSet::from([start]);
    let mut spheres = Vec::new();
    let mut before = BTreeSet::new();
    loop {
        for _ in 0..level.places.len() {
            for passage in level.passages.iter().filter(|passage| is_open(passage.locks.iter(), &held)) {
                let ends = [passage.from, passage.to];
                if ends.iter().any(|end| reached.contains(end)) {
                    reached.extend(ends);
                }
            }
        }
        if reached.len() == before.len() {
            return spheres;
        }
        spheres.push(reached.difference(&before).copied().collect());
        before = reached.clone();
        let keys = level.entities.iter().filter(|entity| reached.contains(&entity.place));
        held = keys.map(|entity| entity.id).collect();
    }
}
