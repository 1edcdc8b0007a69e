use super::*;
use crate::base::{RandomStream, Seed};
use crate::grammar::DanglingPolicy;
use crate::grammar::apply::plan_delta;
use crate::grammar::testing::random::{full, other_right_side, random_mission, random_rule};
use crate::grammar::testing::{alphabet, grammar, lattice_rule, mission, rule};
use crate::grammar::{Geometry, Rule};

/// Returns the mission nodes of each match, by ascending id in the rule.
fn nodes(rule: Rule, host: &str) -> Vec<Vec<u32>> {
    let matches = find_matches(&grammar("1:A", vec![rule], Vec::new()), 0, &mission(host));
    matches.iter().map(|found| found.nodes.iter().map(|(_, node)| node.0).collect()).collect()
}

/// Returns the mission nodes of each match of a rule that keeps everything.
fn left(lhs: &str, host: &str) -> Vec<Vec<u32>> {
    let keep = lhs
        .split(' ')
        .filter_map(|token| token.split_once(':'))
        .map(|(id, _)| format!("{id}:="))
        .collect::<Vec<_>>();
    nodes(rule("r", lhs, &keep.join(" ")), host)
}

#[test]
fn match_ignores_extra_mission_edges() {
    assert_eq!(left("1:A 2:B 1-p>2", "1:A 2:B 1-p>2 2-q>1 2-p>2"), [[1, 2]]);
}

#[test]
fn match_takes_different_elements_for_different_elements() {
    assert_eq!(left("1:A 2:A", "1:A"), [[0; 0]; 0]);
    assert_eq!(left("1:A 2:A 1-p>2 1-p>2", "1:A 2:A 1-p>2"), [[0; 0]; 0]);
    assert_eq!(left("1:A 2:A 1-p>2 1-p>2", "1:A 2:A 1-p>2 1-p>2"), [[1, 2], [1, 2]]);
}

#[test]
fn match_of_an_either_way_edge_names_the_nodes_both_ways() {
    assert_eq!(left("1:A 2:A 1-p-2", "1:A 2:A 1-p>2"), [[1, 2], [2, 1]]);
    assert_eq!(left("1:A 2:B 1-p-2", "1:A 2:B 2-p>1"), [[1, 2]]);
}

#[test]
fn match_of_an_either_way_loop_counts_once() {
    assert_eq!(left("1:A 1-p-1", "1:A 2:A 1-p>1 1-p>2"), [[1]]);
}

#[test]
fn match_of_a_loop_is_no_edge_between_two_nodes() {
    assert_eq!(left("1:A 2:A 1-p>2", "1:A 1-p>1"), [[0; 0]; 0]);
}

#[test]
fn match_is_refused_where_an_edge_would_dangle() {
    let host = "1:A 2:B 3:B 4:A 1-p>2 4-p>3 4-q>1";
    assert_eq!(nodes(rule("r", "1:A 2:B 1-p>2", "1:="), host), [[1, 2], [4, 3]]);
    assert_eq!(nodes(rule("r", "1:A 2:B 1-p>2", "2:="), host), [[0; 0]; 0]);
    let drop = Rule { dangling: DanglingPolicy::Drop, ..rule("r", "1:A 2:B 1-p>2", "2:=") };
    assert_eq!(nodes(drop, host), [[1, 2], [4, 3]]);
}

// 1 2
// 3 .
const CORNER: &str = "1:A@0,0 2:A@1,0 3:A@0,1";

#[test]
fn match_lies_as_drawn() {
    let drawn = |turns, flips| Rule {
        geometry: Geometry::Lattice { turns, flips },
        ..lattice_rule("r", "1:A 2:A", "1:= 2:=", "1@4,4 2@5,4")
    };
    assert_eq!(nodes(drawn(false, false), CORNER), [[1, 2]]);
    assert_eq!(nodes(drawn(false, true), CORNER), [[1, 2], [2, 1]]);
    assert_eq!(nodes(drawn(true, false), CORNER), [[1, 2], [1, 3], [2, 1], [3, 1]]);
}

#[test]
fn match_needs_room_for_what_is_created() {
    let grow = |turns| Rule {
        geometry: Geometry::Lattice { turns, flips: true },
        ..lattice_rule("r", "1:A", "1:= 2:B", "1@0,0 2@1,0")
    };
    assert_eq!(nodes(grow(false), CORNER), [[1], [2], [3], [3]]);
    assert_eq!(nodes(grow(true), CORNER), [[1], [1], [2], [2], [2], [3], [3], [3]]);
}

#[test]
fn match_on_the_lattice_needs_nodes_with_sites() {
    assert_eq!(nodes(lattice_rule("r", "1:A", "1:=", "1@0,0"), "1:A 2:A@7,7"), [[2]]);
}

#[test]
fn match_of_places_at_the_end_of_the_numbers_is_none() {
    let edge = format!("1:A@{},0", i32::MAX);
    let right = Rule {
        geometry: Geometry::Lattice { turns: false, flips: false },
        ..lattice_rule("r", "1:A", "1:= 2:B", "1@0,0 2@1,0")
    };
    assert_eq!(nodes(right, &edge), [[0; 0]; 0]);
}

#[test]
fn match_of_a_rule_that_is_not_there_or_wrong_is_none() {
    let grammar = grammar("1:A", vec![rule("r", "1:Z", "1:=")], Vec::new());
    assert_eq!(find_matches(&grammar, 0, &mission("1:A")), []);
    assert_eq!(find_matches(&grammar, 5, &mission("1:A")), []);
}

#[test]
fn search_gives_up_at_too_many_matches() {
    let host: String = (1..=40).map(|id| format!("{id}:A ")).collect();
    let rule = resolve_rule(&alphabet(), &rule("r", "1:A 2:A 3:A 4:A", "")).expect("no mistake");
    let host = mission(&host);
    let found = find(&rule, &host, &Index::new(&host), &mut Effort::of_one_search());
    assert_eq!(found.gave_up, Some(("matches", MOST_MATCHES)));
    assert_eq!(found.count() as u64, MOST_MATCHES);
}

#[test]
fn search_walks_a_long_chain_without_trying_all_pairs() {
    let nodes: String = (1..=3_000).map(|id| format!("{id}:A ")).collect();
    let edges: String = (1..3_000).map(|id| format!("{id}-p>{} ", id + 1)).collect();
    // All triples would be 27 billion tries, all pairs 9 million for each of five rounds.
    let chain = left("1:A 2:A 3:A 1-p>2 2-p>3", &(nodes + &edges));
    assert_eq!(chain.len(), 2_998);
    assert_eq!(chain.last(), Some(&vec![2_998, 2_999, 3_000]));
}

#[test]
fn nth_match_is_that_of_the_list() {
    for case in 0..200 {
        let random: &mut RandomStream = &mut Seed(5).numbered(case).stream();
        let (rule, host) = (random_rule(random), random_mission(random, 6, 8));
        let rule = resolve_rule(&alphabet(), &rule).expect("no mistake");
        let found = find(&rule, &host, &Index::new(&host), &mut Effort::of_one_search());
        let listed: Vec<Match> = (0..found.count()).filter_map(|n| found.nth(&rule, n)).collect();
        assert_eq!(found.nth(&rule, found.count()), None);
        assert_eq!(found.into_matches(&rule), listed);
    }
}

#[test]
fn index_follows_deltas_as_if_built_anew() {
    for case in 0..300 {
        let random = &mut Seed(6).numbered(case).stream();
        let mut host = random_mission(random, 6, 8);
        let mut index = Index::new(&host);
        for step in 1..6 {
            let rule = resolve_rule(&alphabet(), &random_rule(random)).expect("no mistake");
            let matches = find(&rule, &host, &index, &mut Effort::of_one_search()).into_matches(&rule);
            let Some(found) = random.pick(&matches) else { continue };
            let delta = plan_delta(&rule, &host, found, fitting_sides(&rule, &host, &index, found)[0], step);
            index.redo(&delta, &mut host);
            assert!(index.is_same(&Index::new(&host)), "case {case}");
        }
    }
}

#[test]
fn rules_that_match_alike_have_the_same_matches() {
    let (mut equal, mut different) = (0, 0);
    for case in 0..600 {
        let random = &mut Seed(12).numbered(case).stream();
        let one = random_rule(random);
        let one = if random.chance(60) { full(random, one) } else { one };
        let other = Rule { rhs: other_right_side(random, &one), or: Vec::new(), ..one.clone() };
        let ready = [&one, &other].map(|rule| resolve_rule(&alphabet(), rule).expect("no mistake"));
        let mission = random_mission(random, 6, 8);
        let index = Index::new(&mission);
        let found = ready
            .each_ref()
            .map(|rule| find(rule, &mission, &index, &mut Effort::of_one_search()).into_matches(rule));
        if ready[0].matches_like(&ready[1]) {
            assert_eq!(found[0], found[1], "case {case}");
            equal += usize::from(!found[0].is_empty());
        } else {
            different += usize::from(found[0] != found[1]);
        }
    }
    assert!(equal > 50 && different > 10, "{equal} {different}");
}
