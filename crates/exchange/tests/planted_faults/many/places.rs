//! Faults of places.

use delvewright_engine::base::{Cell, Rect, Size};
use delvewright_engine::level::{PlaceId, Promise};
use delvewright_engine::mission::{NodeId, NodeRole, Technique, Value};

use super::tiles::pick_cell;
use super::{Fault, another, one};

pub const FAULTS: &[Fault] = &[
    ("an anchor in a wall", Promise::P1, |level, random| {
        let cell = pick_cell(random, level.tiles.rect().cells().filter(|cell| !level.is_walkable(*cell)))?;
        one(random, &mut level.places, |_| true)?.anchor = cell;
        Some(())
    }),
    ("an anchor outside the level", Promise::P0, |level, random| {
        one(random, &mut level.places, |_| true)?.anchor = Cell::new(-1, i32::MAX);
        Some(())
    }),
    ("an anchor in another place", Promise::P1, |level, random| {
        let anchors: Vec<Cell> = level.places.iter().map(|place| place.anchor).collect();
        let place = one(random, &mut level.places, |_| true)?;
        place.anchor = another(random, anchors, &place.anchor)?;
        Some(())
    }),
    ("an anchor beside the middle of a room or hall", Promise::P4, |level, random| {
        let owners = level.owners.clone();
        let walkable: Vec<Cell> =
            level.tiles.rect().cells().filter(|cell| level.is_walkable(*cell)).collect();
        let place = one(random, &mut level.places, |place| place.technique != Technique::Cave)?;
        let own = walkable.into_iter().filter(|cell| owners[*cell] == place.id.into());
        place.anchor = another(random, own, &place.anchor)?;
        Some(())
    }),
    ("an anchor of a cave off its column and row", Promise::P0, |level, random| {
        let owners = level.owners.clone();
        let walkable: Vec<Cell> =
            level.tiles.rect().cells().filter(|cell| level.is_walkable(*cell)).collect();
        let site = |node: NodeId| {
            level.mission.nodes.iter().find(|other| other.id == node).and_then(|node| node.site)
        };
        let sites: Vec<_> = level.places.iter().filter_map(|place| site(place.node)).collect();
        let caves: Vec<PlaceId> = level
            .places
            .iter()
            .filter(|place| place.technique == Technique::Cave)
            .filter(|place| {
                let own = site(place.node);
                let fellows = |of: fn(delvewright_engine::mission::Site) -> i32| {
                    sites.iter().filter(|other| own.map(of) == Some(of(**other))).count() > 1
                };
                fellows(|site| site.x) && fellows(|site| site.y)
            })
            .map(|place| place.id)
            .collect();
        let place = one(random, &mut level.places, |place| caves.contains(&place.id))?;
        let own = walkable.into_iter().filter(|cell| owners[*cell] == place.id.into());
        place.anchor = another(random, own, &place.anchor)?;
        Some(())
    }),
    ("bounds that are too small", Promise::P1, |level, random| {
        let place = one(random, &mut level.places, |_| true)?;
        let Rect { min, size } = place.bounds;
        place.bounds = Rect::new(min, Size::new(size.width - 1, size.height));
        Some(())
    }),
    ("bounds that are too large", Promise::P1, |level, random| {
        let place = one(random, &mut level.places, |_| true)?;
        place.bounds.size.height += 1;
        Some(())
    }),
    ("bounds that are moved", Promise::P1, |level, random| {
        let place = one(random, &mut level.places, |_| true)?;
        place.bounds.min.x += 1;
        Some(())
    }),
    ("bounds outside the level", Promise::P0, |level, random| {
        one(random, &mut level.places, |_| true)?.bounds =
            Rect::from((i32::MAX, i32::MIN, u32::MAX, u32::MAX));
        Some(())
    }),
    ("bounds of another place", Promise::P1, |level, random| {
        let bounds: Vec<Rect> = level.places.iter().map(|place| place.bounds).collect();
        let place = one(random, &mut level.places, |_| true)?;
        place.bounds = another(random, bounds, &place.bounds)?;
        Some(())
    }),
    ("a place by another symbol", Promise::P0, |level, random| {
        one(random, &mut level.places, |_| true)?.symbol.push('x');
        Some(())
    }),
    ("a place by the symbol of another", Promise::P0, |level, random| {
        let symbols: Vec<String> = level.places.iter().map(|place| place.symbol.clone()).collect();
        let place = one(random, &mut level.places, |_| true)?;
        place.symbol = another(random, symbols, &place.symbol)?;
        Some(())
    }),
    ("a place without its role", Promise::P0, |level, random| {
        one(random, &mut level.places, |place| place.role.is_some())?.role = None;
        Some(())
    }),
    ("a place that became a lock", Promise::P0, |level, random| {
        one(random, &mut level.places, |place| place.role != Some(NodeRole::Lock))?.role =
            Some(NodeRole::Lock);
        Some(())
    }),
    ("a lock that is none", Promise::P0, |level, random| {
        one(random, &mut level.places, |place| place.role == Some(NodeRole::Lock))?.role = None;
        Some(())
    }),
    ("a second goal", Promise::P0, |level, random| {
        one(random, &mut level.places, |place| place.role.is_none())?.role = Some(NodeRole::Goal);
        Some(())
    }),
    ("a second start", Promise::P0, |level, random| {
        one(random, &mut level.places, |place| place.role.is_none())?.role = Some(NodeRole::Start);
        Some(())
    }),
    ("start and goal exchanged", Promise::P0, |level, _| {
        for place in &mut level.places {
            place.role = match place.role {
                Some(NodeRole::Start) => Some(NodeRole::Goal),
                Some(NodeRole::Goal) => Some(NodeRole::Start),
                role => role,
            };
        }
        level.places.iter().any(|place| place.role == Some(NodeRole::Goal)).then_some(())
    }),
    ("a hall that calls itself a cave", Promise::P0, |level, random| {
        one(random, &mut level.places, |place| place.technique == Technique::Hall)?.technique =
            Technique::Cave;
        Some(())
    }),
    ("a hall that calls itself a room", Promise::P4, |level, random| {
        one(random, &mut level.places, |place| place.technique == Technique::Hall)?.technique =
            Technique::Room;
        Some(())
    }),
    ("a cave that calls itself a hall", Promise::P0, |level, random| {
        one(random, &mut level.places, |place| place.technique == Technique::Cave)?.technique =
            Technique::Hall;
        Some(())
    }),
    ("a cave that calls itself a room", Promise::P4, |level, random| {
        one(random, &mut level.places, |place| place.technique == Technique::Cave)?.technique =
            Technique::Room;
        Some(())
    }),
    ("a room that calls itself a cave", Promise::P4, |level, random| {
        one(random, &mut level.places, |place| place.template.is_some())?.technique = Technique::Cave;
        Some(())
    }),
    ("a room that calls itself a hall", Promise::P4, |level, random| {
        one(random, &mut level.places, |place| place.template.is_some())?.technique = Technique::Hall;
        Some(())
    }),
    ("a value that its node does not have", Promise::P0, |level, random| {
        one(random, &mut level.places, |_| true)?.attributes.insert("planted".to_owned(), Value::Int(77));
        Some(())
    }),
    ("a value of a place that was taken", Promise::P0, |level, random| {
        one(random, &mut level.places, |place| !place.attributes.is_empty())?.attributes.pop_first()?;
        Some(())
    }),
    ("a value of a place that was changed", Promise::P0, |level, random| {
        let place = one(random, &mut level.places, |place| !place.attributes.is_empty())?;
        *place.attributes.values_mut().next()? = Value::Text("planted".to_owned());
        Some(())
    }),
    ("a place of a node that does not exist", Promise::P0, |level, random| {
        one(random, &mut level.places, |_| true)?.node = NodeId(u32::MAX);
        Some(())
    }),
    ("a place of another place's node", Promise::P0, |level, random| {
        let nodes: Vec<NodeId> = level.places.iter().map(|place| place.node).collect();
        let place = one(random, &mut level.places, |_| true)?;
        place.node = another(random, nodes, &place.node)?;
        Some(())
    }),
    ("a place of an item's node", Promise::P0, |level, random| {
        let items = level.mission.nodes.iter().filter(|node| !node.is_place).map(|node| node.id);
        let item = *random.pick(&items.collect::<Vec<_>>())?;
        one(random, &mut level.places, |_| true)?.node = item;
        Some(())
    }),
    ("two places that exchanged their nodes", Promise::P0, |level, random| {
        let nodes: Vec<NodeId> = level.places.iter().map(|place| place.node).collect();
        let own = random.pick(&nodes).copied()?;
        let other = another(random, nodes, &own)?;
        for place in &mut level.places {
            place.node = if place.node == own {
                other
            } else if place.node == other {
                own
            } else {
                place.node
            };
        }
        Some(())
    }),
    ("a place by another id", Promise::P0, |level, random| {
        one(random, &mut level.places, |_| true)?.id.0 += 1;
        Some(())
    }),
    ("a place that was removed", Promise::P0, |level, random| {
        let index = random.below(level.places.len() as u64) as usize;
        level.places.remove(index);
        Some(())
    }),
    ("a place that is there twice", Promise::P0, |level, random| {
        let place = random.pick(&level.places)?.clone();
        level.places.push(place);
        Some(())
    }),
    ("a place that is there twice, by an id of its own", Promise::P0, |level, random| {
        let mut place = random.pick(&level.places)?.clone();
        place.id = PlaceId::at(level.places.len());
        level.places.push(place);
        Some(())
    }),
    ("two places that changed places in the list", Promise::P0, |level, _| {
        level.places.swap(0, 1);
        Some(())
    }),
    ("a cave or hall that is turned", Promise::P4, |level, random| {
        one(random, &mut level.places, |place| place.template.is_none())?.turn = 1;
        Some(())
    }),
    ("a cave or hall that is flipped", Promise::P4, |level, random| {
        one(random, &mut level.places, |place| place.template.is_none())?.flip = true;
        Some(())
    }),
    ("a cave or hall with a template", Promise::P4, |level, random| {
        let name = level.templates.keys().next()?.clone();
        one(random, &mut level.places, |place| place.template.is_none())?.template = Some(name);
        Some(())
    }),
];
