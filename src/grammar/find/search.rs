//! The search itself: carries out a plan, one move after the other, and turns back where nothing fits.

use super::conditions::{edge_conditions_hold, node_conditions_hold};
use super::fitting::side_fits;
use super::forbidden::is_found;
use super::likely::{Wanted, are_few, likely_links};
use super::plan::Move;
use super::{Index, MOST_TRIES, Match};
use crate::base::Symmetry;
use crate::grammar::Direction;
use crate::grammar::resolve::{ForbiddenPattern, Lay, LeftEdge, LeftNode, Lies, ReadyRule, site_from};
use crate::mission::{Edge, EdgeId, Link, Mission, NodeId, Site};

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

/// Elements of the mission that may be new to a rule, each list ascending.
#[derive(Clone, Debug, Default)]
pub(super) struct Fresh {
    pub nodes: Vec<NodeId>,
    pub edges: Vec<EdgeId>,
}

impl Fresh {
    /// Leaves those from which a search can find something: nodes that are there and fit somewhere, and of the edges those that join no fresh nodes, because from these their matches are found already.
    pub fn keep_searchable(&mut self, rule: &ReadyRule, mission: &Mission) {
        let nodes = &self.nodes;
        let can_find = |edge: &Edge| !holds(nodes, edge.from) && !holds(nodes, edge.to);
        self.edges.retain(|id| mission.edge(*id).is_some_and(can_find));
        let fits = |symbol| rule.nodes.iter().any(|left| left.fits.contains(symbol));
        self.nodes.retain(|id| mission.node(*id).is_some_and(|node| fits(node.symbol)));
    }

    pub fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.edges.is_empty()
    }

    fn has_node(&self, id: NodeId) -> bool {
        holds(&self.nodes, id)
    }

    fn has_edge(&self, id: EdgeId) -> bool {
        holds(&self.edges, id)
    }
}

/// Is it in an ascending list? Mostly that is short.
fn holds<Id: Copy + Ord>(list: &[Id], id: Id) -> bool {
    if list.len() <= 8 { list.contains(&id) } else { list.binary_search(&id).is_ok() }
}

/// Where a search among fresh elements begins: no node or edge of the rule before it is fresh, so that each match with a fresh element is found once.
#[derive(Clone, Copy)]
enum Pin {
    Node(usize),
    Edge(usize),
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
pub(super) struct Search<'a, Visit> {
    rule: &'a ReadyRule,
    mission: &'a Mission,
    index: &'a Index,
    visit: Visit,
    moves: &'a [Move],
    lay: Option<&'a Lay>,
    pin: Option<(Pin, &'a Fresh)>,
    // Those of [`Known`].
    nodes: Vec<NodeId>,
    edges: Vec<EdgeId>,
    tries_left: u64,
    has_ended: bool,
}

impl<'a, Visit: FnMut(Row) -> bool> Search<'a, Visit> {
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
            moves: &[],
            lay: None,
            pin: None,
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
        self.moves = moves;
        self.in_every_lay(|search| search.go(0));
    }

    /// Finds the matches in which a node of the rule, from which the plan begins, is fresh, and none before it.
    pub fn through_fresh_nodes(&mut self, position: usize, moves: &'a [Move], fresh: &'a Fresh) {
        self.moves = moves;
        self.pin = Some((Pin::Node(position), fresh));
        let (rule, mission) = (self.rule, self.mission);
        for &id in &fresh.nodes {
            if mission.node(id).is_some_and(|node| rule.nodes[position].fits.contains(node.symbol)) {
                self.in_every_lay(|search| search.with_node(position, id, |search| search.go(0)));
            }
        }
    }

    /// Finds the matches in which an edge of the rule, from which the plan begins, is fresh, and no node and no edge before it.
    pub fn through_fresh_edges(&mut self, position: usize, moves: &'a [Move], fresh: &'a Fresh) {
        self.moves = moves;
        self.pin = Some((Pin::Edge(position), fresh));
        for &id in &fresh.edges {
            self.in_every_lay(|search| search.with_edge_and_ends(position, id, 0));
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

    /// Carries out the moves from this one on.
    fn go(&mut self, depth: usize) {
        let Some(next) = self.moves.get(depth) else { return self.accept() };
        match *next {
            Move::EnterNode(node) => self.enter_node(node, depth),
            Move::EnterEdge(edge) => self.enter_edge(edge, depth),
            Move::Walk { edge, known, node } => self.walk(edge, known, node, depth),
            Move::Step { known, node } => self.step(known, node, depth),
            Move::Close(edge) => self.close(edge, depth),
            Move::Forbid(pattern) => {
                if !self.is_forbidden(pattern) {
                    self.go(depth + 1);
                }
            }
        }
    }

    fn enter_node(&mut self, node: usize, depth: usize) {
        let (rule, mission, index) = (self.rule, self.mission, self.index);
        let fits = &rule.nodes[node].fits;
        match fits.named() {
            // All of them: as they lie in memory.
            None => self.enter_nodes(node, mission.nodes().map(|(id, _)| id), depth),
            Some(_) => self.enter_nodes(node, index.nodes_that_fit(fits), depth),
        }
    }

    fn enter_nodes(&mut self, node: usize, candidates: impl Iterator<Item = NodeId>, depth: usize) {
        for candidate in candidates {
            if !self.may_try() {
                return;
            }
            self.with_node(node, candidate, |search| search.go(depth + 1));
        }
    }

    fn enter_edge(&mut self, edge: usize, depth: usize) {
        let (rule, mission, index) = (self.rule, self.mission, self.index);
        let fits = &rule.edges[edge].fits;
        match fits.named() {
            None => self.enter_edges(edge, mission.edges().map(|(id, _)| id), depth),
            Some(_) => self.enter_edges(edge, index.edges_that_fit(mission, fits), depth),
        }
    }

    fn enter_edges(&mut self, edge: usize, candidates: impl Iterator<Item = EdgeId>, depth: usize) {
        for id in candidates {
            if !self.may_try() {
                return;
            }
            self.with_edge_and_ends(edge, id, depth + 1);
        }
    }

    fn walk(&mut self, edge: usize, known: usize, node: usize, depth: usize) {
        let (rule, mission) = (self.rule, self.mission);
        let (left, far) = (&rule.edges[edge], &rule.nodes[node].fits);
        let (here, leaves, kind) = (self.nodes[known], left.from == known, (&left.fits, left.direction));
        let wanted = Wanted::new(kind, far, leaves);
        let links = mission.links(here);
        if are_few(links) {
            self.walk_along(links, wanted, (edge, node), depth);
            return;
        }
        for links in likely_links(mission, kind, far, here, leaves) {
            self.walk_along(links, wanted, (edge, node), depth);
        }
    }

    fn walk_along(&mut self, links: &[Link], wanted: Wanted<'_>, (edge, node): (usize, usize), depth: usize) {
        let left = &self.rule.edges[edge];
        for link in links {
            if !self.may_try() {
                return;
            }
            // An edge that is taken already leads to a node that is.
            let can_be = wanted.fits(link)
                && self.can_be_node(node, link.far)
                && !self.is_earlier_edge(edge, link.edge)
                && self.edge_conditions_hold(left, link.edge);
            if can_be {
                (self.edges[edge], self.nodes[node]) = (link.edge, link.far);
                self.go(depth + 1);
                (self.edges[edge], self.nodes[node]) = (NO_EDGE, NO_NODE);
            }
        }
    }

    fn step(&mut self, known: usize, node: usize, depth: usize) {
        let site = self.lay.and_then(|lay| self.site(known, lay.left[known], lay.left[node]));
        if let Some(candidate) = site.and_then(|site| self.index.node_on(site))
            && self.may_try()
            && let Some(found) = self.mission.node(candidate)
            && self.rule.nodes[node].fits.contains(found.symbol)
        {
            self.with_node(node, candidate, |search| search.go(depth + 1));
        }
    }

    fn close(&mut self, edge: usize, depth: usize) {
        let left = &self.rule.edges[edge];
        let (from, to) = (self.nodes[left.from], self.nodes[left.to]);
        let (mission, rule) = (self.mission, self.rule);
        let leaves = mission.links(from).len() <= mission.links(to).len();
        let (here, there, far) = if leaves { (from, to, left.to) } else { (to, from, left.from) };
        let (far, kind) = (&rule.nodes[far].fits, (&left.fits, left.direction));
        let wanted = Wanted::new(kind, far, leaves);
        for links in likely_links(mission, kind, far, here, leaves) {
            for link in links {
                if !self.may_try() {
                    return;
                }
                if link.far == there && wanted.fits(link) && self.can_be_edge(edge, link.edge) {
                    self.edges[edge] = link.edge;
                    self.go(depth + 1);
                    self.edges[edge] = NO_EDGE;
                }
            }
        }
    }

    /// Everything is known: a match, if nothing forbids it and one of the right sides fits.
    fn accept(&mut self) {
        let fits = |side| side_fits(self.rule, side, self.mission, self.index, &self.nodes, self.lay);
        if !self.rule.always_fits && !(0..self.rule.sides.len()).any(fits) {
            return;
        }
        if !self.rule.forbid.is_empty() && self.is_forbidden_by(|pattern| !pattern.can_be_early) {
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
    fn with_node(&mut self, node: usize, candidate: NodeId, go_on: impl FnOnce(&mut Self)) {
        if self.can_be_node(node, candidate) {
            self.nodes[node] = candidate;
            go_on(self);
            self.nodes[node] = NO_NODE;
        }
    }

    /// Goes on with an edge taken for a pattern edge of which neither end is known, and its ends for those, if they can be that.
    fn with_edge_and_ends(&mut self, edge: usize, id: EdgeId, depth: usize) {
        let (rule, mission) = (self.rule, self.mission);
        let left = &rule.edges[edge];
        let Some(found) = mission.edge(id).filter(|found| left.fits.contains(found.symbol)) else { return };
        let is_loop = found.from == found.to;
        if is_loop != (left.from == left.to) {
            return;
        }
        let turned = (left.direction == Direction::EitherWay && !is_loop).then_some((found.to, found.from));
        for (from, to) in std::iter::once((found.from, found.to)).chain(turned) {
            let fits = |position: usize, id| {
                mission.node(id).is_some_and(|node| rule.nodes[position].fits.contains(node.symbol))
            };
            let can_be = fits(left.from, from)
                && fits(left.to, to)
                && self.lie_as_drawn((left.from, from), (left.to, to))
                && self.can_be_edge(edge, id);
            if !can_be {
                continue;
            }
            self.edges[edge] = id;
            self.with_node(left.from, from, |search| {
                if is_loop {
                    search.go(depth);
                } else {
                    search.with_node(left.to, to, |search| search.go(depth));
                }
            });
            self.edges[edge] = NO_EDGE;
        }
    }

    /// Do two mission nodes, taken for two of the pattern, lie to each other as these?
    fn lie_as_drawn(&self, one: (usize, NodeId), other: (usize, NodeId)) -> bool {
        let Some(lay) = self.lay else { return true };
        let there = self.site_of(one.1).and_then(|site| site_from(site, lay.left[one.0], lay.left[other.0]));
        there.is_some() && there == self.site_of(other.1)
    }

    /// Can a mission node, whose symbol fits, be this one of the pattern?
    fn can_be_node(&self, node: usize, candidate: NodeId) -> bool {
        if self.nodes.contains(&candidate) || self.is_earlier_node(node, candidate) {
            return false;
        }
        let left = &self.rule.nodes[node];
        // The pattern's edges at an erased node are all that may hang on it. That there is one shows when the search goes along it: not to look here saves most of the way to the last node of a match.
        let degree_fits = match left.degree {
            0 | 1 if !left.shows_all => true,
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
    fn can_be_edge(&self, edge: usize, candidate: EdgeId) -> bool {
        !self.edges.contains(&candidate)
            && !self.is_earlier_edge(edge, candidate)
            && self.edge_conditions_hold(&self.rule.edges[edge], candidate)
    }

    #[inline]
    fn edge_conditions_hold(&self, left: &LeftEdge, id: EdgeId) -> bool {
        let hold = |id| self.mission.edge(id).is_some_and(|found| edge_conditions_hold(&left.when, found));
        left.when.is_empty() || hold(id)
    }

    #[inline]
    fn is_earlier_node(&self, node: usize, candidate: NodeId) -> bool {
        match self.pin {
            None => false,
            Some((Pin::Node(pinned), fresh)) => node < pinned && fresh.has_node(candidate),
            Some((Pin::Edge(_), fresh)) => fresh.has_node(candidate),
        }
    }

    #[inline]
    fn is_earlier_edge(&self, edge: usize, candidate: EdgeId) -> bool {
        match self.pin {
            None | Some((Pin::Node(_), _)) => false,
            Some((Pin::Edge(pinned), fresh)) => edge < pinned && fresh.has_edge(candidate),
        }
    }

    /// Counts a try; false if there were too many, or if enough was seen.
    fn may_try(&mut self) -> bool {
        self.tries_left = self.tries_left.saturating_sub(1);
        self.tries_left > 0 && !self.has_ended
    }
}
