//! Packing: takes up some places again and again, and puts them back where the level becomes smaller.
//!
//! In: a compacted drawing. Out: the best drawing found. This is a large neighbourhood search (Shaw 1998).
//! - A few joined places are taken up with their passages, and put back one by one next to a neighbour: a
//!   passage leads there straight or with one turn, and the level grows least. Other passages are found by
//!   search.
//! - At first, steps that make the level slightly worse are accepted (threshold accepting).
//! - In vast missions, a place can also be put at the end of a longer route (`around`): next to a hub there
//!   is seldom room.
//! - Now and then, a whole branch of the mission is moved around the place on which it hangs (`branch`).
//! - Places that doorways join move as one body. Other passages inside it move along, or are found by search.
//!
//! Guaranteed: pinned and sited places stay, and so do passages that cross and their places.

mod around;
mod beside;
mod branch;
mod candidates;
mod choice;
mod grow;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::rc::Rc;

use petgraph::unionfind::UnionFind;

use self::candidates::{NeighbourRoute, PositionCandidate};
pub(super) use self::grow::{GrowthPolicy, InitialDrawing};
use super::bodies::RigidBodies;
use super::compactor::Compactor;
use super::no_fit::NoFitTables;
use super::rating::{badness, cost_of, is_too_large, route_cost};
use crate::base::{Cell, Direction, RandomStream, Rect, Size};
use crate::layout::budget::STEP;
use crate::layout::budget::classes::MOST_IN_BODY;
use crate::layout::budget::compact::pack::{
    BRANCH_PERCENT, FLIP_PERCENT, MOST_COST, PACKING, PlacingBudget, ROOM_CELLS, ROOM_PERCENT, ROUTE_CELLS,
    STEPS_A_PLACE, STEPS_A_POSITION, THRESHOLD, THRESHOLD_PLACES,
};
use crate::layout::drawing::router::cells::{ObstacleMap, OutsideView, PassageReach};
use crate::layout::drawing::{Block, Course, OrthogonalDrawing, PlacePorts, Port};
use crate::layout::input::problem::LayoutProblem;
use crate::layout::outline::ShapeOutline;

/// A drawing in which some places and courses are taken up.
pub(super) struct Packing<'m, 'a> {
    problem: &'a LayoutProblem<'a>,
    ports: &'a PlacePorts,
    gap: i32,
    outline: &'a ShapeOutline,
    map: &'m mut ObstacleMap<'a>,
    no_fits: &'m NoFitTables,
    bodies: Rc<RigidBodies>,
    /// The positions of blocks that are not put, and courses that are not laid, have no meaning.
    drawing: OrthogonalDrawing,
    /// The bounds of the last complete drawing.
    bounds: Rect,
    is_put: Vec<bool>,
    is_laid: Vec<bool>,
    /// The cost of all courses that are laid.
    laid: u64,
    /// The maximum cost of a drawing; worse ones are given up.
    most: u64,
    /// Places that are never taken up: those with loops, crossings, pins or sites, all others of their
    /// bodies, and the places of bodies that are too large.
    stays: Vec<bool>,
    is_vast: bool,
    patience: PlacingBudget,
    /// The routes found by the last search around everything.
    reach: PassageReach<'a>,
    /// Memory of the last candidates and their order, for reuse.
    spare: (Vec<PositionCandidate<'a>>, Vec<CandidateRank>),
}

/// The cost of a candidate, its row and column, and its number. The lowest comes first.
type CandidateRank = Reverse<(u64, i32, i32, usize)>;

impl<'a> Compactor<'a> {
    /// Packs places again for some rounds. The drawing becomes the best one found.
    ///
    /// Stops earlier if none of `most_idle` rounds in a row finds a better one.
    pub(super) fn repack(
        &mut self,
        drawing: &mut OrthogonalDrawing,
        rounds: u64,
        most_idle: u64,
        random: &mut RandomStream,
    ) {
        if is_too_large(drawing) {
            return;
        }
        self.map.show(drawing, room_for(&drawing.blocks) / 4 + 4);
        let outline = self.outline;
        let bodies = Rc::new(RigidBodies::new(drawing));
        let mut packing = self.packing(drawing.clone(), Rc::clone(&bodies));
        let mut least = badness(outline, drawing);
        let mut now = least;
        let places = (drawing.blocks.len() as u64).max(THRESHOLD_PLACES);
        let threshold = THRESHOLD * THRESHOLD_PLACES.pow(2) / places.pow(2);
        let mut idle = 0;
        for round in 0..rounds {
            if idle == most_idle || packing.problem.work.is_spent() {
                break;
            }
            packing.most = now.1 + threshold * now.1 * (rounds - round) / (10_000 * rounds);
            let branch = if random.chance(BRANCH_PERCENT) { packing.branch(random) } else { None };
            if let Some(branch) = &branch {
                packing.bodies = Rc::new(bodies.joined(branch));
            }
            let taken = branch.map_or_else(|| packing.choose(random), |branch| vec![branch[0]]);
            let before = packing.now(&taken);
            packing.take(&taken);
            let is_whole = packing.put_back(&taken, random);
            idle += 1;
            let next = if is_whole { badness(outline, &packing.drawing) } else { now };
            if is_whole && next.1 <= packing.most {
                now = next;
                packing.bounds = packing.drawing.bounds();
                if now < least {
                    least = now;
                    idle = 0;
                    *drawing = packing.drawing.clone();
                }
            } else {
                packing.go_back(before, &taken);
            }
            packing.bodies = Rc::clone(&bodies);
        }
    }

    /// Prepares the packing of a drawing that is on the map.
    fn packing(&mut self, drawing: OrthogonalDrawing, bodies: Rc<RigidBodies>) -> Packing<'_, 'a> {
        let mut stays: Vec<bool> = self.problem.places.iter().map(|place| place.loops > 0).collect();
        let crossing = drawing.crossings.iter().flat_map(|crossing| [crossing.over, crossing.under]);
        for place in crossing.flat_map(|course| drawing.courses[course].places) {
            stays[place] = true;
        }
        let anchored = drawing.anchor.iter().flat_map(|anchor| &anchor.places).copied();
        anchored.chain(self.sited.places()).for_each(|place| stays[place] = true);
        let stays = (0..stays.len()).map(|place| {
            let places = bodies.places(place);
            places.len() > MOST_IN_BODY || places.iter().any(|place| stays[*place])
        });
        let stays = stays.collect();
        Packing {
            problem: self.problem,
            ports: self.ports,
            gap: self.gap,
            outline: self.outline,
            map: &mut self.map,
            no_fits: &self.no_fits,
            bodies,
            is_put: vec![true; drawing.blocks.len()],
            is_laid: vec![true; drawing.courses.len()],
            laid: drawing.courses.iter().map(cost_of).sum(),
            bounds: drawing.bounds(),
            drawing,
            most: u64::MAX,
            stays,
            is_vast: self.is_vast,
            patience: PlacingBudget { goes_around: self.is_vast, ..PACKING },
            reach: PassageReach::default(),
            spare: Default::default(),
        }
    }
}

/// The positions of some places, and the courses of their passages.
struct PartialDrawing {
    blocks: Vec<(usize, Block)>,
    courses: Vec<(usize, Course)>,
}

/// Returns how far from the middle places may be packed, in cells.
fn room_for(blocks: &[Block]) -> u32 {
    let sides = |block: &Block| block.ground().size;
    let cells = |size: Size| u64::from(size.width + ROUTE_CELLS) * u64::from(size.height + ROUTE_CELLS);
    let area: u64 = blocks.iter().map(sides).map(cells).sum();
    let largest = blocks.iter().map(sides).map(|size| size.width.max(size.height)).max().unwrap_or(0);
    area.isqrt() as u32 * ROOM_PERCENT / 100 + largest + ROOM_CELLS
}

impl Packing<'_, '_> {
    /// Puts a place with its body on the map, with its doorways.
    fn put(&mut self, place: usize) {
        let bodies = Rc::clone(&self.bodies);
        for &place in bodies.places(place) {
            self.map.put(place, self.drawing.blocks[place].clone());
            self.is_put[place] = true;
        }
        bodies.doorways(place).iter().for_each(|doorway| self.lay(*doorway));
    }

    fn lay(&mut self, course: usize) {
        self.map.paint(&self.drawing.courses[course], true);
        self.is_laid[course] = true;
        self.laid += cost_of(&self.drawing.courses[course]);
    }

    /// Takes up places with their bodies and all their passages.
    fn take(&mut self, places: &[usize]) {
        let bodies = Rc::clone(&self.bodies);
        for &place in places.iter().flat_map(|place| bodies.places(*place)) {
            for &course in &self.problem.places[place].passages {
                if std::mem::take(&mut self.is_laid[course]) {
                    self.map.paint(&self.drawing.courses[course], false);
                    self.laid -= cost_of(&self.drawing.courses[course]);
                }
            }
            if std::mem::take(&mut self.is_put[place]) {
                self.map.take(place);
            }
        }
    }

    /// Returns the positions of places with their bodies, and the courses of all their passages.
    fn now(&self, places: &[usize]) -> PartialDrawing {
        let places = || places.iter().flat_map(|place| self.bodies.places(*place));
        let passages = places().flat_map(|place| &self.problem.places[*place].passages);
        let OrthogonalDrawing { blocks, courses, .. } = &self.drawing;
        PartialDrawing {
            blocks: places().map(|place| (*place, blocks[*place].clone())).collect(),
            courses: passages.map(|passage| (*passage, courses[*passage].clone())).collect(),
        }
    }

    /// Undoes a step: puts the places and courses back where they were before.
    fn go_back(&mut self, before: PartialDrawing, taken: &[usize]) {
        self.take(taken);
        before.blocks.into_iter().for_each(|(place, block)| self.drawing.blocks[place] = block);
        before.courses.into_iter().for_each(|(passage, course)| self.drawing.courses[passage] = course);
        for &place in taken {
            self.put(place);
        }
        let bodies = Rc::clone(&self.bodies);
        let places = taken.iter().flat_map(|place| bodies.places(*place));
        for &course in places.flat_map(|place| &self.problem.places[*place].passages) {
            if !self.is_laid[course] {
                self.lay(course);
            }
        }
    }

    /// Puts back everything that is taken up, place by place. Returns `false` if one finds no position.
    fn put_back(&mut self, taken: &[usize], random: &mut RandomStream) -> bool {
        while let Some(place) = self.next(taken, random) {
            self.flip(place, random);
            if !self.insert(place, random) {
                return false;
            }
        }
        true
    }

    /// Flips the body of a place at random, if that is possible.
    fn flip(&mut self, place: usize, random: &mut RandomStream) {
        if !self.bodies.can_flip(place, &self.drawing.blocks) {
            return;
        }
        let within: Vec<usize> = self.within(place).collect();
        for is_level in [false, true] {
            if random.chance(FLIP_PERCENT) {
                self.bodies.flip(place, &within, is_level, &mut self.drawing);
            }
        }
    }

    /// Returns the next place to put: a random one of those with the most passages (at most two count) to put
    /// places.
    ///
    /// If everything must stay open, places that leave the others most connected come first.
    fn next(&self, waiting: &[usize], random: &mut RandomStream) -> Option<usize> {
        let joined = |place: &usize| (self.joined(*place).count().min(2), *place);
        let waiting = waiting.iter().filter(|place| !self.is_put[**place]).map(joined);
        let rank = |(put, place): (usize, usize)| {
            let parts = if self.patience.stays_open { self.parts_without(place) } else { 0 };
            (Reverse(parts), put, random.below(1 << 20), place)
        };
        waiting.filter(|(put, _)| *put > 0).map(rank).max().map(|(.., place)| place)
    }

    /// Returns the number of connected parts of the rest after a place is put with its body.
    fn parts_without(&self, place: usize) -> usize {
        self.parts(|other| !self.is_put[other] && !self.bodies.are_one(place, other)).len()
    }

    /// Returns the connected parts of the mission, restricted to some places.
    fn parts(&self, is_left: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
        self.problem.work.spend(self.problem.passages.len() as u64);
        let count = self.is_put.len();
        let mut sets = UnionFind::<usize>::new(count);
        for passage in &self.problem.passages {
            if is_left(passage.from) && is_left(passage.to) {
                sets.union(passage.from, passage.to);
            }
        }
        let mut parts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for place in (0..count).filter(|place| is_left(*place)) {
            parts.entry(sets.find(place)).or_default().push(place);
        }
        parts.into_values().collect()
    }

    /// Returns the passages of a body, each with its place there. Passages inside the body are listed twice.
    fn passages_of(&self, place: usize) -> impl Iterator<Item = (usize, usize)> {
        let of_place = move |own: &usize| {
            let own = *own;
            self.problem.places[own].passages.iter().map(move |passage| (own, *passage))
        };
        self.bodies.places(place).iter().flat_map(of_place)
    }

    /// Returns the passages that are not laid from a body to places that are put, each with its place in the
    /// body.
    fn joined(&self, place: usize) -> impl Iterator<Item = (usize, usize)> {
        self.passages_of(place).filter(|(own, passage)| {
            let other = self.problem.passages[*passage].other(*own);
            !self.is_laid[*passage] && self.is_put[other] && !self.bodies.are_one(*own, other)
        })
    }

    /// Returns the passages between two places of a body, without doorways.
    fn within(&self, place: usize) -> impl Iterator<Item = usize> {
        let within = self.passages_of(place).filter(|(own, passage)| {
            let ends = &self.problem.passages[*passage];
            let is_within = ends.from != ends.to && self.bodies.are_one(ends.from, ends.to);
            is_within && ends.from == *own && !self.drawing.courses[*passage].is_doorway
        });
        within.map(|(_, passage)| passage)
    }

    /// Puts a place where the level grows least, with its passages. Returns `false` if there is no position.
    fn insert(&mut self, place: usize, random: &mut RandomStream) -> bool {
        let mut candidates = std::mem::take(&mut self.spare.0);
        candidates.clear();
        self.add_candidates(place, random, &mut candidates);
        let is_inserted = self.insert_at_best(place, &candidates);
        self.spare.0 = candidates;
        is_inserted || (self.patience.goes_around && self.insert_around(place, random))
    }

    /// Puts a place at the end of a route around everything. Returns `false` if there is no position.
    fn insert_around(&mut self, place: usize, random: &mut RandomStream) -> bool {
        let candidates = self.around(place, random);
        self.insert_at_best(place, &candidates)
    }

    /// Puts a place at the cheapest of these positions that is free and from which its passages find routes.
    ///
    /// Returns `false` if there is none.
    fn insert_at_best(&mut self, place: usize, candidates: &[PositionCandidate]) -> bool {
        let rank = |(number, candidate): (usize, &PositionCandidate)| {
            let Cell { x, y } = candidate.at;
            Reverse((candidate.cost, y, x, number))
        };
        let mut ranks = std::mem::take(&mut self.spare.1);
        ranks.clear();
        ranks.extend(candidates.iter().enumerate().map(rank));
        let mut order = BinaryHeap::from(ranks);
        let is_inserted = self.insert_at_first(place, candidates, &mut order);
        self.spare.1 = order.into_vec();
        is_inserted
    }

    /// Puts a place at the first position that works, within the budget. Returns `false` if there is none.
    fn insert_at_first(
        &mut self,
        place: usize,
        candidates: &[PositionCandidate],
        order: &mut BinaryHeap<CandidateRank>,
    ) -> bool {
        let mut dead_ends = 0;
        while let Some(Reverse((.., number))) = order.pop() {
            let candidate = &candidates[number];
            let places = self.bodies.places(place).len() as u64;
            self.problem.work.spend(STEPS_A_POSITION + STEPS_A_PLACE * (places - 1));
            if !self.is_free_for(place, candidate) {
                continue;
            }
            if self.put_at(place, candidate) {
                return true;
            }
            self.take(&[place]);
            dead_ends += 1;
            if dead_ends == self.patience.dead_ends || self.problem.work.is_spent() {
                break;
            }
        }
        false
    }

    /// Returns `true` if there is room for the body of a place at a position.
    fn is_free_for(&self, place: usize, candidate: &PositionCandidate) -> bool {
        let by = candidate.moves(&self.drawing.blocks[place]);
        let blocks = self.bodies.places(place).iter().map(|place| self.drawing.blocks[*place].moved(by));
        let doorways = self.bodies.doorways(place).iter().map(|doorway| &self.drawing.courses[*doorway]);
        blocks.into_iter().all(|block| self.map.is_free(&block, self.gap))
            && doorways.into_iter().all(|course| self.map.is_clear(&course.moved(by)))
    }

    /// Puts a body at a position and lays its passages.
    ///
    /// Returns `false` if a passage finds no route, or if passages that are still to come would find none.
    fn put_at(&mut self, place: usize, candidate: &PositionCandidate) -> bool {
        let mut others: Vec<usize> = self.joined(place).map(|(_, passage)| passage).collect();
        let within: Vec<usize> = self.within(place).collect();
        let by = candidate.moves(&self.drawing.blocks[place]);
        self.bodies.move_by(place, by, &mut self.drawing);
        self.put(place);
        for passage in within {
            let course = self.drawing.courses[passage].moved(by);
            let is_drawn = course.joins(&self.drawing.blocks);
            self.drawing.courses[passage] = course;
            if is_drawn && self.map.can_lie(&self.drawing.courses[passage]) {
                self.lay(passage);
            } else {
                others.push(passage);
            }
        }
        if let Some(route) = &candidate.route {
            let passage = route.passage();
            let course = &self.drawing.courses[passage];
            let course = match route {
                NeighbourRoute::Near(route) => route.course(course),
                NeighbourRoute::Around(route) => {
                    self.map.reached(course, &self.reach, route.from, route.end, route.port)
                }
            };
            if !self.map.can_lie(&course) || !course.is_long_enough(&self.drawing.blocks) {
                return false;
            }
            self.drawing.courses[passage] = course;
            self.lay(passage);
            others.retain(|other| *other != passage);
            if matches!(route, NeighbourRoute::Around(_)) && self.is_too_bad() {
                return false;
            }
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
            if self.is_too_bad() {
                return false;
            }
        }
        let cores = self.bodies.places(place).iter().map(|place| self.drawing.blocks[*place].core);
        cores.into_iter().all(|core| self.leaves_ways_out(core.grown(ROUTE_CELLS)))
            && (!self.patience.stays_open || self.is_open())
    }

    /// Returns `true` if the drawing costs too much already, whatever comes next.
    fn is_too_bad(&self) -> bool {
        let size = self.outline.size_of(self.bounds_of_put());
        size.saturating_add(self.least_passages()) > self.most
    }

    /// Returns the minimum cost of all passages: those that are not laid have one cell each.
    fn least_passages(&self) -> u64 {
        let missing = self.is_laid.iter().filter(|is_laid| !**is_laid).count() as u64;
        self.laid + missing * route_cost(1, 0)
    }

    /// Returns `true` if all places near a rectangle have enough free ports for their missing passages.
    fn leaves_ways_out(&self, around: Rect) -> bool {
        let is_way_out = |place, outside, out| self.map.is_way_out(place, outside, out);
        let near = |place: &usize| self.drawing.blocks[*place].core.overlaps(around);
        (0..self.is_put.len()).filter(near).all(|place| self.has_ways_out(place, is_way_out))
    }

    /// Returns `true` if all places can be reached from outside by their missing passages.
    fn is_open(&self) -> bool {
        let mut view = OutsideView::new(self.bounds_of_put());
        (0..self.is_put.len()).all(|place| {
            self.has_ways_out(place, |place, outside, out| self.map.leads_out(place, outside, out, &mut view))
        })
    }

    /// Returns `true` if a place is not put, or has a way out for each missing passage.
    ///
    /// `is_way_out` takes the place, the cell outside of a port, and the direction of the port.
    fn has_ways_out(&self, place: usize, mut is_way_out: impl FnMut(usize, Cell, Direction) -> bool) -> bool {
        let passages = &self.problem.places[place].passages;
        let missing = passages.iter().filter(|passage| !self.is_laid[**passage]).count();
        let block = &self.drawing.blocks[place];
        let (middle, ports) = (block.core.center(), self.ports.of(place, block));
        let is_free = |port: &&Port| is_way_out(place, (middle + port.inside).step(port.out), port.out);
        !self.is_put[place] || missing == 0 || ports.iter().filter(is_free).take(missing).count() == missing
    }
}

/// Moves a core so that a port of it lies on a cell.
fn at_port(core: Rect, port: &Port, at: Cell) -> Rect {
    let middle = Rect::new(Cell::new(0, 0), core.size).center();
    Rect::new(at - port.inside - middle, core.size)
}
