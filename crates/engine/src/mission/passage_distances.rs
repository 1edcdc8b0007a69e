//! Distances in a mission: the number of passages on the shortest way from some nodes to each other one.

use std::collections::VecDeque;

use super::{Link, Mission, NodeId, NodeSymbolId};

/// Number of units of work to walk past one node or edge.
const WORK_PER_ELEMENT: usize = 8;

/// The distance of each node to which a way leads.
#[derive(Clone, Debug)]
pub(crate) struct PassageDistances {
    by_id: Vec<Option<u32>>,
}

impl PassageDistances {
    /// Measures the distances from nodes of certain symbols, by a search in breadth.
    ///
    /// `leads` decides whether a way continues along a link. No way leads through nodes that are closed.
    pub fn new(
        mission: &Mission,
        is_end: impl Fn(NodeSymbolId) -> bool,
        leads: impl Fn(&Link) -> bool,
        is_closed: impl Fn(NodeSymbolId) -> bool,
    ) -> Self {
        let mut by_id = vec![None; mission.next_node_id().0 as usize];
        let ends = mission.nodes().filter(|(_, node)| is_end(node.symbol));
        let mut waiting: VecDeque<(NodeId, u32)> = ends.map(|(id, _)| (id, 0)).collect();
        waiting.iter().for_each(|(id, _)| by_id[id.0 as usize] = Some(0));
        while let Some((here, distance)) = waiting.pop_front() {
            if distance > 0 && mission.symbol(here).is_some_and(&is_closed) {
                continue;
            }
            for link in mission.links(here).iter().filter(|link| leads(link)) {
                let known = &mut by_id[link.far.0 as usize];
                if known.is_none() {
                    *known = Some(distance + 1);
                    waiting.push_back((link.far, distance + 1));
                }
            }
        }
        Self { by_id }
    }

    /// Returns the work of measuring the distances in a mission.
    pub fn cost(mission: &Mission) -> usize {
        (mission.node_count() + mission.edge_count()) * WORK_PER_ELEMENT
    }

    /// Returns the distance of a node, if a way leads to it.
    pub fn of(&self, id: NodeId) -> Option<u32> {
        self.by_id.get(id.0 as usize).copied().flatten()
    }

    /// Returns the largest distance.
    pub fn largest(&self) -> Option<u32> {
        self.by_id.iter().copied().flatten().max()
    }
}
