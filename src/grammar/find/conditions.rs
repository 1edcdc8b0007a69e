//! Do the conditions of an element hold?

use super::Index;
use crate::grammar::resolve::ReadyCondition;
use crate::grammar::{Way, resolve::Fits};
use crate::mission::{Edge, EdgeSymbolId, Mission, Node, NodeId};

/// Does every condition of a node pattern hold of this node?
pub(crate) fn node_conditions_hold(
    when: &[ReadyCondition],
    mission: &Mission,
    index: &Index,
    id: NodeId,
    node: &Node,
) -> bool {
    when.iter().all(|condition| node_condition_holds(condition, mission, index, id, node))
}

/// Does one condition hold of this node?
pub(crate) fn node_condition_holds(
    condition: &ReadyCondition,
    mission: &Mission,
    index: &Index,
    id: NodeId,
    node: &Node,
) -> bool {
    match condition {
        ReadyCondition::Attribute(name, test) => test.holds(node.attributes.get(name)),
        ReadyCondition::Degree(fits, way, count) => count.holds(degree(mission, index, id, fits, *way)),
    }
}

/// Does every condition of an edge pattern hold of this edge?
pub(crate) fn edge_conditions_hold(when: &[ReadyCondition], edge: &Edge) -> bool {
    when.iter().all(|condition| match condition {
        ReadyCondition::Attribute(name, test) => test.holds(edge.attributes.get(name)),
        ReadyCondition::Degree(..) => false,
    })
}

/// How many edges of these symbols a node has; a self-loop counts once in and once out.
pub(crate) fn degree(
    mission: &Mission,
    index: &Index,
    id: NodeId,
    fits: &Fits<EdgeSymbolId>,
    way: Way,
) -> u32 {
    let edges = index.edges_at(id).iter().filter_map(|edge| mission.edge(*edge));
    let counted = edges.filter(|edge| fits.contains(edge.symbol)).map(|edge| {
        let (arrives, leaves) = (u32::from(edge.to == id), u32::from(edge.from == id));
        match way {
            Way::In => arrives,
            Way::Out => leaves,
            Way::All => arrives + leaves,
        }
    });
    counted.sum()
}
