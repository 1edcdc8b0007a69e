//! Covers the cells of each owner of a level with few rectangles.

use std::collections::BTreeMap;

use crate::base::{Cell, Rect, Size};
use crate::level::{Level, Owner};

/// Returns rectangles that cover all owned cells and do not overlap, by their lowest row.
pub(super) fn owned_rects(level: &Level) -> Vec<(Owner, Rect)> {
    rects(level.owners.rows().map(|row| row.iter().map(|owner| (*owner != Owner::NOBODY).then_some(*owner))))
}

/// Returns rectangles that cover all cells that nobody can walk on.
pub(super) fn solid_rects(level: &Level) -> Vec<Rect> {
    let rows = (0_i32..).zip(level.tiles.rows());
    let rows = rows.map(|(y, row)| {
        (0_i32..).zip(row).map(move |(x, _)| (!level.is_walkable(Cell::new(x, y))).then_some(()))
    });
    rects(rows).into_iter().map(|(_, rect)| rect).collect()
}

/// Joins equal values of a row to runs, and equal runs of consecutive rows to rectangles.
fn rects<V: Copy + Eq>(rows: impl Iterator<Item = impl Iterator<Item = Option<V>>>) -> Vec<(V, Rect)> {
    // Rectangles that end at the row above, by their first column.
    let mut open: BTreeMap<i32, (V, Rect)> = BTreeMap::new();
    let mut done = Vec::new();
    for (y, row) in (0_i32..).zip(rows) {
        let mut runs: Vec<(V, i32, u32)> = Vec::new();
        for (x, value) in (0_i32..).zip(row) {
            match (value, runs.last_mut()) {
                (Some(value), Some((known, from, width)))
                    if *known == value && *from + width.cast_signed() == x =>
                {
                    *width += 1;
                }
                (Some(value), _) => runs.push((value, x, 1)),
                (None, _) => {}
            }
        }
        let mut next = BTreeMap::new();
        for (value, from, width) in runs {
            let rect = match open.remove(&from) {
                Some((known, rect)) if known == value && rect.size.width == width => {
                    Rect::new(rect.min, Size::new(width, rect.size.height + 1))
                }
                ended => {
                    done.extend(ended);
                    Rect::new(Cell::new(from, y), Size::new(width, 1))
                }
            };
            next.insert(from, (value, rect));
        }
        done.extend(std::mem::replace(&mut open, next).into_values());
    }
    done.extend(open.into_values());
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_cover_every_cell_once() {
        let rows = ["aab.", "aabb", "a.bb", ".cc."];
        let value = |letter: char| (letter != '.').then_some(letter);
        let found = rects(rows.iter().map(|row| row.chars().map(value)));
        let mut drawn: Vec<Vec<char>> = rows.iter().map(|row| vec!['.'; row.len()]).collect();
        for (letter, rect) in &found {
            for cell in rect.cells() {
                let place = &mut drawn[cell.y as usize][cell.x as usize];
                assert_eq!(*place, '.', "{cell:?} is covered twice");
                *place = *letter;
            }
        }
        let drawn: Vec<String> = drawn.into_iter().map(|row| row.into_iter().collect()).collect();
        assert_eq!(drawn, rows);
        assert_eq!(found.len(), 5);
    }
}
