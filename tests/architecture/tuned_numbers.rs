//! Tuned numbers of the layout are in `layout/budget.rs`, each with its unit and its reason.
//!
//! Constants elsewhere in `layout` may not hold integers, unless nobody would ever tune them.

use std::fs;
use std::path::Path;

use super::{lines_of_code, source_files};

/// Integer constants outside of the budget, by file, each with the reason why nobody tunes it.
const FIXED: [(&str, &[&str], &str); 14] = [
    (
        "compact/bays/exits.rs",
        &["PARTS", "FIRST_PART", "LAST_PART", "FIRST_TO_BACK", "TO_BAY_BESIDE_BACK"],
        GEOMETRY,
    ),
    ("compact/row_compaction.rs", &["FIRST", "LAST"], INDEX),
    ("drawing/router/cells/mod.rs", &["NOBODY", "FREE", "CLOSED"], SENTINEL),
    ("drawing/router/cells/mod.rs", &["NEAR", "LINE", "BAR", "GROUND"], ENCODING),
    ("drawing/router/lines/field.rs", &["NOBODY", "CLOSED"], SENTINEL),
    ("drawing/router/lines/mod.rs", &["MOST_BETWEEN"], ENCODING),
    ("drawing/router/turns/mod.rs", &["NONE"], SENTINEL),
    ("strategies/doorways/search/sides/descent.rs", &["UNIT"], SCALE),
    ("strategies/doorways/search/sides/distances.rs", &["FAR"], SENTINEL),
    ("strategies/doorways/search/sides/guide.rs", &["STEP", "WEIGHT"], SCALE),
    ("strategies/layers/escape.rs", &["LEFT_BELOW", "ABOVE", "RIGHT_BELOW"], GEOMETRY),
    ("strategies/layers/escape.rs", &["NEVER"], SENTINEL),
    ("strategies/sites/taken.rs", &["VACANT"], SENTINEL),
    ("strategies/sketch_routing/sketch.rs", &["ENDLESS"], SENTINEL),
];

const GEOMETRY: &str = "numbers the sides of a core";
const INDEX: &str = "is the index of a node";
const SENTINEL: &str = "stands for a missing value";
const ENCODING: &str = "is part of a packed value";
const SCALE: &str = "is the fixed point of a ratio";

/// Returns the name of the constant that a line declares, if its type holds an integer.
fn integer_constant(line: &str) -> Option<&str> {
    let (before, declared) = line.split_once("const ")?;
    if !before.trim().is_empty() && !before.trim_start().starts_with("pub") {
        return None;
    }
    let (name, rest) = declared.split_once(": ")?;
    let (of_type, _) = rest.split_once(" =").unwrap_or((rest, ""));
    let mut words = of_type.split(|letter: char| !letter.is_alphanumeric());
    let integers = ["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];
    words.any(|word| integers.contains(&word)).then_some(name)
}

#[test]
fn integers_are_found_in_all_forms_of_constants() {
    let found = |line| integer_constant(line);
    assert_eq!(found("const LIMIT: usize = 3;"), Some("LIMIT"));
    assert_eq!(found("    pub(in crate::layout) const PAIR: (u32, i64) = (1, 2);"), Some("PAIR"));
    assert_eq!(found("const TRIES: [Option<u64>; 2] = ["), Some("TRIES"));
    assert_eq!(found("const NAME: &str = \"u32\";"), None);
    assert_eq!(found("pub const ALL: [Self; 4] ="), None);
    assert_eq!(found("pub const fn reach(&self) -> Option<u32> {"), None);
}

#[test]
fn tuned_numbers_are_in_the_budget() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/engine/src/layout");
    let mut fixed: Vec<(&str, &str)> =
        FIXED.iter().flat_map(|(file, names, _)| names.iter().map(move |name| (*file, *name))).collect();
    let mut wrong = Vec::new();
    for file in source_files(&root) {
        let path = file.strip_prefix(&root).expect("the file lies in the source");
        let path = path.to_str().expect("names of files are text").replace('\\', "/");
        if path == "budget.rs" || path.ends_with("tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&file).expect("the source can be read");
        for name in lines_of_code(&text).into_iter().filter_map(integer_constant) {
            match fixed.iter().position(|known| *known == (path.as_str(), name)) {
                Some(at) => drop(fixed.swap_remove(at)),
                None => wrong.push(format!("{path}: {name} belongs in layout/budget.rs")),
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!(fixed, [], "no such constants");
}
