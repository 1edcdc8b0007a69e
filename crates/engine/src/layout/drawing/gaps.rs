//! How far blocks and bars lie apart along a row, and how far they must.

use super::block::Block;
use super::orthogonal::OrthogonalDrawing;
use crate::base::{Rect, Size};

/// Who a bar or block belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layout) enum DrawingPart {
    /// A place.
    Block(usize),
    /// A piece of a course.
    Bar {
        /// The passage.
        course: usize,
        /// The piece, counted from 0.
        piece: usize,
    },
}

/// Something that keeps others off.
#[derive(Clone, Copy, Debug)]
pub(in crate::layout) struct GapItem {
    pub part: DrawingPart,
    /// The number of its position.
    pub node: usize,
    /// The cells that nobody else may touch.
    pub line: Rect,
    /// How far it would like to reach beyond that, along the row.
    pub before: i32,
    pub after: i32,
    /// The rows that it would like to have, the first and the one behind the last.
    pub rows: (i32, i32),
}

/// How far the second of two things along a row must lie behind the first, in cells between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layout) enum RequiredGap {
    /// So many.
    Least(i32),
    /// As many as one likes.
    Free,
}

impl GapItem {
    pub fn left(&self) -> i32 {
        self.line.min.x
    }

    /// How many cells lie between it and another that lies behind it; negative if that does not.
    pub fn between(&self, other: &GapItem) -> i32 {
        other.line.min.x - self.line.right()
    }
}

/// How many cells must lie between two items, of which the second lies behind the first; never more than do.
pub(in crate::layout) fn apart(drawing: &OrthogonalDrawing, one: &GapItem, other: &GapItem) -> RequiredGap {
    let now = one.between(other);
    if now < 0 {
        return RequiredGap::Free;
    }
    let wide = 1 + one.after + other.before;
    let wanted = match (one.part, other.part) {
        (DrawingPart::Block(_), DrawingPart::Block(_)) => 1,
        (DrawingPart::Block(place), DrawingPart::Bar { course, piece })
        | (DrawingPart::Bar { course, piece }, DrawingPart::Block(place)) => {
            let course = &drawing.courses[course];
            let leaves = (piece == 0 && course.places[0] == place)
                || (piece + 1 == course.pieces() && course.places[1] == place);
            // Ports say how these lie.
            if leaves {
                return RequiredGap::Free;
            }
            let is_own = course.places.contains(&place);
            if is_own { 1 } else { wide }
        }
        (
            DrawingPart::Bar { course, piece },
            DrawingPart::Bar { course: other_course, piece: other_piece },
        ) => {
            let follows = course == other_course && piece.abs_diff(other_piece) == 2;
            if follows && !doubles_back(drawing, course, piece.min(other_piece)) { -1 } else { wide }
        }
    };
    RequiredGap::Least(wanted.min(now))
}

/// Does a course go back after a piece the way it came before?
fn doubles_back(drawing: &OrthogonalDrawing, course: usize, piece: usize) -> bool {
    let corners = &drawing.courses[course].corners;
    let down = |from: usize| corners[from + 1].y > corners[from].y;
    down(piece) != down(piece + 2)
}

/// How far the core of the second of two blocks wants to lie behind that of the first, between their left
/// edges, where nothing may lie nearer than `gap` cells to what either may come to own; `None` if they may
/// lie above each other.
pub(in crate::layout) fn blocks_apart(one: &Block, other: &Block, gap: i32) -> Option<i32> {
    let mut most: Option<i32> = None;
    let mut at_least = |distance: Option<i32>| most = most.max(distance);
    let rows_between = (other.core.min.y - one.core.bottom()).max(one.core.min.y - other.core.bottom());
    if rows_between < gap {
        at_least(Some(one.core.size.width as i32 + gap));
    }
    let (middle, other_middle) = (one.core.center(), other.core.center());
    if let Some(reach) = one.reach {
        // From the middle of the one to the left edge of the other.
        let dy = rows_off(other.core, middle.y);
        at_least(circle(reach + gap + 1, dy).map(|dx| dx + middle.x - one.core.min.x));
    }
    if let Some(reach) = other.reach {
        let dy = rows_off(one.core, other_middle.y);
        let back = other_middle.x - other.core.min.x;
        at_least(circle(reach + gap + 1, dy).map(|dx| dx - back + one.core.size.width as i32 - 1));
    }
    if let (Some(reach), Some(other_reach)) = (one.reach, other.reach) {
        let dy = (middle.y - other_middle.y).abs();
        let shift = (middle.x - one.core.min.x) - (other_middle.x - other.core.min.x);
        at_least(circle(reach + other_reach + gap + 1, dy).map(|dx| dx + shift));
    }
    most
}

/// Do so many cells lie between what two places mostly come to own?
pub(in crate::layout) fn are_apart(one: &Block, other: &Block, gap: i32) -> bool {
    let near = |reach: i32| i64::from(reach + gap) * i64::from(reach + gap);
    let is_off = |block: &Block, rect: Rect, more: i32| {
        let Some(reach) = block.reach else { return true };
        rect.distance_squared(block.core.center()) as i64 > near(reach + more)
    };
    let heart = |block: &Block| Rect::new(block.core.center(), Size::new(1, 1));
    !one.core.grown(gap.unsigned_abs()).overlaps(other.core)
        && is_off(one, other.core, 0)
        && is_off(other, one.core, 0)
        && other.reach.is_none_or(|reach| is_off(one, heart(other), reach))
}

/// How far a bar wants to lie behind the middle of a block, so that it does not cut off what that may come to
/// own; `None` if it does not.
pub(in crate::layout) fn bar_apart(block: &Block, bar: Rect) -> Option<i32> {
    let reach = block.reach?;
    circle(reach + 1, rows_off(bar, block.core.center().y))
}

/// How many rows lie between a row and a rectangle.
fn rows_off(rect: Rect, y: i32) -> i32 {
    (rect.min.y - y).max(y - rect.bottom() + 1).max(0)
}

/// How far the edge of a circle lies from its middle, so many rows off; `None` outside it.
fn circle(radius: i32, rows: i32) -> Option<i32> {
    let (radius, rows) = (i64::from(radius), i64::from(rows));
    let rest = radius * radius - rows * rows;
    (rest > 0).then(|| {
        let root = rest.isqrt();
        (root + i64::from(root * root < rest)) as i32
    })
}
