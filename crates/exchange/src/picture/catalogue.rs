//! The catalogue of all looks that a word can name, with a picture of each.
//!
//! The window offers it where tiles and entities are named; the command line prints it.

use super::ground::{GroundLook, UNITS};
use super::look_words::{self, NamedLook};
use super::motif::Motif;
use super::theme_style::{Build, GroundStyle};
use super::{CellSide, Image, Sprite, objects};
use crate::base::{Cell, Color, Size};

/// Colours of the ground and wall around a look.
const FLOOR: Color = Color::rgb(0xc9, 0xb8, 0x96);
const WALL: Color = Color::rgb(0x2b, 0x2d, 0x3a);

/// A look of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CatalogueLook {
    look: NamedLook,
    words: &'static [&'static str],
}

impl CatalogueLook {
    /// Returns all looks, by group.
    pub fn all() -> Vec<Self> {
        look_words::all().map(|(look, words)| Self { look, words }).collect()
    }

    /// Returns the looks that a search finds: those whose name, group or words contain the text.
    pub fn search(text: &str) -> Vec<Self> {
        let text = text.trim().to_lowercase();
        let has = |word: &str| word.to_lowercase().contains(&text);
        let is_found =
            |look: &Self| has(look.name()) || has(look.group()) || look.words.iter().any(|word| has(word));
        Self::all().into_iter().filter(is_found).collect()
    }

    /// Returns the look that an entity with this name gets, or else a tile.
    pub fn of_entity(name: &str) -> Option<Self> {
        let found = look_words::of_entity(name)?;
        Self::all().into_iter().find(|look| look.look == found)
    }

    /// Returns the look that a tile with this name gets.
    pub fn of_tile(name: &str) -> Option<Self> {
        let found = look_words::of_tile(name)?;
        let all: Vec<Self> = Self::all().into_iter().filter(|look| look.look.motif == found).collect();
        // Several looks share a way of drawing, for example water and ice.
        let exact = look_words::exactly(name);
        all.iter().find(|look| Some(look.look) == exact).or(all.first()).copied()
    }

    /// Returns `true` if an entity can have it. The others are ground and parts of walls.
    pub const fn is_figure(&self) -> bool {
        matches!(self.look.motif, Motif::Figure(_))
    }

    /// Returns the word that names it.
    pub const fn name(&self) -> &'static str {
        self.look.name
    }

    /// Returns the title of its group.
    pub fn group(&self) -> &'static str {
        match self.look.motif {
            Motif::Figure(figure) => figure.group(),
            _ => "Ground and walls",
        }
    }

    /// Returns other words for it.
    pub const fn words(&self) -> &'static [&'static str] {
        self.words
    }

    /// Returns the usual colour of the look.
    pub fn color(&self) -> Color {
        match (self.look.motif, self.name()) {
            (Motif::Figure(figure), _) => figure.color(),
            (Motif::Fire, _) => Color::rgb(0xd8, 0x58, 0x28),
            (_, "water") => Color::rgb(0x4f, 0x86, 0xa8),
            (_, "acid") | (Motif::Growth, _) => Color::rgb(0x6f, 0x9a, 0x48),
            (_, "ice" | "snow") => Color::rgb(0xc4, 0xdc, 0xe8),
            (Motif::Rug, _) => Color::rgb(0xa0, 0x48, 0x48),
            (Motif::Patterned, _) => Color::rgb(0x6f, 0x8f, 0x98),
            (Motif::Grate | Motif::Gate | Motif::Rails, _) => Color::rgb(0x8a, 0x90, 0x98),
            (Motif::Pit, _) => Color::rgb(0x4a, 0x42, 0x40),
            (_, "mud") => Color::rgb(0x7a, 0x5c, 0x40),
            (_, "ash") => Color::rgb(0x70, 0x6c, 0x6c),
            (Motif::Grains, _) => Color::rgb(0xd8, 0xbc, 0x7c),
            (Motif::Planks | Motif::Door | Motif::Steps, _) => Color::rgb(0x9a, 0x70, 0x48),
            (Motif::Floor, _) => FLOOR,
            (Motif::Wall | Motif::Secret, _) => WALL,
            _ => Color::rgb(0x8a, 0x84, 0x78),
        }
    }

    /// Draws it on a floor of the given colour, in a colour of its own or in the usual one.
    pub fn draw(&self, side: CellSide, color: Option<Color>, floor: Option<Color>) -> Image {
        let color = color.unwrap_or_else(|| self.color());
        let around = |at: Cell| if at == Cell::new(0, 0) { self.shown() } else { Motif::Floor };
        let style = GroundStyle::plain(floor.unwrap_or(FLOOR), WALL, Build::Built);
        let look = |at: Cell| Some(around(at));
        let ground = GroundLook::new(Cell::new(0, 0), (self.shown(), color), style, look);
        let px = side.pixels();
        let unit = UNITS.cast_unsigned() / px;
        let pixel = |(x, y): (u32, u32)| {
            let (u, v) = ((x * unit + unit / 2).cast_signed(), (y * unit + unit / 2).cast_signed());
            let below = objects::over(&ground, u, v).unwrap_or_else(|| ground.at(u, v));
            let ink = self.sprite().and_then(|sprite| sprite.pixel((x, y), px, color));
            ink.map_or(below, |ink| ink.over(below))
        };
        let pixels = (0..px).flat_map(|y| (0..px).map(move |x| (x, y))).map(pixel).collect();
        Image { size: Size::new(px, px), pixels }
    }

    /// Returns the motif of its ground.
    const fn shown(&self) -> Motif {
        match self.look.motif {
            Motif::Door => Motif::DoorInWall(false),
            Motif::Gate => Motif::DoorInWall(true),
            motif => motif,
        }
    }

    fn sprite(&self) -> Option<Sprite> {
        match self.look.motif {
            Motif::Figure(figure) => Some(figure),
            Motif::Door => Some(Sprite::named("door in wall")),
            Motif::Gate => Some(Sprite::named("gate in wall")),
            Motif::Drop => Some(Sprite::named("drop down")),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_finds_names_groups_and_other_words() {
        let names =
            |text: &str| CatalogueLook::search(text).iter().map(CatalogueLook::name).collect::<Vec<_>>();
        assert_eq!(names("undead"), ["zombie"]);
        assert!(names("Creatures").contains(&"rat"));
        assert!(names("zom").contains(&"zombie"));
        assert_eq!(names("no such thing"), Vec::<&str>::new());
        assert_eq!(names("").len(), CatalogueLook::all().len());
    }

    #[test]
    fn a_name_suggests_the_look_that_it_gets() {
        let suggested = |name: &str| CatalogueLook::of_entity(name).map(|look| look.name());
        assert_eq!(suggested("Zombie guard"), Some("zombie"));
        assert_eq!(suggested("gizmo"), None);
        assert_eq!(CatalogueLook::of_tile("rusty barrel").map(|look| look.name()), Some("barrel"));
        assert_eq!(CatalogueLook::of_tile("ice").map(|look| look.name()), Some("ice"));
    }

    #[test]
    fn looks_are_drawn_alike_every_time_and_differ_from_each_other() {
        let drawn = |look: &CatalogueLook| look.draw(CellSide::Medium, None, None);
        let all = CatalogueLook::all();
        assert!(all.len() >= 100);
        let pictures: Vec<Image> = all.iter().map(drawn).collect();
        assert_eq!(pictures, all.iter().map(drawn).collect::<Vec<_>>());
        for (number, picture) in pictures.iter().enumerate() {
            let same = pictures.iter().skip(number + 1).position(|other| other == picture);
            // Ground and paths are floor; a secret door is a wall.
            let names = same.map(|same| (all[number].name(), all[number + 1 + same].name()));
            assert!(matches!(names, None | Some(("floor", "path") | ("secret door", "wall"))), "{names:?}");
        }
    }
}
