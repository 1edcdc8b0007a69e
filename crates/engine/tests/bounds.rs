//! The bound of a level: a bound that is large enough is always met, whatever else constrains the layout.

use std::sync::Arc;

use delvewright_engine::base::{RandomStream, Seed};
use delvewright_engine::grammar::{ElementId, Grammar, Start};
use delvewright_engine::level::Level;
use delvewright_engine::mission::{DoorwayFallback, EdgeSymbol, PassageKind};
use delvewright_engine::pipeline::{Pipeline, Request, Run};
use delvewright_engine::settings::{Pin, PinnedPlace, Roll, SizeLimit, Spacing, SprawlNeighbour};
use delvewright_engine::text::parse_grammar;

use crate::examples::examples;
use crate::promises::{complaint, grammar, rooms};
use crate::sample;

fn run(request: &Request) -> Run {
    Pipeline::default().run(request)
}

/// Returns the request with the given bound.
fn within(request: &Request, bound: SizeLimit) -> Request {
    let mut grammar = Grammar::clone(&request.grammar);
    grammar.layout.shape.bound = bound;
    Request { grammar: Arc::new(grammar), ..request.clone() }
}

fn size_of(level: &Level) -> SizeLimit {
    SizeLimit::Within { width: level.width, height: level.height }
}

/// Generates a level without a bound, and again with its size as the bound; both must be equal. Returns
/// `false` if there is no level.
fn check_exact_bound(request: &Request, what: &str) -> bool {
    let free = run(&within(request, SizeLimit::None));
    let (Some(level), None) = (&free.level, &free.failure) else { return false };
    let bound = run(&within(request, size_of(level)));
    assert_eq!(bound.failure, None, "{what}: {} × {}", level.width, level.height);
    let again = bound.level.expect("it did not fail");
    assert!(again.tiles == level.tiles && again.owners == level.owners, "{what}");
    true
}

/// Pins some places of a random mission at arbitrary cells.
fn pin_some(grammar: &mut Grammar, random: &mut RandomStream) {
    let Start::Graph { nodes, .. } = &grammar.start else { return };
    let mut places: Vec<ElementId> =
        nodes.iter().filter(|(_, node)| **node != "Item".into()).map(|(id, _)| *id).collect();
    random.shuffle(&mut places);
    places.truncate(random.below(4) as usize);
    let pin = |id: ElementId| Pin {
        place: PinnedPlace::Node(id.0),
        at: (random.range(0, 70), random.range(0, 70)),
    };
    grammar.layout.pins = places.into_iter().map(pin).collect();
}

/// Turns some passages of a random mission into doorways.
fn add_doorways(grammar: &mut Grammar, random: &mut RandomStream) {
    let kind = PassageKind::Doorway { otherwise: DoorwayFallback::Corridor };
    let doorway = EdgeSymbol { kind, ..grammar.alphabet.edges["path"].clone() };
    grammar.alphabet.edges.insert("doorway".to_owned(), doorway);
    let share = random.below(101) as u32;
    let Start::Graph { nodes, edges, .. } = &mut grammar.start else { return };
    for (_, symbol, to) in edges {
        let is_item = nodes.get(to).is_none_or(|node| *node == "Item".into());
        if !is_item && random.chance(share) {
            *symbol = "doorway".into();
        }
    }
}

fn spacing(random: &mut RandomStream) -> Spacing {
    match random.below(6) {
        0 => Spacing::Elastic { gap: random.range(1, 6) },
        1 => Spacing::Fixed { scale: random.range(20, 40) },
        2 => Spacing::Sprawl { length: (2, 8), beside: SprawlNeighbour::default() },
        _ => Spacing::Compact { gap: random.range(1, 6) },
    }
}

fn random_request(seed: u64) -> Request {
    let mut grammar = grammar(&mut Seed(seed).stream());
    let mut random = Seed(seed).child("bounds").stream();
    grammar.layout.spacing = spacing(&mut random);
    add_doorways(&mut grammar, &mut random);
    pin_some(&mut grammar, &mut random);
    Request::new(Arc::new(grammar), rooms(), Seed(seed))
}

#[test]
fn bound_of_the_size_that_a_level_takes_is_met() {
    let seeds: Vec<u64> = sample::of(0..24).collect();
    let levels =
        seeds.iter().filter(|seed| check_exact_bound(&random_request(**seed), &format!("seed {seed}")));
    assert!(levels.count() * 2 >= seeds.len());
}

#[test]
#[ignore = "long: many random missions"]
fn bound_of_the_size_that_a_level_takes_is_met_at_length() {
    for seed in 1000..1400 {
        check_exact_bound(&random_request(seed), &format!("seed {seed}"));
    }
}

#[test]
fn bound_of_the_size_that_a_level_of_an_example_takes_is_met() {
    for example in examples() {
        for seed in sample::of(1..3) {
            assert!(check_exact_bound(&example.request(seed), &example.name), "{}: no level", example.name);
        }
    }
}

/// The places that a roll keeps were made within the bound too, so the bound is the maximum of both levels.
#[test]
fn bound_of_the_size_that_levels_before_and_after_a_roll_take_is_met() {
    let mut kept = 0;
    for seed in sample::of(0..10) {
        let before = within(&random_request(seed), SizeLimit::None);
        let Some(was) = run(&before).level else { continue };
        let keep = was.places.iter().step_by(2).map(|place| place.node).collect();
        let rolls = vec![Roll { keep, seed: Seed(seed + 100), pins: None }];
        let rolled = Request { rolls, ..before };
        let free = run(&rolled);
        let (Some(level), None) = (&free.level, &free.failure) else { continue };
        let bound =
            SizeLimit::Within { width: level.width.max(was.width), height: level.height.max(was.height) };
        let bound = run(&within(&rolled, bound));
        assert_eq!(complaint(&bound), None, "seed {seed}");
        let again = bound.level.expect("it is within the bound");
        assert!(again.tiles == level.tiles, "seed {seed}");
        kept += 1;
    }
    assert!(kept >= sample::cases(5), "{kept}");
}

/// If a bound is exceeded, the bound offered instead must be met, with pins and doorways too.
#[test]
fn bound_that_is_offered_is_met() {
    let mut raised = 0;
    for seed in sample::of(0..20) {
        let request = random_request(seed);
        let Some(free) = run(&within(&request, SizeLimit::None)).level else { continue };
        let narrow = SizeLimit::Within { width: free.width * 3 / 5 + 3, height: free.height * 3 / 5 + 3 };
        let narrow = run(&within(&request, narrow));
        let exceeded = narrow.diagnostics.iter().find(|found| found.code == "level-out-of-bound");
        let remedy = exceeded.and_then(|found| found.remedy.as_ref());
        let layout = remedy.and_then(|remedy| narrow.request.grammar.layout.mended(remedy));
        let Some(bound) = layout.map(|layout| layout.shape.bound).filter(|bound| bound.size().is_some())
        else {
            continue;
        };
        // Another remedy makes the spacing compact.
        if bound != narrow.request.grammar.layout.shape.bound {
            let mended = run(&within(&request, bound));
            assert!(mended.diagnostics.iter().all(|found| found.code != "level-out-of-bound"), "seed {seed}");
            raised += 1;
        }
    }
    assert!(raised >= sample::cases(4), "{raised}");
}

/// If neither of two pins fits into the bound, the message gives the size of the level without a bound.
#[test]
fn bound_that_cuts_off_a_pin_names_the_size_that_the_level_takes() {
    let text = r#"Grammar(format: 1, name: "Two", alphabet: (nodes: {"Hall": (form: Hall())}, edges: {"path": (role: Passage)}),
        start: Graph(nodes: {1: "Hall", 2: "Hall"}, edges: [(1, "path", 2)]), recipe: [],
        layout: (spacing: Compact(gap: 1), pins: [(place: Node(1), at: (10, 10)), (place: Node(2), at: (50, 10))]))"#;
    let grammar = Arc::new(parse_grammar(text, None).value.expect("a grammar"));
    let request = Request::new(grammar, Vec::new(), Seed(1));
    let free = run(&request).level.expect("there is a level");
    let narrow = run(&within(&request, SizeLimit::Within { width: 40, height: 40 }));
    let found = narrow.diagnostics.iter().find(|found| found.code == "level-out-of-bound").expect("an error");
    assert!(found.message.contains(&format!("has {} × {} cells", free.width, free.height)));
    assert!(found.message.contains("is pinned outside, at (50, 10)"));
}
