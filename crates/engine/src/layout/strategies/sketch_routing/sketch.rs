//! A sketch: the gaps that each passage runs through, and the order of passages in them.
//!
//! ```text
//!   channel 0                  Places lie in rows, and a channel lies above and below each row.
//!  ──gap── P ──gap── Q ──gap── A wire crosses gaps and begins and ends at the upper or the lower side of places.
//!   channel 1                  Each of these crossings is a pin. Within a channel, chords join pins in pairs,
//!  ──gap── R ──gap──           and no two chords cross.
//!   channel 2
//! ```
//!
//! A sketch gives the topology of routes, but no cells (Leiserson and Maley, "Algorithms for routing and testing
//! routability of planar VLSI layouts", 1985).

use super::rows::PlaceRows;
use crate::layout::budget::APART;

/// A part of the line between two channels: a gap, or one side of a place.
pub(super) struct Segment {
    /// The place to which the side belongs; `None` for a gap.
    pub place: Option<usize>,
    /// The places at the ends of a gap.
    pub beside: [Option<usize>; 2],
    /// The first and the last column. Gaps at the ends of a row have no outer limit.
    pub from: i32,
    pub to: i32,
    /// The channels above and below, if wires can leave into them.
    pub channels: [Option<usize>; 2],
    /// The pins from left to right.
    pub pins: Vec<usize>,
}

/// The column that stands for infinity.
pub(super) const ENDLESS: i32 = 1 << 28;

/// A point at which a wire crosses a segment.
#[derive(Clone, Copy)]
pub(super) struct SketchPin {
    pub wire: usize,
    pub segment: usize,
    /// The pins at the other ends of its chords: in the channel above and in the channel below.
    pub chords: [Option<usize>; 2],
}

/// A position for a new pin on a segment, before the existing pin with this index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GapSlot {
    pub segment: usize,
    pub index: usize,
}

/// The wires of a mission, without crossings.
pub(super) struct Sketch {
    pub segments: Vec<Segment>,
    /// The segments around each channel, clockwise, each with `true` if it lies above the channel.
    pub channels: Vec<Vec<(usize, bool)>>,
    pub pins: Vec<SketchPin>,
    /// The pins of each wire in order, from the start of its passage. Empty if it has no way yet.
    pub wires: Vec<Vec<usize>>,
    /// The upper and the lower side of each place.
    pub sides: Vec<[usize; 2]>,
}

/// The regions into which chords divide the channels.
pub(super) struct Regions {
    /// The regions above and below each slot, by segment.
    pub of_slots: Vec<[Vec<usize>; 2]>,
    /// The slots around each region.
    pub slots: Vec<Vec<GapSlot>>,
    /// The channel that contains each region.
    pub channels: Vec<usize>,
}

impl Sketch {
    /// Creates an empty sketch for this many wires between rows of places.
    pub fn new(rows: &PlaceRows, wires: usize) -> Self {
        let mut sketch = Self {
            segments: Vec::new(),
            channels: Vec::new(),
            pins: Vec::new(),
            wires: vec![Vec::new(); wires],
            sides: vec![[0; 2]; rows.middles.len()],
        };
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for (number, row) in rows.rows.iter().enumerate() {
            let (mut uppers, mut lowers) = (Vec::new(), Vec::new());
            let (mut from, mut before) = (-ENDLESS, None);
            for place in row {
                let (left, right) = rows.columns(*place);
                let gap = sketch.add(None, (from, left - APART), [Some(number), Some(number + 1)]);
                sketch.segments[gap].beside = [before, Some(*place)];
                let upper = sketch.add(Some(*place), (left, right), [Some(number), None]);
                let lower = sketch.add(Some(*place), (left, right), [None, Some(number + 1)]);
                sketch.sides[*place] = [upper, lower];
                uppers.extend([gap, upper]);
                lowers.extend([gap, lower]);
                (from, before) = (right + APART, Some(*place));
            }
            let gap = sketch.add(None, (from, ENDLESS), [Some(number), Some(number + 1)]);
            sketch.segments[gap].beside = [before, None];
            uppers.push(gap);
            lowers.push(gap);
            above.push(lowers);
            below.push(uppers);
        }
        for channel in 0..=rows.rows.len() {
            let upper = channel.checked_sub(1).and_then(|row| above.get(row)).into_iter().flatten();
            let lower = below.get(channel).into_iter().flatten().rev();
            let upper = upper.map(|segment| (*segment, true));
            sketch.channels.push(upper.chain(lower.map(|segment| (*segment, false))).collect());
        }
        sketch
    }

    fn add(&mut self, place: Option<usize>, (from, to): (i32, i32), channels: [Option<usize>; 2]) -> usize {
        self.segments.push(Segment { place, beside: [None; 2], from, to, channels, pins: Vec::new() });
        self.segments.len() - 1
    }

    /// Divides all channels into regions.
    pub fn regions(&self) -> Regions {
        let none = |segment: &Segment| [0, 1].map(|_| vec![usize::MAX; segment.pins.len() + 1]);
        let mut regions = Regions {
            of_slots: self.segments.iter().map(none).collect(),
            slots: Vec::new(),
            channels: Vec::new(),
        };
        for (channel, around) in self.channels.iter().enumerate() {
            // Chords do not cross, so regions are nested like brackets.
            let mut inside = vec![regions.add(channel)];
            let mut open = vec![false; self.pins.len()];
            for &(segment, is_above) in around {
                let side = usize::from(is_above);
                let pins = &self.segments[segment].pins;
                let last = pins.len();
                for step in 0..=last {
                    let index = if is_above { step } else { last - step };
                    let region = inside.last().copied().unwrap_or(0);
                    regions.of_slots[segment][side][index] = region;
                    regions.slots[region].push(GapSlot { segment, index });
                    let pin =
                        if is_above { pins.get(index) } else { index.checked_sub(1).map(|at| &pins[at]) };
                    let Some(&pin) = pin else { continue };
                    let Some(other) = self.pins[pin].chords[side] else { continue };
                    if open[other] {
                        inside.pop();
                    } else {
                        open[pin] = true;
                        inside.push(regions.add(channel));
                    }
                }
            }
        }
        regions
    }

    /// Returns the column in the middle of a slot, if the pins of its segment are spaced evenly.
    pub fn column(&self, slot: GapSlot) -> i32 {
        let Segment { from, to, pins, .. } = &self.segments[slot.segment];
        self.spread(*from, *to, 2 * slot.index + 1, 2 * (pins.len() + 1))
    }

    /// Returns the column of a pin, if the pins of its segment are spaced evenly.
    pub fn pin_column(&self, segment: usize, index: usize) -> i32 {
        let Segment { from, to, pins, .. } = &self.segments[segment];
        self.spread(*from, *to, 2 * (index + 1), 2 * (pins.len() + 1))
    }

    fn spread(&self, from: i32, to: i32, part: usize, of: usize) -> i32 {
        match (from == -ENDLESS, to == ENDLESS) {
            (true, _) => to - APART * (of - part) as i32 / 2,
            (false, true) => from + APART * part as i32 / 2,
            (false, false) => from + ((to - from).max(0) as usize * part / of) as i32,
        }
    }

    /// Returns the pins around a place, clockwise.
    pub fn around(&self, place: usize) -> impl Iterator<Item = usize> {
        let [upper, lower] = self.sides[place].map(|side| &self.segments[side].pins);
        upper.iter().chain(lower.iter().rev()).copied()
    }

    /// Returns the number of pins around a place before a slot at one of its sides, clockwise.
    pub fn pins_before(&self, place: usize, slot: GapSlot) -> usize {
        let [upper, lower] = self.sides[place];
        match slot.segment == upper {
            true => slot.index,
            false => self.segments[upper].pins.len() + self.segments[lower].pins.len() - slot.index,
        }
    }

    /// Adds the way of a wire: its slots, and the channel between each slot and the next.
    pub fn insert(&mut self, wire: usize, slots: &[GapSlot], channels: &[usize]) {
        let first = self.pins.len();
        for slot in slots {
            self.pins.push(SketchPin { wire, segment: slot.segment, chords: [None; 2] });
        }
        for (number, channel) in channels.iter().enumerate() {
            for (pin, other) in [(first + number, first + number + 1), (first + number + 1, first + number)] {
                let side = usize::from(self.segments[self.pins[pin].segment].channels[1] == Some(*channel));
                self.pins[pin].chords[side] = Some(other);
            }
        }
        let mut order: Vec<usize> = (0..slots.len()).collect();
        // Insert from right to left, so that the remaining indices stay valid.
        order.sort_by_key(|number| std::cmp::Reverse((slots[*number], *number)));
        for number in order {
            let GapSlot { segment, index } = slots[number];
            self.segments[segment].pins.insert(index, first + number);
        }
        self.wires[wire] = (first..self.pins.len()).collect();
    }

    /// Removes the way of a wire.
    pub fn remove(&mut self, wire: usize) {
        for pin in std::mem::take(&mut self.wires[wire]) {
            self.segments[self.pins[pin].segment].pins.retain(|other| *other != pin);
        }
    }

    /// Returns every chord once, as its channel and its two pins.
    pub fn chords(&self) -> impl Iterator<Item = (usize, [usize; 2])> {
        self.wires.iter().flat_map(|pins| pins.windows(2)).filter_map(|pair| {
            let (from, to) = (pair[0], pair[1]);
            let side = (0..2).find(|side| self.pins[from].chords[*side] == Some(to))?;
            Some((self.segments[self.pins[from].segment].channels[side]?, [from, to]))
        })
    }

    /// Returns the index of a pin on its segment.
    pub fn index_of(&self, pin: usize) -> usize {
        let pins = &self.segments[self.pins[pin].segment].pins;
        pins.iter().position(|other| *other == pin).unwrap_or(0)
    }
}

impl Regions {
    fn add(&mut self, channel: usize) -> usize {
        self.slots.push(Vec::new());
        self.channels.push(channel);
        self.slots.len() - 1
    }
}
