//! Tunnels to detached parts of a place.
//!
//! Input: a place whose wild cells are open or solid, and gathered. Output: every part of it is connected
//! with its heart.
//! Only the place's own wild cells are opened.
//! A part is filled in if seals leave no way, or if the search for tunnels exceeds its work limit.

use std::collections::{BTreeMap, VecDeque};

use super::super::claims::Claims;
use super::super::work::{BudgetedWork, FormingBudget};
use super::plot::PlacePlot;
use crate::base::{BitGrid, Cell, Direction, Grid};
use crate::settings::Movement;

/// Digs tunnels to the parts of a place that are not connected with its heart.
///
/// `attached` holds the cells that are connected with the heart of their place.
pub(super) fn tunnel_to_detached(
    claims: &mut Claims,
    plot: &PlacePlot,
    movement: Movement,
    attached: &mut BitGrid,
    work: &mut FormingBudget,
) {
    let loose =
        |claims: &Claims, attached: &BitGrid, cell: Cell| claims.open.get(cell) && !attached.get(cell);
    let mut search: Option<TunnelSearch> = None;
    spread(claims, plot, movement, attached, plot.heart());
    for cell in plot.cells() {
        if !loose(claims, attached, cell) {
            continue;
        }
        let search = search.get_or_insert_with(|| TunnelSearch::new(plot));
        if search.dig(claims, plot, cell, attached, work) {
            spread(claims, plot, movement, attached, cell);
            // Cells without a way to an attached cell may have one now.
            search.forget_cut_off();
        }
    }
}

/// Marks all open cells of the place that can be reached from `from` by steps within it.
fn spread(claims: &Claims, plot: &PlacePlot, movement: Movement, attached: &mut BitGrid, from: Cell) {
    if !claims.open.get(from) {
        return;
    }
    let mut reached = vec![from];
    attached.set(from, true);
    while let Some(cell) = reached.pop() {
        let mut visit = |near: Cell| {
            if claims.open.get(near) && claims.owners[near] == plot.owner() && !attached.get(near) {
                attached.set(near, true);
                reached.push(near);
            }
        };
        match movement {
            Movement::Cardinal => cell.beside().for_each(&mut visit),
            Movement::EightWay => cell.around().for_each(&mut visit),
        }
    }
}

/// Searches for tunnels within the cells of a place, one after the other.
struct TunnelSearch {
    /// The corner of the grid in the level.
    corner: Cell,
    /// Search data of the cells of the place.
    cells: Grid<TunnelCell>,
    /// Search data of the few cells beyond the grid.
    beyond: BTreeMap<Cell, TunnelCell>,
    number: u32,
    /// The first search whose dead ends are still valid.
    cut_off_from: u32,
}

/// Search data of a cell.
#[derive(Clone, Copy, Debug, Default)]
struct TunnelCell {
    /// The last search that reached it, from 1.
    reached: u32,
    /// The direction in which it was reached; `None` at the beginning.
    from: Option<Direction>,
    /// The last search without a way that reached it; 0 for none.
    cut_off: u32,
}

impl TunnelSearch {
    fn new(plot: &PlacePlot) -> Self {
        let core = plot.place.core;
        let bounds = plot.bounds().map_or(core, |bounds| bounds.union(core));
        let cells = Grid::filled(bounds.size, TunnelCell::default());
        Self { corner: bounds.min, cells, beyond: BTreeMap::new(), number: 0, cut_off_from: 1 }
    }

    fn at(&mut self, cell: Cell) -> &mut TunnelCell {
        if self.cells.index_of(cell - self.corner).is_some() {
            &mut self.cells[cell - self.corner]
        } else {
            self.beyond.entry(cell).or_default()
        }
    }

    fn forget_cut_off(&mut self) {
        self.cut_off_from = self.number + 1;
    }

    /// Opens the shortest way through the place's own cells to an attached part, and returns `true`.
    ///
    /// If seals leave none, fills in the cell and returns `false`.
    fn dig(
        &mut self,
        claims: &mut Claims,
        plot: &PlacePlot,
        from: Cell,
        attached: &BitGrid,
        work: &mut FormingBudget,
    ) -> bool {
        let is_cut_off = self.at(from).cut_off >= self.cut_off_from;
        let may_search = !is_cut_off && work.spend(BudgetedWork::Tunnels, 1);
        let reached = if may_search { self.reach_attached(claims, plot, from, attached, work) } else { None };
        let Some(mut back) = reached else {
            claims.open.set(from, false);
            return false;
        };
        while let Some(direction) = self.at(back).from {
            if claims.wild.get(back) {
                claims.open.set(back, true);
            }
            back = back.step(direction.opposite());
        }
        true
    }

    /// Returns the attached cell that is nearest to a cell by cardinal steps. Marks the cells of a search in
    /// vain.
    fn reach_attached(
        &mut self,
        claims: &Claims,
        plot: &PlacePlot,
        from: Cell,
        attached: &BitGrid,
        work: &mut FormingBudget,
    ) -> Option<Cell> {
        let is_own = |cell: Cell| {
            claims.owners.get(cell) == Some(&plot.owner()) && (claims.wild.get(cell) || claims.open.get(cell))
        };
        self.number += 1;
        let number = self.number;
        let mut queue = VecDeque::from([from]);
        let mut reached = Vec::new();
        *self.at(from) = TunnelCell { reached: number, from: None, ..*self.at(from) };
        let mut found = None;
        while let Some(cell) = queue.pop_front() {
            if attached.get(cell) {
                found = Some(cell);
                break;
            }
            reached.push(cell);
            for direction in Direction::ALL {
                let near = cell.step(direction);
                if is_own(near) && self.at(near).reached != number {
                    *self.at(near) = TunnelCell { reached: number, from: Some(direction), ..*self.at(near) };
                    queue.push_back(near);
                }
            }
        }
        let goes_on = work.spend(BudgetedWork::Tunnels, reached.len() as u64);
        if found.is_none() {
            reached.into_iter().for_each(|cell| self.at(cell).cut_off = number);
        }
        found.filter(|_| goes_on)
    }
}
