//! Sets places with backtracking: if all sides of the place before are blocked, whatever blocks them is removed and
//! set again.
//!
//! Backtracking returns to the last place in the way, not to the last place set. Every second time it returns one
//! place farther, every fourth time three, and so on. A line that has run into a pocket therefore leaves it after a
//! few steps, however large the pocket is.
//! Exception: if a place has more passages than any of its sizes has room for, its neighbours lie near it and their
//! passages wind.

use std::sync::Arc;

use super::setting::{PartialSprawl, SprawlCheckpoint};
use super::walk::SprawlVisit;
use crate::base::{Direction, Size};
use crate::layout::budget::sprawl::retreat::{MOST_DOUBLINGS, ROOMY_DRAWS, TRIES_A_PLACE, TRY_STEPS};
use crate::layout::drawing::SizedPlace;
use crate::layout::input::problem::LayoutProblem;
use crate::layout::input::sizes::draw_again;
use crate::rooms::RoomSet;
use crate::settings::LayoutSettings;

/// Returns the number of straight passages that have room around a place, if its neighbours are at least `beside`
/// cells wide and keep their clearance.
pub(super) fn room_around(core: Size, beside: u32, clearance: u32) -> usize {
    let on_side = |length: u32| (length.saturating_sub(3) / (beside + clearance) + 1) as usize;
    2 * (on_side(core.width) + on_side(core.height))
}

/// Returns the side of a square place that has room for this many straight passages.
pub(super) fn side_for(passages: usize, beside: u32, clearance: u32) -> u32 {
    3 + (passages.div_ceil(4) as u32).saturating_sub(1) * (beside + clearance)
}

/// Returns the minimum width or height of the neighbours of a place.
pub(super) fn least_beside(problem: &LayoutProblem, sizes: &[SizedPlace], place: usize) -> u32 {
    let around = problem.places[place].passages.iter().map(|passage| problem.passages[*passage].other(place));
    let side = |other: usize| {
        let (before, after) = sizes[other].extent();
        (before.width + after.width).min(before.height + after.height) + 1
    };
    around.map(side).min().unwrap_or(1)
}

impl PartialSprawl<'_> {
    /// Sets all places of the walk. After a limited number of tries, backtracking ends and blocked places are set near
    /// others.
    pub fn set_all(&mut self, walk: &[SprawlVisit], rooms: &[Arc<RoomSet>], settings: &LayoutSettings) {
        let mut marks: Vec<SprawlCheckpoint> = Vec::with_capacity(walk.len());
        let mut tries = vec![0; walk.len()];
        let (mut left, mut blocked) = (TRIES_A_PLACE * walk.len() as u64 * TRY_STEPS, 0_u64);
        while let Some(&visit) = walk.get(marks.len()) {
            let at = marks.len();
            left = left.saturating_sub(self.steps(visit));
            tries[at] += 1;
            marks.push(self.mark(visit));
            if self.set_or_fail(visit, tries[at], rooms, settings) {
                continue;
            }
            if left == 0 {
                self.set_apart(visit, &mut self.seed_of(visit.place).child("apart").stream());
                continue;
            }
            let blocker = visit.from.and_then(|(before, _)| self.last_near([before, visit.place]));
            let blocker = walk[..at].iter().rposition(|visit| Some(visit.place) == blocker);
            blocked += 1;
            let farther_back = (1_usize << blocked.trailing_zeros().min(MOST_DOUBLINGS)) - 1;
            // The first place cannot block itself.
            let back = blocker.unwrap_or(at).saturating_sub(farther_back).max(1);
            while marks.len() > back {
                if let Some(mark) = marks.pop() {
                    self.take_back(mark);
                }
            }
        }
    }

    /// Returns the cost of setting a place. It is tried at every port of the place before, and each time all ports are
    /// examined.
    fn steps(&self, visit: SprawlVisit) -> u64 {
        let ports = visit.from.map_or(0, |(before, _)| self.ports_at(before) as u64);
        TRY_STEPS + 4 * ports * ports
    }

    fn set_or_fail(
        &mut self,
        visit: SprawlVisit,
        number: u64,
        rooms: &[Arc<RoomSet>],
        settings: &LayoutSettings,
    ) -> bool {
        let place = visit.place;
        let seed = self.seed_of(place).child("again").numbered(number);
        self.make_roomy(place, |problem, sized, draw| {
            draw_again(
                problem,
                place,
                sized,
                rooms,
                settings,
                &mut seed.child("roomy").numbered(draw).stream(),
            )
        });
        let Some((before, passage)) = visit.from else {
            self.set_apart(visit, &mut seed.stream());
            return true;
        };
        let mut random = seed.stream();
        let is_set = self.set_beside([before, place], passage, (seed, &mut random), rooms, settings)
            || self.set_far_beside([before, place], passage, &mut random);
        if is_set {
            return true;
        }
        if self.is_crowded(before) {
            self.set_apart(visit, &mut seed.stream());
            return true;
        }
        false
    }

    /// Redraws a place with many passages until all have room, and keeps the largest size drawn.
    fn make_roomy(&mut self, place: usize, draw: impl Fn(&LayoutProblem, &SizedPlace, u64) -> SizedPlace) {
        let degree = self.problem.places[place].degree();
        if degree <= Direction::ALL.len() {
            return;
        }
        let room = |setting: &Self, sized: &SizedPlace| {
            let beside = least_beside(setting.problem, &setting.sizes, place);
            room_around(sized.core, beside, setting.clearance)
        };
        if let Some(most) = self.problem.places[place].form.most_size()
            && room(self, &self.sizes[place]) < degree
        {
            let Size { width, height } = self.sizes[place].core;
            let core = Size::new(width.max(most.width), height.max(most.height));
            self.resize(place, SizedPlace { core, ..self.sizes[place].clone() });
        }
        for number in 0..ROOMY_DRAWS {
            if room(self, &self.sizes[place]) >= degree {
                return;
            }
            let drawn = draw(self.problem, &self.sizes[place], number);
            if room(self, &drawn) > room(self, &self.sizes[place]) {
                self.resize(place, drawn);
            }
        }
    }

    /// Returns `true` if a place has more passages than there is room around it.
    fn is_crowded(&self, place: usize) -> bool {
        let beside = least_beside(self.problem, &self.sizes, place);
        let degree = self.problem.places[place].degree();
        room_around(self.sizes[place].core, beside, self.clearance) < degree
    }
}
