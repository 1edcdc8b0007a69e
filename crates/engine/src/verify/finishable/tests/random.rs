//! Small random maps; walks begin in area 0.

use super::super::map::{AreaMap, KeyRequirement, MapMove};
use crate::base::RandomStream;
use crate::level::PlaceId;

fn below(random: &mut RandomStream, bound: usize) -> usize {
    random.below(bound as u64) as usize
}

fn need(random: &mut RandomStream, keys: usize) -> KeyRequirement {
    let count = random.weighted([5, 60, 25, 10]).unwrap_or_default();
    let keys = (0..count).map(|_| below(random, keys.max(1)) as u32).collect();
    let needed = random.weighted([1, 84, 12, 3]).unwrap_or_default() as u32;
    KeyRequirement { keys, needed, place: PlaceId(0) }
}

/// Returns a map with moves that need anything, one-way and two-way.
pub fn any(random: &mut RandomStream) -> AreaMap {
    let (areas, keys) = (2 + below(random, 7), below(random, 6));
    let locks: Vec<KeyRequirement> = (0..1 + below(random, 5)).map(|_| need(random, keys)).collect();
    let mut moves = Vec::new();
    for number in 0..areas - 1 + below(random, 6) {
        // A tree first, so that most areas can be reached.
        let to = if number + 1 < areas { number + 1 } else { below(random, areas) };
        let from = below(random, if number + 1 < areas { to } else { areas });
        let count = random.weighted([50, 38, 12]).unwrap_or_default();
        let needs: Vec<KeyRequirement> =
            (0..count).map(|_| locks[below(random, locks.len())].clone()).collect();
        moves.push(MapMove { from, to, needs: needs.clone() });
        if random.chance(55) {
            let needs = if random.chance(80) { needs } else { Vec::new() };
            moves.push(MapMove { from: to, to: from, needs });
        }
    }
    let mut goals = std::collections::BTreeSet::from([areas - 1]);
    if random.chance(30) {
        goals.insert(below(random, areas));
    }
    let keys = (0..keys).map(|key| (key as u32, below(random, areas))).collect();
    AreaMap { areas, keys, moves, goals }
}

/// Returns a map of places, some of them locked; a passage has the needs of both of its ends.
pub fn lock_mission(random: &mut RandomStream) -> AreaMap {
    let (areas, keys) = (3 + below(random, 7), 1 + below(random, 5));
    let locks: Vec<Option<KeyRequirement>> =
        (0..areas).map(|area| (area > 0 && random.chance(35)).then(|| need(random, keys))).collect();
    let mut moves = Vec::new();
    for number in 0..areas - 1 + below(random, 5) {
        let to = if number + 1 < areas { number + 1 } else { below(random, areas) };
        let from = below(random, if number + 1 < areas { to } else { areas });
        let (from, to) = if random.chance(80) { (from, to) } else { (to, from) };
        let needs: Vec<KeyRequirement> = [&locks[from], &locks[to]].into_iter().flatten().cloned().collect();
        moves.push(MapMove { from, to, needs: needs.clone() });
        if random.chance(65) {
            moves.push(MapMove { from: to, to: from, needs });
        }
    }
    let goals = [1 + below(random, areas - 1)].into_iter().collect();
    let keys = (0..keys).map(|key| (key as u32, below(random, areas))).collect();
    AreaMap { areas, keys, moves, goals }
}
