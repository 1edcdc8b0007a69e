//! The walkable cells of each place, and those that keep the place connected.
//!
//! Without a blocked cell, the rest of its place must stay connected.
//! Mostly the cells around it decide. Otherwise floods start on all sides of it and meet nearby.
//! As a last resort, the articulation points of the place decide (Hopcroft and Tarjan, 1973).
//!
//! These are found once, and again only for a cell that was none of them in a place that has changed since.
//! This work is counted, because a place as large as a level and full of loops would take too long.
//! A cell that is undecided when the work is used up is not spare.

use std::collections::VecDeque;

use crate::base::{BitGrid, Cell, Direction, Grid, MOORE};
use crate::level::{Level, Owner, Place, PlaceId};
use crate::settings::Movement;

/// The walkable cells of all places.
pub(super) struct Floors {
    /// The walkable cells of each place by index, row by row, as decided by its tiles.
    cells: Vec<Vec<Cell>>,
    /// The position of each of them in its list.
    positions: Grid<u32>,
    /// The cells without a solid entity.
    open: BitGrid,
    /// The known articulation points.
    cuts: BitGrid,
    /// The state of the articulation points of each place.
    known: Vec<ArticulationState>,
    /// The number of the flood that reached a cell first, from 1; all 0 between two searches.
    reached: Grid<u8>,
    /// `true` for each place with drops. There, only nearby cells are used to decide.
    has_drops: Vec<bool>,
    /// Number of cells that may still be examined to find articulation points.
    work_left: u64,
    /// Number of cells for which the question was not decided.
    pub(super) undecided: u32,
}

/// The state of a place's articulation points.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ArticulationState {
    /// Not known.
    Not,
    /// Known from before some cells were blocked.
    Before,
    /// Known and up to date.
    Now,
}

/// Maximum number of cells in floods that have not met.
const MOST_NEAR: usize = 256;

/// Maximum number of cells examined in a level to find articulation points: at most 1.5 seconds.
const MOST_WORK: u64 = 15_000_000;

impl Floors {
    /// Returns the floors of a level without solid entities.
    pub(super) fn new(level: &Level) -> Self {
        let size = level.tiles.size();
        let mut floors = Self {
            cells: vec![Vec::new(); level.places.len()],
            positions: Grid::filled(size, 0),
            open: BitGrid::empty(size),
            cuts: BitGrid::empty(size),
            known: vec![ArticulationState::Not; level.places.len()],
            reached: Grid::filled(size, 0),
            has_drops: level.places.iter().map(has_drops).collect(),
            work_left: MOST_WORK,
            undecided: 0,
        };
        let mut last = None;
        for (y, (tiles, owners)) in (0..).zip(level.tiles.rows().zip(level.owners.rows())) {
            for (x, (tile, owner)) in (0..).zip(tiles.iter().zip(owners)) {
                let Some(place) = owner.place() else { continue };
                let is_walkable = match last {
                    Some((same, is_walkable)) if same == *tile => is_walkable,
                    _ => level.legend.get(tile).is_some_and(|tile| tile.walkable),
                };
                last = Some((*tile, is_walkable));
                if is_walkable && let Some(cells) = floors.cells.get_mut(place.index()) {
                    let cell = Cell::new(x, y);
                    floors.positions[cell] = cells.len() as u32;
                    floors.open.set(cell, true);
                    cells.push(cell);
                }
            }
        }
        floors
    }

    /// Returns the walkable cells of a place, row by row. Entities are ignored.
    pub(super) fn of(&self, place: PlaceId) -> &[Cell] {
        self.cells.get(place.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns `true` for a walkable cell of a place without a solid entity.
    pub(super) fn is_open(&self, cell: Cell) -> bool {
        self.open.get(cell)
    }

    /// Returns the open cells.
    pub(super) fn open(&self) -> &BitGrid {
        &self.open
    }

    /// Returns the open cells that have only open cells around them.
    pub(super) fn inner(&self) -> BitGrid {
        self.open.inner()
    }

    /// Blocks the cell.
    pub(super) fn shut(&mut self, cell: Cell, owner: Owner) {
        self.open.set(cell, false);
        let known = owner.place().and_then(|place| self.known.get_mut(place.index()));
        if let Some(known) = known.filter(|known| **known == ArticulationState::Now) {
            *known = ArticulationState::Before;
        }
    }

    /// Returns `true` if the rest of its place is connected without the cell.
    pub(super) fn is_spare(&mut self, level: &Level, cell: Cell) -> bool {
        let owner = level.owner(cell);
        let Some(place) = owner.place() else { return false };
        let is_own = |near: Cell| self.open.get(near) && level.owner(near) == owner;
        if are_connected(MOORE.map(|offset| is_own(cell + offset)), level.movement) {
            // Without any cell there is no place.
            return MOORE.iter().any(|offset| is_own(cell + *offset));
        }
        if self.has_drops.get(place.index()) == Some(&true) {
            return false;
        }
        let known = self.known.get(place.index()).copied().unwrap_or(ArticulationState::Not);
        if known != ArticulationState::Now {
            if let Some(is_spare) = self.floods_meet(level, cell) {
                return is_spare;
            }
            // A former articulation point mostly still is one.
            if known == ArticulationState::Before && self.cuts.get(cell) {
                return false;
            }
            let cells = self.cells.get(place.index()).map_or(0, Vec::len) as u64;
            let Some(left) = self.work_left.checked_sub(cells) else {
                self.undecided += 1;
                return false;
            };
            self.work_left = left;
            self.find_cuts(level, place);
        }
        !self.cuts.get(cell)
    }

    /// Returns `true` if floods from all open neighbours of a cell meet without it; `None` if they get too
    /// large.
    ///
    /// They advance by turns, so that the flood of a small part ends soon.
    fn floods_meet(&mut self, level: &Level, cell: Cell) -> Option<bool> {
        let owner = level.owner(cell);
        let mut floods: Vec<VecDeque<Cell>> = Vec::new();
        // The flood that each has met first, or itself.
        let mut joined: Vec<usize> = Vec::new();
        let mut seen = vec![cell];
        self.reached[cell] = u8::MAX;
        for near in level.movement.beside(cell) {
            if self.open.get(near) && level.owner(near) == owner {
                joined.push(floods.len());
                floods.push(VecDeque::from([near]));
                self.reached[near] = floods.len() as u8;
                seen.push(near);
            }
        }
        let mut left = joined.len();
        let meet = 'flooding: loop {
            for flood in 0..floods.len() {
                let Some(at) = floods[flood].pop_front() else { continue };
                for next in level.movement.beside(at) {
                    if !self.open.get(next) || level.owner(next) != owner || next == cell {
                        continue;
                    }
                    match self.reached[next] {
                        0 => {
                            self.reached[next] = flood as u8 + 1;
                            seen.push(next);
                            floods[flood].push_back(next);
                        }
                        other => {
                            let (one, other) = (joined[flood], joined[usize::from(other) - 1]);
                            if one != other {
                                joined.iter_mut().filter(|to| **to == other).for_each(|to| *to = one);
                                left -= 1;
                            }
                        }
                    }
                }
            }
            if left <= 1 {
                break Some(true);
            }
            for group in 0..floods.len() {
                let mut own = joined.iter().zip(&floods).filter(|(to, _)| **to == group).peekable();
                if own.peek().is_some() && own.all(|(_, flood)| flood.is_empty()) {
                    break 'flooding Some(false);
                }
            }
            if seen.len() > MOST_NEAR {
                break None;
            }
        };
        seen.into_iter().for_each(|cell| self.reached[cell] = 0);
        meet
    }

    /// Finds the articulation points of a place by one depth-first search.
    fn find_cuts(&mut self, level: &Level, place: PlaceId) {
        let Some(cells) = self.cells.get(place.index()) else { return };
        let owner = Owner::from(place);
        let offsets: &[Cell] = match level.movement {
            Movement::Cardinal => &SIDES,
            Movement::EightWay => &MOORE,
        };
        cells.iter().for_each(|cell| self.cuts.set(*cell, false));
        // The order in which each cell was reached, from 1, and the lowest one reachable from it and its
        // descendants.
        let (mut reached, mut earliest) = (vec![0_u32; cells.len()], vec![0_u32; cells.len()]);
        let mut time = 0;
        let mut way: Vec<DepthVisit> = Vec::new();
        for root in cells.iter().filter(|cell| self.open.get(**cell)) {
            let first = self.positions[*root] as usize;
            if reached[first] > 0 {
                continue;
            }
            let mut branches_of_root = 0;
            time += 1;
            (reached[first], earliest[first]) = (time, time);
            way.push(DepthVisit { cell: *root, from: first, tried: 0 });
            while let Some(visit) = way.last_mut() {
                let (cell, from) = (visit.cell, visit.from);
                let here = self.positions[cell] as usize;
                if let Some(offset) = offsets.get(visit.tried) {
                    visit.tried += 1;
                    let next = cell + *offset;
                    if !self.open.get(next) || level.owner(next) != owner {
                        continue;
                    }
                    let there = self.positions[next] as usize;
                    if reached[there] == 0 {
                        branches_of_root += u32::from(here == first);
                        time += 1;
                        (reached[there], earliest[there]) = (time, time);
                        way.push(DepthVisit { cell: next, from: here, tried: 0 });
                    } else if there != from {
                        earliest[here] = earliest[here].min(reached[there]);
                    }
                } else {
                    way.pop();
                    let Some(before) = way.last() else { break };
                    earliest[from] = earliest[from].min(earliest[here]);
                    if from != first && earliest[here] >= reached[from] {
                        self.cuts.set(before.cell, true);
                    }
                }
            }
            self.cuts.set(*root, branches_of_root > 1);
        }
        if let Some(known) = self.known.get_mut(place.index()) {
            *known = ArticulationState::Now;
        }
    }
}

fn has_drops(place: &Place) -> bool {
    place.board.as_ref().is_some_and(|board| !board.drops.is_empty())
}

/// A cell on the stack of a depth-first search.
struct DepthVisit {
    cell: Cell,
    /// The position of the cell before it.
    from: usize,
    /// Number of neighbours already tried.
    tried: usize,
}

const SIDES: [Cell; 4] = [
    Direction::North.offset(),
    Direction::East.offset(),
    Direction::South.offset(),
    Direction::West.offset(),
];

/// Returns `true` if the open neighbours from which a walker could come are connected without the cell in the
/// middle.
///
/// The neighbours are in the order of [`MOORE`].
///
/// ```text
/// #..      #..
/// #x. yes  #x# no: who goes down from the north
/// ##.      #.. has to go through x, or around by cells farther away
/// ```
fn are_connected(is_open: [bool; 8], movement: Movement) -> bool {
    let [nw, n, ne, w, e, sw, s, se] = is_open;
    let ring = [n, ne, e, se, s, sw, w, nw];
    let is_open = |position: &usize| ring.get(position % 8).copied().unwrap_or(false);
    // Number of open cells on the ring that are not joined with the next one.
    let ends = match movement {
        // Only sides lead anywhere, and the corner between two sides joins them.
        Movement::Cardinal => (0..8)
            .step_by(2)
            .filter(|side| is_open(side) && !(is_open(&(side + 1)) && is_open(&(side + 2))))
            .count(),
        // A diagonal step joins two adjacent sides, whatever the corner is.
        Movement::EightWay => (0..8)
            .filter(|here| {
                let is_next_side = here % 2 == 0 && is_open(&(here + 2));
                is_open(here) && !is_open(&(here + 1)) && !is_next_side
            })
            .count(),
    };
    ends <= 1
}

#[cfg(test)]
mod tests;
