//! RON as people write it: read with every mistake at once, and written back without losing what the author put between the values.
//!
//! - [`parse_source`] and [`Source::read`] give a value, all mistakes with their places, and what could be kept.
//! - [`Locator`] finds the place in the text of anything in the value.
//! - [`print`] writes a value in one stable form, [`update`] over the text that it was read from: what still says the same keeps its comments and line breaks.
//!
//! `conflict` sets merge conflicts aside, `lexer` and `parse` make a tree of values that know where they stand, `reader` lets serde build a value from it, `recover` reads on after mistakes, `group` cuts a text into its items with the comments around them.

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
pub use locate::{Found, Locator};
pub use mistake::{Mistake, Position};
pub use pretty::{PrettyPrinter, blank_before};
pub use print::print;
pub use recover::{Reading, Source, parse_source};
pub use similar_names::{Suggester, appearance, did_you_mean, difference_of_lookalikes, hint_at, nearest};
pub use texts::ONLY_ON_WINDOWS;
pub use tree::{Field, Node, NodeId, Tree, Value};
pub use update::update;
pub use value_path::{PathPart, PathRef, ValuePath};

#[cfg(test)]
mod tests;
