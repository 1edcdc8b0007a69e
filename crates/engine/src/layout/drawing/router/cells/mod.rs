//! A map of places and courses, cell by cell.
//!
//! In: blocks and courses that are put on the map. Out: the cheapest course of a passage between two places on it
//! (`search`), where ways lead (`reach`), if a place is free, and if a way leads out.
//! Guaranteed: equal costs are decided by position, and a search ends after a counted number of looks.

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
use crate::layout::drawing::port::Port;
use crate::layout::problem::LayoutProblem;

const NOBODY: u32 = u32::MAX;
const FREE: [u32; 2] = [NOBODY; 2];
const CLOSED: [u32; 2] = [u32::MAX - 1; 2];

/// One bit for each fact about a cell and its surroundings. They decide about most cells.
mod mark {
    /// A core touches it, or no course can lie there.
    pub const NEAR: u8 = 1;
    /// A line of a course touches it.
    pub const LINE: u8 = 2;
    /// A course touches it with its width.
    pub const BAR: u8 = 4;
    /// A place may come to own it.
    pub const GROUND: u8 = 8;
}

/// From which cells a way leads outside, as far as it was asked.
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
    /// Of all that lies in a rectangle.
    pub fn new(bounds: Rect) -> Self {
        let bounds = bounds.grown(1);
        Self { bounds, known: Grid::filled(bounds.size, CellKnowledge::Nothing) }
    }

    fn cells_to_edge(&self, cell: Cell) -> i32 {
        let Rect { min, .. } = self.bounds;
        let across = (cell.x - min.x).min(self.bounds.right() - cell.x);
        across.min(cell.y - min.y).min(self.bounds.bottom() - cell.y)
    }
}

/// What lies where.
pub(in crate::layout) struct ObstacleMap<'a> {
    problem: &'a LayoutProblem<'a>,
    ports: &'a [Vec<Port>],
    bounds: Rect,
    /// Is there nothing beyond it, not even wall that must be kept free?
    is_bounded: bool,
    /// The places that lie on it.
    blocks: Vec<Option<Block>>,
    /// For each cell the cores that touch it; or that no course can lie there.
    near: Vec<[u32; 2]>,
    /// How many lines of courses touch each cell, and how many with their widths.
    lines: Vec<u16>,
    bars: Vec<u16>,
    /// How many places may come to own each cell.
    grounds: Vec<u16>,
    /// For each cell which of these four say anything.
    marks: Vec<u8>,
    arrivals: Arrivals,
    /// The arrivals of the ways that were looked for last.
    reached: Arrivals,
    /// What is to be looked at.
    open: SearchQueue,
    packing: EntryPacking,
    /// The doors of the last search, whose memory the next one takes.
    doors: [Vec<CourseDoor<'a>>; 2],
}

impl<'a> ObstacleMap<'a> {
    /// A map that shows no cells yet.
    pub fn new(problem: &'a LayoutProblem<'a>, ports: &'a [Vec<Port>]) -> Self {
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

    /// Takes everything off the map, which then shows these cells, and more if it did and may.
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

    /// Puts a drawing on the map, and nothing else; moved so that its middle lies in that of the map.
    pub fn show(&mut self, drawing: &mut OrthogonalDrawing, outskirts: u32) {
        self.make_room(drawing, outskirts);
        for (place, block) in drawing.blocks.iter().enumerate() {
            self.put(place, *block);
        }
        for course in &drawing.courses {
            self.paint(course, true);
        }
    }

    /// Empties the map, with room for a drawing that is moved so that its middle lies in that of the map.
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
        self.blocks[place] = Some(block);
        self.mark(place, block, block.core.grown(1));
        self.count_ground(&block, true);
    }

    /// Takes a place off the map.
    pub fn take(&mut self, place: usize) {
        let Some(block) = self.blocks[place].take() else { return };
        self.count_ground(&block, false);
        let around = block.core.grown(1);
        for row in self.rows(around) {
            self.near[row.clone()].fill(FREE);
            self.marks[row].iter_mut().for_each(|marks| *marks &= !mark::NEAR);
        }
        for other in 0..self.blocks.len() {
            if let Some(block) = self.blocks[other]
                && block.core.grown(1).overlaps(around)
            {
                self.mark(other, block, around);
            }
        }
    }

    /// Marks what touches a place, and the place itself, as far as it lies in a rectangle.
    fn mark(&mut self, place: usize, block: Block, part: Rect) {
        let core = block.core;
        for side in ring(core) {
            for index in self.within(side.shared(part)) {
                self.marks[index] |= mark::NEAR;
                let near = &mut self.near[index];
                match near.iter_mut().find(|slot| **slot == NOBODY) {
                    Some(slot) => *slot = place as u32,
                    None => *near = CLOSED,
                }
            }
        }
        let own = core.shared(part);
        for row in self.rows(own) {
            self.near[row.clone()].fill(CLOSED);
            self.marks[row].iter_mut().for_each(|marks| *marks |= mark::NEAR);
        }
        self.spend(2 * (core.size.width + core.size.height) as usize, CELLS_A_STEP);
        self.spend(own.size.area(), CELLS_OF_ROWS_A_STEP);
    }

    /// Counts work on so many cells.
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

    /// Lays a course on the map, or takes it up.
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

    /// Is nothing on the cells of a place, or nearer to it than so many cells?
    pub fn is_free(&self, block: &Block, gap: i32) -> bool {
        let wide = gap.max(1).unsigned_abs() - 1;
        let around = block.ground().grown(wide + 1);
        let needed = if self.is_bounded { block.ground() } else { around };
        if needed.shared(self.bounds) != needed {
            return false;
        }
        let mut cells = 0;
        let core_is_free = self.rows(block.core).all(|row| self.is_unmarked(row, mark::LINE))
            && self.rows(block.core.grown(wide)).all(|row| {
                cells += row.len();
                self.is_unmarked(row, mark::NEAR | mark::GROUND)
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

    /// Returns `true` if none of these cells has one of some marks.
    fn is_unmarked(&self, row: Range<usize>, marks: u8) -> bool {
        self.marks[row].iter().fold(0, |all, marks| all | marks) & marks == 0
    }

    /// Can a course leave a place there, and go on for a cell?
    pub fn is_way_out(&self, place: usize, outside: Cell, out: Direction) -> bool {
        self.is_way(place, outside) && self.is_way(place, outside.step(out))
    }

    /// Can a course leave a place there and go on, without touching anything, until it is outside of all that
    /// the view is of?
    pub fn leads_out(&self, place: usize, outside: Cell, out: Direction, view: &mut OutsideView) -> bool {
        self.is_way(place, outside) && self.is_open(outside.step(out), view)
    }

    /// Does a way that touches nothing lead outside from a cell? It is looked for straight out first.
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

    /// On how many cells one after the other could it lie, from the one behind `from`, at most so many?
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

    /// Could a course of a place lie on a cell, if nothing but that place is near?
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

    /// The indices of the cells on the map of each row of a rectangle.
    fn rows(&self, rect: Rect) -> impl Iterator<Item = Range<usize>> + use<> {
        rows_on(self.bounds, rect)
    }

    fn cell(&self, index: usize) -> Cell {
        cell_at(self.bounds, index)
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        index_of(self.bounds, cell)
    }

    /// The index of the cell next to one that lies on the map; `None` beyond its edge.
    fn next_index(&self, index: usize, cell: Cell, direction: Direction) -> Option<usize> {
        let (bounds, width) = (self.bounds, self.bounds.size.width as usize);
        match direction {
            Direction::North => (cell.y > bounds.min.y).then(|| index - width),
            Direction::East => (cell.x + 1 < bounds.right()).then(|| index + 1),
            Direction::South => (cell.y + 1 < bounds.bottom()).then(|| index + width),
            Direction::West => (cell.x > bounds.min.x).then(|| index - 1),
        }
    }

    /// What a course pays for lying on a cell, which has that index; `None` where it cannot.
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
            let is_own = |place: &&usize| self.blocks[**place].is_some_and(|block| block.reaches(cell));
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

    /// Could a course lie there?
    pub fn can_lie(&self, course: &Course) -> bool {
        let mut lines = (0..course.pieces()).filter_map(|piece| course.line(piece));
        lines.all(|line| {
            line.shared(self.bounds) == line
                && self.within(line).all(|index| self.toll(course, index, self.cell(index)).is_some())
        })
    }

    /// Could a course lie there between places that are to lie around it, since nothing else is near?
    pub fn is_clear(&self, course: &Course) -> bool {
        let mut lines = (0..course.pieces()).filter_map(|piece| course.line(piece));
        lines.all(|line| {
            line.shared(self.bounds) == line
                && self.rows(line).all(|row| self.is_unmarked(row, mark::LINE | mark::NEAR))
        })
    }
}

/// Counts one more or one less on some cells, and says by a mark where there are any.
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
