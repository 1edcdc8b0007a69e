//! Reading RON so that an author sees every mistake of a file at once, each with its place, and keeps the rest.
//!
//! `conflict` sets merge conflicts aside, `lexer` and `parse` make a tree of values that know where they stand, `read` lets serde build a value from it, `recover` reads on after mistakes, `locate` finds the place of anything in the value, `group` cuts a text into its items with the comments around them.

mod access;
mod conflict;
mod error;
mod group;
mod lexer;
mod locate;
mod mend;
mod number;
mod parse;
mod read;
mod reader;
mod recover;
mod texts;
mod tree;

pub use group::{Group, Item, SourceTree};
pub use lexer::first_name;
pub use locate::Locator;
pub use parse::parse_tree;
pub use recover::{Source, parse_source};
pub use tree::{Field, NodeId, Tree, Value};

#[cfg(test)]
mod tests;
