//! Finds courses that are shorter, or turn less often, among places and passages that stay.

use std::collections::BTreeSet;

use crate::layout::budget::compact::reroute::OUTSKIRTS_CELLS;
use crate::layout::drawing::OrthogonalDrawing;
use crate::layout::drawing::router::cells::ObstacleMap;

/// Lays courses anew that become cheaper by it; crossed ones and those that cross stay. Says if there were any.
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
