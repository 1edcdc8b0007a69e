//! Decoration that dressing draws: its looks, and its colours in themes.
//!
//! In: the name of a prop, and the style of its cell. Out: a motif and a colour.
//! Decoration is paler than things, so that players see at once what matters. Mushrooms and crystals glow in
//! the accent of the theme, and stones have the colour of its rock.

use std::collections::BTreeMap;

use super::figures::Sprite;
use super::look_words::{self, NamedLook};
use super::motif::Motif;
use super::theme_style::GroundStyle;
use crate::base::{Cell, Color};
use crate::level::{Layer, Level, PropRule, Tile};

/// Share of the ground in the colours of decoration, in percent: usual, of remains and flat things, and of large ones.
const SOFT_PERCENT: (u32, u32, u32) = (24, 44, 6);

/// Remains and flat things, which nobody may take for foes.
const PALE: [&str; 7] = ["bones", "skull", "rubble", "web", "roots", "small stones", "puddle"];

/// Figures in the accent of the theme.
const GLOWING: [&str; 9] = [
    "mushroom",
    "crystal",
    "flower",
    "banner",
    "small mushrooms",
    "small crystals",
    "giant mushroom",
    "giant crystal",
    "crystal spire",
];

/// Figures in the colour of the rock.
const STONY: [&str; 7] =
    ["stalagmite", "rock", "rubble", "statue", "small stones", "great boulder", "great statue"];

/// Returns the share of the ground in the colours of a figure, in percent.
pub(super) fn soft_percent(figure: Sprite) -> u32 {
    let (usual, pale, large) = SOFT_PERCENT;
    match PropRule::of(figure.name()).is_large() {
        true => large,
        false if PALE.contains(&figure.name()) => pale,
        false => usual,
    }
}

/// Returns the cells of large decoration in a level, with their columns and rows in it.
pub(super) fn parts_of(level: &Level) -> BTreeMap<Cell, (u32, u32)> {
    let things = level.layers.iter().flat_map(Layer::large_things);
    let parts = things.flat_map(|(_, cells)| {
        cells.cells().map(move |cell| (cell, (cell.x.abs_diff(cells.min.x), cell.y.abs_diff(cells.min.y))))
    });
    parts.collect()
}

/// Returns the look of decoration, which is walkable even if it stands.
fn prop_motif(tile: &Tile, name: &str) -> Motif {
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

/// Returns the look of decoration, and its colour in the legend. Large things have colours of their own.
pub(super) fn prop_look(tile: &Tile, name: &str) -> (Motif, Color) {
    match prop_motif(tile, name) {
        Motif::Figure(figure) if PropRule::of(figure.name()).is_large() => {
            (Motif::Figure(figure), figure.color())
        }
        motif => (motif, tile.color),
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
