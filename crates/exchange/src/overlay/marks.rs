//! Builds the marks of each overlay: ways, keys, areas behind locks, one-way passages, dead ends and broken promises.
//!
//! No two overlays have the same shape, so that nobody needs their colours: a line with discs at its ends, dashes
//! from a disc to a square, numbers, arrow heads, rings, crosses, and strokes on seals.

use std::ops::Deref;

use super::mark::{Mark, Point, Stroke, ink_on};
use super::wash::{BEHIND, SEAL};
use super::{BackdropColors, LevelFacts, Overlay};
use crate::base::{Cell, Color};
use crate::level::Level;

pub(super) const WAY: Color = Color::rgb(0x6d, 0xe4, 0xff);
pub(super) const KEY: Color = Color::rgb(0xff, 0xd8, 0x4d);
pub(super) const ARROW: Color = Color::rgb(0xe6, 0xc2, 0x29);
pub(super) const DEAD_END: Color = Color::rgb(0xd0, 0x6f, 0xd8);
pub(super) const BROKEN: Color = Color::rgb(0xff, 0x4d, 0x4d);

/// Opacity of the dark rim of lines, in percent.
const RIM_PERCENT: u8 = 70;
/// Minimum width of a cell with a stroke for its seal, in units.
const LEAST_SEAL: f32 = 4.0;

impl<L: Deref<Target = Level>> LevelFacts<L> {
    /// Returns the marks of an overlay; `cell` is the width of a cell in units. Names and the mission have
    /// functions of their own, and overlays that colour cells have no marks.
    pub fn marks(&self, overlay: Overlay, cell: f32, around: &BackdropColors) -> Vec<Mark> {
        match overlay {
            Overlay::Way => self.way_marks(cell, around),
            Overlay::Keys => self.key_marks(cell, around),
            Overlay::OneWay => self.one_way_marks(cell),
            Overlay::DeadEnds => self.dead_end_marks(cell, around),
            Overlay::Broken => self.broken_marks(cell, around),
            Overlay::Behind => self.behind_marks(cell),
            Overlay::Seals => seal_marks(self.seals().unwrap_or_default(), cell),
            Overlay::Places | Overlay::Mission | Overlay::Names | Overlay::Distance => Vec::new(),
        }
    }

    fn way_marks(&self, cell: f32, around: &BackdropColors) -> Vec<Mark> {
        let points: Vec<Point> = self.way().iter().map(|at| Point::middle_of(*at, cell)).collect();
        let width = (cell * 0.25).clamp(2.0, 5.0);
        let (Some(first), Some(last)) = (points.first().copied(), points.last().copied()) else {
            return Vec::new();
        };
        let end = |middle: Point| Mark::Disc {
            middle,
            radius: width * 1.4,
            fill: WAY,
            rim: Stroke::new(1.0, ink_on(WAY)),
        };
        vec![
            Mark::Line(points.clone(), Stroke::veil(width + 2.0, around.ground, RIM_PERCENT)),
            Mark::Line(points, Stroke::new(width, WAY)),
            end(first),
            end(last),
        ]
    }

    fn key_marks(&self, cell: f32, around: &BackdropColors) -> Vec<Mark> {
        let line = |line: &crate::insight::KeyLine| {
            let ends = [line.from, line.to].map(|at| Point::middle_of(at, cell));
            let dashes = |stroke: Stroke| Mark::Dashes { ends, stroke, dash: 9.0, gap: 5.0 };
            [
                dashes(Stroke::veil(4.0, around.ground, RIM_PERCENT)),
                dashes(Stroke::new(2.0, KEY)),
                Mark::Disc { middle: ends[0], radius: 4.0, fill: KEY, rim: Stroke::new(1.0, ink_on(KEY)) },
                Mark::square(ends[1], 9.0, KEY),
            ]
        };
        self.keys().iter().flat_map(line).collect()
    }

    /// Returns the number of locks before each place that has some.
    fn behind_marks(&self, cell: f32) -> Vec<Mark> {
        let number = |place: &crate::level::Place| {
            let depth = self.depth(place.id);
            let shown = depth.min(BEHIND.len());
            let color = *BEHIND.get(shown.checked_sub(1)?)?;
            let more = if depth > shown { "+" } else { "" };
            Some(Mark::Text {
                middle: Point::middle_of(place.anchor, cell),
                text: format!("{shown}{more}"),
                size: (cell * 0.9).clamp(12.0, 18.0),
                color: color.mixed(Color::rgb(0xff, 0xff, 0xff), 75),
                on_plate: true,
            })
        };
        self.level.places.iter().filter_map(number).collect()
    }

    fn one_way_marks(&self, cell: f32) -> Vec<Mark> {
        let half = (cell * 0.6).clamp(5.0, 14.0);
        let arrow = |one_way: &crate::insight::OneWay| {
            let [at, next] = one_way.at.map(|at| Point::middle_of(at, cell));
            let ahead = at.towards(next);
            Mark::arrow(at.beside(ahead, half, 0.0), ahead, half * 1.6, half, ARROW)
        };
        self.one_ways().iter().map(arrow).collect()
    }

    fn dead_end_marks(&self, cell: f32, around: &BackdropColors) -> Vec<Mark> {
        let radius = (cell * 1.4).clamp(7.0, 22.0);
        let places = self.dead_ends().iter().filter_map(|place| self.level.place(*place));
        places
            .flat_map(|place| {
                let middle = Point::middle_of(place.anchor, cell);
                let ring = |stroke: Stroke| Mark::Ring { middle, radius, stroke };
                [ring(Stroke::veil(4.5, around.ground, RIM_PERCENT)), ring(Stroke::new(2.5, DEAD_END))]
            })
            .collect()
    }

    fn broken_marks(&self, cell: f32, around: &BackdropColors) -> Vec<Mark> {
        let arm = (cell * 0.8).clamp(5.0, 16.0);
        let cross = |at| {
            let middle = Point::middle_of(at, cell);
            let line = |x: f32, stroke: Stroke| {
                Mark::Line(vec![middle.moved((-x, -arm)), middle.moved((x, arm))], stroke)
            };
            let rim = Stroke::veil(5.0, around.ground, RIM_PERCENT);
            let own = Stroke::new(3.0, BROKEN);
            [line(arm, rim), line(-arm, rim), line(arm, own), line(-arm, own)]
        };
        self.broken().flat_map(cross).collect()
    }
}

/// Returns a stroke for each seal; none in cells too small for it.
pub fn seal_marks(seals: &[Cell], cell: f32) -> Vec<Mark> {
    if cell < LEAST_SEAL {
        return Vec::new();
    }
    let half = cell * 0.32;
    let stroke = Stroke::new((cell * 0.1).clamp(1.0, 2.0), SEAL.mixed(Color::rgb(0xff, 0xff, 0xff), 45));
    let line = |at: &Cell| {
        let middle = Point::middle_of(*at, cell);
        Mark::Line(vec![middle.moved((-half, half)), middle.moved((half, -half))], stroke)
    };
    seals.iter().map(line).collect()
}
