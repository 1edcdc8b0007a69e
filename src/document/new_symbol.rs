//! Creates new symbols to start with.

use super::{AlphabetEdit, Symbol};
use crate::base::Color;
use crate::grammar::Grammar;
use crate::mission::{Cave, EdgeRole, EdgeSymbol, Form, NodeRole, NodeSymbol};

/// Colours that go well together, with their names.
pub const PLEASANT: [(&str, Color); 10] = [
    ("Moss", Color::rgb(0x4f, 0x91, 0x48)),
    ("Pine", Color::rgb(0x3e, 0x7d, 0x6e)),
    ("Sky", Color::rgb(0x4a, 0x86, 0xb8)),
    ("Dusk", Color::rgb(0x6a, 0x6f, 0xb5)),
    ("Plum", Color::rgb(0x8d, 0x63, 0xa8)),
    ("Rose", Color::rgb(0xb8, 0x5c, 0x7c)),
    ("Rust", Color::rgb(0xc0, 0x59, 0x2f)),
    ("Gold", Color::rgb(0xb0, 0x84, 0x1f)),
    ("Clay", Color::rgb(0x94, 0x80, 0x6a)),
    ("Slate", Color::rgb(0x7c, 0x87, 0x94)),
];

/// A symbol to be created: its name, and its role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewSymbol {
    /// A symbol of nodes.
    Node(String, Option<NodeRole>),
    /// A symbol of edges.
    Edge(String, EdgeRole),
}

impl NewSymbol {
    /// Returns its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Node(name, _) | Self::Edge(name, _) => name,
        }
    }
}

impl From<Symbol> for NewSymbol {
    /// Returns a place without a role, or a passage.
    fn from(symbol: Symbol) -> Self {
        match symbol {
            Symbol::Node(name) => Self::Node(name, None),
            Symbol::Edge(name) => Self::Edge(name, EdgeRole::Passage),
        }
    }
}

/// Adds a symbol: an edge, an item if the node is a key, or otherwise a cave, because most symbols are caves.
pub fn new_symbol(grammar: &Grammar, symbol: &NewSymbol) -> AlphabetEdit {
    let name = symbol.name().to_owned();
    match symbol {
        NewSymbol::Node(_, role) => {
            AlphabetEdit::AddNode { symbol: name, value: Box::new(new_node(grammar, *role)) }
        }
        NewSymbol::Edge(_, role) => {
            let value = EdgeSymbol::of_role(*role);
            AlphabetEdit::AddEdge { symbol: name, value: Box::new(value) }
        }
    }
}

/// Returns a node symbol of a role, in the first colour that no other symbol has.
pub fn new_node(grammar: &Grammar, role: Option<NodeRole>) -> NodeSymbol {
    let is_taken = |color: &Color| grammar.alphabet.nodes.values().any(|symbol| symbol.color == *color);
    let color = PLEASANT.iter().map(|(_, color)| *color).find(|color| !is_taken(color));
    NodeSymbol {
        color: color.unwrap_or_default(),
        role,
        form: (role != Some(NodeRole::Key)).then(|| Form::Cave(Cave::default())),
        ..NodeSymbol::default()
    }
}
