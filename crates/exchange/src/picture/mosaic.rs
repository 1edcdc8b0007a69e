//! Irregular stones that fill the plane: each point belongs to the nearest of many scattered middles.
//!
//! ```text
//! +---+---+---+     one middle in each square,
//! | . |  .| . |     moved by noise
//! +---+---+---+
//! ```

use super::ground::PERIOD_UNITS;
use super::ink::noise;

/// The stone at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MosaicStone {
    /// A number of the stone, unrelated to that of its neighbours.
    pub id: u32,
    /// Distance from its middle, in units.
    pub near: i32,
    /// About twice the distance from its edge, in units.
    pub edge: i32,
}

/// Returns the stone at a point. `size` is the mean size of stones, which must divide the period of the noise.
pub(super) fn stone_at((x, y): (i32, i32), size: i32, purpose: u32) -> MosaicStone {
    let (column, row) = (x.div_euclid(size), y.div_euclid(size));
    let count = PERIOD_UNITS / size;
    let (mut first, mut second, mut id) = (i32::MAX, i32::MAX, 0);
    for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
        let (column, row) = (column + dx, row + dy);
        let hash = noise(column.rem_euclid(count), row.rem_euclid(count), purpose);
        // Middles stay away from the borders of their squares.
        let moved = |part: u32| size / 8 + (part & 0xff).cast_signed() * (size * 3 / 4) / 256;
        let (to_x, to_y) = (column * size + moved(hash) - x, row * size + moved(hash >> 8) - y);
        let far = to_x * to_x + to_y * to_y;
        if far < first {
            (first, second, id) = (far, first, hash >> 16);
        } else if far < second {
            second = far;
        }
    }
    let near = first.isqrt();
    MosaicStone { id, near, edge: second.isqrt() - near }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_repeat_with_the_period_and_fill_the_plane() {
        for (x, y) in (-40..40).flat_map(|y| (-40..40).map(move |x| (3 * x, 5 * y))) {
            let stone = stone_at((x, y), 16, 1);
            assert_eq!(stone, stone_at((x + PERIOD_UNITS, y - PERIOD_UNITS), 16, 1));
            assert!(stone.edge >= 0 && stone.near < 2 * 16);
        }
    }
}
