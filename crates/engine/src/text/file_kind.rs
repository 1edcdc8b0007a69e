//! The kinds of files with authored content: their names, and the lists that hold their items.

use ron_edit::NumberNotation;

use crate::grammar::FORMULA_NOTATION;

/// A kind of file.
pub(super) struct FileKind {
    /// The name at its top.
    pub(super) name: &'static str,
    /// The name in words, with its article.
    pub(super) words: &'static str,
    /// The field with the list of its items.
    pub(super) list: &'static str,
    /// The items in words.
    pub(super) items: &'static str,
    /// A field that every item has, and nothing else.
    pub(super) mark: &'static str,
    /// The minimum content; missing parts are taken from here.
    pub(super) least: &'static str,
    /// The notation of numbers that are not written as digits.
    pub(super) numbers: Option<NumberNotation>,
}

pub(super) const GRAMMAR: FileKind = FileKind {
    name: "Grammar",
    words: "a grammar",
    list: "rules",
    items: "rules",
    mark: "lhs",
    least: r#"Grammar(format: 1, name: "", alphabet: (nodes: {}, edges: {}), start: Graph(nodes: {}))"#,
    numbers: Some(FORMULA_NOTATION),
};

pub(super) const ROOM_SET: FileKind = FileKind {
    name: "RoomSet",
    words: "a room set",
    list: "rooms",
    items: "rooms",
    mark: "picture",
    least: r#"RoomSet(format: 1, name: "", legend: {}, rooms: [])"#,
    numbers: None,
};
