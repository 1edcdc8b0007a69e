//! Evaluates the conditions of an element.

use std::cell::RefCell;
use std::sync::Arc;

use super::Index;
use crate::grammar::resolve::{MeasuredWays, ReadyCondition, ReadyFarthest};
use crate::grammar::{AttributeTest, DegreeKind, resolve::Fits};
use crate::mission::{Edge, EdgeSymbolId, LinkDirection, Mission, Node, NodeId, PassageDistances, Value};

/// Returns `true` if every condition of a node pattern holds for this node.
pub(crate) fn node_conditions_hold(
    when: &[ReadyCondition],
    place: (&Mission, &Index),
    id: NodeId,
    node: &Node,
) -> bool {
    when.iter().all(|condition| node_condition_holds(condition, place, id, node))
}

/// Returns `true` if one condition holds for this node.
pub(crate) fn node_condition_holds(
    condition: &ReadyCondition,
    (mission, index): (&Mission, &Index),
    id: NodeId,
    node: &Node,
) -> bool {
    match condition {
        ReadyCondition::Attribute(name, test) => test.holds(node.attributes.get(name)),
        ReadyCondition::Degree(fits, way, count) => count.holds(degree(mission, id, fits, *way)),
        ReadyCondition::Distance(ways, count) => {
            index.distances(ways, mission).of(id).is_some_and(|distance| count.holds(distance))
        }
        ReadyCondition::Farthest(asked) => index.is_farthest(asked, mission, id),
    }
}

/// Returns `true` if every condition of an edge pattern holds for this edge.
pub(crate) fn edge_conditions_hold(when: &[ReadyCondition], edge: &Edge) -> bool {
    when.iter().all(|condition| match condition {
        ReadyCondition::Attribute(name, test) => test.holds(edge.attributes.get(name)),
        ReadyCondition::Degree(..) | ReadyCondition::Distance(..) | ReadyCondition::Farthest(_) => false,
    })
}

/// Returns the work of evaluating conditions for a node.
pub(crate) fn cost_at_node(when: &[ReadyCondition], (mission, index): (&Mission, &Index), id: NodeId) -> u64 {
    let cost = |condition: &ReadyCondition| match condition {
        ReadyCondition::Attribute(name, test) => cost_of_test(name, test),
        ReadyCondition::Degree(..) => mission.links(id).len() as u64,
        ReadyCondition::Distance(ways, _) => index.cost_of_distances(ways, mission),
        ReadyCondition::Farthest(asked) => index.cost_of_farthest(asked, mission),
    };
    when.iter().map(cost).sum()
}

/// Returns the work of evaluating conditions for an edge.
pub(crate) fn cost_at_edge(when: &[ReadyCondition]) -> u64 {
    let cost = |condition: &ReadyCondition| match condition {
        ReadyCondition::Attribute(name, test) => cost_of_test(name, test),
        ReadyCondition::Degree(..) | ReadyCondition::Distance(..) | ReadyCondition::Farthest(_) => 0,
    };
    when.iter().map(cost).sum()
}

/// Returns the work of a test. Long texts take longer to compare.
fn cost_of_test(name: &str, test: &AttributeTest) -> u64 {
    const BYTES_PER_UNIT: usize = 32;
    let value = match test {
        AttributeTest::Equal(Value::Text(text)) | AttributeTest::Not(Value::Text(text)) => text.len(),
        _ => 0,
    };
    (2 + name.len() / BYTES_PER_UNIT + value / BYTES_PER_UNIT) as u64
}

/// Returns the number of a node's edges with these symbols; a self-loop counts once in and once out.
pub(crate) fn degree(mission: &Mission, id: NodeId, fits: &Fits<EdgeSymbolId>, way: DegreeKind) -> u32 {
    let counted = mission.links(id).iter().filter(|link| fits.contains(link.symbol)).map(|link| {
        let (arrives, leaves) = match link.heading {
            LinkDirection::In => (1, 0),
            LinkDirection::Out => (0, 1),
            LinkDirection::Loop => (1, 1),
        };
        match way {
            DegreeKind::In => arrives,
            DegreeKind::Out => leaves,
            DegreeKind::All => arrives + leaves,
        }
    });
    counted.sum()
}

impl Index {
    /// Returns the distances along these ways.
    pub fn distances(&self, ways: &MeasuredWays, mission: &Mission) -> Arc<PassageDistances> {
        let known = find_known(&self.distances.ways, ways);
        known.unwrap_or_else(|| {
            let measured = Arc::new(ways.measure(mission));
            self.distances.ways.borrow_mut().push((ways.clone(), Arc::clone(&measured)));
            measured
        })
    }

    /// Returns the work of asking for distances along these ways.
    pub fn cost_of_distances(&self, ways: &MeasuredWays, mission: &Mission) -> u64 {
        let is_known = find_known(&self.distances.ways, ways).is_some();
        if is_known { 2 } else { PassageDistances::cost(mission) as u64 }
    }

    /// Returns `true` if the node is the farthest of those that are compared.
    fn is_farthest(&self, asked: &ReadyFarthest, mission: &Mission, id: NodeId) -> bool {
        let known = find_known(&self.distances.farthest, asked);
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

    /// Returns the work of asking whether a node is the farthest.
    fn cost_of_farthest(&self, asked: &ReadyFarthest, mission: &Mission) -> u64 {
        let is_known = find_known(&self.distances.farthest, asked).is_some();
        let conditions = 1 + asked.when.len() as u64;
        if is_known { 2 } else { conditions * PassageDistances::cost(mission) as u64 }
    }
}

fn find_known<K: PartialEq, V: Clone>(known: &RefCell<Vec<(K, V)>>, key: &K) -> Option<V> {
    known.borrow().iter().find(|(known, _)| known == key).map(|(_, value)| value.clone())
}
