//! Missions that cannot be laid out: the explanation is minimal. Without any one of the named items, the rest
//! can be laid out.

use std::sync::Arc;

use delvewright_engine::base::{Diagnostic, Seed};
use delvewright_engine::grammar::{ElementId, Grammar, Start};
use delvewright_engine::mission::Site;
use delvewright_engine::pipeline::{Pipeline, Request, Run};
use delvewright_engine::rooms::RoomSet;
use delvewright_engine::settings::{Bridges, Spacing};
use delvewright_engine::text::{parse_grammar, parse_room_set};

const GRAMMAR: &str = r##"
Grammar(
    format: 1,
    name: "Conflicts",
    alphabet: (
        nodes: {
            "Hall": (form: Hall(width: (5, 5), height: (5, 5))),
            "Large hall": (form: Hall(width: (19, 19), height: (9, 9))),
            "Cell": (form: Room()),
        },
        edges: {"path": (role: Passage)},
    ),
    start: Graph(nodes: {1: "Hall"}),
    recipe: [],
)
"##;

const ROOMS: &str = r######"
RoomSet(
    format: 1,
    name: "Cells",
    legend: {'#': Wall, '.': Floor, '+': Socket},
    rooms: [(name: "Cell", symbol: "Cell", picture: [
        "#####",
        "#...#",
        "#...#",
        "#...#",
        "##+##",
    ])],
)
"######;

/// Number, symbol, and site if it has one.
type Placed = (u32, &'static str, Option<(i32, i32)>);

/// A mission of places on sites, joined by passages.
#[derive(Clone)]
struct Drawn {
    places: Vec<Placed>,
    passages: Vec<(u32, u32)>,
    spacing: Spacing,
    bridges: Bridges,
}

impl Drawn {
    fn run(&self) -> Run {
        let mut grammar: Grammar = parse_grammar(GRAMMAR, None).value.expect("the grammar is right");
        let rooms: RoomSet = parse_room_set(ROOMS, None).value.expect("the rooms are right");
        let places = || self.places.iter();
        grammar.start = Start::Graph {
            nodes: places().map(|(id, symbol, _)| (ElementId(*id), (*symbol).into())).collect(),
            edges: self
                .passages
                .iter()
                .map(|(from, to)| (ElementId(*from), "path".into(), ElementId(*to)))
                .collect(),
            at: places().filter_map(|(id, _, site)| Some((ElementId(*id), Site::from((*site)?)))).collect(),
            drawn: Default::default(),
        };
        grammar.layout.spacing = self.spacing;
        grammar.layout.bridges = self.bridges;
        Pipeline::default().run(&Request::new(Arc::new(grammar), vec![Arc::new(rooms)], Seed(1)))
    }

    fn explanation(&self) -> Diagnostic {
        let run = self.run();
        let failure = run.failure.expect("it cannot be laid out").message;
        let found = run.diagnostics.into_iter().find(|found| found.code == "in-conflict");
        found.unwrap_or_else(|| panic!("the failure is explained: {failure}"))
    }

    fn has_ways(&self) -> bool {
        let run = self.run();
        !run.diagnostics.iter().any(|found| found.code == "no-way" || found.code == "too-large")
    }
}

/// Returns the numbers after a word in parentheses: "(edge 3)" gives 3.
fn named(text: &str, word: &str) -> Vec<u32> {
    let opening = format!("({word} ");
    let rests = text.split(&opening).skip(1);
    rests.filter_map(|rest| rest.split_once(')')?.0.parse().ok()).collect()
}

/// Checks that the explanation names at most `most` items, and that without any one of them the rest can be
/// laid out.
fn assert_minimal(drawn: &Drawn, most: usize) -> Diagnostic {
    let found = drawn.explanation();
    let (edges, nodes) = (named(&found.message, "edge"), named(&found.message, "node"));
    assert!((1..=most).contains(&(edges.len() + nodes.len())), "{}", found.message);
    for edge in edges {
        let mut without = drawn.clone();
        without.passages.remove(edge as usize - 1);
        assert!(without.has_ways(), "without edge {edge}: {}", found.message);
    }
    for node in nodes {
        let mut without = drawn.clone();
        without.places.retain(|(id, ..)| *id != node);
        without.passages.retain(|(from, to)| *from != node && *to != node);
        assert!(without.has_ways(), "without node {node}: {}", found.message);
    }
    found
}

/// Returns a mission in which the middle of a block of three by three is joined to a distant place. The block
/// takes all sites around.
fn walled_in(scale: u32, bridges: Bridges) -> Drawn {
    let block = (0..9).map(|n| (n as u32 + 1, "Hall", Some((n % 3, n / 3))));
    let ring = [(1, 2), (2, 3), (3, 6), (6, 9), (9, 8), (8, 7), (7, 4), (4, 1)];
    Drawn {
        places: block.chain([(10, "Hall", Some((4, 1)))]).collect(),
        passages: ring.into_iter().chain([(4, 5), (5, 10)]).collect(),
        spacing: Spacing::Fixed { scale },
        bridges,
    }
}

#[test]
fn a_place_walled_in_names_what_walls_it_in_and_the_smallest_scale_that_would_do() {
    for bridges in [Bridges::Allow, Bridges::Forbid] {
        let found = assert_minimal(&walled_in(6, bridges), 12);
        let hint = found.hint.expect("a larger scale would do").to_string();
        let scale: u32 = hint
            .strip_prefix("Raise the scale to ")
            .and_then(|rest| rest.split_once(',')?.0.parse().ok())
            .expect(&hint);
        assert!(walled_in(scale, bridges).has_ways());
        assert!(!walled_in(scale - 1, bridges).has_ways());
    }
}

#[test]
fn a_socket_that_faces_a_wall_of_halls_is_named_with_them() {
    // The only socket of the cell faces south, where a large hall leaves no room.
    let drawn = Drawn {
        places: vec![(1, "Cell", Some((0, 0))), (2, "Hall", Some((1, 0))), (3, "Hall", Some((0, 1)))],
        passages: vec![(1, 2), (2, 3)],
        spacing: Spacing::Fixed { scale: 6 },
        bridges: Bridges::Allow,
    };
    assert_minimal(&drawn, 3);
}

#[test]
fn a_scale_that_is_too_small_names_the_place_and_the_smallest_that_would_do() {
    let drawn = |scale: u32, symbol: &'static str| Drawn {
        places: vec![(1, "Hall", Some((0, 0))), (2, symbol, Some((1, 0)))],
        passages: vec![(1, 2)],
        spacing: Spacing::Fixed { scale },
        bridges: Bridges::Allow,
    };
    let run = drawn(12, "Large hall").run();
    let found: Vec<&Diagnostic> = run.diagnostics.iter().filter(|found| found.code == "too-large").collect();
    assert_eq!(found.len(), 1);
    assert_eq!(named(&found[0].message, "node"), [2]);
    assert_eq!(
        found[0].hint.as_ref().map(ToString::to_string).as_deref(),
        Some("Raise the scale to 20, the smallest that works.")
    );
    assert!(drawn(20, "Large hall").has_ways());
    assert!(drawn(12, "Hall").has_ways());
}

#[test]
fn missions_that_are_not_planar_name_a_part_that_is_not() {
    // Five places that are all joined, with an unrelated tail.
    let all = (1..=5).flat_map(|from| (from + 1..=5).map(move |to| (from, to)));
    let drawn = Drawn {
        places: (1..=9).map(|id| (id, "Hall", None)).collect(),
        passages: all.chain((5..9).map(|id| (id, id + 1))).collect(),
        spacing: Spacing::Elastic { gap: 3 },
        bridges: Bridges::Forbid,
    };
    let found = assert_minimal(&drawn, 10);
    assert_eq!(named(&found.message, "edge"), (1..=10).collect::<Vec<u32>>());
}

#[test]
fn three_places_each_joined_with_three_others_are_found_in_a_large_mission() {
    let all = (1..=3).flat_map(|from| (4..=6).map(move |to| (from, to)));
    let tree = (7..=60).map(|id| (id / 2, id));
    let drawn = Drawn {
        places: (1..=60).map(|id| (id, "Hall", None)).collect(),
        passages: tree.chain(all).collect(),
        spacing: Spacing::Elastic { gap: 3 },
        bridges: Bridges::Forbid,
    };
    let found = drawn.explanation();
    assert_eq!(named(&found.message, "edge"), (55..=63).collect::<Vec<u32>>());
    let hint = found.hint.expect("bridges would mend it").to_string();
    assert!(hint.contains("Let passages cross"), "{hint}");
    assert_eq!(named(&hint, "node"), [1, 2, 3, 4, 5, 6]);
}
