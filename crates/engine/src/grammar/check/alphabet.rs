//! Mistakes in the alphabet.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;

use crate::base::{Diagnostic, PathRef, Severity, appearance, difference_of_lookalikes};
use crate::grammar::check_values::{check_name, check_parameters};
use crate::mission::{
    Alphabet, Attributes, Cave, Door, EdgeRole, EdgeSymbol, Form, FormChoice, KindChoice, NodeRole,
    NodeSymbol, PassageKind, Room, Walkers,
};
use crate::rooms::RESERVED_TILE_NAMES;

/// Maximum number of symbols of a kind.
const MOST_SYMBOLS: usize = 65_535;

pub(super) fn check_alphabet(alphabet: &Alphabet, found: &mut Vec<Diagnostic>) {
    let path = PathRef::ROOT.field("alphabet");
    check_count(found, path.field("nodes"), "node", alphabet.nodes.len());
    for (name, symbol) in &alphabet.nodes {
        check_node(name, symbol, path.entry("nodes", name), found);
    }
    check_alike(found, "nodes", alphabet.nodes.keys());
    check_count(found, path.field("edges"), "edge", alphabet.edges.len());
    for (name, symbol) in &alphabet.edges {
        check_edge(name, symbol, path.entry("edges", name), found);
    }
    check_alike(found, "edges", alphabet.edges.keys());
}

/// Checks the tables of entities and tiles.
pub(super) fn check_tables(alphabet: &Alphabet, found: &mut Vec<Diagnostic>) {
    let above = PathRef::ROOT.field("alphabet");
    for (name, entity) in &alphabet.entities {
        let path = above.entry("entities", name);
        check_name(found, path, "An entity", name);
        check_attributes(format_args!("\"{name}\""), &entity.attributes, path, found);
    }
    for name in alphabet.tiles.keys() {
        let path = above.entry("tiles", name);
        check_name(found, path, "A tile", name);
        if RESERVED_TILE_NAMES.contains(&name.as_str()) {
            let message = format!("The name \"{name}\" is reserved for the level's own tiles.");
            let error = Diagnostic::error("reserved-tile-name", message).at(path);
            found.push(error.hint("Give this tile another name."));
        }
    }
}

/// Warns of names that look the same.
fn check_alike<'a>(
    found: &mut Vec<Diagnostic>,
    kind: &'static str,
    names: impl Iterator<Item = &'a String> + Clone,
) {
    if names.clone().all(|name| name.is_ascii()) {
        return;
    }
    let mut known: BTreeMap<String, &str> = BTreeMap::new();
    for name in names {
        let first = *known.entry(appearance(name)).or_insert(name);
        if let Some((there, here)) = difference_of_lookalikes(first, name) {
            let message = format!(
                "Two symbols look the same, \"{name}\": this one has {here} in place of {there} in the first."
            );
            let warning = Diagnostic::warning("names-look-alike", message);
            let alphabet = PathRef::ROOT.field("alphabet");
            found.push(warning.at(alphabet.entry(kind, name)).hint("Rename one of them."));
        }
    }
}

fn check_count(found: &mut Vec<Diagnostic>, path: PathRef<'_>, kind: &str, count: usize) {
    if count > MOST_SYMBOLS {
        let message =
            format!("The alphabet has {count} {kind} symbols, but at most {MOST_SYMBOLS} are possible.");
        found.push(
            Diagnostic::error("too-many-symbols", message)
                .at(path)
                .hint("Delete the symbols that you do not use."),
        );
    }
}

fn check_node(name: &str, symbol: &NodeSymbol, path: PathRef<'_>, found: &mut Vec<Diagnostic>) {
    check_name(found, path, "A node symbol", name);
    let length = symbol.label.chars().count();
    let most = NodeSymbol::LONGEST_LABEL;
    if length > most {
        let message = format!(
            "The label \"{}\" of \"{name}\" has {length} letters, but the circle has room for at most {most}.",
            symbol.label
        );
        let warning = Diagnostic::warning("long-label", message).at(path.field("label"));
        found.push(warning.hint("Use one to three letters."));
    }
    check_role(name, symbol, path, found);
    check_parameters(found, path, format_args!("\"{name}\""), &mut symbol.clone());
    if let Some(form) = &symbol.form {
        check_form(name, form, path.field("form"), found);
    }
    for (position, FormChoice { attribute, form, .. }) in symbol.forms.iter().enumerate() {
        let path = path.item("forms", position);
        check_name(
            found,
            path.field("attribute"),
            format_args!("The attribute that chooses a form of \"{name}\""),
            attribute,
        );
        check_form(name, form, path.field("form"), found);
    }
    if symbol.form.is_none() && !symbol.forms.is_empty() {
        let message = format!("\"{name}\" is an item, so its forms by value are ignored.");
        let warning = Diagnostic::warning("forms-of-item", message).at(path.field("forms"));
        found.push(warning.hint("Choose a form for all other values."));
    }
    check_attributes(format_args!("\"{name}\""), &symbol.attributes, path, found);
}

fn check_form(name: &str, form: &Form, path: PathRef<'_>, found: &mut Vec<Diagnostic>) {
    match form {
        Form::Room(room) => {
            check_room_chance(name, room, path, found);
            if let Some(cave) = &room.otherwise {
                check_cave(name, cave, path.field("otherwise"), found);
            }
        }
        Form::Walkers(walkers) => check_walkers(name, walkers, path, found),
        Form::Cards(cards) if cards.drops_percent > 0 && cards.loops_percent == 0 => {
            let message = format!(
                "\"{name}\" makes {} % of its loops drops, but it has no loops.",
                cards.drops_percent
            );
            let warning = Diagnostic::warning("drops-without-loops", message).at(path.field("drops_percent"));
            found.push(warning.hint("Raise the share of loops."));
        }
        Form::Cave(cave) => check_cave(name, cave, path, found),
        Form::Hall(_) | Form::Cards(_) => {}
    }
}

/// The shares of walls, in percent, between which an automaton grows caves.
///
/// With fewer walls, smoothing leaves nearly everything open; with more, nearly nothing.
const CAVE_LIKE_PERCENT: RangeInclusive<u32> = 30..=65;

/// Notes settings with which a cave does not look like one.
fn check_cave(name: &str, cave: &Cave, path: PathRef<'_>, found: &mut Vec<Diagnostic>) {
    let note = |code, message| Diagnostic::new(Severity::Note, code, message);
    let percent = cave.wall_percent;
    if Cave::wall_percent().range().contains(&percent) && !CAVE_LIKE_PERCENT.contains(&percent) {
        let effect = if percent < *CAVE_LIKE_PERCENT.start() {
            "so it fills nearly its whole circle"
        } else {
            "so little of it is left besides the paths to its passages"
        };
        let message = format!("\"{name}\" begins with {percent} % walls, {effect}.");
        let hint = format!(
            "Choose {} to {} % for cave-like shapes.",
            CAVE_LIKE_PERCENT.start(),
            CAVE_LIKE_PERCENT.end()
        );
        found.push(note("unusual-wall-percent", message).at(path.field("wall_percent")).hint(hint));
    }
    if cave.smoothing == 0 {
        let message = format!("\"{name}\" is not smoothed, so its walls are noise.");
        let hint = "Choose 1 or more smoothing steps; 4 are usual.";
        found.push(note("unsmoothed-cave", message).at(path.field("smoothing")).hint(hint));
    }
}

/// Warns of a room that is not always there, if the grammar does not name the alternative.
fn check_room_chance(name: &str, room: &Room, path: PathRef<'_>, found: &mut Vec<Diagnostic>) {
    if room.chance_percent < 100 && room.otherwise.is_none() {
        let message =
            format!("\"{name}\" is not always a room. Its other places become caves with default settings.");
        let warning = Diagnostic::warning("room-or-default-cave", message).at(path.field("chance_percent"));
        found.push(warning.hint("Choose \"Always a room\"."));
    }
}

/// Warns of walkers whose numbers contradict each other.
fn check_walkers(name: &str, walkers: &Walkers, path: PathRef<'_>, found: &mut Vec<Diagnostic>) {
    if !Walkers::reach().range().contains(&walkers.reach) {
        // A reach out of its range is reported elsewhere, and may have too many cells to count.
        return;
    }
    let within = walkers.floors_in_reach();
    if u64::from(walkers.floors) > within {
        let message = format!(
            "\"{name}\" has {} floors, but only {within} fit within its reach of {}. It becomes a full disc.",
            walkers.floors, walkers.reach
        );
        let warning = Diagnostic::warning("more-floors-than-cells", message).at(path.field("floors"));
        found.push(warning.hint("Lower the number of floors."));
    }
    let turns = [walkers.left_percent, walkers.right_percent, walkers.back_percent];
    let blocks = [walkers.block_2_percent, walkers.block_3_percent];
    for (what, chances) in [("turns", &turns[..]), ("blocks", &blocks)] {
        let sum: u64 = chances.iter().copied().map(u64::from).sum();
        if sum > 100 {
            let message = format!(
                "The chances of the {what} of \"{name}\" add up to {sum} %, so the last one is cut off."
            );
            let warning = Diagnostic::warning("chances-above-100", message).at(path);
            found.push(warning.hint("Lower them until they add up to at most 100 %."));
        }
    }
}

/// Reports values without a name; `of` names their owner within a sentence.
pub(super) fn check_attributes(
    of: impl Display,
    attributes: &Attributes,
    path: PathRef<'_>,
    found: &mut Vec<Diagnostic>,
) {
    for attribute in attributes.keys() {
        let path = path.entry("attributes", attribute);
        check_name(found, path, format_args!("An attribute of {of}"), attribute);
    }
}

fn check_role(name: &str, symbol: &NodeSymbol, path: PathRef<'_>, found: &mut Vec<Diagnostic>) {
    match (symbol.role, &symbol.form) {
        (Some(NodeRole::Key), Some(form)) => {
            let message = format!(
                "\"{name}\" is a key, but it is also a place ({}), so nobody can pick it up.",
                form.technique()
            );
            let warning = Diagnostic::warning("key-with-form", message).at(path.field("form"));
            found.push(warning.hint("Set \"Built as\" to \"None: an item\"."));
        }
        (Some(role @ (NodeRole::Start | NodeRole::Goal | NodeRole::Lock)), None) => {
            let message = format!("\"{name}\" has the role {role}, but no form, so it becomes no place.");
            let warning = Diagnostic::warning("place-without-form", message).at(path);
            found.push(warning.hint("Give it a form: a cave, a room or a hall."));
        }
        (None | Some(_), None | Some(_)) => {}
    }
}

/// Returns `true` if a passage of the symbol can be an open border.
fn may_be_open(symbol: &EdgeSymbol) -> bool {
    symbol.all_kinds().any(|kind| match kind {
        PassageKind::Open => true,
        PassageKind::Corridor { .. } | PassageKind::Doorway { .. } => false,
    })
}

fn check_door(name: &str, symbol: &EdgeSymbol, path: PathRef<'_>, found: &mut Vec<Diagnostic>) {
    let path = path.field("door");
    let door = if symbol.door == Door::Gap { "gap" } else { symbol.door.tile_name() };
    match (symbol.door, symbol.role, may_be_open(symbol)) {
        (Door::Plain, _, _) | (Door::Gap, EdgeRole::Passage, _) => {}
        (_, EdgeRole::Opens | EdgeRole::Contains | EdgeRole::Other, _) => {
            let message =
                format!("\"{name}\" has a {door}, but it is a relation and never becomes a passage.");
            found.push(Diagnostic::warning("relation-door", message).at(path).hint("Remove the door."));
        }
        (_, EdgeRole::Passage, true) => {
            let message = format!("\"{name}\" is an open border, which has no place for a {door}.");
            let error = Diagnostic::error("door-in-open", message).at(path);
            found.push(error.hint("Make it a corridor."));
        }
        (Door::Drop, EdgeRole::Passage, _) if !symbol.one_way => {
            let message = format!("\"{name}\" is a drop, but you can walk it both ways.");
            found.push(Diagnostic::error("drop-both-ways", message).at(path).hint("Make it one way."));
        }
        (_, EdgeRole::Passage, false) => {}
    }
}

/// Warns of a corridor with bends that also wanders: it swings to the sides, and its bends are not counted.
fn check_winding(name: &str, kind: &PassageKind, path: PathRef<'_>, found: &mut Vec<Diagnostic>) {
    match kind {
        PassageKind::Corridor { bends, wander, .. } if *bends > 0 && *wander > 0 => {
            let message = format!(
                "\"{name}\" asks for {bends} bends, but a corridor that wanders ignores them: its wander is {wander} %."
            );
            let warning = Diagnostic::warning("bends-ignored", message).at(path.field("bends"));
            found.push(warning.hint("Set the wander to 0."));
        }
        PassageKind::Corridor { .. } | PassageKind::Open | PassageKind::Doorway { .. } => {}
    }
}

fn check_edge(name: &str, symbol: &EdgeSymbol, path: PathRef<'_>, found: &mut Vec<Diagnostic>) {
    check_name(found, path, "An edge symbol", name);
    check_attributes(format_args!("\"{name}\""), &symbol.attributes, path, found);
    check_parameters(found, path, format_args!("\"{name}\""), &mut symbol.clone());
    check_winding(name, &symbol.kind, path.field("kind"), found);
    for (position, KindChoice { attribute, kind, .. }) in symbol.kinds.iter().enumerate() {
        let path = path.item("kinds", position);
        let what = format_args!("The attribute that chooses a passage of \"{name}\"");
        check_name(found, path.field("attribute"), what, attribute);
        check_winding(name, kind, path.field("kind"), found);
    }
    check_door(name, symbol, path, found);
    if !symbol.one_way {
        return;
    }
    let path = path.field("one_way");
    match (symbol.role, may_be_open(symbol)) {
        (EdgeRole::Passage, false) => {}
        (EdgeRole::Passage, true) => {
            let message = format!("\"{name}\" is one way, but it is an open border, which has no direction.");
            let error = Diagnostic::error("one-way-open", message).at(path);
            found.push(error.hint("Make it a corridor."));
        }
        (EdgeRole::Opens | EdgeRole::Contains | EdgeRole::Other, _) => {
            let message = format!("\"{name}\" is one way, but it is a relation, so nobody walks along it.");
            let warning = Diagnostic::warning("relation-one-way", message).at(path);
            found.push(warning.hint("Turn off one way."));
        }
    }
}
