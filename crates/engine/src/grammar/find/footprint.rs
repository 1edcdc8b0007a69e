//! Footprints: the mission elements that may be part of a match that a change has made or destroyed.
//!
//! A match depends on its own nodes and edges. Beyond them it depends on
//! - the degree of a node, if the rule tests it or may not leave an edge dangling;
//! - the sites where the rule would put nodes;
//! - forbidden patterns nearby, at most as many edges away as the pattern has.

use smallvec::SmallVec;

use super::Index;
use super::dirty::{DirtySet, FoundEdge, NodePositions, TouchedNode};
use super::log::{Changes, NodeChanged};
use crate::grammar::resolve::{
    Fits, ForbiddenPattern, LatticeOrientation, LeftNode, NodeChangeKind, Placements, Probe, ReadyCondition,
    ReadyRule,
};
use crate::grammar::{DanglingPolicy, EdgeDirection};
use crate::mission::{EdgeId, EdgeSymbolId, Mission, NodeId, NodeSymbolId, Site};

/// The dependencies of a rule's matches beyond their own elements.
#[derive(Clone, Debug)]
pub(super) struct Footprint {
    /// `true` if edges identify matches. Then matches through a new or removed node are those through its
    /// edges.
    is_identified_by_edges: bool,
    /// The nodes whose degree matters.
    degree_of: Vec<Fits<NodeSymbolId>>,
    /// The left-side positions of these nodes.
    counting: NodePositions,
    /// `true` if there are such nodes, in the left side or in a forbidden pattern.
    counts_edges: bool,
    /// The left-side nodes to which a forbidden pattern is attached.
    anchors: NodePositions,
    /// `true` if an edge outside the left side can matter.
    looks_around: bool,
    /// The symbols of the left side's nodes; those of its edges follow.
    nodes: Fits<NodeSymbolId>,
    edges: Fits<EdgeSymbolId>,
    forbid: Vec<ForbiddenFootprint>,
    /// From a changed site to the sites of the matched nodes.
    offsets: Vec<(i32, i32)>,
}

/// The distance between a match and the nodes and edges of a forbidden pattern.
#[derive(Clone, Debug)]
struct ForbiddenFootprint {
    edges: Vec<EdgeFootprint>,
    nodes: Vec<Fits<NodeSymbolId>>,
    /// The left-side nodes to which the pattern is attached.
    anchors: Vec<Fits<NodeSymbolId>>,
    degree_of: Vec<Fits<NodeSymbolId>>,
    length: usize,
}

#[derive(Clone, Debug)]
struct EdgeFootprint {
    symbol: Fits<EdgeSymbolId>,
    from: Fits<NodeSymbolId>,
    to: Fits<NodeSymbolId>,
    direction: EdgeDirection,
}

impl Footprint {
    /// Returns the footprint of a rule.
    ///
    /// `None` if matches depend on the whole mission: because of a distance, or because a forbidden pattern
    /// has parts that nothing connects to the match.
    pub fn new(rule: &ReadyRule) -> Option<Self> {
        let is_far = |look: &Probe| matches!(look, Probe::Node(_));
        let mut conditions = rule.nodes.iter().map(|node| &node.when);
        let mut forbidden = rule.forbid.iter().flat_map(|pattern| &pattern.nodes).map(|node| &node.when);
        let measures =
            conditions.any(|when| asks_for_distance(when)) || forbidden.any(|when| asks_for_distance(when));
        if measures || rule.forbid.iter().any(|pattern| pattern.probes.iter().any(is_far)) {
            return None;
        }
        let counting = NodePositions::of(&rule.nodes, |position, node: &LeftNode| {
            let may_dangle = rule.dangling == DanglingPolicy::Forbid
                && rule.sides.iter().any(|side| side.fates[position] == NodeChangeKind::Erase);
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
            anchors: NodePositions::of(&rule.nodes, |position, _| is_anchor(position)),
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
            dirty
                .touched
                .extend(nodes.map(|node| TouchedNode { id: node.id, positions: NodePositions::ALL }));
        }
        for NodeChanged { id, before, after } in changes.changed_nodes {
            if self.nodes.contains(*before) || self.nodes.contains(*after) {
                dirty.touched.push(TouchedNode { id: *id, positions: NodePositions::ALL });
            }
        }
        if !self.offsets.is_empty() {
            changes.nodes.iter().for_each(|node| self.touch_around(index, node.site, dirty));
        }
        if self.looks_around {
            self.look_around(mission, changes, dirty);
        }
    }

    /// Adds everything that depends on changes outside the match.
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

    /// Adds everything that depends on a changed edge outside the match.
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

    /// Adds the ends of a changed edge whose degree matters.
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
                dirty.touched.push(TouchedNode { id: end.id, positions: self.counting });
            }
            if self.forbid.iter().any(|forbid| forbid.degree_of.iter().any(counts)) {
                near.push(end.id);
                near.extend(mission.links(end.id).iter().map(|link| link.far));
            }
        }
    }

    /// Adds the nodes from which the rule might put one on this site.
    fn touch_around(&self, index: &Index, site: Option<Site>, dirty: &mut DirtySet) {
        let Some(site) = site else { return };
        for (x, y) in &self.offsets {
            let there = site.x.checked_add(*x).zip(site.y.checked_add(*y));
            let node = there.and_then(|(x, y)| index.node_on(Site { x, y }));
            dirty.touched.extend(node.map(|id| TouchedNode { id, positions: NodePositions::ALL }));
        }
    }

    /// Adds the possible anchors of forbidden patterns near these nodes.
    ///
    /// They are at most as far away as the longest pattern is long, minus the edge that leads to them.
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
            dirty.touched.extend(anchors.map(|id| TouchedNode { id, positions: self.anchors }));
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

    /// Returns `true` if the pattern could have this edge, or have had it.
    fn has_edge(&self, edge: &FoundEdge) -> bool {
        self.edges.iter().any(|footprint| {
            let fits = |from, to| footprint.from.contains(from) && footprint.to.contains(to);
            footprint.symbol.contains(edge.symbol)
                && (fits(edge.from_symbol, edge.to_symbol)
                    || (footprint.direction == EdgeDirection::EitherWay
                        && fits(edge.to_symbol, edge.from_symbol)))
        })
    }
}

fn asks_for_degree(when: &[ReadyCondition]) -> bool {
    when.iter().any(|condition| matches!(condition, ReadyCondition::Degree(..)))
}

fn asks_for_distance(when: &[ReadyCondition]) -> bool {
    when.iter().any(|condition| match condition {
        ReadyCondition::Distance(..) | ReadyCondition::Farthest(_) => true,
        ReadyCondition::Attribute(..) | ReadyCondition::Degree(..) => false,
    })
}

/// Returns the offsets from each new node's site to each left-side node's, in all allowed orientations.
fn offsets(rule: &ReadyRule) -> Vec<(i32, i32)> {
    let Placements::AsDrawn(orientations) = &rule.placements else { return Vec::new() };
    let of_lay = |orientation: &LatticeOrientation| -> Vec<(i32, i32)> {
        let new = orientation.new.iter().flatten();
        new.flat_map(|new| orientation.left.iter().map(move |left| (left.x - new.x, left.y - new.y)))
            .collect()
    };
    let mut offsets: Vec<(i32, i32)> = orientations.iter().flat_map(of_lay).collect();
    offsets.sort_unstable();
    offsets.dedup();
    offsets
}
