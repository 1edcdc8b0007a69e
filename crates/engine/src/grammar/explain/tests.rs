use super::*;
use crate::base::{RandomStream, Seed};
use crate::grammar::testing::random::{full, random_lattice_rule, random_mission, random_rule, with_values};
use crate::grammar::testing::{grammar, lattice_rule, mission, pattern, rule};
use crate::grammar::{AttributeTest, Count, DistanceOrigin, LocksOnWay, Rule, find_matches};
use crate::mission::Value;

fn explained(rule: Rule, host: &str, at: u32) -> String {
    explain(&grammar("1:A", vec![rule], Vec::new()), 0, &mission(host), NodeId(at)).to_string()
}

#[test]
fn explanation_names_the_condition_that_fails() {
    let chain = || rule("r", "1:A 2:B 1-p>2", "1:= 2:= 1-p>2");
    let mut danger = chain();
    let more = Condition::Attribute("x".to_owned(), AttributeTest::Equal(Value::Int(1)));
    danger.lhs.nodes[&ElementId(2)].when = vec![more];
    let forbid = Rule { forbid: vec![pattern("2-q>1")], ..chain() };
    let cases = [
        (chain(), "1:A 2:B 1-p>2", "The rule matches here: 1 is node 1, 2 is node 2."),
        (chain(), "1:C 2:B 1-p>2", "The symbol of node 1 (C) does not fit node 1 of the rule."),
        (chain(), "1:A 2:B", "No edge at node 1 (A) could be edge 1 of the rule."),
        (chain(), "1:A 2:B 1-q>2", "The symbol of edge 1 (q) does not fit edge 1 of the rule."),
        (chain(), "1:A 2:B 2-p>1", "The direction of edge 1 (p) is not that of edge 1 of the rule."),
        (chain(), "1:A 2:C 1-p>2", "The symbol of node 2 (C) does not fit node 2 of the rule."),
        (danger, "1:A 2:B 1-p>2", "Node 2 of the rule requires \"x\" equal to 1, which node 2 (B) lacks."),
        (
            forbid,
            "1:A 2:B 1-p>2 2-q>1",
            "Forbidden pattern 1 of the rule matches: node 1 (A), node 2 (B), edge 2 (q).",
        ),
        (rule("r", "1:A", ""), "1:A 2:B 1-p>2", "The rule deletes node 1 (A), its node 1, but"),
    ];
    for (rule, host, expected) in cases {
        let text = explained(rule, host, 1);
        assert!(text.starts_with(expected), "{text}");
    }
    let mut apart = lattice_rule("r", "1:A 2:A 1-p>2", "1:= 2:=", "1@0,0 2@2,0");
    apart.geometry = crate::grammar::Geometry::Lattice { turns: false, flips: false };
    let text = explained(apart, "1:A@0,0 2:A@1,0 1-p>2", 1);
    assert!(
        text.starts_with("Node 2 of the rule must lie 2 sites right of node 1; node 2 (A) does not."),
        "{text}"
    );
    let mut grow = lattice_rule("r", "1:A", "1:= 2:B", "1@0,0 2@1,0");
    grow.geometry = crate::grammar::Geometry::Lattice { turns: false, flips: false };
    let text = explained(grow, "1:A@0,0 2:C@1,0", 1);
    assert!(text.starts_with("The site (1, 0) for new node 2 is taken."), "{text}");
}

#[test]
fn explanation_names_the_distance_that_a_node_lacks() {
    let (from, locks) = (DistanceOrigin::Start, LocksOnWay::Closed);
    let far = Condition::Distance { from, passages: Count::AtLeast(2), locks };
    let farthest = Condition::Farthest { from, locks: LocksOnWay::Open };
    let cases = [
        (far, "a way of at least 2 passages from the start around locks"),
        (farthest, "the longest way from the start of all nodes that could be it"),
    ];
    for (condition, asked) in cases {
        let mut mark = rule("r", "1:A", "1:D");
        mark.lhs.nodes[&ElementId(1)].when = vec![condition];
        let mut grammar = grammar("1:A", vec![mark], Vec::new());
        grammar.alphabet.nodes["C"].role = Some(crate::mission::NodeRole::Start);
        let at = |node| explain(&grammar, 0, &mission("1:C 2:A 3:A 1-p>2 2-p>3"), NodeId(node)).to_string();
        assert_eq!(at(2), format!("Node 1 of the rule requires {asked}, which node 2 (A) lacks."));
        assert_eq!(at(3), "The rule matches here: 1 is node 3.");
    }
}

#[test]
fn explanation_names_the_node_that_two_nodes_of_the_rule_need() {
    let through = |host| {
        let between = rule("r", "1:A 2:* 3:B 1-p-2 2-p-3", "1:= 2:= 3:= 1-=-2 2-=-3");
        explained(between, host, 3)
    };
    // C – A – B: the only A is the node between.
    assert_eq!(
        through("1:C 2:A 3:B 1-p>2 2-p>3"),
        "No node is left for node 1 of the rule: the only one that fits, node 2 (A), is already node 2 of the \
         rule. Different nodes of a rule match different nodes. Matched so far: 2 is node 2 (A), 3 is node 3 (B)."
    );
    let text = through("2:A 3:B 2-p>3");
    let expected =
        "No node is left for node 3 of the rule: the only one that fits, node 3 (B), is already node 2";
    assert!(text.starts_with(expected), "{text}");
    // Another A elsewhere would fit, if it were adjacent.
    let text = through("1:C 2:A 3:B 4:A 1-p>2 2-p>3");
    assert!(text.starts_with("The symbol of node 1 (C) does not fit node 1 of the rule."), "{text}");
    let three = rule("r", "1:A 2:A 3:B 4:A", "1:= 2:= 3:= 4:=");
    let text = explained(three, "1:A 2:A 3:B", 3);
    let expected = "No node is left for node 4 of the rule: those that fit are already other nodes of the rule \
                    (node 1 (A) is node 1, node 2 (A) is node 2).";
    assert!(text.starts_with(expected), "{text}");
}

#[test]
fn explanation_agrees_with_the_matches_and_always_has_a_reason() {
    for case in 0..3_000 {
        let random: &mut RandomStream = &mut Seed(41).numbered(case).stream();
        let rule = if random.chance(50) { random_rule(random) } else { random_lattice_rule(random) };
        let rule = if random.chance(70) { full(random, rule) } else { rule };
        let host = random_mission(random, 5, 7);
        let host = with_values(random, &host);
        let grammar = grammar("1:A", vec![rule], Vec::new());
        let matches = find_matches(&grammar, 0, &host);
        for (id, _) in host.nodes() {
            let is_matched = matches.iter().any(|found| found.nodes.iter().any(|(_, node)| *node == id));
            match explain(&grammar, 0, &host, id) {
                Explanation::Matches(found) => assert!(matches.contains(&found)),
                Explanation::Fails { .. } => assert!(!is_matched, "case {case}"),
                other => panic!("case {case}: {other}"),
            }
        }
    }
}

#[test]
fn explanation_of_a_forbidden_pattern_is_gone_with_the_edge_that_it_names() {
    let mut mended = 0;
    for case in 0..8_000 {
        let random: &mut RandomStream = &mut Seed(42).numbered(case).stream();
        let rule = random_rule(random);
        let rule = full(random, rule);
        let mut host = random_mission(random, 4, 7);
        let grammar = grammar("1:A", vec![rule], Vec::new());
        let mut ids = host.nodes().map(|(id, _)| id).collect::<Vec<_>>();
        random.shuffle(&mut ids);
        let before = explain(&grammar, 0, &host, ids[0]);
        let Explanation::Fails { reason: MismatchReason::Forbidden { edges, .. }, .. } = &before else {
            continue;
        };
        let Some(edge) = edges.first() else { continue };
        host.remove_edge(edge.id);
        assert_ne!(explain(&grammar, 0, &host, ids[0]), before, "case {case}");
        mended += 1;
    }
    assert!(mended > 20, "{mended}");
}
