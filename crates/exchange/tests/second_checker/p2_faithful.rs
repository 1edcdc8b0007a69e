//! P2: a walker can step between two owners exactly where the mission joins them, and into rooms only at
//! their used sockets.

use std::collections::BTreeSet;

use super::Findings;
use super::ground::{Ground, Spot};
use super::level::{Level, Place};

pub fn check(level: &Level, ground: &Ground, found: &mut Findings) {
    let wanted = joined_by_the_mission(level);
    let mut there = BTreeSet::new();
    for spot in &ground.spots {
        let Some(owner) = ground.owner(*spot) else { continue };
        for next in ground.steps(*spot) {
            let Some(other) = ground.owner(next) else { continue };
            if owner == other {
                continue;
            }
            there.insert(ordered(owner, other));
            check_entrance(level, *spot, owner, other, found);
        }
    }
    for bridge in &ground.bad_bridges {
        found.push(("P2", format!("nothing goes straight over and under the bridge {bridge:?}")));
    }
    for (one, other) in there.difference(&wanted) {
        found
            .push(("P2", format!("one can step between {one} and {other}, which the mission does not join")));
    }
    for (one, other) in wanted.difference(&there) {
        found.push(("P2", format!("one cannot step between {one} and {other}, which the mission joins")));
    }
}

fn ordered(one: i64, other: i64) -> (i64, i64) {
    (one.min(other), one.max(other))
}

/// Returns the pairs of owners between which a step must be possible.
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

/// Checks that a step out of a room, and so also into it, is on a socket that the passage uses.
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
