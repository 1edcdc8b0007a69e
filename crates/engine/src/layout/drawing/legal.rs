//! Checks the guarantees of a drawing.
//!
//! - A wall separates any two cores, or the outlines of places that have one, except those of kept parts.
//! - A course touches no other course, except at a straight crossing, and no core but those of its two places.
//! - A course leaves its places by doors. Only doorways, sockets and sides of one or two cells may have theirs at
//!   corners of a core.
//! - No course is shorter than its symbol allows.
//!
//! Tiles find the parts that are close to each other, so the time is not quadratic.

use std::collections::BTreeMap;

use super::block::{Block, cell};
use super::course::Course;
use super::orthogonal::OrthogonalDrawing;
use crate::base::{Cell, Rect};
use crate::layout::budget::STRAIGHT_CELLS;
use crate::layout::budget::legal::{MOST_TILES, TILE_CELLS};

/// Returns `true` if a drawing keeps all guarantees that the header lists.
pub(in crate::layout) fn is_legal(drawing: &OrthogonalDrawing) -> bool {
    drawing.courses.iter().all(|course| course.is_long_enough(&drawing.blocks))
        && drawing.courses.iter().all(|course| leaves_by_doors(drawing, course))
        && LegalityCheck::new(drawing).keeps_apart()
        && drawing.crossings.iter().all(|crossing| {
            [crossing.over, crossing.under]
                .into_iter()
                .all(|course| is_straight_at(drawing, course, crossing.at))
        })
}

/// The owner of a rectangle of cells.
#[derive(Clone, Copy)]
enum CellOwner {
    Core(usize),
    /// A piece of a course, outside of its places.
    Line(usize),
}

struct LegalityCheck<'a> {
    drawing: &'a OrthogonalDrawing,
    parts: Vec<(CellOwner, Rect)>,
    crossings: BTreeMap<(usize, usize), Vec<Cell>>,
}

impl<'a> LegalityCheck<'a> {
    fn new(drawing: &'a OrthogonalDrawing) -> Self {
        let cores = drawing
            .blocks
            .iter()
            .enumerate()
            .flat_map(|(place, block)| block.parts().map(move |part| (CellOwner::Core(place), part)));
        let lines = drawing.courses.iter().enumerate().flat_map(|(number, course)| {
            let lines = (0..course.pieces()).filter_map(|piece| course.line(piece));
            lines.map(move |line| (CellOwner::Line(number), line))
        });
        let mut crossings: BTreeMap<(usize, usize), Vec<Cell>> = BTreeMap::new();
        for crossing in &drawing.crossings {
            let pair = (crossing.over.min(crossing.under), crossing.over.max(crossing.under));
            crossings.entry(pair).or_default().push(crossing.at);
        }
        Self { drawing, parts: cores.chain(lines).collect(), crossings }
    }

    /// Returns `true` if any two parts are as far apart as they must be.
    fn keeps_apart(&self) -> bool {
        let tiles = self.tiles();
        tiles.chunk_by(|(one, _), (other, _)| one == other).all(|here| {
            here.iter().enumerate().all(|(index, (_, one))| {
                here[index + 1..].iter().all(|(_, other)| self.are_apart(*one, *other))
            })
        })
    }

    /// Returns the tiles that each part touches, sorted.
    fn tiles(&self) -> Vec<((i32, i32), usize)> {
        let Some(bounds) = self.parts.iter().map(|(_, rect)| *rect).reduce(Rect::union) else {
            return Vec::new();
        };
        let area = u64::from(bounds.size.width) * u64::from(bounds.size.height);
        let cells = TILE_CELLS.max((area / MOST_TILES).isqrt()) as i32;
        let mut tiles = Vec::new();
        for (number, (_, rect)) in self.parts.iter().enumerate() {
            let around = rect.grown(1).moved(Cell::new(0, 0) - bounds.min);
            let rows = around.min.y.div_euclid(cells)..=(around.bottom() - 1).div_euclid(cells);
            let columns = around.min.x.div_euclid(cells)..=(around.right() - 1).div_euclid(cells);
            tiles.extend(rows.flat_map(|y| columns.clone().map(move |x| ((y, x), number))));
        }
        tiles.sort_unstable();
        tiles
    }

    fn are_apart(&self, one: usize, other: usize) -> bool {
        let ((one, rect), (other, other_rect)) = (self.parts[one], self.parts[other]);
        if !rect.grown(1).overlaps(other_rect) {
            return true;
        }
        match (one, other) {
            (CellOwner::Core(one), CellOwner::Core(other)) => {
                one == other || (self.drawing.blocks[one].is_kept && self.drawing.blocks[other].is_kept)
            }
            (CellOwner::Core(place), CellOwner::Line(course))
            | (CellOwner::Line(course), CellOwner::Core(place)) => {
                self.drawing.courses[course].places.contains(&place) && !rect.overlaps(other_rect)
            }
            (CellOwner::Line(one), CellOwner::Line(other)) => {
                let beside = rect.grown(1).shared(other_rect).union(rect.shared(other_rect.grown(1)));
                one == other || self.cross(one, other, beside)
            }
        }
    }

    /// Returns `true` if two courses cross at a cell that touches all cells of a rectangle.
    fn cross(&self, one: usize, other: usize, cells: Rect) -> bool {
        let crossings = self.crossings.get(&(one.min(other), one.max(other)));
        crossings.into_iter().flatten().any(|at| {
            let near = cell(*at).grown(1);
            near.union(cells) == near
        })
    }
}

fn leaves_by_doors(drawing: &OrthogonalDrawing, course: &Course) -> bool {
    let last = course.pieces();
    [(0, 1, 0), (last, last - 1, 1)].into_iter().all(|(door, next, end)| {
        let block = &drawing.blocks[course.places[end]];
        let Block { core, is_open, .. } = *block;
        let has_corners = is_open && !course.is_doorway;
        let (door, next) = (course.corners[door], course.corners[next]);
        let (is_level, is_upright) = (door.y == next.y, door.x == next.x);
        let step = Cell::new((next.x - door.x).signum(), (next.y - door.y).signum());
        let on_side = is_level != is_upright && !block.owns(door + step);
        let is_end =
            |at: i32, first: i32, cells: u32| cells > 2 && (at == first || at == first + cells as i32 - 1);
        let is_corner = if is_level {
            is_end(door.y, core.min.y, core.size.height)
        } else {
            is_end(door.x, core.min.x, core.size.width)
        };
        block.owns(door) && on_side && !(has_corners && is_corner)
    })
}

fn is_straight_at(drawing: &OrthogonalDrawing, course: usize, at: Cell) -> bool {
    let course = &drawing.courses[course];
    let around = cell(at).grown(STRAIGHT_CELLS - 1);
    let is_far = course.places.iter().all(|place| !drawing.blocks[*place].overlaps(around));
    let is_straight = (0..course.pieces()).any(|piece| {
        let ends = [course.corners[piece], course.corners[piece + 1]];
        course.line(piece).is_some_and(|line| line.contains(at))
            && ends.iter().all(|end| end.manhattan(at) >= STRAIGHT_CELLS)
    });
    is_far && is_straight
}
