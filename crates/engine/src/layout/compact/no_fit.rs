//! The offsets at which two places are too close to each other, as bits.
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
    /// The offset of the first bit.
    first: Cell,
    too_close: BitGrid,
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
        Self { first, too_close }
    }

    /// Returns the number of cells to move in a direction from an offset until the blocks are apart.
    pub fn cells_until_apart(&self, offset: Cell, heading: Direction) -> i32 {
        let mut at = offset - self.first;
        let mut cells = 0;
        while self.too_close.rect().contains(at) && self.too_close.get(at) {
            at = at.step(heading);
            cells += 1;
        }
        cells
    }
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
                    let cells = table.cells_until_apart(offset, Direction::East);
                    assert_eq!(cells == 0, is_apart, "{number} {gap} {offset:?}");
                }
            }
        }
    }
}
