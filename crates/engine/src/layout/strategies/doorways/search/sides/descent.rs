//! One depth-first search over the relations of pieces.
//!
//! Input: a puzzle, weights of its relations, and a drawing that guides the search. Output: a solution, the
//! proof that there is none, or the limit that was reached. Every decision adds bounds of distances. Their
//! consequences are propagated: a pair with only one relation left takes it. If a pair has none left, the last
//! decision is taken back, and the weight of the pair grows.

use std::collections::VecDeque;

use petgraph::unionfind::UnionFind;

use super::distances::{Axis, DistanceBound, DistanceMatrix};
use super::guide::SearchGuide;
use super::relations::{PieceContact, Relations, apart, extent};
use super::{Pins, Puzzle, Solution, doors, tidy};
use crate::base::{Cell, RandomStream, Size};
use crate::layout::budget::doorways::sides::descent::STEPS_A_PAIR;
use crate::layout::strategies::doorways::piece::{Meeting, OffsetRect};

/// The result of a search.
pub(super) enum DescentResult {
    Solution(Solution),
    /// There is no solution.
    Nothing,
    /// Pieces can be put together, but none of the solutions found has enough doors.
    NoDoors,
    TooLong,
}

/// The subject of a decision.
#[derive(Clone, Copy, Debug)]
enum DecisionSubject {
    /// The side on which two touching pieces lie of each other.
    Touch(usize),
    /// The direction in which two pieces are apart.
    Apart([usize; 2]),
}

/// A decision with its alternatives.
struct Decision {
    subject: DecisionSubject,
    options: Vec<Vec<DistanceBound>>,
    next: usize,
    /// The number of changes of distances before it.
    mark: usize,
}

pub(super) struct Descent<'a, 'p> {
    puzzle: &'a Puzzle<'p>,
    /// The area within which all pieces must lie, if there is one.
    room: Option<Size>,
    relations: &'a mut Relations,
    distances: DistanceMatrix,
    /// Pairs to be examined again, and for each pair whether it is among them.
    waiting: VecDeque<[usize; 2]>,
    is_waiting: Vec<bool>,
    guide: SearchGuide<'a>,
    /// The work that it leaves to others.
    steps_for_others: u64,
    random: &'a mut RandomStream,
    pub decisions: u64,
}

impl<'a, 'p> Descent<'a, 'p> {
    pub fn new(
        puzzle: &'a Puzzle<'p>,
        room: Option<Size>,
        relations: &'a mut Relations,
        guide: SearchGuide<'a>,
        steps_for_others: u64,
        random: &'a mut RandomStream,
    ) -> Self {
        let count = puzzle.pieces.len();
        Self {
            puzzle,
            room,
            relations,
            // The last position is the corner of the area.
            distances: DistanceMatrix::new(count + 1),
            waiting: VecDeque::new(),
            is_waiting: vec![false; count * count],
            guide,
            steps_for_others,
            random,
            decisions: 0,
        }
    }

    /// Makes all decisions, at most this many.
    pub fn run(&mut self, most_decisions: u64) -> DescentResult {
        let count = self.puzzle.pieces.len();
        for one in 0..count {
            (one + 1..count).for_each(|other| self.wait([one, other]));
        }
        if !self.bound_by_room() || !self.bound_by_pins() || !self.follow(0) {
            return DescentResult::Nothing;
        }
        let mut decided: Vec<Decision> = Vec::new();
        let mut had_no_doors = false;
        loop {
            match self.next_decision() {
                DescentStep::Decide(subject, options) => {
                    decided.push(Decision { subject, options, next: 0, mark: self.distances.mark() });
                }
                DescentStep::NoSockets => had_no_doors = true,
                DescentStep::Done(at) => match self.solution(at) {
                    Some(solution) => return DescentResult::Solution(solution),
                    None => had_no_doors = true,
                },
            }
            let mut goes_on = false;
            while !goes_on {
                if self.decisions > most_decisions || self.is_late() {
                    return DescentResult::TooLong;
                }
                let Some(last) = decided.last_mut() else {
                    return if had_no_doors { DescentResult::NoDoors } else { DescentResult::Nothing };
                };
                self.distances.take_back(last.mark);
                let Some(option) = last.options.get(last.next) else {
                    self.failures(last.subject);
                    decided.pop();
                    continue;
                };
                last.next += 1;
                self.decisions += 1;
                goes_on = option.iter().all(|bound| self.distances.bind(*bound)) && self.follow(last.mark);
            }
        }
    }

    /// Counts the work so far. Returns `true` if none is left for this search.
    fn is_late(&mut self) -> bool {
        let work = &self.puzzle.problem.work;
        work.spend(std::mem::take(&mut self.distances.steps));
        work.left() <= self.steps_for_others
    }

    /// Keeps all pieces within the area. If there is none, uses one that is certainly large enough.
    fn bound_by_room(&mut self) -> bool {
        let corner = self.puzzle.pieces.len();
        let grounds = || self.puzzle.pieces.iter().map(|piece| piece.ground.size);
        let clearance = self.puzzle.clearance as i32;
        Axis::BOTH.into_iter().all(|axis| {
            let all: i32 = grounds().map(|size| (size.width + size.height) as i32 + clearance + 1).sum();
            let room = match (axis, self.room) {
                (_, None) => all,
                (Axis::Across, Some(room)) => room.width as i32,
                (Axis::Down, Some(room)) => room.height as i32,
            };
            (0..corner).all(|piece| {
                let (begin, end) = extent(self.puzzle.pieces[piece].ground, axis);
                self.distances.bind(DistanceBound { axis, from: piece, to: corner, most: begin })
                    && self.distances.bind(DistanceBound { axis, from: corner, to: piece, most: room - end })
            })
        })
    }

    /// Keeps pinned pieces at the distances of their pins, and all pieces within the level.
    fn bound_by_pins(&mut self) -> bool {
        let Pins { at, margin } = &self.puzzle.pins;
        let Some(&(first, cell)) = at.first() else { return true };
        // However sides are decided, the places of a doorway are only so far apart. With these bounds, pins
        // that are too far apart fail at once.
        let mut bounds: Vec<DistanceBound> =
            self.relations.touches.iter().flat_map(PieceContact::bounds_of_all).collect();
        for axis in Axis::BOTH {
            for (piece, at) in at {
                let apart = axis.of(*at) - axis.of(cell);
                bounds.push(DistanceBound { axis, from: first, to: *piece, most: apart });
                bounds.push(DistanceBound { axis, from: *piece, to: first, most: -apart });
            }
            let first_cell = |piece: usize| extent(self.puzzle.pieces[piece].ground, axis).0;
            bounds.extend(margin.iter().flat_map(|margin| {
                let most = move |piece: usize| axis.of(cell) - *margin + first_cell(piece);
                let piece = 0..self.puzzle.pieces.len();
                piece.map(move |piece| DistanceBound { axis, from: piece, to: first, most: most(piece) })
            }));
        }
        bounds.into_iter().all(|bound| self.distances.bind(bound))
    }

    /// Adds two pieces to those to be examined.
    fn wait(&mut self, pair: [usize; 2]) {
        let count = self.puzzle.pieces.len();
        let [one, other] = [pair[0].min(pair[1]), pair[0].max(pair[1])];
        if other < count
            && one != other
            && !std::mem::replace(&mut self.is_waiting[one * count + other], true)
        {
            match self.relations.touch_of([one, other]) {
                Some(_) => self.waiting.push_front([one, other]),
                None => self.waiting.push_back([one, other]),
            }
        }
    }

    /// Propagates all changes of distances since `mark`. Returns `false` if that leads to a contradiction.
    fn follow(&mut self, mark: usize) -> bool {
        let mut next = mark;
        loop {
            while let Some(pair) = self.distances.changed(next) {
                self.wait(pair);
                next += 1;
            }
            let Some(pair) = self.waiting.pop_front() else { return true };
            let count = self.puzzle.pieces.len();
            self.is_waiting[pair[0] * count + pair[1]] = false;
            self.distances.steps += STEPS_A_PAIR;
            if let Err(subject) = self.look_at(pair) {
                self.failures(subject);
                for [one, other] in std::mem::take(&mut self.waiting) {
                    self.is_waiting[one * count + other] = false;
                }
                return false;
            }
        }
    }

    /// Takes the last remaining relation of two pieces. Returns the two as an error if none remains.
    fn look_at(&mut self, pair: [usize; 2]) -> Result<(), DecisionSubject> {
        if let Some(number) = self.relations.touch_of(pair) {
            let touch = &self.relations.touches[number];
            let mut possible = touch.possible(&self.distances);
            let (first, second) = (possible.next(), possible.next());
            drop(possible);
            let bounds = first.map(|reach| touch.bounds(reach)).ok_or(DecisionSubject::Touch(number))?;
            let can_be = second.is_some() || bounds.into_iter().all(|bound| self.distances.bind(bound));
            return if can_be { Ok(()) } else { Err(DecisionSubject::Touch(number)) };
        }
        let directions = apart(self.puzzle, pair);
        if directions.iter().any(|bound| self.distances.implies(*bound)) {
            return Ok(());
        }
        let mut possible = directions.iter().filter(|bound| self.distances.allows(**bound));
        match (possible.next().copied(), possible.next()) {
            (None, _) => Err(DecisionSubject::Apart(pair)),
            (Some(_), Some(_)) => Ok(()),
            (Some(bound), None) if self.distances.bind(bound) => Ok(()),
            (Some(_), None) => Err(DecisionSubject::Apart(pair)),
        }
    }

    /// Raises the weight of a subject that was in the way, so that it is decided earlier.
    fn failures(&mut self, subject: DecisionSubject) {
        match subject {
            DecisionSubject::Touch(number) => self.relations.touches[number].weight += 1,
            DecisionSubject::Apart(pair) => self.relations.raise_weight(pair),
        }
    }

    /// Returns the next decision: two pieces that overlap now, otherwise a doorway next to settled pieces.
    fn next_decision(&mut self) -> DescentStep {
        let count = self.puzzle.pieces.len();
        let is_settled: Vec<bool> =
            self.relations.touches.iter().map(|touch| touch.is_settled(&self.distances)).collect();
        let is_part = largest_part(count, &self.relations.touches, &is_settled);
        if !self.has_sockets_left(&is_settled) {
            return DescentStep::NoSockets;
        }
        let root = is_part.iter().position(|is_part| *is_part).unwrap_or(0);
        let at = self.farthest_from(root);
        let settled: Vec<usize> = (0..count).filter(|piece| is_part[*piece]).collect();
        if let Some(pair) = self.worst_overlap(&settled, &at) {
            let excess = |bound: &DistanceBound| {
                bound.axis.of(at[bound.to]) - bound.axis.of(at[bound.from]) - bound.most
            };
            let mut directions: Vec<DistanceBound> = self.directions_apart(pair).collect();
            directions.sort_by_key(excess);
            let options = directions.into_iter().map(|bound| vec![bound]).collect();
            return DescentStep::Decide(DecisionSubject::Apart(pair), options);
        }
        let is_first = settled.len() == 1;
        let is_next = |number: &usize| {
            let is_near = || self.relations.touches[*number].places.iter().any(|place| is_part[*place]);
            !is_settled[*number] && (is_first || is_near())
        };
        let sides_left =
            |number: usize| self.relations.touches[number].possible(&self.distances).count() as u64;
        let rated = (0..self.relations.touches.len()).filter(is_next).map(|number| {
            let weight = self.relations.touches[number].weight + 1;
            (sides_left(number) * UNIT / weight, number)
        });
        match rated.min() {
            Some((_, number)) => DescentStep::Decide(DecisionSubject::Touch(number), self.sides(number)),
            None => DescentStep::Done(at),
        }
    }

    /// Returns positions that satisfy all bounds: each as far behind a given piece as possible.
    fn farthest_from(&self, piece: usize) -> Vec<Cell> {
        let behind = |other: usize| {
            let along = |axis: Axis| self.distances.most(axis, piece, other);
            Cell::new(along(Axis::Across), along(Axis::Down))
        };
        (0..self.puzzle.pieces.len()).map(behind).collect()
    }

    /// Returns the remaining directions in which two pieces can be apart.
    fn directions_apart(&self, pair: [usize; 2]) -> impl Iterator<Item = DistanceBound> {
        apart(self.puzzle, pair).into_iter().filter(|bound| self.distances.allows(*bound))
    }

    /// Returns the overlapping pair with the fewest directions left, relative to how often it was in the way.
    fn worst_overlap(&mut self, pieces: &[usize], at: &[Cell]) -> Option<[usize; 2]> {
        let ground = |piece: usize| self.puzzle.pieces[piece].ground.moved(at[piece]);
        let mut from_left: Vec<usize> = pieces.to_vec();
        from_left.sort_by_key(|piece| (ground(*piece).min.x, *piece));
        let mut worst: Option<(u64, [usize; 2])> = None;
        for (number, one) in from_left.iter().enumerate() {
            let wide = ground(*one).grown(self.puzzle.clearance);
            let beside = from_left[number + 1..].iter();
            for other in beside.take_while(|other| ground(**other).min.x < wide.right()) {
                self.distances.steps += 1;
                let pair = [*one.min(other), *one.max(other)];
                if self.relations.touch_of(pair).is_some() || !wide.overlaps(ground(*other)) {
                    continue;
                }
                let rating =
                    self.directions_apart(pair).count() as u64 * UNIT / (self.relations.weight(pair) + 1);
                if worst.is_none_or(|worst| (rating, pair) < worst) {
                    worst = Some((rating, pair));
                }
            }
        }
        worst.map(|(_, pair)| pair)
    }

    /// Returns the sides on which two pieces can still touch, ordered by how well they match the drawing.
    fn sides(&mut self, number: usize) -> Vec<Vec<DistanceBound>> {
        let touch = &self.relations.touches[number];
        let [one, other] = touch.places;
        let drawn = self.guide.drawing[other] - self.guide.drawing[one];
        let length = Cell::new(0, 0).distance_squared(drawn).isqrt().max(1) as i64;
        let possible: Vec<OffsetRect> = touch.possible(&self.distances).copied().collect();
        let mut rated: Vec<(i64, usize)> = Vec::new();
        for (number, reach) in possible.iter().enumerate() {
            let middle = Cell::new((reach.least.x + reach.most.x) / 2, (reach.least.y + reach.most.y) / 2);
            let far = Cell::new(0, 0).distance_squared(middle).isqrt().max(1) as i64;
            let along = i64::from(middle.x) * i64::from(drawn.x) + i64::from(middle.y) * i64::from(drawn.y);
            let chance = self.random.below(self.guide.chance + 1) as i64;
            rated.push((chance - 100 * along / (length * far), number));
        }
        rated.sort_unstable();
        rated.into_iter().map(|(_, number)| touch.bounds(&possible[number]).to_vec()).collect()
    }

    /// Returns `true` if rooms have enough sockets left for all passages without a door.
    fn has_sockets_left(&self, is_settled: &[bool]) -> bool {
        let count = self.puzzle.pieces.len();
        let mut rooms = (0..count).filter(|piece| self.puzzle.pieces[*piece].has_sockets());
        rooms.all(|piece| {
            let mut wanted = self.puzzle.others[piece].clone();
            let mut taken = Vec::new();
            for &number in &self.puzzle.joints_of[piece] {
                let joint = &self.puzzle.joints[number];
                let touch = self.relations.touch_of(joint.places);
                let is_settled = touch.is_some_and(|touch| is_settled[touch]);
                let meetings = if is_settled { self.fixed_meetings(number) } else { Vec::new() };
                match meetings.as_slice() {
                    [meeting] => taken.push(self.puzzle.taken(number, piece, *meeting)),
                    [] if !is_settled => {
                        wanted.push(self.puzzle.problem.passages[joint.passage].socket);
                    }
                    _ => {}
                }
            }
            self.puzzle.pieces[piece].has_ports_left(&wanted, taken)
        })
    }

    /// Returns the doors that can meet at a joint, if its two pieces can no longer slide along each other.
    fn fixed_meetings(&self, number: usize) -> Vec<Meeting> {
        let joint = &self.puzzle.joints[number];
        let [one, other] = joint.places;
        let along = |axis: Axis| {
            let most = self.distances.most(axis, one, other);
            (most == -self.distances.most(axis, other, one)).then_some(most)
        };
        let apart = along(Axis::Across).zip(along(Axis::Down)).map(|(x, y)| Cell::new(x, y));
        apart.map_or_else(Vec::new, |apart| joint.meetings([Cell::new(0, 0), apart]).collect())
    }

    /// Returns the final positions with doors, once everything is decided. `at` are valid positions.
    fn solution(&mut self, at: Vec<Cell>) -> Option<Solution> {
        let mark = self.distances.mark();
        tidy::tidy(self.puzzle, &self.relations.touches, &at, &mut self.distances);
        let tidied = tidy::middles(self.puzzle, &self.distances);
        self.distances.take_back(mark);
        [tidied, at].into_iter().find_map(|middles| {
            let meetings = doors::doors(self.puzzle, &middles)?;
            Some(Solution { middles, meetings })
        })
    }
}

/// Scale of the integer ratings.
const UNIT: u64 = 1 << 20;

/// The next step of a search.
enum DescentStep {
    Decide(DecisionSubject, Vec<Vec<DistanceBound>>),
    /// A place has too few sockets.
    NoSockets,
    /// Everything is decided, and these positions are valid.
    Done(Vec<Cell>),
}

/// Marks the pieces of the largest part that settled touches connect.
fn largest_part(count: usize, touches: &[PieceContact], is_settled: &[bool]) -> Vec<bool> {
    let mut parts = UnionFind::<usize>::new(count);
    for (touch, _) in touches.iter().zip(is_settled).filter(|(_, is_settled)| **is_settled) {
        parts.union(touch.places[0], touch.places[1]);
    }
    let labels = parts.into_labeling();
    let mut sizes = vec![0_usize; count];
    labels.iter().for_each(|label| sizes[*label] += 1);
    let largest = (0..count).max_by_key(|label| (sizes[*label], std::cmp::Reverse(*label)));
    labels.iter().map(|label| Some(*label) == largest).collect()
}
