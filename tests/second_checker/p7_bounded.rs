//! P7: the outermost cells are wall: nobody can walk on them.

use super::Findings;
use super::ground::is_walkable;
use super::level::Level;

pub fn check(level: &Level, found: &mut Findings) {
    for y in 0..level.height {
        for x in 0..level.width {
            let is_outermost = x == 0 || y == 0 || x == level.width - 1 || y == level.height - 1;
            if is_outermost && is_walkable(level, (x, y)) {
                found.push(("P7", format!("({x}, {y}) is outermost and can be walked on")));
            }
        }
    }
}
