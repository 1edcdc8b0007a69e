//! Edits of the symbols of nodes and edges.

mod names;

use indexmap::IndexMap;

use crate::document::{Content, Symbol, free_name};
use crate::grammar::Grammar;
use crate::mission::{EdgeSymbol, NodeSymbol};

pub(in crate::document) use names::names_in_use;

/// An edit of the alphabet.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum AlphabetEdit {
    /// Adds a node symbol at the end. Empty names and names already taken are refused.
    AddNode { symbol: String, value: Box<NodeSymbol> },
    /// Adds an edge symbol at the end. Empty names and names already taken are refused.
    AddEdge { symbol: String, value: Box<EdgeSymbol> },
    /// Replaces the definition of a node symbol. `what` names the changed setting in the designer's words:
    /// "wall percent".
    SetNode { symbol: String, what: &'static str, value: NodeSymbol },
    /// Replaces the definition of an edge symbol. `what` names the changed setting in the designer's words:
    /// "width".
    SetEdge { symbol: String, what: &'static str, value: EdgeSymbol },
    /// Renames a symbol everywhere: in all rules, the start, the recipe and the rooms. Empty names and names
    /// already taken are refused.
    Rename { symbol: Symbol, to: String },
    /// Replaces a symbol by another one everywhere it is used. It may be unknown, and stays in the alphabet.
    Replace { symbol: Symbol, by: String },
    /// Puts a copy directly after a symbol.
    Duplicate(Symbol),
    /// Removes a symbol from the alphabet, even if it is used.
    Remove(Symbol),
    /// Moves a symbol to a position among those of its kind, at most to the end.
    Move { symbol: Symbol, to: usize },
}

impl AlphabetEdit {
    pub(super) fn name(&self) -> String {
        match self {
            Self::AddNode { symbol, .. } | Self::AddEdge { symbol, .. } => format!("Add symbol \"{symbol}\""),
            Self::SetNode { symbol, what, value } if *what == NodeSymbol::FORM.name => {
                let form = value
                    .form
                    .as_ref()
                    .map_or_else(|| "Item".to_owned(), |form| form.technique().to_string());
                format!("Set \"{symbol}\" to Built as: {form}")
            }
            Self::SetNode { symbol, what, .. } | Self::SetEdge { symbol, what, .. } => {
                format!("Set {what} of \"{symbol}\"")
            }
            Self::Rename { symbol, to } => format!("Rename \"{}\" to \"{}\"", symbol.name(), to.trim()),
            Self::Replace { symbol, by } => format!("Use \"{by}\" instead of \"{}\"", symbol.name()),
            Self::Duplicate(symbol) => format!("Duplicate \"{}\"", symbol.name()),
            Self::Remove(symbol) => format!("Delete symbol \"{}\"", symbol.name()),
            Self::Move { symbol, .. } => format!("Move \"{}\"", symbol.name()),
        }
    }

    pub(super) fn is_gradual(&self) -> bool {
        matches!(self, Self::SetNode { .. } | Self::SetEdge { .. })
    }

    pub(super) fn apply_to(&self, content: &Content) -> Option<Content> {
        match self {
            Self::Rename { symbol, to } => rename(content, symbol, to.trim()),
            Self::Replace { symbol, by } => {
                let is_known = is_known(&content.grammar, &symbol.named(by));
                let after = is_known.then(|| names::with_names_replaced(content, symbol, by))?;
                (!after.is_same_in_order(content)).then_some(after)
            }
            _ => content.with_grammar(|grammar| self.carry_out_on(grammar)),
        }
    }

    /// Does the part that concerns only the alphabet.
    pub(in crate::document) fn carry_out_on(&self, grammar: &mut Grammar) {
        let alphabet = &mut grammar.alphabet;
        match self {
            Self::AddNode { symbol, value } => add(&mut alphabet.nodes, symbol, NodeSymbol::clone(value)),
            Self::AddEdge { symbol, value } => add(&mut alphabet.edges, symbol, EdgeSymbol::clone(value)),
            Self::SetNode { symbol, value, .. } => {
                if let Some(known) = alphabet.nodes.get_mut(symbol) {
                    known.clone_from(value);
                }
            }
            Self::SetEdge { symbol, value, .. } => {
                if let Some(known) = alphabet.edges.get_mut(symbol) {
                    known.clone_from(value);
                }
            }
            Self::Duplicate(Symbol::Node(name)) => duplicate(&mut alphabet.nodes, name),
            Self::Duplicate(Symbol::Edge(name)) => duplicate(&mut alphabet.edges, name),
            Self::Remove(Symbol::Node(name)) => drop(alphabet.nodes.shift_remove(name)),
            Self::Remove(Symbol::Edge(name)) => drop(alphabet.edges.shift_remove(name)),
            Self::Move { symbol: Symbol::Node(name), to } => move_to(&mut alphabet.nodes, name, *to),
            Self::Move { symbol: Symbol::Edge(name), to } => move_to(&mut alphabet.edges, name, *to),
            Self::Rename { .. } | Self::Replace { .. } => {}
        }
    }
}

fn is_known(grammar: &Grammar, symbol: &Symbol) -> bool {
    match symbol {
        Symbol::Node(name) => grammar.alphabet.nodes.contains_key(name),
        Symbol::Edge(name) => grammar.alphabet.edges.contains_key(name),
    }
}

fn rename(content: &Content, symbol: &Symbol, to: &str) -> Option<Content> {
    let is_free = !to.is_empty() && !is_known(&content.grammar, &symbol.named(to));
    if !is_free || !is_known(&content.grammar, symbol) {
        return None;
    }
    let mut after = names::with_names_replaced(content, symbol, to);
    after.change_grammar(|Grammar { alphabet, .. }| match symbol {
        Symbol::Node(name) => {
            rename_in(&mut alphabet.nodes, name, to);
            if let Some(renamed) = alphabet.nodes.get_mut(to) {
                renamed.label = label_after(&renamed.label, name, to);
            }
        }
        Symbol::Edge(name) => rename_in(&mut alphabet.edges, name, to),
    });
    Some(after)
}

/// Returns the label of a renamed symbol. A label that is a prefix of the name becomes a prefix of the new
/// one; any other stays.
fn label_after(label: &str, name: &str, to: &str) -> String {
    let is_upper = !label.chars().any(char::is_lowercase);
    let is_beginning =
        if is_upper { name.to_uppercase().starts_with(label) } else { name.starts_with(label) };
    if !is_beginning {
        return label.to_owned();
    }
    let beginning: String = to.chars().take(label.chars().count()).collect();
    if is_upper { beginning.to_uppercase() } else { beginning }
}

fn rename_in<T>(symbols: &mut IndexMap<String, T>, name: &str, to: &str) {
    if let Some((position, _, value)) = symbols.shift_remove_full(name) {
        symbols.shift_insert(position, to.to_owned(), value);
    }
}

fn add<T>(symbols: &mut IndexMap<String, T>, name: &str, value: T) {
    let name = name.trim();
    if !name.is_empty() && !symbols.contains_key(name) {
        symbols.insert(name.to_owned(), value);
    }
}

fn duplicate<T: Clone>(symbols: &mut IndexMap<String, T>, name: &str) {
    let Some((position, _, value)) = symbols.get_full(name) else { return };
    let value = value.clone();
    let copy = free_name(&format!("{name} copy"), |name| symbols.contains_key(name));
    symbols.shift_insert(position + 1, copy, value);
}

fn move_to<T>(symbols: &mut IndexMap<String, T>, name: &str, to: usize) {
    if let Some(from) = symbols.get_index_of(name) {
        symbols.move_index(from, to.min(symbols.len() - 1));
    }
}

#[cfg(test)]
mod tests;
