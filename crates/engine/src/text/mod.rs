//! Grammars and room sets as texts.
//!
//! `parse_*` reads a text with all of its mistakes. `print_*` is its inverse:
//! a printed text reads as the same value and prints as the same text.
//! `SweepPath` leads to any number of a grammar, and `sweep_numbers` lists them.
//! `update_*` prints a value over the text that it was read from, and keeps the unchanged parts of that text.

mod consequences;
mod diagnostics;
mod file_kind;
mod load;
mod outside;
mod piece;
mod print;
mod sweep_numbers;
mod sweep_path;
mod theme;

pub use diagnostics::NOTATION_DIAGNOSTICS;
pub use load::{ContentKind, Loaded, ParsedFile, is_level, is_room_set, parse_grammar, parse_room_set};
pub use piece::{parse_piece, print_piece};
pub use print::{print_grammar, print_room_set, update_grammar, update_room_set};
pub use sweep_numbers::{SweepNumber, sweep_numbers};
pub use sweep_path::{SweepPath, SweepPathError};
pub use theme::{SharedTheme, parse_theme, print_theme};
