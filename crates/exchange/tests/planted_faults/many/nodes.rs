//! Faults of the mission's nodes.

use delvewright_engine::level::{NodeRecord, Promise, TechniqueChoice};
use delvewright_engine::mission::{NodeId, NodeRole, Site, Technique, Value};

use super::{Fault, another, index, one};

pub const FAULTS: &[Fault] = &[
    ("a node by another symbol", Promise::P0, |level, random| {
        one(random, &mut level.mission.nodes, |_| true)?.symbol.push('x');
        Some(())
    }),
    ("a node by the symbol of another", Promise::P0, |level, random| {
        let symbols: Vec<String> = level.mission.nodes.iter().map(|node| node.symbol.clone()).collect();
        let node = one(random, &mut level.mission.nodes, |_| true)?;
        node.symbol = another(random, symbols, &node.symbol)?;
        Some(())
    }),
    ("a node without its role", Promise::P0, |level, random| {
        one(random, &mut level.mission.nodes, |node| node.role.is_some())?.role = None;
        Some(())
    }),
    ("a node with another role", Promise::P0, |level, random| {
        let roles =
            [None, Some(NodeRole::Start), Some(NodeRole::Goal), Some(NodeRole::Key), Some(NodeRole::Lock)];
        let node = one(random, &mut level.mission.nodes, |_| true)?;
        node.role = another(random, roles, &node.role)?;
        Some(())
    }),
    ("a lock without its role, in the place and in the node", Promise::P0, |level, random| {
        let place = one(random, &mut level.places, |place| place.role == Some(NodeRole::Lock))?;
        place.role = None;
        level.mission.nodes.iter_mut().find(|node| node.id == place.node)?.role = None;
        Some(())
    }),
    ("a place's node that is no place", Promise::P0, |level, random| {
        one(random, &mut level.mission.nodes, |node| node.is_place)?.is_place = false;
        Some(())
    }),
    ("an item's node that is a place", Promise::P1, |level, random| {
        one(random, &mut level.mission.nodes, |node| !node.is_place)?.is_place = true;
        Some(())
    }),
    ("a node of a place by another id", Promise::P0, |level, random| {
        one(random, &mut level.mission.nodes, |node| node.is_place)?.id = NodeId(u32::MAX);
        Some(())
    }),
    ("two nodes that exchanged their ids", Promise::P0, |level, random| {
        let nodes = &mut level.mission.nodes;
        let first = index(random, nodes, |_| true)?;
        let own = nodes[first].id;
        let second = index(random, nodes, |node| node.id != own)?;
        nodes[first].id = nodes[second].id;
        nodes[second].id = own;
        Some(())
    }),
    ("a node that was removed", Promise::P0, |level, random| {
        let index = index(random, &level.mission.nodes, |_| true)?;
        level.mission.nodes.remove(index);
        Some(())
    }),
    ("an item that lies nowhere and was removed", Promise::P0, |level, random| {
        let lies: Vec<NodeId> = level.entities.iter().filter_map(|entity| entity.node).collect();
        let is_loose = |node: &NodeRecord| !node.is_place && !lies.contains(&node.id);
        let index = index(random, &level.mission.nodes, is_loose)?;
        let id = level.mission.nodes.remove(index).id;
        level.mission.edges.retain(|edge| edge.from != id && edge.to != id);
        level.mission.links.retain(|links| links.node != id);
        Some(())
    }),
    ("a node that is there twice", Promise::P0, |level, random| {
        let node = random.pick(&level.mission.nodes)?.clone();
        level.mission.nodes.push(node);
        Some(())
    }),
    ("a place's node twice, by an id of its own", Promise::P1, |level, random| {
        let places: Vec<_> = level.mission.nodes.iter().filter(|node| node.is_place).cloned().collect();
        let mut node = random.pick(&places)?.clone();
        node.id = NodeId(level.mission.nodes.last()?.id.0 + 1);
        level.mission.nodes.push(node);
        Some(())
    }),
    ("an item's node twice, by an id of its own", Promise::P0, |level, random| {
        let items: Vec<_> = level.mission.nodes.iter().filter(|node| !node.is_place).cloned().collect();
        let mut node = random.pick(&items)?.clone();
        node.id = NodeId(level.mission.nodes.last()?.id.0 + 1);
        level.mission.nodes.push(node);
        Some(())
    }),
    ("two nodes that changed places in the list", Promise::P0, |level, _| {
        level.mission.nodes.swap(0, 1);
        Some(())
    }),
    ("a place's node with a value more", Promise::P0, |level, random| {
        let node = one(random, &mut level.mission.nodes, |node| node.is_place)?;
        node.attributes.insert("planted".to_owned(), Value::Int(3));
        Some(())
    }),
    ("a place's node without its values", Promise::P0, |level, random| {
        let has_values = |node: &NodeRecord| node.is_place && !node.attributes.is_empty();
        one(random, &mut level.mission.nodes, has_values)?.attributes.clear();
        Some(())
    }),
    ("an item's node with a value more", Promise::P0, |level, random| {
        let items: Vec<NodeId> = level.entities.iter().filter_map(|entity| entity.node).collect();
        let node = one(random, &mut level.mission.nodes, |node| items.contains(&node.id))?;
        node.attributes.insert("planted".to_owned(), Value::Int(3));
        Some(())
    }),
    ("a place whose value chooses another form than it has", Promise::P0, |level, random| {
        let choosing = &level.mission.node_symbols;
        let chosen = |node: &NodeRecord| {
            choosing.get(&node.symbol).is_some_and(|meaning| {
                meaning.by_value.iter().any(|choice| node.attributes.contains_key(&choice.attribute))
            })
        };
        let node = index(random, &level.mission.nodes, chosen)?;
        let node = &mut level.mission.nodes[node];
        node.attributes.clear();
        level.places.iter_mut().find(|place| place.node == node.id)?.attributes.clear();
        Some(())
    }),
    ("a symbol whose values choose another form", Promise::P0, |level, random| {
        let mut meanings: Vec<_> =
            level.mission.node_symbols.values_mut().filter(|meaning| !meaning.by_value.is_empty()).collect();
        let meaning = one(random, &mut meanings, |_| true)?;
        meaning.by_value[0].technique = Technique::Walkers;
        Some(())
    }),
    ("an item whose values choose a form", Promise::P0, |level, _| {
        let meaning = level.mission.node_symbols.values_mut().find(|meaning| meaning.technique.is_none())?;
        let choice = TechniqueChoice {
            attribute: "ground".to_owned(),
            value: "earth".to_owned(),
            technique: Technique::Cave,
        };
        meaning.by_value.push(choice);
        Some(())
    }),
    ("a place without a site", Promise::P0, |level, random| {
        one(random, &mut level.mission.nodes, |node| node.is_place)?.site = None;
        Some(())
    }),
    ("a place on the site of another", Promise::P0, |level, random| {
        let places = level.mission.nodes.iter().filter(|node| node.is_place);
        let sites: Vec<Option<Site>> = places.map(|node| node.site).collect();
        let node = one(random, &mut level.mission.nodes, |node| node.is_place)?;
        node.site = another(random, sites, &node.site)?;
        Some(())
    }),
    ("two places that exchanged their sites", Promise::P0, |level, random| {
        let nodes = &mut level.mission.nodes;
        let first = index(random, nodes, |node| node.is_place)?;
        let own = nodes[first].site;
        let second = index(random, nodes, |node| node.is_place && node.site != own)?;
        nodes[first].site = nodes[second].site;
        nodes[second].site = own;
        Some(())
    }),
    ("a place on a site far away", Promise::P0, |level, random| {
        let columns: Vec<i32> =
            level.mission.nodes.iter().filter_map(|node| node.site).map(|site| site.x).collect();
        let last = columns.iter().copied().max()?;
        let node = one(random, &mut level.mission.nodes, |node| {
            node.is_place && node.site.is_some_and(|site| site.x < last)
        })?;
        node.site.as_mut()?.x = last + 1000;
        Some(())
    }),
];
