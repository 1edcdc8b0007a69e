//! Names of edits of drawn graphs in the list of steps.

use super::{Element, GraphEdit, node_ids};
use crate::grammar::{EdgeDirection, SymbolPattern};

impl GraphEdit {
    pub(in crate::document::edit) fn name(&self) -> String {
        match self {
            Self::Move { to, .. } => format!("Move {}", nodes(to.len())),
            Self::SetSited { nodes: ids, is_sited: true } => {
                format!("Let {} lie as drawn", nodes(ids.len()))
            }
            Self::SetSited { nodes: ids, is_sited: false } => {
                format!("Let the layout place {}", nodes(ids.len()))
            }
            Self::AddNode { .. } => "Add node".to_owned(),
            Self::Connect { .. } => "Connect two nodes".to_owned(),
            Self::ConnectNew { .. } => "Add connected node".to_owned(),
            Self::Insert { .. } => "Insert node".to_owned(),
            Self::SetSymbol { elements, symbol, .. } => {
                format!("Make {} {}", things(elements), in_words(symbol))
            }
            Self::SetDirection { edges, direction: EdgeDirection::FromTo, .. } => {
                format!("Make {} one way", counted(edges.len(), "edge"))
            }
            Self::SetDirection { edges, direction: EdgeDirection::EitherWay, .. } => {
                format!("Make {} either way", counted(edges.len(), "edge"))
            }
            Self::Reverse { edges, .. } => format!("Turn {} round", counted(edges.len(), "edge")),
            Self::Remove { elements, .. } => format!("Delete {}", things(elements)),
            Self::Keep { elements, is_kept: true, .. } => format!("Keep {}", things(elements)),
            Self::Keep { elements, is_kept: false, .. } => {
                format!("Let the rule delete {}", things(elements))
            }
            Self::Paste { fragment, .. } => format!("Paste {}", nodes(fragment.nodes.len())),
            Self::SetConditions { element: Element::Node(_), .. } => "Set conditions of a node".to_owned(),
            Self::SetConditions { element: Element::Edge(_), .. } => "Set conditions of an edge".to_owned(),
            Self::SetChanges { element: Element::Node(_), .. } => "Set changes of a node".to_owned(),
            Self::SetChanges { element: Element::Edge(_), .. } => "Set changes of an edge".to_owned(),
            Self::SetAttributes { element: Element::Node(_), .. } => "Set attributes of a node".to_owned(),
            Self::SetAttributes { element: Element::Edge(_), .. } => "Set attributes of an edge".to_owned(),
            Self::AddSide { .. } => "Add After".to_owned(),
            Self::RemoveSide { side, .. } => format!("Delete After {}", side.saturating_add(1)),
            Self::SetWeight { side, .. } => format!("Set weight of After {}", side.saturating_add(1)),
            Self::AddForbidden { .. } => "Add what must not be there".to_owned(),
            Self::RemoveForbidden { .. } => "Delete what must not be there".to_owned(),
            Self::WithSymbol { symbol, edit } => {
                format!("{}, with the new symbol \"{}\"", edit.name(), symbol.name())
            }
            Self::SetStart { what, .. } => what.clone(),
        }
    }
}

fn nodes(count: usize) -> String {
    counted(count, "node")
}

fn counted(count: usize, noun: &str) -> String {
    match count {
        1 if noun.starts_with('e') => format!("an {noun}"),
        1 => format!("a {noun}"),
        count => format!("{count} {noun}s"),
    }
}

/// Counts elements: "a node", "2 edges", "3 elements".
fn things(elements: &[Element]) -> String {
    let nodes = node_ids(elements).count();
    match elements.len() - nodes {
        0 => counted(nodes, "node"),
        edges if nodes == 0 => counted(edges, "edge"),
        edges => counted(nodes + edges, "element"),
    }
}

fn in_words(symbol: &SymbolPattern) -> String {
    match symbol {
        SymbolPattern::Any => "any symbol".to_owned(),
        SymbolPattern::Is(name) => format!("\"{name}\""),
        SymbolPattern::AnyOf(names) => format!("\"{}\"", names.join("\" or \"")),
    }
}
