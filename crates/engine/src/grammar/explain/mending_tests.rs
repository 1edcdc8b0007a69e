//! Fixes whatever an explanation names, in the rule or in the mission.
//!
//! Then the rule must match there, or the explanation must name something else.

use std::collections::BTreeMap;

use super::*;
use crate::base::{RandomStream, Seed};
use crate::grammar::testing::random::{full, random_lattice_rule, random_mission, random_rule, with_values};
use crate::grammar::testing::{grammar, pattern};
use crate::grammar::{
    DanglingPolicy, EdgeDirection, EdgePattern, Geometry, Rule, SymbolPattern, find_matches,
};
use crate::mission::{AttributeValues, Edge, Node};

const KINDS: [&str; 12] = [
    "node symbol",
    "node condition",
    "node place",
    "missing node",
    "missing edge",
    "edge symbol",
    "edge direction",
    "edge condition",
    "forbidden",
    "dangling",
    "site taken",
    "no weight",
];

/// Fixes the cause of a reason, and returns the kind of the reason.
fn mend(
    reason: &MismatchReason,
    matched: &[(ElementId, NamedElement<NodeId>)],
    rule: &mut Rule,
    host: &mut Mission,
) -> Option<&'static str> {
    let left = &mut rule.lhs;
    Some(match reason {
        MismatchReason::NodeSymbol { element, .. } => {
            left.nodes[element].symbol = SymbolPattern::Any;
            "node symbol"
        }
        MismatchReason::NodeCondition { element, condition, .. } => {
            left.nodes[element].when.retain(|other| other != condition);
            "node condition"
        }
        MismatchReason::NodePlace { .. } => {
            rule.geometry = Geometry::Free;
            "node place"
        }
        MismatchReason::MissingNode { element } | MismatchReason::NodesTaken { element, .. } => {
            left.nodes[element].when.clear();
            add_node(&left.nodes[element].symbol, host);
            "missing node"
        }
        MismatchReason::MissingEdge { number, at } => {
            let edge = left.edges[number - 1].clone();
            let known = |element| matched.iter().find(|(id, _)| *id == element).map(|(_, node)| node.id);
            let end = |element, host: &mut Mission| {
                known(element).unwrap_or_else(|| add_node(&left.nodes[&element].symbol, host))
            };
            let from = end(edge.from, host);
            let to = if edge.to == edge.from { from } else { end(edge.to, host) };
            assert!(from == at.id || to == at.id, "it was looked for there");
            add_edge(&edge, from, to, host);
            "missing edge"
        }
        MismatchReason::EdgeSymbol { number, .. } => {
            left.edges[number - 1].symbol = SymbolPattern::Any;
            "edge symbol"
        }
        MismatchReason::EdgeDirection { number, .. } => {
            left.edges[number - 1].direction = EdgeDirection::EitherWay;
            "edge direction"
        }
        MismatchReason::EdgeCondition { number, condition, .. } => {
            left.edges[number - 1].when.retain(|other| other != condition);
            "edge condition"
        }
        MismatchReason::Forbidden { number, .. } => {
            // Random missions have no such node.
            rule.forbid[number - 1] = pattern("99:E");
            "forbidden"
        }
        MismatchReason::Dangling { .. } => {
            rule.dangling = DanglingPolicy::Drop;
            "dangling"
        }
        MismatchReason::SiteTaken { site, .. } => {
            let taker = host.nodes().find(|(_, node)| node.site == *site).map(|(id, _)| id)?;
            if matched.iter().any(|(_, node)| node.id == taker) {
                return None;
            }
            let vacated = crate::mission::Node { site: None, ..host.node(taker)?.clone() };
            host.set_node(taker, vacated);
            "site taken"
        }
        MismatchReason::NoWeight => {
            rule.rhs.weight = 1;
            rule.or.iter_mut().for_each(|side| side.weight = 1);
            "no weight"
        }
    })
}

fn first_name<'a>(symbols: &'a SymbolPattern, any: &'a str) -> &'a str {
    match symbols {
        SymbolPattern::Any => any,
        SymbolPattern::Is(name) => name,
        SymbolPattern::AnyOf(names) => &names[0],
    }
}

fn add_node(symbols: &SymbolPattern, host: &mut Mission) -> NodeId {
    let symbol = crate::grammar::testing::alphabet().node_id(first_name(symbols, "A")).unwrap();
    host.add_node(Node { symbol, site: None, made_by: 0, attributes: AttributeValues::new() })
}

fn add_edge(like: &EdgePattern, from: NodeId, to: NodeId, host: &mut Mission) {
    let symbol = crate::grammar::testing::alphabet().edge_id(first_name(&like.symbol, "p")).unwrap();
    host.add_edge(Edge { symbol, from, to, made_by: 0, attributes: AttributeValues::new() });
}

#[test]
fn explanation_is_another_one_once_what_it_names_is_mended() {
    let (mut mended, mut matching) = (BTreeMap::new(), BTreeMap::new());
    for case in 0..12_000 {
        let random: &mut RandomStream = &mut Seed(43).numbered(case).stream();
        let rule = if random.chance(50) { random_rule(random) } else { random_lattice_rule(random) };
        let rule = if random.chance(60) { full(random, rule) } else { rule };
        let host = random_mission(random, 5, 7);
        let mut host = with_values(random, &host);
        let at = *random.pick(&host.nodes().map(|(id, _)| id).collect::<Vec<_>>()).unwrap();
        let mut grammar = grammar("1:A", vec![rule], Vec::new());
        let before = explain(&grammar, 0, &host, at);
        let Explanation::Fails { matched, reason } = &before else { continue };
        let Some(kind) = mend(reason, matched, &mut grammar.rules[0], &mut host) else { continue };
        let after = explain(&grammar, 0, &host, at);
        match &after {
            // An either-way edge can be the partner of another one on the right side.
            Explanation::UnusableRule if kind == "edge direction" || kind == "edge symbol" => continue,
            Explanation::Matches(found) => {
                assert!(find_matches(&grammar, 0, &host).contains(found), "case {case}");
                *matching.entry(kind).or_insert(0) += 1;
            }
            Explanation::Fails { reason: next, .. } => {
                assert_ne!(after, before, "case {case}");
                // Another partial match may lack the same edge or node, or need the same site.
                let may_recur = ["missing node", "missing edge", "site taken"].contains(&kind);
                assert!(may_recur || next != reason, "case {case}: {before} is still named");
            }
            other => panic!("case {case}: {other}"),
        }
        *mended.entry(kind).or_insert(0) += 1;
    }
    for kind in KINDS {
        let (mended, matching) = (mended.get(kind).copied(), matching.get(kind).copied());
        assert!(mended >= Some(10) && matching >= Some(3), "{kind}: {mended:?} mended, {matching:?} match");
    }
}
