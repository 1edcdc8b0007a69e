//! P7: the outermost cells are wall, and no passage owns one.

use super::findings::Findings;
use super::ground::{Ground, Owner};
use super::names;
use crate::base::Cell;

pub(super) fn check(ground: &Ground) -> Findings {
    let mut findings = Findings::default();
    for cell in ground.cells().filter(|cell| is_outermost(ground, *cell)) {
        let at = names::cell(cell);
        if ground.is_walkable(cell) {
            findings.add_one_of_many(("open", 0, 0), Some(cell), || {
                format!("one can walk at {at}, on the edge of the level.")
            });
        } else if let Owner::Passage(id) = ground.owner(cell) {
            findings.add_one_of_many(("passage", i64::from(id), 0), Some(cell), || {
                format!("{} owns {at}, on the edge of the level.", names::passage(ground.level, id))
            });
        }
    }
    findings
}

fn is_outermost(ground: &Ground, cell: Cell) -> bool {
    let beside =
        [Cell::new(cell.x - 1, cell.y), Cell::new(cell.x + 1, cell.y), Cell::new(cell.x, cell.y - 1)];
    beside
        .into_iter()
        .chain([Cell::new(cell.x, cell.y + 1)])
        .any(|near| ground.level.tiles.get(near).is_none())
}
