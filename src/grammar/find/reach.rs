//! How far a change reaches: which elements of the mission may be part of a match that has come or gone.
//!
//! Whether something is a match depends on its own nodes and edges, and beyond them on
//! - the number of edges at a node, where the rule asks for it or may not leave one dangling,
//! - the sites where the rule would put nodes,
//! - what it forbids nearby, at most as many edges away as a forbidden pattern has.

use smallvec::SmallVec;

use super::Index;
use super::search::Fresh;
use crate::grammar::resolve::{
    Fate, Fits, ForbiddenPattern, Lay, LeftNode, Lies, Look, ReadyCondition, ReadyRule,
};
use crate::grammar::{Dangling, Delta, Direction, MissionChange};
use crate::mission::{Edge, EdgeSymbolId, Mission, NodeId, NodeSymbolId, Site};

/// On what the matches of a rule depend beyond their own elements.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    /// The nodes whose number of edges matters.
    degree_of: Vec<Fits<NodeSymbolId>>,
    /// Are there such nodes, in the left side or in what is forbidden?
    counts_edges: bool,
    /// The edges that are part of the left side.
    edges: Vec<Fits<EdgeSymbolId>>,
    forbid: Vec<ForbiddenReach>,
    /// From a site that is taken or left to those of the matched nodes.
    offsets: Vec<(i32, i32)>,
}

/// How far the nodes and edges of a forbidden pattern may lie from the match.
#[derive(Clone, Debug)]
struct ForbiddenReach {
    edges: Vec<EdgeReach>,
    nodes: Vec<Fits<NodeSymbolId>>,
    degree_of: Vec<Fits<NodeSymbolId>>,
    length: usize,
}

#[derive(Clone, Debug)]
struct EdgeReach {
    symbol: Fits<EdgeSymbolId>,
    from: Fits<NodeSymbolId>,
    to: Fits<NodeSymbolId>,
    direction: Direction,
}

impl Reach {
    /// `None` for a rule whose matches depend on the whole mission: a forbidden pattern has parts that nothing joins to the match.
    pub fn new(rule: &ReadyRule) -> Option<Self> {
        let is_far = |look: &Look| matches!(look, Look::Node(_));
        if rule.forbid.iter().any(|pattern| pattern.looks.iter().any(is_far)) {
            return None;
        }
        let counts_edges = |(position, node): &(usize, &LeftNode)| {
            let may_dangle = rule.dangling == Dangling::Forbid
                && rule.sides.iter().any(|side| side.fates[*position] == Fate::Erase);
            node.shows_all || may_dangle || asks_for_degree(&node.when)
        };
        let nodes = rule.nodes.iter().enumerate();
        let degree_of: Vec<_> = nodes.filter(counts_edges).map(|(_, node)| node.fits.clone()).collect();
        let forbid: Vec<_> = rule.forbid.iter().map(ForbiddenReach::new).collect();
        Some(Self {
            counts_edges: !degree_of.is_empty() || forbid.iter().any(|forbid| !forbid.degree_of.is_empty()),
            degree_of,
            edges: rule.edges.iter().map(|edge| edge.fits.clone()).collect(),
            forbid,
            offsets: offsets(rule),
        })
    }

    /// Adds the elements that came, changed or went with some deltas, and those that may be part of other matches now; mission and index are as after the last delta, or, where they were taken back, as before the first.
    pub fn add_fresh<'a>(
        &self,
        mission: &Mission,
        index: &Index,
        deltas: impl Iterator<Item = &'a Delta> + Clone,
        fresh: &mut Fresh,
    ) {
        // Of these the symbol that they had is not known; nobody asks where nothing is forbidden.
        let mut changed: SmallVec<[NodeId; 4]> = SmallVec::new();
        if !self.forbid.is_empty() {
            let changes = deltas.clone().flat_map(|delta| &delta.changes);
            changed.extend(changes.filter_map(|change| match change {
                MissionChange::NodeChanged(change) => Some(change.id),
                _ => None,
            }));
        }
        let was = |id: NodeId| mission.node(id).filter(|_| !changed.contains(&id)).map(|node| node.symbol);
        let mut near: SmallVec<[NodeId; 16]> = SmallVec::new();
        for delta in deltas {
            for change in &delta.changes {
                self.add_change(change, was, (mission, index), fresh, &mut near);
            }
        }
        self.add_nodes_near(mission, near, fresh);
        put_in_order(&mut fresh.nodes);
        put_in_order(&mut fresh.edges);
    }

    /// What one change makes fresh, and near what something forbidden may have come or gone with it.
    fn add_change(
        &self,
        change: &MissionChange,
        was: impl Fn(NodeId) -> Option<NodeSymbolId>,
        (mission, index): (&Mission, &Index),
        fresh: &mut Fresh,
        near: &mut SmallVec<[NodeId; 16]>,
    ) {
        match change {
            MissionChange::NodeAdded(id, node) | MissionChange::NodeRemoved(id, node) => {
                fresh.nodes.push(*id);
                self.add_nodes_around(index, node.site, fresh);
            }
            MissionChange::NodeChanged(change) => {
                fresh.nodes.push(change.id);
                if self.forbid.iter().any(|forbid| {
                    forbid.has_node(change.before.symbol) || forbid.has_node(change.after.symbol)
                }) {
                    near.push(change.id);
                    near.extend(mission.links(change.id).iter().map(|link| link.far));
                }
            }
            MissionChange::EdgeAdded(id, edge) | MissionChange::EdgeRemoved(id, edge) => {
                if self.edges.iter().any(|fits| fits.contains(edge.symbol)) {
                    fresh.edges.push(*id);
                }
                if self.counts_edges {
                    self.add_ends(mission, edge, fresh, near);
                }
                if self.forbid.iter().any(|forbid| forbid.has_edge(&was, edge)) {
                    near.extend([edge.from, edge.to]);
                }
            }
            MissionChange::EdgeChanged(change) => {
                fresh.edges.push(change.id);
                if self.forbid.iter().any(|forbid| forbid.has_edge(&was, &change.after)) {
                    near.extend([change.after.from, change.after.to]);
                }
            }
        }
    }

    /// The ends of an edge that came or went, where it matters.
    fn add_ends(&self, mission: &Mission, edge: &Edge, fresh: &mut Fresh, near: &mut SmallVec<[NodeId; 16]>) {
        for id in [edge.from, edge.to] {
            let counts =
                |fits: &Fits<NodeSymbolId>| mission.node(id).is_some_and(|node| fits.contains(node.symbol));
            if self.degree_of.iter().any(counts) {
                fresh.nodes.push(id);
            }
            if self.forbid.iter().any(|forbid| forbid.degree_of.iter().any(counts)) {
                near.push(id);
                near.extend(mission.links(id).iter().map(|link| link.far));
            }
        }
    }

    /// The nodes from which the rule might put one on this site.
    fn add_nodes_around(&self, index: &Index, site: Option<Site>, fresh: &mut Fresh) {
        let Some(site) = site else { return };
        for (x, y) in &self.offsets {
            let there = site.x.checked_add(*x).zip(site.y.checked_add(*y));
            fresh.nodes.extend(there.and_then(|(x, y)| index.node_on(Site { x, y })));
        }
    }

    /// The nodes as near to these as the longest forbidden pattern is long, less the edge that leads to them.
    fn add_nodes_near(&self, mission: &Mission, near: SmallVec<[NodeId; 16]>, fresh: &mut Fresh) {
        if near.is_empty() {
            return;
        }
        let length = self.forbid.iter().map(|forbid| forbid.length).max().unwrap_or(0);
        let mut rim = near;
        for _ in 1..length {
            let beyond = rim.iter().flat_map(|id| mission.links(*id)).map(|link| link.far);
            let mut beyond: SmallVec<[NodeId; 16]> = beyond.collect();
            beyond.sort_unstable();
            beyond.dedup();
            fresh.nodes.extend_from_slice(&rim);
            rim = beyond;
        }
        fresh.nodes.extend_from_slice(&rim);
    }
}

impl ForbiddenReach {
    fn new(pattern: &ForbiddenPattern) -> Self {
        let fits = |position: usize| pattern.nodes[position].fits.clone();
        let asking = pattern.nodes.iter().filter(|node| asks_for_degree(&node.when));
        Self {
            edges: pattern
                .edges
                .iter()
                .map(|edge| EdgeReach {
                    symbol: edge.fits.clone(),
                    from: fits(edge.from),
                    to: fits(edge.to),
                    direction: edge.direction,
                })
                .collect(),
            nodes: pattern.nodes.iter().map(|node| node.fits.clone()).collect(),
            degree_of: asking.map(|node| node.fits.clone()).collect(),
            length: pattern.edges.len(),
        }
    }

    fn has_node(&self, symbol: NodeSymbolId) -> bool {
        self.nodes.iter().any(|fits| fits.contains(symbol))
    }

    /// Could the pattern have this edge, or have had it? Of ends that are gone or have changed the symbol is not known.
    fn has_edge(&self, symbol: impl Fn(NodeId) -> Option<NodeSymbolId>, edge: &Edge) -> bool {
        let (from, to) = (symbol(edge.from), symbol(edge.to));
        let fits = |fits: &Fits<NodeSymbolId>, symbol: Option<NodeSymbolId>| {
            symbol.is_none_or(|symbol| fits.contains(symbol))
        };
        self.edges.iter().any(|reach| {
            let is_along = fits(&reach.from, from) && fits(&reach.to, to);
            let is_against = fits(&reach.from, to) && fits(&reach.to, from);
            reach.symbol.contains(edge.symbol)
                && (is_along || (is_against && reach.direction == Direction::EitherWay))
        })
    }
}

/// Each once, ascending; often they are so already.
fn put_in_order<Id: Copy + Ord>(ids: &mut Vec<Id>) {
    if !ids.is_sorted_by(|one, next| one < next) {
        ids.sort_unstable();
        ids.dedup();
    }
}

fn asks_for_degree(when: &[ReadyCondition]) -> bool {
    when.iter().any(|condition| matches!(condition, ReadyCondition::Degree(..)))
}

/// From the site of each new node to that of each node of the left side, in every way in which the drawing may lie.
fn offsets(rule: &ReadyRule) -> Vec<(i32, i32)> {
    let Lies::AsDrawn(lays) = &rule.lies else { return Vec::new() };
    let of_lay = |lay: &Lay| -> Vec<(i32, i32)> {
        let new = lay.new.iter().flatten();
        new.flat_map(|new| lay.left.iter().map(move |left| (left.x - new.x, left.y - new.y))).collect()
    };
    let mut offsets: Vec<(i32, i32)> = lays.iter().flat_map(of_lay).collect();
    offsets.sort_unstable();
    offsets.dedup();
    offsets
}
