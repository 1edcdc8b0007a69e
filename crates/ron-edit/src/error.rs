//! Read errors: the reason why a value could not be read, and the value.

use std::fmt;

use serde::de;

use super::mistake::Mistake;
use super::reader::unknown_variant;
use super::tree::{Tree, TreeNodeId, TreeValue};

/// The reason why a value could not be read.
#[derive(Clone, Debug)]
pub struct ValueError {
    /// The value; filled in on the way out.
    pub node: Option<TreeNodeId>,
    /// The fault.
    pub fault: Fault,
}

/// A fault of a value.
#[derive(Clone, Debug)]
pub enum Fault {
    /// The text was already reported as broken there.
    Broken,
    /// A field is missing.
    Missing(&'static str),
    /// Another value is needed, described in words.
    Wanted(String),
    /// No variant has this name.
    UnknownVariant { name: String, hint: String, near: Option<String> },
    /// Anything else.
    Other { code: &'static str, message: String, hint: Option<String> },
}

impl ValueError {
    /// Returns the error that another value is needed here.
    pub fn wanted(node: TreeNodeId, what: impl Into<String>) -> Self {
        Self { node: Some(node), fault: Fault::Wanted(what.into()) }
    }

    /// Returns a mistake with its own code.
    pub fn other(code: &'static str, message: impl Into<String>, hint: Option<String>) -> Self {
        Self { node: None, fault: Fault::Other { code, message: message.into(), hint } }
    }

    /// Sets the value, unless an inner one is known.
    #[must_use]
    pub fn or_in(mut self, node: TreeNodeId) -> Self {
        self.node.get_or_insert(node);
        self
    }

    /// Returns the error for the author.
    pub fn mistake(&self, tree: &Tree) -> Mistake {
        match &self.fault {
            Fault::Broken => Mistake::new("broken-value", "This value cannot be read."),
            Fault::Missing(field) => Mistake::new("missing-field", format!("`{field}` is missing here."))
                .hint(format!("Write {field}: ….")),
            Fault::Wanted(what) => {
                let found =
                    self.node.map_or_else(String::new, |node| format!(", found {}", describe(tree, node)));
                Mistake::new("wrong-type", format!("Expected {what}{found}."))
                    .maybe_hint(self.node.and_then(|node| hint_for(tree, node, what)))
            }
            Fault::UnknownVariant { name, hint, near } => {
                Mistake::new("unknown-variant", format!("`{name}` is not known here."))
                    .hint(hint)
                    .meant(near.as_deref())
            }
            Fault::Other { code, message, hint } => Mistake::new(code, message).maybe_hint(hint.clone()),
        }
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.fault, f)
    }
}

impl std::error::Error for ValueError {}

impl de::Error for ValueError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        // Types describe fault and remedy in one text, which need not be a sentence.
        // The hint is the program's own and comes last; the fault may quote anything.
        let text = message.to_string();
        let (message, hint) = match text.rsplit_once("; ") {
            Some((message, hint)) => (message, Some(sentence(hint))),
            None => (text.as_str(), None),
        };
        Self::other("wrong-value", sentence(message), hint)
    }

    fn invalid_type(_: de::Unexpected<'_>, wanted: &dyn de::Expected) -> Self {
        Self { node: None, fault: Fault::Wanted(wanted.to_string()) }
    }

    fn invalid_value(_: de::Unexpected<'_>, wanted: &dyn de::Expected) -> Self {
        Self { node: None, fault: Fault::Wanted(wanted.to_string()) }
    }

    fn invalid_length(count: usize, wanted: &dyn de::Expected) -> Self {
        let wanted = wanted.to_string();
        let wanted = match wanted.strip_prefix("a tuple of size ") {
            Some(size) => format!("{size} values in parentheses"),
            None => wanted,
        };
        let values = if count == 1 { "value" } else { "values" };
        Self::other("wrong-length", format!("Expected {wanted}, found {count} {values}."), None)
    }

    fn unknown_variant(name: &str, known: &'static [&'static str]) -> Self {
        unknown_variant(name, known)
    }

    fn missing_field(field: &'static str) -> Self {
        Self { node: None, fault: Fault::Missing(field) }
    }
}

/// Describes a value in words.
pub fn describe(tree: &Tree, node: TreeNodeId) -> String {
    match tree.value(node) {
        TreeValue::Broken => "something that cannot be read".to_owned(),
        TreeValue::Bool(value) => value.to_string(),
        TreeValue::Int(number) => format!("the number {number}"),
        TreeValue::Float(number) => format!("the number {number}"),
        TreeValue::Char(character) => format!("the character '{character}'"),
        TreeValue::Text { text, .. } => format!("the text \"{}\"", shortened(text)),
        TreeValue::Name(name) => format!("the name {}", shortened(name)),
        TreeValue::List(_) => "a list in square brackets".to_owned(),
        TreeValue::Map(_) => "a map in braces".to_owned(),
        TreeValue::Tuple { name: None, items } if items.is_empty() => {
            "an empty pair of parentheses".to_owned()
        }
        TreeValue::Tuple { name: Some(name), .. } | TreeValue::Record { name: Some(name), .. } => {
            format!("{}(…)", shortened(name))
        }
        TreeValue::Tuple { .. } => "a row of values in parentheses".to_owned(),
        TreeValue::Record { .. } => "a row of fields in parentheses".to_owned(),
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Returns a text with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", chars.as_str().trim_end_matches('.'))
}

fn hint_for(tree: &Tree, node: TreeNodeId, wanted: &str) -> Option<String> {
    match tree.value(node) {
        TreeValue::Name(name) if wanted.contains("text") => Some(format!("Write it in quotes: \"{name}\".")),
        TreeValue::Text { text, .. }
            if wanted.contains("whole number") && text.trim().parse::<i64>().is_ok() =>
        {
            Some(format!("Write it without quotes: {}.", text.trim()))
        }
        TreeValue::Float(number) if wanted.contains("whole number") && number.is_finite() => {
            Some(format!("Write {number:.0}."))
        }
        TreeValue::Tuple { name: None, .. } if wanted.contains("list") => {
            Some("Write square brackets: […].".to_owned())
        }
        TreeValue::List(_) if wanted.contains("parentheses") => Some("Write parentheses: (…).".to_owned()),
        TreeValue::Record { name: None, .. } if wanted.contains("braces") => {
            Some("Write braces: {…}.".to_owned())
        }
        TreeValue::Map(_) if wanted.contains("parentheses") => Some("Write parentheses: (…).".to_owned()),
        _ => None,
    }
}
