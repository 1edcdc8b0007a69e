//! Finds shorter or straighter courses, while all places and all other passages stay.
//!
//! In: a legal drawing. Out: the drawing with some courses replaced by cheaper ones.
//! Doorways, loops and passages that cross others are left as they are.

use std::collections::BTreeSet;

use crate::layout::budget::compact::reroute::OUTSKIRTS_CELLS;
use crate::layout::drawing::OrthogonalDrawing;
use crate::layout::drawing::router::cells::ObstacleMap;

/// Replaces courses by cheaper ones, passage by passage. Returns `true` if any was replaced.
pub(super) fn reroute(map: &mut ObstacleMap, drawing: &mut OrthogonalDrawing) -> bool {
    map.show(drawing, OUTSKIRTS_CELLS);
    let crossing: BTreeSet<usize> =
        drawing.crossings.iter().flat_map(|crossing| [crossing.over, crossing.under]).collect();
    let mut any = false;
    for number in (0..drawing.courses.len()).filter(|number| !crossing.contains(number)) {
        let course = &drawing.courses[number];
        if course.is_doorway
            || course.places[0] == course.places[1]
            || (course.pieces() == 1 && course.length().0 < 2)
        {
            continue;
        }
        map.paint(course, false);
        let now = map.cost(course);
        let is_best = now <= map.least_cost(course);
        let found = if is_best { None } else { map.search(course, number, now, u32::MAX) };
        if let Some(found) = found.filter(|found| found.is_long_enough(&drawing.blocks)) {
            drawing.courses[number] = found;
            any = true;
        }
        map.paint(&drawing.courses[number], true);
    }
    any
}
