//! The look of a node in a pattern.

use egui::Color32;

use super::words::words_of_symbols;
use crate::base::Color;
use crate::editor::widgets::style::paint_of;
use crate::grammar::SymbolPattern;
use crate::mission::Alphabet;

/// The letters in its circle, the name below it, and its colour.
pub(super) struct NodeStyle {
    pub label: String,
    pub name: String,
    pub fill: Color32,
}

/// Returns the look of a node for a symbol pattern.
pub(super) fn node_style_of(pattern: &SymbolPattern, alphabet: &Alphabet) -> NodeStyle {
    let name = words_of_symbols(pattern);
    let unknown = |label: &str| NodeStyle {
        label: label.to_owned(),
        name: name.clone(),
        fill: paint_of(Color::default()),
    };
    match pattern {
        SymbolPattern::Any => unknown("✱"),
        SymbolPattern::AnyOf(_) => unknown("…"),
        SymbolPattern::Is(symbol) => alphabet.nodes.get(symbol).map_or_else(
            || unknown("?"),
            |known| NodeStyle {
                label: known.letters(symbol),
                name: symbol.clone(),
                fill: paint_of(alphabet.color_of_node(symbol)),
            },
        ),
    }
}
