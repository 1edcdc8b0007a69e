//! A corridor as a walker meets it: its cells, the steps between them, and those from which one steps into its places.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::{Cell, Grid};
use crate::layout::PlannedPassage;
use crate::level::{Owner, PassageEnd, PassageId, PlaceId};
use crate::mission::Movement;

/// A cell of a corridor.
struct Node {
    cell: Cell,
    /// Neither a bridge nor under one, so that a door can lie there.
    may_hold_door: bool,
    touches_from: bool,
    touches_to: bool,
    /// Where one can step, by index.
    steps: Vec<usize>,
}

/// The cells of one corridor, its way under bridges included.
pub(super) struct Corridor {
    nodes: Vec<Node>,
    index_of: BTreeMap<Cell, usize>,
}

/// What lies around corridors.
pub(super) struct Surroundings<'a> {
    pub owners: &'a Grid<Owner>,
    /// The cells of bridges, each with the passage under it.
    pub under: BTreeMap<Cell, PassageId>,
    pub movement: Movement,
}

impl Surroundings<'_> {
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

    /// The cells of a corridor, found from its way.
    fn own_cells(&self, passage: &PlannedPassage, id: PassageId) -> BTreeSet<Cell> {
        let is_own = |cell: &Cell| self.is_of(*cell, id.into());
        let mut open: Vec<Cell> = passage.route.iter().copied().filter(is_own).collect();
        let mut own: BTreeSet<Cell> = open.iter().copied().collect();
        while let Some(cell) = open.pop() {
            for next in self.near(cell).filter(is_own) {
                if own.insert(next) {
                    open.push(next);
                }
            }
        }
        own
    }
}

impl Corridor {
    /// The corridor of the passage with that id. Of steps at bridges there may be more than a walker has, never fewer.
    pub fn new(passage: &PlannedPassage, id: PassageId, surroundings: &Surroundings) -> Self {
        let own = surroundings.own_cells(passage, id);
        let goes_under = |cell: &Cell| surroundings.under.get(cell) == Some(&id);
        let under: BTreeSet<Cell> = passage.route.iter().copied().filter(goes_under).collect();
        let index_of: BTreeMap<Cell, usize> = own.union(&under).copied().zip(0..).collect();
        let node = |cell: Cell| {
            let is_own = own.contains(&cell);
            let steps = surroundings.near(cell).filter(|near| is_own && own.contains(near));
            Node {
                cell,
                may_hold_door: !surroundings.under.contains_key(&cell),
                touches_from: is_own && surroundings.touches_place(cell, passage.from),
                touches_to: is_own && surroundings.touches_place(cell, passage.to),
                steps: steps.filter_map(|near| index_of.get(&near).copied()).collect(),
            }
        };
        let nodes = index_of.keys().copied().map(node).collect();
        let mut corridor = Self { nodes, index_of };
        corridor.join_under_bridges(&passage.route, &under);
        corridor
    }

    fn join_under_bridges(&mut self, way: &[Cell], under: &BTreeSet<Cell>) {
        for pair in way.windows(2).filter(|pair| pair.iter().any(|cell| under.contains(cell))) {
            let [Some(&one), Some(&other)] = [pair[0], pair[1]].map(|cell| self.index_of.get(&cell)) else {
                continue;
            };
            self.nodes[one].steps.push(other);
            self.nodes[other].steps.push(one);
        }
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn cell(&self, index: usize) -> Cell {
        self.nodes[index].cell
    }

    pub fn steps(&self, index: usize) -> &[usize] {
        &self.nodes[index].steps
    }

    /// Can one step from this cell into the place at that end?
    pub fn touches(&self, index: usize, end: PassageEnd) -> bool {
        match end {
            PassageEnd::From => self.nodes[index].touches_from,
            PassageEnd::To => self.nodes[index].touches_to,
        }
    }

    /// Is it a cell of the corridor on which a door can lie?
    pub fn may_hold_door(&self, cell: Cell) -> bool {
        self.index_of.get(&cell).is_some_and(|index| self.nodes[*index].may_hold_door)
    }

    /// Must a walker from one end to the other step on one of these cells?
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
