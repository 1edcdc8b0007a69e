use std::collections::BTreeMap;

use super::*;
use crate::base::{Lots, Seed};
use crate::grammar::find_matches;
use crate::grammar::notation::{alphabet, grammar, lattice_rule, mission, print, rule};
use crate::grammar::random::{random_lattice_rule, random_mission, random_rule};
use crate::grammar::{Dangling, ElementId, Geometry, NodeReplacement, Rule, pair_edges};

/// The mission after the rule was applied at its first match.
fn applied(rule: Rule, host: &str) -> String {
    let grammar = grammar("1:A", vec![rule], Vec::new());
    let mut host = mission(host);
    let matches = find_matches(&grammar, 0, &host);
    apply_match(&grammar, 0, &mut host, &matches[0], 1).expect("it is a match");
    print(&host)
}

#[test]
fn apply_keeps_identity_outside_edges_and_site() {
    let after = applied(rule("r", "1:A 2:B 1-p>2", "1:C 2:= 1-p>2"), "1:A@3,4 2:B 3:D 1-p>2 3-q>1 1-r>1");
    assert_eq!(after, "1:C@3,4 2:B 3:D 1-p>2 3-q>1 1-r>1");
}

#[test]
fn apply_gives_new_ids_by_ascending_id_of_the_rule() {
    let after = applied(rule("r", "5:A", "5:= 9:D 7:C 9-q>7 5-p>9"), "1:A 2:B 2-p>1");
    assert_eq!(after, "1:A 2:B 3:C 4:D 2-p>1 4-q>3 1-p>4");
}

#[test]
fn apply_erases_left_edges_without_a_partner() {
    assert_eq!(
        applied(rule("r", "1:A 2:B 1-p>2 1-q>2", "1:= 2:= 1-q>2"), "1:A 2:B 1-p>2 1-q>2"),
        "1:A 2:B 1-q>2"
    );
}

#[test]
fn apply_keeps_an_either_way_edge_as_it_lies() {
    let after = applied(rule("r", "1:A 2:B 1-p-2", "1:= 2:C 1-p>2"), "1:A 2:B 2-p>1");
    assert_eq!(after, "1:A 2:C 2-p>1");
}

#[test]
fn apply_drops_the_edges_of_an_erased_node() {
    let drop = Rule { dangling: Dangling::Drop, ..rule("r", "1:A 2:B 1-p>2", "1:=") };
    assert_eq!(applied(drop, "1:A 2:B 3:C 1-p>2 2-q>3 3-q>2 2-r>2 3-p>1"), "1:A 3:C 3-p>1");
}

#[test]
fn apply_puts_new_nodes_where_they_are_drawn() {
    let geometry = Geometry::Lattice { turns: true, flips: false };
    let grow = Rule { geometry, ..lattice_rule("r", "1:A", "1:= 2:B 1-p>2", "1@7,7 2@8,7") };
    // As drawn there is no room to the right of 1; a quarter turn puts the new node below it.
    let after = applied(grow, "1:A@0,0 2:C@1,0");
    assert_eq!(after, "1:A@0,0 2:C@1,0 3:B@0,1 1-p>3");
}

#[test]
fn apply_refuses_what_is_no_match() {
    let grammar = grammar("1:A", vec![rule("r", "1:A", "1:B")], Vec::new());
    let mut host = mission("1:A 2:B");
    let mut wrong = find_matches(&grammar, 0, &host)[0].clone();
    wrong.nodes[0].1 = NodeId(2);
    assert_eq!(apply_match(&grammar, 0, &mut host, &wrong, 1), None);
    assert_eq!(apply_match(&grammar, 3, &mut host, &wrong, 1), None);
    assert_eq!(host, mission("1:A 2:B"));
}

/// Nodes and edges as the authored rule says they should be afterwards.
struct Expected {
    nodes: BTreeMap<NodeId, Node>,
    edges: Vec<Edge>,
}

/// Read from the authored rule, not from the engine's: only the pairing of edges is shared.
fn expect(rule: &Rule, host: &Mission, matched: &Match, step: u32) -> Expected {
    let alphabet = alphabet();
    let mut named: BTreeMap<ElementId, NodeId> = matched.nodes.iter().copied().collect();
    let mut nodes: BTreeMap<NodeId, Node> = host.nodes().map(|(id, node)| (id, node.clone())).collect();
    let partners = pair_edges(&rule.lhs, &rule.rhs);
    let mut edges: BTreeMap<EdgeId, Edge> = host.edges().map(|(id, edge)| (id, edge.clone())).collect();
    for (position, id) in matched.edges.iter().enumerate() {
        if !partners.contains(&Some(position)) {
            edges.remove(id);
        }
    }
    for (element, id) in &matched.nodes {
        if !rule.rhs.nodes.contains_key(element) {
            nodes.remove(id);
            edges.retain(|_, edge| edge.from != *id && edge.to != *id);
        }
    }
    let mut right: Vec<_> = rule.rhs.nodes.iter().collect();
    right.sort_by_key(|(id, _)| **id);
    for (element, replacement) in right {
        let NodeReplacement::Is(name) = replacement else { continue };
        let symbol = alphabet.node_id(name).expect("it is known");
        match named.get(element) {
            Some(id) => nodes.get_mut(id).expect("it is kept").symbol = symbol,
            None => {
                let id = NodeId(host.next_node_id().0 + (named.len() - matched.nodes.len()) as u32);
                named.insert(*element, id);
                nodes.insert(
                    id,
                    Node { symbol, site: drawn_site(rule, host, matched, *element), made_by: step },
                );
            }
        }
    }
    let mut edges: Vec<Edge> = edges.into_values().collect();
    for (edge, _) in rule.rhs.edges.iter().zip(&partners).filter(|(_, partner)| partner.is_none()) {
        let NodeReplacement::Is(name) = &edge.symbol else { panic!("a kept edge has a partner") };
        let symbol = alphabet.edge_id(name).expect("it is known");
        edges.push(Edge { symbol, from: named[&edge.from], to: named[&edge.to], made_by: step });
    }
    Expected { nodes, edges }
}

fn drawn_site(rule: &Rule, host: &Mission, matched: &Match, element: ElementId) -> Option<Site> {
    let cell = |site: Site| crate::base::Cell::new(site.x, site.y);
    let (known, id) = matched.nodes[0];
    if rule.geometry.is_free() {
        return None;
    }
    let offset = matched.symmetry.offset(cell(rule.at[&element]) - cell(rule.at[&known]));
    let cell = cell(host.node(id)?.site?) + offset;
    Some(Site { x: cell.x, y: cell.y })
}

#[test]
fn apply_does_what_the_rule_says_and_delta_takes_it_back() {
    let mut applications = 0;
    for case in 0..4_000 {
        let lots: &mut Lots = &mut Seed(11).numbered(case).lots();
        let rule = if lots.chance(50) { random_rule(lots) } else { random_lattice_rule(lots) };
        let before = random_mission(lots, 6, 8);
        let grammar = grammar("1:A", vec![rule.clone()], Vec::new());
        let matches = find_matches(&grammar, 0, &before);
        let Some(matched) = lots.pick(&matches) else { continue };
        applications += 1;

        let mut after = before.clone();
        let delta = apply_match(&grammar, 0, &mut after, matched, 7).expect("it is a match");
        let expected = expect(&rule, &before, matched, 7);
        let context = || format!("case {case}: {matched:?} of {rule:#?} in {}", print(&before));
        assert_eq!(
            after.nodes().map(|(id, n)| (id, n.clone())).collect::<BTreeMap<_, _>>(),
            expected.nodes,
            "{}",
            context()
        );
        assert_eq!(
            after.edges().map(|(_, edge)| edge.clone()).collect::<Vec<_>>(),
            expected.edges,
            "{}",
            context()
        );

        let mut again = after.clone();
        delta.undo(&mut again);
        assert_eq!(again, before);
        assert_eq!(
            (again.next_node_id(), again.next_edge_id()),
            (before.next_node_id(), before.next_edge_id())
        );
        delta.redo(&mut again);
        assert_eq!(again, after);
        assert_eq!(
            (again.next_node_id(), again.next_edge_id()),
            (after.next_node_id(), after.next_edge_id())
        );
    }
    assert!(applications > 700, "{applications}");
}
