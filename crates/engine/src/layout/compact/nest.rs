//! Nesting: packs places by their outlines instead of the rectangles around them.
//!
//! In: a compacted drawing. Out: a drawing that is not larger.
//! Passages are extended to the floor of their places. Then places and passages slide into the notches of outlines,
//! and places without sites are packed again.
//!
//! ```text
//! ┌───────┐ ┌──┐        ┌───────┐
//! │ ┌─────┘ │  │        │ ┌─────┘
//! │ │       └──┘   →    │ │ ┌──┐
//! │ └─────┐             │ └─┤  ├┐
//! └───────┘             └───└──┘┘
//! ```
//!
//! Places with doorways, loops or crossings keep their rectangles.
//! Guaranteed: the bounds of the level and its shape are at least as good as before.
//! Not guaranteed: that the passages of every place reach its floor. If they do not, all places keep rectangles.

use std::collections::BTreeSet;

use super::compactor::Compactor;
use super::rating::shape_badness;
use crate::base::{Cell, RandomStream, Seed};
use crate::layout::budget::compact::compactor::MOST_ROUNDS;
use crate::layout::budget::compact::nest::{MOST_IDLE, OUTSKIRTS_CELLS, PACKED, ROUNDS};
use crate::layout::drawing::{Course, OrthogonalDrawing, is_legal};

impl Compactor<'_> {
    /// Returns the drawing with its places nested into each other, or unchanged if that gains nothing.
    pub(super) fn nested(&mut self, mut drawing: OrthogonalDrawing, seed: Seed) -> OrthogonalDrawing {
        if let Some(outlined) = self.outlined(&drawing) {
            self.nest(outlined, &mut drawing, &mut seed.stream());
        }
        drawing
    }

    /// Returns the drawing with everything slid into the notches of outlines. Parts that face each other keep their
    /// order.
    pub(super) fn interlocked(&mut self, drawing: OrthogonalDrawing) -> OrthogonalDrawing {
        let Some(outlined) = self.outlined(&drawing) else { return drawing };
        let interlocked = self.compact(outlined, MOST_ROUNDS);
        self.not_larger(interlocked, &drawing).unwrap_or(drawing)
    }

    /// Packs a drawing by the outlines of its places. Returns `false` if none has an outline, or if that gains nothing.
    pub(super) fn pack_by_outlines(
        &mut self,
        drawing: &mut OrthogonalDrawing,
        random: &mut RandomStream,
    ) -> bool {
        let is_outlined = drawing.blocks.iter().any(|block| block.outline.is_some());
        let outlined = self.outlined(drawing).or_else(|| is_outlined.then(|| drawing.clone()));
        outlined.is_some_and(|outlined| self.nest(outlined, drawing, random))
    }

    /// Nests places that have their outlines, and keeps the result unless it is worse. Returns `true` if it is kept.
    fn nest(
        &mut self,
        outlined: OrthogonalDrawing,
        best: &mut OrthogonalDrawing,
        random: &mut RandomStream,
    ) -> bool {
        let mut nested = self.compact(outlined, ROUNDS);
        if !self.problem.all_sited() {
            self.repack(&mut nested, PACKED, MOST_IDLE, random);
            nested = self.compact(nested, ROUNDS);
        }
        let nested = self.not_larger(nested, best);
        let is_kept = nested.is_some();
        nested.into_iter().for_each(|nested| *best = nested);
        is_kept
    }

    /// Returns a drawing unless its bounds and shape are worse than those of another.
    fn not_larger(&self, nested: OrthogonalDrawing, other: &OrthogonalDrawing) -> Option<OrthogonalDrawing> {
        let badness = |drawing: &OrthogonalDrawing| shape_badness(self.outline, drawing);
        (badness(&nested) <= badness(other)).then_some(nested)
    }

    /// Returns the drawing with the outlines of its places, and with passages that end at their floors.
    ///
    /// Returns `None` if no place has an outline, or if a passage finds no route.
    fn outlined(&mut self, drawing: &OrthogonalDrawing) -> Option<OrthogonalDrawing> {
        let outlined = self.places_to_outline(drawing);
        if outlined.is_empty() {
            return None;
        }
        let mut drawing = drawing.clone();
        for place in &outlined {
            let outline = self.ports.outline(*place)?;
            drawing.blocks[*place] = drawing.blocks[*place].clone().outlined(outline);
        }
        let is_changed = |course: &Course| course.places.iter().any(|place| outlined.contains(place));
        self.map.make_room(&mut drawing, OUTSKIRTS_CELLS);
        for (place, block) in drawing.blocks.iter().enumerate() {
            self.map.put(place, block.clone());
        }
        drawing
            .courses
            .iter()
            .filter(|course| !is_changed(course))
            .for_each(|course| self.map.paint(course, true));
        let mut changed: Vec<usize> =
            (0..drawing.courses.len()).filter(|number| is_changed(&drawing.courses[*number])).collect();
        changed.sort_by_key(|number| (drawing.courses[*number].length().0, *number));
        let mut searched = Vec::new();
        for number in changed {
            match self.extended(&drawing, number).filter(|course| self.map.can_lie(course)) {
                Some(course) => self.lay(&mut drawing, number, course),
                None => searched.push(number),
            }
        }
        for number in searched {
            let found = self.map.search(&drawing.courses[number], number, u32::MAX / 2, u32::MAX)?;
            self.lay(&mut drawing, number, found);
        }
        Some(drawing).filter(is_legal)
    }

    fn lay(&mut self, drawing: &mut OrthogonalDrawing, number: usize, course: Course) {
        self.map.paint(&course, true);
        drawing.courses[number] = course;
    }

    /// Returns the places that get their outlines, by index.
    fn places_to_outline(&self, drawing: &OrthogonalDrawing) -> BTreeSet<usize> {
        let crossing = drawing.crossings.iter().flat_map(|crossing| [crossing.over, crossing.under]);
        let mut stays: BTreeSet<usize> = crossing.flat_map(|number| drawing.courses[number].places).collect();
        for course in &drawing.courses {
            if course.is_doorway || course.places[0] == course.places[1] {
                stays.extend(course.places);
            }
        }
        let places = drawing.blocks.iter().enumerate().filter(|(_, block)| block.outline.is_none());
        let places = places.map(|(place, _)| place);
        places.filter(|place| self.ports.outline(*place).is_some() && !stays.contains(place)).collect()
    }

    /// Returns a course that goes straight on at both ends, as far as the exits of outlines.
    ///
    /// Returns `None` if there is no exit straight ahead.
    fn extended(&self, drawing: &OrthogonalDrawing, number: usize) -> Option<Course> {
        let mut course = drawing.courses[number].clone();
        for end in 0..2 {
            let place = course.places[end];
            let block = &drawing.blocks[place];
            if block.outline.is_none() {
                continue;
            }
            let last = course.pieces();
            let (door, next) = if end == 0 { (0, 1) } else { (last, last - 1) };
            let from = course.corners[next];
            let at = course.corners[door];
            let step = Cell::new((at.x - from.x).signum(), (at.y - from.y).signum());
            let ahead = std::iter::successors(Some(at), |cell| Some(*cell + step));
            let first =
                { ahead }.take_while(|cell| block.core.contains(*cell)).find(|cell| block.owns(*cell))?;
            let inside = first - block.core.center();
            let back = inside - step;
            let mut exits = self.ports.of(place, block).iter();
            let is_exit = exits.any(|port| port.inside == inside && port.inside.step(port.out) == back);
            course.corners[door] = Some(first).filter(|_| is_exit)?;
        }
        Some(course).filter(|course| course.is_long_enough(&drawing.blocks))
    }
}
