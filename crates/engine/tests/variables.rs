//! Variables: a grammar at some values is the grammar with the numbers written out.
//!
//! The oracle replaces numbers in the text of grammars, and knows nothing of formulas.

use std::fs;
use std::sync::Arc;

use delvewright_engine::base::{Diagnostic, RandomStream, Seed, Severity};
use delvewright_engine::grammar::{Formulas, Grammar, Variable, VariableValues};
use delvewright_engine::level::Level;
use delvewright_engine::pipeline::{Pipeline, Request, Stage};
use delvewright_engine::text::{parse_grammar, print_grammar, update_grammar};

use crate::examples::{examples, folder_of_workspace};
use crate::sample;

/// The value of the variable `v`, which is neither its default nor an end of its range.
const VALUE: i64 = 5;

/// Returns the texts of all example grammars.
fn example_texts() -> Vec<(String, String)> {
    let folder = folder_of_workspace("grammars");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "ron"));
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        (path.file_stem().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap())
    };
    paths.iter().map(read).collect()
}

/// Returns the byte ranges of the whole numbers of a text that are values: no keys, no parts of words or texts.
fn numbers(text: &str) -> Vec<std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let (mut found, mut at, mut in_text) = (Vec::new(), 0, false);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if in_text => at += 1,
            b'"' => in_text = !in_text,
            b'/' if !in_text && bytes.get(at + 1) == Some(&b'/') => {
                at += text[at..].find('\n').unwrap_or(text.len() - at);
            }
            digit if !in_text && digit.is_ascii_digit() => {
                let end = at + text[at..].find(|letter: char| !letter.is_ascii_digit()).unwrap();
                let is_key = text[end..].trim_start().starts_with(':');
                let follows = bytes[at - 1];
                let is_part = follows.is_ascii_alphanumeric() || matches!(follows, b'_' | b'-' | b'\'');
                if !is_key && !is_part {
                    found.push(at..end);
                }
                at = end - 1;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Returns a text with about one in `share` of its numbers as formulas that give these numbers for [`VALUE`].
fn with_formulas(text: &str, share: u64, random: &mut RandomStream) -> String {
    let mut text = text.to_owned();
    for range in numbers(&text).into_iter().rev() {
        if random.below(share) > 0 {
            continue;
        }
        let number: i64 = text[range.clone()].parse().unwrap();
        let formula = match random.below(6) {
            0 => format!("v + {number} - {VALUE}"),
            1 => format!("(v - {VALUE}) * 3 + {number}"),
            2 => format!("max(v - 100, {number})"),
            3 => format!("{number} * v / {VALUE}"),
            4 => number.to_string(),
            _ => format!("min(v * 0 + {number}, 1000000)"),
        };
        text.replace_range(range, &format!("Var(\"{formula}\")"));
    }
    let at = text.find("alphabet:").unwrap();
    text.insert_str(at, "variables: {\"v\": (default: 3, range: (0, 9))},\n    ");
    text
}

/// Returns the grammar without its variables.
fn plain(grammar: &Grammar) -> Grammar {
    Grammar { variables: Default::default(), formulas: Formulas::default(), ..grammar.clone() }
}

fn value() -> VariableValues {
    [("v".to_owned(), VALUE)].into()
}

#[test]
fn grammar_at_a_value_is_the_grammar_with_the_numbers_written_out() {
    for (name, text) in example_texts() {
        let expected = parse_grammar(&text, None).value.unwrap();
        for seed in sample::of(0..42) {
            let mut random = Seed(seed).child(&name).stream();
            let share = 1 + random.below(6);
            let varied = with_formulas(&text, share, &mut random);
            let loaded = parse_grammar(&varied, None);
            assert!(loaded.complete, "{name}, {seed}: {:?}\n{varied}", loaded.diagnostics);
            let grammar = loaded.value.unwrap();
            assert_eq!(plain(&grammar.with_values(&value())), expected, "{name}, {seed}");
        }
    }
}

#[test]
fn printed_formulas_read_as_the_same_grammar_and_an_unchanged_text_stays() {
    for (name, text) in example_texts() {
        let varied = with_formulas(&text, 3, &mut Seed(1).child(&name).stream());
        let grammar = parse_grammar(&varied, None).value.unwrap();
        let printed = print_grammar(&grammar);
        assert_eq!(parse_grammar(&printed, None).value.unwrap(), grammar, "{name}");
        assert_eq!(print_grammar(&parse_grammar(&printed, None).value.unwrap()), printed, "{name}");
        assert_eq!(update_grammar(&varied, &grammar), varied, "{name}");
        assert_eq!(update_grammar(&varied, &grammar.with_values(&value())), varied, "{name}");
    }
}

#[test]
fn changed_part_of_a_text_leaves_the_formulas_elsewhere() {
    let text = tower("3, range: (1, 9)", "Var(\"v\")");
    let grammar = parse_grammar(&text, None).value.unwrap();
    let renamed = grammar.with_change(&VariableValues::new(), |grammar| "Keep".clone_into(&mut grammar.name));
    assert_eq!(update_grammar(&text, &renamed), text.replace("\"Tower\"", "\"Keep\""));
}

/// Returns everything of a level except the values of its variables.
fn without_values(level: &Level) -> Level {
    Level { variables: VariableValues::new(), ..level.clone() }
}

#[test]
fn levels_at_a_value_are_those_of_the_numbers() {
    let texts: std::collections::BTreeMap<_, _> = example_texts().into_iter().collect();
    let mut pipeline = Pipeline::default();
    for example in sample::of(examples()) {
        let text = with_formulas(&texts[&example.name], 4, &mut Seed(2).child(&example.name).stream());
        let grammar = Arc::new(parse_grammar(&text, None).value.unwrap());
        let expected = Pipeline::default().run(&example.request(1));
        let request = Request { grammar, variables: value(), ..example.request(1) };
        let run = pipeline.run(&request);
        assert_eq!(run.failure, expected.failure, "{}", example.name);
        let (level, expected) = (run.level.unwrap(), expected.level.unwrap());
        assert_eq!(without_values(&level), *expected, "{}", example.name);
        assert_eq!(level.variables, value(), "{}", example.name);
    }
}

/// Returns a grammar with one variable `v` and a rule that is applied `times` times.
fn tower(variable: &str, times: &str) -> String {
    format!(
        r#"Grammar(
    format: 1,
    name: "Tower",
    variables: {{
        "v": (default: {variable}), // what a game sets
    }},
    alphabet: (
        nodes: {{
            "Stairs": (role: Start, form: Hall()),
            "Hall": (form: Hall(width: (4, 6))),
            "Throne": (role: Goal, form: Hall()),
        }},
        edges: {{"path": (role: Passage)}},
    ),
    start: Graph(nodes: {{1: "Stairs", 2: "Throne"}}, edges: [(1, "path", 2)]),
    rules: [(
        name: "One hall more",
        lhs: (nodes: {{1: Any, 2: "Throne"}}, edges: [(1, "path", 2)]),
        rhs: (nodes: {{1: Keep, 2: Keep, 3: "Hall"}}, edges: [(1, "path", 3), (3, "path", 2)]),
    )],
    recipe: [Apply(rules: All, times: {times})],
)
"#
    )
}

fn found(text: &str) -> Vec<Diagnostic> {
    parse_grammar(text, None).diagnostics
}

/// Returns code, line and message of the only diagnostic.
fn only(text: &str) -> (String, u32, String, String) {
    let found = found(text);
    let [one] = found.as_slice() else { panic!("{found:?}") };
    let line = one.position.map_or(0, |at| at.line);
    let hint = one.hint.as_ref().map_or_else(String::new, |hint| hint.sentence().to_owned());
    (one.code.to_owned(), line, one.message.clone(), hint)
}

fn told(code: &str, line: u32, message: &str, hint: &str) -> (String, u32, String, String) {
    (code.to_owned(), line, message.to_owned(), hint.to_owned())
}

const VARIABLE: u32 = 5;
const TIMES: u32 = 21;

#[test]
fn sound_variables_are_not_remarked_on() {
    assert_eq!(found(&tower("3, range: (1, 9)", "Var(\"v * 2\")")), []);
    assert_eq!(found(&tower("3, range: (3, 3)", "(Var(\"v\"), Var(\"v + 2\"))")), []);
}

#[test]
fn formula_with_a_mistake_has_place_and_fix() {
    let times = |formula: &str| only(&tower("3, range: (1, 9)", &format!("(2, Var(\"{formula} + v\"))")));
    assert_eq!(
        times("2 *"),
        told(
            "broken-formula",
            TIMES,
            "The formula \"2 * + v\" has a \"+\" that does not belong there.",
            "Use numbers, variables, + - * /, brackets, min and max."
        )
    );
    assert_eq!(
        times("w"),
        told(
            "unknown-variable",
            TIMES,
            "The formula \"w + v\" uses the variable \"w\", which does not exist.",
            "Did you mean \"v\"?"
        )
    );
}

#[test]
fn variable_with_a_mistake_has_place_and_fix() {
    let variable = |variable: &str| only(&tower(variable, "(2, Var(\"v + 2\"))"));
    assert_eq!(
        variable("3, range: (9, 1)"),
        told(
            "range-backwards",
            VARIABLE,
            "The range of \"v\" goes from 9 down to 1, but the minimum comes first.",
            "Swap the two numbers: 1 to 9."
        )
    );
    assert_eq!(
        variable("30, range: (1, 9)"),
        told(
            "default-outside-range",
            VARIABLE,
            "The default of \"v\" is 30, but it must be from 1 to 9.",
            "Choose a default from 1 to 9."
        )
    );
    assert_eq!(variable("Var(\"v\"), range: (1, 9)").0, "formula-in-variable");
}

#[test]
fn unused_variable_is_a_warning() {
    let unused = only(&tower("3, range: (1, 9)", "3"));
    assert_eq!(
        unused,
        told(
            "unused-variable",
            VARIABLE,
            "Nothing uses the variable \"v\".",
            "Write Var(\"v\") in place of a number, or delete the variable."
        )
    );
}

#[test]
fn number_outside_its_range_at_the_end_of_a_range_is_a_warning() {
    let text = tower("3, range: (1, 40)", "2").replace("width: (4, 6)", "width: (4, Var(\"v * 2 + 2\"))");
    assert_eq!(
        only(&text),
        told(
            "formula-outside-range",
            10,
            "The formula \"v * 2 + 2\" is 82 with v 40, but the number here is from 1 to 64. The level uses 64.",
            "Write min(v * 2 + 2, 64)."
        )
    );
    let grammar = parse_grammar(&text, None).value.unwrap();
    let width = |value| {
        let values = [("v".to_owned(), value)].into();
        format!("{:?}", grammar.with_values(&values).alphabet.nodes["Hall"].form)
    };
    assert!(width(40).contains("width: (4, 64)"), "{}", width(40));
    assert!(width(10).contains("width: (4, 22)"), "{}", width(10));
}

#[test]
fn mistake_that_only_some_values_make_is_a_warning() {
    let text = tower("3, range: (1, 9)", "(4, Var(\"v + 2\"))");
    let found = found(&text);
    assert!(found.iter().all(|one| one.severity == Severity::Warning), "{found:?}");
    let (code, line, message, _) = only(&text);
    assert_eq!((code.as_str(), line), ("fails-with-values", TIMES));
    assert!(message.starts_with("With v 1 this is wrong: "), "{message}");
}

#[test]
fn division_by_zero_within_the_range_is_a_warning() {
    let (code, line, message, _) = only(&tower("3, range: (0, 9)", "Var(\"1 + 6 / v\")"));
    assert_eq!((code.as_str(), line), ("division-by-zero", TIMES));
    assert!(message.contains("with v 0"), "{message}");
}

#[test]
fn warning_about_a_number_that_only_the_default_causes_is_not_given() {
    let text =
        tower("0, range: (0, 9)", "2").replace("name: \"One hall", "weight: Var(\"v\"), name: \"One hall");
    let found = found(&text);
    assert!(found.iter().all(|one| one.code != "rule-never-runs"), "{found:?}");
}

fn request(variables: &[(&str, i64)]) -> Request {
    let grammar = parse_grammar(&tower("3, range: (1, 9)", "Var(\"v\")"), None).value.unwrap();
    let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
    Request { variables, ..Request::new(Arc::new(grammar), Vec::new(), Seed(1)) }
}

#[test]
fn request_sets_variables_and_the_level_records_them() {
    let places = |variables: &[(&str, i64)]| {
        let level = Pipeline::default().run(&request(variables)).level.unwrap();
        (level.places.len(), level.variables["v"])
    };
    assert_eq!([places(&[]), places(&[("v", 1)]), places(&[("v", 7)])], [(5, 3), (3, 1), (9, 7)]);
}

#[test]
fn value_that_the_grammar_does_not_allow_fails_in_the_check() {
    let failure = |variables: &[(&str, i64)]| {
        let failure = Pipeline::default().run(&request(variables)).failure.unwrap();
        assert_eq!(failure.stage, Stage::Check);
        (failure.code, failure.message)
    };
    assert_eq!(failure(&[("w", 1)]), ("unknown-variable", "The grammar has no variable \"w\".".to_owned()));
    assert_eq!(
        failure(&[("v", 10)]),
        ("value-outside-range", "The variable \"v\" is 10, but it must be from 1 to 9.".to_owned())
    );
}

#[test]
fn pipeline_that_keeps_stages_gives_the_level_of_the_present_values() {
    let mut pipeline = Pipeline::default();
    for value in [3, 7, 7, 1, 3] {
        let request = request(&[("v", value)]);
        assert_eq!(pipeline.run(&request).level, Pipeline::default().run(&request).level);
    }
}

#[test]
fn change_of_a_grammar_keeps_its_formulas_and_values() {
    let grammar = parse_grammar(&tower("3, range: (1, 9)", "Var(\"v\")"), None).value.unwrap();
    let grammar = grammar.with_values(&[("v".to_owned(), 7)].into());
    let twice = grammar.with_change(&VariableValues::new(), |grammar| {
        let step = grammar.recipe[0].clone();
        grammar.recipe.push(step);
        grammar
            .variables
            .insert("w".to_owned(), Variable { default: 0, range: (0, 1), notes: String::new() });
    });
    assert_eq!(twice.recipe[1], grammar.recipe[0]);
    assert_eq!(print_grammar(&twice).matches("Var(\"v\")").count(), 2);
    assert_eq!(twice.values_with(&VariableValues::new()), [("v".to_owned(), 7), ("w".to_owned(), 0)].into());
}
