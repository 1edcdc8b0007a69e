//! Themes that change parts of built-in ones: the definitions that authors write and levels record.

use serde::{Deserialize, Serialize};

use super::look::{DoorStyle, FloorPattern, PropPosition, ThemeLiquid, ThemeLook, WallPattern};
use super::{SANDSTONE, THEMES, theme_named};
use crate::color::Color;

/// A theme that changes parts of a built-in one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
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
    /// The pattern of dug floors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground_pattern: Option<FloorPattern>,
    /// The pattern of built walls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall_pattern: Option<WallPattern>,
    /// The pattern of dug walls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rock_pattern: Option<WallPattern>,
    /// The liquid that water becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub water: Option<ThemeLiquid>,
    /// The style of doors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub door: Option<DoorStyle>,
    /// The things that decorate its places.
    #[serde(default, skip_serializing_if = "DerivedProps::is_empty")]
    pub props: DerivedProps,
}

/// The things of a derived theme, by position. Lists that are missing are those of the theme that it changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DerivedProps {
    /// Along walls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub walls: Option<Vec<String>>,
    /// In corners.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corners: Option<Vec<String>>,
    /// In the middle of large floors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub middle: Option<Vec<String>>,
    /// Flat things anywhere on floors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floors: Option<Vec<String>>,
    /// On the floor of caves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caves: Option<Vec<String>>,
    /// Next to water.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shores: Option<Vec<String>>,
    /// Things of several cells, in large places.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub large: Option<Vec<String>>,
    /// On the faces of walls, at intervals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lights: Option<Vec<String>>,
}

impl DerivedProps {
    /// Returns `true` if it changes nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the list of a position, if it has one.
    pub const fn at(&self, position: PropPosition) -> Option<&Vec<String>> {
        let list = match position {
            PropPosition::Walls => &self.walls,
            PropPosition::Corners => &self.corners,
            PropPosition::Middle => &self.middle,
            PropPosition::Floors => &self.floors,
            PropPosition::Caves => &self.caves,
            PropPosition::Shores => &self.shores,
            PropPosition::Large => &self.large,
            PropPosition::Lights => &self.lights,
        };
        list.as_ref()
    }

    /// Returns the list of a position for changes.
    pub const fn at_mut(&mut self, position: PropPosition) -> &mut Option<Vec<String>> {
        match position {
            PropPosition::Walls => &mut self.walls,
            PropPosition::Corners => &mut self.corners,
            PropPosition::Middle => &mut self.middle,
            PropPosition::Floors => &mut self.floors,
            PropPosition::Caves => &mut self.caves,
            PropPosition::Shores => &mut self.shores,
            PropPosition::Large => &mut self.large,
            PropPosition::Lights => &mut self.lights,
        }
    }
}

impl DerivedTheme {
    /// Returns a theme that changes nothing of a built-in one.
    pub fn like(name: &str) -> Self {
        Self { like: name.to_owned(), ..Self::default() }
    }

    /// Returns the look. If the theme that it changes is unknown, sandstone is changed.
    pub fn look(&self) -> ThemeLook {
        let mut look = theme_named(&self.like).unwrap_or(&SANDSTONE).clone();
        // Lava is orange, unless it has a colour of its own.
        if let Some(liquid) = self.water.filter(|liquid| *liquid != look.liquid)
            && let Some(usual) = THEMES.iter().find(|theme| theme.liquid == liquid)
        {
            look.colors.liquid = usual.colors.liquid;
        }
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
        look.ground = self.ground_pattern.unwrap_or(look.ground);
        look.wall = self.wall_pattern.unwrap_or(look.wall);
        look.rock = self.rock_pattern.unwrap_or(look.rock);
        look.liquid = self.water.unwrap_or(look.liquid);
        look.door = self.door.unwrap_or(look.door);
        look
    }

    /// Returns the things that suit a position, the most frequent first.
    pub fn props_at(&self, position: PropPosition) -> Vec<&str> {
        match self.props.at(position) {
            Some(own) => own.iter().map(String::as_str).collect(),
            None => theme_named(&self.like).unwrap_or(&SANDSTONE).props.at(position).to_vec(),
        }
    }

    /// Returns all things that it names itself.
    pub fn own_props(&self) -> impl Iterator<Item = &str> {
        PropPosition::ALL
            .into_iter()
            .filter_map(|position| self.props.at(position))
            .flatten()
            .map(String::as_str)
    }
}
