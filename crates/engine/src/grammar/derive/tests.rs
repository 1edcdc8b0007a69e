use super::*;
use crate::grammar::testing::random::{alphabet_with_ends, random_lattice_rule, random_mission, random_rule};
use crate::grammar::testing::{derived, grammar, lattice_rule, mission, print, replacement, rule};
use crate::grammar::{
    Condition, DanglingPolicy, DistanceOrigin, ElementId, Grammar, Limits, LocksOnWay, MatchPreference,
    RecipeStep, Rule, RuleChoice, Start, Times,
};

fn apply_all(times: Times) -> Vec<RecipeStep> {
    vec![RecipeStep::apply(RuleChoice::All, times)]
}

pub fn apply_named(name: &str, times: Times) -> RecipeStep {
    RecipeStep::apply(RuleChoice::Named(vec![name.to_owned()]), times)
}

pub fn grow() -> Rule {
    rule("Grow", "1:A", "1:= 2:B 1-p>2")
}

pub fn codes(outcome: &Outcome<Derivation>) -> Vec<&'static str> {
    outcome.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

#[test]
fn derivation_runs_the_recipe_in_order() {
    let rules = vec![rule("Swap", "1:A", "1:B"), rule("Add", "1:B", "1:C 2:D 1-p>2")];
    let recipe = vec![apply_named("Add", Times::UntilNone), apply_named("Swap", Times::UntilNone)];
    let outcome = derived(&grammar("1:A 2:B", rules, recipe), Seed(1));
    assert!(outcome.is_done() && outcome.diagnostics.is_empty(), "{outcome:?}");
    assert_eq!(print(&outcome.value.mission), "1:B 2:C 3:D 2-p>3");
    let steps: Vec<_> = outcome.value.steps.iter().map(|step| (step.rule, step.recipe_step)).collect();
    assert_eq!(steps, [(1, 0), (0, 1)]);
    assert_eq!(outcome.value.counts(), [1, 1]);
}

#[test]
fn derivation_marks_new_elements_with_their_step() {
    let outcome = derived(&grammar("1:A", vec![grow()], apply_all(Times::Exactly(2))), Seed(1));
    let mission = outcome.value.mission;
    assert_eq!(mission.nodes().map(|(_, node)| node.made_by).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(mission.edges().map(|(_, edge)| edge.made_by).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn derivation_draws_how_often_from_the_whole_range() {
    let grammar = grammar("1:A", vec![grow()], apply_all(Times::Between(2, 4)));
    let mut counts: Vec<_> = (0..60).map(|seed| derived(&grammar, Seed(seed)).value.steps.len()).collect();
    counts.sort_unstable();
    counts.dedup();
    assert_eq!(counts, [2, 3, 4]);
}

#[test]
fn derivation_obeys_the_limit_of_a_rule_and_notes_what_was_missing() {
    let limited = Rule { limit: Some(3), ..grow() };
    let outcome = derived(&grammar("1:A", vec![limited], apply_all(Times::Between(5, 9))), Seed(1));
    assert!(outcome.is_done());
    assert_eq!(outcome.value.counts(), [3]);
    assert_eq!(codes(&outcome), ["fewer-times"]);
    assert_eq!(outcome.diagnostics[0].severity, Severity::Note);
    assert_eq!(outcome.diagnostics[0].path.to_string(), "recipe[0]");
    assert!(outcome.diagnostics[0].message.contains("at least 5 times"), "{}", outcome.diagnostics[0]);
}

#[test]
fn derivation_stops_at_each_limit_with_its_number() {
    let limits = Limits { steps: 100, nodes: 100, edges: 100 };
    let cases = [
        (Limits { steps: 4, ..limits }, "steps", 4, 4),
        (Limits { nodes: 6, ..limits }, "nodes", 6, 5),
        (Limits { edges: 7, ..limits }, "edges", 7, 7),
    ];
    for (limits, what, limit, steps) in cases {
        let mut grammar = grammar("1:A", vec![grow()], apply_all(Times::UntilNone));
        grammar.limits = limits;
        let outcome = derived(&grammar, Seed(1));
        assert_eq!(outcome.stop, StopReason::Budget { what, limit });
        assert_eq!(outcome.value.steps.len(), steps);
        assert_eq!(codes(&outcome), ["limit-reached"]);
        let counts = format!("\"Grow\" {steps} times");
        assert!(outcome.diagnostics[0].message.contains(&counts), "{}", outcome.diagnostics[0]);
    }
}

#[test]
fn derivation_that_ends_on_its_limit_is_done() {
    let mut grammar = grammar("1:A", vec![grow()], apply_all(Times::Exactly(4)));
    grammar.limits = Limits { steps: 4, nodes: 5, edges: 4 };
    assert!(derived(&grammar, Seed(1)).is_done());
    grammar.limits.nodes = 4;
    assert_eq!(derived(&grammar, Seed(1)).stop, StopReason::Budget { what: "nodes", limit: 4 });
}

#[test]
fn derivation_stops_before_a_start_over_the_limit() {
    let mut grammar = grammar("1:A 2:A", vec![grow()], apply_all(Times::Exactly(1)));
    grammar.limits.nodes = 1;
    let outcome = derived(&grammar, Seed(1));
    assert_eq!(outcome.stop, StopReason::Budget { what: "nodes", limit: 1 });
    assert_eq!(print(&outcome.value.mission), "1:A 2:A");
}

#[test]
fn derivation_gives_up_on_a_left_side_in_too_many_parts() {
    let parts = rule("Parts", "1:A 2:A 3:A 4:A 5:A", "1:= 2:= 3:= 4:= 5:B");
    let mut grammar = grammar("1:A", vec![parts], apply_all(Times::Exactly(1)));
    grammar.start = Start::Lattice { width: 8, height: 8, node: "A".to_owned(), edge: "p".to_owned() };
    let outcome = derived(&grammar, Seed(1));
    assert_eq!(outcome.stop, StopReason::Budget { what: "matches", limit: 1_000_000 });
    assert_eq!(outcome.diagnostics[0].path.to_string(), "rules[0].lhs");
}

#[test]
fn derivation_of_a_grammar_with_errors_gives_start_and_errors() {
    let broken = rule("Broken", "1:Z", "1:=");
    let outcome = derived(&grammar("1:A", vec![broken], apply_all(Times::UntilNone)), Seed(1));
    assert_eq!(outcome.stop, StopReason::Failed);
    assert_eq!(codes(&outcome), ["unknown-symbol"]);
    assert_eq!((print(&outcome.value.start), print(&outcome.value.mission)), ("1:A".into(), "1:A".into()));

    let outcome = derived(&grammar("1:Z", vec![grow()], apply_all(Times::UntilNone)), Seed(1));
    assert_eq!((outcome.stop, outcome.value.mission), (StopReason::Failed, Mission::new()));
}

#[test]
fn derivation_draws_rules_by_weight_among_those_that_match() {
    let weighted = |name, lhs, rhs, weight| Rule { weight, ..rule(name, lhs, rhs) };
    let rules = vec![
        weighted("One", "1:A", "1:= 2:B", 1),
        weighted("Three", "1:A", "1:= 2:B", 3),
        weighted("Never", "1:A", "1:= 2:B", 0),
        weighted("Nowhere", "1:E", "1:= 2:B", 50),
    ];
    let mut grammar = grammar("1:A", rules, apply_all(Times::Exactly(2_000)));
    grammar.limits = Limits { steps: 3_000, nodes: 3_000, edges: 3_000 };
    let counts = derived(&grammar, Seed(7)).value.counts();
    assert_eq!((counts[0] + counts[1], counts[2], counts[3]), (2_000, 0, 0));
    // Three times the standard deviation, which is 19.
    assert!(counts[0].abs_diff(500) < 58, "{counts:?}");
}

#[test]
fn derivation_draws_each_match_with_equal_chance() {
    // Five matches, two of which have the same nodes.
    let grammar = grammar(
        "1:A 2:A 3:B 1-p>2 1-p>2 2-q>1 1-q>3 3-r>2",
        vec![rule("Cut", "1:* 2:* 1-*>2", "1:= 2:=")],
        apply_all(Times::Exactly(1)),
    );
    let mut counts = [0_u32; 5];
    for seed in 0..2_000 {
        let derivation = derived(&grammar, Seed(seed)).value;
        counts[derivation.steps[0].matched.edges[0].0 as usize - 1] += 1;
    }
    // Chi-square with 4 degrees of freedom stays under 18.5 in 999 of 1,000 cases.
    let chi_square: f64 = counts.iter().map(|&n| (f64::from(n) - 400.0).powi(2) / 400.0).sum();
    assert!(chi_square < 18.5, "{counts:?}");
}

/// Returns a grammar on a lattice of 8 × 8, on which rules walk, grow and cut.
pub fn board() -> Grammar {
    let rules = vec![
        lattice_rule("Enter", "1:A", "1:B", "1@0,0"),
        lattice_rule("Walk", "1:B 2:A 1-p-2", "1:= 2:B 1-q>2", "1@0,0 2@1,0"),
        lattice_rule("Bend", "1:B 2:B 3:A 1-q-2 2-p-3", "1:= 2:C 3:B 1-=>2 2-=>3", "1@0,0 2@1,0 3@1,1"),
        Rule { dangling: DanglingPolicy::Drop, weight: 2, ..rule("Drop", "1:C", "") },
        lattice_rule("Fill", "1:B", "1:= 2:A 1-p>2", "1@0,0 2@0,1"),
    ];
    let recipe = vec![apply_named("Enter", Times::Exactly(3)), apply_all(Times::Exactly(200)).remove(0)];
    let mut grammar = grammar("1:A", rules, recipe);
    grammar.start = Start::Lattice { width: 8, height: 8, node: "A".to_owned(), edge: "p".to_owned() };
    grammar
}

#[test]
fn derivation_is_the_same_for_the_same_seed_only() {
    let (one, again, other) =
        (derived(&board(), Seed(1)), derived(&board(), Seed(1)), derived(&board(), Seed(2)));
    assert_eq!(one.value.steps, again.value.steps);
    assert_eq!(one.value.mission, again.value.mission);
    assert_ne!(one.value.mission, other.value.mission);
    assert!(one.value.steps.len() > 100, "{}", one.value.steps.len());
}

#[test]
fn derivation_does_not_depend_on_the_order_in_which_nodes_are_listed() {
    let mut turned = board();
    for rule in &mut turned.rules {
        rule.lhs.nodes.reverse();
        rule.rhs.nodes.reverse();
        rule.at.reverse();
    }
    assert_eq!(turned, board());
    assert_eq!(derived(&turned, Seed(3)).value.steps, derived(&board(), Seed(3)).value.steps);
}

#[test]
fn derivation_of_a_longer_recipe_begins_like_the_shorter_one() {
    let mut longer = board();
    longer.recipe.push(apply_named("Enter", Times::UntilNone));
    let (short, long) = (derived(&board(), Seed(4)).value, derived(&longer, Seed(4)).value);
    assert_eq!(long.steps[..short.steps.len()], short.steps[..]);
}

#[test]
fn every_step_of_a_derivation_can_be_undone_and_redone() {
    let derivation = derived(&board(), Seed(5)).value;
    let mut mission = derivation.mission.clone();
    for count in (0..derivation.steps.len()).rev() {
        derivation.steps[count].delta.undo(&mut mission);
        assert_eq!(mission, derivation.at_step(count), "step {count}");
        assert_sound(&mission);
    }
    assert_eq!(mission, derivation.start);
    assert_eq!(derivation.at_step(derivation.steps.len()), derivation.mission);
    assert_eq!(derivation.at_step(usize::MAX), derivation.mission);
}

/// Asserts that no edge dangles, and that no two nodes share a site.
pub fn assert_sound(mission: &Mission) {
    for (id, edge) in mission.edges() {
        let has_ends = mission.node(edge.from).is_some() && mission.node(edge.to).is_some();
        assert!(has_ends && mission.edges_out(edge.from).contains(&id), "edge {} dangles", id.0);
    }
    let mut sites: Vec<_> = mission.nodes().filter_map(|(_, node)| node.site).collect();
    let count = sites.len();
    sites.sort();
    sites.dedup();
    assert_eq!(sites.len(), count);
}

#[test]
fn random_grammars_derive_and_replay() {
    let mut steps = 0;
    for case in 0..250 {
        let random = &mut Seed(12).numbered(case).stream();
        let mut rules: Vec<Rule> = (0..3).map(|_| random_rule(random)).collect();
        rules.extend((0..3).map(|_| random_lattice_rule(random)));
        for (number, rule) in rules.iter_mut().enumerate() {
            rule.name = format!("{number}");
        }
        let start = "1:A@0,0 2:B@1,0 3:A@1,1 4:C 1-p>2 2-p>3 3-q>1 4-p>4 4-q>1";
        let mut grammar = grammar(start, rules, apply_all(Times::Exactly(25)));
        grammar.limits = Limits { steps: 25, nodes: 40, edges: 60 };
        let outcome = derived(&grammar, Seed(case));
        assert_ne!(outcome.stop, StopReason::Failed, "{:?}", outcome.diagnostics);
        let derivation = outcome.value;
        assert_eq!(derivation.start, mission(start));
        let mut replayed = derivation.start.clone();
        for step in &derivation.steps {
            let before = replayed.clone();
            step.delta.redo(&mut replayed);
            assert_sound(&replayed);
            let mut undone = replayed.clone();
            step.delta.undo(&mut undone);
            assert_eq!(undone, before);
        }
        assert_eq!(replayed, derivation.mission);
        steps += derivation.steps.len();
    }
    assert!(steps > 2_000, "{steps}");
}

#[test]
fn rules_with_the_same_left_side_draw_from_the_same_matches_and_name_their_own_elements() {
    let rules = vec![
        rule("Split", "1:A 2:* 1-p>2", "1:= 2:= 3:A 1-p>3 3-p>2"),
        rule("Branch", "5:A 7:* 5-p>7", "5:= 7:= 8:A 5-=>7 5-p>8"),
        rule("Swap", "1:A 2:* 1-p>2", "1:B 2:= 1-=>2"),
    ];
    let grammar = grammar("1:A 2:A 3:A 1-p>2 2-p>3", rules, apply_all(Times::Exactly(60)));
    let mut drawn = [0; 3];
    for seed in 0..5 {
        let derivation = derived(&grammar, Seed(seed)).value;
        let mut mission = derivation.start.clone();
        for step in &derivation.steps {
            let matches = crate::grammar::find_matches(&grammar, step.rule, &mission);
            assert!(matches.contains(&step.matched), "seed {seed}: {:?}", step.matched);
            step.delta.redo(&mut mission);
            drawn[step.rule] += 1;
        }
    }
    assert!(drawn.iter().all(|count| *count > 20), "{drawn:?}");
}

/// If this fails, every level of every designer changes. Change it only on purpose, and never after a
/// release.
#[test]
fn derivations_never_change() {
    let rules = vec![
        Rule { weight: 2, ..rule("Grow", "1:A", "1:= 2:A 1-p>2") },
        rule("Split", "1:* 2:* 1-p>2", "1:= 2:= 3:B 1-p>3 3-p>2"),
        Rule { limit: Some(1), ..rule("Ring", "1:A 2:A 3:* 1-p-3 2-p-3", "1:= 2:= 3:C 1-=>3 2-=>3 1-q>2") },
    ];
    let grammar = grammar("1:A", rules, apply_all(Times::Between(6, 9)));
    let printed = [1, 2].map(|seed| print(&derived(&grammar, Seed(seed)).value.mission));
    let expected = [
        "1:A 2:A 3:C 4:B 5:B 6:B 7:B 8:B 1-q>2 1-p>5 5-p>3 4-p>6 6-p>2 7-p>4 3-p>8 8-p>7",
        "1:A 2:A 3:B 4:B 5:C 6:A 3-p>2 1-p>4 4-p>3 1-p>5 5-p>6 1-q>6",
    ];
    assert_eq!(printed, expected);
}

#[test]
fn derivation_draws_right_sides_by_weight_among_those_that_fit() {
    let mut grow = rule("Grow", "1:A", "1:B");
    grow.or = vec![replacement("1:C"), replacement("")];
    (grow.rhs.weight, grow.or[0].weight) = (3, 1);
    // The third right side would leave the edge dangling.
    let grammar = grammar("1:A 2:B 1-p>2", vec![grow], apply_all(Times::Exactly(1)));
    let mut counts = [0_u32; 3];
    for seed in 0..1_000 {
        let derivation = derived(&grammar, Seed(seed)).value;
        counts[derivation.steps[0].alternative] += 1;
        let expected = ["1:B 2:B 1-p>2", "1:C 2:B 1-p>2"][derivation.steps[0].alternative];
        assert_eq!(print(&derivation.mission), expected);
    }
    assert!(counts[0].abs_diff(750) < 50 && counts[2] == 0, "{counts:?}");
}

#[test]
fn derivation_never_runs_a_rule_that_is_turned_off() {
    let off = Rule { enabled: false, ..rule("Off", "1:A", "1:B") };
    let grammar = grammar("1:A", vec![off, rule("On", "1:A", "1:C")], apply_all(Times::UntilNone));
    let outcome = derived(&grammar, Seed(1));
    assert_eq!((print(&outcome.value.mission), outcome.diagnostics.len()), ("1:C".to_owned(), 0));
}

/// Returns a grammar with ends and locks that applies its rules once.
fn ended(start: &str, rule: Rule) -> Grammar {
    let mut grammar = grammar(start, vec![rule], apply_all(Times::Exactly(1)));
    grammar.alphabet = alphabet_with_ends();
    grammar
}

/// Returns the missions after one step, each once, for many seeds.
fn outcomes(grammar: &Grammar) -> Vec<String> {
    let mut all: Vec<String> =
        (0..60).map(|seed| print(&derived(grammar, Seed(seed)).value.mission)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

// 6 - 1 - 2 - 3    1 is the start; 7 is reached only through the lock 5.
//     |   |
//     5   4
//     |
//     7 - 8
const BRANCHES: &str = "1:C 2:A 3:A 4:A 5:B 6:A 7:A 8:A 9:A 1-p>2 2-p>3 2-p>4 1-p>5 1-p>6 5-p>7 7-p>8";

#[test]
fn a_rule_draws_only_among_the_matches_that_it_prefers() {
    let (from, closed) = (DistanceOrigin::Start, LocksOnWay::Closed);
    let mark = |prefer| ended(BRANCHES, Rule { prefer: Some(prefer), ..rule("Mark", "1:A", "1:D") });
    let marked = |nodes: &[u32]| -> Vec<String> {
        let one = |node: &u32| BRANCHES.replacen(&format!("{node}:A"), &format!("{node}:D"), 1);
        nodes.iter().map(one).collect()
    };
    let node = ElementId(1);
    let farthest = mark(MatchPreference::Farthest { node, from, locks: LocksOnWay::Open });
    assert_eq!(outcomes(&farthest), marked(&[8]));
    let around_locks = mark(MatchPreference::Farthest { node, from, locks: closed });
    assert_eq!(outcomes(&around_locks), marked(&[4, 3]));
    let nearest = mark(MatchPreference::Nearest { node, from, locks: LocksOnWay::Open });
    assert_eq!(outcomes(&nearest), marked(&[6, 2]));
    let unreached = mark(MatchPreference::Nearest { node, from: DistanceOrigin::Goal, locks: closed });
    assert_eq!(outcomes(&unreached).len(), 7, "each A is a goal, at distance 0");
}

#[test]
fn the_farthest_end_is_the_farthest_node_for_which_the_other_conditions_hold() {
    let mut boss = rule("Boss", "1:A", "1:D");
    let farthest = Condition::Farthest { from: DistanceOrigin::Start, locks: LocksOnWay::Open };
    boss.lhs.nodes[&ElementId(1)].when = vec![farthest];
    // A ring of 2, 3 and 4, with the end 5: the farthest node is on the ring, and no end.
    let ring = "1:C 2:A 3:A 4:A 5:A 1-p>2 2-p>3 3-p>4 1-p>5 4-q>3";
    assert_eq!(outcomes(&ended(ring, boss.clone())), [ring.replace("4:A", "4:D")]);
    let end = Condition::Degree(crate::grammar::DegreeKind::All, crate::grammar::Count::Exactly(1));
    boss.lhs.nodes[&ElementId(1)].when.push(end);
    assert_eq!(outcomes(&ended(ring, boss)), [ring.replace("5:A", "5:D")]);
}

/// Returns the number of passages from the nearest C to a node, by relaxing every edge often.
fn steps_from_c(mission: &Mission, to: crate::mission::NodeId) -> Option<usize> {
    let alphabet = alphabet_with_ends();
    let mut known: std::collections::BTreeMap<_, _> = mission
        .nodes()
        .filter(|(_, node)| alphabet.node(node.symbol).0 == "C")
        .map(|(id, _)| (id, 0))
        .collect();
    for _ in 0..mission.node_count() {
        for (_, edge) in mission.edges() {
            let mut ways = vec![(edge.from, edge.to)];
            if alphabet.edge(edge.symbol).0 != "q" {
                ways.push((edge.to, edge.from));
            }
            for (from, to) in ways {
                if let Some(steps) = known.get(&from).copied() {
                    let best = known.entry(to).or_insert(usize::MAX);
                    *best = (*best).min(steps + 1);
                }
            }
        }
    }
    known.get(&to).copied()
}

#[test]
fn no_match_is_farther_than_a_preferred_one() {
    let mut applied = 0;
    for case in 0..400 {
        let random = &mut Seed(91).numbered(case).stream();
        let start = random_mission(random, 7, 9);
        let node = ElementId(1);
        let (from, locks) = (DistanceOrigin::Start, LocksOnWay::Open);
        let is_farthest = random.chance(50);
        let prefer = if is_farthest {
            MatchPreference::Farthest { node, from, locks }
        } else {
            MatchPreference::Nearest { node, from, locks }
        };
        let grammar = ended(&print(&start), Rule { prefer: Some(prefer), ..random_rule(random) });
        let derivation = derived(&grammar, Seed(case)).value;
        let Some(step) = derivation.steps.first() else { continue };
        let distance = |matched: &crate::grammar::Match| {
            matched.node(node).and_then(|id| steps_from_c(&derivation.start, id))
        };
        let all = crate::grammar::find_matches(&grammar, 0, &derivation.start);
        let distances = all.iter().filter_map(distance);
        let best = if is_farthest { distances.max() } else { distances.min() };
        assert_eq!(distance(&step.matched), best, "case {case}");
        applied += 1;
    }
    assert!(applied > 100, "{applied}");
}
