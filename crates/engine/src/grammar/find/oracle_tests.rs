//! Compares the matcher with brute force, which tries every assignment and judges it by the authored rule
//! alone.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::{Match, find_matches};
use crate::base::{Cell, RandomStream, Seed, Symmetry};
use crate::grammar::testing::random::{
    alphabet_with_ends, full, random_lattice_rule, random_mission, random_rule, with_values,
};
use crate::grammar::testing::{alphabet, grammar, print};
use crate::grammar::{
    AttributeTest, Condition, Count, DanglingPolicy, DegreeKind, DistanceOrigin, EdgeDirection, EdgePattern,
    ElementId, Geometry, LocksOnWay, NodePattern, Replacement, Rule, SymbolPattern,
};
use crate::mission::{Alphabet, Edge, EdgeId, Mission, NodeId, NodeRole, Site, Value};
use crate::sample::cases;

type Nodes = BTreeMap<ElementId, NodeId>;
/// Matched nodes, matched edges, sites of the new nodes of each right side.
type Effect = (Vec<NodeId>, Vec<EdgeId>, Vec<Vec<Site>>);

/// The sites of the new nodes of a right side, and `true` if they are vacant.
type Room = (Vec<Site>, bool);

pub fn brute_force(rule: &Rule, mission: &Mission) -> Vec<Match> {
    let mut ids: Vec<ElementId> = rule.lhs.nodes.keys().copied().collect();
    ids.sort();
    let hosts: Vec<NodeId> = mission.nodes().map(|(id, _)| id).collect();
    let edges: Vec<EdgeId> = mission.edges().map(|(id, _)| id).collect();
    // The effect of a match on the lattice, with the first symmetry that has it.
    let mut all: BTreeMap<Effect, Symmetry> = BTreeMap::new();
    for nodes in injections(ids.len(), &hosts) {
        let named: Nodes = ids.iter().copied().zip(nodes.iter().copied()).collect();
        if !ids.iter().all(|id| node_fits(rule, mission, *id, named[id])) {
            continue;
        }
        for matched in injections(rule.lhs.edges.len(), &edges) {
            if !pattern_edges_fit(&rule.lhs.edges, mission, &named, &matched)
                || is_forbidden(rule, mission, &named, &matched)
            {
                continue;
            }
            for (symmetry, sides) in ways_to_lie(rule, mission, &named) {
                let fits = |(right, (_, is_vacant)): (&Replacement, &Room)| {
                    *is_vacant && right.weight > 0 && dangling_allows(rule, right, mission, &named, &matched)
                };
                if !rule.alternatives().zip(&sides).any(fits) {
                    continue;
                }
                let sites: Vec<Vec<Site>> = sides.into_iter().map(|(sites, _)| sites).collect();
                let known = all.entry((nodes.clone(), matched.clone(), sites)).or_insert(symmetry);
                *known = (*known).min(symmetry);
            }
        }
    }
    let mut matches: Vec<Match> = all
        .into_iter()
        .map(|((nodes, edges, _), symmetry)| Match {
            nodes: ids.iter().copied().zip(nodes).collect(),
            edges: edges.into(),
            symmetry,
        })
        .collect();
    matches.sort();
    matches
}

/// Returns all sequences of `count` different items.
fn injections<T: Copy + PartialEq>(count: usize, items: &[T]) -> Vec<Vec<T>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        all = all
            .iter()
            .flat_map(|begun| {
                let rest = items.iter().filter(|item| !begun.contains(*item));
                rest.map(|item| [begun.as_slice(), &[*item]].concat())
            })
            .collect();
    }
    all
}

fn symbol_fits(pattern: &SymbolPattern, name: &str) -> bool {
    match pattern {
        SymbolPattern::Any => true,
        SymbolPattern::Is(known) => known == name,
        SymbolPattern::AnyOf(known) => known.iter().any(|known| known == name),
    }
}

fn node_fits(rule: &Rule, mission: &Mission, id: ElementId, host: NodeId) -> bool {
    pattern_holds(&rule.lhs.nodes[&id], mission, host)
}

fn test_holds(test: &AttributeTest, value: Option<&Value>) -> bool {
    match (test, value) {
        (AttributeTest::Absent, value) => value.is_none(),
        (AttributeTest::Not(other), value) => value.is_none() || value != Some(other),
        (_, None) => false,
        (AttributeTest::Present, Some(_)) => true,
        (AttributeTest::Equal(wanted), Some(value)) => wanted == value,
        (AttributeTest::Less(bound), Some(Value::Int(number))) => number < bound,
        (AttributeTest::More(bound), Some(Value::Int(number))) => number > bound,
        (AttributeTest::Between(least, most), Some(Value::Int(number))) => least <= number && number <= most,
        (AttributeTest::Less(_) | AttributeTest::More(_) | AttributeTest::Between(..), Some(_)) => false,
    }
}

/// Returns `true` if symbol and conditions of a pattern node hold for a mission node.
fn pattern_holds(wanted: &NodePattern, mission: &Mission, host: NodeId) -> bool {
    holds_alone(wanted, mission, host)
        && wanted.when.iter().all(|condition| match condition {
            Condition::Farthest { from, locks } => {
                let distance = |host| distance(mission, host, *from, *locks);
                let rivals = mission.nodes().filter(|(id, _)| holds_alone(wanted, mission, *id));
                distance(host).is_some() && rivals.map(|(id, _)| distance(id)).max() == Some(distance(host))
            }
            _ => true,
        })
}

/// Returns the number of passages of the shortest way, by trying all ways that visit no node twice.
pub fn distance(mission: &Mission, host: NodeId, from: DistanceOrigin, locks: LocksOnWay) -> Option<u32> {
    let has_role = |id: &NodeId, role| role_of(mission, *id) == Some(role);
    let nodes: Vec<NodeId> = mission.nodes().map(|(id, _)| id).collect();
    let (begins, ends): (Vec<NodeId>, Vec<NodeId>) = match from {
        DistanceOrigin::Start => {
            (nodes.into_iter().filter(|id| has_role(id, NodeRole::Start)).collect(), vec![host])
        }
        DistanceOrigin::Goal => {
            (vec![host], nodes.into_iter().filter(|id| has_role(id, NodeRole::Goal)).collect())
        }
    };
    begins.iter().filter_map(|begin| shortest(mission, *begin, &ends, locks, &mut Vec::new())).min()
}

/// The alphabet of all missions here.
pub static ENDED: LazyLock<Alphabet> = LazyLock::new(alphabet_with_ends);

fn role_of(mission: &Mission, id: NodeId) -> Option<NodeRole> {
    ENDED.node(mission.node(id).expect("it is there").symbol).1.role
}

fn shortest(
    mission: &Mission,
    here: NodeId,
    ends: &[NodeId],
    locks: LocksOnWay,
    before: &mut Vec<NodeId>,
) -> Option<u32> {
    if ends.contains(&here) {
        return Some(0);
    }
    let is_lock = role_of(mission, here) == Some(NodeRole::Lock);
    if before.contains(&here) || is_lock && !before.is_empty() && locks == LocksOnWay::Closed {
        return None;
    }
    before.push(here);
    let next = mission.edges().filter_map(|(_, edge)| {
        let is_one_way = ENDED.edge(edge.symbol).1.one_way;
        let onwards = (edge.from == here).then_some(edge.to);
        onwards.or((edge.to == here && !is_one_way).then_some(edge.from))
    });
    let best = next.filter_map(|next| shortest(mission, next, ends, locks, before)).min();
    before.pop();
    best.map(|best| best + 1)
}

/// Returns `true` if symbol and conditions hold, except for conditions that compare nodes.
fn holds_alone(wanted: &NodePattern, mission: &Mission, host: NodeId) -> bool {
    let node = mission.node(host).expect("it is there");
    let attributes = &node.attributes;
    let symbol_fits = symbol_fits(&wanted.symbol, alphabet().node(node.symbol).0);
    symbol_fits
        && wanted.when.iter().all(|condition| match condition {
            Condition::Attribute(name, test) => test_holds(test, attributes.get(name)),
            Condition::Degree(way, count) => count_holds(mission, host, &SymbolPattern::Any, *way, *count),
            Condition::DegreeOf(symbols, way, count) => count_holds(mission, host, symbols, *way, *count),
            Condition::Distance { from, passages, locks } => {
                distance(mission, host, *from, *locks).is_some_and(|distance| is_within(distance, *passages))
            }
            Condition::Farthest { .. } => true,
        })
}

fn count_holds(
    mission: &Mission,
    host: NodeId,
    symbols: &SymbolPattern,
    way: DegreeKind,
    count: Count,
) -> bool {
    let alphabet = alphabet();
    let mut number = 0;
    for (_, edge) in mission.edges().filter(|(_, edge)| symbol_fits(symbols, alphabet.edge(edge.symbol).0)) {
        if edge.from == host && way != DegreeKind::In {
            number += 1;
        }
        if edge.to == host && way != DegreeKind::Out {
            number += 1;
        }
    }
    is_within(number, count)
}

fn is_within(number: u32, count: Count) -> bool {
    match count {
        Count::Exactly(wanted) => number == wanted,
        Count::AtLeast(least) => number >= least,
        Count::AtMost(most) => number <= most,
        Count::Between(least, most) => number >= least && number <= most,
    }
}

fn edge_holds(when: &[Condition], edge: &Edge) -> bool {
    when.iter().all(|condition| match condition {
        Condition::Attribute(name, test) => test_holds(test, edge.attributes.get(name)),
        _ => panic!("edges have neither degrees nor distances"),
    })
}

/// Returns `true` if some assignment of a forbidden pattern next to this match fulfils it.
fn is_forbidden(rule: &Rule, mission: &Mission, nodes: &Nodes, matched: &[EdgeId]) -> bool {
    let free: Vec<NodeId> =
        mission.nodes().map(|(id, _)| id).filter(|id| !nodes.values().any(|known| known == id)).collect();
    let free_edges: Vec<EdgeId> =
        mission.edges().map(|(id, _)| id).filter(|id| !matched.contains(id)).collect();
    rule.forbid.iter().any(|pattern| {
        let own: Vec<ElementId> =
            pattern.nodes.keys().filter(|id| !nodes.contains_key(*id)).copied().collect();
        injections(own.len(), &free).into_iter().any(|chosen| {
            let mut all = nodes.clone();
            all.extend(own.iter().copied().zip(chosen));
            let are_nodes_so =
                pattern.nodes.iter().all(|(id, wanted)| pattern_holds(wanted, mission, all[id]));
            are_nodes_so
                && injections(pattern.edges.len(), &free_edges)
                    .into_iter()
                    .any(|edges| pattern_edges_fit(&pattern.edges, mission, &all, &edges))
        })
    })
}

fn pattern_edges_fit(patterns: &[EdgePattern], mission: &Mission, nodes: &Nodes, matched: &[EdgeId]) -> bool {
    let alphabet = alphabet();
    patterns.iter().zip(matched).all(|(pattern, id)| {
        let edge = mission.edge(*id).expect("it is there");
        let (from, to) = (edge.from, edge.to);
        let ends = (nodes[&pattern.from], nodes[&pattern.to]);
        let direction_fits = match pattern.direction {
            EdgeDirection::FromTo => ends == (from, to),
            EdgeDirection::EitherWay => ends == (from, to) || ends == (to, from),
        };
        direction_fits
            && symbol_fits(&pattern.symbol, alphabet.edge(edge.symbol).0)
            && edge_holds(&pattern.when, edge)
    })
}

fn dangling_allows(
    rule: &Rule,
    right: &Replacement,
    mission: &Mission,
    nodes: &Nodes,
    matched: &[EdgeId],
) -> bool {
    let erased = |host: NodeId| nodes.iter().any(|(id, node)| *node == host && !right.nodes.contains_key(id));
    let mut outside = mission.edges().filter(|(id, _)| !matched.contains(id));
    rule.dangling == DanglingPolicy::Drop || !outside.any(|(_, edge)| erased(edge.from) || erased(edge.to))
}

/// Returns the symmetries in which the match is as drawn.
///
/// Each comes with the new sites of each right side, and `true` if they are vacant.
fn ways_to_lie(rule: &Rule, mission: &Mission, nodes: &Nodes) -> Vec<(Symmetry, Vec<Room>)> {
    let sides = rule.alternatives().count();
    let Geometry::Lattice { turns, flips } = rule.geometry else {
        return vec![(Symmetry::IDENTITY, vec![(Vec::new(), true); sides])];
    };
    let cell = |site: Site| Cell::new(site.x, site.y);
    let Some(sites) = nodes
        .iter()
        .map(|(id, host)| mission.node(*host).expect("it is there").site.map(|site| (*id, cell(site))))
        .collect::<Option<BTreeMap<_, _>>>()
    else {
        return Vec::new();
    };
    let mut ways = Vec::new();
    for symmetry in Symmetry::allowed(turns, flips) {
        // The position of the drawing's origin, as seen by each node: all must agree.
        let turned = |id: &ElementId| symmetry.offset(cell(rule.at[id]));
        let origins: Vec<Cell> = sites.iter().map(|(id, site)| *site - turned(id)).collect();
        if origins.iter().any(|origin| *origin != origins[0]) {
            continue;
        }
        let of_side = |right: &Replacement| {
            let mut new: Vec<ElementId> =
                right.nodes.keys().filter(|id| !nodes.contains_key(*id)).copied().collect();
            new.sort();
            let new: Vec<Cell> = new.iter().map(|id| origins[0] + turned(id)).collect();
            let new: Vec<Site> = new.into_iter().map(|cell| Site { x: cell.x, y: cell.y }).collect();
            let is_vacant =
                mission.nodes().all(|(_, node)| node.site.is_none_or(|site| !new.contains(&site)));
            (new, is_vacant)
        };
        ways.push((symmetry, rule.alternatives().map(of_side).collect()));
    }
    ways
}

fn compare(seed: Seed, cases: u32, draw: impl Fn(&mut RandomStream) -> Rule) {
    let mut total = 0;
    for case in 0..u64::from(cases) {
        let random = &mut seed.numbered(case).stream();
        let (rule, mission) = (draw(random), random_mission(random, 5, 7));
        let mission = with_values(random, &mission);
        let mut grammar = grammar("1:A", vec![rule.clone()], Vec::new());
        grammar.alphabet = alphabet_with_ends();
        let found = find_matches(&grammar, 0, &mission);
        assert_eq!(found, brute_force(&rule, &mission), "case {case}: {rule:#?} in {}", print(&mission));
        total += found.len();
    }
    assert!(total > cases as usize / 4, "the cases have matches: {total}");
}

#[test]
fn match_agrees_with_brute_force() {
    compare(Seed(1), cases(3_000), random_rule);
}

#[test]
fn match_agrees_with_brute_force_on_the_lattice() {
    compare(Seed(2), cases(3_000), random_lattice_rule);
}

#[test]
fn match_of_a_full_rule_agrees_with_brute_force() {
    compare(Seed(21), cases(6_000), |random| {
        let rule = random_rule(random);
        full(random, rule)
    });
    compare(Seed(22), cases(3_000), |random| {
        let rule = random_lattice_rule(random);
        full(random, rule)
    });
}

#[test]
#[ignore = "takes minutes"]
fn match_of_a_full_rule_agrees_with_brute_force_100_000_times() {
    for (seed, draw) in [(31, random_rule as fn(&mut RandomStream) -> Rule), (32, random_lattice_rule)] {
        compare(Seed(seed), 50_000, |random| {
            let rule = draw(random);
            full(random, rule)
        });
    }
}

#[test]
fn match_does_not_depend_on_insertion_order() {
    for case in 0..400 {
        let random = &mut Seed(3).numbered(case).stream();
        let rule = if random.chance(50) { random_rule(random) } else { random_lattice_rule(random) };
        let grammar = grammar("1:A", vec![rule], Vec::new());
        let mission = random_mission(random, 8, 12);
        let rebuilt = rebuild(&mission, random);
        assert_eq!(mission, rebuilt);
        assert_eq!(find_matches(&grammar, 0, &mission), find_matches(&grammar, 0, &rebuilt));
    }
}

/// Rebuilds the same mission in another order, with elements that were added and removed.
fn rebuild(mission: &Mission, random: &mut RandomStream) -> Mission {
    let mut rebuilt = Mission::new();
    let mut nodes: Vec<_> = mission.nodes().collect();
    let mut edges: Vec<_> = mission.edges().collect();
    random.shuffle(&mut nodes);
    random.shuffle(&mut edges);
    for (id, node) in &nodes {
        rebuilt.put_node(*id, (*node).clone());
    }
    for (id, edge) in &edges {
        rebuilt.put_edge(*id, (*edge).clone());
    }
    let (again, _) = edges.split_at(edges.len() / 2);
    for (id, _) in again {
        rebuilt.remove_edge(*id);
    }
    for (id, edge) in again.iter().rev() {
        rebuilt.put_edge(*id, (*edge).clone());
    }
    rebuilt
}
