//! Lays passages between places that all lie where they should.
//!
//! Each goes past the others, or pushes aside what is in its way, which is laid anew (rip-up and reroute with prices that grow, as for wires: McMurchie and Ebeling, "PathFinder", 1995). Passages keep off places that they do not lead around, where others will need the room.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::super::bays::{Doors, Guide};
use super::super::bodies::Bodies;
use super::super::drawing::{Block, Course, Drawing};
use super::{Compactor, Packing};
use crate::base::Cell;

/// What the way of a passage costs at most, and what it costs to push another aside, for each cell.
const MOST_COST: u32 = 1 << 20;
const PUSHING: u32 = 200;
const MOST_DOUBLED: u32 = 6;

/// How many passages are pushed aside, for each passage.
const PUSHED_ASIDE: usize = 4;

/// Passages rather do not come so near to a place that none leads around yet, with so much for each of some of its own.
const APRON_CELLS: i32 = 10;
const APRON_CELLS_A_PASSAGE: i32 = 2;
const MOST_APRON_PASSAGES: usize = 16;

impl Compactor<'_> {
    /// A drawing with its passages laid as the guide says. `None` if one finds no way.
    pub(in crate::layout::compact) fn laid(
        &mut self,
        mut drawing: Drawing,
        guide: &Guide,
    ) -> Option<Drawing> {
        let before = drawing.bounds().min;
        self.map.make_room(&mut drawing, guide.outskirts);
        let moved = drawing.bounds().min - before;
        let blocks = drawing.blocks.clone();
        let bodies = Rc::new(Bodies::new(&drawing));
        let mut packing = self.packing(drawing, bodies);
        packing.is_put.fill(false);
        packing.is_laid.fill(false);
        packing.laid = 0;
        for (place, block) in blocks.iter().enumerate() {
            packing.drawing.blocks[place] = with_apron(*block, packing.problem.places[place].degree());
            packing.put(place);
        }
        guide.walls.iter().for_each(|wall| packing.map.close(wall.moved(moved)));
        packing.map.doors = guide.doors.clone();
        let is_laid = packing.lay_all(guide, moved, &blocks);
        packing.map.doors = Doors::new();
        packing.map.region = None;
        is_laid.then_some(Drawing { blocks, anchor: None, ..packing.drawing })
    }
}

/// A place that keeps passages off, so that those find room in front of it that it has itself.
fn with_apron(block: Block, passages: usize) -> Block {
    let size = block.core.size;
    let cells = APRON_CELLS + APRON_CELLS_A_PASSAGE * passages.min(MOST_APRON_PASSAGES) as i32;
    Block { reach: block.reach.max(Some(size.width.max(size.height) as i32 / 2 + cells)), ..block }
}

impl Packing<'_, '_> {
    /// Lays all passages. False if one finds no way, or too many push each other aside.
    fn lay_all(&mut self, guide: &Guide, moved: Cell, blocks: &[Block]) -> bool {
        let mut position = vec![0; guide.curve.len()];
        guide.curve.iter().enumerate().for_each(|(at, place)| position[*place] = at);
        let mut rank = vec![0; guide.order.len()];
        guide.order.iter().enumerate().for_each(|(at, passage)| rank[*passage] = at);
        // No passage leads around these yet.
        let mut bare: BTreeSet<usize> = (0..guide.curve.len()).collect();
        let mut waiting: BTreeSet<usize> = (0..guide.order.len()).collect();
        let mut times_laid = vec![0; guide.order.len()];
        let mut may_push = PUSHED_ASIDE * guide.order.len();
        while let Some(number) = waiting.pop_first().map(|rank| guide.order[rank]) {
            let [one, other] = self.drawing.courses[number].places.map(|place| position[place]);
            let inner: Vec<usize> = bare.range(one.min(other) + 1..one.max(other)).copied().collect();
            for at in inner {
                bare.remove(&at);
                let place = guide.curve[at];
                self.drawing.blocks[place] = blocks[place];
                self.map.change_ground(place, blocks[place]);
            }
            self.map.region = Some(guide.regions[number].map(|rect| rect.moved(moved)));
            let price = PUSHING << times_laid[number].min(MOST_DOUBLED);
            times_laid[number] += 1;
            let pushed = self.lay_through(number, price, blocks);
            let left = pushed.as_ref().and_then(|pushed| may_push.checked_sub(pushed.len()));
            let (Some(pushed), Some(left)) = (pushed, left) else { return false };
            may_push = left;
            for other in pushed {
                self.map.paint(&self.drawing.courses[other], false);
                self.is_laid[other] = false;
                waiting.insert(rank[other]);
            }
        }
        true
    }

    /// Lays a passage where it costs least, past others or, at that price for each cell, through them. Gives back those that it touches; `None` if it finds no way.
    fn lay_through(&mut self, number: usize, price: u32, blocks: &[Block]) -> Option<Vec<usize>> {
        self.map.pushing = Some(price);
        let found = self.map.search(&self.drawing.courses[number], number, MOST_COST, u32::MAX);
        self.map.pushing = None;
        let found = found.filter(|found| found.is_long_enough(blocks))?;
        self.map.contest(&found);
        self.drawing.courses[number] = found;
        self.lay(number);
        Some(self.near(number))
    }

    /// The other courses that a course touches.
    fn near(&self, number: usize) -> Vec<usize> {
        let lines =
            |course: &Course| (0..course.pieces()).filter_map(|piece| course.line(piece)).collect::<Vec<_>>();
        let own: Vec<_> =
            lines(&self.drawing.courses[number]).into_iter().map(|line| line.grown(1)).collect();
        let touches = |other: &usize| {
            let lines = lines(&self.drawing.courses[*other]);
            lines.iter().any(|line| own.iter().any(|own| own.overlaps(*line)))
        };
        (0..self.is_laid.len())
            .filter(|other| *other != number && self.is_laid[*other])
            .filter(touches)
            .collect()
    }
}
