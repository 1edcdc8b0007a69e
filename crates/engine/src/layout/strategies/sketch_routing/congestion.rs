//! Computes the cost of one more wire through gaps and channels.
//!
//! The cost is the length of the wire, plus surcharges for little room and for earlier failures to draw there
//! (McMurchie and Ebeling, "PathFinder", 1995).

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::rows::PlaceRows;
use super::sketch::{ENDLESS, GapSlot, Segment, Sketch};
use crate::layout::budget::APART;
use crate::layout::budget::sketch_routing::{CROWDED, FULL, RINGS_CELLS};

/// Counts of drawings that failed for lack of room, by location.
pub(super) struct Shortages {
    /// By segment.
    gaps: Vec<u64>,
    /// By channel, and by stretch between columns of places.
    channels: Vec<Vec<u64>>,
    /// The columns of the middles of places, ascending.
    columns: Vec<i32>,
}

/// A location without room for all its wires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shortage {
    /// The segment.
    Gap(usize),
    /// The channel, and the first and last column of the wires that lie too close together.
    Channel(usize, (i32, i32)),
}

impl Shortages {
    pub fn none(sketch: &Sketch, rows: &PlaceRows) -> Self {
        let columns: BTreeSet<i32> = rows.middles.iter().map(|middle| middle.x).collect();
        let columns: Vec<i32> = columns.into_iter().collect();
        Self {
            gaps: vec![0; sketch.segments.len()],
            channels: vec![vec![0; columns.len() + 1]; sketch.channels.len()],
            columns,
        }
    }

    pub fn note(&mut self, shortage: &Shortage) {
        match *shortage {
            Shortage::Gap(segment) => self.gaps[segment] += 1,
            Shortage::Channel(channel, (from, to)) => {
                let (from, to) = (self.stretch(from), self.stretch(to));
                self.channels[channel][from..=to].iter_mut().for_each(|count| *count += 1);
            }
        }
    }

    /// Returns the index of the stretch, between two columns of places, that contains a column.
    fn stretch(&self, column: i32) -> usize {
        self.columns.partition_point(|middle| *middle < column)
    }

    /// Returns the columns of a stretch.
    fn columns_of(&self, stretch: usize) -> RangeInclusive<i32> {
        let from = stretch.checked_sub(1).and_then(|before| self.columns.get(before));
        from.map_or(-ENDLESS, |from| from + 1)..=self.columns.get(stretch).copied().unwrap_or(ENDLESS)
    }
}

/// The costs of one more wire, in cells.
pub(super) struct Congestion<'a> {
    shortages: &'a Shortages,
    gaps: Vec<u64>,
    /// For each channel, the prefix sums of the costs of its stretches.
    ///
    /// ```text
    /// columns of places      c0      c1
    /// stretches          0   │   1   │   2
    /// sums            [0, p0, p0 + p1, p0 + p1 + p2]
    /// ```
    channels: Vec<Vec<u64>>,
}

impl<'a> Congestion<'a> {
    pub fn new(sketch: &Sketch, rows: &PlaceRows, shortages: &'a Shortages) -> Self {
        let price = |used: usize, room: usize, failed: u64| {
            let over = (used + 1).saturating_sub(room) as u64;
            let crowded = if 2 * used > room { CROWDED * used as u64 / room.max(1) as u64 } else { 0 };
            crowded + FULL * over + FULL * failed
        };
        let gap = |(number, segment): (usize, &Segment)| {
            price(segment.pins.len(), wires_in(segment.to - segment.from), shortages.gaps[number])
        };
        let mut used = vec![vec![0_usize; shortages.columns.len() + 1]; sketch.channels.len()];
        for (channel, pins) in sketch.chords() {
            let [one, other] = pins.map(|pin| {
                shortages.stretch(sketch.pin_column(sketch.pins[pin].segment, sketch.index_of(pin)))
            });
            used[channel][one.min(other)..=one.max(other)].iter_mut().for_each(|count| *count += 1);
        }
        let channel = |(number, used): (usize, Vec<usize>)| {
            let room = |stretch: usize| match rows.around_channel(number, shortages.columns_of(stretch)) {
                [Some(above), Some(below)] => wires_in(below - above - 2 * APART - RINGS_CELLS),
                _ => usize::MAX / 2,
            };
            let prices = used.iter().zip(&shortages.channels[number]).enumerate();
            let prices = prices.map(|(stretch, (used, failed))| price(*used, room(stretch), *failed));
            let sums = prices.scan(0_u64, |sum, price| {
                *sum += price;
                Some(*sum)
            });
            std::iter::once(0_u64).chain(sums).collect::<Vec<u64>>()
        };
        let gaps = sketch.segments.iter().enumerate().map(gap).collect();
        Self { shortages, gaps, channels: used.into_iter().enumerate().map(channel).collect() }
    }

    /// Returns the cost of a chord from one column to another.
    pub fn chord(&self, channel: usize, from: i32, to: i32) -> u64 {
        let (from, to) = (from.min(to), from.max(to));
        let sums = &self.channels[channel];
        let stretches = self.shortages.stretch(from)..=self.shortages.stretch(to);
        u64::from(from.abs_diff(to)) + sums[stretches.end() + 1] - sums[*stretches.start()]
    }

    pub fn gap(&self, slot: GapSlot) -> u64 {
        self.gaps[slot.segment]
    }
}

/// Returns the number of wires that fit next to each other if the last is this many cells from the first.
fn wires_in(cells: i32) -> usize {
    if cells < 0 { 0 } else { (cells.min(ENDLESS) / APART) as usize + 1 }
}
