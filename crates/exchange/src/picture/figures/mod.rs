//! Figures on one cell, and large ones on several: creatures, furniture, plants, machines and things to carry.
//!
//! Each is drawn as text in a file of its group, with its name and further words for it. The program adds the
//! outline, the shading of edges and the shadow, so that a figure is visible on light and dark floors.

mod drawing;
mod inks;

use std::sync::LazyLock;

use super::ink::{Ink, shade};
use crate::base::{Color, Size};
use drawing::{Dot, FigureDrawing};

/// Side of a figure as drawn here, in pixels.
const SIDE: usize = 16;

/// Darkening of the ground in percent: below figures, around them, and in place of the outline of decoration.
const SHADOW_PERCENT: u32 = 46;
const HALO_PERCENT: u32 = 22;
const SOFT_OUTLINE_PERCENT: u32 = 38;

/// The files with the drawings, with the titles of their groups.
const GROUPS: [(&str, &str); 10] = [
    ("Creatures", include_str!("drawn/creatures.txt")),
    ("People", include_str!("drawn/people.txt")),
    ("Furniture", include_str!("drawn/furniture.txt")),
    ("Nature", include_str!("drawn/nature.txt")),
    ("Machines", include_str!("drawn/machines.txt")),
    ("Ways and dangers", include_str!("drawn/ways.txt")),
    ("Items", include_str!("drawn/items.txt")),
    ("Large things", include_str!("drawn/large.txt")),
    ("", include_str!("drawn/parts.txt")),
    ("", include_str!("drawn/doors.txt")),
];

/// All figures in the order of their files.
static ALL: LazyLock<Vec<FigureDrawing>> =
    LazyLock::new(|| GROUPS.iter().flat_map(|(group, text)| drawing::parse(group, text)).collect());

/// The picture of a thing on a cell: its number among all figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sprite(u16);

impl Sprite {
    /// Returns all figures that a word can name.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..).map(Self).zip(ALL.iter()).filter(|(_, drawing)| !drawing.is_part).map(|(sprite, _)| sprite)
    }

    /// Returns the figure with that name, also one without words. The first one if there is none.
    pub fn named(name: &str) -> Self {
        let position = ALL.iter().position(|drawing| drawing.name == name);
        Self(position.and_then(|position| u16::try_from(position).ok()).unwrap_or_default())
    }

    /// Returns the part of a large figure on one of its cells, counted from its upper left one.
    pub fn part(self, (column, row): (u32, u32)) -> Self {
        let (wide, high) = self.drawing().map_or((1, 1), |drawing| drawing.cells);
        let (column, row) = (column as usize, row as usize);
        let is_part = wide * high > 1 && column < wide && row < high;
        let number = u16::try_from(1 + row * wide + column).ok().filter(|_| is_part);
        Self(self.0.saturating_add(number.unwrap_or_default()))
    }

    /// Returns width and height, in cells.
    pub fn size(self) -> Size {
        let (wide, high) = self.drawing().map_or((1, 1), |drawing| drawing.cells);
        Size::new(wide as u32, high as u32)
    }

    fn drawing(self) -> Option<&'static FigureDrawing> {
        ALL.get(usize::from(self.0))
    }

    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.drawing().map_or("", |drawing| drawing.name)
    }

    /// Returns the title of its group.
    pub fn group(self) -> &'static str {
        self.drawing().map_or("", |drawing| drawing.group)
    }

    /// Returns the other words for it.
    pub fn words(self) -> &'static [&'static str] {
        self.drawing().map_or(&[], |drawing| drawing.words.as_slice())
    }

    /// Returns `true` for the calling of a person, which names a creature only if no other word does.
    pub fn is_calling(self) -> bool {
        self.drawing().is_some_and(|drawing| drawing.is_calling)
    }

    /// Returns its main colour if nothing else gives one.
    pub fn color(self) -> Color {
        self.drawing().map_or(Color::default(), |drawing| drawing.main)
    }

    /// Returns the ink at a pixel of a cell that is `side` pixels wide. `None` if the pixel is transparent.
    ///
    /// Larger figures get smooth slanting edges (Scale2x of AdvanceMAME). In smaller ones, each pixel is the
    /// most frequent of four.
    pub fn pixel(self, (x, y): (u32, u32), side: u32, main: Color) -> Option<Ink> {
        let drawing = self.drawing()?;
        let (x, y, side) = (x as usize, y as usize, side as usize);
        let dot = match side {
            SIDE => drawing.at(x as isize, y as isize),
            32 => doubled(drawing, x, y),
            _ => halved(drawing, x, y),
        };
        ink(dot, main)
    }

    /// Returns the ink of decoration, which has neither an outline nor a shadow around it.
    pub fn soft_pixel(
        self,
        (x, y): (u32, u32),
        side: u32,
        (main, offset): (Color, (i32, i32)),
    ) -> Option<Ink> {
        let moved = |at: u32, offset: i32| {
            let moved = at.cast_signed() * SIDE as i32 - offset * side.cast_signed();
            u32::try_from(moved.div_euclid(SIDE as i32)).ok().filter(|moved| *moved < side)
        };
        match self.pixel((moved(x, offset.0)?, moved(y, offset.1)?), side, main)? {
            Ink::Color(color) if Some(color) == inks::of('k') => Some(Ink::Shadow(SOFT_OUTLINE_PERCENT)),
            Ink::Shadow(percent) if percent == HALO_PERCENT => None,
            ink => Some(ink),
        }
    }

    /// Returns the part of an offset by which the figure can be moved without leaving its cell.
    pub fn kept_inside(self, (across, down): (i32, i32)) -> (i32, i32) {
        let Some(drawing) = self.drawing() else { return (0, 0) };
        let kept = |offset: i32, is_row: bool| {
            let free = |from_end: bool| {
                let is_free = |line: &usize| {
                    let line = if from_end { SIDE - 1 - line } else { *line };
                    (0..SIDE).all(|other| {
                        let (x, y) = if is_row { (other, line) } else { (line, other) };
                        matches!(drawing.at(x as isize, y as isize).ink, '.' | 'S')
                    })
                };
                (0..SIDE).take_while(is_free).count() as i32
            };
            offset.clamp(-free(false), free(true))
        };
        (kept(across, false), kept(down, true))
    }
}

fn doubled(drawing: &FigureDrawing, x: usize, y: usize) -> Dot {
    let (column, row) = ((x / 2) as isize, (y / 2) as isize);
    let (beside, above) =
        (if x.is_multiple_of(2) { -1 } else { 1 }, if y.is_multiple_of(2) { -1 } else { 1 });
    let (side, other) = (drawing.at(column + beside, row), drawing.at(column - beside, row));
    let (end, far) = (drawing.at(column, row + above), drawing.at(column, row - above));
    if side == end && side != far && end != other { side } else { drawing.at(column, row) }
}

fn halved(drawing: &FigureDrawing, x: usize, y: usize) -> Dot {
    let four = [(0, 0), (1, 0), (0, 1), (1, 1)]
        .map(|(dx, dy)| drawing.at((2 * x + dx) as isize, (2 * y + dy) as isize));
    drawing::most_frequent(&four)
}

fn ink(dot: Dot, main: Color) -> Option<Ink> {
    let color = match dot.ink {
        's' => return Some(Ink::Shadow(SHADOW_PERCENT)),
        'S' => return Some(Ink::Shadow(HALO_PERCENT)),
        'a' => main,
        'b' => main.mixed(Color::rgb(0xff, 0xff, 0xff), 40),
        'c' => shade(main, 62),
        other => inks::of(other)?,
    };
    Some(Ink::Color(shade(color, dot.tone)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn figures_fill_their_square_with_known_inks() {
        for (_, text) in GROUPS {
            assert_eq!(drawing::mistakes(text), Vec::<String>::new());
        }
        assert!(Sprite::all().count() >= 80);
        for drawing in ALL.iter() {
            let known = |dot: &Dot| dot.ink == '.' || ink(*dot, Color::default()).is_some();
            assert!(drawing.dots.iter().flatten().all(known), "{}", drawing.name);
        }
    }

    #[test]
    fn large_figures_are_as_large_as_decoration_says_and_are_made_of_their_parts() {
        for figure in Sprite::all() {
            let size = crate::level::PropRule::of(figure.name()).size;
            assert_eq!(figure.size(), size, "{}", figure.name());
            let parts = (0..size.height).flat_map(|row| (0..size.width).map(move |column| (column, row)));
            let drawn = parts.filter(|at| figure.part(*at) != figure).count();
            assert_eq!(drawn, if size.area() > 1 { size.area() } else { 0 }, "{}", figure.name());
        }
    }

    #[test]
    fn figures_are_seen_in_all_sizes() {
        for figure in Sprite::all() {
            for side in [8, 16, 32] {
                let cells = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
                let drawn = cells.filter(|at| figure.pixel(*at, side, figure.color()).is_some()).count();
                let share = drawn * 100 / (side * side) as usize;
                assert!((15..=100).contains(&share), "{share} % at {side}: {}", figure.name());
            }
        }
    }

    #[test]
    fn any_two_figures_differ_in_many_pixels_and_in_their_names() {
        const LEAST: usize = 40;
        let all: Vec<Sprite> = Sprite::all().collect();
        let names: BTreeSet<&str> = all.iter().map(|figure| figure.name()).collect();
        assert_eq!(names.len(), all.len());
        let drawn = |figure: Sprite| -> Vec<Option<Ink>> {
            let pixels = (0..16).flat_map(|y| (0..16).map(move |x| (x, y)));
            pixels.map(|at| figure.pixel(at, 16, figure.color())).collect()
        };
        let drawn: Vec<_> = all.iter().map(|figure| (figure.name(), drawn(*figure))).collect();
        for (number, (name, pixels)) in drawn.iter().enumerate() {
            for (other, others) in drawn.iter().skip(number + 1) {
                let differing = pixels.iter().zip(others).filter(|(one, two)| one != two).count();
                assert!(differing >= LEAST, "{name} and {other} differ in {differing} pixels");
            }
        }
    }

    #[test]
    fn every_figure_stands_out_from_light_and_dark_floors() {
        let light =
            |color: Color| (u32::from(color.r) * 3 + u32::from(color.g) * 6 + u32::from(color.b)) / 10;
        for figure in Sprite::all() {
            let pixels = (0..16).flat_map(|y| (0..16).map(move |x| (x, y)));
            let inks = pixels.filter_map(|at| figure.pixel(at, 16, figure.color()));
            let tones: Vec<u32> = inks
                .filter_map(|ink| if let Ink::Color(color) = ink { Some(light(color)) } else { None })
                .collect();
            let (least, most) = (tones.iter().min().copied(), tones.iter().max().copied());
            assert!(most.unwrap_or_default() - least.unwrap_or_default() >= 70, "{}", figure.name());
        }
    }
}
