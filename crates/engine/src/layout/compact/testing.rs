//! Courses, and blocks with outlines, for tests: from pictures, and at random.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::base::{Cell, RandomStream, Rect, Size};
use crate::layout::drawing::{Block, Course, cell};
use crate::place_shape::PlaceOutline;

/// Returns the block whose floor is drawn with a character.
pub(super) fn block_of(picture: &[&str], character: u8) -> Block {
    let rows = picture.iter().enumerate();
    let cells = rows.flat_map(|(y, row)| {
        let drawn = row.bytes().enumerate().filter(|(_, found)| *found == character);
        drawn.map(move |(x, _)| Cell::new(x as i32, y as i32))
    });
    block_on(&cells.collect())
}

/// Returns a block at a cell, at most this large, whose floor is a random walk of that many steps.
pub(super) fn outlined(corner: Cell, most: Size, steps: u32, random: &mut RandomStream) -> Block {
    let within = Rect::new(corner, most);
    let mut at = within.center();
    let mut cells = BTreeSet::from([at]);
    for _ in 0..steps {
        let beside: Vec<Cell> = at.beside().filter(|near| within.contains(*near)).collect();
        at = random.pick(&beside).copied().unwrap_or(at);
        cells.insert(at);
    }
    block_on(&cells)
}

/// Returns a course without width through these corners.
pub(super) fn course_of(places: [usize; 2], corners: &[(i32, i32)]) -> Course {
    Course {
        places,
        corners: corners.iter().map(|corner| Cell::from(*corner)).collect(),
        before: 0,
        after: 0,
        sockets: [None; 2],
        approaches: [Vec::new(), Vec::new()],
        limits: None,
        reaches: [None; 2],
        is_doorway: false,
    }
}

fn block_on(floor: &BTreeSet<Cell>) -> Block {
    let core = floor.iter().copied().map(cell).reduce(Rect::union).expect("the floor has a cell");
    let outline = PlaceOutline::new(core.size, floor.iter().map(|at| cell(*at - core.min)));
    Block { core, outline: None, reach: None, is_open: true, is_kept: false }.outlined(&Arc::new(outline))
}
