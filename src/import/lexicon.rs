//! What the names of tiles and things mean: by a legend that lies beside the source, by the legend of the room set, or as plain words.

use indexmap::IndexMap;

use crate::mission::{LegendEntry, Placed, RoomSet, SocketEntry, SourceReading, TileLook};

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
