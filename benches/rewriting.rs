//! Measures rewrites per second, choosing uniformly among all matches and recording every step, compared with
//! a full search before each step.
//!
//! `changes` repeats the changes of such a derivation in a `Mission` and in a `StableDiGraph` of petgraph.
//! After each step it reads what a search reads around the changed nodes: the symbols of edges and of the
//! nodes at their other ends, two edges deep, like the rules. A mission has them in one cache line per node,
//! a graph in one per node and one per edge.
//!
//!     cargo bench --no-default-features --bench rewriting

use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use delvewright::base::{Seed, StageContext};
use delvewright::files::parse_grammar;
use delvewright::grammar::{
    Derivation, Grammar, Limits, MissionChange, RecipeStep, RuleChoice, Times, apply_match, derive,
    find_matches,
};
use delvewright::mission::{Edge, EdgeId, Mission, Node, NodeId};
use petgraph::Direction;
use petgraph::graph::{EdgeIndex, NodeIndex};
use petgraph::stable_graph::StableDiGraph;
use petgraph::visit::{EdgeIndexable, EdgeRef, GraphBase, NodeIndexable};

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Numbers of steps of a derivation.
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

/// An end grows: end → room – end.
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

/// Growth, subdivision, branches, and locks with keys if there is no lock nearby.
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

/// Five rules, three of which begin with the same left side: subdivision, a lock with its key, a longer way
/// to a lock, two ways, and a room that becomes a lock.
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

/// Searches for every match of every rule before each step.
fn rescan(grammar: &Grammar, steps: u32) -> usize {
    let mut mission =
        derive(&Grammar { recipe: Vec::new(), ..grammar.clone() }, Seed(1), StageContext::default())
            .unwrap()
            .value
            .mission;
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
            assert_eq!(
                derive(&grammar, Seed(1), StageContext::default()).unwrap().value.steps.len(),
                steps as usize
            );
            group.throughput(Throughput::Elements(u64::from(steps)));
            group.bench_function(BenchmarkId::new("kept matches", steps), |bencher| {
                bencher.iter_with_large_drop(|| {
                    derive(black_box(&grammar), Seed(1), StageContext::default()).unwrap()
                });
            });
        }
        let steps = 300;
        let grammar = grammar(rules, steps);
        group.throughput(Throughput::Elements(u64::from(steps)));
        group.bench_function(BenchmarkId::new("kept matches", steps), |bencher| {
            bencher.iter_with_large_drop(|| {
                derive(black_box(&grammar), Seed(1), StageContext::default()).unwrap()
            });
        });
        group.bench_function(BenchmarkId::new("searched anew", steps), |bencher| {
            bencher.iter(|| rescan(black_box(&grammar), steps));
        });
        group.finish();
    }
}

/// A graph to be rewritten.
trait Host: NodeIndexable + EdgeIndexable {
    fn add_node(&mut self, node: Node) -> Self::NodeId;
    fn add_edge(&mut self, from: Self::NodeId, to: Self::NodeId, edge: Edge) -> Self::EdgeId;
    fn set_node(&mut self, id: Self::NodeId, node: Node);
    fn remove_node(&mut self, id: Self::NodeId);
    fn remove_edge(&mut self, id: Self::EdgeId);
    /// Returns for each edge at a node the sum of its symbol and the symbol at its other end, and the node
    /// there.
    fn around(&self, id: Self::NodeId) -> impl Iterator<Item = (u64, Self::NodeId)>;

    /// Reads as far from a node as the left sides reach.
    fn look(&self, id: Self::NodeId) -> u64 {
        let beyond = |far| self.around(far).map(|(symbols, _)| symbols).sum::<u64>();
        self.around(id).map(|(symbols, far)| symbols + beyond(far)).sum()
    }
}

impl Host for Mission {
    fn add_node(&mut self, node: Node) -> NodeId {
        self.add_node(node)
    }

    fn add_edge(&mut self, _: NodeId, _: NodeId, edge: Edge) -> EdgeId {
        self.add_edge(edge)
    }

    fn set_node(&mut self, id: NodeId, node: Node) {
        self.set_node(id, node);
    }

    fn remove_node(&mut self, id: NodeId) {
        self.remove_node(id);
    }

    fn remove_edge(&mut self, id: EdgeId) {
        self.remove_edge(id);
    }

    fn around(&self, id: NodeId) -> impl Iterator<Item = (u64, NodeId)> {
        let links = self.links(id).iter();
        links.map(|link| (u64::from(link.symbol.0) + u64::from(link.far_symbol.0), link.far))
    }
}

impl Host for StableDiGraph<Node, Edge> {
    fn add_node(&mut self, node: Node) -> NodeIndex {
        self.add_node(node)
    }

    fn add_edge(&mut self, from: NodeIndex, to: NodeIndex, edge: Edge) -> EdgeIndex {
        self.add_edge(from, to, edge)
    }

    fn set_node(&mut self, id: NodeIndex, node: Node) {
        self[id] = node;
    }

    fn remove_node(&mut self, id: NodeIndex) {
        self.remove_node(id);
    }

    fn remove_edge(&mut self, id: EdgeIndex) {
        self.remove_edge(id);
    }

    fn around(&self, id: NodeIndex) -> impl Iterator<Item = (u64, NodeIndex)> {
        let outgoing =
            self.edges_directed(id, Direction::Outgoing).map(|edge| (edge.weight(), edge.target()));
        let incoming =
            self.edges_directed(id, Direction::Incoming).map(|edge| (edge.weight(), edge.source()));
        let edges = outgoing.chain(incoming);
        edges.map(|(edge, far)| (u64::from(edge.symbol.0) + u64::from(self[far].symbol.0), far))
    }
}

/// A change or a read, by the ids of a host.
enum Change<N, E> {
    AddNode(Node),
    AddEdge(N, N, Edge),
    SetNode(N, Node),
    RemoveNode(N),
    RemoveEdge(E),
    Look(N),
}

type ChangeOf<H> = Change<<H as GraphBase>::NodeId, <H as GraphBase>::EdgeId>;

/// Converts the changes of a derivation to the ids of a host, by applying them once.
fn changes_on<H: Host>(mut host: H, derivation: &Derivation) -> Vec<ChangeOf<H>> {
    let node = |host: &H, index| (NodeId(index as u32 + 1), NodeIndexable::from_index(host, index));
    let edge = |host: &H, index| (EdgeId(index as u32 + 1), EdgeIndexable::from_index(host, index));
    let mut nodes: BTreeMap<NodeId, H::NodeId> = (0..host.node_bound()).map(|at| node(&host, at)).collect();
    let mut edges: BTreeMap<EdgeId, H::EdgeId> = (0..host.edge_bound()).map(|at| edge(&host, at)).collect();
    let mut changes = Vec::new();
    for step in &derivation.steps {
        let mut changed = BTreeSet::new();
        for change in &step.delta.changes {
            match change {
                MissionChange::EdgeRemoved(id, edge) => {
                    changed.extend([edge.from, edge.to]);
                    let id = edges.remove(id).expect("the edge is there");
                    host.remove_edge(id);
                    changes.push(Change::RemoveEdge(id));
                }
                MissionChange::NodeRemoved(id, _) => {
                    changed.remove(id);
                    let id = nodes.remove(id).expect("the node is there");
                    host.remove_node(id);
                    changes.push(Change::RemoveNode(id));
                }
                MissionChange::NodeChanged(change) => {
                    changed.insert(change.id);
                    host.set_node(nodes[&change.id], change.after.clone());
                    changes.push(Change::SetNode(nodes[&change.id], change.after.clone()));
                }
                MissionChange::EdgeChanged(_) => {}
                MissionChange::NodeAdded(id, node) => {
                    changed.insert(*id);
                    nodes.insert(*id, host.add_node(node.clone()));
                    changes.push(Change::AddNode(node.clone()));
                }
                MissionChange::EdgeAdded(id, edge) => {
                    changed.extend([edge.from, edge.to]);
                    let [from, to] = [nodes[&edge.from], nodes[&edge.to]];
                    edges.insert(*id, host.add_edge(from, to, edge.clone()));
                    changes.push(Change::AddEdge(from, to, edge.clone()));
                }
            }
        }
        changes.extend(changed.iter().map(|id| Change::Look(nodes[id])));
    }
    changes
}

fn make_changes<H: Host>(mut host: H, changes: &[ChangeOf<H>]) -> (H, u64) {
    let mut seen = 0;
    for change in changes {
        match change {
            Change::AddNode(node) => _ = host.add_node(node.clone()),
            Change::AddEdge(from, to, edge) => _ = host.add_edge(*from, *to, edge.clone()),
            Change::SetNode(id, node) => host.set_node(*id, node.clone()),
            Change::RemoveNode(id) => host.remove_node(*id),
            Change::RemoveEdge(id) => host.remove_edge(*id),
            Change::Look(id) => seen += host.look(*id),
        }
    }
    (host, seen)
}

fn changes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("changes");
    group.sample_size(10);
    for steps in STEPS {
        let grammar = grammar(MISSION, steps);
        let start =
            derive(&Grammar { recipe: Vec::new(), ..grammar.clone() }, Seed(1), StageContext::default())
                .unwrap()
                .value
                .mission;
        let derivation = derive(&grammar, Seed(1), StageContext::default()).unwrap().value;
        let in_mission = changes_on(start.clone(), &derivation);
        let in_graph = changes_on(StableDiGraph::from(&start), &derivation);
        let seen = make_changes(start.clone(), &in_mission).1;
        assert_eq!(make_changes(StableDiGraph::from(&start), &in_graph).1, seen);
        group.throughput(Throughput::Elements(u64::from(steps)));
        group.bench_function(BenchmarkId::new("Mission", steps), |bencher| {
            bencher.iter_with_large_drop(|| make_changes(start.clone(), black_box(&in_mission)));
        });
        group.bench_function(BenchmarkId::new("StableDiGraph", steps), |bencher| {
            bencher.iter_with_large_drop(|| make_changes(StableDiGraph::from(&start), black_box(&in_graph)));
        });
    }
    group.finish();
}

criterion_group!(benches, rewriting, changes);
criterion_main!(benches);
