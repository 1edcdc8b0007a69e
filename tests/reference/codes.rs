//! Every diagnostic in the source is described, and every description has a diagnostic.
//!
//! A code is a text of small letters, digits and hyphens. All such texts in the source are either codes or
//! listed here as something else.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use delvewright::cli::reference_page;
use delvewright::reference::{CellContent, ReferenceTopic};

const FOLDERS: [&str; 4] = ["crates/engine/src", "crates/exchange/src", "crates/ron-edit/src", "src"];

/// Texts with hyphens that are no codes: names of formats, overlays, extensions, topics and the like.
const OTHERS: [&str; 8] = [
    "command-line",
    "dead-ends",
    "export-formats",
    "ldtk-simple",
    "node-link",
    "one-way",
    "right-down",
    "tiled-project",
];
/// The beginning of a table of descriptions, which mentions codes without reporting them.
const TABLE: &str = "DiagnosticTable = DiagnosticTable {";

/// Functions whose first argument is a code.
const MAKERS: [&str; 8] = [
    "Diagnostic::error(",
    "Diagnostic::warning(",
    "Mistake::new(",
    "remarks.warn(",
    "remarks.note(",
    "remarks.once(",
    "remarks.warn_times(",
    "Self::other(",
];

fn source_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the source can be read") {
        let path = entry.expect("the source can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.contains("tests") || name == "testing" {
            continue;
        }
        if path.is_dir() {
            files.extend(source_files(&path));
        } else if name.ends_with(".rs") {
            files.push(path);
        }
    }
    files
}

fn is_code(text: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty() && part.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
    };
    text.split('-').all(is_part)
}

/// Returns a source without its modules for tests, wherever they stand.
fn without_tests(source: &str) -> String {
    let mut parts = source.split("#[cfg(test)]\nmod ");
    let mut rest = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let head = part.lines().next().unwrap_or_default();
        // A module in a file of its own ends with its line, another one with the first bracket without an indent.
        let end = if head.ends_with(';') { Some(head.len()) } else { part.find("\n}").map(|at| at + 2) };
        rest.push_str(end.and_then(|end| part.get(end..)).unwrap_or_default());
    }
    rest
}

#[test]
fn code_after_a_module_of_tests_is_searched() {
    let source =
        "\"a-b\"\n#[cfg(test)]\nmod tests;\n\"c-d\"\n#[cfg(test)]\nmod inner {\n    \"e-f\"\n}\n\"g-h\"\n";
    let found = candidates(source);
    assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), ["a-b", "c-d", "g-h"]);
}

/// Returns the texts in quotes that could be codes, without those of tests.
fn candidates(source: &str) -> BTreeSet<String> {
    let source = without_tests(source);
    let quoted = source.split('"').skip(1).step_by(2).filter(|text| text.contains('-') && is_code(text));
    let mut found: BTreeSet<String> = quoted.map(str::to_owned).collect();
    for maker in MAKERS {
        for (at, _) in source.match_indices(maker) {
            let rest = source[at + maker.len()..].trim_start();
            let code = rest.strip_prefix('"').and_then(|rest| rest.split('"').next());
            found.extend(code.filter(|code| is_code(code)).map(str::to_owned));
        }
    }
    found
}

fn described() -> BTreeSet<String> {
    let page = reference_page(Some(ReferenceTopic::Diagnostics));
    let codes = page.sections.iter().flat_map(|section| &section.rows).filter_map(|row| match row.first() {
        Some(CellContent::Code(code)) => Some(code.clone()),
        _ => None,
    });
    codes.collect()
}

#[test]
fn every_diagnostic_is_described() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let described = described();
    let mut sources = String::new();
    let mut unknown = BTreeSet::new();
    for file in FOLDERS.iter().flat_map(|folder| source_files(&root.join(folder))) {
        let text = fs::read_to_string(&file).expect("the source can be read");
        if text.contains(TABLE) {
            continue;
        }
        let found = candidates(&text).into_iter();
        unknown.extend(found.filter(|code| !described.contains(code) && !OTHERS.contains(&code.as_str())));
        sources.push_str(&text);
    }
    assert!(
        unknown.is_empty(),
        "describe these codes in the diagnostics.rs of their module, or list them here as something else: {unknown:?}"
    );
    let quoted: BTreeSet<&str> = sources.split('"').collect();
    let stale: Vec<&String> = described.iter().filter(|code| !quoted.contains(code.as_str())).collect();
    assert!(stale.is_empty(), "nothing reports these codes any more: {stale:?}");
}

/// Code in front of the text of a hint.
const HINTS: [&str; 5] = ["hint(\"", "hint(format!(\"", "hint = \"", "hint = format!(\"", "Hint::new(\""];

#[test]
fn hints_and_remedies_begin_like_sentences() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    let mut count = 0;
    for file in FOLDERS.iter().flat_map(|folder| source_files(&root.join(folder))) {
        let text = without_tests(&fs::read_to_string(&file).expect("the source can be read"));
        for (at, maker) in HINTS.iter().flat_map(|maker| text.match_indices(maker)) {
            let hint = text[at + maker.len()..].lines().next().unwrap_or_default();
            count += 1;
            if hint.starts_with(char::is_lowercase) {
                wrong.push(format!("{}: {hint}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "a hint is a whole sentence: {wrong:#?}");
    assert!(count > 200, "only {count} hints were found");
    let page = reference_page(Some(ReferenceTopic::Diagnostics));
    for row in page.sections.iter().flat_map(|section| &section.rows) {
        let Some(CellContent::Text(remedy)) = row.last() else { panic!("a remedy: {row:?}") };
        assert!(!remedy.starts_with(char::is_lowercase) && remedy.ends_with('.'), "{remedy}");
        assert!(!remedy.contains("--"), "the window has no options: {remedy}");
    }
}
