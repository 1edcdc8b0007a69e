//! Faults of the mission's edges.

use delvewright_engine::base::RandomStream;
use delvewright_engine::level::{EdgeRecord, Level, Promise};
use delvewright_engine::mission::{Door, EdgeId, EdgeRole, NodeId};

use super::{Fault, another, index, one};

pub const FAULTS: &[Fault] = &[
    ("an edge that was removed", Promise::P0, |level, random| remove(level, random, |_| true)),
    ("a passage's edge that was removed", Promise::P0, |level, random| {
        remove(level, random, |edge| edge.role == EdgeRole::Passage)
    }),
    ("an Opens edge that was removed", Promise::P0, |level, random| {
        remove(level, random, |edge| edge.role == EdgeRole::Opens)
    }),
    ("a Contains edge that was removed", Promise::P0, |level, random| {
        remove(level, random, |edge| edge.role == EdgeRole::Contains)
    }),
    ("another relation that was removed", Promise::P0, |level, random| {
        remove(level, random, |edge| edge.role == EdgeRole::Other)
    }),
    ("a relation that was removed, and its links", Promise::P0, |level, random| {
        let index = index(random, &level.mission.edges, |edge| edge.role == EdgeRole::Other)?;
        let id = level.mission.edges.remove(index).id;
        for links in &mut level.mission.links {
            links.outgoing.retain(|edge| *edge != id);
            links.incoming.retain(|edge| *edge != id);
        }
        level.mission.links.retain(|links| !links.outgoing.is_empty() || !links.incoming.is_empty());
        Some(())
    }),
    ("an Opens edge that leads elsewhere", Promise::P0, |level, random| {
        moved(level, random, |edge| edge.role == EdgeRole::Opens, |edge| &mut edge.to)
    }),
    ("an Opens edge from elsewhere", Promise::P0, |level, random| {
        moved(level, random, |edge| edge.role == EdgeRole::Opens, |edge| &mut edge.from)
    }),
    ("a Contains edge that leads elsewhere", Promise::P0, |level, random| {
        moved(level, random, |edge| edge.role == EdgeRole::Contains, |edge| &mut edge.to)
    }),
    ("a Contains edge from elsewhere", Promise::P0, |level, random| {
        moved(level, random, |edge| edge.role == EdgeRole::Contains, |edge| &mut edge.from)
    }),
    ("a relation that leads elsewhere", Promise::P0, |level, random| {
        moved(level, random, |edge| edge.role == EdgeRole::Other, |edge| &mut edge.to)
    }),
    ("a passage's edge that leads elsewhere", Promise::P0, |level, random| {
        moved(level, random, |edge| edge.role == EdgeRole::Passage, |edge| &mut edge.to)
    }),
    ("an edge the other way around", Promise::P0, |level, random| {
        let edge = one(random, &mut level.mission.edges, |edge| edge.from != edge.to)?;
        (edge.from, edge.to) = (edge.to, edge.from);
        Some(())
    }),
    ("an edge that hangs on nothing", Promise::P0, |level, random| {
        one(random, &mut level.mission.edges, |_| true)?.to = NodeId(u32::MAX);
        Some(())
    }),
    ("an edge by another symbol", Promise::P0, |level, random| {
        one(random, &mut level.mission.edges, |_| true)?.symbol.push('x');
        Some(())
    }),
    ("an edge by the symbol of another", Promise::P0, |level, random| {
        let symbols: Vec<String> = level.mission.edges.iter().map(|edge| edge.symbol.clone()).collect();
        let edge = one(random, &mut level.mission.edges, |_| true)?;
        edge.symbol = another(random, symbols, &edge.symbol)?;
        Some(())
    }),
    ("a passage's edge that is a relation", Promise::P0, |level, random| {
        one(random, &mut level.mission.edges, |edge| edge.role == EdgeRole::Passage)?.role = EdgeRole::Other;
        Some(())
    }),
    ("an Opens edge that only relates", Promise::P0, |level, random| {
        one(random, &mut level.mission.edges, |edge| edge.role == EdgeRole::Opens)?.role = EdgeRole::Other;
        Some(())
    }),
    ("an edge with another role", Promise::P0, |level, random| {
        let roles = [EdgeRole::Passage, EdgeRole::Opens, EdgeRole::Contains, EdgeRole::Other];
        let edge = one(random, &mut level.mission.edges, |_| true)?;
        edge.role = another(random, roles, &edge.role)?;
        Some(())
    }),
    ("an edge that became one way", Promise::P0, |level, random| {
        one(random, &mut level.mission.edges, |edge| !edge.one_way)?.one_way = true;
        Some(())
    }),
    ("an edge that became two-way", Promise::P0, |level, random| {
        one(random, &mut level.mission.edges, |edge| edge.one_way)?.one_way = false;
        Some(())
    }),
    ("an edge with other doors", Promise::P0, |level, random| {
        let edge = one(random, &mut level.mission.edges, |_| true)?;
        edge.door = another(random, [Door::Plain, Door::Gate, Door::Drop, Door::Secret], &edge.door)?;
        Some(())
    }),
    ("an edge with other sockets", Promise::P0, |level, random| {
        let edge = one(random, &mut level.mission.edges, |_| true)?;
        edge.socket = another(random, [None, Some("secret".to_owned()), Some("x".to_owned())], &edge.socket)?;
        Some(())
    }),
    ("a passage's edge by another id", Promise::P0, |level, random| {
        one(random, &mut level.mission.edges, |edge| edge.role == EdgeRole::Passage)?.id = EdgeId(u32::MAX);
        Some(())
    }),
    ("a relation by another id", Promise::P0, |level, random| {
        one(random, &mut level.mission.edges, |edge| edge.role != EdgeRole::Passage)?.id = EdgeId(u32::MAX);
        Some(())
    }),
    ("an edge that is there twice", Promise::P0, |level, random| {
        let edge = random.pick(&level.mission.edges)?.clone();
        level.mission.edges.push(edge);
        Some(())
    }),
    ("an edge that no passage realises", Promise::P1, |level, random| add(level, random, EdgeRole::Passage)),
    ("an Opens edge more", Promise::P0, |level, random| add(level, random, EdgeRole::Opens)),
    ("a Contains edge more", Promise::P0, |level, random| add(level, random, EdgeRole::Contains)),
    ("a relation more", Promise::P0, |level, random| add(level, random, EdgeRole::Other)),
    ("two edges that changed places in the list", Promise::P0, |level, _| {
        level.mission.edges.swap(0, 1);
        Some(())
    }),
    ("no edges", Promise::P0, |level, _| {
        level.mission.edges.clear();
        Some(())
    }),
];

fn remove(
    level: &mut Level,
    random: &mut RandomStream,
    is_meant: impl Fn(&EdgeRecord) -> bool,
) -> Option<()> {
    let index = index(random, &level.mission.edges, is_meant)?;
    level.mission.edges.remove(index);
    Some(())
}

/// Attaches an end of an edge to another node.
fn moved(
    level: &mut Level,
    random: &mut RandomStream,
    is_meant: impl Fn(&EdgeRecord) -> bool,
    end: impl Fn(&mut EdgeRecord) -> &mut NodeId,
) -> Option<()> {
    let nodes: Vec<NodeId> = level.mission.nodes.iter().map(|node| node.id).collect();
    let end = end(one(random, &mut level.mission.edges, is_meant)?);
    *end = another(random, nodes, end)?;
    Some(())
}

/// Adds a copy of an edge of that role, with an id of its own.
fn add(level: &mut Level, random: &mut RandomStream, role: EdgeRole) -> Option<()> {
    let edges: Vec<_> = level.mission.edges.iter().filter(|edge| edge.role == role).collect();
    let mut edge = (*random.pick(&edges)?).clone();
    edge.id.0 = level.mission.edges.last()?.id.0 + 1;
    level.mission.edges.push(edge);
    Some(())
}
