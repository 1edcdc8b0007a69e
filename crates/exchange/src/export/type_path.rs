//! The module of a game that declares the components of exported maps.
//!
//! In: a path as a command or a form gives it, and kinds of things. Out: paths and names of types.
//! A path is accepted only if a game can have a module of that name.

use std::str::FromStr;

use crate::base::with_capital;

/// Path of a module in a Rust game, for example `my_game::level`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypePath(String);

/// Error for a text that is not a module path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseTypePathError {
    /// It is something else.
    #[error("\"{0}\" is not a module path in Rust; write, for example, my_game::level")]
    NoPath(String),
    /// One of its names cannot be that of a module.
    #[error(
        "\"{path}\" is not a module path in Rust, because {name} is a word of the language; write, for example, my_game::level"
    )]
    Keyword {
        /// The text.
        path: String,
        /// The name.
        name: String,
    },
}

/// Words that cannot name a module or a field in some edition of Rust.
pub(super) const KEYWORDS: [&str; 52] = [
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do",
    "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
    "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static",
    "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual",
    "where", "while", "yield",
];

impl FromStr for TypePath {
    type Err = ParseTypePathError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_name = |name: &str| {
            name.starts_with(|first: char| first == '_' || first.is_ascii_alphabetic())
                && name.chars().all(|letter| letter == '_' || letter.is_ascii_alphanumeric())
        };
        if !text.split("::").all(is_name) {
            return Err(ParseTypePathError::NoPath(text.to_owned()));
        }
        match text.split("::").find(|name| *name == "_" || KEYWORDS.contains(name)) {
            Some(name) => Err(ParseTypePathError::Keyword { path: text.to_owned(), name: name.to_owned() }),
            None => Ok(Self(text.to_owned())),
        }
    }
}

impl TypePath {
    /// Returns the path of the type for things of this kind.
    pub(super) fn of_kind(&self, kind: &str) -> String {
        format!("{}::{}", self.0, Self::name_of(kind))
    }

    /// Returns the name of the type for things of this kind.
    ///
    /// The name joins the words of `kind` in camel case: `gold key` becomes `GoldKey`. A kind without letters
    /// or digits becomes `Thing`. Names that the module of the types uses itself get the suffix `Kind`.
    pub(super) fn name_of(kind: &str) -> String {
        let words = kind.split(|letter: char| !letter.is_ascii_alphanumeric());
        let mut name: String = words.map(with_capital).collect();
        if name.is_empty() {
            "Thing".clone_into(&mut name);
        }
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            name.insert(0, '_');
        }
        if USED_TYPES.contains(&name.as_str()) {
            name.push_str("Kind");
        }
        name
    }
}

/// Names that a module with components uses or declares itself.
const USED_TYPES: [&str; 9] = [
    "App",
    "Entity",
    "LevelTypesPlugin",
    "Option",
    "Plugin",
    "ReflectComponent",
    "ReflectDefault",
    "Self",
    "String",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_paths_are_names_with_colons_between() {
        for path in ["game", "my_game::level", "_a::b2"] {
            assert!(TypePath::from_str(path).is_ok(), "{path}");
        }
        for path in ["", "::a", "a::", "a:b", "a b", "2a", "a::b-c", "a::é", "a\""] {
            assert!(TypePath::from_str(path).is_err(), "{path}");
        }
        for path in ["fn", "game::type", "crate::level", "self", "a::super", "_", "a::_"] {
            let wrong = TypePath::from_str(path).unwrap_err();
            assert!(matches!(wrong, ParseTypePathError::Keyword { .. }), "{path}");
        }
    }

    #[test]
    fn kinds_become_names_of_types() {
        let types: TypePath = "game".parse().unwrap();
        let names = ["Key", "gold key", "3 rats", "wyrm's egg", "Schlüssel", "鍵", "entity"]
            .map(|kind| types.of_kind(kind));
        let expected = ["Key", "GoldKey", "_3Rats", "WyrmSEgg", "SchlSsel", "Thing", "EntityKind"];
        assert_eq!(names, expected.map(|name| format!("game::{name}")));
    }
}
