//! A path to any number of a grammar, and the grammar with another number there.
//!
//! In: the text of a grammar, and a path such as `rules/Split/weight`. Out: the grammar with a value in that place.
//! Parts of a path are fields, keys of maps, names of items that have one, and numbers of items from 1 on.
//! A field that the text leaves out is added; so a path leads to every field that the format has.
//! A variable is set as `--set` does; then the text stays as it is.

use std::ops::Range;
use std::path::Path;

use ron_edit::{Tree, TreeNodeId, TreeValue, parse_source};

use super::load::{Loaded, ParsedFile};
use crate::base::{Hint, did_you_mean, listed};
use crate::grammar::{Grammar, VariableValues};

/// Maximum number of names that a message lists.
const MOST_NAMES: usize = 12;

/// A number of a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepPath {
    path: String,
    target: SweepTarget,
}

/// The end of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SweepTarget {
    /// A variable, by name.
    Variable(String),
    /// Bytes of the text that the number takes.
    Number(Range<usize>),
    /// The byte at which a missing field is added, and its name.
    Missing(usize, String),
}

/// A path that leads to no number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SweepPathError {
    message: String,
}

impl SweepPath {
    /// Finds the number at a path in the text of a grammar.
    ///
    /// # Errors
    /// If the path leads to nothing, or to something that is not a number.
    pub fn find(text: &str, path: &str) -> Result<Self, SweepPathError> {
        let (source, _) = parse_source(text);
        let Some(source) = source else { return Err(SweepPathError::new(path, "the grammar is empty")) };
        let mut here = source.root;
        let mut rest = path.trim_matches('/');
        while !rest.is_empty() {
            let children = children(&source.tree, here);
            match longest(&children, rest) {
                Some((name, child)) => {
                    here = child;
                    rest = rest.get(name.len()..).unwrap_or_default().trim_start_matches('/');
                }
                None => {
                    let missing = missing_field(&source.tree, here, rest);
                    let target = missing.ok_or_else(|| unknown(path, rest, &children))?;
                    return Self { path: path.to_owned(), target }.checked(text, &children);
                }
            }
        }
        let target = target(&source.tree, here, path)?;
        Ok(Self { path: path.to_owned(), target })
    }

    /// Returns the path as it was written.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the name of the variable to which it leads, if it does.
    pub fn variable(&self) -> Option<&str> {
        match &self.target {
            SweepTarget::Variable(name) => Some(name),
            SweepTarget::Number(_) | SweepTarget::Missing(..) => None,
        }
    }

    /// Returns the number in this place; `None` for a formula, a field that is left out, and a variable.
    pub fn value(&self, text: &str) -> Option<i64> {
        match &self.target {
            SweepTarget::Number(range) => text.get(range.clone())?.parse().ok(),
            SweepTarget::Variable(_) | SweepTarget::Missing(..) => None,
        }
    }

    /// Returns the text with a value in this place. For a variable, it is the same text.
    pub fn text_with(&self, text: &str, value: i64) -> String {
        let (range, new) = match &self.target {
            SweepTarget::Variable(_) => return text.to_owned(),
            SweepTarget::Number(range) => (range.clone(), value.to_string()),
            SweepTarget::Missing(at, name) => (*at..*at, format!("{name}: {value}, ")),
        };
        let (before, after) = (text.get(..range.start), text.get(range.end..));
        format!("{}{new}{}", before.unwrap_or_default(), after.unwrap_or_default())
    }

    /// Returns the grammar with a value in this place, with all mistakes that it has then.
    ///
    /// Variables have the given values, or their defaults.
    pub fn grammar_with(
        &self,
        text: &str,
        value: i64,
        file: Option<&Path>,
        given: &VariableValues,
    ) -> Loaded<Grammar> {
        ParsedFile::grammar(&self.text_with(text, value), file, given).finish()
    }

    /// Refuses a missing field that the format does not have, or whose value is not a number.
    fn checked(self, text: &str, known: &[(String, TreeNodeId)]) -> Result<Self, SweepPathError> {
        let with = self.grammar_with(text, 1, None, &VariableValues::new());
        let before = ParsedFile::grammar(text, None, &VariableValues::new()).finish();
        if with.complete || !before.complete {
            return Ok(self);
        }
        let SweepTarget::Missing(_, name) = &self.target else { return Ok(self) };
        let found = with.diagnostics.iter().find(|found| !before.diagnostics.contains(found));
        let hint = found.and_then(|found| found.hint.as_ref()).map(Hint::sentence);
        match hint {
            Some(hint) => Err(SweepPathError::new(&self.path, &format!("there is no \"{name}\". {hint}"))),
            None => Err(unknown(&self.path, name, known)),
        }
    }
}

impl SweepPathError {
    fn new(path: &str, why: &str) -> Self {
        Self { message: format!("\"{path}\" leads to no number: {why}") }
    }
}

/// Returns the named parts of a value. The name in front of `Some(…)` or `Cave((…))` is not a part.
pub(super) fn children(tree: &Tree, node: TreeNodeId) -> Vec<(String, TreeNodeId)> {
    match tree.value(node) {
        TreeValue::Record { fields, .. } => {
            fields.iter().map(|field| (field.name.clone(), field.value)).collect()
        }
        TreeValue::Map(entries) => {
            entries.iter().filter_map(|(key, value)| Some((tree.key_text(*key)?, *value))).collect()
        }
        TreeValue::Tuple { items, .. } => match items.as_slice() {
            [only] => children(tree, *only),
            _ => numbered(tree, items),
        },
        TreeValue::List(items) => numbered(tree, items),
        _ => Vec::new(),
    }
}

/// Returns items by their names, and by their numbers from 1 on.
fn numbered(tree: &Tree, items: &[TreeNodeId]) -> Vec<(String, TreeNodeId)> {
    let name = |item: &TreeNodeId| {
        let field = tree.field(*item, "name")?;
        Some((tree.key_text(field.value)?, *item))
    };
    let named = items.iter().filter_map(name);
    named.chain(items.iter().zip(1_usize..).map(|(item, number)| (number.to_string(), *item))).collect()
}

/// Returns the child with the longest name with which the path goes on. Names may contain slashes.
fn longest<'a>(children: &'a [(String, TreeNodeId)], rest: &str) -> Option<(&'a str, TreeNodeId)> {
    let goes_on =
        |name: &str| rest.strip_prefix(name).is_some_and(|after| after.is_empty() || after.starts_with('/'));
    let fitting = children.iter().filter(|(name, _)| goes_on(name));
    // Of items with the same name, the first.
    let longest = fitting.rev().max_by_key(|(name, _)| name.len())?;
    Some((&longest.0, longest.1))
}

/// Returns the place for a field that a record leaves out.
fn missing_field(tree: &Tree, node: TreeNodeId, name: &str) -> Option<SweepTarget> {
    let is_name = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    match tree.value(node) {
        TreeValue::Record { .. } if is_name => {
            Some(SweepTarget::Missing(tree.node(node).inside?, name.to_owned()))
        }
        TreeValue::Tuple { items, .. } if is_name => match items.as_slice() {
            [] => Some(SweepTarget::Missing(tree.node(node).inside?, name.to_owned())),
            [only] => missing_field(tree, *only, name),
            _ => None,
        },
        _ => None,
    }
}

fn target(tree: &Tree, node: TreeNodeId, path: &str) -> Result<SweepTarget, SweepPathError> {
    match tree.value(node) {
        TreeValue::Int(_) | TreeValue::Float(_) => Ok(SweepTarget::Number(tree.node(node).bytes.clone())),
        // An expression of variables is replaced as a whole.
        TreeValue::Tuple { name: Some(name), .. } if name == "Var" => {
            Ok(SweepTarget::Number(tree.node(node).bytes.clone()))
        }
        TreeValue::Tuple { items, .. } => match items.as_slice() {
            [only] => target(tree, *only, path),
            _ => Err(not_a_number(tree, node, path)),
        },
        TreeValue::Record { .. } => {
            let variable = path.trim_matches('/').strip_prefix("variables/");
            variable
                .filter(|_| tree.field(node, "default").is_some())
                .map(|name| SweepTarget::Variable(name.to_owned()))
                .ok_or_else(|| not_a_number(tree, node, path))
        }
        _ => Err(not_a_number(tree, node, path)),
    }
}

fn not_a_number(tree: &Tree, node: TreeNodeId, path: &str) -> SweepPathError {
    let parts = children(tree, node);
    let hint = if parts.is_empty() { String::new() } else { format!("; it goes on with {}", names(&parts)) };
    SweepPathError::new(path, &format!("this is not a number{hint}"))
}

fn unknown(path: &str, rest: &str, known: &[(String, TreeNodeId)]) -> SweepPathError {
    let part = rest.split('/').next().unwrap_or(rest);
    let hint = did_you_mean(part, known.iter().map(|(name, _)| name.as_str()));
    let hint = hint.unwrap_or_else(|| match known {
        [] => "The path ends before it.".to_owned(),
        _ => format!("There are {}.", names(known)),
    });
    SweepPathError::new(path, &format!("there is no \"{part}\". {hint}"))
}

fn names(parts: &[(String, TreeNodeId)]) -> String {
    let mut names: Vec<&str> = parts.iter().map(|(name, _)| name.as_str()).take(MOST_NAMES).collect();
    if parts.len() > MOST_NAMES {
        names.push("more");
    }
    listed(&names, "and")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"Grammar(
    format: 1,
    name: "Tower", // with a comment
    variables: {"floors": (default: 3, range: (1, 10))},
    alphabet: (
        nodes: {
            "Stairs": (role: Start, form: Hall(width: (4, 9))),
            "Up/down": (form: Cave(radius: (5, 8))),
        },
        edges: {"path": (role: Passage)},
    ),
    start: Graph(nodes: {1: "Stairs"}),
    rules: [
        (
            name: "Grow",
            lhs: (nodes: {1: "Stairs"}),
            rhs: (nodes: {1: Keep, 2: "Up/down"}, edges: [(1, "path", 2)]),
        ),
        (
            name: "Grow more",
            weight: 4,
            lhs: (nodes: {1: "Stairs"}),
            rhs: (nodes: {1: Keep, 2: "Up/down"}, edges: [(1, "path", 2)]),
        ),
    ],
    recipe: [
        Apply(rules: All, times: Var("floors")),
        Apply(rules: All, times: (2, 5)),
    ],
)"#;

    fn with(path: &str, value: i64) -> String {
        SweepPath::find(TEXT, path).unwrap_or_else(|error| panic!("{error}")).text_with(TEXT, value)
    }

    #[test]
    fn only_the_named_number_changes() {
        for (path, old, new) in [
            ("rules/Grow more/weight", "weight: 4", "weight: 7"),
            ("rules/2/weight", "weight: 4", "weight: 7"),
            (
                "rules/Grow/weight",
                "(\n            name: \"Grow\"",
                "(weight: 7, \n            name: \"Grow\"",
            ),
            ("alphabet/nodes/Up/down/form/radius/2", "(5, 8)", "(5, 7)"),
            ("alphabet/nodes/Stairs/form/width/1", "(4, 9)", "(7, 9)"),
            ("recipe/1/times", "Var(\"floors\")", "7"),
            ("recipe/2/times/1", "times: (2, 5)", "times: (7, 5)"),
        ] {
            assert_eq!(TEXT.matches(old).count(), 1, "{old}");
            assert_eq!(with(path, 7), TEXT.replace(old, new), "{path}");
        }
    }

    #[test]
    fn grammars_have_the_value() {
        let weight = |path: &str, rule: usize| {
            let found =
                SweepPath::find(TEXT, path).unwrap().grammar_with(TEXT, 9, None, &VariableValues::new());
            found.value.unwrap().rules[rule].weight
        };
        assert_eq!([weight("rules/Grow/weight", 0), weight("rules/Grow more/weight", 1)], [9, 9]);
    }

    #[test]
    fn variables_are_set_and_not_written() {
        let path = SweepPath::find(TEXT, "variables/floors").unwrap();
        assert_eq!((path.variable(), path.text_with(TEXT, 5)), (Some("floors"), TEXT.to_owned()));
    }

    #[test]
    fn unknown_paths_name_the_nearest() {
        for (path, said) in [
            ("rules/Gro/weight", "Did you mean \"Grow\"?"),
            ("rules/Grow/wieght", "Did you mean \"weight\"?"),
            ("rule/Grow/weight", "Did you mean \"rules\"?"),
            ("variables/floor", "Did you mean \"floors\"?"),
            ("rules/Grow", "it goes on with name, lhs and rhs"),
            ("name", "not a number"),
            ("alphabet/edges/xyzzy/a", "There are path."),
            ("rules/Grow/lhs/nodes/1/weight", "The path ends before it."),
        ] {
            let error = SweepPath::find(TEXT, path).unwrap_err().to_string();
            assert!(error.contains(said) && error.contains(path), "{path}: {error}");
        }
    }
}
