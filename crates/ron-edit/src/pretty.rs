//! Line breaks for RON: breaks a text that serde wrote on one line into lines that people can read and
//! compare.
//!
//! Input: a value without any blanks outside of its quotes.
//! Output: the same value; only blanks, line ends and final commas are added.
//! A table of paths decides which values are broken, or the length of the line does.
//! A tuple without a name stays on its line.

use std::iter::repeat_n;

use super::tree::{Tree, TreeNodeId};

/// The line breaks of a notation.
#[derive(Clone, Copy, Debug)]
pub struct PrettyPrinter {
    /// The indentation of an item relative to its list, map or record.
    pub indent: &'static str,
    /// The text after a comma or a colon within a line.
    pub space: &'static str,
    /// The paths of values that are always broken unless they are empty.
    ///
    /// Field names and map keys are steps, items are `*`, and `*` matches any step.
    pub broken: &'static [&'static [&'static str]],
    /// Maximum column; longer values are broken too. `None` breaks only the values in the table.
    pub line_chars: Option<usize>,
    /// `true` if a comma also follows the last of several lines.
    pub has_final_comma: bool,
    /// Another notation for some whole numbers.
    pub numbers: Option<NumberNotation>,
}

/// A notation for numbers that are not written as digits.
#[derive(Clone, Copy, Debug)]
pub struct NumberNotation {
    /// Returns the number that a value is read as; `None` for values that are not in the notation.
    pub read: fn(&Tree, TreeNodeId) -> Option<i128>,
    /// Returns the RON text of a number; `None` for numbers that are written as digits.
    pub write: fn(i128) -> Option<String>,
}

impl PrettyPrinter {
    /// Returns `true` if the path contains the items of a file, which keep their text even on one line.
    pub(super) fn is_item_list(&self, path: &[&str]) -> bool {
        !path.contains(&"*") && self.broken.contains(&path)
    }

    /// Prints a whole value, without a line end after it.
    pub fn print(&self, compact: &str) -> String {
        self.print_part(compact, &[], "")
    }

    /// Prints a part of a value after the present text of its line. `path` leads to the part.
    ///
    /// Later lines begin where that line does.
    pub fn print_part<'t>(&self, compact: &'t str, path: &[&'t str], line: &str) -> String {
        let (margin, depth) = (blank_before(line), path.len());
        // Levels are large: the printed text is a little longer than its source.
        let mut text = String::with_capacity(line.len() + compact.len() + compact.len() / 16);
        text.push_str(line);
        let mut writer = PrettyWriter { printer: self, margin, depth, text };
        writer.value(compact, &mut path.to_vec());
        if line.is_empty() { writer.text } else { writer.text.split_off(line.len()) }
    }

    /// Prints a value on one line.
    pub fn flat(&self, compact: &str) -> String {
        let mut text = String::with_capacity(compact.len() + compact.len() / 8);
        self.push_flat(compact, &mut text);
        text
    }

    fn push_flat(&self, compact: &str, text: &mut String) {
        let mut from = 0;
        if !self.space.is_empty() {
            for (at, _) in signs(compact).filter(|(_, sign)| matches!(sign, b',' | b':')) {
                text.push_str(&compact[from..=at]);
                text.push_str(self.space);
                from = at + 1;
            }
        }
        text.push_str(&compact[from..]);
    }

    /// Returns `true` if a value has fewer than `chars` characters on one line. Reads no further than
    /// necessary.
    fn is_flat_shorter(&self, compact: &str, chars: usize) -> bool {
        let mut used = compact.chars().take(chars).count();
        if used < chars {
            let spaces = signs(compact).filter(|(_, sign)| matches!(sign, b',' | b':')).count();
            used += spaces * self.space.chars().count();
        }
        used < chars
    }

    fn is_in_table(&self, path: &[&str]) -> bool {
        let fits = |(pattern, step): (&&str, &&str)| *pattern == "*" || pattern == step;
        self.broken.iter().any(|pattern| pattern.len() == path.len() && pattern.iter().zip(path).all(fits))
    }
}

/// Returns the blanks at the beginning of a line.
pub fn blank_before(line: &str) -> &str {
    let rest = line.trim_start_matches([' ', '\t']);
    line.get(..line.len() - rest.len()).unwrap_or_default()
}

struct PrettyWriter<'p> {
    printer: &'p PrettyPrinter,
    /// The beginning of every line after the first.
    margin: &'p str,
    /// The number of steps to the printed part.
    depth: usize,
    text: String,
}

impl PrettyWriter<'_> {
    /// Writes the value at the beginning of a text and returns what follows it.
    fn value<'t>(&mut self, text: &'t str, path: &mut Vec<&'t str>) -> &'t str {
        let Some(open) = opening(text) else {
            let (value, rest) = text.split_at(end_of_value(text));
            self.text.push_str(value);
            return rest;
        };
        // Its length does not matter, so each level of a large text is read once.
        if self.printer.is_in_table(path) && can_be_broken(text, open) {
            return self.group(text, open, path);
        }
        let (value, rest) = text.split_at(end_of_value(text));
        if !self.fits(value) && can_be_broken(text, open) {
            self.group(text, open, path);
        } else {
            self.printer.push_flat(value, &mut self.text);
        }
        rest
    }

    /// Returns `true` if the line has room for the value, and for the comma after it.
    fn fits(&self, value: &str) -> bool {
        self.printer.line_chars.is_none_or(|line_chars| {
            let used = self.text.chars().rev().take_while(|&character| character != '\n').count();
            used < line_chars && self.printer.is_flat_shorter(value, line_chars - used)
        })
    }

    /// Writes a value whose items are on lines of their own, and returns what follows it.
    fn group<'t>(&mut self, text: &'t str, open: &'t str, path: &mut Vec<&'t str>) -> &'t str {
        self.text.push_str(open);
        let mut rest = &text[open.len()..];
        loop {
            let key = key_of_item(rest, open);
            path.push(key.map_or("*", |key| key.trim_matches('"')));
            self.new_line(path.len());
            if let Some(key) = key {
                self.printer.push_flat(key, &mut self.text);
                self.text.push_str(": ");
                rest = &rest[key.len() + 1..];
            }
            rest = self.value(rest, path);
            path.pop();
            let next = rest.strip_prefix(',');
            if self.printer.has_final_comma || next.is_some() {
                self.text.push(',');
            }
            match next {
                Some(next) => rest = next,
                None => break,
            }
        }
        self.new_line(path.len());
        let (close, rest) = rest.split_at(rest.len().min(1));
        self.text.push_str(close);
        rest
    }

    fn new_line(&mut self, depth: usize) {
        self.text.push('\n');
        self.text.push_str(self.margin);
        self.text.extend(repeat_n(self.printer.indent, depth - self.depth));
    }
}

/// Returns the opening bracket of the value at the beginning of a text, with its name: `[`, `{`, `Elastic(`.
fn opening(text: &str) -> Option<&str> {
    let (at, sign) = signs(text).next()?;
    matches!(sign, b'(' | b'[' | b'{').then(|| &text[..=at])
}

/// Returns the length of the value at the beginning of a text, in bytes.
///
/// It ends before a comma, a colon or a closing bracket.
fn end_of_value(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, sign) in signs(text) {
        match sign {
            b'(' | b'[' | b'{' => depth += 1,
            _ if depth == 0 => return at,
            b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns the field name or map key with which an item begins. Items of lists have none.
fn key_of_item<'t>(item: &'t str, open: &str) -> Option<&'t str> {
    let end = match open.as_bytes().last() {
        Some(b'{') => end_of_value(item),
        Some(b'(') => signs(item).next()?.0,
        _ => return None,
    };
    item[end..].starts_with(':').then(|| &item[..end])
}

/// Returns `true` if the value at the beginning of a text has items that may be on lines of their own.
fn can_be_broken(text: &str, open: &str) -> bool {
    let inside = &text[open.len()..];
    if inside.starts_with([')', ']', '}']) || inside.is_empty() {
        return false;
    }
    let is_tuple = open.ends_with('(') && key_of_item(inside, open).is_none();
    // The only value after a name can be on its own line: `Any([...])`.
    !is_tuple || (open.len() > 1 && inside[end_of_value(inside)..].starts_with(')'))
}

/// Returns the brackets, commas and colons outside of quotes, each with its byte.
fn signs(compact: &str) -> impl Iterator<Item = (usize, u8)> {
    let mut quote = None;
    let mut is_escaped = false;
    compact.bytes().enumerate().filter(move |&(_, byte)| {
        match quote {
            Some(_) if is_escaped => is_escaped = false,
            Some(open) if byte == open => quote = None,
            Some(_) => is_escaped = byte == b'\\',
            None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
            None => return matches!(byte, b'(' | b'[' | b'{' | b')' | b']' | b'}' | b',' | b':'),
        }
        false
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTER: PrettyPrinter = PrettyPrinter {
        indent: "  ",
        space: " ",
        broken: &[&[], &["maps", "*"]],
        line_chars: Some(20),
        has_final_comma: true,
        numbers: None,
    };

    #[test]
    fn lines_are_broken_by_path_and_by_length() {
        let compact =
            r#"(name:"a, (b)",sign:'"',maps:{1:[],2:[3]},rule:Any(["a","b"]),at:(1000000,2000000))"#;
        let expected = r#"(
  name: "a, (b)",
  sign: '"',
  maps: {
    1: [],
    2: [
      3,
    ],
  },
  rule: Any(
    [
      "a",
      "b",
    ],
  ),
  at: (1000000, 2000000),
)"#;
        let printer = PrettyPrinter { line_chars: Some(14), ..PRINTER };
        assert_eq!(printer.print(compact), expected);
    }

    #[test]
    fn final_commas_can_be_left_out() {
        let printer = PrettyPrinter { space: "", line_chars: None, has_final_comma: false, ..PRINTER };
        let compact = r#"{"maps":{"a\"":{"x":[1,2],"y":{}}}}"#;
        let expected = "{\n  \"maps\": {\"a\\\"\":{\"x\":[1,2],\"y\":{}}}\n}";
        assert_eq!(printer.print(compact), expected);
    }

    #[test]
    fn parts_go_on_where_their_line_stands() {
        let part = PRINTER.print_part("[100000,200000,300000]", &["maps"], "    maps: ");
        assert_eq!(part, "[\n      100000,\n      200000,\n      300000,\n    ]");
        assert_eq!(PRINTER.print_part("[1,2]", &["maps"], "    maps: "), "[1, 2]");
    }

    #[test]
    fn escapes_end_no_quotes() {
        assert_eq!(PRINTER.flat(r#"{'\'':"\\",'"':"\",","c":1}"#), r#"{'\'': "\\", '"': "\",", "c": 1}"#);
    }
}
