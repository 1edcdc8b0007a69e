//! Assembles groups with pinned places.
//!
//! Input: a group, and the cells of its pinned places. Output: an assembled group in which all these pins hold,
//! or some of them, or nothing. Other places stay where they were, if that is known and possible.

use super::group::{AssembledGroup, DoorwayGroup, best_of};
use super::jigsaw::Jigsaw;
use super::search::Pins;
use crate::base::{Cell, Seed};
use crate::layout::budget::COMPACT_MARGIN_CELLS;
use crate::layout::budget::doorways::holder::{HOLDING_PERCENT, HOLDING_STEPS, MOST_MOVED_STEPS};
use crate::layout::drawing::SizedPlace;
use crate::layout::input::problem::LayoutProblem;
use crate::settings::LayoutSettings;

/// The context for holding the pins of a group.
pub(super) struct GroupPinning<'a> {
    pub problem: &'a LayoutProblem<'a>,
    pub sizes: &'a [SizedPlace],
    pub group: &'a DoorwayGroup,
    pub settings: &'a LayoutSettings,
    pub seed: Seed,
}

impl GroupPinning<'_> {
    /// Assembles the group so that all pins hold. Only places close to changed pins may move.
    ///
    /// Returns `None` if that is impossible, or if the previous positions are not known.
    pub fn with_others_where_they_lay(
        &self,
        jigsaw: &Jigsaw<'_>,
        pinned: &[(usize, Cell)],
    ) -> Option<AssembledGroup> {
        let problem = self.problem.with_percent(HOLDING_PERCENT).with_work(HOLDING_STEPS);
        let mut farther = (1..=MOST_MOVED_STEPS).map(|steps| jigsaw.pinned_with_others(pinned, steps));
        farther.find_map(|pins| self.held_within(&problem, &pins?, self.margin()))
    }

    /// Assembles the group within the level, if the freely assembled one would extend beyond the level's corner.
    ///
    /// `place` is the only pinned place, and `at` its pin.
    pub fn within_level(&self, free: &AssembledGroup, place: usize, at: Cell) -> Option<AssembledGroup> {
        let margin = self.margin()?;
        let corner = free.bounds.min + (at - free.cores[place].center());
        let is_within = corner.x >= margin && corner.y >= margin;
        let problem = self.problem.with_percent(HOLDING_PERCENT).with_work(HOLDING_STEPS);
        if is_within { None } else { self.held_within(&problem, &[(place, at)], Some(margin)) }
    }

    /// Assembles the group so that all pins hold, or else as many as possible, in their order.
    ///
    /// The first pin always holds. Returns `None` if not even two hold together.
    pub fn all_or_some(&self, pinned: &[(usize, Cell)]) -> Option<AssembledGroup> {
        let problem = self.problem.with_percent(HOLDING_PERCENT).with_work(HOLDING_STEPS);
        let all = self.held(&problem, pinned);
        if all.is_some() {
            return all;
        }
        let (mut kept, mut best) = (Vec::new(), None);
        for pin in pinned {
            kept.push(*pin);
            if kept.len() > 1 {
                match self.held(&problem, &kept) {
                    Some(assembly) => best = Some(assembly),
                    None => drop(kept.pop()),
                }
            }
        }
        best
    }

    /// Assembles the group so that all these pins hold, within the level if possible.
    fn held(&self, problem: &LayoutProblem<'_>, pins: &[(usize, Cell)]) -> Option<AssembledGroup> {
        let margin = self.margin();
        let beyond = || margin.and_then(|_| self.held_within(problem, pins, None));
        self.held_within(problem, pins, margin).or_else(beyond)
    }

    fn held_within(
        &self,
        problem: &LayoutProblem<'_>,
        pins: &[(usize, Cell)],
        margin: Option<i32>,
    ) -> Option<AssembledGroup> {
        let pins = Pins { at: pins.to_vec(), margin };
        let jigsaw = Jigsaw::new(problem, self.sizes, self.group).with_pins(pins)?;
        best_of(problem, &jigsaw, self.group, self.settings, self.seed).ok()
    }

    /// Returns the number of cells to keep free at the left and top edges, if pins fix the corner of the level.
    fn margin(&self) -> Option<i32> {
        self.problem.has_corner().then_some(COMPACT_MARGIN_CELLS as i32)
    }
}
