//! Properties of levels, against brute force on all examples, and on small levels with known verdicts.
//!
//! The oracles know no graph of keys: they walk from place to place with a set of entities in hand.

use std::collections::{BTreeSet, VecDeque};

use delvewright_engine::base::{CountBound, Seed};
use delvewright_engine::grammar::{Grammar, VariableValues};
use delvewright_engine::level::{EntityId, Level, Place, PlaceId};
use delvewright_engine::metrics::{LEVEL_METRICS, MeasuredLevel};
use delvewright_engine::pipeline::{Pipeline, Request};
use delvewright_engine::properties::{
    CountedThing, KeyDemand, LevelProperty, MetricBound, MetricNumber, NeighbourDemand, NeighbourTrait,
    OrderDemand, PropertyClaim, PropertyVerdict, judge_properties,
};
use delvewright_engine::text::parse_grammar;

use crate::examples::examples;
use crate::sample;

/// The second key is behind the lock that it opens, and the lock needs only one.
///
/// ```text
/// Start ── Hall ── Vault (locked) ── Hoard (goal, with the second key)
///            └─ Hall (with the first key)
/// ```
const GRAMMAR: &str = r##"Grammar(
    format: 1,
    name: "Two keys",
    variables: {"halls": (default: 2, range: (1, 9))},
    alphabet: (
        nodes: {
            "Start": (role: Start, form: Hall(width: (3, 4), height: (3, 4))),
            "Hall": (form: Hall(width: (3, 4), height: (3, 4))),
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
        nodes: {1: "Start", 2: "Hall", 3: "Hall", 4: "Vault", 5: "Hoard", 6: "Key", 7: "Key"},
        edges: [
            (1, "path", 2), (2, "path", 3), (2, "path", 4), (4, "path", 5),
            (3, "holds", 6), (6, "opens", 4), (5, "holds", 7), (7, "opens", 4),
        ],
    ),
    properties: [
        (name: "Few dead ends", claim: Metric(metric: "dead_ends", value: AtMost(1))),
        (claim: Metric(metric: "branching", value: Between(Percent(150), Fraction(8, 5)))),
        (claim: Metric(metric: "linearity", value: AtLeast(Fraction(1, 3)))),
        (claim: Count(of: Symbol("Hall"), number: Between(Var("halls"), Var("halls")))),
        (claim: Count(of: Entity("Key"), number: AtLeast(3))),
        (claim: KeyBeforeLock()),
        (claim: KeyBeforeLock(keys: Enough)),
        (claim: Order(first: "Vault", then: "Hoard", demand: Forced)),
        (claim: Order(first: "Hoard", then: "Vault")),
        (claim: Order(first: "Key", then: "Start")),
        (claim: Adjacent(symbol: "Hall", to: "Vault")),
        (claim: Adjacent(symbol: "Hall", to: "Vault", demand: AtLeastOne)),
        (claim: Adjacent(symbol: "Start", to: "Hoard", demand: Never)),
        (claim: DistinctNeighbours()),
        (claim: DistinctNeighbours(by: Symbol)),
    ],
)"##;

fn grammar() -> Grammar {
    parse_grammar(GRAMMAR, None).value.expect("it has no mistakes")
}

fn level(grammar: Grammar, seed: u64) -> Level {
    let run = Pipeline::default().run(&Request::new(grammar.into(), Vec::new(), Seed(seed)));
    Level::clone(&run.level.expect("a level"))
}

fn words(verdicts: &[PropertyVerdict]) -> Vec<&'static str> {
    verdicts.iter().map(PropertyVerdict::name).collect()
}

#[test]
fn properties_of_a_small_level_are_judged_as_written() {
    let grammar = grammar();
    let verdicts = judge_properties(&grammar.properties, &level(grammar.clone(), 1));
    let nothing = "has nothing to judge";
    let expected = [
        "holds", "holds", "holds", "holds", "fails", "fails", "holds", "holds", "fails", "fails", "fails",
        "holds", "holds", nothing, "fails",
    ];
    assert_eq!(words(&verdicts), expected, "{verdicts:#?}");
    let reason = |position: usize| verdicts[position].counter_example().unwrap().reason.clone();
    assert_eq!(reason(4), "The number of \"Key\" is 2, not at least 3.");
    assert!(reason(5).contains("\"Vault\"") && reason(5).contains("\"Hoard\""), "{}", reason(5));
    assert!(reason(8).starts_with("Place 5 \"Hoard\" cannot be reached before"), "{}", reason(8));
    assert!(reason(10).contains("\"Hall\""), "{}", reason(10));
}

#[test]
fn numbers_of_properties_may_be_formulas() {
    let grammar = grammar();
    let level = level(grammar.clone(), 1);
    for (halls, expected) in [(1, "fails"), (2, "holds"), (3, "fails")] {
        let values: VariableValues = [("halls".to_owned(), halls)].into();
        let with_values = grammar.with_values(&values);
        assert_eq!(judge_properties(&with_values.properties, &level)[3].name(), expected, "{halls} halls");
    }
}

#[test]
fn properties_change_no_level() {
    let with = grammar();
    let without = Grammar { properties: Vec::new(), ..with.clone() };
    for seed in 1..4 {
        assert_eq!(level(with.clone(), seed), level(without.clone(), seed));
    }
}

#[test]
fn verdicts_about_examples_are_those_of_brute_force() {
    let (mut held, mut failed, mut idle) = (0, 0, 0);
    for example in examples() {
        for seed in sample::of(0..14) {
            let run = Pipeline::default().run(&example.request(seed));
            let Some(level) = run.level else { continue };
            let symbols: Vec<&str> = run.request.grammar.alphabet.nodes.keys().map(String::as_str).collect();
            let properties = some_properties(&symbols, &level);
            let verdicts = judge_properties(&properties, &level);
            for (property, verdict) in properties.iter().zip(verdicts) {
                let Some(expected) = expected(&property.claim, &level) else { continue };
                let context = format!("{} {seed}: {property:?} {verdict:?}", example.name);
                match (expected, verdict) {
                    (Some(true), PropertyVerdict::Holds) => held += 1,
                    (Some(false), PropertyVerdict::Fails(example)) => {
                        failed += 1;
                        assert!(
                            example.places.iter().all(|place| level.place(*place).is_some()),
                            "{context}"
                        );
                    }
                    (None, PropertyVerdict::Nothing(_)) => idle += 1,
                    (expected, _) => panic!("{expected:?} is expected: {context}"),
                }
            }
        }
    }
    assert!(held > 100 && failed > 100 && idle > 20, "{held} held, {failed} failed, {idle} with nothing");
}

/// Returns properties of all kinds, about all pairs of a few symbols.
fn some_properties(symbols: &[&str], level: &Level) -> Vec<LevelProperty> {
    let present: BTreeSet<&str> = level.mission.nodes.iter().map(|node| node.symbol.as_str()).collect();
    let mut chosen: Vec<&str> = symbols.iter().copied().filter(|name| present.contains(name)).collect();
    chosen.extend(symbols.iter().filter(|name| !present.contains(*name)).take(1));
    let mut claims = Vec::new();
    for metric in LEVEL_METRICS {
        let metric = metric.name.to_owned();
        for number in [MetricNumber::Whole(2), MetricNumber::Percent(30), MetricNumber::Fraction(7, 3)] {
            claims
                .push(PropertyClaim::Metric { metric: metric.clone(), value: MetricBound::AtLeast(number) });
            claims.push(PropertyClaim::Metric { metric: metric.clone(), value: MetricBound::AtMost(number) });
        }
    }
    for one in &chosen {
        for thing in [CountedThing::Symbol, CountedThing::Entity] {
            let number = CountBound::Between(1, 3);
            claims.push(PropertyClaim::Count { of: thing((*one).to_owned()), number });
        }
        for other in &chosen {
            let (first, second) = ((*one).to_owned(), (*other).to_owned());
            for demand in [OrderDemand::Possible, OrderDemand::Forced] {
                let (first, then) = (first.clone(), second.clone());
                claims.push(PropertyClaim::Order { first, then, demand });
            }
            for demand in [NeighbourDemand::Each, NeighbourDemand::AtLeastOne, NeighbourDemand::Never] {
                let (symbol, to) = (first.clone(), second.clone());
                claims.push(PropertyClaim::Adjacent { symbol, to, demand });
            }
        }
    }
    claims.extend([KeyDemand::Each, KeyDemand::Enough].map(|keys| PropertyClaim::KeyBeforeLock { keys }));
    let traits = [NeighbourTrait::Room, NeighbourTrait::Symbol];
    claims.extend(traits.map(|by| PropertyClaim::DistinctNeighbours { by }));
    claims.into_iter().map(LevelProperty::new).collect()
}

/// Returns the expected verdict, with `None` inside for nothing to judge.
///
/// With one-way passages, verdicts about orders are bounds, so nothing is expected.
fn expected(claim: &PropertyClaim, level: &Level) -> Option<Option<bool>> {
    let has_one_way = level.passages.iter().any(|passage| passage.one_way);
    match claim {
        PropertyClaim::Metric { metric, value } => {
            let metric = LEVEL_METRICS.iter().find(|known| known.name == metric)?;
            let found = metric.measure(&MeasuredLevel::new(level));
            // Numbers of this size and these thresholds are exact enough as floating-point numbers.
            Some(found.map(|found| {
                let number = found.as_f64();
                let threshold = |number: MetricNumber| match number {
                    MetricNumber::Whole(number) => f64::from(number),
                    MetricNumber::Percent(number) => f64::from(number) / 100.0,
                    MetricNumber::Fraction(part, whole) => f64::from(part) / f64::from(whole),
                };
                match *value {
                    MetricBound::AtLeast(least) => number >= threshold(least),
                    MetricBound::AtMost(most) => number <= threshold(most),
                    MetricBound::Between(least, most) => {
                        (threshold(least)..=threshold(most)).contains(&number)
                    }
                }
            }))
        }
        PropertyClaim::Count { of, number } => {
            let count = match of {
                CountedThing::Symbol(name) => {
                    level.mission.nodes.iter().filter(|node| node.symbol == *name).count()
                }
                CountedThing::Entity(name) => {
                    level.entities.iter().filter(|entity| entity.kind == *name).count()
                }
            };
            Some(Some(number.contains(count as u64)))
        }
        PropertyClaim::KeyBeforeLock { .. } | PropertyClaim::Order { .. } if has_one_way => None,
        PropertyClaim::KeyBeforeLock { keys } => Some(keys_come_first(level, *keys)),
        PropertyClaim::Order { first, then, demand } => Some(is_in_order(level, first, then, *demand)),
        PropertyClaim::Adjacent { symbol, to, demand } => Some(is_adjacent(level, symbol, to, *demand)),
        PropertyClaim::DistinctNeighbours { by } => {
            let trait_of = |place: &Place| match by {
                NeighbourTrait::Room => place.template.clone(),
                NeighbourTrait::Symbol => Some(place.symbol.clone()),
            };
            let ends = level.passages.iter().filter(|passage| passage.from != passage.to);
            let pairs = ends.filter_map(|passage| {
                Some((trait_of(level.place(passage.from)?)?, trait_of(level.place(passage.to)?)?))
            });
            let same: Vec<bool> = pairs.map(|(one, other)| one == other).collect();
            Some((!same.is_empty()).then(|| !same.contains(&true)))
        }
    }
}

fn keys_come_first(level: &Level, demand: KeyDemand) -> Option<bool> {
    let locks: Vec<_> = level.passages.iter().flat_map(|passage| &passage.locks).collect();
    let locks: Vec<_> = locks.into_iter().filter(|lock| lock.needed > 0).collect();
    if locks.is_empty() || level.start().is_none() {
        return None;
    }
    Some(level.starts().all(|start| {
        locks.iter().all(|lock| {
            let reached = entered(level, start.id, &BTreeSet::from([lock.place]));
            let is_near =
                |key: &&EntityId| level.entity(**key).is_some_and(|key| reached.contains(&key.place));
            let near = lock.keys.iter().filter(is_near).count();
            match demand {
                KeyDemand::Each => near == lock.keys.len(),
                KeyDemand::Enough => near >= lock.needed as usize,
            }
        })
    }))
}

fn is_in_order(level: &Level, first: &str, then: &str, demand: OrderDemand) -> Option<bool> {
    let (first, then) = (named(level, first), named(level, then));
    let is_idle = then.is_empty() || (first.is_empty() && demand == OrderDemand::Possible);
    if is_idle || level.start().is_none() {
        return None;
    }
    Some(level.starts().all(|start| match demand {
        OrderDemand::Possible => first.is_subset(&entered(level, start.id, &then)),
        OrderDemand::Forced => then.is_disjoint(&entered(level, start.id, &first)),
    }))
}

fn is_adjacent(level: &Level, symbol: &str, to: &str, demand: NeighbourDemand) -> Option<bool> {
    let (places, others) = (named(level, symbol), named(level, to));
    let has_neighbour = |place: &PlaceId| {
        let beside = level.passages_at(*place).filter_map(|passage| passage.other_end(*place));
        beside.filter(|other| other != place).any(|other| others.contains(&other))
    };
    let mut found = places.iter().map(has_neighbour);
    (!places.is_empty()).then(|| match demand {
        NeighbourDemand::Each => found.all(|found| found),
        NeighbourDemand::AtLeastOne => found.any(|found| found),
        NeighbourDemand::Never => !found.any(|found| found),
    })
}

/// Returns the places of a symbol and those that hold an item of it.
fn named(level: &Level, symbol: &str) -> BTreeSet<PlaceId> {
    let nodes: BTreeSet<_> =
        level.mission.nodes.iter().filter(|node| node.symbol == symbol).map(|node| node.id).collect();
    let places = level.places.iter().filter(|place| nodes.contains(&place.node)).map(|place| place.id);
    let items = level.entities.iter().filter(|entity| entity.node.is_some_and(|node| nodes.contains(&node)));
    places.chain(items.map(|entity| entity.place)).collect()
}

/// Returns the places that a walker enters in some state of keys, without ever entering some others.
fn entered(level: &Level, start: PlaceId, without: &BTreeSet<PlaceId>) -> BTreeSet<PlaceId> {
    if without.contains(&start) {
        return BTreeSet::new();
    }
    let keys: BTreeSet<EntityId> = level
        .passages
        .iter()
        .flat_map(|passage| &passage.locks)
        .flat_map(|lock| lock.keys.iter().copied())
        .collect();
    let taken = |place: PlaceId, held: &BTreeSet<EntityId>| -> BTreeSet<EntityId> {
        let here = level.entities_in(place).map(|entity| entity.id).filter(|key| keys.contains(key));
        held.iter().copied().chain(here).collect()
    };
    let first = (start, taken(start, &BTreeSet::new()));
    let mut seen = BTreeSet::from([first.clone()]);
    let mut waiting = VecDeque::from([first]);
    while let Some((here, held)) = waiting.pop_front() {
        for passage in level.passages_at(here) {
            let Some(there) = passage.other_end(here) else { continue };
            let is_open = passage.locks.iter().all(|lock| {
                lock.keys.iter().filter(|key| held.contains(key)).count() >= lock.needed as usize
            });
            if without.contains(&there) || !is_open {
                continue;
            }
            let next = (there, taken(there, &held));
            if seen.insert(next.clone()) {
                waiting.push_back(next);
            }
        }
    }
    seen.into_iter().map(|(place, _)| place).collect()
}
