//! A small level that shows a theme: a cave, a court with water, a locked door, decoration and lights.
//!
//! In: a theme; a built-in one is a derived theme without changes. Out: pictures of the level or parts of it.
//! The level is made like any other, so that it shows exactly what levels will look like.

use std::num::NonZeroU32;
use std::sync::{Arc, LazyLock};

use super::{CellSide, Image, Picture, thumbnail};
use crate::base::{Cell, Rect, Seed, Size};
use crate::grammar::Grammar;
use crate::level::{FloorPattern, Level, LevelThemes, WallPattern};
use crate::mission::DerivedTheme;
use crate::pipeline::{Pipeline, Request};
use crate::rooms::RoomSet;
use crate::text::{parse_grammar, parse_room_set};

/// Seed of the sample.
const SEED: Seed = Seed(4);

/// Size of a swatch, and parts of the court that show its floor and its wall, in cells.
const SWATCH: Size = Size::new(4, 3);
const FLOOR: Rect = Rect::new(Cell::new(3, 3), Size::new(2, 2));
const WALL: Rect = Rect::new(Cell::new(3, 0), Size::new(2, 2));

/// The name of the theme in the sample.
const NAME: &str = "the sample";

static GRAMMAR: LazyLock<Option<Grammar>> =
    LazyLock::new(|| parse_grammar(include_str!("grammar.ron"), None).value);

static ROOMS: LazyLock<Option<Arc<RoomSet>>> =
    LazyLock::new(|| parse_room_set(include_str!("rooms.ron"), None).value.map(Arc::new));

/// The sample without decoration, for small pictures.
static BARE: LazyLock<Option<Arc<Level>>> = LazyLock::new(|| level(|grammar| grammar.populate.clear()));

fn level(change: impl FnOnce(&mut Grammar)) -> Option<Arc<Level>> {
    let mut grammar = GRAMMAR.clone()?;
    change(&mut grammar);
    let rooms = vec![Arc::clone(ROOMS.as_ref()?)];
    Pipeline::default().run(&Request::new(Arc::new(grammar), rooms, SEED)).level
}

/// The level that shows a theme.
pub struct ThemeSample {
    level: Arc<Level>,
}

impl ThemeSample {
    /// Makes the sample of a theme.
    pub fn new(theme: &DerivedTheme) -> Option<Self> {
        let level = level(|grammar| {
            NAME.clone_into(&mut grammar.theme);
            grammar.alphabet.themes.insert(NAME.to_owned(), theme.clone());
        });
        level.map(|level| Self { level })
    }

    /// Returns the level.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// Draws the whole level, as large as fits into a square of this side.
    pub fn thumbnail(&self, longest_px: NonZeroU32) -> Image {
        thumbnail(&self.level, &Arc::default(), longest_px)
    }

    /// Draws a corner of the court, with floor and wall.
    pub fn swatch(theme: &DerivedTheme, side: CellSide) -> Image {
        part(theme, Rect::new(Cell::new(0, 0), SWATCH), side)
    }

    /// Draws some floor of a theme in another pattern.
    pub fn floor(theme: &DerivedTheme, pattern: FloorPattern) -> Image {
        part(&DerivedTheme { floor_pattern: Some(pattern), ..theme.clone() }, FLOOR, CellSide::Medium)
    }

    /// Draws some wall of a theme in another pattern.
    pub fn wall(theme: &DerivedTheme, pattern: WallPattern) -> Image {
        part(&DerivedTheme { wall_pattern: Some(pattern), ..theme.clone() }, WALL, CellSide::Medium)
    }
}

/// Draws a part of the court without decoration. Its corner is (0, 0).
fn part(theme: &DerivedTheme, cells: Rect, side: CellSide) -> Image {
    let Some(bare) = BARE.as_ref() else { return Image { size: Size::new(0, 0), pixels: Vec::new() } };
    let derived = [(NAME.to_owned(), theme.clone())].into();
    let themes = LevelThemes { level: NAME.to_owned(), derived, ..LevelThemes::default() };
    let level = Level { themes, ..Level::clone(bare) };
    let court = level.places.iter().find(|place| place.symbol == "Court");
    let corner = court.map_or(Cell::new(0, 0), |place| place.bounds.min);
    Picture::new(&level, false).draw(Rect::new(corner + cells.min, cells.size), side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::THEMES;

    #[test]
    fn every_theme_has_a_sample_with_all_that_it_decides() {
        let mut swatches = std::collections::BTreeSet::new();
        for theme in &THEMES {
            let theme = DerivedTheme::like(theme.name);
            let sample = ThemeSample::new(&theme).unwrap();
            let level = sample.level();
            assert!(level.report.promises.values().all(|result| result.held), "{}", theme.like);
            assert!(level.passages.iter().any(|passage| !passage.locks.is_empty()));
            assert!(level.legend.values().any(|tile| tile.name == "water"));
            let placed: u32 = level.populate.iter().flat_map(|pass| pass.tiles.values()).sum();
            assert!(placed > 8, "{}: {placed}", theme.like);
            swatches.insert(ThemeSample::swatch(&theme, CellSide::Small).rgb());
        }
        assert_eq!(swatches.len(), THEMES.len());
    }

    #[test]
    fn patterns_differ_in_their_pictures() {
        let theme = DerivedTheme::like("crypt");
        let floor = |pattern| ThemeSample::floor(&theme, pattern).rgb();
        assert_ne!(floor(FloorPattern::Sand), floor(FloorPattern::Boards));
        let wall = |pattern| ThemeSample::wall(&theme, pattern).rgb();
        assert_ne!(wall(WallPattern::Bricks), wall(WallPattern::Shelves));
    }
}
