//! Distances and preferences with symbols in place of names.

use super::{Fits, ReadyCondition};
use crate::grammar::{DistanceOrigin, ElementId, LocksOnWay, MatchPreference, Rule};
use crate::mission::{
    Alphabet, EdgeRole, EdgeSymbol, EdgeSymbolId, Link, LinkDirection, Mission, NodeRole, NodeSymbol,
    NodeSymbolId, PassageDistances,
};

/// The ways along which a distance is measured, as seen from their common end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MeasuredWays {
    /// The nodes at distance 0.
    pub ends: Fits<NodeSymbolId>,
    /// The passages that lead away from the end in their own direction.
    pub along: Fits<EdgeSymbolId>,
    /// The passages that lead away from the end against their direction.
    pub against: Fits<EdgeSymbolId>,
    /// The nodes through which no way leads.
    pub closed: Fits<NodeSymbolId>,
}

impl MeasuredWays {
    pub fn new(alphabet: &Alphabet, origin: DistanceOrigin, locks: LocksOnWay) -> Self {
        let with_role = |role: NodeRole| nodes(alphabet, |symbol| symbol.role == Some(role));
        let is_passage = |symbol: &EdgeSymbol| symbol.role == EdgeRole::Passage;
        let all = edges(alphabet, is_passage);
        let two_way = edges(alphabet, |symbol| is_passage(symbol) && !symbol.one_way);
        let (ends, along, against) = match origin {
            DistanceOrigin::Start => (with_role(NodeRole::Start), all, two_way),
            DistanceOrigin::Goal => (with_role(NodeRole::Goal), two_way, all),
        };
        let closed = match locks {
            LocksOnWay::Open => Fits::one_of([]),
            LocksOnWay::Closed => with_role(NodeRole::Lock),
        };
        Self { ends, along, against, closed }
    }

    /// Measures the distances of all nodes of a mission.
    pub fn measure(&self, mission: &Mission) -> PassageDistances {
        let leads = |link: &Link| match link.heading {
            LinkDirection::Out => self.along.contains(link.symbol),
            LinkDirection::In => self.against.contains(link.symbol),
            LinkDirection::Loop => false,
        };
        let (is_end, is_closed) =
            (|symbol| self.ends.contains(symbol), |symbol| self.closed.contains(symbol));
        PassageDistances::new(mission, is_end, leads, is_closed)
    }
}

/// The condition that a node is the farthest of those that could be it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReadyFarthest {
    pub ways: MeasuredWays,
    /// The symbols of the nodes that are compared.
    pub fits: Fits<NodeSymbolId>,
    /// The conditions of the nodes that are compared.
    pub when: Vec<ReadyCondition>,
}

/// A preferred match: that with the node at this position farthest away, or nearest.
#[derive(Clone, Debug)]
pub(crate) struct ReadyPreference {
    pub node: usize,
    pub is_farthest: bool,
    pub ways: MeasuredWays,
}

/// Prepares the preference of a rule, if it has one. The outer `None` is a mistake.
pub(super) fn ready_preference(
    alphabet: &Alphabet,
    rule: &Rule,
    ids: &[ElementId],
) -> Option<Option<ReadyPreference>> {
    let Some(preference) = &rule.prefer else { return Some(None) };
    let (origin, locks) = preference.ways();
    Some(Some(ReadyPreference {
        node: ids.binary_search(&preference.node()).ok()?,
        is_farthest: matches!(preference, MatchPreference::Farthest { .. }),
        ways: MeasuredWays::new(alphabet, origin, locks),
    }))
}

fn nodes(alphabet: &Alphabet, is_one: impl Fn(&NodeSymbol) -> bool) -> Fits<NodeSymbolId> {
    let symbols = alphabet.nodes.iter().filter(|(_, symbol)| is_one(symbol));
    Fits::one_of(symbols.filter_map(|(name, _)| alphabet.node_id(name)))
}

fn edges(alphabet: &Alphabet, is_one: impl Fn(&EdgeSymbol) -> bool) -> Fits<EdgeSymbolId> {
    let symbols = alphabet.edges.iter().filter(|(_, symbol)| is_one(symbol));
    Fits::one_of(symbols.filter_map(|(name, _)| alphabet.edge_id(name)))
}
