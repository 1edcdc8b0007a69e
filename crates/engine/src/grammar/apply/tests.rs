use std::collections::BTreeMap;

use super::*;
use crate::base::{RandomStream, Seed};
use crate::grammar::find_matches;
use crate::grammar::testing::random::{full, random_lattice_rule, random_mission, random_rule, with_values};
use crate::grammar::testing::{alphabet, grammar, lattice_rule, mission, print, rule};
use crate::grammar::{
    AttributeSource, Change, DanglingPolicy, ElementId, Geometry, Rule, SymbolReplacement, pair_edges,
};
use crate::mission::{AttributeValues, NodeSymbolId, Value};

/// Returns the mission after the rule was applied at its first match.
fn applied(rule: Rule, host: &str) -> String {
    let grammar = grammar("1:A", vec![rule], Vec::new());
    let mut host = mission(host);
    let matches = find_matches(&grammar, 0, &host);
    apply_match(&grammar, 0, &mut host, &matches[0], 0, 1).expect("it is a match");
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
    let drop = Rule { dangling: DanglingPolicy::Drop, ..rule("r", "1:A 2:B 1-p>2", "1:=") };
    assert_eq!(applied(drop, "1:A 2:B 3:C 1-p>2 2-q>3 3-q>2 2-r>2 3-p>1"), "1:A 3:C 3-p>1");
}

#[test]
fn apply_puts_new_nodes_where_they_are_drawn() {
    let geometry = Geometry::Lattice { turns: true, flips: false };
    let grow = Rule { geometry, ..lattice_rule("r", "1:A", "1:= 2:B 1-p>2", "1@7,7 2@8,7") };
    // As drawn, the site to the right of 1 is taken; a quarter turn puts the new node below it.
    let after = applied(grow, "1:A@0,0 2:C@1,0");
    assert_eq!(after, "1:A@0,0 2:C@1,0 3:B@0,1 1-p>3");
}

#[test]
fn apply_refuses_what_is_no_match() {
    let grammar = grammar("1:A", vec![rule("r", "1:A", "1:B")], Vec::new());
    let mut host = mission("1:A 2:B");
    let mut wrong = find_matches(&grammar, 0, &host)[0].clone();
    wrong.nodes[0].1 = NodeId(2);
    assert_eq!(apply_match(&grammar, 0, &mut host, &wrong, 0, 1), None);
    assert_eq!(apply_match(&grammar, 3, &mut host, &wrong, 0, 1), None);
    assert_eq!(host, mission("1:A 2:B"));
}

/// The expected nodes and edges, according to the authored rule.
struct Expected {
    nodes: BTreeMap<NodeId, Node>,
    edges: Vec<Edge>,
}

/// Computes the result from the authored rule without the engine; only the pairing of edges is shared.
fn expect(rule: &Rule, host: &Mission, matched: &Match, alternative: usize, step: u32) -> Expected {
    let alphabet = alphabet();
    let mut named: BTreeMap<ElementId, NodeId> = matched.nodes.iter().copied().collect();
    let mut nodes: BTreeMap<NodeId, Node> = host.nodes().map(|(id, node)| (id, node.clone())).collect();
    let right_side = rule.alternatives().nth(alternative).expect("there is that right side");
    let partners = pair_edges(&rule.lhs, right_side);
    let mut edges: BTreeMap<EdgeId, Edge> = host.edges().map(|(id, edge)| (id, edge.clone())).collect();
    for (position, id) in matched.edges.iter().enumerate() {
        if !partners.contains(&Some(position)) {
            edges.remove(id);
        }
    }
    for (element, id) in &matched.nodes {
        if !right_side.nodes.contains_key(element) {
            nodes.remove(id);
            edges.retain(|_, edge| edge.from != *id && edge.to != *id);
        }
    }
    let old = matched_values(host, matched);
    let mut right: Vec<_> = right_side.nodes.iter().collect();
    right.sort_by_key(|(id, _)| **id);
    for (element, replacement) in right {
        let is_new = !named.contains_key(element);
        if is_new {
            let id = NodeId(host.next_node_id().0 + (named.len() - matched.nodes.len()) as u32);
            named.insert(*element, id);
            let site = drawn_site(rule, host, matched, *element);
            nodes.insert(
                id,
                Node { symbol: NodeSymbolId(0), site, made_by: step, attributes: AttributeValues::new() },
            );
        }
        let node = nodes.get_mut(&named[element]).expect("it is kept or new");
        if let SymbolReplacement::Is(name) = &replacement.symbol {
            node.symbol = alphabet.node_id(name).expect("it is known");
            for (name, value) in &alphabet.nodes[name].attributes {
                if !node.attributes.contains_key(name) {
                    node.attributes.insert(name.clone(), value.clone());
                }
            }
        }
        change(&mut node.attributes, &replacement.change, &old);
    }
    let pairs = || right_side.edges.iter().zip(&partners);
    for (edge, position) in pairs().filter_map(|(edge, partner)| Some((edge, (*partner)?))) {
        let kept = edges.get_mut(&matched.edges[position]).expect("it is kept");
        change(&mut kept.attributes, &edge.change, &old);
    }
    let mut edges: Vec<Edge> = edges.into_values().collect();
    for (edge, _) in pairs().filter(|(_, partner)| partner.is_none()) {
        let SymbolReplacement::Is(name) = &edge.symbol else { panic!("a kept edge has a partner") };
        let symbol = alphabet.edge_id(name).expect("it is known");
        let mut attributes: AttributeValues = alphabet.edges[name].attributes.clone().into();
        change(&mut attributes, &edge.change, &old);
        edges.push(Edge { symbol, from: named[&edge.from], to: named[&edge.to], made_by: step, attributes });
    }
    Expected { nodes, edges }
}

/// Returns the values of the matched elements before the step: nodes by id, edges by number from 1.
fn matched_values(host: &Mission, matched: &Match) -> BTreeMap<(bool, u32), Attributes> {
    let nodes = matched.nodes.iter().map(|(element, id)| {
        ((true, element.0), Attributes::clone(&host.node(*id).expect("it is there").attributes))
    });
    let edges = matched.edges.iter().zip(1..).map(|(id, number)| {
        ((false, number), Attributes::clone(&host.edge(*id).expect("it is there").attributes))
    });
    nodes.chain(edges).collect()
}

fn change(attributes: &mut Attributes, changes: &[Change], old: &BTreeMap<(bool, u32), Attributes>) {
    for change in changes {
        match change {
            Change::Set(name, value) => drop(attributes.insert(name.clone(), value.clone())),
            Change::Add(name, more) => {
                let before = attributes.get(name).cloned().unwrap_or(Value::Int(0));
                if let Value::Int(before) = before {
                    let sum = (i128::from(before) + i128::from(*more))
                        .clamp(i128::from(i64::MIN), i128::from(i64::MAX));
                    attributes.insert(name.clone(), Value::Int(sum as i64));
                }
            }
            // Only missions with starts and goals have distances; see the oracle of conditions.
            Change::Distance { .. } => {}
            Change::Take(taken, source) | Change::TakeAs(taken, source, _) => {
                let key = match source {
                    AttributeSource::Node(id) => (true, id.0),
                    AttributeSource::Edge(number) => (false, *number),
                };
                if let Some(value) = old[&key].get(taken) {
                    attributes.insert(change.name().to_owned(), value.clone());
                }
            }
        }
    }
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
    for case in 0..6_000 {
        let random: &mut RandomStream = &mut Seed(11).numbered(case).stream();
        let rule = if random.chance(50) { random_rule(random) } else { random_lattice_rule(random) };
        let rule = if random.chance(70) { full(random, rule) } else { rule };
        let before = random_mission(random, 6, 8);
        let before = with_values(random, &before);
        let grammar = grammar("1:A", vec![rule.clone()], Vec::new());
        let matches = find_matches(&grammar, 0, &before);
        let Some(matched) = random.pick(&matches) else { continue };
        applications += 1;

        let mut after = before.clone();
        let sides = 0..rule.alternatives().count();
        let applied: Vec<_> = sides
            .filter_map(|side| {
                let mut after = before.clone();
                apply_match(&grammar, 0, &mut after, matched, side, 7).map(|delta| (side, delta))
            })
            .collect();
        let (side, delta) = random.pick(&applied).expect("a match has a right side that fits");
        delta.redo(&mut after);
        let expected = expect(&rule, &before, matched, *side, 7);
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
