//! The moves of a search: each continues with the rest of the plan for everything that it finds.

use std::hint::black_box;

use smallvec::SmallVec;

use super::known::{NO_EDGE, NO_NODE};
use super::{MatchRow, MatchSearch};
use crate::base::{Cell, Symmetry};
use crate::grammar::find::dirty::FoundEdge;
use crate::grammar::find::fitting::side_fits;
use crate::grammar::find::forbidden::is_found;
use crate::grammar::find::likely::{WantedEdge, WantedLink, are_few, likely_links};
use crate::grammar::find::plan::SearchMove;
use crate::grammar::resolve::{ForbiddenPattern, site_from};
use crate::mission::{EdgeId, Link, NodeId, Site};

/// Maximum number of nodes, and of links of each, that a search prefetches.
const MOST_AHEAD: usize = 16;
const MOST_LINKS_AHEAD: usize = 8;

impl<'a, Visit: FnMut(MatchRow) -> bool, const PLAIN: bool> MatchSearch<'a, Visit, PLAIN> {
    /// Runs moves like [`Self::go`], with a short cut for the most frequent case.
    #[inline(always)]
    pub(super) fn go_on(&mut self, moves: &'a [SearchMove]) {
        match moves {
            [] => self.accept(),
            [SearchMove::Walk { edge, known, node }, rest @ ..] => self.walk(*edge, *known, *node, rest),
            _ => self.go(moves),
        }
    }

    /// Runs these moves, the last ones of a plan.
    pub(super) fn go(&mut self, moves: &'a [SearchMove]) {
        let [next, rest @ ..] = moves else { return self.accept() };
        match *next {
            SearchMove::EnterNode(node) => self.enter_node(node, rest),
            SearchMove::EnterEdge(edge) => self.enter_edge(edge, rest),
            SearchMove::Walk { edge, known, node } => self.walk(edge, known, node, rest),
            SearchMove::Step { known, node } => self.step(known, node, rest),
            SearchMove::Close(edge) => self.close(edge, rest),
            SearchMove::Forbid(pattern) => {
                if !self.is_forbidden(pattern) {
                    self.go(rest);
                }
            }
        }
    }

    fn enter_node(&mut self, node: usize, rest: &'a [SearchMove]) {
        let (rule, mission, index) = (self.rule, self.mission, self.index);
        let fits = &rule.nodes[node].fits;
        match fits.named() {
            // All nodes, in memory order.
            None => drop(self.enter_nodes(node, mission.nodes().map(|(id, _)| id), rest)),
            Some(_) => self.enter_scattered_nodes(node, index.nodes_that_fit(fits), rest),
        }
    }

    /// Tries these nodes. Returns `false` if there were too many tries, or if enough was seen.
    fn enter_nodes(
        &mut self,
        node: usize,
        candidates: impl Iterator<Item = NodeId>,
        rest: &'a [SearchMove],
    ) -> bool {
        for candidate in candidates {
            if !self.may_try(1) {
                return false;
            }
            self.with_node(node, candidate, rest);
        }
        true
    }

    /// Tries nodes that are scattered in memory.
    fn enter_scattered_nodes(
        &mut self,
        node: usize,
        mut candidates: impl Iterator<Item = NodeId>,
        rest: &'a [SearchMove],
    ) {
        let mut next: SmallVec<[NodeId; MOST_AHEAD]> = SmallVec::new();
        let mut count = 1;
        loop {
            next.clear();
            next.extend(candidates.by_ref().take(count));
            self.look_ahead(&next, rest);
            if next.is_empty() || !self.enter_nodes(node, next.iter().copied(), rest) {
                return;
            }
            // A search for one match has often found it by now.
            count = (2 * count).min(MOST_AHEAD);
        }
    }

    /// Touches the memory that the search reads from these nodes, so that all of it is loaded at the same
    /// time.
    ///
    /// In a large mission, waiting for one location after the other takes most of the time.
    fn look_ahead(&self, nodes: &[NodeId], moves: &[SearchMove]) {
        let [SearchMove::Walk { edge, known, node }, rest @ ..] = moves else { return };
        let links = |id| self.mission.links(id);
        black_box(nodes.iter().map(|id| links(*id).len()).sum::<usize>());
        if matches!(rest, [SearchMove::Walk { known, .. }, ..] if known == node) {
            let wanted = self.wanted(*edge, *known, *node);
            let far = nodes.iter().flat_map(|id| links(*id).iter().take(MOST_LINKS_AHEAD));
            let far = far.filter(|link| wanted.fits(link));
            black_box(far.map(|link| links(link.far).len()).sum::<usize>());
        }
    }

    fn enter_edge(&mut self, edge: usize, rest: &'a [SearchMove]) {
        let (rule, mission, index) = (self.rule, self.mission, self.index);
        let fits = &rule.edges[edge].fits;
        match fits.named() {
            None => self.enter_edges(edge, mission.edges().map(|(id, _)| id), rest),
            Some(_) => self.enter_edges(edge, index.edges_that_fit(mission, fits), rest),
        }
    }

    fn enter_edges(&mut self, edge: usize, candidates: impl Iterator<Item = EdgeId>, rest: &'a [SearchMove]) {
        let begin = WantedEdge::new(self.rule, edge);
        for id in candidates {
            if !self.may_try(1) {
                return;
            }
            let is_free = |found: &FoundEdge| {
                let are_ends_taken = self.known.has_node(found.from) || self.known.has_node(found.to);
                !are_ends_taken && !self.known.has_edge(id)
            };
            if let Some(found) = FoundEdge::look_up(self.mission, id).filter(is_free) {
                self.with_edge_and_ends(begin, &found, begin.fits(&found), rest);
            }
        }
    }

    /// Returns the properties of a link from a known node to an unknown one.
    #[inline(always)]
    fn wanted(&self, edge: usize, known: usize, node: usize) -> WantedLink<'a> {
        let left = &self.rule.edges[edge];
        WantedLink::new((&left.fits, left.direction), &self.rule.nodes[node].fits, left.from == known)
    }

    #[inline(never)]
    fn walk(&mut self, edge: usize, known: usize, node: usize, rest: &'a [SearchMove]) {
        let (rule, mission) = (self.rule, self.mission);
        let (left, far) = (&rule.edges[edge], &rule.nodes[node].fits);
        let (here, leaves, kind) = (self.known.node(known), left.from == known, (&left.fits, left.direction));
        let wanted = self.wanted(edge, known, node);
        let links = mission.links(here);
        if are_few(links) {
            self.walk_along(links, wanted, (edge, node), rest);
            return;
        }
        for links in likely_links(mission, kind, far, here, leaves) {
            self.walk_along(links, wanted, (edge, node), rest);
        }
    }

    #[inline(always)]
    fn walk_along(
        &mut self,
        links: &[Link],
        wanted: WantedLink<'_>,
        (edge, node): (usize, usize),
        rest: &'a [SearchMove],
    ) {
        if !self.may_try(links.len()) {
            return;
        }
        for link in links {
            // An edge that is taken already leads to a node that is taken, too.
            let can_be =
                wanted.fits(link) && self.suits_edge(edge, link.edge) && self.can_be_node(node, link.far);
            if can_be {
                self.known.set_edge(edge, link.edge);
                self.known.set_node(node, link.far);
                self.go_on(rest);
                self.known.set_edge(edge, NO_EDGE);
                self.known.set_node(node, NO_NODE);
                if self.has_ended {
                    return;
                }
            }
        }
    }

    fn step(&mut self, known: usize, node: usize, rest: &'a [SearchMove]) {
        let site = self
            .orientation
            .and_then(|orientation| self.site(known, orientation.left[known], orientation.left[node]));
        if let Some(candidate) = site.and_then(|site| self.index.node_on(site))
            && self.may_try(1)
            && let Some(symbol) = self.mission.symbol(candidate)
            && self.rule.nodes[node].fits.contains(symbol)
        {
            self.with_node(node, candidate, rest);
        }
    }

    fn close(&mut self, edge: usize, rest: &'a [SearchMove]) {
        let left = &self.rule.edges[edge];
        let (from, to) = (self.known.node(left.from), self.known.node(left.to));
        let (mission, rule) = (self.mission, self.rule);
        let leaves = mission.links(from).len() <= mission.links(to).len();
        let (here, there, far) = if leaves { (from, to, left.to) } else { (to, from, left.from) };
        let (far, kind) = (&rule.nodes[far].fits, (&left.fits, left.direction));
        let wanted = WantedLink::new(kind, far, leaves);
        for links in likely_links(mission, kind, far, here, leaves) {
            if !self.may_try(links.len()) {
                return;
            }
            for link in links {
                if link.far == there && wanted.fits(link) && self.can_be_edge(edge, link.edge) {
                    self.known.set_edge(edge, link.edge);
                    self.go(rest);
                    self.known.set_edge(edge, NO_EDGE);
                    if self.has_ended {
                        return;
                    }
                }
            }
        }
    }

    /// Accepts a complete assignment as a match, if nothing forbids it and one of the right sides fits.
    #[inline(never)]
    pub(super) fn accept(&mut self) {
        let fits =
            |side| side_fits(self.rule, side, self.mission, self.index, self.known.nodes(), self.orientation);
        let has_side = PLAIN || self.rule.always_fits || (0..self.rule.sides.len()).any(fits);
        if !PLAIN && !self.rule.always_fits {
            self.tries_left = self.tries_left.saturating_sub(self.rule.cost_of_sides);
        }
        if !has_side || (self.rule.forbids_late && self.is_forbidden_by(|pattern| !pattern.can_be_early)) {
            return;
        }
        let symmetry = self.orientation.map_or(Symmetry::IDENTITY, |orientation| orientation.symmetry);
        let (nodes, edges) = (self.known.nodes(), self.known.edges());
        // Listed elements count too, so that large left sides do not exhaust the machine's memory.
        self.tries_left = self.tries_left.saturating_sub((nodes.len() + edges.len()) as u64);
        let goes_on = (self.visit)(MatchRow { nodes, edges, symmetry });
        self.has_ended |= !goes_on;
    }

    pub(super) fn is_forbidden_by(&mut self, is_such: impl Fn(&ForbiddenPattern) -> bool) -> bool {
        let patterns = self.rule.forbid.iter().enumerate();
        let mut such = patterns.filter(|(_, pattern)| is_such(pattern));
        such.any(|(position, _)| self.is_forbidden(position))
    }

    fn is_forbidden(&mut self, pattern: usize) -> bool {
        let matched = (self.known.nodes(), self.known.edges());
        is_found(&self.rule.forbid[pattern], self.mission, self.index, matched, &mut self.tries_left)
    }

    /// Returns the site of an offset, relative to a known pattern node.
    fn site(&self, known: usize, from: Cell, to: Cell) -> Option<Site> {
        site_from(self.site_of(self.known.node(known))?, from, to)
    }

    /// Continues with a node of fitting symbol assigned to a pattern node, if it is possible.
    pub(super) fn with_node(&mut self, node: usize, candidate: NodeId, rest: &'a [SearchMove]) {
        if self.can_be_node(node, candidate) {
            self.known.set_node(node, candidate);
            self.go(rest);
            self.known.set_node(node, NO_NODE);
        }
    }

    /// Continues with an edge and its ends assigned to the first pattern edge, in each direction that fits.
    ///
    /// Neither the edge nor its ends are taken.
    #[inline(always)]
    pub(super) fn with_edge_and_ends(
        &mut self,
        begin: WantedEdge<'a>,
        found: &FoundEdge,
        [fits, fits_turned]: [bool; 2],
        rest: &'a [SearchMove],
    ) {
        let is_loop = found.from == found.to;
        if is_loop != (begin.from == begin.to) || !self.suits_edge(begin.edge, found.id) {
            return;
        }
        self.known.set_edge(begin.edge, found.id);
        if fits {
            self.with_ends((begin.from, found.from), (begin.to, found.to), rest);
        }
        if fits_turned && !is_loop {
            self.with_ends((begin.from, found.to), (begin.to, found.from), rest);
        }
        self.known.set_edge(begin.edge, NO_EDGE);
    }

    #[inline(always)]
    fn with_ends(&mut self, one: (usize, NodeId), other: (usize, NodeId), rest: &'a [SearchMove]) {
        let can_be = self.suits_node(one.0, one.1)
            && self.suits_node(other.0, other.1)
            && (PLAIN || self.lie_as_drawn(one, other));
        if can_be {
            self.known.set_node(one.0, one.1);
            self.known.set_node(other.0, other.1);
            self.go_on(rest);
            self.known.set_node(one.0, NO_NODE);
            self.known.set_node(other.0, NO_NODE);
        }
    }

    /// Counts tries. Returns `false` if there were too many, or if enough was seen.
    #[inline(always)]
    pub(super) fn may_try(&mut self, tries: usize) -> bool {
        self.tries_left = self.tries_left.saturating_sub(tries as u64);
        self.tries_left > 0 && !self.has_ended
    }
}
