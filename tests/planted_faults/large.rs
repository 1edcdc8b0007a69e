//! Huge inconsistent levels: the checker rejects them in time proportional to their size, otherwise this test
//! would not end.

use delvewright::base::{Cell, StageContext};
use delvewright::level::{
    Entity, EntityId, Level, Lock, NodeLinks, PassageEnd, PassageId, PlaceId, Promise, Socket, SpecialSocket,
    TemplateEntity,
};
use delvewright::mission::{EdgeId, EdgeRole, NodeId};
use delvewright::verify::verify;

use super::generated::levels;

const MANY: u32 = 20_000;

fn odd() -> Level {
    levels().iter().find(|level| level.grammar == "Odd").unwrap().clone()
}

fn assert_broken(level: &Level, promise: Promise) {
    assert!(!verify(level, StageContext::default()).unwrap().promises[&promise].held);
}

/// Adds a chain of items, each inside the next.
fn nested(level: &mut Level, containers_each: u32) {
    let item = level.mission.nodes.iter().find(|node| !node.is_place).unwrap().clone();
    let holds = level.mission.edges.iter().find(|edge| edge.role == EdgeRole::Contains).unwrap().clone();
    let entity = level.entities[0].clone();
    for number in 0..MANY {
        let id = NodeId(1000 + number);
        level.mission.nodes.push(delvewright::level::NodeRecord { id, ..item.clone() });
        for other in 0..containers_each {
            let (id, from) = (EdgeId(1000 + number * containers_each + other), NodeId(id.0 + 1 + other));
            level.mission.edges.push(delvewright::level::EdgeRecord {
                id,
                from,
                to: NodeId(1000 + number),
                ..holds.clone()
            });
        }
        let id_of_entity = EntityId::at(level.entities.len());
        level.entities.push(Entity { id: id_of_entity, node: Some(id), ..entity.clone() });
    }
}

#[test]
fn items_in_items_without_end_are_followed() {
    for containers_each in [1, 2] {
        let mut level = odd();
        nested(&mut level, containers_each);
        assert_broken(&level, Promise::P0);
    }
}

#[test]
fn many_locks_keys_and_links_are_looked_at() {
    let mut level = odd();
    let key = level.entities.iter().find(|entity| !entity.opens.is_empty()).unwrap().clone();
    let place = key.opens[0];
    for _ in 0..MANY {
        let id = EntityId::at(level.entities.len());
        level.entities.push(Entity { id, node: None, ..key.clone() });
        let lock = Lock { place, end: PassageEnd::To, keys: vec![id], needed: 1 };
        level.passages[0].locks.push(lock);
        level.mission.links.push(NodeLinks {
            node: NodeId(id.0),
            outgoing: Vec::new(),
            incoming: Vec::new(),
        });
    }
    assert_broken(&level, Promise::P0);
}

#[test]
fn many_rooms_sockets_and_drawn_entities_are_looked_at() {
    let mut level = odd();
    let room = level.places.iter().find(|place| !place.sockets.is_empty()).unwrap().clone();
    let template = level.templates.get_mut(room.template.as_ref().unwrap()).unwrap();
    for number in 0..MANY as i32 {
        let cell = Cell::new(number, 0);
        template.special_sockets.push(SpecialSocket { cell, kind: Some("x".to_owned()), blocker: None });
        template.entities.push(TemplateEntity {
            cell,
            kind: "x".to_owned(),
            marker: false,
            properties: Default::default(),
        });
        template.sockets.push(cell);
        let id = PlaceId::at(level.places.len());
        level.places.push(delvewright::level::Place { id, ..room.clone() });
        let sockets = &mut level.places[room.id.index()].sockets;
        sockets.push(Socket { cell: room.anchor, passage: Some(PassageId(1)) });
        level.passages[0].doors.push(room.anchor);
        level.passages[0].threshold.push(room.anchor);
    }
    assert_broken(&level, Promise::P4);
    assert_broken(&level, Promise::P5);
}
