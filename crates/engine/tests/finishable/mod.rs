//! P6 on missions that go through the whole pipeline: levels that are finishable, and reports about those
//! that are not.

mod walker;

use std::sync::Arc;

use delvewright_engine::base::Seed;
use delvewright_engine::level::Promise;
use delvewright_engine::pipeline::{Leniency, Pipeline, Request, Run, Stage};
use delvewright_engine::text::parse_grammar;

const ALPHABET: &str = r##"(
    nodes: {
        "Start": (role: Start, form: Hall()), "Goal": (role: Goal, form: Hall()), "Hall": (form: Hall()),
        "Pit": (form: Hall()), "Gate": (role: Lock, form: Hall()), "Key": (role: Key),
    },
    edges: {
        "path": (role: Passage), "drop": (role: Passage, one_way: true),
        "opens": (role: Opens), "holds": (role: Contains),
    },
)"##;

/// Runs a mission. A lenient run gives a level even if a walker can get stuck.
fn run(nodes: &str, edges: &str, leniency: Leniency) -> Run {
    let text = format!(
        "Grammar(format: 1, name: \"Locks\", alphabet: {ALPHABET}, start: Graph(nodes: {{{nodes}}}, edges: [{edges}]))"
    );
    let loaded = parse_grammar(&text, None);
    let grammar = Arc::new(loaded.value.expect("the grammar is readable"));
    let request = Request::new(grammar, Vec::new(), Seed(1));
    Pipeline::default().with_leniency(leniency).run(&request)
}

/// Returns the breaks of P6 in the level of a mission; empty if it is held. The mission alone must be judged
/// the same way.
fn broken_by(nodes: &str, edges: &str) -> String {
    let run = run(nodes, edges, Leniency::Lenient);
    let level = run.level.as_ref().unwrap_or_else(|| panic!("{:?}", run.failure));
    let found = &level.report.promises[&Promise::P6];
    assert_eq!(found.held, found.broken_by.is_empty());
    assert_eq!(found.held, run.failure.is_none(), "{:?}", run.failure);
    found.broken_by.iter().map(|found| found.message.as_str()).collect()
}

#[test]
fn two_hundred_keys_in_side_rooms_are_no_trouble() {
    let mut nodes = String::from("1: \"Start\", 2: \"Gate\", 3: \"Goal\"");
    let mut edges = String::from("(2, \"path\", 3)");
    for number in 0..200 {
        let (way, side, key) = (1000 + number, 2000 + number, 3000 + number);
        let before = if number == 0 { 1 } else { way - 1 };
        nodes += &format!(", {way}: \"Hall\", {side}: \"Hall\", {key}: \"Key\"");
        edges += &format!(", ({before}, \"path\", {way}), ({way}, \"path\", {side})");
        edges += &format!(", ({side}, \"holds\", {key}), ({key}, \"opens\", 2)");
    }
    edges += ", (1199, \"path\", 2)";
    assert_eq!(broken_by(&nodes, &edges), "");
}

#[test]
fn nobody_steps_into_a_drop_whose_far_end_is_shut() {
    let to_keyless = r#"(1, "path", 3), (1, "drop", 2)"#;
    assert_eq!(broken_by(r#"1: "Start", 2: "Gate", 3: "Goal""#, to_keyless), "");
    let from_lock_to_lock = broken_by(
        r#"1: "Start", 2: "Gate", 3: "Gate", 4: "Goal", 5: "Key", 6: "Key""#,
        r#"(1, "path", 2), (2, "drop", 3), (1, "path", 4), (1, "holds", 5), (5, "opens", 2), (4, "holds", 6), (6, "opens", 3)"#,
    );
    assert_eq!(from_lock_to_lock, "");
}

#[test]
fn a_passage_between_two_locks_needs_a_key_of_each() {
    let nodes = r#"1: "Start", 2: "Gate", 3: "Gate", 4: "Goal", 5: "Key", 6: "Key", 7: "Pit""#;
    let edges =
        r#"(1, "path", 2), (2, "path", 3), (3, "drop", 7), (1, "path", 4), (1, "holds", 5), (5, "opens", 2)"#;
    assert_eq!(broken_by(nodes, &format!(r#"{edges}, (4, "holds", 6), (6, "opens", 3)"#)), "");
    assert!(broken_by(nodes, &format!(r#"{edges}, (2, "holds", 6), (6, "opens", 3)"#)).contains("Pit"));
}

#[test]
fn a_drop_without_the_key_names_where_the_key_lies() {
    let nodes = r#"1: "Start", 2: "Hall", 3: "Pit", 4: "Gate", 5: "Goal", 6: "Key""#;
    let edges = r#"(1, "path", 2), (1, "drop", 3), (3, "path", 4), (4, "path", 5), (6, "opens", 4)"#;
    assert_eq!(
        broken_by(nodes, &format!(r#"{edges}, (2, "holds", 6)"#)),
        "A player can get to where the goal cannot be reached any more: the Start (place 1), then the Pit (place 3); the Gate (place 4) stays shut, because its key lies in the Hall (place 2), out of reach."
    );
    assert_eq!(broken_by(nodes, &format!(r#"{edges}, (1, "holds", 6)"#)), "");
    assert_eq!(
        broken_by(nodes, &edges.replace(r#", (6, "opens", 4)"#, r#", (1, "holds", 6)"#)),
        "The goal cannot be reached from the Start (place 1); no reachable key opens the Gate (place 4)."
    );
}

#[test]
fn mission_in_which_a_walker_gets_stuck_is_refused_before_it_is_laid_out() {
    let nodes = r#"1: "Start", 2: "Hall", 3: "Pit", 4: "Gate", 5: "Goal", 6: "Key""#;
    let edges =
        r#"(1, "path", 2), (2, "drop", 3), (3, "path", 4), (4, "path", 5), (6, "opens", 4), (2, "holds", 6)"#;
    assert!(run(nodes, edges, Leniency::Strict).failure.is_none());
    let left_behind = edges.replace(r#"(2, "drop", 3)"#, r#"(1, "drop", 3)"#);
    let refused = run(nodes, &left_behind, Leniency::Strict);
    assert!(refused.plan.is_none() && refused.level.is_none() && refused.derivation.is_some());
    let failure = refused.failure.as_ref().expect("it is refused");
    assert_eq!((failure.stage, failure.code), (Stage::Derive, "no-way-on"));
    assert_eq!(
        failure.message,
        "A player can get to where the goal cannot be reached any more: \"Start\" (node 1), then \"Pit\" (node 3); no key within reach opens \"Gate\" (node 4)."
    );
    let [found] = refused.noticed_by(Stage::Derive) else { panic!("{:?}", refused.diagnostics) };
    assert_eq!((found.nodes.as_slice(), found.hint.is_some()), (&[3][..], true));
    let shut =
        run(r#"1: "Start", 2: "Gate", 3: "Goal""#, r#"(1, "path", 2), (2, "path", 3)"#, Leniency::Strict);
    assert_eq!(
        shut.failure.expect("it is refused").message,
        "The goal cannot be reached from \"Start\" (node 1); no key within reach opens \"Gate\" (node 2)."
    );
}

#[test]
fn mission_without_a_goal_has_nothing_to_finish() {
    let run = run(r#"1: "Start", 2: "Pit""#, r#"(1, "drop", 2)"#, Leniency::Strict);
    assert!(run.failure.is_none(), "{:?}", run.failure);
}
