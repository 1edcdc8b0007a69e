//! Finds the cheapest way of one more wire through a sketch, without crossing any other.
//!
//! In: a sketch with its regions, costs, and the allowed corners. Out: the slots of the wire, or nothing.
//! Regions are the nodes that a wire runs through, and slots of gaps lead from one to another (Dijkstra 1959).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::congestion::Congestion;
use super::corners::CornerRules;
use super::sketch::{GapSlot, Regions, Sketch};
use crate::layout::budget::sketch_routing::{ROW, STEPS_A_SLOT};
use crate::layout::input::work::StepBudget;

/// The input of a search.
pub(super) struct WireSearch<'a> {
    pub sketch: &'a Sketch,
    pub rules: &'a CornerRules,
    pub congestion: &'a Congestion<'a>,
    pub work: &'a StepBudget,
}

/// The way of a wire: its slots, and the region that joins each slot to the next.
pub(super) struct WirePath {
    pub slots: Vec<GapSlot>,
    regions: Vec<usize>,
}

/// A slot, and the side of its segment on which the wire continues.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SearchState {
    slot: GapSlot,
    side: usize,
}

/// The lowest known cost of each state, and the state before it.
///
/// States are numbered by segment, slot and side:
///
/// ```text
/// segment   0           1
/// slot      0     1     0
/// side      0  1  0  1  0  1
/// index     0  1  2  3  4  5
/// ```
struct SearchTable {
    /// The number of the first state of each segment.
    first: Vec<usize>,
    cost: Vec<u64>,
    from: Vec<Option<SearchState>>,
}

impl SearchTable {
    fn new(sketch: &Sketch) -> Self {
        let mut count = 0;
        let first = sketch.segments.iter().map(|segment| {
            let first = count;
            count += 2 * (segment.pins.len() + 1);
            first
        });
        let first = first.collect();
        Self { first, cost: vec![u64::MAX; count], from: vec![None; count] }
    }

    fn index(&self, state: SearchState) -> usize {
        self.first[state.slot.segment] + 2 * state.slot.index + state.side
    }

    /// Stores a cheaper way to a state. Returns `true` if it is cheaper.
    fn improve(&mut self, state: SearchState, cost: u64, from: Option<SearchState>) -> bool {
        let index = self.index(state);
        let is_better = cost < self.cost[index];
        if is_better {
            (self.cost[index], self.from[index]) = (cost, from);
        }
        is_better
    }
}

impl WireSearch<'_> {
    /// Returns the cheapest way of a wire from one place to another, if there is one.
    pub fn find(&self, regions: &Regions, wire: usize, [from, to]: [usize; 2]) -> Option<WirePath> {
        let mut table = SearchTable::new(self.sketch);
        let mut queue = BinaryHeap::new();
        for (slot, side) in self.ends(wire, 0, from) {
            let state = SearchState { slot, side };
            table.improve(state, 0, None);
            queue.push(Reverse((0, state)));
        }
        let goals: Vec<(GapSlot, usize)> = self.ends(wire, 1, to);
        let mut best: Option<(u64, SearchState, GapSlot)> = None;
        while let Some(Reverse((cost, state))) = queue.pop() {
            if best.as_ref().is_some_and(|(least, ..)| *least <= cost) || self.work.is_spent() {
                break;
            }
            if cost > table.cost[table.index(state)] {
                continue;
            }
            let region = regions.of_slots[state.slot.segment][state.side][state.slot.index];
            let column = self.sketch.column(state.slot);
            self.work.spend(regions.slots[region].len() as u64 * STEPS_A_SLOT);
            for slot in &regions.slots[region] {
                let segment = &self.sketch.segments[slot.segment];
                let chord =
                    self.congestion.chord(regions.channels[region], column, self.sketch.column(*slot));
                if segment.place.is_some() {
                    let is_goal = goals.iter().any(|(goal, _)| goal == slot);
                    if is_goal && best.as_ref().is_none_or(|(least, ..)| cost + chord < *least) {
                        best = Some((cost + chord, state, *slot));
                    }
                    continue;
                }
                if *slot == state.slot {
                    continue;
                }
                // The wire continues beyond the gap.
                let is_above = segment.channels[0] == Some(regions.channels[region]);
                let next = SearchState { slot: *slot, side: usize::from(is_above) };
                let cost = cost + chord + ROW + self.congestion.gap(*slot);
                if table.improve(next, cost, Some(state)) {
                    queue.push(Reverse((cost, next)));
                }
            }
        }
        let (_, last, goal) = best?;
        let before = |state: &SearchState| table.from[table.index(*state)];
        let mut states: Vec<SearchState> = std::iter::successors(Some(last), before).collect();
        states.reverse();
        let region = |state: &SearchState| regions.of_slots[state.slot.segment][state.side][state.slot.index];
        let mut path = WirePath {
            regions: states.iter().map(region).collect(),
            slots: states.iter().map(|state| state.slot).chain([goal]).collect(),
        };
        path.shorten();
        Some(path)
    }

    /// Returns the slots at a place where a wire may begin or end, each with the side to which it leads.
    fn ends(&self, wire: usize, end: usize, place: usize) -> Vec<(GapSlot, usize)> {
        let around: Vec<(usize, usize)> = self.sketch.around(place).map(|pin| self.end_at(pin)).collect();
        let mut ends = Vec::new();
        for (side, segment) in self.sketch.sides[place].into_iter().enumerate() {
            for index in 0..=self.sketch.segments[segment].pins.len() {
                let slot = GapSlot { segment, index };
                if self.rules.allows(&around, self.sketch.pins_before(place, slot), (wire, end)) {
                    ends.push((slot, side));
                }
            }
        }
        ends
    }

    /// Returns the wire of a pin at a place, and the end of the wire that the pin is.
    fn end_at(&self, pin: usize) -> (usize, usize) {
        let wire = self.sketch.pins[pin].wire;
        (wire, usize::from(self.sketch.wires[wire].first() != Some(&pin)))
    }
}

impl WirePath {
    /// Removes detours between two visits to a region, where the wire would cross itself.
    fn shorten(&mut self) {
        let mut at = 0;
        while at < self.regions.len() {
            let region = self.regions[at];
            if let Some(last) =
                self.regions.iter().rposition(|other| *other == region).filter(|last| *last > at)
            {
                self.slots.drain(at + 1..=last);
                self.regions.drain(at..last);
            }
            at += 1;
        }
    }

    /// Returns the channels that the wire runs through.
    pub fn channels(&self, regions: &Regions) -> Vec<usize> {
        self.regions.iter().map(|region| regions.channels[*region]).collect()
    }
}
