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

use super::{CellState, Claims, part_inside};
use crate::base::{BitGrid, Cell, RandomStream, Rect, Seed, Size};
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
        let mut around = self.around_route(owner, passage);
        let borders = Borders::new(self.borders(plan, passage, owner, &around), plan.size);
        let mut random = seed.numbered(u64::from(passage.edge.0)).stream();
        let open = self.shaken(&borders, owner, passage.roughness, &mut random);
        let open = borders.smoothed(&open, |cell| self.owners.get(cell) == Some(&owner));
        for cell in &borders.cells {
            let (owner, state) = if open.get(*cell) {
                (owner, CellState::DefinitelyOpen)
            } else {
                (Owner::NOBODY, CellState::Solid)
            };
            self.claim(*cell, owner, state);
        }
        for cell in around.cells().collect::<Vec<_>>() {
            around.set(cell, self.owners.get(cell) == Some(&owner));
        }
        self.drop_islands(owner, &passage.route, around);
    }

    /// Returns the cells that a corridor can reach, without those of its route.
    fn around_route(&self, owner: Owner, passage: &PlannedPassage) -> BitGrid {
        let mut around = BitGrid::empty(self.owners.size());
        let own = || passage.route.iter().filter(|cell| self.owners.get(**cell) == Some(&owner));
        let reach = passage.width / 2 + REACH_CELLS;
        for cell in own() {
            let near = Rect::new(*cell, Size::new(1, 1)).grown(reach);
            let (rows, columns) = part_inside(near, around.size());
            around.set_block(rows, columns, true);
        }
        own().for_each(|cell| around.set(*cell, false));
        around
    }

    /// Returns those of some cells that may change.
    ///
    /// These are cells of the corridor next to its route, and free ones around it that touch no other owner.
    fn borders(&self, plan: &Plan, passage: &PlannedPassage, owner: Owner, around: &BitGrid) -> Vec<Cell> {
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
        let may_change = |cell: Cell| match self.owners.get(cell) {
            Some(by) if *by == owner => true,
            Some(by) => *by == Owner::NOBODY && !self.claimed.get(cell),
            None => false,
        };
        let is_border = |cell: &Cell| {
            may_change(*cell) && is_alone(*cell) && !grounds.iter().any(|ground| ground.contains(*cell))
        };
        around.cells().filter(is_border).collect()
    }

    /// Returns the border cells that are floor after some have changed at random.
    fn shaken(&self, borders: &Borders, owner: Owner, percent: u32, random: &mut RandomStream) -> BitGrid {
        let mut open = BitGrid::empty(borders.mask.size());
        for cell in &borders.cells {
            let is_floor = self.owners.get(*cell) == Some(&owner);
            open.set(*cell, is_floor != random.chance(percent));
        }
        open
    }
}

/// The cells of a corridor's borders that may change.
struct Borders {
    /// Column by column: the order of the random draws.
    cells: Vec<Cell>,
    mask: BitGrid,
}

impl Borders {
    fn new(mut cells: Vec<Cell>, size: Size) -> Self {
        cells.sort_unstable();
        let mut mask = BitGrid::empty(size);
        cells.iter().for_each(|cell| mask.set(*cell, true));
        Self { cells, mask }
    }

    /// Returns the border cells that are floor after a step of the automaton.
    ///
    /// `is_floor` decides for the rest of the corridor.
    fn smoothed(&self, open: &BitGrid, is_floor: impl Fn(Cell) -> bool) -> BitGrid {
        let is_open = |cell: Cell| if self.mask.get(cell) { open.get(cell) } else { is_floor(cell) };
        let mut smooth = BitGrid::empty(self.mask.size());
        for cell in &self.cells {
            let walls = cell.around().filter(|near| !is_open(*near)).count();
            smooth.set(*cell, walls < WALLS || (walls == WALLS && open.get(*cell)));
        }
        smooth
    }
}
