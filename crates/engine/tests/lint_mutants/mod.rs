//! Plants faults in the example grammars, and counts how many of each kind are found.
//!
//! A fault of a proved kind must always be found; of the others, at least the number given here.

mod plant;

use delvewright_engine::grammar::{Certainty, Grammar, LintKind, Rule, lint_grammar};
use delvewright_engine::text::{parse_grammar, print_grammar};

fn examples() -> impl Iterator<Item = (&'static str, Grammar)> {
    crate::examples::examples()
        .iter()
        .map(|example| (example.name.as_str(), Grammar::clone(&example.grammar)))
}

type Plant = fn(&Grammar) -> Vec<Grammar>;

const WAYS: &[LintKind] = &[LintKind::MayCut, LintKind::DetachedPlace];
const KEYS: &[LintKind] = &[LintKind::LockWithoutKey, LintKind::KeyWithoutLock];
const ITEMS: &[LintKind] = &[LintKind::LooseItem];
const RELATIONS: &[LintKind] =
    &[LintKind::LockWithoutKey, LintKind::KeyWithoutLock, LintKind::LooseItem, LintKind::LostRelation];
const UNREACHABLE: &[LintKind] = &[LintKind::UnreachableRule];

/// The faults, each with the kinds of diagnostics of which one should report it.
const FAULTS: [(&str, &[LintKind], Plant); 13] = [
    ("symbol no longer made", UNREACHABLE, plant::no_longer_made),
    ("symbol never there", UNREACHABLE, plant::never_there),
    ("relation turned, left", UNREACHABLE, plant::turned_on_the_left),
    ("rule doubled", &[LintKind::SameRule], plant::doubled),
    ("growth until none matches", &[LintKind::EndlessStep], plant::endless),
    ("step after all is taken", &[LintKind::ShadowedRule], plant::after_all_is_taken),
    ("new passage left out", WAYS, plant::without_passages),
    ("passage a relation", WAYS, plant::passages_as_relations),
    ("place an item", &[LintKind::SymbolLeftOver], plant::places_as_items),
    ("key opens nothing", KEYS, plant::without_opens),
    ("item lies nowhere", ITEMS, plant::without_contains),
    ("kept relation left out", RELATIONS, plant::without_kept_relations),
    ("relation turned, right", RELATIONS, plant::turned_on_the_right),
];

/// Returns the number of mutants of all examples that are found, and the number of all.
fn found(kinds: &[LintKind], plant: Plant) -> (usize, usize) {
    let counts = examples().map(|(_, grammar)| found_in(&grammar, kinds, plant));
    counts.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
}

/// Returns the number of mutants of a grammar that are found, and the number of all.
fn found_in(grammar: &Grammar, kinds: &[LintKind], plant: Plant) -> (usize, usize) {
    let mutants = plant(grammar);
    let is_told = |mutant: &&Grammar| {
        let mut codes = lint_grammar(mutant).into_iter().filter_map(|one| LintKind::from_code(one.code));
        codes.any(|kind| kinds.contains(&kind))
    };
    (mutants.iter().filter(is_told).count(), mutants.len())
}

#[test]
fn no_example_is_complained_about() {
    for (name, grammar) in examples() {
        assert_eq!(lint_grammar(&grammar), [], "{name}");
    }
}

#[test]
fn every_symbol_that_is_no_longer_made_is_found() {
    let (reported, all) = found(&[LintKind::UnreachableRule], plant::no_longer_made);
    assert_eq!(reported, all);
    assert!(all >= 3, "{all}");
}

#[test]
fn every_symbol_that_is_asked_for_and_never_there_is_found() {
    let (reported, all) = found(&[LintKind::UnreachableRule], plant::never_there);
    assert_eq!(reported, all);
}

#[test]
fn every_turned_relation_on_a_left_side_is_found() {
    let (reported, all) = found(&[LintKind::UnreachableRule], plant::turned_on_the_left);
    assert_eq!((reported, all), (1, 1));
}

#[test]
fn every_doubled_rule_is_found() {
    let (reported, all) = found(&[LintKind::SameRule], plant::doubled);
    assert_eq!(reported, all);
}

#[test]
fn every_growing_rule_that_runs_until_none_matches_is_found() {
    let (reported, all) = found(&[LintKind::EndlessStep], plant::endless);
    assert_eq!(reported, all);
    assert!(all >= 4, "{all}");
}

#[test]
fn every_step_after_one_that_takes_all_is_found() {
    let (reported, all) = found(&[LintKind::ShadowedRule], plant::after_all_is_taken);
    assert_eq!((reported, all), (5, 5));
}

#[test]
fn dropped_passages_are_found() {
    let (reported, all) = found(WAYS, plant::without_passages);
    assert_eq!(reported, all);
    assert!(all > 50, "{all}");
}

#[test]
fn dropped_relations_are_found() {
    let (reported, all) = found(KEYS, plant::without_opens);
    assert_eq!(reported, all);
    let (reported, all) = found(ITEMS, plant::without_contains);
    assert_eq!(reported, all);
    assert!(all >= 10, "{all}");
}

#[test]
fn places_that_are_made_items_are_found() {
    let (reported, all) = found(&[LintKind::SymbolLeftOver], plant::places_as_items);
    assert_eq!(reported, all);
    assert!(all > 50, "{all}");
}

#[test]
#[ignore = "prints a table"]
fn what_is_found_of_each_fault() {
    let head: Vec<String> = examples().map(|(name, _)| format!("{name:>16}")).collect();
    println!("{:<28}{}{:>12}", "", head.concat(), "all");
    for (name, kinds, plant) in FAULTS {
        let counts: Vec<(usize, usize)> =
            examples().map(|(_, grammar)| found_in(&grammar, kinds, plant)).collect();
        let (reported, all) = counts.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let cells: Vec<String> =
            counts.iter().map(|(reported, all)| format!("{:>16}", format!("{reported} of {all}"))).collect();
        println!("{name:<28}{}{:>12}", cells.concat(), format!("{reported} of {all}"));
    }
}

#[test]
fn only_some_kinds_are_proved() {
    let proved = LintKind::ALL.iter().filter(|kind| kind.certainty() == Certainty::Proved);
    let codes: Vec<&str> = proved.map(|kind| kind.code()).collect();
    let expected = ["unreachable-rule", "symbol-never-there", "same-rule", "shadowed-rule", "endless-step"];
    assert_eq!(codes, expected);
}

#[test]
fn findings_are_reported_with_their_line_when_a_file_is_read() {
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
