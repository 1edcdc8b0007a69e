//! Checks a room set, alone and together with the alphabet and the other sets.

mod boards;
mod cards;
mod picture;
mod sockets;

use std::collections::{BTreeMap, BTreeSet};

use boards::check_boards;
pub(crate) use boards::symbols_without_sure_cards;
use cards::check_use;
use picture::check_picture;
use sockets::{check_named_kinds, check_socket_kinds, check_wanted_kinds, check_ways_in};

use crate::base::{Diagnostic, PathRef, Severity, Suggester, ValuePath, columns, hint_at};
use crate::mission::{Alphabet, Form, NodeSymbol};
use crate::rooms::{LegendEntry, RoomSet, RoomTemplate, SocketEntry, TileLook};

/// Names of tiles that levels use by themselves.
pub const RESERVED_TILE_NAMES: [&str; 6] = ["wall", "floor", "door", "gate", "drop", "secret door"];

/// Returns all mistakes of a room set by itself; paths are those of the room set.
pub fn check_room_set(set: &RoomSet) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    check_format(set, &mut found);
    check_tiles(set, &mut found);
    check_placed(set, &mut found);
    check_seen(set, &mut found);
    let has_sockets = set.legend.values().any(|entry| matches!(entry, LegendEntry::Socket(_)));
    if set.rooms.is_empty() {
        found.push(Diagnostic::warning("no-rooms", "There is no room in this set.").at("rooms"));
    } else if !has_sockets && set.rooms.iter().any(|room| room.card.is_none()) {
        let hint = "Add a character for sockets, for example +.";
        found.push(
            Diagnostic::error("no-sockets", "No character of the legend is a socket.")
                .at("legend")
                .hint(hint),
        );
    }
    found.extend(check_named_kinds(set));
    check_names(set, &mut found);
    for (index, room) in set.rooms.iter().enumerate() {
        let path = PathRef::ROOT.item("rooms", index);
        check_room(room, path, &mut found);
        check_picture(set, room, path, has_sockets, &mut found);
    }
    found
}

/// Mistakes of room sets in combination with each other and with their alphabet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomFindings {
    /// Mistakes in the grammar, with paths of the grammar.
    pub grammar: Vec<Diagnostic>,
    /// Mistakes of each room set, in their order, with paths of the room set.
    pub sets: Vec<Vec<Diagnostic>>,
}

/// Checks room sets together with each other and with their alphabet.
///
/// Reports unknown symbols, symbols without a room, and names used in two sets.
pub fn check_rooms_for(alphabet: &Alphabet, sets: &[&RoomSet]) -> RoomFindings {
    let mut findings = RoomFindings { grammar: check_coverage(alphabet, sets), sets: Vec::new() };
    findings.grammar.extend(check_boards(alphabet, sets));
    let suggester = Suggester::default();
    findings.grammar.extend(check_wanted_kinds(alphabet, sets, &suggester));
    for (index, set) in sets.iter().enumerate() {
        let earlier = sets.get(..index).unwrap_or_default();
        let mut found = check_symbols(alphabet, set, &suggester);
        found.extend(check_beside(earlier, set));
        found.extend(check_socket_kinds(alphabet, set, &suggester));
        found.extend(check_ways_in(alphabet, set));
        findings.sets.push(found);
    }
    findings
}

fn check_format(set: &RoomSet, found: &mut Vec<Diagnostic>) {
    if set.format != RoomSet::FORMAT {
        let message = format!(
            "This room set has format {}, but this version of the program reads format {}.",
            set.format,
            RoomSet::FORMAT
        );
        let newer = "Open it with the version of the program that wrote it.".to_owned();
        let hint = if set.format > RoomSet::FORMAT {
            newer
        } else {
            format!("Set the format to {}.", RoomSet::FORMAT)
        };
        found.push(Diagnostic::error("wrong-format", message).at("format").hint(hint));
    }
}

/// A tile: where it is defined, its look, and `true` if a walker can step on it.
pub type DefinedTile<'a> = (ValuePath, &'a TileLook, bool);

/// Returns all tiles of a set. If a name occurs twice, the first one is used.
pub fn tiles(set: &RoomSet) -> Vec<DefinedTile<'_>> {
    let of_legend = set.legend.iter().filter_map(|(character, entry)| {
        let path = PathRef::ROOT.character("legend", *character);
        match entry {
            LegendEntry::Ground(look) => Some((path.into(), look, true)),
            LegendEntry::Obstacle(look) => Some((path.into(), look, false)),
            LegendEntry::Socket(SocketEntry { blocker, .. }) => {
                blocker.as_ref().map(|look| (path.field("blocker").into(), look, false))
            }
            LegendEntry::Entity(placed) | LegendEntry::Marker(placed) => {
                placed.on.as_ref().map(|look| (path.field("on").into(), look, true))
            }
            LegendEntry::Wall | LegendEntry::Floor | LegendEntry::Nothing => None,
        }
    });
    let blocker = ("blocker".into(), &set.blocker, false);
    std::iter::once(blocker).chain(of_legend).collect()
}

/// Returns the names of all tiles that levels of these sets and this alphabet can have, without duplicates.
pub fn tile_names<'a>(alphabet: Option<&'a Alphabet>, sets: &[&'a RoomSet]) -> Vec<&'a str> {
    let of_sets = sets.iter().flat_map(|set| tiles(set)).map(|(_, look, _)| look.name.as_str());
    let of_passes = alphabet.into_iter().flat_map(|alphabet| alphabet.tiles.keys()).map(String::as_str);
    let mut known = BTreeSet::new();
    let names = RESERVED_TILE_NAMES.into_iter().chain(of_sets).chain(of_passes);
    names.filter(|name| known.insert(*name)).collect()
}

fn check_tiles(set: &RoomSet, found: &mut Vec<Diagnostic>) {
    let mut known = KnownTiles::new();
    for (path, look, walkable) in tiles(set) {
        if look.name.trim().is_empty() {
            let hint = "Give it a name that tells your game what lies there.";
            found.push(Diagnostic::error("empty-tile-name", "This tile has no name.").at(&path).hint(hint));
        } else if RESERVED_TILE_NAMES.contains(&look.name.as_str()) {
            let message = format!("The name \"{}\" belongs to the level's own tiles.", look.name);
            let hint = "Give this tile another name.";
            found.push(Diagnostic::error("reserved-tile-name", message).at(&path).hint(hint));
        }
        let first = *known.entry(&look.name).or_insert((look, walkable));
        found.extend(check_tile_beside(first, &path, look, walkable));
    }
}

fn check_placed(set: &RoomSet, found: &mut Vec<Diagnostic>) {
    for (character, entry) in &set.legend {
        let what = match entry {
            LegendEntry::Entity(placed) if placed.kind.trim().is_empty() => "entity",
            LegendEntry::Marker(placed) if placed.kind.trim().is_empty() => "marker",
            _ => continue,
        };
        let message = format!("This {what} has no kind.");
        let hint = "Choose a kind that your game knows, for example chest.";
        found.push(
            Diagnostic::error("empty-kind", message)
                .at(PathRef::ROOT.character("legend", *character))
                .hint(hint),
        );
    }
}

/// Reports characters of pictures that are invisible.
fn check_seen(set: &RoomSet, found: &mut Vec<Diagnostic>) {
    for character in set.legend.keys().filter(|character| columns(**character) == 0) {
        let message =
            format!("Nobody can see {character:?} in a picture, or tell it apart from its neighbours.");
        let hint = "Use a letter or another visible character.";
        found.push(
            Diagnostic::warning("unseen-character", message)
                .at(PathRef::ROOT.character("legend", *character))
                .hint(hint),
        );
    }
}

/// Tiles by name: the look, and `true` if a walker can step on it.
type KnownTiles<'a> = BTreeMap<&'a str, (&'a TileLook, bool)>;

/// Compares a tile with the first one of its name.
fn check_tile_beside(
    (other, other_walkable): (&TileLook, bool),
    path: &ValuePath,
    look: &TileLook,
    walkable: bool,
) -> Option<Diagnostic> {
    let difference = if other_walkable != walkable {
        "you can walk on one, but not on the other"
    } else if other.color != look.color {
        "they have different colours"
    } else {
        return None;
    };
    let message = format!("Two tiles have the name \"{}\": {difference}.", look.name);
    Some(Diagnostic::error("conflicting-tiles", message).at(path).hint("Rename one of them."))
}

fn check_names(set: &RoomSet, found: &mut Vec<Diagnostic>) {
    let mut names = BTreeSet::new();
    for (index, room) in set.rooms.iter().enumerate() {
        let path = PathRef::ROOT.item("rooms", index);
        let path = path.field("name");
        if room.name.trim().is_empty() {
            found.push(
                Diagnostic::error("empty-room-name", "This room has no name.").at(path).hint("Name it."),
            );
        } else if !names.insert(room.name.as_str()) {
            found.push(duplicate_room(&room.name, "this set").at(path));
        }
    }
}

fn duplicate_room(name: &str, place: &str) -> Diagnostic {
    let message = format!("There is already a room named \"{name}\" in {place}.");
    Diagnostic::error("duplicate-room-name", message).hint("Give each room a name of its own.")
}

fn check_room(room: &RoomTemplate, path: PathRef<'_>, found: &mut Vec<Diagnostic>) {
    if room.weight == 0 {
        let message = format!("\"{}\" has the weight 0, so it is never chosen.", room.name);
        let hint = "Raise the weight to 1 or more.";
        found.push(Diagnostic::warning("never-chosen", message).at(path.field("weight")).hint(hint));
    }
    if room.at_most == Some(0) {
        let message = format!("\"{}\" may be used at most 0 times, so it is never chosen.", room.name);
        let hint = "Raise the limit to 1 or more.";
        found.push(Diagnostic::warning("never-chosen", message).at(path.field("at_most")).hint(hint));
    }
}

fn check_symbols(alphabet: &Alphabet, set: &RoomSet, suggester: &Suggester) -> Vec<Diagnostic> {
    let check = |(index, room): (usize, &RoomTemplate)| {
        let path = PathRef::ROOT.item("rooms", index);
        let path = path.field("symbol");
        match alphabet.nodes.get(&room.symbol) {
            None => {
                let message = format!(
                    "\"{}\" is for the symbol \"{}\", which the alphabet does not have.",
                    room.name, room.symbol
                );
                let near = suggester.nearest(&room.symbol, alphabet.nodes.keys().map(String::as_str));
                let subject = PathRef::ROOT.field("alphabet");
                // Two grammars may share a set. But a name close to one of the alphabet is probably misspelt.
                let severity = if near.is_some() { Severity::Warning } else { Severity::Note };
                let hint = near
                    .map_or_else(|| "Choose another symbol.".to_owned(), |near| hint_at(near, &room.symbol));
                let unknown = Diagnostic::new(severity, "unknown-symbol", message);
                let unknown = unknown.about(subject.entry("nodes", &room.symbol)).at(path);
                Some(unknown.hint(hint).meant(near))
            }
            Some(symbol) => check_use(room, symbol, path),
        }
    };
    set.rooms.iter().enumerate().filter_map(check).collect()
}

fn check_coverage(alphabet: &Alphabet, sets: &[&RoomSet]) -> Vec<Diagnostic> {
    let can_be_chosen = |room: &&RoomTemplate| room.card.is_none() && room.is_usable();
    let rooms = sets.iter().flat_map(|set| &set.rooms).filter(can_be_chosen);
    let with_room: BTreeSet<&str> = rooms.map(|room| room.symbol.as_str()).collect();
    let wants_room = |symbol: &NodeSymbol| symbol.all_forms().any(Form::wants_room);
    let lacks_room =
        |(name, symbol): &(&String, &NodeSymbol)| wants_room(symbol) && !with_room.contains(name.as_str());
    let lacking = alphabet.nodes.iter().filter(lacks_room);
    lacking
        .map(|(name, _)| {
            let hint = format!("Draw a room for \"{name}\" in a room set.");
            let error = Diagnostic::error("no-room-for-symbol", format!("No room is drawn for \"{name}\"."));
            let path = PathRef::ROOT.field("alphabet");
            error.at(path.entry("nodes", name).field("form")).hint(hint)
        })
        .collect()
}

/// Reports parts of a set that conflict with an earlier set.
fn check_beside(earlier: &[&RoomSet], set: &RoomSet) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut known = KnownTiles::new();
    for (_, look, walkable) in earlier.iter().flat_map(|set| tiles(set)) {
        known.entry(&look.name).or_insert((look, walkable));
    }
    for (path, look, walkable) in tiles(set) {
        // Compares with earlier sets only, because conflicts within a set are reported already.
        let first = known.get(look.name.as_str());
        found.extend(first.and_then(|first| check_tile_beside(*first, &path, look, walkable)));
    }
    let names: BTreeSet<&str> =
        earlier.iter().flat_map(|set| &set.rooms).map(|room| room.name.as_str()).collect();
    for (index, room) in set.rooms.iter().enumerate().filter(|(_, room)| names.contains(room.name.as_str())) {
        let path = PathRef::ROOT.item("rooms", index);
        found.push(duplicate_room(&room.name, "another set").at(path.field("name")));
    }
    found
}
