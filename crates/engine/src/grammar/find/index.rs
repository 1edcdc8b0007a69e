//! The index of a mission: elements by symbol, nodes by site, and the latest changes.
//!
//! It is built once, then follows the mission by deltas.
//! The nodes of a symbol are in the order of their ids at first, and unordered after a delta.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use super::dirty::FoundEdge;
use super::log::{Log, NodeArrivalOrRemoval, NodeChanged};
use crate::grammar::Delta;
use crate::grammar::apply::DeltaTarget;
use crate::grammar::resolve::{Fits, MeasuredWays, ReadyFarthest};
use crate::mission::{
    Edge, EdgeId, EdgeSymbolId, Mission, Node, NodeId, NodeSymbolId, PassageDistances, Site,
};

/// Minimum number of changes that are remembered.
const LEAST_LOG: usize = 512;

/// Elements of one mission by symbol, nodes by site, and the latest changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    nodes: Lists,
    edge_counts: Vec<u32>,
    /// Built when a search begins at edges, which is rare, and dropped when edges change.
    edges: OnceCell<Vec<Vec<EdgeId>>>,
    sites: HashMap<Site, NodeId>,
    log: Log,
    /// Computed when a condition asks for distances, and dropped when the mission changes.
    pub(super) distances: KnownDistances,
}

/// The distances in the mission that were asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownDistances {
    pub ways: RefCell<Vec<(MeasuredWays, Arc<PassageDistances>)>>,
    /// The farthest nodes, ascending.
    pub farthest: RefCell<Vec<(ReadyFarthest, Arc<[NodeId]>)>>,
}

impl KnownDistances {
    /// Forgets everything, because the mission changes.
    fn forget(&mut self) {
        self.ways.get_mut().clear();
        self.farthest.get_mut().clear();
    }
}

/// The ids of nodes by symbol; each is in one list.
#[derive(Clone, Debug, Default)]
struct Lists {
    by_symbol: Vec<Vec<u32>>,
    // Position n belongs to id n + 1: its index in its list.
    listed_at: Vec<u32>,
}

impl Index {
    /// Returns the index of a mission.
    pub fn new(mission: &Mission) -> Self {
        let mut index = Self::default();
        mission.nodes().for_each(|(id, node)| index.add_node(id, node));
        mission.edges().for_each(|(_, edge)| index.add_edge(edge.symbol));
        index
    }

    /// Makes the changes of a delta in the index and in the mission, which is as it was before the step.
    pub fn redo(&mut self, delta: &Delta, mission: &mut Mission) {
        self.distances.forget();
        delta.redo_on(&mut Indexed { index: self, mission });
        self.log.keep(LEAST_LOG.max(mission.node_count() / 8));
    }

    /// Undoes the changes of a delta in the index and in the mission, which is as it was after the step.
    pub fn undo(&mut self, delta: &Delta, mission: &mut Mission) {
        self.distances.forget();
        delta.undo_on(&mut Indexed { index: self, mission });
        self.log.keep(LEAST_LOG.max(mission.node_count() / 8));
    }

    /// Returns the latest changes.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Returns the nodes whose symbol fits.
    pub fn nodes_that_fit<'a>(&'a self, fits: &'a Fits<NodeSymbolId>) -> impl Iterator<Item = NodeId> + 'a {
        let symbols = fits.positions(self.nodes.by_symbol.len());
        symbols.flat_map(|symbol| self.nodes.list(symbol)).copied().map(NodeId)
    }

    /// Returns the number of nodes whose symbol fits.
    pub fn count_nodes(&self, fits: &Fits<NodeSymbolId>) -> usize {
        let symbols = fits.positions(self.nodes.by_symbol.len());
        symbols.map(|symbol| self.nodes.list(symbol).len()).sum()
    }

    /// Returns the edges whose symbol fits.
    pub fn edges_that_fit<'a>(
        &'a self,
        mission: &Mission,
        fits: &'a Fits<EdgeSymbolId>,
    ) -> impl Iterator<Item = EdgeId> + 'a {
        let lists = self.edges.get_or_init(|| edges_by_symbol(mission, self.edge_counts.len()));
        let symbols = fits.positions(lists.len());
        symbols.filter_map(|symbol| lists.get(symbol)).flatten().copied()
    }

    /// Returns the number of edges whose symbol fits.
    pub fn count_edges(&self, fits: &Fits<EdgeSymbolId>) -> usize {
        let symbols = fits.positions(self.edge_counts.len());
        symbols.filter_map(|symbol| self.edge_counts.get(symbol)).map(|count| *count as usize).sum()
    }

    /// Returns the node on a site.
    pub fn node_on(&self, site: Site) -> Option<NodeId> {
        self.sites.get(&site).copied()
    }

    fn add_edge(&mut self, symbol: EdgeSymbolId) {
        let symbol = usize::from(symbol.0);
        if self.edge_counts.len() <= symbol {
            self.edge_counts.resize(symbol + 1, 0);
        }
        self.edge_counts[symbol] += 1;
        self.forget_edges();
    }

    fn remove_edge(&mut self, symbol: EdgeSymbolId) {
        self.edge_counts[usize::from(symbol.0)] -= 1;
        self.forget_edges();
    }

    fn forget_edges(&mut self) {
        if self.edges.get().is_some() {
            self.edges.take();
        }
    }

    fn add_node(&mut self, id: NodeId, node: &Node) {
        self.nodes.add(id.0, node.symbol.0);
        if let Some(site) = node.site {
            self.sites.insert(site, id);
        }
    }

    fn remove_node(&mut self, id: NodeId, node: &Node) {
        self.nodes.remove(id.0, node.symbol.0);
        if let Some(site) = node.site {
            self.sites.remove(&site);
        }
    }
}

/// A mission that changes, and its index.
struct Indexed<'a> {
    index: &'a mut Index,
    mission: &'a mut Mission,
}

impl Indexed<'_> {
    fn log_node(&mut self, id: NodeId, node: &Node) {
        self.index.log.node_came_or_went(NodeArrivalOrRemoval { id, symbol: node.symbol, site: node.site });
    }
}

impl DeltaTarget for Indexed<'_> {
    fn put_node(&mut self, id: NodeId, node: &Node) {
        DeltaTarget::put_node(self.mission, id, node);
        self.index.add_node(id, node);
        self.log_node(id, node);
    }

    fn put_edge(&mut self, id: EdgeId, edge: &Edge) {
        let ends = self.mission.join(id, edge.clone());
        self.index.add_edge(edge.symbol);
        self.index.log.edge_came(FoundEdge::new(id, edge, ends));
    }

    fn take_node(&mut self, id: NodeId, node: &Node) {
        self.mission.take_node(id, node);
        self.index.remove_node(id, node);
        self.log_node(id, node);
    }

    fn take_edge(&mut self, id: EdgeId, edge: &Edge) {
        let parted = self.mission.part(id);
        debug_assert_eq!(parted.as_ref().map(|(parted, _)| parted), Some(edge), "as the delta knows it");
        self.index.remove_edge(edge.symbol);
        if let Some((_, ends)) = parted {
            self.index.log.edge_went(FoundEdge::new(id, edge, ends));
        }
    }

    fn change_node(&mut self, id: NodeId, before: &Node, after: &Node) {
        self.mission.change_node(id, before, after);
        if before.symbol != after.symbol {
            self.index.nodes.remove(id.0, before.symbol.0);
            self.index.nodes.add(id.0, after.symbol.0);
        }
        self.index.log.node_changed(NodeChanged { id, before: before.symbol, after: after.symbol });
    }

    fn change_edge(&mut self, id: EdgeId, after: &Edge) {
        self.mission.change_edge(id, after);
        if let Some(changed) = FoundEdge::between(self.mission, id, after) {
            self.index.log.edge_went(changed);
            self.index.log.edge_came(changed);
        }
    }

    fn rewind_ids(&mut self, next_node: NodeId, next_edge: EdgeId) {
        self.mission.rewind_ids(next_node, next_edge);
    }
}

fn edges_by_symbol(mission: &Mission, symbols: usize) -> Vec<Vec<EdgeId>> {
    let mut lists = vec![Vec::new(); symbols];
    for (id, edge) in mission.edges() {
        if let Some(list) = lists.get_mut(usize::from(edge.symbol.0)) {
            list.push(id);
        }
    }
    lists
}

impl Lists {
    fn list(&self, symbol: usize) -> &[u32] {
        self.by_symbol.get(symbol).map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, id: u32, symbol: u16) {
        let symbol = usize::from(symbol);
        if self.by_symbol.len() <= symbol {
            self.by_symbol.resize_with(symbol + 1, Vec::new);
        }
        if self.listed_at.len() < id as usize {
            self.listed_at.resize(id as usize, 0);
        }
        self.listed_at[id as usize - 1] = self.by_symbol[symbol].len() as u32;
        self.by_symbol[symbol].push(id);
    }

    /// Removes an element from the list of its symbol; the last one takes its position.
    fn remove(&mut self, id: u32, symbol: u16) {
        let list = &mut self.by_symbol[usize::from(symbol)];
        let position = self.listed_at[id as usize - 1];
        list.swap_remove(position as usize);
        if let Some(moved) = list.get(position as usize) {
            self.listed_at[*moved as usize - 1] = position;
        }
    }
}

#[cfg(test)]
impl Index {
    /// Returns `true` if both give the same answers, except for the order of lists.
    pub fn is_same(&self, other: &Self) -> bool {
        let counts = |index: &Self| {
            let counts = index.edge_counts.iter().copied().enumerate();
            counts.filter(|(_, count)| *count > 0).collect::<Vec<_>>()
        };
        self.nodes.sorted() == other.nodes.sorted()
            && counts(self) == counts(other)
            && self.sites == other.sites
    }
}

#[cfg(test)]
impl Lists {
    /// Returns the lists that are not empty, in order.
    fn sorted(&self) -> Vec<(usize, Vec<u32>)> {
        let mut lists: Vec<_> =
            self.by_symbol.iter().cloned().enumerate().filter(|(_, list)| !list.is_empty()).collect();
        lists.iter_mut().for_each(|(_, list)| list.sort_unstable());
        lists
    }
}
