//! Tests beyond the symbol whether a mission element can be an element of the left side.

use super::{MatchRow, MatchSearch};
use crate::grammar::find::conditions::{
    cost_at_edge, cost_at_node, edge_conditions_hold, node_conditions_hold,
};
use crate::grammar::resolve::{LeftEdge, LeftNode, site_from};
use crate::mission::{EdgeId, NodeId, Site};

impl<Visit: FnMut(MatchRow) -> bool, const PLAIN: bool> MatchSearch<'_, Visit, PLAIN> {
    /// Returns `true` if two mission nodes have the relative position of their two pattern nodes.
    pub(super) fn lie_as_drawn(&self, one: (usize, NodeId), other: (usize, NodeId)) -> bool {
        let Some(orientation) = self.orientation else { return true };
        let there = self
            .site_of(one.1)
            .and_then(|site| site_from(site, orientation.left[one.0], orientation.left[other.0]));
        there.is_some() && there == self.site_of(other.1)
    }

    /// Returns `true` if a mission node of fitting symbol can be this one of the pattern.
    #[inline(always)]
    pub(super) fn can_be_node(&mut self, node: usize, candidate: NodeId) -> bool {
        !self.known.has_node(candidate) && self.suits_node(node, candidate)
    }

    /// Returns `true` if a mission node meets the demands of this pattern node beyond its symbol.
    #[inline(always)]
    pub(super) fn suits_node(&mut self, node: usize, candidate: NodeId) -> bool {
        let asks_more = !PLAIN && (self.rule.nodes[node].asks_more || self.orientation.is_some());
        !self.is_earlier_node(node, candidate) && (!asks_more || self.is_as_asked(node, candidate))
    }

    #[inline(never)]
    fn is_as_asked(&mut self, node: usize, candidate: NodeId) -> bool {
        let left = &self.rule.nodes[node];
        // An erased node must have exactly the edges that the pattern shows.
        // The search itself finds whether an edge exists. Skipping that here saves most of the path to a
        // match's last node.
        let degree_fits = match left.degree {
            shown if left.shows_all => self.mission.links(candidate).len() == shown,
            shown => self.mission.links(candidate).len() >= shown,
        };
        degree_fits
            && (self.orientation.is_none() || self.site_of(candidate).is_some())
            && (left.when.is_empty() || self.node_conditions_hold(left, candidate))
    }

    pub(super) fn site_of(&self, id: NodeId) -> Option<Site> {
        self.mission.node(id)?.site
    }

    fn node_conditions_hold(&mut self, left: &LeftNode, id: NodeId) -> bool {
        self.tries_left =
            self.tries_left.saturating_sub(cost_at_node(&left.when, (self.mission, self.index), id));
        let found = self.mission.node(id);
        found.is_some_and(|found| node_conditions_hold(&left.when, (self.mission, self.index), id, found))
    }

    /// Returns `true` if a mission edge is free to be this one of the pattern, and its conditions hold.
    #[inline(always)]
    pub(super) fn can_be_edge(&mut self, edge: usize, candidate: EdgeId) -> bool {
        !self.known.has_edge(candidate) && self.suits_edge(edge, candidate)
    }

    /// Returns `true` if a mission edge meets the demands of this pattern edge beyond its symbol.
    #[inline(always)]
    pub(super) fn suits_edge(&mut self, edge: usize, candidate: EdgeId) -> bool {
        !self.is_earlier_edge(edge, candidate)
            && (PLAIN || self.edge_conditions_hold(&self.rule.edges[edge], candidate))
    }

    #[inline(always)]
    fn edge_conditions_hold(&mut self, left: &LeftEdge, id: EdgeId) -> bool {
        left.when.is_empty() || self.all_hold_of_edge(left, id)
    }

    #[inline(never)]
    fn all_hold_of_edge(&mut self, left: &LeftEdge, id: EdgeId) -> bool {
        self.tries_left = self.tries_left.saturating_sub(cost_at_edge(&left.when));
        self.mission.edge(id).is_some_and(|found| edge_conditions_hold(&left.when, found))
    }

    #[inline(always)]
    fn is_earlier_node(&self, node: usize, candidate: NodeId) -> bool {
        node < self.first_dirty.0 && self.dirty.is_some_and(|dirty| dirty.has_node(candidate, node))
    }

    #[inline(always)]
    fn is_earlier_edge(&self, edge: usize, candidate: EdgeId) -> bool {
        edge < self.first_dirty.1 && self.dirty.is_some_and(|dirty| dirty.has_edge(candidate))
    }
}
