//! Everything that maps of a project can show: tiles, themes and kinds of things.
//!
//! It depends on the grammar and its room sets alone, so that tile sets and numbers stay the same for every seed.
//! A level without its grammar has a palette of its own, from everything that its record names.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Color;
use crate::grammar::Grammar;
use crate::level::{Layer, Level, LevelThemes, PropPosition, THEMES, Tile};
use crate::mission::DerivedTheme;
use crate::picture::MapTileKind;
use crate::populate::color_of_prop;
use crate::rooms::{LegendEntry, RoomSet, tiles_of_set};
use crate::settings::PassSettings;
use crate::space::reserved_tiles;

/// A tile by which levels tell tiles apart: its name, and `true` if it is walkable.
type TileKey = (String, bool);

/// The tiles, themes and things that maps of a project can show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapPalette {
    /// Tiles of levels, with their colours.
    tiles: BTreeMap<TileKey, Color>,
    /// Tiles that passes draw over others.
    drawn: BTreeMap<TileKey, Color>,
    /// Names of decoration by theme.
    props: BTreeSet<String>,
    /// The theme of levels; empty: none.
    theme: String,
    /// Names of all themes.
    themes: BTreeSet<String>,
    derived: BTreeMap<String, DerivedTheme>,
    /// Kinds of entities.
    kinds: BTreeSet<String>,
}

impl MapPalette {
    /// Returns the palette of a grammar and its room sets.
    pub fn of_project<'s>(grammar: &Grammar, sets: impl IntoIterator<Item = &'s RoomSet>) -> Self {
        let mut palette = Self { theme: grammar.theme.clone(), ..Self::default() };
        for set in sets {
            palette.add_set(set);
        }
        let alphabet = &grammar.alphabet;
        for (name, symbol) in &alphabet.tiles {
            palette.add_drawn(name, symbol.color);
        }
        palette.kinds.extend(alphabet.entities.keys().chain(alphabet.nodes.keys()).cloned());
        let words = words_of(grammar);
        let is_theme = |name: &String| {
            THEMES.iter().any(|theme| theme.name == *name) || alphabet.themes.contains_key(name)
        };
        palette.themes.extend(words.into_iter().filter(is_theme));
        let derived = alphabet.themes.iter().filter(|(name, _)| palette.themes.contains(*name));
        palette.derived = derived.map(|(name, theme)| (name.clone(), theme.clone())).collect();
        if grammar.populate.iter().any(|pass| matches!(pass.pass, PassSettings::Dress(_))) {
            palette.add_props();
        }
        palette
    }

    /// Returns the palette of a single level.
    pub fn of_level(level: &Level) -> Self {
        Self::default().with_level(level)
    }

    /// Adds everything that a level shows and its project does not name.
    #[must_use]
    pub fn with_level(mut self, level: &Level) -> Self {
        let themes = &level.themes;
        if self.themes.is_empty() {
            self.theme.clone_from(&themes.level);
        }
        if !themes.is_empty() {
            let named = themes.places.values().chain(themes.passages.values()).chain([&themes.level]);
            self.themes.extend(named.cloned());
        }
        for (name, theme) in &themes.derived {
            self.derived.entry(name.clone()).or_insert_with(|| theme.clone());
        }
        let is_in_use = used_characters(level);
        for (character, tile) in &level.legend {
            let key = (tile.name.clone(), tile.walkable);
            if is_in_use.0.contains(character) {
                self.tiles.entry(key.clone()).or_insert(tile.color);
            }
            if is_in_use.1.contains(character) {
                self.drawn.entry(key).or_insert(tile.color);
            }
        }
        let dress = level.populate.iter().filter(|pass| pass.kind == crate::settings::PassKind::Dress);
        self.props.extend(dress.flat_map(|pass| pass.tiles.keys().cloned()));
        let drawn = level.templates.values().flat_map(|template| &template.entities);
        self.kinds.extend(drawn.map(|thing| thing.kind.clone()));
        self.kinds.extend(level.entities.iter().map(|entity| entity.kind.clone()));
        for template in level.templates.values() {
            for tile in template.legend.values() {
                self.tiles.entry((tile.name.clone(), tile.walkable)).or_insert(tile.color);
            }
        }
        self
    }

    /// Returns the kinds of tiles in the order of their numbers: the reserved ones, others by name, and those of
    /// passes.
    pub(super) fn tile_kinds(&self) -> Vec<MapTileKind> {
        let reserved = reserved_tiles();
        let is_reserved = |(name, walkable): &TileKey| {
            reserved.iter().any(|tile| tile.name == *name && tile.walkable == *walkable)
        };
        let tile = |((name, walkable), color): (&TileKey, &Color)| Tile {
            name: name.clone(),
            walkable: *walkable,
            color: *color,
        };
        let others = self.tiles.iter().filter(|(key, _)| !is_reserved(key)).map(tile);
        let of_levels = reserved.iter().map(|own| {
            let color = self.tiles.get(&(own.name.clone(), own.walkable));
            Tile { color: color.copied().unwrap_or(own.color), ..own.clone() }
        });
        let of_levels =
            of_levels.chain(others).map(|tile| MapTileKind { tile, is_drawn: false, is_prop: false });
        let drawn = self.drawn.iter().map(tile).map(|tile| {
            let is_prop = self.props.contains(&tile.name);
            MapTileKind { tile, is_drawn: true, is_prop }
        });
        of_levels.chain(drawn).collect()
    }

    /// Returns the names of all themes, that of levels first. Empty without themes.
    pub(super) fn theme_names(&self) -> Vec<&str> {
        if self.themes.is_empty() {
            return Vec::new();
        }
        let others = self.themes.iter().filter(|name| **name != self.theme);
        std::iter::once(&self.theme).chain(others).map(String::as_str).collect()
    }

    /// Returns the themes, with those that the project derives.
    pub(super) fn level_themes(&self) -> LevelThemes {
        LevelThemes { level: self.theme.clone(), derived: self.derived.clone(), ..LevelThemes::default() }
    }

    /// Returns the kinds of entities.
    pub(super) fn kinds(&self) -> impl Iterator<Item = &str> {
        self.kinds.iter().map(String::as_str)
    }

    fn add_set(&mut self, set: &RoomSet) {
        for (_, look, walkable) in tiles_of_set(set) {
            self.tiles.entry((look.name.clone(), walkable)).or_insert(look.color);
        }
        for entry in set.legend.values() {
            if let LegendEntry::Entity(placed) | LegendEntry::Marker(placed) = entry {
                self.kinds.insert(placed.kind.clone());
            }
        }
    }

    /// Adds a tile of passes, which is walkable where the tile below it is.
    fn add_drawn(&mut self, name: &str, color: Color) {
        for walkable in [false, true] {
            self.drawn.entry((name.to_owned(), walkable)).or_insert(color);
        }
    }

    fn add_props(&mut self) {
        let themes = self.level_themes();
        let names: Vec<&str> = self.themes.iter().map(String::as_str).chain([self.theme.as_str()]).collect();
        let props: BTreeSet<String> = names
            .iter()
            .flat_map(|name| PropPosition::ALL.into_iter().flat_map(|position| themes.props(name, position)))
            .map(str::to_owned)
            .collect();
        for name in &props {
            self.add_drawn(name, color_of_prop(name));
        }
        self.props = props;
    }
}

/// Returns all texts in a grammar.
fn words_of(grammar: &Grammar) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut open = vec![serde_json::to_value(grammar).unwrap_or_default()];
    while let Some(value) = open.pop() {
        match value {
            serde_json::Value::String(word) => drop(words.insert(word)),
            serde_json::Value::Array(items) => open.extend(items),
            serde_json::Value::Object(fields) => open.extend(fields.into_iter().map(|(_, value)| value)),
            _ => {}
        }
    }
    words
}

/// Returns the characters of a level's tiles, and those of its layers.
fn used_characters(level: &Level) -> (BTreeSet<char>, BTreeSet<char>) {
    let tiles = level.tiles.rows().flatten().copied().collect();
    let drawn = level.layers.iter().flat_map(Layer::drawn).map(|(_, character)| character).collect();
    (tiles, drawn)
}
