//! Faults of locks.

use delvewright_engine::base::RandomStream;
use delvewright_engine::level::{EntityId, Level, Lock, PassageEnd, PlaceId, Promise};

use super::{Fault, another, index, one};

pub const FAULTS: &[Fault] = &[
    ("a locked passage without its locks", Promise::P0, |level, random| {
        one(random, &mut level.passages, |passage| !passage.locks.is_empty())?.locks.clear();
        Some(())
    }),
    ("a lock that was removed", Promise::P0, |level, random| {
        let passage = one(random, &mut level.passages, |passage| passage.locks.len() > 1)?;
        let index = index(random, &passage.locks, |_| true)?;
        passage.locks.remove(index);
        Some(())
    }),
    ("a lock that is there twice", Promise::P0, |level, random| {
        let passage = one(random, &mut level.passages, |passage| !passage.locks.is_empty())?;
        let lock = random.pick(&passage.locks)?.clone();
        passage.locks.push(lock);
        Some(())
    }),
    ("locks in the wrong order", Promise::P0, |level, random| {
        one(random, &mut level.passages, |passage| passage.locks.len() > 1)?.locks.reverse();
        Some(())
    }),
    ("a lock on a plain passage", Promise::P0, |level, random| {
        let key = level.entities.first()?.id;
        let passage = one(random, &mut level.passages, |passage| passage.locks.is_empty())?;
        passage.locks.push(Lock { place: passage.to, end: PassageEnd::To, keys: vec![key], needed: 1 });
        Some(())
    }),
    ("a lock without keys on a plain passage", Promise::P0, |level, random| {
        let passage = one(random, &mut level.passages, |passage| passage.locks.is_empty())?;
        passage.locks.push(Lock { place: passage.from, end: PassageEnd::From, keys: Vec::new(), needed: 1 });
        Some(())
    }),
    ("a lock of another passage", Promise::P0, |level, random| {
        let locks: Vec<Vec<Lock>> = level.passages.iter().map(|passage| passage.locks.clone()).collect();
        let passage = one(random, &mut level.passages, |_| true)?;
        passage.locks = another(random, locks, &passage.locks)?;
        Some(())
    }),
    ("a lock of another place", Promise::P0, |level, random| {
        let places: Vec<PlaceId> = level.places.iter().map(|place| place.id).collect();
        let lock = some_lock(level, random)?;
        lock.place = another(random, places, &lock.place)?;
        Some(())
    }),
    ("a lock of a place that does not exist", Promise::P0, |level, random| {
        some_lock(level, random)?.place = PlaceId(u32::MAX);
        Some(())
    }),
    ("a lock at the other end", Promise::P0, |level, random| {
        let lock = some_lock(level, random)?;
        lock.end = if lock.end == PassageEnd::From { PassageEnd::To } else { PassageEnd::From };
        Some(())
    }),
    ("a lock that needs nothing", Promise::P0, |level, random| {
        some_lock(level, random)?.needed = 0;
        Some(())
    }),
    ("a lock that needs two keys", Promise::P0, |level, random| {
        some_lock(level, random)?.needed = 2;
        Some(())
    }),
    ("a lock whose keys were emptied", Promise::P0, |level, random| {
        with_keys(level, random, 1)?.keys.clear();
        Some(())
    }),
    ("a lock that lacks a key", Promise::P0, |level, random| {
        with_keys(level, random, 2)?.keys.pop()?;
        Some(())
    }),
    ("a lock with a key twice", Promise::P0, |level, random| {
        let lock = with_keys(level, random, 1)?;
        lock.keys.push(*lock.keys.last()?);
        Some(())
    }),
    ("a lock with its keys in another order", Promise::P0, |level, random| {
        with_keys(level, random, 2)?.keys.reverse();
        Some(())
    }),
    ("a lock with a key that opens something else", Promise::P0, |level, random| {
        let entities: Vec<EntityId> = level.entities.iter().map(|entity| entity.id).collect();
        let lock = some_lock(level, random)?;
        let strangers = entities.into_iter().filter(|entity| !lock.keys.contains(entity));
        let stranger = *random.pick(&strangers.collect::<Vec<_>>())?;
        lock.keys.push(stranger);
        Some(())
    }),
    ("a lock with another key", Promise::P0, |level, random| {
        let entities: Vec<EntityId> = level.entities.iter().map(|entity| entity.id).collect();
        let lock = with_keys(level, random, 1)?;
        let key = one(random, &mut lock.keys, |_| true)?;
        *key = another(random, entities, key)?;
        Some(())
    }),
    ("a lock with a key that does not exist", Promise::P0, |level, random| {
        some_lock(level, random)?.keys.push(EntityId(u32::MAX));
        Some(())
    }),
];

fn some_lock<'a>(level: &'a mut Level, random: &mut RandomStream) -> Option<&'a mut Lock> {
    with_keys(level, random, 0)
}

fn with_keys<'a>(level: &'a mut Level, random: &mut RandomStream, least: usize) -> Option<&'a mut Lock> {
    let has_keys = |lock: &Lock| lock.keys.len() >= least;
    let passage = one(random, &mut level.passages, |passage| passage.locks.iter().any(has_keys))?;
    one(random, &mut passage.locks, has_keys)
}
