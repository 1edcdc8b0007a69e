//! Derived themes as files of their own, to share them between grammars.
//!
//! ```text
//! Theme(format: 1, name: "green crypt", theme: (like: "crypt", accent: "#88ffbb"))
//! ```
//!
//! A printed theme reads as the same theme.

use std::path::Path;

use ron_edit::{parse_source, print};
use serde::{Deserialize, Serialize};

use super::print::LINES;
use crate::base::Diagnostic;
use crate::grammar::check_shared_theme;
use crate::mission::DerivedTheme;

/// The name at the top of such files.
const NAME: &str = "Theme";

/// The minimum content of a file.
const LEAST: &str = r#"Theme(format: 1, name: "", theme: (like: ""))"#;

/// A derived theme with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Theme", deny_unknown_fields)]
pub struct SharedTheme {
    /// The version of the format; see [`SharedTheme::FORMAT`].
    pub format: u32,
    /// The name.
    pub name: String,
    /// The theme.
    pub theme: DerivedTheme,
}

impl SharedTheme {
    /// The version of the format that this version of the program writes, and the only one.
    pub const FORMAT: u32 = 1;

    /// Returns a theme as a file contains it.
    pub fn new(name: &str, theme: &DerivedTheme) -> Self {
        Self { format: Self::FORMAT, name: name.to_owned(), theme: theme.clone() }
    }
}

/// Prints a theme as a file.
pub fn print_theme(theme: &SharedTheme) -> String {
    print(NAME, theme, &LINES)
}

/// Reads the text of a file with a theme; `file` is named in the diagnostics.
///
/// # Errors
/// All mistakes, if there are any.
pub fn parse_theme(text: &str, file: Option<&Path>) -> Result<SharedTheme, Vec<Diagnostic>> {
    let (source, mistakes) = parse_source(text);
    let mut found: Vec<Diagnostic> = mistakes.into_iter().map(Diagnostic::from).collect();
    let is_theme = source.as_ref().is_some_and(|source| source.root_name().is_none_or(|name| name == NAME));
    let reading = source.filter(|_| is_theme).map(|source| source.read::<SharedTheme>(LEAST));
    let value = reading.and_then(|reading| {
        found.extend(reading.mistakes.into_iter().map(Diagnostic::from));
        reading.value
    });
    if !is_theme && found.is_empty() {
        let error =
            Diagnostic::error("wrong-kind-of-file", "This is no theme: it does not start with Theme.");
        found.push(error.hint("Choose a file that \"themes export\" or the window wrote."));
    }
    if let Some(theme) = &value {
        found.extend(check_shared_theme(&theme.name, &theme.theme));
        if theme.format != SharedTheme::FORMAT {
            let message = format!(
                "This theme has format {}, but this version of the program reads format {}.",
                theme.format,
                SharedTheme::FORMAT
            );
            let hint = "Open it with the version of the program that wrote it.";
            found.push(Diagnostic::error("wrong-format", message).at("format").hint(hint));
        }
    }
    match value.filter(|_| found.is_empty()) {
        Some(theme) => Ok(theme),
        None => Err(found
            .into_iter()
            .map(|found| Diagnostic { file: file.map(Path::to_owned), ..found })
            .collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Color;
    use crate::level::{DoorStyle, PropPosition};

    #[test]
    fn a_printed_theme_reads_as_the_same() {
        let accent = Some(Color::rgb(0x88, 0xff, 0xbb));
        let mut theme = DerivedTheme { like: "crypt".to_owned(), accent, ..DerivedTheme::default() };
        theme.door = Some(DoorStyle::Curtain);
        *theme.props.at_mut(PropPosition::Walls) = Some(vec!["urn".to_owned(), "shelf".to_owned()]);
        let shared = SharedTheme::new("green crypt", &theme);
        assert_eq!(parse_theme(&print_theme(&shared), None), Ok(shared));
    }

    #[test]
    fn other_files_and_broken_themes_are_refused() {
        let codes = |text: &str| -> Vec<&str> {
            parse_theme(text, None).unwrap_err().into_iter().map(|found| found.code).collect()
        };
        assert_eq!(codes("Grammar(format: 1)"), ["wrong-kind-of-file"]);
        assert_eq!(codes(r#"Theme(format: 1, name: "x", theme: (like: "cript"))"#), ["unknown-theme"]);
        assert_eq!(codes(r#"Theme(format: 1, name: "ice", theme: (like: "crypt"))"#), ["theme-name-taken"]);
        assert_eq!(codes(r#"Theme(format: 7, name: "x", theme: (like: "crypt"))"#), ["wrong-format"]);
        assert!(!codes(r#"Theme(format: 1, name: "x", theme: (like: "crypt", accent: "red"))"#).is_empty());
        assert!(!codes("").is_empty());
    }
}
