//! A symbol to begin with.

use super::{AlphabetEdit, Symbol};
use crate::base::Color;
use crate::grammar::Grammar;
use crate::mission::{Cave, EdgeRole, EdgeSymbol, Form, NodeSymbol};

/// Colours that look well beside each other, each with its name.
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

/// Adds a symbol of that name: a place that is a cave, in the first colour that no other symbol has, because most symbols are, or an edge of a role.
pub fn new_symbol(grammar: &Grammar, symbol: &Symbol, role: EdgeRole) -> AlphabetEdit {
    let name = symbol.name().to_owned();
    match symbol {
        Symbol::Node(_) => AlphabetEdit::AddNode { symbol: name, value: Box::new(new_node(grammar)) },
        Symbol::Edge(_) => {
            let value = EdgeSymbol::of_role(role);
            AlphabetEdit::AddEdge { symbol: name, value: Box::new(value) }
        }
    }
}

fn new_node(grammar: &Grammar) -> NodeSymbol {
    let is_taken = |color: &Color| grammar.alphabet.nodes.values().any(|symbol| symbol.color == *color);
    let color = PLEASANT.iter().map(|(_, color)| *color).find(|color| !is_taken(color));
    NodeSymbol {
        color: color.unwrap_or_default(),
        form: Some(Form::Cave(Cave::default())),
        ..NodeSymbol::default()
    }
}
