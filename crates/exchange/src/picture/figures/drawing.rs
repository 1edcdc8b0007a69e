//! Reads drawings of figures from text, and adds outline, shading and shadow.
//!
//! ```text
//! ghost #dfe9f5: spirit, phantom        name, main colour, other words
//! ....aaa                               rows: 14 pixels, or the left 7 of a symmetric figure
//! ...aaaa
//! ```
//!
//! Large figures have their size in cells after the colour, as in `3x2`, and rows of 16 pixels a cell, or half rows.
//! Each becomes a small figure of one cell, followed by its parts, row by row.
//!
//! After the colour, `flat` omits outline and shadow, `calling` marks the calling of a person, and `part` a
//! picture without words. Rows of 16 pixels are final: they get no outline, shading or shadow.

use super::SIDE;
use crate::base::Color;

/// Number of the row on which figures stand, from the top.
const FOOT: usize = 14;

/// One pixel: the character of its ink, and its brightness in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dot {
    pub ink: char,
    pub tone: u32,
}

impl Dot {
    /// A transparent pixel.
    pub const NOTHING: Self = Self::of('.');

    const fn of(ink: char) -> Self {
        Self { ink, tone: 100 }
    }

    /// Returns `true` for pixels that are part of the thing, and not of its outline or shadow.
    const fn is_body(self) -> bool {
        !matches!(self.ink, '.' | 'k' | 's' | 'S')
    }
}

/// The pixels of a drawing, row by row.
type Dots = Vec<Vec<Dot>>;

/// A figure with its name and words.
#[derive(Debug)]
pub(super) struct FigureDrawing {
    pub name: &'static str,
    pub group: &'static str,
    pub words: Vec<&'static str>,
    pub main: Color,
    pub is_calling: bool,
    pub is_part: bool,
    /// Width and height in cells. Those of large figures are followed by their parts.
    pub cells: (usize, usize),
    pub dots: Dots,
}

impl FigureDrawing {
    /// Returns the pixel at a position, which may be outside.
    pub fn at(&self, x: isize, y: isize) -> Dot {
        at(&self.dots, x, y)
    }

    /// Returns the figure as one of one cell, followed by the parts of a large one.
    fn with_parts(self) -> Vec<Self> {
        let (wide, high) = self.cells;
        if self.cells == (1, 1) {
            return vec![self];
        }
        let part = |(column, row): (usize, usize)| {
            let rows = self.dots.iter().skip(row * SIDE).take(SIDE);
            let dots = rows.map(|row| row.iter().skip(column * SIDE).take(SIDE).copied().collect());
            Self { words: Vec::new(), is_part: true, cells: (1, 1), dots: dots.collect(), ..self }
        };
        let parts: Vec<Self> =
            (0..high).flat_map(|row| (0..wide).map(move |column| (column, row))).map(part).collect();
        let dots = reduced(&self.dots, self.cells);
        std::iter::once(Self { dots, ..self }).chain(parts).collect()
    }
}

/// Returns a large drawing on one cell.
fn reduced(dots: &Dots, (wide, high): (usize, usize)) -> Dots {
    let times = wide.max(high);
    let margin = (SIDE - wide * SIDE / times) / 2;
    let above = SIDE - high * SIDE / times;
    let pixel = |x: usize, y: usize| {
        let (x, y) = (x.checked_sub(margin)?, y.checked_sub(above)?);
        let covered = (0..times).flat_map(|dy| (0..times).map(move |dx| (x * times + dx, y * times + dy)));
        Some(most_frequent(&covered.map(|(x, y)| at(dots, x as isize, y as isize)).collect::<Vec<_>>()))
    };
    let row = |y| (0..SIDE).map(|x| pixel(x, y).unwrap_or(Dot::NOTHING)).collect();
    (0..SIDE).map(row).collect()
}

/// Returns the most frequent of some pixels, or nothing if most are transparent or the shadow around a figure.
pub(super) fn most_frequent(dots: &[Dot]) -> Dot {
    let count = |wanted: char| dots.iter().filter(|dot| dot.ink == wanted).count();
    if (count('.') + count('S')) * 2 > dots.len() {
        return Dot::NOTHING;
    }
    let seen = dots.iter().filter(|dot| !matches!(dot.ink, '.' | 'S'));
    seen.max_by_key(|dot| (count(dot.ink), dot.ink != 'k')).copied().unwrap_or(Dot::NOTHING)
}

/// Reads all drawings of a file. Lines that begin with `#` are comments.
pub(super) fn parse(group: &'static str, text: &'static str) -> Vec<FigureDrawing> {
    let mut all = Vec::new();
    let mut head: Option<(&'static str, &'static str)> = None;
    let mut rows: Vec<&'static str> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        match line.split_once(':') {
            Some(next) => {
                all.extend(
                    head.replace(next).into_iter().flat_map(|head| drawing(group, head, &rows).with_parts()),
                );
                rows.clear();
            }
            None => rows.push(line),
        }
    }
    all.extend(head.into_iter().flat_map(|head| drawing(group, head, &rows).with_parts()));
    all
}

fn drawing(group: &'static str, (head, words): (&'static str, &'static str), rows: &[&str]) -> FigureDrawing {
    let (name, settings) = head.split_once(" #").unwrap_or((head, ""));
    let mut settings = settings.split(' ');
    let hex = settings.next().and_then(|hex| u32::from_str_radix(hex, 16).ok()).unwrap_or_default();
    let [_, r, g, b] = hex.to_be_bytes();
    let settings: Vec<&str> = settings.collect();
    let cells = settings.iter().find_map(|setting| size_of(setting)).unwrap_or((1, 1));
    let is_final = cells == (1, 1) && rows.iter().any(|row| row.len() == SIDE);
    let mut dots = placed(rows, cells);
    if !is_final {
        shade_edges(&mut dots);
    }
    if !is_final && !settings.contains(&"flat") {
        add_outline(&mut dots);
        add_shadow(&mut dots);
        add_halo(&mut dots);
    }
    FigureDrawing {
        name,
        group,
        words: words.split(',').map(str::trim).filter(|word| !word.is_empty()).collect(),
        main: Color::rgb(r, g, b),
        is_calling: settings.contains(&"calling"),
        is_part: settings.contains(&"part"),
        cells,
        dots,
    }
}

/// Returns the width and height that a setting names, in cells.
fn size_of(setting: &str) -> Option<(usize, usize)> {
    let (wide, high) = setting.split_once('x')?;
    Some((wide.parse().ok()?, high.parse().ok()?))
}

/// Returns the pixels of the rows, with the last row at the foot of the lowest cell.
fn placed(rows: &[&str], (wide, high): (usize, usize)) -> Dots {
    let (width, height) = (wide * SIDE, high * SIDE);
    let mut dots = vec![vec![Dot::NOTHING; width]; height];
    let foot = height - SIDE + FOOT;
    let foot = if rows.len() > foot { height } else { foot };
    for (line, row) in dots.iter_mut().skip(foot.saturating_sub(rows.len())).zip(rows) {
        let half = row.chars();
        let is_half = row.len() == if width == SIDE { 7 } else { width / 2 };
        let all: Vec<char> = if is_half { half.clone().chain(half.rev()).collect() } else { half.collect() };
        let margin = width.saturating_sub(all.len()) / 2;
        for (dot, ink) in line.iter_mut().skip(margin).zip(all) {
            *dot = Dot::of(ink);
        }
    }
    dots
}

/// Lightens the upper and left edges of the thing, and darkens the lower and right ones.
fn shade_edges(dots: &mut Dots) {
    let drawn = dots.clone();
    let is_open = |(x, y): (usize, usize), (dx, dy): (isize, isize)| {
        at(&drawn, x as isize + dx, y as isize + dy).ink == '.'
    };
    for (at, dot) in each(dots) {
        if !dot.is_body() {
        } else if is_open(at, (1, 0)) || is_open(at, (0, 1)) {
            dot.tone = 82;
        } else if is_open(at, (-1, 0)) || is_open(at, (0, -1)) {
            dot.tone = 112;
        }
    }
}

fn add_outline(dots: &mut Dots) {
    let drawn = dots.clone();
    for ((x, y), dot) in each(dots) {
        let (x, y) = (x as isize, y as isize);
        let beside = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        if dot.ink == '.' && beside.into_iter().any(|(dx, dy)| at(&drawn, x + dx, y + dy).is_body()) {
            *dot = Dot::of('k');
        }
    }
}

/// Adds a shadow to the row below the foot, as wide as the three rows above it.
fn add_shadow(dots: &mut Dots) {
    let is_drawn = |row: &Vec<Dot>| row.iter().any(|dot| dot.ink != '.');
    let Some(last) = dots.iter().rposition(is_drawn) else { return };
    let near = dots.get(last.saturating_sub(2)..=last).unwrap_or_default();
    let covers = |x: &usize| near.iter().any(|row| row.get(*x).is_some_and(|dot| dot.ink != '.'));
    let width = dots.first().map_or(0, Vec::len);
    let (first, end) = ((0..width).find(covers), (0..width).rev().find(covers));
    let (Some(first), Some(end)) = (first, end) else { return };
    let lowest = dots.len().saturating_sub(1);
    let Some(row) = dots.get_mut((last + 1).min(lowest)) else { return };
    for dot in row.iter_mut().take(end + 1).skip(first).filter(|dot| dot.ink == '.') {
        *dot = Dot::of('s');
    }
}

/// Adds a soft shadow around the outline, which separates pale figures from pale floors.
fn add_halo(dots: &mut Dots) {
    let drawn = dots.clone();
    for ((x, y), dot) in each(dots) {
        let (x, y) = (x as isize, y as isize);
        let beside = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        if dot.ink == '.' && beside.into_iter().any(|(dx, dy)| at(&drawn, x + dx, y + dy).ink == 'k') {
            *dot = Dot::of('S');
        }
    }
}

fn at(dots: &Dots, x: isize, y: isize) -> Dot {
    let row = usize::try_from(y).ok().and_then(|y| dots.get(y));
    let dot = usize::try_from(x).ok().and_then(|x| row?.get(x));
    dot.copied().unwrap_or(Dot::NOTHING)
}

fn each(dots: &mut Dots) -> impl Iterator<Item = ((usize, usize), &mut Dot)> {
    let rows = dots.iter_mut().enumerate();
    rows.flat_map(|(y, row)| row.iter_mut().enumerate().map(move |(x, dot)| ((x, y), dot)))
}

/// Returns the mistakes in a file of drawings.
#[cfg(test)]
pub(super) fn mistakes(text: &str) -> Vec<String> {
    let mut widths: Vec<(String, std::collections::BTreeMap<usize, usize>)> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        match (line.split_once(':'), widths.last_mut()) {
            (Some((head, _)), _) => widths.push((head.to_owned(), std::collections::BTreeMap::new())),
            (None, Some((_, widths))) => *widths.entry(line.len()).or_default() += 1,
            (None, None) => return vec![line.to_owned()],
        }
    }
    let is_wrong = |(head, widths): &(String, std::collections::BTreeMap<usize, usize>)| {
        let rows: usize = widths.values().sum();
        if let Some((wide, high)) = head.split(' ').find_map(size_of) {
            let is_row = |width: &usize| *width == wide * SIDE || *width == wide * SIDE / 2;
            return rows + 3 > high * SIDE || !widths.keys().all(is_row);
        }
        let is_whole = widths.keys().all(|width| *width == SIDE) && rows == SIDE;
        !is_whole && (rows > 13 || widths.keys().any(|width| ![7, 14].contains(width)))
    };
    widths.into_iter().filter(is_wrong).map(|(head, _)| head).collect()
}
