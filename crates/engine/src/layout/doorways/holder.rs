//! Groups of which places are pinned: put together so that these hold, and all else stays where it lay, as
//! far as that can be.

use super::group::{AssembledGroup, DoorwayGroup, best_of};
use super::jigsaw::Jigsaw;
use super::search::Pins;
use crate::base::{Cell, Seed};
use crate::layout::budget::COMPACT_MARGIN_CELLS;
use crate::layout::budget::doorways::holder::{HOLDING_PERCENT, HOLDING_STEPS, MOST_MOVED_STEPS};
use crate::layout::drawing::SizedPlace;
use crate::layout::problem::LayoutProblem;
use crate::settings::LayoutSettings;

/// What holds pins of a group.
pub(super) struct GroupPinning<'a> {
    pub problem: &'a LayoutProblem<'a>,
    pub sizes: &'a [SizedPlace],
    pub group: &'a DoorwayGroup,
    pub settings: &'a LayoutSettings,
    pub seed: Seed,
}

impl GroupPinning<'_> {
    /// The group with all pins held, and all places where they lay but for some around those that are pinned
    /// elsewhere. `None` if that is not found, or it is not known where they lay.
    pub fn with_others_where_they_lay(
        &self,
        jigsaw: &Jigsaw<'_>,
        pinned: &[(usize, Cell)],
    ) -> Option<AssembledGroup> {
        let problem = self.problem.with_percent(HOLDING_PERCENT).with_work(HOLDING_STEPS);
        let mut farther = (1..=MOST_MOVED_STEPS).map(|steps| jigsaw.pinned_with_others(pinned, steps));
        farther.find_map(|pins| self.held_within(&problem, &pins?, self.margin()))
    }

    /// The group with its one pinned place there, if what is put together freely would come to lie beyond the
    /// corner of the level.
    pub fn within_level(&self, free: &AssembledGroup, place: usize, at: Cell) -> Option<AssembledGroup> {
        let margin = self.margin()?;
        let corner = free.bounds.min + (at - free.cores[place].center());
        let is_within = corner.x >= margin && corner.y >= margin;
        let problem = self.problem.with_percent(HOLDING_PERCENT).with_work(HOLDING_STEPS);
        if is_within { None } else { self.held_within(&problem, &[(place, at)], Some(margin)) }
    }

    /// The group with all pins held, or the first of them and each other that can be held with those before
    /// it. `None` if that is none.
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

    /// The group with all these pins held, within the level if that can be.
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

    /// How many cells stay free left of all places and above them, if pins say where the level begins.
    fn margin(&self) -> Option<i32> {
        self.problem.has_corner().then_some(COMPACT_MARGIN_CELLS as i32)
    }
}
