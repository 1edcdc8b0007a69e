//! How far a change reaches: which elements of the mission may be part of a match that has come or gone.
//!
//! Whether something is a match depends on its own nodes and edges, and beyond them on
//! - the number of edges at a node, where the rule asks for it or may not leave one dangling,
//! - the sites where the rule would put nodes,
//! - what it forbids nearby, at most as many edges away as a forbidden pattern has.

use smallvec::SmallVec;

use super::Index;
use super::dirty::{DirtySet, FoundEdge, Positions, Touched};
use super::log::{Changes, NodeChanged};
use crate::grammar::resolve::{
    Fate, Fits, ForbiddenPattern, LeftNode, Orientation, Placements, Probe, ReadyCondition, ReadyRule,
};
use crate::grammar::{Dangling, Direction};
use crate::mission::{EdgeId, EdgeSymbolId, Mission, NodeId, NodeSymbolId, Site};

/// On what the matches of a rule depend beyond their own elements.
#[derive(Clone, Debug)]
pub(super) struct Footprint {
    /// Do their edges identify matches? Then those through a node that came or went are those through its edges.
    is_identified_by_edges: bool,
    /// The nodes whose number of edges matters.
    degree_of: Vec<Fits<NodeSymbolId>>,
    /// Which of the left side's nodes these are.
    counting: Positions,
    /// Are there such nodes, in the left side or in what is forbidden?
    counts_edges: bool,
    /// The nodes of the left side at which something forbidden hangs.
    anchors: Positions,
    /// Can an edge matter that is none of the left side?
    looks_around: bool,
    /// The nodes and edges that are part of the left side.
    nodes: Fits<NodeSymbolId>,
    edges: Fits<EdgeSymbolId>,
    forbid: Vec<ForbiddenFootprint>,
    /// From a site that is taken or left to those of the matched nodes.
    offsets: Vec<(i32, i32)>,
}

/// How far the nodes and edges of a forbidden pattern may lie from the match.
#[derive(Clone, Debug)]
struct ForbiddenFootprint {
    edges: Vec<EdgeFootprint>,
    nodes: Vec<Fits<NodeSymbolId>>,
    /// Of the left side, those at which the pattern hangs.
    anchors: Vec<Fits<NodeSymbolId>>,
    degree_of: Vec<Fits<NodeSymbolId>>,
    length: usize,
}

#[derive(Clone, Debug)]
struct EdgeFootprint {
    symbol: Fits<EdgeSymbolId>,
    from: Fits<NodeSymbolId>,
    to: Fits<NodeSymbolId>,
    direction: Direction,
}

impl Footprint {
    /// `None` for a rule whose matches depend on the whole mission: a forbidden pattern has parts that nothing joins to the match.
    pub fn new(rule: &ReadyRule) -> Option<Self> {
        let is_far = |look: &Probe| matches!(look, Probe::Node(_));
        if rule.forbid.iter().any(|pattern| pattern.probes.iter().any(is_far)) {
            return None;
        }
        let counting = Positions::of(&rule.nodes, |position, node: &LeftNode| {
            let may_dangle = rule.dangling == Dangling::Forbid
                && rule.sides.iter().any(|side| side.fates[position] == Fate::Erase);
            node.shows_all || may_dangle || asks_for_degree(&node.when)
        });
        let nodes = rule.nodes.iter().enumerate().filter(|(position, _)| counting.contains(*position));
        let degree_of: Vec<_> = nodes.map(|(_, node)| node.fits.clone()).collect();
        let is_anchor = |position| {
            let mut all = rule.forbid.iter().flat_map(|pattern| &pattern.nodes);
            all.any(|node| node.anchor == Some(position))
        };
        let forbid: Vec<_> =
            rule.forbid.iter().map(|pattern| ForbiddenFootprint::new(rule, pattern)).collect();
        let counts_edges = !degree_of.is_empty() || forbid.iter().any(|forbid| !forbid.degree_of.is_empty());
        Some(Self {
            is_identified_by_edges: rule.is_identified_by_edges(),
            looks_around: counts_edges || !forbid.is_empty(),
            counting,
            counts_edges,
            anchors: Positions::of(&rule.nodes, |position, _| is_anchor(position)),
            degree_of,
            nodes: Fits::any_of(rule.nodes.iter().map(|node| &node.fits)),
            edges: Fits::any_of(rule.edges.iter().map(|edge| &edge.fits)),
            forbid,
            offsets: offsets(rule),
        })
    }

    /// Finds the elements that may be part of other matches now, and reports the edges that were removed.
    pub fn find_dirty(
        &self,
        mission: &Mission,
        index: &Index,
        changes: Changes,
        dirty: &mut DirtySet,
        mut forget_edge: impl FnMut(EdgeId),
    ) {
        for edge in changes.went {
            if self.edges.contains(edge.symbol) {
                forget_edge(edge.id);
            }
        }
        dirty.find_edges(mission, changes.came, &self.edges);
        if !self.is_identified_by_edges {
            let nodes = changes.nodes.iter().filter(|node| self.nodes.contains(node.symbol));
            dirty.touched.extend(nodes.map(|node| Touched { id: node.id, positions: Positions::ALL }));
        }
        for NodeChanged { id, before, after } in changes.changed_nodes {
            if self.nodes.contains(*before) || self.nodes.contains(*after) {
                dirty.touched.push(Touched { id: *id, positions: Positions::ALL });
            }
        }
        if !self.offsets.is_empty() {
            changes.nodes.iter().for_each(|node| self.touch_around(index, node.site, dirty));
        }
        if self.looks_around {
            self.look_around(mission, changes, dirty);
        }
    }

    /// What depends on changes beside the match.
    #[inline(never)]
    fn look_around(&self, mission: &Mission, changes: Changes, dirty: &mut DirtySet) {
        let mut near: SmallVec<[NodeId; 16]> = SmallVec::new();
        for edge in changes.went.iter().chain(changes.came) {
            self.look_around_edge(mission, edge, dirty, &mut near);
        }
        for NodeChanged { id, before, after } in changes.changed_nodes {
            if self.forbid.iter().any(|forbid| forbid.has_node(*before) || forbid.has_node(*after)) {
                near.push(*id);
                near.extend(mission.links(*id).iter().map(|link| link.far));
            }
        }
        dirty.looked_at += near.len();
        if !near.is_empty() {
            self.touch_near(mission, near, dirty);
        }
    }

    /// What depends on an edge that came or went without being a match of it.
    fn look_around_edge(
        &self,
        mission: &Mission,
        edge: &FoundEdge,
        dirty: &mut DirtySet,
        near: &mut SmallVec<[NodeId; 16]>,
    ) {
        if self.counts_edges {
            self.touch_ends(mission, edge, dirty, near);
        }
        if self.forbid.iter().any(|forbid| forbid.has_edge(edge)) {
            near.extend([edge.from, edge.to]);
        }
    }

    /// The ends of an edge that came or went, where their number of edges matters.
    fn touch_ends(
        &self,
        mission: &Mission,
        edge: &FoundEdge,
        dirty: &mut DirtySet,
        near: &mut SmallVec<[NodeId; 16]>,
    ) {
        for end in edge.ends() {
            let counts = |fits: &Fits<NodeSymbolId>| fits.contains(end.symbol);
            if self.degree_of.iter().any(counts) {
                dirty.touched.push(Touched { id: end.id, positions: self.counting });
            }
            if self.forbid.iter().any(|forbid| forbid.degree_of.iter().any(counts)) {
                near.push(end.id);
                near.extend(mission.links(end.id).iter().map(|link| link.far));
            }
        }
    }

    /// The nodes from which the rule might put one on this site.
    fn touch_around(&self, index: &Index, site: Option<Site>, dirty: &mut DirtySet) {
        let Some(site) = site else { return };
        for (x, y) in &self.offsets {
            let there = site.x.checked_add(*x).zip(site.y.checked_add(*y));
            let node = there.and_then(|(x, y)| index.node_on(Site { x, y }));
            dirty.touched.extend(node.map(|id| Touched { id, positions: Positions::ALL }));
        }
    }

    /// The nodes as near to these as the longest forbidden pattern is long, less the edge that leads to them, where such a pattern could be anchored.
    fn touch_near(&self, mission: &Mission, near: SmallVec<[NodeId; 16]>, dirty: &mut DirtySet) {
        let length = self.forbid.iter().map(|forbid| forbid.length).max().unwrap_or(0);
        let mut rim = near;
        for distance in 0..length.max(1) {
            if distance > 0 {
                let beyond = rim.iter().flat_map(|id| mission.links(*id)).map(|link| link.far);
                rim = beyond.collect();
                dirty.looked_at += rim.len();
                rim.sort_unstable();
                rim.dedup();
            }
            let is_anchor = |id: &NodeId| {
                let symbol = mission.symbol(*id);
                symbol.is_some_and(|symbol| self.forbid.iter().any(|forbid| forbid.can_anchor(symbol)))
            };
            let anchors = rim.iter().copied().filter(is_anchor);
            dirty.touched.extend(anchors.map(|id| Touched { id, positions: self.anchors }));
        }
    }
}

impl ForbiddenFootprint {
    fn new(rule: &ReadyRule, pattern: &ForbiddenPattern) -> Self {
        let fits = |position: usize| pattern.nodes[position].fits.clone();
        let anchors = pattern.nodes.iter().filter_map(|node| node.anchor);
        let asking = pattern.nodes.iter().filter(|node| asks_for_degree(&node.when));
        Self {
            edges: pattern
                .edges
                .iter()
                .map(|edge| EdgeFootprint {
                    symbol: edge.fits.clone(),
                    from: fits(edge.from),
                    to: fits(edge.to),
                    direction: edge.direction,
                })
                .collect(),
            nodes: pattern.nodes.iter().map(|node| node.fits.clone()).collect(),
            anchors: anchors.map(|anchor| rule.nodes[anchor].fits.clone()).collect(),
            degree_of: asking.map(|node| node.fits.clone()).collect(),
            length: pattern.edges.len(),
        }
    }

    fn has_node(&self, symbol: NodeSymbolId) -> bool {
        self.nodes.iter().any(|fits| fits.contains(symbol))
    }

    fn can_anchor(&self, symbol: NodeSymbolId) -> bool {
        self.anchors.iter().any(|fits| fits.contains(symbol))
    }

    /// Could the pattern have this edge, or have had it?
    fn has_edge(&self, edge: &FoundEdge) -> bool {
        self.edges.iter().any(|footprint| {
            let fits = |from, to| footprint.from.contains(from) && footprint.to.contains(to);
            footprint.symbol.contains(edge.symbol)
                && (fits(edge.from_symbol, edge.to_symbol)
                    || (footprint.direction == Direction::EitherWay
                        && fits(edge.to_symbol, edge.from_symbol)))
        })
    }
}

fn asks_for_degree(when: &[ReadyCondition]) -> bool {
    when.iter().any(|condition| matches!(condition, ReadyCondition::Degree(..)))
}

/// From the site of each new node to that of each node of the left side, in every way in which the drawing may lie.
fn offsets(rule: &ReadyRule) -> Vec<(i32, i32)> {
    let Placements::AsDrawn(orientations) = &rule.placements else { return Vec::new() };
    let of_lay = |orientation: &Orientation| -> Vec<(i32, i32)> {
        let new = orientation.new.iter().flatten();
        new.flat_map(|new| orientation.left.iter().map(move |left| (left.x - new.x, left.y - new.y)))
            .collect()
    };
    let mut offsets: Vec<(i32, i32)> = orientations.iter().flat_map(of_lay).collect();
    offsets.sort_unstable();
    offsets.dedup();
    offsets
}
