//! The mission as a graph in DOT, GraphML and node-link JSON, read back by independent readers.

use std::collections::BTreeMap;

use crate::random_level::random_level;
use delvewright_engine::base::decoded;
use delvewright_engine::level::{Level, OwnedBy, PassageEnd};
use delvewright_engine::mission::{Attributes, EdgeId, EdgeRole, NodeId, Value};
use delvewright_exchange::export::{Format, export};
use proptest::prelude::*;
use serde_json::Value as Json;

/// Values by name.
type Values = BTreeMap<String, Value>;

/// A graph as parsed: values of the graph, nodes, and edges by id.
#[derive(Debug, Default, PartialEq)]
struct Read {
    graph: Values,
    nodes: BTreeMap<i64, Values>,
    edges: BTreeMap<i64, (i64, i64, Values)>,
}

const HOSTILE: [&str; 16] = [
    "",
    " ",
    "\"",
    "\\",
    "a\\",
    "\\\"",
    "<&>]]>",
    "&lt;",
    "\n",
    "\r\n\t",
    "\0\u{1b}\u{7f}",
    "\u{fffe}\u{ffff}",
    "\u{202e}\u{2028}é",
    "\\u{1b}",
    "\\n",
    "true",
];

/// Returns a level full of nonsense, but with unique ids, and with names that have a meaning in some
/// notation.
fn hostile_level(seed: u64) -> Level {
    let mut level = random_level(seed);
    let pick = |number: usize| HOSTILE[number.wrapping_add(seed as usize) % HOSTILE.len()];
    let values = |number: usize| -> Attributes {
        let text = |at: usize| (pick(at).to_owned(), Value::Text(pick(at * 3 + 1).to_owned()));
        let mut values: Attributes = (number..number + 5).map(text).collect();
        values.insert("symbol".to_owned(), Value::Int(i64::MIN + number as i64));
        values.insert(pick(number + 7).to_owned(), Value::Bool(number.is_multiple_of(2)));
        values
    };
    level.grammar = HOSTILE.concat();
    for (number, node) in level.mission.nodes.iter_mut().enumerate() {
        node.id = NodeId(number as u32 + 1);
        node.symbol = pick(number).to_owned();
        node.attributes = values(number);
    }
    for (number, edge) in level.mission.edges.iter_mut().enumerate() {
        edge.id = EdgeId(number as u32 + 1);
        edge.symbol = pick(number + 5).to_owned();
        edge.attributes = values(number + 3);
    }
    level
}

/// Returns the graph that every reader must find.
fn expected(level: &Level) -> Read {
    let mut read = Read::default();
    let int = |number: i64| Value::Int(number);
    let text = |text: &str| Value::Text(text.to_owned());
    let graph = [
        ("format", int(level.format.into())),
        ("generator", text(&level.generator)),
        ("grammar", text(&level.grammar)),
        ("seed", text(&level.seed.to_string())),
        ("width", int(level.width.into())),
        ("height", int(level.height.into())),
        ("movement", text(&format!("{:?}", level.movement))),
    ];
    read.graph = graph.map(|(name, value)| (name.to_owned(), value)).into();
    for node in &level.mission.nodes {
        let mut values = Values::new();
        let mut add = |name: &str, value: Value| drop(values.insert(name.to_owned(), value));
        add("symbol", text(&node.symbol));
        add("is_place", Value::Bool(node.is_place));
        add("step", int(node.step.into()));
        if let Some(role) = node.role {
            add("role", text(&format!("{role:?}")));
        }
        if let Some(site) = node.site {
            add("site_x", int(site.x.into()));
            add("site_y", int(site.y.into()));
        }
        if let Some(place) = level.places.iter().find(|place| place.node == node.id) {
            add("place", int(place.id.0.into()));
            add("technique", text(&format!("{:?}", place.technique)));
            add("anchor_x", int(place.anchor.x.into()));
            add("anchor_y", int(place.anchor.y.into()));
            add("bounds_x", int(place.bounds.min.x.into()));
            add("bounds_y", int(place.bounds.min.y.into()));
            add("bounds_width", int(place.bounds.size.width.into()));
            add("bounds_height", int(place.bounds.size.height.into()));
            if let Some(template) = &place.template {
                add("template", text(template));
                add("turn", int(place.turn.into()));
                add("flip", Value::Bool(place.flip));
            }
        }
        if let Some(entity) = level.entities.iter().find(|entity| entity.node == Some(node.id)) {
            add("entity", int(entity.id.0.into()));
            add("in_place", int(entity.place.0.into()));
            add("cell_x", int(entity.at.x.into()));
            add("cell_y", int(entity.at.y.into()));
        }
        for (name, value) in &node.attributes {
            add(&format!("attribute_{name}"), value.clone());
        }
        read.nodes.insert(node.id.0.into(), values);
    }
    for edge in &level.mission.edges {
        let mut values = Values::new();
        let mut add = |name: &str, value: Value| drop(values.insert(name.to_owned(), value));
        add("symbol", text(&edge.symbol));
        add("role", text(&format!("{:?}", edge.role)));
        add("step", int(edge.step.into()));
        if edge.role == EdgeRole::Passage {
            add("one_way", Value::Bool(edge.one_way));
            add("door", text(&format!("{:?}", edge.door)));
            if let Some(socket) = &edge.socket {
                add("socket", text(socket));
            }
        }
        if let Some(passage) = level.passages.iter().find(|passage| passage.edge == edge.id) {
            let owners = level.owners.rows().flatten();
            let cells = owners.filter(|owner| owner.who() == OwnedBy::Passage(passage.id)).count();
            add("passage", int(passage.id.0.into()));
            add("form", text(&format!("{:?}", passage.kind)));
            add("cells", int(cells as i64));
            for lock in passage.locks.iter().rev() {
                let end = if lock.end == PassageEnd::From { "from" } else { "to" };
                let keys: Vec<String> = lock.keys.iter().map(ToString::to_string).collect();
                add(&format!("lock_{end}_keys"), text(&keys.join(" ")));
                add(&format!("lock_{end}_needed"), int(lock.needed.into()));
            }
        }
        for (name, value) in &edge.attributes {
            add(&format!("attribute_{name}"), value.clone());
        }
        read.edges.insert(edge.id.0.into(), (edge.from.0.into(), edge.to.0.into(), values));
    }
    read
}

fn written(level: &Level, format: Format) -> String {
    String::from_utf8(export(level, format).into_bytes()).expect("graphs are texts")
}

// Node-link JSON.

fn json_values(object: &Json, but: &[&str]) -> Values {
    let value = |value: &Json| match value {
        Json::Bool(is_so) => Value::Bool(*is_so),
        Json::Number(number) => Value::Int(number.as_i64().expect("a whole number")),
        Json::String(text) => Value::Text(text.clone()),
        other => panic!("{other} is no value"),
    };
    let fields = object.as_object().expect("an object").iter();
    fields
        .filter(|(name, _)| !but.contains(&name.as_str()))
        .map(|(name, is)| (name.clone(), value(is)))
        .collect()
}

fn read_node_link(text: &str) -> Read {
    let json: Json = serde_json::from_str(text).expect("JSON");
    assert_eq!((&json["directed"], &json["multigraph"]), (&Json::Bool(true), &Json::Bool(true)));
    let number = |object: &Json, name: &str| object[name].as_i64().expect("an id");
    let node = |node: &Json| (number(node, "id"), json_values(node, &["id"]));
    let edge = |edge: &Json| {
        let values = json_values(edge, &["source", "target", "key"]);
        (number(edge, "key"), (number(edge, "source"), number(edge, "target"), values))
    };
    Read {
        graph: json_values(&json["graph"], &[]),
        nodes: json["nodes"].as_array().expect("a list").iter().map(node).collect(),
        edges: json["edges"].as_array().expect("a list").iter().map(edge).collect(),
    }
}

// GraphML: one tag per line, because everything that could end a line is escaped.

fn plain(xml: &str) -> String {
    assert!(!xml.contains(['<', '>', '"']), "{xml:?} is not escaped");
    let is_xml = |c: char| matches!(c, ' '..='\u{fffd}' | '\u{10000}'..);
    assert!(xml.chars().all(is_xml), "XML cannot hold {xml:?}");
    let mut parts = xml.split('&');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(';').expect("an entity ends");
        text += match name {
            "amp" => "&",
            "lt" => "<",
            "gt" => ">",
            "quot" => "\"",
            "#9" => "\t",
            "#10" => "\n",
            "#13" => "\r",
            other => panic!("{other} is no entity of XML"),
        };
        text += rest;
    }
    decoded(&text)
}

/// Returns the text between two others.
fn between<'a>(line: &'a str, before: &str, after: &str) -> Option<&'a str> {
    line.split_once(before)?.1.split_once(after).map(|(inside, _)| inside)
}

fn read_graphml(text: &str) -> Read {
    let mut read = Read::default();
    let mut keys: BTreeMap<&str, (String, &str)> = BTreeMap::new();
    let mut subject = ("graph", 0, (0, 0));
    let (mut nodes, mut edges) = (BTreeMap::new(), BTreeMap::new());
    for line in text.lines() {
        let attribute = |name: &str| between(line, &format!(" {name}=\""), "\"");
        let number = |name: &str| attribute(name).expect("it is there").parse::<i64>().expect("an id");
        match line.trim_start().split([' ', '>']).next() {
            Some("<key") => {
                let name = plain(attribute("attr.name").expect("a key has a name"));
                keys.insert(attribute("id").expect("an id"), (name, attribute("attr.type").expect("a type")));
            }
            Some("<node") => {
                subject = ("node", number("id"), (0, 0));
                nodes.insert(number("id"), Values::new());
            }
            Some("<edge") => {
                subject = ("edge", number("id"), (number("source"), number("target")));
                edges.insert(number("id"), (number("source"), number("target"), Values::new()));
            }
            Some("<data") => {
                let (name, kind) = &keys[attribute("key").expect("a key")];
                let content = between(line, "\">", "</data>").expect("content");
                let value = match *kind {
                    "long" => Value::Int(content.parse().expect("a number")),
                    "boolean" => Value::Bool(content.parse().expect("true or false")),
                    _ => Value::Text(plain(content)),
                };
                let values = match subject {
                    ("node", id, _) => nodes.get_mut(&id).expect("it began"),
                    ("edge", id, _) => &mut edges.get_mut(&id).expect("it began").2,
                    _ => &mut read.graph,
                };
                assert_eq!(values.insert(name.clone(), value), None, "{name:?} comes twice");
            }
            _ => {}
        }
    }
    Read { nodes, edges, ..read }
}

// DOT: one statement per line, because line ends in texts are escaped.

/// Returns the words, texts and signs of a statement; texts keep their quotes and lose their escapes.
fn tokens(line: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        let mut token = character.to_string();
        if character == '"' {
            loop {
                match characters.next().expect("a text ends on its line") {
                    '"' => break,
                    '\\' => match characters.next().expect("an escape is two characters") {
                        'n' => token.push('\n'),
                        other => token.push(other),
                    },
                    other => token.push(other),
                }
            }
        } else if character.is_ascii_alphanumeric() || character == '-' {
            let is_word = |next: &char| next.is_ascii_alphanumeric() || "_>-".contains(*next);
            while let Some(next) = characters.next_if(is_word) {
                token.push(next);
            }
        }
        if token != " " {
            tokens.push(token);
        }
    }
    tokens
}

/// Parses attributes in brackets; those that Graphviz draws are left out.
fn dot_values(tokens: &[String]) -> (Values, Option<i64>) {
    let look = ["label", "shape", "fillcolor", "pos", "style", "dir"];
    let (mut values, mut key) = (Values::new(), None);
    for attribute in tokens.split(|token| token == ",") {
        let [name, equals, value] = attribute else { panic!("{attribute:?} is no attribute") };
        assert_eq!(equals, "=");
        let value = match (value.strip_prefix('"'), value.as_str()) {
            (Some(text), _) => Value::Text(decoded(text)),
            (None, "true" | "false") => Value::Bool(value == "true"),
            (None, _) if look.contains(&name.as_str()) => continue,
            (None, _) => Value::Int(value.parse().expect("a number")),
        };
        match name.strip_prefix('"') {
            Some(name) => drop(values.insert(decoded(name), value)),
            None if name == "key" => key = if let Value::Int(id) = value { Some(id) } else { None },
            None if look.contains(&name.as_str()) => {}
            None => drop(values.insert(name.clone(), value)),
        }
    }
    (values, key)
}

fn read_dot(text: &str) -> Read {
    let mut read = Read::default();
    let lines = text.strip_prefix("digraph mission {\n").and_then(|text| text.strip_suffix("}\n"));
    for line in lines.expect("a graph").split_terminator('\n') {
        let tokens = tokens(line.trim_start());
        let open = tokens.iter().position(|token| token == "[").expect("attributes");
        assert_eq!(tokens[tokens.len() - 2..], ["]", ";"]);
        if tokens[0] == "node" {
            continue;
        }
        let (values, key) = dot_values(&tokens[open + 1..tokens.len() - 2]);
        let id = |token: &String| token.parse::<i64>().expect("an id");
        match &tokens[..open] {
            [graph] if graph == "graph" => read.graph = values,
            [node] => drop(read.nodes.insert(id(node), values)),
            [from, arrow, to] if arrow == "->" => {
                read.edges.insert(key.expect("an edge has a key"), (id(from), id(to), values));
            }
            other => panic!("{other:?} is no statement"),
        }
    }
    read
}

proptest! {
    #[test]
    fn graph_reads_back_with_all_values_however_things_are_called(seed: u64) {
        let level = hostile_level(seed);
        let expected = expected(&level);
        prop_assert_eq!(&read_node_link(&written(&level, Format::NodeLink)), &expected);
        prop_assert_eq!(&read_graphml(&written(&level, Format::GraphMl)), &expected);
        prop_assert_eq!(&read_dot(&written(&level, Format::Dot)), &expected);
    }

    #[test]
    fn graph_of_any_level_can_be_written(seed: u64) {
        let level = random_level(seed);
        for format in [Format::Dot, Format::GraphMl, Format::NodeLink] {
            prop_assert_eq!(written(&level, format), written(&level, format));
        }
    }
}

#[test]
fn parallel_edges_and_loops_stay_apart() {
    let mut level = hostile_level(1);
    let edge = delvewright_engine::level::EdgeRecord {
        id: EdgeId(1),
        from: NodeId(1),
        to: NodeId(1),
        symbol: "path".to_owned(),
        role: EdgeRole::Passage,
        one_way: false,
        door: Default::default(),
        socket: None,
        step: 0,
        attributes: Attributes::new(),
    };
    level.mission.edges =
        [1, 2, 3].map(|id| delvewright_engine::level::EdgeRecord { id: EdgeId(id), ..edge.clone() }).into();
    let expected = expected(&level);
    assert_eq!(expected.edges.len(), 3);
    assert_eq!(read_node_link(&written(&level, Format::NodeLink)), expected);
    assert_eq!(read_graphml(&written(&level, Format::GraphMl)), expected);
    assert_eq!(read_dot(&written(&level, Format::Dot)), expected);
}
