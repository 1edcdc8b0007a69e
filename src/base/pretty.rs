//! Line breaks for RON and JSON: a text that serde wrote on one line is broken into the lines that people read and compare.
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
        let mut from = 0;
        for (at, _) in signs(compact).filter(|(_, sign)| matches!(sign, b',' | b':')) {
            text.push_str(&compact[from..=at]);
            text.push_str(self.space);
            from = at + 1;
        }
        text + &compact[from..]
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
    fn value<'t>(&mut self, compact: &'t str, path: &mut Vec<&'t str>) {
        let is_broken = self.printer.is_in_table(path) || !self.fits(compact);
        let group = if is_broken { Group::of(compact) } else { None };
        match group.filter(Group::can_be_broken) {
            Some(group) => self.group(&group, path),
            None if self.printer.space.is_empty() => self.text.push_str(compact),
            None => self.text.push_str(&self.printer.flat(compact)),
        }
    }

    /// Is there room for it, and for the comma behind it, on the line?
    fn fits(&self, compact: &str) -> bool {
        self.printer.line_chars.is_none_or(|line_chars| {
            let used = self.text.chars().rev().take_while(|&character| character != '\n').count();
            used + self.printer.flat(compact).chars().count() < line_chars
        })
    }

    fn group<'t>(&mut self, group: &Group<'t>, path: &mut Vec<&'t str>) {
        self.text.push_str(group.open);
        for (index, item) in group.items.iter().enumerate() {
            path.push(item.step());
            self.new_line(path.len());
            if let Some(key) = item.key {
                self.text.push_str(&self.printer.flat(key));
                self.text.push_str(": ");
            }
            self.value(item.value, path);
            path.pop();
            if self.printer.has_final_comma || index + 1 < group.items.len() {
                self.text.push(',');
            }
        }
        self.new_line(path.len());
        self.text.push_str(group.close);
    }

    fn new_line(&mut self, depth: usize) {
        self.text.push('\n');
        self.text.push_str(self.margin);
        self.text.extend(repeat_n(self.printer.indent, depth - self.depth));
    }
}

/// A value with brackets: `[1,2]`, `{"a":1}`, `Elastic(gap:3)`.
struct Group<'t> {
    /// The opening bracket with the name before it.
    open: &'t str,
    items: Vec<Item<'t>>,
    close: &'t str,
}

struct Item<'t> {
    /// The name of a field or the key of a map's entry.
    key: Option<&'t str>,
    value: &'t str,
}

impl<'t> Group<'t> {
    /// None if the value has no brackets.
    fn of(compact: &'t str) -> Option<Self> {
        let (first, _) = signs(compact).next()?;
        let (open, rest) = compact.split_at(first + 1);
        let (inside, close) = rest.split_at(rest.len().checked_sub(1)?);
        let mut items = Vec::new();
        let (mut depth, mut start, mut key) = (0_usize, 0, None);
        for (at, sign) in signs(inside) {
            match sign {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                b':' if depth == 0 => {
                    key = Some(&inside[start..at]);
                    start = at + 1;
                }
                b',' if depth == 0 => {
                    items.push(Item { key: key.take(), value: &inside[start..at] });
                    start = at + 1;
                }
                _ => {}
            }
        }
        if !inside.is_empty() {
            items.push(Item { key, value: &inside[start..] });
        }
        Some(Self { open, items, close })
    }

    fn can_be_broken(&self) -> bool {
        match self.items.as_slice() {
            [] => false,
            [Item { key: None, .. }] if self.open.ends_with('(') => self.open.len() > 1,
            [Item { key: None, .. }, ..] => !self.open.ends_with('('),
            _ => true,
        }
    }
}

impl<'t> Item<'t> {
    fn step(&self) -> &'t str {
        self.key.map_or("*", |key| key.trim_matches('"'))
    }
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
    fn json_has_no_final_commas() {
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
