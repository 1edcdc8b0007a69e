//! Rules made ready for the engine: names become symbol ids, and every element knows its fate.
//!
//! In goes a rule as authored; out comes a [`ReadyRule`], or `None` if the rule has a mistake that `check_grammar` reports as an error.
//! Elements of the left side are sorted by their author's ids, so that nothing depends on the order in which the file lists them.

use std::collections::{BTreeMap, BTreeSet};

use super::{Dangling, Direction, ElementId, Geometry, NodeReplacement, Rule, SymbolPattern, pair_edges};
use crate::base::{Cell, Symmetry};
use crate::mission::{Alphabet, EdgeSymbolId, NodeSymbolId, Site};

/// How many nodes a left side may have.
pub(crate) const MOST_LEFT_NODES: usize = 64;
/// How many edges a left side may have.
pub(crate) const MOST_LEFT_EDGES: usize = 256;
/// How far from (0, 0) a drawn place may lie, in each direction.
pub(crate) const FARTHEST_SITE: i32 = 10_000;

/// A rule that the engine can run.
#[derive(Clone, Debug)]
pub(crate) struct ReadyRule {
    /// The nodes of the left side, by ascending id.
    pub nodes: Vec<LeftNode>,
    /// The edges of the left side, in their author's order.
    pub edges: Vec<LeftEdge>,
    /// The nodes that the right side adds, by ascending id.
    pub new_nodes: Vec<NewNode>,
    /// The edges that the right side adds, in their author's order.
    pub new_edges: Vec<NewEdge>,
    /// Where its nodes have to lie.
    pub lies: Lies,
    /// What happens to outside edges of erased nodes.
    pub dangling: Dangling,
}

/// A node of the left side.
#[derive(Clone, Debug)]
pub(crate) struct LeftNode {
    pub id: ElementId,
    pub fits: Fits<NodeSymbolId>,
    pub fate: Fate,
    /// How many edges of the left side hang on it; a self-loop counts once.
    pub degree: usize,
}

/// What becomes of a matched node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Keep,
    Become(NodeSymbolId),
    Erase,
}

/// An edge of the left side; `from` and `to` are positions in [`ReadyRule::nodes`].
#[derive(Clone, Debug)]
pub(crate) struct LeftEdge {
    pub from: usize,
    pub to: usize,
    pub fits: Fits<EdgeSymbolId>,
    pub direction: Direction,
    pub is_kept: bool,
}

/// A node that the right side adds.
#[derive(Clone, Debug)]
pub(crate) struct NewNode {
    pub id: ElementId,
    pub symbol: NodeSymbolId,
}

/// An edge that the right side adds.
#[derive(Clone, Debug)]
pub(crate) struct NewEdge {
    pub from: End,
    pub to: End,
    pub symbol: EdgeSymbolId,
}

/// An end of a new edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// A position in [`ReadyRule::nodes`].
    Left(usize),
    /// A position in [`ReadyRule::new_nodes`].
    New(usize),
}

/// Which symbols fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fits<Id> {
    Any,
    /// One of these, sorted, each once.
    OneOf(Vec<Id>),
}

impl<Id: Copy + Ord> Fits<Id> {
    pub fn contains(&self, symbol: Id) -> bool {
        match self {
            Self::Any => true,
            Self::OneOf(symbols) => symbols.binary_search(&symbol).is_ok(),
        }
    }
}

/// Where the nodes of a rule have to lie.
#[derive(Clone, Debug)]
pub(crate) enum Lies {
    Anywhere,
    /// In one of these ways; no two are alike in all offsets.
    AsDrawn(Vec<Lay>),
}

/// One way to lay a drawing on the lattice: offsets from the first node of the left side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lay {
    pub symmetry: Symmetry,
    /// For each of [`ReadyRule::nodes`].
    pub left: Vec<Cell>,
    /// For each of [`ReadyRule::new_nodes`].
    pub new: Vec<Cell>,
}

/// The site that lies to `known` as the offset `to` lies to the offset `from`; `None` beyond the numbers.
pub(crate) fn site_from(known: Site, from: Cell, to: Cell) -> Option<Site> {
    let step = |known: i32, from: i32, to: i32| known.checked_add(to.checked_sub(from)?);
    Some(Site { x: step(known.x, from.x, to.x)?, y: step(known.y, from.y, to.y)? })
}

/// Is it near enough to (0, 0) to be drawn?
pub(crate) fn is_near(site: Site) -> bool {
    let range = -FARTHEST_SITE..=FARTHEST_SITE;
    range.contains(&site.x) && range.contains(&site.y)
}

/// Makes a rule ready; `None` if it has a mistake.
pub(crate) fn resolve_rule(alphabet: &Alphabet, rule: &Rule) -> Option<ReadyRule> {
    let is_small =
        (1..=MOST_LEFT_NODES).contains(&rule.lhs.nodes.len()) && rule.lhs.edges.len() <= MOST_LEFT_EDGES;
    if !is_small {
        return None;
    }
    let partners = pair_edges(&rule.lhs, &rule.rhs);
    let edges = left_edges(alphabet, rule, &partners)?;
    let nodes = left_nodes(alphabet, rule, &edges)?;
    let new_nodes = new_nodes(alphabet, rule)?;
    let new_edges = new_edges(alphabet, rule, &partners, &new_nodes)?;
    let lies = lies(rule, &nodes, &new_nodes)?;
    Some(ReadyRule { nodes, edges, new_nodes, new_edges, lies, dangling: rule.dangling })
}

/// The ids of the left side, ascending: positions in [`ReadyRule::nodes`].
fn left_ids(rule: &Rule) -> Vec<ElementId> {
    let mut ids: Vec<_> = rule.lhs.nodes.keys().copied().collect();
    ids.sort_unstable();
    ids
}

fn left_edges(alphabet: &Alphabet, rule: &Rule, partners: &[Option<usize>]) -> Option<Vec<LeftEdge>> {
    let ids = left_ids(rule);
    let kept: BTreeSet<usize> = partners.iter().copied().flatten().collect();
    let ready = |(position, edge): (usize, &super::EdgePattern)| {
        Some(LeftEdge {
            from: ids.binary_search(&edge.from).ok()?,
            to: ids.binary_search(&edge.to).ok()?,
            fits: fits(&edge.symbol, |name| alphabet.edge_id(name))?,
            direction: edge.direction,
            is_kept: kept.contains(&position),
        })
    };
    rule.lhs.edges.iter().enumerate().map(ready).collect()
}

fn left_nodes(alphabet: &Alphabet, rule: &Rule, edges: &[LeftEdge]) -> Option<Vec<LeftNode>> {
    let ready = |(position, id): (usize, ElementId)| {
        let fate = match rule.rhs.nodes.get(&id) {
            None => Fate::Erase,
            Some(NodeReplacement::Keep) => Fate::Keep,
            Some(NodeReplacement::Is(name)) => Fate::Become(alphabet.node_id(name)?),
        };
        Some(LeftNode {
            id,
            fits: fits(rule.lhs.nodes.get(&id)?, |name| alphabet.node_id(name))?,
            fate,
            degree: edges.iter().filter(|edge| edge.from == position || edge.to == position).count(),
        })
    };
    left_ids(rule).into_iter().enumerate().map(ready).collect()
}

fn fits<Id: Ord>(pattern: &SymbolPattern, id: impl Fn(&str) -> Option<Id>) -> Option<Fits<Id>> {
    let names = match pattern {
        SymbolPattern::Any => return Some(Fits::Any),
        SymbolPattern::Is(name) => std::slice::from_ref(name),
        SymbolPattern::AnyOf(names) if names.is_empty() => return None,
        SymbolPattern::AnyOf(names) => names,
    };
    let symbols: Option<BTreeSet<Id>> = names.iter().map(|name| id(name)).collect();
    Some(Fits::OneOf(symbols?.into_iter().collect()))
}

fn new_nodes(alphabet: &Alphabet, rule: &Rule) -> Option<Vec<NewNode>> {
    let created: BTreeMap<ElementId, &NodeReplacement> = rule
        .rhs
        .nodes
        .iter()
        .filter(|(id, _)| !rule.lhs.nodes.contains_key(*id))
        .map(|(id, replacement)| (*id, replacement))
        .collect();
    let ready = |(id, replacement): (ElementId, &NodeReplacement)| match replacement {
        NodeReplacement::Keep => None,
        NodeReplacement::Is(name) => Some(NewNode { id, symbol: alphabet.node_id(name)? }),
    };
    created.into_iter().map(ready).collect()
}

fn new_edges(
    alphabet: &Alphabet,
    rule: &Rule,
    partners: &[Option<usize>],
    new_nodes: &[NewNode],
) -> Option<Vec<NewEdge>> {
    let ids = left_ids(rule);
    let end = |id: ElementId| {
        if !rule.rhs.nodes.contains_key(&id) {
            return None;
        }
        let new = || new_nodes.binary_search_by_key(&id, |node| node.id).ok().map(End::New);
        ids.binary_search(&id).ok().map(End::Left).or_else(new)
    };
    let ready = |(edge, _): (&super::EdgeReplacement, _)| match &edge.symbol {
        NodeReplacement::Keep => None,
        NodeReplacement::Is(name) => {
            Some(NewEdge { from: end(edge.from)?, to: end(edge.to)?, symbol: alphabet.edge_id(name)? })
        }
    };
    // A kept edge between nodes of which one is erased would dangle.
    let are_ends_kept = rule
        .rhs
        .edges
        .iter()
        .all(|edge| rule.rhs.nodes.contains_key(&edge.from) && rule.rhs.nodes.contains_key(&edge.to));
    if !are_ends_kept {
        return None;
    }
    rule.rhs.edges.iter().zip(partners).filter(|(_, partner)| partner.is_none()).map(ready).collect()
}

fn lies(rule: &Rule, nodes: &[LeftNode], new_nodes: &[NewNode]) -> Option<Lies> {
    let Geometry::Lattice { turns, flips } = rule.geometry else { return Some(Lies::Anywhere) };
    let place = |id: &ElementId| rule.at.get(id).copied().filter(|site| is_near(*site));
    let origin = place(&nodes.first()?.id)?;
    let offset = |id| place(id).map(|site| Cell::new(site.x - origin.x, site.y - origin.y));
    let left: Vec<Cell> = nodes.iter().map(|node| offset(&node.id)).collect::<Option<_>>()?;
    let new: Vec<Cell> = new_nodes.iter().map(|node| offset(&node.id)).collect::<Option<_>>()?;
    let are_apart = left.iter().chain(&new).collect::<BTreeSet<_>>().len() == left.len() + new.len();
    if !are_apart {
        return None;
    }
    let mut symmetries: Vec<_> = Symmetry::allowed(turns, flips).collect();
    symmetries.sort_unstable();
    let mut lays: Vec<Lay> = Vec::new();
    for symmetry in symmetries {
        let turned = |cells: &[Cell]| cells.iter().map(|&cell| symmetry.offset(cell)).collect::<Vec<_>>();
        let lay = Lay { symmetry, left: turned(&left), new: turned(&new) };
        // Two symmetries with the same offsets find the same matches and do the same there.
        if !lays.iter().any(|known| known.left == lay.left && known.new == lay.new) {
            lays.push(lay);
        }
    }
    Some(Lies::AsDrawn(lays))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::notation::{alphabet, lattice_rule, rule};

    fn lays(rule: &Rule) -> usize {
        match resolve_rule(&alphabet(), rule).expect("no mistake").lies {
            Lies::Anywhere => 0,
            Lies::AsDrawn(lays) => lays.len(),
        }
    }

    #[test]
    fn resolving_knows_what_becomes_of_every_element() {
        let rule = rule("r", "3:A 1:B 2:* 1-p>3 1-p>2", "1:= 2:C 4:D 1-p>2 2-q>4");
        let ready = resolve_rule(&alphabet(), &rule).expect("no mistake");
        let fates: Vec<_> = ready.nodes.iter().map(|node| (node.id.0, node.fate, node.degree)).collect();
        let become_c = Fate::Become(NodeSymbolId(2));
        assert_eq!(fates, [(1, Fate::Keep, 2), (2, become_c, 1), (3, Fate::Erase, 1)]);
        assert_eq!(ready.edges.iter().map(|edge| edge.is_kept).collect::<Vec<_>>(), [false, true]);
        assert_eq!((ready.new_edges[0].from, ready.new_edges[0].to), (End::Left(1), End::New(0)));
    }

    #[test]
    fn resolving_lists_each_way_to_lie_once() {
        assert_eq!(lays(&lattice_rule("line", "1:A 2:A", "1:= 2:=", "1@0,0 2@1,0")), 4);
        assert_eq!(lays(&lattice_rule("lone", "1:A", "1:=", "1@5,5")), 1);
        assert_eq!(lays(&lattice_rule("grow", "1:A", "1:= 2:B", "1@0,0 2@0,1")), 4);
        assert_eq!(lays(&lattice_rule("bend", "1:A 2:A", "1:= 2:= 3:B", "1@0,0 2@1,0 3@1,1")), 8);
    }

    #[test]
    fn resolving_refuses_mistakes() {
        for (lhs, rhs) in [
            ("1:Z", "1:="),
            ("1:A 1-p>2", "1:="),
            ("1:A", "1:= 2:="),
            ("1:A 2:A 1-p>2", "1:= 1-p>2"),
            ("1:A", "1:= 1-=>1"),
            ("", "1:A"),
        ] {
            assert!(resolve_rule(&alphabet(), &rule("r", lhs, rhs)).is_none(), "{lhs} -> {rhs}");
        }
    }
}
