//! What the names of tiles and things mean: by a legend that lies beside the source, by the legend of the room set, or as plain words.
//!
//! A line of the legend explains a name, a colour or a character, or many tiles at once: `tiles:3-17`, `tiles:*`, `tag:Solid`, `property:collides`, `property:collides=true`, `layer:Walls`. The line that says more of a tile comes first: its number, its names, its tags, its properties, its range, its layer.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use crate::rooms::{LegendEntry, Placed, RoomSet, SocketEntry, SourceReading, TileLook};

/// What names, colours and characters of a source stand for, as a file beside it says.
pub type SourceLegend = IndexMap<String, LegendEntry>;

/// All that explains the names of a source.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lexicon<'l> {
    /// What the designer says of this source.
    pub legend: Option<&'l SourceLegend>,
    /// The set into which the rooms go.
    pub set: Option<&'l RoomSet>,
    /// What is solid in the source, and what becomes of its empty cells.
    pub reading: Option<&'l SourceReading>,
}

impl Lexicon<'_> {
    /// What the legend beside the source says of a name.
    pub fn said(&self, name: &str) -> Option<LegendEntry> {
        let legend = self.legend?;
        let same = || {
            let name = plain(name);
            legend.iter().find(|(known, _)| plain(known) == name).map(|(_, entry)| entry)
        };
        legend.get(name).or_else(same).cloned()
    }

    /// What the room set has under a name: a tile, or a thing by its kind.
    pub fn of_set(&self, name: &str) -> Option<LegendEntry> {
        let name = plain(name);
        let is_named = |entry: &&LegendEntry| match entry {
            LegendEntry::Ground(look) | LegendEntry::Obstacle(look) => plain(&look.name) == name,
            LegendEntry::Entity(placed) | LegendEntry::Marker(placed) => plain(&placed.kind) == name,
            LegendEntry::Wall | LegendEntry::Floor | LegendEntry::Socket(_) | LegendEntry::Nothing => false,
        };
        self.set?.legend.values().find(is_named).cloned()
    }

    /// What a name means: what the legend says, what a word says by itself, or what the room set has of that name.
    pub fn meaning(&self, name: &str) -> Option<LegendEntry> {
        self.said(name).or_else(|| entry_of_word(name)).or_else(|| self.of_set(name))
    }
}

/// Lines that explain tiles, found by what is known of a tile.
#[derive(Clone, Debug)]
pub(super) struct TileLines<T> {
    /// As they are written.
    exact: BTreeMap<String, T>,
    /// By the name that [`plain`] makes of a line.
    plain: BTreeMap<String, T>,
    /// Lines of ranges: the name of the tile set, the first and the last number.
    ranges: Vec<(String, u32, u32, T)>,
}

/// Everything by which a line can name a tile.
#[derive(Clone, Debug, Default)]
pub(super) struct TileTraits {
    /// The name of its set and its number there.
    pub number: (String, u32),
    /// Its names, the most telling first.
    pub names: Vec<String>,
    /// Its tags.
    pub tags: Vec<String>,
    /// Its properties: the name, the value as a text, and whether that is a yes.
    pub properties: Vec<(String, String, bool)>,
    /// The layer on which it lies.
    pub layer: String,
}

impl<T: Clone> TileLines<T> {
    /// Reads lines with what they give.
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

    /// Returns what the line gives that says most of a tile.
    pub fn of(&self, tile: &TileTraits) -> Option<T> {
        if self.exact.is_empty() {
            return None;
        }
        let (set, number) = &tile.number;
        // Single characters differ by their case and by what they are.
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

/// The set and the numbers of a line such as `tiles:3-17` or `tiles:*`.
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

/// The eight kinds of entries by their words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Wall,
    Floor,
    Nothing,
    Socket,
    Ground,
    Obstacle,
    Entity,
    Marker,
}

impl Kind {
    /// By the word alone, in any case.
    pub fn of(word: &str) -> Option<Self> {
        Some(match plain(word).as_str() {
            "wall" | "walls" => Self::Wall,
            "floor" | "floors" => Self::Floor,
            "nothing" | "empty" | "void" => Self::Nothing,
            // The doors of exported levels are those of rooms, too.
            "socket" | "door" | "gate" | "drop" | "secret door" => Self::Socket,
            "ground" => Self::Ground,
            "obstacle" => Self::Obstacle,
            "entity" => Self::Entity,
            "marker" => Self::Marker,
            _ => return None,
        })
    }

    /// The entry of the kind, with a name for those that need one.
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

/// What a word says by itself: `wall`, `socket`, or a kind with a name behind it, `ground_water`, `entity: chest`.
pub(super) fn entry_of_word(word: &str) -> Option<LegendEntry> {
    if let Some(kind) = Kind::of(word) {
        return kind.entry(None);
    }
    let (kind, name) = word.trim().split_once(is_separator)?;
    let name = name.trim_start_matches(is_separator).trim();
    let kind = Kind::of(kind).filter(|_| !name.is_empty())?;
    match kind {
        Kind::Wall | Kind::Floor | Kind::Nothing => None,
        kind => kind.entry(Some(name)),
    }
}

/// What a character stands for where nobody explains it.
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

/// Names are the same whatever their case and whatever stands between their words.
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
            ("Socket_gate", Kind::Socket.entry(Some("gate"))),
            ("ground: Deep Water", Kind::Ground.entry(Some("Deep Water"))),
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
