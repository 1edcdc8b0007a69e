//! Roughened corridors: a cellular automaton changes the borders of a corridor, as it does those of a cave.
//!
//! ```text
//! ###############      ######11#######
//! a1111111111111b  →   a1111111111111b
//! ###############      ###111#1#######
//! ```
//!
//! In: the ways with their widths, before anything takes the free cells around them. Out: the same corridors with ragged borders.
//! Guaranteed: the way itself stays floor, and every cell of the corridor is connected with it; a cell is opened only where nothing but rock and the corridor itself lies around it, so that nothing is joined that was not.
//! Not guaranteed: any roughness; near others, and within reach of the corridor's own places, borders stay as they are.

use std::collections::BTreeSet;

use super::{Claims, State};
use crate::base::{Cell, RandomStream, Rect, Seed, Size};
use crate::layout::{Plan, PlannedPassage};
use crate::level::{Owner, PassageId};

/// How far beyond its borders a corridor may grow.
const REACH_CELLS: u32 = 2;

/// As those of a cave: with more walls around it a cell becomes wall, with fewer it becomes floor.
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
                (owner, State::DefinitelyOpen)
            } else {
                (Owner::NOBODY, State::Solid)
            };
            self.claim(*cell, owner, state);
        }
        let is_off_way = |cell: &Cell| self.owners.get(*cell) == Some(&owner) && !way.contains(cell);
        let off_way = around(&way, passage.width).into_iter().filter(is_off_way).collect();
        self.drop_islands(owner, &passage.route, off_way);
    }

    /// The cells that may change: those of the corridor beside its way, and free ones around it that touch nobody else.
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

    /// Those of the borders that are floor, when some have changed at random.
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

/// The cells to which a corridor of that width may come.
fn around(way: &BTreeSet<Cell>, width: u32) -> BTreeSet<Cell> {
    let reach = width / 2 + REACH_CELLS;
    way.iter().flat_map(|cell| Rect::new(*cell, Size::new(1, 1)).grown(reach).cells()).collect()
}

/// Those of the borders that are floor after a step of the automaton; `is_floor` is true of the rest of the corridor.
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
