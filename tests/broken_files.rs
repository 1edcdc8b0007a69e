//! Checks every file in `tests/broken/`: the messages that a designer gets, and the parts that are loaded
//! nevertheless.
//!
//! `grammar_*.ron` are read as projects, `rooms_*.ron` as room sets. `UPDATE_GOLDEN=1` rewrites the expected
//! output; review it as a diff.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use delvewright::base::{Diagnostic, Position, printable, printable_line};
use delvewright::files::{
    FileError, Loaded, load_project, load_project_from, parse_grammar, parse_room_set, read_text_file,
};
use delvewright::grammar::Grammar;
use delvewright::rooms::RoomSet;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken")
}

fn files(start: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).expect("the folder of broken files").flatten();
    let named = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with(start) && name.ends_with(".ron")
    };
    let files: BTreeSet<PathBuf> = entries.map(|entry| entry.path()).filter(named).collect();
    files.into_iter().collect()
}

/// Prints one line per diagnostic.
fn reported(diagnostics: &[Diagnostic], file: &Path) -> String {
    let mut reported = String::new();
    for diagnostic in diagnostics {
        let Position { line, column } = diagnostic.position.expect("a place");
        let Diagnostic { severity, code, message, .. } = diagnostic;
        if diagnostic.file.as_deref() != Some(file) {
            let name = diagnostic.file.as_ref().and_then(|file| file.file_name()).expect("a file");
            write!(reported, "{}:", name.display()).unwrap();
        }
        write!(reported, "{line}:{column} {severity} {code}: {}", printable_line(message)).unwrap();
        if let Some(hint) = &diagnostic.hint {
            write!(reported, "; {}", printable_line(&hint.to_string())).unwrap();
        }
        reported.push('\n');
    }
    reported.replace(&format!("{}/", folder().display()), "")
}

fn unreadable(error: &FileError) -> String {
    format!("{} {error}\n", error.code()).replace(&format!("{}/", folder().display()), "")
}

fn grammar_summary(loaded: &Loaded<Grammar>) -> String {
    let Some(grammar) = &loaded.value else { return "loaded: nothing\n".to_owned() };
    let names = |names: Vec<&str>| printable(&names.join(", ")).into_owned();
    let rules = grammar.rules.iter().map(|rule| {
        let (lhs, rhs) = (&rule.lhs, &rule.rhs);
        let sizes = [lhs.nodes.len(), lhs.edges.len(), rhs.nodes.len(), rhs.edges.len()];
        format!("{} {sizes:?}", rule.name)
    });
    format!(
        "loaded: {:?}{}\n  nodes: {}\n  edges: {}\n  rules: {}\n  recipe: {} steps\n",
        grammar.name,
        if loaded.complete { "" } else { ", in part" },
        names(grammar.alphabet.nodes.keys().map(String::as_str).collect()),
        names(grammar.alphabet.edges.keys().map(String::as_str).collect()),
        rules.collect::<Vec<_>>().join(", "),
        grammar.recipe.len(),
    )
}

fn rooms_summary(loaded: &Loaded<RoomSet>) -> String {
    let Some(set) = &loaded.value else { return "loaded: nothing\n".to_owned() };
    let legend: String = set.legend.keys().collect();
    let rooms: Vec<String> =
        set.rooms.iter().map(|room| format!("{} [{}]", room.name, room.picture.len())).collect();
    format!(
        "loaded: {:?}{}\n  legend: {}\n  rooms: {}\n",
        set.name,
        if loaded.complete { "" } else { ", in part" },
        printable(&legend),
        rooms.join(", ")
    )
}

fn account_of_grammar(path: &Path) -> String {
    match load_project(path, &[]) {
        Ok(project) => reported(&project.diagnostics(), path) + &grammar_summary(&project.grammar),
        Err(error) => unreadable(&error),
    }
}

fn account_of_rooms(path: &Path) -> String {
    match read_text_file(path) {
        Ok(text) => {
            let loaded = parse_room_set(&text, Some(path));
            reported(&loaded.diagnostics, path) + &rooms_summary(&loaded)
        }
        Err(error) => unreadable(&error),
    }
}

/// Compares with the expected output, or rewrites it.
fn compare(path: &Path, account: &str, wrong: &mut Vec<String>) {
    let golden = path.with_extension("expected");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&golden, account).expect("writing what is expected");
    }
    let expected = fs::read_to_string(&golden).unwrap_or_default();
    if expected.replace("\r\n", "\n") != account {
        wrong.push(format!("{}\nexpected:\n{expected}\nfound:\n{account}", path.display()));
    }
}

#[test]
fn broken_files_are_explained_and_the_rest_is_loaded() {
    let mut wrong = Vec::new();
    let (grammars, rooms) = (files("grammar_"), files("rooms_"));
    assert!(grammars.len() + rooms.len() >= 30);
    for path in grammars {
        compare(&path, &account_of_grammar(&path), &mut wrong);
    }
    for path in rooms {
        compare(&path, &account_of_rooms(&path), &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn line_ends_and_byte_order_marks_move_nothing() {
    for path in files("grammar_") {
        let Ok(text) = read_text_file(&path) else { continue };
        let plain = parse_grammar(&text, None);
        assert_eq!(parse_grammar(&text.replace('\n', "\r\n"), None).value, plain.value, "{}", path.display());
        assert_eq!(parse_grammar(&format!("\u{feff}{text}"), None), plain, "{}", path.display());
    }
}

#[test]
fn standard_input_is_read_like_a_file() {
    let path = folder().join("grammar_unknown_names.ron");
    let text = fs::read(&path).expect("a broken file");
    let from_file = load_project(&path, &[]).expect("a project");
    let from_stream = load_project_from(text.as_slice(), &folder(), &[]).expect("a project");
    assert_eq!(from_stream.path, None);
    assert_eq!(from_stream.grammar.value, from_file.grammar.value);
    assert_eq!(from_stream.diagnostics().len(), from_file.diagnostics().len());
}

#[test]
fn rooms_asked_for_besides_are_read_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let set = r#"RoomSet(format: 1, name: "A", legend: {'#': Wall}, rooms: [])"#;
    let grammar = r#"Grammar(format: 1, name: "G", rooms: ["a.ron"], alphabet: (nodes: {}, edges: {}), start: Graph(nodes: {}))"#;
    let at = |name: &str| folder.path().join(name);
    for (name, text) in [("a.ron", set), ("b.ron", set), ("g.ron", grammar)] {
        fs::write(at(name), text).expect("writing");
    }
    let again = folder.path().join(".").join("a.ron");
    let project = load_project(&at("g.ron"), &[again, at("b.ron")]).expect("a project");
    let paths: Vec<&PathBuf> = project.rooms.iter().map(|rooms| &rooms.path).collect();
    assert_eq!(paths, [&at("a.ron"), &at("b.ron")]);
    assert!(load_project(&at("g.ron"), &[at("c.ron")]).is_err());
    assert!(load_project(&at("none.ron"), &[]).is_err());
}

/// Returns the hint about the first room set of a grammar, or the first sheet of a room set.
#[cfg(target_os = "linux")]
fn hint_about(name: &str) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("sets")).expect("a folder");
    let set = r#"RoomSet(format: 1, name: "A", legend: {'#': Wall}, rooms: [])"#;
    fs::write(at("sets/Isles.ron"), set).expect("writing");
    let name = name.escape_default();
    let text = format!(
        r#"Grammar(format: 1, name: "G", rooms: ["{name}"], alphabet: (nodes: {{}}, edges: {{}}), start: Graph(nodes: {{}}))"#
    );
    fs::write(at("g.ron"), text).expect("writing");
    let project = load_project(&at("g.ron"), &[]).expect("a project");
    let missing = project.diagnostics().into_iter().find(|found| found.code == "missing-room-set")?;
    missing.hint.map(|hint| hint.to_string())
}

#[cfg(target_os = "linux")]
#[test]
fn names_of_files_are_hinted_as_the_disk_spells_them() {
    for name in ["sets\\Isles.ron", "sets/isles.ron", "Sets/Isles.ron", "SETS\\isles.RON"] {
        let hint = hint_about(name).unwrap_or_default();
        let said = hint.strip_prefix("Did you mean \"sets/Isles.ron\"?");
        let said = said.unwrap_or_else(|| panic!("{name}: {hint}"));
        assert_eq!(said.contains("only on Windows"), name.contains('\\'), "{name}: {hint}");
    }
    let nowhere = hint_about("sets\\Crypt\\Deep.ron").unwrap_or_default();
    assert!(
        nowhere.contains("Write \"sets/Crypt/Deep.ron\"") && nowhere.contains("only on Windows"),
        "{nowhere}"
    );
    assert_eq!(hint_about("sets/Isle.ron").as_deref(), Some("Did you mean \"sets/Isles.ron\"?"));
    assert_eq!(hint_about("sets/Isles.ron"), None);
}

#[cfg(target_os = "linux")]
#[test]
fn single_backslash_between_folders_is_one_mistake_that_says_what_to_write() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("sets")).expect("a folder");
    let set = r#"RoomSet(format: 1, name: "A", legend: {'#': Wall}, rooms: [])"#;
    for (written, file) in [("sets\\crypt.ron", "sets/crypt.ron"), ("sets\\tower.ron", "sets/tower.ron")] {
        fs::write(at(file), set).expect("writing");
        let text = format!(
            r#"Grammar(format: 1, name: "G", rooms: ["{written}"], alphabet: (nodes: {{}}, edges: {{}}), start: Graph(nodes: {{}}))"#
        );
        fs::write(at("g.ron"), text).expect("writing");
        let project = load_project(&at("g.ron"), &[]).expect("a project");
        let found = project.diagnostics();
        let of_path: Vec<String> = found
            .iter()
            .filter(|found| matches!(found.code, "missing-room-set" | "unknown-escape"))
            .map(|found| found.hint.as_ref().map(ToString::to_string).unwrap_or_default())
            .collect();
        let [hint] = of_path.as_slice() else { panic!("{of_path:?}") };
        assert!(hint.contains(&format!("\"{file}\"")) && hint.contains("only on Windows"), "{hint}");
    }
}

#[test]
fn a_hundred_mistakes_are_enough() {
    let rules = "(name: 1),\n".repeat(3000);
    let text = format!(
        "Grammar(format: 1, name: \"G\", alphabet: (nodes: {{}}, edges: {{}}), start: Graph(nodes: {{}}), rules: [{rules}])"
    );
    let loaded = parse_grammar(&text, None);
    assert!(loaded.diagnostics.len() >= 100 && !loaded.complete);
}
