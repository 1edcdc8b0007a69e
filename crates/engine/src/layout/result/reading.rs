//! Measures a layout, so that it can be compared with hand-made maps.
//!
//! The figures for hand-made maps were measured on the Video Game Level Corpus: dungeons of *The Legend of
//! Zelda* and maps of *Doom*.

use super::plan::{Plan, PlannedPassage};
use crate::level::{Level, OwnedBy};

/// The counts on a level and its plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayoutMetrics {
    /// Width and height in cells.
    pub size: (u32, u32),
    /// Number of places.
    pub places: u32,
    /// Number of passages that have a route.
    pub passages: u32,
    /// Number of walkable cells.
    pub walkable_cells: u32,
    /// Number of walkable cells that belong to passages.
    pub corridor_cells: u32,
    /// Number of turns of all passages.
    pub bends: u32,
}

/// A figure that describes a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Metric {
    /// Share of cells that are walkable.
    WalkableShare,
    /// Share of walkable cells that are corridor.
    CorridorShare,
    /// Cells of map per place.
    CellsAPlace,
    /// Turns per passage.
    BendsAPassage,
    /// Ratio of the long side of the map to the short one.
    Aspect,
}

impl Metric {
    /// All figures, in the order in which they are listed.
    pub const ALL: [Self; 5] =
        [Self::WalkableShare, Self::CorridorShare, Self::CellsAPlace, Self::BendsAPassage, Self::Aspect];

    /// Returns the name of the figure, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::WalkableShare => "walkable",
            Self::CorridorShare => "corridor",
            Self::CellsAPlace => "cells per place",
            Self::BendsAPassage => "bends per passage",
            Self::Aspect => "aspect",
        }
    }

    /// Returns an explanation of the figure for designers.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::WalkableShare => "The share of the map that you can walk on.",
            Self::CorridorShare => "The share of corridors in the cells that you can walk on.",
            Self::CellsAPlace => "The number of cells of the map for each place.",
            Self::BendsAPassage => "The average number of bends of a passage.",
            Self::Aspect => "The ratio of the map's longer side to its shorter one.",
        }
    }

    /// Returns the range of the figure on hand-made maps, if known.
    pub const fn by_hand(self) -> Option<&'static str> {
        match self {
            Self::WalkableShare => Some("16 to 39 % in Zelda, 41 to 46 % in Doom"),
            Self::CorridorShare => Some("hardly any in Zelda"),
            Self::CellsAPlace => Some("282 in Zelda"),
            Self::BendsAPassage => None,
            Self::Aspect => Some("1 : 1.38 in Zelda"),
        }
    }

    /// Formats a value of the figure, given in thousandths.
    pub fn text(self, thousandths: u64) -> String {
        let [tenths, hundredths] = [100, 10].map(|unit| (thousandths + unit / 2) / unit);
        match self {
            Self::WalkableShare | Self::CorridorShare => format!("{hundredths} %"),
            Self::CellsAPlace => ((thousandths + 500) / 1000).to_string(),
            Self::BendsAPassage => format!("{}.{}", tenths / 10, tenths % 10),
            Self::Aspect => format!("1 : {}.{:02}", hundredths / 100, hundredths % 100),
        }
    }
}

impl LayoutMetrics {
    /// Measures a level and the plan that it was formed from.
    pub fn new(plan: &Plan, level: &Level) -> Self {
        let mut reading = Self {
            size: (level.width, level.height),
            places: plan.places.len() as u32,
            passages: plan.passages.iter().filter(|passage| !passage.route.is_empty()).count() as u32,
            bends: plan.passages.iter().map(bends).sum(),
            ..Self::default()
        };
        for (tile, owner) in level.tiles.values().iter().zip(level.owners.values()) {
            if level.legend.get(tile).is_some_and(|tile| tile.walkable) {
                reading.walkable_cells += 1;
                reading.corridor_cells += u32::from(matches!(owner.who(), OwnedBy::Passage(_)));
            }
        }
        reading
    }

    /// Returns a figure in thousandths, or 0 if its divisor is 0.
    pub fn thousandths(&self, metric: Metric) -> u64 {
        let (width, height) = (u64::from(self.size.0), u64::from(self.size.1));
        let [places, passages, walkable, corridor, bends] =
            [self.places, self.passages, self.walkable_cells, self.corridor_cells, self.bends].map(u64::from);
        let (part, whole) = match metric {
            Metric::WalkableShare => (walkable, width * height),
            Metric::CorridorShare => (corridor, walkable),
            Metric::CellsAPlace => (width * height, places),
            Metric::BendsAPassage => (bends, passages),
            Metric::Aspect => (width.max(height), width.min(height)),
        };
        (part * 1000).checked_div(whole).unwrap_or(0)
    }

    /// Formats a figure.
    pub fn text(&self, metric: Metric) -> String {
        metric.text(self.thousandths(metric))
    }
}

/// Returns the median of a figure over several layouts, in thousandths. An even number of layouts gives the lower one.
pub fn median<'a>(readings: impl IntoIterator<Item = &'a LayoutMetrics>, metric: Metric) -> Option<u64> {
    let mut values: Vec<u64> = readings.into_iter().map(|reading| reading.thousandths(metric)).collect();
    values.sort_unstable();
    values.get(values.len().checked_sub(1)? / 2).copied()
}

fn bends(passage: &PlannedPassage) -> u32 {
    let turns = |cells: &&[crate::base::Cell]| cells[2] - cells[1] != cells[1] - cells[0];
    passage.route.windows(3).filter(turns).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_as_designers_compare_them() {
        assert_eq!(Metric::WalkableShare.text(245), "25 %");
        assert_eq!(Metric::CellsAPlace.text(281_600), "282");
        assert_eq!(Metric::BendsAPassage.text(960), "1.0");
        assert_eq!(Metric::Aspect.text(1_384), "1 : 1.38");
    }

    #[test]
    fn shares_are_of_the_whole_and_of_what_is_walkable() {
        let reading = LayoutMetrics {
            size: (40, 20),
            places: 4,
            passages: 5,
            walkable_cells: 200,
            corridor_cells: 20,
            bends: 4,
        };
        let figures = Metric::ALL.map(|metric| reading.thousandths(metric));
        assert_eq!(figures, [250, 100, 200_000, 800, 2_000]);
        assert!(Metric::ALL.iter().all(|metric| LayoutMetrics::default().thousandths(*metric) == 0));
    }

    #[test]
    fn the_median_of_an_even_number_is_the_lower_one() {
        let of_places = |places: u32| LayoutMetrics { size: (10, 10), places, ..LayoutMetrics::default() };
        let readings = [1, 10, 4, 2].map(of_places);
        assert_eq!(median(&readings, Metric::CellsAPlace), Some(25_000));
        assert_eq!(median(&[], Metric::CellsAPlace), None);
    }
}
