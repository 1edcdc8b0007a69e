//! Lists the things in a level, one of each kind, for legends.

use super::level_figures::figures_of;
use super::{CellSide, Image, Sprite, TileLooks};
use crate::base::{Color, Size};
use crate::level::Level;

/// A thing that is drawn in a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureThing<'l> {
    /// Name of its kind.
    pub name: &'l str,
    figure: Sprite,
    color: Color,
}

impl<'l> PictureThing<'l> {
    /// Returns one thing of each kind, in order of occurrence.
    pub fn all_of(level: &'l Level, looks: &TileLooks) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for (name, _, (figure, color)) in figures_of(level, looks) {
            if !all.iter().any(|known| known.name == name) {
                all.push(Self { name, figure, color });
            }
        }
        all
    }

    /// Draws it at the size of a cell.
    pub fn draw(&self, side: CellSide, ground: Color) -> Image {
        let px = side.pixels();
        let pixel = |at| self.figure.pixel(at, px, self.color).map_or(ground, |ink| ink.over(ground));
        let pixels = (0..px).flat_map(|y| (0..px).map(move |x| (x, y))).map(pixel).collect();
        Image { size: Size::new(px, px), pixels }
    }
}
