//! P7: the outermost cells are wall, and no passage owns one.

use super::findings::PromiseBreaks;
use super::names;
use super::walk_map::WalkMap;
use crate::base::{Cell, Size};
use crate::level::OwnedBy;

pub(super) fn check(walk_map: &WalkMap) -> PromiseBreaks {
    let mut findings = PromiseBreaks::default();
    for cell in outermost(walk_map.level.tiles.size()) {
        if walk_map.is_walkable(cell) {
            findings.add_one_of_many(("open", 0, 0), Some(cell), || {
                format!("you can walk at {}, on the edge of the level.", names::cell(cell))
            });
        } else if let OwnedBy::Passage(id) = walk_map.owner(cell) {
            findings.add_one_of_many(("passage", i64::from(id.0), 0), Some(cell), || {
                let (name, at) = (names::passage(walk_map.level, id), names::cell(cell));
                format!("{name} owns {at}, on the edge of the level.")
            });
        }
    }
    findings
}

/// Returns the cells that lack a neighbour on some side, row by row.
fn outermost(size: Size) -> impl Iterator<Item = Cell> {
    let (last_x, last_y) = (size.width as i32 - 1, size.height as i32 - 1);
    (0..=last_y).flat_map(move |y| {
        let step = if y == 0 || y == last_y { 1 } else { last_x.max(1) };
        (0..=last_x).step_by(step as usize).map(move |x| Cell::new(x, y))
    })
}
