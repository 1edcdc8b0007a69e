//! Packs some places of a drawing anew, again and again, and keeps what makes the level smaller (large neighbourhood search, Shaw 1998).
//!
//! A few places that are joined with each other are taken up, with their passages, and put back one by one: where a short passage, straight or with one turn, leads to a neighbour that lies there, and where the level grows least; the other passages are laid by search. So what sticks out is folded into empty quarters. At first steps are taken that make the level a little worse, too (threshold accepting, as for sites).
//! What crosses stays where it is.

mod candidates;
mod grow;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use self::candidates::Candidate;
use super::drawing::{Block, Drawing};
use super::map::{Map, STEP};
use super::{Compactor, badness, is_too_large};
use crate::base::{Cell, RandomStream, Rect, Size};
use crate::layout::outline::Outline;
use crate::layout::problem::LayoutProblem;
use crate::layout::routes::Port;

/// The highest price of a course that is searched for: so much, and some times what a straight one would cost.
const MOST_COST: u32 = 500;

/// How many places are packed anew at once.
const MOST_TAKEN: u32 = 5;

/// By how many hundredths a level may become worse by a step in the beginning.
const THRESHOLD_PERCENT: u64 = 3;

/// How long a place is tried to be put.
#[derive(Clone, Copy, Debug)]
struct Patience {
    /// How many positions are tried that are free and from which a passage finds no way.
    dead_ends: usize,
    /// How many looks at cells a course is searched for, and how many times as dear as a straight one it may be.
    looks: u32,
    times: u32,
}

/// Where all else stays as it is.
const PACKING: Patience = Patience { dead_ends: 3, looks: 160, times: 2 };

/// Places and courses under way.
pub(super) struct Packing<'m, 'a> {
    problem: &'a LayoutProblem<'a>,
    ports: &'a [Vec<Port>],
    gap: i32,
    outline: &'a Outline,
    map: &'m mut Map<'a>,
    /// Blocks that are not put and courses that are not laid say nothing of where they lie.
    drawing: Drawing,
    is_put: Vec<bool>,
    is_laid: Vec<bool>,
    /// No level that is worse is of use.
    most: u64,
    /// What is not taken up: what crosses, and what leads from a place to itself.
    stays: Vec<bool>,
    patience: Patience,
}

impl<'a> Compactor<'a> {
    /// Packs some of the places anew, so often, and keeps what becomes smaller.
    pub(super) fn repack(&mut self, drawing: &mut Drawing, rounds: u64, random: &mut RandomStream) {
        if is_too_large(drawing) {
            return;
        }
        self.map.show(drawing, room_for(&drawing.blocks) / 4 + 4);
        let outline = self.outline;
        let mut packing = self.packing(drawing.clone());
        let mut least = badness(outline, drawing);
        let mut now = least;
        for round in 0..rounds {
            if packing.problem.work.is_spent() {
                break;
            }
            let before = packing.drawing.clone();
            packing.most = now.1 + now.1 * THRESHOLD_PERCENT * (rounds - round) / (100 * rounds);
            let taken = packing.choose(random);
            packing.take(&taken);
            let is_whole = packing.put_back(&taken, random);
            let next = if is_whole { badness(outline, &packing.drawing) } else { now };
            if is_whole && next.1 <= packing.most {
                now = next;
                if now < least {
                    least = now;
                    *drawing = packing.drawing.clone();
                }
            } else {
                packing.go_back(before, &taken);
            }
        }
    }

    /// A drawing that the map shows, to be packed.
    fn packing<'m>(&'m mut self, drawing: Drawing) -> Packing<'m, 'a> {
        let mut stays: Vec<bool> = self.problem.places.iter().map(|place| place.loops > 0).collect();
        let crossing = drawing.crossings.iter().flat_map(|crossing| [crossing.over, crossing.under]);
        for place in crossing.flat_map(|course| drawing.courses[course].places) {
            stays[place] = true;
        }
        let doorways = drawing.courses.iter().filter(|course| course.is_doorway);
        let anchored = drawing.anchor.iter().flat_map(|anchor| &anchor.places).copied();
        for place in doorways.flat_map(|course| course.places).chain(anchored) {
            stays[place] = true;
        }
        Packing {
            problem: self.problem,
            ports: self.ports,
            gap: self.gap,
            outline: self.outline,
            map: &mut self.map,
            is_put: vec![true; drawing.blocks.len()],
            is_laid: vec![true; drawing.courses.len()],
            drawing,
            most: u64::MAX,
            stays,
            patience: PACKING,
        }
    }
}

/// How far from the middle places may be packed.
fn room_for(blocks: &[Block]) -> u32 {
    let sides = |block: &Block| block.ground().size;
    let cells = |size: Size| u64::from(size.width + 3) * u64::from(size.height + 3);
    let area: u64 = blocks.iter().map(sides).map(cells).sum();
    let largest = blocks.iter().map(sides).map(|size| size.width.max(size.height)).max().unwrap_or(0);
    area.isqrt() as u32 * 3 / 4 + largest + 8
}

impl Packing<'_, '_> {
    fn put(&mut self, place: usize) {
        self.map.put(place, self.drawing.blocks[place]);
        self.is_put[place] = true;
    }

    fn lay(&mut self, course: usize) {
        self.map.paint(&self.drawing.courses[course], true);
        self.is_laid[course] = true;
    }

    /// Takes places up with all of their passages.
    fn take(&mut self, places: &[usize]) {
        for &place in places {
            for &course in &self.problem.places[place].passages {
                if std::mem::take(&mut self.is_laid[course]) {
                    self.map.paint(&self.drawing.courses[course], false);
                }
            }
            if std::mem::take(&mut self.is_put[place]) {
                self.map.take(place);
            }
        }
    }

    /// Takes places up again that were packed anew, and puts them back where they were.
    fn go_back(&mut self, before: Drawing, taken: &[usize]) {
        self.take(taken);
        self.drawing = before;
        for &place in taken {
            self.put(place);
        }
        let courses = taken.iter().flat_map(|place| &self.problem.places[*place].passages);
        for &course in courses {
            if !self.is_laid[course] {
                self.lay(course);
            }
        }
    }

    /// Puts what is taken up, one place after the other. Says if all was put.
    fn put_back(&mut self, taken: &[usize], random: &mut RandomStream) -> bool {
        while let Some(place) = self.next(taken, random) {
            if !self.insert(place, random) {
                return false;
            }
        }
        true
    }

    /// The next place to put: of those that wait, one with the most passages to places that are put.
    fn next(&self, waiting: &[usize], random: &mut RandomStream) -> Option<usize> {
        let waiting = waiting.iter().filter(|place| !self.is_put[**place]);
        let rank = |place: &usize| (self.joined(*place).count().min(2), random.below(1 << 20), *place);
        waiting.map(rank).filter(|(put, ..)| *put > 0).max().map(|(.., place)| place)
    }

    /// The passages from a place to places that are put, without those that are laid.
    fn joined(&self, place: usize) -> impl Iterator<Item = usize> {
        let passages = self.problem.places[place].passages.iter().copied();
        passages.filter(move |passage| {
            let other = self.problem.passages[*passage].other(place);
            !self.is_laid[*passage] && self.is_put[other] && other != place
        })
    }

    /// Places to be packed anew: some that are joined, often one at the edge of everything among them.
    fn choose(&self, random: &mut RandomStream) -> Vec<usize> {
        let bounds = self.drawing.bounds();
        let blocks = &self.drawing.blocks;
        let at_edge = |place: &usize| {
            let ground = blocks[*place].ground().grown(2);
            ground.min.x <= bounds.min.x
                || ground.min.y <= bounds.min.y
                || ground.right() >= bounds.right()
                || ground.bottom() >= bounds.bottom()
        };
        let mobile = (0..blocks.len()).filter(|place| !self.stays[*place]);
        let choice: Vec<usize> =
            if random.chance(40) { mobile.filter(at_edge).collect() } else { mobile.collect() };
        let Some(&first) = random.pick(&choice) else { return Vec::new() };
        let most = random.range(1, MOST_TAKEN.min(1 + blocks.len() as u32 / 3)) as usize;
        let mut taken = vec![first];
        while taken.len() < most {
            let from = taken[random.below(taken.len() as u64) as usize];
            let near = self.problem.places[from].passages.iter();
            let others: Vec<usize> = near
                .map(|passage| self.problem.passages[*passage].other(from))
                .filter(|other| !self.stays[*other] && !taken.contains(other))
                .collect();
            match random.pick(&others) {
                Some(&other) => taken.push(other),
                None => break,
            }
        }
        // Something must stay.
        taken.truncate(blocks.len().saturating_sub(1));
        taken
    }

    /// Puts a place where the level grows least, and lays its passages to what is put. False if there is no position.
    fn insert(&mut self, place: usize, random: &mut RandomStream) -> bool {
        let candidates = self.candidates(place, random);
        self.insert_at_best(place, &candidates)
    }

    /// Puts a place at the best of these positions that is free and from which its passages find ways. False if there is none.
    fn insert_at_best(&mut self, place: usize, candidates: &[Candidate]) -> bool {
        let rank = |(number, candidate): (usize, &Candidate)| {
            let Cell { x, y } = candidate.core.min;
            Reverse((candidate.cost, y, x, number))
        };
        let mut order: BinaryHeap<_> = candidates.iter().enumerate().map(rank).collect();
        let mut dead_ends = 0;
        while let Some(Reverse((.., number))) = order.pop() {
            let candidate = &candidates[number];
            self.problem.work.spend(40);
            let block = Block { core: candidate.core, ..self.drawing.blocks[place] };
            if !self.map.is_free(&block, self.gap) {
                continue;
            }
            if self.put_at(place, candidate) {
                return true;
            }
            self.take(&[place]);
            dead_ends += 1;
            if dead_ends == self.patience.dead_ends {
                break;
            }
        }
        false
    }

    /// Puts a place and lays its passages. False if one of them finds no way, or one that is still to come would find none.
    fn put_at(&mut self, place: usize, candidate: &Candidate) -> bool {
        let mut others: Vec<usize> = self.joined(place).collect();
        self.drawing.blocks[place].core = candidate.core;
        self.put(place);
        if let Some(way) = &candidate.way {
            let course = way.course(&self.drawing.courses[way.passage]);
            if !self.map.can_lie(&course) || !course.is_long_enough(&self.drawing.blocks) {
                return false;
            }
            self.drawing.courses[way.passage] = course;
            self.lay(way.passage);
            others.retain(|other| *other != way.passage);
        }
        for other in others {
            let course = &self.drawing.courses[other];
            let ends = course.cores(&self.drawing.blocks).map(Rect::center);
            let most = MOST_COST + self.patience.times * STEP * ends[0].manhattan(ends[1]);
            let found = self.map.search(course, other, most, self.patience.looks);
            let Some(found) = found.filter(|found| found.is_long_enough(&self.drawing.blocks)) else {
                return false;
            };
            self.drawing.courses[other] = found;
            self.lay(other);
        }
        self.leaves_ways_out(candidate.core.grown(3))
    }

    /// Have all places that reach into a rectangle ways out for the passages that are still to come?
    fn leaves_ways_out(&self, around: Rect) -> bool {
        let blocks = &self.drawing.blocks;
        (0..blocks.len()).filter(|place| self.is_put[*place] && blocks[*place].core.overlaps(around)).all(
            |place| {
                let passages = &self.problem.places[place].passages;
                let missing = passages.iter().filter(|passage| !self.is_laid[**passage]).count();
                let middle = blocks[place].core.center();
                let is_free = |port: &&Port| {
                    let outside = (middle + port.inside).step(port.out);
                    self.map.is_way_out(place, outside, port.out)
                };
                missing == 0 || self.ports[place].iter().filter(is_free).take(missing).count() == missing
            },
        )
    }
}
