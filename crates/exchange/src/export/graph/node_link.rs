//! JSON in the node-link form of networkx and d3: read it with `node_link_graph(data, edges="edges")`.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Graph, GraphEdge, GraphNode, NamedValues};
use crate::base::print_json;
use crate::level::Level;

/// Prints one line per node or edge.
const LINES: &[&[&str]] = &[&[], &["graph"], &["nodes"], &["edges"]];

pub(in crate::export) fn write(level: &Level) -> String {
    print_json(&Graph::new(level), LINES)
}

impl Serialize for Graph<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("directed", &true)?;
        map.serialize_entry("multigraph", &true)?;
        map.serialize_entry("graph", &NodeLinkObject(&[], &self.fields))?;
        map.serialize_entry("nodes", &self.nodes)?;
        map.serialize_entry("edges", &self.edges)?;
        map.end()
    }
}

impl Serialize for GraphNode<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        NodeLinkObject(&[("id", self.record.id.0)], &self.fields).serialize(serializer)
    }
}

impl Serialize for GraphEdge<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let record = self.record;
        let ids = [("source", record.from.0), ("target", record.to.0), ("key", record.id.0)];
        NodeLinkObject(&ids, &self.fields).serialize(serializer)
    }
}

/// Ids, followed by the values.
struct NodeLinkObject<'a>(&'a [(&'a str, u32)], &'a NamedValues);

impl Serialize for NodeLinkObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, id) in self.0 {
            map.serialize_entry(name, id)?;
        }
        for (name, value) in self.1 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
