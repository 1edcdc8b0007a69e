//! Parts of rectangles.

use crate::base::{Cell, Rect, Size};

/// What of a rectangle lies right of a cell and below it, that cell included.
pub(super) fn beyond(corner: Cell, rect: Rect) -> Rect {
    let (right, bottom) = (rect.right().max(corner.x + 1), rect.bottom().max(corner.y + 1));
    let far = Rect::new(corner, Size::new(right.abs_diff(corner.x), bottom.abs_diff(corner.y)));
    shared(rect, far)
}

/// The cells that two rectangles have in common.
pub(super) fn shared(one: Rect, other: Rect) -> Rect {
    let min = Cell::new(one.min.x.max(other.min.x), one.min.y.max(other.min.y));
    let right = one.right().min(other.right()).max(min.x);
    let bottom = one.bottom().min(other.bottom()).max(min.y);
    Rect::new(min, Size::new(right.abs_diff(min.x), bottom.abs_diff(min.y)))
}
