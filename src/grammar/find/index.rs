//! What the search looks up: elements by symbol, edges by node, nodes by site.
//!
//! Built once from a mission, then kept in step with it by deltas. All lists are in the order of ids.

use std::collections::{BTreeMap, BTreeSet};

use crate::grammar::Delta;
use crate::grammar::resolve::Fits;
use crate::mission::{Edge, EdgeId, EdgeSymbolId, Mission, Node, NodeId, NodeSymbolId, Site};

/// Elements of one mission by symbol, edges by node, nodes by site.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    nodes: BTreeMap<NodeSymbolId, BTreeSet<NodeId>>,
    edges: BTreeMap<EdgeSymbolId, BTreeSet<EdgeId>>,
    // Position n belongs to node id n + 1; a self-loop is listed once.
    edges_at: Vec<Vec<EdgeId>>,
    sites: BTreeMap<Site, NodeId>,
}

impl Index {
    /// The index of a mission.
    pub fn new(mission: &Mission) -> Self {
        let mut index = Self::default();
        mission.nodes().for_each(|(id, node)| index.add_node(id, node));
        mission.edges().for_each(|(id, edge)| index.add_edge(id, edge));
        index
    }

    /// Follows the mission through a delta.
    pub fn redo(&mut self, delta: &Delta) {
        delta.removed_edges.iter().for_each(|(id, edge)| self.remove_edge(*id, edge));
        delta.removed_nodes.iter().for_each(|(id, node)| self.remove_node(*id, node));
        for change in &delta.changed_nodes {
            self.remove_node(change.id, &change.before);
            self.add_node(change.id, &change.after);
        }
        delta.added_nodes.iter().for_each(|(id, node)| self.add_node(*id, node));
        delta.added_edges.iter().for_each(|(id, edge)| self.add_edge(*id, edge));
    }

    /// The nodes whose symbol fits.
    pub fn nodes_that_fit<'a>(&'a self, fits: &'a Fits<NodeSymbolId>) -> impl Iterator<Item = NodeId> + 'a {
        sets_that_fit(&self.nodes, fits).flatten().copied()
    }

    /// How many nodes have a symbol that fits.
    pub fn count_nodes(&self, fits: &Fits<NodeSymbolId>) -> usize {
        sets_that_fit(&self.nodes, fits).map(BTreeSet::len).sum()
    }

    /// The edges whose symbol fits.
    pub fn edges_that_fit<'a>(&'a self, fits: &'a Fits<EdgeSymbolId>) -> impl Iterator<Item = EdgeId> + 'a {
        sets_that_fit(&self.edges, fits).flatten().copied()
    }

    /// How many edges have a symbol that fits.
    pub fn count_edges(&self, fits: &Fits<EdgeSymbolId>) -> usize {
        sets_that_fit(&self.edges, fits).map(BTreeSet::len).sum()
    }

    /// The edges that begin or end at a node.
    pub fn edges_at(&self, id: NodeId) -> &[EdgeId] {
        (id.0 as usize).checked_sub(1).and_then(|slot| self.edges_at.get(slot)).map_or(&[], Vec::as_slice)
    }

    /// The node that lies on a site.
    pub fn node_on(&self, site: Site) -> Option<NodeId> {
        self.sites.get(&site).copied()
    }

    fn add_node(&mut self, id: NodeId, node: &Node) {
        self.nodes.entry(node.symbol).or_default().insert(id);
        if let Some(site) = node.site {
            self.sites.insert(site, id);
        }
    }

    fn remove_node(&mut self, id: NodeId, node: &Node) {
        remove(&mut self.nodes, node.symbol, id);
        if let Some(site) = node.site {
            self.sites.remove(&site);
        }
    }

    fn add_edge(&mut self, id: EdgeId, edge: &Edge) {
        self.edges.entry(edge.symbol).or_default().insert(id);
        for node in ends(edge) {
            let slot = node.0 as usize - 1;
            if self.edges_at.len() <= slot {
                self.edges_at.resize(slot + 1, Vec::new());
            }
            // New edges have the highest ids, so this is at the end.
            let position = self.edges_at[slot].partition_point(|known| *known < id);
            self.edges_at[slot].insert(position, id);
        }
    }

    fn remove_edge(&mut self, id: EdgeId, edge: &Edge) {
        remove(&mut self.edges, edge.symbol, id);
        for node in ends(edge) {
            if let Some(edges) = self.edges_at.get_mut(node.0 as usize - 1) {
                edges.retain(|known| *known != id);
            }
        }
    }
}

fn ends(edge: &Edge) -> impl Iterator<Item = NodeId> {
    let to = (edge.to != edge.from).then_some(edge.to);
    std::iter::once(edge.from).chain(to)
}

fn remove<Symbol: Ord, Id: Ord>(sets: &mut BTreeMap<Symbol, BTreeSet<Id>>, symbol: Symbol, id: Id) {
    if let Some(set) = sets.get_mut(&symbol) {
        set.remove(&id);
        if set.is_empty() {
            sets.remove(&symbol);
        }
    }
}

fn sets_that_fit<'a, Symbol: Copy + Ord, Id>(
    sets: &'a BTreeMap<Symbol, BTreeSet<Id>>,
    fits: &'a Fits<Symbol>,
) -> impl Iterator<Item = &'a BTreeSet<Id>> {
    let (all, some) = match fits {
        Fits::Any => (Some(sets.values()), [].as_slice()),
        Fits::OneOf(symbols) => (None, symbols.as_slice()),
    };
    all.into_iter().flatten().chain(some.iter().filter_map(|symbol| sets.get(symbol)))
}

#[cfg(test)]
impl Index {
    /// The same answers to all questions, whatever room is kept for nodes without edges?
    pub fn is_same(&self, other: &Self) -> bool {
        let with_edges = |index: &Self| {
            let lists = index.edges_at.iter().enumerate().filter(|(_, edges)| !edges.is_empty());
            lists.map(|(slot, edges)| (slot, edges.clone())).collect::<Vec<_>>()
        };
        let same_elements = self.nodes == other.nodes && self.edges == other.edges;
        same_elements && self.sites == other.sites && with_edges(self) == with_edges(other)
    }
}
