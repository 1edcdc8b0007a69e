//! The cells that a stroke paints: those under a brush of any width, and their mirror images.

use super::open::Open;
use super::stroke::BrushStroke;
use super::view::PainterView;
use crate::base::{Cell, Size};
use crate::document::{Brush, drawn_cells};

/// Maximum width of the brush, in cells.
pub const WIDEST: i32 = 7;

/// The axes across which strokes are repeated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BrushMirror {
    /// Repeats between left and right, across the middle column.
    pub sideways: bool,
    /// Repeats between top and bottom, across the middle row.
    pub upright: bool,
}

impl BrushMirror {
    /// Returns the mirror images of a cell, including itself.
    fn images(self, cell: Cell, size: Size) -> Vec<Cell> {
        let (right, bottom) = (size.width as i32 - 1, size.height as i32 - 1);
        let columns = [Some(cell.x), self.sideways.then_some(right - cell.x)].into_iter().flatten();
        let rows = [Some(cell.y), self.upright.then_some(bottom - cell.y)];
        columns.flat_map(|x| rows.into_iter().flatten().map(move |y| Cell::new(x, y))).collect()
    }
}

/// Returns the square of a brush of this width around a cell. An even width has one more row and column after
/// it.
fn square(middle: Cell, width: i32) -> impl Iterator<Item = Cell> {
    let before = (width - 1) / 2;
    let from = move |at: i32| (at - before)..(at - before + width);
    from(middle.y).flat_map(move |y| from(middle.x).map(move |x| Cell::new(x, y)))
}

/// Returns the cells that a stroke paints, without duplicates; `filled` turns a frame into a block.
pub(super) fn painted(view: &PainterView, open: &Open<'_>, stroke: &BrushStroke, filled: bool) -> Vec<Cell> {
    let brush = match stroke.brush(filled) {
        Brush::Cells(cells) => {
            Brush::Cells(cells.iter().flat_map(|cell| square(*cell, view.width)).collect())
        }
        other => other,
    };
    let size = open.room.size();
    let mut cells = drawn_cells(&open.room.picture, &brush);
    cells = cells.into_iter().flat_map(|cell| view.mirror.images(cell, size)).collect();
    cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
    cells.dedup();
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brush_of_even_width_reaches_one_farther_behind_its_cell() {
        let reach = |width| {
            let cells: Vec<Cell> = square(Cell::new(5, 5), width).collect();
            (cells.len(), cells[0].x, cells[cells.len() - 1].x)
        };
        assert_eq!(reach(1), (1, 5, 5));
        assert_eq!(reach(2), (4, 5, 6));
        assert_eq!(reach(3), (9, 4, 6));
    }

    #[test]
    fn both_mirrors_give_four_images() {
        let size = Size::new(9, 7);
        let images = |sideways, upright| BrushMirror { sideways, upright }.images(Cell::new(1, 2), size);
        assert_eq!(images(false, false), [Cell::new(1, 2)]);
        assert_eq!(images(true, false), [Cell::new(1, 2), Cell::new(7, 2)]);
        assert_eq!(images(true, true).len(), 4);
        assert!(images(true, true).contains(&Cell::new(7, 4)));
    }
}
