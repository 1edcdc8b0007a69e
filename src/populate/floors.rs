//! The walkable cells of each place, and which of them hold the place together.
//!
//! A cell on which nobody can walk any more must leave the rest of its place in one piece. The cells around it mostly tell; where they do not, the articulation points of the place do (Hopcroft and Tarjan, 1973), which are found once and again only after the place has changed.

use crate::base::{BitGrid, Cell, Direction, Grid, MOORE};
use crate::level::{Level, Owner, PlaceId};
use crate::mission::Movement;

/// The cells of all places on which one can walk.
pub(super) struct Floors {
    /// Those of each place by index, row by row, as its tiles say.
    cells: Vec<Vec<Cell>>,
    /// The position of each of them in its list.
    positions: Grid<u32>,
    /// Those with nothing solid on them.
    open: BitGrid,
    /// The articulation points of the places of which they are known.
    cuts: BitGrid,
    /// Of which places they are known.
    are_cuts_known: Vec<bool>,
}

impl Floors {
    /// The floors of a level in which nothing solid lies yet.
    pub(super) fn new(level: &Level) -> Self {
        let size = level.tiles.size();
        let mut floors = Self {
            cells: vec![Vec::new(); level.places.len()],
            positions: Grid::filled(size, 0),
            open: BitGrid::empty(size),
            cuts: BitGrid::empty(size),
            are_cuts_known: vec![false; level.places.len()],
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

    /// The walkable cells of a place, row by row; what stands on them makes no difference.
    pub(super) fn of(&self, place: PlaceId) -> &[Cell] {
        self.cells.get(place.index()).map_or(&[], Vec::as_slice)
    }

    /// Is it a walkable cell of a place with nothing solid on it?
    pub(super) fn is_open(&self, cell: Cell) -> bool {
        self.open.get(cell)
    }

    /// Nobody walks on the cell any more.
    pub(super) fn shut(&mut self, cell: Cell, owner: Owner) {
        self.open.set(cell, false);
        if let Some(known) = owner.place().and_then(|place| self.are_cuts_known.get_mut(place.index())) {
            *known = false;
        }
    }

    /// Is what is left of its place in one piece without the cell?
    pub(super) fn is_spare(&mut self, level: &Level, cell: Cell) -> bool {
        let owner = level.owner(cell);
        let Some(place) = owner.place() else { return false };
        let is_own = |near: Cell| self.open.get(near) && level.owner(near) == owner;
        if are_connected(MOORE.map(|offset| is_own(cell + offset)), level.movement) {
            // A place without cells is none.
            return MOORE.iter().any(|offset| is_own(cell + *offset));
        }
        if self.are_cuts_known.get(place.index()) == Some(&false) {
            self.find_cuts(level, place);
        }
        !self.cuts.get(cell)
    }

    /// Finds the articulation points of a place by one walk in depth.
    fn find_cuts(&mut self, level: &Level, place: PlaceId) {
        let Some(cells) = self.cells.get(place.index()) else { return };
        let owner = Owner::from(place);
        let offsets: &[Cell] = match level.movement {
            Movement::Cardinal => &SIDES,
            Movement::EightWay => &MOORE,
        };
        cells.iter().for_each(|cell| self.cuts.set(*cell, false));
        // When each cell was reached, from 1, and the earliest that can be reached from it and from what comes after it.
        let (mut reached, mut earliest) = (vec![0_u32; cells.len()], vec![0_u32; cells.len()]);
        let mut time = 0;
        let mut way: Vec<Visit> = Vec::new();
        for root in cells.iter().filter(|cell| self.open.get(**cell)) {
            let first = self.positions[*root] as usize;
            if reached[first] > 0 {
                continue;
            }
            let mut branches_of_root = 0;
            time += 1;
            (reached[first], earliest[first]) = (time, time);
            way.push(Visit { cell: *root, from: first, tried: 0 });
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
                        way.push(Visit { cell: next, from: here, tried: 0 });
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
        if let Some(known) = self.are_cuts_known.get_mut(place.index()) {
            *known = true;
        }
    }
}

/// A cell on the way of a walk in depth.
struct Visit {
    cell: Cell,
    /// The position of the cell before it.
    from: usize,
    /// How many of its neighbours were tried.
    tried: usize,
}

const SIDES: [Cell; 4] = [
    Direction::North.offset(),
    Direction::East.offset(),
    Direction::South.offset(),
    Direction::West.offset(),
];

/// Are the open cells around a cell that a walker could come from connected without it? They are given in the order of [`MOORE`].
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
    // Going around, how often is an open cell not joined with the next one?
    let ends = match movement {
        // Only sides lead anywhere, and from one to the next the corner between them.
        Movement::Cardinal => (0..8)
            .step_by(2)
            .filter(|side| is_open(side) && !(is_open(&(side + 1)) && is_open(&(side + 2))))
            .count(),
        // From a side to the next one leads a diagonal step, whatever the corner is.
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
