//! Fixes for kinds of sockets: edge symbols and legends of room sets must use the same names.

use super::{Fix, meant_by};
use crate::base::{Diagnostic, PathPart};
use crate::document::{
    AlphabetEdit, Content, Edit, Location, RoomsEdit, SetChange, Symbol, location_in_grammar,
};
use crate::mission::EdgeSymbol;
use crate::rooms::LegendEntry;

/// Returns a fix with the kind that was meant, for the edge symbol or the legend that names another one.
pub(super) fn fixes(diagnostic: &Diagnostic, content: &Content) -> Vec<Fix> {
    let Some(kind) = meant_by(diagnostic) else { return Vec::new() };
    let edit = match diagnostic.path.parts() {
        [PathPart::Field("legend"), PathPart::Character(character), ..] => {
            in_legend(diagnostic, content, *character, kind)
        }
        _ => at_edge(diagnostic, content, kind),
    };
    edit.map(|edit| Fix::new(format!("Use \"{kind}\" instead"), edit)).into_iter().collect()
}

fn at_edge(diagnostic: &Diagnostic, content: &Content, kind: &str) -> Option<Edit> {
    let Some(Location::Symbol(Symbol::Edge(symbol))) = location_in_grammar(diagnostic) else { return None };
    let known = content.grammar.alphabet.edges.get(&symbol)?;
    let value = EdgeSymbol { socket: Some(kind.to_owned()), ..known.clone() };
    Some(Edit::Alphabet(AlphabetEdit::SetEdge { symbol, what: "socket kind", value }))
}

fn in_legend(diagnostic: &Diagnostic, content: &Content, character: char, kind: &str) -> Option<Edit> {
    let file = diagnostic.file.as_deref()?.to_str()?;
    let set = content.rooms.iter().position(|rooms| rooms.path == file)?;
    let known = &content.rooms.get(set)?.set;
    let LegendEntry::Socket(socket) = known.legend.get(&character)? else { return None };
    let mut socket = socket.clone();
    socket.kind = Some(kind.to_owned());
    let (name, what) = (known.name.clone(), "kind");
    let change = SetChange::SetEntry { character, what, entry: LegendEntry::Socket(socket) };
    Some(Edit::Rooms(RoomsEdit::Set { set, name, change }))
}
