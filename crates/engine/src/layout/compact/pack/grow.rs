//! Grows a drawing around fixed places: the others are put one by one, where packing would put them.
//!
//! In: a drawing with some places and passages. Out: a drawing of all, or the places that found no room.
//! If a place cannot be put, a random one that is in its way is taken up again, a limited number of times.

use std::cmp::Reverse;
use std::rc::Rc;

use super::super::bodies::RigidBodies;
use super::super::rating::cells;
use super::{Packing, room_for};
use crate::base::{RandomStream, Rect};
use crate::layout::budget::classes::MOST_GROWN_CELLS;
use crate::layout::budget::compact::pack::grow::{TAKEN_UP, TAKEN_UP_A_PLACE};
use crate::layout::budget::compact::pack::{GROWING, GROWING_OUTWARD};
use crate::layout::compact::compactor::Compactor;
use crate::layout::drawing::{Course, OrthogonalDrawing};

/// The policy by which a drawing grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layout::compact) enum GrowthPolicy {
    /// Places may close in others that are still to come.
    Anywhere,
    /// Ways from outside to everything that is still to come stay open, so that no passage has to cross
    /// another.
    Outward,
}

/// The drawing from which growth starts.
#[derive(Clone, Debug)]
pub(in crate::layout::compact) struct InitialDrawing {
    /// Only the places of its anchor are in the drawing.
    pub drawing: OrthogonalDrawing,
    /// The passages between them that are laid and stay.
    pub laid: Vec<usize>,
}

impl InitialDrawing {
    /// Starts from the places of the anchor without any passages.
    pub fn new(drawing: OrthogonalDrawing) -> Self {
        Self { drawing, laid: Vec::new() }
    }
}

impl Compactor<'_> {
    /// Grows a drawing of all places around the fixed ones.
    ///
    /// # Errors
    /// Returns the places that could not be put, most frequent failures first. The list is empty if passages
    /// between fixed places find no route, or if these lie too far apart for a map.
    pub(in crate::layout::compact) fn grown(
        &mut self,
        initial: InitialDrawing,
        policy: GrowthPolicy,
        random: &mut RandomStream,
    ) -> Result<OrthogonalDrawing, Vec<usize>> {
        let InitialDrawing { mut drawing, laid } = initial;
        if cells(&drawing) > MOST_GROWN_CELLS {
            return Err(Vec::new());
        }
        let room = room_for(&drawing.blocks);
        self.map.make_room(&mut drawing, room);
        let fixed = drawing.anchor.iter().flat_map(|anchor| anchor.places.clone()).collect::<Vec<_>>();
        let bodies = Rc::new(RigidBodies::new(&drawing));
        let mut packing = self.packing(drawing, bodies);
        packing.patience = match policy {
            GrowthPolicy::Anywhere => GROWING,
            GrowthPolicy::Outward => GROWING_OUTWARD,
        };
        packing.is_put.fill(false);
        packing.is_laid.fill(false);
        packing.laid = 0;
        for place in fixed {
            if !packing.is_put[place] {
                packing.put(place);
            }
        }
        laid.iter().for_each(|course| packing.lay(*course));
        if !packing.joins_what_is_put() {
            return Err(Vec::new());
        }
        packing.grow(random)?;
        Ok(packing.drawing)
    }
}

impl Packing<'_, '_> {
    /// Lays the passages between places that are put, short ones first. Returns `false` if one finds no
    /// route.
    fn joins_what_is_put(&mut self) -> bool {
        let cores = |course: &Course| course.cores(&self.drawing.blocks).map(Rect::center);
        let courses = self.drawing.courses.iter().enumerate();
        let is_between = |course: &Course| course.places.iter().all(|place| self.is_put[*place]);
        let between = courses.filter(|(number, course)| !self.is_laid[*number] && is_between(course));
        let mut between: Vec<(u32, usize)> =
            between.map(|(number, course)| (cores(course)[0].manhattan(cores(course)[1]), number)).collect();
        between.sort_unstable();
        between.into_iter().all(|(_, number)| {
            let found = self.map.search(&self.drawing.courses[number], number, u32::MAX / 2, u32::MAX);
            let found = found.filter(|found| found.is_long_enough(&self.drawing.blocks));
            found.is_some_and(|found| {
                self.drawing.courses[number] = found;
                self.lay(number);
                true
            })
        })
    }

    /// Puts all other places.
    ///
    /// # Errors
    /// Returns the places that could not be put, most frequent failures first.
    fn grow(&mut self, random: &mut RandomStream) -> Result<(), Vec<usize>> {
        let all: Vec<usize> = self.bodies.firsts().collect();
        let mut failures = vec![0; self.is_put.len()];
        let mut most_taken_up = TAKEN_UP + TAKEN_UP_A_PLACE * all.len();
        while let Some(place) = self.next(&all, random) {
            self.flip(place, random);
            if self.insert(place, random) || self.insert_anywhere(place, random) {
                continue;
            }
            failures[place] += 1;
            let in_the_way = self.in_the_way(place);
            let near = random.pick(&in_the_way).filter(|_| !self.problem.work.is_spent());
            let (Some(&near), Some(left)) = (near, most_taken_up.checked_sub(1)) else {
                let mut failed: Vec<usize> = all.into_iter().filter(|place| failures[*place] > 0).collect();
                failed.sort_by_key(|place| Reverse(failures[*place]));
                return Err(failed);
            };
            most_taken_up = left;
            self.take(&[near]);
        }
        Ok(())
    }

    /// Puts a place wherever its passages find routes, however long.
    fn insert_anywhere(&mut self, place: usize, random: &mut RandomStream) -> bool {
        let positions = self.anywhere(place, random);
        self.insert_at_best(place, &positions)
    }

    /// Returns the places near the neighbours of a place that may be taken up.
    fn in_the_way(&self, place: usize) -> Vec<usize> {
        let blocks = &self.drawing.blocks;
        let neighbours: Vec<Rect> = self
            .joined(place)
            .map(|(own, passage)| blocks[self.problem.passages[passage].other(own)].ground())
            .collect();
        let room = self.bodies.ground(place, blocks).size;
        let room = room.width.max(room.height);
        let is_near =
            |other: &usize| neighbours.iter().any(|near| near.grown(room).overlaps(blocks[*other].ground()));
        (0..blocks.len()).filter(|other| self.is_put[*other] && !self.stays[*other]).filter(is_near).collect()
    }
}
