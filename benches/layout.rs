//! Measures layout alone, on graphs that other projects use to compare layouts, and on large missions of an
//! example grammar.
//!
//! The graphs are laid out in columns and rows, and as a sprawl. They are read from a folder next to the
//! project, or from the one that `LAYOUT_GRAPHS` names; without it they are left out.
//!
//!     cargo bench --no-default-features --bench layout

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use delvewright::base::{Seed, StageContext, StopReason};
use delvewright::files::{load_example, parse_grammar};
use delvewright::grammar::{ElementId, Grammar, Limits, RecipeStep, Start, Times, derive};
use delvewright::layout::{LayoutContext, layout};
use delvewright::mission::Mission;
use delvewright::rooms::RoomSet;
use delvewright::settings::{Spacing, SprawlNeighbour};

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const GRAMMAR: &str = include_str!("../tests/layout_graphs/grammar.ron");

/// A mission, with everything else that layout needs.
struct Case {
    mission: Mission,
    grammar: Grammar,
    rooms: Vec<Arc<RoomSet>>,
}

impl Case {
    fn new(grammar: Grammar, rooms: Vec<Arc<RoomSet>>) -> Self {
        let mission = derive(&grammar, Seed(1), StageContext::default()).unwrap().value.mission;
        Self { mission, grammar, rooms }
    }

    fn places(&self) -> usize {
        let is_place = |symbol| self.grammar.alphabet.node(symbol).1.form.is_some();
        self.mission.nodes().filter(|(_, node)| is_place(node.symbol)).count()
    }

    fn run(&self, seed: u64) {
        let Self { mission, grammar, rooms } = self;
        let outcome = layout(
            mission,
            &grammar.alphabet,
            rooms,
            &grammar.layout,
            Seed(seed),
            LayoutContext::default(),
            StageContext::default(),
        )
        .unwrap();
        assert_eq!(outcome.stop, StopReason::Done, "seed {seed}: {:?}", outcome.diagnostics);
        black_box(outcome);
    }
}

fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("LAYOUT_GRAPHS").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/layout-graphs");
    named.or(Some(beside)).filter(|folder| folder.is_dir())
}

/// Reads some graphs of a file with one graph per line: `index nodes: a-b a-b …`.
fn graphs(file: &Path, spacing: Spacing) -> Vec<Case> {
    let text = fs::read_to_string(file).expect("the file can be read");
    let lines = text.lines().step_by(5).map(|line| {
        let (head, edges) = line.split_once(':').expect("a line has a colon");
        let count: u32 =
            head.split_whitespace().nth(1).and_then(|count| count.parse().ok()).expect("a number");
        let symbols = ["Hall", "Cave", "Chamber", "Vault"];
        let nodes =
            (1..=count).map(|id| (ElementId(id), symbols[id as usize % symbols.len()].into())).collect();
        let edges = edges.split_whitespace().map(|pair| {
            let (from, to) = pair.split_once('-').expect("an edge has two ends");
            let id = |text: &str| ElementId(text.parse::<u32>().expect("a number") + 1);
            (id(from), "path".into(), id(to))
        });
        Start::Graph { nodes, edges: edges.collect(), at: Default::default(), drawn: Default::default() }
    });
    let mut grammar = parse_grammar(GRAMMAR, None).value.expect("the grammar is right");
    grammar.layout.spacing = spacing;
    lines.map(|start| Case::new(Grammar { start, ..grammar.clone() }, Vec::new())).collect()
}

fn buckets(criterion: &mut Criterion) {
    bucket_group(criterion, "five mission graphs", Spacing::default());
}

fn sprawls(criterion: &mut Criterion) {
    let sprawl = Spacing::Sprawl { length: (2, 8), beside: SprawlNeighbour::default() };
    bucket_group(criterion, "five mission graphs as a sprawl", sprawl);
}

fn bucket_group(criterion: &mut Criterion, name: &str, spacing: Spacing) {
    let Some(folder) = folder() else {
        eprintln!("No folder with mission graphs is there; name one by LAYOUT_GRAPHS.");
        return;
    };
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10);
    for file in files {
        let cases = graphs(&file, spacing);
        let name = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let mut seed = 0;
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| {
                seed = seed % 10 + 1;
                cases.iter().for_each(|case| case.run(seed));
            });
        });
    }
    group.finish();
}

/// Returns the example "First lock" with `factor` times as many stretches, loops and branches.
fn first_lock(factor: u32) -> Case {
    let project = load_example("first_lock").expect("the example is there");
    let rooms = project.room_sets().cloned().map(Arc::new).collect();
    let mut grammar = project.grammar.value.expect("the example can be read");
    for step in &mut grammar.recipe {
        if let RecipeStep::Apply { times: Times::Between(least, most), .. } = step {
            (*least, *most) = (*least * factor, *most * factor);
        }
    }
    grammar.limits = Limits { steps: 100_000, nodes: 100_000, edges: 100_000 };
    Case::new(grammar, rooms)
}

fn large(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("first lock");
    group.sample_size(10);
    for factor in [11, 32, 109] {
        let case = first_lock(factor);
        let mut seed = 0;
        group.bench_function(BenchmarkId::from_parameter(format!("{} places", case.places())), |bencher| {
            bencher.iter(|| {
                seed = seed % 10 + 1;
                case.run(seed);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, buckets, sprawls, large);
criterion_main!(benches);
