//! Missions as graphs of petgraph.
//!
//! Its algorithms work on a mission directly, and a mission converts to a [`StableDiGraph`] and back.
//! Id n has index n - 1 there; an element missing in the mission is vacant in the graph.
//! All nodes and edges come in the order of their ids, outgoing edges of a node in the order of its links.
//!
//! Not implemented: `NodeCompactIndexable`, because ids have gaps.
//! Traits that change weights are missing too, because the neighbours of a node store its symbol.

use std::collections::HashSet;
use std::iter::{FilterMap, Map, Repeat, Zip, repeat};
use std::ops::Range;
use std::slice;

use petgraph::data::DataMap;
use petgraph::graph::NodeIndex;
use petgraph::stable_graph::StableDiGraph;
use petgraph::visit::{
    Data, EdgeCount, EdgeIndexable, EdgeRef, GetAdjacencyMatrix, GraphBase, GraphProp, IntoEdgeReferences,
    IntoEdges, IntoEdgesDirected, IntoNeighbors, IntoNeighborsDirected, IntoNodeIdentifiers,
    IntoNodeReferences, NodeCount, NodeIndexable, NodeRef, Visitable,
};
use petgraph::{Directed, Direction};

use super::{Edge, EdgeId, Link, LinkDirection, Mission, Node, NodeId};

/// An edge of a mission with its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeReference<'a> {
    id: EdgeId,
    edge: &'a Edge,
}

impl EdgeRef for EdgeReference<'_> {
    type NodeId = NodeId;
    type EdgeId = EdgeId;
    type Weight = Edge;

    fn source(&self) -> NodeId {
        self.edge.from
    }

    fn target(&self) -> NodeId {
        self.edge.to
    }

    fn weight(&self) -> &Edge {
        self.edge
    }

    fn id(&self) -> EdgeId {
        self.id
    }
}

/// The elements of a mission under some keys.
type FoundItems<'a, Keys, Item> =
    FilterMap<Zip<Keys, Repeat<&'a Mission>>, fn((<Keys as Iterator>::Item, &'a Mission)) -> Option<Item>>;

/// The links of a node with a certain direction.
type LinksDirected<'a> = FilterMap<slice::Iter<'a, Link>, fn(&'a Link) -> Option<Link>>;

fn links_directed(mission: &Mission, node: NodeId, direction: Direction) -> LinksDirected<'_> {
    mission.links(node).iter().filter_map(match direction {
        Direction::Outgoing => |link| (link.heading != LinkDirection::In).then_some(*link),
        Direction::Incoming => |link| (link.heading != LinkDirection::Out).then_some(*link),
    })
}

fn index(id: u32) -> usize {
    id.checked_sub(1).expect("ids count from 1") as usize
}

impl GraphBase for Mission {
    type NodeId = NodeId;
    type EdgeId = EdgeId;
}

impl GraphProp for Mission {
    type EdgeType = Directed;
}

impl Data for Mission {
    type NodeWeight = Node;
    type EdgeWeight = Edge;
}

impl DataMap for Mission {
    fn node_weight(&self, id: NodeId) -> Option<&Node> {
        self.node(id)
    }

    fn edge_weight(&self, id: EdgeId) -> Option<&Edge> {
        self.edge(id)
    }
}

impl NodeCount for Mission {
    fn node_count(&self) -> usize {
        self.node_count()
    }
}

impl EdgeCount for Mission {
    fn edge_count(&self) -> usize {
        self.edge_count()
    }
}

impl NodeIndexable for Mission {
    fn node_bound(&self) -> usize {
        index(self.next_node_id().0)
    }

    fn to_index(&self, id: NodeId) -> usize {
        index(id.0)
    }

    fn from_index(&self, index: usize) -> NodeId {
        NodeId(index as u32 + 1)
    }
}

impl EdgeIndexable for Mission {
    fn edge_bound(&self) -> usize {
        index(self.next_edge_id().0)
    }

    fn to_index(&self, id: EdgeId) -> usize {
        index(id.0)
    }

    fn from_index(&self, index: usize) -> EdgeId {
        EdgeId(index as u32 + 1)
    }
}

impl Visitable for Mission {
    type Map = HashSet<NodeId>;

    fn visit_map(&self) -> Self::Map {
        HashSet::with_capacity(self.node_count())
    }

    fn reset_map(&self, map: &mut Self::Map) {
        map.clear();
    }
}

/// The links are sufficient; there is no matrix.
impl GetAdjacencyMatrix for Mission {
    type AdjMatrix = ();

    fn adjacency_matrix(&self) -> Self::AdjMatrix {}

    fn is_adjacent(&self, (): &(), from: NodeId, to: NodeId) -> bool {
        links_directed(self, from, Direction::Outgoing).any(|link| link.far == to)
    }
}

impl<'a> IntoNodeIdentifiers for &'a Mission {
    type NodeIdentifiers = FoundItems<'a, Range<u32>, NodeId>;

    fn node_identifiers(self) -> Self::NodeIdentifiers {
        let ids = (1..self.next_node_id().0).zip(repeat(self));
        ids.filter_map(|(id, mission)| mission.node(NodeId(id)).map(|_| NodeId(id)))
    }
}

impl<'a> IntoNodeReferences for &'a Mission {
    type NodeRef = (NodeId, &'a Node);
    type NodeReferences = FoundItems<'a, Range<u32>, (NodeId, &'a Node)>;

    fn node_references(self) -> Self::NodeReferences {
        let ids = (1..self.next_node_id().0).zip(repeat(self));
        ids.filter_map(|(id, mission)| Some((NodeId(id), mission.node(NodeId(id))?)))
    }
}

impl<'a> IntoEdgeReferences for &'a Mission {
    type EdgeRef = EdgeReference<'a>;
    type EdgeReferences = FoundItems<'a, Range<u32>, EdgeReference<'a>>;

    fn edge_references(self) -> Self::EdgeReferences {
        let ids = (1..self.next_edge_id().0).zip(repeat(self));
        ids.filter_map(|(id, mission)| {
            let id = EdgeId(id);
            Some(EdgeReference { id, edge: mission.edge(id)? })
        })
    }
}

impl<'a> IntoNeighbors for &'a Mission {
    type Neighbors = Map<LinksDirected<'a>, fn(Link) -> NodeId>;

    fn neighbors(self, node: NodeId) -> Self::Neighbors {
        self.neighbors_directed(node, Direction::Outgoing)
    }
}

impl<'a> IntoNeighborsDirected for &'a Mission {
    type NeighborsDirected = Map<LinksDirected<'a>, fn(Link) -> NodeId>;

    fn neighbors_directed(self, node: NodeId, direction: Direction) -> Self::NeighborsDirected {
        links_directed(self, node, direction).map(|link| link.far)
    }
}

impl<'a> IntoEdges for &'a Mission {
    type Edges = FoundItems<'a, LinksDirected<'a>, EdgeReference<'a>>;

    fn edges(self, node: NodeId) -> Self::Edges {
        self.edges_directed(node, Direction::Outgoing)
    }
}

impl<'a> IntoEdgesDirected for &'a Mission {
    type EdgesDirected = FoundItems<'a, LinksDirected<'a>, EdgeReference<'a>>;

    fn edges_directed(self, node: NodeId, direction: Direction) -> Self::EdgesDirected {
        let links = links_directed(self, node, direction).zip(repeat(self));
        links.filter_map(|(link, mission)| {
            Some(EdgeReference { id: link.edge, edge: mission.edge(link.edge)? })
        })
    }
}

/// A graph reuses vacant indices, a mission never does.
impl From<&Mission> for StableDiGraph<Node, Edge> {
    fn from(mission: &Mission) -> Self {
        let [node_bound, edge_bound] = [mission.node_bound(), mission.edge_bound()];
        let mut graph = StableDiGraph::with_capacity(node_bound, edge_bound);
        for at in 0..node_bound {
            graph.add_node(mission.node(NodeIndexable::from_index(mission, at)));
        }
        for at in 0..edge_bound {
            let edge = mission.edge(EdgeIndexable::from_index(mission, at));
            let end = |end: NodeId| NodeIndex::new(index(end.0));
            let (from, to) = edge.map_or_else(Default::default, |edge| (end(edge.from), end(edge.to)));
            graph.add_edge(from, to, edge);
        }
        graph.filter_map(|_, node| node.cloned(), |_, edge| edge.cloned())
    }
}

/// The ends of edges come from the graph; those in the weights are ignored.
impl From<&StableDiGraph<Node, Edge>> for Mission {
    fn from(graph: &StableDiGraph<Node, Edge>) -> Self {
        let node_id = |index: NodeIndex| NodeId(index.index() as u32 + 1);
        let mut mission = Self::new();
        for node in graph.node_references() {
            mission.put_node(node_id(node.id()), node.weight().clone());
        }
        for edge in graph.edge_references() {
            let (from, to) = (node_id(edge.source()), node_id(edge.target()));
            let id = EdgeId(edge.id().index() as u32 + 1);
            mission.put_edge(id, Edge { from, to, ..edge.weight().clone() });
        }
        mission
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;
    use std::hash::Hash;

    use petgraph::algo;
    use petgraph::dot::{Config, Dot};
    use petgraph::visit::{Bfs, Dfs, EdgeFiltered, Reversed, Walker};

    use super::*;
    use crate::base::{RandomStream, Seed};
    use crate::mission::{AttributeValues, EdgeSymbolId, NodeSymbolId};

    /// Returns a mission with gaps among its ids, loops and parallel edges.
    fn random_mission(random: &mut RandomStream) -> Mission {
        let mut mission = Mission::new();
        let nodes = random.range(1, 30);
        for _ in 0..nodes {
            let symbol = NodeSymbolId(random.below(3) as u16);
            mission.add_node(Node { symbol, site: None, made_by: 0, attributes: AttributeValues::new() });
        }
        for _ in 0..random.range(0, 2 * nodes) {
            let [from, to] = [(); 2].map(|()| NodeId(random.range(1, nodes)));
            let symbol = EdgeSymbolId(random.below(3) as u16);
            mission.add_edge(Edge { symbol, from, to, made_by: 0, attributes: AttributeValues::new() });
        }
        for id in 1..mission.next_edge_id().0 {
            if random.chance(20) {
                mission.remove_edge(EdgeId(id));
            }
        }
        for id in 1..=nodes {
            if mission.links(NodeId(id)).is_empty() && random.chance(70) {
                mission.remove_node(NodeId(id));
            }
        }
        mission
    }

    fn sorted<Item: Ord>(items: impl Iterator<Item = Item>) -> Vec<Item> {
        let mut items: Vec<Item> = items.collect();
        items.sort();
        items
    }

    /// Returns petgraph's facts about a graph, by indices.
    fn answers<G>(graph: G) -> Vec<String>
    where
        G: IntoEdgesDirected
            + IntoNodeReferences
            + NodeIndexable
            + EdgeIndexable
            + NodeCount
            + EdgeCount
            + GraphProp
            + Visitable
            + DataMap<NodeWeight = Node, EdgeWeight = Edge>,
        G::NodeId: Eq + Hash + Debug,
        G::EdgeId: Debug,
    {
        let node = |id: G::NodeId| NodeIndexable::to_index(&graph, id);
        let edge = |id: G::EdgeId| EdgeIndexable::to_index(&graph, id);
        let components = |found: Vec<Vec<G::NodeId>>| {
            sorted(found.into_iter().map(|component| sorted(component.into_iter().map(node))))
        };
        let mut said = vec![
            format!("{:?}", (graph.node_count(), graph.edge_count(), graph.is_directed())),
            format!("{:?}", components(algo::tarjan_scc(graph))),
            format!("{:?}", components(algo::kosaraju_scc(graph))),
            format!("{:?}", (algo::is_cyclic_directed(graph), algo::is_cyclic_undirected(graph))),
            format!("{:?}", algo::toposort(graph, None).is_ok()),
            format!("{:?}", Dot::with_config(graph, &[Config::NodeNoLabel, Config::EdgeNoLabel])),
        ];
        for (start, weight) in graph.node_references().map(|node| (node.id(), node.weight().symbol)) {
            assert_eq!(graph.node_weight(start).map(|node| node.symbol), Some(weight));
            assert_eq!(NodeIndexable::from_index(&graph, node(start)), start);
            let dominators = algo::dominators::simple_fast(graph, start);
            let lengths = algo::dijkstra(graph, start, None, |edge| u32::from(edge.weight().symbol.0) + 1);
            let only_paths = EdgeFiltered::from_fn(graph, |edge| edge.weight().symbol == EdgeSymbolId(0));
            said.push(format!(
                "{}: {:?} {:?} {:?} {:?} {:?}",
                node(start),
                sorted(Bfs::new(graph, start).iter(graph).map(node)),
                sorted(Dfs::new(Reversed(graph), start).iter(Reversed(graph)).map(node)),
                sorted(Dfs::new(&only_paths, start).iter(&only_paths).map(node)),
                sorted(lengths.into_iter().map(|(end, length)| (node(end), length))),
                sorted(
                    graph
                        .node_identifiers()
                        .map(|end| (node(end), dominators.immediate_dominator(end).map(node)))
                ),
            ));
            for direction in [Direction::Outgoing, Direction::Incoming] {
                said.push(format!(
                    "{:?} {:?}",
                    sorted(graph.neighbors_directed(start, direction).map(node)),
                    sorted(graph.edges_directed(start, direction).map(|found| {
                        assert_eq!(EdgeIndexable::from_index(&graph, edge(found.id())), found.id());
                        assert_eq!(graph.edge_weight(found.id()), Some(found.weight()));
                        (edge(found.id()), node(found.source()), node(found.target()))
                    })),
                ));
            }
        }
        said
    }

    #[test]
    fn petgraph_says_of_a_mission_what_it_says_of_its_own_graph() {
        for seed in 0..200 {
            let mission = random_mission(&mut Seed(seed).stream());
            let graph = StableDiGraph::from(&mission);
            for (answer, expected) in answers(&mission).into_iter().zip(answers(&graph)) {
                assert_eq!(answer, expected, "seed {seed}");
            }
            // The adjacency matrix of a graph is wrong where its indices have gaps.
            for (from, to) in mission.node_identifiers().zip(mission.node_identifiers().skip(1)) {
                let [from_index, to_index] = [from, to].map(|id| NodeIndex::new(index(id.0)));
                assert_eq!(mission.is_adjacent(&(), from, to), graph.contains_edge(from_index, to_index));
            }
        }
    }

    #[test]
    fn a_mission_becomes_a_graph_and_back_with_all_ids() {
        for seed in 0..200 {
            let mission = random_mission(&mut Seed(seed).stream());
            let graph = StableDiGraph::from(&mission);
            assert_eq!(Mission::from(&graph), mission, "seed {seed}");
            for edge in graph.edge_references() {
                let ends = [edge.weight().from, edge.weight().to].map(|id| NodeIndex::new(index(id.0)));
                assert_eq!([edge.source(), edge.target()], ends);
            }
        }
    }

    #[test]
    fn edges_of_a_changed_graph_lead_where_it_says() {
        let mission = Mission::from(&StableDiGraph::from(&random_mission(&mut Seed(3).stream())));
        let mut graph = StableDiGraph::from(&mission);
        let hub = graph.add_node(mission.nodes().next().expect("it has nodes").1.clone());
        let (id, edge) = mission.edges().next().map(|(id, edge)| (id, edge.clone())).expect("it has edges");
        graph.add_edge(hub, hub, edge);
        let changed = Mission::from(&graph);
        assert_eq!(changed.edge_count(), mission.edge_count() + 1);
        assert_eq!(changed.edge(id), mission.edge(id));
        let links = changed.links(NodeId(hub.index() as u32 + 1));
        assert_eq!(links.iter().map(|link| link.heading).collect::<Vec<_>>(), [LinkDirection::Loop]);
    }
}
