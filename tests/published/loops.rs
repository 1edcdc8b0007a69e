//! Loops: the flows of Enter the Gungeon, and the cycles of Unexplored.

use std::collections::BTreeMap;

use delvewright::level::PlaceId;

use super::{RoomGraph, generated, z_of_count};

/// Returns the passages of the only way between two places, if the other passages form a tree.
fn tree_path(graph: &RoomGraph<'_>, from: PlaceId, to: PlaceId) -> Vec<usize> {
    let distances = graph.distances(from, |symbol| symbol != "one way");
    let mut path = Vec::new();
    let mut here = to;
    while here != from {
        let back = graph.passages.iter().enumerate().find_map(|(index, (first, last, symbol, _))| {
            let ahead = if *first == here { *last } else { *first };
            let is_end = (*first == here || *last == here) && *symbol != "one way";
            (is_end && distances[&ahead] < distances[&here]).then_some((index, ahead))
        });
        let (index, ahead) = back.expect("a way back");
        path.push(index);
        here = ahead;
    }
    path
}

#[test]
fn flows_are_trees_with_loops_that_share_no_passage() {
    for made in generated("gungeon") {
        let graph = RoomGraph::without(&made.level, &["Secret room"]);
        assert!((17..=21).contains(&graph.symbols.len()), "{}", graph.symbols.len());
        let closing: Vec<_> = graph.passages.iter().filter(|(.., one_way)| *one_way).collect();
        assert!((1..=2).contains(&closing.len()));
        assert_eq!(graph.passages.len() - closing.len(), graph.symbols.len() - 1);
        let mut used = Vec::new();
        for (reward, hub, symbol, _) in closing {
            assert_eq!(
                (graph.symbols[reward], graph.symbols[hub], *symbol),
                ("Reward room", "Hub", "one way")
            );
            // Players who see the chest from the hub go the long way around.
            let path = tree_path(&graph, *hub, *reward);
            assert!(path.len() >= 3, "{}", path.len());
            assert!(path.iter().all(|passage| !used.contains(passage)));
            used.extend(path);
        }
        assert!(made.level.passages.iter().filter(|passage| passage.symbol == "cracked wall").count() < 2);
    }
}

#[test]
fn every_flow_is_used_equally_often_and_keeps_its_boss_away() {
    let mut flows: BTreeMap<String, usize> = BTreeMap::new();
    let (mut chests, mut behind_loops, mut all) = (0, 0, 0);
    for made in generated("gungeon") {
        *flows.entry(made.rules[0].clone()).or_default() += 1;
        let graph = RoomGraph::of(&made.level);
        let distances = graph.distances(graph.only("Entrance"), |_| true);
        let boss = graph.only("Boss room");
        assert!(distances[&boss] >= 6, "{}", distances[&boss]);
        let before = graph.passages.iter().find(|(_, to, ..)| *to == boss).expect("a way to the boss");
        assert_eq!(graph.symbols[&before.0], "Boss foyer");
        for reward in graph.all("Reward room") {
            let closes = graph.passages.iter().any(|(from, .., one_way)| *from == reward && *one_way);
            assert!(
                closes || distances[&reward] >= 5,
                "a chest is at the end of a loop or deep in the level"
            );
            chests += 1;
            behind_loops += usize::from(closes);
        }
        assert_eq!(graph.all("Shop").len(), 1);
        all += 1;
    }
    assert_eq!(flows.len(), 4);
    for (flow, count) in &flows {
        assert!(z_of_count(*count, all, 0.25).abs() < 3.5, "{flow}: {count} of {all}");
    }
    assert!(behind_loops * 2 > chests, "{behind_loops} of {chests} chests are behind a loop");
}

const CYCLES: [&str; 5] =
    ["Lock and key", "Hidden short cut", "Dangerous short way", "Drop and long way back", "Two ways"];

#[test]
fn levels_of_unexplored_have_as_many_cycles_as_were_chosen() {
    let mut patterns: BTreeMap<String, usize> = BTreeMap::new();
    let mut all = 0;
    for made in generated("unexplored") {
        let graph = RoomGraph::of(&made.level);
        let chosen: Vec<_> = made.rules.iter().filter(|rule| CYCLES.contains(&rule.as_str())).collect();
        assert!((2..=3).contains(&chosen.len()));
        // The cyclomatic number counts independent cycles.
        assert_eq!(graph.passages.len() + 1 - graph.symbols.len(), chosen.len());
        let is_sketch = |symbol: &str| ["a", "b", "leg"].contains(&symbol);
        assert!(!graph.passages.iter().any(|(_, _, symbol, _)| is_sketch(symbol)));
        all += chosen.len();
        chosen.into_iter().for_each(|rule| *patterns.entry(rule.clone()).or_default() += 1);
    }
    for name in CYCLES {
        let count = patterns[name];
        assert!(z_of_count(count, all, 0.2).abs() < 3.5, "{name}: {count} of {all}");
    }
}

#[test]
fn gate_is_seen_before_its_key_and_near_the_place_where_the_key_leads_back() {
    let mut seen = 0;
    for made in generated("unexplored") {
        let graph = RoomGraph::of(&made.level);
        for key in made.level.entities.iter().filter(|entity| entity.kind == "Key") {
            let gate = key.opens[0];
            let before = graph.passages.iter().find(|(_, to, ..)| *to == gate).expect("a way in").0;
            // The short way leads to the gate at once, the long way to the key.
            let distances = graph.distances(before, |_| true);
            assert_eq!(distances[&gate], 1);
            assert!(distances[&key.place] >= 3, "{}", distances[&key.place]);
            let drops =
                graph.passages.iter().filter(|(from, _, symbol, _)| *from == key.place && *symbol == "drop");
            assert_eq!(drops.map(|(_, to, ..)| *to).collect::<Vec<_>>(), [before]);
            seen += 1;
        }
    }
    assert!(seen > 0);
}

#[test]
fn hidden_ways_save_passages_and_drops_have_a_long_way_back() {
    let (mut hidden, mut drops) = (0, 0);
    for made in generated("unexplored") {
        let graph = RoomGraph::of(&made.level);
        for (from, to, symbol, _) in &graph.passages {
            match *symbol {
                "hidden way" => {
                    let around = graph.distances(*from, |symbol| symbol != "hidden way");
                    assert!(around[to] > 4, "{}", around[to]);
                    hidden += 1;
                }
                "drop" => {
                    let back = graph.distances(*to, |symbol| symbol != "drop");
                    assert!(back[from] >= 3, "{}", back[from]);
                    drops += 1;
                }
                _ => {}
            }
        }
    }
    assert!(hidden > 0 && drops > 0);
}
