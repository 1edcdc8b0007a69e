//! P2: a walker can step between two owners exactly where the mission joins them.
//!
//! A corridor touches its two ends and no other owner, and a room only at its doors.
//! Two places touch if an open passage joins them.
//! Two passages never touch, but they may cross at a bridge.
//! This checks every step between walkable cells of different owners, including diagonal ones if the movement
//! has them.

use std::collections::{BTreeMap, BTreeSet};

use super::findings::PromiseBreaks;
use super::names;
use super::techniques::has_sockets;
use super::walk_map::{WalkMap, WalkSpot};
use crate::base::Cell;
use crate::level::{OwnedBy, Passage, PassageForm, PassageId, PlaceId};

pub(super) fn check(walk_map: &WalkMap) -> PromiseBreaks {
    let mut findings = PromiseBreaks::default();
    for bad in &walk_map.bad_bridges {
        findings.add(bad.at, &bad.message);
    }
    leaks(walk_map, &mut findings);
    missing(walk_map, &mut findings);
    findings
}

fn leaks(walk_map: &WalkMap, findings: &mut PromiseBreaks) {
    let opened = opened_pairs(walk_map);
    for step in walk_map.steps_over.iter().filter(|step| step.from < step.to) {
        let (WalkSpot::On(from), WalkSpot::On(to)) = (step.from, step.to) else { continue };
        match step.owners {
            (OwnedBy::Place(place), OwnedBy::Passage(passage)) => {
                arrival(walk_map, findings, (place, from), (passage, to));
            }
            (OwnedBy::Passage(passage), OwnedBy::Place(place)) => {
                arrival(walk_map, findings, (place, to), (passage, from));
            }
            (OwnedBy::Place(one), OwnedBy::Place(other)) if opened.contains(&pair(one, other)) => {}
            (a, b) => leak(walk_map, findings, (a, from), (b, to)),
        }
    }
}

/// Checks a step between a place and a passage.
fn arrival(
    walk_map: &WalkMap,
    findings: &mut PromiseBreaks,
    (place, in_place): (PlaceId, Cell),
    (id, in_passage): (PassageId, Cell),
) {
    let Some(passage) = walk_map.passage(id).filter(|passage| passage.from == place || passage.to == place)
    else {
        leak(walk_map, findings, (OwnedBy::Place(place), in_place), (OwnedBy::Passage(id), in_passage));
        return;
    };
    let is_room = walk_map.place(place).is_some_and(has_sockets);
    if is_room && !passage.doors.contains(&in_place) {
        let kind = ("beside the door", i64::from(place.0), -i64::from(id.0));
        findings.add_one_of_many(kind, Some(in_place), || {
            let (passage, room) = (names::passage(walk_map.level, id), names::place(walk_map.level, place));
            format!("{passage} enters {room} at {}, which is none of its doors.", names::cell(in_place))
        });
    }
}

/// Reports a step between two owners that the mission does not join.
fn leak(walk_map: &WalkMap, findings: &mut PromiseBreaks, one: (OwnedBy, Cell), other: (OwnedBy, Cell)) {
    let ((a, at), (b, beside)) = if one.0 <= other.0 { (one, other) } else { (other, one) };
    findings.add_one_of_many(("leak", a.number(), b.number()), Some(at), || {
        let (first, second) = (names::owner(walk_map.level, a), names::owner(walk_map.level, b));
        let (at, beside) = (names::cell(at), names::cell(beside));
        let but = match (a, b) {
            (OwnedBy::Nobody, _) => "but every cell that you can walk on must have an owner",
            (OwnedBy::Passage(_), OwnedBy::Passage(_)) => "but passages meet only at bridges",
            (_, OwnedBy::Passage(_)) => "but the passage does not end there",
            _ => "but the mission has no open passage between them",
        };
        format!("{first} and {second} touch at {at} and {beside}, {but}.")
    });
}

/// Returns the pairs of places that may touch.
fn opened_pairs(walk_map: &WalkMap) -> BTreeSet<(PlaceId, PlaceId)> {
    let passages = walk_map.level.passages.iter();
    passages.filter(|p| p.kind == PassageForm::Open).map(|p| pair(p.from, p.to)).collect()
}

fn pair(a: PlaceId, b: PlaceId) -> (PlaceId, PlaceId) {
    (a.min(b), a.max(b))
}

/// Reports passages that do not lead from one end to the other.
fn missing(walk_map: &WalkMap, findings: &mut PromiseBreaks) {
    let reached = reached_places(walk_map);
    let touching: BTreeSet<_> = touching_places(walk_map).collect();
    for passage in &walk_map.level.passages {
        let joins = match passage.kind {
            PassageForm::Corridor | PassageForm::Doorway => corridor_joins(passage, &reached),
            PassageForm::Open => {
                passage.from == passage.to || touching.contains(&pair(passage.from, passage.to))
            }
        };
        if !joins {
            let name = names::passage(walk_map.level, passage.id);
            let message = format!("the mission has {name}, but you cannot get through it.");
            findings.add(walk_map.place(passage.from).map(|place| place.anchor), message);
        }
    }
}

fn corridor_joins(passage: &Passage, reached: &BTreeMap<(PassageId, u32), BTreeSet<PlaceId>>) -> bool {
    reached
        .range((passage.id, 0)..=(passage.id, u32::MAX))
        .any(|(_, places)| places.contains(&passage.from) && places.contains(&passage.to))
}

/// Returns for each passage and each of its pieces the places that it touches.
fn reached_places(walk_map: &WalkMap) -> BTreeMap<(PassageId, u32), BTreeSet<PlaceId>> {
    let mut reached: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    let pieces = &walk_map.own_pieces;
    for step in &walk_map.steps_over {
        if let (OwnedBy::Passage(passage), OwnedBy::Place(place)) = step.owners
            && let Some(piece) = pieces.of(step.from)
        {
            reached.entry((passage, piece)).or_default().insert(place);
        }
    }
    reached
}

fn touching_places(walk_map: &WalkMap) -> impl Iterator<Item = (PlaceId, PlaceId)> {
    walk_map.steps_over.iter().filter_map(|step| match step.owners {
        (OwnedBy::Place(a), OwnedBy::Place(b)) => Some(pair(a, b)),
        _ => None,
    })
}
