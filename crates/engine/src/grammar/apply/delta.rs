//! Deltas: the changes of a step, enough to undo it and to redo it.

use crate::mission::{Edge, EdgeId, Mission, Node, NodeId};

/// The changes of one step. Undo and redo restore the same elements under the same ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delta {
    /// The changes in the order in which they are made, each kind by ascending id.
    ///
    /// First removed edges and nodes, then changed nodes and edges, then added nodes and edges.
    pub changes: Vec<MissionChange>,
    /// The id of the next new node before the step.
    pub next_node: NodeId,
    /// The id of the next new edge before the step.
    pub next_edge: EdgeId,
}

/// One change of a mission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MissionChange {
    /// An edge was removed.
    EdgeRemoved(EdgeId, Edge),
    /// A node was removed.
    NodeRemoved(NodeId, Node),
    /// The symbol or the attributes of a node changed.
    NodeChanged(Box<NodeChange>),
    /// The attributes of a kept edge changed; its symbol and ends are the same.
    EdgeChanged(Box<EdgeChange>),
    /// A node was added.
    NodeAdded(NodeId, Node),
    /// An edge was added.
    EdgeAdded(EdgeId, Edge),
}

/// A kept edge whose attributes changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeChange {
    /// The edge.
    pub id: EdgeId,
    /// The edge before the step.
    pub before: Edge,
    /// The edge after the step.
    pub after: Edge,
}

/// A node whose symbol or attributes changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeChange {
    /// The node.
    pub id: NodeId,
    /// The node before the step.
    pub before: Node,
    /// The node after the step.
    pub after: Node,
}

/// The target of a delta: a mission, or a mission with an index that follows it.
pub(crate) trait DeltaTarget {
    fn put_node(&mut self, id: NodeId, node: &Node);
    fn put_edge(&mut self, id: EdgeId, edge: &Edge);
    fn take_node(&mut self, id: NodeId, node: &Node);
    fn take_edge(&mut self, id: EdgeId, edge: &Edge);
    fn change_node(&mut self, id: NodeId, before: &Node, after: &Node);
    fn change_edge(&mut self, id: EdgeId, after: &Edge);
    fn rewind_ids(&mut self, next_node: NodeId, next_edge: EdgeId);
}

impl DeltaTarget for Mission {
    #[inline]
    fn put_node(&mut self, id: NodeId, node: &Node) {
        Self::put_node(self, id, node.clone());
    }

    #[inline]
    fn put_edge(&mut self, id: EdgeId, edge: &Edge) {
        Self::put_edge(self, id, edge.clone());
    }

    fn take_node(&mut self, id: NodeId, node: &Node) {
        let removed = self.remove_node(id);
        debug_assert_eq!(removed.as_ref(), Some(node), "node {} is as the delta knows it", id.0);
    }

    #[inline]
    fn take_edge(&mut self, id: EdgeId, edge: &Edge) {
        let removed = self.remove_edge(id);
        debug_assert_eq!(removed.as_ref(), Some(edge), "edge {} is as the delta knows it", id.0);
    }

    fn change_node(&mut self, id: NodeId, _: &Node, after: &Node) {
        self.set_node(id, after.clone());
    }

    fn change_edge(&mut self, id: EdgeId, after: &Edge) {
        self.set_edge_attributes(id, after.attributes.clone());
    }

    fn rewind_ids(&mut self, next_node: NodeId, next_edge: EdgeId) {
        Self::rewind_ids(self, next_node, next_edge);
    }
}

impl Delta {
    /// Makes the changes.
    ///
    /// # Panics
    /// May panic unless the mission is as it was before the step.
    pub fn redo(&self, mission: &mut Mission) {
        self.redo_on(mission);
    }

    /// Undoes the changes, including ids.
    ///
    /// # Panics
    /// May panic unless the mission is as it was after the step.
    pub fn undo(&self, mission: &mut Mission) {
        self.undo_on(mission);
    }

    pub(crate) fn redo_on(&self, target: &mut impl DeltaTarget) {
        use MissionChange::{EdgeAdded, EdgeChanged, EdgeRemoved, NodeAdded, NodeChanged, NodeRemoved};
        for change in &self.changes {
            match change {
                EdgeRemoved(id, edge) => target.take_edge(*id, edge),
                NodeRemoved(id, node) => target.take_node(*id, node),
                NodeChanged(change) => target.change_node(change.id, &change.before, &change.after),
                EdgeChanged(change) => target.change_edge(change.id, &change.after),
                NodeAdded(id, node) => target.put_node(*id, node),
                EdgeAdded(id, edge) => target.put_edge(*id, edge),
            }
        }
    }

    pub(crate) fn undo_on(&self, target: &mut impl DeltaTarget) {
        use MissionChange::{EdgeAdded, EdgeChanged, EdgeRemoved, NodeAdded, NodeChanged, NodeRemoved};
        for change in self.changes.iter().rev() {
            match change {
                EdgeAdded(id, edge) => target.take_edge(*id, edge),
                NodeAdded(id, node) => target.take_node(*id, node),
                NodeChanged(change) => target.change_node(change.id, &change.after, &change.before),
                EdgeChanged(change) => target.change_edge(change.id, &change.before),
                NodeRemoved(id, node) => target.put_node(*id, node),
                EdgeRemoved(id, edge) => target.put_edge(*id, edge),
            }
        }
        target.rewind_ids(self.next_node, self.next_edge);
    }

    /// Returns the nodes that were added, by ascending id.
    pub fn added_nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.changes.iter().filter_map(|change| match change {
            MissionChange::NodeAdded(id, node) => Some((*id, node)),
            _ => None,
        })
    }

    /// Returns the nodes that were removed, by ascending id.
    pub fn removed_nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.changes.iter().filter_map(|change| match change {
            MissionChange::NodeRemoved(id, node) => Some((*id, node)),
            _ => None,
        })
    }

    /// Returns the nodes that were added or changed, in the order of the changes.
    pub fn touched_nodes(&self) -> impl Iterator<Item = NodeId> {
        self.changes.iter().filter_map(|change| match change {
            MissionChange::NodeAdded(id, _) => Some(*id),
            MissionChange::NodeChanged(change) => Some(change.id),
            MissionChange::NodeRemoved(..)
            | MissionChange::EdgeAdded(..)
            | MissionChange::EdgeChanged(_)
            | MissionChange::EdgeRemoved(..) => None,
        })
    }

    /// Returns the edges that were added or changed, in the order of the changes.
    pub fn touched_edges(&self) -> impl Iterator<Item = EdgeId> {
        self.changes.iter().filter_map(|change| match change {
            MissionChange::EdgeAdded(id, _) => Some(*id),
            MissionChange::EdgeChanged(change) => Some(change.id),
            MissionChange::EdgeRemoved(..)
            | MissionChange::NodeAdded(..)
            | MissionChange::NodeChanged(_)
            | MissionChange::NodeRemoved(..) => None,
        })
    }

    /// Returns the growth of the mission in nodes and edges; negative if it shrinks.
    pub(crate) fn growth(&self) -> (isize, isize) {
        let (mut nodes, mut edges) = (0, 0);
        for change in &self.changes {
            match change {
                MissionChange::NodeAdded(..) => nodes += 1,
                MissionChange::NodeRemoved(..) => nodes -= 1,
                MissionChange::EdgeAdded(..) => edges += 1,
                MissionChange::EdgeRemoved(..) => edges -= 1,
                MissionChange::NodeChanged(_) | MissionChange::EdgeChanged(_) => {}
            }
        }
        (nodes, edges)
    }
}
