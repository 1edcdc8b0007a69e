//! Faults of entities.

use delvewright_engine::base::{Cell, RandomStream};
use delvewright_engine::level::{Entity, EntityId, Level, Owner, Place, PlaceId, Promise};
use delvewright_engine::mission::{NodeId, NodeRole, Value};

use super::tiles::pick_cell;
use super::{Fault, another, index, one};

pub const FAULTS: &[Fault] = &[
    ("an item of another kind", Promise::P0, |level, random| {
        item(level, random)?.kind.push_str(" of lead");
        Some(())
    }),
    ("an item of the kind of another", Promise::P0, |level, random| {
        let kinds: Vec<String> = level.entities.iter().map(|entity| entity.kind.clone()).collect();
        let item = item(level, random)?;
        item.kind = another(random, kinds, &item.kind)?;
        Some(())
    }),
    ("an item in another place", Promise::P0, |level, random| {
        let places: Vec<(PlaceId, Cell)> =
            level.places.iter().map(|place| (place.id, place.anchor)).collect();
        let item = item(level, random)?;
        let others: Vec<_> = places.into_iter().filter(|(place, _)| *place != item.place).collect();
        (item.place, item.at) = *random.pick(&others)?;
        Some(())
    }),
    ("a key in another place", Promise::P0, |level, random| {
        let places: Vec<(PlaceId, Cell)> =
            level.places.iter().map(|place| (place.id, place.anchor)).collect();
        let key = one(random, &mut level.entities, |entity| !entity.opens.is_empty())?;
        let others: Vec<_> = places.into_iter().filter(|(place, _)| *place != key.place).collect();
        (key.place, key.at) = *random.pick(&others)?;
        Some(())
    }),
    ("an item that says another place", Promise::P0, |level, random| {
        let places: Vec<PlaceId> = level.places.iter().map(|place| place.id).collect();
        let item = item(level, random)?;
        item.place = another(random, places, &item.place)?;
        Some(())
    }),
    ("an item in a place that does not exist", Promise::P0, |level, random| {
        item(level, random)?.place = PlaceId(u32::MAX);
        Some(())
    }),
    ("an item on a cell of another place", Promise::P0, |level, random| {
        let anchors: Vec<(PlaceId, Cell)> =
            level.places.iter().map(|place| (place.id, place.anchor)).collect();
        let item = item(level, random)?;
        let others: Vec<_> = anchors.into_iter().filter(|(place, _)| *place != item.place).collect();
        item.at = random.pick(&others)?.1;
        Some(())
    }),
    ("an item in a wall", Promise::P0, |level, random| {
        let is_wall = |cell: &Cell| !level.is_walkable(*cell) && level.owners[*cell] == Owner::NOBODY;
        let cell = pick_cell(random, level.tiles.rect().cells().filter(is_wall))?;
        item(level, random)?.at = cell;
        Some(())
    }),
    ("an item in a wall of its room", Promise::P1, |level, random| {
        let is_room = |place: &Place| place.template.is_some();
        let has_item = |place: &Place| {
            level.entities.iter().any(|entity| entity.node.is_some() && entity.place == place.id)
        };
        let room = index(random, &level.places, |place| is_room(place) && has_item(place))?;
        let room = level.places[room].id;
        let is_wall = |cell: &Cell| !level.is_walkable(*cell) && level.owners[*cell] == room.into();
        let cell = pick_cell(random, level.tiles.rect().cells().filter(is_wall))?;
        one(random, &mut level.entities, |entity| entity.node.is_some() && entity.place == room)?.at = cell;
        Some(())
    }),
    ("an item outside the level", Promise::P0, |level, random| {
        item(level, random)?.at = Cell::new(i32::MIN, 4);
        Some(())
    }),
    ("an item that was removed", Promise::P1, |level, random| {
        let index = index(random, &level.entities, |entity| entity.node.is_some())?;
        level.entities.remove(index);
        number(level);
        Some(())
    }),
    ("a key that was removed", Promise::P1, |level, random| {
        let index = index(random, &level.entities, |entity| !entity.opens.is_empty())?;
        let id = level.entities.remove(index).id;
        number(level);
        for lock in level.passages.iter_mut().flat_map(|passage| &mut passage.locks) {
            lock.keys.retain(|key| *key != id);
            lock.keys.iter_mut().filter(|key| **key > id).for_each(|key| key.0 -= 1);
        }
        Some(())
    }),
    ("an item that is there twice", Promise::P0, |level, random| {
        let item = item(level, random)?.clone();
        level.entities.push(item);
        number(level);
        Some(())
    }),
    ("an item twice, the second of no node", Promise::P4, |level, random| {
        let mut item = item(level, random)?.clone();
        (item.node, item.opens) = (None, Vec::new());
        level.entities.push(item);
        number(level);
        Some(())
    }),
    ("a treasure that the mission lacks", Promise::P4, |level, random| {
        let place = random.pick(&level.places)?;
        let treasure = Entity {
            id: EntityId::at(level.entities.len()),
            kind: "Treasure".to_owned(),
            at: place.anchor,
            place: place.id,
            node: None,
            opens: Vec::new(),
            properties: Default::default(),
            marker: false,
            pass: None,
            solid: false,
        };
        level.entities.push(treasure);
        Some(())
    }),
    ("an item of no node", Promise::P4, |level, random| {
        item(level, random)?.node = None;
        Some(())
    }),
    ("an item of a node that does not exist", Promise::P0, |level, random| {
        item(level, random)?.node = Some(NodeId(u32::MAX));
        Some(())
    }),
    ("an item of a place's node", Promise::P0, |level, random| {
        let nodes: Vec<NodeId> = level.places.iter().map(|place| place.node).collect();
        item(level, random)?.node = random.pick(&nodes).copied();
        Some(())
    }),
    ("an item of another item's node", Promise::P0, |level, random| {
        let nodes: Vec<_> = level.entities.iter().filter_map(|entity| entity.node).map(Some).collect();
        let item = item(level, random)?;
        item.node = another(random, nodes, &item.node)?;
        Some(())
    }),
    ("a key that opens nothing", Promise::P0, |level, random| {
        one(random, &mut level.entities, |entity| !entity.opens.is_empty())?.opens.clear();
        Some(())
    }),
    ("a key that opens nothing, and no lock with it", Promise::P0, |level, random| {
        let key = one(random, &mut level.entities, |entity| !entity.opens.is_empty())?;
        key.opens.clear();
        let id = key.id;
        for lock in level.passages.iter_mut().flat_map(|passage| &mut passage.locks) {
            lock.keys.retain(|key| *key != id);
        }
        Some(())
    }),
    ("a key that opens another place", Promise::P0, |level, random| {
        let places: Vec<PlaceId> = level.places.iter().map(|place| place.id).collect();
        let key = one(random, &mut level.entities, |entity| !entity.opens.is_empty())?;
        let opened = one(random, &mut key.opens, |_| true)?;
        *opened = another(random, places, opened)?;
        Some(())
    }),
    ("a key that opens another lock", Promise::P0, |level, random| {
        let locks = level.places.iter().filter(|place| place.role == Some(NodeRole::Lock));
        let locks: Vec<PlaceId> = locks.map(|place| place.id).collect();
        let key = one(random, &mut level.entities, |entity| entity.opens.len() == 1)?;
        key.opens = vec![another(random, locks, &key.opens[0])?];
        Some(())
    }),
    ("a key that opens a place that does not exist", Promise::P0, |level, random| {
        item(level, random)?.opens.push(PlaceId(u32::MAX));
        Some(())
    }),
    ("a key that opens one place more", Promise::P0, |level, random| {
        let place = random.pick(&level.places)?.id;
        item(level, random)?.opens.push(place);
        Some(())
    }),
    ("a key that opens a place twice", Promise::P0, |level, random| {
        let key = one(random, &mut level.entities, |entity| !entity.opens.is_empty())?;
        key.opens.push(key.opens[0]);
        Some(())
    }),
    ("a key that opens its places in another order", Promise::P0, |level, random| {
        one(random, &mut level.entities, |entity| entity.opens.len() > 1)?.opens.reverse();
        Some(())
    }),
    ("an item with a value that its node does not have", Promise::P0, |level, random| {
        item(level, random)?.properties.insert("planted".to_owned(), Value::Bool(true));
        Some(())
    }),
    ("an item without a value that its node has", Promise::P0, |level, random| {
        let has_values = |entity: &Entity| entity.node.is_some() && !entity.properties.is_empty();
        one(random, &mut level.entities, has_values)?.properties.pop_first()?;
        Some(())
    }),
    ("an item with another value than its node", Promise::P0, |level, random| {
        let has_values = |entity: &Entity| entity.node.is_some() && !entity.properties.is_empty();
        let item = one(random, &mut level.entities, has_values)?;
        *item.properties.values_mut().next()? = Value::Int(-77);
        Some(())
    }),
    ("an item that is a marker", Promise::P0, |level, random| {
        item(level, random)?.marker = true;
        Some(())
    }),
    ("an entity by another id", Promise::P0, |level, random| {
        one(random, &mut level.entities, |_| true)?.id.0 += 1;
        Some(())
    }),
    ("two entities that changed places in the list", Promise::P0, |level, _| {
        (level.entities.len() > 1).then(|| level.entities.swap(0, 1))
    }),
    ("a drawn entity that was removed", Promise::P4, |level, random| {
        let index = index(random, &level.entities, |entity| entity.node.is_none() && entity.pass.is_none())?;
        level.entities.remove(index);
        number(level);
        Some(())
    }),
    ("a drawn entity that is there twice", Promise::P4, |level, random| {
        let entity = drawn(level, random)?.clone();
        level.entities.push(entity);
        number(level);
        Some(())
    }),
    ("a drawn entity of another kind", Promise::P4, |level, random| {
        drawn(level, random)?.kind.push('x');
        Some(())
    }),
    ("a drawn entity with other properties", Promise::P4, |level, random| {
        drawn(level, random)?.properties.insert("planted".to_owned(), Value::Int(1));
        Some(())
    }),
    ("a drawn entity that is a marker, or the other way around", Promise::P4, |level, random| {
        let entity = drawn(level, random)?;
        entity.marker = !entity.marker;
        Some(())
    }),
    ("a drawn entity on another cell", Promise::P4, |level, random| {
        let owners = level.owners.clone();
        let entity = drawn(level, random)?;
        entity.at = entity.at.around().find(|cell| owners.get(*cell) == Some(&entity.place.into()))?;
        Some(())
    }),
    ("a drawn entity in another place", Promise::P4, |level, random| {
        let places: Vec<(PlaceId, Cell)> =
            level.places.iter().map(|place| (place.id, place.anchor)).collect();
        let entity = drawn(level, random)?;
        let others: Vec<_> = places.into_iter().filter(|(place, _)| *place != entity.place).collect();
        (entity.place, entity.at) = *random.pick(&others)?;
        Some(())
    }),
    ("a drawn entity that opens something", Promise::P4, |level, random| {
        drawn(level, random)?.opens.push(PlaceId(1));
        Some(())
    }),
    ("a drawn entity of a node", Promise::P4, |level, random| {
        let node = level.mission.nodes.first()?.id;
        drawn(level, random)?.node = Some(node);
        Some(())
    }),
];

fn item<'a>(level: &'a mut Level, random: &mut RandomStream) -> Option<&'a mut Entity> {
    one(random, &mut level.entities, |entity| entity.node.is_some())
}

fn drawn<'a>(level: &'a mut Level, random: &mut RandomStream) -> Option<&'a mut Entity> {
    one(random, &mut level.entities, |entity| entity.node.is_none() && entity.pass.is_none())
}

/// Sets the ids of entities to their positions.
fn number(level: &mut Level) {
    for (entity, id) in level.entities.iter_mut().zip(1..) {
        entity.id = EntityId(id);
    }
}
