//! Fixes for symbols of the alphabet.

use super::{Fix, FixAction, parameters};
use crate::base::{Diagnostic, Remedy};
use crate::document::{AlphabetEdit, Content, Edit, Location, Symbol, location_in_grammar};
use crate::mission::{Door, EdgeRole, EdgeSymbol, NodeSymbol, PassageKind};

/// Returns fixes for a node symbol.
pub(super) fn node_fixes(diagnostic: &Diagnostic, content: &Content) -> Vec<Fix> {
    let Some(Location::Symbol(symbol)) = location_in_grammar(diagnostic) else { return Vec::new() };
    let Symbol::Node(name) = &symbol else {
        return if diagnostic.code == "unused-symbol" { vec![removal(&symbol)] } else { Vec::new() };
    };
    let Some(known) = content.grammar.alphabet.nodes.get(name) else { return Vec::new() };
    let set = |words: String, what, value| {
        let edit = AlphabetEdit::SetNode { symbol: name.clone(), what, value };
        vec![Fix::new(words, Edit::Alphabet(edit))]
    };
    let make_rooms = |words: String| vec![Fix { name: words, means: FixAction::RoomsFor(name.clone()) }];
    match diagnostic.code {
        "no-room-for-symbol" => make_rooms(format!("Make a plain room for \"{name}\"")),
        "no-card-for-symbol" => make_rooms(format!("Make plain cards for \"{name}\"")),
        "key-with-form" => {
            set("Make it an item".to_owned(), "built as", NodeSymbol { form: None, ..known.clone() })
        }
        "long-label" => {
            let label: String = known.label.chars().take(NodeSymbol::LONGEST_LABEL).collect();
            set(format!("Shorten it to \"{label}\""), "label", NodeSymbol { label, ..known.clone() })
        }
        "unused-symbol" => vec![removal(&symbol)],
        _ => {
            let mut value = known.clone();
            let mended = parameters::mend(&mut value, diagnostic);
            mended.map_or_else(Vec::new, |(words, what)| set(words, what, value))
        }
    }
}

/// Returns fixes for doorways that cannot all be built. The run may be outdated: a missing setting may have
/// been added since.
pub(super) fn stand_in_fixes(diagnostic: &Diagnostic, content: &Content) -> Vec<Fix> {
    let Some(Remedy::Set { at, .. }) = &diagnostic.remedy else { return Vec::new() };
    let known = at.keys().last().and_then(|name| content.grammar.alphabet.edges.get_key_value(name));
    let Some((symbol, known)) = known else { return Vec::new() };
    let value = known.with_stand_ins();
    if value == *known {
        return Vec::new();
    }
    let edit = AlphabetEdit::SetEdge { symbol: symbol.clone(), what: "passage", value };
    vec![Fix::new(format!("Let corridors replace \"{symbol}\""), Edit::Alphabet(edit))]
}

fn removal(symbol: &Symbol) -> Fix {
    let edit = Edit::Alphabet(AlphabetEdit::Remove(symbol.clone()));
    Fix::new(format!("Delete \"{}\"", symbol.name()), edit)
}

/// Returns fixes for an edge symbol.
pub(super) fn edge_fixes(diagnostic: &Diagnostic, content: &Content) -> Vec<Fix> {
    let Some(Location::Symbol(Symbol::Edge(name))) = location_in_grammar(diagnostic) else {
        return Vec::new();
    };
    let Some(known) = content.grammar.alphabet.edges.get(&name) else { return Vec::new() };
    let fix = |words: &str, what, value: EdgeSymbol| {
        let edit = AlphabetEdit::SetEdge { symbol: name.clone(), what, value };
        Fix::new(words, Edit::Alphabet(edit))
    };
    let both_ways =
        || fix("Let it be walked both ways", "one way", EdgeSymbol { one_way: false, ..known.clone() });
    let no_door = || fix("Give it a plain door", "door", EdgeSymbol { door: Door::Plain, ..known.clone() });
    let corridor =
        || fix("Make it a corridor", "passage", EdgeSymbol { kind: PassageKind::default(), ..known.clone() });
    match diagnostic.code {
        "drop-both-ways" => {
            let one_way = EdgeSymbol { one_way: true, ..known.clone() };
            vec![fix("Make it one way", "one way", one_way), no_door()]
        }
        "one-way-open" => vec![corridor(), both_ways()],
        "door-in-open" => vec![corridor(), no_door()],
        "relation-one-way" if known.role != EdgeRole::Passage => vec![both_ways()],
        "relation-door" if known.role != EdgeRole::Passage => vec![no_door()],
        _ => {
            let mut value = known.clone();
            let mended = parameters::mend(&mut value, diagnostic);
            mended.map(|(words, what)| fix(&words, what, value)).into_iter().collect()
        }
    }
}
