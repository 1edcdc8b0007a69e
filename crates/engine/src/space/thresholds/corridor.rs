//! Corridors as graphs: their cells, the steps between them, and the cells next to their places.

use std::collections::BTreeMap;

use crate::base::{Cell, Grid};
use crate::layout::PlannedPassage;
use crate::level::{Owner, PassageEnd, PassageId, PlaceId};
use crate::settings::Movement;

/// A cell of a corridor.
struct CorridorCell {
    cell: Cell,
    /// `true` if it is neither a bridge nor under one, so that a door can be there.
    may_hold_door: bool,
    touches_from: bool,
    touches_to: bool,
    /// The cells that one step reaches, by index.
    steps: Vec<usize>,
}

/// The cells of one corridor in order, including its route under bridges.
pub(super) struct Corridor {
    nodes: Vec<CorridorCell>,
}

/// The index plus one of each cell in the corridor being read; 0 for all other cells.
pub(super) type Indices = Grid<u32>;

/// The surroundings of corridors.
pub(super) struct CorridorSurroundings<'a> {
    pub owners: &'a Grid<Owner>,
    /// The cells of bridges with the passage under each.
    pub under: BTreeMap<Cell, PassageId>,
    pub movement: Movement,
}

impl CorridorSurroundings<'_> {
    fn near(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let diagonal = self.movement == Movement::EightWay;
        let is_beside = move |near: &Cell| near.x == cell.x || near.y == cell.y;
        cell.around().filter(move |near| diagonal || is_beside(near))
    }

    fn is_of(&self, cell: Cell, owner: Owner) -> bool {
        self.owners.get(cell) == Some(&owner)
    }

    fn touches_place(&self, cell: Cell, place: PlaceId) -> bool {
        self.near(cell).any(|near| self.is_of(near, place.into()))
    }

    /// Returns the cells of a corridor, found from its route, including those where it goes under others.
    fn cells(&self, passage: &PlannedPassage, id: PassageId, indices: &mut Indices) -> Vec<Cell> {
        let is_own = |cell: &Cell| self.is_of(*cell, id.into());
        let way = passage.route.iter().copied();
        let mut cells: Vec<Cell> =
            way.filter(|cell| is_own(cell) || self.under.get(cell) == Some(&id)).collect();
        cells.sort_unstable();
        cells.dedup();
        for cell in &cells {
            indices[*cell] = 1;
        }
        let mut next = 0;
        while let Some(&cell) = cells.get(next) {
            next += 1;
            if !is_own(&cell) {
                continue;
            }
            for near in self.near(cell).filter(is_own) {
                if std::mem::replace(&mut indices[near], 1) == 0 {
                    cells.push(near);
                }
            }
        }
        cells.sort_unstable();
        for (cell, number) in cells.iter().zip(1..) {
            indices[*cell] = number;
        }
        cells
    }
}

impl Corridor {
    /// Returns the corridor of a passage. At bridges it may have more steps than a walker has, never fewer.
    pub fn new(
        passage: &PlannedPassage,
        id: PassageId,
        surroundings: &CorridorSurroundings,
        indices: &mut Indices,
    ) -> Self {
        let cells = surroundings.cells(passage, id, indices);
        let is_of_corridor = |cell: Cell| surroundings.is_of(cell, id.into());
        let node = |cell: Cell| {
            let is_own = is_of_corridor(cell);
            let steps = surroundings.near(cell).filter(|near| is_own && is_of_corridor(*near));
            CorridorCell {
                cell,
                may_hold_door: !surroundings.under.contains_key(&cell),
                touches_from: is_own && surroundings.touches_place(cell, passage.from),
                touches_to: is_own && surroundings.touches_place(cell, passage.to),
                steps: steps.filter_map(|near| (indices[near] as usize).checked_sub(1)).collect(),
            }
        };
        let nodes = cells.iter().copied().map(node).collect();
        for cell in cells {
            indices[cell] = 0;
        }
        let mut corridor = Self { nodes };
        corridor.join_under_bridges(&passage.route, |cell| surroundings.under.get(cell) == Some(&id));
        corridor
    }

    fn join_under_bridges(&mut self, way: &[Cell], goes_under: impl Fn(&Cell) -> bool) {
        for pair in way.windows(2).filter(|pair| pair.iter().any(&goes_under)) {
            let [Some(one), Some(other)] = [pair[0], pair[1]].map(|cell| self.index_of(cell)) else {
                continue;
            };
            self.nodes[one].steps.push(other);
            self.nodes[other].steps.push(one);
        }
    }

    fn index_of(&self, cell: Cell) -> Option<usize> {
        self.nodes.binary_search_by_key(&cell, |node| node.cell).ok()
    }

    /// Returns the number of cells.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn cell(&self, index: usize) -> Cell {
        self.nodes[index].cell
    }

    pub fn steps(&self, index: usize) -> &[usize] {
        &self.nodes[index].steps
    }

    /// Returns `true` if one step leads from this cell into the place at that end.
    pub fn touches(&self, index: usize, end: PassageEnd) -> bool {
        match end {
            PassageEnd::From => self.nodes[index].touches_from,
            PassageEnd::To => self.nodes[index].touches_to,
        }
    }

    /// Returns `true` if the cell is part of the corridor and can have a door.
    pub fn may_hold_door(&self, cell: Cell) -> bool {
        self.index_of(cell).is_some_and(|index| self.nodes[index].may_hold_door)
    }

    /// Returns `true` if every path from one end to the other steps on one of these cells.
    pub fn is_cut_by(&self, row: &[Cell]) -> bool {
        let mut seen: Vec<bool> = self.nodes.iter().map(|node| row.contains(&node.cell)).collect();
        let enters = |index: &usize| !seen[*index] && self.nodes[*index].touches_from;
        let mut open: Vec<usize> = (0..self.nodes.len()).filter(enters).collect();
        for index in &open {
            seen[*index] = true;
        }
        while let Some(index) = open.pop() {
            if self.nodes[index].touches_to {
                return false;
            }
            for &next in &self.nodes[index].steps {
                if !std::mem::replace(&mut seen[next], true) {
                    open.push(next);
                }
            }
        }
        true
    }
}
