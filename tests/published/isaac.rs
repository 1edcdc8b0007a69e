//! Floors of The Binding of Isaac: a floor plan on a grid, its dead ends, and an independent simulation of it.

use std::collections::{BTreeSet, VecDeque};

use delvewright::base::{RandomStream, Seed};
use delvewright::level::PlaceId;

use super::{RoomGraph, generated, z_of_count, z_of_means};

/// Distance of neighbouring rooms, in cells.
const PITCH: i32 = 10;
const GRID: (i32, i32) = (9, 8);
const LEAST_DEAD_ENDS: usize = 6;

fn position(graph: &RoomGraph<'_>, id: PlaceId) -> (i32, i32) {
    let anchor = graph.anchors[&id];
    (anchor.x.div_euclid(PITCH), anchor.y.div_euclid(PITCH))
}

fn around((x, y): (i32, i32)) -> [(i32, i32); 4] {
    [(x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y)]
}

#[test]
fn rooms_form_a_tree_on_the_grid_without_blocks_of_four() {
    for made in generated("isaac") {
        let graph = RoomGraph::without(&made.level, &["Secret room"]);
        let rooms: BTreeSet<_> = graph.symbols.keys().map(|id| position(&graph, *id)).collect();
        assert!(matches!(rooms.len(), 15 | 16), "{}", rooms.len());
        assert_eq!(rooms.len(), graph.symbols.len());
        let extent = |axis: fn(&(i32, i32)) -> i32| {
            rooms.iter().map(axis).max().unwrap() - rooms.iter().map(axis).min().unwrap()
        };
        assert!(extent(|at| at.0) < GRID.0 && extent(|at| at.1) < GRID.1);
        // There is a door wherever two rooms touch, and nowhere else.
        let touching = rooms.iter().map(|at| around(*at).iter().filter(|at| rooms.contains(at)).count());
        assert_eq!(touching.sum::<usize>(), 2 * graph.passages.len());
        assert_eq!(graph.passages.len(), rooms.len() - 1);
        for (from, to, ..) in &graph.passages {
            assert!(around(position(&graph, *from)).contains(&position(&graph, *to)));
        }
        let is_block = |(x, y): (i32, i32)| {
            [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].iter().all(|at| rooms.contains(at))
        };
        assert!(!rooms.iter().any(|at| is_block(*at)));
    }
}

#[test]
fn boss_is_in_the_farthest_dead_end_and_other_special_rooms_are_in_dead_ends() {
    for made in generated("isaac") {
        let graph = RoomGraph::without(&made.level, &["Secret room"]);
        let start = graph.only("Start room");
        let distances = graph.distances(start, |_| true);
        let boss = graph.only("Boss room");
        assert_eq!(Some(&distances[&boss]), distances.values().max());
        assert!(distances[&boss] > 1);
        let dead_ends = graph.symbols.keys().filter(|id| **id != start && graph.degree(**id) == 1);
        assert!(dead_ends.count() >= LEAST_DEAD_ENDS);
        for symbol in ["Boss room", "Super secret room", "Shop", "Treasure room"] {
            assert_eq!(graph.degree(graph.only(symbol)), 1, "{symbol}");
        }
        for id in graph.all("Sacrifice room").into_iter().chain(graph.all("Curse room")) {
            assert_eq!(graph.degree(id), 1);
        }
    }
}

#[test]
fn secret_room_is_wedged_between_rooms() {
    let (mut three, mut all) = (0, 0);
    for made in generated("isaac") {
        let graph = RoomGraph::of(&made.level);
        let secret = graph.only("Secret room");
        let doors = graph.passages.iter().filter(|(from, to, ..)| *from == secret || *to == secret);
        assert!(doors.clone().all(|(.., symbol, _)| *symbol == "hidden door"));
        let count = doors.count();
        assert!((2..=4).contains(&count));
        three += usize::from(count > 2);
        all += 1;
    }
    assert!(three * 2 > all, "{three} of {all}");
}

/// A floor plan by the published steps: cells in the order in which they were filled, with their distances from
/// the start, and the dead ends in the order in which they were found.
struct FloorPlan {
    filled: Vec<((i32, i32), u32)>,
    dead_ends: Vec<usize>,
}

impl FloorPlan {
    /// Draws plans until one meets all requirements.
    fn draw(rooms: usize, stream: &mut RandomStream) -> Self {
        loop {
            let plan = Self::try_once(rooms, stream);
            let boss = plan.dead_ends.last().map_or(0, |last| plan.filled[*last].1);
            if plan.filled.len() == rooms && boss > 1 && plan.dead_ends.len() >= LEAST_DEAD_ENDS {
                return plan;
            }
        }
    }

    fn try_once(rooms: usize, stream: &mut RandomStream) -> Self {
        let mut plan = Self { filled: vec![((4, 3), 0)], dead_ends: Vec::new() };
        let mut queue = VecDeque::from([0]);
        while let Some(room) = queue.pop_front() {
            let (at, distance) = plan.filled[room];
            let before = plan.filled.len();
            for next in around(at) {
                let is_filled = |at: &(i32, i32)| plan.filled.iter().any(|(filled, _)| filled == at);
                let is_inside = (0..GRID.0).contains(&next.0) && (0..GRID.1).contains(&next.1);
                let touches = around(next).iter().filter(|at| is_filled(at)).count();
                let is_free = is_inside && !is_filled(&next) && touches == 1;
                if is_free && plan.filled.len() < rooms && stream.chance(50) {
                    queue.push_back(plan.filled.len());
                    plan.filled.push((next, distance + 1));
                }
            }
            if room > 0 && plan.filled.len() == before {
                plan.dead_ends.push(room);
            }
        }
        plan
    }
}

#[test]
fn statistics_are_those_of_the_published_algorithm() {
    let mut stream = Seed(11).child("plans").stream();
    let plans: Vec<FloorPlan> = (0..4000).map(|index| FloorPlan::draw(15 + index % 2, &mut stream)).collect();
    let of_plans = |value: fn(&FloorPlan) -> f64| plans.iter().map(value).collect::<Vec<f64>>();
    let dead_ends = of_plans(|plan| plan.dead_ends.len() as f64);
    let boss = of_plans(|plan| f64::from(plan.filled[*plan.dead_ends.last().unwrap()].1));
    let depth = of_plans(|plan| {
        let sum: u32 = plan.filled.iter().map(|(_, distance)| distance).sum();
        f64::from(sum) / plan.filled.len() as f64
    });
    let (mut our_dead_ends, mut our_boss, mut our_depth) = (Vec::new(), Vec::new(), Vec::new());
    let (mut large, mut curse) = (0, 0);
    for made in generated("isaac") {
        let graph = RoomGraph::without(&made.level, &["Secret room"]);
        let start = graph.only("Start room");
        let distances = graph.distances(start, |_| true);
        let ends = graph.symbols.keys().filter(|id| **id != start && graph.degree(**id) == 1).count();
        our_dead_ends.push(ends as f64);
        our_boss.push(f64::from(distances[&graph.only("Boss room")]));
        our_depth.push(f64::from(distances.values().sum::<u32>()) / distances.len() as f64);
        large += usize::from(graph.symbols.len() == 16);
        curse += graph.all("Curse room").len();
    }
    for (what, ours, theirs) in [
        ("dead ends", our_dead_ends, dead_ends),
        ("boss", our_boss.clone(), boss),
        ("depth", our_depth, depth),
    ] {
        let z = z_of_means(&ours, &theirs);
        assert!(z.abs() < 3.5, "{what}: z = {z}");
    }
    assert!(z_of_count(large, our_boss.len(), 0.5).abs() < 3.5, "{large} floors have 16 rooms");
    assert!(z_of_count(curse, our_boss.len(), 0.5).abs() < 3.5, "{curse} floors have a curse room");
}
