//! Large maps of many shapes: about 100 keys, 60 locks and 50 one-way passages. Walks begin in area 0.

use std::collections::BTreeSet;

use super::super::map::{AreaMap, KeyRequirement, MapMove};
use crate::base::RandomStream;
use crate::level::PlaceId;

/// A map in progress.
pub struct Draw<'a> {
    pub map: AreaMap,
    pub random: &'a mut RandomStream,
}

impl Draw<'_> {
    fn area(&mut self) -> usize {
        self.map.areas += 1;
        self.map.areas - 1
    }

    fn areas(&mut self, count: usize) -> Vec<usize> {
        (0..count).map(|_| self.area()).collect()
    }

    fn key(&mut self, area: usize) -> u32 {
        let key = self.map.keys.len() as u32;
        self.map.keys.push((key, area));
        key
    }

    pub fn drop(&mut self, from: usize, to: usize, needs: &[KeyRequirement]) {
        self.map.moves.push(MapMove { from, to, needs: needs.to_vec() });
    }

    fn join(&mut self, one: usize, other: usize, needs: &[KeyRequirement]) {
        self.drop(one, other, needs);
        self.drop(other, one, needs);
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound as u64) as usize
    }

    fn pick(&mut self, areas: &[usize]) -> usize {
        areas[self.below(areas.len())]
    }

    fn some_keys(&mut self, most: usize) -> Vec<u32> {
        let count = 1 + self.below(most);
        (0..count).map(|_| self.below(self.map.keys.len()) as u32).collect()
    }

    /// Adds a tree of rooms with two-way passages.
    fn tree(&mut self, count: usize) -> Vec<usize> {
        let areas = self.areas(count);
        for number in 1..count {
            let before = areas[self.below(number)];
            self.join(before, areas[number], &[]);
        }
        areas
    }

    /// Joins two areas by a locked place.
    fn gate(&mut self, one: usize, other: usize, keys: &[u32]) {
        let gate = self.area();
        self.join(one, gate, &[one_of(keys)]);
        self.join(gate, other, &[one_of(keys)]);
    }
}

fn one_of(keys: &[u32]) -> KeyRequirement {
    KeyRequirement { keys: keys.iter().copied().collect(), needed: 1, place: PlaceId(0) }
}

pub type Shape = (&'static str, fn(&mut Draw));

pub const SHAPES: [Shape; 12] = [
    ("side rooms, all keys for one gate", side_rooms),
    ("side rooms two deep, a key in each, each for one gate", two_deep),
    ("a hub with pits", pits),
    ("segments joined by drops, keys and gates in each", |draw| segments(draw, false)),
    ("segments joined by drops, keys for later gates", |draw| segments(draw, true)),
    ("segments joined by two drops with a key behind each", alternatives),
    ("a tree with gates and drops anywhere", random_tree),
    ("keys upstairs, locks downstairs", stairs),
    ("floors joined by many drops", floors),
    ("a grid with gates and drops", grid),
    ("a tree with drops and locks of several keys", counted),
    ("a maze of one-way passages", one_ways),
];

fn goal(draw: &mut Draw, area: usize) {
    draw.map.goals = BTreeSet::from([area]);
}

fn side_rooms(draw: &mut Draw) {
    let ways = draw.areas(100);
    let mut keys = Vec::new();
    for number in 0..ways.len() {
        if number > 0 {
            draw.join(ways[number - 1], ways[number], &[]);
        }
        let side = draw.area();
        draw.join(ways[number], side, &[]);
        keys.push(draw.key(side));
    }
    let end = draw.area();
    draw.gate(ways[99], end, &keys);
    goal(draw, end);
}

fn two_deep(draw: &mut Draw) {
    let hub = draw.area();
    let mut at = hub;
    let mut keys = Vec::new();
    for _ in 0..50 {
        let rooms = draw.areas(2);
        draw.join(hub, rooms[0], &[]);
        draw.join(rooms[0], rooms[1], &[]);
        keys.extend([draw.key(rooms[0]), draw.key(rooms[1])]);
    }
    for key in keys {
        let next = draw.area();
        draw.gate(at, next, &[key]);
        at = if draw.random.chance(60) { next } else { hub };
    }
    let end = draw.area();
    draw.join(at, end, &[]);
    goal(draw, end);
}

fn pits(draw: &mut Draw) {
    let hub = draw.tree(30);
    for _ in 0..100 {
        let at = draw.pick(&hub);
        draw.key(at);
    }
    for _ in 0..50 {
        let (from, back) = (draw.pick(&hub), draw.pick(&hub));
        let pit = draw.area();
        let (keys, other) = (draw.some_keys(3), draw.some_keys(3));
        let is_fair = draw.random.chance(97);
        draw.drop(
            from,
            pit,
            if is_fair { std::slice::from_ref(&one_of(&keys)).to_vec() } else { vec![one_of(&other)] }
                .as_slice(),
        );
        draw.gate(pit, back, &keys);
    }
    let (from, end) = (draw.pick(&hub), draw.area());
    draw.join(from, end, &[]);
    goal(draw, end);
}

fn segments(draw: &mut Draw, lasting: bool) {
    let mut before: Option<Vec<usize>> = None;
    for _ in 0..25 {
        let rooms = draw.tree(6);
        let first_key = draw.map.keys.len();
        for _ in 0..4 {
            let at = draw.pick(&rooms[..3]);
            draw.key(at);
        }
        for _ in 0..2 {
            let (from, behind) = (draw.pick(&rooms), draw.area());
            let oldest = if lasting { first_key.saturating_sub(8) } else { first_key };
            let key = oldest + draw.below(draw.map.keys.len() - oldest);
            draw.gate(from, behind, &[key as u32]);
        }
        if let Some(before) = before {
            for _ in 0..2 {
                let (from, to) = (draw.pick(&before), draw.pick(&rooms));
                let key = draw.below(first_key) as u32;
                let needs = if lasting && draw.random.chance(30) { vec![one_of(&[key])] } else { Vec::new() };
                draw.drop(from, to, &needs);
            }
        }
        before = Some(rooms);
    }
    let end = draw.area();
    draw.drop(before.unwrap()[0], end, &[]);
    goal(draw, end);
}

fn alternatives(draw: &mut Draw) {
    let mut at = draw.area();
    let mut pairs = Vec::new();
    for _ in 0..25 {
        let [one, other, next] = draw.areas(3)[..] else { unreachable!() };
        for side in [one, other] {
            draw.drop(at, side, &[]);
            draw.drop(side, next, &[]);
        }
        pairs.push([draw.key(one), draw.key(other)]);
        at = next;
    }
    let is_fair = draw.random.chance(80);
    for pair in pairs {
        let next = draw.area();
        let lost = !is_fair && draw.random.chance(10);
        for key in pair.into_iter().take(if lost { 1 } else { 2 }) {
            let closet = draw.area();
            draw.gate(at, next, &[key]);
            draw.gate(at, closet, &[key]);
        }
        at = next;
    }
    goal(draw, at);
}

fn random_tree(draw: &mut Draw) {
    let rooms = draw.tree(120);
    for _ in 0..100 {
        let at = draw.pick(&rooms);
        draw.key(at);
    }
    for _ in 0..60 {
        let (one, behind) = (draw.pick(&rooms), draw.area());
        let keys = draw.some_keys(3);
        draw.gate(one, behind, &keys);
        if draw.random.chance(50) {
            let back = draw.pick(&rooms);
            draw.drop(behind, back, &[]);
        }
    }
    for _ in 0..50 {
        let (from, to) = (draw.below(draw.map.areas), draw.below(draw.map.areas));
        draw.drop(from, to, &[]);
    }
    let end = draw.map.areas - 1;
    goal(draw, end);
}

fn stairs(draw: &mut Draw) {
    let upstairs = draw.tree(60);
    for _ in 0..100 {
        let at = draw.pick(&upstairs);
        draw.key(at);
    }
    let mut downstairs = draw.tree(10);
    let below = downstairs.clone();
    for _ in 0..60 {
        let (from, behind) = (draw.pick(&downstairs), draw.area());
        let keys = draw.some_keys(4);
        draw.gate(from, behind, &keys);
        downstairs.push(behind);
    }
    for number in 0..50 {
        let (from, to) = (draw.pick(&upstairs), draw.pick(&below));
        let needs = if number % 2 == 0 { vec![one_of(&draw.some_keys(2))] } else { Vec::new() };
        draw.drop(from, to, &needs);
    }
    let end = draw.pick(&downstairs);
    goal(draw, end);
}

fn floors(draw: &mut Draw) {
    let floors: Vec<Vec<usize>> = (0..8).map(|_| draw.tree(12)).collect();
    for _ in 0..100 {
        let floor = draw.below(8);
        let at = draw.pick(&floors[floor]);
        draw.key(at);
    }
    for _ in 0..60 {
        let floor = draw.below(8);
        let (one, other) = (draw.pick(&floors[floor]), draw.pick(&floors[floor]));
        let keys = draw.some_keys(3);
        draw.gate(one, other, &keys);
    }
    for number in 0..50 {
        let floor = number % 7;
        let (from, to) = (draw.pick(&floors[floor]), draw.pick(&floors[floor + 1]));
        let needs = if draw.random.chance(60) { vec![one_of(&draw.some_keys(3))] } else { Vec::new() };
        draw.drop(from, to, &needs);
    }
    let behind = draw.area();
    let keys = draw.some_keys(6);
    draw.gate(floors[7][0], behind, &keys);
    goal(draw, behind);
}

fn grid(draw: &mut Draw) {
    let cells = draw.areas(144);
    for _ in 0..100 {
        let at = draw.pick(&cells);
        draw.key(at);
    }
    for y in 0..12 {
        for x in 0..12 {
            let here = cells[y * 12 + x];
            for next in
                [(x + 1 < 12).then(|| here + 1), (y + 1 < 12).then(|| here + 12)].into_iter().flatten()
            {
                let keys = draw.some_keys(2);
                match draw.below(10) {
                    0..5 => draw.join(here, next, &[]),
                    5..7 => draw.join(here, next, &[one_of(&keys)]),
                    7 => draw.drop(here, next, &[]),
                    8 => draw.drop(next, here, &[one_of(&keys)]),
                    _ => {}
                }
            }
        }
    }
    goal(draw, 143);
}

fn counted(draw: &mut Draw) {
    let rooms = draw.tree(80);
    for _ in 0..100 {
        let at = draw.pick(&rooms);
        draw.key(at);
    }
    let mut all = rooms;
    for _ in 0..60 {
        let (from, to) = (draw.pick(&all), draw.area());
        let need = KeyRequirement { needed: 1 + draw.below(2) as u32, ..one_of(&draw.some_keys(6)) };
        draw.join(from, to, &[need]);
        all.push(to);
    }
    for _ in 0..50 {
        let (from, to) = (draw.pick(&all), draw.pick(&all));
        draw.drop(from, to, &[]);
    }
    let end = draw.area();
    let need = KeyRequirement { needed: 2, ..one_of(&[0, 1, 2, 3]) };
    draw.join(all[0], end, &[need]);
    goal(draw, end);
}

fn one_ways(draw: &mut Draw) {
    let areas = draw.areas(60);
    for _ in 0..100 {
        let at = draw.pick(&areas);
        draw.key(at);
    }
    for number in 0..areas.len() - 1 {
        for _ in 0..2 {
            let ahead = number + 1 + draw.below((areas.len() - number - 1).min(6));
            let needs = if draw.random.chance(50) { vec![one_of(&draw.some_keys(3))] } else { Vec::new() };
            draw.drop(areas[number], areas[ahead], &needs);
        }
        if draw.random.chance(15) {
            let back = draw.below(number + 1);
            draw.drop(areas[number], areas[back], &[]);
        }
    }
    goal(draw, 59);
}

/// Encodes a logical formula.
///
/// Each variable is a choice between two drops with a key behind each. Each clause is a gate with three keys.
/// A walker who passes all gates falls into a pit. Before that, walkers may go to the goal at any time.
pub fn formula(draw: &mut Draw, variables: usize, clauses: usize) {
    let (mut at, end) = (draw.area(), draw.area());
    for _ in 0..variables {
        let next = draw.area();
        for _ in 0..2 {
            let side = draw.area();
            draw.drop(at, side, &[]);
            draw.key(side);
            draw.drop(side, next, &[]);
        }
        at = next;
    }
    for _ in 0..clauses {
        let (next, keys) = (draw.area(), [(); 3].map(|()| draw.below(2 * variables) as u32));
        draw.drop(at, end, &[]);
        draw.join(at, next, &[one_of(&keys)]);
        at = next;
    }
    let pit = draw.area();
    draw.drop(at, end, &[]);
    draw.drop(at, pit, &[]);
    goal(draw, end);
}
