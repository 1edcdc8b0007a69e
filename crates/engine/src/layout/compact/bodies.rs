//! Rigid bodies: places that doorways hold together, or single places. Each is packed as one.
//!
//! In: a drawing. Out: its bodies, with functions that move, flip and compare them.
//!
//! ```text
//! ┌─────┐ ┌────┐
//! │  0  ╪═╪ 1  │     One body: the places 0, 1 and 2 with the doorways ═ and ║.
//! └──╥──┘ └────┘
//! ┌──╨──┐
//! │  2  │    ┌───┐
//! └─────┘    │ 3 │   Another body: the place 3.
//!            └───┘
//! ```

use std::collections::BTreeMap;

use petgraph::unionfind::UnionFind;

use crate::base::{Cell, Rect};
use crate::layout::drawing::gaps::are_apart;
use crate::layout::drawing::{Block, Course, OrthogonalDrawing, cell};

/// The bodies of a drawing.
#[derive(Clone, Debug)]
pub(super) struct RigidBodies {
    /// The body of each place.
    of: Vec<usize>,
    all: Vec<RigidBody>,
}

/// Places that keep their positions relative to each other.
#[derive(Clone, Debug, Default)]
struct RigidBody {
    places: Vec<usize>,
    /// The doorways between them, as indices of courses.
    doorways: Vec<usize>,
}

impl RigidBodies {
    pub fn new(drawing: &OrthogonalDrawing) -> Self {
        let mut sets = UnionFind::<usize>::new(drawing.blocks.len());
        let doorways = || drawing.courses.iter().enumerate().filter(|(_, course)| course.is_doorway);
        for (_, course) in doorways() {
            sets.union(course.places[0], course.places[1]);
        }
        let mut numbers = BTreeMap::new();
        let mut all: Vec<RigidBody> = Vec::new();
        let mut of = Vec::with_capacity(drawing.blocks.len());
        for (place, label) in sets.into_labeling().into_iter().enumerate() {
            let number = *numbers.entry(label).or_insert(all.len());
            if number == all.len() {
                all.push(RigidBody::default());
            }
            all[number].places.push(place);
            of.push(number);
        }
        for (number, course) in doorways() {
            all[of[course.places[0]]].doorways.push(number);
        }
        Self { of, all }
    }

    /// Returns the bodies with those of the given places merged into one.
    pub fn joined(&self, places: &[usize]) -> Self {
        let mut joined = self.clone();
        let mut whole = RigidBody::default();
        for place in places {
            let body = std::mem::take(&mut joined.all[self.of[*place]]);
            whole.places.extend(body.places);
            whole.doorways.extend(body.doorways);
        }
        let number = joined.all.len();
        whole.places.iter().for_each(|place| joined.of[*place] = number);
        joined.all.push(whole);
        joined
    }

    /// Returns the number of bodies, including those merged into others.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// Returns the first place of each body.
    pub fn firsts(&self) -> impl Iterator<Item = usize> {
        self.all.iter().filter_map(|body| body.places.first().copied())
    }

    /// Returns the first place of the body that contains a place.
    pub fn first(&self, place: usize) -> usize {
        self.places(place).first().copied().unwrap_or(place)
    }

    /// Returns all places of the body that contains a place.
    pub fn places(&self, place: usize) -> &[usize] {
        &self.all[self.of[place]].places
    }

    /// Returns the doorways of the body that contains a place.
    pub fn doorways(&self, place: usize) -> &[usize] {
        &self.all[self.of[place]].doorways
    }

    /// Returns `true` if two places are in the same body.
    pub fn are_one(&self, place: usize, other: usize) -> bool {
        self.of[place] == self.of[other]
    }

    /// Returns the smallest rectangle around the ground of a body: all cells that its places mostly own.
    pub fn ground(&self, place: usize, blocks: &[Block]) -> Rect {
        let grounds = self.places(place).iter().map(|place| blocks[*place].ground());
        grounds.reduce(Rect::union).unwrap_or_default()
    }

    /// Returns the smallest rectangle around the cores of a body.
    pub fn core(&self, place: usize, blocks: &[Block]) -> Rect {
        let cores = self.places(place).iter().map(|place| blocks[*place].core);
        cores.reduce(Rect::union).unwrap_or_default()
    }

    /// Returns `true` if a body, moved by an offset, keeps `gap` cells to the body of another place.
    ///
    /// `ground` is the ground of that other body.
    pub fn are_apart(
        &self,
        (place, by): (usize, Cell),
        (other, ground): (usize, Rect),
        blocks: &[Block],
        gap: i32,
    ) -> bool {
        let around = ground.grown(gap.unsigned_abs());
        self.places(place).iter().map(|place| blocks[*place].moved(by)).all(|moved| {
            !around.overlaps(moved.ground())
                || self.places(other).iter().all(|other| are_apart(&moved, &blocks[*other], gap))
        })
    }

    /// Returns `true` if a body can be flipped: it has several places, and none of them has sockets.
    pub fn can_flip(&self, place: usize, blocks: &[Block]) -> bool {
        let places = self.places(place);
        places.len() > 1 && places.iter().all(|place| blocks[*place].is_open)
    }

    /// Flips a body with its doorways and the courses in `within`: left to right if `is_level`, otherwise top
    /// to bottom. The rectangle around its cores stays.
    pub fn flip(&self, place: usize, within: &[usize], is_level: bool, drawing: &mut OrthogonalDrawing) {
        let around = self.core(place, &drawing.blocks);
        let last = Cell::new(around.right() - 1, around.bottom() - 1);
        let flipped = |cell: Cell, sum: Cell| {
            if is_level { Cell::new(sum.x - cell.x, cell.y) } else { Cell::new(cell.x, sum.y - cell.y) }
        };
        let sum = around.min + last;
        for &place in self.places(place) {
            let core = &mut drawing.blocks[place].core;
            let far = Cell::new(core.right() - 1, core.bottom() - 1);
            *core = cell(flipped(core.min, sum)).union(cell(flipped(far, sum)));
        }
        for &number in self.doorways(place).iter().chain(within) {
            let course = &mut drawing.courses[number];
            course.corners.iter_mut().for_each(|corner| *corner = flipped(*corner, sum));
            let approaches = course.approaches.iter_mut().flatten();
            approaches.for_each(|cell| *cell = flipped(*cell, Cell::new(0, 0)));
        }
    }

    /// Moves a body with its doorways.
    pub fn move_by(&self, place: usize, by: Cell, drawing: &mut OrthogonalDrawing) {
        for &place in self.places(place) {
            drawing.blocks[place] = drawing.blocks[place].moved(by);
        }
        for &doorway in self.doorways(place) {
            drawing.courses[doorway] = drawing.courses[doorway].moved(by);
        }
    }
}

impl Course {
    /// Returns the course moved by an offset.
    pub fn moved(&self, by: Cell) -> Self {
        let corners = self.corners.iter().map(|corner| *corner + by).collect();
        Self { corners, ..self.clone() }
    }

    /// Returns `true` if the course begins and ends in the cores of its places.
    pub fn joins(&self, blocks: &[Block]) -> bool {
        let ends = [self.corners.first(), self.corners.last()];
        let cores = self.cores(blocks);
        ends.into_iter().zip(cores).all(|(end, core)| end.is_some_and(|end| core.contains(*end)))
    }
}
