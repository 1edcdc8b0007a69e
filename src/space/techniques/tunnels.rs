//! Tunnels to the parts of a place that came loose.
//!
//! In: a place whose wild cells are open or solid, and gathered. Out: every part of it is connected with its heart.
//! Guaranteed: only the place's own wild cells are opened; where seals leave no way, the part is filled in.

use std::collections::{BTreeMap, VecDeque};

use super::super::claims::Claims;
use super::plot::Plot;
use crate::base::{BitGrid, Cell};
use crate::mission::Movement;

/// Digs tunnels to the parts of a place that are not connected with its heart.
///
/// `attached` holds the cells that are connected with the heart of their place.
pub(super) fn tunnel_to_detached(
    claims: &mut Claims,
    plot: &Plot,
    movement: Movement,
    attached: &mut BitGrid,
) {
    spread(claims, plot, movement, attached, plot.heart());
    for cell in plot.cells() {
        if claims.open.get(cell) && !attached.get(cell) {
            dig(claims, plot, cell, attached);
            spread(claims, plot, movement, attached, cell);
        }
    }
}

/// Marks all open cells of the place that can be reached from one of them by steps within it.
fn spread(claims: &Claims, plot: &Plot, movement: Movement, attached: &mut BitGrid, from: Cell) {
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

/// Opens the shortest way through the place's own wild cells to a part that is attached. Where seals leave none, the part is filled in.
fn dig(claims: &mut Claims, plot: &Plot, from: Cell, attached: &BitGrid) {
    let own = |claims: &Claims, cell: Cell| {
        claims.owners.get(cell) == Some(&plot.owner()) && (claims.wild.get(cell) || claims.open.get(cell))
    };
    let mut came_from = BTreeMap::from([(from, from)]);
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        if attached.get(cell) {
            let mut back = cell;
            while back != from {
                if claims.wild.get(back) {
                    claims.open.set(back, true);
                }
                back = came_from[&back];
            }
            return;
        }
        for near in cell.beside() {
            if own(claims, near) && !came_from.contains_key(&near) {
                came_from.insert(near, cell);
                queue.push_back(near);
            }
        }
    }
    claims.open.set(from, false);
}
