//! Kinds of sockets: edge symbols say which kind their passages use, legends of room sets which kind a socket is.

use std::collections::BTreeSet;

use super::{Alphabet, EdgeRole, EdgeSymbol, LegendEntry, RoomSet};
use crate::base::{Diagnostic, did_you_mean};

/// The kinds of sockets of a set, each with the character of the legend.
fn kinds(set: &RoomSet) -> impl Iterator<Item = (char, &str)> {
    set.legend.iter().filter_map(|(character, entry)| match entry {
        LegendEntry::Socket(socket) => socket.kind.as_deref().map(|kind| (*character, kind)),
        _ => None,
    })
}

/// Sockets that no passage can ever use.
pub(super) fn check_socket_kinds(alphabet: &Alphabet, set: &RoomSet) -> Vec<Diagnostic> {
    let wanted: BTreeSet<&str> =
        alphabet.edges.values().filter_map(|symbol| symbol.socket.as_deref()).collect();
    kinds(set)
        .filter(|(_, kind)| !wanted.contains(kind))
        .map(|(character, kind)| {
            let message =
                format!("No passage uses sockets of the kind \"{kind}\", so {character:?} is always closed.");
            let hint = did_you_mean(kind, wanted.iter().copied())
                .unwrap_or_else(|| format!("write socket: \"{kind}\" at an edge symbol of the alphabet"));
            let path = format!("legend[{character:?}].kind");
            Diagnostic::warning("unused-socket-kind", message).at(path).hint(hint)
        })
        .collect()
}

/// Edge symbols that name a kind which no room has.
pub(super) fn check_wanted_kinds(alphabet: &Alphabet, sets: &[&RoomSet]) -> Vec<Diagnostic> {
    let known: BTreeSet<&str> = sets.iter().flat_map(|set| kinds(set)).map(|(_, kind)| kind).collect();
    let check = |(name, symbol): (&String, &EdgeSymbol)| {
        let kind = symbol.socket.as_deref()?;
        let path = format!("alphabet.edges[{name:?}].socket");
        if symbol.role != EdgeRole::Passage {
            let message =
                format!("\"{name}\" names a kind of sockets, but it is a relation and never carved.");
            let warning = Diagnostic::warning("relation-socket", message).at(path);
            return Some(warning.hint("leave out socket"));
        }
        if known.contains(kind) {
            return None;
        }
        let message = format!("No room has a socket of the kind \"{kind}\", which \"{name}\" names.");
        let hint = did_you_mean(kind, known.iter().copied())
            .unwrap_or_else(|| format!("add '=': Socket(kind: \"{kind}\") to the legend of a room set"));
        Some(Diagnostic::warning("unknown-socket-kind", message).at(path).hint(hint))
    };
    alphabet.edges.iter().filter_map(check).collect()
}
