//! The fewest cells of a corridor that separate its two ends.
//!
//! This is a minimum vertex cut, found by augmenting paths (Ford and Fulkerson 1956).
//! Each cell is an edge from its entry to its exit. Its capacity is one unit if a door can be there.
//! All other capacities are unlimited.
//! Flow goes from the guarded end to the other. The cut is the limit of what the guarded end can still reach.
//! Of several minimum cuts it is therefore the nearest to the guarded end.

use petgraph::algo::dinics;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Dfs, EdgeRef, VisitMap};

use super::corridor::Corridor;
use crate::base::Cell;
use crate::level::PassageEnd;

/// A capacity above any flow of cells, small enough that sums of it fit.
const ANY_NUMBER: u32 = 1 << 20;

/// Returns the minimum cut of a corridor that is nearest to that end.
pub(super) fn least_cut(corridor: &Corridor, guarded: PassageEnd) -> Vec<Cell> {
    let network = network(corridor, guarded);
    let [source, sink] = [0, 1].map(|end| NodeIndex::new(2 * corridor.len() + end));
    let (_, flow) = dinics(&network, source, sink);
    // More can flow along edges with spare capacity, and back along edges with flow.
    let mut rest =
        network.filter_map(|_, ()| Some(()), |edge, room| (flow[edge.index()] < *room).then_some(()));
    for edge in network.edge_references().filter(|edge| flow[edge.id().index()] > 0) {
        rest.add_edge(edge.target(), edge.source(), ());
    }
    let mut reached = Dfs::new(&rest, source);
    while reached.next(&rest).is_some() {}
    let is_reached = |node: usize| reached.discovered.is_visited(&NodeIndex::<u32>::new(node));
    let is_cut = |index: &usize| is_reached(entry(*index)) && !is_reached(exit(*index));
    (0..corridor.len()).filter(is_cut).map(|index| corridor.cell(index)).collect()
}

fn entry(index: usize) -> usize {
    2 * index
}

fn exit(index: usize) -> usize {
    2 * index + 1
}

/// Returns the flow network. The source comes after all cells, followed by the sink.
fn network(corridor: &Corridor, guarded: PassageEnd) -> DiGraph<(), u32> {
    let other = match guarded {
        PassageEnd::From => PassageEnd::To,
        PassageEnd::To => PassageEnd::From,
    };
    let (source, sink) = (2 * corridor.len(), 2 * corridor.len() + 1);
    let mut network = DiGraph::new();
    for _ in 0..=sink {
        network.add_node(());
    }
    let mut join = |from: usize, to: usize, room: u32| {
        network.add_edge(NodeIndex::new(from), NodeIndex::new(to), room);
    };
    for index in 0..corridor.len() {
        join(
            entry(index),
            exit(index),
            if corridor.may_hold_door(corridor.cell(index)) { 1 } else { ANY_NUMBER },
        );
        for &next in corridor.steps(index) {
            join(exit(index), entry(next), ANY_NUMBER);
        }
        if corridor.touches(index, guarded) {
            join(source, entry(index), ANY_NUMBER);
        }
        if corridor.touches(index, other) {
            join(exit(index), sink, ANY_NUMBER);
        }
    }
    network
}
