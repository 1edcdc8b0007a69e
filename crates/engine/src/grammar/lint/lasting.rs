//! The lasting parts of the start graph.
//!
//! Two nodes represent all nodes of a lattice or a tree.

use std::collections::{BTreeMap, BTreeSet};

use super::Lint;
use super::flow::Nodes;
use crate::base::{PathRef, ValuePath};
use crate::grammar::resolve::{NodeChangeKind, ReadyRule, RightSide};
use crate::grammar::{EdgeDirection, Scatter, Start};
use crate::mission::progression::MissionGraph;
use crate::mission::{EdgeRole, EdgeSymbolId, NodeId, NodeSymbolId};

/// A node of the start.
pub(in crate::grammar) struct StartNode {
    pub id: u32,
    pub path: ValuePath,
    pub symbol: NodeSymbolId,
    /// The symbols that it may have at any time.
    pub life: Nodes,
    /// `true` if a rule may erase it.
    pub may_go: bool,
}

impl StartNode {
    /// Returns `true` if the node lasts and the predicate holds for all of its symbols.
    pub fn is_always(&self, is_so: impl Fn(NodeSymbolId) -> bool) -> bool {
        !self.may_go && self.life.iter().all(|symbol| is_so(*symbol))
    }
}

/// An edge of the start; its ends are positions in the list of nodes.
pub(in crate::grammar) struct StartEdge {
    pub from: usize,
    pub to: usize,
    pub symbol: EdgeSymbolId,
    pub path: ValuePath,
}

/// The start with its possible changes.
pub(in crate::grammar) struct StartFlow<'a> {
    pub lint: &'a Lint<'a>,
    /// The rules that may be applied, with the possible symbols of their nodes.
    pub rules: Vec<(usize, Vec<Nodes>)>,
    /// The future of nodes of each symbol of the start.
    lives: BTreeMap<NodeSymbolId, (Nodes, bool)>,
    pub nodes: Vec<StartNode>,
    pub edges: Vec<StartEdge>,
}

impl<'a> StartFlow<'a> {
    pub fn new(lint: &'a Lint<'a>) -> Self {
        let candidates =
            |rule: usize| lint.flow.end.candidates(&lint.rules[rule]).ok().map(|nodes| (rule, nodes));
        let rules = lint.matching().filter_map(candidates).collect();
        let mut lasting = Self { lint, rules, lives: BTreeMap::new(), nodes: Vec::new(), edges: Vec::new() };
        lasting.read_start();
        lasting
    }

    fn read_start(&mut self) {
        let alphabet = &self.lint.grammar.alphabet;
        let start = PathRef::ROOT.field("start");
        match &self.lint.grammar.start {
            Start::Graph { nodes, edges, .. } => {
                let mut positions = BTreeMap::new();
                for (id, node) in nodes {
                    let Some(symbol) = alphabet.node_id(&node.symbol) else { continue };
                    positions.insert(*id, self.nodes.len());
                    self.add_node(id.0, start.item("nodes", id.0 as usize).into(), symbol);
                }
                for (position, (from, edge, to)) in edges.iter().enumerate() {
                    let ends = (positions.get(from), positions.get(to));
                    if let (Some(&from), Some(&to), Some(symbol)) =
                        (ends.0, ends.1, alphabet.edge_id(&edge.symbol))
                    {
                        self.edges.push(StartEdge {
                            from,
                            to,
                            symbol,
                            path: start.item("edges", position).into(),
                        });
                    }
                }
            }
            Start::Lattice { width, height, node, edge } | Start::Tree { width, height, node, edge, .. } => {
                let (Some(node), Some(symbol)) = (alphabet.node_id(node), alphabet.edge_id(edge)) else {
                    return;
                };
                self.add_node(1, "start".into(), node);
                if (*width, *height) != (1, 1) {
                    self.add_node(2, "start".into(), node);
                    self.edges.push(StartEdge { from: 0, to: 1, symbol, path: "start".into() });
                }
            }
            // The features are random, but start and exit are always connected, at least via others.
            Start::Scatter(Scatter { start, exit, edge, .. }) => {
                let ends = [start, exit].map(|name| alphabet.node_id(name));
                if let ([Some(start), Some(exit)], Some(symbol)) = (ends, alphabet.edge_id(edge)) {
                    self.add_node(1, "start".into(), start);
                    self.add_node(2, "start".into(), exit);
                    self.edges.push(StartEdge { from: 0, to: 1, symbol, path: "start".into() });
                }
            }
        }
    }

    fn add_node(&mut self, id: u32, path: ValuePath, symbol: NodeSymbolId) {
        if !self.lives.contains_key(&symbol) {
            self.lives.insert(symbol, self.life(symbol));
        }
        let (life, may_go) = self.lives[&symbol].clone();
        self.nodes.push(StartNode { id, path, symbol, life, may_go });
    }

    /// Returns the right sides that may be drawn, with their rules and the possible symbols of the rules'
    /// nodes.
    pub fn sides(&self) -> impl Iterator<Item = (&ReadyRule, &[Nodes], &RightSide)> {
        self.rules.iter().flat_map(|(rule, candidates)| {
            let ready = &self.lint.rules[*rule];
            self.lint.sides(*rule).map(move |(_, side)| (ready, candidates.as_slice(), side))
        })
    }

    /// Returns the symbols that a node may get by rules, and `true` if a rule may erase it.
    pub fn life(&self, symbol: NodeSymbolId) -> (Nodes, bool) {
        let (mut life, mut may_go) = (Nodes::from([symbol]), false);
        let mut waiting = vec![symbol];
        while let Some(symbol) = waiting.pop() {
            let fates = self.sides().flat_map(|(_, candidates, side)| side.fates.iter().zip(candidates));
            for (fate, _) in fates.filter(|(_, before)| before.contains(&symbol)) {
                match fate {
                    NodeChangeKind::Become(other) if life.insert(*other) => waiting.push(*other),
                    NodeChangeKind::Become(_) | NodeChangeKind::Keep => {}
                    NodeChangeKind::Erase => may_go = true,
                }
            }
        }
        (life, may_go)
    }

    /// Returns `true` if a rule may remove this edge although both of its nodes stay.
    pub fn may_lose(&self, edge: &StartEdge) -> bool {
        let [from, to] = [edge.from, edge.to].map(|end| &self.nodes[end].life);
        self.sides().any(|(rule, candidates, side)| {
            let mut edges = rule.edges.iter().zip(&side.keeps_edge);
            edges.any(|(left, is_kept)| {
                let [first, second] = [left.from, left.to].map(|end| &candidates[end]);
                let fits = |one: &Nodes, two: &Nodes| !first.is_disjoint(one) && !second.is_disjoint(two);
                !is_kept
                    && (left.from == left.to) == (edge.from == edge.to)
                    && left.fits.contains(edge.symbol)
                    && (fits(from, to) || left.direction == EdgeDirection::EitherWay && fits(to, from))
            })
        })
    }

    /// Returns `true` if a rule may remove self-loops of a symbol.
    pub fn may_lose_loops_of(&self, symbol: EdgeSymbolId) -> bool {
        self.sides().any(|(rule, _, side)| {
            let mut edges = rule.edges.iter().zip(&side.keeps_edge);
            edges.any(|(left, is_kept)| !is_kept && left.from == left.to && left.fits.contains(symbol))
        })
    }

    /// Returns the graph of its places and keys as they are now. Node ids are positions in the list of nodes.
    pub fn places(&self) -> MissionGraph {
        let alphabet = &self.lint.grammar.alphabet;
        let nodes = self.nodes.iter().zip(0..);
        let nodes: Vec<_> =
            nodes.map(|(node, index)| (NodeId(index), alphabet.node(node.symbol).1)).collect();
        let end = |index: usize| NodeId(index as u32);
        let edges = self.edges.iter();
        let edges: Vec<_> =
            edges.map(|edge| (end(edge.from), alphabet.edge(edge.symbol).1, end(edge.to))).collect();
        MissionGraph::new(&nodes, &edges)
    }

    /// Returns the position in the list of nodes of a place of [`Self::places`].
    pub fn index_of(places: &MissionGraph, place: usize) -> usize {
        places.nodes[place].0 as usize
    }

    /// Returns the nodes of the start that are the target of an `Opens` edge.
    pub fn opened(&self) -> BTreeSet<usize> {
        self.with_role(EdgeRole::Opens).map(|edge| edge.to).collect()
    }

    /// Returns the edges of the start with a role.
    pub fn with_role(&self, role: EdgeRole) -> impl Iterator<Item = &StartEdge> {
        self.edges.iter().filter(move |edge| self.lint.edge_role(edge.symbol) == role)
    }
}
