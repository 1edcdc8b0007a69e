//! Mending symbols that the alphabet does not have.

use super::Fix;
use crate::base::{Diagnostic, nearest};
use crate::document::{AlphabetEdit, Content, Edit, Symbol, names_in_use, new_symbol};

/// The name that was meant, everywhere at once; or the symbol, made.
pub(super) fn fixes(diagnostic: &Diagnostic, content: &Content) -> Vec<Fix> {
    unknown(diagnostic, content).map_or_else(Vec::new, |symbol| {
        let meant = meant(content, &symbol).map(|by| {
            let edit = AlphabetEdit::Replace { symbol: symbol.clone(), by: by.to_owned() };
            Fix::new(format!("Use “{by}” instead"), Edit::Alphabet(edit))
        });
        let made = Fix::new(
            format!("Make the symbol “{}”", symbol.name()),
            Edit::Alphabet(new_symbol(&content.grammar, &symbol)),
        );
        meant.into_iter().chain([made]).collect()
    })
}

/// The symbol that the diagnostic is about: it is in use, unknown, and named in the message.
fn unknown(diagnostic: &Diagnostic, content: &Content) -> Option<Symbol> {
    let alphabet = &content.grammar.alphabet;
    let is_told = |words: &str, name: &str| diagnostic.message.contains(&format!("{words} \"{name}\""));
    let node = || {
        let names = names_in_use(content, true).into_iter().map(|(_, name)| name);
        let mut unknown = names.filter(|name| !alphabet.nodes.contains_key(name));
        unknown.find(|name| is_told("node symbol", name) || is_told("for the symbol", name))
    };
    let edge = || {
        let names = names_in_use(content, false).into_iter().map(|(_, name)| name);
        let mut unknown = names.filter(|name| !alphabet.edges.contains_key(name));
        unknown.find(|name| is_told("edge symbol", name))
    };
    node().map(Symbol::Node).or_else(|| edge().map(Symbol::Edge))
}

fn meant<'c>(content: &'c Content, symbol: &Symbol) -> Option<&'c str> {
    let alphabet = &content.grammar.alphabet;
    match symbol {
        Symbol::Node(name) => nearest(name, alphabet.nodes.keys().map(String::as_str)),
        Symbol::Edge(name) => nearest(name, alphabet.edges.keys().map(String::as_str)),
    }
}
