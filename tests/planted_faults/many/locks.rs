//! Faults of locks.

use delvewright::base::Lots;
use delvewright::level::{Level, Lock, PassageEnd, Promise};

use super::{Fault, another, index, one};

pub const FAULTS: &[Fault] = &[
    ("a locked passage without its locks", Promise::P0, |level, lots| {
        one(lots, &mut level.passages, |passage| !passage.locks.is_empty())?.locks.clear();
        Some(())
    }),
    ("a lock that was removed", Promise::P0, |level, lots| {
        let passage = one(lots, &mut level.passages, |passage| passage.locks.len() > 1)?;
        let index = index(lots, &passage.locks, |_| true)?;
        passage.locks.remove(index);
        Some(())
    }),
    ("a lock that is there twice", Promise::P0, |level, lots| {
        let passage = one(lots, &mut level.passages, |passage| !passage.locks.is_empty())?;
        let lock = lots.pick(&passage.locks)?.clone();
        passage.locks.push(lock);
        Some(())
    }),
    ("locks in the wrong order", Promise::P0, |level, lots| {
        one(lots, &mut level.passages, |passage| passage.locks.len() > 1)?.locks.reverse();
        Some(())
    }),
    ("a lock on a plain passage", Promise::P0, |level, lots| {
        let key = level.entities.first()?.id;
        let passage = one(lots, &mut level.passages, |passage| passage.locks.is_empty())?;
        passage.locks.push(Lock { place: passage.to, end: PassageEnd::To, keys: vec![key], needed: 1 });
        Some(())
    }),
    ("a lock without keys on a plain passage", Promise::P0, |level, lots| {
        let passage = one(lots, &mut level.passages, |passage| passage.locks.is_empty())?;
        passage.locks.push(Lock { place: passage.from, end: PassageEnd::From, keys: Vec::new(), needed: 1 });
        Some(())
    }),
    ("a lock of another passage", Promise::P0, |level, lots| {
        let locks: Vec<Vec<Lock>> = level.passages.iter().map(|passage| passage.locks.clone()).collect();
        let passage = one(lots, &mut level.passages, |_| true)?;
        passage.locks = another(lots, locks, &passage.locks)?;
        Some(())
    }),
    ("a lock of another place", Promise::P0, |level, lots| {
        let places: Vec<u32> = level.places.iter().map(|place| place.id).collect();
        let lock = some_lock(level, lots)?;
        lock.place = another(lots, places, &lock.place)?;
        Some(())
    }),
    ("a lock of a place that does not exist", Promise::P0, |level, lots| {
        some_lock(level, lots)?.place = u32::MAX;
        Some(())
    }),
    ("a lock at the other end", Promise::P0, |level, lots| {
        let lock = some_lock(level, lots)?;
        lock.end = if lock.end == PassageEnd::From { PassageEnd::To } else { PassageEnd::From };
        Some(())
    }),
    ("a lock that needs nothing", Promise::P0, |level, lots| {
        some_lock(level, lots)?.needed = 0;
        Some(())
    }),
    ("a lock that needs two keys", Promise::P0, |level, lots| {
        some_lock(level, lots)?.needed = 2;
        Some(())
    }),
    ("a lock whose keys were emptied", Promise::P0, |level, lots| {
        with_keys(level, lots, 1)?.keys.clear();
        Some(())
    }),
    ("a lock that lacks a key", Promise::P0, |level, lots| {
        with_keys(level, lots, 2)?.keys.pop()?;
        Some(())
    }),
    ("a lock with a key twice", Promise::P0, |level, lots| {
        let lock = with_keys(level, lots, 1)?;
        lock.keys.push(*lock.keys.last()?);
        Some(())
    }),
    ("a lock with its keys in another order", Promise::P0, |level, lots| {
        with_keys(level, lots, 2)?.keys.reverse();
        Some(())
    }),
    ("a lock with a key that opens something else", Promise::P0, |level, lots| {
        let entities: Vec<u32> = level.entities.iter().map(|entity| entity.id).collect();
        let lock = some_lock(level, lots)?;
        let strangers = entities.into_iter().filter(|entity| !lock.keys.contains(entity));
        let stranger = *lots.pick(&strangers.collect::<Vec<_>>())?;
        lock.keys.push(stranger);
        Some(())
    }),
    ("a lock with another key", Promise::P0, |level, lots| {
        let entities: Vec<u32> = level.entities.iter().map(|entity| entity.id).collect();
        let lock = with_keys(level, lots, 1)?;
        let key = one(lots, &mut lock.keys, |_| true)?;
        *key = another(lots, entities, key)?;
        Some(())
    }),
    ("a lock with a key that does not exist", Promise::P0, |level, lots| {
        some_lock(level, lots)?.keys.push(u32::MAX);
        Some(())
    }),
];

fn some_lock<'a>(level: &'a mut Level, lots: &mut Lots) -> Option<&'a mut Lock> {
    with_keys(level, lots, 0)
}

fn with_keys<'a>(level: &'a mut Level, lots: &mut Lots, least: usize) -> Option<&'a mut Lock> {
    let has_keys = |lock: &Lock| lock.keys.len() >= least;
    let passage = one(lots, &mut level.passages, |passage| passage.locks.iter().any(has_keys))?;
    one(lots, &mut passage.locks, has_keys)
}
