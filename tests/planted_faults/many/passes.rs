//! Faults of what passes placed, and of what the level says of them.

use delvewright::base::{Cell, RandomStream};
use delvewright::level::{Entity, Layer, Level, Owner, PlacedKind, Promise};
use delvewright::mission::Value;

use super::tiles::pick_cell;
use super::{Fault, another, index, one};

pub const FAULTS: &[Fault] = &[
    ("a placed entity that was removed", Promise::P0, |level, random| {
        let index = index(random, &level.entities, |entity| entity.pass.is_some())?;
        level.entities.remove(index);
        number(level);
        Some(())
    }),
    ("a placed entity of no pass", Promise::P4, |level, random| {
        let entity = placed(level, random)?;
        (entity.pass, entity.solid) = (None, false);
        Some(())
    }),
    ("a solid entity of no pass", Promise::P0, |level, random| {
        one(random, &mut level.entities, |entity| entity.solid)?.pass = None;
        Some(())
    }),
    ("a placed entity of a pass that is not there", Promise::P0, |level, random| {
        placed(level, random)?.pass = Some("Nobody's".to_owned());
        Some(())
    }),
    ("a placed entity of another pass", Promise::P0, |level, random| {
        let names: Vec<String> = level.populate.iter().map(|pass| pass.name.clone()).collect();
        let entity = placed(level, random)?;
        let name = another(random, names, entity.pass.as_ref()?)?;
        entity.pass = Some(name);
        Some(())
    }),
    ("a placed entity of another kind", Promise::P0, |level, random| {
        placed(level, random)?.kind.push_str(" of glass");
        Some(())
    }),
    ("a placed entity that opens something", Promise::P0, |level, random| {
        let place = level.places.first()?.id;
        placed(level, random)?.opens.push(place);
        Some(())
    }),
    ("a placed entity with other properties", Promise::P0, |level, random| {
        placed(level, random)?.properties.insert("planted".to_owned(), Value::Int(1));
        Some(())
    }),
    ("a solid entity that is not", Promise::P0, |level, random| {
        one(random, &mut level.entities, |entity| entity.solid)?.solid = false;
        Some(())
    }),
    ("a placed entity that is a marker", Promise::P0, |level, random| {
        placed(level, random)?.marker = true;
        Some(())
    }),
    ("a placed entity that stems from a node", Promise::P0, |level, random| {
        let node = level.mission.nodes.first()?.id;
        placed(level, random)?.node = Some(node);
        Some(())
    }),
    ("a placed entity in a wall", Promise::P0, |level, random| {
        let is_wall = |cell: &Cell| !level.is_walkable(*cell) && level.owners[*cell] == Owner::NOBODY;
        let cell = pick_cell(random, level.tiles.rect().cells().filter(is_wall))?;
        placed(level, random)?.at = cell;
        Some(())
    }),
    ("a placed entity where another stands", Promise::P1, |level, random| {
        let first = index(random, &level.entities, |entity| entity.pass.is_some())?;
        let Entity { at, place, .. } = level.entities[first];
        let is_other = |entity: &Entity| entity.pass.is_some() && entity.place == place && entity.at != at;
        one(random, &mut level.entities, is_other)?.at = at;
        Some(())
    }),
    ("a placed entity that is there twice", Promise::P0, |level, random| {
        let entity = placed(level, random)?.clone();
        level.entities.push(entity);
        number(level);
        Some(())
    }),
    ("a solid entity on an anchor", Promise::P1, |level, random| {
        let anchors: Vec<_> = level.places.iter().map(|place| (place.id, place.anchor)).collect();
        let entity = one(random, &mut level.entities, |entity| entity.solid)?;
        entity.at = anchors.into_iter().find(|(place, _)| *place == entity.place)?.1;
        Some(())
    }),
    ("a pass in a place on which it does not work", Promise::P0, |level, random| {
        let pass = one(random, &mut level.populate, |pass| !pass.entities.is_empty())?;
        pass.on = vec!["Nowhere".to_owned()];
        Some(())
    }),
    ("a pass that counts one more", Promise::P0, |level, random| {
        let pass = one(random, &mut level.populate, |pass| !pass.entities.is_empty())?;
        pass.entities.values_mut().next()?.count += 1;
        Some(())
    }),
    ("a pass that counts what is not there", Promise::P0, |level, random| {
        one(random, &mut level.populate, |_| true)?.entities.insert(
            "dragon".to_owned(),
            PlacedKind { count: 1, solid: false, properties: Default::default() },
        );
        Some(())
    }),
    ("a pass that is not recorded", Promise::P0, |level, random| {
        let index = index(random, &level.populate, |pass| !pass.entities.is_empty())?;
        level.populate.remove(index);
        Some(())
    }),
    ("two passes of one name", Promise::P0, |level, random| {
        let pass = random.pick(&level.populate)?.clone();
        level.populate.push(pass);
        Some(())
    }),
    ("a drawn cell more than its pass says", Promise::P0, |level, random| {
        let layer = one(random, &mut level.layers, |_| true)?;
        let cell = pick_cell(
            random,
            layer.tiles.iter().filter(|(_, tile)| **tile != Layer::NOTHING).map(|(cell, _)| cell),
        )?;
        layer.tiles[cell] = Layer::NOTHING;
        Some(())
    }),
    ("a wall of a pass that is floor", Promise::P0, |level, random| {
        let cell = level.places.first()?.anchor;
        one(random, &mut level.populate, |pass| !pass.walls.is_empty())?.walls.push(cell);
        Some(())
    }),
    ("a wall that a pass made twice", Promise::P0, |level, random| {
        let pass = one(random, &mut level.populate, |pass| !pass.walls.is_empty())?;
        let cell = *pass.walls.first()?;
        pass.walls.push(cell);
        Some(())
    }),
];

fn placed<'a>(level: &'a mut Level, random: &mut RandomStream) -> Option<&'a mut Entity> {
    one(random, &mut level.entities, |entity| entity.pass.is_some())
}

/// Gives the entities the ids of their positions.
fn number(level: &mut Level) {
    for (entity, id) in level.entities.iter_mut().zip(1..) {
        entity.id = id;
    }
}
