//! Fixes for symbols that the alphabet lacks.

use super::{Fix, meant_by};
use crate::base::Diagnostic;
use crate::document::{AlphabetEdit, Content, Edit, Location, Symbol, location_of_subject, new_symbol};

/// Returns fixes: the name that was meant, replaced everywhere, or a new symbol with the missing name.
pub(super) fn fixes(diagnostic: &Diagnostic, content: &Content) -> Vec<Fix> {
    let Some(Location::Symbol(symbol)) = location_of_subject(diagnostic) else { return Vec::new() };
    let alphabet = &content.grammar.alphabet;
    let is_known = |name: &str| match symbol {
        Symbol::Node(_) => alphabet.nodes.contains_key(name),
        Symbol::Edge(_) => alphabet.edges.contains_key(name),
    };
    if is_known(symbol.name()) {
        return Vec::new();
    }
    let meant = meant_by(diagnostic).filter(|name| is_known(name)).map(|by| {
        let edit = AlphabetEdit::Replace { symbol: symbol.clone(), by: by.to_owned() };
        Fix::new(format!("Use \"{by}\" instead"), Edit::Alphabet(edit))
    });
    let made = Fix::new(
        format!("Make the symbol \"{}\"", symbol.name()),
        Edit::Alphabet(new_symbol(&content.grammar, &symbol.clone().into())),
    );
    meant.into_iter().chain([made]).collect()
}
