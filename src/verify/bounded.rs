//! P7: the outermost cells are wall, and no passage owns one.

use super::findings::Findings;
use super::ground::Ground;
use super::names;
use crate::base::{Cell, Size};
use crate::level::OwnedBy;

pub(super) fn check(ground: &Ground) -> Findings {
    let mut findings = Findings::default();
    for cell in outermost(ground.level.tiles.size()) {
        if ground.is_walkable(cell) {
            findings.add_one_of_many(("open", 0, 0), Some(cell), || {
                format!("one can walk at {}, on the edge of the level.", names::cell(cell))
            });
        } else if let OwnedBy::Passage(id) = ground.owner(cell) {
            findings.add_one_of_many(("passage", i64::from(id.0), 0), Some(cell), || {
                let (name, at) = (names::passage(ground.level, id), names::cell(cell));
                format!("{name} owns {at}, on the edge of the level.")
            });
        }
    }
    findings
}

/// The cells that lack a neighbour on some side, row by row.
fn outermost(size: Size) -> impl Iterator<Item = Cell> {
    let (last_x, last_y) = (size.width as i32 - 1, size.height as i32 - 1);
    (0..=last_y).flat_map(move |y| {
        let step = if y == 0 || y == last_y { 1 } else { last_x.max(1) };
        (0..=last_x).step_by(step as usize).map(move |x| Cell::new(x, y))
    })
}
