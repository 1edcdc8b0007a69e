//! Indices of the cells of a rectangle, row by row from the upper left corner.
//!
//! ```text
//! 0 1 2
//! 3 4 5      width 3: cell (2, 1) has index 5
//! ```

use std::ops::Range;

use crate::base::{Cell, Rect, Size};

/// Returns the index of a cell; `None` outside of the window.
pub fn index_of(window: Rect, cell: Cell) -> Option<usize> {
    window.contains(cell).then(|| {
        let offset = cell - window.min;
        offset.y as usize * window.size.width as usize + offset.x as usize
    })
}

/// Returns the cell of an index.
pub fn cell_at(window: Rect, index: usize) -> Cell {
    // A 32-bit division takes a third of the time, and no window has more cells.
    let (index, width) = (index as u32, window.size.width);
    window.min + Cell::new((index % width) as i32, (index / width) as i32)
}

/// Returns the index range of each row of a rectangle, clipped to the window.
pub fn rows_on(window: Rect, rect: Rect) -> impl Iterator<Item = Range<usize>> {
    let width = window.size.width as usize;
    let shared = rect.shared(window);
    let rows = if shared.size.width > 0 { shared.min.y..shared.bottom() } else { 0..0 };
    rows.map(move |y| {
        let first = (y - window.min.y) as usize * width + (shared.min.x - window.min.x) as usize;
        first..first + shared.size.width as usize
    })
}

/// Returns the index range of each row of a disc, clipped to the window.
///
/// The disc has all cells whose distance from its middle is at most `radius`.
pub fn rows_of_disc(window: Rect, middle: Cell, radius: u32) -> impl Iterator<Item = Range<usize>> {
    let radius = radius as i32;
    let is_within = move |x: i32, y: i32| {
        let (x, y, radius) = (i64::from(x), i64::from(y), i64::from(radius));
        x * x + y * y <= radius * radius
    };
    let mut half = 0;
    (-radius..=radius).flat_map(move |y| {
        while is_within(half + 1, y) {
            half += 1;
        }
        while !is_within(half, y) {
            half -= 1;
        }
        let from = Cell::new(middle.x - half, middle.y + y);
        rows_on(window, Rect::new(from, Size::new(2 * half.unsigned_abs() + 1, 1)))
    })
}
