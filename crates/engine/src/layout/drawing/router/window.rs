//! A rectangle of cells as a list: row by row, from its upper left corner.

use std::ops::Range;

use crate::base::{Cell, Rect};

/// Returns the index of a cell; `None` outside of the window.
pub fn index_of(window: Rect, cell: Cell) -> Option<usize> {
    window.contains(cell).then(|| {
        let offset = cell - window.min;
        offset.y as usize * window.size.width as usize + offset.x as usize
    })
}

/// Returns the cell of an index.
pub fn cell_at(window: Rect, index: usize) -> Cell {
    let width = window.size.width as usize;
    window.min + Cell::new((index % width) as i32, (index / width) as i32)
}

/// Returns the indices of the cells of each row of a rectangle, as far as it lies in the window.
pub fn rows_on(window: Rect, rect: Rect) -> impl Iterator<Item = Range<usize>> {
    let width = window.size.width as usize;
    let shared = rect.shared(window);
    let rows = if shared.size.width > 0 { shared.min.y..shared.bottom() } else { 0..0 };
    rows.map(move |y| {
        let first = (y - window.min.y) as usize * width + (shared.min.x - window.min.x) as usize;
        first..first + shared.size.width as usize
    })
}
