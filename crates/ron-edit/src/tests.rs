//! Tests the reader with small texts, and compares it with the `ron` crate.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use super::mistake::Position;
use super::recover::{Reading, parse_source};
use super::value_path::{PathRef, ValuePath};

/// A type with some of everything that serde knows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct All {
    whole: i64,
    small: u8,
    part: f64,
    yes: bool,
    sign: Option<char>,
    text: Option<String>,
    list: Vec<i32>,
    pair: (i32, String),
    map: BTreeMap<u32, Kind>,
    inner: Option<Box<All>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
enum Kind {
    Plain,
    Wrapped(String),
    Two(i32, i32),
    Named {
        #[serde(default)]
        width: u32,
    },
    Holds(Held),
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Held {
    size: u32,
    names: Vec<String>,
}

fn read(text: &str) -> (Option<All>, Vec<String>) {
    let (source, mut mistakes) = parse_source(text);
    let mut value = None;
    if let Some(source) = source {
        let reading: Reading<All> = source.read("()");
        mistakes.extend(reading.mistakes);
        value = reading.value;
    }
    (value, mistakes.iter().map(ToString::to_string).collect())
}

/// Reads a text without mistakes.
fn good(text: &str) -> All {
    let (value, mistakes) = read(text);
    assert!(mistakes.is_empty(), "{text}: {mistakes:?}");
    value.expect("a value")
}

fn codes(text: &str) -> Vec<String> {
    let (_, mistakes) = read(text);
    mistakes
        .iter()
        .map(|line| {
            line.split(':').take(2).chain(line.split(['[', ']']).nth(1)).collect::<Vec<_>>().join(" ")
        })
        .collect()
}

#[test]
fn numbers_are_read_in_every_spelling() {
    for (text, whole) in
        [("0x_ff", 255), ("-1_000", -1000), ("+7", 7), ("0b101", 5), ("0o17", 15), ("12i64", 12)]
    {
        assert_eq!(good(&format!("(whole: {text})")).whole, whole, "{text}");
    }
    for (text, part) in [
        ("1.5", 1.5),
        (".5", 0.5),
        ("-2e3", -2000.0),
        ("1e-2", 0.01),
        ("3", 3.0),
        ("-inf", f64::NEG_INFINITY),
    ] {
        assert_eq!(good(&format!("(part: {text})")).part, part, "{text}");
    }
    assert!(good("(part: NaN)").part.is_nan());
}

#[test]
fn texts_are_read_with_escapes_and_raw() {
    for (text, wanted) in [
        (r#""a\"b\\\n\u{e9}\x41""#, "a\"b\\\n\u{e9}A"),
        (r##"r#"a"b\n"#"##, "a\"b\\n"),
        ("\"two\nlines\"", "two\nlines"),
    ] {
        assert_eq!(good(&format!("(text: {text})")).text.as_deref(), Some(wanted), "{text}");
    }
}

#[test]
fn blanks_comments_headers_and_names_change_nothing() {
    let plain = good("(whole: 1, list: [2, 3])");
    for text in [
        "\u{feff}#![enable(implicit_some)]\r\nAll(whole: 1,\r\n list: [2, 3,],)",
        "// first\n/* a /* b */ c */ (whole:1,list:[2,3]) // last",
    ] {
        assert_eq!(good(text), plain, "{text}");
    }
}

#[test]
fn some_may_be_left_out() {
    assert_eq!(good("(sign: '#')"), good("(sign: Some('#'))"));
    assert_eq!(good("(sign: \"#\")"), good("(sign: Some('#'))"));
    assert_eq!(good("(sign: None)"), good("()"));
    assert_eq!(good("(inner: (small: 3))"), good("(inner: Some((small: 3)))"));
    assert_eq!(good("(inner: Some(small: 3))"), good("(inner: Some((small: 3)))"));
}

#[test]
fn a_bare_name_is_a_variant_with_its_defaults() {
    let map = |text: &str| good(&format!("(map: {{1: {text}}})")).map[&1].clone();
    assert_eq!(map("Named"), Kind::Named { width: 0 });
    assert_eq!(map("Named()"), Kind::Named { width: 0 });
    assert_eq!(map("Holds"), Kind::Holds(Held::default()));
    assert_eq!(map("Holds(size: 3)"), map("Holds((size: 3))"));
    assert_eq!(map("Two(1, 2)"), Kind::Two(1, 2));
    assert_eq!(map("Plain"), Kind::Plain);
}

#[test]
fn all_mistakes_are_found_and_the_rest_is_read() {
    let text = "(
    whole: 1.5,
    small: 300,
    yes: maybe,
    list: [1, two, 3, \"4\", 5],
    pair: (1, \"a\", 2),
    map: {1: Plain, 2: Plane, 3: Two(1), 1: Plain, x: Plain},
    txet: \"a\",
    text: \"b\",
    text: \"c\",
)";
    let (value, mistakes) = read(text);
    assert_eq!(
        codes(text),
        [
            "2 12 wrong-type",
            "3 12 wrong-type",
            "4 10 wrong-type",
            "5 15 wrong-type",
            "5 23 wrong-type",
            "6 20 too-many-values",
            "7 24 unknown-variant",
            "7 34 wrong-length",
            "7 42 duplicate-key",
            "7 52 wrong-type",
            "8 5 unknown-field",
            "10 5 duplicate-field",
        ],
        "{mistakes:#?}"
    );
    let value = value.unwrap();
    assert_eq!((value.list, value.pair), (vec![1, 3, 5], (1, "a".to_owned())));
    assert_eq!(value.text.as_deref(), Some("b"));
    assert_eq!(value.map, BTreeMap::from([(1, Kind::Plain)]));
}

#[test]
fn line_ends_of_two_characters_put_mistakes_where_those_of_one_do() {
    for text in ["(map: {'\n': 1})", "(text: '\n 1)", "(map: {'\n' 1})", "(list: [1\n 2])", "(text: \"\n"] {
        assert_eq!(codes(&text.replace('\n', "\r\n")), codes(text), "{text:?}");
    }
}

#[test]
fn broken_spelling_is_mended_where_that_is_easy() {
    for (text, wanted, value) in [
        ("(list: [1 2], small: 3)", vec!["1:10 missing-comma"], "(list: [1, 2], small: 3)"),
        ("(small = 3)", vec!["1:8 equals-sign"], "(small: 3)"),
        ("(\"small\": 3)", vec!["1:2 quoted-field-name"], "(small: 3)"),
        ("(list: [1, 2), small: 3)", vec!["1:8 unclosed-bracket"], "(list: [1, 2])"),
        ("(list: [1, 2, small: 3)", vec!["1:8 unclosed-bracket"], "(list: [1, 2], small: 3)"),
        (
            "(text: \"abc,\n small: 3, yes: true)",
            vec!["1:8 unclosed-text"],
            "(text: \"abc\", small: 3, yes: true)",
        ),
        ("(text: \"abc,\n pair: (1, \"a\"))", vec!["1:8 unclosed-text"], "(text: \"abc\", pair: (1, \"a\"))"),
        ("(small: 3", vec!["1:1 unclosed-bracket"], "(small: 3)"),
        ("(small: 3))", vec!["1:11 text-after-end"], "(small: 3)"),
        ("(small: , yes: true)", vec!["1:9 missing-value"], "(yes: true)"),
        ("(small: 3, ; yes: true)", vec!["1:12 wrong-comma"], "(small: 3, yes: true)"),
        ("(text: 'abc')", vec!["1:8 text-in-single-quotes"], "(text: \"abc\")"),
        ("(small: 3, list: 1..4)", vec!["1:18 invalid-number"], "(small: 3)"),
        ("(map: {1: Named{width: 3}})", vec!["1:16 brace-after-name"], "(map: {1: Named(width: 3)})"),
        ("(text: \"\\q\")", vec!["1:10 unknown-escape"], "(text: \"\")"),
        ("(text: \"\\xyz\")", vec!["1:10 unknown-escape"], "(text: \"yz\")"),
        ("(text: \"rooms\\crypt.ron\")", vec!["1:8 unknown-escape"], "(text: \"rooms/crypt.ron\")"),
        ("(text: \"a\\tiles\\\\b\\c.png\")", vec!["1:8 unknown-escape"], "(text: \"a/tiles/b/c.png\")"),
    ] {
        let found: Vec<String> = codes(text).iter().map(|line| line.replacen(' ', ":", 1)).collect();
        assert_eq!(found, wanted, "{text}");
        assert_eq!(read(text).0, Some(good(value)), "{text}");
    }
}

#[test]
fn empty_and_hopeless_texts_give_one_mistake() {
    for text in ["", "  // nothing\n", "[1, 2]", "\"text\"", "/* open"] {
        let (_, mistakes) = read(text);
        assert_eq!(mistakes.len(), 1, "{text}: {mistakes:?}");
    }
}

#[test]
fn deep_nesting_is_refused_without_harm() {
    for (open, close) in [("[", "]"), ("(", ")"), ("{1:", "}"), ("Some(", ")"), ("(inner:", ")")] {
        let text = format!("(yes: true, list: {}1{})", open.repeat(50_000), close.repeat(50_000));
        let (value, mistakes) = read(&text);
        assert!(mistakes[0].contains("too-deep") && mistakes.len() <= 2, "{mistakes:?}");
        assert!(value.unwrap().yes);
    }
}

#[test]
fn locate_follows_paths_and_counts_only_what_was_read() {
    let text = "(\n    list: [1, two, 3],\n    map: {\n        1: Named(width: 4),\n        2: Plain,\n    },\n    text: \"abc\",\n)";
    let reading: Reading<All> = parse_source(text).0.unwrap().read("()");
    let root = PathRef::ROOT;
    for (path, line, column) in [
        (root.into(), 1, 1),
        (root.item("list", 0).into(), 2, 12),
        (root.item("list", 1).into(), 2, 20),
        (root.item("map", 1).field("width").into(), 4, 25),
        (root.item("map", 2).into(), 5, 9),
        (root.item("map", 2).field("width").into(), 5, 9),
        (root.item("text", 2).into(), 7, 14),
        (ValuePath::from(["inner", "whole"]), 1, 1),
        (root.item("nothing", 0).entry("like", "that").into(), 1, 1),
    ] {
        assert_eq!(reading.source.locate(&path), Position { line, column }, "{path}");
    }
}

#[test]
fn locate_finds_characters_of_a_text_that_goes_on_in_the_next_line() {
    let text = "(\n    text: \"ab\nc\n\nde\",\n)";
    let reading: Reading<All> = parse_source(text).0.unwrap().read("()");
    for (index, line, column) in [(1, 2, 13), (2, 2, 14), (3, 3, 1), (7, 5, 2)] {
        let path = PathRef::ROOT.item("text", index).into();
        assert_eq!(reading.source.locate(&path), Position { line, column }, "{path}");
    }
}

fn kinds() -> impl Strategy<Value = Kind> {
    prop_oneof![
        Just(Kind::Plain),
        any::<String>().prop_map(Kind::Wrapped),
        any::<(i32, i32)>().prop_map(|(a, b)| Kind::Two(a, b)),
        any::<u32>().prop_map(|width| Kind::Named { width }),
        (any::<u32>(), prop::collection::vec(any::<String>(), 0..3))
            .prop_map(|(size, names)| Kind::Holds(Held { size, names })),
    ]
}

fn values() -> impl Strategy<Value = All> {
    let leaf = (
        any::<(i64, u8, bool, Option<char>, Option<String>)>(),
        -1e9..1e9,
        prop::collection::vec(any::<i32>(), 0..4),
        any::<(i32, String)>(),
        prop::collection::btree_map(any::<u32>(), kinds(), 0..3),
    );
    let leaf = leaf.prop_map(|((whole, small, yes, sign, text), part, list, pair, map)| All {
        whole,
        small,
        part,
        yes,
        sign,
        text,
        list,
        pair,
        map,
        inner: None,
    });
    leaf.prop_recursive(3, 8, 1, |inner| {
        (inner.clone(), inner).prop_map(|(outer, inner)| All { inner: Some(Box::new(inner)), ..outer })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn what_ron_writes_is_read_as_ron_reads_it(value in values(), pretty: bool, implicit: bool) {
        use ::ron::extensions::Extensions;
        use ::ron::ser::PrettyConfig;
        let extensions = if implicit { Extensions::all() ^ Extensions::UNWRAP_NEWTYPES } else { Extensions::empty() };
        let config = PrettyConfig::new().extensions(extensions);
        let text = if pretty { ::ron::ser::to_string_pretty(&value, config) } else { ::ron::to_string(&value) };
        let text = text.unwrap();
        prop_assert_eq!(&::ron::from_str::<All>(&text).unwrap(), &value);
        prop_assert_eq!(good(&text), value);
    }

    #[test]
    fn random_text_never_panics(text in "[-(){}\\[\\],:=\"'#r/*!a-z0-9. \\\\\n]{0,60}") {
        read(&text);
    }

    #[test]
    fn what_ron_reads_without_complaint_is_read_alike(text in "\\((list: \\[([0-9]{1,2},? ?){0,3}\\],? ?)?(whole: -?[0-9_]{1,3},? ?)?(text: (Some\\()?r?\"[a-z\\\\n]{0,3}\"\\)?,? ?)?(map: \\{(1: [A-Z][a-z]{4},?)?\\})?\\)") {
        if let Ok(value) = ::ron::from_str::<All>(&text) {
            prop_assert_eq!(good(&text), value);
        }
    }
}
