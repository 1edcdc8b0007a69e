//! Grammars that ask for too much: the answer names the limit before time and memory are spent.

use std::sync::Arc;

use delvewright_engine::base::{Hint, Seed, StageContext, did_you_mean};
use delvewright_engine::level::{Level, Promise};
use delvewright_engine::pipeline::{Pipeline, Request, Run, Stage};
use delvewright_engine::text::parse_grammar;
use delvewright_engine::verify::verify;

/// Returns a grammar with the given start of halls and recipe.
fn grammar(start: &str, hall: &str, recipe: &str) -> String {
    format!(
        r##"Grammar(
    format: 1, name: "Greedy",
    alphabet: (
        nodes: {{"Hall": (role: Start, form: {hall})}},
        edges: {{"path": (role: Passage)}},
    ),
    start: {start},
    rules: [(
        name: "Grow",
        lhs: (nodes: {{1: "Hall"}}),
        rhs: (nodes: {{1: Keep, 2: "Hall"}}, edges: [(1, "path", 2)]),
    )],
    recipe: [{recipe}],
    limits: (steps: 20),
)"##
    )
}

fn run(text: &str) -> Run {
    let loaded = parse_grammar(text, None);
    assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
    let grammar = Arc::new(loaded.value.expect("the grammar can be read"));
    Pipeline::default().run(&Request::new(grammar, Vec::new(), Seed(1)))
}

#[test]
fn a_derivation_that_did_not_finish_is_not_laid_out() {
    let endless = "Apply(rules: All, times: UntilNone)";
    let unmet = "Apply(rules: All), Require(condition: Nodes(AtLeast(9)))";
    for (recipe, code, nodes) in [(endless, "limit-reached", 21), (unmet, "requirement-failed", 2)] {
        let run = run(&grammar("Graph(nodes: {1: \"Hall\"})", "Hall()", recipe));
        let failure = run.failure.expect("it did not finish");
        assert_eq!((failure.stage, failure.code), (Stage::Derive, code));
        assert!(run.plan.is_none() && run.level.is_none());
        let mission = &run.derivation.expect("what there is can be looked at").mission;
        assert_eq!(mission.node_count(), nodes);
        if code == "limit-reached" {
            assert!(failure.message.contains("20 steps") && failure.message.contains("Limit how often"));
        }
    }
}

#[test]
fn a_level_of_too_many_cells_is_refused_before_it_is_laid_out() {
    let start = |side: u32| format!("Lattice(width: {side}, height: {side}, node: \"Hall\", edge: \"path\")");
    for hall in ["Hall(width: (64, 64), height: (64, 64))", "Cave(radius: (64, 64))"] {
        let run = run(&grammar(&start(70), hall, ""));
        let failure = run.failure.expect("it is too large");
        assert_eq!((failure.stage, failure.code), (Stage::Layout, "level-too-large"));
        assert!(failure.message.contains("18000000"), "{}", failure.message);
        assert!(run.diagnostics.iter().any(|found| {
            found.code == "level-too-large"
                && found.hint.as_ref().is_some_and(|hint| hint.to_string().contains("--ceiling"))
        }));
    }
}

#[test]
fn many_unknown_names_are_all_found_and_the_first_get_a_hint() {
    let nodes: String = (1..=3_000).map(|id| format!("{id}: \"Holl\",")).collect();
    let text = grammar(&format!("Graph(nodes: {{{nodes}}})"), "Hall()", "Apply(rules: All)");
    let found = parse_grammar(&text, None).diagnostics;
    let unknown: Vec<_> = found.iter().filter(|found| found.code == "unknown-symbol").collect();
    assert_eq!(unknown.len(), 3_000);
    let is_meant = |hint: &Option<Hint>| {
        hint.as_ref().is_some_and(|hint| hint.sentence().contains("Did you mean \"Hall\""))
    };
    assert!(unknown.iter().take(100).all(|found| is_meant(&found.hint)));
    assert!(unknown.iter().skip(100).all(|found| !is_meant(&found.hint)));
    let columns: Vec<_> = unknown.iter().filter_map(|found| found.position).collect();
    assert!(columns.len() == 3_000 && columns.is_sorted() && columns.first() < columns.last());
}

#[test]
fn names_that_are_whole_texts_are_not_compared() {
    let long = "x".repeat(1_000_000);
    assert_eq!(did_you_mean(&long, [long.as_str(), "Hall"]), None);
    assert_eq!(did_you_mean("Holl", [long.as_str(), "Hall"]).as_deref(), Some("Did you mean \"Hall\"?"));
}

#[test]
fn a_grammar_of_very_many_rules_is_checked_but_not_compared_rule_by_rule() {
    let rules: String = (0..2_500)
        .map(|number| format!("(name: \"R{number}\", lhs: (nodes: {{1: \"Hall\"}}), rhs: (nodes: {{1: \"Hall\", 2: \"Hall\"}})),"))
        .collect();
    let text = grammar("Graph(nodes: {1: \"Hall\"})", "Hall()", "Apply(rules: All)");
    let text = text.replace("rules: [(", &format!("rules: [{rules} ("));
    let codes: Vec<_> = parse_grammar(&text, None).diagnostics.into_iter().map(|found| found.code).collect();
    assert_eq!(codes, ["too-large-to-lint"]);
}

#[test]
fn a_level_of_places_that_each_claim_all_of_it_is_refused_at_once() {
    let side = 40;
    let row = "#".repeat(side);
    let template =
        serde_json::json!({"picture": vec![&row; side], "legend": {}, "sockets": [], "blocker": "#"});
    let place = |id: usize, template: Option<&str>| {
        serde_json::json!({
            "id": id, "node": id, "symbol": "Hall", "role": null, "technique": "Hall", "anchor": [1, 1],
            "bounds": [0, 0, 2_147_483_647, 2_147_483_647], "attributes": {}, "template": template,
            "turn": 0, "flip": false, "sockets": [],
        })
    };
    for (template_name, expected) in [(Some("t"), "templates have"), (None, "bounds of the places have")] {
        let places: Vec<_> = (1..=200).map(|id| place(id, template_name)).collect();
        let level = serde_json::json!({
            "format": 1, "generator": "none", "grammar": "Crowd", "seed": "1", "width": side, "height": side,
            "movement": "Cardinal", "legend": {"#": {"name": "wall", "walkable": false}},
            "tiles": vec![&row; side], "owners": vec![[[0, side]]; side], "places": places,
            "passages": [], "entities": [], "templates": {"t": template}, "bridges": [],
            "mission": {"nodes": [], "edges": []}, "report": {},
        });
        let level = serde_json::from_value::<Level>(level).expect("it can be read");
        let report = verify(&level, StageContext::default()).unwrap();
        let found = &report.promises[&Promise::P0].broken_by;
        assert!(found.iter().any(|found| found.message.contains(expected)), "{found:?}");
        assert!(!report.promises[&Promise::P4].held);
    }
}
