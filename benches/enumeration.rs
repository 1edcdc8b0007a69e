//! Finds all matches of small patterns, and the first one, in grid-like missions; compared with the crates
//! `vf2` and `petgraph`.
//!
//!     cargo bench --no-default-features --bench enumeration
//!
//! A mission is a board of cells joined by a random spanning tree plus a quarter as many edges: 2.5 edges end
//! at a node. There are 8 node symbols, equally frequent, and 2 edge symbols in a ratio of 3 : 1. Edges of
//! the patterns fit either way, so the peers search undirected graphs. All of them count each way to name the
//! nodes. `vf2` finds subgraphs, like the library. `petgraph` finds induced ones, which are the same here: a
//! board has no triangles, and only an additional edge between matched nodes would make a difference. A peer
//! is left out of missions in which one of the patterns takes it longer than about a second.

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use delvewright::base::{RandomStream, Seed};
use delvewright::files::parse_grammar;
use delvewright::grammar::{Grammar, MatchFinder};
use delvewright::mission::{AttributeValues, Edge, Mission, Node, NodeId};

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const NODES: [usize; 4] = [100, 1_000, 10_000, 100_000];
const MOST_NODES_VF2: usize = 10_000;
const MOST_NODES_PETGRAPH: usize = 1_000;

const NODE_SYMBOLS: [&str; 8] = ["A", "B", "C", "D", "E", "F", "G", "H"];
const EDGE_SYMBOLS: [&str; 2] = ["p", "q"];

/// Position of a symbol, or `None` for any.
type Symbol = Option<usize>;

const A: Symbol = Some(0);
const B: Symbol = Some(1);
const C: Symbol = Some(2);
const D: Symbol = Some(3);
const P: Symbol = Some(0);
const ANY: Symbol = None;

struct Pattern {
    name: &'static str,
    nodes: &'static [Symbol],
    /// Edges (from, to), all of one symbol.
    edges: &'static [(usize, usize)],
    edge: Symbol,
}

const PATH: &[(usize, usize)] = &[(0, 1), (1, 2)];
const CYCLE: &[(usize, usize)] = &[(0, 1), (1, 2), (2, 3), (3, 0)];
const STAR: &[(usize, usize)] = &[(0, 1), (0, 2), (0, 3)];

const fn pattern(
    name: &'static str,
    nodes: &'static [Symbol],
    edges: &'static [(usize, usize)],
    edge: Symbol,
) -> Pattern {
    Pattern { name, nodes, edges, edge }
}

const PATTERNS: [Pattern; 11] = [
    pattern("node", &[A], &[], ANY),
    pattern("any node", &[ANY], &[], ANY),
    pattern("edge", &[A, B], &[(0, 1)], P),
    pattern("any edge", &[ANY, ANY], &[(0, 1)], ANY),
    pattern("path of three", &[A, B, C], PATH, P),
    pattern("path of three from one symbol", &[A, ANY, ANY], PATH, ANY),
    pattern("any path of three", &[ANY, ANY, ANY], PATH, ANY),
    pattern("4-cycle", &[A, B, C, D], CYCLE, P),
    pattern("any 4-cycle", &[ANY, ANY, ANY, ANY], CYCLE, ANY),
    pattern("star of four", &[A, B, C, D], STAR, P),
    pattern("any star of four", &[ANY, ANY, ANY, ANY], STAR, ANY),
];

impl Pattern {
    /// Returns a grammar with a single rule that has the pattern on its left side.
    fn grammar(&self) -> Grammar {
        let symbol = |symbol: Symbol, names: &[&str]| {
            symbol.map_or_else(|| "Any".to_owned(), |position| format!("{:?}", names[position]))
        };
        let list = |items: Vec<String>| items.join(", ");
        let numbered = || self.nodes.iter().zip(1..);
        let nodes = numbered().map(|(node, id)| format!("{id}: {}", symbol(*node, &NODE_SYMBOLS)));
        let kept = numbered().map(|(_, id)| format!("{id}: Keep"));
        let edge = symbol(self.edge, &EDGE_SYMBOLS);
        let edges =
            self.edges.iter().map(|(from, to)| format!("({}, {edge}, {}, EitherWay)", from + 1, to + 1));
        let (nodes, kept, edges) = (list(nodes.collect()), list(kept.collect()), list(edges.collect()));
        let alphabet =
            |names: &[&str], is: &str| list(names.iter().map(|name| format!("{name:?}: {is}")).collect());
        let node_symbols = alphabet(&NODE_SYMBOLS, "(form: Hall())");
        let edge_symbols = alphabet(&EDGE_SYMBOLS, "(role: Passage)");
        let text = format!(
            r#"Grammar(
                format: 1, name: "Bench",
                alphabet: (nodes: {{{node_symbols}}}, edges: {{{edge_symbols}}}),
                start: Graph(nodes: {{1: "A"}}),
                rules: [(name: "rule", lhs: (nodes: {{{nodes}}}, edges: [{edges}]), rhs: (nodes: {{{kept}}}))],
                recipe: [Apply(rules: All)],
            )"#
        );
        let loaded = parse_grammar(&text, None);
        assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
        loaded.value.expect("the grammar can be read")
    }
}

/// A graph before it is converted for a library: symbols are positions.
struct Board {
    nodes: Vec<usize>,
    /// Edges (from, symbol, to).
    edges: Vec<(usize, usize, usize)>,
}

impl Board {
    fn new(node_count: usize) -> Self {
        let random = &mut Seed(1).child("board").numbered(node_count as u64).stream();
        let edges = board_edges(node_count, random);
        let nodes = (0..node_count).map(|_| random.below(NODE_SYMBOLS.len() as u64) as usize).collect();
        let directed = |(one, other): (usize, usize)| {
            let symbol = usize::from(random.chance(25));
            if random.chance(50) { (one, symbol, other) } else { (other, symbol, one) }
        };
        Self { nodes, edges: edges.into_iter().map(directed).collect() }
    }

    fn mission(&self, grammar: &Grammar) -> Mission {
        let mut mission = Mission::new();
        let name_of_node = |position: usize| grammar.alphabet.node_id(NODE_SYMBOLS[position]);
        let name_of_edge = |position: usize| grammar.alphabet.edge_id(EDGE_SYMBOLS[position]);
        for position in &self.nodes {
            let symbol = name_of_node(*position).expect("it is in the alphabet");
            mission.add_node(Node { symbol, site: None, made_by: 0, attributes: AttributeValues::new() });
        }
        let id = |node: usize| NodeId(node as u32 + 1);
        for (from, position, to) in &self.edges {
            let symbol = name_of_edge(*position).expect("it is in the alphabet");
            let (from, to) = (id(*from), id(*to));
            mission.add_edge(Edge { symbol, from, to, made_by: 0, attributes: AttributeValues::new() });
        }
        mission
    }
}

/// Returns a random spanning tree over a nearly square board, plus a quarter as many edges as there are
/// nodes.
fn board_edges(node_count: usize, random: &mut RandomStream) -> Vec<(usize, usize)> {
    let width = node_count.isqrt();
    let mut pairs = Vec::new();
    for node in 0..node_count {
        if (node + 1) % width != 0 && node + 1 < node_count {
            pairs.push((node, node + 1));
        }
        if node + width < node_count {
            pairs.push((node, node + width));
        }
    }
    random.shuffle(&mut pairs);
    let mut leaders: Vec<usize> = (0..node_count).collect();
    let (mut edges, mut loops) = (Vec::new(), Vec::new());
    for (one, other) in pairs {
        let (first, second) = (leader(&mut leaders, one), leader(&mut leaders, other));
        if first == second {
            loops.push((one, other));
        } else {
            leaders[first] = second;
            edges.push((one, other));
        }
    }
    edges.extend(loops.into_iter().take(node_count / 4));
    edges
}

fn leader(leaders: &mut [usize], mut node: usize) -> usize {
    while leaders[node] != node {
        leaders[node] = leaders[leaders[node]];
        node = leaders[node];
    }
    node
}

/// Counts all matches, or finds the first.
trait Search {
    fn count(&self) -> usize;
    fn has_first(&self) -> bool;
}

struct Ours<'a>(MatchFinder<'a>);

impl Search for Ours<'_> {
    fn count(&self) -> usize {
        self.0.count(0)
    }

    fn has_first(&self) -> bool {
        self.0.any(0).is_some()
    }
}

fn fits(wanted: &Symbol, symbol: &Symbol) -> bool {
    wanted.is_none() || wanted == symbol
}

/// Builds an undirected graph of a version of `petgraph`, with symbols as weights.
macro_rules! graph {
    ($petgraph:ident, $nodes:expr, $edges:expr) => {{
        let mut graph = $petgraph::graph::UnGraph::<Symbol, Symbol>::new_undirected();
        let ids: Vec<_> = $nodes.map(|symbol| graph.add_node(symbol)).collect();
        for (from, symbol, to) in $edges {
            graph.add_edge(ids[from], ids[to], symbol);
        }
        graph
    }};
}

macro_rules! peer {
    ($name:ident, $petgraph:ident) => {
        struct $name {
            pattern: $petgraph::graph::UnGraph<Symbol, Symbol>,
            mission: $petgraph::graph::UnGraph<Symbol, Symbol>,
        }

        impl $name {
            fn new(pattern: &Pattern, board: &Board) -> Self {
                let edges = pattern.edges.iter().map(|(from, to)| (*from, pattern.edge, *to));
                let all = board.edges.iter().map(|(from, symbol, to)| (*from, Some(*symbol), *to));
                Self {
                    pattern: graph!($petgraph, pattern.nodes.iter().copied(), edges),
                    mission: graph!($petgraph, board.nodes.iter().copied().map(Some), all),
                }
            }
        }
    };
}

peer!(Vf2, petgraph_of_vf2);
peer!(Petgraph, petgraph);

impl Search for Vf2 {
    fn count(&self) -> usize {
        let search = vf2::subgraph_isomorphisms(&self.pattern, &self.mission).node_eq(fits).edge_eq(fits);
        let mut matches = search.iter();
        // Recommended by its authors: `next` would clone each match.
        std::iter::from_fn(|| matches.next_ref().map(|_| ())).count()
    }

    fn has_first(&self) -> bool {
        vf2::subgraph_isomorphisms(&self.pattern, &self.mission).node_eq(fits).edge_eq(fits).first().is_some()
    }
}

impl Petgraph {
    fn count_up_to(&self, most: usize) -> usize {
        let (mut node_fits, mut edge_fits) = (fits, fits);
        let (pattern, mission) = (&self.pattern, &self.mission);
        petgraph::algo::subgraph_isomorphisms_iter(&pattern, &mission, &mut node_fits, &mut edge_fits)
            .map_or(0, |matches| matches.take(most).count())
    }
}

impl Search for Petgraph {
    fn count(&self) -> usize {
        self.count_up_to(usize::MAX)
    }

    fn has_first(&self) -> bool {
        self.count_up_to(1) == 1
    }
}

fn measure(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, nodes: usize, search: &impl Search) {
    group.bench_function(BenchmarkId::new(format!("{name}, all"), nodes), |bencher| {
        bencher.iter(|| black_box(search).count());
    });
    group.bench_function(BenchmarkId::new(format!("{name}, first"), nodes), |bencher| {
        bencher.iter(|| black_box(search).has_first());
    });
}

fn enumeration(criterion: &mut Criterion) {
    let boards: Vec<Board> = NODES.into_iter().map(Board::new).collect();
    for pattern in &PATTERNS {
        let mut group = criterion.benchmark_group(pattern.name);
        group.sample_size(10).warm_up_time(Duration::from_millis(100));
        group.measurement_time(Duration::from_millis(400));
        for board in &boards {
            let grammar = pattern.grammar();
            let mission = board.mission(&grammar);
            let (nodes, ours) = (board.nodes.len(), Ours(MatchFinder::new(&grammar, &mission)));
            let count = ours.count();
            println!("{}: {count} matches in {nodes} nodes", pattern.name);
            group.throughput(Throughput::Elements(count.max(1) as u64));
            measure(&mut group, "delvewright", nodes, &ours);
            if nodes <= MOST_NODES_VF2 {
                let peer = Vf2::new(pattern, board);
                assert_eq!(peer.count(), count, "vf2: {} in {nodes} nodes", pattern.name);
                measure(&mut group, "vf2", nodes, &peer);
            }
            if nodes <= MOST_NODES_PETGRAPH {
                let peer = Petgraph::new(pattern, board);
                assert_eq!(peer.count(), count, "petgraph: {} in {nodes} nodes", pattern.name);
                measure(&mut group, "petgraph", nodes, &peer);
            }
        }
        group.finish();
    }
}

criterion_group!(benches, enumeration);
criterion_main!(benches);
