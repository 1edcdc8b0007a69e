//! Where the cells of a template come to lie in the level: first the flip, then the quarter turns, then the corner of the bounds.

use crate::base::{Cell, Size};
use crate::level::{CardRecord, Place, Template};

/// How a picture lies: first the flip, then quarter turns clockwise, 0 to 3.
#[derive(Clone, Copy)]
pub(super) struct Lie {
    turn: u8,
    flip: bool,
}

impl From<&Place> for Lie {
    fn from(&Place { turn, flip, .. }: &Place) -> Self {
        Self { turn, flip }
    }
}

impl From<&CardRecord> for Lie {
    fn from(&CardRecord { turn, flip, .. }: &CardRecord) -> Self {
        Self { turn, flip }
    }
}

impl Lie {
    /// Width and height of a picture that lies so.
    pub(super) fn size(self, drawn: Size) -> Size {
        if self.turn.is_multiple_of(2) { drawn } else { Size::new(drawn.height, drawn.width) }
    }
}

/// Width and height as drawn; the width is that of the first row.
pub(super) fn template_size(template: &Template) -> Size {
    let width = template.picture.first().map_or(0, |row| row.chars().count());
    Size::new(width as u32, template.picture.len() as u32)
}

/// Does a cell lie in a picture of that size?
pub(super) fn is_drawn(cell: Cell, drawn: Size) -> bool {
    let within = |value: i32, length: u32| u32::try_from(value).is_ok_and(|value| value < length);
    within(cell.x, drawn.width) && within(cell.y, drawn.height)
}

/// Where a cell of the drawn picture comes to lie, from the corner of where it lies; a cell outside the picture, or a turn that does not exist, leads anywhere.
pub(super) fn turned(lie: impl Into<Lie>, cell: Cell, drawn: Size) -> Cell {
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

/// A cell by its offset from the corner of the bounds; `None` beyond the end of the numbers.
pub(super) fn in_level(place: &Place, offset: Cell) -> Option<Cell> {
    let min = place.bounds.min;
    Some(Cell::new(min.x.checked_add(offset.x)?, min.y.checked_add(offset.y)?))
}
