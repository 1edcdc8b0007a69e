//! Extends the legend of a room set during an import: each tile of a source gets a character.
//!
//! Existing characters are used where possible; missing entries are added. If the set has the same name for
//! another kind of tile, the tile gets a number after its name. The set thus stays free of errors.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use crate::base::{Color, columns};
use crate::import::drawing::{CellMeaning, Remarks};
use crate::rooms::{LegendEntry, RESERVED_TILE_NAMES, RoomSet, SocketEntry, TileLook, tiles_of_set};
use crate::space::free_character;

/// Names of tiles that are taken, and new names for tiles of the source.
#[derive(Clone)]
pub(super) struct TileNames {
    /// Colour and walkability of each name.
    known: BTreeMap<String, (Color, bool)>,
    /// New names, by old name and walkability.
    renamed: BTreeMap<(String, bool), String>,
}

impl TileNames {
    pub fn of(set: &RoomSet) -> Self {
        let mut known = BTreeMap::new();
        for (_, look, is_walkable) in tiles_of_set(set) {
            known.entry(look.name.clone()).or_insert((look.color, is_walkable));
        }
        Self { known, renamed: BTreeMap::new() }
    }

    /// Adapts an entry of the source to the set.
    ///
    /// A tile with the name and kind of an existing one gets its colour. A tile of another kind gets a new
    /// name.
    pub fn fitted(&mut self, mut entry: LegendEntry, remarks: &mut Remarks) -> LegendEntry {
        let is_walkable = match entry {
            LegendEntry::Ground(_) | LegendEntry::Entity(_) | LegendEntry::Marker(_) => true,
            LegendEntry::Wall
            | LegendEntry::Floor
            | LegendEntry::Socket(_)
            | LegendEntry::Obstacle(_)
            | LegendEntry::Nothing => false,
        };
        let look = match &mut entry {
            LegendEntry::Ground(look) | LegendEntry::Obstacle(look) => Some(look),
            LegendEntry::Entity(placed) | LegendEntry::Marker(placed) => placed.on.as_mut(),
            LegendEntry::Socket(socket) => socket.blocker.as_mut(),
            LegendEntry::Wall | LegendEntry::Floor | LegendEntry::Nothing => None,
        };
        if let Some(look) = look {
            look.name = self.name(&look.name, is_walkable, remarks);
            look.color = self.known.entry(look.name.clone()).or_insert((look.color, is_walkable)).0;
        }
        entry
    }

    /// Returns the name itself, or the name with the first number that no tile of another kind has.
    fn name(&mut self, name: &str, is_walkable: bool, remarks: &mut Remarks) -> String {
        let fits = |name: &str| {
            let is_other = self.known.get(name).is_some_and(|(_, known)| *known != is_walkable);
            !is_other && !RESERVED_TILE_NAMES.contains(&name)
        };
        if fits(name) {
            return name.to_owned();
        }
        let key = (name.to_owned(), is_walkable);
        if let Some(renamed) = self.renamed.get(&key) {
            return renamed.clone();
        }
        let Some(free) = (2_u32..).map(|number| format!("{name} {number}")).find(|name| fits(name)) else {
            return name.to_owned();
        };
        let why = if RESERVED_TILE_NAMES.contains(&name) {
            "the name is reserved for the level's own tiles"
        } else if is_walkable {
            "in the set you cannot walk on the tile of that name"
        } else {
            "in the set you can walk on the tile of that name"
        };
        let what = format!("The tile \"{name}\" is called \"{free}\", because {why}");
        remarks.note("renamed-tile", what, None, None);
        self.renamed.insert(key, free.clone());
        free
    }
}

/// Returns the character of a meaning, and adds it to the legend if it is missing.
pub(super) fn character(
    legend: &mut IndexMap<char, LegendEntry>,
    meaning: &CellMeaning,
    stood: Option<char>,
) -> char {
    let CellMeaning { wanted, entry } = meaning;
    let is = |character: &char, test: &dyn Fn(&LegendEntry) -> bool| legend.get(character).is_some_and(test);
    if let Some(stood) = stood.filter(|stood| is(stood, &|known| is_still(entry, known))) {
        return stood;
    }
    if let Some(wanted) = wanted.filter(|wanted| is(wanted, &|known| known == entry)) {
        return wanted;
    }
    let by = |test: &dyn Fn(&LegendEntry) -> bool| {
        legend.iter().find(|(_, known)| test(known)).map(|(character, _)| *character)
    };
    if let Some(known) = by(&|known| known == entry).or_else(|| by(&|known| is_same_tile(entry, known))) {
        return known;
    }
    let is_taken = |character: &char| legend.contains_key(character) || columns(*character) == 0;
    let character = free_character(wanted.unwrap_or_else(|| usual(entry)), is_taken);
    legend.insert(character, entry.clone());
    character
}

/// Returns `true` if an entry of the set can be the source's entry with additions made in the set.
pub(super) fn is_still(source: &LegendEntry, here: &LegendEntry) -> bool {
    match (source, here) {
        (LegendEntry::Socket(source), LegendEntry::Socket(here)) => {
            let SocketEntry { kind, blocker } = source;
            (kind.is_none() || *kind == here.kind) && (blocker.is_none() || *blocker == here.blocker)
        }
        (LegendEntry::Entity(source), LegendEntry::Entity(here))
        | (LegendEntry::Marker(source), LegendEntry::Marker(here)) => {
            let has_all =
                source.properties.iter().all(|(name, value)| here.properties.get(name) == Some(value));
            let stands_on = |on: &Option<TileLook>| on.as_ref().map(|look| look.name.clone());
            source.kind == here.kind && has_all && stands_on(&source.on) == stands_on(&here.on)
        }
        _ => source == here || is_same_tile(source, here),
    }
}

/// Returns `true` for tiles of the same name, whatever their colour, because names in a set are unique.
fn is_same_tile(one: &LegendEntry, other: &LegendEntry) -> bool {
    match (one, other) {
        (LegendEntry::Ground(one), LegendEntry::Ground(other))
        | (LegendEntry::Obstacle(one), LegendEntry::Obstacle(other)) => one.name == other.name,
        _ => false,
    }
}

/// Returns the usual character of an entry.
fn usual(entry: &LegendEntry) -> char {
    let first = |name: &str| name.chars().next().filter(|first| first.is_alphanumeric()).unwrap_or('a');
    match entry {
        LegendEntry::Wall => '#',
        LegendEntry::Floor => '.',
        LegendEntry::Socket(SocketEntry { kind: None, .. }) => '+',
        LegendEntry::Socket(_) => '=',
        LegendEntry::Nothing => ' ',
        LegendEntry::Ground(look) | LegendEntry::Obstacle(look) => first(&look.name),
        LegendEntry::Entity(placed) | LegendEntry::Marker(placed) => first(&placed.kind),
    }
}
