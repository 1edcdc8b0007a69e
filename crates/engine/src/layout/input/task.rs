//! Collects all constraints of one layout, which every strategy is given.
//!
//! In: a problem and the [`LayoutInput`]. Out: drawn sizes, and the problem with pins, with wishes from an earlier
//! layout, and with corridors in place of doorways whose places cannot share a wall.
//! Guaranteed: sizes depend on the seed, not on the strategy.

use std::rc::Rc;
use std::sync::Arc;

use super::previous_levels::PreviousLayout;
use super::problem::LayoutProblem;
use super::work::StepBudget;
use super::{pins, sizes};
use crate::base::{Diagnostic, Seed};
use crate::layout::boards;
use crate::layout::drawing::{Arrangement, SizedPlace};
use crate::layout::strategies::doorways;
use crate::layout::strategies::previous_layout::HeldLayout;
use crate::rooms::RoomSet;
use crate::settings::LayoutSettings;

/// The inputs of a layout besides its problem.
#[derive(Clone, Copy)]
pub(in crate::layout) struct LayoutInput<'g> {
    pub rooms: &'g [Arc<RoomSet>],
    pub settings: &'g LayoutSettings,
    pub seed: Seed,
    pub previous_layout: Option<&'g PreviousLayout>,
    /// The steps of sketches.
    pub sketching: &'g Rc<StepBudget>,
}

/// The input of every strategy.
pub(in crate::layout) struct LayoutTask<'g> {
    pub given: LayoutInput<'g>,
    pub problem: LayoutProblem<'g>,
    pub sizes: Vec<SizedPlace>,
    /// The layout to continue, if there is one.
    pub held_layout: Option<HeldLayout<'g>>,
    /// The arrangement of all places, if doorways alone put them together.
    pub assembled: Option<Arrangement>,
}

impl<'g> LayoutTask<'g> {
    /// Draws sizes and collects constraints. Returns `None` if no layout is possible; the diagnostics give the reason.
    pub fn new(
        problem: &LayoutProblem<'g>,
        given: LayoutInput<'g>,
        found: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        let LayoutInput { rooms, settings, seed, previous_layout, .. } = given;
        let (sizes, mistakes) = sizes::draw(problem, rooms, settings, seed.child("sizes"));
        found.extend(mistakes);
        if !settings.spacing.sizes_halls_for_neighbours() {
            found.extend(sizes::larger_halls(problem, &sizes));
        }
        let is_hopeless =
            |found: &Diagnostic| [sizes::NO_ROOM, sizes::TOO_LARGE, boards::NO_CARD].contains(&found.code);
        if problem.places.is_empty() || found.iter().any(is_hopeless) {
            return None;
        }
        let mut problem = problem.clone();
        if let Some((pinned, contradictions)) = pins::pinned(&problem, &sizes, settings) {
            found.extend(contradictions);
            problem = pinned;
        }
        let held_layout = previous_layout
            .and_then(|previous_layout| HeldLayout::new(&problem, &sizes, settings.spacing, previous_layout));
        problem = held_layout.as_ref().and_then(|held| held.near(&problem)).unwrap_or(problem);
        match doorways::settle(&problem, &sizes, settings, seed) {
            Ok(settled) => {
                found.extend(settled.notes);
                problem = settled.problem.unwrap_or(problem);
                Some(Self { given, problem, sizes, held_layout, assembled: settled.arranged })
            }
            Err(why) => {
                found.extend(why.explained(&problem, &sizes));
                None
            }
        }
    }
}
