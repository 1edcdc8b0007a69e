//! Measures the whole pipeline, from grammar to proved level, compared with a plain implementation of the
//! classic method.
//!
//! For every cell, the classic method checks every node and edge of the lattice: is it in a cave, on a
//! corridor, on a seal? Then it smooths in grid order. It verifies nothing.
//!
//!     cargo bench --no-default-features

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use delvewright::base::{Cell, Grid, RandomStream, Seed, Size};
use delvewright::files::load_example;
use delvewright::pipeline::{Pipeline, Request};

#[path = "shared/lattice.rs"]
mod lattice;

use lattice::{cave, lattice};

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Number of places in a row (and of rows), and number of cells between them.
const SIZES: [(u32, u32); 2] = [(8, 17), (16, 30)];

fn run(request: &Request) -> usize {
    let run = Pipeline::default().run(request);
    assert_eq!(run.failure, None);
    run.level.map_or(0, |level| level.tiles.values().len())
}

/// The classic method, implemented plainly.
mod classic {
    use super::*;

    pub struct Node {
        at: Cell,
        radius: i32,
    }

    /// Returns the nodes of a lattice, and its edges as pairs of node indexes.
    pub fn lattice(side: u32, scale: u32, random: &mut RandomStream) -> (Vec<Node>, Vec<(usize, usize)>) {
        let (least, most) = cave(scale).radius;
        let mut nodes = Vec::new();
        let mut edges = Vec::new();
        for y in 0..side {
            for x in 0..side {
                let at = Cell::new((x * scale + scale / 2) as i32, (y * scale + scale / 2) as i32);
                let here = nodes.len();
                nodes.push(Node { at, radius: random.range(least, most) as i32 });
                edges.extend((x + 1 < side).then_some((here, here + 1)));
                edges.extend((y + 1 < side).then_some((here, here + side as usize)));
            }
        }
        (nodes, edges)
    }

    pub fn generate(side: u32, scale: u32, seed: Seed) -> Grid<bool> {
        let mut random = seed.stream();
        let (nodes, edges) = lattice(side, scale, &mut random);
        let size = Size::new(side * scale, side * scale);
        let mut open = Grid::filled(size, false);
        let mut certain = Grid::filled(size, false);
        for cell in open.rect().cells() {
            for node in &nodes {
                let (dx, dy) = (cell.x - node.at.x, cell.y - node.at.y);
                if dx * dx + dy * dy <= node.radius * node.radius && !random.chance(45) {
                    open[cell] = true;
                }
            }
            for (from, to) in &edges {
                let (from, to) = (nodes[*from].at, nodes[*to].at);
                let on_corridor = (from.x..=to.x).contains(&cell.x) && (from.y..=to.y).contains(&cell.y);
                let middle = Cell::new((from.x + to.x) / 2, (from.y + to.y) / 2);
                let half = scale as i32 / 2;
                let on_seal = if from.y == to.y {
                    cell.x == middle.x && (cell.y - middle.y).abs() <= half
                } else {
                    cell.y == middle.y && (cell.x - middle.x).abs() <= half
                };
                if on_seal || on_corridor {
                    certain[cell] = true;
                    open[cell] = on_corridor;
                }
            }
        }
        for _ in 0..4 {
            for cell in open.rect().cells() {
                if certain[cell] {
                    continue;
                }
                let solid = cell.around().filter(|near| !open.get(*near).copied().unwrap_or(false)).count();
                if solid > 4 {
                    open[cell] = false;
                } else if solid < 4 {
                    open[cell] = true;
                }
            }
        }
        open
    }
}

fn beside_the_classic(criterion: &mut Criterion) {
    for (side, scale) in SIZES {
        let mut group = criterion.benchmark_group(format!("{side}x{side} places at scale {scale}"));
        group.sample_size(20);
        let request = lattice(side, scale);
        group.bench_function(BenchmarkId::from_parameter("pipeline with proof"), |bencher| {
            bencher.iter(|| run(black_box(&request)));
        });
        group.bench_function(BenchmarkId::from_parameter("classic, plainly"), |bencher| {
            bencher.iter(|| classic::generate(black_box(side), black_box(scale), Seed(1)));
        });
        group.finish();
    }
}

fn examples(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("examples");
    group.sample_size(20);
    for example in delvewright::files::EXAMPLES {
        let project = load_example(example.name).expect("the example is there");
        let rooms = project.room_sets().cloned().map(Arc::new).collect();
        let grammar = Arc::new(project.grammar.value.expect("the example can be read"));
        let mut request = Request::new(grammar, rooms, Seed(0));
        group.bench_function(BenchmarkId::from_parameter(example.name), |bencher| {
            bencher.iter(|| {
                request.seed = Seed(request.seed.0 % 50 + 1);
                run(black_box(&request))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, beside_the_classic, examples);
criterion_main!(benches);
