//! Reads drawings of figures from text, and adds outline, shading and shadow.
//!
//! ```text
//! ghost #dfe9f5: spirit, phantom        name, main colour, other words
//! ....aaa                               rows: 14 pixels, or the left 7 of a symmetric figure
//! ...aaaa
//! ```
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

/// A figure with its name and words.
#[derive(Debug)]
pub(super) struct FigureDrawing {
    pub name: &'static str,
    pub group: &'static str,
    pub words: Vec<&'static str>,
    pub main: Color,
    pub is_calling: bool,
    pub is_part: bool,
    pub dots: [[Dot; SIDE]; SIDE],
}

impl FigureDrawing {
    /// Returns the pixel at a position, which may be outside.
    pub fn at(&self, x: isize, y: isize) -> Dot {
        at(&self.dots, x, y)
    }
}

/// Reads all drawings of a file. Lines that begin with `#` are comments.
pub(super) fn parse(group: &'static str, text: &'static str) -> Vec<FigureDrawing> {
    let mut all = Vec::new();
    let mut head: Option<(&'static str, &'static str)> = None;
    let mut rows: Vec<&'static str> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        match line.split_once(':') {
            Some(next) => {
                all.extend(head.replace(next).map(|head| drawing(group, head, &rows)));
                rows.clear();
            }
            None => rows.push(line),
        }
    }
    all.extend(head.map(|head| drawing(group, head, &rows)));
    all
}

fn drawing(group: &'static str, (head, words): (&'static str, &'static str), rows: &[&str]) -> FigureDrawing {
    let (name, settings) = head.split_once(" #").unwrap_or((head, ""));
    let mut settings = settings.split(' ');
    let hex = settings.next().and_then(|hex| u32::from_str_radix(hex, 16).ok()).unwrap_or_default();
    let [_, r, g, b] = hex.to_be_bytes();
    let settings: Vec<&str> = settings.collect();
    let is_final = rows.iter().any(|row| row.len() == SIDE);
    let mut dots = placed(rows);
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
        dots,
    }
}

/// Returns the pixels of the rows, with the last row at the foot of the cell.
fn placed(rows: &[&str]) -> [[Dot; SIDE]; SIDE] {
    let mut dots = [[Dot::NOTHING; SIDE]; SIDE];
    let foot = if rows.len() > FOOT { SIDE } else { FOOT };
    for (line, row) in dots.iter_mut().skip(foot.saturating_sub(rows.len())).zip(rows) {
        let half = row.chars();
        let all: Vec<char> = match row.len() {
            7 => half.clone().chain(half.rev()).collect(),
            _ => half.collect(),
        };
        let margin = SIDE.saturating_sub(all.len()) / 2;
        for (dot, ink) in line.iter_mut().skip(margin).zip(all) {
            *dot = Dot::of(ink);
        }
    }
    dots
}

/// Lightens the upper and left edges of the thing, and darkens the lower and right ones.
fn shade_edges(dots: &mut [[Dot; SIDE]; SIDE]) {
    let drawn = *dots;
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

fn add_outline(dots: &mut [[Dot; SIDE]; SIDE]) {
    let drawn = *dots;
    for ((x, y), dot) in each(dots) {
        let (x, y) = (x as isize, y as isize);
        let beside = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        if dot.ink == '.' && beside.into_iter().any(|(dx, dy)| at(&drawn, x + dx, y + dy).is_body()) {
            *dot = Dot::of('k');
        }
    }
}

/// Adds a shadow to the row below the foot, as wide as the three rows above it.
fn add_shadow(dots: &mut [[Dot; SIDE]; SIDE]) {
    let is_drawn = |row: &[Dot; SIDE]| row.iter().any(|dot| dot.ink != '.');
    let Some(last) = dots.iter().rposition(is_drawn) else { return };
    let near = dots.get(last.saturating_sub(2)..=last).unwrap_or_default();
    let covers = |x: &usize| near.iter().any(|row| row.get(*x).is_some_and(|dot| dot.ink != '.'));
    let (first, end) = ((0..SIDE).find(covers), (0..SIDE).rev().find(covers));
    let (Some(first), Some(end)) = (first, end) else { return };
    let Some(row) = dots.get_mut((last + 1).min(SIDE - 1)) else { return };
    for dot in row.iter_mut().take(end + 1).skip(first).filter(|dot| dot.ink == '.') {
        *dot = Dot::of('s');
    }
}

/// Adds a soft shadow around the outline, which separates pale figures from pale floors.
fn add_halo(dots: &mut [[Dot; SIDE]; SIDE]) {
    let drawn = *dots;
    for ((x, y), dot) in each(dots) {
        let (x, y) = (x as isize, y as isize);
        let beside = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        if dot.ink == '.' && beside.into_iter().any(|(dx, dy)| at(&drawn, x + dx, y + dy).ink == 'k') {
            *dot = Dot::of('S');
        }
    }
}

fn at(dots: &[[Dot; SIDE]; SIDE], x: isize, y: isize) -> Dot {
    let row = usize::try_from(y).ok().and_then(|y| dots.get(y));
    let dot = usize::try_from(x).ok().and_then(|x| row?.get(x));
    dot.copied().unwrap_or(Dot::NOTHING)
}

fn each(dots: &mut [[Dot; SIDE]; SIDE]) -> impl Iterator<Item = ((usize, usize), &mut Dot)> {
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
    let is_wrong = |(_, widths): &(String, std::collections::BTreeMap<usize, usize>)| {
        let rows: usize = widths.values().sum();
        let is_whole = widths.keys().all(|width| *width == SIDE) && rows == SIDE;
        !is_whole && (rows > 13 || widths.keys().any(|width| ![7, 14].contains(width)))
    };
    widths.into_iter().filter(is_wrong).map(|(head, _)| head).collect()
}
