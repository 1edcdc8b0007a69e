//! Values of places and passages choose their forms and kinds.

use std::sync::Arc;

use delvewright::base::{Seed, StageContext};
use delvewright::export::{Format, export, read_level};
use delvewright::files::{parse_grammar, print_grammar};
use delvewright::grammar::check_grammar;
use delvewright::level::{Level, OwnedBy};
use delvewright::mission::Technique;
use delvewright::pipeline::{Pipeline, Request};
use delvewright::verify::verify;

/// Chambers of earth, of stone and without ground, a rule that digs one more out of the earth, and a wide
/// passage.
const GRAMMAR: &str = r#"Grammar(
    format: 1,
    name: "Grounds",
    alphabet: (
        nodes: {
            "Start": (role: Start, form: Hall()),
            "Chamber": (
                form: Hall(width: (5, 5), height: (5, 5)),
                forms: [
                    (attribute: "ground", value: "earth", form: Cave(radius: (4, 6))),
                    (attribute: "depth", value: 3, form: Walkers(floors: 30, reach: 6)),
                ],
            ),
        },
        edges: {"path": (role: Passage, kinds: [(attribute: "size", value: "large", kind: Corridor(width: 3))])},
    ),
    start: Graph(
        nodes: {
            1: "Start",
            2: (symbol: "Chamber", attributes: {"ground": "earth"}),
            3: (symbol: "Chamber", attributes: {"ground": "stone"}),
            4: "Chamber",
            5: (symbol: "Chamber", attributes: {"depth": 3}),
        },
        edges: [(1, "path", 2), (2, "path", 3), (3, (symbol: "path", attributes: {"size": "large"}), 4), (4, "path", 5)],
    ),
    rules: [(
        name: "Dig",
        lhs: (nodes: {1: (symbol: "Chamber", when: [Attribute("ground", Equal("clay"))])}),
        rhs: (nodes: {1: (symbol: Keep, change: [Set("ground", "earth")])}),
    )],
    recipe: [Apply(rules: All, times: UntilNone)],
    layout: (spacing: Elastic(gap: 4)),
)"#;

fn level(text: &str, seed: u64) -> Arc<Level> {
    let grammar = parse_grammar(text, None);
    assert_eq!(grammar.diagnostics, []);
    let grammar = Arc::new(grammar.value.expect("a grammar"));
    let run = Pipeline::default().run(&Request::new(grammar, Vec::new(), Seed(seed)));
    assert_eq!(run.failure, None);
    run.level.expect("nothing failed")
}

fn techniques(level: &Level) -> Vec<Technique> {
    level.places.iter().map(|place| place.technique).collect()
}

#[test]
fn places_and_passages_are_what_their_values_choose() {
    use Technique::{Cave, Hall, Walkers};
    for seed in 0..5 {
        let level = level(GRAMMAR, seed);
        assert_eq!(techniques(&level), [Hall, Cave, Hall, Hall, Walkers]);
        let cells = |id: i32| {
            let own = |owner: &&delvewright::level::Owner| matches!(owner.who(), OwnedBy::Passage(passage) if passage.0 as i32 == id);
            level.owners.values().iter().filter(own).count()
        };
        // Three cells wide, and at least as long as the gap.
        assert!(cells(3) >= 3 * 4, "{}", cells(3));
        let read = read_level(&export(&level, Format::Json).into_bytes(), Format::Json).expect("a level");
        assert!(verify(&read, StageContext::default()).unwrap().all_held() && read == *level);
    }
}

#[test]
fn a_value_that_a_rule_sets_chooses_the_form() {
    let text = GRAMMAR.replace("\"stone\"", "\"clay\"");
    use Technique::{Cave, Hall, Walkers};
    assert_eq!(techniques(&level(&text, 1)), [Hall, Cave, Cave, Hall, Walkers]);
}

#[test]
fn choices_are_checked_printed_and_read_back() {
    let grammar = parse_grammar(GRAMMAR, None).value.expect("a grammar");
    let printed = print_grammar(&grammar);
    assert!(printed.contains("value: \"earth\""), "{printed}");
    assert_eq!(parse_grammar(&printed, None).value.as_ref(), Some(&grammar));
    let codes = |text: &str| {
        let grammar = parse_grammar(text, None).value.expect("a grammar");
        let found = check_grammar(&grammar).into_iter();
        found.map(|found| (found.code, found.path.to_string())).collect::<Vec<_>>()
    };
    let symbol = "alphabet.nodes[\"Chamber\"]";
    let wide = codes(&GRAMMAR.replace("radius: (4, 6)", "radius: (4, 600)"));
    assert_eq!(wide, [("out-of-range", format!("{symbol}.forms[0].form.radius"))]);
    let nameless = codes(&GRAMMAR.replace("attribute: \"depth\"", "attribute: \" \""));
    assert_eq!(nameless, [("empty-name", format!("{symbol}.forms[1].attribute"))]);
    let item = codes(&GRAMMAR.replace("form: Hall(width: (5, 5), height: (5, 5)),", ""));
    assert!(item.contains(&("forms-of-item", format!("{symbol}.forms"))), "{item:?}");
    let open = GRAMMAR
        .replace("kind: Corridor(width: 3)", "kind: Open")
        .replace("(role: Passage,", "(role: Passage, door: Gate,");
    assert_eq!(codes(&open), [("door-in-open", "alphabet.edges[\"path\"].door".to_owned())]);
}
