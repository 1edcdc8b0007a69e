//! The search itself: carries out a plan, one move after the other, and turns back where nothing fits.

use super::conditions::{edge_conditions_hold, node_conditions_hold};
use super::fitting::side_fits;
use super::forbidden::find_extension;
use super::plan::{Move, plan};
use super::{Found, Index, MOST_MATCHES, MOST_TRIES, Match};
use crate::base::Symmetry;
use crate::grammar::Direction;
use crate::grammar::resolve::{Lay, Lies, ReadyRule, site_from};
use crate::mission::{Edge, EdgeId, Mission, NodeId, Site};

/// All matches of a rule, each once, in no particular order.
pub(super) fn search(rule: &ReadyRule, mission: &Mission, index: &Index) -> Found {
    let moves = plan(rule, index);
    let mut search = Search::new(rule, mission, index, &moves);
    match &rule.lies {
        Lies::Anywhere => search.go(0),
        Lies::AsDrawn(lays) => {
            for lay in lays {
                search.lay = Some(lay);
                search.go(0);
            }
        }
    }
    search.found
}

/// Where a search is bound to begin: at one of the affected nodes, taken for the pattern node at this position.
#[derive(Clone, Copy)]
pub(super) struct Pin<'a> {
    pub position: usize,
    /// Ascending.
    pub affected: &'a [NodeId],
}

/// Adds the matches in which the pinned pattern node is an affected node and no pattern node before it is; so that over all positions each match through an affected node is found once.
pub(super) fn search_around(
    rule: &ReadyRule,
    mission: &Mission,
    index: &Index,
    moves: &[Move],
    pin: Pin,
    found: &mut Found,
) {
    let mut search = Search::new(rule, mission, index, moves);
    search.pin = Some(pin);
    std::mem::swap(&mut search.found, found);
    let lays: &[Lay] = match &rule.lies {
        Lies::Anywhere => &[],
        Lies::AsDrawn(lays) => lays,
    };
    for &node in pin.affected {
        if lays.is_empty() {
            search.with_node(pin.position, node, |search| search.go(0));
        }
        for lay in lays {
            search.lay = Some(lay);
            search.with_node(pin.position, node, |search| search.go(0));
        }
    }
    std::mem::swap(&mut search.found, found);
}

/// Is what was a match, perhaps before the mission changed, one of this mission?
pub(super) fn is_match(rule: &ReadyRule, mission: &Mission, index: &Index, matched: &Match) -> bool {
    let mut search = Search::new(rule, mission, index, &[]);
    if let Lies::AsDrawn(lays) = &rule.lies {
        search.lay = lays.iter().find(|lay| lay.symmetry == matched.symmetry);
        if search.lay.is_none() {
            return false;
        }
    }
    search.take(matched) && {
        search.accept();
        search.found.count() > 0
    }
}

struct Search<'a> {
    rule: &'a ReadyRule,
    mission: &'a Mission,
    index: &'a Index,
    moves: &'a [Move],
    lay: Option<&'a Lay>,
    pin: Option<Pin<'a>>,
    // What each pattern element is, as far as it is known.
    nodes: Vec<Option<NodeId>>,
    edges: Vec<Option<EdgeId>>,
    tries_left: u64,
    found: Found,
}

impl<'a> Search<'a> {
    fn new(rule: &'a ReadyRule, mission: &'a Mission, index: &'a Index, moves: &'a [Move]) -> Self {
        Self {
            rule,
            mission,
            index,
            moves,
            lay: None,
            pin: None,
            nodes: vec![None; rule.nodes.len()],
            edges: vec![None; rule.edges.len()],
            tries_left: MOST_TRIES,
            found: Found::new(rule),
        }
    }

    /// Takes the elements of a match for those of the pattern; false where one does not fit.
    fn take(&mut self, matched: &Match) -> bool {
        let is_whole = matched.nodes.len() == self.nodes.len() && matched.edges.len() == self.edges.len();
        if !is_whole {
            return false;
        }
        for (position, &(_, id)) in matched.nodes.iter().enumerate() {
            if !self.is_node(position, id) || !self.lies_as_drawn(position, id, matched) {
                return false;
            }
            self.nodes[position] = Some(id);
        }
        for (position, &id) in matched.edges.iter().enumerate() {
            let left = &self.rule.edges[position];
            let (from, to) = (matched.nodes[left.from].1, matched.nodes[left.to].1);
            if !self.is_edge(position, id, from, to) {
                return false;
            }
            self.edges[position] = Some(id);
        }
        true
    }

    fn lies_as_drawn(&self, position: usize, id: NodeId, matched: &Match) -> bool {
        let Some(lay) = self.lay else { return true };
        let site = |id| self.mission.node(id).and_then(|node| node.site);
        let first = matched.nodes.first().and_then(|&(_, first)| site(first));
        first.is_some_and(|first| site_from(first, lay.left[0], lay.left[position]) == site(id))
    }

    /// Carries out the moves from this one on.
    fn go(&mut self, depth: usize) {
        let Some(next) = self.moves.get(depth) else { return self.accept() };
        match *next {
            Move::EnterNode(node) => self.enter_node(node, depth),
            Move::EnterEdge(edge) => self.enter_edge(edge, depth),
            Move::Walk { edge, known, node } => self.walk(edge, known, node, depth),
            Move::Step { known, node } => self.step(known, node, depth),
            Move::Close(edge) => self.close(edge, depth),
        }
    }

    fn enter_node(&mut self, node: usize, depth: usize) {
        for candidate in self.index.nodes_that_fit(&self.rule.nodes[node].fits) {
            if !self.may_try() {
                return;
            }
            self.with_node(node, candidate, |search| search.go(depth + 1));
        }
    }

    fn enter_edge(&mut self, edge: usize, depth: usize) {
        let left = &self.rule.edges[edge];
        for id in self.index.edges_that_fit(&left.fits) {
            if !self.may_try() {
                return;
            }
            let Some(found) = self.mission.edge(id) else { continue };
            if !edge_conditions_hold(&left.when, found) {
                continue;
            }
            let Edge { from, to, .. } = *found;
            let turned = (left.direction == Direction::EitherWay && from != to).then_some((to, from));
            for (from, to) in std::iter::once((from, to)).chain(turned) {
                self.with_edge(edge, id, |search| {
                    search.with_node(left.from, from, |search| {
                        search.with_node(left.to, to, |search| search.go(depth + 1));
                    });
                });
            }
        }
    }

    fn walk(&mut self, edge: usize, known: usize, node: usize, depth: usize) {
        let Some(here) = self.nodes[known] else { return };
        for &id in self.index.edges_at(here) {
            if !self.may_try() {
                return;
            }
            let Some(found) = self.mission.edge(id) else { continue };
            let there = if found.from == here { found.to } else { found.from };
            let (from, to) = if self.rule.edges[edge].from == known { (here, there) } else { (there, here) };
            if self.is_edge(edge, id, from, to) {
                self.with_edge(edge, id, |search| {
                    search.with_node(node, there, |search| search.go(depth + 1));
                });
            }
        }
    }

    fn step(&mut self, known: usize, node: usize, depth: usize) {
        let site = self.lay.and_then(|lay| self.site(known, lay.left[known], lay.left[node]));
        if let Some(candidate) = site.and_then(|site| self.index.node_on(site))
            && self.may_try()
        {
            self.with_node(node, candidate, |search| search.go(depth + 1));
        }
    }

    fn close(&mut self, edge: usize, depth: usize) {
        let left = &self.rule.edges[edge];
        let (Some(from), Some(to)) = (self.nodes[left.from], self.nodes[left.to]) else { return };
        let (at_from, at_to) = (self.index.edges_at(from), self.index.edges_at(to));
        for &id in if at_from.len() <= at_to.len() { at_from } else { at_to } {
            if !self.may_try() {
                return;
            }
            if self.is_edge(edge, id, from, to) {
                self.with_edge(edge, id, |search| search.go(depth + 1));
            }
        }
    }

    /// Everything is known: a match, if nothing forbids it and one of the right sides fits.
    fn accept(&mut self) {
        if self.found.count() as u64 >= MOST_MATCHES {
            self.found.gave_up = Some(("matches", MOST_MATCHES));
            return;
        }
        let nodes: Vec<NodeId> = self.nodes.iter().copied().flatten().collect();
        let edges: Vec<EdgeId> = self.edges.iter().copied().flatten().collect();
        let fits = |side| side_fits(self.rule, side, self.mission, self.index, &nodes, self.lay);
        if !(0..self.rule.sides.len()).any(fits) || self.is_forbidden(&nodes, &edges) {
            return;
        }
        // What is listed counts too, so that large left sides do not ask for the machine's memory.
        self.tries_left = self.tries_left.saturating_sub((nodes.len() + edges.len()) as u64);
        self.found.push(&nodes, &edges, self.lay.map_or(Symmetry::IDENTITY, |lay| lay.symmetry));
    }

    fn is_forbidden(&mut self, nodes: &[NodeId], edges: &[EdgeId]) -> bool {
        let (rule, mission, index) = (self.rule, self.mission, self.index);
        let is_forbidden = rule.forbid.iter().any(|pattern| {
            find_extension(pattern, mission, index, (nodes, edges), &mut self.tries_left).is_some()
        });
        if self.tries_left == 0 {
            self.found.gave_up.get_or_insert(("attempts", MOST_TRIES));
        }
        is_forbidden
    }

    /// Where an offset lies, seen from a pattern node that is known.
    fn site(&self, known: usize, from: crate::base::Cell, to: crate::base::Cell) -> Option<Site> {
        site_from(self.mission.node(self.nodes[known]?)?.site?, from, to)
    }

    /// Goes on with a node taken for a pattern node, if it fits.
    fn with_node(&mut self, node: usize, candidate: NodeId, go_on: impl FnOnce(&mut Self)) {
        match self.nodes[node] {
            // A self-loop of the pattern names its node twice: only a self-loop of the mission agrees with it.
            Some(known) if known == candidate => go_on(self),
            Some(_) => {}
            None if self.is_node(node, candidate) => {
                self.nodes[node] = Some(candidate);
                go_on(self);
                self.nodes[node] = None;
            }
            None => {}
        }
    }

    fn with_edge(&mut self, edge: usize, candidate: EdgeId, go_on: impl FnOnce(&mut Self)) {
        self.edges[edge] = Some(candidate);
        go_on(self);
        self.edges[edge] = None;
    }

    fn is_node(&self, node: usize, candidate: NodeId) -> bool {
        let left = &self.rule.nodes[node];
        let Some(found) = self.mission.node(candidate) else { return false };
        let degree = self.index.edges_at(candidate).len();
        // The pattern's edges at an erased node are all that may hang on it.
        let degree_fits = if left.shows_all { degree == left.degree } else { degree >= left.degree };
        let site_fits = self.lay.is_none() || found.site.is_some();
        let is_found_earlier =
            |pin: Pin| node < pin.position && pin.affected.binary_search(&candidate).is_ok();
        degree_fits
            && !self.pin.is_some_and(is_found_earlier)
            && site_fits
            && left.fits.contains(found.symbol)
            && !self.nodes.contains(&Some(candidate))
            && node_conditions_hold(&left.when, self.mission, self.index, candidate, found)
    }

    /// Is the mission edge `id` free, and does it fit a pattern edge whose ends are these nodes?
    fn is_edge(&self, edge: usize, id: EdgeId, from: NodeId, to: NodeId) -> bool {
        let left = &self.rule.edges[edge];
        let Some(found) = self.mission.edge(id) else { return false };
        let is_along = (found.from, found.to) == (from, to);
        let is_against = (found.from, found.to) == (to, from);
        let direction_fits = match left.direction {
            Direction::FromTo => is_along,
            Direction::EitherWay => is_along || is_against,
        };
        direction_fits
            && left.fits.contains(found.symbol)
            && !self.edges.contains(&Some(id))
            && edge_conditions_hold(&left.when, found)
    }

    /// Counts a try; false if there were too many, or too many matches.
    fn may_try(&mut self) -> bool {
        if self.found.gave_up.is_none() && self.tries_left == 0 {
            self.found.gave_up = Some(("attempts", MOST_TRIES));
        }
        self.tries_left = self.tries_left.saturating_sub(1);
        self.found.gave_up.is_none()
    }
}
