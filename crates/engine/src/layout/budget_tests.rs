//! Tests that layouts stay within their step budget, whatever features are combined.

use crate::base::{RandomStream, Seed, StageContext};
use crate::layout::budget::{BOUND_STEPS, LAYOUT_STEPS};
use crate::layout::input::context::LayoutContext;
use crate::layout::input::problem::LayoutProblem;
use crate::layout::lay_out::lay_out_within_bound;
use crate::mission::{
    Alphabet, Attributes, DoorwayFallback, Edge, EdgeRole, EdgeSymbol, Form, Hall, Mission, Node, NodeId,
    NodeSymbol, PassageKind,
};
use crate::settings::{LayoutSettings, Pin, PinnedPlace, SizeLimit, Spacing};

/// Percentage by which the last search may exceed the budget.
const MOST_OVERRUN_PERCENT: u64 = 25;

fn alphabet() -> Alphabet {
    let form = Some(Form::Hall(Hall { width: (3, 8), height: (3, 6) }));
    let edge = |kind: PassageKind| EdgeSymbol {
        role: EdgeRole::Passage,
        kind,
        kinds: Vec::new(),
        one_way: false,
        socket: None,
        theme: String::new(),
        door: Default::default(),
        color: Default::default(),
        attributes: Attributes::new(),
        notes: String::new(),
    };
    Alphabet {
        nodes: [("Hall".to_owned(), NodeSymbol { form, ..NodeSymbol::default() })].into(),
        edges: [
            ("path".to_owned(), edge(PassageKind::corridor(1))),
            ("door".to_owned(), edge(PassageKind::Doorway { otherwise: DoorwayFallback::Corridor })),
            ("hard".to_owned(), edge(PassageKind::Doorway { otherwise: DoorwayFallback::Nothing })),
        ]
        .into(),
        ..Alphabet::default()
    }
}

/// Halls joined by edges; each edge gets one of the symbols at random.
fn mission(places: u32, edges: &[(u32, u32)], symbols: &[&str], random: &mut RandomStream) -> Mission {
    let alphabet = alphabet();
    let symbol = alphabet.node_id("Hall").expect("a symbol");
    let mut mission = Mission::new();
    for _ in 0..places {
        mission.add_node(Node { symbol, site: None, made_by: 0, attributes: Default::default() });
    }
    for &(from, to) in edges {
        let symbol = random.pick(symbols).and_then(|name| alphabet.edge_id(name)).expect("a symbol");
        let (from, to) = (NodeId(from), NodeId(to));
        mission.add_edge(Edge { symbol, from, to, made_by: 0, attributes: Default::default() });
    }
    mission
}

/// Two hubs, both joined to all other places.
fn two_hubs(places: u32) -> Vec<(u32, u32)> {
    (3..=places).flat_map(|place| [(1, place), (2, place)]).collect()
}

/// A hub joined to every place of a ring.
fn wheel(places: u32) -> Vec<(u32, u32)> {
    (2..=places)
        .flat_map(|place| [(1, place), (place, if place == places { 2 } else { place + 1 })])
        .collect()
}

fn ring(places: u32) -> Vec<(u32, u32)> {
    (1..=places).map(|place| (place, place % places + 1)).collect()
}

/// A random tree with some additional passages.
fn tangle(places: u32, random: &mut RandomStream) -> Vec<(u32, u32)> {
    let mut edges: Vec<(u32, u32)> = (2..=places).map(|place| (random.range(1, place - 1), place)).collect();
    for _ in 0..places / 3 {
        let from = random.range(1, places - 1);
        edges.push((from, random.range(from + 1, places)));
    }
    edges
}

#[test]
fn layouts_with_pins_doorways_and_bounds_keep_their_budget() {
    for seed in crate::sample::of(0..8) {
        let mut random = Seed(seed).child("budget").stream();
        let (places, edges) = match seed % 4 {
            0 => (12, two_hubs(12)),
            1 => (9, wheel(9)),
            2 => (24, ring(24)),
            _ => (30, tangle(30, &mut random)),
        };
        let symbols: &[&str] = if seed < 4 { &["door", "path"] } else { &["door", "hard", "path"] };
        let mission = mission(places, &edges, symbols, &mut random);
        let pin = |place: u32| Pin {
            place: PinnedPlace::Node(place),
            at: (random.range(2, 60), random.range(2, 60)),
        };
        let pins = (1..=3).map(pin).collect();
        let mut settings =
            LayoutSettings { spacing: Spacing::Compact { gap: 3 }, pins, ..LayoutSettings::default() };
        settings.shape.bound = SizeLimit::Within { width: 61, height: 61 };
        let alphabet = alphabet();
        let (problem, found) =
            LayoutProblem::new(&mission, &alphabet, LayoutContext::default(), &StageContext::default());
        let problem = problem.with_shape(settings.shape);
        let before = problem.work.left_in_share();
        lay_out_within_bound(&problem, found, &[], &settings, Seed(seed), LayoutContext::default());
        let spent = before - problem.work.left_in_share();
        let most = (LAYOUT_STEPS + BOUND_STEPS) / 100 * (100 + MOST_OVERRUN_PERCENT);
        assert!(spent <= most, "seed {seed}: {spent} steps of {most}");
    }
}
