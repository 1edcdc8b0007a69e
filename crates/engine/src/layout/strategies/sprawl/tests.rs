//! Tests of sprawls: chances, straight passages, distances, crowded hubs, and a drawing that must never change.

use std::collections::BTreeMap;

use super::walk::{SprawlVisit, walk};
use crate::base::{Cell, Diagnostic, Outcome, RandomStream, Rect, Seed, Severity, StageContext};
use crate::layout::Plan;
use crate::layout::input::context::LayoutContext;
use crate::layout::input::problem::LayoutProblem;
use crate::layout::lay_out::layout;
use crate::mission::{
    Alphabet, Attributes, Cave, Edge, EdgeRole, EdgeSymbol, Form, Hall, Mission, Node, NodeId, NodeSymbol,
    PassageKind,
};
use crate::settings::{Bridges, LayoutSettings, Spacing, SprawlNeighbour};

/// An alphabet with halls of 3 × 3 to 7 × 5 cells, and caves.
fn alphabet() -> Alphabet {
    let hall = Form::Hall(Hall { width: (3, 7), height: (3, 5) });
    let cave = Form::Cave(Cave { radius: (2, 6), ..Cave::default() });
    let node = |form: Form| NodeSymbol { form: Some(form), ..NodeSymbol::default() };
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
        nodes: [("Hall".to_owned(), node(hall)), ("Cave".to_owned(), node(cave))].into(),
        edges: [
            ("path".to_owned(), edge(PassageKind::corridor(1))),
            ("open".to_owned(), edge(PassageKind::Open)),
        ]
        .into(),
        ..Alphabet::default()
    }
}

/// Places of one symbol, numbered from 1, joined by passages of another.
fn mission(symbols: [&str; 2], places: u32, edges: &[(u32, u32)]) -> Mission {
    let alphabet = alphabet();
    let symbol = alphabet.node_id(symbols[0]).expect("a symbol");
    let mut mission = Mission::new();
    for _ in 0..places {
        mission.add_node(Node { symbol, site: None, made_by: 0, attributes: Default::default() });
    }
    let symbol = alphabet.edge_id(symbols[1]).expect("a symbol");
    for &(from, to) in edges {
        let (from, to) = (NodeId(from), NodeId(to));
        mission.add_edge(Edge { symbol, from, to, made_by: 0, attributes: Default::default() });
    }
    mission
}

fn settings(length: (u32, u32), beside: SprawlNeighbour) -> LayoutSettings {
    LayoutSettings { spacing: Spacing::Sprawl { length, beside }, ..LayoutSettings::default() }
}

fn laid_out(mission: &Mission, settings: &LayoutSettings, seed: u64) -> Outcome<Plan> {
    layout(mission, &alphabet(), &[], settings, Seed(seed), LayoutContext::default(), StageContext::default())
        .unwrap()
}

/// Returns the plan of a sprawl, which must give no diagnostics.
fn sprawled(mission: &Mission, settings: &LayoutSettings, seed: u64) -> Plan {
    let outcome = laid_out(mission, settings, seed);
    assert_eq!(outcome.diagnostics, []);
    outcome.value
}

/// A random tree in which no place has more than `most` neighbours.
fn tree(places: u32, most: usize, random: &mut RandomStream) -> Vec<(u32, u32)> {
    let mut edges: Vec<(u32, u32)> = Vec::new();
    for place in 2..=places {
        let degree = |other: u32| edges.iter().filter(|(from, to)| *from == other || *to == other).count();
        let open: Vec<u32> = (1..place).filter(|other| degree(*other) < most).collect();
        edges.push((*random.pick(&open).expect("leaves have room"), place));
    }
    edges
}

/// Returns the number of turns of a route.
fn turns(route: &[Cell]) -> usize {
    let steps: Vec<Cell> = route.windows(2).map(|pair| pair[1] - pair[0]).collect();
    steps.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// Returns the number of cells of wall between two rectangles.
fn apart(one: Rect, other: Rect) -> i32 {
    let gap = |from: i32, to: i32, other_from: i32, other_to: i32| (other_from - to).max(from - other_to);
    let x = gap(one.min.x, one.right(), other.min.x, other.right());
    x.max(gap(one.min.y, one.bottom(), other.min.y, other.bottom()))
}

fn chi_square(counts: &[u32]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    counts.iter().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum()
}

#[test]
fn the_next_place_lies_on_each_side_and_so_far_off_with_equal_chance() {
    let mission = mission(["Hall", "path"], 2, &[(1, 2)]);
    let (mut sides, mut lengths) = ([0_u32; 4], [0_u32; 5]);
    for seed in 0..12_000 {
        let plan = sprawled(&mission, &settings((2, 6), SprawlNeighbour::Previous), seed);
        let route = &plan.passages[0].route;
        let step = route[1] - route[0];
        sides[match (step.x, step.y) {
            (0, -1) => 0,
            (1, 0) => 1,
            (0, 1) => 2,
            _ => 3,
        }] += 1;
        // Both ends lie in halls, and the shortest passage has two cells.
        lengths[route.len() - 2 - 2] += 1;
    }
    // By chance this fails less than once in a thousand cases. It always fails if a chance is off by a tenth.
    assert!(chi_square(&sides) < 16.3, "{sides:?}");
    assert!(chi_square(&lengths) < 18.5, "{lengths:?}");
}

#[test]
fn passages_of_a_tree_are_straight_and_as_long_as_asked() {
    for seed in 0..60 {
        let mut random = Seed(seed).child("tree").stream();
        let mission = mission(["Hall", "path"], 24, &tree(24, 3, &mut random));
        for beside in [SprawlNeighbour::Previous, SprawlNeighbour::Parent] {
            let plan = sprawled(&mission, &settings((2, 7), beside), seed);
            let is_as_asked = |route: &Vec<Cell>| turns(route) == 0 && (2..=7).contains(&(route.len() - 2));
            let as_asked = plan.passages.iter().filter(|passage| is_as_asked(&passage.route)).count();
            // All sides of a place can be blocked.
            assert!(as_asked + 4 >= plan.passages.len(), "seed {seed}: {as_asked}");
            assert_eq!(plan.crossings, []);
        }
    }
}

#[test]
fn places_that_no_passage_joins_lie_so_far_apart_that_a_way_fits_between() {
    for seed in 0..40 {
        let mut random = Seed(seed).child("tree").stream();
        let edges = tree(16, 4, &mut random);
        let plan = sprawled(
            &mission(["Cave", "path"], 16, &edges),
            &settings((1, 3), SprawlNeighbour::Previous),
            seed,
        );
        let ground = |place: usize| {
            let place = &plan.places[place];
            Rect::new(place.core.center(), (1, 1).into())
                .grown(place.form.reach().unwrap_or(0))
                .union(place.core)
        };
        for one in 0..16 {
            for other in one + 1..16 {
                let (a, b) = (one as u32 + 1, other as u32 + 1);
                let is_joined = edges.contains(&(a, b)) || edges.contains(&(b, a));
                let least = if is_joined { 1 } else { 3 };
                assert!(apart(ground(one), ground(other)) >= least, "seed {seed}: {a} and {b}");
            }
        }
    }
}

#[test]
fn caves_that_open_to_each_other_lie_side_by_side() {
    for seed in 0..20 {
        let plan = sprawled(
            &mission(["Cave", "open"], 3, &[(1, 2), (2, 3)]),
            &settings((5, 9), SprawlNeighbour::Previous),
            seed,
        );
        for passage in &plan.passages {
            let [from, to] = [passage.from, passage.to].map(|end| plan.place(end).expect("it is there"));
            let [one, other] = [from, to].map(|place| {
                place.core.union(
                    Rect::new(place.core.center(), (1, 1).into()).grown(place.form.reach().unwrap_or(0)),
                )
            });
            assert_eq!(apart(one, other), 1);
        }
    }
}

#[test]
fn a_walk_goes_deep_or_wide_first_and_back_where_it_ends() {
    // A wheel with hub 1 and rim 2 to 5. Leaf 6 is on the rim, leaf 7 on the hub; 8 and 9 are a separate pair.
    let edges = [(1, 2), (1, 3), (1, 4), (1, 5), (2, 3), (3, 4), (4, 5), (5, 2), (5, 6), (1, 7), (8, 9)];
    let (alphabet, mission) = (alphabet(), mission(["Hall", "path"], 9, &edges));
    let (problem, _) =
        LayoutProblem::new(&mission, &alphabet, LayoutContext::default(), &StageContext::default());
    let walked = |beside| {
        let from = |visit: &SprawlVisit| visit.from.map_or(0, |(before, _)| before + 1);
        let visits = walk(&problem, beside);
        visits.iter().map(|visit| (from(visit), visit.place + 1)).collect::<Vec<_>>()
    };
    let deep = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (1, 7), (0, 8), (8, 9)];
    let wide = [(0, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 7), (5, 6), (0, 8), (8, 9)];
    assert_eq!(walked(SprawlNeighbour::Previous), deep);
    assert_eq!(walked(SprawlNeighbour::Parent), wide);
}

#[test]
fn a_hub_with_more_neighbours_than_sides_is_laid_out() {
    for leaves in [5, 8, 12, 16] {
        let edges: Vec<(u32, u32)> = (2..=leaves + 1).map(|leaf| (1, leaf)).collect();
        for seed in crate::sample::of(0..5) {
            sprawled(
                &mission(["Hall", "path"], leaves + 1, &edges),
                &settings((2, 8), SprawlNeighbour::Previous),
                seed,
            );
        }
    }
}

#[test]
fn long_lines_sprawl() {
    let line: Vec<(u32, u32)> = (1..200).map(|place| (place, place + 1)).collect();
    for seed in crate::sample::of(0..8) {
        for beside in [SprawlNeighbour::Previous, SprawlNeighbour::Parent] {
            sprawled(&mission(["Hall", "path"], 200, &line), &settings((2, 8), beside), seed);
        }
    }
}

#[test]
fn trees_of_hundreds_of_places_sprawl_with_straight_passages() {
    for (seed, most) in [(1, 3), (2, 4)] {
        let mut random = Seed(seed).child("tree").stream();
        let mission = mission(["Hall", "path"], 300, &tree(300, most, &mut random));
        for beside in [SprawlNeighbour::Previous, SprawlNeighbour::Parent] {
            let plan = sprawled(&mission, &settings((2, 8), beside), seed);
            assert_eq!(plan.crossings, []);
            let straight = plan.passages.iter().filter(|passage| turns(&passage.route) == 0).count();
            assert!(straight * 10 >= 299 * 9, "{straight}");
        }
    }
}

#[test]
fn a_hub_that_may_be_large_gets_sides_for_all_its_neighbours() {
    let mut alphabet = alphabet();
    alphabet.nodes["Cave"].form = Some(Form::Hall(Hall { width: (3, 60), height: (3, 60) }));
    let mut mission = mission(["Hall", "path"], 21, &(2..=21).map(|leaf| (1, leaf)).collect::<Vec<_>>());
    let hub = alphabet.node_id("Cave").expect("a symbol");
    mission.set_node(NodeId(1), Node { symbol: hub, site: None, made_by: 0, attributes: Default::default() });
    for seed in 0..3 {
        let outcome = layout(
            &mission,
            &alphabet,
            &[],
            &settings((2, 8), SprawlNeighbour::Previous),
            Seed(seed),
            LayoutContext::default(),
            StageContext::default(),
        )
        .unwrap();
        assert_eq!(outcome.diagnostics, [], "seed {seed}");
    }
}

#[test]
fn a_hub_that_stays_too_small_is_named_with_the_size_that_would_do() {
    let edges: Vec<(u32, u32)> = (2..=61).map(|leaf| (1, leaf)).collect();
    let outcome =
        laid_out(&mission(["Hall", "path"], 61, &edges), &settings((2, 4), SprawlNeighbour::Previous), 1);
    let [Diagnostic { code: "sprawl-gave-up", message, hint: Some(hint), .. }] = &outcome.diagnostics[..]
    else {
        panic!("{:?}", outcome.diagnostics)
    };
    assert!(message.contains("60 passages"), "{message}");
    // Fifteen on each side, each three cells wide and three cells apart.
    assert!(hint.sentence().contains("87 × 87"), "{hint}");
    assert!(outcome.value.passages.iter().all(|passage| !passage.route.is_empty()));
}

#[test]
fn a_mission_that_cannot_sprawl_lies_in_columns_and_rows_and_is_explained() {
    let looped = mission(["Hall", "path"], 2, &[(1, 2), (1, 1)]);
    let outcome = laid_out(&looped, &settings((2, 8), SprawlNeighbour::Previous), 1);
    let said: Vec<_> = outcome.diagnostics.iter().map(|found| (found.severity, found.code)).collect();
    assert_eq!(said, [(Severity::Warning, "sprawl-gave-up")]);
    assert!(outcome.value.passages.iter().all(|passage| !passage.route.is_empty()));
    // In a complete mission of five places, some passages must cross.
    let edges: Vec<(u32, u32)> = (1..=5).flat_map(|from| (from + 1..=5).map(move |to| (from, to))).collect();
    let forbidden =
        LayoutSettings { bridges: Bridges::Forbid, ..settings((2, 8), SprawlNeighbour::Previous) };
    let outcome = laid_out(&mission(["Hall", "path"], 5, &edges), &forbidden, 1);
    assert_eq!(outcome.diagnostics[0].code, "sprawl-gave-up");
    assert!(outcome.diagnostics.iter().any(|found| found.code == "no-way"));
}

/// Draws a plan, with cores as `#` and routes as `.`.
fn draw(plan: &Plan) -> String {
    let mut cells: BTreeMap<(i32, i32), char> = BTreeMap::new();
    for passage in &plan.passages {
        cells.extend(passage.route.iter().map(|cell| ((cell.x, cell.y), '.')));
    }
    for place in &plan.places {
        cells.extend(place.core.cells().map(|cell| ((cell.x, cell.y), '#')));
    }
    let row = |y| {
        let cells: String =
            (0..plan.size.width as i32).map(|x| cells.get(&(x, y)).copied().unwrap_or(' ')).collect();
        cells.trim_end().to_owned() + "\n"
    };
    (0..plan.size.height as i32).map(row).collect()
}

/// If this fails, every level of every designer changes. Do not update the drawing; fix the code.
#[test]
fn sprawls_never_change() {
    let mission =
        mission(["Hall", "path"], 8, &[(1, 2), (2, 3), (3, 4), (2, 5), (5, 6), (6, 7), (6, 8), (8, 1)]);
    let expected = "


                   ###
                   ###
    ...............###
    .              ###
    .               .
    .               .
    .               .
    .               .
    .              ######
    .  #######     ######
    .  #######.....######
    .  #######     ######
    .      .       ######
    .      .           .
    .      .           .
    .      .           .
    .      .           .       ######
    .      .         #####     ######
  ####    ###        #####.....######
  ####....###        #####     ######
  ####    ###        #####     ######
  ####     .         #####
           .
          ###
          ###
          ###


";
    assert_eq!(
        format!("\n{}", draw(&sprawled(&mission, &settings((2, 6), SprawlNeighbour::Previous), 3))),
        expected
    );
}
