//! Lines that explain each overlay in the legend.

use std::ops::Deref;

use super::marks::{ARROW, BROKEN, DEAD_END, KEY, WAY};
use super::wash::{BEHIND, SEAL, gradient};
use super::{LevelFacts, Overlay};
use crate::base::{Cell, Color, counted, printable};
use crate::level::{Level, Promise};

/// Number of colours shown for the scale of distances.
const SCALE_PARTS: u32 = 8;

/// A line of the legend: its text and the colours next to it. Without colours there is nothing to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendLine {
    /// Explanation.
    pub text: String,
    /// A single colour, or a scale.
    pub colors: Vec<Color>,
}

impl LegendLine {
    /// Creates a line.
    pub fn new(colors: &[Color], text: impl Into<String>) -> Self {
        Self { text: text.into(), colors: colors.to_vec() }
    }

    /// Returns the line for drops, if the level has any.
    pub fn of_drops(level: &Level) -> Option<Self> {
        let boards = level.places.iter().filter_map(|place| place.board.as_ref());
        let count = boards.map(|board| board.drops.len()).sum::<usize>();
        (count > 0).then(|| Self::new(&[ARROW], counted(count, "drop")))
    }

    /// Returns the line for seals in the given colour; `None` means that they are not known.
    pub fn of_seals(seals: Option<&[Cell]>, color: Color) -> Self {
        match seals {
            None => Self::new(&[], "Seals are not known, because level files lack them"),
            Some([]) => Self::new(&[], "No seals"),
            Some(_) => Self::new(&[color], "Stroke: seal, a wall between places without a passage"),
        }
    }
}

impl<L: Deref<Target = Level>> LevelFacts<L> {
    /// Returns the lines for an overlay. Names and the mission explain themselves.
    pub fn legend(&self, overlay: Overlay) -> Vec<LegendLine> {
        let line = |colors: &[Color], text: String| vec![LegendLine::new(colors, text)];
        match overlay {
            Overlay::Places | Overlay::Mission | Overlay::Names => Vec::new(),
            Overlay::Seals => vec![LegendLine::of_seals(self.seals(), SEAL)],
            Overlay::Distance => match self.distances().1 {
                0 => line(&[], "No start to count from".to_owned()),
                most => {
                    let colors: Vec<Color> =
                        (0..=SCALE_PARTS).map(|part| gradient(part, SCALE_PARTS)).collect();
                    line(&colors, format!("From the start, to {most} steps"))
                }
            },
            Overlay::Way => match self.way().len() {
                0 => line(&[], "No way from a start to a goal".to_owned()),
                cells => line(&[WAY], format!("Line: way to the goal, {} steps", cells - 1)),
            },
            Overlay::Keys if self.keys().is_empty() => line(&[], "No keys".to_owned()),
            Overlay::Keys => line(&[KEY], "Dashes: from a key to what it opens".to_owned()),
            Overlay::Behind => {
                let deepest = self.level.places.iter().map(|place| self.depth(place.id)).max().unwrap_or(0);
                let texts = ["1: behind a lock", "2: behind two locks", "3: behind three locks or more"];
                match deepest {
                    0 => line(&[], "Nothing behind locks".to_owned()),
                    _ => {
                        let lines = texts.iter().zip(BEHIND).take(deepest);
                        lines.map(|(text, color)| LegendLine::new(&[color], *text)).collect()
                    }
                }
            }
            Overlay::OneWay if self.one_ways().is_empty() => line(&[], "No passage leads one way".to_owned()),
            Overlay::OneWay => line(&[ARROW], "Arrow head: one way only".to_owned()),
            Overlay::DeadEnds => match self.dead_ends().len() {
                0 => line(&[], "No dead ends".to_owned()),
                count => line(&[DEAD_END], format!("Ring: {}", counted(count, "dead end"))),
            },
            Overlay::Broken => self.broken_lines(),
        }
    }

    fn broken_lines(&self) -> Vec<LegendLine> {
        let report = &self.level.report;
        let broken: Vec<Promise> = report.broken().map(|(promise, _)| promise).collect();
        match (report.promises.is_empty(), broken.as_slice()) {
            (true, _) => vec![LegendLine::new(&[], "No promise was checked")],
            (false, []) => vec![LegendLine::new(&[], "Every promise is kept")],
            (false, broken) => broken
                .iter()
                .map(|promise| {
                    LegendLine::new(&[BROKEN], format!("Cross: not {}", printable(promise.name())))
                })
                .collect(),
        }
    }
}
