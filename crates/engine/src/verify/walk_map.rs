//! The walk map: spots where a walker can stand, their owners, and the steps between them.

use std::collections::BTreeMap;

use super::bounds::OwnerBounds;
use super::crossings::{BridgeCrossing, read_crossings};
use super::pieces::OwnerPieces;
use crate::base::{Cell, Direction, Grid, MOORE};
use crate::level::{Break, Level, OwnedBy, Passage, PassageId, Place, PlaceId, Tile};
use crate::settings::Movement;

/// A position of a walker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WalkSpot {
    /// On a walkable cell.
    On(Cell),
    /// Under the bridge on that cell.
    Under(Cell),
}

impl WalkSpot {
    pub(super) fn cell(self) -> Cell {
        match self {
            Self::On(cell) | Self::Under(cell) => cell,
        }
    }
}

/// A step to a spot of another owner.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepOver {
    pub(super) from: WalkSpot,
    pub(super) to: WalkSpot,
    /// The owners of both spots.
    pub(super) owners: (OwnedBy, OwnedBy),
}

/// A level whose grids have the right size, and whose places and passages are numbered from 1.
pub(super) struct WalkMap<'a> {
    pub(super) level: &'a Level,
    /// The mistakes in the bridges.
    pub(super) bad_bridges: Vec<Break>,
    /// The connected pieces of each owner's spots.
    pub(super) own_pieces: OwnerPieces,
    /// The steps that lead from one owner to another: those from walkable cells row by row, then those from
    /// under bridges.
    pub(super) steps_over: Vec<StepOver>,
    /// The bounds of each owner.
    pub(super) bounds: OwnerBounds,
    pub(super) walkable: Grid<bool>,
    /// The walkable cells next to a walkable cell of another owner, row by row.
    borders: Vec<Cell>,
    crossings: BTreeMap<Cell, BridgeCrossing>,
}

impl<'a> WalkMap<'a> {
    /// Returns the map of a level with these walkable cells.
    pub(super) fn new(level: &'a Level, walkable: Grid<bool>) -> Self {
        let (crossings, bad_bridges) = read_crossings(level, &walkable);
        let bounds = OwnerBounds::new(level);
        let (own_pieces, borders) = OwnerPieces::find(level, &walkable, &crossings);
        let steps_over = Vec::new();
        let mut walk_map =
            Self { level, bad_bridges, own_pieces, steps_over, bounds, walkable, borders, crossings };
        walk_map.steps_over = walk_map.find_steps_over();
        walk_map
    }

    pub(super) fn place(&self, id: PlaceId) -> Option<&'a Place> {
        self.level.place(id)
    }

    pub(super) fn passage(&self, id: PassageId) -> Option<&'a Passage> {
        self.level.passage(id)
    }

    /// Returns `true` if the cell is walkable; `false` outside the level.
    pub(super) fn is_walkable(&self, cell: Cell) -> bool {
        self.walkable.get(cell) == Some(&true)
    }

    /// Returns the owner of a cell; nobody outside the level.
    pub(super) fn owner(&self, cell: Cell) -> OwnedBy {
        self.level.owner(cell).who()
    }

    /// Returns the tile of a cell; `None` outside the level, or if the legend lacks the character.
    pub(super) fn tile(&self, cell: Cell) -> Option<&'a Tile> {
        self.level.tile(cell)
    }

    /// Returns the owner of a spot; for one under a bridge, the lower passage.
    pub(super) fn owner_of_spot(&self, spot: WalkSpot) -> OwnedBy {
        match spot {
            WalkSpot::On(cell) => self.owner(cell),
            WalkSpot::Under(cell) => {
                self.crossings.get(&cell).map_or(OwnedBy::Nobody, |crossing| OwnedBy::Passage(crossing.under))
            }
        }
    }

    /// Returns the spots from which one step may lead to another owner.
    ///
    /// Walkable cells come first, row by row, then spots under bridges.
    pub(super) fn border_spots(&self) -> impl Iterator<Item = WalkSpot> {
        self.borders
            .iter()
            .copied()
            .map(WalkSpot::On)
            .chain(self.crossings.keys().copied().map(WalkSpot::Under))
    }

    fn find_steps_over(&self) -> Vec<StepOver> {
        // Most border cells have one such step.
        let mut found = Vec::with_capacity(self.borders.len());
        for from in self.border_spots() {
            let owner = self.owner_of_spot(from);
            for to in self.steps(from) {
                let owners = (owner, self.owner_of_spot(to));
                if owners.0 != owners.1 {
                    found.push(StepOver { from, to, owners });
                }
            }
        }
        found
    }

    /// Returns the spots that one step from a spot reaches.
    pub(super) fn steps(&self, from: WalkSpot) -> impl Iterator<Item = WalkSpot> + use<> {
        let mut steps = [None; MOORE.len()];
        match from {
            WalkSpot::On(cell) => self.steps_on(cell, &mut steps),
            WalkSpot::Under(cell) => self.steps_under(cell, &mut steps),
        }
        steps.into_iter().flatten()
    }

    /// Returns `true` if a walker can step from a walkable cell of the owner onto this cell.
    pub(super) fn touches(&self, owner: OwnedBy, cell: Cell) -> bool {
        self.is_walkable(cell)
            && self
                .steps(WalkSpot::On(cell))
                .any(|spot| matches!(spot, WalkSpot::On(_)) && self.owner_of_spot(spot) == owner)
    }

    fn steps_on(&self, cell: Cell, steps: &mut [Option<WalkSpot>]) {
        // Coordinates inside the level are far from the limits of `i32`, so the sums cannot overflow.
        if !self.walkable.rect().contains(cell) {
            return;
        }
        let offsets: &[Cell] = match self.level.movement {
            Movement::Cardinal => &CARDINAL,
            Movement::EightWay => &MOORE,
        };
        for (step, offset) in steps.iter_mut().zip(offsets) {
            *step = self.step_on(cell, cell + *offset);
        }
    }

    fn step_on(&self, from: Cell, to: Cell) -> Option<WalkSpot> {
        if !self.is_walkable(to) || self.goes_under(to, from) {
            None
        } else if self.goes_under(from, to) {
            Some(WalkSpot::Under(to))
        } else {
            Some(WalkSpot::On(to))
        }
    }

    /// Returns `true` if the step from a cell of the lower passage leads under the bridge on the second cell.
    fn goes_under(&self, from: Cell, bridge: Cell) -> bool {
        self.crossings.get(&bridge).is_some_and(|crossing| {
            self.owner(from) == OwnedBy::Passage(crossing.under)
                && crossing.under_steps.iter().any(|direction| bridge.step(*direction) == from)
        })
    }

    fn steps_under(&self, cell: Cell, steps: &mut [Option<WalkSpot>]) {
        let Some(crossing) = self.crossings.get(&cell) else { return };
        for (step, direction) in steps.iter_mut().zip(crossing.under_steps) {
            let next = cell.step(direction);
            *step = match self.crossings.get(&next) {
                Some(other) if other.goes_on_from(crossing) => Some(WalkSpot::Under(next)),
                _ => Some(WalkSpot::On(next)),
            };
        }
    }
}

const CARDINAL: [Cell; 4] = [
    Direction::North.offset(),
    Direction::East.offset(),
    Direction::South.offset(),
    Direction::West.offset(),
];
