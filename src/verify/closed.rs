//! P5: every used socket is a door, every unused one is blocked.
//!
//! A used socket can be walked on, is among the doors of its passage, and the passage arrives there from outside.
//! An unused one carries its own blocker, or that of its template.
//! A socket with a kind is used only by passages of that kind, and these use no other in a room that has such sockets.
//! A passage whose doors are not plain has the tile of its doors on these sockets, or across it if it enters no room; nobody gets through it without stepping on one.
//! Every door in a room is a used socket, and a passage uses one socket of a room, or two if it begins and ends there.

use std::collections::BTreeSet;

use super::cuts;
use super::findings::Findings;
use super::ground::{Ground, Owner};
use super::names;
use super::turned::{in_level, template_size, turned};
use crate::base::Cell;
use crate::level::{Passage, PassageForm, Place, Socket, SpecialSocket, Template};
use crate::mission::{Door, Technique};

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
        threshold(ground, passage, &mut findings);
    }
    cuts::check(ground, &mut findings);
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
    let kind = kind_of(ground, place, cell);
    let wanted = passage.socket.as_deref().filter(|wanted| has_kind(ground, place, wanted));
    if kind != wanted {
        let kind_name =
            |kind: Option<&str>| kind.map_or("no kind".to_owned(), |kind| format!("the kind \"{kind}\""));
        let (kind, wanted) = (kind_name(kind), kind_name(wanted));
        wrong(format!("the socket at {at} of {room} is of {kind}, but {name} needs one of {wanted}."));
    }
    if passage.door != Door::Plain && !is_door(ground, passage, cell) {
        wrong(format!(
            "the socket at {at} of {room} is used by {name}, but is no {}.",
            passage.door.tile_name()
        ));
    }
    if ground.is_walkable(cell) && !ground.touches(Owner::Passage(id), cell) {
        wrong(format!("{name} does not arrive at its socket at {at} of {room}."));
    }
}

fn unused(ground: &Ground, place: &Place, socket: &Socket, findings: &mut Findings) {
    let cell = socket.cell;
    let (room, at) = (names::place(ground.level, place.id), names::cell(cell));
    let special = special_socket(ground, place, cell).and_then(|special| special.blocker.as_deref());
    let blocker = special.or(template(ground, place).map(|template| template.blocker.as_str()));
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

fn template<'a>(ground: &Ground<'a>, place: &Place) -> Option<&'a Template> {
    ground.level.templates.get(place.template.as_ref()?)
}

/// What the template says of the socket that came to lie on a cell.
fn special_socket<'a>(ground: &Ground<'a>, place: &Place, cell: Cell) -> Option<&'a SpecialSocket> {
    let template = template(ground, place)?;
    let drawn = template_size(template);
    let lies_there =
        |special: &&SpecialSocket| in_level(place, turned(place, special.cell, drawn)) == Some(cell);
    template.special_sockets.iter().find(lies_there)
}

fn kind_of<'a>(ground: &Ground<'a>, place: &Place, cell: Cell) -> Option<&'a str> {
    special_socket(ground, place, cell)?.kind.as_deref()
}

fn has_kind(ground: &Ground, place: &Place, kind: &str) -> bool {
    let of_template = template(ground, place).map_or(&[][..], |template| &template.special_sockets);
    of_template.iter().any(|special| special.kind.as_deref() == Some(kind))
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

fn is_door(ground: &Ground, passage: &Passage, cell: Cell) -> bool {
    ground.tile(cell).is_some_and(|tile| tile.walkable && tile.name == passage.door.tile_name())
}

/// A corridor with a door that is not plain enters a room, or the door lies across it.
fn threshold(ground: &Ground, passage: &Passage, findings: &mut Findings) {
    let (name, door) = (names::passage(ground.level, passage.id), passage.door.tile_name());
    for cell in &passage.threshold {
        let at = names::cell(*cell);
        if ground.owner(*cell) != Owner::Passage(passage.id) {
            findings.add(Some(*cell), format!("the {door} of {name} at {at} does not lie on it."));
        } else if !is_door(ground, passage, *cell) {
            findings.add(Some(*cell), format!("the {door} of {name} at {at} is not there."));
        }
    }
    let has_none = passage.doors.is_empty() && passage.threshold.is_empty();
    if passage.door != Door::Plain && passage.kind == PassageForm::Corridor && has_none {
        findings.add(None, format!("{name} has no {door}."));
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
