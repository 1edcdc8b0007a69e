//! P7: the outermost cells are wall; they are not walkable and no passage owns one.

use super::Findings;
use super::ground::{is_walkable, owner_at};
use super::level::Level;

pub fn check(level: &Level, found: &mut Findings) {
    for y in 0..level.height {
        for x in 0..level.width {
            let is_outermost = x == 0 || y == 0 || x == level.width - 1 || y == level.height - 1;
            let is_of_passage = owner_at(level, (x, y)).is_some_and(|owner| owner < 0);
            if is_outermost && (is_walkable(level, (x, y)) || is_of_passage) {
                found.push((
                    "P7",
                    format!("({x}, {y}) is outermost, and one can walk there or a passage owns it"),
                ));
            }
        }
    }
}
