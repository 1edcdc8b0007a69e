//! Type names are unique, so that a name can be searched for and means one thing.
//!
//! Compares the types of modules in the sources of the tool, the engine, exchange and `ron-edit`.
//! Types inside functions and types of tests are left out, because no other module names them.
//! Compares `delvewright-level` with itself only, because games see no other crate.

use std::collections::BTreeMap;
use std::path::Path;

use super::{lines_of_code, source_files};

/// Crates whose types share one set of names.
const HOUSES: [&[&str]; 2] =
    [&["src", "crates/engine/src", "crates/exchange/src", "crates/ron-edit/src"], &["crates/level/src"]];

/// Names that several types may have: aliases of modules for results with the error of their crate.
const SHARED_NAMES: [&str; 1] = ["Result"];

/// Returns the name of the type that a line of code defines.
fn defined_type(line: &str) -> Option<&str> {
    let content = line.trim_start();
    let indent = line.len() - content.len();
    let is_public = content.starts_with("pub");
    // Deeper lie types of functions, which are private, and associated types.
    if indent > 4 || (indent > 0 && !is_public) {
        return None;
    }
    let rest = match content.strip_prefix("pub(") {
        Some(rest) => rest.split_once(") ")?.1,
        None => content.strip_prefix("pub ").unwrap_or(content),
    };
    let (keyword, rest) = rest.split_once(' ')?;
    if !["struct", "enum", "trait", "type", "union"].contains(&keyword) {
        return None;
    }
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    Some(&rest[..end]).filter(|name| !name.is_empty())
}

/// Returns `true` if only tests use the file.
fn is_for_tests(file: &Path) -> bool {
    let is_test =
        |name: &str| matches!(name, "tests" | "testing" | "tests.rs") || name.ends_with("_tests.rs");
    file.components().any(|part| is_test(&part.as_os_str().to_string_lossy()))
}

#[test]
fn definitions_of_types_are_read() {
    let lines = [
        ("struct Cell {", Some("Cell")),
        ("pub(in crate::layout) enum Way<'a> {", Some("Way")),
        ("pub type Keys = BTreeSet<u32>;", Some("Keys")),
        ("    pub enum Form {", Some("Form")),
        ("    struct Visitor;", None),
        ("    type Item = u32;", None),
        ("fn structure() {", None),
    ];
    for (line, name) in lines {
        assert_eq!(defined_type(line), name, "{line}");
    }
}

#[test]
fn type_names_are_unique_in_the_workspace() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for house in HOUSES {
        let mut definitions: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for file in house.iter().flat_map(|folder| source_files(&root.join(folder))) {
            let place = file.strip_prefix(root).expect("sources lie in the project");
            if is_for_tests(place) {
                continue;
            }
            let text = std::fs::read_to_string(&file).expect("the source can be read");
            for name in lines_of_code(&text).into_iter().filter_map(defined_type) {
                definitions.entry(name.to_owned()).or_default().push(place.display().to_string());
            }
        }
        definitions.retain(|name, places| places.len() > 1 && !SHARED_NAMES.contains(&name.as_str()));
        assert!(
            definitions.is_empty(),
            "several types have the same name; give all but one a name that says more:\n{definitions:#?}"
        );
    }
}
