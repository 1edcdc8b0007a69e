//! Recipes as designers write them: how they are read, how they are saved, and at which position mistakes are
//! reported.

use delvewright::base::{Seed, StageContext};
use delvewright::files::{parse_grammar, print_grammar};
use delvewright::grammar::{DerivationRecord, check_grammar, derive, print_derivation_text};

/// A grammar with every kind of step.
const GRAMMAR: &str = r##"Grammar(
    format: 1,
    name: "All kinds of steps",
    alphabet: (
        nodes: {
            "Entrance": (role: Start, form: Hall),
            "Hollow": (form: Hall),
            "Vault": (role: Goal, form: Hall),
        },
        edges: {"path": (role: Passage)},
    ),
    start: Tree(width: 3, height: 2, node: "Hollow", edge: "path", extra_percent: 50),
    rules: [
        (name: "Enter", limit: 1, lhs: (nodes: {1: "Hollow"}), rhs: (nodes: {1: "Entrance"})),
        (name: "Goal", lhs: (nodes: {1: "Hollow"}), rhs: (nodes: {1: "Vault"})),
        (
            name: "Split",
            lhs: (nodes: {1: Any, 2: "Hollow"}, edges: [(1, "path", 2)]),
            rhs: (nodes: {1: Keep, 2: Keep, 3: "Hollow"}, edges: [(1, "path", 3), (3, "path", 2)]),
        ),
    ],
    recipe: [
        Block(
            steps: [
                Apply(rules: Named(["Enter"])),
                Repeat(times: (1, 2), steps: [ApplyAll(rules: Named(["Split"]))]),
                Require(condition: LongestWay(AtLeast(9)), otherwise: Retry(times: 20)),
            ],
        ),
        Choose(
            [
                (weight: 2, steps: [Apply(rules: Named(["Goal"]))]),
                (
                    steps: [
                        Apply(rules: Named(["Goal"])),
                        Chance(percent: 40, steps: [Apply(rules: Named(["Split"]), times: 2)]),
                    ],
                ),
            ],
        ),
        Require(condition: Present(nodes: {1: "Vault"})),
        Require(condition: Counted(times: Between(1, 2), pattern: (nodes: {1: "Vault"}))),
    ],
    layout: (spacing: Elastic(gap: 3)),
    movement: Cardinal,
)
"##;

#[test]
fn recipe_is_saved_as_it_is_written() {
    let loaded = parse_grammar(GRAMMAR, None);
    assert!(loaded.complete && loaded.diagnostics.is_empty(), "{:#?}", loaded.diagnostics);
    let grammar = loaded.value.expect("a whole grammar");
    assert_eq!(check_grammar(&grammar), []);
    let recipe = |text: &str| text[text.find("    recipe:").expect("a recipe")..].to_owned();
    assert_eq!(recipe(&print_grammar(&grammar)), recipe(GRAMMAR));
}

#[test]
fn mistake_in_a_chosen_block_is_found_at_its_line() {
    let text = GRAMMAR.replacen(
        "(weight: 2, steps: [Apply(rules: Named([\"Goal\"",
        "(weight: 2, steps: [Apply(rules: Named([\"Gaol\"",
        1,
    );
    let line = 1 + text.lines().position(|line| line.contains("Gaol")).expect("it is there");
    let grammar = parse_grammar(&text, None);
    let found = &grammar.diagnostics[0];
    assert_eq!((found.code, found.position.map(|at| at.line as usize)), ("unknown-rule", Some(line)));
    assert!(found.message.starts_with("Step 2.1.1 of the recipe"), "{found}");
}

#[test]
fn derivation_tells_what_each_step_of_the_recipe_did() {
    let grammar = parse_grammar(GRAMMAR, None).value.expect("a whole grammar");
    let outcome = derive(&grammar, Seed(5), StageContext::default()).unwrap();
    assert!(outcome.is_done(), "{:?}", outcome.diagnostics);
    let text = print_derivation_text(&grammar, &outcome.value);
    let from = text.find("recipe:").expect("the counts");
    let counts = text[from..].split("\n\n").next().expect("the counts");
    let expected = "\
recipe:
  step 1 Block (recipe[0]): carried out once, 19 steps
    step 1.1 Apply (recipe[0].steps[0]): carried out once, 1 step
    step 1.2 Repeat (recipe[0].steps[1]): carried out once, 18 steps
      step 1.2.1 ApplyAll (recipe[0].steps[1].steps[0]): carried out 2 times, 18 steps
    step 1.3 Require (recipe[0].steps[2]): carried out once, 3 tries thrown away
  step 2 Choose (recipe[1]): carried out once, 1 step
    step 2.1.1 Apply (recipe[1][0].steps[0]): carried out once, 1 step
    step 2.2.1 Apply (recipe[1][1].steps[0]): not carried out
    step 2.2.2 Chance (recipe[1][1].steps[1]): not carried out
      step 2.2.2.1 Apply (recipe[1][1].steps[1].steps[0]): not carried out
  step 3 Require (recipe[2]): carried out once
  step 4 Require (recipe[3]): carried out once";
    assert_eq!(counts, expected);
    let record = DerivationRecord::new(&grammar, Seed(5), &outcome.value);
    assert_eq!(record.recipe_counts[3].path, "recipe[0].steps[1].steps[0]");
    assert!(record.steps.iter().all(|step| step.recipe_step < record.recipe_counts.len()));
}
