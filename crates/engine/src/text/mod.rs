//! Grammars and room sets as texts: reading them with all their mistakes, printing them, and updating a text without losing what its author wrote.
//!
//! `parse_*` and `print_*` are inverses: what is printed reads as the same value, and prints as the same text.
//! `update_*` prints a value over the text that it was read from, and keeps of that what still says the same.

mod consequences;
mod load;
mod piece;
mod print;

pub use load::{ContentKind, Document, Loaded, is_level, is_room_set, parse_grammar, parse_room_set};
pub use piece::{parse_piece, print_piece};
pub use print::{print_grammar, print_room_set, update_grammar, update_room_set};
