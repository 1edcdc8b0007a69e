//! Does a drawing keep what layout guarantees?

use std::collections::BTreeMap;

use super::drawing::{Block, Course, Drawing, cell};
use crate::base::{Cell, Grid, Rect};

/// So many cells to either side of a crossing both passages go straight, and their places lie no nearer.
const STRAIGHT_CELLS: i32 = 3;

/// Larger drawings are not looked at.
const MOST_CELLS: u64 = 40_000_000;

const NOBODY: u32 = 0;

/// Cores keep a wall between them, different passages never touch but where one goes straight over another, and none touches a core but those of its two places, which it leaves by doors that are no corners but those of doorways; none is shorter than its symbol allows.
pub(in crate::layout) fn is_legal(drawing: &Drawing) -> bool {
    let bounds = drawing.bounds().grown(2);
    if u64::from(bounds.size.width) * u64::from(bounds.size.height) > MOST_CELLS {
        return false;
    }
    let mut ground = Ground {
        drawing,
        origin: bounds.min,
        owners: Grid::filled(bounds.size, NOBODY),
        crossings: BTreeMap::new(),
    };
    for crossing in &drawing.crossings {
        let pair = (crossing.over.min(crossing.under), crossing.over.max(crossing.under));
        ground.crossings.entry(pair).or_default().push(crossing.at);
    }
    ground.paint_cores()
        && drawing.courses.iter().all(|course| course.is_long_enough(&drawing.blocks))
        && drawing.courses.iter().all(|course| leaves_by_doors(drawing, course))
        && (0..drawing.courses.len()).all(|course| ground.paint(course))
        && (0..drawing.courses.len()).all(|course| ground.keeps_off(course))
        && drawing.crossings.iter().all(|crossing| {
            [crossing.over, crossing.under]
                .into_iter()
                .all(|course| is_straight_at(drawing, course, crossing.at))
        })
}

struct Ground<'a> {
    drawing: &'a Drawing,
    origin: Cell,
    /// Places by number from 1, then passages.
    owners: Grid<u32>,
    crossings: BTreeMap<(usize, usize), Vec<Cell>>,
}

impl Ground<'_> {
    fn of_place(place: usize) -> u32 {
        place as u32 + 1
    }

    fn of_course(&self, course: usize) -> u32 {
        (self.drawing.blocks.len() + course) as u32 + 1
    }

    fn at(&self, cell: Cell) -> u32 {
        self.owners.get(cell - self.origin).copied().unwrap_or(NOBODY)
    }

    fn paint_cores(&mut self) -> bool {
        for (place, block) in self.drawing.blocks.iter().enumerate() {
            let near = block.core.grown(1);
            let may_touch = |other: u32| {
                let other = (other as usize).checked_sub(1).and_then(|place| self.drawing.blocks.get(place));
                block.is_kept && other.is_some_and(|other| other.is_kept)
            };
            if near.cells().map(|cell| self.at(cell)).any(|other| other != NOBODY && !may_touch(other)) {
                return false;
            }
            for cell in block.core.cells() {
                self.owners[cell - self.origin] = Self::of_place(place);
            }
        }
        true
    }

    /// Lays a course; false if it runs into something.
    fn paint(&mut self, course: usize) -> bool {
        let owner = self.of_course(course);
        for cell in cells(&self.drawing.courses[course]) {
            match self.at(cell) {
                NOBODY => self.owners[cell - self.origin] = owner,
                other if other == owner => {}
                other if self.cross(course, other, cell, cell) => {}
                _ => return false,
            }
        }
        true
    }

    fn keeps_off(&self, course: usize) -> bool {
        let owner = self.of_course(course);
        let own = self.drawing.courses[course].places.map(Self::of_place);
        cells(&self.drawing.courses[course]).all(|cell| {
            cell.around().all(|near| {
                let other = self.at(near);
                other == NOBODY
                    || other == owner
                    || own.contains(&other)
                    || self.cross(course, other, cell, near)
            })
        })
    }

    /// Do two courses cross near these cells?
    fn cross(&self, course: usize, other: u32, cell: Cell, near: Cell) -> bool {
        let Some(other) = (other as usize).checked_sub(self.drawing.blocks.len() + 1) else { return false };
        let pair = (course.min(other), course.max(other));
        let is_near = |at: &Cell, cell: Cell| at.x.abs_diff(cell.x) <= 1 && at.y.abs_diff(cell.y) <= 1;
        let crossings = self.crossings.get(&pair);
        crossings.into_iter().flatten().any(|at| is_near(at, cell) && is_near(at, near))
    }
}

/// The cells of a course outside its places.
fn cells(course: &Course) -> impl Iterator<Item = Cell> {
    (0..course.pieces()).filter_map(|piece| course.line(piece)).flat_map(Rect::cells)
}

fn leaves_by_doors(drawing: &Drawing, course: &Course) -> bool {
    let last = course.pieces();
    [(0, 1, 0), (last, last - 1, 1)].into_iter().all(|(door, next, end)| {
        let Block { core, is_open, .. } = drawing.blocks[course.places[end]];
        let has_corners = is_open && !course.is_doorway;
        let (door, next) = (course.corners[door], course.corners[next]);
        let (is_level, is_upright) = (door.y == next.y, door.x == next.x);
        let on_side = (is_level && next.x > door.x && door.x == core.right() - 1)
            || (is_level && next.x < door.x && door.x == core.min.x)
            || (is_upright && next.y > door.y && door.y == core.bottom() - 1)
            || (is_upright && next.y < door.y && door.y == core.min.y);
        let is_corner = (door.x == core.min.x || door.x == core.right() - 1)
            && (door.y == core.min.y || door.y == core.bottom() - 1);
        core.contains(door) && on_side && !(has_corners && is_corner)
    })
}

fn is_straight_at(drawing: &Drawing, course: usize, at: Cell) -> bool {
    let course = &drawing.courses[course];
    let around = cell(at).grown(STRAIGHT_CELLS.unsigned_abs() - 1);
    let is_far = course.places.iter().all(|place| !drawing.blocks[*place].core.overlaps(around));
    let is_straight = (0..course.pieces()).any(|piece| {
        let ends = [course.corners[piece], course.corners[piece + 1]];
        course.line(piece).is_some_and(|line| line.contains(at))
            && ends.iter().all(|end| end.manhattan(at) >= STRAIGHT_CELLS.unsigned_abs())
    });
    is_far && is_straight
}
