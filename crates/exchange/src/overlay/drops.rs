//! Arrows on the borders of board cells that can be crossed in one direction only.

use super::mark::{Mark, Point};
use super::marks::ARROW;
use crate::base::Cell;
use crate::insight::find_drops;
use crate::level::Level;

/// Returns an arrow for each drop inside a board. `cell` is the width of a cell in units.
pub fn drop_marks(level: &Level, cell: f32) -> Vec<Mark> {
    let half = (cell * 0.4).clamp(3.0, 10.0);
    let arrow = |drop: crate::insight::Drop| {
        let Cell { x, y } = drop.towards.offset();
        let ahead = (x as f32, y as f32);
        let edge = Point::middle_of(drop.at, cell).beside(ahead, cell * 0.5, 0.0);
        Mark::arrow(edge.beside(ahead, half, 0.0), ahead, half * 1.6, half, ARROW)
    };
    find_drops(level).into_iter().map(arrow).collect()
}
