//! P1: outside rooms every tile is floor, door or wall.
//!
//! Cells of caves, halls and passages are floor, except for the door cells of passages.
//! All other cells are wall without an owner. A hall is a whole rectangle.

use std::collections::BTreeSet;

use super::findings::PromiseBreaks;
use super::names;
use super::techniques::{fills_its_bounds, has_sockets};
use super::walk_map::WalkMap;
use crate::base::Cell;
use crate::level::{OwnedBy, Owner, PassageId, Tile};

/// Reports wrong tiles outside rooms, and halls that are no rectangles.
pub(super) fn check(walk_map: &WalkMap, findings: &mut PromiseBreaks) {
    let mut painted = WalkableCells::new(walk_map);
    let level = walk_map.level;
    for ((mut tiles, mut owners), y) in level.tiles.rows().zip(level.owners.rows()).zip(0..) {
        let mut x = 0;
        while let ([tile, ..], [owner, ..]) = (tiles, owners) {
            let same = |(other, by): &(&char, &Owner)| (*other, *by) == (tile, owner);
            let length = tiles.iter().zip(owners).take_while(same).count();
            painted.run(Cell::new(x, y), length as i32, *tile, owner.who(), findings);
            x += length as i32;
            (tiles, owners) =
                (tiles.get(length..).unwrap_or_default(), owners.get(length..).unwrap_or_default());
        }
    }
    painted.halls(findings);
}

struct WalkableCells<'a> {
    walk_map: &'a WalkMap<'a>,
    /// The door cells of passages, each with the passage.
    thresholds: BTreeSet<(Cell, PassageId)>,
    /// Number of cells of each place, by index.
    cells: Vec<u64>,
}

impl<'a> WalkableCells<'a> {
    fn new(walk_map: &'a WalkMap<'a>) -> Self {
        let passages = walk_map.level.passages.iter();
        let thresholds =
            passages.flat_map(|passage| passage.threshold.iter().map(|cell| (*cell, passage.id)));
        Self { walk_map, thresholds: thresholds.collect(), cells: vec![0; walk_map.level.places.len()] }
    }

    /// Checks adjacent cells with the same tile and the same owner.
    fn run(&mut self, first: Cell, length: i32, tile: char, owner: OwnedBy, findings: &mut PromiseBreaks) {
        let Some(tile) = self.walk_map.level.legend.get(&tile) else { return };
        if let OwnedBy::Place(id) = owner {
            if let Some(cells) = self.cells.get_mut(id.index()) {
                *cells += u64::from(length.unsigned_abs());
            }
            if self.walk_map.place(id).is_none_or(has_sockets) {
                return;
            }
        }
        if (tile.name.as_str(), tile.walkable, owner) == ("wall", false, OwnedBy::Nobody) {
            return;
        }
        let is_floor = (tile.name.as_str(), tile.walkable) == ("floor", true);
        if is_floor && matches!(owner, OwnedBy::Place(_)) {
            return;
        }
        for x in first.x..first.x.saturating_add(length) {
            self.cell(Cell::new(x, first.y), tile, owner, findings);
        }
    }

    fn cell(&self, cell: Cell, tile: &Tile, owner: OwnedBy, findings: &mut PromiseBreaks) {
        let is_right = match owner {
            OwnedBy::Passage(id) if tile.walkable && self.thresholds.contains(&(cell, id)) => {
                self.walk_map.passage(id).is_some_and(|passage| passage.door.tile_name() == tile.name)
            }
            OwnedBy::Passage(_) | OwnedBy::Place(_) => tile.walkable && tile.name == "floor",
            // P1 reports a walkable cell without an owner elsewhere.
            OwnedBy::Nobody => self.walk_map.is_walkable(cell) || (!tile.walkable && tile.name == "wall"),
        };
        if !is_right {
            findings.add_one_of_many(("painted", 0, 0), Some(cell), || {
                let (owner, at) = (names::owner(self.walk_map.level, owner), names::cell(cell));
                format!("there is {} at {at}, in {owner}.", tile.name)
            });
        }
    }

    fn halls(&self, findings: &mut PromiseBreaks) {
        for (place, cells) in self.walk_map.level.places.iter().zip(&self.cells) {
            let area = u64::from(place.bounds.size.width) * u64::from(place.bounds.size.height);
            if fills_its_bounds(place) && *cells != area {
                findings.add_one_of_many(("hall", 0, 0), Some(place.anchor), || {
                    let name = names::place(self.walk_map.level, place.id);
                    format!("{name} is a hall, but does not fill the rectangle around it.")
                });
            }
        }
    }
}
