//! Themes: the colours, patterns and props that give a place its face.
//!
//! A level records names of themes for its places and passages, and the themes that its author derived.
//! [`LevelThemes::look`] resolves a name to a [`ThemeLook`]: colours and patterns, without a drawing.
//! Everything here is data; pictures draw it, and games may use the same colours.
//! A level without themes is drawn with the colours of its legend.

mod built_in;
mod derived;
mod look;
mod props;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::{PassageId, PlaceId};

pub use built_in::{SANDSTONE, THEMES};
pub use derived::{DerivedProps, DerivedTheme};
pub use look::{
    DoorStyle, FloorPattern, PropPosition, ThemeColors, ThemeLiquid, ThemeLook, ThemeProps, WallPattern,
};
pub use props::{PropArrangement, PropRule};

/// The themes of a level, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct LevelThemes {
    /// The theme of everything that has no other; empty: none.
    pub level: String,
    /// The themes of places that differ from that of the level.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub places: BTreeMap<PlaceId, String>,
    /// The themes of passages that have their own. Others take the themes of their ends.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub passages: BTreeMap<PassageId, String>,
    /// The derived themes that the level uses, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub derived: BTreeMap<String, DerivedTheme>,
}

impl LevelThemes {
    /// Returns `true` if nothing has a theme.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the name of a place's theme.
    pub fn of_place(&self, place: PlaceId) -> &str {
        self.places.get(&place).unwrap_or(&self.level)
    }

    /// Returns the name of the theme that a passage has for itself.
    pub fn of_passage(&self, passage: PassageId) -> Option<&str> {
        self.passages.get(&passage).map(String::as_str)
    }

    /// Returns the look of a theme. Unknown names look like sandstone.
    pub fn look(&self, name: &str) -> ThemeLook {
        match self.derived.get(name) {
            Some(derived) => derived.look(),
            None => theme_named(name).unwrap_or(&SANDSTONE).clone(),
        }
    }

    /// Returns the things of a theme that suit a position, the most frequent first.
    pub fn props(&self, name: &str, position: PropPosition) -> Vec<&str> {
        match self.derived.get(name) {
            Some(derived) => derived.props_at(position),
            None => theme_named(name).unwrap_or(&SANDSTONE).props.at(position).to_vec(),
        }
    }
}

/// Returns the built-in theme of that name.
pub fn theme_named(name: &str) -> Option<&'static ThemeLook> {
    THEMES.iter().find(|theme| theme.name == name)
}

/// Words for water in the names of tiles.
const WATER: [&str; 7] = ["lake", "pond", "pool", "puddle", "river", "stream", "water"];

/// Words for other liquids in the names of tiles.
const OTHER_LIQUIDS: [&str; 15] = [
    "acid", "bog", "brook", "canal", "lava", "magma", "moat", "oil", "ooze", "sea", "sewage", "slime",
    "sludge", "swamp", "tar",
];

/// Returns `true` if a word in the name of a tile is one for water, which themes may turn into lava or ice.
pub fn names_water(name: &str) -> bool {
    has_word(name, &[&WATER])
}

/// Returns `true` if a word in the name of a tile is one for a liquid: water, slime, lava and the like.
pub fn names_liquid(name: &str) -> bool {
    has_word(name, &[&WATER, &OTHER_LIQUIDS])
}

fn has_word(name: &str, lists: &[&[&str]]) -> bool {
    let name = name.to_lowercase();
    let mut words = name.split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| lists.iter().any(|list| list.contains(&word)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;

    /// Returns the brightness as the eye sees it, 0 to 255.
    fn brightness(color: Color) -> i32 {
        (i32::from(color.r) * 299 + i32::from(color.g) * 587 + i32::from(color.b) * 114) / 1000
    }

    fn distance(one: Color, other: Color) -> u32 {
        [(one.r, other.r), (one.g, other.g), (one.b, other.b)]
            .into_iter()
            .map(|(one, other)| u32::from(one.abs_diff(other)))
            .sum()
    }

    #[test]
    fn floors_are_brighter_than_walls_and_rock_in_every_theme() {
        for theme in &THEMES {
            let [floor, top, void] =
                [theme.colors.floor, theme.colors.wall_top, theme.colors.void].map(brightness);
            assert!(floor - top >= 40, "{}: {floor} and {top}", theme.name);
            assert!(floor - void >= 65, "{}: {floor} and {void}", theme.name);
        }
    }

    #[test]
    fn no_two_themes_have_similar_palettes_or_the_same_patterns() {
        for (number, one) in THEMES.iter().enumerate() {
            for other in THEMES.iter().skip(number + 1) {
                let parts = |theme: &ThemeLook| {
                    let ThemeColors { floor, wall_face, void, accent, .. } = theme.colors;
                    [floor, wall_face, void, accent]
                };
                let far: u32 =
                    parts(one).into_iter().zip(parts(other)).map(|(one, other)| distance(one, other)).sum();
                assert!(far >= 140, "{} and {}: {far}", one.name, other.name);
                assert_ne!(
                    (one.floor, one.wall),
                    (other.floor, other.wall),
                    "{} and {}",
                    one.name,
                    other.name
                );
            }
        }
    }

    #[test]
    fn derived_themes_change_only_what_they_name() {
        let accent = Color::rgb(0x88, 0xff, 0xbb);
        let derived =
            DerivedTheme { like: "crypt".to_owned(), accent: Some(accent), ..DerivedTheme::default() };
        let crypt = theme_named("crypt").unwrap();
        let colors = ThemeColors { accent, ..crypt.colors };
        assert_eq!(derived.look(), ThemeLook { colors, ..crypt.clone() });
        assert_eq!(LevelThemes::default().look("no such theme"), SANDSTONE);
    }

    #[test]
    fn another_liquid_has_its_own_colour_unless_one_is_given() {
        let lava = theme_named("lava").expect("it is built in").colors.liquid;
        let crypt = DerivedTheme { water: Some(ThemeLiquid::Lava), ..DerivedTheme::like("crypt") };
        assert_eq!(crypt.look().colors.liquid, lava);
        let own = Some(Color::rgb(1, 2, 3));
        assert_eq!(Some(DerivedTheme { liquid: own, ..crypt }.look().colors.liquid), own);
    }
}
