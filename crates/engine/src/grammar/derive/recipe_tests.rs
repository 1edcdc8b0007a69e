//! Blocks, repetitions, chances, conditions and tries; all matches at once; counts; playback.

use std::sync::Arc;

use super::tests::{apply_named, assert_sound, board, codes, grow};
use super::*;
use crate::base::RandomStream;
use crate::grammar::find::{Effort, Index, find};
use crate::grammar::resolve::resolve_rule;
use crate::grammar::testing::random::{random_lattice_rule, random_rule};
use crate::grammar::testing::{derived, grammar, mission, pattern, print, rule};
use crate::grammar::{
    CountBound, Limits, RecipeStep, Requirement, Rule, RuleChoice, Times, UnmetAction, WeightedBlock,
};
use crate::mission::{EdgeRole, NodeRole};

fn once(name: &str) -> RecipeStep {
    apply_named(name, Times::Exactly(1))
}

fn retry(times: u32, condition: Requirement) -> RecipeStep {
    RecipeStep::Require { notes: String::new(), condition, otherwise: UnmetAction::Retry { times } }
}

fn stop(condition: Requirement) -> RecipeStep {
    RecipeStep::Require { notes: String::new(), condition, otherwise: UnmetAction::Stop }
}

/// Returns runs, steps, skipped matches and tries of each step of the recipe.
fn counts(derivation: &Derivation) -> Vec<(u32, u32, u32, u32)> {
    derivation.recipe_counts.iter().map(|c| (c.runs, c.steps, c.skipped, c.thrown_away)).collect()
}

fn paths(derivation: &Derivation) -> Vec<&str> {
    derivation.recipe_counts.iter().map(|count| count.path.as_str()).collect()
}

#[test]
fn all_matches_at_once_are_those_of_the_mission_as_it_was() {
    let rules = vec![rule("Bud", "1:A", "1:= 2:A 1-p>2"), rule("Turn", "1:B", "1:C")];
    let all = RecipeStep::ApplyAll { notes: String::new(), rules: RuleChoice::All };
    let outcome = derived(&grammar("1:A 2:B 3:A", rules, vec![all]), Seed(1));
    assert_eq!(print(&outcome.value.mission), "1:A 2:C 3:A 4:A 5:A 1-p>4 3-p>5");
    // Rule by rule, match by match.
    let order: Vec<_> =
        outcome.value.steps.iter().map(|step| (step.rule, step.matched.nodes[0].1.0)).collect();
    assert_eq!(order, [(0, 1), (0, 3), (1, 2)]);
    assert_eq!(counts(&outcome.value), [(1, 3, 0, 0)]);
}

#[test]
fn all_matches_at_once_skip_and_count_those_that_overlap() {
    // In a chain of five, pairs share nodes: the first pair takes 1 and 2, the third 3 and 4.
    let rules = vec![rule("Merge", "1:A 2:A 1-p>2", "1:B 2:B 1-q>2")];
    let all = RecipeStep::ApplyAll { notes: String::new(), rules: RuleChoice::All };
    let outcome = derived(&grammar("1:A 2:A 3:A 4:A 5:A 1-p>2 2-p>3 3-p>4 4-p>5", rules, vec![all]), Seed(1));
    assert_eq!(print(&outcome.value.mission), "1:B 2:B 3:B 4:B 5:A 2-p>3 4-p>5 1-q>2 3-q>4");
    assert_eq!(counts(&outcome.value), [(1, 2, 2, 0)]);
}

#[test]
fn all_matches_at_once_obey_weights_of_zero_and_limits() {
    let rules = vec![
        Rule { weight: 0, ..rule("Never", "1:A", "1:C") },
        Rule { limit: Some(2), ..rule("Twice", "1:A", "1:B") },
    ];
    let all = RecipeStep::ApplyAll { notes: String::new(), rules: RuleChoice::All };
    let outcome = derived(&grammar("1:A 2:A 3:A", rules, vec![all]), Seed(1));
    assert_eq!(print(&outcome.value.mission), "1:B 2:B 3:A");
    assert_eq!(counts(&outcome.value), [(1, 2, 0, 0)]);
}

#[test]
fn all_matches_at_once_do_what_asking_anew_before_each_would_do() {
    let mut skipped = 0;
    for case in 0..300 {
        let random = &mut Seed(41).numbered(case).stream();
        let mut rules = vec![random_rule(random), random_lattice_rule(random), random_rule(random)];
        for (number, rule) in rules.iter_mut().enumerate() {
            rule.name = format!("{number}");
        }
        let start = "1:A@0,0 2:B@1,0 3:A@1,1 4:C@0,1 5:A@2,0 1-p>2 2-p>3 3-q>1 4-p>4 4-q>1 5-p>2";
        let mut expected = mission(start);
        let ready: Vec<_> = rules
            .iter()
            .map(|rule| resolve_rule(&crate::grammar::testing::alphabet(), rule).expect("no mistake"))
            .collect();
        let listed: Vec<_> = ready
            .iter()
            .map(|rule| {
                find(rule, &expected, &Index::new(&expected), &mut Effort::of_one_search()).into_matches(rule)
            })
            .collect();
        let mut step = 0;
        for (rule, matches) in ready.iter().zip(listed) {
            for matched in matches {
                let now = find(rule, &expected, &Index::new(&expected), &mut Effort::of_one_search())
                    .into_matches(rule);
                if now.contains(&matched) {
                    step += 1;
                    crate::grammar::apply::plan_delta(rule, &expected, &matched, 0, step).redo(&mut expected);
                }
            }
        }
        let all = RecipeStep::ApplyAll { notes: String::new(), rules: RuleChoice::All };
        let derivation = derived(&grammar(start, rules, vec![all]), Seed(case)).value;
        assert_eq!(derivation.mission, expected, "case {case}");
        skipped += derivation.recipe_counts[0].skipped;
    }
    assert!(skipped > 300, "{skipped}");
}

#[test]
fn repeat_does_its_steps_over_and_over() {
    let rules = vec![grow(), rule("Turn", "1:B", "1:C")];
    let steps = vec![once("Grow"), once("Turn")];
    let outcome = derived(
        &grammar(
            "1:A",
            rules,
            vec![RecipeStep::Repeat { notes: String::new(), times: Times::Exactly(3), steps }],
        ),
        Seed(1),
    );
    let order: Vec<_> = outcome.value.steps.iter().map(|step| (step.rule, step.recipe_step)).collect();
    assert_eq!(order, [(0, 1), (1, 2), (0, 1), (1, 2), (0, 1), (1, 2)]);
    assert_eq!(counts(&outcome.value), [(1, 6, 0, 0), (3, 3, 0, 0), (3, 3, 0, 0)]);
    assert_eq!(paths(&outcome.value), ["recipe[0]", "recipe[0].steps[0]", "recipe[0].steps[1]"]);
}

#[test]
fn repeat_until_none_ends_with_the_first_repetition_that_applies_no_rule() {
    let rules = vec![rule("Turn", "1:A", "1:B"), rule("Again", "1:B", "1:C")];
    let steps = vec![once("Turn"), once("Again")];
    let outcome = derived(
        &grammar(
            "1:A 2:A 3:A",
            rules,
            vec![RecipeStep::Repeat { notes: String::new(), times: Times::UntilNone, steps }],
        ),
        Seed(1),
    );
    assert_eq!(print(&outcome.value.mission), "1:C 2:C 3:C");
    assert_eq!(counts(&outcome.value), [(1, 6, 0, 0), (4, 3, 0, 0), (4, 3, 0, 0)]);
    // One note for each step, however often it did nothing.
    assert_eq!(codes(&outcome), ["fewer-times", "fewer-times"]);
    assert!(
        outcome.diagnostics[0].message.starts_with("Step 1.1 of the recipe"),
        "{:?}",
        outcome.diagnostics
    );
}

#[test]
fn recipe_without_end_stops_at_a_limit() {
    let empty =
        RecipeStep::Repeat { notes: String::new(), times: Times::Exactly(u32::MAX), steps: Vec::new() };
    let outcome = derived(&grammar("1:A", vec![grow()], vec![empty, once("Grow")]), Seed(1));
    assert_eq!(outcome.stop, StopReason::Budget { what: "turns of the recipe", limit: 1_000_000 });
}

#[test]
fn choose_draws_blocks_by_weight() {
    let rules = vec![rule("One", "1:A", "1:B"), rule("Three", "1:A", "1:C"), rule("Never", "1:A", "1:D")];
    let block = |weight, name| WeightedBlock { notes: String::new(), weight, steps: vec![once(name)] };
    let nothing = WeightedBlock { notes: String::new(), weight: 4, steps: Vec::new() };
    let choose = RecipeStep::Choose(vec![block(1, "One"), nothing, block(3, "Three"), block(0, "Never")]);
    let grammar = grammar("1:A", rules, vec![choose]);
    let mut drawn = [0_u32; 4];
    for seed in 0..1_600 {
        let derivation = derived(&grammar, Seed(seed)).value;
        drawn[derivation.steps.first().map_or(3, |step| step.rule)] += 1;
    }
    let expected = [200.0, 600.0, 0.0, 800.0];
    let chi_square: f64 = drawn
        .iter()
        .zip(expected)
        .filter(|(_, expected)| *expected > 0.0)
        .map(|(&n, expected)| (f64::from(n) - expected).powi(2) / expected)
        .sum();
    // Chi-square with 2 degrees of freedom stays under 13.8 in 999 of 1,000 cases.
    assert!(drawn[2] == 0 && chi_square < 13.8, "{drawn:?}");
    let derivation = derived(&grammar, Seed(1)).value;
    let expected = ["recipe[0]", "recipe[0][0].steps[0]", "recipe[0][2].steps[0]", "recipe[0][3].steps[0]"];
    assert_eq!(paths(&derivation), expected);
}

#[test]
fn chance_comes_in_as_many_of_100_cases() {
    let chance = |percent| RecipeStep::Chance { notes: String::new(), percent, steps: vec![once("Grow")] };
    let all = [0, 30, 100].map(chance).to_vec();
    let grammar = grammar("1:A", vec![grow()], all);
    let mut runs = [0_u32; 3];
    for seed in 0..1_000 {
        let derivation = derived(&grammar, Seed(seed)).value;
        for (sum, number) in runs.iter_mut().zip([0, 2, 4]) {
            *sum += derivation.recipe_counts[number].runs;
            assert_eq!(derivation.recipe_counts[number].runs, derivation.recipe_counts[number + 1].steps);
        }
    }
    // Three times the standard deviation, which is 14.5.
    assert!(runs[0] == 0 && runs[1].abs_diff(300) < 44 && runs[2] == 1_000, "{runs:?}");
}

#[test]
fn require_stops_where_the_mission_is_not_as_it_should_be() {
    let pair = || pattern("1:A 2:B 1-p>2");
    let times = |times| Requirement::Counted { times, pattern: pair() };
    let cases = [
        (Requirement::Present(pair()), true),
        (Requirement::Absent(pair()), false),
        (Requirement::Absent(pattern("1:C")), true),
        (times(CountBound::AtLeast(2)), true),
        (times(CountBound::AtLeast(3)), false),
        (times(CountBound::Between(3, 4)), false),
        (times(CountBound::AtMost(1)), false),
        (Requirement::Nodes(CountBound::Between(3, 3)), true),
        (Requirement::Nodes(CountBound::AtMost(2)), false),
        (Requirement::Edges(CountBound::AtLeast(2)), true),
        (Requirement::Edges(CountBound::AtLeast(3)), false),
    ];
    for (condition, holds) in cases {
        let recipe = vec![apply_named("Grow", Times::Exactly(2)), stop(condition.clone()), once("Grow")];
        let outcome = derived(&grammar("1:A", vec![grow()], recipe), Seed(1));
        assert_eq!(outcome.stop, if holds { StopReason::Done } else { StopReason::Failed }, "{condition:?}");
        assert_eq!(outcome.value.steps.len(), if holds { 3 } else { 2 }, "{condition:?}");
        if !holds {
            assert_eq!(codes(&outcome), ["requirement-failed"]);
            assert_eq!(outcome.diagnostics[0].path.to_string(), "recipe[1]");
        }
    }
}

#[test]
fn require_measures_the_longest_way_by_passages_from_the_start() {
    // The start has a way of two passages, one against the arrow, and one more that leads around.
    // Relations, and one-way passages that only lead in, are ignored.
    let start = "1:A 2:B 3:B 4:B 5:B 1-p>2 3-p>2 1-p>3 3-q>4 5-r>2";
    for (text, length) in [(start, 1), ("1:A 2:B 3:B 4:B 1-p>2 3-p>2 4-p>3 1-p>4", 2), ("1:B 2:B 1-p>2", 0)] {
        for bound in 0..4 {
            let recipe = vec![stop(Requirement::LongestWay(CountBound::Between(bound, bound)))];
            let mut grammar = grammar(text, vec![grow()], recipe);
            grammar.alphabet.nodes["A"].role = Some(NodeRole::Start);
            grammar.alphabet.edges["q"].role = EdgeRole::Opens;
            grammar.alphabet.edges["r"].one_way = true;
            assert_eq!(derived(&grammar, Seed(1)).is_done(), bound == length, "{text} {bound}");
        }
    }
}

/// Returns a recipe that grows one to nine times and requires exactly ten nodes in all.
fn picky(times: u32) -> Vec<RecipeStep> {
    let grow = apply_named("Grow", Times::Between(1, 9));
    vec![RecipeStep::Block {
        notes: String::new(),
        steps: vec![grow, retry(times, Requirement::Nodes(CountBound::Between(10, 10)))],
    }]
}

#[test]
fn retry_undoes_the_block_and_leaves_no_trace_but_the_number_of_tries() {
    let mut all_tries = 0;
    for seed in 0..40 {
        let outcome = derived(&grammar("1:A", vec![grow()], picky(200)), Seed(seed));
        assert!(outcome.is_done() && outcome.diagnostics.is_empty());
        let derivation = outcome.value;
        assert_eq!((derivation.steps.len(), derivation.mission.node_count()), (9, 10));
        assert_eq!(derivation.at_step(9), derivation.mission);
        assert_eq!(derivation.mission.next_node_id(), NodeId(11));
        assert_eq!(derivation.counts(), [9]);
        let tries = derivation.recipe_counts[2].thrown_away;
        assert_eq!(counts(&derivation), [(1, 9, 0, 0), (1, 9, 0, 0), (1, 0, 0, tries)]);
        all_tries += tries;
    }
    // Nine tries on average, of which the last is kept.
    assert!((200..500).contains(&all_tries), "{all_tries}");
}

#[test]
fn retry_gives_up_after_its_number_of_tries_with_the_last_to_look_at() {
    let unlucky = (0..100).find_map(|seed| {
        let outcome = derived(&grammar("1:A", vec![grow()], picky(2)), Seed(seed));
        (outcome.stop == StopReason::Failed).then_some(outcome)
    });
    let outcome = unlucky.expect("three tries of nine do not always do");
    assert_eq!(outcome.value.recipe_counts[2].thrown_away, 2);
    assert!(!outcome.value.steps.is_empty());
    assert_eq!(outcome.diagnostics[0].path.to_string(), "recipe[0].steps[1]");
    let expected =
        "Step 1.2 of the recipe requires 10 nodes, which the mission does not meet, after 2 more tries.";
    assert_eq!(outcome.diagnostics[0].message, expected);
}

#[test]
fn retry_gives_back_limits_of_rules_and_takes_back_notes() {
    let limited = Rule { limit: Some(9), ..grow() };
    let rules = vec![limited, rule("Nowhere", "1:E", "1:A")];
    let mut recipe = picky(200);
    if let RecipeStep::Block { steps, .. } = &mut recipe[0] {
        steps.insert(1, once("Nowhere"));
    }
    let outcome = derived(&grammar("1:A", rules, recipe), Seed(3));
    assert!(outcome.value.recipe_counts[3].thrown_away > 0);
    assert_eq!(outcome.value.counts(), [9, 0]);
    assert_eq!(codes(&outcome), ["fewer-times"]);
}

#[test]
fn retry_of_an_outer_list_keeps_the_number_of_inner_tries() {
    let outer = retry(300, Requirement::Nodes(CountBound::Between(12, 12)));
    let mut recipe = picky(300);
    recipe.extend([apply_named("Grow", Times::Between(1, 4)), outer]);
    let mut tries = (0, 0);
    for seed in 0..10 {
        let derivation = derived(&grammar("1:A", vec![grow()], recipe.clone()), Seed(seed)).value;
        assert_eq!(derivation.mission.node_count(), 12);
        let counts = counts(&derivation);
        let (inner, outer) = (counts[2].3, counts[4].3);
        assert_eq!(counts, [(1, 9, 0, 0), (1, 9, 0, 0), (1, 0, 0, inner), (1, 2, 0, 0), (1, 0, 0, outer)]);
        tries = (tries.0 + inner, tries.1 + outer);
    }
    // Four outer tries on average, of nine inner tries each.
    assert!((10..70).contains(&tries.1) && tries.0 > 4 * tries.1, "{tries:?}");
}

#[test]
fn change_of_a_step_leaves_those_before_it_as_they_were() {
    let before = || {
        let mut steps = picky(200);
        let turn = WeightedBlock { notes: String::new(), weight: 1, steps: vec![once("Turn")] };
        steps.push(RecipeStep::Choose(vec![
            turn,
            WeightedBlock { notes: String::new(), weight: 1, steps: Vec::new() },
        ]));
        steps.push(RecipeStep::Repeat {
            notes: String::new(),
            times: Times::Between(1, 5),
            steps: vec![once("Grow")],
        });
        steps
    };
    let rules = || vec![grow(), rule("Turn", "1:B", "1:C")];
    for seed in 0..10 {
        let short = derived(&grammar("1:A", rules(), before()), Seed(seed)).value;
        let mut longer = before();
        longer.push(apply_named("Turn", Times::Exactly(3)));
        let long = derived(&grammar("1:A", rules(), longer), Seed(seed)).value;
        assert_eq!(long.steps[..short.steps.len()], short.steps[..]);
    }
}

#[test]
fn repetitions_do_not_depend_on_how_many_there_are() {
    let repeat = |times| {
        let steps = vec![apply_named("Grow", Times::Between(1, 3))];
        vec![RecipeStep::Repeat { notes: String::new(), times: Times::Exactly(times), steps }]
    };
    let branch = || vec![rule("Grow", "1:*", "1:= 2:B 1-p>2")];
    let short = derived(&grammar("1:A", branch(), repeat(4)), Seed(2)).value;
    let long = derived(&grammar("1:A", branch(), repeat(7)), Seed(2)).value;
    assert_eq!(long.steps[..short.steps.len()], short.steps[..]);
}

/// Returns a step with up to `depth` nested lists.
fn random_step(random: &mut RandomStream, depth: u32) -> RecipeStep {
    let rules = match random.below(3) {
        0 => RuleChoice::All,
        number => RuleChoice::Named(vec![number.to_string()]),
    };
    let times = match random.below(4) {
        0 => Times::Between(0, 3),
        1 if depth < 3 => Times::UntilNone,
        _ => Times::Exactly(random.range(1, 3)),
    };
    let condition = match random.below(3) {
        0 => Requirement::Nodes(CountBound::AtMost(random.range(2, 30))),
        1 => Requirement::Absent(pattern("1:C 2:* 1-p-2")),
        _ => {
            Requirement::Counted { times: CountBound::AtLeast(random.range(0, 4)), pattern: pattern("1:A|B") }
        }
    };
    match if depth == 0 { random.below(3) } else { random.below(7) } {
        0 => RecipeStep::apply(rules, times),
        1 => RecipeStep::ApplyAll { notes: String::new(), rules },
        2 => retry(random.range(0, 3), condition),
        3 => RecipeStep::Repeat { notes: String::new(), times, steps: random_steps(random, depth - 1) },
        4 => RecipeStep::Chance {
            notes: String::new(),
            percent: random.range(0, 100),
            steps: random_steps(random, depth - 1),
        },
        5 => RecipeStep::Block { notes: String::new(), steps: random_steps(random, depth - 1) },
        _ => {
            let mut block = || WeightedBlock {
                notes: String::new(),
                weight: random.range(0, 2),
                steps: random_steps(random, depth - 1),
            };
            RecipeStep::Choose(vec![block(), block()])
        }
    }
}

fn random_steps(random: &mut RandomStream, depth: u32) -> Vec<RecipeStep> {
    (0..random.range(0, 3)).map(|_| random_step(random, depth)).collect()
}

#[test]
fn random_recipes_count_what_they_did_and_replay() {
    let (mut steps, mut tries, mut nested) = (0, 0, 0);
    for case in 0..800 {
        let random = &mut Seed(51).numbered(case).stream();
        let mut rules = vec![random_rule(random), random_lattice_rule(random), random_rule(random)];
        for (number, rule) in rules.iter_mut().enumerate() {
            rule.name = number.to_string();
        }
        let recipe = (0..3).map(|_| random_step(random, 3)).collect();
        let mut grammar = grammar("1:A@0,0 2:B@1,0 3:A@1,1 4:C 1-p>2 2-p>3 3-q>1 4-p>4", rules, recipe);
        grammar.limits = Limits { steps: 60, nodes: 50, edges: 80 };
        let (outcome, again) = (derived(&grammar, Seed(case)), derived(&grammar, Seed(case)));
        let derivation = outcome.value;
        assert_eq!((&derivation.steps, outcome.stop), (&again.value.steps, again.stop));
        assert_eq!(derivation.recipe_counts, again.value.recipe_counts);
        assert_eq!(derivation.at_step(usize::MAX), derivation.mission);
        // Each step is counted for the recipe step that asked for it, and for those around it.
        for (number, placed) in walk(&grammar.recipe).iter().enumerate() {
            let within = number..number + placed.step.size();
            let expected = derivation.steps.iter().filter(|step| within.contains(&step.recipe_step)).count();
            let count = &derivation.recipe_counts[number];
            assert_eq!(count.steps as usize, expected, "case {case}: {}", count.path);
            tries += count.thrown_away;
            nested += usize::from(placed.depth > 1) * expected;
        }
        steps += derivation.steps.len();
    }
    assert!(steps > 2_000 && tries > 100 && nested > 500, "{steps} {tries} {nested}");
}

#[test]
fn playback_jumps_anywhere_by_the_changes_that_lie_between() {
    let derivation = Arc::new(derived(&board(), Seed(5)).value);
    let length = derivation.steps.len();
    let mut playback = Playback::new(Arc::clone(&derivation));
    assert_eq!((playback.step(), playback.mission()), (length, &derivation.mission));
    let random = &mut Seed(8).stream();
    for _ in 0..300 {
        let (from, to) = (playback.step(), random.range(0, length as u32) as usize);
        assert_eq!(playback.go_to(to), from.abs_diff(to));
        assert_eq!(playback.step(), to);
        assert_eq!(playback.mission(), &derivation.at_step(to));
        assert_eq!(playback.mission().next_node_id(), derivation.at_step(to).next_node_id());
    }
    playback.go_to(usize::MAX);
    assert_eq!((playback.step(), playback.mission()), (length, &derivation.mission));
    assert_eq!(playback.go_to(usize::MAX), 0);
}

#[test]
fn nodes_know_the_steps_that_changed_them() {
    let derivation = derived(&board(), Seed(5)).value;
    let missions: Vec<_> = (0..=derivation.steps.len()).map(|step| derivation.at_step(step)).collect();
    let mut changes = 0;
    for (id, node) in derivation.mission.nodes() {
        let expected: Vec<u32> = (1..=derivation.steps.len())
            .filter(|&step| {
                let (before, after) = (&missions[step - 1], &missions[step]);
                before.node(id).is_some() && before.node(id) != after.node(id)
            })
            .map(|step| step as u32)
            .collect();
        assert_eq!(derivation.changes_of_node(id), expected);
        assert!(expected.iter().all(|&step| step > node.made_by));
        changes += expected.len();
    }
    assert!(changes > 20, "{changes}");
}

#[test]
fn choice_of_matches_is_uniform_over_what_brute_force_lists() {
    // Each case: rule, mission.
    let cases = [
        ("1:A 2:* 1-p-2", "1:A 2:A 3:B 4:A 1-p>2 2-p>3 3-q>4 4-p>1 4-p>1"),
        ("1:* 2:*", "1:A 2:B 3:A 4:C"),
        ("1:A|B 2:* 3:* 1-p>2 2-*-3", "1:A 2:B 3:A 4:C 1-p>2 2-q>3 3-p>1 4-p>2 2-p>4"),
        ("1:* 1-*-1", "1:A 2:B 1-p>1 1-q>1 2-p>2"),
    ];
    for (left, text) in cases {
        let keep: String = left
            .split_whitespace()
            .map_while(|t| t.split_once(':'))
            .map(|(id, _)| format!("{id}:= "))
            .collect();
        let rule = rule("Pick", left, &keep);
        let expected = crate::grammar::find::brute_force(&rule, &mission(text));
        let grammar = grammar(text, vec![rule], vec![once("Pick")]);
        let mut drawn = vec![0_u32; expected.len()];
        let draws = 400 * expected.len() as u64;
        for seed in 0..draws {
            let matched = &derived(&grammar, Seed(seed).child(left)).value.steps[0].matched;
            drawn[expected.binary_search(matched).expect("brute force lists it")] += 1;
        }
        let chi_square: f64 = drawn.iter().map(|&n| (f64::from(n) - 400.0).powi(2) / 400.0).sum();
        let freedom = expected.len() as f64 - 1.0;
        // Wilson and Hilferty's bound for 999 of 1,000 cases.
        let bound = freedom * (1.0 - 2.0 / (9.0 * freedom) + 3.09 * (2.0 / (9.0 * freedom)).sqrt()).powi(3);
        assert!(expected.len() > 2 && chi_square < bound, "{left}: {chi_square} {bound} {drawn:?}");
    }
}

#[test]
fn choice_of_rules_by_weight_does_not_depend_on_how_many_matches_they_have() {
    let weighted = |name, lhs, weight| Rule { weight, ..rule(name, lhs, "1:=") };
    let rules = vec![weighted("Many", "1:A", 1), weighted("Few", "1:B", 2), weighted("None", "1:E", 9)];
    let recipe = vec![RecipeStep::apply(RuleChoice::All, Times::Exactly(3_000))];
    let grammar = grammar("1:A 2:A 3:A 4:A 5:A 6:B", rules, recipe);
    let counts = derived(&grammar, Seed(11)).value.counts();
    let chi_square: f64 =
        [1_000.0, 2_000.0].iter().zip(&counts).map(|(e, &n)| (f64::from(n) - e).powi(2) / e).sum();
    // Chi-square with 1 degree of freedom stays under 10.8 in 999 of 1,000 cases.
    assert!(counts[2] == 0 && chi_square < 10.8, "{counts:?}");
}

#[test]
#[ignore = "takes minutes"]
fn no_edge_ever_dangles_in_a_hundred_thousand_steps() {
    let (mut steps, mut derivations) = (0, 0);
    while steps < 100_000 {
        let random = &mut Seed(77).numbered(derivations).stream();
        let mut rules: Vec<Rule> = (0..3).map(|_| random_rule(random)).collect();
        rules.extend((0..3).map(|_| random_lattice_rule(random)));
        for (number, rule) in rules.iter_mut().enumerate() {
            rule.name = format!("{number}");
        }
        let start = "1:A@0,0 2:B@1,0 3:A@1,1 4:C 1-p>2 2-p>3 3-q>1 4-p>4 4-q>1";
        let apply = RecipeStep::apply(RuleChoice::All, Times::Exactly(20));
        let again = RecipeStep::Chance {
            notes: String::new(),
            percent: 50,
            steps: vec![apply.clone(), RecipeStep::ApplyAll { notes: String::new(), rules: RuleChoice::All }],
        };
        let bound = retry(2, Requirement::Nodes(CountBound::AtMost(60)));
        let block = RecipeStep::Block { notes: String::new(), steps: vec![again, bound] };
        let mut grammar = grammar(
            start,
            rules,
            vec![
                apply,
                RecipeStep::Repeat { notes: String::new(), times: Times::Between(1, 6), steps: vec![block] },
            ],
        );
        grammar.limits = Limits { steps: 200, nodes: 80, edges: 160 };
        let derivation = derived(&grammar, Seed(derivations)).value;
        let mut replayed = derivation.start.clone();
        for step in &derivation.steps {
            step.delta.redo(&mut replayed);
            assert_sound(&replayed);
        }
        assert_eq!(replayed, derivation.mission);
        for step in derivation.steps.iter().rev() {
            step.delta.undo(&mut replayed);
            assert_sound(&replayed);
        }
        assert_eq!(replayed, derivation.start);
        steps += derivation.steps.len();
        derivations += 1;
    }
    println!("{steps} steps of {derivations} derivations, forwards and back: no edge dangles");
}
