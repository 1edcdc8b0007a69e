//! The look of a theme: its colours, patterns, liquid, doors and things.

use serde::{Deserialize, Serialize};

use crate::color::Color;

/// Everything that decides how a theme is drawn and dressed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
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
    /// The style of doors.
    pub door: DoorStyle,
    /// The things that decorate its places.
    pub props: ThemeProps,
}

/// The colours of a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
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
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
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
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum ThemeLiquid {
    /// Water of any colour.
    #[default]
    Water,
    /// Glowing lava.
    Lava,
    /// Frozen water.
    Ice,
}

/// The styles of doors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum DoorStyle {
    /// Planks in a stone frame.
    #[default]
    Wood,
    /// Iron plates with rivets.
    Iron,
    /// A slab of the stone of the walls.
    Stone,
    /// Bars.
    Grate,
    /// Steel with a wheel and a strip of light.
    Bulkhead,
    /// A curtain in the accent colour.
    Curtain,
    /// Hanging vines.
    Vines,
}

/// The positions of things that decorate places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum PropPosition {
    /// Along walls.
    Walls,
    /// In corners.
    Corners,
    /// In the middle of large floors.
    Middle,
    /// Flat things anywhere on floors.
    Floors,
    /// On the floor of caves.
    Caves,
    /// Next to water.
    Shores,
    /// Things of several cells, in large places.
    Large,
    /// On the faces of walls, at intervals.
    Lights,
}

impl PropPosition {
    /// All positions.
    pub const ALL: [Self; 8] = [
        Self::Walls,
        Self::Corners,
        Self::Middle,
        Self::Floors,
        Self::Caves,
        Self::Shores,
        Self::Large,
        Self::Lights,
    ];
}

/// Names of the things that decorate places, by the position that suits them. Earlier ones are more frequent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
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
    /// Things of several cells, in large places.
    pub large: &'static [&'static str],
    /// On the faces of walls, at intervals.
    pub lights: &'static [&'static str],
}

impl ThemeProps {
    /// Returns the things that suit a position.
    pub const fn at(&self, position: PropPosition) -> &'static [&'static str] {
        match position {
            PropPosition::Walls => self.walls,
            PropPosition::Corners => self.corners,
            PropPosition::Middle => self.middle,
            PropPosition::Floors => self.floors,
            PropPosition::Caves => self.caves,
            PropPosition::Shores => self.shores,
            PropPosition::Large => self.large,
            PropPosition::Lights => self.lights,
        }
    }

    /// Returns all names, without duplicates.
    pub fn all(&self) -> Vec<&'static str> {
        let mut names: Vec<&'static str> =
            PropPosition::ALL.into_iter().flat_map(|position| self.at(position)).copied().collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}
