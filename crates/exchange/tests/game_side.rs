//! Games that use `delvewright-level` read exactly the levels that the program writes, and walk there as the
//! program proves.

use std::collections::BTreeSet;

use delvewright_engine::insight::{LockedArea, RouteMap as Insight, UNREACHED, behind_locks};
use delvewright_exchange::export::{Format, export, read_level};
use delvewright_level::{Cell, EntityId, Ground, Keys, Level, NodeRole, PlaceId, Spot};

use crate::random_level::random_level;
use crate::{example_level, examples};

fn text(level: &Level, format: Format) -> String {
    String::from_utf8(export(level, format).into_bytes()).expect("text")
}

/// Calls `act` for each example and the first seeds with a name and the level that a game reads from JSON.
fn each_level(seeds: u64, mut act: impl FnMut(&str, &Level)) {
    for example in examples::examples().iter().map(|example| &example.name) {
        for seed in 1..=seeds {
            let name = format!("{example}, seed {seed}");
            let made = example_level::level(example, seed);
            let read = Level::from_json(&text(&made, Format::Json)).expect("a level");
            assert!(read == *made, "{name}");
            act(&name, &read);
        }
    }
}

#[test]
fn games_and_the_program_read_both_notations_alike() {
    each_level(2, |name, level| {
        let (json, ron) = (text(level, Format::Json), text(level, Format::Ron));
        assert_eq!(Level::from_ron(&ron).as_ref(), Ok(level), "{name}");
        assert!(read_level(ron.as_bytes(), Format::Ron).is_ok_and(|read| read == *level), "{name}");
        assert!(read_level(json.as_bytes(), Format::Json).is_ok_and(|read| read == *level), "{name}");
    });
}

#[test]
fn every_field_of_levels_full_of_nonsense_is_read() {
    for seed in 0..200 {
        let level = random_level(seed);
        let json = serde_json::from_str::<Level>(&text(&level, Format::Json));
        assert!(json.is_ok_and(|read| read == level), "seed {seed}");
        let ron = ron::from_str::<Level>(&text(&level, Format::Ron));
        assert!(ron.is_ok_and(|read| read == level), "seed {seed}");
        // Nothing that they say makes anything panic.
        let ground = Ground::new(&level);
        let start = level.places.first().map_or_else(Cell::default, |place| place.anchor);
        let far = ground.distances(start, &Keys::new());
        let _ = (level.check(), level.cells().filter(|(cell, ..)| far.to(*cell).is_some()).count());
    }
}

/// Checks the distances with all keys in hand.
fn check_distances(name: &str, level: &Level) {
    let mut ground = Ground::new(level);
    // The program measures as if nothing stood in the way.
    level.entities.iter().filter(|entity| entity.solid).for_each(|entity| ground.take(entity.at));
    let keys: Keys = level.entities.iter().map(|entity| entity.id).collect();
    let expected = Insight::new(level).distances();
    let starts: Vec<_> = level.starts().map(|start| ground.distances(start.anchor, &keys)).collect();
    let mut reached = 0;
    for (at, ..) in level.cells() {
        let nearest = starts.iter().filter_map(|distances| distances.to(at)).min();
        let known = expected.get(at).copied().filter(|distance| *distance != UNREACHED);
        assert_eq!(nearest, known, "{name}, {at}");
        reached += usize::from(nearest.is_some());
    }
    assert!(reached > 50, "{name}: {reached}");
}

#[test]
fn distances_with_all_keys_are_those_of_the_program() {
    each_level(2, check_distances);
}

/// Returns the places that a walker reaches with all keys except those of one place.
fn places_without(read: &Level, locked: Option<PlaceId>) -> BTreeSet<PlaceId> {
    let shut: BTreeSet<EntityId> =
        locked.into_iter().flat_map(|place| read.keys_of(place)).map(|key| key.id).collect();
    let keys: Keys = read.entities.iter().map(|entity| entity.id).filter(|key| !shut.contains(key)).collect();
    let ground = Ground::new(read);
    let start = read.start().expect("a start");
    let distances = ground.distances(start.anchor, &keys);
    read.places.iter().filter(|place| distances.to(place.anchor).is_some()).map(|place| place.id).collect()
}

/// Gives how many locks were tried.
fn check_locks(name: &str, read: &Level) -> usize {
    // A key that opens two places would lock both out.
    let has_own_keys = |place: PlaceId| read.keys_of(place).all(|key| key.opens == [place]);
    let mut locks = 0;
    for LockedArea { lock, places } in behind_locks(read) {
        if has_own_keys(lock) && read.starts().count() == 1 {
            let all = places_without(read, None);
            let without = places_without(read, Some(lock));
            let behind: Vec<PlaceId> = all.difference(&without).copied().collect();
            assert_eq!(behind, places, "{name}, place {lock}");
            locks += 1;
        }
    }
    locks
}

#[test]
fn without_a_key_exactly_what_lies_behind_its_lock_is_out_of_reach() {
    let mut locks = 0;
    each_level(3, |name, level| locks += check_locks(name, level));
    assert!(locks > 20, "{locks}");
}

/// Plays a level: goes to the goal as soon as possible, and otherwise fetches the nearest key.
fn play(read: &Level) -> Result<usize, String> {
    let mut ground = Ground::new(read);
    let mut keys = Keys::new();
    let mut at = Spot::from(read.start().ok_or("no start")?.anchor);
    let mut steps = 0;
    let mut foes: BTreeSet<EntityId> = read.foes_to_fall().map(|foe| foe.id).collect();
    let is_goal = |ground: &Ground, spot: Spot| {
        let place = ground.place_at(spot.cell).and_then(|id| read.place(id));
        place.is_some_and(|place| place.role == Some(NodeRole::Goal))
    };
    let has_goal = read.goals().next().is_some();
    loop {
        if !has_goal && foes.is_empty() {
            return Ok(steps);
        }
        if let Some(path) = ground.path_where(at, &keys, |spot| is_goal(&ground, spot)) {
            return Ok(steps + path.len() - 1);
        }
        let is_new_key = |at: Cell| {
            read.entities_at(at).any(|entity| !entity.opens.is_empty() && !keys.contains(&entity.id))
        };
        // A foe in the way is fought from a neighbouring cell.
        let near_foe = |spot: Spot| {
            let around = delvewright_level::Direction::ALL.map(|direction| spot.cell.step(direction));
            around.into_iter().chain([spot.cell]).flat_map(|at| read.entities_at(at)).find(|entity| {
                foes.contains(&entity.id)
                    && (entity.at == spot.cell
                        || entity.solid
                            && ground.step_to(spot, entity.at, &keys)
                                == Err(delvewright_level::Blocked::Thing))
            })
        };
        let path = ground
            .path_where(at, &keys, |spot| is_new_key(spot.cell) || !has_goal && near_foe(spot).is_some());
        let path = path.ok_or_else(|| format!("caught at {} with {} keys", at.cell, keys.len()))?;
        at = *path.last().ok_or("a path has an end")?;
        steps += path.len() - 1;
        let felled = near_foe(at).map(|foe| (foe.id, foe.at, foe.solid));
        if let Some((id, cell, solid)) = felled {
            foes.remove(&id);
            if solid {
                ground.take(cell);
            }
        }
        keys.extend(
            read.entities_at(at.cell).filter(|entity| !entity.opens.is_empty()).map(|entity| entity.id),
        );
    }
}

/// Gives how many steps it took.
fn check_play(name: &str, level: &Level) -> usize {
    assert!(level.report.all_held(), "{name}");
    play(level).unwrap_or_else(|why| panic!("{name}: {why}"))
}

#[test]
fn levels_whose_promises_held_are_played_to_their_end() {
    let mut steps = 0;
    each_level(4, |name, level| steps += check_play(name, level));
    assert!(steps > 2_000, "{steps}");
}

#[test]
#[ignore = "many levels"]
fn levels_are_played_at_length() {
    let (mut levels, mut locks, mut steps) = (0, 0, 0);
    each_level(20, |name, level| {
        check_distances(name, level);
        locks += check_locks(name, level);
        steps += check_play(name, level);
        levels += 1;
    });
    println!("{levels} levels, {locks} locks, {steps} steps");
}

#[test]
fn locked_goal_is_out_of_reach_without_its_keys() {
    let mut locked = 0;
    each_level(3, |name, read| {
        let goals: Vec<PlaceId> = read.goals().map(|goal| goal.id).collect();
        let [goal] = goals[..] else { return };
        let is_behind = behind_locks(read).iter().any(|behind| behind.places.contains(&goal));
        if is_behind {
            let (start, goal) = (read.start().expect("a start"), read.place(goal).expect("a goal"));
            let ground = Ground::new(read);
            assert_eq!(ground.path(start.anchor, goal.anchor, &Keys::new()), None, "{name}");
            locked += 1;
        }
    });
    assert!(locked > 5, "{locked}");
}
