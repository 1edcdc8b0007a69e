//! Compares compact levels with the optimum: the shortest passages among all positions that keep the order of
//! everything.
//!
//! The oracle is independent of the compactor. It reads a plan and converts its order along rows and columns
//! to linear inequalities. A solver then finds the minimum sum of lengths.

use std::sync::Arc;

use delvewright_engine::base::{Cell, RandomStream, Rect, Seed, Size};
use delvewright_engine::grammar::{ElementId, Grammar, Start};
use delvewright_engine::layout::Plan;
use delvewright_engine::pipeline::{Pipeline, Request};
use delvewright_engine::settings::Spacing;
use delvewright_engine::text::parse_grammar;
use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};

use crate::sample;

const GRAMMAR: &str = r##"
Grammar(
    format: 1,
    name: "Optimum",
    alphabet: (
        nodes: {"Hall": (form: Hall(width: (5, 12), height: (4, 9)))},
        edges: {"path": (role: Passage)},
    ),
    start: Graph(nodes: {1: "Hall"}),
)
"##;

/// Returns a plan of a random mission of halls: a tree with some additional passages.
fn plan(seed: u64, gap: u32) -> Arc<Plan> {
    let mut random = Seed(seed).child("optimum").stream();
    let mut grammar: Grammar = parse_grammar(GRAMMAR, None).value.expect("the grammar is right");
    let count = random.range(4, 12);
    let mut edges: Vec<(u32, u32)> = (2..=count).map(|id| (random.range(1, id - 1), id)).collect();
    for _ in 0..random.below(u64::from(count / 2) + 1) {
        let (from, to) = two(&mut random, count);
        edges.push((from, to));
    }
    let edge = |(from, to): (u32, u32)| (ElementId(from), "path".into(), ElementId(to));
    grammar.start = Start::Graph {
        nodes: (1..=count).map(|id| (ElementId(id), "Hall".into())).collect(),
        edges: edges.into_iter().map(edge).collect(),
        at: Default::default(),
        drawn: Default::default(),
    };
    grammar.layout.spacing = Spacing::Compact { gap };
    let grammar = Arc::new(grammar);
    let run = Pipeline::default().run(&Request::new(grammar, Vec::new(), Seed(seed)));
    assert_eq!(run.failure, None);
    run.plan.expect("a plan")
}

fn two(random: &mut RandomStream, count: u32) -> (u32, u32) {
    let from = random.range(1, count - 1);
    (from, random.range(from + 1, count))
}

/// Places and ways, seen from above or turned by a quarter.
struct Drawing {
    cores: Vec<Rect>,
    ways: Vec<Way>,
}

struct Way {
    places: [usize; 2],
    /// Points where it begins, turns and ends.
    corners: Vec<Cell>,
}

impl Drawing {
    fn new(plan: &Plan) -> Self {
        let ways = plan.passages.iter().map(|passage| {
            let turns = passage.route.windows(3).filter(|three| three[2] - three[1] != three[1] - three[0]);
            let (first, last) = (passage.route[0], passage.route[passage.route.len() - 1]);
            let corners = std::iter::once(first).chain(turns.map(|three| three[1])).chain([last]).collect();
            Way { places: [passage.from.index(), passage.to.index()], corners }
        });
        Self { cores: plan.places.iter().map(|place| place.core).collect(), ways: ways.collect() }
    }

    fn turned(&self) -> Self {
        let turned = |cell: &Cell| Cell::new(cell.y, cell.x);
        let core = |core: &Rect| Rect::new(turned(&core.min), Size::new(core.size.height, core.size.width));
        let way = |way: &Way| Way { places: way.places, corners: way.corners.iter().map(turned).collect() };
        Self { cores: self.cores.iter().map(core).collect(), ways: self.ways.iter().map(way).collect() }
    }

    /// Returns the total length of all pieces along the rows, in cells.
    fn length(&self) -> i32 {
        let corners = self.ways.iter().flat_map(|way| way.corners.windows(2));
        corners.map(|pair| (pair[1].x - pair[0].x).abs()).sum()
    }
}

/// Something that moves along the rows as a unit.
struct Item {
    position: Variable,
    left: i32,
    right: i32,
    /// First and last row.
    rows: (i32, i32),
    owner: Owner,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Place(usize),
    /// A piece of a way along a column.
    Piece {
        way: usize,
        piece: usize,
    },
}

/// Returns the minimum total length of all pieces along the rows, if everything keeps its order with
/// everything that shares a row.
fn least_length(drawing: &Drawing, gap: i32) -> f64 {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let anywhere = (f64::NEG_INFINITY, f64::INFINITY);
    // Costs are added once it is known how often each position is used.
    let mut costs: Vec<f64> = Vec::new();
    let places = drawing.cores.len();
    let pieces: Vec<(usize, usize)> = drawing
        .ways
        .iter()
        .enumerate()
        .flat_map(|(number, way)| (0..way.corners.len() - 1).map(move |piece| (number, piece)))
        .filter(|(way, piece)| {
            let corners = &drawing.ways[*way].corners;
            corners[*piece].x == corners[piece + 1].x
        })
        .collect();
    costs.resize(places + pieces.len(), 0.0);
    let of_piece = |way: usize, piece: usize| {
        pieces.iter().position(|other| *other == (way, piece)).map(|number| places + number)
    };
    // Returns the position that the end of a piece along a row moves with.
    let end = |way: usize, corner: usize| {
        let before = corner.checked_sub(1).and_then(|piece| of_piece(way, piece));
        let last = usize::from(corner > 0);
        before.or_else(|| of_piece(way, corner)).unwrap_or(drawing.ways[way].places[last])
    };
    let mut ordered = Vec::new();
    for (number, way) in drawing.ways.iter().enumerate() {
        for corner in 0..way.corners.len() - 1 {
            let (from, to) = (way.corners[corner].x, way.corners[corner + 1].x);
            if from == to {
                continue;
            }
            let ends = [end(number, corner), end(number, corner + 1)];
            let sign = if from < to { 1.0 } else { -1.0 };
            costs[ends[1]] += sign;
            costs[ends[0]] -= sign;
            ordered.push((ends, sign, from, to));
        }
    }
    let positions: Vec<Variable> = costs.iter().map(|cost| problem.add_var(*cost, anywhere)).collect();
    let now = |node: usize| match node.checked_sub(places) {
        None => drawing.cores[node].min.x,
        Some(piece) => drawing.ways[pieces[piece].0].corners[pieces[piece].1].x,
    };
    let mut behind = |from: Variable, to: Variable, least: i32| {
        problem.add_constraint([(to, 1.0), (from, -1.0)], ComparisonOp::Ge, f64::from(least));
    };
    for (ends, sign, from, to) in ordered {
        // A piece keeps its direction; the offsets of its ends from their positions are added.
        let [one, other] = ends;
        let shift = (to - now(other)) - (from - now(one));
        if sign > 0.0 {
            behind(positions[one], positions[other], -shift);
        } else {
            behind(positions[other], positions[one], shift);
        }
    }
    let mut items: Vec<Item> = (drawing.cores.iter().enumerate())
        .map(|(place, core)| Item {
            position: positions[place],
            left: core.min.x,
            right: core.right(),
            rows: (core.min.y, core.bottom()),
            owner: Owner::Place(place),
        })
        .collect();
    for (number, (way, piece)) in pieces.iter().copied().enumerate() {
        let corners = &drawing.ways[way].corners;
        let (mut top, mut bottom) = (corners[piece].y, corners[piece + 1].y);
        let down = (bottom - top).signum();
        // The ends of the piece are in the places.
        for (is_end, place, y) in [(piece == 0, 0, &mut top), (piece + 2 == corners.len(), 1, &mut bottom)] {
            if is_end {
                *y += if place == 0 { down } else { -down };
                let place = drawing.ways[way].places[place];
                let core = drawing.cores[place];
                // A door is on its side, but not at the corner.
                behind(positions[place], positions[places + number], 1);
                behind(positions[places + number], positions[place], 2 - core.size.width as i32);
            }
        }
        let x = corners[piece].x;
        let rows = (top.min(bottom), top.max(bottom) + 1);
        let owner = Owner::Piece { way, piece };
        items.push(Item { position: positions[places + number], left: x, right: x + 1, rows, owner });
    }
    for (number, one) in items.iter().enumerate() {
        for other in &items[number + 1..] {
            let (left, right) = if one.left < other.left { (one, other) } else { (other, one) };
            let rows_apart = (left.rows.0 - right.rows.1).max(right.rows.0 - left.rows.1);
            let cells = match (left.owner, right.owner) {
                (Owner::Place(_), Owner::Place(_)) if rows_apart < gap => gap,
                (Owner::Place(_), Owner::Place(_)) => continue,
                // Cells that touch at a corner touch.
                _ if rows_apart >= 1 => continue,
                (Owner::Place(place), Owner::Piece { way, piece })
                | (Owner::Piece { way, piece }, Owner::Place(place)) => {
                    let Way { places, corners } = &drawing.ways[way];
                    let leaves = (piece == 0 && places[0] == place)
                        || (piece + 2 == corners.len() && places[1] == place);
                    if leaves {
                        continue;
                    }
                    // A way may touch its own places.
                    i32::from(!places.contains(&place))
                }
                (Owner::Piece { way, piece }, Owner::Piece { way: other, piece: next }) if way == other => {
                    let corners = &drawing.ways[way].corners;
                    let down = |piece: usize| corners[piece + 1].y > corners[piece].y;
                    if piece.abs_diff(next) == 2 && down(piece) == down(next) {
                        continue;
                    }
                    1
                }
                (Owner::Piece { .. }, Owner::Piece { .. }) => 1,
            };
            // Items that are closer than allowed are not moved apart.
            let apart = (left.right - left.left + cells).min(right.left - left.left);
            behind(left.position, right.position, apart);
        }
    }
    // Offsets of the ends of pieces from the positions that they move with.
    let fixed: f64 = drawing.length().into();
    let at_now: f64 = costs.iter().enumerate().map(|(node, cost)| cost * f64::from(now(node))).sum();
    let solved = problem.solve().expect("the plan itself is a solution");
    let found = solved.into_solution().expect("nothing limits the solver");
    found.objective() + fixed - at_now
}

/// Tolerance in cells per passage, because compaction also makes a level smaller.
const CELLS_FOR_SMALLNESS: f64 = 1.0;

#[test]
fn passages_of_compact_levels_are_nearly_as_short_as_their_topology_allows() {
    let (mut all, mut all_least) = (0.0, 0.0);
    for seed in sample::of(0..120) {
        let gap = 1 + (seed % 3) as i32;
        let plan = plan(seed, gap.unsigned_abs());
        if !plan.crossings.is_empty() {
            continue;
        }
        let drawing = Drawing::new(&plan);
        let turned = drawing.turned();
        // One of the steps from place to place is not a cell of the passage.
        let passages = drawing.ways.len() as f64;
        let now = f64::from(drawing.length() + turned.length()) - passages;
        let least = least_length(&drawing, gap) + least_length(&turned, gap) - passages;
        assert!(least <= now + 0.01, "the oracle is wrong, seed {seed}: {least} of {now}");
        assert!(now <= 1.1 * least + CELLS_FOR_SMALLNESS, "seed {seed}: {now}, {least} would do");
        all += now;
        all_least += least;
    }
    assert!(all <= 1.1 * all_least, "{all}, {all_least} would do");
}
