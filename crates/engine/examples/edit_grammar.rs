//! Edits a grammar in code, checks it, and writes it back without losing the author's comments.
//!
//! `cargo run -p delvewright-engine --example edit_grammar`

use std::sync::Arc;

use delvewright_engine::grammar::check_grammar;
use delvewright_engine::prelude::*;

/// Runs the example.
pub fn main() {
    let text = include_str!("tower.ron");
    let read = parse_grammar(text, None).value.expect("the grammar has no errors");
    // The grammar as its author wrote it, in which numbers may be formulas of variables.
    let mut grammar = read.authored().clone();

    // A second kind of hall, and a rule that builds it: like the first, with another symbol.
    let mut crypt = grammar.alphabet.nodes.get("Hall").expect("the symbol").clone();
    crypt.theme = "crypt".to_owned();
    grammar.alphabet.nodes.insert("Crypt".to_owned(), crypt);
    let rule = parse_grammar(&text.replace("3: \"Hall\"", "3: \"Crypt\""), None).value;
    let mut rule = rule.and_then(|grammar| grammar.rules.into_iter().next()).expect("a rule");
    rule.name = "One crypt more".to_owned();
    rule.weight = 3;
    grammar.rules.push(rule);

    // Mistakes are values with a place and a remedy, as in the editor.
    assert!(check_grammar(&grammar).is_empty());
    let mut wrong = grammar.clone();
    wrong.rules[1].name = wrong.rules[0].name.clone();
    for mistake in check_grammar(&wrong) {
        println!("{mistake}");
    }
    assert!(!check_grammar(&wrong).is_empty());

    let written = update_grammar(text, &grammar);
    assert!(
        written.contains("// The only rule: one hall more on the way.") && written.contains("One crypt more")
    );
    assert_eq!(
        parse_grammar(&written, None).value.map(|read| read.authored().clone()),
        Some(grammar.clone())
    );

    let variables = [("halls".to_owned(), 6)].into();
    let grammar = Arc::new(Grammar::of_authored(grammar, &variables));
    let run = Pipeline::default().run(&Request { variables, ..Request::new(grammar, Vec::new(), Seed(7)) });
    let level = run.level.expect("a level");
    let crypts = level.places.iter().filter(|place| place.symbol == "Crypt").count();
    println!("{crypts} of {} places are crypts", level.places.len());
}
