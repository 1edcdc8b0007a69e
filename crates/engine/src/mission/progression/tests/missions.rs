//! Writes random worlds as missions, and reads them back.

use std::collections::BTreeSet;

use super::{World, any, check_answers};
use crate::base::{RandomStream, Seed};
use crate::mission::progression::MissionGraph;
use crate::mission::{
    Alphabet, AttributeValues, Edge, EdgeRole, EdgeSymbol, Form, Hall, Mission, Node, NodeId, NodeRole,
    NodeSymbol,
};

fn alphabet() -> Alphabet {
    let form = Some(Form::Hall(Hall::default()));
    let place = |role: Option<NodeRole>| NodeSymbol { role, form: form.clone(), ..NodeSymbol::default() };
    let item = |role: Option<NodeRole>| NodeSymbol { role, ..NodeSymbol::default() };
    let nodes = [
        ("Hall", place(None)),
        ("Start", place(Some(NodeRole::Start))),
        ("Goal", place(Some(NodeRole::Goal))),
        ("Lock", place(Some(NodeRole::Lock))),
        ("Key", item(Some(NodeRole::Key))),
        ("Chest", item(None)),
    ];
    let edges = [
        ("path", EdgeSymbol::of_role(EdgeRole::Passage)),
        ("drop", EdgeSymbol { one_way: true, ..EdgeSymbol::of_role(EdgeRole::Passage) }),
        ("holds", EdgeSymbol::of_role(EdgeRole::Contains)),
        ("opens", EdgeSymbol::of_role(EdgeRole::Opens)),
    ];
    Alphabet {
        nodes: nodes.into_iter().map(|(name, symbol)| (name.to_owned(), symbol)).collect(),
        edges: edges.into_iter().map(|(name, symbol)| (name.to_owned(), symbol)).collect(),
        ..Alphabet::default()
    }
}

struct MissionWriter<'a> {
    alphabet: &'a Alphabet,
    mission: Mission,
}

impl MissionWriter<'_> {
    fn node(&mut self, symbol: &str) -> NodeId {
        let symbol = self.alphabet.node_id(symbol).unwrap();
        self.mission.add_node(Node { symbol, site: None, made_by: 0, attributes: AttributeValues::new() })
    }

    fn edge(&mut self, from: NodeId, symbol: &str, to: NodeId) {
        let symbol = self.alphabet.edge_id(symbol).unwrap();
        self.mission.add_edge(Edge { symbol, from, to, made_by: 0, attributes: AttributeValues::new() });
    }

    /// Writes a world. Every second key is in a chest.
    fn write(&mut self, world: &World) {
        let locks: BTreeSet<usize> =
            world.passages.iter().flat_map(|passage| &passage.locks).map(|(place, _)| *place).collect();
        let nodes: Vec<NodeId> = (0..world.places)
            .map(|place| match place {
                0 => self.node("Start"),
                _ if locks.contains(&place) => self.node("Lock"),
                _ if world.goals.contains(&place) => self.node("Goal"),
                _ => self.node("Hall"),
            })
            .collect();
        for passage in &world.passages {
            let symbol = if passage.is_one_way { "drop" } else { "path" };
            self.edge(nodes[passage.from], symbol, nodes[passage.to]);
        }
        for (number, place) in world.keys.iter().enumerate() {
            let key = self.node("Key");
            let mut holder = nodes[*place];
            if number % 2 == 1 {
                let chest = self.node("Chest");
                self.edge(holder, "holds", chest);
                holder = chest;
            }
            self.edge(holder, "holds", key);
            for lock in &locks {
                let mut needs = world.passages.iter().flat_map(|passage| &passage.locks);
                let opens = |(of, need): &(usize, _)| {
                    let need: &crate::mission::progression::KeyNeed = need;
                    of == lock && need.keys.contains(&number)
                };
                if needs.any(opens) {
                    self.edge(key, "opens", nodes[*lock]);
                }
            }
        }
    }
}

/// Returns a world without locks that are starts or goals, because a symbol has one role.
fn random_world(random: &mut RandomStream) -> World {
    let mut world = World::random(random, false);
    let locked = world.passages.iter().flat_map(|passage| &passage.locks).map(|(place, _)| *place);
    let taken: BTreeSet<usize> = locked.chain([0]).collect();
    world.goals = world.goals.difference(&taken).copied().collect();
    if !world.keys.is_empty() && random.chance(30) {
        let moved = any(random, world.keys.len());
        world.keys[moved] = 0;
    }
    world
}

#[test]
fn missions_are_read_as_the_worlds_that_they_tell_of() {
    let alphabet = alphabet();
    for seed in 0..2000 {
        let world = random_world(&mut Seed(seed).stream());
        let mut writer = MissionWriter { alphabet: &alphabet, mission: Mission::new() };
        writer.write(&world);
        let read = MissionGraph::of(&writer.mission, &alphabet);
        assert_eq!((read.starts.as_slice(), &read.goals), (&[0][..], &world.goals), "seed {seed}");
        // Keys that open nothing are left out of the graph; the others keep their order.
        let is_used = |key: &usize| {
            let mut needs = world.passages.iter().flat_map(|passage| &passage.locks);
            needs.any(|(_, need)| need.keys.contains(key))
        };
        let used: Vec<usize> = (0..world.keys.len()).filter(is_used).collect();
        let places: Vec<Option<usize>> = used.iter().map(|key| Some(world.keys[*key])).collect();
        assert_eq!(read.graph.keys(), places, "seed {seed}");
        if used.len() == world.keys.len() {
            check_answers(&world, &read.graph, &format!("seed {seed}"));
        }
    }
}
