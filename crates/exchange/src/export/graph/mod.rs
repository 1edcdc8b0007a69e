//! Exports the mission and its result as a graph, in DOT, GraphML or node-link JSON.
//!
//! In: a level. Out: every node and edge of its mission with named values. The values are those of the
//! record. Nodes with a place or entity and edges with a passage also have its position and kind. All values
//! are whole numbers, truth values or texts, because GraphML and DOT hold nothing else. Attributes of the
//! author are prefixed with `attribute_`, so that their names cannot clash.

mod dot;
mod graphml;
mod node_link;

use std::collections::BTreeMap;

use crate::base::Cell;
use crate::level::{EdgeRecord, Entity, Level, NodeRecord, OwnedBy, Passage, PassageEnd, PassageId, Place};
use crate::mission::{Attributes, EdgeId, NodeId, Value};

pub(super) use dot::write as write_dot;
pub(super) use graphml::write as write_graphml;
pub(super) use node_link::write as write_node_link;

/// Values by name, in the order in which they are written; names are unique.
type NamedValues = Vec<(String, Value)>;

struct Graph<'l> {
    fields: NamedValues,
    nodes: Vec<GraphNode<'l>>,
    edges: Vec<GraphEdge<'l>>,
}

struct GraphNode<'l> {
    record: &'l NodeRecord,
    /// Position in the level, if it has one.
    at: Option<Cell>,
    fields: NamedValues,
}

struct GraphEdge<'l> {
    record: &'l EdgeRecord,
    fields: NamedValues,
}

impl<'l> Graph<'l> {
    fn new(level: &'l Level) -> Self {
        let places = by_id(&level.places, |place| Some(place.node));
        let entities = by_id(&level.entities, |entity| entity.node);
        let passages = by_id(&level.passages, |passage| Some(passage.edge));
        let cells = cells_of_passages(level);
        let node = |record: &'l NodeRecord| {
            let place = places.get(&record.id).copied();
            let entity = entities.get(&record.id).copied();
            GraphNode {
                record,
                at: place.map(|place| place.anchor).or(entity.map(|entity| entity.at)),
                fields: node_fields(record, place, entity),
            }
        };
        let edge = |record: &'l EdgeRecord| {
            let passage = passages.get(&record.id).copied();
            GraphEdge { record, fields: edge_fields(record, passage, &cells) }
        };
        Self {
            fields: graph_fields(level),
            nodes: level.mission.nodes.iter().map(node).collect(),
            edges: level.mission.edges.iter().map(edge).collect(),
        }
    }
}

/// Finds the item of each node or edge. The first one wins.
fn by_id<T, K: Ord>(list: &[T], id: impl Fn(&T) -> Option<K>) -> BTreeMap<K, &T> {
    let mut found = BTreeMap::new();
    for (item, id) in list.iter().filter_map(|item| id(item).map(|id| (item, id))) {
        found.entry(id).or_insert(item);
    }
    found
}

/// Returns the number of cells of each passage that owns at least one.
fn cells_of_passages(level: &Level) -> BTreeMap<PassageId, u32> {
    let mut cells = BTreeMap::new();
    for owner in level.owners.rows().flatten() {
        if let OwnedBy::Passage(id) = owner.who() {
            *cells.entry(id).or_default() += 1;
        }
    }
    cells
}

fn graph_fields(level: &Level) -> NamedValues {
    let mut list = FieldList::default();
    list.number("format", level.format);
    list.text("generator", &level.generator);
    list.text("grammar", &level.grammar);
    // Written as text, because most readers round 64-bit numbers.
    list.text("seed", &level.seed.to_string());
    list.number("width", level.width);
    list.number("height", level.height);
    list.text("movement", &format!("{:?}", level.movement));
    list.0
}

fn node_fields(record: &NodeRecord, place: Option<&Place>, entity: Option<&Entity>) -> NamedValues {
    let NodeRecord { id: NodeId(_), symbol, role, is_place, site, step, attributes } = record;
    let mut list = FieldList::default();
    list.text("symbol", symbol);
    if let Some(role) = role {
        list.text("role", &role.to_string());
    }
    list.truth("is_place", *is_place);
    list.number("step", *step);
    if let Some(site) = site {
        list.cell("site", Cell::new(site.x, site.y));
    }
    if let Some(place) = place {
        list.number("place", place.id.0);
        list.text("technique", &format!("{:?}", place.technique));
        list.cell("anchor", place.anchor);
        list.cell("bounds", place.bounds.min);
        list.number("bounds_width", place.bounds.size.width);
        list.number("bounds_height", place.bounds.size.height);
        if let Some(template) = &place.template {
            list.text("template", template);
            list.number("turn", place.turn);
            list.truth("flip", place.flip);
        }
    }
    if let Some(entity) = entity {
        list.number("entity", entity.id.0);
        list.cell("cell", entity.at);
        list.number("in_place", entity.place.0);
    }
    list.attributes(attributes);
    list.0
}

fn edge_fields(
    record: &EdgeRecord,
    passage: Option<&Passage>,
    cells: &BTreeMap<PassageId, u32>,
) -> NamedValues {
    let EdgeRecord { id: EdgeId(_), from: _, to: _, symbol, role, one_way, door, socket, step, attributes } =
        record;
    let mut list = FieldList::default();
    list.text("symbol", symbol);
    list.text("role", &format!("{role:?}"));
    list.number("step", *step);
    if !role.is_relation() {
        list.truth("one_way", *one_way);
        list.text("door", &format!("{door:?}"));
        if let Some(socket) = socket {
            list.text("socket", socket);
        }
    }
    if let Some(passage) = passage {
        list.number("passage", passage.id.0);
        list.text("form", &format!("{:?}", passage.kind));
        list.number("cells", cells.get(&passage.id).copied().unwrap_or_default());
        for (end, name) in [(PassageEnd::From, "from"), (PassageEnd::To, "to")] {
            if let Some(lock) = passage.locks.iter().find(|lock| lock.end == end) {
                let keys: Vec<String> = lock.keys.iter().map(ToString::to_string).collect();
                list.text(&format!("lock_{name}_keys"), &keys.join(" "));
                list.number(&format!("lock_{name}_needed"), lock.needed);
            }
        }
    }
    list.attributes(attributes);
    list.0
}

#[derive(Default)]
struct FieldList(NamedValues);

impl FieldList {
    fn text(&mut self, name: &str, text: &str) {
        self.0.push((name.to_owned(), Value::Text(text.to_owned())));
    }

    fn number(&mut self, name: &str, number: impl Into<i64>) {
        self.0.push((name.to_owned(), Value::Int(number.into())));
    }

    fn truth(&mut self, name: &str, is_so: bool) {
        self.0.push((name.to_owned(), Value::Bool(is_so)));
    }

    fn cell(&mut self, name: &str, cell: Cell) {
        self.number(&format!("{name}_x"), cell.x);
        self.number(&format!("{name}_y"), cell.y);
    }

    fn attributes(&mut self, attributes: &Attributes) {
        self.0.extend(attributes.iter().map(|(name, value)| (format!("attribute_{name}"), value.clone())));
    }
}
