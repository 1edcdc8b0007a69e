//! The matcher against brute force: every way to name the nodes and the edges is tried, and judged by the authored rule alone.

use std::collections::BTreeMap;

use super::{Match, find_matches};
use crate::base::{Cell, Lots, Seed, Symmetry};
use crate::grammar::notation::{alphabet, grammar, print};
use crate::grammar::random::{random_lattice_rule, random_mission, random_rule};
use crate::grammar::{Dangling, Direction, ElementId, Geometry, Rule, SymbolPattern};
use crate::mission::{Edge, EdgeId, Mission, NodeId, Site};

type Nodes = BTreeMap<ElementId, NodeId>;
/// Matched nodes, matched edges, sites of new nodes.
type Effect = (Vec<NodeId>, Vec<EdgeId>, Vec<Site>);

pub fn brute_force(rule: &Rule, mission: &Mission) -> Vec<Match> {
    let mut ids: Vec<ElementId> = rule.lhs.nodes.keys().copied().collect();
    ids.sort();
    let hosts: Vec<NodeId> = mission.nodes().map(|(id, _)| id).collect();
    let edges: Vec<EdgeId> = mission.edges().map(|(id, _)| id).collect();
    // What a match does on the lattice, with the first symmetry that does it.
    let mut all: BTreeMap<Effect, Symmetry> = BTreeMap::new();
    for nodes in injections(ids.len(), &hosts) {
        let named: Nodes = ids.iter().copied().zip(nodes.iter().copied()).collect();
        if !ids.iter().all(|id| node_fits(rule, mission, *id, named[id])) {
            continue;
        }
        for matched in injections(rule.lhs.edges.len(), &edges) {
            if !edges_fit(rule, mission, &named, &matched)
                || !dangling_allows(rule, mission, &named, &matched)
            {
                continue;
            }
            for (symmetry, sites) in ways_to_lie(rule, mission, &named) {
                let known = all.entry((nodes.clone(), matched.clone(), sites)).or_insert(symmetry);
                *known = (*known).min(symmetry);
            }
        }
    }
    let mut matches: Vec<Match> = all
        .into_iter()
        .map(|((nodes, edges, _), symmetry)| Match {
            nodes: ids.iter().copied().zip(nodes).collect(),
            edges,
            symmetry,
        })
        .collect();
    matches.sort();
    matches
}

/// All sequences of `count` different items.
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
    let alphabet = alphabet();
    symbol_fits(&rule.lhs.nodes[&id], alphabet.node(mission.node(host).expect("it is there").symbol).0)
}

fn edges_fit(rule: &Rule, mission: &Mission, nodes: &Nodes, matched: &[EdgeId]) -> bool {
    let alphabet = alphabet();
    rule.lhs.edges.iter().zip(matched).all(|(pattern, id)| {
        let Edge { symbol, from, to, .. } = mission.edge(*id).expect("it is there").clone();
        let ends = (nodes[&pattern.from], nodes[&pattern.to]);
        let direction_fits = match pattern.direction {
            Direction::FromTo => ends == (from, to),
            Direction::EitherWay => ends == (from, to) || ends == (to, from),
        };
        direction_fits && symbol_fits(&pattern.symbol, alphabet.edge(symbol).0)
    })
}

fn dangling_allows(rule: &Rule, mission: &Mission, nodes: &Nodes, matched: &[EdgeId]) -> bool {
    let erased =
        |host: NodeId| nodes.iter().any(|(id, node)| *node == host && !rule.rhs.nodes.contains_key(id));
    let mut outside = mission.edges().filter(|(id, _)| !matched.contains(id));
    rule.dangling == Dangling::Drop || !outside.any(|(_, edge)| erased(edge.from) || erased(edge.to))
}

/// The symmetries in which the match lies as drawn, with the sites of new nodes.
fn ways_to_lie(rule: &Rule, mission: &Mission, nodes: &Nodes) -> Vec<(Symmetry, Vec<Site>)> {
    let Geometry::Lattice { turns, flips } = rule.geometry else {
        return vec![(Symmetry::IDENTITY, Vec::new())];
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
        // Where the drawing's origin comes to lie, as each node sees it: they must agree.
        let turned = |id: &ElementId| symmetry.offset(cell(rule.at[id]));
        let origins: Vec<Cell> = sites.iter().map(|(id, site)| *site - turned(id)).collect();
        if origins.iter().any(|origin| *origin != origins[0]) {
            continue;
        }
        let mut new: Vec<ElementId> =
            rule.rhs.nodes.keys().filter(|id| !nodes.contains_key(*id)).copied().collect();
        new.sort();
        let new: Vec<Cell> = new.iter().map(|id| origins[0] + turned(id)).collect();
        let new: Vec<Site> = new.into_iter().map(|cell| Site { x: cell.x, y: cell.y }).collect();
        if mission.nodes().all(|(_, node)| node.site.is_none_or(|site| !new.contains(&site))) {
            ways.push((symmetry, new));
        }
    }
    ways
}

fn compare(seed: Seed, cases: u64, draw: impl Fn(&mut Lots) -> Rule) {
    let mut total = 0;
    for case in 0..cases {
        let lots = &mut seed.numbered(case).lots();
        let (rule, mission) = (draw(lots), random_mission(lots, 5, 7));
        let grammar = grammar("1:A", vec![rule.clone()], Vec::new());
        let found = find_matches(&grammar, 0, &mission);
        assert_eq!(found, brute_force(&rule, &mission), "case {case}: {rule:#?} in {}", print(&mission));
        total += found.len();
    }
    assert!(total as u64 > cases / 2, "the cases have matches: {total}");
}

#[test]
fn match_agrees_with_brute_force() {
    compare(Seed(1), 3_000, random_rule);
}

#[test]
fn match_agrees_with_brute_force_on_the_lattice() {
    compare(Seed(2), 3_000, random_lattice_rule);
}

#[test]
fn match_does_not_depend_on_insertion_order() {
    for case in 0..400 {
        let lots = &mut Seed(3).numbered(case).lots();
        let rule = if lots.chance(50) { random_rule(lots) } else { random_lattice_rule(lots) };
        let grammar = grammar("1:A", vec![rule], Vec::new());
        let mission = random_mission(lots, 8, 12);
        let rebuilt = rebuild(&mission, lots);
        assert_eq!(mission, rebuilt);
        assert_eq!(find_matches(&grammar, 0, &mission), find_matches(&grammar, 0, &rebuilt));
    }
}

/// The same mission, put together in another order, with elements that came and went.
fn rebuild(mission: &Mission, lots: &mut Lots) -> Mission {
    let mut rebuilt = Mission::new();
    let mut nodes: Vec<_> = mission.nodes().collect();
    let mut edges: Vec<_> = mission.edges().collect();
    lots.shuffle(&mut nodes);
    lots.shuffle(&mut edges);
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
