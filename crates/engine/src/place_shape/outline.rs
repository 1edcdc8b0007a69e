//! The outline of a shape: the cells around which other places and passages fit.
//!
//! In: the floor of a shape. Out: the floor and the cells of rock that nothing else can use, as rectangles, and the
//! floor cells by which a passage can leave.
//!
//! ```text
//! floor       outline
//! ...#.       ooooo      Nothing fits into a notch of one or two cells: a wall has to stay on both sides.
//! ...#.       ooooo
//! .....   →   ooooo
//! .####       o
//! .####       o
//! ```

use std::ops::Range;

use crate::base::{BitGrid, Cell, Direction, Rect, Size};

/// Maximum number of main exits on each side.
const MAIN_EXITS: usize = 4;

/// The free cells around a shape in which the cells outside are searched.
const MARGIN_CELLS: u32 = 3;

/// The outline of a shape. Cells are relative to the corner of the smallest rectangle around it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlaceOutline {
    /// Rectangles that cover the outline and do not overlap, from top to bottom.
    parts: Vec<Rect>,
    /// These rectangles with rows and columns exchanged.
    transposed: Vec<Rect>,
    exits: Vec<OutlineExit>,
}

/// A floor cell by which a passage can leave a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutlineExit {
    /// The cell.
    pub cell: Cell,
    /// The direction in which a passage leaves.
    pub out: Direction,
    /// `true` for a few exits of each side. From these, a straight line leads out of the rectangle of the shape.
    pub is_main: bool,
}

impl PlaceOutline {
    /// Finds the outline of some rectangles of floor within a shape of this size.
    pub fn new(size: Size, floors: impl Iterator<Item = Rect>) -> Self {
        let all = Size::new(size.width + 2 * MARGIN_CELLS, size.height + 2 * MARGIN_CELLS);
        let offset = Cell::new(MARGIN_CELLS as i32, MARGIN_CELLS as i32);
        let mut floor = BitGrid::empty(all);
        for rect in floors {
            let Rect { min, size } = rect.moved(offset);
            let (x, y) = (min.x.unsigned_abs(), min.y.unsigned_abs());
            floor.set_block(y as usize..(y + size.height) as usize, x..x + size.width, true);
        }
        let solid = closed(&floor);
        let parts = bands(&solid, offset);
        let transposed = parts.iter().map(|part| part.transposed()).collect();
        Self { parts, transposed, exits: exits(&floor, &solid, offset) }
    }

    /// Returns the rectangles of the outline, or those with rows and columns exchanged.
    pub fn parts(&self, is_transposed: bool) -> &[Rect] {
        if is_transposed { &self.transposed } else { &self.parts }
    }

    /// Returns the floor cells by which passages can leave, side by side.
    pub fn exits(&self) -> &[OutlineExit] {
        &self.exits
    }

    /// Returns `true` if the outline is a plain rectangle.
    pub fn is_rectangle(&self) -> bool {
        self.parts.len() <= 1
    }
}

/// Returns the floor with the cells between it that are too narrow for anything else.
///
/// These are all cells that touch no cell that can be reached from outside at a distance of one wall.
fn closed(floor: &BitGrid) -> BitGrid {
    let open = grown(&outside(&grown(floor)));
    let mut solid = BitGrid::empty(floor.size());
    for y in 0..floor.size().height as usize {
        solid.set_span(y, 0..floor.size().width, true);
        open.spans(y).for_each(|span| solid.set_span(y, span, false));
    }
    solid
}

/// Returns the cells that a walker from the first cell reaches without stepping on some cells.
fn outside(blocked: &BitGrid) -> BitGrid {
    let Size { width, height } = blocked.size();
    let mut reached = BitGrid::empty(blocked.size());
    // The free runs of each row that are not reached yet.
    let mut runs: Vec<Vec<Range<u32>>> = (0..height as usize).map(|y| free_runs(blocked, y, width)).collect();
    let first = runs.first_mut().and_then(|row| (!row.is_empty()).then(|| (0, row.remove(0))));
    let mut left: Vec<(usize, Range<u32>)> = first.into_iter().collect();
    while let Some((y, run)) = left.pop() {
        reached.set_span(y, run.clone(), true);
        for near in y.saturating_sub(1)..(y + 2).min(runs.len()) {
            let is_next = |other: &mut Range<u32>| other.start < run.end && run.start < other.end;
            left.extend(runs[near].extract_if(.., is_next).map(|other| (near, other)));
        }
    }
    reached
}

/// Returns the runs of cells of a row that are not blocked.
fn free_runs(blocked: &BitGrid, y: usize, width: u32) -> Vec<Range<u32>> {
    let mut free = Vec::new();
    let mut from = 0;
    for span in blocked.spans(y).chain(std::iter::once(width..width)) {
        if from < span.start {
            free.push(from..span.start);
        }
        from = span.end;
    }
    free
}

/// Returns some cells with all cells around them.
fn grown(cells: &BitGrid) -> BitGrid {
    let Size { width, height } = cells.size();
    let mut grown = BitGrid::empty(cells.size());
    for y in 0..height as usize {
        for span in cells.spans(y) {
            let rows = y.saturating_sub(1)..(y + 2).min(height as usize);
            grown.set_block(rows, span.start.saturating_sub(1)..(span.end + 1).min(width), true);
        }
    }
    grown
}

/// Returns the runs of each row as rectangles. Equal runs of consecutive rows are one.
fn bands(solid: &BitGrid, offset: Cell) -> Vec<Rect> {
    let mut bands: Vec<Rect> = Vec::new();
    for y in 0..solid.size().height as i32 {
        for run in solid.spans(y as usize) {
            let run = Rect::new(Cell::new(run.start as i32, y), Size::new(run.end - run.start, 1));
            let goes_on = |band: &&mut Rect| {
                band.bottom() == y && band.min.x == run.min.x && band.size.width == run.size.width
            };
            match bands.iter_mut().find(goes_on) {
                Some(band) => band.size.height += 1,
                None => bands.push(run),
            }
        }
    }
    bands.iter_mut().for_each(|band| band.min = band.min - offset);
    bands
}

/// Returns all exits, side by side, and marks the main ones.
fn exits(floor: &BitGrid, solid: &BitGrid, offset: Cell) -> Vec<OutlineExit> {
    let ends = LineEnds::new(solid);
    let cells: Vec<Cell> = floor.cells().collect();
    let mut all = Vec::new();
    for out in Direction::ALL {
        let at_edge = cells.iter().filter(|cell| !solid.get(cell.step(out)));
        let mut of_side: Vec<Cell> = at_edge.copied().collect();
        if !out.is_level() {
            of_side.sort_unstable_by_key(|cell| (cell.x, cell.y));
        }
        let (clear, others): (Vec<Cell>, Vec<Cell>) =
            of_side.into_iter().partition(|cell| ends.is_last(*cell, out));
        let main = evenly(clear.len(), MAIN_EXITS);
        let is_main = |number: usize| main.contains(&number);
        let exit = |cell: Cell, is_main: bool| OutlineExit { cell: cell - offset, out, is_main };
        all.extend(clear.into_iter().enumerate().map(|(number, cell)| exit(cell, is_main(number))));
        all.extend(others.into_iter().map(|cell| exit(cell, false)));
    }
    all
}

/// Returns up to `most` of the numbers below `count`: the first, the last, and some in between.
fn evenly(count: usize, most: usize) -> Vec<usize> {
    let mut numbers: Vec<usize> =
        (0..most).map(|number| count.saturating_sub(1) * number / (most - 1).max(1)).collect();
    numbers.dedup();
    numbers.retain(|number| *number < count);
    numbers
}

/// The first and the last cell of an outline in each row and column.
struct LineEnds {
    rows: Vec<(i32, i32)>,
    columns: Vec<(i32, i32)>,
}

impl LineEnds {
    fn new(solid: &BitGrid) -> Self {
        let Size { width, height } = solid.size();
        let none = |lines: u32| vec![(i32::MAX, i32::MIN); lines as usize];
        let mut ends = Self { rows: none(height), columns: none(width) };
        let reach = |end: &mut (i32, i32), from: i32, to: i32| *end = (end.0.min(from), end.1.max(to));
        for (y, row) in ends.rows.iter_mut().enumerate() {
            for span in solid.spans(y) {
                reach(row, span.start as i32, span.end as i32 - 1);
                let columns = &mut ends.columns[span.start as usize..span.end as usize];
                columns.iter_mut().for_each(|column| reach(column, y as i32, y as i32));
            }
        }
        ends
    }

    /// Returns `true` if no cell of the outline lies behind this one in a direction.
    fn is_last(&self, cell: Cell, out: Direction) -> bool {
        let (row, column) = (cell.y.unsigned_abs() as usize, cell.x.unsigned_abs() as usize);
        match out {
            Direction::North => self.columns[column].0 == cell.y,
            Direction::East => self.rows[row].1 == cell.x,
            Direction::South => self.columns[column].1 == cell.y,
            Direction::West => self.rows[row].0 == cell.x,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws an outline: floor `.`, other cells of the outline `o`, all others `#`.
    fn drawn(picture: &[&str]) -> Vec<String> {
        let size = Size::new(picture[0].len() as u32, picture.len() as u32);
        let floor = |cell: &Cell| picture[cell.y as usize].as_bytes()[cell.x as usize] == b'.';
        let cells = || Rect::new(Cell::new(0, 0), size).cells();
        let rect = |cell: Cell| Rect::new(cell, Size::new(1, 1));
        let outline = PlaceOutline::new(size, cells().filter(floor).map(rect));
        let character =
            |cell: Cell| match outline.parts(false).iter().filter(|part| part.contains(cell)).count() {
                0 => '#',
                1 if floor(&cell) => '.',
                1 => 'o',
                _ => panic!("{cell:?} is covered twice"),
            };
        (0..size.height as i32)
            .map(|y| (0..size.width as i32).map(|x| character(Cell::new(x, y))).collect())
            .collect()
    }

    #[test]
    fn narrow_notches_and_courtyards_belong_to_the_outline() {
        let picture = ["...#.##.", "...#.##.", "........", ".####.##", ".####.##", "......##", ".#######"];
        let expected = ["...o.oo.", "...o.oo.", "........", ".oooo.##", ".oooo.##", "......##", ".#######"];
        assert_eq!(drawn(&picture), expected);
    }

    #[test]
    fn wide_notches_are_free() {
        let picture = ["....", ".###", ".###", ".###", "...."];
        let expected = ["....", ".###", ".###", ".###", "...."];
        assert_eq!(drawn(&picture), expected);
    }

    #[test]
    fn rectangle_is_one_part_with_exits_all_around() {
        let size = Size::new(3, 2);
        let outline = PlaceOutline::new(size, [Rect::new(Cell::new(0, 0), size)].into_iter());
        assert!(outline.is_rectangle());
        assert_eq!(outline.exits().len(), 10);
    }
}
