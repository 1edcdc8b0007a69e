//! Dormans' two steps: a mission of tasks, and a space that is built along it.

use delvewright::grammar::Derivation;
use delvewright::mission::{Mission, NodeId};

use super::{RoomGraph, generated};

fn symbol<'d>(derivation: &'d Derivation, mission: &Mission, id: NodeId) -> &'d str {
    let symbol = mission.node(id).expect("a node").symbol;
    derivation.alphabet.node(symbol).0
}

#[test]
fn mission_is_complete_before_the_first_place_is_built() {
    for made in generated("dormans") {
        let of_mission = made.rules.iter().take_while(|rule| rule.starts_with("Mission: ")).count();
        assert!(made.rules[of_mission..].iter().all(|rule| rule.starts_with("Space: ")));
        let mission = made.derivation.at_step(of_mission);
        for (id, _) in mission.nodes() {
            let symbol = symbol(&made.derivation, &mission, id);
            assert!(symbol.ends_with(" task"), "{symbol} is no task");
        }
        let level_mission = &made.level.mission;
        assert!(!level_mission.nodes.iter().any(|node| node.symbol.ends_with(" task")));
    }
}

#[test]
fn tasks_keep_their_order_in_the_space_though_its_shape_differs() {
    let mut detours = 0;
    for made in generated("dormans") {
        let of_mission = made.rules.iter().take_while(|rule| rule.starts_with("Mission: ")).count();
        let mission = made.derivation.at_step(of_mission);
        let graph = RoomGraph::of(&made.level);
        assert_eq!(graph.passages.len(), graph.symbols.len() - 1, "the space is a tree");
        let place = |node| made.level.places.iter().find(|place| place.node == node).expect("a place").id;
        for (_, edge) in mission.edges() {
            if made.derivation.alphabet.edge(edge.symbol).0 == "then" {
                let distance = graph.distances(place(edge.from), |_| true)[&place(edge.to)];
                assert!((1..=2).contains(&distance));
                detours += u32::from(distance == 2);
            }
        }
    }
    assert!(detours > 0);
}

#[test]
fn keys_are_built_and_reached_before_their_locks() {
    for made in generated("dormans") {
        let (mut keys, mut locks) = (0, 0);
        for rule in &made.rules {
            keys += usize::from(rule == "Space: a key");
            locks += usize::from(rule == "Space: a lock");
            assert!(locks <= keys);
        }
        assert!(locks > 0 && locks == keys);
        let graph = RoomGraph::of(&made.level);
        let from_start = graph.distances(graph.only("Entrance"), |_| true);
        for key in made.level.entities.iter().filter(|entity| entity.kind == "Key") {
            let gate = key.opens[0];
            // The key is in a branch beside the gate, which does not lead through it.
            let fork = graph.passages.iter().find(|(_, to, ..)| *to == gate).expect("a way in").0;
            let without_gate = RoomGraph {
                passages: graph
                    .passages
                    .iter()
                    .filter(|(from, to, ..)| *from != gate && *to != gate)
                    .copied()
                    .collect(),
                symbols: graph.symbols.clone(),
                anchors: graph.anchors.clone(),
            };
            let from_fork = without_gate.distances(fork, |_| true);
            assert!(from_fork.contains_key(&key.place));
            assert!(from_start[&fork] < from_start[&key.place]);
        }
    }
}
