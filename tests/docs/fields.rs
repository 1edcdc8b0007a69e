//! The fields of a grammar or room set, as text: replaces some and keeps all others as they are written.

/// Returns the fields of `Name(field: …, field: …)` or of a list of fields, with the text of each from its
/// name to its value.
fn fields(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut scanner = Scanner { text, at: 0 };
    let is_whole = text.starts_with("Grammar(") || text.starts_with("RoomSet(");
    if is_whole {
        scanner.at = text.find('(').map_or(0, |at| at + 1);
    }
    loop {
        scanner.skip_blank();
        let begin = scanner.at;
        let Some(colon) = text.get(begin..).and_then(|rest| rest.find(':')) else { break };
        let name = &text[begin..begin + colon];
        if name.is_empty() || name.contains(|one: char| !(one.is_ascii_lowercase() || one == '_')) {
            break;
        }
        scanner.skip_value();
        found.push((name, text[begin..scanner.at].trim_end()));
        if scanner.peek() != Some(b',') {
            break;
        }
        scanner.at += 1;
    }
    found
}

/// Replaces fields of a whole file by those of `changes`, and adds those that it lacks.
pub fn replace(file: &str, changes: &str) -> Option<String> {
    let own = fields(file);
    let (_, last) = own.last()?;
    let mut replaced = file.to_owned();
    for (name, text) in fields(changes) {
        let before = own.iter().find(|(known, _)| *known == name);
        let (old, new) = match before {
            Some((_, old)) => (*old, text.to_owned()),
            None => (*last, format!("{last},\n    {text}")),
        };
        replaced = replaced.replacen(old, &new, 1);
    }
    Some(replaced)
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips white space and comments up to the end of the line.
    fn skip_blank(&mut self) {
        while let Some(byte) = self.peek() {
            if self.text[self.at..].starts_with("//") {
                self.at += self.text[self.at..].find('\n').unwrap_or(self.text.len() - self.at);
            } else if byte.is_ascii_whitespace() {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    /// Skips up to the comma or bracket that ends a value.
    fn skip_value(&mut self) {
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => self.skip_quoted(b'"'),
                b'\'' => self.skip_quoted(b'\''),
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' if depth == 0 => return,
                b')' | b']' | b'}' => depth -= 1,
                b',' if depth == 0 => return,
                b'/' if self.text[self.at..].starts_with("//") => {
                    self.skip_blank();
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Skips to the closing quote.
    fn skip_quoted(&mut self, quote: u8) {
        self.at += 1;
        while let Some(byte) = self.peek().filter(|byte| *byte != quote) {
            self.at += if byte == b'\\' { 2 } else { 1 };
        }
    }
}

#[test]
fn fields_are_replaced_and_added() {
    let file = "Grammar(\n    format: 1,\n    name: \"a, (b\", // A comment, too.\n    rules: [(x: 1), (y: 2)],\n)\n";
    let changes = "// New rules.\nrules: [],\nlayout: (gap: 1),\n";
    let expected = "Grammar(\n    format: 1,\n    name: \"a, (b\", // A comment, too.\n    rules: [],\n    layout: (gap: 1),\n)\n";
    // The field is added after the last one, which is replaced itself.
    assert_eq!(
        replace(file, "layout: (gap: 1)").map(|text| text.contains("(y: 2)],\n    layout")),
        Some(true)
    );
    assert_eq!(replace(&replace(file, "rules: []").expect("a file"), changes), Some(expected.to_owned()));
}
