//! RON as people write it: reads all mistakes at once, and writes without losing comments and line breaks.
//!
//! - [`parse_source`] and [`Source::read`] return a value, all mistakes with their positions, and the parts
//!   that were kept.
//! - [`Locator`] finds the position of any part of the value in the text.
//! - [`print()`] writes a value in one stable form.
//! - [`update`] writes it over the text that it was read from; unchanged parts keep their comments and line
//!   breaks.
//!
//! `conflict` removes merge conflicts. `lexer` and `parse` make a tree of values with positions.
//! `reader` lets serde build a value from it, and `recover` continues after mistakes.
//! `group` cuts a text into its items with their comments.

mod access;
mod conflict;
mod error;
mod group;
mod lexer;
mod lines;
mod locate;
mod mend;
mod mistake;
mod number;
mod parse;
mod pretty;
mod print;
mod read;
mod reader;
mod recover;
mod similar_names;
mod texts;
mod tree;
mod update;
mod value_path;

pub use conflict::Conflicts;
pub use lexer::first_name;
pub use lines::{end_of_line, lines_of};
pub use locate::{Locator, PathTarget};
pub use mistake::{Mistake, Position};
pub use parse::{FIELDS_OUTSIDE, VALUE_OUTSIDE};
pub use pretty::{NumberNotation, PrettyPrinter, blank_before};
pub use print::{compact, print};
pub use recover::{Reading, Source, parse_source};
pub use similar_names::{Suggester, appearance, did_you_mean, difference_of_lookalikes, hint_at, nearest};
pub use texts::ONLY_ON_WINDOWS;
pub use tree::{Tree, TreeField, TreeNode, TreeNodeId, TreeValue};
pub use update::update;
pub use value_path::{PathPart, PathRef, ValuePath};

#[cfg(test)]
mod tests;
