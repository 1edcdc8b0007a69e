//! Prints grammars and room sets as files: a new text, or an update of the text that was read.

use ron_edit::{PrettyPrinter, print, update};

use crate::grammar::{FORMULA_NOTATION, Grammar};
use crate::rooms::RoomSet;

/// The line breaks of the files.
pub(super) const LINES: PrettyPrinter = PrettyPrinter {
    indent: "    ",
    space: " ",
    broken: &[
        &[],
        &["variables"],
        &["alphabet"],
        &["alphabet", "nodes"],
        &["alphabet", "edges"],
        &["rules"],
        &["rules", "*"],
        &["alphabet", "entities"],
        &["alphabet", "tiles"],
        &["recipe"],
        &["populate"],
        &["properties"],
        &["legend"],
        &["looks"],
        &["rooms"],
        &["rooms", "*"],
        &["rooms", "*", "picture"],
        &["rooms", "*", "source", "picture"],
    ],
    line_chars: Some(100),
    has_final_comma: true,
    numbers: None,
};

/// The line breaks of grammars, in which some numbers are formulas.
const GRAMMAR_LINES: PrettyPrinter = PrettyPrinter { numbers: Some(FORMULA_NOTATION), ..LINES };

/// Prints a grammar file, with its formulas. [`parse_grammar`](super::parse_grammar) returns an equal grammar.
pub fn print_grammar(grammar: &Grammar) -> String {
    print("Grammar", grammar.authored(), &GRAMMAR_LINES)
}

/// Prints a room-set file. [`parse_room_set`](super::parse_room_set) returns an equal room set.
pub fn print_room_set(set: &RoomSet) -> String {
    print("RoomSet", set, &LINES)
}

/// Updates the text of a grammar file, and keeps its unchanged parts.
///
/// [`parse_grammar`](super::parse_grammar) returns an equal grammar.
pub fn update_grammar(text: &str, grammar: &Grammar) -> String {
    update("Grammar", text, grammar.authored(), &GRAMMAR_LINES)
}

/// Updates the text of a room-set file, and keeps its unchanged parts.
///
/// [`parse_room_set`](super::parse_room_set) returns an equal room set.
pub fn update_room_set(text: &str, set: &RoomSet) -> String {
    update("RoomSet", text, set, &LINES)
}

#[cfg(test)]
#[path = "update_tests.rs"]
mod tests;
