//! The readings of a level, next to those before the last change: they show what a setting did.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::level::Level;
use crate::metrics::{LAYOUT_METRICS, LevelMetric, MeasuredLevel, MetricValue};
use crate::pipeline::Run;

/// The readings of one level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelReadings {
    /// The values of [`LAYOUT_METRICS`].
    pub layout: [Option<MetricValue>; LAYOUT_METRICS.len()],
    /// The floor of the places of each symbol.
    pub floors: BTreeMap<String, FloorReading>,
}

/// The floor of the places of one symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FloorReading {
    /// Number of places.
    pub places: u32,
    /// Number of walkable cells in them.
    pub cells: u32,
}

impl LevelReadings {
    /// Reads a level.
    pub fn new(level: &Level) -> Self {
        let mut floors: BTreeMap<String, FloorReading> = BTreeMap::new();
        let mut cells = vec![0; level.places.len()];
        for (tile, owner) in level.tiles.values().iter().zip(level.owners.values()) {
            let is_walkable = level.legend.get(tile).is_some_and(|tile| tile.walkable);
            if let Some(count) = owner.place().and_then(|place| cells.get_mut(place.index())) {
                *count += u32::from(is_walkable);
            }
        }
        for (place, cells) in level.places.iter().zip(cells) {
            let floor = floors.entry(place.symbol.clone()).or_default();
            floor.places += 1;
            floor.cells += cells;
        }
        let measured = MeasuredLevel::new(level);
        let layout = LAYOUT_METRICS.each_ref().map(|metric| metric.measure(&measured));
        Self { layout, floors }
    }

    /// Returns the metrics of the layout with their values in words.
    pub fn layout_rows(&self) -> impl Iterator<Item = (&'static LevelMetric, String)> {
        LAYOUT_METRICS.iter().zip(self.layout).map(|(metric, value)| {
            let text = value.map(|value| metric.unit.text_of(value.as_f64()));
            (metric, text.unwrap_or_else(|| "none".to_owned()))
        })
    }
}

impl FloorReading {
    /// Returns the average floor of a place in words: "45 cells".
    pub fn average(self) -> String {
        format!("{} cells", (self.cells + self.places / 2).checked_div(self.places).unwrap_or(0))
    }
}

/// Returns `true` if two runs are of the same seed, so that their levels differ only by what was changed.
pub fn are_comparable(one: &Run, other: &Run) -> bool {
    one.request.seed == other.request.seed
}

/// Returns `true` if nothing was changed between two runs.
pub fn are_of_same_files(one: &Run, other: &Run) -> bool {
    let (one, other) = (&one.request, &other.request);
    let are_same_rooms = one.rooms.iter().zip(&other.rooms).all(|(one, other)| Arc::ptr_eq(one, other));
    Arc::ptr_eq(&one.grammar, &other.grammar) && one.rooms.len() == other.rooms.len() && are_same_rooms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_average_floor_is_rounded() {
        let average = |places, cells| FloorReading { places, cells }.average();
        assert_eq!([average(2, 9), average(3, 10), average(0, 0)], ["5 cells", "3 cells", "0 cells"]);
    }
}
