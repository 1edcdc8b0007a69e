//! Boards: draws the cards that the layout chose into a frame of wall.
//!
//! Input: tiles with everything else painted. Output: the tiles of the boards.
//! Each card is as its author drew it, turned as planned. Used sockets become doors or gaps; the rest of the frame is
//! wall.
//!
//! Each card is read once for each of its symmetries and then stamped, row by row.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::tile_legend::{TileLegend, WALL};
use super::room::inner_tile;
use crate::base::{Cell, Grid, Symmetry};
use crate::layout::{Plan, PlannedPlace, PlannedRoom};
use crate::rooms::LegendEntry;

/// Runs in the rows of a card, relative to its top left corner. Cells that are not part of the card are
/// missing.
type CardRuns = Vec<(Cell, Vec<char>)>;

/// A card with a symmetry, identified by the addresses of its set and its template.
type StampKey = (*const (), *const (), Symmetry);

/// Draws all boards of a plan.
pub(in super::super) fn draw_all(tiles: &mut Grid<char>, tile_legend: &mut TileLegend, plan: &Plan) {
    let mut stamps: BTreeMap<StampKey, CardRuns> = BTreeMap::new();
    for place in plan.places.iter().filter(|place| place.form.board().is_some()) {
        for (card, corner) in place.form.drawn() {
            let stamp = stamps.entry(key(card)).or_insert_with(|| stamp(tile_legend, card));
            press(tiles, stamp, place.core.min + corner);
        }
        draw_doors(tiles, tile_legend, plan, place);
    }
}

fn key(card: &PlannedRoom) -> StampKey {
    (Arc::as_ptr(&card.set).cast(), Arc::as_ptr(&card.template).cast(), card.symmetry)
}

fn stamp(tile_legend: &mut TileLegend, card: &PlannedRoom) -> CardRuns {
    let size = card.template.size();
    let mut drawn = Grid::filled(card.symmetry.size(size), None);
    for (cell, character) in card.template.characters() {
        let entry = card.set.legend.get(&character);
        if entry != Some(&LegendEntry::Nothing)
            && let Some(tile) = drawn.get_mut(card.symmetry.cell(cell, size))
        {
            *tile = Some(inner_tile(tile_legend, character, entry));
        }
    }
    let mut stamp = CardRuns::new();
    for (row, y) in drawn.rows().zip(0..) {
        let mut x = 0;
        for run in row.chunk_by(|one, next| one.is_some() == next.is_some()) {
            let tiles: Vec<char> = run.iter().copied().flatten().collect();
            if !tiles.is_empty() {
                stamp.push((Cell::new(x, y), tiles));
            }
            x += run.len() as i32;
        }
    }
    stamp
}

fn press(tiles: &mut Grid<char>, stamp: &CardRuns, corner: Cell) {
    for (first, run) in stamp {
        let Cell { x, y } = corner + *first;
        let columns = x as usize..x as usize + run.len();
        if let Some(row) = tiles.row_mut(y as usize).get_mut(columns) {
            row.copy_from_slice(run);
        }
    }
}

fn draw_doors(tiles: &mut Grid<char>, tile_legend: &mut TileLegend, plan: &Plan, place: &PlannedPlace) {
    for socket in &place.sockets {
        tiles[socket.cell] = plan.door_of(socket).map_or(WALL, |door| tile_legend.door(door));
    }
}
