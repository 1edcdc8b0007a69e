//! Graphs in DOT, the notation of Graphviz.
//!
//! Graphviz keeps backslashes in quoted texts, and reads them only where it draws text: `\\` is a backslash there, `\n` a line end. Texts here are written so throughout.

use std::fmt::{Display, Write};

use super::{coded, printable_text};

/// A directed graph that is being written; parallel edges are several.
#[derive(Debug)]
pub struct DotGraph {
    text: String,
}

impl DotGraph {
    /// A graph with that name, which is a word, and that default of its nodes.
    pub fn new(name: &str, node_default: &str) -> Self {
        Self { text: format!("digraph {name} {{\n  node [{node_default}];\n") }
    }

    /// Values of the graph itself.
    pub fn graph(&mut self, attributes: &[(String, String)]) {
        self.statement("graph", attributes);
    }

    /// A node. Values are words, or texts as [`dot_text`] and [`dot_label`] write them.
    pub fn node(&mut self, id: u32, attributes: &[(String, String)]) {
        self.statement(id, attributes);
    }

    /// An edge.
    pub fn edge(&mut self, from: u32, to: u32, attributes: &[(String, String)]) {
        self.statement(format_args!("{from} -> {to}"), attributes);
    }

    /// The whole text.
    pub fn finish(self) -> String {
        self.text + "}\n"
    }

    fn statement(&mut self, subject: impl Display, attributes: &[(String, String)]) {
        let attributes: Vec<String> =
            attributes.iter().map(|(name, value)| format!("{name}={value}")).collect();
        writeln!(self.text, "  {subject} [{}];", attributes.join(", ")).expect("a string takes all text");
    }
}

/// A text that programs read back; control characters become codes, `\u{1b}`.
pub fn dot_text(text: &str) -> String {
    quoted(&coded(text, |character| !character.is_control() || character == '\n'))
}

/// A text that Graphviz draws: what cannot be seen is written so that it can.
pub fn dot_label(text: &str) -> String {
    // Graphviz takes `&lt;` for the character that it names.
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
