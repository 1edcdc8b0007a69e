//! The end of forming: open cells become floor, rooms are drawn, thresholds become doors.
//!
//! Input: the claims, with every place formed. Output: the space, without spots.
//! Walls have no owner, except those of rooms.

use std::ops::Range;

use super::Space;
use super::claims::Claims;
use super::forming::{FormingStage, FormingWatcher};
use super::techniques::{cards, room};
use super::thresholds::thresholds;
use super::tile_legend::{FLOOR, TileLegend, WALL};
use crate::base::{Adjacency, Cell, Grid, Rect, Size, WORD_CELLS, spans_of_word};
use crate::layout::{Plan, PlannedPlace};
use crate::level::{Owner, PlaceId, is_walkable};
use crate::settings::Movement;

/// Paints the formed cells.
///
/// `same_owner` joins the claimed cells of each owner.
pub(super) fn paint(
    plan: &Plan,
    claims: Claims,
    movement: Movement,
    same_owner: &Adjacency,
    seals: Vec<Cell>,
    watcher: &mut FormingWatcher<'_>,
) -> Space {
    let Claims { mut owners, open, interiors, bridges, .. } = claims;
    let size = open.size();
    let mut kept = interiors;
    kept.add(&open);
    let mut tiles = Vec::with_capacity(size.area());
    let mut bounds = vec![None; plan.places.len()];
    // Row by row, so that each row is processed while it is in the cache.
    for y in 0..size.height as usize {
        add_ground(&mut tiles, size.width as usize, open.spans(y));
        give_back(owners.row_mut(y), kept.row(y));
        let row = owners.row(y);
        same_owner
            .for_spans(&kept, y, |columns| reach_out(&mut bounds, row[columns.start as usize], y, columns));
    }
    let mut tiles = Grid::from_values(size, tiles).expect("each row has as many tiles as it has cells");
    let bounds = bounds.iter().zip(&plan.places).map(|(found, place)| found.unwrap_or(place.core)).collect();
    watcher.tell(FormingStage::Release);
    let mut tile_legend = TileLegend::common();
    for place in &plan.places {
        room::draw(&mut tiles, &mut tile_legend, plan, place);
    }
    cards::draw_all(&mut tiles, &mut tile_legend, plan);
    watcher.tell(FormingStage::Rooms);
    let thresholds = thresholds(plan, &owners, &bridges, movement);
    for (passage, cell) in &thresholds {
        tiles[*cell] = tile_legend.door(plan.passages[passage.index()].door);
    }
    let legend = tile_legend.into_legend();
    let (tiles, owners) = (tiles.into(), owners.into());
    let (anchors, spots) = (Vec::new(), Vec::new());
    let mut space = Space { tiles, legend, owners, seals, thresholds, anchors, bounds, bridges, spots };
    space.anchors = plan.places_by_id().map(|(id, place)| space.anchor(id, place)).collect();
    watcher.tell(FormingStage::Doors);
    space
}

/// Adds a row: floor where it is open, wall elsewhere.
fn add_ground(tiles: &mut Vec<char>, width: usize, open: impl Iterator<Item = Range<u32>>) {
    let first = tiles.len();
    tiles.resize(first + width, WALL);
    let row = &mut tiles[first..];
    for columns in open {
        row[columns.start as usize..columns.end as usize].fill(FLOOR);
    }
}

/// Removes the owner from all cells of a row except the kept ones.
fn give_back(owners: &mut [Owner], kept: &[u64]) {
    for (owners, kept) in owners.chunks_mut(WORD_CELLS).zip(kept) {
        let end = owners.len();
        for span in spans_of_word(!kept).take_while(|span| span.start < end) {
            owners[span.start..span.end.min(end)].fill(Owner::NOBODY);
        }
    }
}

/// Extends the bounds of a place to a run of its cells.
fn reach_out(bounds: &mut [Option<Rect>], owner: Owner, y: usize, columns: Range<u32>) {
    if let Some(bounds) = owner.place().and_then(|place| bounds.get_mut(place.index())) {
        let first = Cell::new(columns.start as i32, y as i32);
        let of_run = Rect::new(first, Size::new(columns.end - columns.start, 1));
        *bounds = Some(bounds.map_or(of_run, |rect| rect.union(of_run)));
    }
}

impl Space {
    /// Returns a walkable cell of a place, as near to its heart as possible.
    fn anchor(&self, id: PlaceId, place: &PlannedPlace) -> Cell {
        let middle = place.heart();
        // Routes may cross the notches of rooms.
        let is_own_floor =
            |cell: &Cell| is_walkable(&self.tiles, &self.legend, *cell) && self.owners[*cell] == id.into();
        if is_own_floor(&middle) {
            return middle;
        }
        let own_floor = place.core.cells().filter(is_own_floor);
        own_floor.min_by_key(|cell| (cell.manhattan(middle), *cell)).unwrap_or(middle)
    }
}
