//! Arranges a large mission piece by piece.
//!
//! What hangs on the rest of a mission by one place is a branch. Branches are arranged from the ends of the mission inwards, each as soon as it has some bodies, and each is one body from then on. So only few bodies are put at once, and none closes in what is still to come: all that a branch must keep open are the ways to the place on which it hangs.

use std::collections::BTreeSet;

use super::Bench;
use super::drawing::{Anchor, Course, Drawing};
use super::legal::is_legal;
use super::pack::{Growth, Seedling};
use crate::base::{Cell, Seed};
use crate::layout::problem::LayoutProblem;
use crate::layout::sizes::Sized;

/// A branch is arranged when it has so many bodies.
const FEWEST_BODIES: usize = 8;

/// Around places with more passages there is too little room for ways to what is still to come.
const MOST_PASSAGES: usize = 8;

/// How often a branch is tried to be arranged, each time with so many cells more between its bodies, from the first again after the last.
const MOST_TRIES: u64 = 8;
const WIDER: [i32; 6] = [0, 1, 2, 4, 6, 8];

/// How many steps all may take; and one try for each body, and for each place. What takes long mostly fails.
const STEPS: u64 = 150_000_000;
const STEPS_A_BODY: u64 = 120_000;
const STEPS_A_PLACE: u64 = 10_000;

/// All places of a mission without cycles, with `gap` cells between them at least and no crossings. `None` if it has cycles or a place with too many passages, or no arrangement is found.
pub(super) fn piecewise(problem: &LayoutProblem, sizes: &[Sized], gap: i32, seed: Seed) -> Option<Drawing> {
    let has_cycles = problem.passages.len() >= problem.places.len();
    if has_cycles || problem.places.iter().any(|place| place.degree() > MOST_PASSAGES) {
        return None;
    }
    let branches = branches(problem);
    let problem = &problem.with_work(STEPS);
    let mut drawing = Drawing::around(problem, sizes, &[], false);
    for (number, branch) in branches.iter().enumerate() {
        Piece::new(problem, sizes, branch).arrange(&mut drawing, gap, seed.numbered(number as u64))?;
    }
    drawing.anchor = None;
    Some(drawing).filter(is_legal)
}

/// A branch as a mission of its own, with the place on which it hangs as the last.
struct Piece<'a> {
    problem: LayoutProblem<'a>,
    sizes: Vec<Sized>,
    /// The numbers that its places and passages have in the whole mission.
    places: Vec<usize>,
    passages: Vec<usize>,
    /// Its bodies, by its own numbers.
    bodies: Vec<Vec<usize>>,
    hinge: Option<usize>,
}

impl<'a> Piece<'a> {
    fn new(problem: &LayoutProblem<'a>, sizes: &[Sized], branch: &Branch) -> Self {
        let places: Vec<usize> = branch.bodies.iter().flatten().copied().chain(branch.hinge).collect();
        let own: BTreeSet<usize> = places.iter().copied().collect();
        let passages: BTreeSet<usize> =
            places.iter().flat_map(|place| &problem.places[*place].passages).copied().collect();
        let is_within = |passage: &usize| {
            let ends = &problem.passages[*passage];
            own.contains(&ends.from) && own.contains(&ends.to)
        };
        let passages: Vec<usize> = passages.into_iter().filter(is_within).collect();
        let mut numbers = 0..;
        let bodies = branch.bodies.iter().map(|body| numbers.by_ref().take(body.len()).collect()).collect();
        Self {
            problem: problem.part(&places, &passages),
            sizes: places.iter().map(|place| sizes[*place].clone()).collect(),
            hinge: branch.hinge.map(|_| places.len() - 1),
            places,
            passages,
            bodies,
        }
    }

    /// Arranges it in a drawing of the whole mission, in which each of its bodies lies as it should. `None` if that does not come off.
    fn arrange(&self, whole: &mut Drawing, gap: i32, seed: Seed) -> Option<()> {
        let seedling = self.seedling(whole)?;
        let work = &self.problem.work;
        let most = STEPS_A_BODY * self.bodies.len() as u64 + STEPS_A_PLACE * self.places.len() as u64;
        let mut tries = (0..MOST_TRIES).zip(WIDER.into_iter().cycle()).take_while(|_| !work.is_spent());
        let grown = tries.find_map(|(number, wider)| {
            let bench = Bench::with_steps(&self.problem, &self.sizes, most);
            let mut compactor = bench.compactor(gap + wider);
            let mut random = seed.numbered(number).stream();
            let grown = compactor.grown(seedling.clone(), Growth::Outward, &mut random);
            work.spend(most - bench.problem.work.left());
            grown.ok()
        })?;
        for (place, block) in self.places.iter().zip(&grown.blocks) {
            whole.blocks[*place].core = block.core;
        }
        for (passage, course) in self.passages.iter().zip(grown.courses) {
            let places = whole.courses[*passage].places;
            whole.courses[*passage] = Course { places, ..course };
        }
        Some(())
    }

    /// Its bodies as they lie in a drawing of the whole mission; the largest lies fast.
    fn seedling(&self, whole: &Drawing) -> Option<Seedling> {
        let largest = self.bodies.iter().max_by_key(|body| body.len())?;
        let numbered = |(number, passage): (usize, &usize)| {
            let ends = &self.problem.passages[number];
            Course { places: [ends.from, ends.to], ..whole.courses[*passage].clone() }
        };
        let courses: Vec<Course> = self.passages.iter().enumerate().map(numbered).collect();
        let lies_fast = |course: &Course| course.places.iter().all(|place| largest.contains(place));
        let laid = (0..courses.len()).filter(|course| lies_fast(&courses[*course])).collect();
        let anchor = Anchor { zero: Cell::new(0, 0), is_bounded: false, places: largest.clone() };
        let drawing = Drawing {
            blocks: self.places.iter().map(|place| whole.blocks[*place]).collect(),
            courses,
            crossings: Vec::new(),
            anchor: Some(anchor),
        };
        Some(Seedling { drawing, laid, joined: self.bodies.clone(), later: self.hinge })
    }
}

/// A part of a mission that hangs on the rest by one place.
pub(super) struct Branch {
    /// Its places; those together that are a branch themselves.
    pub bodies: Vec<Vec<usize>>,
    /// The place on which it hangs; none if it is the whole mission.
    pub hinge: Option<usize>,
}

/// The branches of a mission without cycles, each after those in it, and the whole mission as the last.
pub(super) fn branches(problem: &LayoutProblem) -> Vec<Branch> {
    let mut bodies: Vec<Vec<Vec<usize>>> = (0..problem.places.len()).map(|place| vec![vec![place]]).collect();
    let mut branches = Vec::new();
    // From an end of a longest way one large branch grows, and the others stay small.
    let end = walk(problem, 0).last().map_or(0, |(place, _)| *place);
    for (place, hinge) in walk(problem, end).into_iter().rev() {
        let mut own = std::mem::take(&mut bodies[place]);
        if hinge.is_none() || own.len() >= FEWEST_BODIES {
            let whole = own.concat();
            branches.push(Branch { bodies: own, hinge });
            own = vec![whole];
        }
        if let Some(hinge) = hinge {
            bodies[hinge].append(&mut own);
        }
    }
    branches
}

/// All places, near ones first, each with the place by which one comes there.
fn walk(problem: &LayoutProblem, from: usize) -> Vec<(usize, Option<usize>)> {
    let mut is_seen = vec![false; problem.places.len()];
    let mut walk = vec![(from, None)];
    is_seen[from] = true;
    let mut next = 0;
    while let Some(&(place, _)) = walk.get(next) {
        next += 1;
        for &passage in &problem.places[place].passages {
            let other = problem.passages[passage].other(place);
            if !std::mem::replace(&mut is_seen[other], true) {
                walk.push((other, Some(place)));
            }
        }
    }
    walk
}
