//! JSON as the program writes it.
//!
//! Items of the lists and objects that a table names get a line each. Everything else stays on one line.
//! The text is written in one pass, because levels of millions of cells take hundreds of megabytes.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use super::is_hidden;

/// One level of indentation.
const INDENT: &[u8] = b"  ";

/// Prints a value as JSON with a line end after it. Hidden characters are written as escapes.
///
/// `lines` are the paths of the lists and objects whose items get a line each.
/// The steps of a path are field names, or `*` for any field or list item.
/// A list or object gets lines only if everything around it does.
///
/// # Panics
/// Panics if a key of a map is neither a text nor a number, or if a number is not finite.
pub fn print_json(value: &(impl Serialize + ?Sized), lines: &[&[&str]]) -> String {
    let mut text = Vec::new();
    let broken = LineFormatter { lines, path: Vec::new(), open: Vec::new(), flat: 0, key: None };
    let printed = value.serialize(&mut Serializer::with_formatter(&mut text, broken));
    printed.expect("a value for JSON has plain keys and finite numbers");
    text.push(b'\n');
    String::from_utf8(text).expect("JSON is a text")
}

/// The formatter, with its position in the value.
struct LineFormatter<'l> {
    lines: &'l [&'l [&'l str]],
    /// The path of the next value, through lists and objects on several lines.
    path: Vec<String>,
    /// For each open list or object on several lines: `true` if it already has an item.
    open: Vec<bool>,
    /// The number of open lists and objects on one line.
    flat: usize,
    /// The key that is being written.
    key: Option<String>,
}

impl LineFormatter<'_> {
    fn begin<W: Write + ?Sized>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        let is_here = |path: &&[&str]| {
            let fits = |(step, own): (&&str, &String)| *step == "*" || step == own;
            path.len() == self.path.len() && path.iter().zip(&self.path).all(fits)
        };
        if self.flat == 0 && self.lines.iter().any(is_here) {
            self.open.push(false);
        } else {
            self.flat += 1;
        }
        writer.write_all(bracket)
    }

    fn end<W: Write + ?Sized>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        if self.flat > 0 {
            self.flat -= 1;
        } else if self.open.pop() == Some(true) {
            self.new_line(writer)?;
        }
        writer.write_all(bracket)
    }

    fn item<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        match self.open.last_mut() {
            Some(has_items) if self.flat == 0 => {
                *has_items = true;
                self.new_line(writer)
            }
            _ => Ok(()),
        }
    }

    fn new_line<W: Write + ?Sized>(&self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\n")?;
        self.open.iter().try_for_each(|_| writer.write_all(INDENT))
    }

    fn step(&mut self, step: impl FnOnce() -> String) {
        if self.flat == 0 {
            self.path.push(step());
        }
    }

    fn step_back(&mut self) {
        if self.flat == 0 {
            self.path.pop();
        }
    }
}

impl Formatter for LineFormatter<'_> {
    fn begin_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin(writer, b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"]")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.item(writer, first)?;
        self.step(|| "*".to_owned());
        Ok(())
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.step_back();
        Ok(())
    }

    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin(writer, b"{")
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"}")
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.item(writer, first)?;
        self.key = (self.flat == 0).then(String::new);
        Ok(())
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        let is_flat = self.flat > 0;
        let key = self.key.take().unwrap_or_default();
        self.step(|| key);
        writer.write_all(if is_flat { b":" } else { b": " })
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.step_back();
        Ok(())
    }

    fn write_string_fragment<W: Write + ?Sized>(&mut self, writer: &mut W, text: &str) -> io::Result<()> {
        if let Some(key) = &mut self.key {
            key.push_str(text);
        }
        let mut rest = text;
        while let Some((at, hidden)) = rest.char_indices().find(|(_, character)| is_hidden(*character)) {
            let (shown, behind) = rest.split_at(at);
            writer.write_all(shown.as_bytes())?;
            let mut units = [0; 2];
            for unit in hidden.encode_utf16(&mut units) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = behind.strip_prefix(hidden).unwrap_or_default();
        }
        writer.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn parts_in_the_table_have_lines_of_their_own() {
        let value = json!({"list": [{"x": [1, 2], "y": {}}, {}], "none": [], "one": {"a": {"b": [1]}}});
        let expected = r#"{
  "list": [
    {
      "x": [1,2],
      "y": {}
    },
    {}
  ],
  "none": [],
  "one": {"a":{"b":[1]}}
}
"#;
        let lines: &[&[&str]] = &[&[], &["list"], &["list", "*"], &["none"]];
        assert_eq!(print_json(&value, lines), expected);
        assert_eq!(print_json(&value, &[]), value.to_string() + "\n");
    }

    #[test]
    fn what_cannot_be_seen_is_escaped_and_reads_the_same() {
        let value = json!({"a\u{202e}\"b": "\u{7f}\n\\\u{e0001}é", "\u{feff}": {"*": []}});
        let lines: &[&[&str]] = &[&[], &["\u{feff}"], &["\u{feff}", "*"]];
        let text = print_json(&value, lines);
        assert!(text.contains("\"a\\u202e\\\"b\": \"\\u007f\\n\\\\\\udb40\\udc01é\""), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }
}
