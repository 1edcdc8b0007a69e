//! DOT, for Graphviz: all values as attributes, plus the attributes that Graphviz draws.
//!
//! These are labels, colours by role, and the positions of places, which are boxes (`neato -n`).

use super::{Graph, GraphEdge, GraphNode, NamedValues};
use crate::base::{DotGraph, dot_label, dot_text};
use crate::level::Level;
use crate::mission::{NodeRole, Value, edge_style};

/// Width of a cell in the drawing, in points.
const POINTS_PER_CELL: i64 = 12;

pub(in crate::export) fn write(level: &Level) -> String {
    let graph = Graph::new(level);
    let mut dot = DotGraph::new("mission", "style=filled");
    dot.graph(&attributes(Vec::new(), &graph.fields));
    for node in &graph.nodes {
        dot.node(node.record.id.0, &attributes(node_look(node), &node.fields));
    }
    for edge in &graph.edges {
        let record = edge.record;
        dot.edge(record.from.0, record.to.0, &attributes(edge_look(edge), &edge.fields));
    }
    dot.finish()
}

fn node_look(GraphNode { record, at, .. }: &GraphNode) -> Vec<(&'static str, String)> {
    let color = match record.role {
        Some(NodeRole::Start) => "#9fd68f",
        Some(NodeRole::Goal) => "#f0d060",
        Some(NodeRole::Key) => "#f5e3a0",
        Some(NodeRole::Lock) => "#e89a80",
        None => "#d8dade",
    };
    let shape = if record.is_place { "box" } else { "ellipse" };
    let mut look = vec![
        ("label", dot_label(&format!("{} {}", record.id.0, record.symbol))),
        ("shape", shape.to_owned()),
        ("fillcolor", format!("\"{color}\"")),
    ];
    if let Some(at) = at {
        // In DOT, y grows upwards.
        let (x, y) = (i64::from(at.x) * POINTS_PER_CELL, i64::from(at.y) * -POINTS_PER_CELL);
        look.push(("pos", format!("\"{x},{y}!\"")));
    }
    look
}

fn edge_look(GraphEdge { record, .. }: &GraphEdge) -> Vec<(&'static str, String)> {
    let mut look = vec![
        ("key", record.id.0.to_string()),
        ("label", dot_label(&record.symbol)),
        ("style", edge_style(record.role).to_owned()),
    ];
    if !record.role.is_relation() && !record.one_way {
        look.push(("dir", "none".to_owned()));
    }
    look
}

/// Returns the attributes of a statement: its look first, then its values.
fn attributes(look: Vec<(&'static str, String)>, fields: &NamedValues) -> Vec<(String, String)> {
    let value = |value: &Value| match value {
        Value::Int(number) => number.to_string(),
        Value::Bool(is_so) => is_so.to_string(),
        Value::Text(text) => dot_text(text),
    };
    let look = look.into_iter().map(|(name, value)| (name.to_owned(), value));
    let field = |(name, content): &(String, Value)| {
        let is_word = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        (if is_word { name.clone() } else { dot_text(name) }, value(content))
    };
    look.chain(fields.iter().map(field)).collect()
}
