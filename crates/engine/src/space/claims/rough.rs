//! Rough corridors: a cellular automaton changes the borders of a corridor as it does those of a cave.
//!
//! ```text
//! ###############      ######11#######
//! a1111111111111b  →   a1111111111111b
//! ###############      ###111#1#######
//! ```
//!
//! Input: the routes with their widths, before anything takes the free cells around them.
//! Output: the same corridors with rough borders.
//! The route itself stays floor, and every cell of the corridor is connected with it.
//! A cell is opened only if it touches nothing but rock and the corridor, so no new connection appears.
//!
//! No roughness is guaranteed: borders near others, and within reach of the corridor's own places, stay as
//! they are.

use std::collections::BTreeSet;

use super::{CellState, Claims};
use crate::base::{Cell, RandomStream, Rect, Seed, Size};
use crate::layout::{Plan, PlannedPassage};
use crate::level::{Owner, PassageId};

/// Maximum growth of a corridor beyond its borders.
const REACH_CELLS: u32 = 2;

/// The threshold of caves: a cell with more walls around it becomes wall, one with fewer becomes floor.
const WALLS: usize = 4;

impl Claims {
    /// Roughens the borders of a corridor that asks for it.
    pub(super) fn roughen(&mut self, plan: &Plan, id: PassageId, passage: &PlannedPassage, seed: Seed) {
        if passage.roughness == 0 {
            return;
        }
        let owner = Owner::from(id);
        let way: BTreeSet<Cell> =
            passage.route.iter().copied().filter(|cell| self.owners.get(*cell) == Some(&owner)).collect();
        let borders = self.borders(plan, passage, owner, &way);
        let mut random = seed.numbered(u64::from(passage.edge.0)).stream();
        let open = self.shaken(&borders, owner, passage.roughness, &mut random);
        let open = smoothed(&borders, &open, |cell| self.owners.get(cell) == Some(&owner));
        for cell in &borders {
            let (owner, state) = if open.contains(cell) {
                (owner, CellState::DefinitelyOpen)
            } else {
                (Owner::NOBODY, CellState::Solid)
            };
            self.claim(*cell, owner, state);
        }
        let is_off_way = |cell: &Cell| self.owners.get(*cell) == Some(&owner) && !way.contains(cell);
        let off_way = around(&way, passage.width).into_iter().filter(is_off_way).collect();
        self.drop_islands(owner, &passage.route, off_way);
    }

    /// Returns the cells that may change.
    ///
    /// These are cells of the corridor next to its route, and free ones around it that touch no other owner.
    fn borders(
        &self,
        plan: &Plan,
        passage: &PlannedPassage,
        owner: Owner,
        way: &BTreeSet<Cell>,
    ) -> BTreeSet<Cell> {
        let grounds: Vec<Rect> = [passage.from, passage.to]
            .into_iter()
            .filter_map(|end| plan.place(end))
            .map(|place| {
                let middle = Rect::new(place.core.center(), Size::new(1, 1));
                place.form.reach().map_or(place.core, |reach| place.core.union(middle.grown(reach))).grown(1)
            })
            .collect();
        let is_alone = |cell: Cell| {
            cell.around()
                .all(|near| self.owners.get(near).is_some_and(|by| [Owner::NOBODY, owner].contains(by)))
        };
        let may_change = |cell: &Cell| match self.owners.get(*cell) {
            Some(by) if *by == owner => true,
            Some(by) => *by == Owner::NOBODY && !self.claimed.get(*cell),
            None => false,
        };
        let mut borders: BTreeSet<Cell> = around(way, passage.width).into_iter().filter(may_change).collect();
        way.iter().for_each(|cell| {
            borders.remove(cell);
        });
        borders.retain(|cell| is_alone(*cell) && !grounds.iter().any(|ground| ground.contains(*cell)));
        borders
    }

    /// Returns the border cells that are floor after some have changed at random.
    fn shaken(
        &self,
        borders: &BTreeSet<Cell>,
        owner: Owner,
        percent: u32,
        random: &mut RandomStream,
    ) -> BTreeSet<Cell> {
        let is_floor = |cell: &Cell| self.owners.get(*cell) == Some(&owner);
        borders.iter().copied().filter(|cell| is_floor(cell) != random.chance(percent)).collect()
    }
}

/// Returns the cells that a corridor of that width can reach.
fn around(way: &BTreeSet<Cell>, width: u32) -> BTreeSet<Cell> {
    let reach = width / 2 + REACH_CELLS;
    way.iter().flat_map(|cell| Rect::new(*cell, Size::new(1, 1)).grown(reach).cells()).collect()
}

/// Returns the border cells that are floor after a step of the automaton.
///
/// `is_floor` decides for the rest of the corridor.
fn smoothed(
    borders: &BTreeSet<Cell>,
    open: &BTreeSet<Cell>,
    is_floor: impl Fn(Cell) -> bool,
) -> BTreeSet<Cell> {
    let is_open = |cell: Cell| if borders.contains(&cell) { open.contains(&cell) } else { is_floor(cell) };
    let stays_open = |cell: &Cell| {
        let walls = cell.around().filter(|near| !is_open(*near)).count();
        walls < WALLS || (walls == WALLS && open.contains(cell))
    };
    borders.iter().copied().filter(stays_open).collect()
}
