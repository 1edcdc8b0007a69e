//! Faults of passes: their entities, and their records.

use delvewright_engine::base::{Cell, Choice, RandomStream, Slot, each_parameter};
use delvewright_engine::level::{Entity, EntityId, Layer, Level, Owner, PassRecord, PlacedKind, Promise};
use delvewright_engine::mission::{NodeRole, Value};
use delvewright_engine::settings::{ChestSpots, PassKind, PassSettings, Surface};

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
    ("a placed entity on an anchor", Promise::P1, |level, random| {
        let anchors: Vec<_> = level.places.iter().map(|place| (place.id, place.anchor)).collect();
        let entity = one(random, &mut level.entities, |entity| entity.pass.is_some() && !entity.solid)?;
        entity.at = anchors.into_iter().find(|(place, _)| *place == entity.place)?.1;
        Some(())
    }),
    ("a pass of another kind", Promise::P0, |level, random| {
        let kinds = PassKind::default().choices().into_iter().map(|choice| {
            let mut kind = PassKind::default();
            kind.choose(choice.label);
            kind
        });
        let pass = one(random, &mut level.populate, |_| true)?;
        pass.kind = another(random, kinds, &pass.kind)?;
        Some(())
    }),
    ("a pass with the settings of another", Promise::P0, |level, random| {
        let settings: Vec<_> = level.populate.iter().map(|pass| pass.settings.clone()).collect();
        let pass = one(random, &mut level.populate, |_| true)?;
        pass.settings = another(random, settings, &pass.settings)?;
        Some(())
    }),
    (
        "a pass of another kind with settings that place nothing of what it placed",
        Promise::P0,
        |level, random| {
            let pass = one(random, &mut level.populate, |pass| pass.placed() > 0)?;
            let kind = if pass.kind == PassKind::Features { PassKind::Chests } else { PassKind::Features };
            (pass.kind, pass.settings) = (kind, Some(PassSettings::of(kind)));
            Some(())
        },
    ),
    ("a pass that opens an exit, or does not any more", Promise::P0, |level, random| {
        let pass = one(random, &mut level.populate, |_| true)?;
        pass.opens_exit = !pass.opens_exit;
        Some(())
    }),
    ("an exit that another pass opens", Promise::P0, |level, _| {
        let opens = level.populate.iter().position(|pass| pass.opens_exit)?;
        let other = level.populate.iter().position(|pass| !pass.opens_exit)?;
        (level.populate[opens].opens_exit, level.populate[other].opens_exit) = (false, true);
        Some(())
    }),
    ("entities that have to fall, or have not any more", Promise::P0, |level, random| {
        let pass = one(random, &mut level.populate, |pass| !pass.entities.is_empty())?;
        let placed = pass.entities.values_mut().next()?;
        placed.falls = !placed.falls;
        Some(())
    }),
    ("a pass without a name", Promise::P0, |level, random| {
        let kind = *random.pick(&[PassKind::Chests, PassKind::Foes, PassKind::TileVariants])?;
        level.populate.push(PassRecord {
            name: " ".repeat(random.below(2) as usize),
            kind,
            settings: Some(PassSettings::of(kind)),
            on: Vec::new(),
            entities: Default::default(),
            tiles: Default::default(),
            walls: Vec::new(),
            opens_exit: false,
            taken_back: 0,
        });
        Some(())
    }),
    ("a pass that took back what is in nobody's way", Promise::P0, |level, random| {
        let is_meant = |pass: &PassRecord| pass.kind == PassKind::TileVariants;
        one(random, &mut level.populate, is_meant)?.taken_back += 1;
        Some(())
    }),
    ("a foe near the start", Promise::P0, |level, random| {
        let start = level.places.iter().find(|place| place.role == Some(NodeRole::Start))?.anchor;
        let pass = one(random, &mut level.populate, |pass| {
            pass.kind == PassKind::Foes && !pass.entities.is_empty()
        })?;
        let nearest = level.entities.iter().filter(|entity| entity.pass.as_ref() == Some(&pass.name));
        let nearest = nearest.map(|entity| entity.at.manhattan(start)).min()?;
        let Some(PassSettings::Foes(foes)) = &mut pass.settings else { return None };
        foes.distance = nearest + 1;
        Some(())
    }),
    ("an entity of epochs near the start", Promise::P0, |level, random| {
        let start = level.places.iter().find(|place| place.role == Some(NodeRole::Start))?.anchor;
        let pass = one(random, &mut level.populate, |pass| {
            pass.kind == PassKind::Epochs && !pass.entities.is_empty()
        })?;
        let nearest = level.entities.iter().filter(|entity| entity.pass.as_ref() == Some(&pass.name));
        let nearest = nearest.map(|entity| entity.at.manhattan(start)).min()?;
        let Some(PassSettings::Epochs(epochs)) = &mut pass.settings else { return None };
        epochs.distance = nearest + 1;
        Some(())
    }),
    ("features nearer to each other than they may", Promise::P0, |level, random| {
        let pass =
            one(random, &mut level.populate, |pass| pass.kind == PassKind::Features && pass.placed() > 1)?;
        let Some(PassSettings::Features(features)) = &mut pass.settings else { return None };
        features.distance = 1000;
        Some(())
    }),
    ("more features than the pass places", Promise::P0, |level, random| {
        let pass =
            one(random, &mut level.populate, |pass| pass.kind == PassKind::Features && pass.placed() > 0)?;
        let Some(PassSettings::Features(features)) = &mut pass.settings else { return None };
        features.number = (0, 0);
        Some(())
    }),
    ("a chest at no dead end", Promise::P0, |level, random| {
        let is_open = |cell: Cell| cell.beside().filter(|near| level.is_walkable(*near)).count() > 1;
        let open: Vec<_> = level.entities.iter().filter(|entity| is_open(entity.at)).collect();
        let open: Vec<_> = open.into_iter().filter_map(|entity| entity.pass.clone()).collect();
        let pass = one(random, &mut level.populate, |pass| {
            pass.kind == PassKind::Chests && open.contains(&pass.name)
        })?;
        let Some(PassSettings::Chests(chests)) = &mut pass.settings else { return None };
        chests.at = ChestSpots::DeadEnds;
        Some(())
    }),
    ("walls of a pass that makes none", Promise::P0, |level, random| {
        let pass = one(random, &mut level.populate, |pass| !pass.walls.is_empty())?;
        let Some(PassSettings::WallPieces(pieces)) = &mut pass.settings else { return None };
        pieces.percent = 0;
        Some(())
    }),
    ("pieces of wall at no corner of a floor", Promise::P0, |level, random| {
        let pass = one(random, &mut level.populate, |pass| pass.walls.len() > 2)?;
        let Some(PassSettings::WallPieces(pieces)) = &mut pass.settings else { return None };
        pieces.floor_size = 16;
        Some(())
    }),
    ("a tile that is drawn on something else", Promise::P0, |level, random| {
        let pass = one(random, &mut level.populate, |pass| pass.kind == PassKind::TileVariants)?;
        let Some(PassSettings::TileVariants(variants)) = &mut pass.settings else { return None };
        let is_floor = variants.of == Surface::Floor;
        variants.of = if is_floor { Surface::Walls } else { Surface::Floor };
        (!pass.tiles.is_empty()).then_some(())
    }),
    ("an entity of an epoch on a cell that no epoch marked", Promise::P0, |level, random| {
        let growth = level.populate.iter().find(|pass| pass.kind == PassKind::Epochs)?.name.clone();
        let layer = level.layers.iter().find(|layer| layer.name == growth)?;
        let is_bare = |cell: &Cell| {
            level.owner(*cell).place().is_some()
                && level.is_walkable(*cell)
                && layer.tiles[*cell] == Layer::NOTHING
                && level.entities.iter().all(|entity| entity.at != *cell)
        };
        let cell = pick_cell(random, level.tiles.rect().cells().filter(is_bare))?;
        let place = level.owner(cell).place()?;
        let entity = one(random, &mut level.entities, |entity| entity.pass.as_ref() == Some(&growth))?;
        (entity.at, entity.place) = (cell, place);
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
            PlacedKind { count: 1, solid: false, falls: false, properties: Default::default() },
        );
        Some(())
    }),
    ("a pass that drew or built and is not recorded", Promise::P0, |level, random| {
        let index = index(random, &level.populate, |pass| {
            pass.entities.is_empty() && (!pass.tiles.is_empty() || !pass.walls.is_empty())
        })?;
        level.populate.remove(index);
        Some(())
    }),
    ("a pass that built and is not recorded, nor what it drew", Promise::P0, |level, random| {
        let index =
            index(random, &level.populate, |pass| pass.entities.is_empty() && !pass.walls.is_empty())?;
        let pass = level.populate.remove(index);
        level.layers.retain(|layer| layer.name != pass.name);
        Some(())
    }),
    ("a number of a setting that is out of its range", Promise::P0, |level, random| {
        let pass = one(random, &mut level.populate, |_| true)?;
        let mut numbers = 0;
        let settings = pass.settings.as_mut()?;
        each_parameter(settings, &mut |_, slot| {
            numbers += u64::from(matches!(slot, Slot::Number(..) | Slot::Range(..)));
        });
        let (chosen, mut at) = (random.below(numbers), 0);
        let backwards = random.chance(50);
        each_parameter(settings, &mut |_, slot| match slot {
            Slot::Number(number, value) => {
                if at == chosen {
                    *value = number.most + 1;
                }
                at += 1;
            }
            Slot::Range(number, range) => {
                if at == chosen {
                    *range = if backwards { (number.most, number.least) } else { (0, number.most + 1) };
                }
                at += 1;
            }
            _ => {}
        });
        Some(())
    }),
    ("an entity of a setting that has no name", Promise::P0, |level, random| {
        let pass = one(random, &mut level.populate, |pass| pass.kind == PassKind::AlongTheWay)?;
        let Some(PassSettings::AlongTheWay(way)) = &mut pass.settings else { return None };
        way.entity.clear();
        Some(())
    }),
    ("a tile of a wall far from all floors", Promise::P0, |level, random| {
        let passes: Vec<&str> = level
            .populate
            .iter()
            .filter(|pass| pass.kind == PassKind::WallPieces && !pass.tiles.is_empty())
            .map(|pass| pass.name.as_str())
            .collect();
        let layer = level.layers.iter().position(|layer| passes.contains(&layer.name.as_str()))?;
        let is_far = |cell: &Cell| {
            !level.is_walkable(*cell)
                && cell.around().all(|near| !level.is_walkable(near))
                && level.owner(*cell) == Owner::NOBODY
                && level.populate.iter().all(|pass| cell.around().all(|near| !pass.walls.contains(&near)))
        };
        let far = pick_cell(random, level.tiles.rect().cells().filter(is_far))?;
        let tiles = &mut level.layers[layer].tiles;
        let drawn: Vec<Cell> =
            tiles.iter().filter(|(_, tile)| **tile != Layer::NOTHING).map(|(cell, _)| cell).collect();
        let near = *random.pick(&drawn)?;
        tiles[far] = std::mem::replace(&mut tiles[near], Layer::NOTHING);
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

/// Sets the ids of entities to their positions.
fn number(level: &mut Level) {
    for (entity, id) in level.entities.iter_mut().zip(1..) {
        entity.id = EntityId(id);
    }
}
