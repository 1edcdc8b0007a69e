//! A RON text as a tree of values with their positions.

use std::ops::Range;

use super::mistake::Position;

/// A value's number in its tree; children have greater numbers than their parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

/// A whole text, as values.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// One value with its position.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position where it begins.
    pub at: Position,
    /// The bytes of the text that it takes.
    pub bytes: Range<usize>,
    /// The byte after its opening bracket, if it has one.
    pub inside: Option<usize>,
    /// The value that contains it; `None` for the outermost.
    pub parent: Option<NodeId>,
    /// The value.
    pub value: Value,
}

/// A value as written; the reader of a type decides how to interpret it.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum Value {
    /// It could not be understood, and a mistake is already reported.
    Broken,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i128),
    /// A number with a fraction or an exponent, an infinity, or NaN.
    Float(f64),
    /// A character in single quotes.
    Char(char),
    /// A text in double quotes; `plain` if it is written without escapes.
    Text { text: String, plain: bool },
    /// A bare name, for example `Keep`.
    Name(String),
    /// Values in square brackets.
    List(Vec<NodeId>),
    /// Keys with their values in braces.
    Map(Vec<(NodeId, NodeId)>),
    /// Values in parentheses, with an optional name: `(1, 2)`, `AnyOf(["Hollow"])`, `()`.
    Tuple { name: Option<String>, items: Vec<NodeId> },
    /// Named values in parentheses, with an optional name: `Elastic(gap: 3)`.
    Record { name: Option<String>, fields: Vec<Field> },
}

/// A named value of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The name.
    pub name: String,
    /// The position of the name.
    pub at: Position,
    /// The byte where the name begins.
    pub start: usize,
    /// The value.
    pub value: NodeId,
}

impl Tree {
    /// Adds a value that is not yet known.
    pub(super) fn add(&mut self, at: Position, start: usize, parent: Option<NodeId>) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("a file of limited size has fewer values"));
        self.nodes.push(Node { at, bytes: start..start, inside: None, parent, value: Value::Broken });
        id
    }

    /// Sets a value, and the byte where it ends.
    pub(super) fn set(&mut self, id: NodeId, value: Value, end: usize) {
        let node = &mut self.nodes[id.0 as usize];
        node.value = value;
        node.bytes.end = end;
    }

    /// Sets the byte of a value's opening bracket.
    pub(super) fn open(&mut self, id: NodeId, bracket: usize) {
        self.nodes[id.0 as usize].inside = Some(bracket + 1);
    }

    /// Returns the node of a value.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Returns the value.
    pub fn value(&self, id: NodeId) -> &Value {
        &self.node(id).value
    }

    /// Returns the value itself, then the values that contain it, from the inside to the outside.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(id), |&node| self.node(node).parent)
    }

    /// Returns the name in front of a value, or the name that it is.
    pub fn name(&self, id: NodeId) -> Option<&str> {
        match self.value(id) {
            Value::Name(name) => Some(name),
            Value::Tuple { name, .. } | Value::Record { name, .. } => name.as_deref(),
            _ => None,
        }
    }

    /// Returns the field of a record.
    pub fn field(&self, record: NodeId, name: &str) -> Option<&Field> {
        let Value::Record { fields, .. } = self.value(record) else { return None };
        fields.iter().find(|field| field.name == name)
    }

    /// Returns `true` if paths write the key of a map's entry this way.
    pub fn is_key(&self, id: NodeId, key: &str) -> bool {
        match self.value(id) {
            Value::Text { text, .. } => text == key,
            Value::Name(name) => name == key,
            Value::Int(number) => key.parse() == Ok(*number),
            _ => self.key_text(id).as_deref() == Some(key),
        }
    }

    /// Returns the key of a map's entry or a plain text, as a name to compare.
    pub fn key_text(&self, id: NodeId) -> Option<String> {
        match self.value(id) {
            Value::Text { text, .. } => Some(text.clone()),
            Value::Char(character) => Some(character.to_string()),
            Value::Int(number) => Some(number.to_string()),
            Value::Name(name) => Some(name.clone()),
            Value::Bool(value) => Some(value.to_string()),
            _ => None,
        }
    }
}
