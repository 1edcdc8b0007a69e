//! Tiles whose colour the theme decides, and not the legend.
//!
//! In: the motif and the colour of a tile. Out: those in a theme. Levels without themes have no such tiles.

use std::collections::{BTreeMap, BTreeSet};

use super::decor;
use super::figures::Sprite;
use super::motif::Motif;
use super::theme_style::GroundStyle;
use crate::base::Color;
use crate::level::{Level, Tile, names_water};

/// Share of the theme in the colours of other ground, in percent.
const TINT_PERCENT: u32 = 28;

/// The part of a theme that a tile takes its look from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThemedTile {
    /// Bare floor.
    Floor,
    /// Plain wall.
    Wall,
    /// Water, which can be lava or ice.
    Water,
    /// Other ground, whose own colour is only tinted.
    Ground,
    /// Decoration in a colour of the theme.
    Decor(Sprite),
    /// A thing of stone, which must not vanish on pale floors.
    Stone,
}

impl ThemedTile {
    /// Returns the tiles of a level that its themes change, by character.
    pub fn all_of(
        level: &Level,
        motifs: &BTreeMap<char, (Motif, Color)>,
        decor: &BTreeSet<char>,
    ) -> BTreeMap<char, Self> {
        if level.themes.is_empty() {
            return BTreeMap::new();
        }
        let of = |(character, tile): (&char, &Tile)| {
            let (motif, _) = motifs.get(character)?;
            Some((*character, Self::of(&tile.name, *motif, decor.contains(character))?))
        };
        level.legend.iter().filter_map(of).collect()
    }

    /// Returns the part of a theme that a tile takes its look from, if it takes any.
    pub fn of(name: &str, motif: Motif, is_decor: bool) -> Option<Self> {
        match motif {
            Motif::Floor => Some(Self::Floor),
            Motif::Wall | Motif::Secret if name == "wall" || motif == Motif::Secret => Some(Self::Wall),
            Motif::Liquid | Motif::Puddle if names_water(name) => Some(Self::Water),
            Motif::Figure(figure) if is_decor && decor::is_tinted(figure) => Some(Self::Decor(figure)),
            Motif::Figure(figure) if decor::is_stone(figure) => Some(Self::Stone),
            Motif::Patterned | Motif::Planks | Motif::Cracks | Motif::Block => Some(Self::Ground),
            _ => None,
        }
    }

    /// Returns the motif and the colour of the tile in a theme.
    pub fn seen(self, (motif, color): (Motif, Color), style: &GroundStyle) -> (Motif, Color) {
        match self {
            Self::Floor => (motif, style.floor),
            Self::Wall => (motif, style.top),
            Self::Ground => (motif, color.mixed(style.floor, TINT_PERCENT)),
            Self::Water => (motif, style.liquid),
            Self::Stone => (motif, decor::stone(color, style)),
            Self::Decor(figure) => (motif, decor::tint(figure, style)),
        }
    }
}
