//! Faults planted in the example grammars, and how many of each kind are found.
//!
//! A fault of a kind that is proved must be found wherever it is planted; of the others at least as many as are said here.

use delvewright::files::{EXAMPLES, load_example, parse_grammar, print_grammar};
use delvewright::grammar::{
    Certainty, ElementId, Grammar, LintKind, RecipeStep, Replacement, Rule, RuleChoice, SymbolPattern,
    SymbolReplacement, Times, lint_grammar, pair_edges,
};
use delvewright::mission::EdgeRole;

fn examples() -> impl Iterator<Item = (&'static str, Grammar)> {
    let grammar = |name| load_example(name).and_then(|project| project.grammar.value).expect("a grammar");
    EXAMPLES.iter().map(move |example| (example.name, grammar(example.name)))
}

/// How many of the mutants are found, and how many there are; `plant` gives all of a grammar.
fn found(kinds: &[LintKind], plant: impl Fn(&Grammar) -> Vec<Grammar>) -> (usize, usize) {
    let (mut all, mut told) = (0, 0);
    for (name, grammar) in examples() {
        let mutants = plant(&grammar);
        let is_told = |mutant: &Grammar| {
            lint_grammar(mutant).iter().any(|one| {
                let kind = LintKind::from_code(one.code).expect("a kind");
                kinds.contains(&kind)
            })
        };
        let here = mutants.iter().filter(|mutant| is_told(mutant)).count();
        println!("{kinds:?} in {name}: {here} of {}", mutants.len());
        (all, told) = (all + mutants.len(), told + here);
    }
    (told, all)
}

/// One mutant for each rule that can be changed so.
fn each_rule(grammar: &Grammar, change: impl Fn(&Grammar, &mut Rule) -> bool) -> Vec<Grammar> {
    let mutant = |position: usize| {
        let mut mutant = grammar.clone();
        change(grammar, mutant.rules.get_mut(position)?).then_some(mutant)
    };
    (0..grammar.rules.len()).filter_map(mutant).collect()
}

fn role(grammar: &Grammar, symbol: &SymbolReplacement) -> Option<EdgeRole> {
    match symbol {
        SymbolReplacement::Is(name) => grammar.alphabet.edges.get(name).map(|edge| edge.role),
        SymbolReplacement::Keep => None,
    }
}

/// One mutant for each new edge of a role, without it.
fn without_new_edges(grammar: &Grammar, wanted: EdgeRole) -> Vec<Grammar> {
    let mut mutants = Vec::new();
    for (position, rule) in grammar.rules.iter().enumerate() {
        let partners = pair_edges(&rule.lhs, &rule.rhs);
        for (edge, partner) in partners.iter().enumerate() {
            if partner.is_none() && role(grammar, &rule.rhs.edges[edge].symbol) == Some(wanted) {
                let mut mutant = grammar.clone();
                mutant.rules[position].rhs.edges.remove(edge);
                mutants.push(mutant);
            }
        }
    }
    mutants
}

#[test]
fn no_example_is_complained_about() {
    for (name, grammar) in examples() {
        assert_eq!(lint_grammar(&grammar), [], "{name}");
    }
}

#[test]
fn every_symbol_that_is_no_longer_made_is_found() {
    // Each node that one rule alone makes and others ask for by name is made something else.
    let plant = |grammar: &Grammar| {
        let mut mutants = Vec::new();
        for name in grammar.alphabet.nodes.keys() {
            let is_it = |symbol: &SymbolReplacement| *symbol == SymbolReplacement::Is(name.clone());
            let makes = |right: &Replacement| right.nodes.values().any(|node| is_it(&node.symbol));
            let makers: Vec<usize> =
                (0..grammar.rules.len()).filter(|rule| makes(&grammar.rules[*rule].rhs)).collect();
            let asked = grammar.rules.iter().any(|rule| {
                rule.lhs.nodes.values().any(|node| node.symbol == SymbolPattern::Is(name.clone()))
            });
            let is_at_start = text_of_start(grammar).contains(&format!("\"{name}\""));
            if let ([maker], true, false) = (makers.as_slice(), asked, is_at_start) {
                let mut mutant = grammar.clone();
                let other = mutant.alphabet.nodes.get_index(0).expect("a symbol").0.clone();
                let nodes = mutant.rules[*maker].rhs.nodes.values_mut();
                for node in nodes.filter(|node| is_it(&node.symbol)) {
                    node.symbol = SymbolReplacement::Is(other.clone());
                }
                mutants.push(mutant);
            }
        }
        mutants
    };
    let (told, all) = found(&[LintKind::UnreachableRule], plant);
    assert_eq!(told, all);
    assert!(all >= 3, "{all}");
}

fn text_of_start(grammar: &Grammar) -> String {
    format!("{:?}", grammar.start)
}

#[test]
fn every_symbol_that_is_asked_for_and_never_there_is_found() {
    let plant = |grammar: &Grammar| {
        (0..grammar.rules.len())
            .flat_map(|position| grammar.rules[position].lhs.nodes.keys().map(move |id| (position, *id)))
            .map(|(position, id): (usize, ElementId)| {
                let mut mutant = grammar.clone();
                let first = mutant.alphabet.nodes.get_index(0).expect("a symbol").1.clone();
                mutant.alphabet.nodes.insert("Unheard of".to_owned(), first);
                mutant.rules[position].lhs.nodes[&id].symbol = SymbolPattern::Is("Unheard of".to_owned());
                mutant
            })
            .collect()
    };
    let (told, all) = found(&[LintKind::UnreachableRule], plant);
    assert_eq!(told, all);
}

#[test]
fn every_turned_relation_on_a_left_side_is_found() {
    // A key that is held by itself, or opens what it lies in, is nowhere.
    let plant = |grammar: &Grammar| {
        each_rule(grammar, |grammar, rule| {
            let is_relation = |symbol: &SymbolPattern| match symbol {
                SymbolPattern::Is(name) => {
                    matches!(grammar.alphabet.edges[name].role, EdgeRole::Opens | EdgeRole::Contains)
                }
                SymbolPattern::Any | SymbolPattern::AnyOf(_) => false,
            };
            let edge = rule.lhs.edges.iter_mut().find(|edge| is_relation(&edge.symbol));
            edge.map(|edge| std::mem::swap(&mut edge.from, &mut edge.to)).is_some()
        })
    };
    // The kept edge has no partner then, which is an error: nothing is said beside it.
    let sound = |grammar: &Grammar| -> Vec<Grammar> {
        let mut mutants = plant(grammar);
        for rule in mutants.iter_mut().flat_map(|mutant| &mut mutant.rules) {
            let partners = pair_edges(&rule.lhs, &rule.rhs);
            let mut partners = partners.iter();
            rule.rhs.edges.retain(|edge| {
                partners.next().is_some_and(Option::is_some) || edge.symbol != SymbolReplacement::Keep
            });
        }
        mutants
    };
    let (told, all) = found(&[LintKind::UnreachableRule], sound);
    assert_eq!((told, all), (1, 1));
}

#[test]
fn every_doubled_rule_is_found() {
    let plant = |grammar: &Grammar| {
        let double = |rule: &Rule| {
            let mut mutant = grammar.clone();
            let name = format!("{} again", rule.name);
            add_to_recipe(&mut mutant.recipe, &rule.name, &name);
            mutant.rules.push(Rule { name, ..rule.clone() });
            mutant
        };
        grammar.rules.iter().map(double).collect()
    };
    let (told, all) = found(&[LintKind::SameRule], plant);
    assert_eq!(told, all);
}

/// Where a rule is named, another is named too.
fn add_to_recipe(recipe: &mut [RecipeStep], name: &str, other: &str) {
    for step in recipe {
        if let RecipeStep::Apply { rules: RuleChoice::Named(names), .. } = step
            && names.iter().any(|known| known == name)
        {
            names.push(other.to_owned());
        }
    }
}

#[test]
fn every_growing_rule_that_runs_until_none_matches_is_found() {
    // A dead end more beside any place, or a place more on any passage, with nothing to stop it.
    let plant = |grammar: &Grammar| {
        let unbounded = |rule: &&Rule| {
            let keeps =
                |id| rule.rhs.nodes.get(id).is_some_and(|node| node.symbol == SymbolReplacement::Keep);
            let partners = pair_edges(&rule.lhs, &rule.rhs);
            let keeps_edges = (0..rule.lhs.edges.len()).all(|edge| partners.contains(&Some(edge)));
            let subdivides = rule.name.ends_with("on the way") || rule.name == "Build a gallery";
            rule.geometry.is_free() && (rule.lhs.nodes.keys().all(keeps) && keeps_edges || subdivides)
        };
        let endless = |rule: &Rule| {
            let mut mutant = grammar.clone();
            let rules = RuleChoice::Named(vec![rule.name.clone()]);
            mutant.recipe.push(RecipeStep::apply(rules, Times::UntilNone));
            for rule in mutant.rules.iter_mut().filter(|other| other.name == rule.name) {
                rule.limit = None;
                rule.forbid.clear();
                rule.or.clear();
                rule.lhs.nodes.values_mut().for_each(|node| node.when.clear());
                rule.lhs.edges.iter_mut().for_each(|edge| edge.when.clear());
            }
            mutant
        };
        grammar.rules.iter().filter(unbounded).map(endless).collect()
    };
    let (told, all) = found(&[LintKind::EndlessStep], plant);
    assert_eq!(told, all);
    assert!(all >= 4, "{all}");
}

#[test]
fn every_step_after_one_that_takes_all_is_found() {
    let plant = |grammar: &Grammar| {
        let mut mutant = grammar.clone();
        let until_none = |step: &RecipeStep| match step {
            RecipeStep::Apply { rules, times: Times::UntilNone, .. } => Some(rules.clone()),
            _ => None,
        };
        let Some(rules) = mutant.recipe.last().and_then(until_none) else { return Vec::new() };
        mutant.recipe.push(RecipeStep::apply(rules, Times::Exactly(1)));
        vec![mutant]
    };
    let (told, all) = found(&[LintKind::ShadowedRule], plant);
    assert_eq!((told, all), (2, 2));
}

#[test]
fn dropped_passages_are_found() {
    let kinds = [LintKind::MayCut, LintKind::DetachedPlace];
    // A cycle hangs together without one of its passages, so that dropping one is no fault there.
    let (told, all) = found(&kinds, |grammar| match grammar.name.as_str() {
        "Cyclic dungeon" => Vec::new(),
        _ => without_new_edges(grammar, EdgeRole::Passage),
    });
    assert!(all > 50 && told * 100 >= all * 75, "{told} of {all}");
}

#[test]
fn dropped_relations_are_found() {
    let kinds = [LintKind::LockWithoutKey, LintKind::KeyWithoutLock];
    let (told, all) = found(&kinds, |grammar| without_new_edges(grammar, EdgeRole::Opens));
    assert_eq!(told, all);
    let kinds = [LintKind::LooseItem];
    let (told, all) = found(&kinds, |grammar| without_new_edges(grammar, EdgeRole::Contains));
    assert!(all >= 10 && told * 100 >= all * 70, "{told} of {all}");
}

#[test]
fn only_some_kinds_are_proved() {
    let proved = LintKind::ALL.iter().filter(|kind| kind.certainty() == Certainty::Proved);
    let codes: Vec<&str> = proved.map(|kind| kind.code()).collect();
    let expected = ["unreachable-rule", "symbol-never-there", "same-rule", "shadowed-rule", "endless-step"];
    assert_eq!(codes, expected);
}

#[test]
fn findings_are_told_with_their_line_when_a_file_is_read() {
    let (_, mut grammar) = examples().next().expect("an example");
    let twin = Rule { name: "Twin".to_owned(), ..grammar.rules[1].clone() };
    grammar.rules.push(twin);
    let text = print_grammar(&grammar);
    let loaded = parse_grammar(&text, None);
    let [one] = loaded.diagnostics.as_slice() else { panic!("{:?}", loaded.diagnostics) };
    let line = one.position.expect("a place").line as usize;
    assert_eq!((one.code, loaded.has_errors()), ("same-rule", false));
    assert_eq!(text.lines().nth(line), Some("            name: \"Twin\","));
}
