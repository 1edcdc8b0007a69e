use super::*;
use crate::base::{PathPart, RandomStream, Seed, StopReason};
use crate::grammar::testing::random::{full, random_lattice_rule, random_rule};
use crate::grammar::testing::{derived, grammar, lattice_rule, pattern, replacement, rule};
use crate::grammar::{
    Condition, Count, DegreeKind, Limits, RecipeStep, Requirement, RuleChoice, Times, WeightedBlock,
    foresee_failures, note_missing_ends,
};
use crate::mission::{EdgeRole, Form, Hall};

fn apply(names: &[&str], times: Times) -> RecipeStep {
    let rules = RuleChoice::Named(names.iter().map(|name| (*name).to_owned()).collect());
    RecipeStep::apply(rules, times)
}

fn once(names: &[&str]) -> RecipeStep {
    apply(names, Times::Exactly(1))
}

/// Returns code and path of each finding of one kind.
fn found(kind: LintKind, grammar: &Grammar) -> Vec<String> {
    let found = lint_grammar(grammar);
    assert!(found.iter().all(|one| one.severity == Severity::Warning && one.hint.is_some()));
    let of_kind = found.into_iter().filter(|one| LintKind::from_code(one.code) == Some(kind));
    of_kind.map(|one| one.path.to_string()).collect()
}

/// Returns a grammar: A to D are halls, E is an item; p and q are passages, r is a relation of that role.
fn halls(role: EdgeRole, start: &str, rules: Vec<Rule>) -> Grammar {
    let mut grammar = grammar(start, rules, vec![RecipeStep::apply(RuleChoice::All, Times::Exactly(3))]);
    for name in ["A", "B", "C", "D"] {
        grammar.alphabet.nodes[name].form = Some(Form::Hall(Hall { width: (5, 7), height: (5, 7) }));
    }
    grammar.alphabet.edges["r"].role = role;
    grammar
}

#[test]
fn codes_are_distinguished_and_found_again() {
    let codes: BTreeSet<&str> = LintKind::ALL.iter().map(|kind| kind.code()).collect();
    assert_eq!(codes.len(), LintKind::ALL.len());
    assert!(LintKind::ALL.iter().all(|kind| LintKind::from_code(kind.code()) == Some(*kind)));
    assert_eq!(LintKind::from_code("never-matches"), None);
}

#[test]
fn a_grammar_with_errors_is_not_looked_at() {
    let rules = vec![rule("R", "1:Z", "1:A")];
    assert_eq!(lint_grammar(&grammar("1:A", rules, vec![once(&["R"])])), []);
}

#[test]
fn more_than_one_start_is_reported_only_if_every_level_has_it() {
    let reported = |start: &str, rules: Vec<Rule>| -> Option<String> {
        let mut grammar = halls(EdgeRole::Contains, start, rules);
        grammar.alphabet.nodes["A"].role = Some(NodeRole::Start);
        let found = foresee_failures(&grammar);
        found.into_iter().find(|one| one.code == "several-starts").map(|one| one.message)
    };
    let two = "Every level has 2 starts: \"A\" (node 1), \"A\" (node 2).";
    assert_eq!(reported("1:A 2:A 1-p>2", vec![]).as_deref(), Some(two));
    assert_eq!(reported("1:A 2:B 1-p>2", vec![]), None);
    assert_eq!(reported("1:A 2:A 1-p>2", vec![rule("R", "1:A", "1:B")]), None, "a rule may rename it");
}

#[test]
fn missing_start_or_goal_is_reported_if_no_place_ever_has_the_role() {
    let reported = |roles: &[(&str, NodeRole)], rules: Vec<Rule>| -> Vec<(Severity, &'static str)> {
        let mut grammar = halls(EdgeRole::Contains, "1:A 2:B 1-p>2", rules);
        for (name, role) in roles {
            grammar.alphabet.nodes[*name].role = Some(*role);
        }
        let found = foresee_failures(&grammar).into_iter().chain(note_missing_ends(&grammar));
        let ends = found.filter(|one| matches!(one.code, "no-start" | "no-goal"));
        ends.map(|one| (one.severity, one.code)).collect()
    };
    let (start, goal) = ((Severity::Warning, "no-start"), (Severity::Note, "no-goal"));
    assert_eq!(reported(&[], vec![]), [(Severity::Note, "no-start"), goal]);
    assert_eq!(reported(&[("A", NodeRole::Start), ("B", NodeRole::Goal)], vec![]), []);
    assert_eq!(reported(&[("B", NodeRole::Goal)], vec![]), [start]);
    assert_eq!(reported(&[("A", NodeRole::Start)], vec![]), [goal]);
    let roles = [("C", NodeRole::Start), ("B", NodeRole::Goal)];
    assert_eq!(reported(&roles, vec![]), [start], "nothing makes C");
    assert_eq!(reported(&roles, vec![rule("R", "1:A", "1:C")]), []);
}

#[test]
fn a_rule_is_unreachable_if_nothing_makes_its_node() {
    let rules = vec![rule("R", "1:B", "1:A"), rule("S", "1:A", "1:C")];
    let there =
        |start| found(LintKind::UnreachableRule, &grammar(start, rules.clone(), vec![once(&["R", "S"])]));
    assert_eq!(there("1:A"), ["rules[0].lhs.nodes[1]"]);
    assert!(there("1:A 2:B").is_empty());
}

#[test]
fn a_rule_is_unreachable_if_its_node_is_made_too_late() {
    let rules = vec![rule("R", "1:B", "1:C"), rule("S", "1:A", "1:B")];
    let with = |recipe| found(LintKind::UnreachableRule, &grammar("1:A", rules.clone(), recipe));
    assert_eq!(with(vec![once(&["R"]), once(&["S"])]), ["rules[0].lhs.nodes[1]"]);
    assert!(with(vec![once(&["S"]), once(&["R"])]).is_empty());
    let both = vec![once(&["R"]), once(&["S"])];
    assert!(
        with(vec![RecipeStep::Repeat {
            notes: String::new(),
            times: Times::Exactly(2),
            steps: both.clone()
        }])
        .is_empty()
    );
    let choice = both
        .into_iter()
        .map(|step| WeightedBlock { notes: String::new(), weight: 1, steps: vec![step] })
        .collect();
    assert_eq!(with(vec![RecipeStep::Choose(choice)]), ["rules[0].lhs.nodes[1]"]);
}

#[test]
fn a_rule_is_unreachable_if_its_edge_joins_no_such_nodes() {
    let rules = vec![rule("R", "1:A 2:B 1-p>2", "1:= 2:="), rule("S", "1:A", "1:C")];
    let there =
        |start| found(LintKind::UnreachableRule, &grammar(start, rules.clone(), vec![once(&["R", "S"])]));
    assert_eq!(there("1:A 2:B 1-q>2"), ["rules[0].lhs.edges[0]"]);
    assert_eq!(there("1:A 2:B 2-p>1"), ["rules[0].lhs.edges[0]"]);
    assert!(there("1:A 2:B 1-p>2").is_empty());
}

#[test]
fn a_renamed_node_keeps_its_edges() {
    let rules = vec![rule("S", "1:C", "1:B"), rule("R", "1:A 2:B 1-p>2", "1:= 2:=")];
    assert!(
        found(LintKind::UnreachableRule, &grammar("1:A 2:C 1-p>2", rules, vec![once(&["S"]), once(&["R"])]))
            .is_empty()
    );
}

#[test]
fn a_symbol_among_others_is_never_there() {
    let rules = vec![rule("R", "1:A|B", "1:C")];
    let there = |start| found(LintKind::SymbolNeverThere, &grammar(start, rules.clone(), vec![once(&["R"])]));
    assert_eq!(there("1:A"), ["rules[0].lhs.nodes[1]"]);
    assert!(there("1:A 2:B").is_empty());
}

#[test]
fn rules_that_do_the_same_are_reported_once() {
    let twins = || vec![rule("R", "1:A", "1:B"), rule("S", "1:A", "1:B")];
    let with = |rules, recipe| found(LintKind::SameRule, &grammar("1:A", rules, recipe));
    assert_eq!(with(twins(), vec![once(&["R", "S"])]), ["rules[1]"]);
    assert!(with(twins(), vec![once(&["R"]), once(&["S"])]).is_empty());
    let mut limited = twins();
    limited[1].limit = Some(2);
    assert!(with(limited, vec![once(&["R", "S"])]).is_empty());
}

#[test]
fn a_rule_is_shadowed_behind_one_that_needs_less() {
    let rules = || vec![rule("R", "1:A", "1:C"), rule("S", "1:A 2:B 1-p>2", "1:= 2:C")];
    let with = |rules, recipe| found(LintKind::ShadowedRule, &grammar("1:A 2:B 1-p>2", rules, recipe));
    let behind = |first| vec![first, once(&["S"])];
    assert_eq!(with(rules(), behind(apply(&["R"], Times::UntilNone))), ["recipe[1].rules"]);
    assert!(with(rules(), behind(apply(&["R"], Times::Exactly(9)))).is_empty());
    let mut limited = rules();
    limited[0].limit = Some(1);
    assert!(with(limited, behind(apply(&["R"], Times::UntilNone))).is_empty());
    let all = || vec![RecipeStep::ApplyAll { notes: String::new(), rules: RuleChoice::All }];
    assert_eq!(with(rules(), all()), ["recipe[0].rules"]);
    let mut turned = rules();
    turned.reverse();
    assert!(with(turned, all()).is_empty());
}

#[test]
fn a_step_is_endless_if_its_rule_takes_nothing_away_or_makes_its_left_side_anew() {
    let with = |lhs: &str, rhs: &str| {
        let rules = vec![rule("R", lhs, rhs)];
        found(LintKind::EndlessStep, &grammar("1:A", rules, vec![apply(&["R"], Times::UntilNone)]))
    };
    assert_eq!(with("1:A", "1:= 2:B 1-p>2"), ["recipe[0].times"]);
    assert_eq!(with("1:A", "1:B 2:A 1-p>2"), ["recipe[0].times"]);
    assert!(with("1:A", "1:B 2:B 1-p>2").is_empty());
}

#[test]
fn a_step_is_not_endless_if_something_may_end_it() {
    let grow = || rule("R", "1:A", "1:= 2:B 1-p>2");
    let with = |rules: Vec<Rule>| lint_endless_codes(rules);
    let mut limited = grow();
    limited.limit = Some(3);
    assert!(with(vec![limited]).is_empty());
    let mut asking = grow();
    asking.lhs.nodes[0].when.push(Condition::Degree(DegreeKind::All, Count::AtMost(3)));
    assert!(with(vec![asking]).is_empty());
    let mut forbidding = grow();
    forbidding.forbid.push(pattern("3:B 1-p>3"));
    assert!(with(vec![forbidding]).is_empty());
    assert!(with(vec![lattice_rule("R", "1:A", "1:= 2:B 1-p>2", "1@0,0 2@1,0")]).is_empty());
    assert!(with(vec![grow(), rule("S", "1:A", "1:C")]).is_empty());
    let mut stop = rule("S", "1:A", "1:C");
    stop.limit = Some(1);
    assert_eq!(with(vec![grow(), stop]), ["perhaps-endless-step"]);
}

fn lint_endless_codes(rules: Vec<Rule>) -> Vec<&'static str> {
    let recipe = vec![RecipeStep::apply(RuleChoice::All, Times::UntilNone)];
    let found = lint_grammar(&grammar("1:A", rules, recipe)).into_iter().map(|one| one.code);
    found.filter(|code| code.contains("endless")).collect()
}

#[test]
fn steps_are_endless_by_several_rules_and_by_repetition() {
    let rules = || vec![rule("R", "1:A", "1:B 2:B 1-p>2"), rule("S", "1:B", "1:A")];
    assert_eq!(lint_endless_codes(rules()), ["endless-step"]);
    let repeat = |steps| vec![RecipeStep::Repeat { notes: String::new(), times: Times::UntilNone, steps }];
    let with = |recipe| found(LintKind::EndlessStep, &grammar("1:A", rules(), recipe));
    assert_eq!(with(repeat(vec![once(&["R"]), once(&["S"])])), ["recipe[0].times"]);
    assert!(with(repeat(vec![once(&["R"]), apply(&["S"], Times::Between(0, 1))])).is_empty());
    let stop = RecipeStep::Require {
        notes: String::new(),
        condition: Requirement::Absent(pattern("1:C")),
        otherwise: Default::default(),
    };
    assert!(with(repeat(vec![once(&["R"]), once(&["S"]), stop])).is_empty());
}

#[test]
fn symbols_are_unused_or_left_over() {
    let rules = vec![rule("R", "1:A", "1:= 2:E 1-p>2"), rule("S", "1:E", "1:B")];
    let mut grammar = halls(EdgeRole::Other, "1:A", rules);
    assert_eq!(
        found(LintKind::UnusedSymbol, &grammar),
        ["alphabet.nodes[\"C\"]", "alphabet.nodes[\"D\"]", "alphabet.edges[\"q\"]", "alphabet.edges[\"r\"]"]
    );
    assert_eq!(found(LintKind::SymbolLeftOver, &grammar), ["alphabet.nodes[\"E\"]"]);
    grammar.recipe.push(apply(&["S"], Times::UntilNone));
    assert!(found(LintKind::SymbolLeftOver, &grammar).is_empty());
}

#[test]
fn a_rule_may_cut_a_way_only_if_no_other_is_drawn() {
    let with = |rhs| {
        found(
            LintKind::MayCut,
            &halls(EdgeRole::Other, "1:A 2:B 1-p>2", vec![rule("R", "1:A 2:B 1-p>2", rhs)]),
        )
    };
    assert_eq!(with("1:= 2:="), ["rules[0].rhs"]);
    assert_eq!(with("1:= 2:= 3:C 1-p>3"), ["rules[0].rhs"]);
    assert!(with("1:= 2:= 3:C 1-p>3 2-q>3").is_empty());
    assert_eq!(with("1:= 2:= 1-r>2"), ["rules[0].rhs"]);
    let mut dropping = rule("R", "1:A 2:B 1-p>2", "1:=");
    dropping.dangling = DanglingPolicy::Drop;
    assert_eq!(
        found(LintKind::MayCut, &halls(EdgeRole::Other, "1:A 2:B 1-p>2", vec![dropping])),
        ["rules[0].rhs"]
    );
}

#[test]
fn a_rule_that_makes_a_place_leads_there() {
    let with =
        |rhs| found(LintKind::DetachedPlace, &halls(EdgeRole::Other, "1:A", vec![rule("R", "1:A", rhs)]));
    assert_eq!(with("1:= 2:B"), ["rules[0].rhs.nodes[2]"]);
    assert_eq!(with("1:= 2:B 1-r>2"), ["rules[0].rhs.nodes[2]"]);
    assert!(with("1:= 2:B 1-p>2").is_empty());
}

#[test]
fn a_placeholder_that_becomes_a_place_keeps_its_passages() {
    // "E" has no form.
    let with = |host, lhs, rhs| {
        found(LintKind::DetachedPlace, &halls(EdgeRole::Other, host, vec![rule("R", lhs, rhs)]))
    };
    let chain = "1:A 2:E 3:C 1-p>2 2-p>3";
    assert!(with(chain, "1:E", "1:B").is_empty());
    assert!(with(chain, "1:E", "1:B 2:B 1-p>2").is_empty());
    assert!(with(chain, "1:A 2:E 1-p>2", "1:= 2:B 1-p>2").is_empty());
    assert_eq!(with("1:A 2:E 1-r>2", "1:E", "1:B"), ["rules[0].rhs.nodes[1]"]);
    assert_eq!(with(chain, "1:A 2:E 1-p>2", "1:= 2:B"), ["rules[0].rhs.nodes[2]"]);
    assert_eq!(with(chain, "1:E", "2:B"), ["rules[0].rhs.nodes[2]"]);
}

#[test]
fn locks_and_keys_are_made_for_each_other() {
    let with = |rules| {
        let mut grammar = halls(EdgeRole::Opens, "1:A", rules);
        grammar.alphabet.nodes["B"].role = Some(NodeRole::Lock);
        grammar.alphabet.nodes["E"].role = Some(NodeRole::Key);
        let codes = lint_grammar(&grammar).into_iter().map(|one| one.code);
        codes.filter(|code| code.contains("-without-") || *code == "lost-relation").collect::<Vec<_>>()
    };
    let lock = rule("R", "1:A", "1:= 2:B 1-p>2");
    let mend = rule("S", "1:B", "1:= 2:E 2-r>1");
    assert_eq!(with(vec![lock.clone()]), ["lock-without-key"]);
    assert!(with(vec![lock.clone(), mend.clone()]).is_empty());
    let make = rule("R", "1:A", "1:= 2:B 3:E 1-p>2 3-r>2");
    assert!(with(vec![make.clone()]).is_empty());
    assert_eq!(with(vec![make.clone(), rule("K", "1:A", "1:= 2:E")]), ["key-without-lock"]);
    let lose = |rhs| rule("L", "1:E 2:B 1-r>2", rhs);
    assert_eq!(with(vec![make.clone(), lose("2:=")]), ["lost-relation"]);
    assert_eq!(with(vec![make.clone(), lose("1:= 2:=")]), ["lost-relation"]);
    assert!(with(vec![make, lose("1:= 2:C")]).contains(&"lost-relation"));
}

#[test]
fn items_lie_in_places() {
    let with = |rhs| {
        let hide = rule("R", "1:A", "1:= 2:E 1-r>2");
        found(LintKind::LooseItem, &halls(EdgeRole::Contains, "1:A", vec![hide, rule("S", "1:A", rhs)]))
    };
    assert_eq!(with("1:= 2:E"), ["rules[1].rhs.nodes[2]"]);
    assert!(with("1:= 2:E 1-r>2").is_empty());
}

#[test]
fn what_is_proved_holds_in_derivations_of_random_grammars() {
    let mut proofs = [0; 4];
    for case in 0..700 {
        let random = &mut Seed(77).numbered(case).stream();
        let grammar = random_grammar(random);
        let lint: Vec<Diagnostic> = lint_grammar(&grammar);
        for seed in 0..3 {
            let outcome = derived(&grammar, Seed(seed));
            let derivation = &outcome.value;
            for one in &lint {
                let rule_of = || match one.path.parts() {
                    [PathPart::Field("rules"), PathPart::Index(rule), ..] => Some(*rule),
                    _ => None,
                };
                let path = one.path.to_string();
                let step_of = || {
                    derivation.recipe_counts.iter().position(|count| {
                        path == format!("{}.times", count.path) || path == format!("{}.rules", count.path)
                    })
                };
                match LintKind::from_code(one.code) {
                    Some(LintKind::UnreachableRule) => {
                        proofs[0] += 1;
                        let rule = rule_of().expect("a rule");
                        assert_eq!(derivation.counts()[rule], 0, "{one}\n{grammar:#?}");
                    }
                    Some(LintKind::ShadowedRule) => {
                        proofs[1] += 1;
                        let step = step_of().expect("a step");
                        let is_told =
                            |rule: &Rule| one.message.contains(&format!("apply rule \"{}\":", rule.name));
                        let rule = grammar.rules.iter().position(is_told).expect("a rule");
                        let was_applied = derivation
                            .steps
                            .iter()
                            .any(|taken| taken.recipe_step == step && taken.rule == rule);
                        assert!(!was_applied, "{one}\n{grammar:#?}");
                    }
                    Some(LintKind::EndlessStep) => {
                        let step = step_of().expect("a step");
                        let inner =
                            step..step + crate::grammar::recipe_walk::walk(&grammar.recipe)[step].step.size();
                        let is_told =
                            |rule: usize| one.message.contains(&format!("\"{}\"", grammar.rules[rule].name));
                        let was_applied = derivation
                            .steps
                            .iter()
                            .any(|taken| inner.contains(&taken.recipe_step) && is_told(taken.rule));
                        if was_applied {
                            proofs[2] += 1;
                            assert!(matches!(outcome.stop, StopReason::Budget { .. }), "{one}\n{grammar:#?}");
                        }
                    }
                    Some(LintKind::SymbolNeverThere) => {
                        proofs[3] += 1;
                        let is_told = |name: &str| one.message.contains(&format!("allows \"{name}\" as"));
                        let mut nodes = (0..=derivation.steps.len()).flat_map(|step| {
                            derivation.at_step(step).nodes().map(|(_, node)| node.symbol).collect::<Vec<_>>()
                        });
                        assert!(!nodes.any(|symbol| is_told(grammar.alphabet.node(symbol).0)), "{one}");
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(proofs.iter().all(|count| *count > 20), "{proofs:?}");
}

fn random_grammar(random: &mut RandomStream) -> Grammar {
    let count = random.range(2, 5);
    let mut rules = Vec::new();
    for number in 0..count {
        let mut rule = match random.below(4) {
            0 => random_lattice_rule(random),
            _ => random_rule(random),
        };
        if random.chance(30) {
            rule = full(random, rule);
        }
        if random.chance(25) {
            rule.limit = Some(random.range(1, 3));
        }
        rule.name = format!("rule {number}");
        rules.push(rule);
    }
    let steps = random.range(1, 4);
    let recipe = (0..steps).map(|_| random_step(random, count, 2)).collect();
    let start =
        random.pick(&["1:A", "1:A 2:B 1-p>2", "1:A@0,0 2:A@1,0 1-p>2 2-q>1", "1:C 2:A 1-q>2"]).copied();
    let mut grammar = grammar(start.expect("a start"), rules, recipe);
    grammar.limits = Limits { steps: 40, nodes: 60, edges: 120 };
    grammar
}

fn random_step(random: &mut RandomStream, rules: u32, depth: u32) -> RecipeStep {
    let times = match random.below(3) {
        0 => Times::UntilNone,
        1 => Times::Exactly(random.range(1, 3)),
        _ => Times::Between(random.range(0, 1), random.range(1, 3)),
    };
    let inner = |random: &mut RandomStream| {
        (0..random.range(1, 2)).map(|_| random_step(random, rules, depth - 1)).collect()
    };
    let kind = if depth == 0 { random.below(4) } else { random.below(8) };
    match kind {
        0..=2 => RecipeStep::apply(random_choice(random, rules), times),
        3 => RecipeStep::ApplyAll { notes: String::new(), rules: random_choice(random, rules) },
        4 => RecipeStep::Repeat { notes: String::new(), times, steps: inner(random) },
        5 => RecipeStep::Chance { notes: String::new(), percent: 50, steps: inner(random) },
        6 => RecipeStep::Block { notes: String::new(), steps: inner(random) },
        _ => {
            let blocks = (0..2)
                .map(|weight| WeightedBlock { notes: String::new(), weight, steps: inner(random) })
                .collect();
            RecipeStep::Choose(blocks)
        }
    }
}

fn random_choice(random: &mut RandomStream, rules: u32) -> RuleChoice {
    let name = |random: &mut RandomStream| format!("rule {}", random.below(u64::from(rules)));
    RuleChoice::Named((0..random.range(1, 2)).map(|_| name(random)).collect())
}

#[test]
fn a_left_side_of_the_largest_size_is_looked_at_all_the_same() {
    let nodes: Vec<String> = (1..=64).map(|id| format!("{id}:*")).collect();
    let edges: Vec<String> = (1..64).map(|id| format!("{id}-p>{}", id + 1)).collect();
    let left = [nodes, edges].concat().join(" ");
    let mut rules = vec![rule("R", &left, "1:="), rule("S", &left, "1:=")];
    rules[1].rhs = replacement("1:= 65:A");
    let recipe = vec![apply(&["R", "S"], Times::UntilNone), once(&["S"])];
    lint_grammar(&grammar("1:A 2:A 1-p>2", rules, recipe));
}
