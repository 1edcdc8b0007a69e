//! The borders of themes in open caves, cell by cell.
//!
//! In: the style of each cell, with borders as straight as the places. Out: borders that wind over two or three
//! cells. Ways that cross an open cave take the style of the cave:
//!
//! ```text
//! AAAAAAA          AAAAAAA
//! AAAAAAA          ABBAAAA
//! BBBBBBB    ->    BBBBABB
//! BBBBBBB          BBBBBBB
//! ```
//!
//! Doors and walls between places stay the borders that they are.

use std::collections::BTreeSet;

use super::ink::{noise, smooth_noise};
use crate::base::{Cell, Direction, Grid};
use crate::level::{Level, OwnedBy, PlaceId, names_liquid};

/// Number of cells between two turns of a border.
const TURN_CELLS: i32 = 3;

/// Number of turns after which the winding of borders repeats.
const TURNS: i32 = 1 << 12;

/// Number of cells from which a way sees that a cave is around it.
const SIGHT: usize = 3;

/// Purposes of noise.
const ACROSS: u32 = 75;
const DOWN: u32 = 76;
const GRAIN: u32 = 77;

/// Lets the borders between dug styles wind, and gives ways in open caves the style of the cave.
pub(super) fn roughen<Style: Copy + Eq>(
    level: &Level,
    known: &mut Grid<Option<Style>>,
    is_dug: impl Fn(Style) -> bool,
) {
    if !has_several(known, &is_dug) {
        return;
    }
    let doors: BTreeSet<Cell> = level.passages.iter().flat_map(|passage| passage.door_cells()).collect();
    let is_open = |cell: Cell| level.is_walkable(cell) && !doors.contains(&cell);
    let change = |known: &mut Grid<Option<Style>>, source: &dyn Fn(Cell) -> Option<Cell>| {
        let style_of = |cell: Cell| known.get(cell).copied().flatten().filter(|style| is_dug(*style));
        let cells = known.iter().filter(|(cell, style)| style.is_some_and(&is_dug) && is_open(*cell));
        let changes = cells.filter_map(|(cell, style)| {
            let other = style_of(source(cell)?)?;
            (Some(other) != *style && !is_wet(level, cell)).then_some((cell, other))
        });
        for (cell, style) in changes.collect::<Vec<_>>() {
            known[cell] = Some(style);
        }
    };
    change(known, &|cell| cave_around(level, cell, is_open));
    change(known, &|cell| Some(along_the_turn(cell, is_open)));
}

/// Returns `true` for cells of lakes, which have one style.
fn is_wet(level: &Level, cell: Cell) -> bool {
    let mut drawn = level.layers.iter().filter_map(|layer| layer.tiles.get(cell));
    drawn.any(|tile| level.legend.get(tile).is_some_and(|tile| names_liquid(&tile.name)))
}

/// Returns `true` if there are several dug styles.
fn has_several<Style: Copy + Eq>(known: &Grid<Option<Style>>, is_dug: impl Fn(Style) -> bool) -> bool {
    let mut styles = known.iter().filter_map(|(_, style)| style.filter(|style| is_dug(*style)));
    let first = styles.next();
    styles.any(|style| Some(style) != first)
}

/// Returns a cell of the cave that is open to a way on two sides.
fn cave_around(level: &Level, cell: Cell, is_open: impl Fn(Cell) -> bool) -> Option<Cell> {
    if !matches!(level.owner(cell).who(), OwnedBy::Passage(_)) {
        return None;
    }
    let seen = |side: Direction| -> Option<(PlaceId, Cell)> {
        let steps = std::iter::successors(Some(cell.step(side)), |at| Some(at.step(side)));
        let mut near = steps.take(SIGHT).take_while(|at| is_open(*at));
        near.find_map(|at| level.owner(at).place().map(|place| (place, at)))
    };
    let sides = Direction::ALL.map(seen);
    let is_twice = |(place, _): &(PlaceId, Cell)| {
        sides.iter().flatten().filter(|(other, _)| other == place).nth(1).is_some()
    };
    sides.into_iter().flatten().find(is_twice).map(|(_, at)| at)
}

/// Returns the cell whose style a cell takes: one nearby, to which open floor leads.
fn along_the_turn(cell: Cell, is_open: impl Fn(Cell) -> bool) -> Cell {
    let turn = |purpose: u32| {
        let wave = smooth_noise(cell.x, cell.y, TURN_CELLS, TURNS, purpose).cast_signed() - 128;
        // Most of the noise is near its middle.
        wave * 7 / 256
    };
    let grain = (noise(cell.x, cell.y, GRAIN) % 9).cast_signed();
    let grain = if grain < 3 { grain - 1 } else { 0 };
    let (mut across, mut down) = (turn(ACROSS) + grain, turn(DOWN) - grain);
    let mut at = cell;
    while (across, down) != (0, 0) {
        let is_across = across.abs() > down.abs();
        let step = if is_across { Cell::new(across.signum(), 0) } else { Cell::new(0, down.signum()) };
        if !is_open(at + step) {
            break;
        }
        at = at + step;
        across -= step.x;
        down -= step.y;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_reach_a_few_cells_and_stop_at_walls() {
        let is_open = |cell: Cell| cell.x < 20;
        let all = (0..20).flat_map(|x| (0..40).map(move |y| Cell::new(x, y)));
        let turned: Vec<(Cell, Cell)> = all.map(|cell| (cell, along_the_turn(cell, is_open))).collect();
        for (cell, at) in &turned {
            assert!(at.x < 20 && (at.x - cell.x).abs() <= 4 && (at.y - cell.y).abs() <= 4);
        }
        assert!(turned.iter().filter(|(cell, at)| cell != at).count() > 300);
    }
}
