//! Mistakes in themes: names that no theme has.

use std::fmt::Display;

use delvewright_level::{DerivedTheme, THEMES, theme_named};

use crate::base::{Diagnostic, PathRef, hint_at};
use crate::grammar::check_values::{check_name, suggestion};
use crate::mission::{Alphabet, Attributes, THEME_ATTRIBUTE, Value};

/// Checks the themes of a grammar, of its symbols, and those that it derives.
pub(super) fn check_themes(theme: &str, alphabet: &Alphabet, found: &mut Vec<Diagnostic>) {
    let known = alphabet.theme_names();
    let above = PathRef::ROOT.field("alphabet");
    check_theme(theme, &known, PathRef::ROOT.field("theme"), "The grammar", found);
    for (name, symbol) in &alphabet.nodes {
        let path = above.entry("nodes", name);
        check_theme(&symbol.theme, &known, path.field("theme"), format_args!("\"{name}\""), found);
        check_theme_attribute(alphabet, &symbol.attributes, path, found);
    }
    for (name, symbol) in &alphabet.edges {
        let path = above.entry("edges", name);
        check_theme(&symbol.theme, &known, path.field("theme"), format_args!("\"{name}\""), found);
        check_theme_attribute(alphabet, &symbol.attributes, path, found);
    }
    for (name, theme) in &alphabet.themes {
        check_derived(name, theme, above.entry("themes", name), found);
    }
}

/// Returns the mistakes in a theme that is shared as a file.
pub fn check_shared_theme(name: &str, theme: &DerivedTheme) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    check_derived(name, theme, PathRef::ROOT.field("theme"), &mut found);
    found
}

fn check_derived(name: &str, theme: &DerivedTheme, path: PathRef<'_>, found: &mut Vec<Diagnostic>) {
    let built_in: Vec<&str> = THEMES.iter().map(|theme| theme.name).collect();
    check_name(found, path, "A theme", name);
    let like = &theme.like;
    check_known(like, &built_in, path.field("like"), found, || {
        format!("The theme \"{name}\" changes \"{like}\", which is no built-in theme.")
    });
    if theme_named(name).is_some() {
        let message = format!("The theme \"{name}\" has the name of a built-in theme.");
        let error = Diagnostic::error("theme-name-taken", message).at(path);
        found.push(error.hint("Give it another name."));
    }
    if theme.own_props().any(|prop| prop.trim().is_empty()) {
        let message = format!("The theme \"{name}\" names a thing without a name.");
        let error = Diagnostic::error("empty-prop", message).at(path.field("props"));
        found.push(error.hint("Name a thing of the catalogue, for example \"urn\"."));
    }
}

/// Warns of attributes that should choose a theme but name none. Their values are free, so it is no error.
pub(super) fn check_theme_attribute(
    alphabet: &Alphabet,
    attributes: &Attributes,
    path: PathRef<'_>,
    found: &mut Vec<Diagnostic>,
) {
    if let Some(value) = attributes.get(THEME_ATTRIBUTE) {
        check_theme_value(alphabet, value, path.entry("attributes", THEME_ATTRIBUTE), found);
    }
}

/// Warns of a value of the attribute that names no theme.
pub(super) fn check_theme_value(
    alphabet: &Alphabet,
    value: &Value,
    path: PathRef<'_>,
    found: &mut Vec<Diagnostic>,
) {
    let is_theme = matches!(value, Value::Text(name) if name.is_empty() || alphabet.theme_names().contains(&name.as_str()));
    if !is_theme {
        let message = format!("The attribute \"theme\" gets the value {value}, which is no theme.");
        let warning = Diagnostic::warning("no-theme", message).at(path);
        found.push(warning.hint("Name a theme, or rename the attribute."));
    }
}

/// Checks the name of a theme that may be left out.
fn check_theme(name: &str, known: &[&str], path: PathRef<'_>, of: impl Display, found: &mut Vec<Diagnostic>) {
    if !name.is_empty() {
        check_known(name, known, path, found, || {
            format!("{of} uses the theme \"{name}\", which does not exist.")
        });
    }
}

fn check_known(
    name: &str,
    known: &[&str],
    path: PathRef<'_>,
    found: &mut Vec<Diagnostic>,
    message: impl FnOnce() -> String,
) {
    if known.contains(&name) {
        return;
    }
    let near = suggestion(found, name, known.iter().copied());
    let hint = near.map_or_else(
        || "Choose a built-in theme, for example \"crypt\".".to_owned(),
        |near| hint_at(near, name),
    );
    found.push(Diagnostic::error("unknown-theme", message()).at(path).hint(hint).meant(near));
}
