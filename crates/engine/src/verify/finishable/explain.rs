//! Describes a dead end in words: the steps into it, and the locks that stay shut.

use std::collections::{BTreeMap, BTreeSet};

use super::super::names;
use super::super::walk_map::WalkMap;
use super::WalkTarget;
use super::map::{AreaMap, KeyRequirement};
use super::stuck::DeadEndWalk;
use crate::level::{EntityId, Level, OwnedBy, Place, PlaceId};

/// Maximum number of locks, and of places of keys, that are named one by one.
const HANDFUL: usize = 4;

pub(super) fn describe(
    walk_map: &WalkMap,
    map: &AreaMap,
    start: &Place,
    target: WalkTarget,
    stuck: &DeadEndWalk,
) -> String {
    let level = walk_map.level;
    let target = target.name(level);
    let steps = places_to(walk_map, stuck);
    let shut = shut_locks(map, stuck);
    if steps.len() < 2 {
        let from = names::place(level, start.id);
        return format!("{target} cannot be reached from {from}{}.", without_keys(level, &shut));
    }
    let steps: Vec<String> = steps.iter().map(|place| names::place(level, *place).to_string()).collect();
    let steps = steps.join(", then ");
    let shut = keys_left_behind(level, &shut);
    format!("a player can get to where {target} cannot be reached any more: {steps}{shut}.")
}

/// Returns the places on the way to the point of no return.
fn places_to(walk_map: &WalkMap, stuck: &DeadEndWalk) -> Vec<PlaceId> {
    let place_of = |area: &usize| {
        let first = walk_map.own_pieces.first.get(*area)?;
        match walk_map.owner_of_spot(*first) {
            OwnedBy::Place(place) => Some(place),
            OwnedBy::Passage(_) | OwnedBy::Nobody => None,
        }
    };
    let mut places: Vec<PlaceId> = Vec::new();
    for (number, area) in stuck.steps.iter().enumerate() {
        let place = place_of(area);
        places.extend(place.filter(|place| places.last() != Some(place)));
        // If a walker is lost in a passage, the place to which it leads is named.
        if number >= stuck.lost_at && place.is_some() {
            break;
        }
    }
    places
}

/// Returns the places that stay shut around the zone, with the keys that open them.
fn shut_locks(map: &AreaMap, stuck: &DeadEndWalk) -> BTreeMap<PlaceId, BTreeSet<u32>> {
    let zone: BTreeSet<usize> = stuck.zone.iter().copied().collect();
    let been: BTreeSet<usize> = zone.iter().chain(&stuck.steps).copied().collect();
    let held = map.keys.iter().filter(|(_, area)| been.contains(area)).map(|(key, _)| *key);
    let held: BTreeSet<u32> = held.collect();
    let is_shut = |need: &&KeyRequirement| need.keys.intersection(&held).count() < need.needed as usize;
    let mut shut: BTreeMap<PlaceId, BTreeSet<u32>> = BTreeMap::new();
    let exits = map.moves.iter().filter(|step| zone.contains(&step.from) && !zone.contains(&step.to));
    for need in exits.flat_map(|step| &step.needs).filter(is_shut) {
        shut.entry(need.place).or_default().extend(need.keys.difference(&held));
    }
    shut
}

/// Returns "; no key that can be had opens the Gate (place 2) or the Vault (place 3)".
fn without_keys(level: &Level, shut: &BTreeMap<PlaceId, BTreeSet<u32>>) -> String {
    let names = shut.keys().map(|place| names::place(level, *place).to_string());
    match list(names.collect(), "or") {
        Some(shut) => format!("; no reachable key opens {shut}"),
        None => String::new(),
    }
}

/// Returns "; the Gate (place 2) stays shut, because its key lies in the Hall (place 3), out of reach".
fn keys_left_behind(level: &Level, shut: &BTreeMap<PlaceId, BTreeSet<u32>>) -> String {
    let sentences = shut.iter().map(|(place, keys)| {
        let place = names::place(level, *place);
        let lying = keys.iter().filter_map(|key| level.entity(EntityId(*key)));
        let lying: BTreeSet<PlaceId> = lying.map(|entity| entity.place).collect();
        let names = lying.iter().map(|place| names::place(level, *place).to_string());
        let keys = if keys.len() == 1 { "its key lies" } else { "its keys lie" };
        match list(names.collect(), "and") {
            Some(names) => format!("; {place} stays shut, because {keys} in {names}, out of reach"),
            None => format!("; {place} stays shut, because no key opens it"),
        }
    });
    let mut parts: Vec<String> = sentences.collect();
    let more = parts.len().saturating_sub(HANDFUL);
    parts.truncate(HANDFUL);
    if more > 0 {
        parts.push(format!("; {more} more places stay shut"));
    }
    parts.concat()
}

/// Returns "a, b or c"; `None` for an empty list.
fn list(mut items: Vec<String>, last_joint: &str) -> Option<String> {
    if items.len() > HANDFUL + 1 {
        let more = items.split_off(HANDFUL).len();
        items.push(format!("{more} more places"));
    }
    let last = items.pop()?;
    Some(if items.is_empty() { last } else { format!("{} {last_joint} {last}", items.join(", ")) })
}
