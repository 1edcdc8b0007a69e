//! Every connected mission is laid out if passages may cross, and every planar one if they may not. Each
//! level is proved.
//!
//! The missions are complete ones, hubs, king's graphs, trees, parallel passages, passages from a place to
//! itself, and random ones.

use std::sync::Arc;

use delvewright_engine::base::{RandomStream, Seed};
use delvewright_engine::grammar::{ElementId, Grammar, Start};
use delvewright_engine::level::Level;
use delvewright_engine::mission::{PassageKind, Site};
use delvewright_engine::pipeline::{Pipeline, Request, Run};
use delvewright_engine::rooms::RoomSet;
use delvewright_engine::settings::{Bridges, Movement, Spacing, SprawlNeighbour};
use delvewright_engine::text::{parse_grammar, parse_room_set};

use crate::pins::middle;
use crate::sample;

const GRAMMAR: &str = r##"
Grammar(
    format: 1,
    name: "Always",
    alphabet: (
        nodes: {
            "Hall": (form: Hall(width: (3, 9), height: (3, 7))),
            "Cave": (form: Cave(radius: (2, 5))),
            "Cell": (form: Room()),
        },
        edges: {
            "path": (role: Passage),
            "open": (role: Passage, kind: Open),
        },
    ),
    start: Graph(nodes: {1: "Hall"}),
    recipe: [],
    limits: (steps: 10000, nodes: 10000, edges: 10000),
)
"##;

const ROOMS: &str = r##"
RoomSet(
    format: 1,
    name: "Cells",
    legend: {'X': Wall, '.': Floor, '+': Socket},
    rooms: [
        (name: "Eight", symbol: "Cell", picture: [
            "XX+X+XX",
            "+.....+",
            "X.....X",
            "+.....+",
            "XX+X+XX",
        ]),
        (name: "One side", symbol: "Cell", turns: true, picture: [
            "XXXXXXXXXXX",
            "X.........X",
            "XX+X+X+X+XX",
        ]),
    ],
)
"##;

type Edges = Vec<(u32, u32)>;

/// A mission with its settings.
#[derive(Clone)]
struct Case {
    edges: Edges,
    symbols: Vec<&'static str>,
    kind: &'static str,
    sites: Vec<(i32, i32)>,
    spacing: Spacing,
    width: u32,
    movement: Movement,
    bridges: Bridges,
    seed: u64,
}

impl Case {
    fn new(edges: Edges) -> Self {
        Self {
            edges,
            symbols: vec!["Hall"],
            kind: "path",
            sites: Vec::new(),
            spacing: Spacing::Elastic { gap: 3 },
            width: 1,
            movement: Movement::Cardinal,
            bridges: Bridges::Allow,
            seed: 1,
        }
    }

    /// Varies the settings by number.
    fn varied(mut self, number: u64) -> Self {
        self.seed = number;
        self.spacing = Spacing::Elastic { gap: if number.is_multiple_of(2) { 1 } else { 3 } };
        self.movement = if (number / 2).is_multiple_of(2) { Movement::EightWay } else { Movement::Cardinal };
        self.width = 1 + (number % 5) as u32;
        self.symbols = if number.is_multiple_of(3) { vec!["Cave"] } else { vec!["Hall", "Cave"] };
        self
    }

    fn forbidding(self) -> Self {
        Self { bridges: Bridges::Forbid, ..self }
    }

    fn run(&self) -> Run {
        let mut grammar: Grammar = parse_grammar(GRAMMAR, None).value.expect("the grammar is right");
        let rooms: RoomSet = parse_room_set(ROOMS, None).value.expect("the rooms are right");
        let places = self.edges.iter().map(|(from, to)| *from.max(to)).max().unwrap_or(1);
        let symbol = |id: u32| self.symbols[id as usize % self.symbols.len()];
        grammar.start = Start::Graph {
            nodes: (1..=places).map(|id| (ElementId(id), symbol(id).into())).collect(),
            edges: self
                .edges
                .iter()
                .map(|(from, to)| (ElementId(*from), self.kind.into(), ElementId(*to)))
                .collect(),
            at: (1..).zip(&self.sites).map(|(id, site)| (ElementId(id), Site::from(*site))).collect(),
            drawn: Default::default(),
        };
        if let Some(path) = grammar.alphabet.edges.get_mut("path") {
            path.kind = PassageKind::corridor(self.width);
        }
        grammar.layout.spacing = self.spacing;
        grammar.layout.bridges = self.bridges;
        grammar.movement = self.movement;
        Pipeline::default().run(&Request::new(Arc::new(grammar), vec![Arc::new(rooms)], Seed(self.seed)))
    }

    /// Returns the level, after checking that all promises hold.
    fn proved(&self) -> Arc<Level> {
        let run = self.run();
        assert_eq!(run.failure, None, "{:?}: {:?}", self.edges, run.diagnostics);
        let level = run.level.expect("a run without failure has a level");
        assert!(level.report.all_held());
        assert_eq!(level.passages.len(), self.edges.len());
        level
    }

    fn proved_without_bridges(&self) {
        assert!(self.proved().bridges.is_empty(), "{:?}", self.edges);
    }
}

fn complete(places: u32) -> Edges {
    (1..=places).flat_map(|from| (from + 1..=places).map(move |to| (from, to))).collect()
}

fn bipartite(some: u32, others: u32) -> Edges {
    (1..=some).flat_map(|from| (some + 1..=some + others).map(move |to| (from, to))).collect()
}

fn star(leaves: u32) -> Edges {
    (2..=leaves + 1).map(|leaf| (1, leaf)).collect()
}

fn binary_tree(places: u32) -> Edges {
    (2..=places).map(|place| (place / 2, place)).collect()
}

fn king(side: u32) -> Edges {
    let at = |x: u32, y: u32| y * side + x + 1;
    let mut edges = Vec::new();
    for (x, y) in (0..side).flat_map(|x| (0..side).map(move |y| (x, y))) {
        let near = [(x + 1, y), (x, y + 1), (x + 1, y + 1), (x.wrapping_sub(1), y + 1)];
        let near = near.into_iter().filter(|(x, y)| *x < side && *y < side);
        edges.extend(near.map(|(to_x, to_y)| (at(x, y), at(to_x, to_y))));
    }
    edges
}

fn square(side: u32) -> Vec<(i32, i32)> {
    (0..side as i32).flat_map(|y| (0..side as i32).map(move |x| (x, y))).collect()
}

/// Returns a random planar mission: a triangle divided again and again, with a share of the edges removed
/// that leaves it connected.
fn planar(places: u32, percent: u32, random: &mut RandomStream) -> Edges {
    let mut faces = vec![[1, 2, 3], [1, 3, 2]];
    let mut edges = vec![(1, 2), (2, 3)];
    let mut others = vec![(1, 3)];
    for place in 4..=places {
        let face = random.below(faces.len() as u64) as usize;
        let [a, b, c] = faces[face];
        faces[face] = [a, b, place];
        faces.extend([[b, c, place], [c, a, place]]);
        edges.push((a, place));
        others.extend([(b, place), (c, place)]);
    }
    edges.extend(others.into_iter().filter(|_| random.chance(percent)));
    edges
}

/// Adds a passage from a place to itself. No way is searched for it, so the mission is drawn at once.
fn looped(mut edges: Edges) -> Edges {
    edges.push((1, 1));
    edges
}

#[test]
fn complete_missions_are_laid_out() {
    for places in [5, 7, 12] {
        Case::new(looped(complete(places))).varied(u64::from(places)).proved();
    }
    let level = Case::new(complete(6)).varied(2).proved();
    assert!(!level.bridges.is_empty());
}

#[test]
fn bipartite_missions_are_laid_out() {
    for (some, others) in [(3, 5), (4, 6), (6, 6)] {
        Case::new(looped(bipartite(some, others))).varied(u64::from(some + others)).proved();
    }
}

#[test]
fn kings_graphs_are_laid_out_on_given_sites_and_on_free_ones() {
    for side in [3, 4, 6] {
        let free = Case::new(looped(king(side))).varied(u64::from(side));
        free.proved();
        Case { sites: square(side), ..free }.proved();
    }
}

#[test]
fn hubs_need_no_bridges() {
    for leaves in [12, 40, 100] {
        Case::new(looped(star(leaves))).varied(u64::from(leaves)).proved_without_bridges();
    }
}

#[test]
fn trees_need_no_bridges() {
    Case::new(looped(binary_tree(300))).forbidding().proved_without_bridges();
}

#[test]
fn parallel_passages_need_no_bridges() {
    for passages in [10, 60] {
        let case = Case::new(looped(vec![(1, 2); passages])).varied(passages as u64);
        case.proved_without_bridges();
    }
}

#[test]
fn passages_from_a_place_to_itself_leave_it_and_come_back() {
    let edges = vec![(1, 2), (1, 1), (2, 3), (3, 3), (3, 3), (3, 4), (4, 4)];
    let symbols = vec!["Cell", "Hall", "Cave", "Cell"];
    let case = Case { symbols, ..Case::new(edges) };
    case.proved_without_bridges();
    case.clone().forbidding().proved_without_bridges();
    Case { sites: vec![(0, 0), (1, 0), (2, 0), (5, 1)], ..case }.proved();
}

#[test]
fn random_planar_missions_need_no_bridges() {
    for number in sample::of(0..20) {
        let mut random = Seed(number).child("planar").stream();
        let edges = planar(8 + 3 * number as u32, 5 + 4 * number as u32, &mut random);
        Case::new(looped(edges)).varied(number).forbidding().proved_without_bridges();
    }
}

#[test]
fn rooms_on_any_side_of_which_sockets_lie_are_laid_out() {
    for number in sample::of(0..6) {
        let mut random = Seed(number).child("cells").stream();
        let mut edges = binary_tree(14);
        edges.extend((0..3).map(|_| (8 + random.below(7) as u32, 1 + random.below(14) as u32)));
        edges.retain(|(from, to)| from != to);
        Case { symbols: vec!["Cell"], ..Case::new(looped(edges)).varied(number) }.proved();
    }
}

#[test]
fn a_constant_distance_moves_free_sites_apart() {
    for bridges in [Bridges::Allow, Bridges::Forbid] {
        let edges = looped(if bridges == Bridges::Allow { complete(7) } else { star(20) });
        let case = Case { spacing: Spacing::Fixed { scale: 14 }, bridges, ..Case::new(edges) };
        case.proved();
    }
}

#[test]
fn caves_that_open_to_each_other_are_laid_out_though_some_passages_must_cross() {
    let case = Case { symbols: vec!["Cave"], kind: "open", ..Case::new(looped(complete(6))) };
    case.proved();
}

#[test]
fn missions_of_all_shapes_sprawl() {
    let sprawl = |edges: Edges, number: u64| {
        let beside =
            if number.is_multiple_of(2) { SprawlNeighbour::Previous } else { SprawlNeighbour::Parent };
        let spacing = Spacing::Sprawl { length: (1 + number as u32 % 4, 6), beside };
        Case { spacing, ..Case::new(edges).varied(number) }
    };
    for number in sample::of(0..8) {
        let mut random = Seed(number).child("planar").stream();
        sprawl(planar(6 + 2 * number as u32, 10, &mut random), number).proved();
    }
    sprawl(complete(6), 1).proved();
    sprawl(bipartite(3, 4), 2).proved();
    sprawl(king(4), 3).proved();
    sprawl(star(16), 4).proved();
    sprawl(binary_tree(60), 5).proved();
    sprawl(vec![(1, 2); 6], 6).proved();
    sprawl(looped(binary_tree(9)), 7).proved();
    for number in sample::of(0..4) {
        let mut random = Seed(number).child("cells").stream();
        let mut edges = binary_tree(14);
        edges.extend((0..3).map(|_| (8 + random.below(7) as u32, 1 + random.below(14) as u32)));
        edges.retain(|(from, to)| from != to);
        Case { symbols: vec!["Cell"], ..sprawl(edges, number) }.proved();
    }
    Case { symbols: vec!["Cave"], kind: "open", ..sprawl(king(3), 8) }.proved();
    Case { sites: square(3), ..sprawl(king(3), 9) }.proved();
}

#[test]
fn missions_of_all_shapes_are_compacted() {
    let compact = |edges: Edges, number: u64| {
        let spacing = Spacing::Compact { gap: 1 + number as u32 % 4 };
        Case { spacing, ..Case::new(edges).varied(number) }
    };
    for number in sample::of(0..8) {
        let mut random = Seed(number).child("planar").stream();
        compact(planar(6 + 2 * number as u32, 10, &mut random), number).proved();
    }
    compact(complete(6), 1).proved();
    compact(bipartite(3, 4), 2).proved();
    compact(king(4), 3).proved();
    compact(star(16), 4).proved();
    compact(binary_tree(60), 5).proved();
    compact(vec![(1, 2); 6], 6).proved();
    compact(looped(binary_tree(9)), 7).proved();
    for number in sample::of(0..4) {
        let mut random = Seed(number).child("cells").stream();
        let mut edges = binary_tree(14);
        edges.extend((0..3).map(|_| (8 + random.below(7) as u32, 1 + random.below(14) as u32)));
        edges.retain(|(from, to)| from != to);
        Case { symbols: vec!["Cell"], ..compact(edges, number) }.proved();
    }
    Case { symbols: vec!["Cave"], kind: "open", ..compact(king(3), 8) }.proved();
    Case { sites: square(3), ..compact(king(3), 9) }.proved();
}

#[test]
fn places_with_sites_need_no_bridges_and_keep_their_order() {
    let sites = [(1, 1), (0, 0), (3, 0), (2, 2)];
    for number in sample::of(0..8) {
        let mut random = Seed(number).child("planar").stream();
        let edges = planar(24 + 4 * number as u32, 30 + 5 * number as u32, &mut random);
        let case = Case::new(edges).varied(number);
        let sites = sites[..1 + number as usize % sites.len()].to_vec();
        let spacing =
            if number < 4 { Spacing::Compact { gap: 2 } } else { Spacing::Elastic { gap: number as u32 } };
        let level = Case { sites: sites.clone(), spacing, ..case }.forbidding().proved();
        assert!(level.bridges.is_empty(), "{number}");
        let lies: Vec<_> =
            sites.iter().zip(&level.places).map(|(site, place)| (site, middle(place))).collect();
        for ((one, at), (other, other_at)) in
            lies.iter().flat_map(|one| lies.iter().map(move |other| (one, other)))
        {
            assert!(one.0 >= other.0 || at.x < other_at.x, "{number}: {one:?} lies left of {other:?}");
            assert!(one.1 >= other.1 || at.y < other_at.y, "{number}: {one:?} lies above {other:?}");
        }
    }
}

#[test]
#[ignore = "takes minutes: larger missions of all kinds"]
fn large_missions_are_laid_out() {
    for number in 0..200 {
        let mut random = Seed(number).child("large").stream();
        let edges = planar(10 + 2 * number as u32, 5 + number as u32 % 40, &mut random);
        Case::new(edges).varied(number).forbidding().proved_without_bridges();
    }
    for places in 5..=16 {
        Case::new(complete(places)).varied(u64::from(places)).proved();
    }
    for side in 3..=6 {
        Case::new(king(side)).varied(u64::from(side)).proved();
    }
    for leaves in [12, 20, 32, 40, 64, 100] {
        Case::new(star(leaves)).varied(u64::from(leaves)).proved_without_bridges();
    }
    for passages in [60, 100] {
        Case::new(vec![(1, 2); passages]).forbidding().proved_without_bridges();
    }
    Case::new(binary_tree(1_000)).forbidding().proved_without_bridges();
}
