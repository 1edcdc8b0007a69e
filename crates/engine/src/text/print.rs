//! From a grammar or room set to the text of its file, afresh or over the text that it was read from.

use ron_edit::{PrettyPrinter, print, update};

use crate::grammar::Grammar;
use crate::rooms::RoomSet;

/// The lines of the files.
pub(super) const LINES: PrettyPrinter = PrettyPrinter {
    indent: "    ",
    space: " ",
    broken: &[
        &[],
        &["alphabet"],
        &["alphabet", "nodes"],
        &["alphabet", "edges"],
        &["rules"],
        &["rules", "*"],
        &["alphabet", "entities"],
        &["alphabet", "tiles"],
        &["recipe"],
        &["populate"],
        &["legend"],
        &["looks"],
        &["rooms"],
        &["rooms", "*"],
        &["rooms", "*", "picture"],
        &["rooms", "*", "source", "picture"],
    ],
    line_chars: Some(100),
    has_final_comma: true,
};

/// The text of a grammar file. [`parse_grammar`](super::parse_grammar) gives back an equal grammar.
pub fn print_grammar(grammar: &Grammar) -> String {
    print("Grammar", grammar, &LINES)
}

/// The text of a room-set file. [`parse_room_set`](super::parse_room_set) gives back an equal room set.
pub fn print_room_set(set: &RoomSet) -> String {
    print("RoomSet", set, &LINES)
}

/// The text of a grammar file that held `text`: what still says the same is kept. [`parse_grammar`](super::parse_grammar) gives back an equal grammar.
pub fn update_grammar(text: &str, grammar: &Grammar) -> String {
    update("Grammar", text, grammar, &LINES)
}

/// The text of a room-set file that held `text`: what still says the same is kept. [`parse_room_set`](super::parse_room_set) gives back an equal room set.
pub fn update_room_set(text: &str, set: &RoomSet) -> String {
    update("RoomSet", text, set, &LINES)
}

#[cfg(test)]
#[path = "update_tests.rs"]
mod tests;
