//! Applying a rule at one of its matches.
//!
//! Input: a rule, a mission and a match. Output: a [`Delta`].
//!
//! - Kept nodes keep identity, outside edges, site, attributes and origin, even if their symbol changes. They
//!   gain those attributes of a new symbol that they lack.
//! - Kept edges stay unchanged.
//! - Then attribute changes are made, see [`Change`](super::Change).
//! - Erased nodes take their edges with them. With `Forbid` the match has shown all of these; with `Drop`
//!   there may be others. No edge ever dangles.
//! - Created nodes get the next ids by ascending id in the rule, created edges in the order of the right
//!   side.
//! - With `Lattice` geometry, created nodes take the sites where they are drawn.

mod delta;

use smallvec::SmallVec;

use super::find::{Effort, Index, fitting_sides, is_match};
use super::resolve::{
    AttributeEdit, LatticeOrientation, NewEdge, NewEdgeEnd, NewNode, NodeChangeKind, Placements, ReadyRule,
    RightSide, TakenAttribute, resolve_rule, site_from,
};
use super::{Grammar, Match};
use crate::mission::{AttributeValues, Attributes, Edge, EdgeId, Mission, Node, NodeId, Site};

pub(crate) use delta::DeltaTarget;
pub use delta::{Delta, EdgeChange, MissionChange, NodeChange};

/// Applies one rule of a grammar at one of its matches and returns the changes.
///
/// `step` is the number of the step, from 1, recorded as the origin of new elements.
/// `alternative` selects a right side, in the order of [`Rule::alternatives`](super::Rule::alternatives).
///
/// Returns `None` without a change if
///
/// - there is no such rule or right side, or the rule has a mistake;
/// - the match is not one that [`find_matches`](super::find_matches) returns for this mission;
/// - the right side does not fit there.
pub fn apply_match(
    grammar: &Grammar,
    rule_index: usize,
    mission: &mut Mission,
    matched: &Match,
    alternative: usize,
    step: u32,
) -> Option<Delta> {
    let rule = resolve_rule(&grammar.alphabet, grammar.rules.get(rule_index)?)?;
    let index = Index::new(mission);
    let elements = matched.nodes.iter().map(|(element, _)| *element);
    let is_of_rule = elements.eq(rule.nodes.iter().map(|node| node.id));
    if !is_of_rule || !is_match(&rule, mission, &index, matched, &mut Effort::of_one_search()) {
        return None;
    }
    fitting_sides(&rule, mission, &index, matched).binary_search(&alternative).ok()?;
    let delta = plan_delta(&rule, mission, matched, alternative, step);
    delta.redo(mission);
    Some(delta)
}

/// Returns the changes that a right side of a rule would make at a match of this mission.
///
/// # Panics
/// Panics if the rule has no such right side.
pub(crate) fn plan_delta(
    rule: &ReadyRule,
    mission: &Mission,
    matched: &Match,
    alternative: usize,
    step: u32,
) -> Delta {
    DeltaPlanner { rule, side: &rule.sides[alternative], alternative, mission, matched, step }.plan()
}

struct DeltaPlanner<'a> {
    rule: &'a ReadyRule,
    side: &'a RightSide,
    alternative: usize,
    mission: &'a Mission,
    matched: &'a Match,
    step: u32,
}

impl DeltaPlanner<'_> {
    fn plan(&self) -> Delta {
        let mut changes = Vec::with_capacity(self.side.most_changes);
        if self.side.erases {
            self.remove(&self.erased(), &mut changes);
        }
        if self.side.changes_nodes {
            self.change_nodes(&mut changes);
        }
        if self.side.changes_edges {
            self.change_edges(&mut changes);
        }
        self.add(&mut changes);
        Delta { changes, next_node: self.mission.next_node_id(), next_edge: self.mission.next_edge_id() }
    }

    /// Returns the erased nodes, by ascending id.
    fn erased(&self) -> SmallVec<[NodeId; 8]> {
        if !self.side.erases_nodes {
            return SmallVec::new();
        }
        let fates = self.matched.nodes.iter().zip(&self.side.fates);
        let erased = fates.filter(|(_, fate)| **fate == NodeChangeKind::Erase).map(|((_, id), _)| *id);
        let mut erased: SmallVec<[NodeId; 8]> = erased.collect();
        erased.sort_unstable();
        erased
    }

    /// Removes the edges that are erased or attached to erased nodes, then these nodes.
    fn remove(&self, erased: &[NodeId], changes: &mut Vec<MissionChange>) {
        let left = self.matched.edges.iter().zip(&self.side.keeps_edge);
        let mut edges: SmallVec<[EdgeId; 8]> =
            left.filter(|(_, is_kept)| !**is_kept).map(|(id, _)| *id).collect();
        for id in erased {
            edges.extend(self.mission.edges_out(*id));
            edges.extend(self.mission.edges_in(*id));
        }
        edges.sort_unstable();
        edges.dedup();
        let removed = |id: EdgeId| Some(MissionChange::EdgeRemoved(id, self.mission.edge(id)?.clone()));
        changes.extend(edges.into_iter().filter_map(removed));
        let removed = |id: &NodeId| Some(MissionChange::NodeRemoved(*id, self.mission.node(*id)?.clone()));
        changes.extend(erased.iter().filter_map(removed));
    }

    fn change_nodes(&self, changes: &mut Vec<MissionChange>) {
        let first = changes.len();
        for (position, (_, id)) in self.matched.nodes.iter().enumerate() {
            let (fate, edit) = (self.side.fates[position], &self.side.edits[position]);
            if fate == NodeChangeKind::Erase || (fate == NodeChangeKind::Keep && edit.is_empty()) {
                continue;
            }
            let Some(before) = self.mission.node(*id) else { continue };
            let symbol = if let NodeChangeKind::Become(symbol) = fate { symbol } else { before.symbol };
            let attributes = self.edited(&before.attributes, edit);
            if before.symbol != symbol || before.attributes != attributes {
                let after = Node { symbol, attributes, ..*before };
                let change = NodeChange { id: *id, before: before.clone(), after };
                changes.push(MissionChange::NodeChanged(Box::new(change)));
            }
        }
        changes[first..].sort_unstable_by_key(|change| match change {
            MissionChange::NodeChanged(change) => change.id,
            _ => NodeId(0),
        });
    }

    fn change_edges(&self, changes: &mut Vec<MissionChange>) {
        let first = changes.len();
        for (position, id) in self.matched.edges.iter().enumerate() {
            let edit = &self.side.edge_edits[position];
            if !self.side.keeps_edge[position] || edit.is_empty() {
                continue;
            }
            let Some(before) = self.mission.edge(*id) else { continue };
            let attributes = self.edited(&before.attributes, edit);
            if before.attributes != attributes {
                let after = Edge { attributes, ..*before };
                let change = EdgeChange { id: *id, before: before.clone(), after };
                changes.push(MissionChange::EdgeChanged(Box::new(change)));
            }
        }
        changes[first..].sort_unstable_by_key(|change| match change {
            MissionChange::EdgeChanged(change) => change.id,
            _ => EdgeId(0),
        });
    }

    fn add(&self, changes: &mut Vec<MissionChange>) {
        let (first_node, first_edge) = (self.mission.next_node_id().0, self.mission.next_edge_id().0);
        let end = |end| match end {
            NewEdgeEnd::Left(position) => self.matched.nodes[position].1,
            NewEdgeEnd::New(position) => NodeId(first_node + position as u32),
        };
        let orientation = self.orientation();
        let node = |(new, position): (&NewNode, u32)| {
            let attributes = self.edited(&AttributeValues::new(), &new.edit);
            let site = orientation.and_then(|orientation| self.new_site(orientation, position as usize));
            let node = Node { symbol: new.symbol, site, made_by: self.step, attributes };
            MissionChange::NodeAdded(NodeId(first_node + position), node)
        };
        changes.extend(self.side.new_nodes.iter().zip(0..).map(node));
        let edge = |(new, position): (&NewEdge, u32)| {
            let attributes = self.edited(&AttributeValues::new(), &new.edit);
            let (from, to) = (end(new.from), end(new.to));
            let edge = Edge { symbol: new.symbol, from, to, made_by: self.step, attributes };
            MissionChange::EdgeAdded(EdgeId(first_edge + position), edge)
        };
        changes.extend(self.side.new_edges.iter().zip(0..).map(edge));
    }

    /// Returns attributes after an edit. Values taken from other elements are those before the step.
    #[inline(always)]
    fn edited(&self, before: &AttributeValues, edit: &AttributeEdit) -> AttributeValues {
        if edit.is_empty() { before.clone() } else { self.make_edit(before.clone(), edit) }
    }

    fn make_edit(&self, mut attributes: AttributeValues, edit: &AttributeEdit) -> AttributeValues {
        for (name, value) in &edit.gains {
            attributes.entry(name.clone()).or_insert_with(|| value.clone());
        }
        for (change, from) in &edit.changes {
            change.make(&mut attributes, self.taken(from), self.distance(from));
        }
        attributes
    }

    /// Returns the distance before the step, if one is stored and a way leads to the node.
    fn distance(&self, from: &TakenAttribute) -> Option<u32> {
        let TakenAttribute::Distance(position, ways) = from else { return None };
        let (_, id) = self.matched.nodes.get(*position)?;
        ways.measure(self.mission).of(*id)
    }

    fn taken(&self, from: &TakenAttribute) -> Option<&Attributes> {
        match from {
            TakenAttribute::Nothing | TakenAttribute::Distance(..) => None,
            TakenAttribute::Node(position) => {
                let (_, id) = self.matched.nodes.get(*position)?;
                self.mission.node(*id).map(|node| &*node.attributes)
            }
            TakenAttribute::Edge(position) => {
                let id = self.matched.edges.get(*position)?;
                self.mission.edge(*id).map(|edge| &*edge.attributes)
            }
        }
    }

    /// Returns the orientation of the drawing, if the rule fixes the sites of its nodes.
    fn orientation(&self) -> Option<&LatticeOrientation> {
        match &self.rule.placements {
            Placements::Anywhere => None,
            Placements::AsDrawn(orientations) => {
                orientations.iter().find(|orientation| orientation.symmetry == self.matched.symmetry)
            }
        }
    }

    /// Returns the site of a new node.
    fn new_site(&self, orientation: &LatticeOrientation, position: usize) -> Option<Site> {
        let (_, first) = self.matched.nodes.first()?;
        let offset = orientation.new.get(self.alternative)?.get(position)?;
        site_from(self.mission.node(*first)?.site?, *orientation.left.first()?, *offset)
    }
}

#[cfg(test)]
mod tests;
