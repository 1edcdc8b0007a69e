//! Files of a folder do not import each other in large circles.
//!
//! A file imports another if it names a path that leads into that file, in a `use` or anywhere else in its code.
//! A path through a module does not import the module itself, and neither does declaring a module. Tests are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::{lines_of_code, source_files};

/// The most files that import each other in a circle: those of `layout`, and those of any other module of the engine.
const MOST_IN_LAYOUT: usize = 6;
const MOST_ELSEWHERE: usize = 71;

/// The names that lead to a file, from the root of its crate.
type Module = Vec<String>;

/// Returns the module that a file of a crate holds.
fn module_of(file: &Path, root: &Path) -> Module {
    let inside = file.strip_prefix(root).expect("the file lies in the source").with_extension("");
    let mut names: Module =
        inside.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    if names.last().is_some_and(|name| name == "mod" || name == "lib") {
        names.pop();
    }
    names
}

/// Splits code into names, `::` and single characters. Comments are left out, and so is the content of strings.
fn tokens(code: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(raw) = rest.strip_prefix("r#\"") {
            raw.find("\"#").map_or(rest.len(), |end| end + 5)
        } else if first == '"' {
            length_of_string(rest)
        } else if first == '\'' {
            length_of_character(rest)
        } else if is_name(first) {
            rest.find(|c: char| !is_name(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(length);
        if is_name(first) || token == "::" || (token.len() == 1 && !first.is_whitespace()) {
            tokens.push(token);
        }
        rest = after;
    }
    tokens
}

fn length_of_string(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.char_indices().skip(1).find(|(_, c)| {
        let is_end = *c == '"' && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

/// A character in quotes is as long as it is written; of a lifetime only the quote is taken.
fn length_of_character(text: &str) -> usize {
    let mut after = text.char_indices().skip(1);
    match (after.next(), after.next()) {
        (Some((_, '\\')), Some((at, _))) => text[at + 1..].find('\'').map_or(1, |end| at + end + 2),
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
}

/// Reads the paths of a `use`, each with the name that it brings into scope.
fn paths_of_use<'t>(tokens: &[&'t str], prefix: &[&'t str], found: &mut Vec<(Vec<&'t str>, &'t str)>) {
    let mut path = prefix.to_vec();
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at] {
            "::" => {}
            "{" => {
                let mut depth = 0;
                let mut from = at + 1;
                for (end, token) in tokens.iter().enumerate().skip(at) {
                    depth += usize::from(*token == "{");
                    if depth == 1 && matches!(*token, "," | "}") && from < end {
                        paths_of_use(&tokens[from..end], &path, found);
                    }
                    from = if depth == 1 && *token == "," { end + 1 } else { from };
                    depth -= usize::from(*token == "}");
                }
                return;
            }
            "as" => {
                found.push((path, tokens.get(at + 1).copied().unwrap_or("_")));
                return;
            }
            "self" if at > 0 || !prefix.is_empty() => {}
            name => path.push(name),
        }
        at += 1;
    }
    if let Some(name) = path.last().copied() {
        found.push((path, name));
    }
}

/// Finds the modules whose files the code of a module imports.
fn imports(module: &Module, text: &str, modules: &BTreeSet<Module>) -> BTreeSet<Module> {
    let code = lines_of_code(text).join("\n");
    let tokens = tokens(&code);
    let mut scope: BTreeMap<&str, Module> = BTreeMap::new();
    let mut named: Vec<Module> = Vec::new();
    let mut in_code: Vec<Vec<&str>> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at] == "use" {
            let length = tokens[at..].iter().position(|token| *token == ";").unwrap_or(tokens.len() - at);
            let mut paths = Vec::new();
            paths_of_use(&tokens[at + 1..at + length], &[], &mut paths);
            for (path, name) in paths {
                if let Some(full) = full_path(module, &path, modules) {
                    scope.insert(name, full.clone());
                    named.push(full);
                }
            }
            at += length;
        } else if tokens[at] == "pub" && tokens.get(at + 1) == Some(&"(") {
            at += tokens[at..].iter().position(|token| *token == ")").unwrap_or(0);
        } else if tokens.get(at + 1) == Some(&"::") && tokens[at] != "::" {
            let mut path = vec![tokens[at]];
            while tokens.get(at + 1) == Some(&"::")
                && let Some(name) = tokens.get(at + 2)
            {
                path.push(name);
                at += 2;
            }
            in_code.push(path);
        }
        at += 1;
    }
    for path in in_code {
        let rest = path[1..].iter().map(|name| (*name).to_owned());
        named.extend(match scope.get(path[0]) {
            Some(start) => Some(start.iter().cloned().chain(rest).collect()),
            None => full_path(module, &path, modules),
        });
    }
    let file_of =
        |path: Module| (0..=path.len()).rev().map(|end| path[..end].to_vec()).find(|of| modules.contains(of));
    named.into_iter().filter_map(file_of).filter(|other| other != module).collect()
}

/// Returns a path from the root of the crate; `None` if it leads out of the crate.
fn full_path(module: &Module, path: &[&str], modules: &BTreeSet<Module>) -> Option<Module> {
    let ups = path.iter().take_while(|name| **name == "super").count();
    let child =
        || module.iter().cloned().chain(path.first().map(|name| (*name).to_owned())).collect::<Module>();
    let (start, rest) = match *path.first()? {
        "crate" => (&module[..0], &path[1..]),
        "self" => (&module[..], &path[1..]),
        "super" => (&module[..module.len().checked_sub(ups)?], &path[ups..]),
        _ if modules.contains(&child()) => (&module[..], path),
        _ => return None,
    };
    Some(start.iter().cloned().chain(rest.iter().map(|name| (*name).to_owned())).collect())
}

/// Finds the groups of modules that import each other in circles.
fn circles(imports: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<Vec<&Module>> {
    let modules: Vec<&Module> = imports.keys().collect();
    let number = |module: &Module| modules.binary_search(&module).expect("what is imported is a module");
    let arrows: Vec<Vec<usize>> =
        imports.values().map(|others| others.iter().map(number).collect()).collect();
    let reached_from = |start: usize| {
        let mut reached = vec![false; modules.len()];
        let mut left = arrows[start].clone();
        while let Some(module) = left.pop() {
            if !std::mem::replace(&mut reached[module], true) {
                left.extend(&arrows[module]);
            }
        }
        reached
    };
    let reached: Vec<Vec<bool>> = (0..modules.len()).map(reached_from).collect();
    let circle = |module: usize| -> Vec<&Module> {
        let others = (0..modules.len()).filter(|other| reached[module][*other] && reached[*other][module]);
        others.map(|other| modules[other]).collect()
    };
    let circles: BTreeSet<Vec<&Module>> = (0..modules.len()).map(circle).collect();
    circles.into_iter().filter(|circle| circle.len() > 1).collect()
}

#[test]
fn files_of_the_engine_import_each_other_in_no_larger_circles() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/engine/src");
    let files: BTreeMap<Module, String> = source_files(&root)
        .into_iter()
        .map(|file| (module_of(&file, &root), fs::read_to_string(file).expect("the source can be read")))
        .collect();
    let modules: BTreeSet<Module> = files.keys().cloned().collect();
    let imports =
        files.iter().map(|(module, text)| (module.clone(), imports(module, text, &modules))).collect();
    let mut wrong = Vec::new();
    for circle in circles(&imports) {
        let in_layout = circle.iter().any(|module| module.first().is_some_and(|name| name == "layout"));
        let most = if in_layout { MOST_IN_LAYOUT } else { MOST_ELSEWHERE };
        if circle.len() > most {
            let names: Vec<String> = circle.iter().map(|module| module.join("/")).collect();
            wrong.push(format!(
                "{} files import each other, {most} are the most: {}",
                names.len(),
                names.join(", ")
            ));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(path: &str) -> Module {
        path.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }

    fn imported(of: &str, text: &str) -> Vec<String> {
        let modules = ["", "base", "map", "map/cells", "map/walk", "map/walk/step"].map(module);
        let found = imports(&module(of), text, &modules.into_iter().collect());
        found.into_iter().map(|module| module.join("/")).collect()
    }

    #[test]
    fn paths_in_uses_and_in_code_are_imports() {
        assert_eq!(imported("map/walk", "use super::{Map, cells::{self, Cell}};"), ["map", "map/cells"]);
        assert_eq!(imported("map/walk", "fn f() { step::go(crate::base::ZERO) }"), ["base", "map/walk/step"]);
        assert_eq!(
            imported("map", "use walk as way;\nfn f() { way::step::go() }"),
            ["map/walk", "map/walk/step"]
        );
        assert_eq!(imported("base", "use std::fmt;\nfn f() { fmt::map::cells() }"), [""; 0]);
    }

    #[test]
    fn declarations_visibility_texts_and_tests_are_no_imports() {
        let text = "\
mod step;
/// See crate::map::cells.
pub(in crate::map) fn f() -> char { g(\"crate::map::cells\", '\\'') }
#[cfg(test)]
mod tests {
    use crate::map::cells;
}
";
        assert_eq!(imported("map/walk", text), [""; 0]);
    }

    #[test]
    fn circle_is_all_that_reaches_itself() {
        let arrows = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("e", "a")];
        let mut imports: BTreeMap<Module, BTreeSet<Module>> =
            ["a", "b", "c", "d", "e"].map(|name| (module(name), BTreeSet::new())).into();
        for (from, to) in arrows {
            imports.entry(module(from)).or_default().insert(module(to));
        }
        let names = |circle: &Vec<&Module>| circle.iter().map(|module| module.join("/")).collect::<String>();
        assert_eq!(circles(&imports).iter().map(names).collect::<Vec<_>>(), ["abc"]);
    }
}
