//! Tunnels to the parts of a cave that came loose.
//!
//! In: a cave, smoothed. Out: every part of it hangs together with its heart.
//! Guaranteed: only the cave's own wild cells are opened; where seals leave no way, the part is filled in.

use std::collections::{BTreeMap, VecDeque};

use super::super::claims::Claims;
use super::cave::Grown;
use crate::base::{BitGrid, Cell};
use crate::mission::Movement;

/// Digs tunnels to the parts of a cave that do not hang together with its heart.
///
/// `attached` holds the cells that hang together with the heart of their cave.
pub(super) fn tunnel_to_detached(
    claims: &mut Claims,
    cave: &Grown,
    movement: Movement,
    attached: &mut BitGrid,
) {
    spread(claims, cave, movement, attached, cave.heart);
    for cell in cave.cells() {
        if claims.open.get(cell) && !attached.get(cell) {
            dig(claims, cave, cell, attached);
            spread(claims, cave, movement, attached, cell);
        }
    }
}

/// Marks all open cells of the cave that can be reached from one of them by steps within it.
fn spread(claims: &Claims, cave: &Grown, movement: Movement, attached: &mut BitGrid, from: Cell) {
    if !claims.open.get(from) {
        return;
    }
    let mut reached = vec![from];
    attached.set(from, true);
    while let Some(cell) = reached.pop() {
        let mut visit = |near: Cell| {
            if claims.open.get(near) && claims.owners[near] == cave.owner && !attached.get(near) {
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

/// Opens the shortest way through the cave's own wild cells to a part that is attached. Where seals leave none, the part is filled in.
fn dig(claims: &mut Claims, cave: &Grown, from: Cell, attached: &BitGrid) {
    let own = |claims: &Claims, cell: Cell| {
        claims.owners.get(cell) == Some(&cave.owner) && (claims.wild.get(cell) || claims.open.get(cell))
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
