//! A map of the cells that places and courses take.
//!
//! Input: blocks and courses to put on the map. Output: the cheapest course of a passage between two places
//! (`search`), and the cells that routes from a place reach (`reach`).
//! The map also tells whether a position of a place is free, and whether a way leads out.
//! Equal costs are decided by position, and a search ends after a limited number of looks.

mod arrivals;
mod reach;
mod search;

use std::cmp::Reverse;
use std::ops::Range;

use self::arrivals::{Arrivals, EntryPacking};
pub(in crate::layout) use self::reach::{PassageReach, ReachedEnd};
use self::search::CourseDoor;
use super::queue::SearchQueue;
use super::rect_parts::{beyond, ring};
use super::window::{cell_at, index_of, rows_of_disc, rows_on};
use crate::base::{Cell, Direction, Grid, Rect, Size};
use crate::layout::budget::STEP;
use crate::layout::budget::router::{CELLS_A_STEP, CELLS_OF_ROWS_A_STEP, INTRUDING, NARROW, TOUCHING, TURN};
use crate::layout::drawing::block::Block;
use crate::layout::drawing::course::Course;
use crate::layout::drawing::orthogonal::OrthogonalDrawing;
use crate::layout::drawing::place_ports::PlacePorts;
use crate::layout::input::problem::LayoutProblem;

const NOBODY: u32 = u32::MAX;
const FREE: [u32; 2] = [NOBODY; 2];
const CLOSED: [u32; 2] = [u32::MAX - 1; 2];

/// Marks of a cell, which answer most questions about it at once:
///
/// ```text
/// bit   3      2    1     0
///     GROUND  BAR  LINE  NEAR
/// ```
mod mark {
    /// A core touches the cell, or no course can be there.
    pub const NEAR: u8 = 1;
    /// The line of a course touches the cell.
    pub const LINE: u8 = 2;
    /// A course of full width touches the cell.
    pub const BAR: u8 = 4;
    /// A place is likely to own the cell.
    pub const GROUND: u8 = 8;
}

/// The cells from which a way leads outside, computed on demand.
pub(in crate::layout) struct OutsideView {
    bounds: Rect,
    known: Grid<CellKnowledge>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CellKnowledge {
    Nothing,
    Open,
    Closed,
}

impl OutsideView {
    /// Creates a view of everything in a rectangle. Ways lead outside once they leave it.
    pub fn new(bounds: Rect) -> Self {
        let bounds = bounds.grown(1);
        Self { bounds, known: Grid::filled(bounds.size, CellKnowledge::Nothing) }
    }

    fn cells_to_edge(&self, cell: Cell) -> i32 {
        let Rect { min, .. } = self.bounds;
        let across = (cell.x - min.x).min(self.bounds.right() - 1 - cell.x);
        across.min(cell.y - min.y).min(self.bounds.bottom() - 1 - cell.y)
    }
}

/// Cells with the places and courses that take them or are close to them.
pub(in crate::layout) struct ObstacleMap<'a> {
    problem: &'a LayoutProblem<'a>,
    ports: &'a PlacePorts,
    bounds: Rect,
    /// `true` if nothing lies beyond the edge, not even a wall that must stay free.
    is_bounded: bool,
    /// The places on the map.
    blocks: Vec<Option<Block>>,
    /// For each cell, the cores that touch it; or [`CLOSED`].
    near: Vec<[u32; 2]>,
    /// For each cell, the number of lines of courses that touch it, and of courses with full width.
    lines: Vec<u16>,
    bars: Vec<u16>,
    /// For each cell, the number of places that are likely to own it.
    grounds: Vec<u16>,
    /// For each cell, the marks of those four that are not empty.
    marks: Vec<u8>,
    arrivals: Arrivals,
    /// The arrivals of the latest search for reached cells.
    reached: Arrivals,
    /// The states to be visited.
    open: SearchQueue,
    packing: EntryPacking,
    /// The doors of the latest search, kept to reuse their memory.
    doors: [Vec<CourseDoor<'a>>; 2],
}

impl<'a> ObstacleMap<'a> {
    /// Creates a map without cells.
    pub fn new(problem: &'a LayoutProblem<'a>, ports: &'a PlacePorts) -> Self {
        Self {
            problem,
            ports,
            bounds: Rect::default(),
            is_bounded: false,
            blocks: Vec::new(),
            near: Vec::new(),
            lines: Vec::new(),
            bars: Vec::new(),
            grounds: Vec::new(),
            marks: Vec::new(),
            arrivals: Arrivals::default(),
            reached: Arrivals::default(),
            open: SearchQueue::default(),
            packing: EntryPacking::default(),
            doors: [Vec::new(), Vec::new()],
        }
    }

    /// Removes everything from the map and makes it cover `bounds`.
    ///
    /// An unbounded map that already covers them keeps its size.
    fn clear(&mut self, bounds: Rect, is_bounded: bool) {
        self.is_bounded = is_bounded;
        if bounds.shared(self.bounds) != bounds || (is_bounded && bounds != self.bounds) {
            self.bounds = bounds;
            self.arrivals = Arrivals::default();
            self.reached = Arrivals::default();
        }
        let Size { width, height } = self.bounds.size;
        let cells = self.bounds.size.area();
        self.packing = EntryPacking::new(4 * cells, STEP * (width + height) + 2 * TURN);
        self.problem.work.spend(cells as u64);
        self.blocks.clear();
        self.blocks.resize(self.problem.places.len(), None);
        self.near.clear();
        self.near.resize(cells, FREE);
        self.marks.clear();
        self.marks.resize(cells, 0);
        for counts in [&mut self.lines, &mut self.bars, &mut self.grounds] {
            counts.clear();
            counts.resize(cells, 0);
        }
    }

    /// Shows a drawing, and nothing else. Moves the drawing so that its middle is that of the map.
    pub fn show(&mut self, drawing: &mut OrthogonalDrawing, outskirts: u32) {
        self.make_room(drawing, outskirts);
        for (place, block) in drawing.blocks.iter().enumerate() {
            self.put(place, block.clone());
        }
        for course in &drawing.courses {
            self.paint(course, true);
        }
    }

    /// Empties the map and makes room for a drawing, which it moves so that its middle is that of the map.
    pub fn make_room(&mut self, drawing: &mut OrthogonalDrawing, outskirts: u32) {
        drawing.center();
        let bounds = drawing.bounds().grown(outskirts);
        match drawing.corner() {
            None => self.clear(bounds, false),
            Some(corner) => self.clear(beyond(corner, bounds), true),
        }
    }

    /// Puts a place on the map.
    pub fn put(&mut self, place: usize, block: Block) {
        self.mark(place, &block, block.core.grown(1));
        self.count_ground(&block, true);
        self.blocks[place] = Some(block);
    }

    /// Removes a place from the map.
    pub fn take(&mut self, place: usize) {
        let Some(block) = self.blocks[place].take() else { return };
        self.count_ground(&block, false);
        let around = block.core.grown(1);
        for row in self.rows(around) {
            self.near[row.clone()].fill(FREE);
            self.marks[row].iter_mut().for_each(|marks| *marks &= !mark::NEAR);
        }
        for other in 0..self.blocks.len() {
            // Puts the block back afterwards, so that it need not be copied.
            if let Some(block) = self.blocks[other].take_if(|block| block.core.grown(1).overlaps(around)) {
                self.mark(other, &block, around);
                self.blocks[other] = Some(block);
            }
        }
    }

    /// Marks the cells in `part` that belong to a place or touch it.
    fn mark(&mut self, place: usize, block: &Block, part: Rect) {
        let place = place as u32;
        for side in block.parts().flat_map(ring) {
            for index in self.within(side.shared(part)) {
                self.marks[index] |= mark::NEAR;
                let near = &mut self.near[index];
                // Several parts of an outline can touch the cell.
                match near.iter_mut().find(|slot| [NOBODY, place].contains(slot)) {
                    Some(slot) => *slot = place,
                    None => *near = CLOSED,
                }
            }
        }
        for own in block.parts() {
            for row in self.rows(own.shared(part)) {
                self.near[row.clone()].fill(CLOSED);
                self.marks[row].iter_mut().for_each(|marks| *marks |= mark::NEAR);
            }
        }
        let core = block.core;
        self.spend(2 * (core.size.width + core.size.height) as usize, CELLS_A_STEP);
        self.spend(core.shared(part).size.area(), CELLS_OF_ROWS_A_STEP);
    }

    /// Counts the work for a number of cells.
    fn spend(&self, cells: usize, cells_a_step: usize) {
        self.problem.work.spend((cells / cells_a_step) as u64);
    }

    fn count_ground(&mut self, block: &Block, put: bool) {
        let Some(reach) = block.reach else { return };
        for row in rows_of_disc(self.bounds, block.core.center(), reach.unsigned_abs()) {
            count(&mut self.grounds[row.clone()], &mut self.marks[row], mark::GROUND, put);
        }
        self.spend(block.ground().size.area(), CELLS_OF_ROWS_A_STEP);
    }

    /// Adds a course to the map, or removes it.
    pub fn paint(&mut self, course: &Course, lay: bool) {
        for piece in 0..course.pieces() {
            let (Some(line), Some(bar)) = (course.line(piece), course.bar(piece)) else { continue };
            for row in self.rows(line.grown(1)) {
                count(&mut self.lines[row.clone()], &mut self.marks[row], mark::LINE, lay);
            }
            for row in self.rows(bar.grown(1)) {
                count(&mut self.bars[row.clone()], &mut self.marks[row], mark::BAR, lay);
            }
            self.spend(line.grown(1).size.area() + bar.grown(1).size.area(), CELLS_A_STEP);
        }
    }

    /// Returns `true` if the cells that a place is likely to own are free, and no other place is within `gap` cells.
    pub fn is_free(&self, block: &Block, gap: i32) -> bool {
        let wide = gap.max(1).unsigned_abs() - 1;
        let around = block.ground().grown(wide + 1);
        let needed = if self.is_bounded { block.ground() } else { around };
        if needed.shared(self.bounds) != needed {
            return false;
        }
        let mut cells = 0;
        let core_is_free = block.parts().all(|part| {
            self.rows(part).all(|row| self.is_unmarked(row, mark::LINE))
                && self.rows(part.grown(wide)).all(|row| {
                    cells += row.len();
                    self.is_unmarked(row, mark::NEAR | mark::GROUND)
                })
        });
        self.spend(cells, CELLS_OF_ROWS_A_STEP);
        let radius = block.reach.map(|reach| reach.unsigned_abs() + wide);
        let has_ground = |radius: u32| {
            self.spend(block.ground().grown(wide).size.area(), CELLS_OF_ROWS_A_STEP);
            rows_of_disc(self.bounds, block.core.center(), radius)
                .all(|row| self.is_unmarked(row, mark::NEAR | mark::GROUND | mark::BAR))
        };
        core_is_free && radius.is_none_or(has_ground)
    }

    /// Returns `true` if no cell of a row has one of these marks.
    fn is_unmarked(&self, row: Range<usize>, marks: u8) -> bool {
        self.marks[row].iter().fold(0, |all, marks| all | marks) & marks == 0
    }

    /// Returns `true` if a course can leave a place at a cell and continue for one more cell.
    pub fn is_way_out(&self, place: usize, outside: Cell, out: Direction) -> bool {
        self.is_way(place, outside) && self.is_way(place, outside.step(out))
    }

    /// Returns `true` if a course can leave a place at a cell and get outside of the view without touching anything.
    pub fn leads_out(&self, place: usize, outside: Cell, out: Direction, view: &mut OutsideView) -> bool {
        self.is_way(place, outside) && self.is_open(outside.step(out), view)
    }

    /// Returns `true` if a way that touches nothing leads outside from a cell.
    ///
    /// A depth-first search tries the cells closest to the edge first.
    fn is_open(&self, from: Cell, view: &mut OutsideView) -> bool {
        let mut seen = Vec::new();
        let mut left = vec![from];
        let mut is_open = false;
        while let Some(cell) = left.pop() {
            let is_free =
                self.index(cell).is_some_and(|index| self.marks[index] & (mark::NEAR | mark::LINE) == 0);
            if !is_free {
                continue;
            }
            let Some(known) = view.known.get_mut(cell - view.bounds.min) else {
                is_open = true;
                break;
            };
            match *known {
                CellKnowledge::Nothing => {
                    *known = CellKnowledge::Closed;
                    seen.push(cell);
                    let mut next = Direction::ALL.map(|direction| cell.step(direction));
                    next.sort_by_key(|next| Reverse(view.cells_to_edge(*next)));
                    left.extend(next);
                }
                CellKnowledge::Closed => {}
                CellKnowledge::Open => {
                    is_open = true;
                    break;
                }
            }
        }
        self.problem.work.spend(4 * seen.len() as u64);
        if is_open {
            seen.into_iter().for_each(|cell| view.known[cell - view.bounds.min] = CellKnowledge::Open);
        }
        is_open
    }

    /// Returns the number of cells in a row after `from` that a course of this place could use, at most `most`.
    pub fn free_cells(&self, place: usize, from: Cell, direction: Direction, most: i32) -> i32 {
        let Rect { min, size } = self.bounds;
        let first = from.step(direction);
        let Some(mut index) = self.index(first) else { return 0 };
        let on_map = match direction {
            Direction::North => first.y - min.y + 1,
            Direction::East => self.bounds.right() - first.x,
            Direction::South => self.bounds.bottom() - first.y,
            Direction::West => first.x - min.x + 1,
        };
        let stride = if direction.is_level() { 1 } else { size.width as usize };
        let is_back = matches!(direction, Direction::North | Direction::West);
        let most = most.min(on_map);
        for cells in 0..most {
            if !self.is_way_at(place, index) {
                return cells;
            }
            index = if is_back { index.wrapping_sub(stride) } else { index + stride };
        }
        most.max(0)
    }

    /// Returns `true` if a course could use a cell without touching anything except this place.
    pub fn is_way(&self, place: usize, cell: Cell) -> bool {
        self.index(cell).is_some_and(|index| self.is_way_at(place, index))
    }

    fn is_way_at(&self, place: usize, index: usize) -> bool {
        let own = [NOBODY, place as u32];
        match self.marks[index] & (mark::NEAR | mark::LINE) {
            0 => true,
            mark::NEAR => self.near[index].iter().all(|near| own.contains(near)),
            _ => false,
        }
    }

    fn within(&self, rect: Rect) -> impl Iterator<Item = usize> + use<> {
        self.rows(rect).flatten()
    }

    /// Returns the index range of each row of a rectangle, clipped to the map.
    fn rows(&self, rect: Rect) -> impl Iterator<Item = Range<usize>> + use<> {
        rows_on(self.bounds, rect)
    }

    fn cell(&self, index: usize) -> Cell {
        cell_at(self.bounds, index)
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        index_of(self.bounds, cell)
    }

    /// Returns the index of the next cell in a direction, or `None` beyond the edge of the map.
    fn next_index(&self, index: usize, cell: Cell, direction: Direction) -> Option<usize> {
        let (bounds, width) = (self.bounds, self.bounds.size.width as usize);
        match direction {
            Direction::North => (cell.y > bounds.min.y).then(|| index - width),
            Direction::East => (cell.x + 1 < bounds.right()).then(|| index + 1),
            Direction::South => (cell.y + 1 < bounds.bottom()).then(|| index + width),
            Direction::West => (cell.x > bounds.min.x).then(|| index - 1),
        }
    }

    /// Returns the cost of a cell for a course, or `None` if the course cannot use it.
    fn toll(&self, course: &Course, index: usize, cell: Cell) -> Option<u32> {
        let is_wide = course.before + course.after > 0;
        if self.marks[index] & (mark::NEAR | mark::LINE | mark::GROUND) == 0 && !is_wide {
            return Some(STEP);
        }
        let near = self.near[index];
        let own = course.places.map(|place| place as u32);
        let is_foreign = |place: &u32| *place != NOBODY && !own.contains(place);
        if self.lines[index] > 0 || near == CLOSED || near.iter().any(is_foreign) {
            return None;
        }
        let touching = if near == FREE { 0 } else { TOUCHING };
        let mut intruded = u32::from(self.grounds[index]);
        if intruded > 0 {
            let places =
                if course.places[0] == course.places[1] { &course.places[..1] } else { &course.places };
            let is_own =
                |place: &&usize| self.blocks[**place].as_ref().is_some_and(|block| block.reaches(cell));
            intruded -= places.iter().filter(is_own).count() as u32;
        }
        let mut narrow = 0;
        if is_wide {
            let width = (course.before + course.after + 1).unsigned_abs();
            let around = Rect::new(cell - Cell::new(course.before, course.before), Size::new(width, width));
            narrow = self
                .within(around)
                .filter(|index| self.bars[*index] > 0 || self.near[*index].iter().any(is_foreign))
                .count() as u32;
        }
        Some(STEP + touching + INTRUDING * intruded + NARROW * narrow)
    }

    /// Returns `true` if a course could run here.
    pub fn can_lie(&self, course: &Course) -> bool {
        let mut lines = (0..course.pieces()).filter_map(|piece| course.line(piece));
        lines.all(|line| {
            line.shared(self.bounds) == line
                && self.within(line).all(|index| self.toll(course, index, self.cell(index)).is_some())
        })
    }

    /// Returns `true` if a course could run here and no core touches it, as before its places are put on the map.
    pub fn is_clear(&self, course: &Course) -> bool {
        let mut lines = (0..course.pieces()).filter_map(|piece| course.line(piece));
        lines.all(|line| {
            line.shared(self.bounds) == line
                && self.rows(line).all(|row| self.is_unmarked(row, mark::LINE | mark::NEAR))
        })
    }
}

/// Increments or decrements the counts of some cells, and updates their marks.
fn count(counts: &mut [u16], marks: &mut [u8], mark: u8, more: bool) {
    if more {
        counts.iter_mut().for_each(|count| *count += 1);
        marks.iter_mut().for_each(|marks| *marks |= mark);
        return;
    }
    for (count, marks) in counts.iter_mut().zip(marks) {
        *count -= 1;
        if *count == 0 {
            *marks &= !mark;
        }
    }
}
