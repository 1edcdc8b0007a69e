//! Searches the farthest partial match.

use super::{Explanation, MismatchReason, NamedElement, RequiredPlace};
use crate::grammar::find::Index;
use crate::grammar::find::{conditions, fitting, forbidden};
use crate::grammar::resolve::{
    LatticeOrientation, NodeChangeKind, Placements, Probe, ReadyCondition, ReadyRule, site_from,
};
use crate::grammar::{Condition, EdgeDirection, ElementId, Rule};
use crate::mission::{Alphabet, Edge, EdgeId, Mission, Node, NodeId, Site};

/// Maximum number of mission elements examined. Describing a reason takes longer than finding that there is
/// one.
const MOST_LOOKS: u64 = 4_000_000;

/// Returns the reason at a node through which the rule has no match.
pub(super) fn why_not(
    alphabet: &Alphabet,
    authored: &Rule,
    rule: &ReadyRule,
    mission: &Mission,
    index: &Index,
    at: NodeId,
) -> Explanation {
    farthest(alphabet, authored, rule, mission, index, at)
        .map_or(Explanation::TooMany, |(_, explanation)| explanation)
}

/// Returns the progress of the farthest partial match through a node, and the reason that stops it.
///
/// Progress can be compared between matches of the same rule. `None` if the search would take too long.
pub(super) fn farthest(
    alphabet: &Alphabet,
    authored: &Rule,
    rule: &ReadyRule,
    mission: &Mission,
    index: &Index,
    at: NodeId,
) -> Option<(MatchProgress, Explanation)> {
    let (nodes, edges) = (vec![None; rule.nodes.len()], vec![None; rule.edges.len()]);
    let mut why = MismatchSearch {
        alphabet,
        authored,
        rule,
        mission,
        index,
        orientation: None,
        nodes,
        edges,
        probes: Vec::new(),
        tries_left: MOST_LOOKS,
        best: None,
    };
    let orientations: Vec<Option<&LatticeOrientation>> = match &rule.placements {
        Placements::Anywhere => vec![None],
        Placements::AsDrawn(orientations) => orientations.iter().map(Some).collect(),
    };
    for start in 0..rule.nodes.len() {
        why.probes = probes(rule, start);
        for orientation in &orientations {
            why.orientation = *orientation;
            why.with_node(start, at, 0, |why| why.go(0));
        }
    }
    let (progress, explanation) = why.best.take().filter(|_| why.tries_left > 0)?;
    Some((progress, why.or_taken(explanation)))
}

/// Number of probes that a partial match has passed, then a measure of how little it lacks.
pub(super) type MatchProgress = (usize, u32);

/// Orders the probes: from one node along the edges, then to nodes without an edge to them.
fn probes(rule: &ReadyRule, start: usize) -> Vec<Probe> {
    let mut is_known = vec![false; rule.nodes.len()];
    is_known[start] = true;
    let mut left: Vec<usize> = (0..rule.edges.len()).collect();
    let mut probes = Vec::new();
    loop {
        let next =
            left.iter().position(|&edge| is_known[rule.edges[edge].from] || is_known[rule.edges[edge].to]);
        if let Some(slot) = next {
            let edge = left.remove(slot);
            (is_known[rule.edges[edge].from], is_known[rule.edges[edge].to]) = (true, true);
            probes.push(Probe::Edge(edge));
        } else {
            let Some(node) = is_known.iter().position(|known| !known) else { return probes };
            is_known[node] = true;
            probes.push(Probe::Node(node));
        }
    }
}

struct MismatchSearch<'a> {
    alphabet: &'a Alphabet,
    authored: &'a Rule,
    rule: &'a ReadyRule,
    mission: &'a Mission,
    index: &'a Index,
    orientation: Option<&'a LatticeOrientation>,
    nodes: Vec<Option<NodeId>>,
    edges: Vec<Option<EdgeId>>,
    probes: Vec<Probe>,
    tries_left: u64,
    // The progress of the farthest match, including the tests that its next element passed.
    best: Option<(MatchProgress, Explanation)>,
}

impl MismatchSearch<'_> {
    fn go(&mut self, depth: usize) {
        if !self.may_look(1) {
            return;
        }
        match self.probes.get(depth).copied() {
            None => self.check_whole(depth + 1),
            Some(Probe::Edge(edge)) => self.look_for_edge(edge, depth),
            Some(Probe::Node(node)) => {
                let others: Vec<NodeId> = self.mission.nodes().map(|(id, _)| id).collect();
                let element = self.rule.nodes[node].id;
                self.fail(depth + 1, 0, MismatchReason::MissingNode { element });
                for id in others {
                    if !self.may_look(1) {
                        return;
                    }
                    self.with_node(node, id, depth + 1, |why| why.go(depth + 1));
                }
            }
        }
    }

    /// Counts examined elements. Returns `false` if there were too many.
    fn may_look(&mut self, elements: u64) -> bool {
        self.tries_left = self.tries_left.saturating_sub(elements);
        self.tries_left > 0
    }

    fn with_node(&mut self, node: usize, id: NodeId, depth: usize, go_on: impl FnOnce(&mut Self)) {
        if self.nodes[node] == Some(id) {
            return go_on(self);
        }
        if self.nodes[node].is_some() || self.nodes.contains(&Some(id)) {
            return;
        }
        self.tries_left = self.tries_left.saturating_sub(conditions::cost_at_node(
            &self.rule.nodes[node].when,
            (self.mission, self.index),
            id,
        ));
        match self.misfit(node, id) {
            Some((rank, reason)) => self.fail(depth, rank, reason),
            None => {
                self.nodes[node] = Some(id);
                go_on(self);
                self.nodes[node] = None;
            }
        }
    }

    /// Returns the reason why a mission node cannot be this node of the left side.
    fn misfit(&self, position: usize, id: NodeId) -> Option<(u32, MismatchReason)> {
        let left = &self.rule.nodes[position];
        let found = self.mission.node(id)?;
        let (element, node) = (left.id, self.named(id));
        if !left.fits.contains(found.symbol) {
            return Some((5, MismatchReason::NodeSymbol { element, node }));
        }
        let place = (self.mission, self.index);
        let holds =
            |condition: &ReadyCondition| conditions::node_condition_holds(condition, place, id, found);
        if let Some(failed) = left.when.iter().position(|condition| !holds(condition)) {
            let condition = self.authored.lhs.nodes.get(&element)?.when.get(failed)?.clone();
            return Some((6, MismatchReason::NodeCondition { element, node, condition }));
        }
        if let Some(required) = self.misplaced(position, found.site) {
            return Some((7, MismatchReason::NodePlace { element, node, required }));
        }
        let dangles = left.shows_all && self.mission.links(id).len() > left.degree;
        dangles.then_some((8, MismatchReason::Dangling { element, node }))
    }

    /// Returns the required position of a node, if its site is another one.
    fn misplaced(&self, position: usize, site: Option<Site>) -> Option<RequiredPlace> {
        let orientation = self.orientation?;
        let Some(site) = site else { return Some(RequiredPlace::Somewhere) };
        let known = self
            .nodes
            .iter()
            .enumerate()
            .find_map(|(known, id)| Some((known, self.mission.node((*id)?)?.site?)));
        let (known, there) = known?;
        let (from, to) = (orientation.left[known], orientation.left[position]);
        let (right, down) = (to.x.saturating_sub(from.x), to.y.saturating_sub(from.y));
        let seen_from = self.rule.nodes[known].id;
        (site_from(there, from, to) != Some(site)).then_some(RequiredPlace::Beside { seen_from, right, down })
    }

    fn look_for_edge(&mut self, position: usize, depth: usize) {
        let left = &self.rule.edges[position];
        let number = position + 1;
        let Some(here) = self.nodes[left.from].or(self.nodes[left.to]) else { return };
        let at = self.named(here);
        self.fail(depth + 1, 0, MismatchReason::MissingEdge { number, at });
        let mission = self.mission;
        let mut edges: Vec<EdgeId> = mission.links(here).iter().map(|link| link.edge).collect();
        edges.sort_unstable();
        for id in edges {
            if !self.may_look(1) {
                return;
            }
            let Some(edge) = self.mission.edge(id) else { continue };
            if self.edges.contains(&Some(id)) || !self.can_join(position, edge) {
                continue;
            }
            if let Some((rank, reason)) = self.edge_misfit(position, id, edge) {
                self.fail(depth + 1, rank, reason);
                continue;
            }
            let turned = (left.direction == EdgeDirection::EitherWay && edge.from != edge.to)
                .then_some((edge.to, edge.from));
            for (from, to) in std::iter::once((edge.from, edge.to)).chain(turned) {
                self.edges[position] = Some(id);
                self.with_node(left.from, from, depth + 1, |why| {
                    why.with_node(left.to, to, depth + 1, |why| why.go(depth + 1));
                });
                self.edges[position] = None;
            }
        }
    }

    /// Returns `true` if an edge joins possible nodes, in either direction.
    fn can_join(&self, position: usize, edge: &Edge) -> bool {
        let left = &self.rule.edges[position];
        let could_be = |node: usize, id: NodeId| {
            self.nodes[node].map_or(!self.nodes.contains(&Some(id)), |known| known == id)
        };
        let joins = |from, to| could_be(left.from, from) && could_be(left.to, to);
        let is_loop_as_drawn = (left.from == left.to) == (edge.from == edge.to);
        is_loop_as_drawn && (joins(edge.from, edge.to) || joins(edge.to, edge.from))
    }

    fn edge_misfit(&self, position: usize, id: EdgeId, edge: &Edge) -> Option<(u32, MismatchReason)> {
        let left = &self.rule.edges[position];
        let number = position + 1;
        let named = self.named_edge(id);
        if !left.fits.contains(edge.symbol) {
            return Some((1, MismatchReason::EdgeSymbol { number, edge: named }));
        }
        let agrees = |node: usize, id: NodeId| self.nodes[node].is_none_or(|known| known == id);
        let is_along = agrees(left.from, edge.from) && agrees(left.to, edge.to);
        if left.direction == EdgeDirection::FromTo && !is_along {
            return Some((2, MismatchReason::EdgeDirection { number, edge: named }));
        }
        let holds = |condition: &Condition| match condition {
            Condition::Attribute(name, test) => test.holds(edge.attributes.get(name)),
            Condition::Degree(..)
            | Condition::DegreeOf(..)
            | Condition::Distance { .. }
            | Condition::Farthest { .. } => false,
        };
        let failed =
            self.authored.lhs.edges.get(position)?.when.iter().find(|condition| !holds(condition))?;
        Some((3, MismatchReason::EdgeCondition { number, edge: named, condition: failed.clone() }))
    }

    /// Checks a complete left side: forbidden patterns, and right sides that fit.
    fn check_whole(&mut self, depth: usize) {
        let nodes: Vec<NodeId> = self.nodes.iter().copied().flatten().collect();
        let edges: Vec<EdgeId> = self.edges.iter().copied().flatten().collect();
        for side in 0..self.rule.sides.len() {
            if let Some(reason) = self.side_misfit(side, &nodes) {
                self.fail(depth, 1, reason);
            }
        }
        for (pattern, number) in self.rule.forbid.iter().zip(1..) {
            let matched = (nodes.as_slice(), edges.as_slice());
            let found =
                forbidden::find_extension(pattern, self.mission, self.index, matched, &mut self.tries_left);
            if let Some((nodes, edges)) = found {
                let nodes = nodes.into_iter().map(|id| self.named(id)).collect();
                let edges = edges.into_iter().map(|id| self.named_edge(id)).collect();
                self.fail(depth, 2, MismatchReason::Forbidden { number, nodes, edges });
            }
        }
    }

    fn side_misfit(&self, side: usize, nodes: &[NodeId]) -> Option<MismatchReason> {
        let right = &self.rule.sides[side];
        if right.weight == 0 {
            return Some(MismatchReason::NoWeight);
        }
        if !fitting::nothing_dangles(self.rule, side, self.mission, nodes) {
            let mut left = self.rule.nodes.iter().zip(&right.fates).zip(nodes);
            let dangles = left.find(|((left, fate), id)| {
                **fate == NodeChangeKind::Erase && self.mission.links(**id).len() != left.degree
            });
            return dangles
                .map(|((left, _), id)| MismatchReason::Dangling { element: left.id, node: self.named(*id) });
        }
        let orientation = self.orientation?;
        let known = self.mission.node(*nodes.first()?)?.site?;
        let origin = *orientation.left.first()?;
        right.new_nodes.iter().zip(&orientation.new[side]).find_map(|(new, offset)| {
            let site = site_from(known, origin, *offset);
            let is_vacant = site.is_some_and(|site| self.index.node_on(site).is_none());
            (!is_vacant).then_some(MismatchReason::SiteTaken { element: new.id, site })
        })
    }

    fn fail(&mut self, depth: usize, rank: u32, reason: MismatchReason) {
        let reached = (depth, rank);
        if self.best.as_ref().is_some_and(|(best, _)| *best >= reached) {
            return;
        }
        let pairs = self.rule.nodes.iter().zip(&self.nodes);
        let matched = pairs.filter_map(|(left, id)| Some((left.id, self.named((*id)?)))).collect();
        self.best = Some((reached, Explanation::Fails { matched, reason }));
    }

    /// Replaces the reason if every node that fits is already another node of the rule: no other edge or symbol
    /// would help.
    fn or_taken(&self, explanation: Explanation) -> Explanation {
        match explanation {
            Explanation::Fails { matched, reason } => {
                let reason = self.taken(&reason, &matched).unwrap_or(reason);
                Explanation::Fails { matched, reason }
            }
            other => other,
        }
    }

    fn taken(
        &self,
        reason: &MismatchReason,
        matched: &[(ElementId, NamedElement<NodeId>)],
    ) -> Option<MismatchReason> {
        let position = self.sought(reason, matched)?;
        let left = &self.rule.nodes[position];
        let fits = |(id, node): &(NodeId, &Node)| {
            left.fits.contains(node.symbol)
                && conditions::node_conditions_hold(&left.when, (self.mission, self.index), *id, node)
        };
        let taker = |(id, _): (NodeId, &Node)| {
            matched.iter().find(|(_, taken)| taken.id == id).map(|(element, _)| (*element, self.named(id)))
        };
        let takers: Option<Vec<_>> = self.mission.nodes().filter(fits).map(taker).collect();
        let takers = takers.filter(|takers| !takers.is_empty())?;
        Some(MismatchReason::NodesTaken { element: left.id, takers })
    }

    /// Returns the node of the left side that a partial match lacks next.
    fn sought(
        &self,
        reason: &MismatchReason,
        matched: &[(ElementId, NamedElement<NodeId>)],
    ) -> Option<usize> {
        let is_open = |position: &usize| {
            let element = self.rule.nodes[*position].id;
            matched.iter().all(|(known, _)| *known != element)
        };
        match reason {
            MismatchReason::NodeSymbol { element, .. }
            | MismatchReason::NodeCondition { element, .. }
            | MismatchReason::NodePlace { element, .. }
            | MismatchReason::MissingNode { element } => {
                self.rule.nodes.iter().position(|left| left.id == *element).filter(is_open)
            }
            MismatchReason::MissingEdge { number, .. }
            | MismatchReason::EdgeSymbol { number, .. }
            | MismatchReason::EdgeDirection { number, .. }
            | MismatchReason::EdgeCondition { number, .. } => {
                let edge = self.rule.edges.get(number.checked_sub(1)?)?;
                [edge.from, edge.to].into_iter().find(is_open)
            }
            MismatchReason::NodesTaken { .. }
            | MismatchReason::Forbidden { .. }
            | MismatchReason::Dangling { .. }
            | MismatchReason::SiteTaken { .. }
            | MismatchReason::NoWeight => None,
        }
    }

    fn named(&self, id: NodeId) -> NamedElement<NodeId> {
        let symbol = self.mission.node(id).map_or("", |node| self.alphabet.node(node.symbol).0);
        NamedElement { id, symbol: symbol.to_owned() }
    }

    fn named_edge(&self, id: EdgeId) -> NamedElement<EdgeId> {
        let symbol = self.mission.edge(id).map_or("", |edge| self.alphabet.edge(edge.symbol).0);
        NamedElement { id, symbol: symbol.to_owned() }
    }
}
