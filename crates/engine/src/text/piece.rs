//! Pieces of files for the clipboard: a named value as text, and back.

use ron_edit::{PrettyPrinter, parse_source, print};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::print::LINES;
use crate::grammar::FORMULA_NOTATION_OF_PARTS;

/// The line breaks of pieces, in which some numbers are formulas.
const PIECE_LINES: PrettyPrinter = PrettyPrinter { numbers: Some(FORMULA_NOTATION_OF_PARTS), ..LINES };

/// Prints a value under a name, in the style of the files.
pub fn print_piece(name: &str, value: &impl Serialize) -> String {
    print(name, value, &PIECE_LINES)
}

/// Reads the value of a text that has this name at its top; `None` for any other text.
///
/// `least` is a minimal value of the kind.
pub fn parse_piece<T: DeserializeOwned>(text: &str, name: &str, least: &str) -> Option<T> {
    let (source, mistakes) = parse_source(text);
    let source = source.filter(|source| mistakes.is_empty() && source.root_name() == Some(name))?;
    let reading = source.with_numbers(PIECE_LINES.numbers).read::<T>(least);
    reading.value.filter(|_| reading.mistakes.is_empty())
}
