//! Line breaks for RON: a text that serde wrote on one line is broken into the lines that people read and compare.
//!
//! In: a value without any blanks outside of its quotes. Out: the same value; its signs stay as they are, only blanks, line ends and final commas are added.
//! Which values are broken is a table of paths, or decided by the length of the line. A tuple without a name stays on its line.

use std::iter::repeat_n;

/// How a notation is broken into lines.
#[derive(Clone, Copy, Debug)]
pub struct PrettyPrinter {
    /// By how much an item stands further in than what it lies in.
    pub indent: &'static str,
    /// What follows a comma or a colon within a line.
    pub space: &'static str,
    /// The paths of what always stands on several lines as far as it is not empty; `*` is any step. Names of fields and keys of maps are steps, items are `*`.
    pub broken: &'static [&'static [&'static str]],
    /// What would end behind this column is broken too; none: only what stands in the table.
    pub line_chars: Option<usize>,
    /// Does a comma follow the last of several lines as well?
    pub has_final_comma: bool,
}

impl PrettyPrinter {
    /// Do the items of a file lie there? They keep their text even if all of them stand on one line.
    pub(super) fn is_item_list(&self, path: &[&str]) -> bool {
        !path.contains(&"*") && self.broken.contains(&path)
    }

    /// A whole value, without a line end behind it.
    pub fn print(&self, compact: &str) -> String {
        self.print_part(compact, &[], "")
    }

    /// A part of a value behind what stands on its line already; lines after the first begin where that one does. `path` leads to the part.
    pub fn print_part<'t>(&self, compact: &'t str, path: &[&'t str], line: &str) -> String {
        let (margin, depth) = (blank_before(line), path.len());
        // Levels are large: what is printed is a little longer than what it is made of.
        let mut text = String::with_capacity(line.len() + compact.len() + compact.len() / 16);
        text.push_str(line);
        let mut writer = Writer { printer: self, margin, depth, text };
        writer.value(compact, &mut path.to_vec());
        if line.is_empty() { writer.text } else { writer.text.split_off(line.len()) }
    }

    /// A value on one line.
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

    /// Returns `true` if a value has fewer than so many characters on one line. Reads no further than it must.
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

/// The blanks that a line begins with.
pub fn blank_before(line: &str) -> &str {
    let rest = line.trim_start_matches([' ', '\t']);
    line.get(..line.len() - rest.len()).unwrap_or_default()
}

struct Writer<'p> {
    printer: &'p PrettyPrinter,
    /// What every line after the first begins with.
    margin: &'p str,
    /// How many steps lead to what is printed.
    depth: usize,
    text: String,
}

impl Writer<'_> {
    /// Writes the value at the beginning of a text and returns what follows it.
    fn value<'t>(&mut self, text: &'t str, path: &mut Vec<&'t str>) -> &'t str {
        let Some(open) = opening(text) else {
            let (value, rest) = text.split_at(end_of_value(text));
            self.text.push_str(value);
            return rest;
        };
        // Its length is of no interest. So each level of a large text is read once.
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

    /// Is there room for it, and for the comma behind it, on the line?
    fn fits(&self, value: &str) -> bool {
        self.printer.line_chars.is_none_or(|line_chars| {
            let used = self.text.chars().rev().take_while(|&character| character != '\n').count();
            used < line_chars && self.printer.is_flat_shorter(value, line_chars - used)
        })
    }

    /// Writes a value whose items stand on lines of their own, and returns what follows it.
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

/// The bracket that opens the value at the beginning of a text, with the name before it: `[`, `{`, `Elastic(`.
fn opening(text: &str) -> Option<&str> {
    let (at, sign) = signs(text).next()?;
    matches!(sign, b'(' | b'[' | b'{').then(|| &text[..=at])
}

/// The number of bytes of the value at the beginning of a text. It ends before a comma, a colon or a closing bracket.
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

/// The name of a field or the key of a map's entry with which an item begins. Items of lists have none.
fn key_of_item<'t>(item: &'t str, open: &str) -> Option<&'t str> {
    let end = match open.as_bytes().last() {
        Some(b'{') => end_of_value(item),
        Some(b'(') => signs(item).next()?.0,
        _ => return None,
    };
    item[end..].starts_with(':').then(|| &item[..end])
}

/// Returns `true` if the value at the beginning of a text has items that may stand on lines of their own.
fn can_be_broken(text: &str, open: &str) -> bool {
    let inside = &text[open.len()..];
    if inside.starts_with([')', ']', '}']) || inside.is_empty() {
        return false;
    }
    let is_tuple = open.ends_with('(') && key_of_item(inside, open).is_none();
    // A name before its only value can stand on a line of its own: `Any([...])`.
    !is_tuple || (open.len() > 1 && inside[end_of_value(inside)..].starts_with(')'))
}

/// The brackets, commas and colons outside of quotes, each with its byte.
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
