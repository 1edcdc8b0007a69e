//! Enforces the architecture: modules import only from those above them, and certain crates are used only by
//! certain modules.

mod imports;
mod tuned_numbers;
mod type_names;

use std::fs;
use std::path::{Path, PathBuf};

/// A crate and its modules in dependency order; modules of one row do not depend on each other.
///
/// Cargo enforces the order between crates.
struct House {
    source: &'static str,
    order: &'static [&'static [&'static str]],
}

const HOUSES: [House; 3] = [
    House {
        source: "crates/engine/src",
        order: &[
            &["base"],
            &["mission"],
            &["rooms", "settings", "place_shape"],
            &["level"],
            &["insight"],
            &["metrics", "verify"],
            &["properties"],
            &["grammar", "layout"],
            &["space", "difference"],
            &["populate"],
            &["text", "pipeline"],
            &["batch"],
            &["survey"],
            &["prelude"],
        ],
    },
    House {
        source: "crates/exchange/src",
        order: &[&["picture", "lettering"], &["overlay"], &["export"], &["import", "film"]],
    },
    House {
        source: "src",
        order: &[&["files", "tables"], &["document"], &["reference"], &["cli", "editor"], &["main"]],
    },
];

/// Allowed imports between modules of one row: importer, imported, and reason.
const BESIDES: [(&str, &str); 1] = [
    // A command opens the window.
    ("cli", "editor"),
];

/// Modules that may not be imported although they are above.
const NEVER: [(&str, &str); 1] = [("space", "grammar")];

/// Crates and modules that only some modules may name.
const ROOMS: [(&[&str], &[&str]); 4] = [
    (
        &[
            "egui",
            "eframe",
            "egui_plot",
            "egui_tiles",
            "egui_toast",
            "egui_phosphor",
            "egui_file_dialog",
            "rfd",
        ],
        &["editor", "main"],
    ),
    (
        &[
            "ab_glyph_rasterizer",
            "epaint_default_fonts",
            "harfrust",
            "skrifa",
            "unicode_bidi",
            "unicode_script",
        ],
        &["lettering"],
    ),
    (&["std::fs"], &["files"]),
    (&["parquet"], &["tables"]),
];

impl House {
    fn root(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join(self.source)
    }

    fn rank(&self, module: &str) -> Option<usize> {
        self.order.iter().position(|row| row.contains(&module))
    }

    fn may_import(&self, module: &str, other: &str) -> bool {
        let rank = |module| self.rank(module).unwrap_or_else(|| panic!("{module} has no place in the order"));
        module == other
            || BESIDES.contains(&(module, other))
            || (rank(other) < rank(module) && !NEVER.contains(&(module, other)))
    }
}

fn source_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the source can be read") {
        let path = entry.expect("the source can be read").path();
        if path.is_dir() {
            // A folder with its own manifest is another crate.
            if !path.join("Cargo.toml").exists() {
                files.extend(source_files(&path));
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Returns the top-level module that a file belongs to.
fn module_of(file: &Path, root: &Path) -> String {
    let inside = file.strip_prefix(root).expect("the file lies in the source");
    let first =
        inside.components().next().expect("a file has a name").as_os_str().to_string_lossy().into_owned();
    first.trim_end_matches(".rs").to_owned()
}

/// Returns the lines of a file's code without comments and without items compiled only for tests.
fn lines_of_code(text: &str) -> Vec<&str> {
    let mut code = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let content = line.trim_start();
        if content.starts_with("#[cfg(test)]") {
            // In formatted code, an item ends with its first line, or with a bracket at its own indentation.
            let indent = &line[..line.len() - content.len()];
            let is_end =
                |line: &&str| line.strip_prefix(indent).is_some_and(|rest| rest.starts_with(['}', ']']));
            let mut item = lines.by_ref().skip_while(|line| line.trim_start().starts_with(['#', '/']));
            if item.next().is_some_and(|line| !line.ends_with([';', ',', '}'])) {
                item.find(is_end);
            }
        } else if !content.starts_with("//") {
            code.push(line);
        }
    }
    code
}

/// Returns all names that follow `prefix` in the code of a file.
fn names_after(text: &str, prefix: &str) -> Vec<String> {
    let mut names = Vec::new();
    for line in lines_of_code(text) {
        for (at, _) in line.match_indices(prefix) {
            let rest = &line[at + prefix.len()..];
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let before = line[..at].chars().next_back();
            if !name.is_empty() && !before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
                names.push(name);
            }
        }
    }
    names
}

#[test]
fn code_between_and_behind_tests_is_read() {
    let text = "\
use a::A;
#[cfg(test)]
mod far;
// use b::B;
#[cfg(test)]
#[path = \"near.rs\"]
mod near {
    use b::B;
}
impl A {
    #[cfg(test)]
    fn count(&self) -> usize {
        b::count(self)
    }

    fn last(&self) {}
}
";
    let expected = ["use a::A;", "impl A {", "", "    fn last(&self) {}", "}"];
    assert_eq!(lines_of_code(text), expected);
}

#[test]
fn modules_import_only_from_above() {
    let mut wrong = Vec::new();
    for house in HOUSES {
        for file in source_files(&house.root()) {
            let module = module_of(&file, &house.root());
            if module == "lib" {
                continue;
            }
            let text = fs::read_to_string(&file).expect("the source can be read");
            let prefix = if module == "main" { "delvewright::" } else { "crate::" };
            for other in names_after(&text, prefix) {
                if house.rank(&other).is_some() && !house.may_import(&module, &other) {
                    wrong.push(format!("{} imports {other}", file.display()));
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn outside_crates_stay_in_their_rooms() {
    let mut wrong = Vec::new();
    for house in HOUSES {
        for file in source_files(&house.root()) {
            let module = module_of(&file, &house.root());
            let text = fs::read_to_string(&file).expect("the source can be read");
            let code = lines_of_code(&text);
            for name in ROOMS
                .iter()
                .filter(|(_, rooms)| !rooms.contains(&module.as_str()))
                .flat_map(|(names, _)| *names)
            {
                let is_named = code.iter().any(|line| {
                    line.match_indices(&format!("{name}::")).any(|(at, _)| {
                        let before = line[..at].chars().next_back();
                        !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
                    })
                });
                if is_named {
                    wrong.push(format!("{} names {name}", file.display()));
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// Returns the crates that a manifest depends on, except for tests.
fn dependencies(manifest: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(manifest).join("Cargo.toml");
    let manifest = fs::read_to_string(path).expect("the manifest can be read");
    let (_, rest) = manifest.split_once("\n[dependencies]\n").expect("dependencies");
    let lines = rest.lines().take_while(|line| !line.starts_with('[') && !line.starts_with("#["));
    let entries = lines.filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('='));
    entries.map(|(name, _)| name.trim().trim_end_matches(".workspace").to_owned()).collect()
}

#[test]
fn what_games_use_needs_nothing_but_serde_and_its_readers() {
    assert_eq!(dependencies("crates/level"), ["ron", "serde", "serde_json"]);
}

#[test]
fn engine_has_no_window_no_arguments_and_no_pictures() {
    let found = dependencies("crates/engine");
    for outside in ["egui", "eframe", "clap", "indicatif", "png", "gif", "flate2", "ariadne", "anyhow"] {
        assert!(!found.iter().any(|name| name == outside), "{outside}");
    }
    assert!(found.iter().any(|name| name == "serde"), "{found:?}");
}

#[test]
fn the_order_is_the_one_that_each_library_lists() {
    for house in HOUSES {
        let library = fs::read_to_string(house.root().join("lib.rs")).expect("the source can be read");
        let listed = library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
        let ranks: Vec<_> = listed.map(|module| house.rank(module)).collect();
        assert!(ranks.is_sorted() && ranks.iter().all(Option::is_some), "{}: {ranks:?}", house.source);
        assert!(!ranks.is_empty());
    }
}
