//! GraphML, for yEd, Gephi and networkx: a key for each name and type of values.
//!
//! XML 1.0 cannot hold most control characters; they become codes (`\u{1b}`).

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Fields, Graph};
use crate::base::coded;
use crate::level::Level;
use crate::mission::Value;

/// What a key is for, what its values are called, and of which type they are.
type Key = (&'static str, String, &'static str);

pub(in crate::export) fn write(level: &Level) -> String {
    let graph = Graph::new(level);
    let keys = Keys::new(&graph);
    let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
        <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
        .to_owned();
    keys.declare(&mut xml);
    xml += "  <graph id=\"mission\" edgedefault=\"directed\">\n";
    keys.data("graph", &graph.fields, &mut xml);
    for node in &graph.nodes {
        line(&mut xml, format_args!("    <node id=\"{}\">", node.record.id.0));
        keys.data("node", &node.fields, &mut xml);
        xml += "    </node>\n";
    }
    for edge in &graph.edges {
        let (id, from, to) = (edge.record.id.0, edge.record.from.0, edge.record.to.0);
        line(&mut xml, format_args!("    <edge id=\"{id}\" source=\"{from}\" target=\"{to}\">"));
        keys.data("edge", &edge.fields, &mut xml);
        xml += "    </edge>\n";
    }
    xml + "  </graph>\n</graphml>\n"
}

/// The number of each key, in the order in which they are first used.
struct Keys {
    numbers: BTreeMap<Key, usize>,
}

impl Keys {
    fn new(graph: &Graph) -> Self {
        let nodes = graph.nodes.iter().map(|node| ("node", &node.fields));
        let edges = graph.edges.iter().map(|edge| ("edge", &edge.fields));
        let mut numbers = BTreeMap::new();
        for (subject, fields) in std::iter::once(("graph", &graph.fields)).chain(nodes).chain(edges) {
            for (name, value) in fields {
                let next = numbers.len();
                numbers.entry((subject, name.clone(), type_name(value))).or_insert(next);
            }
        }
        Self { numbers }
    }

    fn declare(&self, xml: &mut String) {
        let mut keys: Vec<(&Key, &usize)> = self.numbers.iter().collect();
        keys.sort_by_key(|(_, number)| **number);
        for ((subject, name, type_name), number) in keys {
            let name = escaped(name);
            line(
                xml,
                format_args!(
                    "  <key id=\"d{number}\" for=\"{subject}\" attr.name=\"{name}\" attr.type=\"{type_name}\"/>"
                ),
            );
        }
    }

    fn data(&self, subject: &'static str, fields: &Fields, xml: &mut String) {
        for (name, value) in fields {
            let key = (subject, name.clone(), type_name(value));
            let number = self.numbers.get(&key).expect("every value has a key");
            let value = match value {
                Value::Int(number) => number.to_string(),
                Value::Bool(is_so) => is_so.to_string(),
                Value::Text(text) => escaped(text),
            };
            line(xml, format_args!("      <data key=\"d{number}\">{value}</data>"));
        }
    }
}

fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Int(_) => "long",
        Value::Bool(_) => "boolean",
        Value::Text(_) => "string",
    }
}

fn line(xml: &mut String, content: std::fmt::Arguments<'_>) {
    writeln!(xml, "{content}").expect("a string takes all text");
}

/// A text for an attribute or between tags. Readers would change line ends and tabs that are not escaped.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in coded(text, can_hold).chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\t' => escaped += "&#9;",
            '\n' => escaped += "&#10;",
            '\r' => escaped += "&#13;",
            _ => escaped.push(character),
        }
    }
    escaped
}

/// The characters of XML 1.0.
fn can_hold(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}
