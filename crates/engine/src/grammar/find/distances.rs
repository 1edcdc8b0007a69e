//! Distances in the mission, in passages, and the nodes that are farthest away.
//!
//! Each is computed on first use, and forgotten when the mission changes.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;

use super::Index;
use super::conditions::node_conditions_hold;
use crate::grammar::resolve::{MeasuredWays, ReadyFarthest};
use crate::mission::{LinkDirection, Mission, NodeId};

/// Number of units of work to walk past one node or edge.
const WORK_PER_ELEMENT: usize = 8;

/// The distances of one mission that were asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownDistances {
    ways: RefCell<Vec<(MeasuredWays, Arc<Distances>)>>,
    /// The farthest nodes, ascending.
    farthest: RefCell<Vec<(ReadyFarthest, Arc<[NodeId]>)>>,
}

impl KnownDistances {
    /// Forgets everything, because the mission changes.
    pub fn forget(&mut self) {
        self.ways.get_mut().clear();
        self.farthest.get_mut().clear();
    }
}

/// The distance of each node to which a way leads.
#[derive(Clone, Debug)]
pub(crate) struct Distances {
    by_id: Vec<Option<u32>>,
}

impl Distances {
    /// Measures the distances in a mission by a search in breadth.
    pub fn new(ways: &MeasuredWays, mission: &Mission) -> Self {
        let mut by_id = vec![None; mission.next_node_id().0 as usize];
        let ends = mission.nodes().filter(|(_, node)| ways.ends.contains(node.symbol));
        let mut waiting: VecDeque<(NodeId, u32)> = ends.map(|(id, _)| (id, 0)).collect();
        waiting.iter().for_each(|(id, _)| by_id[id.0 as usize] = Some(0));
        while let Some((here, distance)) = waiting.pop_front() {
            let is_closed = mission.symbol(here).is_some_and(|symbol| ways.closed.contains(symbol));
            if is_closed && distance > 0 {
                continue;
            }
            for link in mission.links(here) {
                let leads = match link.heading {
                    LinkDirection::Out => ways.along.contains(link.symbol),
                    LinkDirection::In => ways.against.contains(link.symbol),
                    LinkDirection::Loop => false,
                };
                if leads && by_id[link.far.0 as usize].is_none() {
                    by_id[link.far.0 as usize] = Some(distance + 1);
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

impl Index {
    /// Returns the distances along these ways.
    pub fn distances(&self, ways: &MeasuredWays, mission: &Mission) -> Arc<Distances> {
        let known = find_in(&self.distances.ways, ways);
        known.unwrap_or_else(|| {
            let measured = Arc::new(Distances::new(ways, mission));
            self.distances.ways.borrow_mut().push((ways.clone(), Arc::clone(&measured)));
            measured
        })
    }

    /// Returns `true` if the node is the farthest of those that are compared.
    pub fn is_farthest(&self, asked: &ReadyFarthest, mission: &Mission, id: NodeId) -> bool {
        let known = find_in(&self.distances.farthest, asked);
        let farthest = known.unwrap_or_else(|| {
            let farthest = self.find_farthest(asked, mission);
            self.distances.farthest.borrow_mut().push((asked.clone(), Arc::clone(&farthest)));
            farthest
        });
        farthest.binary_search(&id).is_ok()
    }

    fn find_farthest(&self, asked: &ReadyFarthest, mission: &Mission) -> Arc<[NodeId]> {
        let distances = self.distances(&asked.ways, mission);
        let holds = |id: &NodeId| {
            let node = mission.node(*id);
            node.is_some_and(|node| node_conditions_hold(&asked.when, (mission, self), *id, node))
        };
        let compared = self.nodes_that_fit(&asked.fits).filter(holds);
        let compared: Vec<(NodeId, u32)> = compared.filter_map(|id| Some((id, distances.of(id)?))).collect();
        let largest = compared.iter().map(|(_, distance)| *distance).max();
        let farthest = compared.iter().filter(|(_, distance)| Some(*distance) == largest);
        let mut farthest: Vec<NodeId> = farthest.map(|(id, _)| *id).collect();
        farthest.sort_unstable();
        farthest.into()
    }

    /// Returns the work of asking for distances along these ways.
    pub fn cost_of_distances(&self, ways: &MeasuredWays, mission: &Mission) -> u64 {
        let is_known = find_in(&self.distances.ways, ways).is_some();
        if is_known { 2 } else { Distances::cost(mission) as u64 }
    }

    /// Returns the work of asking whether a node is the farthest.
    pub fn cost_of_farthest(&self, asked: &ReadyFarthest, mission: &Mission) -> u64 {
        let is_known = find_in(&self.distances.farthest, asked).is_some();
        if is_known { 2 } else { (1 + asked.when.len()) as u64 * Distances::cost(mission) as u64 }
    }
}

fn find_in<K: PartialEq, V: Clone>(known: &RefCell<Vec<(K, V)>>, key: &K) -> Option<V> {
    known.borrow().iter().find(|(known, _)| known == key).map(|(_, value)| value.clone())
}
