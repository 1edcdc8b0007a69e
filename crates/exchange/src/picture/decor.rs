//! Decoration that dressing draws: its looks, and its colours in themes.
//!
//! In: the name of a prop, and the style of its cell. Out: a motif and a colour.
//! Decoration is paler than things, so that players see at once what matters. Mushrooms and crystals glow in
//! the accent of the theme, and stones have the colour of its rock.

use super::figures::Sprite;
use super::look_words::{self, NamedLook};
use super::motif::Motif;
use super::theme_style::GroundStyle;
use crate::base::Color;
use crate::level::Tile;

/// Share of the ground in the colours of decoration, in percent.
pub(super) const SOFT_PERCENT: u32 = 24;

/// Figures in the accent of the theme.
const GLOWING: [&str; 4] = ["mushroom", "crystal", "flower", "banner"];

/// Figures in the colour of the rock.
const STONY: [&str; 4] = ["stalagmite", "rock", "rubble", "statue"];

/// Returns the look of decoration, which is walkable even if it stands.
pub(super) fn prop_motif(tile: &Tile, name: &str) -> Motif {
    match Motif::of(tile, name) {
        Motif::Patterned | Motif::Block | Motif::Closed => Motif::Cracks,
        Motif::Liquid | Motif::Fire => Motif::Puddle,
        Motif::Growth => match look_words::of_entity(name) {
            Some(NamedLook { motif: Motif::Figure(figure), .. }) => Motif::Figure(figure),
            _ => Motif::Growth,
        },
        motif => motif,
    }
}

/// Returns `true` for figures whose colour the theme decides.
pub(super) fn is_tinted(figure: Sprite) -> bool {
    GLOWING.contains(&figure.name()) || STONY.contains(&figure.name())
}

/// Returns the colour of such a figure in a theme.
pub(super) fn tint(figure: Sprite, style: &GroundStyle) -> Color {
    if GLOWING.contains(&figure.name()) { style.accent } else { style.rim.mixed(style.floor, 40) }
}
