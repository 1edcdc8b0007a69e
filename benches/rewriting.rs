//! Rewrites a second, choosing uniformly among all matches, with every step recorded; beside searching the whole mission anew before each step.
//!
//!     cargo bench --no-default-features --bench rewriting

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use delvewright::base::Seed;
use delvewright::files::parse_grammar;
use delvewright::grammar::{
    Grammar, Limits, RecipeStep, RuleChoice, Times, apply_match, derive, find_matches,
};

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The steps of a derivation.
const STEPS: [u32; 3] = [1_000, 10_000, 100_000];

const ALPHABET: &str = r##"
    alphabet: (
        nodes: {
            "End": (form: Hall()), "Room": (form: Hall()), "Lock": (role: Lock, form: Hall()), "Key": (role: Key),
        },
        edges: {"path": (role: Passage), "opens": (role: Opens), "holds": (role: Contains)},
    ),
    start: Graph(nodes: {1: "Room", 2: "Room", 3: "End"}, edges: [(1, "path", 2), (2, "path", 3)]),
"##;

/// One end grows: end → room – end.
const GROW: &str = r##"
    (name: "grow", lhs: (nodes: {1: "End"}), rhs: (nodes: {1: "Room", 2: "End"}, edges: [(1, "path", 2)])),
"##;

/// Any edge is divided: a – b → a – c – b.
const SUBDIVIDE: &str = r##"
    (
        name: "subdivide",
        lhs: (nodes: {1: Any, 2: Any}, edges: [(1, "path", 2)]),
        rhs: (nodes: {1: Keep, 2: Keep, 3: "Room"}, edges: [(1, "path", 3), (3, "path", 2)]),
    ),
"##;

/// Growth, subdivision, branches, and locks with their keys where there is none beside.
const MISSION: &str = r##"
    (name: "grow", lhs: (nodes: {1: "End"}), rhs: (nodes: {1: "Room", 2: "End"}, edges: [(1, "path", 2)])),
    (
        name: "subdivide", weight: 3,
        lhs: (nodes: {1: Any, 2: "Room"}, edges: [(1, "path", 2)]),
        rhs: (nodes: {1: Keep, 2: Keep, 3: "Room"}, edges: [(1, "path", 3), (3, "path", 2)]),
    ),
    (
        name: "branch", weight: 2,
        lhs: (nodes: {1: "Room", 2: "Room", 3: Any}, edges: [(1, "path", 2), (2, "path", 3)]),
        rhs: (nodes: {1: Keep, 2: Keep, 3: Keep, 4: "Room"}, edges: [(1, "path", 2), (2, "path", 3), (2, "path", 4)]),
    ),
    (
        name: "lock",
        lhs: (nodes: {1: "Room", 2: "Room", 3: "Room"}, edges: [(1, "path", 2), (2, "path", 3)]),
        forbid: [(nodes: {9: "Lock"}, edges: [(2, "path", 9)])],
        rhs: (
            nodes: {1: Keep, 2: Keep, 3: Keep, 4: "Lock", 5: "Key"},
            edges: [(1, "path", 2), (2, "path", 4), (4, "path", 3), (1, "holds", 5), (5, "opens", 4)],
        ),
    ),
"##;

/// Five rules of which three begin with the same left side: subdivision, a lock with its key, a longer way to a lock, two ways, and a room that becomes a lock.
const LOCKS: &str = r##"
    (
        name: "subdivide",
        lhs: (nodes: {1: "Room", 2: "Room"}, edges: [(1, "path", 2)]),
        rhs: (nodes: {1: Keep, 2: Keep, 3: "Room"}, edges: [(1, "path", 3), (3, "path", 2)]),
    ),
    (
        name: "lock",
        lhs: (nodes: {1: "Room", 2: "Room"}, edges: [(1, "path", 2)]),
        rhs: (
            nodes: {1: Keep, 2: Keep, 3: "Lock", 4: "Key"},
            edges: [(1, "path", 3), (3, "path", 2), (1, "holds", 4)],
        ),
    ),
    (
        name: "longer",
        lhs: (nodes: {1: "Room", 2: "Lock"}, edges: [(1, "path", 2)]),
        rhs: (nodes: {1: Keep, 2: Keep, 3: "Room"}, edges: [(1, "path", 3), (3, "path", 2)]),
    ),
    (
        name: "two ways",
        lhs: (nodes: {1: "Room", 2: "Room"}, edges: [(1, "path", 2)]),
        rhs: (
            nodes: {1: Keep, 2: Keep, 3: "Room", 4: "Room"},
            edges: [(1, "path", 3), (3, "path", 2), (1, "path", 4), (4, "path", 2)],
        ),
    ),
    (
        name: "gate",
        lhs: (nodes: {1: "Room", 2: "Room", 3: "Room"}, edges: [(1, "path", 2), (2, "path", 3)]),
        rhs: (nodes: {1: Keep, 2: "Lock", 3: Keep}, edges: [(1, "path", 2), (2, "path", 3)]),
    ),
"##;

fn grammar(rules: &str, steps: u32) -> Grammar {
    let text = format!("Grammar(format: 1, name: \"Bench\", {ALPHABET} rules: [{rules}])");
    let loaded = parse_grammar(&text, None);
    assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
    let mut grammar = loaded.value.expect("the grammar can be read");
    grammar.recipe = vec![RecipeStep::apply(RuleChoice::All, Times::Exactly(steps))];
    grammar.limits = Limits { steps: 1_000_000, nodes: 1_000_000, edges: 1_000_000 };
    grammar
}

/// Every match of every rule is searched for anew before each step.
fn rescan(grammar: &Grammar, steps: u32) -> usize {
    let mut mission = derive(&Grammar { recipe: Vec::new(), ..grammar.clone() }, Seed(1)).value.mission;
    let mut random = Seed(1).stream();
    for step in 1..=steps {
        let matches: Vec<_> =
            (0..grammar.rules.len()).map(|rule| find_matches(grammar, rule, &mission)).collect();
        let weights = matches
            .iter()
            .zip(&grammar.rules)
            .map(|(found, rule)| if found.is_empty() { 0 } else { rule.weight });
        let Some(rule) = random.weighted(weights) else { break };
        if let Some(matched) = random.pick(&matches[rule]).cloned() {
            apply_match(grammar, rule, &mut mission, &matched, 0, step);
        }
    }
    mission.node_count()
}

fn rewriting(criterion: &mut Criterion) {
    for (name, rules) in [("grow", GROW), ("subdivide", SUBDIVIDE), ("mission", MISSION), ("locks", LOCKS)] {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        for steps in STEPS {
            let grammar = grammar(rules, steps);
            assert_eq!(derive(&grammar, Seed(1)).value.steps.len(), steps as usize);
            group.throughput(Throughput::Elements(u64::from(steps)));
            group.bench_function(BenchmarkId::new("kept matches", steps), |bencher| {
                bencher.iter_with_large_drop(|| derive(black_box(&grammar), Seed(1)));
            });
        }
        let steps = 300;
        let grammar = grammar(rules, steps);
        group.throughput(Throughput::Elements(u64::from(steps)));
        group.bench_function(BenchmarkId::new("kept matches", steps), |bencher| {
            bencher.iter_with_large_drop(|| derive(black_box(&grammar), Seed(1)));
        });
        group.bench_function(BenchmarkId::new("searched anew", steps), |bencher| {
            bencher.iter(|| rescan(black_box(&grammar), steps));
        });
        group.finish();
    }
}

criterion_group!(benches, rewriting);
criterion_main!(benches);
