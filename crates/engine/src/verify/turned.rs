//! The positions of a template's cells in the level: a flip, then quarter turns, then the corner of the
//! bounds.

use crate::base::{Cell, Size};
use crate::level::{CardRecord, Place, Template};

/// The orientation of a picture: first the flip, then quarter turns clockwise, 0 to 3.
#[derive(Clone, Copy)]
pub(super) struct TemplateTurn {
    turn: u8,
    flip: bool,
}

impl From<&Place> for TemplateTurn {
    fn from(&Place { turn, flip, .. }: &Place) -> Self {
        Self { turn, flip }
    }
}

impl From<&CardRecord> for TemplateTurn {
    fn from(&CardRecord { turn, flip, .. }: &CardRecord) -> Self {
        Self { turn, flip }
    }
}

impl TemplateTurn {
    /// Returns width and height of a picture in this orientation.
    pub(super) fn size(self, drawn: Size) -> Size {
        if self.turn.is_multiple_of(2) { drawn } else { Size::new(drawn.height, drawn.width) }
    }
}

/// Returns width and height as drawn; the width is that of the first row.
pub(super) fn template_size(template: &Template) -> Size {
    let width = template.picture.first().map_or(0, |row| row.chars().count());
    Size::new(width as u32, template.picture.len() as u32)
}

/// Returns `true` if a cell is in a picture of that size.
pub(super) fn is_drawn(cell: Cell, drawn: Size) -> bool {
    let within = |value: i32, length: u32| u32::try_from(value).is_ok_and(|value| value < length);
    within(cell.x, drawn.width) && within(cell.y, drawn.height)
}

/// Returns the offset of a picture's cell from the corner of the bounds.
///
/// For a cell outside the picture, or a turn that does not exist, the result is arbitrary.
pub(super) fn turned(lie: impl Into<TemplateTurn>, cell: Cell, drawn: Size) -> Cell {
    let lie = lie.into();
    let (mut width, mut height) = (drawn.width as i32, drawn.height as i32);
    let mut cell = if lie.flip { Cell::new(from_end(width, cell.x), cell.y) } else { cell };
    for _ in 0..lie.turn.min(3) {
        // A quarter turn clockwise makes the bottom row the left column.
        cell = Cell::new(from_end(height, cell.y), cell.x);
        (width, height) = (height, width);
    }
    cell
}

fn from_end(length: i32, at: i32) -> i32 {
    (length - 1).wrapping_sub(at)
}

/// Returns a cell by its offset from the corner of the bounds; `None` on overflow.
pub(super) fn in_level(place: &Place, offset: Cell) -> Option<Cell> {
    let min = place.bounds.min;
    Some(Cell::new(min.x.checked_add(offset.x)?, min.y.checked_add(offset.y)?))
}
