//! P5: every used socket is a door, every unused one is blocked.
//!
//! A used socket can be walked on, is among the doors of its passage, and the passage arrives there from outside.
//! An unused one carries the blocker of its template.
//! Every door in a room is a used socket, and a passage uses one socket of a room, or two if it begins and ends there.

use std::collections::BTreeSet;

use super::findings::Findings;
use super::ground::{Ground, Owner};
use super::names;
use crate::level::{Passage, Place, Socket};
use crate::mission::Technique;

pub(super) fn check(ground: &Ground) -> Findings {
    let mut findings = Findings::default();
    for place in &ground.level.places {
        for socket in &place.sockets {
            match socket.passage {
                Some(passage) => used(ground, place, socket, passage, &mut findings),
                None => unused(ground, place, socket, &mut findings),
            }
        }
        let used: BTreeSet<u32> = place.sockets.iter().filter_map(|socket| socket.passage).collect();
        for passage in used.into_iter().filter_map(|id| ground.passage(id)) {
            few_sockets(ground, place, passage, &mut findings);
        }
    }
    for passage in &ground.level.passages {
        doors(ground, passage, &mut findings);
    }
    findings
}

fn used(ground: &Ground, place: &Place, socket: &Socket, id: u32, findings: &mut Findings) {
    let cell = socket.cell;
    let room = names::place(ground.level, place.id);
    let (name, at) = (names::passage(ground.level, id), names::cell(cell));
    let mut wrong = |message: String| findings.add(Some(cell), message);
    if !ground.is_walkable(cell) {
        wrong(format!("the socket at {at} of {room} is used, but one cannot walk there."));
    }
    let Some(passage) = ground.passage(id) else {
        wrong(format!("the socket at {at} of {room} is used by passage {id}, which does not exist."));
        return;
    };
    if passage.from != place.id && passage.to != place.id {
        wrong(format!("the socket at {at} of {room} is used by {name}, which does not end there."));
    }
    if !passage.doors.contains(&cell) {
        wrong(format!("the socket at {at} of {room} is used by {name}, but is not among its doors."));
    }
    if ground.is_walkable(cell) && !ground.touches(Owner::Passage(id), cell) {
        wrong(format!("{name} does not arrive at its socket at {at} of {room}."));
    }
}

fn unused(ground: &Ground, place: &Place, socket: &Socket, findings: &mut Findings) {
    let cell = socket.cell;
    let (room, at) = (names::place(ground.level, place.id), names::cell(cell));
    let blocker = place
        .template
        .as_ref()
        .and_then(|template| ground.level.templates.get(template))
        .map(|template| template.blocker.as_str());
    if ground.is_walkable(cell) {
        findings.add(Some(cell), format!("the socket at {at} of {room} is not used, but open."));
    } else if ground.tile(cell).map(|tile| tile.name.as_str()) != blocker {
        let blocker = blocker.unwrap_or("a blocker");
        findings.add(
            Some(cell),
            format!("the socket at {at} of {room} is not used, but not closed by {blocker}."),
        );
    }
}

fn few_sockets(ground: &Ground, place: &Place, passage: &Passage, findings: &mut Findings) {
    let is_loop = passage.from == place.id && passage.to == place.id;
    let most = if is_loop { 2 } else { 1 };
    let used = place.sockets.iter().filter(|socket| socket.passage == Some(passage.id));
    if let Some(extra) = used.clone().nth(most) {
        let (name, room) = (names::passage(ground.level, passage.id), names::place(ground.level, place.id));
        findings.add(Some(extra.cell), format!("{name} uses {} sockets of {room}.", used.count()));
    }
}

fn doors(ground: &Ground, passage: &Passage, findings: &mut Findings) {
    for door in &passage.doors {
        let Owner::Place(id) = ground.owner(*door) else { continue };
        let Some(room) = ground.place(id).filter(|place| place.technique == Technique::Room) else {
            continue;
        };
        let is_used = |socket: &Socket| socket.cell == *door && socket.passage == Some(passage.id);
        if !room.sockets.iter().any(is_used) {
            let (name, room) = (names::passage(ground.level, passage.id), names::place(ground.level, id));
            let at = names::cell(*door);
            findings.add(
                Some(*door),
                format!("{name} has a door at {at} in {room}, which is no socket that it uses."),
            );
        }
    }
}
