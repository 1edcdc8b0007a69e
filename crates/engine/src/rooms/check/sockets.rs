//! Checks the kinds of sockets.
//!
//! Edge symbols name the kind that their passages use, and legends of room sets name the kind of a socket.

use std::collections::BTreeSet;

use crate::base::{Diagnostic, PathRef, Suggester, hint_at};
use crate::mission::{Alphabet, EdgeRole, EdgeSymbol};
use crate::rooms::{LegendEntry, RoomSet, RoomTemplate};

/// Returns the kinds of sockets of a set, with their legend characters.
fn kinds(set: &RoomSet) -> impl Iterator<Item = (char, &str)> {
    set.legend.iter().filter_map(|(character, entry)| match entry {
        LegendEntry::Socket(socket) => socket.kind.as_deref().map(|kind| (*character, kind)),
        _ => None,
    })
}

/// Reports sockets that no passage can ever use.
pub(super) fn check_socket_kinds(
    alphabet: &Alphabet,
    set: &RoomSet,
    suggester: &Suggester,
) -> Vec<Diagnostic> {
    let wanted: BTreeSet<&str> =
        alphabet.edges.values().filter_map(|symbol| symbol.socket.as_deref()).collect();
    let unused = kinds(set).filter(|(_, kind)| !is_blank(kind) && !wanted.contains(kind));
    unused
        .map(|(character, kind)| {
            let message =
                format!("No passage uses sockets of the kind \"{kind}\", so {character:?} is always closed.");
            let near = suggester.nearest(kind, wanted.iter().copied());
            let hint = near.map_or_else(
                || format!("Choose the kind \"{kind}\" for an edge symbol."),
                |near| hint_at(near, kind),
            );
            let path = PathRef::ROOT.character("legend", character);
            let unused = Diagnostic::warning("unused-socket-kind", message).at(path.field("kind"));
            unused.hint(hint).meant(near)
        })
        .collect()
}

/// Reports sockets whose kind is blank.
pub(super) fn check_named_kinds(set: &RoomSet) -> Vec<Diagnostic> {
    let empty = kinds(set).filter(|(_, kind)| is_blank(kind));
    let hint = "Name the kind.";
    let path = |character| PathRef::ROOT.character("legend", character);
    empty.map(|(character, _)| empty_kind(path(character).field("kind")).hint(hint)).collect()
}

fn empty_kind(path: PathRef<'_>) -> Diagnostic {
    Diagnostic::warning("empty-socket-kind", "This kind of socket has no name.").at(path)
}

fn is_blank(kind: &str) -> bool {
    kind.trim().is_empty()
}

/// Reports rooms that no passage of the alphabet can enter, because none of their sockets fits one.
pub(super) fn check_ways_in(alphabet: &Alphabet, set: &RoomSet) -> Vec<Diagnostic> {
    let passages = || alphabet.edges.values().filter(|symbol| symbol.role == EdgeRole::Passage);
    // A passage whose kind a room lacks takes the sockets without a kind.
    let is_used = |kind: Option<&str>| match kind {
        None => true,
        Some(kind) => passages().any(|symbol| symbol.socket.as_deref() == Some(kind)),
    };
    let is_closed = |room: &RoomTemplate| {
        let sockets: Vec<_> = room.sockets(&set.legend).collect();
        !sockets.is_empty() && !sockets.iter().any(|(_, entry)| is_used(entry.kind.as_deref()))
    };
    let closed = set.rooms.iter().enumerate().filter(|(_, room)| is_closed(room));
    closed
        .map(|(index, room)| {
            let message = format!(
                "No passage can lead into \"{}\", because no edge symbol names a kind of its sockets.",
                room.name
            );
            let hint = "Draw a socket without a kind.";
            let path = PathRef::ROOT.item("rooms", index);
            Diagnostic::warning("no-way-in", message).at(path.field("picture")).hint(hint)
        })
        .collect()
}

/// Reports edge symbols that name a kind no room has.
pub(super) fn check_wanted_kinds(
    alphabet: &Alphabet,
    sets: &[&RoomSet],
    suggester: &Suggester,
) -> Vec<Diagnostic> {
    let known: BTreeSet<&str> = sets.iter().flat_map(|set| kinds(set)).map(|(_, kind)| kind).collect();
    let check = |(name, symbol): (&String, &EdgeSymbol)| {
        let kind = symbol.socket.as_deref()?;
        let path = PathRef::ROOT.field("alphabet");
        let path = path.entry("edges", name);
        let path = path.field("socket");
        if symbol.role != EdgeRole::Passage {
            let message = format!(
                "\"{name}\" names a kind of socket, but it is a relation and never becomes a passage."
            );
            let warning = Diagnostic::warning("relation-socket", message).at(path);
            return Some(warning.hint("Remove the socket kind."));
        }
        if is_blank(kind) {
            return Some(empty_kind(path).hint("Name the kind that a room set gives its sockets."));
        }
        if known.contains(kind) {
            return None;
        }
        let message = format!("No room has a socket of the kind \"{kind}\", which \"{name}\" names.");
        let near = suggester.nearest(kind, known.iter().copied());
        let hint = near.map_or_else(
            || format!("Add a socket of the kind \"{kind}\" to the legend of a room set."),
            |near| hint_at(near, kind),
        );
        Some(Diagnostic::warning("unknown-socket-kind", message).at(path).hint(hint).meant(near))
    };
    alphabet.edges.iter().filter_map(check).collect()
}
