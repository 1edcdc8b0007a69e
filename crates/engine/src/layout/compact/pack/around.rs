//! Positions of a place at the end of a route that leads from a neighbour around everything else.
//!
//! In: a place that is taken up. Out: free positions with their routes, as many as the budget allows.

use super::candidates::{NeighbourRoute, PositionCandidate};
use super::{Packing, at_port};
use crate::base::RandomStream;
use crate::layout::budget::compact::pack::around::{ALTERNATIVES, CELLS_A_STEP, MOST_CELLS_LOOKED_AT};
use crate::layout::budget::compact::pack::candidates::{CELL, STEPS_A_RATING};
use crate::layout::drawing::Port;
use crate::layout::drawing::router::cells::ReachedEnd;

/// A route with any number of turns, from the last search.
#[derive(Clone, Copy)]
pub(super) struct RouteAround<'a> {
    pub passage: usize,
    /// The end of the passage at the neighbour: 0 or 1.
    pub from: usize,
    pub end: ReachedEnd,
    /// The port of the place at which it ends.
    pub port: &'a Port,
}

impl<'a> Packing<'_, 'a> {
    /// Returns positions of a place to which routes lead from one of its neighbours.
    ///
    /// The neighbour is put already. Among several, it is the one with the most laid passages.
    pub(super) fn around(&mut self, place: usize, random: &mut RandomStream) -> Vec<PositionCandidate<'a>> {
        let laid = |place: usize| {
            self.problem.places[place].passages.iter().filter(|passage| self.is_laid[**passage]).count()
        };
        let other = |(own, passage): (usize, usize)| self.problem.passages[passage].other(own);
        let Some((own, passage)) = self.joined(place).max_by_key(|tie| laid(other(*tie))) else {
            return Vec::new();
        };
        let from = usize::from(self.problem.passages[passage].from == own);
        let course = self.drawing.courses[passage].clone();
        let wanted = self.problem.passages[passage].socket;
        let block = &self.drawing.blocks[own];
        let ports = self.ports.few(own, block, wanted);
        let by = self.drawing.blocks[place].core.min - block.core.min;
        let bounds = self.bounds_of_put();
        let (yardstick, size) = (self.yardstick(place, bounds), self.outline.size_of(bounds));
        let around = self.bodies.ground(place, &self.drawing.blocks).grown(self.gap.unsigned_abs());
        let cells = around.size.area() as u64;
        let mut left = MOST_CELLS_LOOKED_AT;
        let mut candidates: Vec<PositionCandidate> = Vec::new();
        let mut most = u64::MAX;
        self.reach = self.map.begin_reach(&course, passage, from, self.patience.reach_cost);
        // Routes come cheapest first, so all later ones are longer still.
        while let Some(end) = self.map.next_reached(&course, &mut self.reach, self.patience.reach_looks)
            && size + CELL * u64::from(end.length()) <= most
            && left > 0
        {
            for &port in ports.iter().filter(|port| port.out == end.heading.opposite()) {
                let at = at_port(block.core, port, end.door).min + by;
                let route = NeighbourRoute::Around(RouteAround { passage, from, end, port });
                let mut candidate = PositionCandidate { at, route: Some(route), cost: 0 };
                self.problem.work.spend(STEPS_A_RATING);
                if !self.is_rated(place, &mut candidate, &yardstick, random) || candidate.cost > most {
                    continue;
                }
                left = left.saturating_sub(cells);
                self.problem.work.spend(cells / CELLS_A_STEP);
                if self.is_free_for(place, &candidate) {
                    most = most.min(candidate.cost + ALTERNATIVES);
                    candidates.push(candidate);
                }
            }
        }
        candidates
    }
}
