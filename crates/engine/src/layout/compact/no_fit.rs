//! The offsets at which two places are too close to each other, and the ways out of them.
//!
//! In: two blocks, at least one of them with an outline, and the gap between them. Out: a set of offsets from the
//! corner of the second to that of the first. In packing, a table answers faster than many rectangles do.
//!
//! Source: the no-fit polygon of Art (1966), on a grid.
//!
//! ```text
//! first    second    too close with a gap of 1, and the offset (0, 0) as o
//! xx       xxx       XXXXXX
//! x          x       XXXoXX
//!                    XXXXXX
//!                    ..XXXX
//! ```

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::base::{BitGrid, Cell, Direction, Size};
use crate::layout::drawing::Block;

/// Two places, and for each `true` if it has its outline.
type NoFitKey = [(usize, bool); 2];

/// The tables of all pairs of places that were asked for.
#[derive(Default)]
pub(super) struct NoFitTables {
    by_pair: RefCell<BTreeMap<NoFitKey, Rc<NoFitTable>>>,
}

/// The offsets at which one block is too close to another.
pub(super) struct NoFitTable {
    /// The offset of the first cell.
    first: Cell,
    size: Size,
    /// For each direction and offset, the number of cells to move until the blocks are apart.
    until_apart: [Vec<u16>; 4],
}

impl NoFitTables {
    /// Returns the table of two places, with their blocks.
    pub fn of(&self, pair: [(usize, &Block); 2], gap: i32) -> Rc<NoFitTable> {
        let key = pair.map(|(place, block)| (place, block.outline.is_some()));
        let [(_, block), (_, other)] = pair;
        let mut tables = self.by_pair.borrow_mut();
        Rc::clone(tables.entry(key).or_insert_with(|| Rc::new(NoFitTable::new(block, other, gap))))
    }
}

impl NoFitTable {
    fn new(block: &Block, other: &Block, gap: i32) -> Self {
        let (size, other_size) = (block.core.size, other.core.size);
        let wide = 2 * gap.unsigned_abs() - 1;
        let sides = Size::new(size.width + other_size.width + wide, size.height + other_size.height + wide);
        let first = Cell::new(1 - gap - size.width as i32, 1 - gap - size.height as i32);
        let mut too_close = BitGrid::empty(sides);
        for part in block.parts().map(|part| part.moved(Cell::new(0, 0) - block.core.min)) {
            for other in other.parts().map(|part| part.moved(Cell::new(0, 0) - other.core.min)) {
                let columns = other.min.x - part.right() - gap + 1 - first.x
                    ..other.right() - part.min.x + gap - first.x;
                let rows = other.min.y - part.bottom() - gap + 1 - first.y
                    ..other.bottom() - part.min.y + gap - first.y;
                let unsigned = |at: i32| at.unsigned_abs();
                too_close.set_block(
                    unsigned(rows.start) as usize..unsigned(rows.end) as usize,
                    unsigned(columns.start)..unsigned(columns.end),
                    true,
                );
            }
        }
        let until_apart = Direction::ALL.map(|heading| distances(&too_close, heading));
        Self { first, size: sides, until_apart }
    }

    /// Returns the number of cells to move in a direction from an offset until the blocks are apart.
    pub fn cells_until_apart(&self, offset: Cell, heading: Direction) -> i32 {
        let at = offset - self.first;
        let (Ok(x), Ok(y)) = (u32::try_from(at.x), u32::try_from(at.y)) else { return 0 };
        if x >= self.size.width || y >= self.size.height {
            return 0;
        }
        let index = y as usize * self.size.width as usize + x as usize;
        i32::from(self.until_apart[heading as usize][index])
    }
}

/// Returns for each bit, row by row, how many set bits follow from it on in a direction.
fn distances(bits: &BitGrid, heading: Direction) -> Vec<u16> {
    let Size { width, height } = bits.size();
    let (width, height) = (width as usize, height as usize);
    let mut distances = vec![0; width * height];
    let (lines, along) = if heading.is_level() { (height, width) } else { (width, height) };
    let is_back = matches!(heading, Direction::North | Direction::West);
    for line in 0..lines {
        let mut cells = 0_u16;
        for step in 0..along {
            // From the end of the line to which the block moves.
            let at = if is_back { step } else { along - 1 - step };
            let (x, y) = if heading.is_level() { (at, line) } else { (line, at) };
            let is_set = bits.get(Cell::new(x as i32, y as i32));
            cells = if is_set { cells.saturating_add(1) } else { 0 };
            distances[y * width + x] = cells;
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::super::testing::outlined;
    use super::*;
    use crate::base::{Rect, Seed};
    use crate::layout::drawing::gaps::are_apart;

    #[test]
    fn table_agrees_with_the_distances_of_all_parts() {
        let mut random = Seed(11).stream();
        for number in 0..60 {
            let mut block = || outlined(Cell::new(0, 0), Size::new(9, 8), 4 * number, &mut random);
            let (one, other) = (block(), block());
            for gap in 1..4 {
                let table = NoFitTable::new(&one, &other, gap);
                for offset in Rect::from((-14, -14, 28, 28)).cells() {
                    let by = offset + other.core.min - one.core.min;
                    let is_apart = are_apart(&one.moved(by), &other, gap);
                    for heading in Direction::ALL {
                        let cells = table.cells_until_apart(offset, heading);
                        assert_eq!(cells == 0, is_apart, "{number} {gap} {offset:?}");
                        let on = table.cells_until_apart(offset.step(heading), heading);
                        assert_eq!(on, (cells - 1).max(0) + if is_apart { on } else { 0 });
                    }
                }
            }
        }
    }
}
