//! The ground of kept parts, as rectangles that nothing else may touch.
//!
//! In: the owner of each cell of a level. Out: the cells of an owner, and rectangles that cover exactly
//! these.
//! Not guaranteed: the fewest rectangles.

use std::collections::BTreeMap;

use crate::base::{Cell, Grid, Rect, Size};
use crate::level::Owner;

/// Returns the cells of each owner, row by row.
pub(super) fn cells_by_owner(owners: &Grid<Owner>) -> BTreeMap<Owner, Vec<Cell>> {
    let mut cells: BTreeMap<Owner, Vec<Cell>> = BTreeMap::new();
    for (cell, owner) in owners.iter().filter(|(_, owner)| **owner != Owner::NOBODY) {
        cells.entry(*owner).or_default().push(cell);
    }
    cells
}

/// Returns rectangles that cover these cells and no others. The cells must be sorted by rows.
///
/// Runs of a row are joined with an equal run right above.
///
/// ```text
/// ##..#      11..2
/// ##.##  →   11.33
/// ...##      ...33
/// #..##      4..33
/// ```
pub(super) fn rects_of(cells: &[Cell]) -> Vec<Rect> {
    let mut done: Vec<Rect> = Vec::new();
    // The rectangles that end in the previous row.
    let mut open: Vec<Rect> = Vec::new();
    for row in cells.chunk_by(|one, next| one.y == next.y) {
        let mut begun: Vec<Rect> = Vec::new();
        for run in row.chunk_by(|one, next| one.x + 1 == next.x) {
            let rect = Rect::new(run[0], Size::new(run.len() as u32, 1));
            let above = open.iter().position(|above| {
                above.bottom() == rect.min.y && above.min.x == rect.min.x && above.right() == rect.right()
            });
            begun.push(above.map_or(rect, |above| open.swap_remove(above).union(rect)));
        }
        done.append(&mut open);
        open = begun;
    }
    done.append(&mut open);
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_cover_the_cells_and_nothing_else() {
        let rows = ["##..#", "##.##", "...##", "#..##"];
        let at = |(y, row): (usize, &&str)| -> Vec<Cell> {
            let marked = row.chars().enumerate().filter(|(_, sign)| *sign == '#');
            marked.map(|(x, _)| Cell::new(x as i32, y as i32)).collect()
        };
        let cells: Vec<Cell> = rows.iter().enumerate().flat_map(at).collect();
        let rects = rects_of(&cells);
        let mut covered: Vec<Cell> = rects.iter().flat_map(|rect| rect.cells()).collect();
        covered.sort_unstable_by_key(|cell| (cell.y, cell.x));
        assert_eq!(covered, cells);
        assert_eq!(rects.len(), 4);
    }
}
