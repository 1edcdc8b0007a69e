//! Edits of the symbols of nodes and edges.

use crate::document::Content;
use crate::mission::{EdgeSymbol, NodeSymbol};

/// Something to do to the alphabet.
#[derive(Clone, Debug)]
pub enum AlphabetEdit {
    /// Says anew what a node symbol is.
    SetNode {
        /// The symbol.
        symbol: String,
        /// What differs, in the designer's words: "wall percent".
        what: &'static str,
        /// All of it.
        value: NodeSymbol,
    },
    /// Says anew what an edge symbol is.
    SetEdge {
        /// The symbol.
        symbol: String,
        /// What differs, in the designer's words: "width".
        what: &'static str,
        /// All of it.
        value: EdgeSymbol,
    },
}

impl AlphabetEdit {
    pub(super) fn name(&self) -> String {
        match self {
            Self::SetNode { symbol, what, .. } | Self::SetEdge { symbol, what, .. } => {
                format!("Set {what} of {symbol}")
            }
        }
    }

    pub(super) fn is_gradual(&self) -> bool {
        match self {
            Self::SetNode { .. } | Self::SetEdge { .. } => true,
        }
    }

    pub(super) fn carry_out(&self, content: &Content) -> Option<Content> {
        content.with_grammar(|grammar| match self {
            Self::SetNode { symbol, value, .. } => {
                if let Some(known) = grammar.alphabet.nodes.get_mut(symbol) {
                    known.clone_from(value);
                }
            }
            Self::SetEdge { symbol, value, .. } => {
                if let Some(known) = grammar.alphabet.edges.get_mut(symbol) {
                    known.clone_from(value);
                }
            }
        })
    }
}
