//! Themes as files: exported from one grammar, imported into another, and refused if broken.

use std::fs;

use crate::command_line::assert_code;
use crate::{err, out, run, text};

const GRAMMAR: &str = r##"Grammar(
    format: 1,
    name: "Shrine",
    theme: "green crypt", // the whole level
    alphabet: (
        nodes: {"Hall": (role: Start, form: Hall(width: (7, 7), height: (7, 7)))},
        edges: {},
        themes: {"green crypt": (like: "crypt", accent: "#8fb", door: Vines, props: (walls: ["urn"]))},
    ),
    start: Graph(nodes: {1: "Hall"}),
)
"##;

#[test]
fn exported_theme_is_imported_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let [grammar, other, theme] = ["a.ron", "b.ron", "green.theme.ron"].map(|name| folder.path().join(name));
    fs::write(&grammar, GRAMMAR).unwrap();
    let without = GRAMMAR.replace("green crypt\", // the", "\", // kept: the");
    let without: String =
        without.lines().filter(|line| !line.contains("themes:")).flat_map(|line| [line, "\n"]).collect();
    fs::write(&other, without).unwrap();
    assert_code(&run(&["themes", "export", text(&grammar), "green crypt", "-o", text(&theme)]), 0);
    assert_code(&run(&["themes", "import", text(&theme), text(&other)]), 0);
    let printed = |file| out(&run(&["themes", "export", text(file), "green crypt"]));
    assert_eq!(printed(&grammar), printed(&other));
    assert_eq!(printed(&grammar), fs::read_to_string(&theme).unwrap());
    assert!(printed(&grammar).contains("#88ffbb"));
    assert!(fs::read_to_string(&other).unwrap().contains("// kept: the whole level"));
}

#[test]
fn lists_name_all_themes() {
    let folder = tempfile::tempdir().unwrap();
    let grammar = folder.path().join("a.ron");
    fs::write(&grammar, GRAMMAR).unwrap();
    let listed = out(&run(&["themes", "list", text(&grammar)]));
    assert_eq!(listed.lines().count(), 15);
    assert!(listed.contains("crypt: ") && listed.ends_with("green crypt: Like crypt.\n"), "{listed}");
    let picture = folder.path().join("themes.png");
    assert_code(&run(&["themes", "list", "-o", text(&picture)]), 0);
    assert!(fs::read(&picture).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn unknown_and_broken_themes_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [grammar, theme] = ["a.ron", "broken.theme.ron"].map(|name| folder.path().join(name));
    fs::write(&grammar, GRAMMAR).unwrap();
    let output = run(&["themes", "export", text(&grammar), "green cript"]);
    assert_code(&output, 1);
    assert!(err(&output).contains("Did you mean"), "{}", err(&output));
    fs::write(&theme, r#"Theme(format: 1, name: "x", theme: (like: "cript"))"#).unwrap();
    let output = run(&["themes", "import", text(&theme), text(&grammar)]);
    assert_code(&output, 1);
    assert!(err(&output).contains("\"cript\""), "{}", err(&output));
    assert_eq!(fs::read_to_string(&grammar).unwrap(), GRAMMAR);
}
