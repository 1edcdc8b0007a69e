//! Edits of the derived themes, and of everything that names them.

use crate::document::free_name;
use crate::grammar::{Change, Grammar, Replacement, Start};
use crate::mission::{Attributes, DerivedTheme, THEME_ATTRIBUTE, Value};

/// An edit of the derived themes.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum ThemesEdit {
    /// Adds a theme at the end, or replaces the one of that name.
    Add { name: String, theme: Box<DerivedTheme> },
    /// Replaces a theme. `what` names the changed setting in the designer's words: "accent".
    Set { name: String, what: &'static str, theme: Box<DerivedTheme> },
    /// Renames a theme everywhere. Empty names and names already taken are refused.
    Rename { name: String, to: String },
    /// Puts a copy directly after a theme.
    Duplicate(String),
    /// Removes a theme. Whatever used it has the theme that it changes.
    Remove(String),
}

impl ThemesEdit {
    pub(super) fn name(&self) -> String {
        match self {
            Self::Add { name, .. } => format!("Add theme \"{name}\""),
            Self::Set { name, what, .. } => format!("Set {what} of theme \"{name}\""),
            Self::Rename { name, to } => format!("Rename theme \"{name}\" to \"{}\"", to.trim()),
            Self::Duplicate(name) => format!("Duplicate theme \"{name}\""),
            Self::Remove(name) => format!("Delete theme \"{name}\""),
        }
    }

    pub(super) fn is_gradual(&self) -> bool {
        matches!(self, Self::Set { .. })
    }

    pub(super) fn apply_to(&self, grammar: &mut Grammar) {
        let themes = &mut grammar.alphabet.themes;
        match self {
            Self::Add { name, theme } if !name.trim().is_empty() => {
                themes.insert(name.trim().to_owned(), DerivedTheme::clone(theme));
            }
            Self::Set { name, theme, .. } => {
                if let Some(known) = themes.get_mut(name) {
                    known.clone_from(theme);
                }
            }
            Self::Rename { name, to } => rename(grammar, name, to.trim()),
            Self::Duplicate(name) => {
                let Some((position, _, theme)) = themes.get_full(name) else { return };
                let theme = theme.clone();
                let copy = free_name(&format!("{name} copy"), |name| themes.contains_key(name));
                themes.shift_insert(position + 1, copy, theme);
            }
            Self::Remove(name) => {
                if let Some(theme) = themes.shift_remove(name) {
                    replace_name(grammar, name, &theme.like);
                }
            }
            Self::Add { .. } => {}
        }
    }
}

fn rename(grammar: &mut Grammar, name: &str, to: &str) {
    if to.is_empty() || grammar.alphabet.theme_names().contains(&to) {
        return;
    }
    let themes = &mut grammar.alphabet.themes;
    let Some((position, _, theme)) = themes.shift_remove_full(name) else { return };
    themes.shift_insert(position, to.to_owned(), theme);
    replace_name(grammar, name, to);
}

/// Names another theme wherever this one is used.
fn replace_name(grammar: &mut Grammar, name: &str, to: &str) {
    each_theme(grammar, &mut |theme| {
        if theme == name {
            to.clone_into(theme);
        }
    });
}

/// Visits every name of a theme outside the table of themes.
fn each_theme(grammar: &mut Grammar, act: &mut dyn FnMut(&mut String)) {
    act(&mut grammar.theme);
    for symbol in grammar.alphabet.nodes.values_mut() {
        act(&mut symbol.theme);
        of_attributes(&mut symbol.attributes, act);
    }
    for symbol in grammar.alphabet.edges.values_mut() {
        act(&mut symbol.theme);
        of_attributes(&mut symbol.attributes, act);
    }
    if let Start::Graph { nodes, edges, .. } = &mut grammar.start {
        let elements = nodes.values_mut().chain(edges.iter_mut().map(|(_, edge, _)| edge));
        elements.for_each(|element| of_attributes(&mut element.attributes, act));
    }
    for rule in &mut grammar.rules {
        of_side(&mut rule.rhs, act);
        rule.or.iter_mut().for_each(|side| of_side(side, act));
    }
}

fn of_side(side: &mut Replacement, act: &mut dyn FnMut(&mut String)) {
    let of_nodes = side.nodes.values_mut().flat_map(|node| &mut node.change);
    let of_edges = side.edges.iter_mut().flat_map(|edge| &mut edge.change);
    for change in of_nodes.chain(of_edges) {
        if let Change::Set(name, Value::Text(theme)) = change
            && name == THEME_ATTRIBUTE
        {
            act(theme);
        }
    }
}

fn of_attributes(attributes: &mut Attributes, act: &mut dyn FnMut(&mut String)) {
    if let Some(Value::Text(theme)) = attributes.get_mut(THEME_ATTRIBUTE) {
        act(theme);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::test_project::grammar;

    fn derived(like: &str) -> Box<DerivedTheme> {
        Box::new(DerivedTheme { like: like.to_owned(), ..DerivedTheme::default() })
    }

    fn after(edits: &[ThemesEdit]) -> Grammar {
        let mut grammar = grammar();
        ThemesEdit::Add { name: "dark".to_owned(), theme: derived("crypt") }.apply_to(&mut grammar);
        "dark".clone_into(&mut grammar.theme);
        let symbol = grammar.alphabet.nodes.get_mut("Hollow").expect("a symbol");
        symbol.attributes.insert(THEME_ATTRIBUTE.to_owned(), Value::Text("dark".to_owned()));
        edits.iter().for_each(|edit| edit.apply_to(&mut grammar));
        grammar
    }

    fn names(grammar: &Grammar) -> Vec<&str> {
        grammar.alphabet.themes.keys().map(String::as_str).collect()
    }

    #[test]
    fn themes_are_added_changed_copied_and_removed() {
        let set = ThemesEdit::Set { name: "dark".to_owned(), what: "model", theme: derived("ice") };
        let changed = after(&[set, ThemesEdit::Duplicate("dark".to_owned())]);
        assert_eq!(names(&changed), ["dark", "dark copy"]);
        assert!(changed.alphabet.themes.values().all(|theme| theme.like == "ice"));
        let removed = after(&[ThemesEdit::Remove("dark".to_owned())]);
        assert!(names(&removed).is_empty());
        assert_eq!(removed.theme, "crypt");
        assert_eq!(
            removed.alphabet.nodes["Hollow"].attributes[THEME_ATTRIBUTE],
            Value::Text("crypt".to_owned())
        );
    }

    #[test]
    fn another_name_reaches_the_grammar_and_attributes() {
        let rename = |to: &str| ThemesEdit::Rename { name: "dark".to_owned(), to: to.to_owned() };
        let renamed = after(&[rename("gloom")]);
        assert_eq!((names(&renamed), renamed.theme.as_str()), (vec!["gloom"], "gloom"));
        let attributes = &renamed.alphabet.nodes["Hollow"].attributes;
        assert_eq!(attributes[THEME_ATTRIBUTE], Value::Text("gloom".to_owned()));
        for taken in ["ice", " "] {
            assert_eq!(after(&[rename(taken)]), after(&[]));
        }
    }
}
