//! Reads a grammar or room set from the text of a file, with all of its mistakes.

use std::convert::identity;
use std::path::Path;

use ron_edit::{Source, first_name, parse_source};
use serde::de::DeserializeOwned;

use super::consequences::Consequences;
use super::file_kind::{FileKind, GRAMMAR, ROOM_SET};
use super::outside::{explain_after_end, explain_outside, is_item, only_items};
use crate::base::{Diagnostic, Severity, ValuePath, did_you_mean};
use crate::grammar::{Grammar, VariableValues, check_grammar, lint_checked};
use crate::rooms::{RoomSet, check_room_set};

/// The content of a text, as far as it could be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded<T> {
    /// The content without unreadable parts; `None` if nothing could be read.
    pub value: Option<T>,
    /// All mistakes, in the order of the lines.
    pub diagnostics: Vec<Diagnostic>,
    /// `false` if something in the text could not be read, and would be lost by saving the value over it.
    pub complete: bool,
}

impl<T> Loaded<T> {
    /// Returns `true` if there is a mistake that makes the content unusable.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// Reads the text of a grammar; `file` is named in the diagnostics.
///
/// Never fails: unreadable parts are reported and left out.
pub fn parse_grammar(text: &str, file: Option<&Path>) -> Loaded<Grammar> {
    let mut document = ParsedFile::grammar(text, file, &VariableValues::new());
    if document.is_sound() {
        document.lint(file, None);
    }
    document.finish()
}

/// Reads the text of a room set; `file` is named in the diagnostics.
///
/// Never fails: unreadable parts are reported and left out.
pub fn parse_room_set(text: &str, file: Option<&Path>) -> Loaded<RoomSet> {
    ParsedFile::room_set(text, file).finish()
}

/// A value that was read, to which more mistakes may be added.
pub struct ParsedFile<T> {
    /// The content, without the mistakes still to be found.
    pub loaded: Loaded<T>,
    source: Option<Source>,
}

impl ParsedFile<Grammar> {
    /// Reads a grammar without linting its rules; `file` is named in the diagnostics.
    ///
    /// Numbers are those for the given values of variables. Other variables have their defaults.
    pub fn grammar(text: &str, file: Option<&Path>, given: &VariableValues) -> Self {
        let settle = |authored| Grammar::of_authored(authored, given);
        Self::read(text, file, &GRAMMAR, &ROOM_SET, settle, check_grammar)
    }

    /// Returns `true` if its rules can be linted together. Unreadable parts that were left out would look
    /// like mistakes.
    pub fn is_sound(&self) -> bool {
        self.loaded.complete && !self.loaded.has_errors()
    }

    /// Adds the lints of a sound grammar. With all its room sets, this includes places that can never have a
    /// room.
    pub fn lint(&mut self, file: Option<&Path>, rooms: Option<&[&RoomSet]>) {
        let found = self.loaded.value.as_ref().map(|grammar| lint_checked(grammar, rooms));
        self.add(found.unwrap_or_default(), file);
    }
}

impl ParsedFile<RoomSet> {
    /// Reads a room set; `file` is named in the diagnostics.
    pub fn room_set(text: &str, file: Option<&Path>) -> Self {
        Self::read(text, file, &ROOM_SET, &GRAMMAR, identity, check_room_set)
    }
}

impl<T: DeserializeOwned> ParsedFile<T> {
    fn read(
        text: &str,
        file: Option<&Path>,
        kind: &FileKind,
        other: &FileKind,
        settle: impl Fn(T) -> T,
        check: impl Fn(&T) -> Vec<Diagnostic>,
    ) -> Self {
        let (source, mistakes) = parse_source(text);
        let mut diagnostics: Vec<Diagnostic> = mistakes.into_iter().map(Diagnostic::from).collect();
        explain_after_end(kind, &mut diagnostics);
        let loaded = Loaded { value: None, complete: diagnostics.is_empty(), diagnostics };
        let mut document = Self { loaded, source };
        document.fill(kind, other, is_level(text));
        document.loaded.value = document.loaded.value.take().map(settle);
        let found = document.loaded.value.as_ref().map(check).unwrap_or_default();
        document.add(found, None);
        for diagnostic in &mut document.loaded.diagnostics {
            diagnostic.file = file.map(Path::to_owned);
        }
        document
    }

    fn fill(&mut self, kind: &FileKind, other: &FileKind, is_level: bool) {
        if is_level {
            let message = format!("This is an exported level, but {} is needed.", kind.words);
            let hint = "Open the grammar that made it.";
            let position = self.source.take().map(|source| source.locate(&ValuePath::default()));
            let found = Diagnostic::error("wrong-kind-of-file", message).hint(hint);
            self.loaded.diagnostics = vec![Diagnostic { position, ..found }];
            self.loaded.complete = false;
            return;
        }
        let Some(source) = self.source.take() else {
            self.loaded.complete = false;
            return;
        };
        if let Some(name) = source.root_name().filter(|&name| name != kind.name && is_meant(name, other.name))
        {
            let message =
                format!("This is {}, but {} is needed: it starts with {name}.", other.words, kind.words);
            let hint = format!("Start {} with {}(.", kind.words, kind.name);
            let mut diagnostic = Diagnostic::error("wrong-kind-of-file", message).hint(hint);
            diagnostic.position = Some(source.locate(&ValuePath::default()));
            self.loaded.diagnostics = vec![diagnostic];
            self.loaded.complete = false;
        } else if is_item(&source, kind, source.root) {
            self.loaded.diagnostics = vec![only_items(&source, kind)];
            self.loaded.complete = false;
        } else {
            let reading = source.with_numbers(kind.numbers).read(kind.least);
            self.loaded.complete &= reading.mistakes.is_empty() && reading.value.is_some();
            self.loaded.value = reading.value;
            self.loaded.diagnostics.extend(reading.mistakes.into_iter().map(Diagnostic::from));
            explain_outside(&reading.source, kind, &mut self.loaded.diagnostics);
            self.source = Some(reading.source);
        }
    }
}

/// The kind of a file, by its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentKind {
    /// A grammar, which is a project.
    Grammar,
    /// A room set.
    RoomSet,
    /// An exported level.
    Level,
    /// Nothing that this program writes in RON, or too broken to tell.
    Unknown,
}

impl ContentKind {
    /// Returns the kind of a text by its beginning.
    pub fn of_text(text: &str) -> Self {
        match root_name(text) {
            _ if is_level(text) => Self::Level,
            name if name == GRAMMAR.name => Self::Grammar,
            name if name == ROOM_SET.name => Self::RoomSet,
            _ => Self::Unknown,
        }
    }
}

/// Returns the name with which a text begins, after comments; empty if there is none.
fn root_name(text: &str) -> &str {
    let mut rest = text.trim_start_matches(['\u{feff}']).trim_start();
    loop {
        let after = if let Some(comment) = rest.strip_prefix("//") {
            comment.split_once('\n').map(|(_, after)| after)
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.split_once("*/").map(|(_, after)| after)
        } else {
            break;
        };
        rest = after.unwrap_or_default().trim_start();
    }
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
    rest.split_at(end).0
}

/// Returns `true` if a text begins like exported levels: without a name, with format and generator.
pub fn is_level(text: &str) -> bool {
    let head = text.trim_start().chars().take(200).filter(|letter| !letter.is_whitespace() && *letter != '"');
    let head: String = head.collect();
    let fields = head.strip_prefix(['(', '{']).and_then(|fields| fields.strip_prefix("format:"));
    let after = fields.and_then(|fields| fields.split_once(',')).map(|(_, after)| after);
    after.is_some_and(|after| after.starts_with("generator:"))
}

/// Returns `true` if a text begins like room sets, or has their fields without any name.
pub fn is_room_set(text: &str) -> bool {
    match first_name(text) {
        Some(name) if name == GRAMMAR.name => false,
        Some(name) if is_meant(&name, ROOM_SET.name) => true,
        _ => !is_level(text) && has_fields_of_rooms(text),
    }
}

/// Returns `true` for the fields of a room set without its name, and for rooms alone.
fn has_fields_of_rooms(text: &str) -> bool {
    let Some(source) = parse_source(text).0.filter(|source| source.root_name().is_none()) else {
        return false;
    };
    let has = |name: &str| source.tree.field(source.root, name).is_some();
    let is_grammar = has("alphabet") || has("start");
    !is_grammar && (has("legend") || has(ROOM_SET.list) || is_item(&source, &ROOM_SET, source.root))
}

/// Returns `true` if the name is that of the other kind, possibly misspelt.
fn is_meant(name: &str, other: &str) -> bool {
    name == other || did_you_mean(name, [other]).is_some()
}

impl<T> ParsedFile<T> {
    /// Adds mistakes found in the value, without consequences of unreadable parts.
    pub fn add(&mut self, found: Vec<Diagnostic>, file: Option<&Path>) {
        let mut text = self.source.as_ref().map(Consequences::new);
        for mut diagnostic in found {
            if let Some(text) = &mut text {
                if text.is_consequence(&diagnostic) {
                    continue;
                }
                diagnostic.position.get_or_insert(text.locate(&diagnostic.path));
            }
            diagnostic.file = file.map(Path::to_owned);
            self.loaded.diagnostics.push(diagnostic);
        }
    }

    /// Returns the content, with its diagnostics in the order of the lines.
    pub fn finish(mut self) -> Loaded<T> {
        self.loaded.diagnostics.sort_by_key(|diagnostic| diagnostic.position);
        self.loaded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart_by_their_beginnings() {
        let kinds = [
            ("Grammar(format: 1)", ContentKind::Grammar),
            ("\u{feff}// Grammar(\n /* RoomSet( */\n\nRoomSet(", ContentKind::RoomSet),
            ("(\n    format: 2,\n    generator: \"delvewright 0.1.0\",", ContentKind::Level),
            ("{\"format\":2,\"generator\":\"delvewright\"", ContentKind::Level),
            ("(format: 1, name: \"\")", ContentKind::Unknown),
            ("Grammars(", ContentKind::Unknown),
            ("// no end", ContentKind::Unknown),
            ("", ContentKind::Unknown),
        ];
        for (text, kind) in kinds {
            assert_eq!(ContentKind::of_text(text), kind, "{text}");
        }
    }
}
