//! A RON text as a tree of values with their positions.

use std::ops::Range;

use super::mistake::Position;

/// A value's number in its tree; children have greater numbers than their parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TreeNodeId(u32);

/// A whole text, as values.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<TreeNode>,
}

/// One value with its position.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// The position where it begins.
    pub at: Position,
    /// The bytes of the text that it takes.
    pub bytes: Range<usize>,
    /// The byte after its opening bracket, if it has one.
    pub inside: Option<usize>,
    /// The value that contains it; `None` for the outermost.
    pub parent: Option<TreeNodeId>,
    /// The value.
    pub value: TreeValue,
}

/// A value as written; the reader of a type decides how to interpret it.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum TreeValue {
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
    List(Vec<TreeNodeId>),
    /// Keys with their values in braces.
    Map(Vec<(TreeNodeId, TreeNodeId)>),
    /// Values in parentheses, with an optional name: `(1, 2)`, `AnyOf(["Hollow"])`, `()`.
    Tuple { name: Option<String>, items: Vec<TreeNodeId> },
    /// Named values in parentheses, with an optional name: `Elastic(gap: 3)`.
    Record { name: Option<String>, fields: Vec<TreeField> },
}

/// A named value of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeField {
    /// The name.
    pub name: String,
    /// The position of the name.
    pub at: Position,
    /// The byte where the name begins.
    pub start: usize,
    /// The value.
    pub value: TreeNodeId,
}

impl Tree {
    /// Adds a value that is not yet known.
    pub(super) fn add(&mut self, at: Position, start: usize, parent: Option<TreeNodeId>) -> TreeNodeId {
        let id =
            TreeNodeId(u32::try_from(self.nodes.len()).expect("a file of limited size has fewer values"));
        self.nodes.push(TreeNode { at, bytes: start..start, inside: None, parent, value: TreeValue::Broken });
        id
    }

    /// Sets a value, and the byte where it ends.
    pub(super) fn set(&mut self, id: TreeNodeId, value: TreeValue, end: usize) {
        let node = &mut self.nodes[id.0 as usize];
        node.value = value;
        node.bytes.end = end;
    }

    /// Sets the byte of a value's opening bracket.
    pub(super) fn open(&mut self, id: TreeNodeId, bracket: usize) {
        self.nodes[id.0 as usize].inside = Some(bracket + 1);
    }

    /// Returns all values, each after the one that contains it.
    pub fn ids(&self) -> impl Iterator<Item = TreeNodeId> + use<> {
        (0..self.nodes.len() as u32).map(TreeNodeId)
    }

    /// Returns the node of a value.
    pub fn node(&self, id: TreeNodeId) -> &TreeNode {
        &self.nodes[id.0 as usize]
    }

    /// Returns the value.
    pub fn value(&self, id: TreeNodeId) -> &TreeValue {
        &self.node(id).value
    }

    /// Returns the value itself, then the values that contain it, from the inside to the outside.
    pub fn ancestors(&self, id: TreeNodeId) -> impl Iterator<Item = TreeNodeId> {
        std::iter::successors(Some(id), |&node| self.node(node).parent)
    }

    /// Returns the values directly within a value, in the order of the text; also those that it could not use.
    pub fn children(&self, id: TreeNodeId) -> impl Iterator<Item = TreeNodeId> {
        let nodes = self.nodes.iter().zip(0..).filter(move |(node, _)| node.parent == Some(id));
        nodes.map(|(_, number)| TreeNodeId(number))
    }

    /// Returns the name in front of a value, or the name that it is.
    pub fn name(&self, id: TreeNodeId) -> Option<&str> {
        match self.value(id) {
            TreeValue::Name(name) => Some(name),
            TreeValue::Tuple { name, .. } | TreeValue::Record { name, .. } => name.as_deref(),
            _ => None,
        }
    }

    /// Returns the field of a record.
    pub fn field(&self, record: TreeNodeId, name: &str) -> Option<&TreeField> {
        let TreeValue::Record { fields, .. } = self.value(record) else { return None };
        fields.iter().find(|field| field.name == name)
    }

    /// Returns `true` if paths write the key of a map's entry this way.
    pub fn is_key(&self, id: TreeNodeId, key: &str) -> bool {
        match self.value(id) {
            TreeValue::Text { text, .. } => text == key,
            TreeValue::Name(name) => name == key,
            TreeValue::Int(number) => key.parse() == Ok(*number),
            _ => self.key_text(id).as_deref() == Some(key),
        }
    }

    /// Returns the key of a map's entry or a plain text, as a name to compare.
    pub fn key_text(&self, id: TreeNodeId) -> Option<String> {
        match self.value(id) {
            TreeValue::Text { text, .. } => Some(text.clone()),
            TreeValue::Char(character) => Some(character.to_string()),
            TreeValue::Int(number) => Some(number.to_string()),
            TreeValue::Name(name) => Some(name.clone()),
            TreeValue::Bool(value) => Some(value.to_string()),
            _ => None,
        }
    }
}
