//! The search: runs a plan move by move, and backtracks if nothing fits.

mod known;
mod moves;
mod suits;

use super::dirty::{DirtyNode, DirtySet};
use super::likely::{WantedEdge, WantedLink};
use super::plan::SearchMove;
use super::{Effort, Index, Match};
use crate::base::Symmetry;
use crate::grammar::resolve::{LatticeOrientation, LeftNode, Placements, ReadyRule};
use crate::mission::{EdgeId, Mission, NodeId};

pub(super) use known::PartialMatch;

/// A match as the search finds it: nodes and edges in the order of the rule's lists.
#[derive(Clone, Copy)]
pub(super) struct MatchRow<'a> {
    pub nodes: &'a [NodeId],
    pub edges: &'a [EdgeId],
    pub symmetry: Symmetry,
}

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchEnd {
    /// All matches were visited.
    Done,
    /// The visitor had seen enough.
    Enough,
    /// All tries were used up.
    GaveUp,
}

/// Visits the matches of a rule, without duplicates, in no particular order, until `visit` returns `false`.
pub(super) fn search_everywhere(
    known: &mut PartialMatch,
    rule: &ReadyRule,
    (mission, index): (&Mission, &Index),
    moves: &[SearchMove],
    effort: &mut Effort,
    visit: impl FnMut(MatchRow) -> bool,
) -> SearchEnd {
    let (place, tries) = ((mission, index), effort.for_one_search());
    let (end, tries_left) = if rule.asks_symbols_only() {
        let mut search = MatchSearch::<_, true>::new(known, rule, place, tries, visit);
        search.everywhere(moves);
        (search.end(), search.tries_left())
    } else {
        let mut search = MatchSearch::<_, false>::new(known, rule, place, tries, visit);
        search.everywhere(moves);
        (search.end(), search.tries_left())
    };
    effort.leave(tries_left);
    end
}

/// A search for the matches of one rule. It visits each match once, in no particular order.
///
/// It ends early if `visit` returns `false`, or when its tries are used up.
///
/// `PLAIN` is `true` if the rule [asks for symbols only](ReadyRule::asks_symbols_only); nothing else is
/// examined then.
pub(super) struct MatchSearch<'a, Visit, const PLAIN: bool> {
    rule: &'a ReadyRule,
    mission: &'a Mission,
    index: &'a Index,
    visit: Visit,
    orientation: Option<&'a LatticeOrientation>,
    dirty: Option<&'a DirtySet>,
    /// None of the rule's nodes and edges before these may be dirty, so that each match with a dirty element
    /// is found once.
    first_dirty: (usize, usize),
    known: &'a mut PartialMatch,
    tries_left: u64,
    has_ended: bool,
}

impl<'a, Visit: FnMut(MatchRow) -> bool, const PLAIN: bool> MatchSearch<'a, Visit, PLAIN> {
    /// Returns a search. `visit` gets every match and returns `true` to continue.
    ///
    /// `known` is [new for the rule](Known::new), or left by another search.
    pub fn new(
        known: &'a mut PartialMatch,
        rule: &'a ReadyRule,
        (mission, index): (&'a Mission, &'a Index),
        tries: u64,
        visit: Visit,
    ) -> Self {
        Self {
            rule,
            mission,
            index,
            visit,
            orientation: None,
            dirty: None,
            first_dirty: (0, 0),
            known,
            tries_left: tries,
            has_ended: false,
        }
    }

    /// Returns the number of unused tries.
    pub fn tries_left(&self) -> u64 {
        self.tries_left
    }

    /// Returns how the search has ended, or would if it ended now.
    pub fn end(&self) -> SearchEnd {
        match (self.has_ended, self.tries_left) {
            (true, _) => SearchEnd::Enough,
            (false, 0) => SearchEnd::GaveUp,
            (false, _) => SearchEnd::Done,
        }
    }

    /// Finds all matches.
    pub fn everywhere(&mut self, moves: &'a [SearchMove]) {
        self.in_every_lay(|search| search.go(moves));
    }

    /// Finds the matches in which the plan's first node is dirty, and none of the rule's nodes before it.
    pub fn through_dirty_nodes(&mut self, position: usize, moves: &'a [SearchMove], dirty: &'a DirtySet) {
        self.dirty = Some(dirty);
        self.first_dirty = (position, 0);
        let fits = &self.rule.nodes[position].fits;
        let begins = |node: &&DirtyNode| node.positions.contains(position) && fits.contains(node.symbol);
        for node in dirty.nodes().iter().filter(begins) {
            self.in_every_lay(|search| search.with_node(position, node.id, moves));
        }
    }

    /// Finds the matches in which the plan's first edge is dirty, and no node and no edge before it.
    pub fn through_dirty_edges(&mut self, position: usize, moves: &'a [SearchMove], dirty: &'a DirtySet) {
        self.dirty = Some(dirty);
        let nodes = if dirty.nodes().is_empty() { 0 } else { self.rule.nodes.len() };
        self.first_dirty = (nodes, position);
        let begin = WantedEdge::new(self.rule, position);
        for edge in dirty.edges() {
            let fits = begin.fits(edge);
            if fits != [false, false] {
                self.in_every_lay(|search| search.with_edge_and_ends(begin, edge, fits, moves));
            }
        }
    }

    /// Visits the given match, if it is valid in this mission.
    pub fn again(&mut self, matched: &Match) {
        if let Placements::AsDrawn(orientations) = &self.rule.placements {
            self.orientation =
                orientations.iter().find(|orientation| orientation.symmetry == matched.symmetry);
            if self.orientation.is_none() {
                return;
            }
        }
        if self.take(matched) && !self.is_forbidden_by(|pattern| pattern.can_be_early) {
            self.accept();
        }
    }

    fn in_every_lay(&mut self, find: impl Fn(&mut Self)) {
        match &self.rule.placements {
            _ if PLAIN => find(self),
            Placements::Anywhere => find(self),
            Placements::AsDrawn(orientations) => {
                for orientation in orientations {
                    self.orientation = Some(orientation);
                    find(self);
                }
            }
        }
    }

    /// Assigns the elements of a match to those of the pattern. Returns `false` if one does not fit.
    fn take(&mut self, matched: &Match) -> bool {
        let is_whole =
            matched.nodes.len() == self.rule.nodes.len() && matched.edges.len() == self.rule.edges.len();
        if !is_whole {
            return false;
        }
        for (position, &(_, id)) in matched.nodes.iter().enumerate() {
            let fits = |wanted: &LeftNode| {
                self.mission.symbol(id).is_some_and(|symbol| wanted.fits.contains(symbol))
            };
            let can_be = fits(&self.rule.nodes[position]) && self.can_be_node(position, id);
            let placements = matched
                .nodes
                .first()
                .is_some_and(|&(_, first)| self.lie_as_drawn((0, first), (position, id)));
            if !can_be || !placements {
                return false;
            }
            self.known.set_node(position, id);
        }
        for (position, &id) in matched.edges.iter().enumerate() {
            let left = &self.rule.edges[position];
            let (from, to) = (self.known.node(left.from), self.known.node(left.to));
            if !self.may_try(self.mission.links(from).len()) {
                return false;
            }
            let link = self.mission.links(from).iter().find(|link| link.edge == id && link.far == to);
            let wanted = WantedLink::new((&left.fits, left.direction), &self.rule.nodes[left.to].fits, true);
            let can_be = link.is_some_and(|link| wanted.fits(link) && self.can_be_edge(position, id));
            if !can_be {
                return false;
            }
            self.known.set_edge(position, id);
        }
        true
    }
}
