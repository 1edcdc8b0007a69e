//! Lines of sight, against an oracle that asks of every cell whether the line goes through its inside.

use super::drawing::drawn;
use crate::{Cell, Ground, Seed, line_of_sight};

/// On which side of the line from `from` to `to` a corner lies, in half cells: negative, on it, or positive.
fn side(from: Cell, to: Cell, corner: (i64, i64)) -> i64 {
    let double = |cell: Cell| (i64::from(cell.x) * 2, i64::from(cell.y) * 2);
    let ((x, y), (end_x, end_y)) = (double(from), double(to));
    ((end_x - x) * (corner.1 - y) - (end_y - y) * (corner.0 - x)).signum()
}

/// Looks at every cell of the rectangle between the two, and at every corner where four cells meet.
fn oracle(from: Cell, to: Cell, blocks: impl Fn(Cell) -> bool) -> bool {
    let columns = from.x.min(to.x)..=from.x.max(to.x);
    let rows = from.y.min(to.y)..=from.y.max(to.y);
    let cells = || rows.clone().flat_map(|y| columns.clone().map(move |x| Cell::new(x, y)));
    let is_inside = |cell: Cell| {
        let (x, y) = (i64::from(cell.x) * 2, i64::from(cell.y) * 2);
        let sides =
            [(-1, -1), (1, -1), (-1, 1), (1, 1)].map(|(right, down)| side(from, to, (x + right, y + down)));
        sides.contains(&1) && sides.contains(&-1)
    };
    let passes_through = cells().any(|cell| cell != from && cell != to && is_inside(cell) && blocks(cell));
    // The corner below and to the right of a cell, if all four cells around it are in the rectangle.
    let pinched =
        cells().filter(|cell| columns.contains(&(cell.x + 1)) && rows.contains(&(cell.y + 1))).any(|cell| {
            let corner = (i64::from(cell.x) * 2 + 1, i64::from(cell.y) * 2 + 1);
            let around = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|offset| cell.step(offset));
            let beside = around.into_iter().filter(|cell| !is_inside(*cell));
            side(from, to, corner) == 0 && beside.clone().count() == 2 && beside.clone().all(&blocks)
        });
    !passes_through && !pinched
}

#[test]
fn line_of_sight_is_what_the_oracle_sees_and_symmetric() {
    const SIDE: i32 = 9;
    let mut numbers = Seed(11).stream();
    for density in [1, 3, 5] {
        for _ in 0..6 {
            let walls: Vec<bool> = (0..SIDE * SIDE).map(|_| numbers.below(10) < density).collect();
            let is_wall = |cell: Cell| walls.get((cell.y * SIDE + cell.x) as usize).copied().unwrap_or(true);
            let cells = || (0..SIDE * SIDE).map(|index| Cell::new(index % SIDE, index / SIDE));
            for from in cells() {
                for to in cells() {
                    let seen = line_of_sight(from, to, is_wall);
                    assert_eq!(seen, oracle(from, to, is_wall), "{from} {to} {walls:?}");
                    assert_eq!(seen, line_of_sight(to, from, is_wall), "{from} {to}");
                }
            }
        }
    }
}

#[test]
fn line_of_sight_ends_at_the_ends_of_the_numbers() {
    let corners = [Cell::new(i32::MIN, i32::MIN), Cell::new(i32::MAX, i32::MAX)];
    assert!(!line_of_sight(corners[0], corners[1], |_| true));
    let mut asked = 0;
    assert!(!line_of_sight(Cell::new(i32::MIN, 0), Cell::new(i32::MAX, 3), |_| {
        asked += 1;
        asked == 100
    }));
}

#[test]
fn walls_end_the_view_and_water_does_not() {
    let level = drawn(
        &["#######", "#1.~..#", "#.###.#", "#.....#", "#######"],
        &["       ", " 11111 ", " 1   1 ", " 11111 ", "       "],
    );
    let ground = Ground::new(&level);
    let sees = |from: (i32, i32), to: (i32, i32)| ground.sees(from.into(), to.into());
    assert!(sees((1, 1), (5, 1)) && sees((1, 1), (1, 3)));
    assert!(!sees((3, 1), (3, 3)) && !sees((1, 1), (5, 3)));
    let seen: String =
        ground.visible_from(Cell::new(1, 1), 2).iter().map(|cell| cell.to_string() + " ").collect();
    let expected = "(0, 0) (1, 0) (2, 0) (0, 1) (1, 1) (2, 1) (3, 1) (0, 2) (1, 2) (2, 2) (1, 3) ";
    assert_eq!(seen, expected);
    assert!(!ground.sees(Cell::new(1, 1), Cell::new(-3, 1)));
}
