//! Derives sites for places that were laid out without any.

use crate::base::{Cell, Rect};
use crate::mission::Site;

/// Numbers the columns and the rows of the middles in ascending order.
pub fn counted(cores: &[Rect]) -> Vec<Site> {
    let rank = |of: fn(Cell) -> i32| {
        let mut lines: Vec<i32> = cores.iter().map(|core| of(core.center())).collect();
        lines.sort_unstable();
        lines.dedup();
        move |cell: Cell| lines.partition_point(|line| *line < of(cell)) as i32
    };
    let (column, row) = (rank(|cell| cell.x), rank(|cell| cell.y));
    let site = |core: &Rect| Site { x: column(core.center()), y: row(core.center()) };
    cores.iter().map(site).collect()
}
