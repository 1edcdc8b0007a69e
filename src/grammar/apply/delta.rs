//! What a step changed: enough to undo it, and to do it again.

use crate::mission::{Edge, EdgeId, Mission, Node, NodeId};

/// The changes of one step. Undo and redo restore the same elements under the same ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delta {
    /// Edges that were taken out, by ascending id.
    pub removed_edges: Vec<(EdgeId, Edge)>,
    /// Nodes that were taken out, by ascending id.
    pub removed_nodes: Vec<(NodeId, Node)>,
    /// Nodes that became something else, by ascending id.
    pub changed_nodes: Vec<NodeChange>,
    /// Kept edges whose attributes changed, by ascending id; their symbol and ends are the same.
    pub changed_edges: Vec<EdgeChange>,
    /// Nodes that were added, by ascending id.
    pub added_nodes: Vec<(NodeId, Node)>,
    /// Edges that were added, by ascending id.
    pub added_edges: Vec<(EdgeId, Edge)>,
    /// The id that the next new node would have got before the step.
    pub next_node: NodeId,
    /// The id that the next new edge would have got before the step.
    pub next_edge: EdgeId,
}

/// A kept edge whose attributes changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeChange {
    /// The edge.
    pub id: EdgeId,
    /// What it was.
    pub before: Edge,
    /// What it is.
    pub after: Edge,
}

/// A node that became something else, or whose attributes changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeChange {
    /// The node.
    pub id: NodeId,
    /// What it was.
    pub before: Node,
    /// What it is.
    pub after: Node,
}

impl Delta {
    /// Makes the changes.
    ///
    /// # Panics
    /// May panic if the mission is not as it was before the step.
    pub fn redo(&self, mission: &mut Mission) {
        remove_edges(mission, &self.removed_edges);
        remove_nodes(mission, &self.removed_nodes);
        for change in &self.changed_nodes {
            set_node(mission, change.id, &change.after);
        }
        for change in &self.changed_edges {
            set_edge_attributes(mission, change.id, &change.after);
        }
        put(mission, &self.added_nodes, &self.added_edges);
    }

    /// Takes the changes back, ids and all.
    ///
    /// # Panics
    /// May panic if the mission is not as it was after the step.
    pub fn undo(&self, mission: &mut Mission) {
        remove_edges(mission, &self.added_edges);
        remove_nodes(mission, &self.added_nodes);
        for change in &self.changed_nodes {
            set_node(mission, change.id, &change.before);
        }
        for change in &self.changed_edges {
            set_edge_attributes(mission, change.id, &change.before);
        }
        put(mission, &self.removed_nodes, &self.removed_edges);
        mission.rewind_ids(self.next_node, self.next_edge);
    }
}

fn remove_edges(mission: &mut Mission, edges: &[(EdgeId, Edge)]) {
    for (id, edge) in edges {
        let removed = mission.remove_edge(*id);
        debug_assert_eq!(removed.as_ref(), Some(edge), "edge {} is as the delta knows it", id.0);
    }
}

fn remove_nodes(mission: &mut Mission, nodes: &[(NodeId, Node)]) {
    for (id, node) in nodes {
        let removed = mission.remove_node(*id);
        debug_assert_eq!(removed.as_ref(), Some(node), "node {} is as the delta knows it", id.0);
    }
}

fn set_node(mission: &mut Mission, id: NodeId, content: &Node) {
    if let Some(node) = mission.node_mut(id) {
        *node = content.clone();
    }
}

fn set_edge_attributes(mission: &mut Mission, id: EdgeId, content: &Edge) {
    if let Some(edge) = mission.edge_mut(id) {
        edge.attributes.clone_from(&content.attributes);
    }
}

fn put(mission: &mut Mission, nodes: &[(NodeId, Node)], edges: &[(EdgeId, Edge)]) {
    for (id, node) in nodes {
        mission.put_node(*id, node.clone());
    }
    for (id, edge) in edges {
        mission.put_edge(*id, edge.clone());
    }
}
