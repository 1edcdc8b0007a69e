//! Graphs in DOT, the notation of Graphviz.
//!
//! Graphviz keeps backslashes in quoted texts, and interprets them only where it draws text.
//! There `\\` is a backslash and `\n` a line end. All texts here are written that way.

use std::fmt::{Display, Write};

use super::{coded, printable_text};

/// A directed graph while it is written. Parallel edges stay separate.
#[derive(Debug)]
pub struct DotGraph {
    text: String,
}

impl DotGraph {
    /// Begins a graph with a name, which is one word, and the default attributes of its nodes.
    pub fn new(name: &str, node_default: &str) -> Self {
        Self { text: format!("digraph {name} {{\n  node [{node_default}];\n") }
    }

    /// Writes attributes of the graph itself.
    pub fn graph(&mut self, attributes: &[(String, String)]) {
        self.statement("graph", attributes);
    }

    /// Writes a node. Values are words, or texts written by [`dot_text`] or [`dot_label`].
    pub fn node(&mut self, id: u32, attributes: &[(String, String)]) {
        self.statement(id, attributes);
    }

    /// Writes an edge.
    pub fn edge(&mut self, from: u32, to: u32, attributes: &[(String, String)]) {
        self.statement(format_args!("{from} -> {to}"), attributes);
    }

    /// Returns the whole text.
    pub fn finish(self) -> String {
        self.text + "}\n"
    }

    fn statement(&mut self, subject: impl Display, attributes: &[(String, String)]) {
        let attributes: Vec<String> =
            attributes.iter().map(|(name, value)| format!("{name}={value}")).collect();
        writeln!(self.text, "  {subject} [{}];", attributes.join(", ")).expect("a string takes all text");
    }
}

/// Quotes a text that programs read back. Control characters become codes, `\u{1b}`.
pub fn dot_text(text: &str) -> String {
    quoted(&coded(text, |character| !character.is_control() || character == '\n'))
}

/// Quotes a text that Graphviz draws. Invisible characters become visible escapes.
pub fn dot_label(text: &str) -> String {
    // Graphviz reads `&lt;` as the character that it names.
    quoted(&printable_text(&text.replace('\r', "")).replace('&', "&amp;"))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted_for_programs_and_for_people() {
        let text = "a \"b\" \\ \n\u{7}&lt;";
        assert_eq!(dot_text(text), r#""a \"b\" \\ \n\\u{7}&lt;""#);
        assert_eq!(dot_label(text), r#""a \"b\" \\ \n\\u{7}&amp;lt;""#);
    }
}
