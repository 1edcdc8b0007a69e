//! Finds the meaning of names of tiles and things in a source.
//!
//! A meaning comes from the legend next to the source, from the legend of the room set, or from plain words.
//! A line of the legend names a tile, a colour or a character, or many tiles at once. Examples are
//! `tiles:3-17`, `tiles:*`, `tag:Solid`, `property:collides`, `property:collides=true` and `layer:Walls`. The
//! most specific line wins, in this order: number, names, tags, properties, range, layer.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use crate::rooms::{LegendEntry, Placed, RoomSet, SocketEntry, SourceReading, TileLook};

/// Entries for names, colours and characters of a source, from the file next to it.
pub type SourceLegend = IndexMap<String, LegendEntry>;

/// Everything that explains the names of a source.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lexicon<'l> {
    /// Legend that the designer wrote for this source.
    pub legend: Option<&'l SourceLegend>,
    /// The set that the rooms are imported into.
    pub set: Option<&'l RoomSet>,
    /// Settings for solid tiles and empty cells of the source.
    pub reading: Option<&'l SourceReading>,
}

impl Lexicon<'_> {
    /// Returns the entry of the source's legend for a name.
    pub fn said(&self, name: &str) -> Option<LegendEntry> {
        let legend = self.legend?;
        let same = || {
            let name = plain(name);
            legend.iter().find(|(known, _)| plain(known) == name).map(|(_, entry)| entry)
        };
        legend.get(name).or_else(same).cloned()
    }

    /// Returns the entry of the room set for a name: a tile, or a thing by its kind.
    pub fn of_set(&self, name: &str) -> Option<LegendEntry> {
        let name = plain(name);
        let is_named = |entry: &&LegendEntry| match entry {
            LegendEntry::Ground(look) | LegendEntry::Obstacle(look) => plain(&look.name) == name,
            LegendEntry::Entity(placed) | LegendEntry::Marker(placed) => plain(&placed.kind) == name,
            LegendEntry::Wall | LegendEntry::Floor | LegendEntry::Socket(_) | LegendEntry::Nothing => false,
        };
        self.set?.legend.values().find(is_named).cloned()
    }

    /// Returns the meaning of a name from the source's legend, from the word itself, or from the room set, in
    /// this order.
    pub fn meaning(&self, name: &str) -> Option<LegendEntry> {
        self.said(name).or_else(|| entry_of_word(name)).or_else(|| self.of_set(name))
    }
}

/// Lines that explain tiles, indexed by the traits they name.
#[derive(Clone, Debug)]
pub(super) struct TileLines<T> {
    /// Values by the exact text of the line.
    exact: BTreeMap<String, T>,
    /// Values by the [`plain`] form of the line.
    plain: BTreeMap<String, T>,
    /// Lines with ranges: name of the tile set, first and last number, value.
    ranges: Vec<(String, u32, u32, T)>,
}

/// Everything by which a line can name a tile.
#[derive(Clone, Debug, Default)]
pub(super) struct TileTraits {
    /// Name of its set, and its number there.
    pub number: (String, u32),
    /// Names, the most specific first.
    pub names: Vec<String>,
    /// Tags of the tile.
    pub tags: Vec<String>,
    /// Properties: name, value as a text, and `true` if the value means yes.
    pub properties: Vec<(String, String, bool)>,
    /// Layer that the tile is on.
    pub layer: String,
}

impl<T: Clone> TileLines<T> {
    /// Reads lines with their values.
    pub fn new<'l>(lines: impl Iterator<Item = (&'l str, T)>) -> Self {
        let mut read = Self { exact: BTreeMap::new(), plain: BTreeMap::new(), ranges: Vec::new() };
        for (line, value) in lines {
            if let Some((set, first, last)) = range_of(line) {
                read.ranges.push((set, first, last, value.clone()));
            }
            read.plain.entry(plain(line)).or_insert_with(|| value.clone());
            read.exact.entry(line.to_owned()).or_insert(value);
        }
        read
    }

    /// Returns the value of the most specific line for a tile.
    pub fn of(&self, tile: &TileTraits) -> Option<T> {
        if self.exact.is_empty() {
            return None;
        }
        let (set, number) = &tile.number;
        // Single characters must match exactly, including their case.
        let alike = |name: &str| self.plain.get(&plain(name)).filter(|_| name.chars().nth(1).is_some());
        let line = |name: &str| self.exact.get(name).or_else(|| alike(name));
        let under = |kind: &str, name: &str| line(&format!("{kind}:{name}")).or_else(|| line(name));
        let by_number = || line(&format!("{set}:{number}"));
        let by_name = || tile.names.iter().find_map(|name| line(name));
        let by_tag = || tile.tags.iter().find_map(|tag| under("tag", tag));
        let by_value = || {
            let mut properties = tile.properties.iter();
            properties.find_map(|(name, value, _)| under("property", &format!("{name}={value}")))
        };
        let by_property = || {
            let mut properties = tile.properties.iter().filter(|(_, _, is_so)| *is_so);
            properties.find_map(|(name, _, _)| under("property", name))
        };
        let by_range = || {
            let is_in = |(own, first, last, _): &&(String, u32, u32, T)| {
                *own == plain(set) && (first..=last).contains(&number)
            };
            let narrowest = self.ranges.iter().filter(is_in).min_by_key(|(_, first, last, _)| last - first);
            narrowest.map(|(_, _, _, value)| value)
        };
        let by_layer = || line(&format!("layer:{}", tile.layer));
        let found = by_number().or_else(by_name).or_else(by_tag).or_else(by_value).or_else(by_property);
        found.or_else(by_range).or_else(by_layer).cloned()
    }
}

/// Parses the set and the numbers of a line of the form `tiles:3-17` or `tiles:*`.
fn range_of(line: &str) -> Option<(String, u32, u32)> {
    let (set, numbers) = line.rsplit_once(':')?;
    let (first, last) = match numbers.trim() {
        "*" => (0, u32::MAX),
        numbers => {
            let (first, last) = numbers.split_once(['-', '–'])?;
            (first.trim().parse().ok()?, last.trim().parse().ok()?)
        }
    };
    (first <= last).then(|| (plain(set), first, last))
}

/// The eight kinds of legend entries, as named in sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    Wall,
    Floor,
    Nothing,
    Socket,
    Ground,
    Obstacle,
    Entity,
    Marker,
}

impl EntryKind {
    /// Parses a word that names a kind, in any case.
    pub fn of(word: &str) -> Option<Self> {
        Some(match plain(word).as_str() {
            "wall" | "walls" => Self::Wall,
            "floor" | "floors" => Self::Floor,
            "nothing" | "empty" | "void" => Self::Nothing,
            // Doors of exported levels are sockets of rooms.
            "socket" | "door" | "gate" | "drop" | "secret door" => Self::Socket,
            "ground" => Self::Ground,
            "obstacle" => Self::Obstacle,
            "entity" => Self::Entity,
            "marker" => Self::Marker,
            _ => return None,
        })
    }

    /// Returns an entry of the kind. Some kinds need a name.
    pub fn entry(self, name: Option<&str>) -> Option<LegendEntry> {
        let look = |name: &str| TileLook { name: name.to_owned(), ..TileLook::default() };
        let placed = |kind: &str| Placed { kind: kind.to_owned(), ..Placed::default() };
        Some(match self {
            Self::Wall => LegendEntry::Wall,
            Self::Floor => LegendEntry::Floor,
            Self::Nothing => LegendEntry::Nothing,
            Self::Socket => LegendEntry::Socket(SocketEntry { kind: name.map(str::to_owned), blocker: None }),
            Self::Ground => LegendEntry::Ground(look(name?)),
            Self::Obstacle => LegendEntry::Obstacle(look(name?)),
            Self::Entity => LegendEntry::Entity(placed(name?)),
            Self::Marker => LegendEntry::Marker(placed(name?)),
        })
    }
}

/// Parses a word that is an entry by itself: `wall`, `socket`, or a kind with a name: `ground_water`,
/// `entity: chest`.
pub(super) fn entry_of_word(word: &str) -> Option<LegendEntry> {
    if let Some(kind) = EntryKind::of(word) {
        return kind.entry(None);
    }
    let (kind, name) = word.trim().split_once(is_separator)?;
    let name = name.trim_start_matches(is_separator).trim();
    let kind = EntryKind::of(kind).filter(|_| !name.is_empty())?;
    match kind {
        EntryKind::Wall | EntryKind::Floor | EntryKind::Nothing => None,
        kind => kind.entry(Some(name)),
    }
}

/// Returns the default entry of a character.
pub(super) fn entry_of_character(character: char) -> Option<LegendEntry> {
    match character {
        '#' => Some(LegendEntry::Wall),
        '.' => Some(LegendEntry::Floor),
        '+' => Some(LegendEntry::Socket(SocketEntry::default())),
        ' ' => Some(LegendEntry::Nothing),
        _ => None,
    }
}

fn is_separator(character: char) -> bool {
    matches!(character, ' ' | '_' | '-' | ':' | '/' | '.')
}

/// Normalizes a name: case and separators between words are ignored.
pub(super) fn plain(name: &str) -> String {
    let blanks = |letter: char| if is_separator(letter) { ' ' } else { letter };
    let spaced: String = name.to_lowercase().chars().map(blanks).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_kinds_with_names_behind_them() {
        let entries = [
            ("Wall", Some(LegendEntry::Wall)),
            ("door", Some(LegendEntry::Socket(SocketEntry::default()))),
            ("Socket_gate", EntryKind::Socket.entry(Some("gate"))),
            ("ground: Deep Water", EntryKind::Ground.entry(Some("Deep Water"))),
            ("entity_", None),
            ("wall_mossy", None),
            ("moss", None),
        ];
        for (word, expected) in entries {
            assert_eq!(entry_of_word(word), expected, "{word}");
        }
    }

    #[test]
    fn legend_beside_the_source_comes_before_words_and_these_before_the_set() {
        let legend = SourceLegend::from([("Wall".to_owned(), LegendEntry::Floor)]);
        let lexicon = Lexicon { legend: Some(&legend), ..Lexicon::default() };
        assert_eq!(lexicon.meaning("wall"), Some(LegendEntry::Floor));
        assert_eq!(lexicon.meaning("floor"), Some(LegendEntry::Floor));
        assert_eq!(lexicon.meaning("rug"), None);
    }
}
