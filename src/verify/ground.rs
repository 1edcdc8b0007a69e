//! The level as a walker meets it: where one can stand, whose cell it is, and which steps there are.

use std::collections::{BTreeMap, VecDeque};

use super::crossings::{Crossing, read_crossings};
use super::names::by_id;
use crate::base::{Cell, Direction, Grid, MOORE};
use crate::level::{Break, Level, Passage, Place, Tile};
use crate::mission::Movement;

/// To whom a cell belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    Nobody,
    Place(u32),
    Passage(u32),
}

impl Owner {
    pub(super) fn new(number: i32) -> Self {
        match number.signum() {
            0 => Self::Nobody,
            1 => Self::Place(number.unsigned_abs()),
            _ => Self::Passage(number.unsigned_abs()),
        }
    }

    /// The number by which the level's grid names it.
    pub(super) fn number(self) -> i64 {
        match self {
            Self::Nobody => 0,
            Self::Place(id) => i64::from(id),
            Self::Passage(id) => -i64::from(id),
        }
    }
}

/// Where a walker can stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Spot {
    /// On a walkable cell.
    On(Cell),
    /// Under the bridge on that cell.
    Under(Cell),
}

impl Spot {
    pub(super) fn cell(self) -> Cell {
        match self {
            Self::On(cell) | Self::Under(cell) => cell,
        }
    }
}

/// A level whose grids have the size that it says and whose places and passages are numbered from 1.
pub(super) struct Ground<'a> {
    pub(super) level: &'a Level,
    /// What is wrong with the bridges.
    pub(super) bad_bridges: Vec<Break>,
    walkable: Grid<bool>,
    crossings: BTreeMap<Cell, Crossing>,
}

impl<'a> Ground<'a> {
    pub(super) fn new(level: &'a Level) -> Self {
        let is_walkable = |tile: &char| level.legend.get(tile).is_some_and(|tile| tile.walkable);
        let values = level.tiles.values().iter().map(is_walkable).collect();
        let walkable =
            Grid::from_values(level.tiles.size(), values).expect("there is one value for each tile");
        let (crossings, bad_bridges) = read_crossings(level, &walkable);
        Self { level, bad_bridges, walkable, crossings }
    }

    pub(super) fn place(&self, id: u32) -> Option<&'a Place> {
        by_id(&self.level.places, id)
    }

    pub(super) fn passage(&self, id: u32) -> Option<&'a Passage> {
        by_id(&self.level.passages, id)
    }

    /// Can one walk on it? Not outside the level.
    pub(super) fn is_walkable(&self, cell: Cell) -> bool {
        self.walkable.get(cell).is_some_and(|walkable| *walkable)
    }

    /// All cells, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> {
        self.walkable.rect().cells()
    }

    /// All walkable cells, row by row.
    pub(super) fn walkable_cells(&self) -> impl Iterator<Item = Cell> {
        self.walkable.iter().filter(|(_, walkable)| **walkable).map(|(cell, _)| cell)
    }

    /// Nobody outside the level.
    pub(super) fn owner(&self, cell: Cell) -> Owner {
        self.level.owners.get(cell).map_or(Owner::Nobody, |number| Owner::new(*number))
    }

    /// What lies on a cell; `None` outside the level, and where the legend lacks the character.
    pub(super) fn tile(&self, cell: Cell) -> Option<&'a Tile> {
        self.level.tiles.get(cell).and_then(|tile| self.level.legend.get(tile))
    }

    /// The owner of a cell; of a spot under a bridge, the passage that goes under it.
    pub(super) fn owner_of_spot(&self, spot: Spot) -> Owner {
        match spot {
            Spot::On(cell) => self.owner(cell),
            Spot::Under(cell) => {
                self.crossings.get(&cell).map_or(Owner::Nobody, |crossing| Owner::Passage(crossing.under))
            }
        }
    }

    /// All spots: the walkable cells row by row, then those under bridges.
    pub(super) fn spots(&self) -> impl Iterator<Item = Spot> {
        self.walkable_cells().map(Spot::On).chain(self.crossings.keys().copied().map(Spot::Under))
    }

    /// Where a walker can go from a spot in one step.
    pub(super) fn steps(&self, from: Spot) -> Vec<Spot> {
        match from {
            Spot::On(cell) => self.steps_on(cell),
            Spot::Under(cell) => self.steps_under(cell),
        }
    }

    /// Can a walker step from a walkable cell of the first owner onto this cell?
    pub(super) fn touches(&self, owner: Owner, cell: Cell) -> bool {
        self.is_walkable(cell)
            && self
                .steps(Spot::On(cell))
                .into_iter()
                .any(|spot| matches!(spot, Spot::On(_)) && self.owner_of_spot(spot) == owner)
    }

    /// The number of each spot's piece, where a piece is joined by the steps between spots that `joined` allows.
    pub(super) fn pieces(&self, joined: impl Fn(Spot, Spot) -> bool) -> Pieces {
        let mut pieces = Pieces::new(self);
        for start in self.spots() {
            if pieces.of(start).is_some() {
                continue;
            }
            let piece = pieces.begin(start);
            let mut waiting = VecDeque::from([start]);
            while let Some(spot) = waiting.pop_front() {
                for next in self.steps(spot) {
                    if pieces.of(next).is_none() && joined(spot, next) {
                        pieces.set(next, piece);
                        waiting.push_back(next);
                    }
                }
            }
        }
        pieces
    }

    fn steps_on(&self, cell: Cell) -> Vec<Spot> {
        // A cell inside the level lies far from the end of the numbers, so the sums cannot overflow.
        if self.walkable.get(cell).is_none() {
            return Vec::new();
        }
        let offsets: &[Cell] = match self.level.movement {
            Movement::Cardinal => &CARDINAL,
            Movement::EightWay => &MOORE,
        };
        offsets.iter().filter_map(|offset| self.step_on(cell, cell + *offset)).collect()
    }

    fn step_on(&self, from: Cell, to: Cell) -> Option<Spot> {
        if !self.is_walkable(to) || self.goes_under(to, from) {
            None
        } else if self.goes_under(from, to) {
            Some(Spot::Under(to))
        } else {
            Some(Spot::On(to))
        }
    }

    /// Does the step from a cell of the lower passage lead under the bridge on the second cell?
    fn goes_under(&self, from: Cell, bridge: Cell) -> bool {
        self.crossings.get(&bridge).is_some_and(|crossing| {
            self.owner(from) == Owner::Passage(crossing.under)
                && crossing.under_steps.iter().any(|direction| bridge.step(*direction) == from)
        })
    }

    fn steps_under(&self, cell: Cell) -> Vec<Spot> {
        let Some(crossing) = self.crossings.get(&cell) else { return Vec::new() };
        crossing
            .under_steps
            .iter()
            .map(|direction| cell.step(*direction))
            .map(|next| match self.crossings.get(&next) {
                Some(other) if other.goes_on_from(crossing) => Spot::Under(next),
                _ => Spot::On(next),
            })
            .collect()
    }
}

const CARDINAL: [Cell; 4] = [
    Direction::North.offset(),
    Direction::East.offset(),
    Direction::South.offset(),
    Direction::West.offset(),
];

/// The number of the piece to which each spot belongs.
pub(super) struct Pieces {
    on: Grid<Option<u32>>,
    under: BTreeMap<Cell, u32>,
    /// The first spot of each piece, row by row.
    pub(super) first: Vec<Spot>,
    /// How many spots each piece has.
    pub(super) spots: Vec<usize>,
}

impl Pieces {
    fn new(ground: &Ground) -> Self {
        let on = Grid::filled(ground.walkable.size(), None);
        Self { on, under: BTreeMap::new(), first: Vec::new(), spots: Vec::new() }
    }

    /// The piece of a spot.
    pub(super) fn of(&self, spot: Spot) -> Option<u32> {
        match spot {
            Spot::On(cell) => self.on.get(cell).copied().flatten(),
            Spot::Under(cell) => self.under.get(&cell).copied(),
        }
    }

    fn begin(&mut self, start: Spot) -> u32 {
        let piece = self.first.len() as u32;
        self.first.push(start);
        self.spots.push(0);
        self.set(start, piece);
        piece
    }

    fn set(&mut self, spot: Spot, piece: u32) {
        if let Some(spots) = self.spots.get_mut(piece as usize) {
            *spots += 1;
        }
        match spot {
            Spot::On(cell) => {
                if let Some(value) = self.on.get_mut(cell) {
                    *value = Some(piece);
                }
            }
            Spot::Under(cell) => {
                self.under.insert(cell, piece);
            }
        }
    }
}
