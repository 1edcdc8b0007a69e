//! GraphML, for yEd, Gephi and networkx: one key for each name and type of values.

use std::collections::BTreeMap;

use super::{Graph, NamedValues};
use crate::export::xml::Xml;
use crate::level::Level;
use crate::mission::Value;

/// Element that a key belongs to, name of its values, and their type.
type GraphmlKey = (&'static str, String, &'static str);

pub(in crate::export) fn write(level: &Level) -> String {
    let graph = Graph::new(level);
    let keys = KeyNumbers::new(&graph);
    let mut xml = Xml::new();
    xml.element("graphml", &[("xmlns", "http://graphml.graphdrawing.org/xmlns")], |xml| {
        keys.declare(xml);
        xml.element("graph", &[("id", "mission"), ("edgedefault", "directed")], |xml| {
            keys.data("graph", &graph.fields, xml);
            for node in &graph.nodes {
                let id = node.record.id.0.to_string();
                xml.element("node", &[("id", &id)], |xml| keys.data("node", &node.fields, xml));
            }
            for edge in &graph.edges {
                let [id, from, to] =
                    [edge.record.id.0, edge.record.from.0, edge.record.to.0].map(|id| id.to_string());
                let ends = [("id", id.as_str()), ("source", &from), ("target", &to)];
                xml.element("edge", &ends, |xml| keys.data("edge", &edge.fields, xml));
            }
        });
    });
    xml.finish()
}

/// Number of each key, in the order of first use.
struct KeyNumbers {
    numbers: BTreeMap<GraphmlKey, usize>,
}

impl KeyNumbers {
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

    fn declare(&self, xml: &mut Xml) {
        let mut keys: Vec<(&GraphmlKey, &usize)> = self.numbers.iter().collect();
        keys.sort_by_key(|(_, number)| **number);
        for ((subject, name, type_name), number) in keys {
            let id = format!("d{number}");
            xml.empty("key", &[("id", &id), ("for", subject), ("attr.name", name), ("attr.type", type_name)]);
        }
    }

    fn data(&self, subject: &'static str, fields: &NamedValues, xml: &mut Xml) {
        for (name, value) in fields {
            let key = (subject, name.clone(), type_name(value));
            let number = self.numbers.get(&key).expect("every value has a key");
            let value = match value {
                Value::Int(number) => number.to_string(),
                Value::Bool(is_so) => is_so.to_string(),
                Value::Text(text) => text.clone(),
            };
            xml.text("data", &[("key", &format!("d{number}"))], &value);
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
