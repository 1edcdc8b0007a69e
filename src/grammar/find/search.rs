//! The search itself: carries out a plan, one move after the other, and turns back where nothing fits.

use super::conditions::{edge_conditions_hold, node_conditions_hold};
use super::fitting::side_fits;
use super::forbidden::is_found;
use super::fresh::{FoundEdge, FoundNode, Fresh, FreshNode};
use super::likely::{Wanted, are_few, likely_links};
use super::plan::Move;
use super::{Index, MOST_TRIES, Match};
use crate::base::Symmetry;
use crate::grammar::Direction;
use crate::grammar::resolve::{ForbiddenPattern, Lay, LeftEdge, LeftNode, Lies, ReadyRule, site_from};
use crate::mission::{EdgeId, Link, Mission, NodeId, Site};

/// Not known yet; ids begin at 1.
const NO_NODE: NodeId = NodeId(0);
const NO_EDGE: EdgeId = EdgeId(0);

/// A match as the search finds it: nodes and edges in the order of the rule's lists.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    pub nodes: &'a [NodeId],
    pub edges: &'a [EdgeId],
    pub symmetry: Symmetry,
}

/// What each pattern element is, as far as it is known; kept from search to search, to ask for no memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    nodes: Vec<NodeId>,
    edges: Vec<EdgeId>,
}

/// A search for the matches of one rule, each of which is shown to `visit` once, in no particular order.
///
/// It ends early if `visit` says so, or after [`MOST_TRIES`] tries.
///
/// `PLAIN`: the rule [asks for symbols only](ReadyRule::asks_symbols_only), so that nothing else is looked at.
pub(super) struct Search<'a, Visit, const PLAIN: bool = false> {
    rule: &'a ReadyRule,
    mission: &'a Mission,
    index: &'a Index,
    visit: Visit,
    lay: Option<&'a Lay>,
    fresh: Option<&'a Fresh>,
    /// Of the rule's nodes and edges before these none may be fresh, so that each match with a fresh element is found once.
    first_fresh: (usize, usize),
    // Those of [`Known`].
    nodes: Vec<NodeId>,
    edges: Vec<EdgeId>,
    tries_left: u64,
    has_ended: bool,
}

impl<'a, Visit: FnMut(Row) -> bool, const PLAIN: bool> Search<'a, Visit, PLAIN> {
    /// `visit` gets every match and says whether to go on.
    pub fn new(rule: &'a ReadyRule, mission: &'a Mission, index: &'a Index, visit: Visit) -> Self {
        Self::with(Known::default(), rule, mission, index, visit)
    }

    /// The same with the memory of another search.
    pub fn with(
        known: Known,
        rule: &'a ReadyRule,
        mission: &'a Mission,
        index: &'a Index,
        visit: Visit,
    ) -> Self {
        let Known { mut nodes, mut edges } = known;
        nodes.clear();
        nodes.resize(rule.nodes.len(), NO_NODE);
        edges.clear();
        edges.resize(rule.edges.len(), NO_EDGE);
        Self {
            rule,
            mission,
            index,
            visit,
            lay: None,
            fresh: None,
            first_fresh: (0, 0),
            nodes,
            edges,
            tries_left: MOST_TRIES,
            has_ended: false,
        }
    }

    /// Its memory, for another search.
    pub fn into_known(self) -> Known {
        Known { nodes: self.nodes, edges: self.edges }
    }

    /// Have all tries been used up?
    pub fn has_given_up(&self) -> bool {
        self.tries_left == 0
    }

    /// Did `visit` end it?
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Finds all matches.
    pub fn everywhere(&mut self, moves: &'a [Move]) {
        self.in_every_lay(|search| search.go(moves));
    }

    /// Finds the matches in which a node of the rule, from which the plan begins, is fresh, and none before it.
    pub fn through_fresh_nodes(&mut self, position: usize, moves: &'a [Move], fresh: &'a Fresh) {
        self.fresh = Some(fresh);
        self.first_fresh = (position, 0);
        let fits = &self.rule.nodes[position].fits;
        let begins = |node: &&FreshNode| node.positions.contains(position) && fits.contains(node.symbol);
        for node in fresh.nodes().iter().filter(begins) {
            self.in_every_lay(|search| search.with_node(position, node.id, moves));
        }
    }

    /// Finds the matches in which an edge of the rule, from which the plan begins, is fresh, and no node and no edge before it.
    pub fn through_fresh_edges(&mut self, position: usize, moves: &'a [Move], fresh: &'a Fresh) {
        self.fresh = Some(fresh);
        let nodes = if fresh.nodes().is_empty() { 0 } else { self.rule.nodes.len() };
        self.first_fresh = (nodes, position);
        let fits = &self.rule.edges[position].fits;
        for edge in fresh.edges.iter().filter(|edge| fits.contains(edge.symbol)) {
            self.in_every_lay(|search| search.with_edge_and_ends(position, *edge, moves));
        }
    }

    /// Shows a match again, if it is one in this mission.
    pub fn again(&mut self, matched: &Match) {
        if let Lies::AsDrawn(lays) = &self.rule.lies {
            self.lay = lays.iter().find(|lay| lay.symmetry == matched.symmetry);
            if self.lay.is_none() {
                return;
            }
        }
        if self.take(matched) && !self.is_forbidden_by(|pattern| pattern.can_be_early) {
            self.accept();
        }
    }

    fn in_every_lay(&mut self, find: impl Fn(&mut Self)) {
        match &self.rule.lies {
            _ if PLAIN => find(self),
            Lies::Anywhere => find(self),
            Lies::AsDrawn(lays) => {
                for lay in lays {
                    self.lay = Some(lay);
                    find(self);
                }
            }
        }
    }

    /// Takes the elements of a match for those of the pattern; false where one does not fit.
    fn take(&mut self, matched: &Match) -> bool {
        let is_whole = matched.nodes.len() == self.nodes.len() && matched.edges.len() == self.edges.len();
        if !is_whole {
            return false;
        }
        for (position, &(_, id)) in matched.nodes.iter().enumerate() {
            let fits = |wanted: &LeftNode| {
                self.mission.node(id).is_some_and(|node| wanted.fits.contains(node.symbol))
            };
            let can_be = fits(&self.rule.nodes[position]) && self.can_be_node(position, id);
            let lies = matched
                .nodes
                .first()
                .is_some_and(|&(_, first)| self.lie_as_drawn((0, first), (position, id)));
            if !can_be || !lies {
                return false;
            }
            self.nodes[position] = id;
        }
        for (position, &id) in matched.edges.iter().enumerate() {
            let left = &self.rule.edges[position];
            let (from, to) = (self.nodes[left.from], self.nodes[left.to]);
            let link = self.mission.links(from).iter().find(|link| link.edge == id && link.far == to);
            let wanted = Wanted::new((&left.fits, left.direction), &self.rule.nodes[left.to].fits, true);
            let can_be = link.is_some_and(|link| wanted.fits(link) && self.can_be_edge(position, id));
            if !can_be {
                return false;
            }
            self.edges[position] = id;
        }
        true
    }

    /// Carries out these moves, the last ones of a plan.
    fn go(&mut self, moves: &'a [Move]) {
        let [next, rest @ ..] = moves else { return self.accept() };
        match *next {
            Move::EnterNode(node) => self.enter_node(node, rest),
            Move::EnterEdge(edge) => self.enter_edge(edge, rest),
            Move::Walk { edge, known, node } => self.walk(edge, known, node, rest),
            Move::Step { known, node } => self.step(known, node, rest),
            Move::Close(edge) => self.close(edge, rest),
            Move::Forbid(pattern) => {
                if !self.is_forbidden(pattern) {
                    self.go(rest);
                }
            }
        }
    }

    fn enter_node(&mut self, node: usize, rest: &'a [Move]) {
        let (rule, mission, index) = (self.rule, self.mission, self.index);
        let fits = &rule.nodes[node].fits;
        match fits.named() {
            // All of them: as they lie in memory.
            None => self.enter_nodes(node, mission.nodes().map(|(id, _)| id), rest),
            Some(_) => self.enter_nodes(node, index.nodes_that_fit(fits), rest),
        }
    }

    fn enter_nodes(&mut self, node: usize, candidates: impl Iterator<Item = NodeId>, rest: &'a [Move]) {
        for candidate in candidates {
            if !self.may_try(1) {
                return;
            }
            self.with_node(node, candidate, rest);
        }
    }

    fn enter_edge(&mut self, edge: usize, rest: &'a [Move]) {
        let (rule, mission, index) = (self.rule, self.mission, self.index);
        let fits = &rule.edges[edge].fits;
        match fits.named() {
            None => self.enter_edges(edge, mission.edges().map(|(id, _)| id), rest),
            Some(_) => self.enter_edges(edge, index.edges_that_fit(mission, fits), rest),
        }
    }

    fn enter_edges(&mut self, edge: usize, candidates: impl Iterator<Item = EdgeId>, rest: &'a [Move]) {
        for id in candidates {
            if !self.may_try(1) {
                return;
            }
            let is_free = |found: &FoundEdge| {
                let are_ends_taken = self.nodes.contains(&found.from) || self.nodes.contains(&found.to);
                !are_ends_taken && !self.edges.contains(&id)
            };
            if let Some(found) = FoundEdge::look_up(self.mission, id).filter(is_free) {
                self.with_edge_and_ends(edge, found, rest);
            }
        }
    }

    fn walk(&mut self, edge: usize, known: usize, node: usize, rest: &'a [Move]) {
        let (rule, mission) = (self.rule, self.mission);
        let (left, far) = (&rule.edges[edge], &rule.nodes[node].fits);
        let (here, leaves, kind) = (self.nodes[known], left.from == known, (&left.fits, left.direction));
        let wanted = Wanted::new(kind, far, leaves);
        let links = mission.links(here);
        if are_few(links) {
            self.walk_along(links, wanted, (edge, node), rest);
            return;
        }
        for links in likely_links(mission, kind, far, here, leaves) {
            self.walk_along(links, wanted, (edge, node), rest);
        }
    }

    fn walk_along(
        &mut self,
        links: &[Link],
        wanted: Wanted<'_>,
        (edge, node): (usize, usize),
        rest: &'a [Move],
    ) {
        if !self.may_try(links.len()) {
            return;
        }
        for link in links {
            // An edge that is taken already leads to a node that is.
            let can_be =
                wanted.fits(link) && self.suits_edge(edge, link.edge) && self.can_be_node(node, link.far);
            if can_be {
                (self.edges[edge], self.nodes[node]) = (link.edge, link.far);
                self.go(rest);
                (self.edges[edge], self.nodes[node]) = (NO_EDGE, NO_NODE);
                if self.has_ended {
                    return;
                }
            }
        }
    }

    fn step(&mut self, known: usize, node: usize, rest: &'a [Move]) {
        let site = self.lay.and_then(|lay| self.site(known, lay.left[known], lay.left[node]));
        if let Some(candidate) = site.and_then(|site| self.index.node_on(site))
            && self.may_try(1)
            && let Some(found) = self.mission.node(candidate)
            && self.rule.nodes[node].fits.contains(found.symbol)
        {
            self.with_node(node, candidate, rest);
        }
    }

    fn close(&mut self, edge: usize, rest: &'a [Move]) {
        let left = &self.rule.edges[edge];
        let (from, to) = (self.nodes[left.from], self.nodes[left.to]);
        let (mission, rule) = (self.mission, self.rule);
        let leaves = mission.links(from).len() <= mission.links(to).len();
        let (here, there, far) = if leaves { (from, to, left.to) } else { (to, from, left.from) };
        let (far, kind) = (&rule.nodes[far].fits, (&left.fits, left.direction));
        let wanted = Wanted::new(kind, far, leaves);
        for links in likely_links(mission, kind, far, here, leaves) {
            if !self.may_try(links.len()) {
                return;
            }
            for link in links {
                if link.far == there && wanted.fits(link) && self.can_be_edge(edge, link.edge) {
                    self.edges[edge] = link.edge;
                    self.go(rest);
                    self.edges[edge] = NO_EDGE;
                    if self.has_ended {
                        return;
                    }
                }
            }
        }
    }

    /// Everything is known: a match, if nothing forbids it and one of the right sides fits.
    #[inline(always)]
    fn accept(&mut self) {
        let fits = |side| side_fits(self.rule, side, self.mission, self.index, &self.nodes, self.lay);
        let has_side = PLAIN || self.rule.always_fits || (0..self.rule.sides.len()).any(fits);
        if !has_side || (self.rule.forbids_late && self.is_forbidden_by(|pattern| !pattern.can_be_early)) {
            return;
        }
        // What is listed counts too, so that large left sides do not ask for the machine's memory.
        self.tries_left = self.tries_left.saturating_sub((self.nodes.len() + self.edges.len()) as u64);
        let symmetry = self.lay.map_or(Symmetry::IDENTITY, |lay| lay.symmetry);
        let goes_on = (self.visit)(Row { nodes: &self.nodes, edges: &self.edges, symmetry });
        self.has_ended |= !goes_on;
    }

    fn is_forbidden_by(&mut self, is_such: impl Fn(&ForbiddenPattern) -> bool) -> bool {
        let patterns = self.rule.forbid.iter().enumerate();
        let mut such = patterns.filter(|(_, pattern)| is_such(pattern));
        such.any(|(position, _)| self.is_forbidden(position))
    }

    fn is_forbidden(&mut self, pattern: usize) -> bool {
        let matched = (self.nodes.as_slice(), self.edges.as_slice());
        is_found(&self.rule.forbid[pattern], self.mission, self.index, matched, &mut self.tries_left)
    }

    /// Where an offset lies, seen from a pattern node that is known.
    fn site(&self, known: usize, from: crate::base::Cell, to: crate::base::Cell) -> Option<Site> {
        site_from(self.site_of(self.nodes[known])?, from, to)
    }

    /// Goes on with a node, whose symbol fits, taken for a pattern node, if it can be that.
    fn with_node(&mut self, node: usize, candidate: NodeId, rest: &'a [Move]) {
        if self.can_be_node(node, candidate) {
            self.nodes[node] = candidate;
            self.go(rest);
            self.nodes[node] = NO_NODE;
        }
    }

    /// Goes on with an edge taken for a pattern edge, and its ends for those, if they can be that. Its symbol fits, and neither it nor its ends are taken.
    #[inline(always)]
    fn with_edge_and_ends(&mut self, edge: usize, found: FoundEdge, rest: &'a [Move]) {
        let left = &self.rule.edges[edge];
        let (from, to) = (left.from, left.to);
        let is_loop = found.from == found.to;
        if is_loop != (from == to) || !self.suits_edge(edge, found.id) {
            return;
        }
        self.edges[edge] = found.id;
        let [begin, end] = found.ends();
        self.with_ends((from, begin), (to, end), rest);
        if left.direction == Direction::EitherWay && !is_loop {
            self.with_ends((from, end), (to, begin), rest);
        }
        self.edges[edge] = NO_EDGE;
    }

    #[inline(always)]
    fn with_ends(
        &mut self,
        (one, first): (usize, FoundNode),
        (other, second): (usize, FoundNode),
        rest: &'a [Move],
    ) {
        let nodes = &self.rule.nodes;
        let can_be = nodes[one].fits.contains(first.symbol)
            && nodes[other].fits.contains(second.symbol)
            && self.suits_node(one, first.id)
            && self.suits_node(other, second.id)
            && (PLAIN || self.lie_as_drawn((one, first.id), (other, second.id)));
        if can_be {
            (self.nodes[one], self.nodes[other]) = (first.id, second.id);
            if rest.is_empty() {
                self.accept();
            } else {
                self.go(rest);
            }
            (self.nodes[one], self.nodes[other]) = (NO_NODE, NO_NODE);
        }
    }

    /// Do two mission nodes, taken for two of the pattern, lie to each other as these?
    fn lie_as_drawn(&self, one: (usize, NodeId), other: (usize, NodeId)) -> bool {
        let Some(lay) = self.lay else { return true };
        let there = self.site_of(one.1).and_then(|site| site_from(site, lay.left[one.0], lay.left[other.0]));
        there.is_some() && there == self.site_of(other.1)
    }

    /// Can a mission node, whose symbol fits, be this one of the pattern?
    #[inline(always)]
    fn can_be_node(&self, node: usize, candidate: NodeId) -> bool {
        !self.nodes.contains(&candidate) && self.suits_node(node, candidate)
    }

    /// Is a mission node as this one of the pattern is to be, beyond its symbol?
    #[inline(always)]
    fn suits_node(&self, node: usize, candidate: NodeId) -> bool {
        let asks_more = !PLAIN && (self.rule.nodes[node].asks_more || self.lay.is_some());
        !self.is_earlier_node(node, candidate) && (!asks_more || self.is_as_asked(node, candidate))
    }

    #[inline(never)]
    fn is_as_asked(&self, node: usize, candidate: NodeId) -> bool {
        let left = &self.rule.nodes[node];
        // The pattern's edges at an erased node are all that may hang on it. That there is one shows when the search goes along it: not to look here saves most of the way to the last node of a match.
        let degree_fits = match left.degree {
            shown if left.shows_all => self.mission.links(candidate).len() == shown,
            shown => self.mission.links(candidate).len() >= shown,
        };
        degree_fits
            && (self.lay.is_none() || self.site_of(candidate).is_some())
            && (left.when.is_empty() || self.node_conditions_hold(left, candidate))
    }

    fn site_of(&self, id: NodeId) -> Option<Site> {
        self.mission.node(id)?.site
    }

    fn node_conditions_hold(&self, left: &LeftNode, id: NodeId) -> bool {
        let found = self.mission.node(id);
        found.is_some_and(|found| node_conditions_hold(&left.when, self.mission, id, found))
    }

    /// Is a mission edge free to be this one of the pattern, and do its conditions hold?
    #[inline(always)]
    fn can_be_edge(&self, edge: usize, candidate: EdgeId) -> bool {
        !self.edges.contains(&candidate) && self.suits_edge(edge, candidate)
    }

    /// Is a mission edge as this one of the pattern is to be, beyond its symbol?
    #[inline(always)]
    fn suits_edge(&self, edge: usize, candidate: EdgeId) -> bool {
        !self.is_earlier_edge(edge, candidate)
            && (PLAIN || self.edge_conditions_hold(&self.rule.edges[edge], candidate))
    }

    #[inline(always)]
    fn edge_conditions_hold(&self, left: &LeftEdge, id: EdgeId) -> bool {
        let hold = |id| self.mission.edge(id).is_some_and(|found| edge_conditions_hold(&left.when, found));
        left.when.is_empty() || hold(id)
    }

    #[inline(always)]
    fn is_earlier_node(&self, node: usize, candidate: NodeId) -> bool {
        node < self.first_fresh.0 && self.fresh.is_some_and(|fresh| fresh.has_node(candidate, node))
    }

    #[inline(always)]
    fn is_earlier_edge(&self, edge: usize, candidate: EdgeId) -> bool {
        edge < self.first_fresh.1 && self.fresh.is_some_and(|fresh| fresh.has_edge(candidate))
    }

    /// Counts tries; false if there were too many, or if enough was seen.
    #[inline(always)]
    fn may_try(&mut self, tries: usize) -> bool {
        self.tries_left = self.tries_left.saturating_sub(tries as u64);
        self.tries_left > 0 && !self.has_ended
    }
}
