//! Do the conditions of an element hold?

use crate::grammar::resolve::ReadyCondition;
use crate::grammar::{Way, resolve::Fits};
use crate::mission::{Edge, EdgeSymbolId, Heading, Mission, Node, NodeId};

/// Does every condition of a node pattern hold of this node?
pub(crate) fn node_conditions_hold(
    when: &[ReadyCondition],
    mission: &Mission,
    id: NodeId,
    node: &Node,
) -> bool {
    when.iter().all(|condition| node_condition_holds(condition, mission, id, node))
}

/// Does one condition hold of this node?
pub(crate) fn node_condition_holds(
    condition: &ReadyCondition,
    mission: &Mission,
    id: NodeId,
    node: &Node,
) -> bool {
    match condition {
        ReadyCondition::Attribute(name, test) => test.holds(node.attributes.get(name)),
        ReadyCondition::Degree(fits, way, count) => count.holds(degree(mission, id, fits, *way)),
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
pub(crate) fn degree(mission: &Mission, id: NodeId, fits: &Fits<EdgeSymbolId>, way: Way) -> u32 {
    let counted = mission.links(id).iter().filter(|link| fits.contains(link.symbol)).map(|link| {
        let (arrives, leaves) = match link.heading {
            Heading::In => (1, 0),
            Heading::Out => (0, 1),
            Heading::Loop => (1, 1),
        };
        match way {
            Way::In => arrives,
            Way::Out => leaves,
            Way::All => arrives + leaves,
        }
    });
    counted.sum()
}
