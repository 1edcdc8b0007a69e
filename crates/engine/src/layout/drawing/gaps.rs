//! Distances between blocks and bars along a row: the present ones, and the required ones.
//!
//! All distances are in cells, from left to right. For columns, transpose the drawing first. Required distances
//! keep a drawing legal. Preferred distances also keep passages off the cells that places are likely to own.

use super::block::Block;
use super::orthogonal::OrthogonalDrawing;
use crate::base::{Rect, Size};

/// The part of a drawing to which a block or bar belongs.
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

/// A block or bar that keeps others at a distance.
#[derive(Clone, Copy, Debug)]
pub(in crate::layout) struct GapItem {
    pub part: DrawingPart,
    /// The index of its position variable.
    pub node: usize,
    /// The cells that nothing else may touch.
    pub line: Rect,
    /// The number of cells that it wants beyond its line along the row, before and after it.
    pub before: i32,
    pub after: i32,
    /// The rows that it wants: the first one, and the one behind the last.
    pub rows: (i32, i32),
}

/// The number of cells that must lie between two items along a row, the second behind the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::layout) enum RequiredGap {
    /// At least this many. If negative, they may overlap by this much.
    Least(i32),
    /// Any number.
    Free,
}

impl GapItem {
    pub fn left(&self) -> i32 {
        self.line.min.x
    }

    /// Returns the number of cells between it and an item behind it. Negative if that is not behind it.
    pub fn between(&self, other: &GapItem) -> i32 {
        other.line.min.x - self.line.right()
    }
}

/// Returns the gap required between two items, the second behind the first.
///
/// It never exceeds the present gap, so the present drawing always satisfies it.
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
            // Constraints of ports handle these.
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

/// Returns `true` if a course makes a U-turn: the piece after the next runs in the opposite direction.
fn doubles_back(drawing: &OrthogonalDrawing, course: usize, piece: usize) -> bool {
    let corners = &drawing.courses[course].corners;
    let down = |from: usize| corners[from + 1].y > corners[from].y;
    down(piece) != down(piece + 2)
}

/// Returns the preferred distance between the left edges of two cores, the second behind the first.
///
/// At this distance, `gap` cells lie between the cells that the two places are likely to own. Returns `None` if
/// that holds at any distance, because the places are far enough apart vertically.
pub(in crate::layout) fn blocks_apart(one: &Block, other: &Block, gap: i32) -> Option<i32> {
    let mut most: Option<i32> = None;
    let mut at_least = |distance: Option<i32>| most = most.max(distance);
    let rows_between = |one: Rect, other: Rect| (other.min.y - one.bottom()).max(one.min.y - other.bottom());
    let others = other.parts().filter(|part| rows_between(one.core, *part) < gap);
    for part in one.parts().filter(|part| rows_between(*part, other.core) < gap) {
        // Parts of outlines that already lie the other way round stay so.
        let behind = others.clone().filter(|other| part.right() <= other.min.x);
        for other_part in behind.filter(|other| rows_between(part, *other) < gap) {
            let shift = (part.right() - one.core.min.x) - (other_part.min.x - other.core.min.x);
            at_least(Some(shift + gap));
        }
    }
    let (middle, other_middle) = (one.core.center(), other.core.center());
    if let Some(reach) = one.reach {
        // From the middle of the first block to the left edge of the other.
        for part in other.parts().filter(|part| other.outline.is_none() || part.min.x > middle.x) {
            let back = part.min.x - other.core.min.x;
            let dx = circle(reach + gap + 1, rows_off(part, middle.y));
            at_least(dx.map(|dx| dx - back + middle.x - one.core.min.x));
        }
    }
    if let Some(reach) = other.reach {
        let back = other_middle.x - other.core.min.x;
        for part in one.parts().filter(|part| one.outline.is_none() || part.right() <= other_middle.x) {
            let dx = circle(reach + gap + 1, rows_off(part, other_middle.y));
            at_least(dx.map(|dx| dx - back + part.right() - 1 - one.core.min.x));
        }
    }
    if let (Some(reach), Some(other_reach)) = (one.reach, other.reach) {
        let dy = (middle.y - other_middle.y).abs();
        let shift = (middle.x - one.core.min.x) - (other_middle.x - other.core.min.x);
        at_least(circle(reach + other_reach + gap + 1, dy).map(|dx| dx + shift));
    }
    most
}

/// Returns `true` if at least `gap` cells lie between the cells that two places are likely to own.
pub(in crate::layout) fn are_apart(one: &Block, other: &Block, gap: i32) -> bool {
    let near = |reach: i32| i64::from(reach + gap) * i64::from(reach + gap);
    let is_off = |block: &Block, rect: Rect, more: i32| {
        let Some(reach) = block.reach else { return true };
        rect.distance_squared(block.core.center()) as i64 > near(reach + more)
    };
    let heart = |block: &Block| Rect::new(block.core.center(), Size::new(1, 1));
    let parts_are_apart = || {
        let around = other.core.grown(gap.unsigned_abs());
        if !around.overlaps(one.core) || (one.outline.is_none() && other.outline.is_none()) {
            return !around.overlaps(one.core);
        }
        let near = one.parts().filter(|part| around.overlaps(*part));
        { near }.all(|part| !other.overlaps(part.grown(gap.unsigned_abs())))
    };
    parts_are_apart()
        && (one.reach.is_none() || other.parts().all(|part| is_off(one, part, 0)))
        && (other.reach.is_none() || one.parts().all(|part| is_off(other, part, 0)))
        && other.reach.is_none_or(|reach| is_off(one, heart(other), reach))
}

/// Returns the preferred distance of a bar behind the middle of a block.
///
/// At this distance, the bar cuts off no cell that the place is likely to own. Returns `None` if it never does.
pub(in crate::layout) fn bar_apart(block: &Block, bar: Rect) -> Option<i32> {
    let reach = block.reach?;
    circle(reach + 1, rows_off(bar, block.core.center().y))
}

/// Returns the vertical distance between a row and a rectangle, 0 if the row meets it.
fn rows_off(rect: Rect, y: i32) -> i32 {
    (rect.min.y - y).max(y - rect.bottom() + 1).max(0)
}

/// Returns half the width of a disc at this many rows from its middle, rounded up; `None` outside of the disc.
fn circle(radius: i32, rows: i32) -> Option<i32> {
    let (radius, rows) = (i64::from(radius), i64::from(rows));
    let rest = radius * radius - rows * rows;
    (rest > 0).then(|| {
        let root = rest.isqrt();
        (root + i64::from(root * root < rest)) as i32
    })
}
