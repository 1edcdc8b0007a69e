//! Parts of rectangles.

use crate::base::{Cell, Rect, Size};

/// Returns the part of a rectangle to the right of and below a cell, including its row and column.
pub(in crate::layout) fn beyond(corner: Cell, rect: Rect) -> Rect {
    let (right, bottom) = (rect.right().max(corner.x + 1), rect.bottom().max(corner.y + 1));
    let far = Rect::new(corner, Size::new(right.abs_diff(corner.x), bottom.abs_diff(corner.y)));
    rect.shared(far)
}

/// Returns the cells that touch a rectangle, even at a corner: the rows above and below it, and two columns.
///
/// ```text
/// 0 0 0 0 0
/// 2 ┌───┐ 3
/// 2 │   │ 3
/// 2 └───┘ 3
/// 1 1 1 1 1
/// ```
pub(in crate::layout) fn ring(rect: Rect) -> [Rect; 4] {
    let Rect { min, size } = rect;
    let row = |y: i32| Rect::new(Cell::new(min.x - 1, y), Size::new(size.width + 2, 1));
    let column = |x: i32| Rect::new(Cell::new(x, min.y), Size::new(1, size.height));
    [row(min.y - 1), row(rect.bottom()), column(min.x - 1), column(rect.right())]
}
