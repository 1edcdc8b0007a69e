//! Plain colours of a level by its themes, for exports without patterns.
//!
//! In: a cell, and the character of a tile. Out: the colour that the theme of the cell gives the tile.
//! Levels without themes have the colours of their legend.

use super::{Picture, ThemedTile, UNKNOWN};
use crate::base::{Cell, Color};

/// The colours of the surfaces of a level.
pub struct SurfacePaint<'l> {
    picture: Picture<'l>,
}

impl<'l> SurfacePaint<'l> {
    /// Prepares the colours of a level.
    pub fn new(level: &'l crate::level::Level) -> Self {
        Self { picture: Picture::new(level, false) }
    }

    /// Returns `true` if the level has themes.
    pub fn has_themes(&self) -> bool {
        self.picture.styles.is_some()
    }

    /// Returns the colour of a tile on a cell, like in pictures.
    pub fn color(&self, cell: Cell, character: char) -> Color {
        let style = self.picture.styles.as_ref().and_then(|styles| styles.at(cell));
        let themed = self.picture.themed.get(&character).zip(self.picture.motifs.get(&character));
        match (style, themed) {
            (Some(style), Some((tile, motif))) => tile.seen(*motif, &style).1,
            _ => self.of_legend(character),
        }
    }

    /// Returns the number of the theme of a cell. 0 without themes.
    pub fn theme_at(&self, cell: Cell) -> usize {
        self.picture.styles.as_ref().and_then(|styles| styles.theme_at(cell)).unwrap_or(0)
    }

    /// Returns the name of a theme, if the level has themes.
    pub fn theme_name(&self, theme: usize) -> Option<&str> {
        self.picture.styles.as_ref()?.name(theme)
    }

    /// Returns the colour of a tile in a theme. Sides of walls are lighter than their tops.
    pub fn color_in(&self, theme: usize, character: char, is_side: bool) -> Color {
        let styles = self.picture.styles.as_ref();
        let style = styles.and_then(|styles| styles.of_theme(theme));
        let themed = self.picture.themed.get(&character).zip(self.picture.motifs.get(&character));
        match (style, themed) {
            (Some(style), Some((ThemedTile::Wall, _))) if is_side => style.face,
            (Some(style), Some((tile, motif))) => tile.seen(*motif, &style).1,
            _ => self.of_legend(character),
        }
    }

    fn of_legend(&self, character: char) -> Color {
        self.picture.level.legend.get(&character).map_or(UNKNOWN, |tile| tile.color)
    }
}
