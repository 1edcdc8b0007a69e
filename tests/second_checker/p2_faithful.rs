//! P2: one can step between two owners exactly where the mission joins them, and into rooms only at their used sockets.

use std::collections::BTreeSet;

use super::Findings;
use super::ground::{Ground, Spot, Way};
use super::level::{Cell, Level, Place};

pub fn check(level: &Level, ground: &Ground, found: &mut Findings) {
    let wanted = joined_by_the_mission(level);
    let mut there = BTreeSet::new();
    for spot in &ground.spots {
        let Some(owner) = ground.owner(*spot) else {
            found.push(("P2", format!("nothing goes straight over and under the bridge {:?}", spot.0)));
            continue;
        };
        for next in ground.steps(*spot) {
            let Some(other) = ground.owner(next) else { continue };
            if owner == other {
                continue;
            }
            there.insert(ordered(owner, other));
            check_entrance(level, *spot, owner, other, found);
        }
    }
    check_bridges(level, ground, found);
    for (one, other) in there.difference(&wanted) {
        found
            .push(("P2", format!("one can step between {one} and {other}, which the mission does not join")));
    }
    for (one, other) in wanted.difference(&there) {
        found.push(("P2", format!("one cannot step between {one} and {other}, which the mission joins")));
    }
}

/// Where a bridge is, both passages cross, on its cell or on that of a bridge of the same two beside it.
fn check_bridges(level: &Level, ground: &Ground, found: &mut Findings) {
    for bridge in &level.bridges {
        let is_crossing = |at: Cell| {
            let owners = [ground.owner((at, Way::Across)), ground.owner((at, Way::Along))];
            owners.contains(&Some(-bridge.over)) && owners.contains(&Some(-bridge.under))
        };
        let (x, y) = bridge.at;
        let near = [(x, y), (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
        let of_both = |at: Cell| {
            level.bridges.iter().any(|one| (one.at, one.over, one.under) == (at, bridge.over, bridge.under))
        };
        if !near.into_iter().any(|at| of_both(at) && is_crossing(at)) {
            found.push(("P2", format!("nothing crosses at the bridge {:?}", bridge.at)));
        }
    }
}

fn ordered(one: i64, other: i64) -> (i64, i64) {
    (one.min(other), one.max(other))
}

/// The owners between which one should be able to step.
fn joined_by_the_mission(level: &Level) -> BTreeSet<(i64, i64)> {
    let mut joined = BTreeSet::new();
    for passage in &level.passages {
        if passage.is_open {
            joined.insert(ordered(passage.from, passage.to));
        } else {
            joined.insert(ordered(-passage.id, passage.from));
            joined.insert(ordered(-passage.id, passage.to));
        }
    }
    joined
}

/// Who leaves a room, and so who enters it, is on a socket that the passage uses.
fn check_entrance(level: &Level, spot: Spot, owner: i64, other: i64, found: &mut Findings) {
    let Some(room) = level.places.iter().find(|place| place.id == owner) else { return };
    if is_room(room) && !has_socket(room, spot, -other) {
        found
            .push(("P2", format!("one can leave room {owner} at {:?} to {other}, past its sockets", spot.0)));
    }
}

fn is_room(place: &Place) -> bool {
    place.technique == "Room" || place.technique == "Cards"
}

fn has_socket(room: &Place, spot: Spot, passage: i64) -> bool {
    room.sockets.iter().any(|socket| socket.cell == spot.0 && socket.passage == Some(passage))
}
