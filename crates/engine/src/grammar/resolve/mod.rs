//! Prepares rules for the engine: names become symbol ids, and every element gets its fate.
//!
//! Input: a rule as authored.
//! Output: a [`ReadyRule`], or `None` if the rule has a mistake that `check_grammar` reports as an error.
//! Elements of the left side are sorted by their author's ids, so nothing depends on the order in the file.

mod fits;
mod forbid;
mod placements;
mod right;
mod ways;

use super::{
    AttributeTest, Condition, Count, DanglingPolicy, DegreeKind, EdgeDirection, ElementId, NodePattern,
    Pattern, Rule, SymbolPattern,
};
use crate::mission::{Alphabet, EdgeSymbolId, NodeSymbolId, Site};

pub(crate) use fits::{Fits, SymbolId};
pub(crate) use forbid::{ForbiddenEdge, ForbiddenNode, ForbiddenPattern, Probe, SingleLink};
pub(crate) use placements::{LatticeOrientation, Placements, site_from};
pub(crate) use right::{
    AttributeEdit, NewEdge, NewEdgeEnd, NewNode, NodeChangeKind, RightSide, TakenAttribute,
};
pub(crate) use ways::{MeasuredWays, ReadyFarthest, ReadyPreference};

/// Maximum number of nodes of a left side.
pub(crate) const MOST_LEFT_NODES: usize = 64;
/// Maximum number of edges of a left side.
pub(crate) const MOST_LEFT_EDGES: usize = 256;
/// Maximum distance of a drawn site from (0, 0), in each direction.
pub(crate) const FARTHEST_SITE: i32 = 10_000;

/// A rule that the engine can run.
#[derive(Clone, Debug)]
pub(crate) struct ReadyRule {
    /// The nodes of the left side, by ascending id.
    pub nodes: Vec<LeftNode>,
    /// The edges of the left side, in their author's order.
    pub edges: Vec<LeftEdge>,
    /// The forbidden patterns.
    pub forbid: Vec<ForbiddenPattern>,
    /// The right sides, in their author's order.
    pub sides: Vec<RightSide>,
    /// The required sites of its nodes.
    pub placements: Placements,
    /// The treatment of outside edges of erased nodes.
    pub dangling: DanglingPolicy,
    /// `true` if one of the right sides can be drawn at every match, because it has no requirements.
    pub always_fits: bool,
    /// The work of testing which right sides fit.
    pub cost_of_sides: u64,
    /// `true` if a forbidden pattern can be searched only when the whole match is known.
    pub forbids_late: bool,
    /// The preferred matches, if not all have the same chance.
    pub preference: Option<ReadyPreference>,
}

impl ReadyRule {
    /// Returns `true` if every left-side node has an edge there, so that its edges identify a match.
    pub fn is_identified_by_edges(&self) -> bool {
        self.nodes.iter().all(|node| node.degree > 0)
    }

    /// Returns `true` if another rule certainly has the same matches, with its nodes in the same order.
    pub fn matches_like(&self, other: &Self) -> bool {
        let mut nodes = self.nodes.iter().zip(&other.nodes);
        let are_free = self.always_fits && other.always_fits;
        are_free
            && self.nodes.len() == other.nodes.len()
            && nodes.all(|(one, other)| one.asks_like(other))
            && self.edges == other.edges
            && self.forbid == other.forbid
    }

    /// Returns a key that is equal for rules that [match alike](Self::matches_like), and mostly different for
    /// others.
    pub fn key_of_matches(&self) -> impl Ord + use<> {
        let nodes = self.nodes.iter().map(|node| (node.fits.first(), node.degree));
        let edges = self.edges.iter().map(|edge| (edge.from, edge.to, edge.fits.first()));
        (self.forbid.len(), nodes.collect::<Vec<_>>(), edges.collect::<Vec<_>>())
    }

    /// Returns `true` if the left side requires only symbols and edges: no sites, no values, no degrees.
    pub fn asks_symbols_only(&self) -> bool {
        self.always_fits
            && self.nodes.iter().all(|node| !node.asks_more)
            && self.edges.iter().all(|edge| edge.when.is_empty())
    }
}

/// A node of the left side.
#[derive(Clone, Debug)]
pub(crate) struct LeftNode {
    pub id: ElementId,
    pub fits: Fits<NodeSymbolId>,
    pub when: Vec<ReadyCondition>,
    /// Number of left-side edges at the node; a self-loop counts once.
    pub degree: usize,
    /// `true` if the left side must show all its edges, for every right side.
    pub shows_all: bool,
    /// `true` if there are requirements besides the symbol: a degree or a condition.
    pub asks_more: bool,
}

impl LeftNode {
    /// Returns `true` if it has the same requirements, whatever its id.
    fn asks_like(&self, other: &Self) -> bool {
        let asked = |node: &Self| (node.degree, node.shows_all);
        self.fits == other.fits && self.when == other.when && asked(self) == asked(other)
    }
}

/// An edge of the left side; `from` and `to` are positions in [`ReadyRule::nodes`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LeftEdge {
    pub from: usize,
    pub to: usize,
    pub fits: Fits<EdgeSymbolId>,
    pub when: Vec<ReadyCondition>,
    pub direction: EdgeDirection,
}

/// A condition with symbols in place of names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReadyCondition {
    Attribute(String, AttributeTest),
    Degree(Fits<EdgeSymbolId>, DegreeKind, Count),
    Distance(MeasuredWays, Count),
    Farthest(ReadyFarthest),
}

/// Returns `true` if the site is near enough to (0, 0) to be drawn.
pub(crate) fn is_near(site: Site) -> bool {
    let range = -FARTHEST_SITE..=FARTHEST_SITE;
    range.contains(&site.x) && range.contains(&site.y)
}

/// Returns `true` if a pattern is small enough to be searched.
fn is_small(pattern: &Pattern) -> bool {
    pattern.nodes.len() <= MOST_LEFT_NODES && pattern.edges.len() <= MOST_LEFT_EDGES
}

/// Prepares a rule; `None` if it has a mistake.
pub(crate) fn resolve_rule(alphabet: &Alphabet, rule: &Rule) -> Option<ReadyRule> {
    let can_be_searched =
        !rule.lhs.nodes.is_empty() && is_small(&rule.lhs) && rule.forbid.iter().all(is_small);
    if !can_be_searched {
        return None;
    }
    let ids = left_ids(rule);
    let sides: Vec<RightSide> =
        rule.alternatives().map(|right| right::side(alphabet, rule, &ids, right)).collect::<Option<_>>()?;
    let edges = left_edges(alphabet, &ids, rule)?;
    let nodes = left_nodes(alphabet, &ids, rule, &edges, &sides)?;
    let forbid = forbid::forbidden_patterns(alphabet, rule, &ids, &nodes)?;
    let placements = placements::placements(rule, &nodes, &sides)?;
    let asks_nothing =
        |side: &RightSide| side.weight > 0 && (rule.dangling == DanglingPolicy::Drop || !side.erases_nodes);
    let always_fits = matches!(placements, Placements::Anywhere) && sides.iter().any(asks_nothing);
    let cost_of_sides = (nodes.len() + 1) as u64 * sides.len() as u64;
    let preference = ways::ready_preference(alphabet, rule, &ids)?;
    let forbids_late = forbid.iter().any(|pattern| !pattern.can_be_early);
    Some(ReadyRule {
        nodes,
        edges,
        forbid,
        sides,
        placements,
        dangling: rule.dangling,
        always_fits,
        cost_of_sides,
        forbids_late,
        preference,
    })
}

/// Returns the ids of the left side, ascending: positions in [`ReadyRule::nodes`].
fn left_ids(rule: &Rule) -> Vec<ElementId> {
    let mut ids: Vec<_> = rule.lhs.nodes.keys().copied().collect();
    ids.sort_unstable();
    ids
}

fn left_edges(alphabet: &Alphabet, ids: &[ElementId], rule: &Rule) -> Option<Vec<LeftEdge>> {
    let ready = |edge: &super::EdgePattern| {
        Some(LeftEdge {
            from: ids.binary_search(&edge.from).ok()?,
            to: ids.binary_search(&edge.to).ok()?,
            fits: edge_fits(alphabet, &edge.symbol)?,
            when: edge_conditions(&edge.when)?,
            direction: edge.direction,
        })
    };
    rule.lhs.edges.iter().map(ready).collect()
}

fn left_nodes(
    alphabet: &Alphabet,
    ids: &[ElementId],
    rule: &Rule,
    edges: &[LeftEdge],
    sides: &[RightSide],
) -> Option<Vec<LeftNode>> {
    let is_always_erased = |position: usize| {
        sides
            .iter()
            .filter(|side| side.weight > 0)
            .all(|side| side.fates.get(position) == Some(&NodeChangeKind::Erase))
    };
    let ready = |(position, id): (usize, &ElementId)| {
        let pattern = rule.lhs.nodes.get(id)?;
        let when = node_conditions(alphabet, pattern)?;
        let degree = edges.iter().filter(|edge| edge.from == position || edge.to == position).count();
        let shows_all = rule.dangling == DanglingPolicy::Forbid && is_always_erased(position);
        Some(LeftNode {
            id: *id,
            fits: node_fits(alphabet, &pattern.symbol)?,
            asks_more: degree > 2 || shows_all || !when.is_empty(),
            when,
            degree,
            shows_all,
        })
    };
    ids.iter().enumerate().map(ready).collect()
}

fn node_conditions(alphabet: &Alphabet, pattern: &NodePattern) -> Option<Vec<ReadyCondition>> {
    let compares = |condition: &Condition| matches!(condition, Condition::Farthest { .. });
    let alone = pattern.when.iter().filter(|condition| !compares(condition));
    let alone: Vec<ReadyCondition> =
        alone.map(|condition| node_condition(alphabet, condition, pattern, &[])).collect::<Option<_>>()?;
    pattern.when.iter().map(|condition| node_condition(alphabet, condition, pattern, &alone)).collect()
}

/// Prepares a condition. `alone` are the conditions of the pattern that compare no nodes.
fn node_condition(
    alphabet: &Alphabet,
    condition: &Condition,
    pattern: &NodePattern,
    alone: &[ReadyCondition],
) -> Option<ReadyCondition> {
    Some(match condition {
        Condition::Attribute(name, test) => attribute_condition(name, test)?,
        Condition::Degree(_, count)
        | Condition::DegreeOf(_, _, count)
        | Condition::Distance { passages: count, .. }
            if is_backwards(*count) =>
        {
            return None;
        }
        Condition::Degree(way, count) => ReadyCondition::Degree(Fits::ANY, *way, *count),
        Condition::DegreeOf(symbol, way, count) => {
            ReadyCondition::Degree(edge_fits(alphabet, symbol)?, *way, *count)
        }
        Condition::Distance { from, passages, locks } => {
            ReadyCondition::Distance(MeasuredWays::new(alphabet, *from, *locks), *passages)
        }
        Condition::Farthest { from, locks } => ReadyCondition::Farthest(ReadyFarthest {
            ways: MeasuredWays::new(alphabet, *from, *locks),
            fits: node_fits(alphabet, &pattern.symbol)?,
            when: alone.to_vec(),
        }),
    })
}

fn edge_conditions(conditions: &[Condition]) -> Option<Vec<ReadyCondition>> {
    let ready = |condition: &Condition| match condition {
        Condition::Attribute(name, test) => attribute_condition(name, test),
        Condition::Degree(..)
        | Condition::DegreeOf(..)
        | Condition::Distance { .. }
        | Condition::Farthest { .. } => None,
    };
    conditions.iter().map(ready).collect()
}

fn attribute_condition(name: &str, test: &AttributeTest) -> Option<ReadyCondition> {
    let is_backwards = matches!(test, AttributeTest::Between(least, most) if least > most);
    (!is_backwards).then(|| ReadyCondition::Attribute(name.to_owned(), test.clone()))
}

fn is_backwards(count: Count) -> bool {
    let (least, most) = count.bounds();
    least > most
}

fn node_fits(alphabet: &Alphabet, pattern: &SymbolPattern) -> Option<Fits<NodeSymbolId>> {
    fits(pattern, |name| alphabet.node_id(name))
}

fn edge_fits(alphabet: &Alphabet, pattern: &SymbolPattern) -> Option<Fits<EdgeSymbolId>> {
    fits(pattern, |name| alphabet.edge_id(name))
}

fn fits<Id: SymbolId>(pattern: &SymbolPattern, id: impl Fn(&str) -> Option<Id>) -> Option<Fits<Id>> {
    let names = match pattern {
        SymbolPattern::Any => return Some(Fits::ANY),
        SymbolPattern::Is(name) => std::slice::from_ref(name),
        SymbolPattern::AnyOf(names) if names.is_empty() => return None,
        SymbolPattern::AnyOf(names) => names,
    };
    let symbols: Option<Vec<Id>> = names.iter().map(|name| id(name)).collect();
    symbols.map(Fits::one_of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::testing::{alphabet, lattice_rule, rule};

    fn orientations(rule: &Rule) -> usize {
        match resolve_rule(&alphabet(), rule).expect("no mistake").placements {
            Placements::Anywhere => 0,
            Placements::AsDrawn(orientations) => orientations.len(),
        }
    }

    #[test]
    fn resolving_knows_what_becomes_of_every_element() {
        let rule = rule("r", "3:A 1:B 2:* 1-p>3 1-p>2", "1:= 2:C 4:D 1-p>2 2-q>4");
        let ready = resolve_rule(&alphabet(), &rule).expect("no mistake");
        let fates: Vec<_> = ready
            .nodes
            .iter()
            .zip(&ready.sides[0].fates)
            .map(|(node, fate)| (node.id.0, *fate, node.degree))
            .collect();
        let become_c = NodeChangeKind::Become(NodeSymbolId(2));
        assert_eq!(fates, [(1, NodeChangeKind::Keep, 2), (2, become_c, 1), (3, NodeChangeKind::Erase, 1)]);
        assert_eq!(ready.sides[0].keeps_edge, [false, true]);
        assert_eq!(
            (ready.sides[0].new_edges[0].from, ready.sides[0].new_edges[0].to),
            (NewEdgeEnd::Left(1), NewEdgeEnd::New(0))
        );
    }

    #[test]
    fn resolving_lists_each_way_to_lie_once() {
        assert_eq!(orientations(&lattice_rule("line", "1:A 2:A", "1:= 2:=", "1@0,0 2@1,0")), 4);
        assert_eq!(orientations(&lattice_rule("lone", "1:A", "1:=", "1@5,5")), 1);
        assert_eq!(orientations(&lattice_rule("grow", "1:A", "1:= 2:B", "1@0,0 2@0,1")), 4);
        assert_eq!(orientations(&lattice_rule("bend", "1:A 2:A", "1:= 2:= 3:B", "1@0,0 2@1,0 3@1,1")), 8);
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
