//! Faults of the mission's symbols and links.

use delvewright_engine::level::{NodeLinks, Promise};
use delvewright_engine::mission::{Door, EdgeId, EdgeRole, NodeId, NodeRole, Technique};

use super::{Fault, another, one};

pub const FAULTS: &[Fault] = &[
    ("no symbols of nodes", Promise::P0, |level, _| {
        level.mission.node_symbols.clear();
        Some(())
    }),
    ("no symbols of edges", Promise::P0, |level, _| {
        level.mission.edge_symbols.clear();
        Some(())
    }),
    ("a symbol of nodes that was removed", Promise::P0, |level, _| {
        level.mission.node_symbols.pop_first()?;
        Some(())
    }),
    ("a symbol of edges that was removed", Promise::P0, |level, _| {
        level.mission.edge_symbols.pop_last()?;
        Some(())
    }),
    ("a symbol of nodes by another name", Promise::P0, |level, _| {
        let (name, meaning) = level.mission.node_symbols.pop_first()?;
        level.mission.node_symbols.insert(format!("{name}x"), meaning);
        Some(())
    }),
    ("a symbol of nodes that no node has", Promise::P0, |level, _| {
        let meaning = level.mission.node_symbols.values().next()?.clone();
        level.mission.node_symbols.insert("Planted".to_owned(), meaning);
        Some(())
    }),
    ("a symbol of nodes with a node too many", Promise::P0, |level, random| {
        let mut meanings: Vec<_> = level.mission.node_symbols.values_mut().collect();
        one(random, &mut meanings, |_| true)?.count += 1;
        Some(())
    }),
    ("a symbol of edges with an edge too few", Promise::P0, |level, random| {
        let mut meanings: Vec<_> = level.mission.edge_symbols.values_mut().collect();
        one(random, &mut meanings, |_| true)?.count -= 1;
        Some(())
    }),
    ("a symbol of nodes with another role", Promise::P0, |level, random| {
        let mut meanings: Vec<_> = level.mission.node_symbols.values_mut().collect();
        let meaning = one(random, &mut meanings, |_| true)?;
        meaning.role = another(random, [None, Some(NodeRole::Key), Some(NodeRole::Lock)], &meaning.role)?;
        Some(())
    }),
    ("a symbol of halls that are caves", Promise::P0, |level, random| {
        let mut meanings: Vec<_> = level.mission.node_symbols.values_mut().collect();
        let meaning = one(random, &mut meanings, |meaning| meaning.technique == Some(Technique::Hall))?;
        meaning.technique = Some(Technique::Cave);
        Some(())
    }),
    ("a symbol of places that are items", Promise::P0, |level, random| {
        let mut meanings: Vec<_> = level.mission.node_symbols.values_mut().collect();
        one(random, &mut meanings, |meaning| meaning.technique.is_some())?.technique = None;
        Some(())
    }),
    ("a symbol of items that are places", Promise::P0, |level, random| {
        let mut meanings: Vec<_> = level.mission.node_symbols.values_mut().collect();
        let meaning = one(random, &mut meanings, |meaning| meaning.technique.is_none())?;
        meaning.technique = Some(Technique::Room);
        Some(())
    }),
    ("a symbol of edges with another role", Promise::P0, |level, random| {
        let mut meanings: Vec<_> = level.mission.edge_symbols.values_mut().collect();
        let meaning = one(random, &mut meanings, |_| true)?;
        meaning.role = another(random, [EdgeRole::Passage, EdgeRole::Opens, EdgeRole::Other], &meaning.role)?;
        Some(())
    }),
    ("a symbol of edges that leads one way, or no longer", Promise::P0, |level, random| {
        let mut meanings: Vec<_> = level.mission.edge_symbols.values_mut().collect();
        let meaning = one(random, &mut meanings, |_| true)?;
        meaning.one_way = !meaning.one_way;
        Some(())
    }),
    ("a symbol of edges with other doors", Promise::P0, |level, random| {
        let mut meanings: Vec<_> = level.mission.edge_symbols.values_mut().collect();
        let meaning = one(random, &mut meanings, |_| true)?;
        meaning.door = another(random, [Door::Plain, Door::Gate, Door::Secret], &meaning.door)?;
        Some(())
    }),
    ("a symbol of edges with other sockets", Promise::P0, |level, random| {
        let mut meanings: Vec<_> = level.mission.edge_symbols.values_mut().collect();
        one(random, &mut meanings, |_| true)?.socket = Some("planted".to_owned());
        Some(())
    }),
    ("no links", Promise::P0, |level, _| {
        level.mission.links.clear();
        Some(())
    }),
    ("links of a node that were removed", Promise::P0, |level, _| {
        level.mission.links.pop()?;
        Some(())
    }),
    ("links of another node", Promise::P0, |level, random| {
        let nodes: Vec<NodeId> = level.mission.nodes.iter().map(|node| node.id).collect();
        let links = one(random, &mut level.mission.links, |_| true)?;
        links.node = another(random, nodes, &links.node)?;
        Some(())
    }),
    ("links of a node that are there twice", Promise::P0, |level, random| {
        let links = random.pick(&level.mission.links)?.clone();
        level.mission.links.push(links);
        Some(())
    }),
    ("links of a node without edges", Promise::P0, |level, _| {
        let node = NodeId(u32::MAX);
        level.mission.links.push(NodeLinks { node, outgoing: Vec::new(), incoming: Vec::new() });
        Some(())
    }),
    ("links that lack an edge", Promise::P0, |level, random| {
        one(random, &mut level.mission.links, |links| !links.outgoing.is_empty())?.outgoing.pop()?;
        Some(())
    }),
    ("links with an edge too many", Promise::P0, |level, random| {
        one(random, &mut level.mission.links, |_| true)?.incoming.push(EdgeId(u32::MAX));
        Some(())
    }),
    ("links in another order", Promise::P0, |level, random| {
        one(random, &mut level.mission.links, |links| links.outgoing.len() > 1)?.outgoing.reverse();
        Some(())
    }),
    ("links that go the other way", Promise::P0, |level, random| {
        let links = one(random, &mut level.mission.links, |links| links.outgoing != links.incoming)?;
        std::mem::swap(&mut links.outgoing, &mut links.incoming);
        Some(())
    }),
];
