//! Seals: cells that stay wall between owners that the mission does not join.
//!
//! ```text
//! a a b b        a a # b        under EightWay the corners too:  a a # b
//! a a b b   →    a a # b                                         a a # b
//! c c b b        # # # b                                         # # # b
//! ```
//!
//! All such cells around bridges are sealed: only the two passages of a bridge may step onto it.
//! Next to a corridor with a threshold, even the caves at its ends are sealed.
//! They meet the corridor only where its route leads into them.
//!
//! Only cells that an automaton could open are sealed.
//! Of two such cells of different owners, the one of the later owner is sealed.
//! Next to permanently open cells of another owner, every such cell is.

use std::collections::BTreeSet;

use super::CellState;
use super::claims::Claims;
use crate::base::{Adjacency, BitGrid, Cell, Size};
use crate::layout::{Plan, PlannedPassage};
use crate::level::{OwnedBy, Owner, PassageForm};
use crate::settings::Movement;

/// Seals a plan's claims and returns the sealed cells, row by row.
///
/// `same_owner` joins the claimed cells of each owner.
pub(super) fn seal(
    claims: &mut Claims,
    plan: &Plan,
    movement: Movement,
    same_owner: &Adjacency,
) -> Vec<Cell> {
    let joined = JoinedOwners::new(plan);
    let doors = doors(plan);
    let beside_bridges: BTreeSet<Cell> =
        claims.bridges.iter().flat_map(|bridge| bridge.at.around()).collect();
    let opens_to = |owner: Owner, near: Cell| {
        let Some(&other) = claims.owners.get(near) else { return true };
        if other == Owner::NOBODY || other == owner || joined.contains(owner, other) {
            return false;
        }
        match claims.state(near) {
            CellState::DefinitelyOpen => true,
            CellState::Open | CellState::Solid => owner > other,
            CellState::RoomInterior => doors.contains(&near),
            CellState::Sealed => false,
        }
    };
    let mut in_question = in_question(claims, same_owner);
    for cell in beside_bridges.iter().filter(|cell| claims.wild.get(**cell)) {
        in_question.set(*cell, true);
    }
    let sealed: Vec<Cell> = in_question
        .cells()
        .filter(|cell| {
            if beside_bridges.contains(cell) {
                return true;
            }
            let owner = claims.owners[*cell];
            match movement {
                Movement::Cardinal => cell.beside().any(|near| opens_to(owner, near)),
                Movement::EightWay => cell.around().any(|near| opens_to(owner, near)),
            }
        })
        .collect();
    for cell in &sealed {
        claims.wild.set(*cell, false);
        claims.open.set(*cell, false);
    }
    sealed
}

/// Returns the wild cells next to another owner, or on the edge of the level.
fn in_question(claims: &Claims, same_owner: &Adjacency) -> BitGrid {
    let mut cells = same_owner.borders();
    let Size { width, height } = cells.size();
    for y in 0..height as usize {
        if y == 0 || y + 1 == height as usize {
            cells.set_span(y, 0..width, true);
        }
        cells.set(Cell::new(0, y as i32), true);
        cells.set(Cell::new(width as i32 - 1, y as i32), true);
    }
    cells.keep(&claims.wild);
    cells
}

/// The pairs of owners between which a walker may step.
struct JoinedOwners<'a> {
    plan: &'a Plan,
    /// The pairs of places that an open passage joins, the smaller owner first, sorted.
    open: Vec<(Owner, Owner)>,
}

impl<'a> JoinedOwners<'a> {
    fn new(plan: &'a Plan) -> Self {
        let is_open =
            |passage: &&PlannedPassage| passage.form == PassageForm::Open && !passage.route.is_empty();
        let owners = |passage: &PlannedPassage| {
            let (from, to) = (Owner::from(passage.from), Owner::from(passage.to));
            (from.min(to), from.max(to))
        };
        let mut open: Vec<_> = plan.passages.iter().filter(is_open).map(owners).collect();
        open.sort_unstable();
        Self { plan, open }
    }

    fn contains(&self, one: Owner, other: Owner) -> bool {
        // Passages are sorted before places.
        let (least, most) = (one.min(other), one.max(other));
        match least.who() {
            OwnedBy::Nobody => false,
            OwnedBy::Place(_) => self.open.binary_search(&(least, most)).is_ok(),
            OwnedBy::Passage(id) => self.plan.passage(id).is_some_and(|passage| {
                // A cave next to a corridor with a threshold could be entered behind it.
                // One next to a doorway would erode its wall.
                passage.form == PassageForm::Corridor
                    && !self.plan.has_threshold(passage)
                    && [passage.from, passage.to].map(Owner::from).contains(&most)
            }),
        }
    }
}

/// Returns the used sockets, the cells of rooms that a cave could leak into.
fn doors(plan: &Plan) -> BTreeSet<Cell> {
    let sockets = plan.places.iter().flat_map(|place| &place.sockets);
    sockets.filter(|socket| socket.passage.is_some()).map(|socket| socket.cell).collect()
}
