//! Prints XML element by element: indented, in UTF-8, with attributes in the given order.
//!
//! XML 1.0 cannot hold most control characters; they become codes (`\u{1b}`).

use std::fmt::Write as _;

use crate::base::coded;

/// A document that is being written.
pub(super) struct Xml {
    text: String,
    /// Names of the elements that are open.
    open: Vec<&'static str>,
}

impl Xml {
    pub fn new() -> Self {
        Self { text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned(), open: Vec::new() }
    }

    /// Adds an element without content.
    pub fn empty(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        self.begin(name, attributes);
        self.text.push_str("/>\n");
    }

    /// Adds an element with text in it.
    pub fn text(&mut self, name: &'static str, attributes: &[(&str, &str)], text: &str) {
        self.begin(name, attributes);
        self.text.push('>');
        escape(text, &mut self.text);
        self.end(name);
    }

    /// Adds an element with text that needs no escaping.
    pub fn raw(&mut self, name: &'static str, attributes: &[(&str, &str)], text: &str) {
        self.begin(name, attributes);
        self.text.push('>');
        self.text.push_str(text);
        self.end(name);
    }

    /// Adds an element; `write` adds its content.
    pub fn element(
        &mut self,
        name: &'static str,
        attributes: &[(&str, &str)],
        write: impl FnOnce(&mut Self),
    ) {
        self.begin(name, attributes);
        self.text.push_str(">\n");
        self.open.push(name);
        write(self);
        self.open.pop();
        self.indent();
        self.end(name);
    }

    /// Returns the whole text.
    pub fn finish(self) -> String {
        self.text
    }

    fn begin(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.indent();
        self.text.push('<');
        self.text.push_str(name);
        for (name, value) in attributes {
            write!(self.text, " {name}=\"").expect("a text can be written to without end");
            escape(value, &mut self.text);
            self.text.push('"');
        }
    }

    fn indent(&mut self) {
        self.text.extend(std::iter::repeat_n(' ', self.open.len()));
    }

    fn end(&mut self, name: &str) {
        writeln!(self.text, "</{name}>").expect("a text can be written to without end");
    }
}

/// Escapes a text. Line ends and tabs are written as numbers, otherwise readers turn them into blanks.
fn escape(text: &str, into: &mut String) {
    for character in coded(text, can_hold).chars() {
        match character {
            '&' => into.push_str("&amp;"),
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            '"' => into.push_str("&quot;"),
            '\n' => into.push_str("&#10;"),
            '\r' => into.push_str("&#13;"),
            '\t' => into.push_str("&#9;"),
            other => into.push(other),
        }
    }
}

/// Returns `true` for characters that XML 1.0 allows.
fn can_hold(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_lie_in_each_other() {
        let mut xml = Xml::new();
        xml.element("a", &[("b", "1 < 2 & \"3\"\n")], |xml| {
            xml.empty("c", &[]);
            xml.text("d", &[], "\u{1}>");
        });
        assert_eq!(
            xml.finish(),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <a b=\"1 &lt; 2 &amp; &quot;3&quot;&#10;\">\n <c/>\n <d>\\u{1}&gt;</d>\n</a>\n"
        );
    }
}
