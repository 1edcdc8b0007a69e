//! Decoration that dressing draws: its looks, and its colours in themes.
//!
//! In: the name of a prop, and the style of its cell. Out: a motif and a colour.
//! Decoration is paler than things, so that players see at once what matters. Mushrooms and crystals glow in
//! the accent of the theme, and stones have the colour of its rock.

use super::figures::Sprite;
use super::ink::noise;
use super::look_words::{self, NamedLook};
use super::motif::Motif;
use super::theme_style::GroundStyle;
use crate::base::{Cell, Color};
use crate::level::{PropRule, Tile};

/// Share of the ground in the colours of decoration, in percent: of things that stand, and of those that lie flat.
const SOFT_PERCENT: u32 = 14;
const FLAT_PERCENT: u32 = 46;

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
    ["stalagmite", "rock", "rubble", "small stones", "great boulder", "spoil heap", "rail siding"];

/// Figures of cut stone, and their colour where the floor is pale.
const CUT_STONE: [&str; 5] = ["statue", "great statue", "pillar", "fountain", "altar"];
const BLUE_GREY: Color = Color::rgb(0x6f, 0x7c, 0x98);

/// Figures that lie flat on the floor.
const FLAT: [&str; 9] =
    ["bones", "skull", "web", "roots", "rubble", "petals", "puddle", "scrap", "small stones"];

/// Colour of fallen petals, most of which is that of the floor.
const PETALS: Color = Color::rgb(0x9a, 0xb4, 0xe8);

/// Purpose of the noise that moves decoration.
const OFFSET: u32 = 34;

/// The way in which decoration of one cell is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DecorLook {
    /// Share of the ground in its colours, in percent.
    pub ground_percent: u32,
    /// Offset from the middle of its cell, in pixels of a figure.
    pub offset: (i32, i32),
}

impl DecorLook {
    /// Returns the look of a figure on a cell. Figures that lie flat are paler, and moved further.
    pub fn of(figure: Sprite, cell: Cell) -> Self {
        let is_flat = FLAT.contains(&figure.name());
        let most = if is_flat { 3 } else { 1 };
        let moved = noise(cell.x, cell.y, OFFSET);
        let step = |part: u32| (part % (2 * most + 1)).cast_signed() - most.cast_signed();
        let offset = figure.kept_inside((step(moved), step(moved / 8)));
        Self { ground_percent: if is_flat { FLAT_PERCENT } else { SOFT_PERCENT }, offset }
    }
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
    GLOWING.contains(&figure.name()) || STONY.contains(&figure.name()) || figure.name() == "petals"
}

/// Returns the colour of such a figure in a theme.
pub(super) fn tint(figure: Sprite, style: &GroundStyle) -> Color {
    match figure.name() {
        "petals" => style.floor.mixed(PETALS, 46),
        name if GLOWING.contains(&name) => style.accent,
        _ => style.rim.mixed(style.floor, 40),
    }
}

/// Returns `true` for figures of cut stone.
pub(super) fn is_stone(figure: Sprite) -> bool {
    CUT_STONE.contains(&figure.name())
}

/// Returns the colour of cut stone in a theme: the paler the floor, the more it is blue and grey.
pub(super) fn stone(color: Color, style: &GroundStyle) -> Color {
    let Color { r, g, b } = style.floor;
    let light = (u32::from(r) + u32::from(g) + u32::from(b)) / 3;
    color.mixed(BLUE_GREY, (light.saturating_sub(110) / 2).min(64))
}
