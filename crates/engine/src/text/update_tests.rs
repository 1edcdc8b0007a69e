//! Texts before and after a change, as pictures.

use super::*;
use crate::grammar::{RecipeStep, Rule};
use crate::text::{parse_grammar, parse_room_set, print_grammar};

const GRAMMAR: &str = r##"// A grammar by hand.
Grammar(format: 1, name: "By hand",
    alphabet: (nodes: { // places
        "Start": (label: "S", color: "#112233", role: Start),
        /* in the middle */ "Hollow": (label: "h",   color: "#445566"), // many

        "Goal": (color: "#778899", label: "G", role: Goal)
    }, edges: {"path": (role: Passage)}),
    start: Graph(nodes: {1: "Start", 2: "Goal"}, edges: [(1, "path", 2)]),

    rules: [
        // ==== Growth ====

        // One more.
        (name: "Grow", weight: 2, // twice as often
            lhs: (nodes: {1: Any, 2: Any}, edges: [(1, "path", 2)]),
            rhs: (nodes: {1: Keep, 2: Keep, 3: "Hollow"}, edges: [(1, "path", 3), (3, "path", 2)])),
        // Nothing.
        (name: "Rest", lhs: (nodes: {1: Any}), rhs: (nodes: {1: Keep})), // no change
    ],
    recipe: [
        // First the trunk.
        Apply(rules: All, times: 4),
        Block(steps: [
            Apply(rules: Named(["Grow"])), // one
            Apply(rules: Named(["Rest"])), // two
        ]),
    ],
    // The end.
)
// After the end.
"##;

/// Returns the text after a change. It reads as the changed grammar.
fn after(text: &str, change: impl FnOnce(&mut Grammar)) -> String {
    let mut grammar = parse_grammar(text, None).value.unwrap();
    change(&mut grammar);
    let text = update_grammar(text, &grammar);
    let loaded = parse_grammar(&text, None);
    assert!(loaded.complete, "{text}\n{:?}", loaded.diagnostics);
    assert_eq!(print_grammar(&loaded.value.unwrap()), print_grammar(&grammar), "{text}");
    text
}

/// Returns the lines that a change removes and adds.
fn difference(change: impl FnOnce(&mut Grammar)) -> String {
    changed_lines(GRAMMAR, &after(GRAMMAR, change))
}

fn changed_lines(before: &str, after: &str) -> String {
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let front = before.iter().zip(&after).take_while(|(old, new)| old == new).count();
    let back = before.iter().rev().zip(after.iter().rev()).take_while(|(old, new)| old == new).count();
    let back = back.min(before.len().min(after.len()) - front);
    let old = before[front..before.len() - back].iter().map(|line| format!("-{line}\n"));
    let new = after[front..after.len() - back].iter().map(|line| format!("+{line}\n"));
    old.chain(new).collect()
}

fn rule(name: &str) -> Rule {
    let rule = parse_grammar(GRAMMAR, None).value.unwrap().rules.remove(1);
    Rule { name: name.to_owned(), ..rule }
}

#[test]
fn nothing_changes_where_nothing_was_changed() {
    for text in [GRAMMAR, &GRAMMAR.replace('\n', "\r\n"), &format!("\u{feff}{GRAMMAR}")] {
        assert_eq!(after(text, |_| {}), text);
    }
}

#[test]
fn changed_field_keeps_the_lines_around_it() {
    let text = difference(|grammar| grammar.rules[0].weight = 3);
    assert_eq!(
        text,
        "-        (name: \"Grow\", weight: 2, // twice as often\n\
         +        (name: \"Grow\", weight: 3, // twice as often\n"
    );
    let text = difference(|grammar| grammar.alphabet.nodes[1].label = "o".to_owned());
    let new = r##"+        /* in the middle */ "Hollow": (label: "o", color: "#445566"), // many"##;
    assert!(text.ends_with(&format!("{new}\n")) && text.lines().count() == 2, "{text}");
}

#[test]
fn changed_item_is_printed_in_the_stable_form_behind_its_comment() {
    let text = difference(|grammar| grammar.rules[1].weight = 3);
    assert_eq!(
        text,
        r#"-        (name: "Rest", lhs: (nodes: {1: Any}), rhs: (nodes: {1: Keep})), // no change
+        (
+            name: "Rest",
+            weight: 3,
+            lhs: (nodes: {1: Any}),
+            rhs: (nodes: {1: Keep}),
+        ), // no change
"#
    );
}

#[test]
fn new_item_is_printed_in_the_stable_form_at_its_place() {
    let text = difference(|grammar| grammar.rules.insert(1, rule("New")));
    assert_eq!(
        text,
        r#"+        (
+            name: "New",
+            lhs: (nodes: {1: Any}),
+            rhs: (nodes: {1: Keep}),
+        ),
"#
    );
    let text = difference(|grammar| {
        let goal = grammar.alphabet.nodes[2].clone();
        grammar.alphabet.nodes.insert("Exit".into(), goal);
    });
    assert_eq!(
        text,
        r##"-        "Goal": (color: "#778899", label: "G", role: Goal)
+        "Goal": (color: "#778899", label: "G", role: Goal),
+        "Exit": (label: "G", color: "#778899", role: Goal),
"##
    );
}

#[test]
fn new_field_stands_where_the_stable_form_has_it() {
    let text = difference(|grammar| grammar.notes = "Why.".to_owned());
    assert_eq!(text, "+    notes: \"Why.\",\n");
    assert!(GRAMMAR.lines().nth(1).is_some_and(|line| line.ends_with("name: \"By hand\",")));
}

#[test]
fn deleted_item_goes_with_its_own_comments() {
    let text = difference(|grammar| drop(grammar.rules.remove(0)));
    assert!(text.starts_with("-        // One more.\n-        (name: \"Grow\""), "{text}");
    assert!(text.lines().all(|line| line.starts_with('-')) && text.lines().count() == 4, "{text}");
    let text = difference(|grammar| drop(grammar.rules.remove(1)));
    assert_eq!(
        text,
        "-        // Nothing.\n\
         -        (name: \"Rest\", lhs: (nodes: {1: Any}), rhs: (nodes: {1: Keep})), // no change\n"
    );
}

#[test]
fn moved_item_takes_its_comments_along() {
    let moved = after(GRAMMAR, |grammar| grammar.recipe.swap(0, 1));
    let recipe = r#"    recipe: [
        Block(steps: [
            Apply(rules: Named(["Grow"])), // one
            Apply(rules: Named(["Rest"])), // two
        ]),
        // First the trunk.
        Apply(rules: All, times: 4),
    ],
"#;
    assert!(moved.contains(recipe), "{moved}");
    let moved = after(GRAMMAR, |grammar| grammar.alphabet.nodes.swap_indices(1, 2));
    let nodes = r##"
        "Goal": (color: "#778899", label: "G", role: Goal),
        /* in the middle */ "Hollow": (label: "h",   color: "#445566"), // many
    }"##;
    assert!(moved.contains(nodes), "{moved}");
}

#[test]
fn steps_within_steps_keep_their_lines() {
    let text = difference(|grammar| {
        let RecipeStep::Block { steps, .. } = &mut grammar.recipe[1] else { panic!("a block") };
        steps.remove(0);
    });
    assert_eq!(text, "-            Apply(rules: Named([\"Grow\"])), // one\n");
}

#[test]
fn renamed_items_keep_what_they_say() {
    let text = difference(|grammar| {
        let (_, goal) = grammar.alphabet.nodes.pop().unwrap();
        grammar.alphabet.nodes.insert("Exit".to_owned(), goal);
    });
    assert_eq!(
        text,
        "-        \"Goal\": (color: \"#778899\", label: \"G\", role: Goal)\n\
         +        \"Exit\": (color: \"#778899\", label: \"G\", role: Goal)\n"
    );
}

#[test]
fn line_ends_stay_as_they_are() {
    let text = format!("\u{feff}{}", GRAMMAR.replace('\n', "\r\n"));
    let text = after(&text, |grammar| grammar.rules[1].weight = 3);
    assert!(text.starts_with("\u{feff}//") && text.contains("            weight: 3,\r\n"), "{text}");
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
}

#[test]
fn file_on_one_line_keeps_its_items() {
    let text = r##"(format: 1, name: "g", alphabet: (nodes: {"A":(), "B": (), "C" : ()}, edges: {}), start: Graph(nodes: {1:"A"}))"##;
    let text = after(text, |grammar| {
        grammar.alphabet.nodes.swap_indices(0, 2);
        grammar.alphabet.nodes[1].label = "b".to_owned();
    });
    assert!(text.contains(r#"{ "C" : (), "B": (label: "b", color: "#), "{text}");
    assert!(text.ends_with(r#"start: Graph(nodes: {1:"A"}))"#), "{text}");
}

#[test]
fn stable_form_stays_the_stable_form() {
    let stable = print_grammar(&parse_grammar(GRAMMAR, None).value.unwrap());
    let mut grammar = parse_grammar(&stable, None).value.unwrap();
    grammar.rules[0].notes = "A long remark, so that the rule is longer than a line ".repeat(3);
    grammar.rules[0].tags.push("grow".to_owned());
    grammar.alphabet.nodes.clear();
    assert_eq!(update_grammar(&stable, &grammar), print_grammar(&grammar));
}

#[test]
fn text_with_mistakes_is_printed_in_the_stable_form() {
    let grammar = parse_grammar(GRAMMAR, None).value.unwrap();
    for text in [GRAMMAR.replacen("rules:", "rule:", 1), GRAMMAR.replacen("),\n", ")\n", 1), String::new()] {
        assert_eq!(update_grammar(&text, &grammar), print_grammar(&grammar));
    }
}

#[test]
fn rooms_keep_their_pictures() {
    let text = r#"RoomSet(format: 1, name: "Rooms", legend: {
    '=': Wall, '.': Floor, // the usual
    '+': Socket,
}, rooms: [
    // Where they watch.
    (name: "Guard", symbol: "Gate", picture: [
        "==+==", // north
        "=...=",
        "=====",
    ]),
    (name: "Cell", symbol: "Gate", picture: ["=+=", "==="]), // small
])
"#;
    let mut set = parse_room_set(text, None).value.unwrap();
    set.rooms[0].picture[1] = "=.=.=".to_owned();
    let changed = update_room_set(text, &set);
    assert_eq!(changed_lines(text, &changed), "-        \"=...=\",\n+        \"=.=.=\",\n");
    set.legend.shift_remove(&'.');
    set.rooms.swap(0, 1);
    let changed = update_room_set(text, &set);
    assert_eq!(parse_room_set(&changed, None).value, Some(set));
    assert!(
        changed.contains("\n    '=': Wall,\n    '+': Socket,\n}, rooms: [\n    (name: \"Cell\""),
        "{changed}"
    );
    assert!(changed.contains("// small\n    // Where they watch.\n    (name: \"Guard\""), "{changed}");
    assert!(changed.contains("\"==+==\", // north\n"), "{changed}");
}
