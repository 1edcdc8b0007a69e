//! Derives the same grammars with this library and with the crate `graph-grammar`.
//!
//!     cargo bench --no-default-features --bench graph_grammar
//!
//! The differences:
//!
//! - This library draws a rule by weight among those that match, then one of all its matches, each equally
//!   likely. It records every step so that it can be undone. The crate draws a rule by weight, then walks
//!   into the mission at random and takes the first match, so matches are not equally likely. It records
//!   nothing.
//! - The crate reads and writes JSON, so reading the grammar and writing the mission are part of its time.
//!   Building the rules is part of ours.
//! - The crate forbids patterns anywhere in the mission, not next to the match. The rule that makes locks
//!   therefore forbids nothing here. It always tries nodes of any symbol in the order of age, so all nodes
//!   have symbols here.
//! - The crate scans all edges for each step, so its steps get slower in larger missions. It is left out if a
//!   derivation takes minutes.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use delvewright::base::{Seed, StageContext};
use delvewright::files::parse_grammar;
use delvewright::grammar::{
    Grammar, Limits, Rule, SymbolPattern, SymbolReplacement, Times, derive, pair_edges,
};
use delvewright::grammar::{RecipeStep, RuleChoice};
use graph_grammar::run_grammar;
use serde_json::{Value, json};

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const STEPS: [u32; 3] = [100, 1_000, 20_000];
const MOST_STEPS_OF_PEER: u32 = 1_000;

const ALPHABET: &str = r#"
    alphabet: (
        nodes: {
            "End": (form: Hall()), "Room": (form: Hall()), "Lock": (role: Lock, form: Hall()), "Key": (role: Key),
        },
        edges: {"path": (role: Passage), "opens": (role: Opens), "holds": (role: Contains)},
    ),
    start: Graph(nodes: {1: "Room", 2: "Room", 3: "End"}, edges: [(1, "path", 2), (2, "path", 3)]),
"#;

/// An end grows: end → room – end.
const GROW: &str = r#"
    (name: "grow", lhs: (nodes: {1: "End"}), rhs: (nodes: {1: "Room", 2: "End"}, edges: [(1, "path", 2)])),
"#;

/// An edge between rooms is divided: a – b → a – c – b.
const SUBDIVIDE: &str = r#"
    (
        name: "subdivide", weight: 3,
        lhs: (nodes: {1: "Room", 2: "Room"}, edges: [(1, "path", 2)]),
        rhs: (nodes: {1: Keep, 2: Keep, 3: "Room"}, edges: [(1, "path", 3), (3, "path", 2)]),
    ),
"#;

/// Branches, and locks with their keys.
const BRANCH_AND_LOCK: &str = r#"
    (
        name: "branch", weight: 2,
        lhs: (nodes: {1: "Room", 2: "Room", 3: "Room"}, edges: [(1, "path", 2), (2, "path", 3)]),
        rhs: (nodes: {1: Keep, 2: Keep, 3: Keep, 4: "Room"}, edges: [(1, "path", 2), (2, "path", 3), (2, "path", 4)]),
    ),
    (
        name: "lock",
        lhs: (nodes: {1: "Room", 2: "Room", 3: "Room"}, edges: [(1, "path", 2), (2, "path", 3)]),
        rhs: (
            nodes: {1: Keep, 2: Keep, 3: Keep, 4: "Lock", 5: "Key"},
            edges: [(1, "path", 2), (2, "path", 4), (4, "path", 3), (1, "holds", 5), (5, "opens", 4)],
        ),
    ),
"#;

fn grammar(rules: &str, steps: u32) -> Grammar {
    let text = format!("Grammar(format: 1, name: \"Bench\", {ALPHABET} rules: [{rules}])");
    let loaded = parse_grammar(&text, None);
    assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
    let mut grammar = loaded.value.expect("the grammar can be read");
    grammar.recipe = vec![RecipeStep::apply(RuleChoice::All, Times::Exactly(steps))];
    grammar.limits = Limits { steps: 1_000_000, nodes: 1_000_000, edges: 1_000_000 };
    grammar
}

/// Returns the grammar in the format of the crate.
fn for_peer(grammar: &Grammar, steps: u32) -> String {
    let rules: Vec<Value> = grammar.rules.iter().map(rule_for_peer).collect();
    let node = |id: u32, label: &str| json!({"id": id.to_string(), "label": label, "props": {}});
    let edge = |id: &str, from: u32, to: u32| edge_for_peer(id, from, "path", to);
    json!({
        "id": "bench", "name": "Bench", "rules": rules,
        "config": {"strategy": "random", "seed": 1, "maxSteps": steps, "maxNodes": 0},
        "start": {
            "nodes": [node(1, "Room"), node(2, "Room"), node(3, "End")],
            "edges": [edge("a", 1, 2), edge("b", 2, 3)],
        },
    })
    .to_string()
}

fn edge_for_peer(id: &str, from: u32, label: &str, to: u32) -> Value {
    let (source, target) = (from.to_string(), to.to_string());
    json!({"id": id, "source": source, "target": target, "label": label, "props": {}, "directed": true})
}

fn rule_for_peer(rule: &Rule) -> Value {
    let partners = pair_edges(&rule.lhs, &rule.rhs);
    let left_nodes: Vec<Value> = rule
        .lhs
        .nodes
        .iter()
        .map(
            |(id, node)| json!({"id": id.0.to_string(), "label": name_of_pattern(&node.symbol), "props": {}}),
        )
        .collect();
    let left_edges: Vec<Value> = rule
        .lhs
        .edges
        .iter()
        .enumerate()
        .map(|(position, edge)| {
            edge_for_peer(&format!("l{position}"), edge.from.0, name_of_pattern(&edge.symbol), edge.to.0)
        })
        .collect();
    let right_nodes: Vec<Value> = rule
        .rhs
        .nodes
        .iter()
        .map(|(id, node)| {
            let mut element = json!({"id": id.0.to_string(), "label": name_of(&node.symbol), "props": {}});
            if rule.lhs.nodes.contains_key(id) {
                element["mapFrom"] = json!(id.0.to_string());
            }
            element
        })
        .collect();
    let right_edges: Vec<Value> = rule
        .rhs
        .edges
        .iter()
        .zip(&partners)
        .enumerate()
        .map(|(position, (edge, partner))| {
            let mut element =
                edge_for_peer(&format!("r{position}"), edge.from.0, name_of(&edge.symbol), edge.to.0);
            if let Some(partner) = partner {
                element["mapFrom"] = json!(format!("l{partner}"));
            }
            element
        })
        .collect();
    json!({
        "id": rule.name, "name": rule.name, "enabled": true, "weight": rule.weight, "probability": 1, "priority": 0,
        "maxApplications": 0, "morphism": [], "embedding": [],
        "lhs": {"nodes": left_nodes, "edges": left_edges}, "rhs": {"nodes": right_nodes, "edges": right_edges},
    })
}

fn name_of_pattern(symbol: &SymbolPattern) -> &str {
    match symbol {
        SymbolPattern::Is(name) => name,
        SymbolPattern::Any | SymbolPattern::AnyOf(_) => panic!("all symbols are said in these grammars"),
    }
}

/// Returns the label of a symbol; `*` keeps it.
fn name_of(symbol: &SymbolReplacement) -> &str {
    match symbol {
        SymbolReplacement::Is(name) => name,
        SymbolReplacement::Keep => "*",
    }
}

/// Returns the number of nodes and edges that the crate derives.
fn peer(text: &str, steps: u32) -> (usize, usize) {
    let Ok((mission, applied)) = run_grammar(text, None, None) else {
        panic!("the crate refuses the grammar")
    };
    assert_eq!(applied, i64::from(steps));
    let mission: Value = serde_json::from_str(&mission).expect("it writes JSON");
    let count = |what: &str| mission[what].as_array().map_or(0, Vec::len);
    (count("nodes"), count("edges"))
}

fn ours(grammar: &Grammar, steps: u32) -> (usize, usize) {
    let derivation = derive(grammar, Seed(1), StageContext::default()).unwrap().value;
    assert_eq!(derivation.steps.len(), steps as usize);
    (derivation.mission.node_count(), derivation.mission.edge_count())
}

fn graph_grammars(criterion: &mut Criterion) {
    let mission = format!("{GROW}{SUBDIVIDE}{BRANCH_AND_LOCK}");
    for (name, rules) in [("grow", GROW), ("subdivide", SUBDIVIDE), ("mission", &mission)] {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        for steps in STEPS {
            let grammar = grammar(rules, steps);
            let size = ours(&grammar, steps);
            group.throughput(Throughput::Elements(u64::from(steps)));
            group.bench_function(BenchmarkId::new("delvewright", steps), |bencher| {
                bencher.iter(|| derive(black_box(&grammar), Seed(1), StageContext::default()).unwrap());
            });
            if steps > MOST_STEPS_OF_PEER {
                continue;
            }
            let text = for_peer(&grammar, steps);
            let size_of_peer = peer(&text, steps);
            // Grammars with one rule always give missions of the same size.
            assert!(size == size_of_peer || grammar.rules.len() > 1, "{name}: {size:?} and {size_of_peer:?}");
            group.bench_function(BenchmarkId::new("graph-grammar", steps), |bencher| {
                bencher.iter(|| run_grammar(black_box(&text), None, None));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, graph_grammars);
criterion_main!(benches);
