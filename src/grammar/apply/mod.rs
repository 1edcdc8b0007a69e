//! Applying: what a rule does at one of its matches.
//!
//! In go a rule, a mission and a match; out comes a [`Delta`].
//! Kept nodes keep identity, outside edges, site, attributes and the step that made them, even if their symbol changes; they gain those attributes of a new symbol that they have not. Kept edges stay as they are.
//! Then the changes of attributes are made; see [`Change`](super::Change).
//! Erased nodes take their edges with them: under `Forbid` the match has shown that there are no others, under `Drop` the others go too. No edge ever dangles.
//! Created nodes get the next ids by ascending id of the rule, created edges in the order of the right side; under `Lattice` geometry created nodes take the sites where they are drawn.

mod delta;

use std::collections::BTreeSet;

use super::find::{Index, find, fitting_sides};
use super::resolve::{
    Edit, End, Fate, Lies, NewEdge, NewNode, ReadyRule, RightSide, TakenFrom, resolve_rule, site_from,
};
use super::{ElementId, Grammar, Match};
use crate::mission::{Attributes, Edge, EdgeId, Mission, Node, NodeId, Site};

pub use delta::{Delta, EdgeChange, NodeChange};

/// Applies one rule of a grammar at one of its matches and returns what changed; new elements say that step number `step` made them (1 for the first).
///
/// `alternative` says which right side, in the order of [`Rule::alternatives`](super::Rule::alternatives).
/// `None`, and nothing changed, if there is no such rule or right side, if the rule has a mistake, if the match is not one that [`find_matches`](super::find_matches) gives for this mission, or if the right side does not fit there.
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
    let matches = find(&rule, mission, &index).into_matches(&rule);
    matches.binary_search(matched).ok()?;
    fitting_sides(&rule, mission, &index, matched).binary_search(&alternative).ok()?;
    let delta = plan_delta(&rule, mission, matched, alternative, step);
    delta.redo(mission);
    Some(delta)
}

/// What a right side of a rule would change at a match of this mission.
///
/// # Panics
/// If the rule has no such right side.
pub(crate) fn plan_delta(
    rule: &ReadyRule,
    mission: &Mission,
    matched: &Match,
    alternative: usize,
    step: u32,
) -> Delta {
    Planner { rule, side: &rule.sides[alternative], alternative, mission, matched, step }.plan()
}

struct Planner<'a> {
    rule: &'a ReadyRule,
    side: &'a RightSide,
    alternative: usize,
    mission: &'a Mission,
    matched: &'a Match,
    step: u32,
}

impl Planner<'_> {
    fn plan(&self) -> Delta {
        Delta {
            removed_edges: self.removed_edges(),
            removed_nodes: self.removed_nodes(),
            changed_nodes: self.changed_nodes(),
            changed_edges: self.changed_edges(),
            added_nodes: self.added_nodes(),
            added_edges: self.added_edges(),
            next_node: self.mission.next_node_id(),
            next_edge: self.mission.next_edge_id(),
        }
    }

    /// The matched nodes that are erased, by ascending id.
    fn erased(&self) -> BTreeSet<NodeId> {
        let fates = self.matched.nodes.iter().zip(&self.side.fates);
        fates.filter(|(_, fate)| **fate == Fate::Erase).map(|((_, id), _)| *id).collect()
    }

    fn removed_edges(&self) -> Vec<(EdgeId, Edge)> {
        let left = self.matched.edges.iter().zip(&self.side.keeps_edge);
        let erased = left.filter(|(_, is_kept)| !**is_kept).map(|(id, _)| *id);
        let hanging = self
            .erased()
            .into_iter()
            .flat_map(|id| [self.mission.edges_out(id), self.mission.edges_in(id)])
            .flatten();
        let ids: BTreeSet<EdgeId> = erased.chain(hanging).collect();
        ids.into_iter().filter_map(|id| Some((id, self.mission.edge(id)?.clone()))).collect()
    }

    fn removed_nodes(&self) -> Vec<(NodeId, Node)> {
        self.erased().into_iter().filter_map(|id| Some((id, self.mission.node(id)?.clone()))).collect()
    }

    fn changed_nodes(&self) -> Vec<NodeChange> {
        let side = self.side;
        let change =
            |(((_, id), fate), edit): ((&(ElementId, NodeId), &Fate), &Edit)| {
                let before = self.mission.node(*id)?.clone();
                let symbol = match fate {
                    Fate::Keep => before.symbol,
                    Fate::Become(symbol) => *symbol,
                    Fate::Erase => return None,
                };
                let after = Node { symbol, attributes: self.edited(&before.attributes, edit), ..before };
                (before.symbol != after.symbol || before.attributes != after.attributes)
                    .then_some(NodeChange { id: *id, before, after })
            };
        let mut changes: Vec<_> =
            self.matched.nodes.iter().zip(&side.fates).zip(&side.edits).filter_map(change).collect();
        changes.sort_unstable_by_key(|change| change.id);
        changes
    }

    fn changed_edges(&self) -> Vec<EdgeChange> {
        let change = |(id, edit): (&EdgeId, &Edit)| {
            let before = self.mission.edge(*id)?.clone();
            let attributes = self.edited(&before.attributes, edit);
            let after = Edge { attributes, ..before.clone() };
            (before != after).then_some(EdgeChange { id: *id, before, after })
        };
        let side = self.side;
        let kept = self.matched.edges.iter().zip(&side.edge_edits).zip(&side.keeps_edge);
        let kept = kept.filter(|(_, is_kept)| **is_kept).map(|(edge, _)| edge);
        let mut changes: Vec<_> =
            kept.filter(|(_, edit)| !edit.changes.is_empty()).filter_map(change).collect();
        changes.sort_unstable_by_key(|change| change.id);
        changes
    }

    fn added_nodes(&self) -> Vec<(NodeId, Node)> {
        let ids = (self.mission.next_node_id().0..).map(NodeId);
        let new = self.side.new_nodes.iter().zip(self.new_sites()).zip(ids);
        let node = |((new, site), id): ((&NewNode, Option<Site>), NodeId)| {
            let attributes = self.edited(&Attributes::new(), &new.edit);
            (id, Node { symbol: new.symbol, site, made_by: self.step, attributes })
        };
        new.map(node).collect()
    }

    fn added_edges(&self) -> Vec<(EdgeId, Edge)> {
        let first = self.mission.next_node_id().0;
        let end = |end| match end {
            End::Left(position) => self.matched.nodes[position].1,
            End::New(position) => NodeId(first + position as u32),
        };
        let ids = (self.mission.next_edge_id().0..).map(EdgeId);
        let edge = |(new, id): (&NewEdge, EdgeId)| {
            let attributes = self.edited(&Attributes::new(), &new.edit);
            let (from, to) = (end(new.from), end(new.to));
            (id, Edge { symbol: new.symbol, from, to, made_by: self.step, attributes })
        };
        self.side.new_edges.iter().zip(ids).map(edge).collect()
    }

    /// Attributes after an edit; what is taken over is as it was before the step.
    fn edited(&self, before: &Attributes, edit: &Edit) -> Attributes {
        let mut attributes = before.clone();
        for (name, value) in &edit.gains {
            attributes.entry(name.clone()).or_insert_with(|| value.clone());
        }
        for (change, from) in &edit.changes {
            change.make(&mut attributes, self.taken(*from));
        }
        attributes
    }

    fn taken(&self, from: TakenFrom) -> Option<&Attributes> {
        match from {
            TakenFrom::Nothing => None,
            TakenFrom::Node(position) => {
                let (_, id) = self.matched.nodes.get(position)?;
                self.mission.node(*id).map(|node| &node.attributes)
            }
            TakenFrom::Edge(position) => {
                let id = self.matched.edges.get(position)?;
                self.mission.edge(*id).map(|edge| &edge.attributes)
            }
        }
    }

    /// The site of each new node, if the rule says where it lies.
    fn new_sites(&self) -> Vec<Option<Site>> {
        let lay = match &self.rule.lies {
            Lies::Anywhere => None,
            Lies::AsDrawn(lays) => lays.iter().find(|lay| lay.symmetry == self.matched.symmetry),
        };
        let first = self.matched.nodes.first().and_then(|(_, id)| self.mission.node(*id)?.site);
        match (lay, first) {
            (Some(lay), Some(first)) => lay.new[self.alternative]
                .iter()
                .map(|offset| site_from(first, *lay.left.first()?, *offset))
                .collect(),
            _ => vec![None; self.side.new_nodes.len()],
        }
    }
}

#[cfg(test)]
mod tests;
