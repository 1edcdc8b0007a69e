//! Prints values in one stable form with short lines, so that a small change of the value is a small change
//! of the text.

use std::fmt::Write;
use std::str::Chars;

use ::ron::extensions::Extensions;
use serde::Serialize;

use super::parse::parse_tree;
use super::pretty::{NumberNotation, PrettyPrinter};
use super::tree::{Tree, TreeNodeId};

/// Prints a value under a name; `lines` decides the line breaks.
pub fn print(name: &str, value: &impl Serialize, lines: &PrettyPrinter) -> String {
    whole(name, &compact(value, lines.numbers), lines)
}

/// Prints a file under its name.
fn whole(name: &str, compact: &str, lines: &PrettyPrinter) -> String {
    name.to_owned() + &lines.print_part(compact, &[], name) + "\n"
}

/// A value parsed for printing.
pub(super) struct PrintedTree {
    /// The whole value on one line.
    pub(super) text: String,
    pub(super) tree: Tree,
    pub(super) root: TreeNodeId,
}

impl PrintedTree {
    pub(super) fn of(value: &impl Serialize, numbers: Option<NumberNotation>) -> Self {
        let text = compact(value, numbers);
        let (tree, _) = parse_tree(&text);
        let (tree, root) = tree.expect("what was written is not empty");
        Self { text, tree, root }
    }

    /// Prints the whole value under a name, as a separate text.
    pub(super) fn whole(&self, name: &str, lines: &PrettyPrinter) -> String {
        whole(name, &self.text, lines)
    }

    /// Returns a part on one line, without blanks.
    pub(super) fn compact(&self, node: TreeNodeId) -> &str {
        self.text.get(self.tree.node(node).bytes.clone()).unwrap_or_default()
    }

    /// Prints a part after the present text of its line. `path` leads to the part.
    ///
    /// Later lines begin where that line does.
    pub(super) fn part(&self, node: TreeNodeId, path: &[&str], line: &str, lines: &PrettyPrinter) -> String {
        lines.print_part(self.compact(node), path, line)
    }

    /// Returns `true` if a part would take several lines after the present text of its line.
    pub(super) fn is_broken(
        &self,
        node: TreeNodeId,
        path: &[&str],
        line: &str,
        lines: &PrettyPrinter,
    ) -> bool {
        self.part(node, path, line, lines).contains('\n')
    }
}

/// Prints a value on one line, without blanks.
pub fn compact(value: &impl Serialize, numbers: Option<NumberNotation>) -> String {
    let extensions = Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES;
    let options = ::ron::Options::default().with_default_extension(extensions);
    let text = options.to_string(value).expect("what an author wrote can be written");
    match numbers {
        Some(notation) => with_few_escapes(&with_notation(&text, notation)),
        None => with_few_escapes(&text),
    }
}

/// Rewrites the numbers of a RON text that have another notation.
fn with_notation(text: &str, notation: NumberNotation) -> String {
    let mut rewritten = String::with_capacity(text.len());
    let (mut quote, mut is_in_word, mut rest) = (None, false, text);
    while let Some(character) = rest.chars().next() {
        let digits = rest.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(rest.len());
        let (number, after) = rest.split_at(digits);
        if quote.is_none() && !is_in_word && digits > 0 {
            let written = number.parse().ok().and_then(notation.write);
            rewritten.push_str(written.as_deref().unwrap_or(number));
            (is_in_word, rest) = (true, after);
            continue;
        }
        // An escaped quote does not close a text.
        let is_escape = quote.is_some() && character == '\\';
        let taken = rest.chars().take(if is_escape { 2 } else { 1 }).map(char::len_utf8).sum();
        let (part, after) = rest.split_at(taken);
        quote = match quote {
            Some(open) if character == open => None,
            None if matches!(character, '"' | '\'') => Some(character),
            quote => quote,
        };
        is_in_word = character.is_alphanumeric() || matches!(character, '_' | '-' | '.');
        rewritten.push_str(part);
        rest = after;
    }
    rewritten
}

/// Rewrites a RON text with as few escapes as an author would use.
///
/// Only control characters, and those that would end the text, stay escaped.
fn with_few_escapes(text: &str) -> String {
    let mut few = String::with_capacity(text.len());
    let mut quote = None;
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        match quote {
            Some(open) if character != open => {
                let is_escape = character == '\\';
                push_quoted(&mut few, if is_escape { escaped(&mut rest) } else { character }, open);
            }
            _ => {
                let opens = quote.is_none() && matches!(character, '"' | '\'');
                quote = opens.then_some(character);
                few.push(character);
            }
        }
    }
    few
}

/// Returns the character of an escape, and consumes everything after its backslash.
fn escaped(rest: &mut Chars<'_>) -> char {
    match rest.next() {
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some('0') => '\0',
        Some('u') => {
            let digits: String = rest.skip(1).take_while(|&digit| digit != '}').collect();
            let code = u32::from_str_radix(&digits, 16).ok();
            code.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        character => character.unwrap_or('\\'),
    }
}

fn push_quoted(text: &mut String, character: char, quote: char) {
    match character {
        '\n' => text.push_str("\\n"),
        '\r' => text.push_str("\\r"),
        '\t' => text.push_str("\\t"),
        '\\' => text.push_str("\\\\"),
        _ if character == quote => text.extend(['\\', quote]),
        _ if character.is_control() => {
            write!(text, "\\u{{{:x}}}", u32::from(character)).expect("a string takes all that is written");
        }
        _ => text.push(character),
    }
}
