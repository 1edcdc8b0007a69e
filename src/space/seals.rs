//! Seals: cells that stay wall for ever between owners that the mission does not join.
//!
//! ```text
//! a a b b        a a # b        under EightWay the corners too:  a a # b
//! a a b b   →    a a # b                                         a a # b
//! c c b b        # # # b                                         # # # b
//! ```
//!
//! Around bridges all such cells are sealed: nobody may step onto one but its two passages.
//!
//! Only cells that an automaton could open are sealed. Of two such cells of different owners that of the later one is; against what is open for certain, every one is.

use std::collections::BTreeSet;

use super::State;
use super::claims::{Claims, passage_owner, place_owner};
use crate::base::Cell;
use crate::layout::{Plan, PlannedForm};
use crate::level::PassageForm;
use crate::mission::Movement;

/// Seals a plan's claims; gives back the sealed cells, row by row.
pub(super) fn seal(claims: &mut Claims, plan: &Plan, movement: Movement) -> Vec<Cell> {
    let joined = joined_owners(plan);
    let doors = doors(plan);
    let beside_bridges: BTreeSet<Cell> =
        claims.bridges.iter().flat_map(|bridge| bridge.at.around()).collect();
    let sealed: Vec<Cell> = claims
        .owners
        .rect()
        .cells()
        .filter(|cell| claims.is_wild(*cell))
        .filter(|cell| {
            if beside_bridges.contains(cell) {
                return true;
            }
            let owner = claims.owners[*cell];
            let opens_to = |near: Cell| {
                let Some(&other) = claims.owners.get(near) else { return true };
                if other == 0 || other == owner || joined.contains(&(owner, other)) {
                    return false;
                }
                match claims.states[near] {
                    State::DefinitelyOpen => true,
                    State::Open | State::Solid => owner > other,
                    State::RoomInterior => doors.contains(&near),
                    State::Sealed => false,
                }
            };
            match movement {
                Movement::Cardinal => cell.beside().any(opens_to),
                Movement::EightWay => cell.around().any(opens_to),
            }
        })
        .collect();
    for cell in &sealed {
        claims.states[*cell] = State::Sealed;
    }
    sealed
}

/// All pairs of owners, both ways round, between which one may step.
fn joined_owners(plan: &Plan) -> BTreeSet<(i32, i32)> {
    let mut joined = BTreeSet::new();
    for (number, passage) in plan.passages.iter().enumerate() {
        let (from, to) = (place_owner(passage.from), place_owner(passage.to));
        let pairs = match passage.form {
            PassageForm::Open if passage.route.is_empty() => continue,
            PassageForm::Open => vec![(from, to)],
            PassageForm::Corridor => vec![(passage_owner(number), from), (passage_owner(number), to)],
        };
        for (one, other) in pairs {
            joined.insert((one, other));
            joined.insert((other, one));
        }
    }
    joined
}

/// The cells of rooms that a cave could leak into: used sockets.
fn doors(plan: &Plan) -> BTreeSet<Cell> {
    let sockets = plan.places.iter().flat_map(|place| match &place.form {
        PlannedForm::Room { sockets, .. } => sockets.as_slice(),
        PlannedForm::Cave { .. } | PlannedForm::Hall => &[],
    });
    sockets.filter(|socket| socket.passage.is_some()).map(|socket| socket.cell).collect()
}
