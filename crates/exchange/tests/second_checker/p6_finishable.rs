//! P6: after every sequence of actions of the player, a goal can still be reached.
//!
//! A player is in a place and holds keys. Entering a place takes all keys in it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::Findings;
use super::ground::{is_walkable, owner_at};
use super::level::{Cell, Entity, Level, Pass, Passage};

/// The largest number of states that is visited.
const MOST_STATES: usize = 100_000;

/// The steps to the eight cells around one.
const AROUND: [Cell; 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// A place, and the entities that the player holds.
type State = (i64, BTreeSet<i64>);

/// Checks P6; returns `false` if it is not decided.
pub fn check(level: &Level, found: &mut Findings) -> bool {
    let with_role = |role: &str| -> Vec<i64> {
        let places = level.places.iter().filter(|place| place.role.as_deref() == Some(role));
        places.map(|place| place.id).collect()
    };
    let (starts, goals) = (with_role("Start"), with_role("Goal"));
    if !goals.is_empty() {
        return starts.is_empty() || check_goals(level, &starts, &goals, found);
    }
    // Without a goal, everything that must fall has to be reached, place by place.
    let has_to_fall = |entity: &&Entity| {
        let falls = |pass: &Pass| {
            pass.entities.get(&entity.kind).is_some_and(|placed| {
                // Older levels do not record which entities must fall, so all must.
                placed.falls || pass.settings.is_none()
            })
        };
        level
            .populate
            .iter()
            .any(|pass| pass.opens_exit && entity.pass.as_ref() == Some(&pass.name) && falls(pass))
    };
    let entities = level.entities.iter().filter(has_to_fall);
    for foe in entities.clone().filter(|foe| foe.solid) {
        let may_step = |step: &&Cell| level.eight_way || step.0 == 0 || step.1 == 0;
        let beside = |step: &Cell| (foe.at.0 + step.0, foe.at.1 + step.1);
        let can_stand = |at: Cell| is_walkable(level, at) && owner_at(level, at) == Some(foe.place);
        if !starts.is_empty() && !AROUND.iter().filter(may_step).map(beside).any(can_stand) {
            found.push(("P6", format!("nobody can stand beside the foe {}", foe.id)));
        }
    }
    let places: BTreeSet<i64> = entities.map(|entity| entity.place).collect();
    places.into_iter().all(|place| check_goals(level, &starts, &[place], found))
}

/// Checks that a goal can be reached from every state that a player can reach; returns `false` if it is not
/// decided.
fn check_goals(level: &Level, starts: &[i64], goals: &[i64], found: &mut Findings) -> bool {
    // The predecessors of each state, and all states in the order in which they are found.
    let mut from: BTreeMap<State, Vec<State>> = BTreeMap::new();
    let mut queue = VecDeque::new();
    for start in starts {
        let state = entered(level, *start, &BTreeSet::new());
        from.entry(state.clone()).or_default();
        queue.push_back(state);
    }
    while let Some(state) = queue.pop_front() {
        if goals.contains(&state.0) {
            continue;
        }
        for next in moves(level, &state) {
            if !from.contains_key(&next) {
                queue.push_back(next.clone());
            }
            from.entry(next).or_default().push(state.clone());
        }
        if from.len() > MOST_STATES {
            return false;
        }
    }
    let winning = winning(&from, goals);
    if let Some((place, keys)) = from.keys().find(|state| !winning.contains(*state)) {
        found.push(("P6", format!("in place {place} with the keys {keys:?} no goal can be reached")));
    }
    true
}

/// Returns the states from which a goal can be reached, searched backwards.
fn winning(from: &BTreeMap<State, Vec<State>>, goals: &[i64]) -> BTreeSet<State> {
    let mut won: BTreeSet<State> = from.keys().filter(|state| goals.contains(&state.0)).cloned().collect();
    let mut queue: VecDeque<State> = won.iter().cloned().collect();
    while let Some(state) = queue.pop_front() {
        for before in &from[&state] {
            if won.insert(before.clone()) {
                queue.push_back(before.clone());
            }
        }
    }
    won
}

/// Returns the state of a player who enters a place.
fn entered(level: &Level, place: i64, keys: &BTreeSet<i64>) -> State {
    let is_key = |id: i64| {
        level.passages.iter().any(|passage| passage.locks.iter().any(|lock| lock.keys.contains(&id)))
    };
    let mut keys = keys.clone();
    for entity in &level.entities {
        if entity.place == place && is_key(entity.id) {
            keys.insert(entity.id);
        }
    }
    (place, keys)
}

fn moves(level: &Level, (place, keys): &State) -> Vec<State> {
    let mut states = Vec::new();
    for passage in &level.passages {
        if !is_unlocked(passage, keys) {
            continue;
        }
        if passage.from == *place {
            states.push(entered(level, passage.to, keys));
        }
        if passage.to == *place && !passage.one_way {
            states.push(entered(level, passage.from, keys));
        }
    }
    states
}

/// Returns `true` if the player holds the required number of keys for each lock.
fn is_unlocked(passage: &Passage, keys: &BTreeSet<i64>) -> bool {
    passage.locks.iter().all(|lock| {
        let held =
            lock.keys.iter().collect::<BTreeSet<_>>().into_iter().filter(|key| keys.contains(key)).count();
        held as i64 >= lock.needed
    })
}
