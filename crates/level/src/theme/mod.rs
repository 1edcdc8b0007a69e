//! Themes: the colours, patterns and props that give a place its face.
//!
//! A level records names of themes for its places and passages, and the themes that its author derived.
//! [`LevelThemes::look`] resolves a name to a [`ThemeLook`]: colours and patterns, without a drawing.
//! Everything here is data; pictures draw it, and games may use the same colours.
//! A level without themes is drawn with the colours of its legend.

mod built_in;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::color::Color;
use crate::ids::{PassageId, PlaceId};

pub use built_in::{SANDSTONE, THEMES};

/// The themes of a level, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LevelThemes {
    /// The theme of everything that has no other; empty: none.
    pub level: String,
    /// The themes of places that differ from that of the level.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub places: BTreeMap<PlaceId, String>,
    /// The themes of passages that have their own. Others blend the themes of their ends.
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
}

/// Returns the built-in theme of that name.
pub fn theme_named(name: &str) -> Option<&'static ThemeLook> {
    THEMES.iter().find(|theme| theme.name == name)
}

/// A theme that changes parts of a built-in one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DerivedTheme {
    /// The built-in theme that it changes.
    pub like: String,
    /// The colour of bare floor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<Color>,
    /// The colour of worn and overgrown floor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stain: Option<Color>,
    /// The colour of inlays and other details.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accent: Option<Color>,
    /// The colour of the tops of walls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall_top: Option<Color>,
    /// The colour of the faces of walls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall_face: Option<Color>,
    /// The colour of the rock between places.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub void: Option<Color>,
    /// The colour of water.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub liquid: Option<Color>,
    /// The pattern of built floors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor_pattern: Option<FloorPattern>,
    /// The pattern of built walls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall_pattern: Option<WallPattern>,
}

impl DerivedTheme {
    /// Returns the look. If the theme that it changes is unknown, sandstone is changed.
    pub fn look(&self) -> ThemeLook {
        let mut look = theme_named(&self.like).unwrap_or(&SANDSTONE).clone();
        let colors = &mut look.colors;
        let changes = [
            (&mut colors.floor, self.floor),
            (&mut colors.stain, self.stain),
            (&mut colors.accent, self.accent),
            (&mut colors.wall_top, self.wall_top),
            (&mut colors.wall_face, self.wall_face),
            (&mut colors.void, self.void),
            (&mut colors.liquid, self.liquid),
        ];
        for (color, change) in changes {
            *color = change.unwrap_or(*color);
        }
        if let Some(top) = self.wall_top {
            colors.rim = top.mixed(colors.floor, 30);
        }
        look.floor = self.floor_pattern.unwrap_or(look.floor);
        look.wall = self.wall_pattern.unwrap_or(look.wall);
        look
    }
}

/// Everything that decides how a theme is drawn and dressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThemeLook {
    /// The name.
    pub name: &'static str,
    /// A short description for lists.
    pub summary: &'static str,
    /// The colours.
    pub colors: ThemeColors,
    /// The pattern of built floors.
    pub floor: FloorPattern,
    /// The pattern of dug floors.
    pub ground: FloorPattern,
    /// The pattern of built walls.
    pub wall: WallPattern,
    /// The pattern of dug walls.
    pub rock: WallPattern,
    /// The liquid that fills pools.
    pub liquid: ThemeLiquid,
    /// The things that decorate its places.
    pub props: ThemeProps,
}

/// The colours of a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThemeColors {
    /// Bare floor.
    pub floor: Color,
    /// Worn or overgrown floor.
    pub stain: Color,
    /// Inlays and other details.
    pub accent: Color,
    /// Edges of the tops of walls.
    pub rim: Color,
    /// Tops of walls.
    pub wall_top: Color,
    /// Faces of walls.
    pub wall_face: Color,
    /// The rock between places.
    pub void: Color,
    /// Water, or the liquid in its place.
    pub liquid: Color,
}

/// The patterns of floors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FloorPattern {
    /// Square slabs, whole or cut.
    #[default]
    Slabs,
    /// Bare earth with pebbles.
    Earth,
    /// Irregular flagstones.
    Flags,
    /// Round cobbles.
    Cobbles,
    /// Rippled sand.
    Sand,
    /// Metal plates with rivets.
    Plates,
    /// Panels with seams and lights.
    Panels,
    /// Boards side by side.
    Boards,
    /// Parquet in a herringbone pattern.
    Parquet,
    /// Large polished slabs with inlays.
    Marble,
    /// Ice with scratches.
    Ice,
    /// Snow.
    Snow,
    /// Dark rock with glowing cracks.
    Basalt,
    /// Grass with leaves and flowers.
    Grass,
    /// Flagstones overgrown with moss.
    Moss,
    /// Loose stones.
    Gravel,
    /// Trampled dirt with scraps of metal.
    Scrap,
}

/// The patterns of the faces of walls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum WallPattern {
    /// Rows of bricks.
    #[default]
    Bricks,
    /// Bare rock.
    Rock,
    /// Large hewn blocks.
    Blocks,
    /// Blocks with burial niches.
    Niches,
    /// Fluted columns.
    Columns,
    /// Panels with a strip of light.
    Panels,
    /// Corrugated sheets of metal.
    Sheets,
    /// Posts and beams in front of rock.
    Timber,
    /// Shelves full of books.
    Shelves,
    /// Trunks of trees.
    Trunks,
    /// Icicles in front of ice.
    Icicles,
    /// Columns of basalt with glowing cracks.
    Basalt,
    /// Bricks with a pipe.
    Pipes,
    /// Smooth clay with cracks.
    Clay,
    /// Blocks with hanging moss.
    Moss,
    /// Rock in layers.
    Strata,
}

/// The liquids that fill pools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ThemeLiquid {
    /// Water of any colour.
    #[default]
    Water,
    /// Glowing lava.
    Lava,
    /// Frozen water.
    Ice,
}

/// Names of the things that decorate places, by the position that suits them. Earlier ones are more frequent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThemeProps {
    /// Along walls.
    pub walls: &'static [&'static str],
    /// In corners.
    pub corners: &'static [&'static str],
    /// In the middle of large floors.
    pub middle: &'static [&'static str],
    /// Flat things anywhere on floors.
    pub floors: &'static [&'static str],
    /// On the floor of caves.
    pub caves: &'static [&'static str],
    /// Next to water.
    pub shores: &'static [&'static str],
    /// On the faces of walls, at intervals.
    pub lights: &'static [&'static str],
}

impl ThemeProps {
    /// Returns all names, without duplicates.
    pub fn all(&self) -> Vec<&'static str> {
        let lists =
            [self.walls, self.corners, self.middle, self.floors, self.caves, self.shores, self.lights];
        let mut names: Vec<&'static str> = lists.into_iter().flatten().copied().collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
